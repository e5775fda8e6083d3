
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
        var drawn = new double[samples.Length];
        for (int r = 0; r < Resamples; r++)
        {
            for (int i = 0; i < drawn.Length; i++)
                drawn[i] = samples[random.Below(samples.Length)];
            Array.Sort(drawn);
            medians[r] = OfSorted(drawn, 0.5);
        }
        return Of(Median(samples), medians);
    }

    /// <summary>
    /// The ratio of two medians. Rounds are drawn, not samples: what slowed the machine in one round slowed both
    /// (unless one of them sat out most rounds, being slow). Samples of two runs have no rounds in common, and are drawn each for itself.
    /// </summary>
    public static Interval Ratio95(double[] above, double[] below, bool areOfOneRun = true)
    {
        bool paired = areOfOneRun && above.Length == below.Length;
        var random = new SplitMix64(95);
        var ratios = new double[Resamples];
        var (a, b) = (new double[above.Length], new double[below.Length]);
        for (int r = 0; r < Resamples; r++)
        {
            for (int i = 0; i < a.Length; i++)
            {
                int round = random.Below(a.Length);
                a[i] = above[round];
                if (paired)
                    b[i] = below[round];
            }
            for (int i = 0; i < b.Length && !paired; i++)
                b[i] = below[random.Below(b.Length)];
            Array.Sort(a);
            Array.Sort(b);
            ratios[r] = OfSorted(a, 0.5) / OfSorted(b, 0.5);
        }
        return Of(Median(above) / Median(below), ratios);
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
