using System.Buffers;
using System.Numerics;
using System.Runtime.InteropServices;

namespace Isomer.Tabular;

/// <summary>
/// Floating point. Most of it was typed or computed as decimals, and comes back bit for bit from an integer that is divided by a power of
/// ten (as in ALP: adaptive lossless floating point); the rest are its bits.
/// </summary>
/// <remarks>First the power of ten, 255 for bits; then the integers.</remarks>
internal sealed class FloatCoding<T, TBits> : ColumnCoding<T>
    where T : struct, IBinaryFloatingPointIeee754<T> where TBits : unmanaged, IBinaryInteger<TBits>
{
    const int Bits = 255;
    const int MostDigits = 15;
    const int Sample = 64;
    const double Exact = 1L << 53;

    static readonly double[] s_powers = [.. Enumerable.Range(0, MostDigits + 1).Select(i => Math.Pow(10, i))];

    public override void Write(PackedWriter to, ReadOnlySpan<T> values)
    {
        long[] lent = ArrayPool<long>.Shared.Rent(Math.Max(1, values.Length));
        var numbers = lent.AsSpan(0, values.Length);
        int start = to.Count, asDecimals = int.MaxValue;
        if (PowerOf(values) is >= 0 and var power && TryScale(values, s_powers[power], numbers))
        {
            to.Byte(power);
            Integers.Write(to, numbers);
            asDecimals = to.Count - start;
        }
        // Dyadic fractions and few different ones may be smaller as they are.
        if (asDecimals > values.Length * 3)
        {
            int before = to.Count;
            var bits = MemoryMarshal.Cast<T, TBits>(values);
            for (int i = 0; i < bits.Length; i++)
                numbers[i] = long.CreateTruncating(bits[i]);
            to.Byte(Bits);
            Integers.Write(to, numbers);
            if (to.Count - before < asDecimals)
                to.KeepLast(start, before);
            else
                to.CutTo(before);
        }
        ArrayPool<long>.Shared.Return(lent);
    }

    /// <summary>The least power of ten that makes integers of some of the values; -1 if none does.</summary>
    static int PowerOf(ReadOnlySpan<T> values)
    {
        int power = 0;
        for (int k = 0; k < Math.Min(Sample, values.Length); k++)
        {
            var value = values[(int)((long)k * values.Length / Math.Min(Sample, values.Length))];
            while (!Fits(value, s_powers[power], out _))
                if (++power > MostDigits)
                    return -1;
        }
        return power;
    }

    static bool Fits(T value, double power, out long number)
    {
        double scaled = double.CreateTruncating(value) * power;
        number = 0;
        if (!(Math.Abs(scaled) < Exact))
            return false;
        number = (long)Math.Round(scaled);
        var back = Of(number, power);
        return back == value && T.IsNegative(back) == T.IsNegative(value);
    }

    static T Of(long number, double power) => T.CreateTruncating(number / power);

    static bool TryScale(ReadOnlySpan<T> values, double power, Span<long> numbers)
    {
        for (int i = 0; i < values.Length; i++)
            if (!Fits(values[i], power, out numbers[i]))
                return false;
        return true;
    }

    public override void Read(ref PackedReader from, Span<T> values)
    {
        int power = from.Byte();
        if (power is > MostDigits and not Bits)
            throw from.Wrong($"{power} is no power of ten here");
        long[] lent = ArrayPool<long>.Shared.Rent(Math.Max(1, values.Length));
        try
        {
            var numbers = lent.AsSpan(0, values.Length);
            Integers.Read(ref from, numbers);
            if (power != Bits)
            {
                for (int i = 0; i < values.Length; i++)
                    values[i] = Of(numbers[i], s_powers[power]);
                return;
            }
            var bits = MemoryMarshal.Cast<T, TBits>(values);
            for (int i = 0; i < bits.Length; i++)
                bits[i] = TBits.CreateTruncating(numbers[i]);
        }
        finally
        {
            ArrayPool<long>.Shared.Return(lent);
        }
    }
}
