using System.Xml;

namespace Isomer.Formats;

internal sealed partial class JsonInfosetReader
{
    const string XmlnsNamespace = "http://www.w3.org/2000/xmlns/";

    static readonly string[] s_kinds = ["string", "number", "boolean", "null", "object", "array"];

    int _attribute = -1;
    bool _inAttributeValue;

    public override XmlNameTable NameTable => _names.Table;

    public override ReadState ReadState => _state;

    public override bool EOF => _state == ReadState.EndOfFile;

    public override string BaseURI => "";

    public override bool IsEmptyElement => false;

    public override XmlNodeType NodeType =>
        _inAttributeValue ? XmlNodeType.Text : _attribute >= 0 ? XmlNodeType.Attribute : _node;

    public override int Depth
    {
        get
        {
            if (_open == 0)
                return 0;
            int depth = _node == XmlNodeType.Text ? _open : _open - 1;
            return depth + (_attribute >= 0 ? 1 : 0) + (_inAttributeValue ? 1 : 0);
        }
    }

    public override string LocalName =>
        _attribute >= 0 ? LocalNameOf(Attribute(_attribute)) : IsNamed ? _frames[_open - 1].Name : "";

    public override string Prefix =>
        _attribute >= 0 ? Attribute(_attribute) == Part.Xmlns ? "xmlns" : "" : IsNamed && _frames[_open - 1].Item is not null ? "a" : "";

    public override string NamespaceURI =>
        _attribute >= 0 ? NamespaceOf(Attribute(_attribute)) : IsNamed && _frames[_open - 1].Item is not null ? ValueOf(Part.Xmlns) : "";

    /// <summary>The base's would ask for two of the above and put them together.</summary>
    public override string Name =>
        _attribute >= 0
            ? NameOf(Attribute(_attribute))
            : !IsNamed ? "" : _frames[_open - 1].Item is null ? _frames[_open - 1].Name : "a:item";

    public override string Value => Left(WholeValue);

    string WholeValue => _attribute >= 0 ? ValueOf(Attribute(_attribute)) : _node == XmlNodeType.Text ? Text() : "";

    public override int AttributeCount
    {
        get
        {
            if (_node != XmlNodeType.Element)
                return 0;
            ref var frame = ref _frames[_open - 1];
            return (frame.Item is null ? 1 : 3) + (frame.TypeName is null ? 0 : 1);
        }
    }

    bool IsNamed => _node is XmlNodeType.Element or XmlNodeType.EndElement;

    enum Part
    {
        Xmlns,
        Item,
        Type,
        TypeName,
    }

    /// <summary>In the order of the original: xmlns:a and item, for a member whose name is not an element's; type; __type.</summary>
    Part Attribute(int index) => (Part)(_frames[_open - 1].Item is null ? index + (int)Part.Type : index);

    static string LocalNameOf(Part attribute) => attribute switch
    {
        Part.Xmlns => "a",
        Part.Item => "item",
        Part.Type => "type",
        _ => "__type",
    };

    static string NameOf(Part attribute) => attribute == Part.Xmlns ? "xmlns:a" : LocalNameOf(attribute);

    static string NamespaceOf(Part attribute) => attribute == Part.Xmlns ? XmlnsNamespace : "";

    string ValueOf(Part attribute)
    {
        if ((_emptied >> (int)attribute & 1) != 0)
            return "";
        ref var frame = ref _frames[_open - 1];
        return attribute switch
        {
            Part.Xmlns => "item",
            Part.Item => frame.Item!,
            Part.Type => s_kinds[(int)frame.Kind],
            _ => frame.TypeName!,
        };
    }

    int FindAttribute(string name)
    {
        for (int i = 0; i < AttributeCount; i++)
        {
            if (name == NameOf(Attribute(i)))
                return i;
        }
        return -1;
    }

    int FindAttribute(string name, string? ns)
    {
        for (int i = 0; i < AttributeCount; i++)
        {
            var attribute = Attribute(i);
            if (name == LocalNameOf(attribute) && NamespaceOf(attribute) == (ns ?? ""))
                return i;
        }
        return -1;
    }

    public override string? GetAttribute(string name) => FindAttribute(name) is >= 0 and var index ? ValueOf(Attribute(index)) : null;

    public override string? GetAttribute(string name, string? namespaceURI) =>
        FindAttribute(name, namespaceURI) is >= 0 and var index ? ValueOf(Attribute(index)) : null;

    public override string GetAttribute(int i)
    {
        ArgumentOutOfRangeException.ThrowIfNegative(i);
        ArgumentOutOfRangeException.ThrowIfGreaterThanOrEqual(i, AttributeCount);
        return ValueOf(Attribute(i));
    }

    public override bool MoveToAttribute(string name) => MoveToAttributeAt(FindAttribute(name));

    public override bool MoveToAttribute(string name, string? ns) => MoveToAttributeAt(FindAttribute(name, ns));

    public override bool MoveToFirstAttribute() => MoveToAttributeAt(AttributeCount > 0 ? 0 : -1);

    public override bool MoveToNextAttribute() => MoveToAttributeAt(_attribute + 1 < AttributeCount ? _attribute + 1 : -1);

    bool MoveToAttributeAt(int index)
    {
        if (index < 0)
            return false;
        _attribute = index;
        _inAttributeValue = false;
        _taken = 0;
        return true;
    }

    public override bool MoveToElement()
    {
        if (_attribute < 0)
            return false;
        _attribute = -1;
        _inAttributeValue = false;
        _taken = 0;
        return true;
    }

    public override bool ReadAttributeValue()
    {
        if (_attribute < 0 || _inAttributeValue)
            return false;
        _inAttributeValue = true;
        _taken = 0;
        return true;
    }

    public override string? LookupNamespace(string prefix)
    {
        switch (prefix)
        {
            case "":
                return "";
            case "xml":
                return "http://www.w3.org/XML/1998/namespace";
            case "xmlns":
                return XmlnsNamespace;
            case "a":
                for (int i = _open - 1; i >= 0; i--)
                    if (_frames[i].Item is not null)
                        return "item";
                return null;
            default:
                return null;
        }
    }

    public override void ResolveEntity() => throw new InvalidOperationException("JSON has no entities.");

    public bool HasLineInfo() => true;

    public int LineNumber => _state == ReadState.Initial ? 0 : _line;

    public int LinePosition => _state == ReadState.Initial ? 0 : (int)Math.Min(_input.Offset - _lineStart + 1, int.MaxValue);
}
