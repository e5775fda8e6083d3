using System.Diagnostics;
using System.Globalization;
using Isomer.Cli.Lab.Results;
using Isomer.Measuring;

namespace Isomer.Cli.Lab.Links;

/// <summary>A payload to send.</summary>
sealed record Cargo(string Case, string Name, bool Ours, byte[] Payload);

/// <summary>Sends payloads over a link as long as there is time; the rest is computed, and called so.</summary>
static class TransferRunner
{
    public const string Measured = "measured";
    public const string Computed = "computed";
    public const string Loopback = "loopback + line time";
    public const string Local = "loopback";

    /// <param name="isShaped">Whether the line is there at all: a test takes it away and sees the run fail.</param>
    public static async Task RunAsync(LinkProfile link, IReadOnlyList<Cargo> cargos, double seconds, int repeats, LabResults results, CancellationToken stop, bool isShaped = true)
    {
        long start = Stopwatch.GetTimestamp();
        var server = await LinkServer.StartAsync(link, isShaped && link.CanBeShaped, stop).ConfigureAwait(false);
        await using (server.ConfigureAwait(false))
        {
            foreach (Version version in LinkServer.Protocols)
            {
                using LinkClient client = await server.ConnectAsync(version, stop).ConfigureAwait(false);
                double until = seconds * (Array.IndexOf(LinkServer.Protocols, version) + 1) / LinkServer.Protocols.Length;
                // The quick ones first: as many as possible are really sent.
                foreach (Cargo cargo in cargos.OrderBy(c => c.Payload.Length))
                {
                    double bound = link.BoundMs(cargo.Payload.Length);
                    var samples = new List<double>();
                    double expected = link.CanBeShaped ? bound / 1000 : 0.01;
                    for (int i = 0; i < repeats && !stop.IsCancellationRequested && Stopwatch.GetElapsedTime(start).TotalSeconds + expected < until; i++)
                        samples.Add(Math.Round(await server.FetchAsync(client, cargo.Payload, stop).ConfigureAwait(false), 3));
                    Add(link, cargo, $"HTTP/{version.ToString(version.Major == 2 ? 1 : 2)}", bound, samples, results);
                }
            }
        }
    }

    static void Add(LinkProfile link, Cargo cargo, string protocol, double bound, List<double> samples, LabResults results)
    {
        double median = samples.Count == 0 ? 0 : Statistics.Median([.. samples]);
        double ms = samples.Count == 0 ? bound : link.CanBeShaped ? median : median + bound;
        results.Transfers.Add(new TransferResult
        {
            Link = link.Name,
            Case = cargo.Case,
            Name = cargo.Name,
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
    public static IEnumerable<string> Impossible(TransferResult t, LinkProfile link) => Faster(t.Samples, link, link.BoundMs(t.Bytes)) is { } impossible
        ? [string.Create(CultureInfo.InvariantCulture, $"{t.Name} of {t.Case} over {link.Name}, {t.Protocol}: {impossible:0.###} ms, faster than the bound of {link.BoundMs(t.Bytes):0.###} ms: the harness is wrong.")]
        : [];

    /// <summary>A sample that no line could have: the harness's bug, and the run's failure.</summary>
    public static double? Faster(IReadOnlyList<double> samples, LinkProfile link, double bound)
    {
        const double Rounding = 0.001;
        return link.CanBeShaped && samples.Count > 0 && samples.Min() < bound - Rounding ? samples.Min() : null;
    }
}
