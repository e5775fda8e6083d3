using System.Numerics;
using System.Runtime.Intrinsics;

namespace Isomer.Tabular;

/// <summary>What decides how integers are packed: found in one pass over them, and one more for the step.</summary>
internal readonly struct IntegerShape
{
    /// <summary>So many numbers the step is guessed from.</summary>
    const int Sample = 32;

    public readonly long Least, Greatest, LeastDelta, GreatestDelta;

    /// <summary>How many numbers differ from the one before them.</summary>
    public readonly int Changes;

    /// <summary>What all differences are a multiple of: 600,000,000 of times that are whole minutes. At least 1.</summary>
    public readonly ulong Step;

    /// <param name="numbers">Two at least.</param>
    public IntegerShape(ReadOnlySpan<long> numbers)
    {
        long least = numbers[0], greatest = least, leastDelta = long.MaxValue, greatestDelta = long.MinValue;
        int changes = 0, i = 1;
        if (Vector256.IsHardwareAccelerated && numbers.Length > 8)
        {
            var (low, high) = (Vector256.Create(least), Vector256.Create(least));
            var (lowDelta, highDelta, same) = (Vector256.Create(long.MaxValue), Vector256.Create(long.MinValue), Vector256<long>.Zero);
            for (; i <= numbers.Length - Vector256<long>.Count; i += Vector256<long>.Count)
            {
                var here = Vector256.Create(numbers[i..]);
                var delta = here - Vector256.Create(numbers[(i - 1)..]);
                (low, high) = (Vector256.Min(low, here), Vector256.Max(high, here));
                (lowDelta, highDelta) = (Vector256.Min(lowDelta, delta), Vector256.Max(highDelta, delta));
                same -= Vector256.Equals(delta, Vector256<long>.Zero);
            }
            changes = i - 1 - (int)Vector256.Sum(same);
            for (int lane = 0; lane < Vector256<long>.Count; lane++)
            {
                (least, greatest) = (Math.Min(least, low[lane]), Math.Max(greatest, high[lane]));
                (leastDelta, greatestDelta) = (Math.Min(leastDelta, lowDelta[lane]), Math.Max(greatestDelta, highDelta[lane]));
            }
        }
        for (; i < numbers.Length; i++)
        {
            long here = numbers[i], delta = here - numbers[i - 1];
            (least, greatest) = (Math.Min(least, here), Math.Max(greatest, here));
            (leastDelta, greatestDelta) = (Math.Min(leastDelta, delta), Math.Max(greatestDelta, delta));
            changes += delta == 0 ? 0 : 1;
        }
        (Least, Greatest, LeastDelta, GreatestDelta, Changes) = (least, greatest, leastDelta, greatestDelta, changes);
        Step = changes == 0 ? 1 : StepOf(numbers, least);
    }

    public ulong Range => (ulong)(Greatest - Least);

    static ulong StepOf(ReadOnlySpan<long> numbers, long least)
    {
        ulong step = 0;
        for (int k = 0; k < Sample && step != 1; k++)
            step = Common(step, (ulong)(numbers[(int)((long)k * numbers.Length / Sample)] - least));
        if (step <= 1)
            return step == 0 ? StepOfAll(numbers, least, 0) : 1;
        return StepOfAll(numbers, least, step);
    }

    /// <summary>Each that is no multiple makes the step smaller by half at least, so there are few divisions.</summary>
    static ulong StepOfAll(ReadOnlySpan<long> numbers, long least, ulong step)
    {
        int i = 0;
        while (i < numbers.Length && step != 1)
        {
            var by = new ExactDivision(step);
            while (i < numbers.Length && (step != 0 ? by.Divides((ulong)(numbers[i] - least)) : numbers[i] == least))
                i++;
            if (i < numbers.Length)
                step = Common(step, (ulong)(numbers[i] - least));
        }
        return Math.Max(step, 1);
    }

    static ulong Common(ulong a, ulong b)
    {
        while (b != 0)
            (a, b) = (b, a % b);
        return a;
    }
}

/// <summary>Division of multiples: by the inverse of the odd part, one multiplication instead of a division.</summary>
internal readonly struct ExactDivision
{
    readonly int _shift;
    readonly ulong _inverse;
    readonly ulong _most;

    public ExactDivision(ulong by)
    {
        by = Math.Max(by, 1);
        _shift = BitOperations.TrailingZeroCount(by);
        ulong odd = by >> _shift;
        ulong inverse = odd;
        // Newton: 3 bits are right, and twice as many after each step.
        for (int i = 0; i < 5; i++)
            inverse *= 2 - (odd * inverse);
        (_inverse, _most) = (inverse, ulong.MaxValue / odd);
    }

    public bool Divides(ulong number) => (number & ((1UL << _shift) - 1)) == 0 && (number >> _shift) * _inverse <= _most;

    /// <summary>The quotient of a multiple.</summary>
    public ulong Divide(ulong multiple) => (multiple >> _shift) * _inverse;
}
