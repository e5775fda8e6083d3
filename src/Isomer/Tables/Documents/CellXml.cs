using System.Data;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Text;
using System.Xml;
using Isomer.Wire;
using Isomer.Wire.Text;
using Isomer.Wire.Xml;

namespace Isomer.Tabular;

/// <summary>
/// A column as an element, or as an attribute of its row: its tags made ready, and the text of a value as the framework's storages have it.
/// </summary>
internal sealed class CellXml
{
    // The longest is a decimal or a date with its offset: 35 characters.
    const int Room = 64;

    readonly byte[] _open;
    readonly byte[] _close;
    readonly CellText _text;

    CellXml(DataColumn column, string open, string close)
    {
        Column = column;
        _text = CellTexts.Of(column);
        _open = Encoding.UTF8.GetBytes(open);
        _close = Encoding.UTF8.GetBytes(close);
    }

    public DataColumn Column { get; }

    /// <summary>The column as an element on a line of its own.</summary>
    public static CellXml Element(DataColumn column, string line)
    {
        string name = XmlConvert.EncodeLocalName(column.ColumnName)!;
        return new(column, $"{line}<{name}", $"</{name}>");
    }

    /// <summary>The column as an attribute; one that is hidden goes into documents with changes only, under another name.</summary>
    public static CellXml Attribute(DataColumn column) =>
        new(column,
            $" {(column.ColumnMapping == MappingType.Hidden ? "msdata:hidden" : "")}{XmlConvert.EncodeLocalName(column.ColumnName)}=\"",
            "\"");

    /// <summary>Whether the text of the column's type is known here; others are the framework's serializers'.</summary>
    public static bool IsKnown(DataColumn column) => CellTexts.Of(column) != CellText.None;

    /// <summary>The element of a value that is there.</summary>
    public void WriteElement(ref OutputBuffer output, object value)
    {
        if (_text == CellText.String)
        {
            WriteText(ref output, (string)value);
            return;
        }
        if (_text == CellText.Char)
        {
            char character = (char)value;
            WriteText(ref output, MemoryMarshal.CreateReadOnlySpan(ref character, 1));
            return;
        }
        if (_text == CellText.Bytes)
        {
            byte[] bytes = (byte[])value;
            output.Write(_open);
            if (bytes.Length == 0)
            {
                output.Write(" />"u8);
                return;
            }
            output.Put((byte)'>');
            WriteBase64(ref output, bytes);
            output.Write(_close);
            return;
        }
        ref byte to = ref output.Reserve(_open.Length + 1 + Room + _close.Length);
        _open.CopyTo(MemoryMarshal.CreateSpan(ref to, _open.Length));
        to = ref Unsafe.Add(ref to, _open.Length);
        to = (byte)'>';
        to = ref Unsafe.Add(ref to, 1);
        int length = WriteScalar(ref to, value);
        _close.CopyTo(MemoryMarshal.CreateSpan(ref Unsafe.Add(ref to, length), _close.Length));
        output.Advance(_open.Length + 1 + length + _close.Length);
    }

    /// <summary>Text of nothing but white space says that it is to be kept.</summary>
    void WriteText(ref OutputBuffer output, ReadOnlySpan<char> text)
    {
        output.Write(_open);
        if (text.IsEmpty)
        {
            output.Write(" />"u8);
            return;
        }
        if (text.IsWhiteSpace())
            output.Write(" xml:space=\"preserve\""u8);
        output.Put((byte)'>');
        XmlEscape.Write(ref output, text, XmlEscaping.LooseText);
        output.Write(_close);
    }

    /// <summary>The attribute of a value that is there.</summary>
    public void WriteAttribute(ref OutputBuffer output, object value)
    {
        output.Write(_open);
        switch (_text)
        {
            case CellText.String:
                XmlEscape.Write(ref output, (string)value, XmlEscaping.LooseAttribute);
                break;
            case CellText.Char:
                char character = (char)value;
                XmlEscape.Write(ref output, MemoryMarshal.CreateReadOnlySpan(ref character, 1), XmlEscaping.LooseAttribute);
                break;
            case CellText.Bytes:
                WriteBase64(ref output, (byte[])value);
                break;
            default:
                output.Advance(WriteScalar(ref output.Reserve(Room), value));
                break;
        }
        output.Write(_close);
    }

    static void WriteBase64(ref OutputBuffer output, ReadOnlySpan<byte> bytes)
    {
        // Each piece but the last is of whole groups.
        const int Piece = 3 * 16_384;
        while (true)
        {
            int count = Math.Min(bytes.Length, Piece);
            int room = System.Buffers.Text.Base64.GetMaxEncodedToUtf8Length(count);
            System.Buffers.Text.Base64.EncodeToUtf8(bytes[..count], MemoryMarshal.CreateSpan(ref output.Reserve(room), room), out _,
                out int written);
            output.Advance(written);
            if (count == bytes.Length)
                return;
            bytes = bytes[count..];
        }
    }

    int WriteScalar(ref byte to, object value)
    {
        switch (_text)
        {
            case CellText.Boolean:
                bool truth = (bool)value;
                Unsafe.WriteUnaligned(ref to, truth ? 0x65757274ul : 0x65736C6166ul);
                return truth ? 4 : 5;
            case CellText.SByte:
                return Utf8Integers.WriteInt32(ref to, (sbyte)value);
            case CellText.Byte:
                return Utf8Integers.WriteUInt32(ref to, (byte)value);
            case CellText.Int16:
                return Utf8Integers.WriteInt32(ref to, (short)value);
            case CellText.UInt16:
                return Utf8Integers.WriteUInt32(ref to, (ushort)value);
            case CellText.Int32:
                return Utf8Integers.WriteInt32(ref to, (int)value);
            case CellText.UInt32:
                return Utf8Integers.WriteUInt32(ref to, (uint)value);
            case CellText.Int64:
                return Utf8Integers.WriteInt64(ref to, (long)value);
            case CellText.UInt64:
                return Utf8Integers.WriteUInt64(ref to, (ulong)value);
            case CellText.Single:
                float single = (float)value;
                return float.IsFinite(single) ? Utf8Floats.WriteSingle(ref to, single) : WriteNamed(ref to, single);
            case CellText.Double:
                double number = (double)value;
                return double.IsFinite(number) ? Utf8Floats.WriteDouble(ref to, number) : WriteNamed(ref to, number);
            case CellText.Decimal:
                return Utf8Decimals.Write(ref to, (decimal)value);
            case CellText.Date:
                return Utf8Dates.WriteDateTime(ref to, (DateTime)value);
            case CellText.LocalDate:
                var date = (DateTime)value;
                return Utf8Dates.WriteDateTime(ref to,
                    date.Kind == DateTimeKind.Utc ? date.ToLocalTime() : DateTime.SpecifyKind(date, DateTimeKind.Local));
            case CellText.Instant:
                var instant = (DateTimeOffset)value;
                return instant.Offset == TimeSpan.Zero
                    ? Utf8Dates.WriteDateTime(ref to, instant.UtcDateTime)
                    : Utf8Dates.WriteDateTimeOffset(ref to, instant);
            case CellText.Duration:
                return XmlDates.WriteDuration(ref to, (TimeSpan)value);
            default:
                return Utf8Guids.Write(ref to, (Guid)value);
        }
    }

    static int WriteNamed(ref byte to, double value)
    {
        var name = double.IsNaN(value) ? "NaN"u8 : value > 0 ? "INF"u8 : "-INF"u8;
        name.CopyTo(MemoryMarshal.CreateSpan(ref to, name.Length));
        return name.Length;
    }
}
