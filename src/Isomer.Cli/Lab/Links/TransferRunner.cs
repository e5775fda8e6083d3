using System.Collections.Concurrent;
using System.Diagnostics;
using System.Globalization;
using System.Net;
using Isomer.Cli.Lab.Results;
using Isomer.Measuring;

namespace Isomer.Cli.Lab.Links;

/// <summary>A payload to send.</summary>
/// <param name="Packing">What it is compressed by: "gzip", "brotli", or nothing.</param>
/// <param name="IsFirst">Whether the first screen is about it: it is sent before others.</param>
sealed record Cargo(string Case, string Name, bool Ours, byte[] Payload, string Packing = "", bool IsFirst = false);

/// <summary>Sends payloads over a link as long as there is time, each several times; the rest is computed, and called so.</summary>
static class TransferRunner
{
    public const string Measured = "measured";
    public const string Computed = "computed";
    public const string Loopback = "loopback + line time";
    public const string Local = "loopback";

    /// <summary>
    /// Lines at once. Each transfer has a line of its own, so that they do not wait for each other; but all share this processor, which can
    /// pass on about so many megabits a second without being late.
    /// </summary>
    const double MostMbit = 80;
    const int MostLanes = 24;

    /// <summary>Of the time that there is: no line is as quick as its bound, and what is begun is finished.</summary>
    const double Filled = 0.8;

    /// <param name="isShaped">Whether the line is there at all: a test takes it away and sees the run fail.</param>
    public static async Task RunAsync(LinkProfile link, IReadOnlyList<Cargo> cargos, double seconds, int repeats, LabResults results,
        CancellationToken stop, bool isShaped = true)
    {
        long start = Stopwatch.GetTimestamp();
        int lanes = LanesOf(link);
        (Cargo Cargo,
            Version Version)[] all =
                [.. LinkServer.Protocols.SelectMany(v => cargos.Where(c => IsSent(c, v, repeats)).Select(c => (c, v)))];
        var planned = Plan(link, [.. all.Select(a => (a.Cargo.Payload.LongLength, a.Cargo.IsFirst && a.Version == HttpVersion.Version11))],
            lanes, seconds, repeats);
        var samples = all.Select(_ => new ConcurrentQueue<double>()).ToArray();
        var server = await LinkServer.StartAsync(link, isShaped && link.CanBeShaped, stop).ConfigureAwait(false);
        await using (server.ConfigureAwait(false))
        {
            // The longest first, so that no lane is left with one when the others are done.
            var queue = new ConcurrentQueue<int>(planned.OrderByDescending(i => all[i].Cargo.Payload.Length));
            await Task.WhenAll(Enumerable.Range(0, Math.Min(lanes, Math.Max(1, queue.Count))).Select(_ => LaneAsync()))
                .ConfigureAwait(false);

            async Task LaneAsync()
            {
                var clients = new Dictionary<Version, LinkClient>();
                try
                {
                    while (!stop.IsCancellationRequested && queue.TryDequeue(out int i))
                    {
                        // On a machine that is late, what would end too late is left to be computed.
                        if (!samples[i].IsEmpty
                            && Stopwatch.GetElapsedTime(start).TotalSeconds + Expected(link, all[i].Cargo.Payload.Length) > seconds)
                            continue;
                        Version version = all[i].Version;
                        if (!clients.TryGetValue(version, out LinkClient? client))
                            clients.Add(version, client = await server.ConnectAsync(version, stop).ConfigureAwait(false));
                        samples[i].Enqueue(
                            Math.Round(await server.FetchAsync(client, all[i].Cargo.Payload, stop).ConfigureAwait(false), 3));
                    }
                }
                catch (OperationCanceledException) when (stop.IsCancellationRequested)
                {
                    // Stopped early: what has been sent is kept.
                }
                finally
                {
                    foreach (LinkClient client in clients.Values)
                        client.Dispose();
                }
            }
        }
        for (int i = 0; i < all.Length; i++)
            Add(link, all[i].Cargo, $"HTTP/{all[i].Version.ToString(all[i].Version.Major == 2 ? 1 : 2)}", [.. samples[i]], results);
    }

    /// <summary>Compressed payloads and a table that grows are sent by one protocol: what the other changes, the others show.</summary>
    static bool IsSent(Cargo cargo, Version version, int repeats) => version == HttpVersion.Version11 || repeats >= 5
        || !(cargo.Packing.Length > 0 || cargo.Case.StartsWith("dataset/", StringComparison.Ordinal) && char.IsAsciiDigit(cargo.Case[^1]));

    public static int LanesOf(LinkProfile link) => link.CanBeShaped ? (int)Math.Clamp(MostMbit / link.DownMbit, 1, MostLanes) : 1;

    static double Expected(LinkProfile link, long bytes) =>
        link.CanBeShaped ? (link.BoundMs(bytes) / 1000) + 0.005 : 0.001 + (bytes / 500e6);

    /// <summary>
    /// Which payloads are sent, each as often as it is sent: those of the first screen, then the quick ones, for of those the most can be;
    /// and each as many times as asked for or not at all, for one sample says nothing of its spread.
    /// </summary>
    public static List<int> Plan(LinkProfile link, IReadOnlyList<(long Bytes, bool IsFirst)> payloads, int lanes, double seconds,
        int repeats)
    {
        var planned = new List<int>();
        double room = Filled * lanes * seconds;
        foreach (int i in Enumerable.Range(0, payloads.Count).OrderByDescending(i => payloads[i].IsFirst).ThenBy(i => payloads[i].Bytes))
        {
            double one = Expected(link, payloads[i].Bytes);
            if (one > Filled * seconds || one * repeats > room)
                continue;
            room -= one * repeats;
            planned.AddRange(Enumerable.Repeat(i, repeats));
        }
        return planned;
    }

    static void Add(LinkProfile link, Cargo cargo, string protocol, List<double> samples, LabResults results)
    {
        double bound = link.BoundMs(cargo.Payload.Length);
        double median = samples.Count == 0 ? 0 : Statistics.Median([.. samples]);
        double ms = samples.Count == 0 ? bound : link.CanBeShaped ? median : median + bound;
        results.Transfers.Add(new TransferResult
        {
            Link = link.Name,
            Case = cargo.Case,
            Name = cargo.Name,
            Packing = cargo.Packing,
            Ours = cargo.Ours,
            Protocol = protocol,
            Bytes = cargo.Payload.Length,
            BoundMs = Math.Round(bound, 3),
            Ms = Math.Round(ms, 3),
            Samples = samples,
            How = samples.Count == 0 ? Computed : link.CanBeShaped ? Measured : link.IsLine ? Loopback : Local,
        });
        results.Problems.AddRange(Impossible(results.Transfers[^1], link));
    }

    /// <summary>What is wrong with a transfer, if anything is.</summary>
    public static IEnumerable<string> Impossible(TransferResult t, LinkProfile link) =>
        Faster(t.Samples, link, link.BoundMs(t.Bytes)) is { } impossible
            ? [string.Create(CultureInfo.InvariantCulture,
            $"{t.Name} of {t.Case} over {link.Name}, {t.Protocol}: {impossible:0.###} ms, faster than the bound of {link.BoundMs(t.Bytes):0.###} ms: the harness is wrong.")]
        : [];

    /// <summary>A sample that no line could have: the harness's bug, and the run's failure.</summary>
    public static double? Faster(IReadOnlyList<double> samples, LinkProfile link, double bound)
    {
        const double Rounding = 0.001;
        return link.CanBeShaped && samples.Count > 0 && samples.Min() < bound - Rounding ? samples.Min() : null;
    }
}
