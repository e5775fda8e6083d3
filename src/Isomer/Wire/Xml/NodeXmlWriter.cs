using System.Text;
using Isomer.Nodes;

namespace Isomer.Wire.Xml;

/// <summary>Writes a node as a document that <see cref="NodeXmlReader"/> reads as the same; see <see cref="XmlNodes"/>.</summary>
internal ref struct NodeXmlWriter
{
    readonly string _prefix;
    readonly NodeXmlPrefixes _scope = new();
    OutputBuffer _output = new(default);
    bool _needsPrefix;
    int _declareAt;
    int _depth;

    public NodeXmlWriter(Node? node)
    {
        var taken = new HashSet<string>();
        NodeXmlPrefixes.Collect(node, taken, XmlNodes.MaxDepth);
        _prefix = "n";
        for (int i = 1; taken.Contains(_prefix); i++)
            _prefix = "n" + i.ToString(System.Globalization.CultureInfo.InvariantCulture);
    }

    public readonly void Dispose() => _output.Dispose();

    public byte[] Document(Node? node)
    {
        // An only member is the root element; all else needs one of ours.
        bool isDocument = node is NodeObject { Count: 1 } o
            && Enters(NodeXmlParts.Of(o.Members[0].Value as NodeObject, _scope), o.Members[0].Key);
        if (isDocument)
            Element(((NodeObject)node!).Members[0].Key, ((NodeObject)node).Members[0].Value);
        else
            Tagged(Ours("value"), null, node);
        if (!_needsPrefix)
            return _output.ToArray();
        byte[] whole = _output.ToArray(), declaration = Encoding.UTF8.GetBytes($" xmlns:{_prefix}=\"{XmlNodes.Uri}\"");
        return [.. whole.AsSpan(0, _declareAt), .. declaration, .. whole.AsSpan(_declareAt)];
    }

    readonly bool Enters(NodeXmlParts parts, string name)
    {
        int outside = _scope.Enter(parts.Declarations);
        bool result = _scope.IsElementName(name);
        _scope.Leave(outside);
        return result;
    }

    string Ours(string name)
    {
        _needsPrefix = true;
        return _prefix + ":" + name;
    }

    void Put(string text)
    {
        int most = Encoding.UTF8.GetMaxByteCount(text.Length);
        _output.Advance(
            Encoding.UTF8.GetBytes(text, System.Runtime.InteropServices.MemoryMarshal.CreateSpan(ref _output.Reserve(most), most)));
    }

    void Attribute(string name, string value)
    {
        Put(" ");
        Put(name);
        Put("=\"");
        XmlEscape.Write(ref _output, value, XmlEscaping.ContractAttribute);
        Put("\"");
    }

    void Text(string text) => XmlEscape.Write(ref _output, text, XmlEscaping.ContractText);

    /// <summary>A member under its name, or, where that is none in XML, as an element that says it.</summary>
    void Element(string name, Node? node)
    {
        if (Enters(NodeXmlParts.Of(node as NodeObject, _scope), name))
            Tagged(name, null, node);
        else
            Tagged(Ours("member"), name, node);
    }

    /// <summary>An element; <paramref name="member"/> is the name that its tag does not say.</summary>
    void Tagged(string tag, string? member, Node? node)
    {
        if (++_depth > XmlNodes.MaxDepth)
            throw new NotSupportedException($"The value nests deeper than {XmlNodes.MaxDepth} levels, or contains itself.");
        Put("<");
        Put(tag);
        if (_depth == 1)
            _declareAt = _output.Position;
        if (member is not null && XmlNodes.CanStand(member))
            Attribute(Ours("name"), member);
        else if (member is not null)
            Attribute(Ours("json"), NodeXmlScalars.JsonOf(new NodeValue(member)));
        int content = _output.Position;
        switch (node)
        {
            case null:
                Null();
                break;
            case NodeValue value:
                Scalar(value);
                break;
            case NodeArray array:
                if (array.Count == 0)
                    Attribute(Ours("type"), "array");
                Put(">");
                foreach (Node? item in array)
                    Tagged(Ours("item"), null, item);
                break;
            case NodeObject o:
                Object(o);
                break;
        }
        Close(tag, content);
        _depth--;
    }

    /// <summary>The end tag; where nothing was written after the start tag, there is none.</summary>
    void Close(string tag, int content)
    {
        if (_output.Written[content..].EndsWith(">"u8) && !_output.Written[content..^1].Contains((byte)'>'))
        {
            _output.Advance(-1);
            Put("/>");
            return;
        }
        Put("</");
        Put(tag);
        Put(">");
    }

    void Null()
    {
        if (_scope.PrefixOf(XmlNamespaces.SchemaInstanceUri) is { } instance)
            Attribute(instance + ":nil", "true");
        else
            Attribute(Ours("type"), "null");
        Put(">");
    }

    void Scalar(NodeValue value)
    {
        var (type, isSchema) = NodeXmlScalars.NameOf(value);
        if (value is { Kind: NodeKind.String, Value: string text } && XmlNodes.CanStand(text))
        {
            Put(">");
            Text(text);
            return;
        }
        string content = type == NodeXmlScalars.Json ? "" : NodeXmlScalars.TextOf(value);
        if (type == NodeXmlScalars.Json || !XmlNodes.CanStand(content) || NodeXmlScalars.TryRead(type, isSchema, content) is null)
            (type, isSchema, content) = (NodeXmlScalars.Json, false, NodeXmlScalars.JsonOf(value));
        if (isSchema && _scope.PrefixOf(XmlNamespaces.SchemaInstanceUri) is { } instance
            && _scope.PrefixOf(XmlNamespaces.SchemaUri) is { } schema)
            Attribute(instance + ":type", schema + ":" + type);
        else
            Attribute(Ours("type"), type);
        Put(">");
        Text(content);
    }

    void Object(NodeObject o)
    {
        NodeXmlParts parts = NodeXmlParts.Of(o, _scope);
        foreach (var (name, value) in parts.Declarations)
            Attribute(name.Length == 0 ? "xmlns" : "xmlns:" + name, value);
        int outside = _scope.Enter(parts.Declarations);
        foreach (var (name, value) in parts.Attributes)
            Attribute(name, value);
        if (parts.NeedsMark)
            Attribute(Ours("type"), "object");
        Put(">");
        if (parts.Text is not null)
            Text(parts.Text);
        foreach (Node? part in parts.Content ?? [])
        {
            if (part is NodeObject { Members: [var (name, value)] })
                Element(name, value);
            else
                Text((string)((NodeValue)part!).Value);
        }
        foreach (var (name, value) in parts.Members)
        {
            if (value is NodeArray { Count: > 1 } items)
            {
                foreach (Node? item in items)
                    Element(name, item);
            }
            else
            {
                Element(name, value);
            }
        }
        _scope.Leave(outside);
    }
}
