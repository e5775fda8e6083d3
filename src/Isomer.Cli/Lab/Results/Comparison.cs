using System.Globalization;
using System.Text;
using Isomer.Measuring;

namespace Isomer.Cli.Lab.Results;

/// <summary>One figure in two runs.</summary>
sealed record Change(string Case, string Name, string What, double Before, double After, double Low, double High, bool IsReal)
{
    public double Ratio => After / Before;
}

/// <summary>
/// Two runs, figure by figure. A difference counts only if its 95 % interval leaves out one and it is more than the noise floor of
/// both runs; sizes count always.
/// </summary>
static class Comparison
{
    public static List<Change> Of(LabResults before, LabResults after)
    {
        var changes = new List<Change>();
        var earlier = before.Cases.SelectMany(c => c.Entrants.Select(e => (c, e))).ToDictionary(x => (x.c.Id, x.e.Name));
        foreach (CaseResult c in after.Cases)
        {
            foreach (EntrantResult e in c.Entrants)
            {
                if (!earlier.TryGetValue((c.Id, e.Name), out var old))
                    continue;
                double noise = Math.Max(c.Noise ?? 0, old.c.Noise ?? 0);
                if (old.e.Bytes is { } was && e.Bytes is { } now)
                    changes.Add(new Change(c.Id, e.Name, "bytes", was, now, (double)now / was, (double)now / was, was != now));
                Add(changes, c.Id, e.Name, "write", old.e.Write, e.Write, noise);
                Add(changes, c.Id, e.Name, "read", old.e.Read, e.Read, noise);
                foreach (ContractResult contract in e.Contracts)
                    Add(changes, c.Id, e.Name, contract.Name, old.e.Contracts.Find(o => o.Name == contract.Name)?.Timing, contract.Timing,
                        noise);
            }
        }
        return changes;
    }

    static void Add(List<Change> changes, string id, string name, string what, Timing? before, Timing? after, double noise)
    {
        if (before is null || after is null)
            return;
        Interval ratio = before.Samples.Count > 1 && after.Samples.Count > 1 ? Statistics.Ratio95([.. after.Samples], [.. before.Samples])
            : new Interval(after.Median / before.Median, after.Low / before.High, after.High / before.Low);
        bool real = (ratio.Low > 1 || ratio.High < 1) && Math.Abs(ratio.Value - 1) > noise;
        changes.Add(new Change(id, name, what, before.Median, after.Median, ratio.Low, ratio.High, real));
    }

    /// <summary>What is worse by more than so much, beyond doubt.</summary>
    public static List<Change> Worse(IEnumerable<Change> changes, double by) => [.. changes.Where(c => c.IsReal && c.Ratio > 1 + by)];

    /// <summary>"worse:5%" as 0.05.</summary>
    public static double Threshold(string rule)
    {
        string[] parts = rule.Split(':');
        return parts is ["worse", var percent] && percent.EndsWith('%')
            && double.TryParse(percent.AsSpan(0, percent.Length - 1), NumberStyles.Float, CultureInfo.InvariantCulture, out double value)
            && value >= 0
            ? value / 100
            : throw new CliException(ExitCode.Usage, $"'{rule}' is no rule: worse:5%, for example.");
    }

    public static string ToText(IReadOnlyList<Change> changes, bool all)
    {
        var text = new StringBuilder();
        text.Append(CultureInfo.InvariantCulture,
            $"{"case",-24} {"contestant",-32} {"",-23} {"before",12} {"after",12} {"ratio",7}  95 %\n");
        foreach (Change c in changes.Where(c => all || c.IsReal).OrderByDescending(c => c.Ratio))
            text.Append(CultureInfo.InvariantCulture,
                $"{c.Case,-24} {c.Name,-32} {c.What,-23} {c.Before,12:#,0.###} {c.After,12:#,0.###} {c.Ratio,7:0.00}  {c.Low:0.00}-{c.High:0.00}{(c.IsReal ? "" : "  within the noise")}\n");
        int real = changes.Count(c => c.IsReal);
        text.Append(CultureInfo.InvariantCulture, $"{real} of {changes.Count} figures changed beyond the noise.\n");
        return text.ToString();
    }
}
