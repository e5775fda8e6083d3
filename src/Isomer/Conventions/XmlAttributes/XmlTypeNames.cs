using System.Text;
using System.Xml;
using System.Xml.Serialization;
using Isomer.Model;

namespace Isomer.Conventions;

/// <summary>The names that XmlSerializer gives to types and to elements that have none of their own.</summary>
internal static class XmlTypeNames
{
    public const string Xsd = "http://www.w3.org/2001/XMLSchema";
    public const string Xsi = "http://www.w3.org/2001/XMLSchema-instance";
    public const string MsTypes = "http://microsoft.com/wsdl/types/";

    /// <summary>The XSD type of a scalar, and whether it is one of Microsoft's own.</summary>
    public static (string Name, bool IsMicrosoft) OfScalar(Scalar scalar) => scalar switch
    {
        Scalar.Boolean => ("boolean", false),
        Scalar.Char => ("char", true),
        Scalar.SByte => ("byte", false),
        Scalar.Byte => ("unsignedByte", false),
        Scalar.Int16 => ("short", false),
        Scalar.UInt16 => ("unsignedShort", false),
        Scalar.Int32 => ("int", false),
        Scalar.UInt32 => ("unsignedInt", false),
        Scalar.Int64 => ("long", false),
        Scalar.UInt64 => ("unsignedLong", false),
        Scalar.Single => ("float", false),
        Scalar.Double => ("double", false),
        Scalar.Decimal => ("decimal", false),
        Scalar.String => ("string", false),
        Scalar.Bytes => ("base64Binary", false),
        Scalar.DateTime => ("dateTime", false),
        Scalar.Guid => ("guid", true),
        Scalar.TimeSpan => ("TimeSpan", true),
        Scalar.DateTimeOffset => ("dateTimeOffset", true),
        Scalar.DateOnly => ("dateOnly", true),
        Scalar.TimeOnly => ("timeOnly", true),
        Scalar.Int128 or Scalar.UInt128 or Scalar.BigInteger => ("integer", false),
        Scalar.Half => ("float", false),
        _ => ("string", false),
    };

    /// <summary>A name as XML takes it; ASCII names are their own.</summary>
    public static string Encode(string name)
    {
        if (name.Length > 0 && (char.IsAsciiLetter(name[0]) || name[0] == '_'))
        {
            int i = 1;
            while (i < name.Length
                && (char.IsAsciiLetterOrDigit(name[i]) || (name[i] == '_' && (i + 1 >= name.Length || name[i + 1] != 'x'))))
                i++;
            if (i == name.Length)
                return name;
        }
        return XmlConvert.EncodeLocalName(name)!;
    }

    /// <summary>The name of a type without its attributes: generic ones are GenOfIntOfString.</summary>
    public static string Plain(Type type)
    {
        if (type.IsArray)
            return "ArrayOf" + Plain(type.GetElementType()!);
        if (!type.IsGenericType)
            return type.Name;
        var name = new StringBuilder();
        int arity = type.Name.IndexOf('`');
        name.Append(arity < 0 ? type.Name : type.Name[..arity]).Append("Of");
        foreach (var argument in type.GetGenericArguments())
            name.Append(Plain(argument));
        return name.ToString();
    }

    /// <summary>The name of a type as XmlType gives it; <c>{T}</c> in that stands for a type argument.</summary>
    public static string Of(XmlSettings settings, Type type, XmlAttributes? marks)
    {
        string name = marks?.XmlType is { TypeName.Length: > 0 } given ? given.TypeName : Plain(type);
        if (!type.IsGenericType || !name.Contains('{', StringComparison.Ordinal))
            return name;
        var parameters = type.GetGenericTypeDefinition().GetGenericArguments();
        var arguments = type.GetGenericArguments();
        for (int i = 0; i < parameters.Length; i++)
            name = name.Replace("{" + parameters[i].Name + "}", Argument(settings, arguments[i]), StringComparison.Ordinal);
        return name;
    }

    static string Argument(XmlSettings settings, Type type) =>
        type == typeof(object) ? "anyType"
        : Scalars.Of(type) is var scalar and not Scalar.None ? OfScalar(scalar).Name
        : Of(settings, type, settings.MarksOf(type));

    /// <summary>ArrayOfInt, of the name of the item.</summary>
    public static string ArrayOf(string item) => "ArrayOf" + Pascal(item);

    /// <summary>As the framework makes identifiers: one of up to two characters is upper case as a whole.</summary>
    static string Pascal(string name)
    {
        string valid = Valid(name);
        return valid.Length <= 2 ? valid.ToUpperInvariant()
            : char.IsLower(valid[0]) ? char.ToUpperInvariant(valid[0]) + valid[1..]
            : valid;
    }

    static string Valid(string name)
    {
        var valid = new StringBuilder(name.Length);
        foreach (char c in name)
        {
            if (valid.Length == 0 && !char.IsLetter(c) && c != '_')
            {
                // What may not begin an identifier goes behind a word that may.
                if (char.IsDigit(c))
                    valid.Append("Item").Append(c);
                continue;
            }
            if (char.IsLetterOrDigit(c) || c == '_'
                || char.GetUnicodeCategory(c) is System.Globalization.UnicodeCategory.NonSpacingMark
                    or System.Globalization.UnicodeCategory.SpacingCombiningMark
                    or System.Globalization.UnicodeCategory.ConnectorPunctuation)
                valid.Append(c);
        }
        return valid.Length == 0 ? "Item" : valid.ToString();
    }
}
