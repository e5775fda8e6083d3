
namespace Isomer.Measuring;

/// <summary>An estimate and its 95 % interval.</summary>
public readonly record struct Interval(double Value, double Low, double High);

/// <summary>Medians, and how sure they are, by resampling. The resampling is seeded: the same samples give the same interval.</summary>
public static class Statistics
{
    const int Resamples = 1000;

    public static double Median(ReadOnlySpan<double> samples)
    {
        double[] sorted = samples.ToArray();
        Array.Sort(sorted);
        return OfSorted(sorted, 0.5);
    }

    public static double Quantile(ReadOnlySpan<double> samples, double at)
    {
        double[] sorted = samples.ToArray();
        Array.Sort(sorted);
        return OfSorted(sorted, at);
    }

    /// <summary>
    /// How many are farther from the quartiles than three times the quartiles from each other: what is far out by Tukey's rule.
    /// </summary>
    public static int FarOut(double[] samples)
    {
        double low = Quantile(samples, 0.25), high = Quantile(samples, 0.75), far = 3 * (high - low);
        return samples.Count(s => s < low - far || s > high + far);
    }

    /// <summary>The median with its bootstrap interval.</summary>
    public static Interval Median95(double[] samples)
    {
        var random = new SplitMix64(95);
        var medians = new double[Resamples];
        for (int r = 0; r < Resamples; r++)
            medians[r] = MedianOfDrawn(samples, random);
        return Of(Median(samples), medians);
    }

    /// <summary>
    /// How many times as long one takes as another: the median of the rounds' ratios, for what slowed the machine in one round slowed both.
    /// Where samples have no rounds in common (of two runs; of one that sat out most rounds, being slow) the ratio of their medians.
    /// </summary>
    /// <remarks>
    /// A machine that is shared runs for a while at half its speed. The ratio of the medians of one run's samples, rounds drawn as here,
    /// was wide then: over 25 pairs of contestants in each of 16 races the half of the interval was 7 to 50 % of the ratio, and the
    /// median of the rounds' ratios has 7 to 43: 7 for 16 (43 rounds), 9 for 17 (31), 16 for 34 (13), 17 for 42 (13), 25 for 33 (9). Lower
    /// quartiles and least samples are narrower still in long races, and wider in those of nine rounds.
    /// </remarks>
    public static Interval Ratio95(double[] above, double[] below, bool areOfOneRun = true)
    {
        if (areOfOneRun && above.Length == below.Length)
            return Median95([.. above.Zip(below, static (a, b) => a / b)]);
        var random = new SplitMix64(95);
        var ratios = new double[Resamples];
        for (int r = 0; r < Resamples; r++)
            ratios[r] = MedianOfDrawn(above, random) / MedianOfDrawn(below, random);
        return Of(Median(above) / Median(below), ratios);
    }

    static double MedianOfDrawn(double[] samples, SplitMix64 random)
    {
        var drawn = new double[samples.Length];
        for (int i = 0; i < drawn.Length; i++)
            drawn[i] = samples[random.Below(samples.Length)];
        Array.Sort(drawn);
        return OfSorted(drawn, 0.5);
    }

    static Interval Of(double value, double[] resampled)
    {
        Array.Sort(resampled);
        return new(value, OfSorted(resampled, 0.025), OfSorted(resampled, 0.975));
    }

    static double OfSorted(double[] sorted, double at)
    {
        if (sorted.Length == 0)
            return double.NaN;
        double position = at * (sorted.Length - 1);
        int below = (int)position;
        return below + 1 == sorted.Length
            ? sorted[below]
            : sorted[below] + (position - below) * (sorted[below + 1] - sorted[below]);
    }
}
