using System.Diagnostics;
using System.Globalization;
using Isomer.Bench.Data;
using Isomer.Bench.Peers;

namespace Isomer.Bench.Harness;

/// <summary>
/// `cold`: the first write and read of a group's cold case, each in a fresh process; launches interleaved, medians printed.
/// </summary>
public static class ColdCommand
{
    public const string Usage = "cold [GROUP] [--launches N] [--only SUBSTRING] [--as-built] [--out FILE]";
    const string AsBuilt = " (as built)";

    /// <summary>One launch, in milliseconds.</summary>
    readonly record struct Launch(double SetUp, double Write, double Read, double Main, double Process)
    {
        public double FirstUse => SetUp + Write + Read;
    }

    public static int Run(ReadOnlySpan<string> arguments)
    {
        Group group = Group.TakeFrom(ref arguments);
        var options = new Options(arguments, ["launches", "only", "out"], ["as-built"]);
        int launches = (int)(options.Number("launches") ?? 10);
        string only = options.Text("only") ?? "";
        string[] all = [ColdChild.Nothing, .. group.ColdNames];
        string[] names = [
            .. all.Where(
                n => n == ColdChild.Nothing || n.Contains(only, StringComparison.OrdinalIgnoreCase)
                    || group.ColdRequirements.Any(r => r.Peer == n))];
        string built = typeof(ColdCommand).Assembly.Location;
        // What users get is the package, whose library is compiled ahead of time, as are the framework's serializers. Ours
        // take part a second time as built from the repository, compiled while the clock runs.
        string? precompiled = options.Has("as-built") ? null : PrecompiledLibrary.Make();
        if (precompiled is not null)
            names = [.. names, .. names.Where(n => group.ColdRequirements.Any(r => r.Ours == n)).Select(n => n + AsBuilt)];
        var results = names.ToDictionary(n => n, _ => new List<Launch>());
        var random = new SplitMix64((ulong)Stopwatch.GetTimestamp());
        Launch Start(string name) => name.EndsWith(AsBuilt, StringComparison.Ordinal)
            ? ColdCommand.Start(built, group, name[..^AsBuilt.Length])
            : ColdCommand.Start(precompiled ?? built, group, name);
        foreach (string name in names)
            Start(name); // once uncounted: the files come from the disk
        for (int i = 0; i < launches; i++)
        {
            foreach (string name in random.Shuffle([.. names]))
                results[name].Add(Start(name));
        }
        Print(group, results, launches);
        Save(options.Text("out") ?? Path.Combine("artifacts", "cold.jsonl"), results);
        return 0;
    }

    static Launch Start(string program, Group group, string name)
    {
        var info = new ProcessStartInfo("dotnet", [program, ColdChild.Command, group.Name, name]) { RedirectStandardOutput = true };
        long start = Stopwatch.GetTimestamp();
        using Process process = Process.Start(info)!;
        string line = process.StandardOutput.ReadToEnd();
        process.WaitForExit();
        double whole = Stopwatch.GetElapsedTime(start).TotalMilliseconds;
        if (process.ExitCode != 0)
            throw new InvalidOperationException($"{name}: the process ended with {process.ExitCode}");
        double[] at = [.. line.Split(' ').Select(v => double.Parse(v, CultureInfo.InvariantCulture))];
        return new(at[1] - at[0], at[2] - at[1], at[3] - at[2], at[3], whole);
    }

    static void Print(Group group, Dictionary<string, List<Launch>> results, int launches)
    {
        Console.WriteLine($"{group.Name}: first write and read, medians of {launches} fresh processes, milliseconds");
        string reference = group.ColdRequirements.Select(r => r.Peer).FirstOrDefault() ?? group.ColdNames[0];
        double unit = Median(results[reference], l => l.FirstUse);
        var rows = new List<string[]>
        {
            (string[])["contestant", "set-up", "write", "read", "sum", "95 %", "over " + reference, "Main to end", "process"],
        };
        foreach ((string name, List<Launch> runs) in results)
        {
            Interval sum = Statistics.Median95([.. runs.Select(l => l.FirstUse)]);
            string[] first = name == ColdChild.Nothing
                ? ["-", "-", "-", "-", "-", "-"]
                : [Number(Median(runs, l => l.SetUp)), Number(Median(runs, l => l.Write)), Number(Median(runs, l => l.Read)),
                    Number(sum.Value), Text.Spread(sum), Text.Ratio(sum.Value / unit)];
            rows.Add([name, .. first, Number(Median(runs, l => l.Main)), Number(Median(runs, l => l.Process))]);
        }
        Text.Table(Console.Out, rows);
        foreach (ColdRequirement required in group.ColdRequirements)
        {
            foreach (string name in (string[])[required.Ours, required.Ours + AsBuilt])
            {
                if (!results.TryGetValue(name, out List<Launch>? runs))
                    continue;
                double times = Median(results[required.Peer], l => l.FirstUse) / Median(runs, l => l.FirstUse);
                Console.WriteLine(
                    $"  {name}: {Text.Ratio(times)} times faster than {required.Peer}, required {required.Times}: {(times >= required.Times ? "met" : "MISSED")}");
            }
        }
    }

    static void Save(string path, Dictionary<string, List<Launch>> results)
    {
        using var file = new ResultFile(path);
        file.Environment(0);
        foreach ((string name, List<Launch> runs) in results)
        {
            foreach (Launch l in runs)
                file.Cold(name,
                    [("set_up_ms", l.SetUp), ("write_ms", l.Write), ("read_ms", l.Read), ("main_ms", l.Main), ("process_ms", l.Process)]);
        }
    }

    static double Median(List<Launch> runs, Func<Launch, double> of) => Statistics.Median([.. runs.Select(of)]);

    static string Number(double milliseconds) => milliseconds.ToString("0.0", CultureInfo.InvariantCulture);
}
