using System.Buffers;
using System.Numerics;
using System.Runtime.InteropServices;

namespace Isomer.Tabular;

/// <summary>Values whose memory is that of an integer of 64 bits at most.</summary>
/// <typeparam name="T">The type of the values.</typeparam>
/// <typeparam name="TBits">The integer.</typeparam>
/// <param name="most">The greatest that is a value.</param>
/// <param name="mask">The bits of it that count: a DateTime has its kind above.</param>
internal sealed class IntegerCoding<T, TBits>(ulong most = ulong.MaxValue, long mask = -1) : ColumnCoding<T>
    where T : struct where TBits : unmanaged, IBinaryInteger<TBits>
{
    public override void Write(PackedWriter to, ReadOnlySpan<T> values)
    {
        var bits = MemoryMarshal.Cast<T, TBits>(values);
        if (typeof(TBits) == typeof(long))
        {
            Integers.Write(to, MemoryMarshal.Cast<TBits, long>(bits));
            return;
        }
        long[] lent = ArrayPool<long>.Shared.Rent(values.Length);
        Widen(bits, lent);
        Integers.Write(to, lent.AsSpan(0, values.Length));
        ArrayPool<long>.Shared.Return(lent);
    }

    static void Widen(ReadOnlySpan<TBits> bits, long[] to)
    {
        for (int i = 0; i < bits.Length; i++)
            to[i] = long.CreateTruncating(bits[i]);
    }

    public override void Read(ref PackedReader from, Span<T> values)
    {
        var bits = MemoryMarshal.Cast<T, TBits>(values);
        if (typeof(TBits) == typeof(long))
        {
            var numbers = MemoryMarshal.Cast<TBits, long>(bits);
            try
            {
                Integers.Read(ref from, numbers);
                Check(from, numbers);
            }
            catch (WireFormatException)
            {
                values.Clear();
                throw;
            }
            return;
        }
        long[] lent = ArrayPool<long>.Shared.Rent(values.Length);
        try
        {
            var numbers = lent.AsSpan(0, values.Length);
            Integers.Read(ref from, numbers);
            Check(from, numbers);
            Narrow(from, numbers, bits);
        }
        finally
        {
            ArrayPool<long>.Shared.Return(lent);
        }
    }

    void Check(PackedReader from, ReadOnlySpan<long> numbers)
    {
        if (most == ulong.MaxValue)
            return;
        bool isWrong = false;
        foreach (long number in numbers)
            isWrong |= (ulong)(number & mask) > most;
        if (isWrong)
            throw from.Wrong($"a number is no {typeof(T).Name}");
    }

    static void Narrow(PackedReader from, ReadOnlySpan<long> numbers, Span<TBits> to)
    {
        long differs = 0;
        for (int i = 0; i < numbers.Length; i++)
        {
            to[i] = TBits.CreateTruncating(numbers[i]);
            differs |= numbers[i] ^ long.CreateTruncating(to[i]);
        }
        if (differs != 0)
            throw from.Wrong($"a number is no {typeof(T).Name}");
    }
}

/// <summary>Values of 16 bytes as two lists: their lower and their upper halves.</summary>
internal sealed class WideCoding<T> : ColumnCoding<T> where T : struct
{
    public override void Write(PackedWriter to, ReadOnlySpan<T> values)
    {
        long[] lent = ArrayPool<long>.Shared.Rent(values.Length);
        var halves = MemoryMarshal.Cast<T, long>(values);
        for (int half = 0; half < 2; half++)
        {
            for (int i = 0; i < values.Length; i++)
                lent[i] = halves[(i * 2) + half];
            Integers.Write(to, lent.AsSpan(0, values.Length));
        }
        ArrayPool<long>.Shared.Return(lent);
    }

    public override void Read(ref PackedReader from, Span<T> values)
    {
        long[] lent = ArrayPool<long>.Shared.Rent(values.Length);
        try
        {
            var numbers = lent.AsSpan(0, values.Length);
            var halves = MemoryMarshal.Cast<T, long>(values);
            for (int half = 0; half < 2; half++)
            {
                Integers.Read(ref from, numbers);
                for (int i = 0; i < numbers.Length; i++)
                    halves[(i * 2) + half] = numbers[i];
            }
        }
        finally
        {
            ArrayPool<long>.Shared.Return(lent);
        }
    }
}

/// <summary>Ticks of the clock that was shown, and minutes from UTC.</summary>
internal sealed class DateTimeOffsetCoding : ColumnCoding<DateTimeOffset>
{
    public override void Write(PackedWriter to, ReadOnlySpan<DateTimeOffset> values)
    {
        long[] lent = ArrayPool<long>.Shared.Rent(values.Length);
        for (int i = 0; i < values.Length; i++)
            lent[i] = values[i].Ticks;
        Integers.Write(to, lent.AsSpan(0, values.Length));
        for (int i = 0; i < values.Length; i++)
            lent[i] = values[i].TotalOffsetMinutes;
        Integers.Write(to, lent.AsSpan(0, values.Length));
        ArrayPool<long>.Shared.Return(lent);
    }

    public override void Read(ref PackedReader from, Span<DateTimeOffset> values)
    {
        long[] lent = ArrayPool<long>.Shared.Rent(Math.Max(1, values.Length * 2));
        try
        {
            var ticks = lent.AsSpan(0, values.Length);
            var minutes = lent.AsSpan(values.Length, values.Length);
            Integers.Read(ref from, ticks);
            Integers.Read(ref from, minutes);
            for (int i = 0; i < values.Length; i++)
            {
                long utc = ticks[i] - (minutes[i] * TimeSpan.TicksPerMinute);
                if ((ulong)ticks[i] > (ulong)DateTime.MaxValue.Ticks || minutes[i] is < -840 or > 840
                    || (ulong)utc > (ulong)DateTime.MaxValue.Ticks)
                    throw from.Wrong("a number is no DateTimeOffset");
                values[i] = new DateTimeOffset(ticks[i], TimeSpan.FromMinutes(minutes[i]));
            }
        }
        finally
        {
            ArrayPool<long>.Shared.Return(lent);
        }
    }
}
