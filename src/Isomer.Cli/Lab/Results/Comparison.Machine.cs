using System.Globalization;
using Isomer.Measuring;

namespace Isomer.Cli.Lab.Results;

/// <summary>
/// What changed alike for libraries that are the same in both runs, by version and bytes: the machine, or what runs beneath all. Two
/// runs of one program a minute apart, on a machine that others share, differed by 0.46 to 0.66 in every time (2026-11-29), and a rule
/// of `worse:20%` failed for Json.NET. Times are compared beside the median of these; what differs by no more than these do among
/// themselves is noise. A run with fewer of them has the yardstick of its races to tell the machine by.
/// </summary>
sealed partial class Comparison
{
    /// <summary>Of fewer libraries one's own change would be taken for the machine's.</summary>
    const int MinSame = 3;

    /// <summary>Less is within what a race tells of noise.</summary>
    const double MinMachine = 0.05;

    Machine _times = Machine.Same, _starts = Machine.Same;

    /// <summary>How much longer what is the same took, and by how much three quarters of it differ from that.</summary>
    /// <param name="Ratio">One where nothing tells that it is another.</param>
    /// <param name="Scatter">Of the ratios about it.</param>
    /// <param name="Count">Of how many times.</param>
    /// <param name="IsPace">Whether these are the yardstick's, and not those of libraries.</param>
    readonly record struct Machine(double Ratio, double Scatter, int Count, bool IsPace = false)
    {
        public static Machine Same { get; } = new(1, 0, 0);

        public static Machine Of(List<double> ratios, int least)
        {
            if (ratios.Count < least)
                return Same;
            double median = Statistics.Median([.. ratios]);
            double[] scatter = [.. ratios.Select(r => Math.Abs((r / median) - 1)).Order()];
            return Math.Abs(median - 1) <= MinMachine ? Same : new(median, Statistics.Quantile(scatter, 0.75), ratios.Count);
        }

        public Interval Beside(Interval ratio) => new(ratio.Value / Ratio, ratio.Low / Ratio, ratio.High / Ratio);
    }

    void Machines()
    {
        var same = new HashSet<(string Case, string Name)>();
        var times = new List<double>();
        foreach (CaseResult c in _before.Cases)
            foreach (EntrantResult old in c.Entrants.Where(static e => !e.Ours && e.Reason is null))
                if (_after.Cases.FirstOrDefault(o => o.Id == c.Id)?.Entrants.Find(e => e.Name == old.Name) is { Reason: null } now
                    && now.Version == old.Version && now.Bytes == old.Bytes)
                {
                    same.Add((c.Id, old.Name));
                    Add(times, old.Write?.Median, now.Write?.Median);
                    Add(times, old.Read?.Median, now.Read?.Median);
                }
        var starts = new List<double>();
        foreach (ColdResult old in _before.Cold.Where(c => c.Reason is null && same.Contains((c.Case, c.Name))))
            Add(starts, old.Median, _after.Cold.Find(c => c.Case == old.Case && c.Name == old.Name && c.Reason is null)?.Median);
        (_times, _starts) = (times.Count >= 2 * MinSame ? Machine.Of(times, 2 * MinSame) : Paces(), Machine.Of(starts, MinSame));
    }

    /// <summary>By the yardstick: of each race that both runs have, how much longer it took.</summary>
    Machine Paces()
    {
        var paces = new List<double>();
        foreach (CaseResult old in _before.Cases)
            Add(paces, old.Pace, _after.Cases.FirstOrDefault(c => c.Id == old.Id)?.Pace);
        return Machine.Of(paces, 1) with { IsPace = true };
    }

    static void Add(List<double> ratios, double? before, double? after)
    {
        if (before is > 0 and var was && after is > 0 and var now)
            ratios.Add(now / was);
    }

    IEnumerable<string> OfMachine()
    {
        foreach (var (machine, what) in ((Machine, string)[])[(_times, "times"), (_starts, "first uses")])
            if (machine.Count > 0)
                yield return string.Create(CultureInfo.InvariantCulture,
                    $"The machine took {machine.Ratio:0.00} times as long in the later run{OfWhat(machine, what)}. Ratios of {what} are beside that, and within {Show.Percent(machine.Scatter)} noise, for these differ by as much.");
    }

    static string OfWhat(Machine machine, string what)
    {
        string count = machine.Count.ToString(CultureInfo.InvariantCulture);
        return machine.IsPace ? $" for a calculation that is always the same, in the median of {count} races"
            : $": the median of {count} {what} of libraries whose version and bytes are the same";
    }
}
