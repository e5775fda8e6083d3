using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using Isomer.Wire.Text;
using Isomer.Wire.Xml;

namespace Isomer.Formats;

internal ref partial struct ContractTextEmitter
{
    /// <summary>Bytes that the longest scalar takes, with slack for stores that overrun it.</summary>
    const int Longest = 64;

    /// <summary>Ends the tag; room for this many bytes and the end tag behind it.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    ref byte StartText(int room, in ContractTag tag)
    {
        ref byte to = ref _out.Reserve(room + tag.Names.Stride + 16);
        to = (byte)'>';
        return ref Unsafe.Add(ref to, 1);
    }

    /// <summary>Ends the element behind so many bytes of text.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    void EndText(ref byte text, int length, in ContractTag tag) => _out.AdvanceTo(ref PutEnd(ref Unsafe.Add(ref text, length), in tag));

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void Boolean(bool value, in ContractTag tag)
    {
        ref byte to = ref StartText(Longest, in tag);
        Unsafe.WriteUnaligned(ref to, value ? 0x65757274u : 0x736C6166u);
        Unsafe.Add(ref to, 4) = (byte)'e';
        EndText(ref to, value ? 4 : 5, in tag);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void Int32(int value, in ContractTag tag)
    {
        ref byte to = ref StartText(Longest, in tag);
        EndText(ref to, Utf8Integers.WriteInt32(ref to, value), in tag);
    }

    public void UInt32(uint value, in ContractTag tag)
    {
        ref byte to = ref StartText(Longest, in tag);
        EndText(ref to, Utf8Integers.WriteUInt32(ref to, value), in tag);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void Int64(long value, in ContractTag tag)
    {
        ref byte to = ref StartText(Longest, in tag);
        EndText(ref to, Utf8Integers.WriteInt64(ref to, value), in tag);
    }

    public void UInt64(ulong value, in ContractTag tag)
    {
        ref byte to = ref StartText(Longest, in tag);
        EndText(ref to, Utf8Integers.WriteUInt64(ref to, value), in tag);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void Single(float value, in ContractTag tag)
    {
        ref byte to = ref StartText(Longest, in tag);
        EndText(ref to, float.IsFinite(value) ? Utf8Floats.WriteSingle(ref to, value) : NotFinite(ref to, value), in tag);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void Double(double value, in ContractTag tag)
    {
        ref byte to = ref StartText(Longest, in tag);
        EndText(ref to, double.IsFinite(value) ? Utf8Floats.WriteDouble(ref to, value) : NotFinite(ref to, value), in tag);
    }

    static int NotFinite(ref byte to, double value)
    {
        var text = double.IsNaN(value) ? "NaN"u8 : value > 0 ? "INF"u8 : "-INF"u8;
        text.CopyTo(MemoryMarshal.CreateSpan(ref to, 4));
        return text.Length;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void Decimal(decimal value, in ContractTag tag)
    {
        ref byte to = ref StartText(Longest, in tag);
        EndText(ref to, Utf8Decimals.Write(ref to, value), in tag);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void DateTime(DateTime value, in ContractTag tag)
    {
        ref byte to = ref StartText(Longest, in tag);
        EndText(ref to, Utf8Dates.WriteDateTime(ref to, value), in tag);
    }

    public void DateOnly(DateOnly value, in ContractTag tag)
    {
        ref byte to = ref StartText(Longest, in tag);
        EndText(ref to, Utf8Dates.WriteDateOnly(ref to, value), in tag);
    }

    public void TimeOnly(TimeOnly value, in ContractTag tag)
    {
        ref byte to = ref StartText(Longest, in tag);
        EndText(ref to, XmlDates.WriteTimeOnly(ref to, value), in tag);
    }

    public void TimeSpan(TimeSpan value, in ContractTag tag)
    {
        ref byte to = ref StartText(Longest, in tag);
        EndText(ref to, XmlDates.WriteDuration(ref to, value), in tag);
    }

    public void Guid(Guid value, in ContractTag tag)
    {
        ref byte to = ref StartText(Longest, in tag);
        EndText(ref to, Utf8Guids.Write(ref to, value), in tag);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void Text(string value, in ContractTag tag)
    {
        if (value.Length <= 64)
        {
            ref byte to = ref StartText(XmlEscape.MaxLength(64), in tag);
            EndText(ref to, XmlEscape.Write(ref to, value, XmlEscaping.ContractText), in tag);
            return;
        }
        Content();
        XmlEscape.Write(ref _out, value, XmlEscaping.ContractText);
        End(in tag);
    }

    public void Run(string value) => XmlEscape.Write(ref _out, value, XmlEscaping.ContractText);

    public void LastRun(string value, in ContractTag tag)
    {
        Run(value);
        End(in tag);
    }

    public void Base64(byte[] value, in ContractTag tag)
    {
        // In pieces that are whole groups of three bytes.
        const int Piece = 3 * 4096;
        Content();
        for (int at = 0; at < value.Length; at += Piece)
        {
            var piece = value.AsSpan(at, Math.Min(Piece, value.Length - at));
            ref byte to = ref _out.Reserve(Utf8Base64.MaxLength(piece.Length));
            _out.Advance(Utf8Base64.Write(ref to, piece));
        }
        End(in tag);
    }

    public void Enum(ContractXmlEnum names, long value, in ContractTag tag)
    {
        var text = names.TextOf(value);
        if (text.Length == 0)
        {
            EndEmpty();
            return;
        }
        ref byte to = ref StartText(text.Length, in tag);
        text.CopyTo(MemoryMarshal.CreateSpan(ref to, text.Length));
        EndText(ref to, text.Length, in tag);
    }

    public void QName(ReadOnlySpan<byte> prefix, string name, string ns, in ContractTag tag)
    {
        Content();
        _out.Write(prefix);
        XmlEscape.Write(ref _out, name, XmlEscaping.ContractText);
        End(in tag);
    }
}
