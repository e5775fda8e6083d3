// Utf8Runs, checking: whether bytes are UTF-8, and how many UTF-16 units they are, in one pass.
//
// Contract: valid is what the framework's Utf8.IsValid says: no overlong forms, no surrogates, nothing above U+10FFFF, nothing cut.
// The three look-ups of Keiser and Lemire ("Validating UTF-8 in less than one instruction per byte", 2021): what the high and low four
// bits of a byte and the high four bits of the next allow, one bit for each kind of error, and'ed.
using System.Numerics;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.X86;
using System.Text;
using System.Text.Unicode;

namespace Isomer.Wire.Text;

internal static partial class Utf8Runs
{
    private const byte TooShort = 1;
    private const byte TooLong = 2;
    private const byte Overlong3 = 4;
    private const byte TooLarge = 8;
    private const byte Surrogate = 16;
    private const byte Overlong2 = 32;
    private const byte TooLarge1000 = 64;
    private const byte Overlong4 = 64;
    private const byte TwoContinuations = 128;
    private const byte Carry = TooShort | TooLong | TwoContinuations;
    private const byte Large = Carry | TooLarge | TooLarge1000;

    private static ReadOnlySpan<byte> ByFirstHigh =>
    [
        TooLong, TooLong, TooLong, TooLong, TooLong, TooLong, TooLong, TooLong,
        TwoContinuations, TwoContinuations, TwoContinuations, TwoContinuations,
        TooShort | Overlong2, TooShort, TooShort | Overlong3 | Surrogate, TooShort | TooLarge | TooLarge1000 | Overlong4,
    ];

    private static ReadOnlySpan<byte> ByFirstLow =>
    [
        Carry | Overlong3 | Overlong2 | Overlong4, Carry | Overlong2, Carry, Carry, Carry | TooLarge,
        Large, Large, Large, Large, Large, Large, Large, Large, Large | Surrogate, Large, Large,
    ];

    private static ReadOnlySpan<byte> BySecondHigh =>
    [
        TooShort, TooShort, TooShort, TooShort, TooShort, TooShort, TooShort, TooShort,
        TooLong | Overlong2 | TwoContinuations | Overlong3 | TooLarge1000 | Overlong4,
        TooLong | Overlong2 | TwoContinuations | Overlong3 | TooLarge,
        TooLong | Overlong2 | TwoContinuations | Surrogate | TooLarge,
        TooLong | Overlong2 | TwoContinuations | Surrogate | TooLarge,
        TooShort, TooShort, TooShort, TooShort,
    ];

    internal static bool IsValid(ReadOnlySpan<byte> text) => IsValid(ref MemoryMarshal.GetReference(text), text.Length, out _);

    /// <summary>Whether these bytes are UTF-8; if so, the number of UTF-16 units.</summary>
    internal static bool IsValid(ref byte source, int count, out int units)
    {
        if (!Avx2.IsSupported)
        {
            ReadOnlySpan<byte> text = MemoryMarshal.CreateReadOnlySpan(ref source, count);
            bool valid = Utf8.IsValid(text);
            units = valid ? Encoding.UTF8.GetCharCount(text) : 0;
            return valid;
        }
        Vector256<byte> firstHigh = Lanes.Twice(Vector128.LoadUnsafe(ref MemoryMarshal.GetReference(ByFirstHigh)));
        Vector256<byte> firstLow = Lanes.Twice(Vector128.LoadUnsafe(ref MemoryMarshal.GetReference(ByFirstLow)));
        Vector256<byte> secondHigh = Lanes.Twice(Vector128.LoadUnsafe(ref MemoryMarshal.GetReference(BySecondHigh)));
        Vector256<byte> low = Vector256.Create((byte)0x0F);
        Vector256<byte> before = Vector256<byte>.Zero;
        Vector256<byte> errors = Vector256<byte>.Zero;
        Vector256<byte> rest = Vector256<byte>.Zero;
        int sum = 0;
        int at = 0;
        while (true)
        {
            Vector256<byte> block;
            if (count - at >= 32)
            {
                block = Vector256.LoadUnsafe(ref source, (nuint)at);
                if (Avx2.MoveMask(block) == 0)
                {
                    // ASCII: what came before must have ended.
                    errors |= Incomplete(before);
                    before = block;
                    sum += 32;
                    at += 32;
                    for (; count - at >= 64; at += 64, sum += 64)
                    {
                        if (Avx2.MoveMask(Vector256.LoadUnsafe(ref source, (nuint)at) | Vector256.LoadUnsafe(ref source, (nuint)at + 32))
                            != 0)
                        {
                            break;
                        }
                    }
                    continue;
                }
            }
            else
            {
                // The last block is filled with zeros, of which there is at least one: what is cut shows there.
                Unsafe.CopyBlockUnaligned(ref Unsafe.As<Vector256<byte>, byte>(ref rest), ref Unsafe.Add(ref source, at),
                    (uint)(count - at));
                block = rest;
                sum -= 32 - (count - at);
            }
            Vector256<byte> shifted = Avx2.Permute2x128(before, block, 0x21);
            Vector256<byte> first = Avx2.AlignRight(block, shifted, 15);
            Vector256<byte> kinds = Avx2.Shuffle(firstHigh, (first.AsUInt16() >>> 4).AsByte() & low) & Avx2.Shuffle(firstLow, first & low)
                & Avx2.Shuffle(secondHigh, (block.AsUInt16() >>> 4).AsByte() & low);
            Vector256<byte> third = Avx2.SubtractSaturate(Avx2.AlignRight(block, shifted, 14), Vector256.Create((byte)(0xE0 - 0x80)));
            Vector256<byte> fourth = Avx2.SubtractSaturate(Avx2.AlignRight(block, shifted, 13), Vector256.Create((byte)(0xF0 - 0x80)));
            errors |= ((third | fourth) & Vector256.Create((byte)0x80)) ^ kinds;
            // Units: every byte but continuations, and one more for each lead of four.
            sum += BitOperations.PopCount((uint)Avx2.MoveMask(Avx2.CompareGreaterThan(block.AsSByte(), Vector256.Create((sbyte)-65))));
            sum += BitOperations.PopCount((uint)Avx2.MoveMask(Vector256.Equals(Avx2.Max(block, Vector256.Create((byte)0xF0)), block)));
            before = block;
            if (count - at < 32)
            {
                break;
            }
            at += 32;
        }
        units = sum;
        return Avx.TestZ(errors, errors);
    }

    /// <summary>Not zero where a character that begins among the last three bytes goes on behind them.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector256<byte> Incomplete(Vector256<byte> block) => Avx2.SubtractSaturate(block, Vector256.Create(
        0xFFFFFFFFFFFFFFFF, 0xFFFFFFFFFFFFFFFF, 0xFFFFFFFFFFFFFFFF, 0xBFDFEFFFFFFFFFFF).AsByte());

    /// <summary>The number of UTF-16 units of valid UTF-8.</summary>
    private static int CountUnits(ref byte source, int count)
    {
        int sum = 0;
        int at = 0;
        for (; count - at >= 32; at += 32)
        {
            Vector256<byte> block = Vector256.LoadUnsafe(ref source, (nuint)at);
            sum += BitOperations.PopCount((uint)Avx2.MoveMask(Avx2.CompareGreaterThan(block.AsSByte(), Vector256.Create((sbyte)-65))));
            sum += BitOperations.PopCount((uint)Avx2.MoveMask(Vector256.Equals(Avx2.Max(block, Vector256.Create((byte)0xF0)), block)));
        }
        for (; at < count; at++)
        {
            byte next = Unsafe.Add(ref source, at);
            sum += ((sbyte)next > -65 ? 1 : 0) + (next >= 0xF0 ? 1 : 0);
        }
        return sum;
    }

    /// <summary>
    /// The number of bytes that a text takes; half a surrogate pair counts as the three of U+FFFD, as with the framework.
    /// </summary>
    internal static long CountBytes(ReadOnlySpan<char> text)
    {
        ref ushort source = ref Unsafe.As<char, ushort>(ref MemoryMarshal.GetReference(text));
        long sum = text.Length;
        int at = 0;
        if (Avx2.IsSupported)
        {
            // Sixteen lanes and the one behind them, which may end a pair: six bytes by the rule of the others, and four in truth.
            for (; text.Length - at >= 17; at += 16)
            {
                Vector256<ushort> block = Vector256.LoadUnsafe(ref source, (nuint)at);
                Vector256<ushort> next = Vector256.LoadUnsafe(ref source, (nuint)at + 1);
                Vector256<ushort> fromTwo = Vector256.Equals(Avx2.Max(block, Vector256.Create((ushort)0x80)), block);
                Vector256<ushort> fromThree = Vector256.Equals(Avx2.Max(block, Vector256.Create((ushort)0x800)), block);
                Vector256<ushort> pairs = Vector256.Equals(block & Vector256.Create((ushort)0xFC00), Vector256.Create((ushort)0xD800))
                    & Vector256.Equals(next & Vector256.Create((ushort)0xFC00), Vector256.Create((ushort)0xDC00));
                // Two bits each.
                sum += (BitOperations.PopCount((uint)Avx2.MoveMask(fromTwo.AsByte()))
                    + BitOperations.PopCount((uint)Avx2.MoveMask(fromThree.AsByte()))) >> 1;
                sum -= BitOperations.PopCount((uint)Avx2.MoveMask(pairs.AsByte()));
            }
        }
        for (; at < text.Length; at++)
        {
            char next = text[at];
            sum += (next >= 0x80 ? 1 : 0) + (next >= 0x800 ? 1 : 0);
            sum -= at + 1 < text.Length && IsPair(next, text[at + 1]) ? 2 : 0;
        }
        return sum;
    }

    /// <summary>Whether UTF-16 has no half of a surrogate pair.</summary>
    internal static bool AreWhole(ReadOnlySpan<char> text)
    {
        while (text.IndexOfAnyInRange('\uD800', '\uDFFF') is >= 0 and var at)
        {
            // Pairs come in runs, which are looked at without a call each.
            do
            {
                if (at + 1 >= text.Length || !IsPair(text[at], text[at + 1]))
                {
                    return false;
                }
                at += 2;
            }
            while (at < text.Length && char.IsSurrogate(text[at]));
            text = text[at..];
        }
        return true;
    }
}
