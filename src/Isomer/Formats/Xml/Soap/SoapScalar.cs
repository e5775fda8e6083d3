using System.Globalization;
using System.Xml;
using System.Xml.Serialization;

namespace Isomer.Formats;

/// <summary>A simple type of XML Schema and its text, by the framework's own formatters where they are particular.</summary>
internal sealed record SoapScalar(string Formatter, bool IsCustom, bool HasDefaults, bool IsRaw, bool Trims)
{
    public bool IsQName => Formatter == "XmlQualifiedName";

    /// <summary>The text of a value that is neither a name nor base64; null of null.</summary>
    public string? TextOf(object? value)
    {
        if (Formatter == "String")
            return (string?)value;
        if (!IsCustom)
            return Plain(value!);
        return (Formatter, value) switch
        {
            ("ByteArrayHex", byte[] bytes) => Formats.Hex(bytes),
            ("DateTime", DateTime time) => Formats.Moment(time),
            ("Date", DateTime time) => Formats.Day(time),
            ("Time", DateTime time) => Formats.TimeOfDay(time),
            ("TimeOnlyIgnoreOffset", TimeOnly time) => Formats.ClockOnly(time),
            (_, DateOnly day) => Formats.Day(day),
            (_, TimeOnly time) => Formats.Clock(time),
            ("Char", char c) => Formats.Letter(c),
            ("XmlName", string name) => Formats.Name(name),
            ("XmlNCName", string name) => Formats.NCName(name),
            ("XmlNmToken", string name) => Formats.Token(name),
            ("XmlNmTokens", string name) => Formats.Tokens(name),
            (_, byte[] bytes) => Convert.ToBase64String(bytes),
            _ => throw new NotSupportedException(
                $"A value of type '{value?.GetType().ToString() ?? "null"}' cannot be written as {Formatter}."),
        };
    }

    string Plain(object value) => Formatter switch
    {
        "Boolean" => XmlConvert.ToString((bool)value),
        "Int32" => XmlConvert.ToString((int)value),
        "Int16" => XmlConvert.ToString((short)value),
        "Int64" => XmlConvert.ToString((long)value),
        "Single" => XmlConvert.ToString((float)value),
        "Double" => XmlConvert.ToString((double)value),
        "Decimal" => XmlConvert.ToString((decimal)value),
        "Byte" => XmlConvert.ToString((byte)value),
        "SByte" => XmlConvert.ToString((sbyte)value),
        "UInt16" => XmlConvert.ToString((ushort)value),
        "UInt32" => XmlConvert.ToString((uint)value),
        "UInt64" => XmlConvert.ToString((ulong)value),
        "Guid" => XmlConvert.ToString((Guid)value),
        "Char" => XmlConvert.ToString((char)value),
        "TimeSpan" => XmlConvert.ToString((TimeSpan)value),
        "DateTimeOffset" => XmlConvert.ToString((DateTimeOffset)value),
        _ => Convert.ToString(value, CultureInfo.InvariantCulture)!,
    };

    /// <summary>The value of an attribute's text. A name is not read here: it needs the prefixes.</summary>
    public object Parse(string text) => Formatter switch
    {
        "String" => Trims ? text.Trim() : text,
        "Boolean" => XmlConvert.ToBoolean(text),
        "Int32" => XmlConvert.ToInt32(text),
        "Int16" => XmlConvert.ToInt16(text),
        "Int64" => XmlConvert.ToInt64(text),
        "Single" => XmlConvert.ToSingle(text),
        "Double" => XmlConvert.ToDouble(text),
        "Decimal" => XmlConvert.ToDecimal(text),
        "Byte" => XmlConvert.ToByte(text),
        "SByte" => XmlConvert.ToSByte(text),
        "UInt16" => XmlConvert.ToUInt16(text),
        "UInt32" => XmlConvert.ToUInt32(text),
        "UInt64" => XmlConvert.ToUInt64(text),
        "Guid" => XmlConvert.ToGuid(text),
        "Char" => IsCustom ? Parses.Letter(text) : XmlConvert.ToChar(text),
        "TimeSpan" => XmlConvert.ToTimeSpan(text),
        "DateTimeOffset" => XmlConvert.ToDateTimeOffset(text),
        "DateTime" => Parses.Moment(text),
        "Date" => Parses.Day(text),
        "Time" => Parses.TimeOfDay(text),
        "DateOnly" => Parses.DayOnly(text),
        "TimeOnly" => Parses.Clock(text),
        "TimeOnlyIgnoreOffset" => Parses.ClockOnly(text),
        "ByteArrayHex" => Parses.Hex(text),
        "ByteArrayBase64" => Parses.Base64(text),
        "XmlName" => Parses.Name(text),
        "XmlNCName" => Parses.NCName(text),
        "XmlNmToken" => Parses.Token(text),
        "XmlNmTokens" => Parses.Tokens(text),
        _ => throw new NotSupportedException($"A value cannot be read as {Formatter}."),
    };

    /// <summary>The framework's formatters are protected: they are for serializers that sgen makes, which derive from its writer.</summary>
    internal abstract class Formats : XmlSerializationWriter
    {
        public static string Hex(byte[] value) => FromByteArrayHex(value);

        public static string Moment(DateTime value) => FromDateTime(value);

        public static string Day(DateTime value) => FromDate(value);

        public static string TimeOfDay(DateTime value) => FromTime(value);

        public static string Letter(char value) => FromChar(value);

        public static string Flags(long value, string[] names, long[] ids, string type) => FromEnum(value, names, ids, type);

        public static string Name(string value) => FromXmlName(value);

        public static string NCName(string value) => FromXmlNCName(value);

        public static string Token(string value) => FromXmlNmToken(value);

        public static string Tokens(string value) => FromXmlNmTokens(value);

        public static string Day(DateOnly value) => FromDateOnly(value);

        public static string Clock(TimeOnly value) => FromTimeOnly(value);

        public static string ClockOnly(TimeOnly value) => FromTimeOnlyIgnoreOffset(value);
    }

    /// <summary>Their counterparts for reading.</summary>
    internal abstract class Parses : XmlSerializationReader
    {
        public static char Letter(string text) => ToChar(text);

        public static DateTime Moment(string text) => ToDateTime(text);

        public static DateTime Day(string text) => ToDate(text);

        public static DateTime TimeOfDay(string text) => ToTime(text);

        public static byte[] Hex(string text) => ToByteArrayHex(text);

        public static byte[] Base64(string text) => ToByteArrayBase64(text);

        public static string Name(string text) => ToXmlName(text);

        public static string NCName(string text) => ToXmlNCName(text);

        public static string Token(string text) => ToXmlNmToken(text);

        public static string Tokens(string text) => ToXmlNmTokens(text);

        public static DateOnly DayOnly(string text) => ToDateOnly(text);

        public static TimeOnly Clock(string text) => ToTimeOnly(text);

        public static TimeOnly ClockOnly(string text) => ToTimeOnlyIgnoreOffset(text);
    }
}
