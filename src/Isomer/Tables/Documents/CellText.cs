using System.Data;
using System.Runtime.InteropServices;
using System.Xml;
using Isomer.Wire.Text;
using Isomer.Wire.Xml;

namespace Isomer.Tabular;

/// <summary>How the values of a column stand in a document; None if the framework's serializers write them.</summary>
internal enum CellText : byte
{
    None, Boolean, SByte, Byte, Int16, UInt16, Int32, UInt32, Int64, UInt64, Single, Double, Decimal, Date, LocalDate, Instant, Duration,
    Guid, Char, String, Bytes,
}

/// <summary>Which text a column has, and a value of its text, as the framework's storages have them (<c>ConvertXmlToObject</c>).</summary>
internal static class CellTexts
{
    static readonly object s_true = true, s_false = false;

    public static CellText Of(DataColumn column) => Type.GetTypeCode(column.DataType) switch
    {
        TypeCode.Boolean => CellText.Boolean,
        TypeCode.SByte => CellText.SByte,
        TypeCode.Byte => CellText.Byte,
        TypeCode.Int16 => CellText.Int16,
        TypeCode.UInt16 => CellText.UInt16,
        TypeCode.Int32 => CellText.Int32,
        TypeCode.UInt32 => CellText.UInt32,
        TypeCode.Int64 => CellText.Int64,
        TypeCode.UInt64 => CellText.UInt64,
        TypeCode.Single => CellText.Single,
        TypeCode.Double => CellText.Double,
        TypeCode.Decimal => CellText.Decimal,
        TypeCode.DateTime => column.DateTimeMode == DataSetDateTime.UnspecifiedLocal ? CellText.LocalDate : CellText.Date,
        TypeCode.Char => CellText.Char,
        TypeCode.String => CellText.String,
        _ => column.DataType == typeof(DateTimeOffset) ? CellText.Instant : column.DataType == typeof(TimeSpan) ? CellText.Duration
            : column.DataType == typeof(Guid) ? CellText.Guid : column.DataType == typeof(byte[]) ? CellText.Bytes : CellText.None,
    };

    /// <summary>One of the two boxes of a truth.</summary>
    public static object Box(bool value) => value ? s_true : s_false;

    /// <summary>A number as the type of its column.</summary>
    public static object Box(CellText text, long value) => text switch
    {
        CellText.SByte => (sbyte)value,
        CellText.Byte => (byte)value,
        CellText.Int16 => (short)value,
        CellText.UInt16 => (ushort)value,
        CellText.Int32 => (int)value,
        CellText.UInt32 => (uint)value,
        CellText.UInt64 => (ulong)value,
        _ => (object)value,
    };

    /// <summary>The range of a type of integers; UInt64's only as far as Int64 goes. False for other types.</summary>
    public static bool IsInteger(CellText text, out long least, out long most)
    {
        (least, most) = text switch
        {
            CellText.SByte => (sbyte.MinValue, sbyte.MaxValue),
            CellText.Byte => (0, byte.MaxValue),
            CellText.Int16 => (short.MinValue, short.MaxValue),
            CellText.UInt16 => (0, ushort.MaxValue),
            CellText.Int32 => (int.MinValue, int.MaxValue),
            CellText.UInt32 => (0, uint.MaxValue),
            CellText.Int64 => (long.MinValue, long.MaxValue),
            CellText.UInt64 => (0, long.MaxValue),
            _ => (0, -1L),
        };
        return least <= most;
    }

    /// <summary>
    /// A date with or without a zone as a column has it whose dates are <see cref="CellText.LocalDate"/>: the clock here, without a kind.
    /// </summary>
    public static bool TryLocal(ref DateTime date)
    {
        // What its zone carries beyond the first or last day, the framework cuts in ways of its own.
        if (date.Kind == DateTimeKind.Local && date.Year is < 2 or > 9998)
            return false;
        date = DateTime.SpecifyKind(date, DateTimeKind.Unspecified);
        return true;
    }

    /// <summary>A date as a column keeps it that is given it.</summary>
    public static DateTime Kept(DateTime date, DataSetDateTime mode) => (mode, date.Kind) switch
    {
        (DataSetDateTime.Utc, DateTimeKind.Local) => date.ToUniversalTime(),
        (DataSetDateTime.Utc, _) => DateTime.SpecifyKind(date, DateTimeKind.Utc),
        (DataSetDateTime.Local, DateTimeKind.Utc) => date.ToLocalTime(),
        (DataSetDateTime.Local, _) => DateTime.SpecifyKind(date, DateTimeKind.Local),
        _ => DateTime.SpecifyKind(date, DateTimeKind.Unspecified),
    };

    /// <summary>
    /// The value of any text that the framework takes; null for one that it refuses. Its own parsers say so by an exception, and then the
    /// document is theirs.
    /// </summary>
    public static object? Read(CellText kind, ReadOnlySpan<byte> utf8)
    {
        if (kind == CellText.Guid && utf8.Length == 36
            && Utf8Guids.TryRead(ref MemoryMarshal.GetReference(utf8), utf8.Length, out var guid, out int read) && read == 36)
            return guid;
        if (kind == CellText.Bytes && Utf8Base64.TryRead(utf8, out byte[] bytes))
            return bytes;
        string text = XmlScanner.ToUtf16(utf8);
        if (kind == CellText.String)
            return text;
        try
        {
            return Read(kind, text);
        }
        catch (Exception e) when (e is FormatException or OverflowException or ArgumentException or XmlException)
        {
            return null;
        }
    }

    static object? Read(CellText kind, string text) => kind switch
    {
        CellText.Boolean => Box(XmlConvert.ToBoolean(text)),
        CellText.SByte => XmlConvert.ToSByte(text),
        CellText.Byte => XmlConvert.ToByte(text),
        CellText.Int16 => XmlConvert.ToInt16(text),
        CellText.UInt16 => XmlConvert.ToUInt16(text),
        CellText.Int32 => XmlConvert.ToInt32(text),
        CellText.UInt32 => XmlConvert.ToUInt32(text),
        CellText.Int64 => XmlConvert.ToInt64(text),
        CellText.UInt64 => XmlConvert.ToUInt64(text),
        CellText.Single => XmlConvert.ToSingle(text),
        CellText.Double => XmlConvert.ToDouble(text),
        CellText.Decimal => XmlConvert.ToDecimal(text),
        CellText.Date => XmlConvert.ToDateTime(text, XmlDateTimeSerializationMode.RoundtripKind),
        CellText.LocalDate => XmlConvert.ToDateTime(text, XmlDateTimeSerializationMode.Unspecified),
        CellText.Instant => XmlConvert.ToDateTimeOffset(text),
        CellText.Duration => XmlConvert.ToTimeSpan(text),
        CellText.Guid => new Guid(text),
        CellText.Char => XmlConvert.ToChar(text),
        CellText.Bytes => Convert.FromBase64String(text),
        _ => null,
    };
}
