using System.Numerics;
using System.Runtime.CompilerServices;
using Isomer.Model;
using Isomer.Wire.Text;
using Isomer.Wire.Xml;

namespace Isomer;

/// <summary>Values that are text: the end of the tag, the text and the end tag in one reservation.</summary>
internal ref partial struct ContractXmlSink
{
    /// <summary>Bytes that the longest scalar takes, with slack for stores that overrun it.</summary>
    const int Longest = 64;

    /// <summary>Ends the tag; room for this many bytes and the end tag behind it.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    ref byte StartText(int room)
    {
        if (_declared != _prefixes)
            WriteDeclarations();
        ref byte to = ref _out.Reserve(room + _names.Stride + 16);
        to = (byte)'>';
        return ref Unsafe.Add(ref to, 1);
    }

    /// <summary>Ends the element at this place.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    void EndText(ref byte at)
    {
        _out.AdvanceTo(ref PutEnd(ref at));
        _tagOpen = false;
        if (_prefixes != _outside)
            Unbind();
    }

    public void Boolean(bool value)
    {
        ref byte to = ref StartText(Longest);
        Unsafe.WriteUnaligned(ref to, value ? 0x65757274u : 0x736C6166u);
        Unsafe.Add(ref to, 4) = (byte)'e';
        EndText(ref Unsafe.Add(ref to, value ? 4 : 5));
    }

    /// <summary>The number of the UTF-16 unit.</summary>
    public void Char(char value) => Int32(value);

    public void SByte(sbyte value) => Int32(value);

    public void Byte(byte value) => Int32(value);

    public void Int16(short value) => Int32(value);

    public void UInt16(ushort value) => Int32(value);

    [MethodImpl(MethodImplOptions.NoInlining)]
    public void Int32(int value)
    {
        ref byte to = ref StartText(Longest);
        EndText(ref Unsafe.Add(ref to, Utf8Integers.WriteInt32(ref to, value)));
    }

    public void UInt32(uint value)
    {
        ref byte to = ref StartText(Longest);
        EndText(ref Unsafe.Add(ref to, Utf8Integers.WriteUInt32(ref to, value)));
    }

    public void Int64(long value)
    {
        ref byte to = ref StartText(Longest);
        EndText(ref Unsafe.Add(ref to, Utf8Integers.WriteInt64(ref to, value)));
    }

    public void UInt64(ulong value)
    {
        ref byte to = ref StartText(Longest);
        EndText(ref Unsafe.Add(ref to, Utf8Integers.WriteUInt64(ref to, value)));
    }

    public void Int128(Int128 value) => Text(value.ToString(null, System.Globalization.CultureInfo.InvariantCulture));

    public void UInt128(UInt128 value) => Text(value.ToString(null, System.Globalization.CultureInfo.InvariantCulture));

    public void BigInteger(BigInteger value) => Text(value.ToString(null, System.Globalization.CultureInfo.InvariantCulture));

    public void Half(Half value) => Single((float)value);

    [MethodImpl(MethodImplOptions.NoInlining)]
    public void Single(float value)
    {
        ref byte to = ref StartText(Longest);
        int length = float.IsFinite(value) ? Utf8Floats.WriteSingle(ref to, value) : NotFinite(ref to, value);
        EndText(ref Unsafe.Add(ref to, length));
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    public void Double(double value)
    {
        ref byte to = ref StartText(Longest);
        int length = double.IsFinite(value) ? Utf8Floats.WriteDouble(ref to, value) : NotFinite(ref to, value);
        EndText(ref Unsafe.Add(ref to, length));
    }

    static int NotFinite(ref byte to, double value)
    {
        var text = double.IsNaN(value) ? "NaN"u8 : value > 0 ? "INF"u8 : "-INF"u8;
        text.CopyTo(System.Runtime.InteropServices.MemoryMarshal.CreateSpan(ref to, 4));
        return text.Length;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    public void Decimal(decimal value)
    {
        ref byte to = ref StartText(Longest);
        EndText(ref Unsafe.Add(ref to, Utf8Decimals.Write(ref to, value)));
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    public void DateTime(DateTime value)
    {
        ref byte to = ref StartText(Longest);
        EndText(ref Unsafe.Add(ref to, Utf8Dates.WriteDateTime(ref to, value)));
    }

    public void DateOnly(DateOnly value)
    {
        ref byte to = ref StartText(Longest);
        EndText(ref Unsafe.Add(ref to, Utf8Dates.WriteDateOnly(ref to, value)));
    }

    public void TimeOnly(TimeOnly value)
    {
        ref byte to = ref StartText(Longest);
        EndText(ref Unsafe.Add(ref to, XmlDates.WriteTimeOnly(ref to, value)));
    }

    public void TimeSpan(TimeSpan value)
    {
        ref byte to = ref StartText(Longest);
        EndText(ref Unsafe.Add(ref to, XmlDates.WriteDuration(ref to, value)));
    }

    public void Guid(Guid value)
    {
        ref byte to = ref StartText(Longest);
        EndText(ref Unsafe.Add(ref to, Utf8Guids.Write(ref to, value)));
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    public void String(string? value)
    {
        if (value is null)
        {
            Null();
            return;
        }
        if (_profile.Preserves && _depth > 0 && Reference(value))
            return;
        Text(value);
    }

    void Text(string value)
    {
        if (value.Length == 0)
        {
            EndEmpty();
            return;
        }
        if (value.Length <= 64)
        {
            ref byte to = ref StartText(XmlEscape.MaxLength(64));
            EndText(ref Unsafe.Add(ref to, XmlEscape.Write(ref to, value, XmlEscaping.ContractText)));
            return;
        }
        CloseTag();
        XmlEscape.Write(ref _out, value, XmlEscaping.ContractText);
        EndElement();
    }

    public void Bytes(byte[]? value)
    {
        if (value is null)
        {
            Null();
            return;
        }
        if (_profile.Preserves && _depth > 0 && Reference(value))
            return;
        Base64(value);
    }

    void Base64(byte[] value)
    {
        if (value.Length == 0)
        {
            EndEmpty();
            return;
        }
        // In pieces that are whole groups of three bytes.
        const int Piece = 3 * 4096;
        CloseTag();
        for (int at = 0; at < value.Length; at += Piece)
        {
            var piece = value.AsSpan(at, Math.Min(Piece, value.Length - at));
            ref byte to = ref _out.Reserve(Utf8Base64.MaxLength(piece.Length));
            _out.Advance(Utf8Base64.Write(ref to, piece));
        }
        EndElement();
    }

    /// <summary>A contract of two members: the instant in UTC, the offset in minutes.</summary>
    public void DateTimeOffset(DateTimeOffset value)
    {
        var table = ContractXmlTable.OfDateTimeOffset;
        Enter(table, 2);
        Declare(table.Namespace);
        Open(table, 0, table.Namespace, false);
        DateTime(value.UtcDateTime);
        Open(table, 1, table.Namespace, false);
        Int32(value.TotalOffsetMinutes);
        Leave();
    }

    public void Enum(TypeModel model, long value)
    {
        var text = ContractXmlEnum.Of((EnumModel)model).TextOf(value);
        if (text.Length == 0)
        {
            EndEmpty();
            return;
        }
        ref byte to = ref StartText(text.Length);
        text.CopyTo(System.Runtime.InteropServices.MemoryMarshal.CreateSpan(ref to, text.Length));
        EndText(ref Unsafe.Add(ref to, text.Length));
    }
}
