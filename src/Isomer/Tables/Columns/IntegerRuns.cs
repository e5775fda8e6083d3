using System.Buffers;

namespace Isomer.Tabular;

/// <summary>Runs: how many, the number of each, and how often it comes after the first time.</summary>
internal static class IntegerRuns
{
    public static bool MayPay(int count, int changes) => changes <= count / 4;

    public static void Write(PackedWriter to, ReadOnlySpan<long> numbers, int runs)
    {
        to.Byte((int)IntegerForm.Runs);
        to.Varint((ulong)runs);
        long[] lent = ArrayPool<long>.Shared.Rent(runs * 2);
        var values = lent.AsSpan(0, runs);
        var lengths = lent.AsSpan(runs, runs);
        int run = -1;
        for (int i = 0; i < numbers.Length; i++)
        {
            if (i == 0 || numbers[i] != numbers[i - 1])
                (values[++run], lengths[run]) = (numbers[i], 0);
            else
                lengths[run]++;
        }
        Integers.WriteInner(to, values);
        Integers.WriteInner(to, lengths);
        ArrayPool<long>.Shared.Return(lent);
    }

    public static void Read(ref PackedReader from, Span<long> numbers)
    {
        int runs = from.Count(numbers.Length, "runs");
        long[] lent = ArrayPool<long>.Shared.Rent(Math.Max(1, runs * 2));
        try
        {
            var values = lent.AsSpan(0, runs);
            var lengths = lent.AsSpan(runs, runs);
            Integers.ReadInner(ref from, values);
            Integers.ReadInner(ref from, lengths);
            int at = 0;
            for (int run = 0; run < runs; run++)
            {
                long more = lengths[run];
                if ((ulong)more >= (ulong)(numbers.Length - at))
                    throw from.Wrong($"the runs are longer than the {numbers.Length} numbers");
                numbers.Slice(at, (int)more + 1).Fill(values[run]);
                at += (int)more + 1;
            }
            if (at != numbers.Length)
                throw from.Wrong($"the runs are of {at} numbers, and not of {numbers.Length}");
        }
        finally
        {
            ArrayPool<long>.Shared.Return(lent);
        }
    }
}
