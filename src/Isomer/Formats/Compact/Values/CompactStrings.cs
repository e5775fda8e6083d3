using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics.X86;
using System.Text;
using Isomer.Wire;
using Isomer.Wire.Text;

namespace Isomer.Formats;

/// <summary>
/// Strings on Compact's wire: a byte 0 is null, else a varint header h says all. Even: h/2 bytes of ASCII, the empty string
/// among them; 1: a varint count of UTF-16 units and then those, for text that is not well-formed UTF-16; other odd: h/2
/// bytes of UTF-8.
/// </summary>
internal static class CompactStrings
{
    public const ulong Utf16Header = 1;

    static readonly UTF8Encoding Strict = new(false, true);

    /// <summary>Writes a string that is not null.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    public static void Write(ref OutputBuffer output, string value)
    {
        int length = value.Length;
        if (length <= Utf8Short.Longest)
        {
            // One byte of header and room for three bytes a unit, so that the text is written where it stays.
            ref byte place = ref output.Reserve(1 + (3 * Utf8Short.Longest));
            ref byte text = ref Unsafe.Add(ref place, 1);
            ref char source = ref MemoryMarshal.GetReference(value.AsSpan());
            if (Avx2.IsSupported ? Utf8Short.TryNarrow(ref source, ref text, length) : Utf8Strings.TryNarrowAscii(ref text, value))
            {
                place = (byte)((length << 2) | 1);
                output.Advance(1 + length);
                return;
            }
            int bytes = Utf8Short.Encode(ref source, ref text, length);
            if (bytes is >= 0 and < 64)
            {
                place = (byte)((bytes << 2) | 3);
                output.Advance(1 + bytes);
                return;
            }
        }
        WriteLong(ref output, value);
    }

    static void WriteLong(ref OutputBuffer output, string value)
    {
        int length = value.Length;
        if (length > (Array.MaxLength - 64) / 3)
        {
            WriteHuge(ref output, value);
            return;
        }
        ref byte place = ref output.Reserve(CompactVarint.MaxLength + Utf8Runs.MaxBytes(length));
        ulong header = (ulong)length << 1;
        int at = CompactVarint.Length(header);
        if (Utf8Strings.TryNarrowAscii(ref Unsafe.Add(ref place, at), value))
        {
            CompactVarint.PutExact(ref place, header, at);
            output.Advance(at + length);
            return;
        }
        int bytes = Utf8Runs.Write(ref Unsafe.Add(ref place, at), value);
        if (bytes < 0)
        {
            WriteUtf16(ref output, value);
            return;
        }
        var target = MemoryMarshal.CreateSpan(ref place, CompactVarint.MaxLength + (3 * length));
        header = ((ulong)bytes << 1) | 1;
        int moved = CompactVarint.Length(header);
        if (moved != at)
            target.Slice(at, bytes).CopyTo(target[moved..]);
        CompactVarint.PutExact(ref place, header, moved);
        output.Advance(moved + bytes);
    }

    /// <summary>So long that three bytes for each unit cannot be reserved: measured first.</summary>
    static void WriteHuge(ref OutputBuffer output, string value)
    {
        int bytes;
        try
        {
            bytes = Strict.GetByteCount(value);
        }
        catch (EncoderFallbackException)
        {
            WriteUtf16(ref output, value);
            return;
        }
        ulong header = ((ulong)bytes << 1) | (bytes == value.Length ? 0u : 1u);
        output.Advance(CompactVarint.Put(ref output.Reserve(CompactVarint.MaxLength), header));
        Strict.GetBytes(value, MemoryMarshal.CreateSpan(ref output.Take(bytes), bytes));
    }

    static void WriteUtf16(ref OutputBuffer output, string value)
    {
        output.Advance(CompactVarint.Put(ref output.Reserve(CompactVarint.MaxLength), Utf16Header));
        output.Advance(CompactVarint.Put(ref output.Reserve(CompactVarint.MaxLength), (ulong)value.Length));
        output.Write(MemoryMarshal.AsBytes(value.AsSpan()));
    }

    /// <summary>Reads ASCII text whose bytes are known to be there.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    public static string ReadAscii(ref byte source, int length)
    {
        if (length == 0)
            return "";
        string result = new('\0', length);
        if (!Utf8Short.TryWiden(ref source, ref MemoryMarshal.GetReference(result.AsSpan()), length))
            throw new WireFormatException("A byte above 127 stands in a string that is announced as ASCII.");
        return result;
    }

    /// <summary>Reads UTF-8 text.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    public static string ReadUtf8(ReadOnlySpan<byte> bytes)
    {
        ref byte start = ref MemoryMarshal.GetReference(bytes);
        return Utf8Runs.IsValid(ref start, bytes.Length, out int units) ? Utf8Runs.ToText(ref start, bytes.Length, units)
            : throw new WireFormatException("The bytes of a string are not UTF-8.");
    }
}
