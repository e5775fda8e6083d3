using System.Text;
using System.Xml;
using Isomer.Conventions;
using Isomer.Model;

namespace Isomer;

/// <summary>The names of an enum in XML: one name, or for flags several with spaces between them.</summary>
internal sealed class XmlEnum
{
    static readonly int Slot = ModelSlot.Next();

    readonly Dictionary<long, string> _names = [];
    readonly Dictionary<string, long> _values = new(StringComparer.Ordinal);
    readonly XmlEnumFacts _facts;

    XmlEnum(XmlEnumFacts facts)
    {
        _facts = facts;
        foreach (var (name, value) in facts.Values)
        {
            _names.TryAdd(value, name);
            _values.TryAdd(name, value);
        }
    }

    public bool IsFlags => _facts.IsFlags;

    public static XmlEnum Of(TypeModel model) =>
        (XmlEnum?)model.GetSlot(Slot) ?? model.SetSlot(Slot, new XmlEnum((XmlEnumFacts)model.Details!));

    /// <summary>The name or names of a value; null if it has none.</summary>
    public string? TextOf(long value)
    {
        if (_names.TryGetValue(value, out string? name))
            return name;
        if (!IsFlags)
            return null;
        // As the framework: every flag that is contained, in declared order; zero and what is left must have a name.
        if (value == 0)
            return "";
        var text = new StringBuilder();
        long left = value;
        foreach (var (flag, bits) in _facts.Values)
        {
            if (bits == 0 || (value & bits) != bits)
                continue;
            left &= ~bits;
            if (text.Length > 0)
                text.Append(' ');
            text.Append(flag);
        }
        return left == 0 ? text.ToString() : null;
    }

    public bool TryParse(string text, out long value)
    {
        if (_values.TryGetValue(text, out value))
            return true;
        if (!IsFlags)
            return false;
        value = 0;
        foreach (string part in text.Split((char[]?)null, StringSplitOptions.RemoveEmptyEntries))
        {
            if (!_values.TryGetValue(part, out long bits))
                return false;
            value |= bits;
        }
        return true;
    }
}

/// <summary>Strings whose DataType is a name: characters that names may not have are encoded.</summary>
internal static class XmlForms
{
    public static string Encode(string value, string dataType) => dataType switch
    {
        "Name" => XmlConvert.EncodeName(value)!,
        "NCName" => XmlConvert.EncodeLocalName(value)!,
        "NMTOKEN" => XmlConvert.EncodeNmToken(value)!,
        "NMTOKENS" => string.Join(' ', value.Split(' ').Select(v => XmlConvert.EncodeNmToken(v))),
        _ => value,
    };

    public static string Decode(string value, string dataType) => dataType switch
    {
        "Name" or "NCName" or "NMTOKEN" => XmlConvert.DecodeName(Collapse(value))!,
        "NMTOKENS" => XmlConvert.DecodeName(value)!,
        _ => value,
    };

    /// <summary>Without white space around, and one space within.</summary>
    public static string Collapse(string value) =>
        string.Join(' ', value.Split([' ', '\t', '\n', '\r'], StringSplitOptions.RemoveEmptyEntries));
}

/// <summary>The name of a type, as xsi:type has it.</summary>
internal sealed record XmlTypeName(string Name, string Namespace)
{
    static readonly int Slot = ModelSlot.Next();

    static readonly XmlTypeName[] Scalars = [.. Enumerable.Range(0, 28).Select(i => Create((Scalar)i))];

    public static XmlTypeName OfScalar(Scalar scalar) => Scalars[(int)scalar];

    /// <summary>The name of a model's type; null for an anonymous one.</summary>
    public static XmlTypeName? Of(TypeModel model)
    {
        if (model is ScalarModel scalar)
            return OfScalar(scalar.Scalar);
        if (model.GetSlot(Slot) is XmlTypeName known)
            return known;
        var name = model.Details switch
        {
            XmlArrayFacts array => new XmlTypeName(array.NameOf(), array.Namespace),
            XmlTypeFacts { Name: { } given } facts => new XmlTypeName(given, facts.Namespace),
            _ => null,
        };
        return name is null ? null : model.SetSlot(Slot, name);
    }

    static XmlTypeName Create(Scalar scalar)
    {
        var (name, isMicrosoft) = XmlTypeNames.OfScalar(scalar);
        return new XmlTypeName(name, isMicrosoft ? XmlNames.MsTypes : XmlNames.Xsd);
    }
}
