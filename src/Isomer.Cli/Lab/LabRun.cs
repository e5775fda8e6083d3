using System.Data;
using System.Diagnostics;
using System.Globalization;
using System.Security.Cryptography;
using Isomer.Cli.Lab.Contestants;
using Isomer.Cli.Lab.Features;
using Isomer.Cli.Lab.Fresh;
using Isomer.Cli.Lab.Links;
using Isomer.Cli.Lab.Outside;
using Isomer.Cli.Lab.Results;
using Isomer.Cli.Lab.Scenarios;
using Isomer.Measuring;

namespace Isomer.Cli.Lab;

/// <summary>A run from beginning to end. Stopped by Ctrl-C, what is done is kept.</summary>
/// <param name="arguments">The command line, which a process that measures once more is given again; null where that is not to be.</param>
sealed partial class LabRun(LabPlan plan, string[]? arguments = null)
{
    readonly LabResults _results = new()
    {
        Tool = LabPeer.VersionOf(typeof(LabRun)),
        Started = DateTime.UtcNow,
        Seed = plan.Seed,
        Full = plan.Full,
        All = plan.All,
        Only = [.. plan.Only],
        Environment = new Dictionary<string, string>(Surroundings.Describe()),
        Links = [.. plan.Links],
    };
    readonly List<Cargo> _cargo = [];
    Budget _whole = new(double.PositiveInfinity, 0);

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
        _results.Problems.AddRange(_results.Cases.SelectMany(Plausibility.Impossible));
        _results.Partial = stop.IsCancellationRequested;
        _results.Seconds = Math.Round(Stopwatch.GetElapsedTime(start).TotalSeconds, 1);
        return _results;
    }

    /// <summary>Which of a case's contestants take part: the usual ones, all, or those that were named.</summary>
    bool IsWanted(LabPeer peer, string caseId) => plan.Again is { } again ? again.Names.Contains(peer.Name)
        : plan.Only.Count > 0 ? plan.Only.Any(o => peer.Name.Contains(o, StringComparison.OrdinalIgnoreCase))
        : plan.All || LabPeers.IsUsual(peer, caseId);

    /// <summary>Whether it is raced there, and started afresh, where it takes part; else its size is asked.</summary>
    bool IsTimed(LabPeer peer, string caseId) =>
        plan.All || (!peer.IsVariant && (plan.Only.Count > 0 || plan.Again is not null || LabPeers.IsTimed(peer, caseId)));

    async Task MeasureAsync(CancellationToken stop)
    {
        using LabData data = plan.Data();
        IReadOnlyList<LabPeer> all = LabPeers.All;
        (Scenario Scenario,
            IReadOnlyList<LabCase> Cases)[] cases =
                [.. plan.Scenarios.Select(s => (s, (IReadOnlyList<LabCase>)[.. s.Cases(data, plan.Full).Where(IsRun)]))];
        // The largest DataSets say nothing about contracts that the smaller ones do not, and would take minutes.
        foreach (LabCase @case in cases.SelectMany(s => s.Cases))
            @case.AllContracts = plan.Again is null && (@case.AllContracts || (plan.Full && @case.Rows < 4000));
        double weights = cases.Sum(s => s.Cases.Where(c => !c.SizeOnly).Sum(c => c.Weight));
        int packed = cases.Sum(s => s.Cases.Count(c => LabPlan.Travels(c.Id) && !c.SizeOnly));
        int coldCases = plan.Launches == 0 ? 0 : cases.Sum(s => s.Cases.Count(c => LabPlan.ColdCases.Contains(c.Id)));
        double forCode = plan.RaceSeconds * (cases.Sum(s => s.Cases.Count(c => !c.SizeOnly)) < 2 ? 0 : ForCode);
        double PlannedFor(LabCase c) => Overhead * (c.SizeOnly ? 1 : (plan.RaceSeconds - forCode) * c.Weight / Math.Max(weights, 1));
        double ColdFor(string id) => plan.LaunchesFor(id) * LabPlan.LaunchSeconds * (1 + all.Count(p => IsWanted(p, id) && IsTimed(p, id)));
        double cold = plan.Launches == 0 ? 0 : cases.Sum(s => s.Cases.Where(c => LabPlan.ColdCases.Contains(c.Id)).Sum(c => ColdFor(c.Id)));
        bool again = arguments is not null && plan.Again is null && plan.Launches > 0 && packed > 0;
        LabCase<DataSet>[] outside = plan.Parquet is null
            ? []
            : [.. cases.Where(s => s.Scenario.Name == Report.OutsideSection.Scenario).SelectMany(s => s.Cases).OfType<LabCase<DataSet>>()];
        double after = outside.Sum(OutsideSecondsFor) + cold + plan.Links.Sum(plan.SecondsFor) + (packed * LabPlan.PackSeconds)
            + (again ? LabPlan.AgainSeconds : 0);
        LabPeer[] asked = [
            .. all.Where(
                p => plan.Features
                    && (cases.Length == 0
                        ? plan.Only.Count == 0 || IsWanted(p, "")
                        : plan.All || cases.Any(s => IsWanted(p, s.Scenario.Name + "/"))))];
        double before = asked.Length * FeatureProcess.SecondsEach;
        _whole = new Budget(plan.TotalSeconds ?? double.PositiveInfinity, 0);
        int count = cases.Sum(s => s.Cases.Count);
        double planned = cases.Sum(s => s.Cases.Sum(PlannedFor)) + forCode + before + after;
        if (!plan.Quiet)
            Terminal.Note(
                Announcement(count, all.Count(p => cases.Any(s => s.Cases.Any(c => IsWanted(p, c.Id) && p.TakesPart(c)))),
                    plan.TotalSeconds is { } most ? Math.Min(most, planned) : planned, plan));
        var progress = new Progress(planned,
            count + outside.Length + coldCases + plan.Links.Count + (plan.Features ? 1 : 0) + (again ? 1 : 0) + (forCode > 0 ? 1 : 0),
            plan.Quiet,
            plan.TotalSeconds ?? double.PositiveInfinity);
        if (plan.Features)
        {
            // First, for a matrix with holes is none, and on a busy machine the races leave no time.
            progress.Begin("features", before, before);
            _results.Features.AddRange(
                await FeatureProcess.AskAsync(asked, plan.TotalSeconds is null ? double.PositiveInfinity : FeatureProcess.MostSeconds, stop)
                    .ConfigureAwait(false));
        }
        // Beside the races things take what they take: if there is little time, the races get the smaller part of it.
        double left = plan.TotalSeconds is { } total ? Math.Max(_whole.Left - after, total * 0.4) : double.PositiveInfinity;
        Race(cases, all, left, PlannedFor, progress, stop);
        Pack(stop);
        await OutsideAsync(outside, progress, stop).ConfigureAwait(false);
        await BesideTheRacesAsync(progress, ColdFor, again, stop).ConfigureAwait(false);
        progress.End();
    }

    static double OutsideSecondsFor(LabCase @case) => @case.SizeOnly ? LabPlan.OutsideSizeSeconds : LabPlan.OutsideSeconds;

    /// <summary>What programs of others measure of themselves, one after another.</summary>
    async Task OutsideAsync(IEnumerable<LabCase<DataSet>> cases, Progress progress, CancellationToken stop)
    {
        foreach (LabCase<DataSet> @case in cases)
        {
            stop.ThrowIfCancellationRequested();
            double seconds = OutsideSecondsFor(@case);
            progress.Begin("Parquet, " + @case.Id, seconds, seconds);
            _results.Outside.Add(
                await OutsideParquet.MeasureAsync(plan.Parquet!, @case.Id, @case.Value.Tables[0], seconds, stop).ConfigureAwait(false));
            @case.Release();
        }
    }

    /// <summary>What a user wants to know before waiting.</summary>
    public static string Announcement(int cases, int contestants, double seconds, LabPlan plan) =>
        string.Create(CultureInfo.InvariantCulture,
        $"{Show.Count(cases, "case")}, {Show.Count(contestants, "contestant")}, {Show.Count(plan.Links.Count, "line")}: about {Show.Duration(seconds)}. Ctrl-C stops, and keeps what is done.{(plan.All || plan.Only.Count > 0 || plan.Own ? "" : " --all has more contestants.")}");

    bool IsRun(LabCase c) => plan.Again is { } again ? c.Id == again.Case : plan.All || plan.Own || c.Id != LabPlan.ContractsCase;

    /// <summary>
    /// Compresses the payloads of cases that travel and were timed, those of which the size alone is asked among them, for a verdict
    /// names the smallest; one of several contestants once, which all of them are told. Over each line a contestant that was timed then
    /// sends what is quickest there by the line's arithmetic, beside its bare payload.
    /// </summary>
    void Pack(CancellationToken stop)
    {
        foreach (CaseResult c in _results.Cases.Where(
            c => LabPlan.Travels(c.Id) && c.Entrants.Exists(e => e.Both is not null) && plan.Again is null))
        {
            var written = _cargo.Where(k => k.Case == c.Id)
                .Select(k => (Cargo: k, Entrant: c.Entrants.Find(e => e.Name == k.Name && e.Bytes is not null)))
                .Where(k => k.Entrant is not null).ToArray();
            var payloads = written.GroupBy(k => Convert.ToHexString(SHA256.HashData(k.Cargo.Payload))).ToArray();
            foreach (var payload in payloads)
            {
                if (stop.IsCancellationRequested)
                    return;
                foreach (var (result, bytes) in Packing.Measure(payload.First().Cargo.Payload, LabPlan.PackSeconds / payloads.Length))
                {
                    foreach (var (cargo, entrant) in payload)
                    {
                        entrant!.Packed.Add(result);
                        _cargo.Add(cargo with { Payload = bytes, Packing = result.Name });
                    }
                }
            }
        }
    }

    /// <summary>
    /// What is worth sending over a line: every bare payload, and of the compressed ones those that are a contestant's best there.
    /// </summary>
    List<Cargo> CargoFor(LinkProfile link)
    {
        string? headline = Conclusion.Headline(_results)?.Id;
        var chosen = new List<Cargo>();
        foreach (Cargo cargo in _cargo)
        {
            CaseResult c = _results.Cases.First(c => c.Id == cargo.Case);
            bool isBest = Delivery.Best(_results, c.Id, c.Entrants.First(e => e.Name == cargo.Name), link)?.Offer.Packing == cargo.Packing;
            if (isBest || cargo.Packing.Length == 0)
                chosen.Add(cargo with { IsFirst = isBest && c.Id == headline });
        }
        return chosen;
    }

    /// <summary>What must not run beside a race: fresh processes, and lines whose ends spin.</summary>
    async Task BesideTheRacesAsync(Progress progress, Func<string, double> coldFor, bool again, CancellationToken stop)
    {
        double links = plan.Links.Sum(plan.SecondsFor);
        if (again && Conclusion.Headline(_results) is { } headline)
        {
            stop.ThrowIfCancellationRequested();
            progress.Begin("once more in a fresh process, " + headline.Id, LabPlan.AgainSeconds, LabPlan.AgainSeconds);
            _results.Rechecks.AddRange(
                await AgainProcess.MeasureAsync(headline, arguments!, LabPlan.AgainSeconds, stop).ConfigureAwait(false));
        }
        CaseResult[] cold = [.. _results.Cases.Where(c => plan.Launches > 0 && LabPlan.ColdCases.Contains(c.Id))];
        int left = cold.Length;
        foreach (CaseResult @case in cold)
        {
            stop.ThrowIfCancellationRequested();
            double part = (_whole.Left - links) / left--, planned = coldFor(@case.Id);
            progress.Begin("first use, " + @case.Id, Math.Min(planned, part), planned);
            EntrantResult[] timed = [.. @case.Entrants.Where(e => e.Write is not null)];
            _results.Cold.AddRange(FreshProcess.Measure(@case.Id, timed, plan.LaunchesFor(@case.Id), part, plan.Seed, stop));
        }
        foreach (LinkProfile link in plan.Links)
        {
            double planned = plan.SecondsFor(link), seconds = Math.Max(0.5, Math.Min(planned, _whole.Left * planned / links));
            links = Math.Max(planned, links - planned);
            stop.ThrowIfCancellationRequested();
            progress.Begin("link " + link.Name, seconds, planned);
            await TransferRunner.RunAsync(link, CargoFor(link), seconds, plan.Full ? 5 : 3, _results, stop).ConfigureAwait(false);
        }
        if (!plan.Features && !stop.IsCancellationRequested && Conclusion.Headline(_results) is { } own && plan.Again is null && plan.Own)
        {
            IReadOnlyList<string> winners = Conclusion.Winners(_results, own);
            LabPeer[] asked = [.. LabPeers.All.Where(p => winners.Contains(p.Name))];
            _results.Features.AddRange(
                await FeatureProcess.AskAsync(asked, plan.TotalSeconds is null ? double.PositiveInfinity : FeatureProcess.MostSeconds, stop)
                    .ConfigureAwait(false));
        }
    }
}
