using System.Diagnostics;
using Isomer.Cli.Lab.Contestants;
using Isomer.Cli.Lab.Features;
using Isomer.Cli.Lab.Fresh;
using Isomer.Cli.Lab.Links;
using Isomer.Cli.Lab.Results;
using Isomer.Cli.Lab.Scenarios;
using Isomer.Measuring;

namespace Isomer.Cli.Lab;

/// <summary>A run from beginning to end. Stopped by Ctrl-C, what is done is kept.</summary>
sealed class LabRun(LabPlan plan)
{
    readonly LabResults _results = new()
    {
        Tool = LabPeer.VersionOf(typeof(LabRun)),
        Started = DateTime.UtcNow,
        Seed = plan.Seed,
        Full = plan.Full,
        Environment = new Dictionary<string, string>(Surroundings.Describe()),
        Links = [.. plan.Links],
    };
    readonly List<Cargo> _cargo = [];
    Budget _whole = new(double.PositiveInfinity, 0);

    /// <summary>Checking before the race, and what is computed after it.</summary>
    const double Overhead = 1.15;

    /// <summary>What a case takes beside others: one of which only the size is asked is read and written once all the same.</summary>
    static double CostOf(LabCase @case) => @case.SizeOnly ? 0.1 + (@case.Rows / 8000.0) : @case.Weight;

    public async Task<LabResults> RunAsync(CancellationToken stop)
    {
        long start = Stopwatch.GetTimestamp();
        try
        {
            await MeasureAsync(stop).ConfigureAwait(false);
        }
        catch (OperationCanceledException)
        {
        }
        _results.Partial = stop.IsCancellationRequested;
        _results.Seconds = Math.Round(Stopwatch.GetElapsedTime(start).TotalSeconds, 1);
        return _results;
    }

    async Task MeasureAsync(CancellationToken stop)
    {
        using LabData data = plan.Data();
        LabPeer[] peers = [.. LabPeers.All.Where(p => plan.Only.Count == 0 || plan.Only.Any(o => p.Name.Contains(o, StringComparison.OrdinalIgnoreCase)))];
        (Scenario Scenario, IReadOnlyList<LabCase> Cases)[] cases = [.. plan.Scenarios.Select(s => (s, s.Cases(data, plan.Full)))];
        // The largest DataSets say nothing about contracts that the smaller ones do not, and would take minutes.
        foreach (LabCase @case in cases.SelectMany(s => s.Cases).Where(c => plan.Full && c.Rows < 4000))
            @case.AllContracts = true;
        double weights = cases.Sum(s => s.Cases.Where(c => !c.SizeOnly).Sum(c => c.Weight));
        int coldCases = plan.Launches == 0 ? 0 : cases.Sum(s => s.Cases.Count(c => LabPlan.ColdCases.Contains(c.Id)));
        double PlannedFor(LabCase c) => Overhead * (c.SizeOnly ? 1 : plan.RaceSeconds * c.Weight / Math.Max(weights, 1));
        double coldSeconds = plan.Launches * LabPlan.LaunchSeconds * peers.Length * 0.7;
        double after = coldCases * coldSeconds + plan.Links.Count * plan.LinkSeconds;
        double before = plan.Features ? FeatureProcess.Seconds : 0;
        _whole = new Budget(plan.TotalSeconds ?? double.PositiveInfinity, 0);
        var progress = new Progress(cases.Sum(s => s.Cases.Sum(PlannedFor)) + before + after, cases.Sum(s => s.Cases.Count) + coldCases + plan.Links.Count + (plan.Features ? 1 : 0), plan.Quiet);
        if (plan.Features)
        {
            // First, for a matrix with holes is none, and on a busy machine the races leave no time.
            progress.Begin("features", FeatureProcess.Seconds, FeatureProcess.Seconds);
            _results.Features.AddRange(await FeatureProcess.AskAsync(peers, FeatureProcess.MostSeconds, stop).ConfigureAwait(false));
        }
        // Beside the races things take what they take: if there is little time, the races get the smaller part of it.
        double most = plan.TotalSeconds is { } total ? Math.Max(_whole.Left - after, total * 0.4) : double.PositiveInfinity;
        var races = new Budget(most, cases.Sum(s => s.Cases.Sum(CostOf)));
        Race(cases, peers, races, PlannedFor, progress, stop);
        await BesideTheRacesAsync(progress, coldSeconds, stop).ConfigureAwait(false);
        progress.End();
    }

    /// <summary>
    /// All races, in an order that is the seed's: none is always the first, in a process whose code is not compiled. Those whose figures are not
    /// sound (code was still compiled, samples fell) are run once more behind all others, when the process is warm.
    /// </summary>
    void Race((Scenario Scenario, IReadOnlyList<LabCase> Cases)[] scenarios, LabPeer[] peers, Budget budget, Func<LabCase, double> plannedFor, Progress progress, CancellationToken stop)
    {
        var results = scenarios.ToDictionary(s => s.Scenario, s => new ScenarioResult(s.Scenario.Name, s.Scenario.Article, s.Scenario.Title, s.Scenario.What));
        _results.Scenarios.AddRange(results.Values);
        var order = scenarios.SelectMany(s => s.Cases.Select(c => (results[s.Scenario].Cases, Case: c))).ToArray();
        var turns = new Queue<(List<CaseResult> Results, LabCase Case)>(new SplitMix64(plan.Seed).Shuffle([.. order]));
        var again = new Queue<(List<CaseResult> Results, LabCase Case)>();
        for (bool second = false; turns.Count > 0 || (!second && (second = (turns = again).Count > 0));)
        {
            var (list, @case) = turns.Dequeue();
            stop.ThrowIfCancellationRequested();
            double planned = plannedFor(@case), seconds = planned / Overhead;
            double limit = second ? _whole.Left / (turns.Count + 1) : Math.Max(budget.Take(CostOf(@case)), 1);
            // No time is left for a second look: what is not sound is told as such.
            if (second && limit < seconds)
                continue;
            seconds = Math.Min(seconds, 0.8 * limit);
            progress.Begin(@case.Id + (second ? ", once more" : ""), seconds * Overhead, second ? 0 : planned);
            long begun = Stopwatch.GetTimestamp();
            var (measured, payloads) = CaseRunner.Run(@case, peers, seconds, limit, !_results.Cases.Any(c => c.Rounds > 0), plan.Seed, stop);
            // A case that was cut short has too few samples to say anything.
            if (stop.IsCancellationRequested)
                break;
            measured.Seconds = Math.Round(Stopwatch.GetElapsedTime(begun).TotalSeconds, 1);
            if (second)
            {
                list.RemoveAll(c => c.Id == measured.Id);
            }
            else
            {
                if (!measured.IsSound)
                    again.Enqueue((list, @case));
                if (LabPlan.Travels(@case.Id))
                    _cargo.AddRange(measured.Entrants.Where(e => e.Bytes is not null).Select(e => new Cargo(@case.Id, e.Name, e.Ours, payloads[e.Name])));
            }
            list.Add(measured);
        }
        // In the order in which the report tells them.
        foreach (var result in results.Values)
            result.Cases.Sort((a, b) => Array.FindIndex(order, o => o.Case.Id == a.Id).CompareTo(Array.FindIndex(order, o => o.Case.Id == b.Id)));
    }

    /// <summary>What must not run beside a race: fresh processes, and lines whose ends spin.</summary>
    async Task BesideTheRacesAsync(Progress progress, double coldSeconds, CancellationToken stop)
    {
        CaseResult[] cold = [.. _results.Cases.Where(c => plan.Launches > 0 && LabPlan.ColdCases.Contains(c.Id))];
        int left = cold.Length;
        foreach (CaseResult @case in cold)
        {
            stop.ThrowIfCancellationRequested();
            double part = (_whole.Left - (plan.Links.Count * plan.LinkSeconds)) / left--;
            progress.Begin("first use, " + @case.Id, Math.Min(coldSeconds, part), coldSeconds);
            _results.Cold.AddRange(FreshProcess.Measure(@case.Id, @case.Entrants, plan.Launches, part, plan.Seed, stop));
        }
        left = plan.Links.Count;
        foreach (LinkProfile link in plan.Links)
        {
            double seconds = Math.Min(plan.LinkSeconds, _whole.Left / left--);
            stop.ThrowIfCancellationRequested();
            progress.Begin("link " + link.Name, seconds, plan.LinkSeconds);
            await TransferRunner.RunAsync(link, _cargo, seconds, plan.Full ? 5 : 1, _results, stop).ConfigureAwait(false);
        }
    }
}
