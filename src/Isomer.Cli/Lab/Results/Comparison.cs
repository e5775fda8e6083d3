using System.Globalization;
using System.Text;
using Isomer.Measuring;

namespace Isomer.Cli.Lab.Results;

/// <summary>One figure in two runs.</summary>
/// <param name="Case">Of which case.</param>
/// <param name="Name">Of which contestant.</param>
/// <param name="What">Bytes, a time, what it allocates, its first use.</param>
/// <param name="Before">In the earlier run.</param>
/// <param name="After">In the later one.</param>
/// <param name="Low">The lower end of the ratio's 95 % interval.</param>
/// <param name="High">Its upper end.</param>
/// <param name="IsReal">Whether it is more than chance and noise make.</param>
/// <param name="Unseen">A change of this part of one, or a smaller one, would not have been told from noise; 0 for what is counted.</param>
sealed record Change(string Case, string Name, string What, double Before, double After, double Low, double High, bool IsReal,
    double Unseen)
{
    /// <summary>How much longer the later run's machine took for what is the same.</summary>
    public double Machine { get; init; } = 1;

    /// <summary>Of times beside the machine's.</summary>
    public double Ratio => RatioOf(Before, After) / Machine;

    /// <summary>Nothing in both runs is the same, and no division.</summary>
    public static double RatioOf(double before, double after) => before == after ? 1 : after / before;
}

/// <summary>
/// Two runs, figure by figure. A time counts only if its 95 % interval leaves out one and it is more than the noise floor of both runs.
/// Sizes count always. What is allocated is counted in calls whose number differs from run to run, so it counts from
/// <see cref="MinAllocated"/> bytes and <see cref="MinAllocatedPart"/> on. First use counts where every launch of one run was slower than
/// every launch of the other, there were <see cref="MinLaunches"/> in each, and the medians lie farther apart than
/// <see cref="MinFirstUse"/>. Both are compared beside what the machine has become (Comparison.Machine.cs). What is compressed, peak memory,
/// transfers and the matrix of features: Comparison.More.cs.
/// </summary>
sealed partial class Comparison
{
    const double MinAllocated = 64, MinFirstUse = 0.1;

    /// <summary>Between three runs of one program what a call allocates differed by up to 9.2 % (Soap, whose buffers are lent).</summary>
    const double MinAllocatedPart = 0.1;

    /// <summary>Chance makes all of four slower than four others, or faster, three times in a hundred; of three, once in ten.</summary>
    const int MinLaunches = 4;
    const string FirstUse = "first use";

    readonly List<Change> _changes = [];
    readonly List<string> _gone = [], _unasked = [];
    readonly LabResults _before, _after;
    int _fewLaunches, _firstUses, _uncounted;

    public IReadOnlyList<Change> Changes => _changes;

    /// <summary>What the earlier run has and the later one, which was asked for it, has not.</summary>
    public IReadOnlyList<string> Gone => _gone;

    Comparison(LabResults before, LabResults after) => (_before, _after) = (before, after);

    public static Comparison Of(LabResults before, LabResults after)
    {
        var comparison = new Comparison(before, after);
        comparison.Machines();
        comparison.Scenarios();
        comparison.Cold();
        comparison.Features();
        comparison.Transfers();
        return comparison;
    }

    void Scenarios()
    {
        foreach (ScenarioResult s in _before.Scenarios.Where(s => s.Cases.Count > 0))
        {
            if (_after.Scenarios.Find(o => o.Name == s.Name) is not { } now)
            {
                _unasked.Add($"scenario {s.Name}");
                continue;
            }
            foreach (CaseResult c in s.Cases)
            {
                if (now.Cases.Find(o => o.Id == c.Id) is { } same)
                    Case(c, same);
                else if (c.Id == LabPlan.ContractsCase && IsWider)
                    _unasked.Add(c.Id);
                else
                    _gone.Add($"{c.Id}: the later run has no such case{(_after.Partial ? " (it was stopped early)" : "")}");
            }
        }
    }

    /// <summary>Whether the earlier run was asked for more by --all or --full.</summary>
    bool IsWider => (_before.All && !_after.All) || (_before.Full && !_after.Full);

    bool IsAsked(string name) => _after.Only.Count == 0 || _after.Only.Exists(o => name.Contains(o, StringComparison.OrdinalIgnoreCase));

    void Case(CaseResult before, CaseResult after)
    {
        double noise = Math.Max(before.Noise ?? 0, after.Noise ?? 0);
        foreach (EntrantResult old in before.Entrants.Where(e => e.Reason is null))
        {
            string who = $"{before.Id}, {old.Name}";
            if (after.Entrants.Find(e => e.Name == old.Name) is not { } now)
            {
                if (!IsAsked(old.Name) || IsWider)
                    _unasked.Add(who);
                else
                    _gone.Add($"{who}: the later run has no such contestant");
                continue;
            }
            if (now.Reason is not null)
            {
                _gone.Add($"{who}: no longer carries it: {now.Reason}");
                continue;
            }
            if (old.Bytes is { } was && now.Bytes is { } bytes)
                _changes.Add(new Change(before.Id, old.Name, "bytes", was, bytes, Change.RatioOf(was, bytes), Change.RatioOf(was, bytes),
                    was != bytes, 0));
            else if (old.Bytes is not null)
                _gone.Add($"{who}: bytes: no figure any more");
            Packed(before.Id, old, now);
            Time(before, old.Name, "write", old.Write, now.Write, null, noise);
            Time(before, old.Name, "read", old.Read, now.Read, null, noise);
            foreach (ContractResult contract in old.Contracts)
            {
                ContractResult? same = now.Contracts.Find(o => o.Name == contract.Name);
                Time(before, old.Name, contract.Name, contract.Timing, same?.Timing, same?.Reason, noise);
            }
        }
    }

    void Time(CaseResult c, string name, string what, Timing? before, Timing? after, string? reason, double noise)
    {
        if (before is null)
            return;
        if (after is null)
        {
            if (IsWider && reason is null)
                _unasked.Add($"{c.Id}, {name}, {what}");
            else
                _gone.Add($"{c.Id}, {name}, {what}: {reason ?? "no figure any more"}");
            return;
        }
        Interval ratio = before.Samples.Count > 1 && after.Samples.Count > 1
            ? Statistics.Ratio95([.. after.Samples], [.. before.Samples], areOfOneRun: false)
            : new Interval(Change.RatioOf(before.Median, after.Median), Change.RatioOf(before.High, after.Low),
                Change.RatioOf(before.Low, after.High));
        ratio = _times.Beside(ratio);
        noise = Math.Max(noise, _times.Scatter);
        // Of a rough race the whole interval has to be beyond what one contestant differs from itself by: five samples of a busy machine
        // have an interval without "the same" by chance (run to run Json.NET once took 206 times as long where its reference did 182).
        bool real = IsApart(ratio.Low, ratio.High, noise) && Math.Abs(ratio.Value - 1) > noise;
        double unseen = Math.Max(noise, Math.Max(ratio.High - ratio.Value, ratio.Value - ratio.Low) / ratio.Value);
        _changes.Add(new Change(c.Id, name, what, before.Median, after.Median, ratio.Low, ratio.High, real, unseen)
        { Machine = _times.Ratio });
        if (before.Allocated is not { } was || after.Allocated is not { } now)
        {
            _uncounted++;
            return;
        }
        double more = Change.RatioOf(was, now);
        _changes.Add(new Change(c.Id, name, what + " allocates", was, now, more, more,
            Math.Abs(now - was) >= MinAllocated && Math.Abs(more - 1) > MinAllocatedPart, 0));
    }

    /// <summary>Whether an interval of a ratio leaves out "the same", and of figures with much noise what that makes.</summary>
    static bool IsApart(double low, double high, double noise)
    {
        double apart = noise > Plausibility.Noisy ? noise : 0;
        return low > 1 + apart || high < 1 / (1 + apart);
    }

    void Cold()
    {
        // Where the later run was not to launch anything, nothing of it is gone; cases and contestants were looked at before.
        if (_after.Cold.Count == 0)
            return;
        foreach (ColdResult old in _before.Cold.Where(c => c.Reason is null))
        {
            if (_after.Cold.Find(c => c.Case == old.Case && c.Name == old.Name) is not { } now)
                continue;
            _firstUses++;
            if (now.Reason is { } reason)
            {
                if (reason == Fresh.FreshProcess.NoTime)
                    _fewLaunches++;
                else if (_after.Cases.Any(c => c.Id == old.Case && c.Entrants.Exists(e => e.Name == old.Name && e.Reason is null)))
                    _gone.Add($"{old.Case}, {old.Name}, {FirstUse}: {reason}");
                continue;
            }
            if (Math.Min(old.FirstUse.Count, now.FirstUse.Count) < MinLaunches)
            {
                _fewLaunches++;
                continue;
            }
            var (ratio, low, high) = _starts.Beside(new Interval(Change.RatioOf(old.Median, now.Median),
                Change.RatioOf(old.FirstUse.Max(), now.FirstUse.Min()), Change.RatioOf(old.FirstUse.Min(), now.FirstUse.Max())));
            double least = Math.Max(MinFirstUse, _starts.Scatter);
            _changes.Add(new Change(old.Case, old.Name, FirstUse, old.Median, now.Median, low, high,
                IsApart(low, high, least) && Math.Abs(ratio - 1) > least, Math.Max(least, Math.Max(high - ratio, ratio - low) / ratio))
            { Machine = _starts.Ratio });
            Peak(old, now);
        }
    }

    /// <summary>Why nothing could be compared; null where something was.</summary>
    public string? Nothing => _changes.Count + _answers > 0 ? null
        : $"Nothing could be compared: the runs have no figure in common. The earlier one has {Named(_before)}, the later one {Named(_after)}.";

    static string Named(LabResults results)
    {
        string[] ids = [.. results.Cases.Where(c => c.Entrants.Exists(e => e.Reason is null)).Select(c => c.Id)];
        return ids.Length == 0 ? "none at all" : Few(ids);
    }

    static string Few(IReadOnlyList<string> all) =>
        string.Join("; ", all.Take(6)) + (all.Count > 6 ? string.Create(CultureInfo.InvariantCulture, $"; and {all.Count - 6} more") : "");

    /// <summary>What is worse by more than so much, beyond doubt.</summary>
    public List<Change> Worse(double by) => [.. _changes.Where(c => c.IsReal && c.Ratio > 1 + by)];

    /// <summary>"worse:5%" as 0.05.</summary>
    public static double Threshold(string rule)
    {
        string[] parts = rule.Split(':');
        return parts is ["worse", var percent] && percent.EndsWith('%')
            && double.TryParse(percent.AsSpan(0, percent.Length - 1), NumberStyles.Float, CultureInfo.InvariantCulture, out double value)
            && double.IsFinite(value) && value >= 0
            ? value / 100
            : throw new CliException(ExitCode.Usage, $"'{rule}' is no rule: worse:5%, for example.");
    }

    /// <summary>The figures as a table, and in sentences what the table cannot say.</summary>
    /// <param name="all">Also what is within the noise.</param>
    /// <param name="threshold">What the user wants to see; what could not have been seen is told where it is more than this.</param>
    public string ToText(bool all, double? threshold)
    {
        var text = new StringBuilder();
        text.Append(CultureInfo.InvariantCulture,
            $"{"case",-24} {"contestant",-32} {"",-31} {"before",12} {"after",12} {"ratio",7}  95 %\n");
        foreach (Change c in _changes.Where(c => all || c.IsReal).OrderByDescending(c => c.Ratio))
            text.Append(CultureInfo.InvariantCulture,
                $"{c.Case,-24} {c.Name,-32} {c.What,-31} {c.Before,12:#,0.###} {c.After,12:#,0.###} {c.Ratio,7:0.00}  {c.Low:0.00}-{c.High:0.00}{(c.IsReal ? "" : "  within the noise")}\n");
        int real = _changes.Count(c => c.IsReal);
        text.Append(CultureInfo.InvariantCulture, $"{real} of {_changes.Count} figures changed beyond the noise.\n");
        foreach (string line in OfMachine().Concat(More()))
            text.Append(line).Append('\n');
        foreach (string line in Unseen(threshold ?? Plausibility.Noisy))
            text.Append(line).Append('\n');
        if (_unasked.Count > 0)
            text.Append(CultureInfo.InvariantCulture,
                $"Not looked at, for the later run was not asked for it: {Few(_unasked)}.\n");
        return text.ToString();
    }

    /// <summary>
    /// What might have changed without anybody seeing it: a rough race sees nothing, which is not the same as nothing to see.
    /// </summary>
    IEnumerable<string> Unseen(double limit)
    {
        foreach (var c in _changes.Where(c => !c.IsReal && c.Unseen > limit && c.What != FirstUse).GroupBy(c => c.Case))
        {
            int times = _changes.Count(o => o.Case == c.Key && o.Unseen > 0 && o.What != FirstUse);
            yield return string.Create(CultureInfo.InvariantCulture,
                $"{c.Key}: a change of {Show.Percent(c.Max(o => o.Unseen))} could not be seen: {Show.Percent(c.Min(o => o.Unseen))} and more are noise in {c.Count()} of its {times} times. A quiet machine or more time (--seconds) shows smaller ones.");
        }
        Change[] slow = [.. _changes.Where(c => !c.IsReal && c.Unseen > limit && c.What == FirstUse)];
        if (slow.Length > 0)
            yield return string.Create(CultureInfo.InvariantCulture,
                $"First use: a change of {Show.Percent(slow.Max(o => o.Unseen))} could not be seen in {slow.Length} of {_firstUses}: launches of one run differ by so much.");
        if (_fewLaunches > 0)
            yield return string.Create(CultureInfo.InvariantCulture,
                $"First use: {_fewLaunches} of {_firstUses} had fewer than {MinLaunches} launches in a run, which tell no change (--launches {MinLaunches} --seconds N).");
        if (_uncounted > 0)
            yield return string.Create(CultureInfo.InvariantCulture,
                $"Of {_uncounted} figures one of the runs did not count what is allocated.");
    }
}
