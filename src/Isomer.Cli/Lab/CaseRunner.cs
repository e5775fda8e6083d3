using System.IO.Compression;
using Isomer.Cli.Lab.Contestants;
using Isomer.Cli.Lab.Results;
using Isomer.Cli.Lab.Scenarios;
using Isomer.Measuring;

namespace Isomer.Cli.Lab;

/// <summary>One case: all contestants checked when it is made, raced, and told apart where they can be.</summary>
sealed class CaseRunner
{
    readonly LabCase _case;
    readonly Entrant[] _entrants, _sized;
    readonly string? _reference;

    public CaseRunner(LabCase @case, IEnumerable<LabPeer> peers, Func<LabPeer, bool> isTimed)
    {
        _case = @case;
        _entrants = [.. peers.Where(p => p.TakesPart(@case)).Select(p => @case.Enter(p))];
        // Of the others the size is asked, and time in a run that has it.
        _sized = [.. _entrants.Where(e => e.Contestant is not null && !isTimed(e.Peer))];
        Contestant[] able = [.. _entrants.Except(_sized).Where(e => e.Contestant is not null).Select(e => e.Contestant!)];
        // The one that runs twice is known to work only when it has been tried: the first of ours, or else the first.
        _reference = @case.SizeOnly ? null : able.FirstOrDefault(c => new Entry(c).Failure is null)?.Name;
        Race = new Race(@case.Id, able, _reference);
    }

    /// <summary>Samples in a block of the warm-up, where there is little time.</summary>
    public const int SmallBlock = 4;

    public Race Race { get; }

    /// <summary>Races them, once, in so many seconds; their payloads beside the result.</summary>
    /// <param name="seconds">For warming up and for sampling.</param>
    /// <param name="limit">When it must have ended, in seconds.</param>
    /// <param name="isFirst">
    /// Whether no code has been compiled before: in three seconds the compiler's queue is not even gone through.
    /// </param>
    /// <param name="seed">Of the order of samples.</param>
    /// <param name="stop">Ends it.</param>
    public (CaseResult Result, Dictionary<string, byte[]> Payloads) Run(double seconds, double limit, bool isFirst, ulong seed,
        CancellationToken stop)
    {
        (LabCase @case, Race race, string? reference) = (_case, Race, _reference);
        if (isFirst)
            Race.Rehearse();
        double warmUp = Math.Min(isFirst ? 10 : 3, (isFirst ? 6 : 2) * seconds);
        if (!@case.SizeOnly)
            race.Run(
                new RaceRules(TimeSpan.FromSeconds(seconds), seed, CollectBetweenRounds: false)
                {
                    MinWarmUp = TimeSpan.FromSeconds(warmUp),
                    Block = seconds > 20 ? 9 : SmallBlock,
                    Limit = limit < 1e6 ? TimeSpan.FromSeconds(limit) : TimeSpan.MaxValue
                }, stop);
        var measured = race.Entries.Concat(_sized.Select(e => new Entry(e.Contestant!))).ToDictionary(e => e.Name);
        double? noise = reference is not null && measured.TryGetValue(reference + Race.Again, out Entry? again)
            ? NoiseOf(measured[reference], again)
            : null;
        Entry[] field = [.. measured.Values.Where(e => !e.Name.EndsWith(Race.Again, StringComparison.Ordinal))];
        Operation? fastestWrite = Fastest(field.Select(e => e.Write)), fastestRead = Fastest(field.Select(e => e.Read));
        var fastest = Contracts.All.ToDictionary(n => n,
            n => Fastest(field.SelectMany(e => e.Ways.Where(w => w.Name == n)).Select(w => w.Operation)));
        var result = new CaseResult
        {
            Id = @case.Id,
            Title = @case.Title,
            Rows = @case.Rows,
            SizeOnly = @case.SizeOnly,
            Rounds = race.Rounds,
            Operations = race.Operations,
            Unsettled = @case.SizeOnly ? 0 : race.Unsettled,
            Discarded = race.Discarded,
            CodeMoved = race.IsCodeMoving,
            Restless = [.. race.Restless.Select(n => n.Replace(Race.Again, "", StringComparison.Ordinal)).Distinct()],
            Falling = race.Falling,
            Reference = reference,
            Noise = noise,
            Pace = double.IsNaN(race.Pace) ? null : Us(race.Pace),
            Entrants =
            [
                .. _entrants.Select(e =>
                {
                    Entry? entry = e.Contestant is null ? null : measured[e.Peer.Name];
                    bool sound = entry is { Failure: null };
                    return new EntrantResult
                    {
                        Name = e.Peer.Name,
                        Version = e.Peer.Version,
                        Options = e.Peer.Options,
                        Ours = e.Peer.IsOurs,
                        Reason = Shorten(e.Reason ?? entry?.Failure),
                        Caveat = sound && e.Caveats.Count > 0 ? string.Join("; ", e.Caveats) : null,
                        Bytes = sound ? entry!.Bytes : null,
                        Gzip = sound ? Gzip(entry!.Payload) : null,
                        Write = sound ? TimingOf(entry!.Write, fastestWrite, noise) : null,
                        Read = sound ? TimingOf(entry!.Read, fastestRead, noise) : null,
                        Contracts = [
                            .. (entry?.Ways ?? []).Select(
                                w => new ContractResult
                                    { Name = w.Name, Reason = Shorten(w.Failure),
                                        Timing = TimingOf(w.Operation, fastest[w.Name], noise) })],
                    };
                }),
            ],
        };
        return (result, field.Where(e => e.Failure is null).ToDictionary(e => e.Name, e => e.Payload));
    }

    static Operation? Fastest(IEnumerable<Operation?> operations) =>
        operations.Where(o => o?.Samples.Length > 0).MinBy(o => Statistics.Median(o!.Samples));

    /// <summary>The farthest that the intervals of the A/A ratios are from one.</summary>
    static double? NoiseOf(Entry a, Entry b)
    {
        double worst = 0;
        foreach (var (x, y) in new[] { (a.Write, b.Write), (a.Read, b.Read) })
        {
            if (x?.Samples.Length is not > 2 || y?.Samples.Length is not > 2)
                return null;
            Interval ratio = Statistics.Ratio95(x.Samples, y.Samples);
            worst = Math.Max(worst, Math.Max(Math.Abs(ratio.Low - 1), Math.Abs(ratio.High - 1)));
        }
        return Math.Round(worst, 4);
    }

    static Timing? TimingOf(Operation? operation, Operation? fastest, double? noise)
    {
        if (operation is null || operation.Samples.Length == 0)
            return null;
        Interval median = Statistics.Median95(operation.Samples);
        bool tie = fastest is not null && (ReferenceEquals(fastest, operation)
            || Statistics.Ratio95(operation.Samples, fastest.Samples) is var ratio && (ratio.Low <= 1 || ratio.Value - 1 <= (noise ?? 0)));
        // What is told of the samples is told of those that the report has: one at the very edge may be far out before it is rounded
        // and not after.
        double[] told = [.. operation.Samples.Select(Us)];
        return new Timing
        {
            Median = Us(median.Value),
            Low = Us(median.Low),
            High = Us(median.High),
            P95 = Us(Statistics.Quantile(operation.Samples, 0.95)),
            Min = Us(operation.Samples.Min()),
            Allocated = Math.Round(operation.Allocated),
            Tie = tie,
            Fell = Race.IsFalling(operation),
            Outliers = Statistics.FarOut(told),
            Samples = [.. told],
        };
    }

    static double Us(double nanoseconds) => Math.Round(nanoseconds / 1000, 4);

    static long Gzip(byte[] payload)
    {
        var stream = new MemoryStream();
        using (var gzip = new GZipStream(stream, CompressionLevel.Optimal, leaveOpen: true))
            gzip.Write(payload);
        return stream.Length;
    }

    static string? Shorten(string? reason)
    {
        string? line = reason?.ReplaceLineEndings(" ");
        return line is { Length: > 220 } ? line[..219] + "…" : line;
    }
}
