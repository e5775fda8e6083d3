using System.Diagnostics;
using System.Globalization;
using Isomer.Cli.Lab.Contestants;
using Isomer.Cli.Lab.Results;
using Isomer.Cli.Lab.Scenarios;
using Isomer.Measuring;

namespace Isomer.Cli.Lab.Fresh;

/// <summary>
/// First use and peak memory, which only a fresh process has: the tool starts itself with one case and one contestant. Nothing
/// else is loaded there, the database not either.
/// </summary>
static class FreshProcess
{
    public const string Command = "lab-child";
    const string Nothing = "nothing";

    /// <summary>The reason of one that was not launched, which says nothing about it.</summary>
    public const string NoTime = "no time was left for it";
    const int MemoryRounds = 10;

    /// <summary>
    /// The child: prints set-up, first write and first read in milliseconds, the peak in KiB, and the processor's milliseconds.
    /// </summary>
    public static int Run(ReadOnlySpan<string> arguments)
    {
        string id = arguments[0], name = arguments[1];
        using LabData data = LabData.Generated();
        LabCase @case = Scenario.All.First(s => id.StartsWith(s.Name + "/", StringComparison.Ordinal)).Cases(data, true)
            .First(c => c.Id == id);
        GC.KeepAlive(@case.Content); // which is made now, and not when the clock runs
        GC.KeepAlive(@case.CellTypes);
        double setUp = 0, write = 0, read = 0, cpu = 0;
        if (name != Nothing)
        {
            long start = Stopwatch.GetTimestamp();
            Entrant entrant = @case.Enter(LabPeers.Named(name), fresh: true);
            setUp = Stopwatch.GetElapsedTime(start).TotalMilliseconds;
            if (entrant.Contestant is not { Write: { } w, Read: { } r })
                return ExitCode.Usage;
            start = Stopwatch.GetTimestamp();
            byte[] bytes = w();
            write = Stopwatch.GetElapsedTime(start).TotalMilliseconds;
            start = Stopwatch.GetTimestamp();
            object copy = r(bytes);
            read = Stopwatch.GetElapsedTime(start).TotalMilliseconds;
            GC.KeepAlive(copy);
            TimeSpan before = Environment.CpuUsage.TotalTime;
            for (int i = 0; i < MemoryRounds; i++)
                GC.KeepAlive(r(w()));
            cpu = (Environment.CpuUsage.TotalTime - before).TotalMilliseconds / MemoryRounds;
        }
        System.Console.WriteLine(string.Create(CultureInfo.InvariantCulture, $"{setUp:R} {write:R} {read:R} {PeakKib()} {cpu:R}"));
        return ExitCode.Ok;
    }

    static long PeakKib()
    {
        const string Status = "/proc/self/status";
        if (File.Exists(Status) && File.ReadLines(Status).FirstOrDefault(l => l.StartsWith("VmHWM:", StringComparison.Ordinal)) is { } line)
            return long.Parse(line.AsSpan(6).Trim().TrimEnd("kB").Trim(), CultureInfo.InvariantCulture);
        using Process self = Process.GetCurrentProcess();
        return self.PeakWorkingSet64 / 1024;
    }

    /// <summary>
    /// All contestants that can carry the case; launches interleaved, in random order, as many as there is time for. One that did not
    /// get its turn says so.
    /// </summary>
    public static List<ColdResult> Measure(string id, IReadOnlyList<EntrantResult> entrants, int launches, double seconds, ulong seed,
        CancellationToken stop)
    {
        var budget = new Budget(seconds, 0);
        EntrantResult[] able = [.. entrants.Where(e => e.Reason is null)];
        string[] names = [Nothing, .. able.Select(e => e.Name)];
        var runs = names.ToDictionary(n => n, _ => new List<double[]>());
        var ends = new Dictionary<string, int>();
        var random = new SplitMix64(seed);
        for (int i = 0; i < launches && !stop.IsCancellationRequested; i++)
        {
            foreach (string name in random.Shuffle([.. names]))
            {
                // The first that does nothing is what memory is measured from.
                bool hasTime = budget.Left > 0 || (name == Nothing && runs[Nothing].Count == 0);
                if (!hasTime || stop.IsCancellationRequested)
                    continue;
                if (Start(id, name, out int code) is { } times)
                    runs[name].Add(times);
                else
                    ends[name] = code;
            }
        }
        double idle = runs[Nothing].Count == 0 ? 0 : Statistics.Median([.. runs[Nothing].Select(t => t[3])]);
        return
        [
            .. entrants.Select(e =>
            {
                if (!runs.TryGetValue(e.Name, out List<double[]>? times) || times.Count == 0)
                    return new ColdResult
                        { Case = id, Name = e.Name, Ours = e.Ours,
                            Reason = e.Reason ?? (ends.TryGetValue(e.Name, out int code)
                                ? string.Create(CultureInfo.InvariantCulture, $"the process ended with exit code {code} and gave no answer")
                                : NoTime) };
                double[] firstUse = [.. times.Select(t => Math.Round(t[0] + t[1] + t[2], 3))];
                Interval median = Statistics.Median95(firstUse);
                return new ColdResult
                {
                    Case = id, Name = e.Name, Ours = e.Ours, FirstUse = [.. firstUse], Median = median.Value, Low = median.Low,
                    High = median.High,
                    PeakKib = Math.Max(0, Statistics.Median([.. times.Select(t => t[3])]) - idle),
                    CpuMs = Math.Round(Statistics.Median([.. times.Select(t => t[4])]), 3),
                };
            }),
        ];
    }

    /// <summary>Null where the process gave no answer, as one that something within ends gives none.</summary>
    static double[]? Start(string id, string name, out int code)
    {
        using Process process = SelfProcess.Start(Command, id, name);
        string line = process.StandardOutput.ReadToEnd();
        process.WaitForExit();
        code = process.ExitCode;
        return code == ExitCode.Ok ? Parse(line) : null;
    }

    /// <summary>The figures of an answer; null where there are other than those.</summary>
    public static double[]? Parse(string line)
    {
        string[] parts = line.Trim().Split(' ');
        double[] values = [.. parts.Select(static v =>
            double.TryParse(v, NumberStyles.Float, CultureInfo.InvariantCulture, out double value) ? value : double.NaN)];
        return values.Length == 5 && !values.Any(double.IsNaN) ? values : null;
    }
}
