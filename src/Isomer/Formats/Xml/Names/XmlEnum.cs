using System.Text;
using System.Xml;
using Isomer.Conventions;
using Isomer.Model;
using Isomer.Wire.Xml;

namespace Isomer.Formats;

/// <summary>The names of an enum in XML: one name, or for flags several with spaces between them.</summary>
internal static class XmlEnums
{
    /// <summary>The name or names of a value; null if it has none.</summary>
    public static string? TextOf(EnumModel model, long value)
    {
        if (model.NameOf(value) is { } name)
            return name;
        if (!model.IsFlags)
            return null;
        // As the framework: every flag that is contained, in declared order; zero and what is left must have a name.
        if (value == 0)
            return "";
        var text = new StringBuilder();
        long left = value;
        foreach (var (flag, bits) in model.Named)
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

    public static bool TryParse(EnumModel model, string text, out long value)
    {
        if (model.TryParse(text, ignoreCase: false, out value))
            return true;
        if (!model.IsFlags)
            return false;
        value = 0;
        foreach (string part in text.Split((char[]?)null, StringSplitOptions.RemoveEmptyEntries))
        {
            if (!model.TryParse(part, ignoreCase: false, out long bits))
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
        "Name" or "NCName" or "NMTOKEN" or "NMTOKENS" => XmlConvert.DecodeName(Collapse(value))!,
        _ => value,
    };

    /// <summary>Without white space around; XmlSerializer leaves that within, although XML Schema collapses it too.</summary>
    public static string Collapse(string value) => value.Trim();
}

/// <summary>The name of a type, as xsi:type has it.</summary>
internal sealed record XmlTypeName(string Name, string Namespace)
{
    static readonly int Slot = ModelSlot.Next();

    byte[]? _local;
    byte[]? _usual;
    int _number = -1;

    /// <summary>The name in UTF-8.</summary>
    public byte[] Local => _local ??= Encoding.UTF8.GetBytes(Name);

    /// <summary>The number of the namespace.</summary>
    public int Number => _number >= 0 ? _number : _number = XmlNamespaces.Number(Namespace);

    /// <summary>
    /// For types of XML Schema: the attribute that names it where the usual prefixes are declared, and the end of the tag.
    /// </summary>
    public byte[]? Usual => Namespace != XmlNames.Xsd ? null : _usual ??= Encoding.UTF8.GetBytes($" xsi:type=\"xsd:{Name}\">");

    public bool Is(int number, ReadOnlySpan<byte> local) => number == Number && local.SequenceEqual(Local);

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
