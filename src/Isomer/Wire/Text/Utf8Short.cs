using System.Numerics;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.X86;

namespace Isomer.Wire.Text;

/// <summary>
/// Between UTF-16 and UTF-8 for short strings, which most are: what the framework's own methods cost per call is more than the work.
/// </summary>
internal static class Utf8Short
{
    /// <summary>The longest string, in units, that <see cref="TryNarrow"/> and <see cref="Encode"/> are for.</summary>
    public const int Longest = 32;

    /// <summary>
    /// Up to 32 units in one pass without a branch on the length, which strings of a table change too often to be foretold.
    /// Units are loaded in pairs; the unit after an odd one is the zero that ends every string.
    /// </summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static unsafe bool TryNarrow(ref char source, ref byte target, int length)
    {
        fixed (char* units = &source)
        {
            var count = Vector256.Create(length);
            var low = Avx2.MaskLoad((int*)units, Avx2.CompareGreaterThan(count, Vector256.Create(0, 2, 4, 6, 8, 10, 12, 14))).AsUInt16();
            var high = Avx2.MaskLoad((int*)units + 8, Avx2.CompareGreaterThan(count, Vector256.Create(16, 18, 20, 22, 24, 26, 28, 30)))
                .AsUInt16();
            // Packing works within each half, so the quarters have to be put in order.
            var packed = Avx2.Permute4x64(Avx2.PackUnsignedSaturate(low.AsInt16(), high.AsInt16()).AsUInt64(), 0b11_01_10_00);
            packed.AsByte().StoreUnsafe(ref target);
            return ((low | high) & Vector256.Create((ushort)0xFF80)) == Vector256<ushort>.Zero;
        }
    }

    /// <summary>UTF-8 of a few units; -1 if surrogates are among them, which the framework pairs or refuses.</summary>
    public static int Encode(ref char source, ref byte target, int length)
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

    /// <summary>Bytes that <see cref="AsciiOrNull"/> and <see cref="MixedOrNull"/> may look at, whatever the length.</summary>
    public const int Window = 32;

    /// <summary>Which of the bytes are not ASCII.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    static uint Others(ref byte source, int length) =>
        Vector256.LoadUnsafe(ref source).ExtractMostSignificantBits() & (uint)((1UL << length) - 1);

    /// <summary>
    /// A string of 1 to <see cref="Window"/> bytes of ASCII, where so many can be read: one load tells whether it is, for any
    /// length. Null, with nothing made, if other bytes are among them.
    /// </summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static string? AsciiOrNull(ref byte source, int length)
    {
        if (Others(ref source, length) != 0)
            return null;
        string text = new('\0', length);
        // The text is read again: no register keeps it over the call that allocates.
        ref ushort to = ref Unsafe.As<char, ushort>(ref Unsafe.AsRef(in text.GetPinnableReference()));
        if (length >= 16)
        {
            // The second half ends with the text, and overlaps the first.
            Widen(ref source, ref to, 0);
            Widen(ref source, ref to, (nuint)(length - 16));
        }
        else if (length >= 8)
        {
            Vector128.WidenLower(Vector128.CreateScalarUnsafe(Unsafe.ReadUnaligned<ulong>(ref source)).AsByte()).StoreUnsafe(ref to);
            Vector128.WidenLower(Vector128.CreateScalarUnsafe(Unsafe.ReadUnaligned<ulong>(ref Unsafe.Add(ref source, length - 8))).AsByte())
                .StoreUnsafe(ref to, (nuint)(length - 8));
        }
        else if (length >= 4)
        {
            ref byte bytes = ref Unsafe.As<ushort, byte>(ref to);
            Unsafe.WriteUnaligned(ref bytes, Widen(Unsafe.ReadUnaligned<uint>(ref source)));
            Unsafe.WriteUnaligned(ref Unsafe.Add(ref bytes, 2 * (length - 4)),
                Widen(Unsafe.ReadUnaligned<uint>(ref Unsafe.Add(ref source, length - 4))));
        }
        else
        {
            // First, middle and last are all of them.
            Unsafe.Add(ref to, length >> 1) = Unsafe.Add(ref source, length >> 1);
            Unsafe.Add(ref to, length - 1) = Unsafe.Add(ref source, length - 1);
            to = source;
        }
        return text;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    static void Widen(ref byte source, ref ushort target, nuint at) =>
        Vector256.WidenLower(Vector128.LoadUnsafe(ref source, at).ToVector256Unsafe()).StoreUnsafe(ref target, at);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    static ulong Widen(uint four) => Vector128.WidenLower(Vector128.CreateScalarUnsafe(four).AsByte()).AsUInt64().ToScalar();

    /// <summary>
    /// A short string of text in which characters of two bytes are among ASCII, as in nearly all languages of Latin script: what is
    /// between them is copied in whole vectors. Null for all else.
    /// </summary>
    [SkipLocalsInit]
    public static string? MixedOrNull(ref byte source, int length)
    {
        uint others = Others(ref source, length);
        var window = Vector256.LoadUnsafe(ref source);
        Span<ushort> units = stackalloc ushort[4 * Window];
        ref ushort from = ref MemoryMarshal.GetReference(units);
        Vector256.WidenLower(window).StoreUnsafe(ref from);
        Vector256.WidenUpper(window).StoreUnsafe(ref from, 16);
        ref ushort to = ref Unsafe.Add(ref from, 2 * Window);
        int read = 0;
        int written = 0;
        while (others != 0)
        {
            int at = BitOperations.TrailingZeroCount(others);
            Copy32(ref from, read, ref to, written);
            written += at - read;
            // The second byte of a pair that begins with the window's last is not in it.
            if (at + 1 >= length)
                return null;
            int pair = Unsafe.ReadUnaligned<ushort>(ref Unsafe.Add(ref source, at));
            // 110xxxxx 10xxxxxx, and not what fits in one byte.
            if ((pair & 0xC0E0) != 0x80C0 || (pair & 0x1E) == 0)
                return null;
            Unsafe.Add(ref to, written++) = (ushort)(((pair & 0x1F) << 6) | ((pair >> 8) & 0x3F));
            read = at + 2;
            others &= ~(3u << at);
        }
        Copy32(ref from, read, ref to, written);
        written += length - read;
        return new string(MemoryMarshal.Cast<ushort, char>(units.Slice(2 * Window, written)));
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    static void Copy32(ref ushort source, int at, ref ushort target, int to)
    {
        var first = Vector256.LoadUnsafe(ref source, (nuint)at);
        var second = Vector256.LoadUnsafe(ref source, (nuint)at + 16);
        first.StoreUnsafe(ref target, (nuint)to);
        second.StoreUnsafe(ref target, (nuint)to + 16);
    }

    /// <summary>ASCII to units; false, with nothing of use written, if other bytes are among them.</summary>
    public static bool TryWiden(ref byte source, ref char target, int length)
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
                Vector128.WidenLower(bytes).StoreUnsafe(ref to, (nuint)i);
                Vector128.WidenUpper(bytes).StoreUnsafe(ref to, (nuint)(i + 8));
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
