using System.Diagnostics;
using Isomer.Cli.Lab.Contestants;
using Isomer.Cli.Lab.Links;
using Isomer.Cli.Lab.Results;
using Isomer.Cli.Lab.Scenarios;
using Isomer.Measuring;

namespace Isomer.Cli.Lab;

/// <summary>The races of a run: their code together, then one after another, then those that were not sound once more.</summary>
sealed partial class LabRun
{
    /// <summary>Checking before the race, and what is computed after it.</summary>
    const double Overhead = 1.15;

    /// <summary>
    /// What a race may take of its share, if the others can spare it: code that goes on moving. (Without it the first took 21 s
    /// of 13, and the last five had five to seven rounds.)
    /// </summary>
    const double MostOfFair = 1.4;

    /// <summary>Of the time for the races, what the code of all of them may take together.</summary>
    const double ForCode = 0.4;

    /// <summary>
    /// What a case takes beside others, in seconds: one of which only the size is asked is read and written once all the same, and of one
    /// whose code has been called the time of its calls is known. (By weights that were written down dataset/1000 had 18 s, and the races
    /// behind it one to three.)
    /// </summary>
    static double CostOf(LabCase @case, Dictionary<LabCase, CaseRunner> ready) =>
        @case.SizeOnly ? 0.1 + (@case.Rows / 4000.0)
        : ready.TryGetValue(@case, out CaseRunner? runner) ? runner.Race.Expected(CaseRunner.SmallBlock).TotalSeconds
        : @case.Weight;

    /// <summary>
    /// All races, in an order that is the seed's: none is always the first, in a process whose code is not compiled. Those whose figures
    /// are not sound (code was still compiled, samples fell or had not settled, too few rounds) are run once more behind all others, when
    /// the process is warm.
    /// </summary>
    void Race((Scenario Scenario, IReadOnlyList<LabCase> Cases)[] scenarios, IReadOnlyList<LabPeer> peers, double time,
        Func<LabCase, double> plannedFor, Progress progress, CancellationToken stop)
    {
        var results = scenarios.ToDictionary(s => s.Scenario,
            s => new ScenarioResult(s.Scenario.Name, s.Scenario.Article, s.Scenario.Title, s.Scenario.What));
        _results.Scenarios.AddRange(results.Values);
        var order = scenarios.SelectMany(s => s.Cases.Select(c => (results[s.Scenario].Cases, Case: c))).ToArray();
        var turns = new Queue<(List<CaseResult> Results, LabCase Case)>(new SplitMix64(plan.Seed).Shuffle([.. order]));
        var again = new Queue<(List<CaseResult> Results, LabCase Case)>();
        CaseRunner Enter(LabCase @case) => new(@case, peers.Where(p => IsWanted(p, @case.Id)), p => IsTimed(p, @case.Id));
        long start = Stopwatch.GetTimestamp();
        LabCase[] raced = [.. turns.Select(t => t.Case).Where(c => !c.SizeOnly)];
        Dictionary<LabCase, CaseRunner> ready = Compile(raced, Enter, time, progress, stop);
        double took = Stopwatch.GetElapsedTime(start).TotalSeconds;
        var costs = order.ToDictionary(o => o.Case, o => CostOf(o.Case, ready));
        double ofReady = ready.Keys.Sum(c => costs[c]);
        var budget = new Budget(time - took, costs.Values.Sum());
        double mostAgain = 0;
        for (bool second = false; turns.Count > 0 || (!second && (second = (turns = SecondTurns(again)).Count > 0));)
        {
            var (list, @case) = turns.Dequeue();
            stop.ThrowIfCancellationRequested();
            double planned = plannedFor(@case);
            // What the code of all did not take is theirs.
            double seconds = ofReady == 0 || @case.SizeOnly
                ? planned / Overhead
                : plan.RaceSeconds * Math.Max(1 - (took / plan.RaceSeconds), 1 - ForCode) * costs[@case] / ofReady;
            double left = double.IsFinite(budget.Left) ? budget.Left : mostAgain - budget.Elapsed;
            double fair = budget.Fair(costs[@case]);
            double limit = second ? left / (turns.Count + 1) : Math.Max(Math.Min(budget.Take(costs[@case]), MostOfFair * fair), 1);
            // No time is left for a second look: what is not sound is told as such.
            if (second && limit < seconds)
                continue;
            bool isFirst = ready.Count == 0 && !_results.Cases.Any(c => c.Rounds > 0);
            CaseRunner runner = !second && ready.Remove(@case, out CaseRunner? made) ? made : Enter(@case);
            // It may take more than its share to come to rest; what it measures then must leave the others theirs.
            seconds = Math.Min(seconds, 0.8 * (second ? limit : Math.Min(limit, fair)));
            progress.Begin(@case.Id + (second ? ", once more" : ""), seconds * Overhead, second ? 0 : planned);
            long begun = Stopwatch.GetTimestamp();
            var (measured, payloads) = runner.Run(seconds, limit, isFirst, plan.Seed, stop);
            @case.Release();
            // A case that was cut short has too few samples to say anything.
            if (stop.IsCancellationRequested)
                break;
            measured.Seconds = Math.Round(Stopwatch.GetElapsedTime(begun).TotalSeconds, 1);
            if (second)
            {
                // A second look that is no better says nothing more.
                CaseResult first = list.First(c => c.Id == measured.Id);
                if (!measured.IsSound && measured.Noise > first.Noise)
                    continue;
                list.Remove(first);
            }
            else
            {
                if (!measured.IsSound)
                    again.Enqueue((list, @case));
                if (LabPlan.Travels(@case.Id))
                    _cargo.AddRange(
                        measured.Entrants.Where(e => e.Bytes is not null)
                            .Select(e => new Cargo(@case.Id, e.Name, e.Ours, payloads[e.Name])));
            }
            list.Add(measured);
            // Where nobody said until when, second looks take a quarter of the time that the first ones took.
            mostAgain = second ? mostAgain : 1.25 * budget.Elapsed;
        }
        // In the order in which the report tells them.
        foreach (var result in results.Values)
            result.Cases.Sort(
                (a, b) => Array.FindIndex(order, o => o.Case.Id == a.Id).CompareTo(Array.FindIndex(order, o => o.Case.Id == b.Id)));
    }

    /// <summary>
    /// The code of all races before the first of them, as far as a part of their time goes. A run of one has nothing to wait for beside it.
    /// </summary>
    Dictionary<LabCase, CaseRunner> Compile(LabCase[] raced, Func<LabCase, CaseRunner> enter, double time, Progress progress,
        CancellationToken stop)
    {
        if (raced.Length < 2)
            return [];
        double seconds = ForCode * Math.Min(plan.RaceSeconds, time);
        progress.Begin("code of all races", seconds, ForCode * plan.RaceSeconds);
        Measuring.Race.Rehearse();
        Dictionary<LabCase, CaseRunner> ready = raced.ToDictionary(c => c, enter);
        Measuring.Race.Compile([.. ready.Values.Select(r => r.Race)], TimeSpan.FromSeconds(seconds),
            TimeSpan.FromSeconds(seconds * Measuring.Race.OfPass), stop);
        return ready;
    }

    /// <summary>
    /// What is left of the time is shared by those that still wait, and who cannot be raced in a share gives it up: so whoever matters most
    /// comes last.
    /// </summary>
    static Queue<(List<CaseResult> Results, LabCase Case)> SecondTurns(IEnumerable<(List<CaseResult> Results, LabCase Case)> again) =>
        new(again.OrderBy(t => t.Case.Id == LabPlan.HeadlineCase || t.Case.Id.StartsWith("own/", StringComparison.Ordinal)));
}
