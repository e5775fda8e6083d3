using System.Numerics;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace Isomer.Tabular;

/// <summary>
/// Numbers of so many bits each, one behind the other from the lowest bit of the first byte on. 0 to 56 bits, so that each is within the
/// eight bytes from that in which it begins: one load, one shift, one mask, whatever the width. Wider ones take 64.
/// </summary>
internal static class BitPacking
{
    const int Widest = 56;

    /// <summary>The width of numbers up to this one.</summary>
    public static int Width(ulong most)
    {
        int bits = 64 - BitOperations.LeadingZeroCount(most);
        return bits > Widest ? 64 : bits;
    }

    public static bool IsWidth(int bits) => bits is >= 0 and <= Widest or 64;

    public static long Bytes(int count, int bits) => (((long)count * bits) + 7) >> 3;

    public static void Pack(ReadOnlySpan<ulong> numbers, int bits, Span<byte> to)
    {
        if (bits == 64)
        {
            MemoryMarshal.AsBytes(numbers).CopyTo(to);
            return;
        }
        if (bits == 0)
            return;
        // Whole words as long as there is room for one, without a branch for each number; four or two numbers at a time where they fit,
        // because each word waits for that before it.
        ulong word = 0;
        int filled = 0, at = 0, i = 0, last = to.Length - sizeof(ulong);
        if (bits <= Widest / 4)
        {
            for (; i + 3 < numbers.Length && at <= last; i += 4)
                Put(to, numbers[i] | (numbers[i + 1] << bits) | (numbers[i + 2] << (bits * 2)) | (numbers[i + 3] << (bits * 3)), bits * 4,
                    ref word, ref filled, ref at);
        }
        if (bits <= Widest / 2)
        {
            for (; i + 1 < numbers.Length && at <= last; i += 2)
                Put(to, numbers[i] | (numbers[i + 1] << bits), bits * 2, ref word, ref filled, ref at);
        }
        for (; i < numbers.Length && at <= last; i++)
            Put(to, numbers[i], bits, ref word, ref filled, ref at);
        for (; i < numbers.Length; i++)
        {
            word |= numbers[i] << filled;
            for (filled += bits; filled >= 8; filled -= 8, word >>= 8)
                to[at++] = (byte)word;
        }
        if (filled > 0)
            to[at] = (byte)word;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    static void Put(Span<byte> to, ulong number, int bits, ref ulong word, ref int filled, ref int at)
    {
        word |= number << filled;
        MemoryMarshal.Write(to[at..], word);
        filled += bits;
        at += filled >> 3;
        word >>= filled & ~7;
        filled &= 7;
    }

    /// <summary>Each number times a step, and a start added, without a look at overflow.</summary>
    public static void Unpack(ReadOnlySpan<byte> from, int bits, Span<long> to, long start, long step)
    {
        if (bits == 64)
        {
            var words = MemoryMarshal.Cast<byte, long>(from);
            for (int i = 0; i < to.Length; i++)
                to[i] = start + (step * words[i]);
            return;
        }
        if (bits == 0)
        {
            to.Fill(start);
            return;
        }
        ulong mask = (1UL << bits) - 1;
        // Those that begin where eight bytes are left.
        int quick = from.Length < 8 ? 0 : (int)Math.Min(to.Length, ((((from.Length - 7L) * 8) - 1) / bits) + 1);
        ref byte source = ref MemoryMarshal.GetReference(from);
        ref long target = ref MemoryMarshal.GetReference(to);
        long bit = 0;
        for (int i = 0; i < quick; i++, bit += bits)
            Unsafe.Add(ref target, i) = start
                + (step * (long)((Unsafe.ReadUnaligned<ulong>(ref Unsafe.Add(ref source, (nint)(bit >> 3))) >> (int)(bit & 7)) & mask));
        if (quick == to.Length)
            return;
        Span<byte> last = stackalloc byte[24];
        last.Clear();
        long first = bit >> 3;
        from[(int)first..].CopyTo(last);
        for (int i = quick; i < to.Length; i++, bit += bits)
            to[i] = start + (step * (long)((MemoryMarshal.Read<ulong>(last[(int)((bit >> 3) - first)..]) >> (int)(bit & 7)) & mask));
    }
}
