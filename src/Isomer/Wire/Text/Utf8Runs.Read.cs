// Utf8Runs, reading: UTF-8 that has been checked as UTF-16.
//
// Contract: the bytes are valid, or have halves of surrogate pairs as three bytes each (0xED 0xA0..0xBF), as XML's scanner keeps
// what references may stand for: those become halves again. Nothing behind the bytes is read, nothing behind the result stored.
//
// Sixteen bytes at a time: every byte is taken for the beginning of a character, with the two behind it, in all its lengths; which
// lanes are beginnings is one comparison, and a shuffle from a table drops the others. Where a block has a character of four bytes,
// the lane of its second byte becomes the second half of the pair.
using System.Numerics;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.X86;
using System.Text;

namespace Isomer.Wire.Text;

internal static partial class Utf8Runs
{
    /// <summary>How many bytes behind a block its last characters may reach, with a vector's load.</summary>
    private const int Block = 16;
    private const int Reach = Block + 2;

    /// <summary>Bytes that are decoded on the stack, without counting what they are first.</summary>
    private const int FewBytes = 96;

    internal static string ToText(ReadOnlySpan<byte> text) => ToText(ref MemoryMarshal.GetReference(text), text.Length);

    /// <summary>Text that has been checked (see the contract) as a string.</summary>
    [SkipLocalsInit]
    internal static string ToText(ref byte source, int count)
    {
        if (count == 0)
        {
            return string.Empty;
        }
        if (!Avx2.IsSupported)
        {
            return ToTextByScalars(MemoryMarshal.CreateReadOnlySpan(ref source, count));
        }
        if (count <= FewBytes)
        {
            Span<char> few = stackalloc char[FewBytes + Block];
            int length = ReadRest(ref source, count, ref Unsafe.As<char, ushort>(ref MemoryMarshal.GetReference(few)));
            return new string(few[..length]);
        }
        return ToText(ref source, count, Utf8Strings.IsAscii(ref source, count) ? count : CountUnits(ref source, count));
    }

    /// <summary>Text that has been checked as a string of so many UTF-16 units.</summary>
    internal static string ToText(ref byte source, int count, int units)
    {
        if (units == count)
        {
            return Utf8Strings.WidenAscii(ref source, count);
        }
        string text = new('\0', units);
        Read(ref source, count, ref Unsafe.As<char, ushort>(ref MemoryMarshal.GetReference(text.AsSpan())), units);
        return text;
    }

    /// <summary>To UTF-16; exactly so many units are stored.</summary>
    [SkipLocalsInit]
    internal static void Read(ref byte source, int count, ref ushort destination, int units)
    {
        int at = 0;
        int to = 0;
        if (!Avx2.IsSupported)
        {
            ReadScalars(MemoryMarshal.CreateReadOnlySpan(ref source, count),
                MemoryMarshal.CreateSpan(ref Unsafe.As<ushort, char>(ref destination), units));
            return;
        }
        ReadBlocks(ref source, count, ref destination, units, ref at, ref to);
        // What is left is little on one side: the other may be up to three times as much.
        Span<char> rest = stackalloc char[(3 * Reach) + (2 * Block)];
        while (at < count)
        {
            int bytes = Math.Min(count - at, 3 * Reach);
            while (at + bytes < count && (sbyte)Unsafe.Add(ref source, at + bytes) <= -65)
            {
                bytes--;
            }
            int length = ReadRest(ref Unsafe.Add(ref source, at), bytes, ref Unsafe.As<char, ushort>(ref MemoryMarshal.GetReference(rest)));
            rest[..length].CopyTo(MemoryMarshal.CreateSpan(ref Unsafe.As<ushort, char>(ref Unsafe.Add(ref destination, to)), units - to));
            at += bytes;
            to += length;
        }
    }

    /// <summary>A few bytes, to where a block's units more may be stored; returns how many units count.</summary>
    [SkipLocalsInit]
    private static int ReadRest(ref byte source, int count, ref ushort destination)
    {
        Span<byte> padded = stackalloc byte[FewBytes + (2 * Block)];
        ref byte start = ref MemoryMarshal.GetReference(padded);
        Unsafe.CopyBlockUnaligned(ref start, ref source, (uint)count);
        // Zeros behind are one unit each, which do not count.
        Vector256<byte>.Zero.StoreUnsafe(ref start, (nuint)count);
        int at = 0;
        int to = 0;
        ReadBlocks(ref start, count + Reach - 1, ref destination, int.MaxValue, ref at, ref to);
        return to - (at - count);
    }

    /// <summary>As long as a whole block may be read and stored.</summary>
    private static void ReadBlocks(ref byte source, int count, ref ushort destination, int units, ref int from, ref int into)
    {
        ref byte kept = ref Of(Gaps.Kept);
        int at = from;
        int to = into;
        while (count - at >= Reach && units - to >= Block)
        {
            Vector128<byte> first = Vector128.LoadUnsafe(ref source, (nuint)at);
            Vector256<ushort> leads = Avx2.ConvertToVector256Int16(first).AsUInt16();
            if (Sse2.MoveMask(first) == 0)
            {
                leads.StoreUnsafe(ref destination, (nuint)to);
                at += Block;
                to += Block;
                continue;
            }
            Vector256<ushort> second =
                Avx2.ConvertToVector256Int16(Vector128.LoadUnsafe(ref source, (nuint)at + 1)).AsUInt16() & Vector256.Create((ushort)0x3F);
            Vector256<ushort> third =
                Avx2.ConvertToVector256Int16(Vector128.LoadUnsafe(ref source, (nuint)at + 2)).AsUInt16() & Vector256.Create((ushort)0x3F);
            Vector256<ushort> ofTwo = ((leads & Vector256.Create((ushort)0x1F)) << 6) | second;
            Vector256<ushort> ofThree = (leads << 12) | (second << 6) | third;
            Vector256<short> fromTwo = Avx2.CompareGreaterThan(leads.AsInt16(), Vector256.Create((short)0xBF));
            Vector256<short> fromThree = Avx2.CompareGreaterThan(leads.AsInt16(), Vector256.Create((short)0xDF));
            Vector256<byte> chosen = Avx2.BlendVariable(Avx2.BlendVariable(leads.AsByte(), ofTwo.AsByte(), fromTwo.AsByte()),
                ofThree.AsByte(), fromThree.AsByte());
            uint begin = (uint)Sse2.MoveMask(Sse2.CompareGreaterThan(first.AsSByte(), Vector128.Create((sbyte)-65)).AsByte());
            int taken = Block;
            Vector256<short> fromFour = Avx2.CompareGreaterThan(leads.AsInt16(), Vector256.Create((short)0xEF));
            if (!Avx.TestZ(fromFour, fromFour))
            {
                // 0xD800 + (scalar >> 10) - 0x40, of the first three bytes; 0xDC00 + ten bits, of the last two.
                Vector256<ushort> high = (((leads & Vector256.Create((ushort)7)) << 8) | (second << 2) | (third >>> 4))
                    + Vector256.Create((ushort)(0xD800 - 0x40));
                Vector256<ushort> low = ((second & Vector256.Create((ushort)0x0F)) << 6) | third | Vector256.Create((ushort)0xDC00);
                Vector128<byte> fours = Vector128.Equals(Sse2.Max(first, Vector128.Create((byte)0xF0)), first);
                uint mask = (uint)Sse2.MoveMask(fours);
                if ((mask & 0x8000) != 0)
                {
                    // Its second half would lie behind this block.
                    taken = Block - 1;
                    begin &= 0x7FFF;
                }
                Vector256<byte> isLow = Avx2.ConvertToVector256Int16(Sse2.ShiftLeftLogical128BitLane(fours, 1).AsSByte()).AsByte();
                chosen = Avx2.BlendVariable(Avx2.BlendVariable(chosen, high.AsByte(), fromFour.AsByte()), low.AsByte(), isLow);
                begin |= (mask << 1) & 0xFFFF;
            }
            Ssse3.Shuffle(chosen.GetLower(), Vector128.LoadUnsafe(ref kept, (begin & 0xFF) * 16))
                .StoreUnsafe(ref Unsafe.As<ushort, byte>(ref Unsafe.Add(ref destination, to)));
            to += BitOperations.PopCount(begin & 0xFF);
            Ssse3.Shuffle(Avx2.ExtractVector128(chosen, 1), Vector128.LoadUnsafe(ref kept, (begin >> 8) * 16))
                .StoreUnsafe(ref Unsafe.As<ushort, byte>(ref Unsafe.Add(ref destination, to)));
            to += BitOperations.PopCount(begin >> 8);
            at += taken;
        }
        from = at;
        into = to;
    }

    /// <summary>Character by character: also the halves that the framework's decoder would replace.</summary>
    private static string ToTextByScalars(ReadOnlySpan<byte> text)
    {
        var units = new char[text.Length];
        return new string(units, 0, ReadScalars(text, units));
    }

    private static int ReadScalars(ReadOnlySpan<byte> text, Span<char> destination)
    {
        int to = 0;
        for (int at = 0; at < text.Length;)
        {
            if (text[at] == 0xED && at + 2 < text.Length && text[at + 1] >= 0xA0)
            {
                destination[to++] = (char)(0xD000 | ((text[at + 1] & 0x3F) << 6) | (text[at + 2] & 0x3F));
                at += 3;
                continue;
            }
            Rune.DecodeFromUtf8(text[at..], out Rune rune, out int length);
            to += rune.EncodeToUtf16(destination[to..]);
            at += length;
        }
        return to;
    }
}
