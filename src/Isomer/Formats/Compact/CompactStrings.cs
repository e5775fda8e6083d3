using System.Buffers;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.X86;
using System.Text;
using System.Text.Unicode;
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

    const int ShortLength = 32;

    static readonly UTF8Encoding Strict = new(false, true);

    /// <summary>Writes a string that is not null.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    public static void Write(ref OutputBuffer output, string value)
    {
        int length = value.Length;
        if (length <= ShortLength)
        {
            // One byte of header and room for three bytes a unit, so that the text is written where it stays.
            ref byte place = ref output.Reserve(1 + (3 * ShortLength));
            ref byte text = ref Unsafe.Add(ref place, 1);
            ref char source = ref MemoryMarshal.GetReference(value.AsSpan());
            if (Avx2.IsSupported ? TryNarrowShort(ref source, ref text, length) : Utf8Strings.TryNarrowAscii(ref text, value))
            {
                place = (byte)((length << 2) | 1);
                output.Advance(1 + length);
                return;
            }
            int bytes = EncodeShort(ref source, ref text, length);
            if (bytes is >= 0 and < 64)
            {
                place = (byte)((bytes << 2) | 3);
                output.Advance(1 + bytes);
                return;
            }
        }
        WriteLong(ref output, value);
    }

    /// <summary>
    /// Up to 32 units in one pass without a branch on the length, which strings of a table change too often to be foretold.
    /// Units are loaded in pairs; the unit after an odd one is the zero that ends every string.
    /// </summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    static unsafe bool TryNarrowShort(ref char source, ref byte target, int length)
    {
        fixed (char* units = &source)
        {
            var count = Vector256.Create(length);
            var low = Avx2.MaskLoad((int*)units, Avx2.CompareGreaterThan(count, Vector256.Create(0, 2, 4, 6, 8, 10, 12, 14))).AsUInt16();
            var high = Avx2.MaskLoad((int*)units + 8, Avx2.CompareGreaterThan(count, Vector256.Create(16, 18, 20, 22, 24, 26, 28, 30))).AsUInt16();
            // Packing works within each half, so the quarters have to be put in order.
            var packed = Avx2.Permute4x64(Avx2.PackUnsignedSaturate(low.AsInt16(), high.AsInt16()).AsUInt64(), 0b11_01_10_00);
            packed.AsByte().StoreUnsafe(ref target);
            return ((low | high) & Vector256.Create((ushort)0xFF80)) == Vector256<ushort>.Zero;
        }
    }

    /// <summary>UTF-8 of a few units; -1 if surrogates are among them, which the framework pairs or refuses.</summary>
    static int EncodeShort(ref char source, ref byte target, int length)
    {
        int at = 0;
        for (int i = 0; i < length; i++)
        {
            int unit = Unsafe.Add(ref source, i);
            if (unit < 0x80)
            {
                Unsafe.Add(ref target, at++) = (byte)unit;
            }
            else if (unit < 0x800)
            {
                Unsafe.Add(ref target, at) = (byte)(0xC0 | (unit >> 6));
                Unsafe.Add(ref target, at + 1) = (byte)(0x80 | (unit & 0x3F));
                at += 2;
            }
            else if (unit is >= 0xD800 and < 0xE000)
            {
                return -1;
            }
            else
            {
                Unsafe.Add(ref target, at) = (byte)(0xE0 | (unit >> 12));
                Unsafe.Add(ref target, at + 1) = (byte)(0x80 | ((unit >> 6) & 0x3F));
                Unsafe.Add(ref target, at + 2) = (byte)(0x80 | (unit & 0x3F));
                at += 3;
            }
        }
        return at;
    }

    static void WriteLong(ref OutputBuffer output, string value)
    {
        int length = value.Length;
        if (length > (Array.MaxLength - 64) / 3)
        {
            WriteHuge(ref output, value);
            return;
        }
        ref byte place = ref output.Reserve(CompactVarint.MaxLength + (3 * length));
        ulong header = (ulong)length << 1;
        int at = CompactVarint.Length(header);
        if (Utf8Strings.TryNarrowAscii(ref Unsafe.Add(ref place, at), value))
        {
            CompactVarint.PutExact(ref place, header, at);
            output.Advance(at + length);
            return;
        }
        var target = MemoryMarshal.CreateSpan(ref place, CompactVarint.MaxLength + (3 * length));
        if (Utf8.FromUtf16(value, target[at..], out _, out int bytes, replaceInvalidSequences: false) != OperationStatus.Done)
        {
            WriteUtf16(ref output, value);
            return;
        }
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
        if (!TryWiden(ref source, ref MemoryMarshal.GetReference(result.AsSpan()), length))
            throw new WireFormatException("A byte above 127 stands in a string that is announced as ASCII.");
        return result;
    }

    /// <summary>Reads UTF-8 text.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    public static string ReadUtf8(ReadOnlySpan<byte> bytes)
    {
        if (bytes.Length <= 256)
        {
            Span<char> text = stackalloc char[256];
            if (Utf8.ToUtf16(bytes, text, out _, out int written, replaceInvalidSequences: false) == OperationStatus.Done)
                return new string(text[..written]);
            throw new WireFormatException("The bytes of a string are not UTF-8.");
        }
        try
        {
            return Strict.GetString(bytes);
        }
        catch (ArgumentException e)
        {
            throw new WireFormatException("The bytes of a string are not UTF-8.", e);
        }
    }

    static bool TryWiden(ref byte source, ref char target, int length)
    {
        ref ushort to = ref Unsafe.As<char, ushort>(ref target);
        int i = 0;
        if (length >= 16)
        {
            var seen = Vector128<byte>.Zero;
            int last = length - 16;
            while (true)
            {
                var bytes = Vector128.LoadUnsafe(ref source, (nuint)i);
                seen |= bytes;
                var (low, high) = Vector128.Widen(bytes);
                low.StoreUnsafe(ref to, (nuint)i);
                high.StoreUnsafe(ref to, (nuint)(i + 8));
                if (i == last)
                    break;
                i = Math.Min(i + 16, last);
            }
            return seen.ExtractMostSignificantBits() == 0;
        }
        if (length >= 8)
        {
            ulong first = Unsafe.ReadUnaligned<ulong>(ref source);
            ulong second = Unsafe.ReadUnaligned<ulong>(ref Unsafe.Add(ref source, length - 8));
            Vector128.WidenLower(Vector128.CreateScalarUnsafe(first).AsByte()).StoreUnsafe(ref to);
            Vector128.WidenLower(Vector128.CreateScalarUnsafe(second).AsByte()).StoreUnsafe(ref to, (nuint)(length - 8));
            return ((first | second) & 0x8080_8080_8080_8080) == 0;
        }
        int all = 0;
        for (; i < length; i++)
        {
            byte unit = Unsafe.Add(ref source, i);
            all |= unit;
            Unsafe.Add(ref to, i) = unit;
        }
        return all < 0x80;
    }
}
