using System.Buffers;
using System.Numerics;

namespace Isomer.Tabular;

/// <summary>A dictionary: the different numbers in ascending order, and for each its place among them.</summary>
internal static class IntegerPlaces
{
    const int LeastCount = 16;
    const int MostDifferent = 4096;

    /// <summary>After so many numbers it is looked whether they repeat at all.</summary>
    const int Sample = 256;

    /// <summary>Whether there is room below the best form so far.</summary>
    public static bool MayPay(int count, long best) => count >= LeastCount && best > 8 + (count / 4);

    /// <summary>False, with nothing written, where that would not be less than so many bytes.</summary>
    public static bool TryWrite(PackedWriter to, ReadOnlySpan<long> numbers, long below)
    {
        bool isForced = below == long.MaxValue;
        int most = isForced ? numbers.Length : Math.Min(MostDifferent, numbers.Length / 2);
        int size = (int)BitOperations.RoundUpToPowerOf2((uint)Math.Max(64, Math.Min(most, numbers.Length) * 2));
        long[] lent = ArrayPool<long>.Shared.Rent(numbers.Length + most);
        int[] slots = ArrayPool<int>.Shared.Rent(size);
        slots.AsSpan(0, size).Clear();
        try
        {
            var places = lent.AsSpan(0, numbers.Length);
            var different = lent.AsSpan(numbers.Length, most);
            int found = 0, probes = 0;
            for (int i = 0; i < numbers.Length; i++)
            {
                long number = numbers[i];
                int slot = (int)(((ulong)number * 0x9E3779B97F4A7C15) >> 40) & (size - 1);
                // Numbers that are chosen to meet in one slot make it no slower: the form is given up.
                while (slots[slot] != 0 && different[slots[slot] - 1] != number)
                {
                    slot = (slot + 1) & (size - 1);
                    probes++;
                }
                if (slots[slot] == 0)
                {
                    if (found == most || (!isForced && ((i < Sample && found >= Sample * 3 / 4) || probes > 4 * numbers.Length)))
                        return false;
                    different[found] = number;
                    slots[slot] = ++found;
                    // With each power of two the places take a bit more.
                    if (!isForced && BitOperations.IsPow2(found - 1)
                        && BitPacking.Bytes(numbers.Length, BitPacking.Width((ulong)found - 1)) + (found / 8) >= below)
                        return false;
                }
                places[i] = slots[slot] - 1;
            }
            if (!isForced && BitPacking.Bytes(numbers.Length, BitPacking.Width((ulong)found - 1)) + found / 8 >= below)
                return false;
            int start = to.Count;
            Sort(different[..found], places);
            to.Byte((int)IntegerForm.Places);
            to.Varint((ulong)found);
            Integers.WriteInner(to, different[..found]);
            Integers.WriteInner(to, places);
            if (to.Count - start < below)
                return true;
            to.CutTo(start);
            return false;
        }
        finally
        {
            ArrayPool<int>.Shared.Return(slots);
            ArrayPool<long>.Shared.Return(lent);
        }
    }

    /// <summary>Ascending numbers are small differences; the places follow.</summary>
    static void Sort(Span<long> different, Span<long> places)
    {
        int[] order = new int[different.Length];
        for (int i = 0; i < order.Length; i++)
            order[i] = i;
        different.Sort(order.AsSpan());
        int[] placeOf = new int[order.Length];
        for (int i = 0; i < order.Length; i++)
            placeOf[order[i]] = i;
        foreach (ref long place in places)
            place = placeOf[place];
    }

    public static void Read(ref PackedReader from, Span<long> numbers)
    {
        int count = from.Count(numbers.Length, "different numbers");
        long[] lent = ArrayPool<long>.Shared.Rent(Math.Max(1, count));
        try
        {
            var different = lent.AsSpan(0, count);
            Integers.ReadInner(ref from, different);
            Integers.ReadInner(ref from, numbers);
            for (int i = 0; i < numbers.Length; i++)
                numbers[i] = (ulong)numbers[i] < (ulong)count
                    ? different[(int)numbers[i]]
                    : throw from.Wrong($"there is no number {numbers[i]} among {count} different ones");
        }
        finally
        {
            ArrayPool<long>.Shared.Return(lent);
        }
    }
}
