using System.Buffers;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace Isomer.Tabular;

/// <summary>
/// Decimals as integers of one scale. What is computed has its scale shortened (12.50 / 1 is 12.5): where each is the shortest, that says
/// the scale of each; else the scales are a list of their own. Numbers beyond 63 bits and the zero with a sign are the parts of which
/// decimals consist.
/// </summary>
/// <remarks>First the form; then, but for parts, the greatest scale and the integers.</remarks>
internal sealed class DecimalCoding : ColumnCoding<decimal>
{
    const int OneScale = 0, Shortest = 1, Scales = 2, Parts = 3;
    const int MostScale = 28;

    /// <summary>A decimal as it lies in memory.</summary>
    [StructLayout(LayoutKind.Sequential)]
    readonly struct Raw(int flags, uint high, ulong low)
    {
        public readonly int Flags = flags;
        public readonly uint High = high;
        public readonly ulong Low = low;

        public int Scale => (byte)(Flags >> 16);
    }

    static readonly long[] s_powers = [.. Enumerable.Range(0, 19).Select(i => (long)Math.Pow(10, i))];

    public override void Write(PackedWriter to, ReadOnlySpan<decimal> values)
    {
        var raw = MemoryMarshal.Cast<decimal, Raw>(values);
        long[] lent = ArrayPool<long>.Shared.Rent(Math.Max(1, values.Length));
        var numbers = lent.AsSpan(0, values.Length);
        if (!TryWriteScaled(to, raw, numbers))
            WriteParts(to, raw, numbers);
        ArrayPool<long>.Shared.Return(lent);
    }

    static bool TryWriteScaled(PackedWriter to, ReadOnlySpan<Raw> values, Span<long> numbers)
    {
        int least = MostScale, scale = 0;
        foreach (ref readonly var value in values)
        {
            (least, scale) = (Math.Min(least, value.Scale), Math.Max(scale, value.Scale));
            if (value.High != 0 || (long)value.Low < 0 || (value.Flags < 0 && value.Low == 0))
                return false;
        }
        if (values.IsEmpty)
            least = 0;
        bool areShortest = true;
        if (scale - least >= s_powers.Length)
            return false;
        for (int i = 0; i < values.Length; i++)
        {
            ref readonly var value = ref values[i];
            long low = (long)value.Low;
            if (scale != least)
            {
                long power = s_powers[scale - value.Scale];
                if (low > long.MaxValue / power)
                    return false;
                areShortest = areShortest && (value.Scale == 0 || low % 10 != 0);
                low *= power;
            }
            numbers[i] = value.Flags < 0 ? -low : low;
        }
        to.Byte(scale == least ? OneScale : areShortest ? Shortest : Scales);
        to.Byte(scale);
        Integers.Write(to, numbers);
        if (scale == least || areShortest)
            return true;
        for (int i = 0; i < values.Length; i++)
            numbers[i] = values[i].Scale;
        Integers.Write(to, numbers);
        return true;
    }

    static void WriteParts(PackedWriter to, ReadOnlySpan<Raw> values, Span<long> numbers)
    {
        to.Byte(Parts);
        for (int i = 0; i < values.Length; i++)
            numbers[i] = values[i].Scale | (values[i].Flags < 0 ? 128 : 0);
        Integers.Write(to, numbers);
        for (int i = 0; i < values.Length; i++)
            numbers[i] = values[i].High;
        Integers.Write(to, numbers);
        for (int i = 0; i < values.Length; i++)
            numbers[i] = (long)values[i].Low;
        Integers.Write(to, numbers);
    }

    public override void Read(ref PackedReader from, Span<decimal> values)
    {
        int form = from.Byte();
        int lists = form switch
        {
            OneScale or Shortest => 1,
            Scales => 2,
            Parts => 3,
            _ => throw from.Wrong($"{form} is no form of decimals")
        };
        int scale = form == Parts ? 0 : from.Byte();
        if (scale > MostScale)
            throw from.Wrong($"a scale of {scale}");
        long[] lent = ArrayPool<long>.Shared.Rent(Math.Max(1, values.Length * lists));
        try
        {
            for (int list = 0; list < lists; list++)
                Integers.Read(ref from, lent.AsSpan(list * values.Length, values.Length));
            var first = lent.AsSpan(0, values.Length);
            if (form == OneScale)
                Make(from, first, scale, values);
            else if (form == Shortest)
                MakeShortest(from, first, scale, values);
            else if (form == Scales)
                MakeScaled(from, first, lent.AsSpan(values.Length, values.Length), scale, values);
            else
                MakeOfParts(from, first, lent.AsSpan(values.Length, values.Length), lent.AsSpan(values.Length * 2, values.Length), values);
        }
        finally
        {
            ArrayPool<long>.Shared.Return(lent);
        }
    }

    static decimal Of(long number, int scale)
    {
        var raw = new Raw((scale << 16) | (number < 0 ? int.MinValue : 0), 0, (ulong)Math.Abs(number));
        return Unsafe.As<Raw, decimal>(ref raw);
    }

    /// <summary>The one number of 64 bits that has no opposite is not among those that were written.</summary>
    static long Checked(PackedReader from, long number) => number == long.MinValue ? throw from.Wrong("a number is no decimal") : number;

    static void Make(PackedReader from, ReadOnlySpan<long> numbers, int scale, Span<decimal> values)
    {
        for (int i = 0; i < values.Length; i++)
            values[i] = Of(Checked(from, numbers[i]), scale);
    }

    static void MakeShortest(PackedReader from, ReadOnlySpan<long> numbers, int scale, Span<decimal> values)
    {
        for (int i = 0; i < values.Length; i++)
        {
            long number = Checked(from, numbers[i]);
            int own = number == 0 ? 0 : scale;
            while (own > 0 && number % 10 == 0)
            {
                number /= 10;
                own--;
            }
            values[i] = Of(number, own);
        }
    }

    static void MakeScaled(PackedReader from, ReadOnlySpan<long> numbers, ReadOnlySpan<long> scales, int scale, Span<decimal> values)
    {
        for (int i = 0; i < values.Length; i++)
        {
            long less = scale - scales[i];
            if (less < 0 || less > scale || less >= s_powers.Length || Checked(from, numbers[i]) % s_powers[less] != 0)
                throw from.Wrong($"a decimal of scale {scales[i]} among those of {scale}");
            values[i] = Of(numbers[i] / s_powers[less], (int)scales[i]);
        }
    }

    static void MakeOfParts(PackedReader from, ReadOnlySpan<long> flags, ReadOnlySpan<long> high, ReadOnlySpan<long> low,
        Span<decimal> values)
    {
        for (int i = 0; i < values.Length; i++)
        {
            if ((flags[i] & ~128L) is < 0 or > MostScale || high[i] is < 0 or > uint.MaxValue)
                throw from.Wrong("numbers are no parts of a decimal");
            values[i] = new decimal((int)low[i], (int)(low[i] >> 32), (int)high[i], (flags[i] & 128) != 0, (byte)(flags[i] & 127));
        }
    }
}
