using System.Diagnostics;
using System.Globalization;
using System.Text.RegularExpressions;

namespace Isomer.WebBench;

/// <summary>Runs wrk against the contestants by turns.</summary>
public static partial class Contestants
{
    public static readonly string[] All = ["isomer", "reflection", "generated"];

    /// <summary>Of each contestant a figure for each round. The first round, in which code is compiled, is thrown away.</summary>
    public static async Task<(double Rate, double Bytes)[][]> RaceAsync(string root, string path, string? script, int rounds, int seconds,
        int connections)
    {
        var figures = All.Select(_ => new List<(double, double)>()).ToArray();
        for (int round = 0; round <= rounds; round++)
            for (int i = 0; i < All.Length; i++)
            {
                // Each is first and last as often as the others.
                int who = (i + round) % All.Length;
                var figure = await RunAsync($"{root}/{All[who]}/{path}", script, seconds, connections);
                if (round > 0)
                    figures[who].Add(figure);
            }
        return [.. figures.Select(f => f.ToArray())];
    }

    static async Task<(double Rate, double Bytes)> RunAsync(string url, string? script, int seconds, int connections)
    {
        var start = new ProcessStartInfo("wrk",
            ["-t1", $"-c{connections}", $"-d{seconds}s", .. script is null ? Array.Empty<string>() : ["-s", script], url])
        { RedirectStandardOutput = true };
        long before = GC.GetTotalAllocatedBytes(precise: true);
        using var wrk = Process.Start(start)!;
        string output = await wrk.StandardOutput.ReadToEndAsync();
        await wrk.WaitForExitAsync();
        long after = GC.GetTotalAllocatedBytes(precise: true);
        if (output.Contains("Non-2xx", StringComparison.Ordinal) || Requests().Match(output) is not { Success: true } requests
            || Rate().Match(output) is not { Success: true } rate)
            throw new InvalidOperationException($"wrk of {url}: {output}");
        return (double.Parse(rate.Groups[1].Value, CultureInfo.InvariantCulture),
            (after - before) / double.Parse(requests.Groups[1].Value, CultureInfo.InvariantCulture));
    }

    [GeneratedRegex(@"(\d+) requests in")]
    private static partial Regex Requests();

    [GeneratedRegex(@"Requests/sec:\s+([\d.]+)")]
    private static partial Regex Rate();
}
