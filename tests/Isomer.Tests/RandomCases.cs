using System.Diagnostics;
using System.Globalization;
using Xunit;

namespace Isomer.Tests;

/// <summary>
/// Random cases against an original: a few thousand in CI, and as many as fit into ISOMER_DIFFERENTIAL_SECONDS where that is set. A case is
/// made of its seed alone, so that one that fails is run again by its number (ISOMER_DIFFERENTIAL_SEED), and of steps, so that it can be
/// shrunk.
/// </summary>
static class RandomCases
{
    static readonly double s_seconds = double.TryParse(Environment.GetEnvironmentVariable("ISOMER_DIFFERENTIAL_SECONDS"),
        CultureInfo.InvariantCulture, out double s) ? s : 0;
    static readonly int? s_seed =
        int.TryParse(Environment.GetEnvironmentVariable("ISOMER_DIFFERENTIAL_SEED"), CultureInfo.InvariantCulture, out int n) ? n : null;

    /// <summary>A case in which the two differ: of differences of one kind the first is shown.</summary>
    public sealed record Difference(string Kind, string Text);

    /// <summary>Runs the cases.</summary>
    /// <param name="cases">How many are run in CI.</param>
    /// <param name="run">What differs in the case of this seed; null if nothing does.</param>
    public static void Run(int cases, Func<int, Difference?> run)
    {
        const int MostKinds = 40;
        var failures = new Dictionary<string, (int Count, string Text)>();
        var watch = Stopwatch.StartNew();
        int first = s_seed ?? 0;
        for (int seed = first; s_seed is not null ? seed == first : seed < cases || watch.Elapsed.TotalSeconds < s_seconds; seed++)
        {
            using var watchdog =
                new Timer(s => Console.Error.WriteLine($"RandomCases: seed {s} has been running for 20 seconds."), seed, 20_000, 20_000);
            if (run(seed) is not { } difference)
                continue;
            var (count, text) = failures.GetValueOrDefault(difference.Kind, (0, $"seed {seed}: {difference.Text}"));
            failures[difference.Kind] = (count + 1, text);
            if (failures.Count == MostKinds)
                break;
        }
        Assert.True(failures.Count == 0,
            $"{failures.Count} kinds of difference (ISOMER_DIFFERENTIAL_SEED runs one case again):\n{string.Join("\n", failures.OrderByDescending(f => f.Value.Count).Select(f => $"{f.Value.Count} x {f.Value.Text}"))}");
    }

    /// <summary>The fewest of the steps that still differ: each is left out in turn, as long as the rest differs without it.</summary>
    public static List<T> Shrink<T>(IReadOnlyList<T> steps, Func<List<T>, bool> differs)
    {
        var kept = steps.ToList();
        for (bool again = true; again;)
        {
            again = false;
            for (int i = kept.Count - 1; i >= 0; i--)
            {
                var fewer = kept.Where((_, at) => at != i).ToList();
                if (!differs(fewer))
                    continue;
                kept = fewer;
                again = true;
            }
        }
        return kept;
    }
}
