using System.Xml;

namespace Isomer.Formats;

/// <summary>Simple values whose type is said by xsi:type: the name of a type, its text, and the type of a name.</summary>
internal static class SoapSimple
{
    static readonly Dictionary<Type, XmlQualifiedName> s_names = new()
    {
        [typeof(string)] = Xsd("string"),
        [typeof(int)] = Xsd("int"),
        [typeof(bool)] = Xsd("boolean"),
        [typeof(short)] = Xsd("short"),
        [typeof(long)] = Xsd("long"),
        [typeof(float)] = Xsd("float"),
        [typeof(double)] = Xsd("double"),
        [typeof(decimal)] = Xsd("decimal"),
        [typeof(DateTime)] = Xsd("dateTime"),
        [typeof(byte)] = Xsd("unsignedByte"),
        [typeof(sbyte)] = Xsd("byte"),
        [typeof(ushort)] = Xsd("unsignedShort"),
        [typeof(uint)] = Xsd("unsignedInt"),
        [typeof(ulong)] = Xsd("unsignedLong"),
        [typeof(char)] = Clr("char"),
        [typeof(XmlQualifiedName)] = Xsd("QName"),
        [typeof(byte[])] = Xsd("base64Binary"),
        [typeof(Guid)] = Clr("guid"),
        [typeof(TimeSpan)] = Clr("TimeSpan"),
        [typeof(DateTimeOffset)] = Clr("dateTimeOffset"),
        [typeof(XmlNode[])] = Xsd(SoapNames.AnyType),
    };

    static XmlQualifiedName Xsd(string name) => new(name, SoapNames.Xsd);

    static XmlQualifiedName Clr(string name) => new(name, SoapNames.Clr);

    public static XmlQualifiedName? NameOf(Type type) =>
        // An enum has the type code of its numbers, and the original goes by that.
        type.IsEnum ? s_names[Enum.GetUnderlyingType(type)] : s_names.GetValueOrDefault(type);

    public static string TextOf(object value) => value switch
    {
        int number => XmlConvert.ToString(number),
        bool truth => XmlConvert.ToString(truth),
        short number => XmlConvert.ToString(number),
        long number => XmlConvert.ToString(number),
        float number => XmlConvert.ToString(number),
        double number => XmlConvert.ToString(number),
        decimal number => XmlConvert.ToString(number),
        DateTime time => SoapScalar.Formats.Moment(time),
        char letter => SoapScalar.Formats.Letter(letter),
        byte number => XmlConvert.ToString(number),
        sbyte number => XmlConvert.ToString(number),
        ushort number => XmlConvert.ToString(number),
        uint number => XmlConvert.ToString(number),
        ulong number => XmlConvert.ToString(number),
        Guid id => XmlConvert.ToString(id),
        TimeSpan span => XmlConvert.ToString(span),
        DateTimeOffset time => XmlConvert.ToString(time),
        Enum => XmlConvert.ToString(Convert.ToInt64(value, System.Globalization.CultureInfo.InvariantCulture)),
        _ => throw new NotSupportedException($"A value of type '{value.GetType()}' has no simple form."),
    };

    /// <summary>The type of the items of an array, where it is a simple one; null where the namespace is none of simple types.</summary>
    public static Type? TypeOf(XmlQualifiedName name)
    {
        if (!SoapNames.IsSimple(name.Namespace))
            return null;
        if (name.Namespace == SoapNames.Clr)
            return name.Name switch
            {
                "char" => typeof(char),
                "guid" => typeof(Guid),
                "TimeSpan" => typeof(TimeSpan),
                "dateTimeOffset" => typeof(DateTimeOffset),
                "dateOnly" => typeof(DateOnly),
                "timeOnly" => typeof(TimeOnly),
                _ => throw Unknown(name),
            };
        bool isOld = name.Namespace is SoapNames.Xsd1999 or SoapNames.Xsd2000;
        return name.Name switch
        {
            "int" => typeof(int),
            "boolean" => typeof(bool),
            "short" => typeof(short),
            "long" => typeof(long),
            "float" => typeof(float),
            "double" => typeof(double),
            "decimal" => typeof(decimal),
            "timeInstant" when isOld => typeof(DateTime),
            "dateTime" when !isOld => typeof(DateTime),
            "date" or "time" => typeof(DateTime),
            "QName" => typeof(XmlQualifiedName),
            "hexBinary" => typeof(byte[]),
            "base64Binary" when !isOld => typeof(byte[]),
            "unsignedByte" when !isOld => typeof(byte),
            "byte" => typeof(sbyte),
            "unsignedShort" => typeof(ushort),
            "unsignedInt" => typeof(uint),
            "unsignedLong" => typeof(ulong),
            _ when IsText(name.Name) => typeof(string),
            _ => throw Unknown(name),
        };
    }

    /// <summary>The value of a simple type's text; false where the name is none of a simple type.</summary>
    public static bool TryParse(XmlQualifiedName name, Func<string> text, out object? value)
    {
        value = null;
        if (!SoapNames.IsSimple(name.Namespace) || name.Name == SoapNames.AnyType)
            return false;
        bool isOld = name.Namespace is SoapNames.Xsd1999 or SoapNames.Xsd2000;
        if (name.Namespace == SoapNames.Clr)
        {
            value = name.Name switch
            {
                "char" => SoapScalar.Parses.Letter(text()),
                "guid" => new Guid(text().Trim()),
                "TimeSpan" => XmlConvert.ToTimeSpan(text()),
                "dateTimeOffset" => XmlConvert.ToDateTimeOffset(text()),
                "dateOnly" => SoapScalar.Parses.DayOnly(text()),
                "timeOnly" => SoapScalar.Parses.Clock(text()),
                _ => null,
            };
            return value is not null;
        }
        value = name.Name switch
        {
            "string" or "normalizedString" => text(),
            "int" => XmlConvert.ToInt32(text()),
            "boolean" => XmlConvert.ToBoolean(text()),
            "short" => XmlConvert.ToInt16(text()),
            "long" => XmlConvert.ToInt64(text()),
            "float" => XmlConvert.ToSingle(text()),
            "double" => XmlConvert.ToDouble(text()),
            "decimal" => XmlConvert.ToDecimal(text()),
            "timeInstant" when isOld => SoapScalar.Parses.Moment(text()),
            "dateTime" when !isOld => SoapScalar.Parses.Moment(text()),
            "date" => SoapScalar.Parses.Day(text()),
            "time" => SoapScalar.Parses.TimeOfDay(text()),
            "unsignedByte" => XmlConvert.ToByte(text()),
            "byte" => XmlConvert.ToSByte(text()),
            "unsignedShort" => XmlConvert.ToUInt16(text()),
            "unsignedInt" => XmlConvert.ToUInt32(text()),
            "unsignedLong" => XmlConvert.ToUInt64(text()),
            "hexBinary" when !isOld => SoapScalar.Parses.Hex(text()),
            "base64Binary" when !isOld => SoapScalar.Parses.Base64(text()),
            "base64" when name.Namespace is SoapNames.Encoding or SoapNames.Encoding12 => SoapScalar.Parses.Base64(text()),
            _ when IsText(name.Name) => text().Trim(),
            _ => null,
        };
        return value is not null;
    }

    static bool IsText(string name) =>
        name is "string" or "anyURI" or "duration" or "ENTITY" or "ENTITIES" or "gDay" or "gMonth" or "gMonthDay" or "gYear" or "gYearMonth"
        or "ID" or "IDREF" or "IDREFS" or "integer" or "language" or "Name" or "NCName" or "negativeInteger" or "nonPositiveInteger"
        or "nonNegativeInteger"
        or "normalizedString" or "NMTOKEN" or "NMTOKENS" or "NOTATION" or "positiveInteger" or "token";

    static WireFormatException Unknown(XmlQualifiedName name) =>
        new($"The type '{name.Name}' of the namespace '{name.Namespace}' is not known.");
}
