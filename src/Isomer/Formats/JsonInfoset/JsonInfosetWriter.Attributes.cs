using System.Xml;

namespace Isomer.Formats;

internal sealed partial class JsonInfosetWriter
{
    const string XmlnsNamespace = "http://www.w3.org/2000/xmlns/";

    JsonInfosetCharacters _attributeText;
    string? _attribute;

    public override void WriteStartAttribute(string? prefix, string localName, string? ns)
    {
        ArgumentNullException.ThrowIfNull(localName);
        CheckOpen();
        if (_attribute is not null)
            throw Refused("An attribute cannot begin inside another.");
        if (!_tagOpen)
            throw Refused("Attributes stand in start tags.");
        ref var frame = ref _frames[_open - 1];
        string name = IsDeclaration(prefix, localName, ns) ? "xmlns" : localName;
        if (name == "xmlns" ? !frame.NamedByAttribute : !string.IsNullOrEmpty(prefix) || !string.IsNullOrEmpty(ns))
            throw new ArgumentException($"JSON has no namespaces, but the attribute '{localName}' is in one.", nameof(ns));
        switch (name)
        {
            case "xmlns":
                break;
            case "type" when frame.HasKind:
            case "__type" when frame.TypeName is not null:
            case "item" when frame.NamedByAttribute && frame.Name is not null:
                throw Refused($"The attribute '{name}' comes twice.");
            case "__type" when frame.HasKind && frame.Kind != JsonKind.Object:
                throw Refused("An element with __type must say type=\"object\".");
            case "type" or "__type":
            case "item" when frame.NamedByAttribute:
                break;
            default:
                throw new ArgumentException(
                    $"An element has the attributes 'type' and '__type', and 'item' in the namespace 'item'; not '{localName}'.",
                    nameof(localName));
        }
        _attribute = name;
        _attributeText.Clear();
        _state = WriteState.Attribute;
    }

    static bool IsDeclaration(string? prefix, string localName, string? ns) =>
        ns == XmlnsNamespace || (prefix == "xmlns" && string.IsNullOrEmpty(ns)) || (string.IsNullOrEmpty(prefix) && localName == "xmlns");

    public override void WriteEndAttribute()
    {
        CheckOpen();
        if (_attribute is null)
            throw Refused("No attribute is open.");
        var value = _attributeText.Text;
        ref var frame = ref _frames[_open - 1];
        switch (_attribute)
        {
            case "type":
                frame.Kind = KindOf(value);
                frame.HasKind = true;
                if (frame.TypeName is not null && frame.Kind != JsonKind.Object)
                    throw Refused("An element with __type must say type=\"object\".");
                break;
            case "__type":
                frame.TypeName = value.ToString();
                break;
            case "item":
                frame.Name = value.ToString();
                break;
        }
        _attribute = null;
        _state = WriteState.Element;
    }

    static JsonKind KindOf(ReadOnlySpan<char> value) => value switch
    {
        "string" => JsonKind.String,
        "number" => JsonKind.Number,
        "boolean" => JsonKind.Boolean,
        "null" => JsonKind.Null,
        "object" => JsonKind.Object,
        "array" => JsonKind.Array,
        _ => throw Refused($"The attribute 'type' is string, number, boolean, null, object or array; not '{value}'."),
    };

    /// <summary>
    /// The declaration of <c>a</c> may be written anew by whoever copies an infoset; others have nothing to declare here.
    /// </summary>
    public override string? LookupPrefix(string ns)
    {
        ArgumentNullException.ThrowIfNull(ns);
        if (ns == "item" && _open > 0 && _frames[_open - 1].NamedByAttribute)
            return "a";
        return ns switch
        {
            "" => "",
            "http://www.w3.org/XML/1998/namespace" => "xml",
            XmlnsNamespace => "xmlns",
            _ => null,
        };
    }

    public override void WriteXmlnsAttribute(string? prefix, string namespaceUri)
    {
        WriteStartAttribute("xmlns", prefix ?? "a", XmlnsNamespace);
        WriteString(namespaceUri);
        WriteEndAttribute();
    }
}
