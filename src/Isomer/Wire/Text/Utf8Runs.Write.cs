// Utf8Runs, writing: characters that may stand as they are, as UTF-8, up to the first that may not.
//
// Contract: MaxBytes(count) bytes may be stored. What ends a run is the caller's: an ASCII character that its table refuses, half
// of a surrogate pair, and what RunStops names. Sixteen characters at a time; where one of them ends the run, those before it count.
using System.Numerics;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.X86;

namespace Isomer.Wire.Text;

internal static partial class Utf8Runs
{
    /// <summary>Every ASCII character is let through.</summary>
    private static ReadOnlySpan<byte> AllAscii => [255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255];

    /// <summary>
    /// A whole text as UTF-8, where <see cref="MaxBytes"/> of its length may be stored; -1 where it has half a surrogate pair.
    /// </summary>
    internal static int Write(ref byte destination, ReadOnlySpan<char> text) =>
        WriteWhole(ref destination, text, out int written) == text.Length ? written : -1;

    /// <summary>A whole text as UTF-8; told is how many characters come before the first half of a pair.</summary>
    internal static int WriteWhole(ref byte destination, ReadOnlySpan<char> text, out int written) =>
        Write(ref destination, text, ref MemoryMarshal.GetReference(AllAscii), RunStops.None, out written);

    /// <summary>How many characters the run has that begins the text; how many bytes it took.</summary>
    /// <param name="destination">Where <see cref="MaxBytes"/> of the text's length may be stored.</param>
    /// <param name="text">What is to be written.</param>
    /// <param name="allowed">Sixteen bytes: by a character's low four bits, one bit for each value of its high four bits.</param>
    /// <param name="stops">What else ends the run.</param>
    /// <param name="written">The number of bytes.</param>
    internal static int Write(ref byte destination, ReadOnlySpan<char> text, ref byte allowed, RunStops stops, out int written) =>
        Avx2.IsSupported
            ? WriteVectors(ref destination, text, ref allowed, stops, out written)
            : WriteScalars(ref destination, text, ref allowed, stops, out written);

    private static int WriteVectors(ref byte destination, ReadOnlySpan<char> text, ref byte allowed, RunStops stops, out int written)
    {
        ref ushort source = ref Unsafe.As<char, ushort>(ref MemoryMarshal.GetReference(text));
        int count = text.Length;
        Vector128<byte> ascii = Vector128.LoadUnsafe(ref allowed);
        Vector128<ushort> lastTwo = (stops & RunStops.LastTwo) != 0 ? Vector128<ushort>.AllBitsSet : Vector128<ushort>.Zero;
        byte[]? relaxed = (stops & RunStops.Relaxed) != 0 ? EscapeTables.Relaxed : null;
        // Most text is ASCII, also where a caller could not tell by its first characters.
        int at = count >= 32 ? WriteAscii(ref destination, ref source, count, ref allowed) : 0;
        int to = at;
        while (at < count)
        {
            int left = count - at;
            if (relaxed is null && left >= 2 && IsPair(Unsafe.Add(ref source, at), Unsafe.Add(ref source, at + 1)))
            {
                PutPair(ref Unsafe.Add(ref destination, to), Unsafe.Add(ref source, at), Unsafe.Add(ref source, at + 1));
                at += 2;
                to += 4;
                continue;
            }
            Vector128<ushort> lower;
            Vector128<ushort> upper;
            // A bit for each lane that ends the run; behind the text's end each does.
            uint bad = Lane16;
            if (left >= 16)
            {
                lower = Vector128.LoadUnsafe(ref source, (nuint)at);
                upper = Vector128.LoadUnsafe(ref source, (nuint)at + 8);
            }
            else
            {
                bad = Lane16 | (0xFFFFU << left);
                upper = count >= 8 ? Last(ref source, count, left & 7) : Vector128<ushort>.Zero;
                lower = left >= 8 ? Vector128.LoadUnsafe(ref source, (nuint)at) : count >= 8 ? upper : Few(ref source, count, left);
            }
            Vector128<ushort> lowerAscii = Vector128.Equals(lower & Vector128.Create((ushort)0xFF80), Vector128<ushort>.Zero);
            Vector128<ushort> upperAscii = Vector128.Equals(upper & Vector128.Create((ushort)0xFF80), Vector128<ushort>.Zero);
            Vector128<byte> narrow = Sse2.PackUnsignedSaturate(lower.AsInt16(), upper.AsInt16());
            Vector128<byte> isAscii = Sse2.PackSignedSaturate(lowerAscii.AsInt16(), upperAscii.AsInt16()).AsByte();
            Vector128<byte> isEnd = Sse2.PackSignedSaturate(Ends(lower, lastTwo).AsInt16(), Ends(upper, lastTwo).AsInt16()).AsByte();
            uint asciiMask = (uint)Sse2.MoveMask(isAscii);
            bad |= (uint)Sse2.MoveMask((EscapeTables.Refused(narrow, ascii) & isAscii) | isEnd);
            if (relaxed is not null && asciiMask != 0xFFFF && !(AreRelaxed(lower, lowerAscii) && AreRelaxed(upper, upperAscii)))
            {
                bad |= Unrelaxed(relaxed, ref Unsafe.Add(ref source, at), ~asciiMask & (left >= 16 ? 0xFFFF : (1U << left) - 1));
            }
            // By a branch, which is foretold: by an assignment every block's place would wait for all that is asked about the one before
            // (measured: 1.4 ns a character in place of 0.5).
            int taken = 16;
            if (bad != Lane16)
            {
                taken = BitOperations.TrailingZeroCount(bad);
            }
            if (asciiMask == 0xFFFF)
            {
                narrow.StoreUnsafe(ref destination, (nuint)to);
                to += taken;
                at += taken;
                if (taken == 16)
                {
                    int clean = count - at >= 32
                        ? WriteAscii(ref Unsafe.Add(ref destination, to), ref Unsafe.Add(ref source, at), count - at, ref allowed)
                        : 0;
                    at += clean;
                    to += clean;
                }
            }
            else
            {
                at += taken;
                int first = Math.Min(taken, 8);
                to += Put(ref Unsafe.Add(ref destination, to), lower, lowerAscii, asciiMask & 0xFF, first);
                if (taken > 8)
                {
                    to += Put(ref Unsafe.Add(ref destination, to), upper, upperAscii, asciiMask >> 8, taken - 8);
                }
            }
            if (taken < 16 && at < count
                && (relaxed is not null || count - at < 2 || !IsPair(Unsafe.Add(ref source, at), Unsafe.Add(ref source, at + 1))))
            {
                break;
            }
        }
        written = to;
        return at;
    }

    /// <summary>
    /// Thirty-two characters and more as long as they are allowed ASCII; the last block is moved back so that it ends with the text.
    /// </summary>
    private static int WriteAscii(ref byte destination, ref ushort source, int count, ref byte allowed)
    {
        Vector128<byte> ascii = Vector128.LoadUnsafe(ref allowed);
        for (int at = 0; ; at += 32)
        {
            int from = Math.Min(at, count - 32);
            // Narrowing makes 0 of some characters beyond ASCII, which not every table refuses.
            Vector256<ushort> beyond = Vector256.LoadUnsafe(ref source, (nuint)from) | Vector256.LoadUnsafe(ref source, (nuint)from + 16);
            Vector256<byte> wide = EscapeTables.Narrow32(ref Unsafe.Add(ref source, from));
            if (!Avx.TestZ(beyond, Vector256.Create((ushort)0xFF80)) || EscapeTables.Refused(wide, ascii) != Vector256<byte>.Zero)
            {
                return at;
            }
            wide.StoreUnsafe(ref destination, (nuint)from);
            if (from + 32 == count)
            {
                return count;
            }
        }
    }

    /// <summary>The bit behind sixteen lanes.</summary>
    private const uint Lane16 = 0x10000;

    /// <summary>The last characters, fewer than eight, of a text of eight or more.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector128<ushort> Last(ref ushort source, int count, int left) => Ssse3.Shuffle(
        Vector128.LoadUnsafe(ref source, (nuint)(count - 8)).AsByte(),
        Vector128.LoadUnsafe(ref MemoryMarshal.GetReference(Slide), (nuint)(16 - (2 * left)))).AsUInt16();

    /// <summary>The last characters of a text of fewer than eight.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector128<ushort> Few(ref ushort source, int count, int left)
    {
        ulong low = 0;
        ulong high = 0;
        for (int i = count - 1; i >= count - left; i--)
        {
            high = (high << 16) | (low >> 48);
            low = (low << 16) | Unsafe.Add(ref source, i);
        }
        return Vector128.Create(low, high).AsUInt16();
    }

    /// <summary>Halves of pairs, and the last two where they are asked for.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector128<ushort> Ends(Vector128<ushort> block, Vector128<ushort> lastTwo) =>
        Vector128.Equals(block & Vector128.Create((ushort)0xF800), Vector128.Create((ushort)0xD800))
            | (Vector128.Equals(block | Vector128<ushort>.One, Vector128<ushort>.AllBitsSet) & lastTwo);

    /// <summary>Eight characters, none of them half a pair; returns how many bytes the first ones take.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static int Put(ref byte destination, Vector128<ushort> block, Vector128<ushort> isAscii, uint asciiMask, int taken)
    {
        uint takenMask = (1U << taken) - 1;
        if ((block & Vector128.Create((ushort)0xF800)) == Vector128<ushort>.Zero)
        {
            Vector128<ushort> two = (block >>> 6) | ((block & Vector128.Create((ushort)0x3F)) << 8) | Vector128.Create((ushort)0x80C0);
            Vector128<byte> narrowed = Sse41.BlendVariable(two.AsByte(), block.AsByte(), isAscii.AsByte());
            Ssse3.Shuffle(narrowed, Vector128.LoadUnsafe(ref Of(Gaps.OneOrTwo), asciiMask * 16)).StoreUnsafe(ref destination);
            return (2 * taken) - BitOperations.PopCount(asciiMask & takenMask);
        }
        Vector256<int> wide = Avx2.ConvertToVector256Int32(block);
        Vector256<int> middle = (wide << 8) & Vector256.Create(0x3F00);
        Vector256<int> ofTwo = (wide >>> 6) | middle | Vector256.Create(0x80C0);
        Vector256<int> ofThree = (wide >>> 12) | ((wide << 2) & Vector256.Create(0x3F00)) | (middle << 8) | Vector256.Create(0x8080E0);
        Vector256<int> fromTwo = Avx2.CompareGreaterThan(wide, Vector256.Create(0x7F));
        Vector256<int> fromThree = Avx2.CompareGreaterThan(wide, Vector256.Create(0x7FF));
        Vector256<byte> chosen =
            Avx2.BlendVariable(Avx2.BlendVariable(wide.AsByte(), ofTwo.AsByte(), fromTwo.AsByte()), ofThree.AsByte(), fromThree.AsByte());
        uint twos = (uint)Avx.MoveMask(fromTwo.AsSingle());
        uint threes = (uint)Avx.MoveMask(fromThree.AsSingle());
        ref byte gaps = ref Of(Gaps.OneToThree);
        Vector128<byte> lower = Vector128.LoadUnsafe(ref gaps, ((twos & 15) | ((threes & 15) << 4)) * 16);
        Vector128<byte> upper = Vector128.LoadUnsafe(ref gaps, ((twos >> 4) | (threes & 0xF0)) * 16);
        Ssse3.Shuffle(chosen.GetLower(), lower).StoreUnsafe(ref destination);
        int half = 4 + BitOperations.PopCount(twos & 15) + BitOperations.PopCount(threes & 15);
        Ssse3.Shuffle(Avx2.ExtractVector128(chosen, 1), upper).StoreUnsafe(ref destination, (nuint)half);
        return taken + BitOperations.PopCount(twos & takenMask) + BitOperations.PopCount(threes & takenMask);
    }

    /// <summary>A bit for each of these lanes that the relaxed encoder escapes.</summary>
    private static uint Unrelaxed(byte[] relaxed, ref ushort source, uint lanes)
    {
        uint bad = 0;
        for (; lanes != 0; lanes &= lanes - 1)
        {
            int lane = BitOperations.TrailingZeroCount(lanes);
            int character = Unsafe.Add(ref source, lane);
            bad |= (uint)(~(relaxed[character >> 3] >> (character & 7)) & 1) << lane;
        }
        return bad;
    }

    /// <summary>
    /// Whether all are in blocks of letters that the relaxed encoder lets through whole (Latin, Cyrillic, kana, CJK, Hangul, as the
    /// tests compare with the encoder itself): its bitmap would be asked character by character.
    /// </summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static bool AreRelaxed(Vector128<ushort> given, Vector128<ushort> isAscii)
    {
        // ASCII has been looked at: it is moved into a block that is let through.
        Vector128<ushort> block = given | (isAscii & Vector128.Create((ushort)0x0400));
        return (Within(block, 0x00C0, 0x0233) | Within(block, 0x03A3, 0x052F) | Within(block, 0x4E00, 0x9FFF)
            | Within(block, 0xAC00, 0xD7A3)
            | Within(block, 0x3001, 0x303F) | Within(block, 0x3041, 0x3096) | Within(block, 0x30A0, 0x30FF) | Within(block, 0xFF01, 0xFFBE))
                == Vector128<ushort>.AllBitsSet;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector128<ushort> Within(Vector128<ushort> block, ushort first, ushort last)
    {
        Vector128<ushort> distance = block - Vector128.Create(first);
        return Vector128.Equals(Vector128.Min(distance, Vector128.Create((ushort)(last - first))), distance);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static bool IsPair(uint high, uint low) => high - 0xD800 < 0x400 && low - 0xDC00 < 0x400;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void PutPair(ref byte destination, uint high, uint low)
    {
        uint scalar = 0x10000 + ((high - 0xD800) << 10) + (low - 0xDC00);
        Unsafe.WriteUnaligned(ref destination,
            0x808080F0 | (scalar >> 18) | ((scalar >> 4) & 0x3F00) | ((scalar << 10) & 0x3F0000) | ((scalar & 0x3F) << 24));
    }

    private static int WriteScalars(ref byte destination, ReadOnlySpan<char> text, ref byte allowed, RunStops stops, out int written)
    {
        byte[]? relaxed = (stops & RunStops.Relaxed) != 0 ? EscapeTables.Relaxed : null;
        int at = 0;
        int to = 0;
        for (; at < text.Length; at++)
        {
            uint character = text[at];
            ref byte place = ref Unsafe.Add(ref destination, to);
            if (character < 0x80)
            {
                if ((Unsafe.Add(ref allowed, character & 15) >> (int)(character >> 4) & 1) == 0)
                {
                    break;
                }
                place = (byte)character;
                to++;
            }
            else if ((character & 0xF800) == 0xD800)
            {
                if (relaxed is not null || at + 1 >= text.Length || !IsPair(character, text[at + 1]))
                {
                    break;
                }
                PutPair(ref place, character, text[at + 1]);
                at++;
                to += 4;
            }
            else if (relaxed is not null
                ? (relaxed[character >> 3] >> (int)(character & 7) & 1) == 0
                : character >= 0xFFFE && (stops & RunStops.LastTwo) != 0)
            {
                break;
            }
            else if (character < 0x800)
            {
                place = (byte)(0xC0 | (character >> 6));
                Unsafe.Add(ref place, 1) = (byte)(0x80 | (character & 0x3F));
                to += 2;
            }
            else
            {
                place = (byte)(0xE0 | (character >> 12));
                Unsafe.Add(ref place, 1) = (byte)(0x80 | ((character >> 6) & 0x3F));
                Unsafe.Add(ref place, 2) = (byte)(0x80 | (character & 0x3F));
                to += 3;
            }
        }
        written = to;
        return at;
    }
}
