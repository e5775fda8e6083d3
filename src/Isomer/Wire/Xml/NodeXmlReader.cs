using Isomer.Formats;
using Isomer.Nodes;

namespace Isomer.Wire.Xml;

/// <summary>Reads a document into nodes; see <see cref="XmlNodes"/>.</summary>
internal ref struct NodeXmlReader
{
    readonly NodePlaces? _places;
    readonly int _skipped;
    readonly int _ours;
    readonly Limits _limits;
    XmlScanner _xml;

    public NodeXmlReader(ReadOnlySpan<byte> text, XmlRules rules, Limits limits, NodePlaces? places, int skipped)
    {
        (_limits, _places, _skipped) = (limits, places, skipped);
        _ours = XmlNamespaces.Number(XmlNodes.Uri); // before the document is looked at, or its declaration would not be found
        _xml = new XmlScanner(text, rules);
    }

    public readonly int Position => _xml.Position;

    public readonly void Dispose() => _xml.Dispose();

    /// <summary>What an element has in it: another one, or a piece of text, which has no name.</summary>
    readonly record struct Part(string? Name, Node? Node, bool IsItem, int Start, int End);

    /// <summary>What the tag of an element says.</summary>
    sealed class Tag
    {
        public NodeObject Attributes { get; } = [];
        public string? Mark;
        public string? MemberName;
        public string? Nil;
        public string? Type;

        /// <summary>Whether nil and type are all that there is.</summary>
        public bool IsPlain = true;
    }

    public Node? Document()
    {
        if (_xml.Peek() != XmlToken.Start)
            throw _xml.Error("Expected an element.");
        Part root = Element();
        _xml.End();
        if (root.Name is null)
            return root.Node;
        var document = new NodeObject { [root.Name] = root.Node };
        Place(document, root.Start, root.End);
        return document;
    }

    readonly void Place(Node? node, int start, int end)
    {
        if (node is not null)
            _places?.Add(node, start + _skipped, end - start);
    }

    Part Element()
    {
        int start = _xml.Position;
        _xml.ReadStart();
        bool isOurs = _xml.Namespace == _ours;
        bool isItem = isOurs && _xml.LocalName.SequenceEqual("item"u8);
        bool isValue = isOurs && _xml.LocalName.SequenceEqual("value"u8) && _xml.Depth == 1;
        bool isMember = isOurs && _xml.LocalName.SequenceEqual("member"u8);
        string? name = isValue ? null : XmlScanner.ToUtf16(_xml.Name);
        Tag tag = ReadTag(isMember);
        if (isMember)
            name = tag.MemberName ?? throw _xml.Error("A member has no name.");
        int content = _xml.Position;
        List<Part> parts = Parts();
        int contentEnd = _xml.Position;
        _xml.ReadEnd();
        Node? node = Value(tag, parts);
        if (node is NodeValue)
            Place(node, content, contentEnd);
        else
            Place(node, start, _xml.Position);
        return new Part(name, node, isItem, start, _xml.Position);
    }

    readonly Tag ReadTag(bool isMember)
    {
        var tag = new Tag();
        var bindings = _xml.Bindings(out int first);
        for (int i = first; i < bindings.Length; i++)
        {
            if (bindings[i].Namespace == _ours)
                continue;
            string prefix = XmlScanner.ToUtf16(_xml.Input.Slice(bindings[i].PrefixStart, bindings[i].PrefixLength));
            tag.Attributes.Add(prefix.Length == 0 ? "@xmlns" : "@xmlns:" + prefix,
                new NodeValue(_xml.NamespaceText(bindings[i].Namespace)));
            tag.IsPlain = false;
        }
        foreach (ref readonly XmlAttributeSpan attribute in _xml.Attributes)
        {
            string value = XmlScanner.ToUtf16(_xml.ValueOf(attribute));
            var local = _xml.LocalNameOf(attribute);
            if (attribute.Namespace == _ours && attribute.PrefixLength > 0)
            {
                if (local.SequenceEqual("type"u8))
                    tag.Mark = value;
                else if (isMember && local.SequenceEqual("name"u8))
                    tag.MemberName = value;
                else
                    tag.MemberName = isMember && local.SequenceEqual("json"u8) && JsonOf(value) is NodeValue { Value: string name }
                        ? name
                        : throw _xml.Error($"This attribute is none of {XmlNodes.Uri}.");
                continue;
            }
            bool isInstance = attribute.Namespace == XmlNamespaces.SchemaInstance && attribute.PrefixLength > 0;
            if (isInstance && local.SequenceEqual("nil"u8))
                tag.Nil = value;
            else if (isInstance && local.SequenceEqual("type"u8))
                (tag.Type, tag.IsPlain) = SchemaType(value) is { } type ? (type, tag.IsPlain) : (null, false);
            else
                tag.IsPlain = false;
            var node = new NodeValue(value);
            tag.Attributes.Add("@" + XmlScanner.ToUtf16(_xml.Input.Slice(attribute.NameStart, attribute.NameLength)), node);
            Place(node, attribute.ValueStart, attribute.ValueStart + attribute.ValueLength);
        }
        return tag;
    }

    /// <summary>The local name, if the prefix stands for XML Schema.</summary>
    readonly string? SchemaType(string name)
    {
        int colon = name.IndexOf(':', StringComparison.Ordinal);
        return colon > 0 && _xml.Resolve(System.Text.Encoding.UTF8.GetBytes(name[..colon])) == XmlNamespaces.Schema
            ? name[(colon + 1)..]
            : null;
    }

    List<Part> Parts()
    {
        var parts = new List<Part>();
        while (true)
        {
            XmlToken token = _xml.PeekText();
            int start = _xml.Position;
            if (token == XmlToken.Start)
            {
                parts.Add(Element());
                continue;
            }
            if (token != XmlToken.Text)
                return parts;
            var text = new NodeValue(XmlScanner.ToUtf16(_xml.ReadText()));
            parts.Add(new Part(null, text, false, start, _xml.Position));
        }
    }

    readonly Node? Value(Tag tag, List<Part> parts)
    {
        bool hasElements = parts.Exists(p => p.Name is not null);
        bool isMixed = hasElements && parts.Exists(p => p.Name is null && !XmlChars.IsWhite(TextOf(p)));
        if (hasElements && !isMixed)
            parts.RemoveAll(p => p.Name is null);
        string text = hasElements ? "" : string.Concat(parts.Select(TextOf));
        if (tag.Mark is not null)
            return Marked(tag, parts, hasElements, text);
        if (!hasElements)
        {
            if (tag.IsPlain && XmlNodes.TryMeaning(tag.Nil, tag.Type, text, out Node? value))
                return value;
            return tag.Attributes.Count == 0 ? new NodeValue(text) : WithText(tag.Attributes, text, parts);
        }
        if (tag.Attributes.Count == 0 && !isMixed && parts.TrueForAll(p => p.IsItem))
            return Items(parts.Select(p => p.Node), parts.Count);
        return Members(tag.Attributes, parts, isMixed);
    }

    readonly Node? Marked(Tag tag, List<Part> parts, bool hasElements, string text)
    {
        if (tag.Mark != "object" && tag.Attributes.Count > 0)
            throw _xml.Error($"A '{tag.Mark}' has no attributes.");
        switch (tag.Mark)
        {
            case "null" when !hasElements && text.Length == 0:
                return null;
            case "array" when parts.TrueForAll(p => p.IsItem):
                return Items(parts.Select(p => p.Node), parts.Count);
            case "object":
                return hasElements
                    ? Members(tag.Attributes, parts, parts.Exists(p => p.Name is null))
                    : WithText(tag.Attributes, text, parts);
            case NodeXmlScalars.Json when !hasElements:
                return JsonOf(text);
            default:
                return (hasElements ? null : NodeXmlScalars.TryRead(tag.Mark!, isSchema: false, text))
                    ?? throw _xml.Error($"The content is no '{tag.Mark}'.");
        }
    }

    readonly Node? JsonOf(string text)
    {
        try
        {
            return JsonWithin.ParseNode(text, _limits == Limits.Default ? s_json : s_json with { Limits = _limits });
        }
        catch (WireFormatException e)
        {
            throw _xml.Error("This is no JSON that is taken: " + e.Message, e);
        }
    }

    static readonly JsonOptions s_json = new() { Numbers = JsonNumbers.NamedFloats };

    readonly NodeObject WithText(NodeObject attributes, string text, List<Part> parts)
    {
        if (text.Length == 0)
            return attributes;
        var node = new NodeValue(text);
        Place(node, parts[0].Start, parts[^1].End);
        attributes.Add("#text", node);
        return attributes;
    }

    readonly NodeObject Members(NodeObject result, List<Part> parts, bool isMixed)
    {
        if (isMixed || !IsGrouped(result, parts))
        {
            NodeArray content = Items(parts.Select(p => p.Name is null ? p.Node : new NodeObject { [p.Name] = p.Node }), parts.Count);
            for (int i = 0; i < parts.Count; i++)
                Place(content[i], parts[i].Start, parts[i].End);
            Place(content, parts[0].Start, parts[^1].End);
            result["#content"] = content;
            return result;
        }
        for (int i = 0; i < parts.Count;)
        {
            int end = i + 1;
            while (end < parts.Count && parts[end].Name == parts[i].Name)
                end++;
            Node? value = parts[i].Node;
            if (end - i > 1)
            {
                value = Items(parts.Skip(i).Take(end - i).Select(p => p.Node), end - i);
                Place(value, parts[i].Start, parts[end - 1].End);
            }
            result.Add(parts[i].Name!, value);
            i = end;
        }
        return result;
    }

    readonly NodeArray Items(IEnumerable<Node?> items, int count) =>
        count <= _limits.MaxItems
        ? new NodeArray(items)
        : throw _xml.Error($"An array has more than {_limits.MaxItems} items (Limits.MaxItems).");

    /// <summary>Whether elements of one name follow each other, and none has the name of an attribute.</summary>
    static bool IsGrouped(NodeObject attributes, List<Part> parts)
    {
        var seen = new HashSet<string>();
        for (int i = 0; i < parts.Count; i++)
        {
            string name = parts[i].Name!;
            if ((i == 0 || parts[i - 1].Name != name) && (!seen.Add(name) || attributes.Contains(name)))
                return false;
        }
        return true;
    }

    static string TextOf(Part part) => (string)((NodeValue)part.Node!).Value;
}
