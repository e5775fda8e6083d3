using System.Globalization;
using System.Runtime.Serialization;
using System.Text;
using Isomer.Wire.Xml;

namespace Isomer.Conventions;

#pragma warning disable SYSLIB0050 // the types of an older age are what this is about

/// <summary>Makes of an entry what an ISerializable asks for. In SOAP most entries do not say what they are, and are text.</summary>
internal sealed class EntryConverter : IFormatterConverter
{
    public static EntryConverter Instance { get; } = new();

    /// <summary>Text that is longer is no number, however its digits go on.</summary>
    const int LongestNumber = 1000;

    static readonly FormatterConverter s_plain = new();

    public object Convert(object value, Type type)
    {
        type = Nullable.GetUnderlyingType(type) ?? type;
        // Added as a number, for C# takes it for one.
        if (type == typeof(nint))
            return (nint)ToInt64(value);
        if (type == typeof(nuint))
            return (nuint)ToUInt64(value);
        if (value is not string text)
            return s_plain.Convert(value, type);
        if (type.IsEnum)
            return Enum.Parse(type, text, ignoreCase: true);
        if (type == typeof(Guid))
            return Guid.Parse(text);
        if (type == typeof(TimeSpan))
            return SoapDurations.TryRead(Encoding.UTF8.GetBytes(text), out var span)
                ? span
                : throw new FormatException($"'{text}' is no duration.");
        return Convert(value, Type.GetTypeCode(type)) is var converted && type.IsInstanceOfType(converted)
            ? converted
            : s_plain.Convert(value, type);
    }

    /// <summary>A value of a type that an envelope tells as text; what is none is left as it is.</summary>
    public static object? OfText(object? value, Type type)
    {
        if (value is not string text || text.Length >= LongestNumber
            || !(type.IsPrimitive || type == typeof(decimal) || type == typeof(DateTime)))
            return value;
        try
        {
            return Instance.Convert(text, type);
        }
        catch (Exception e) when (e is FormatException or OverflowException or InvalidCastException)
        {
            return value;
        }
    }

    public object Convert(object value, TypeCode typeCode) => value is not string text ? s_plain.Convert(value, typeCode) : typeCode switch
    {
        TypeCode.Boolean => ToBoolean(value),
        TypeCode.DateTime => ToDateTime(value),
        TypeCode.Single => ToSingle(value),
        TypeCode.Double => ToDouble(value),
        TypeCode.Object => value,
        _ => s_plain.Convert(text, typeCode),
    };

    public bool ToBoolean(object value) => value switch { "1" => true, "0" => false, _ => s_plain.ToBoolean(value) };

    public DateTime ToDateTime(object value) =>
        value is string text && XmlDates.TryReadDateTime(Encoding.UTF8.GetBytes(text), out var time) ? time : s_plain.ToDateTime(value);

    public double ToDouble(object value) =>
        value switch { "INF" => double.PositiveInfinity, "-INF" => double.NegativeInfinity, _ => s_plain.ToDouble(value) };

    public float ToSingle(object value) =>
        value switch { "INF" => float.PositiveInfinity, "-INF" => float.NegativeInfinity, _ => s_plain.ToSingle(value) };

    public byte ToByte(object value) => s_plain.ToByte(value);

    public char ToChar(object value) => s_plain.ToChar(value);

    public decimal ToDecimal(object value) =>
        value is string text ? decimal.Parse(text, NumberStyles.Float, CultureInfo.InvariantCulture) : s_plain.ToDecimal(value);

    public short ToInt16(object value) => s_plain.ToInt16(value);

    public int ToInt32(object value) => s_plain.ToInt32(value);

    public long ToInt64(object value) => s_plain.ToInt64(value);

    public sbyte ToSByte(object value) => s_plain.ToSByte(value);

    public string? ToString(object value) => PlainEntryConverter.TextOf(value);

    public ushort ToUInt16(object value) => s_plain.ToUInt16(value);

    public uint ToUInt32(object value) => s_plain.ToUInt32(value);

    public ulong ToUInt64(object value) => s_plain.ToUInt64(value);
}
