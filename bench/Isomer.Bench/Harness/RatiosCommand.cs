using System.Diagnostics;
using Isomer.Bench.Peers;

namespace Isomer.Bench.Harness;

/// <summary>`ratios`: everyone of a group against everyone in this process, a table per case, and the required ratios.</summary>
public static class RatiosCommand
{
    public const string Usage =
        "ratios [GROUP] [--case NAME[,NAME]] [--only SUBSTRING] [--vs NAME] [--seconds N] [--seed N] [--gc] [--out FILE]";

    public static int Run(ReadOnlySpan<string> arguments)
    {
        Group group = Group.TakeFrom(ref arguments);
        var options = new Options(arguments, ["case", "only", "vs", "seconds", "seed", "out"], ["gc"]);
        IReadOnlyList<Lineup> cases = options.Text("case") is { } names ? [.. names.Split(',').Select(group.Case)] : group.Cases;
        string only = options.Text("only") ?? "";
        double shares = cases.Sum(c => c.Seconds);
        double seconds = options.Number("seconds") ?? shares;
        ulong seed = (ulong)(options.Number("seed") ?? Stopwatch.GetTimestamp() % 1_000_000);

        TextWriter output = Console.Out;
        output.WriteLine(string.Join(" | ", Surroundings.Describe().Values));
        output.WriteLine($"{group.Name}, seed {seed}, about {seconds:0} s");
        output.WriteLine();
        using var file = new ResultFile(options.Text("out") ?? Path.Combine("artifacts", "ratios.jsonl"));
        file.Environment(seed);
        var races = new List<Race>();
        foreach (Lineup lineup in cases)
        {
            Lineup given = options.Text("vs") is { } reference ? lineup with { Reference = reference } : lineup;
            IReadOnlyList<Contestant> contestants = [.. given.Contestants()
                .Where(c => c.Name == given.Reference || c.Name.Contains(only, StringComparison.OrdinalIgnoreCase))];
            var race = new Race(given.Case, contestants, given.Reference);
            race.Run(new RaceRules(TimeSpan.FromSeconds(seconds * lineup.Seconds / shares), seed, options.Has("gc")));
            races.Add(race);
            file.Race(race);
            Print(output, race, given.Reference);
        }
        Requirements.Print(output, group.Requirements, races, file);
        return races.SelectMany(r => r.Entries).Any(e => e.Failure != null) ? 1 : 0;
    }

    static void Print(TextWriter output, Race race, string referenceName)
    {
        Entry? reference = race.Entries.FirstOrDefault(e => e.Name == referenceName);
        Entry? again = race.Entries.FirstOrDefault(e => e.Name == referenceName + Race.Again);
        output.WriteLine(
            $"{race.Case}: {race.Rounds} rounds, times over those of {referenceName}; {race.Unsettled} operations still drifted");
        var rows = new List<string[]>
        {
            (string[])["contestant", "version", "bytes", "write", "95 %", "ratio", "allocates", "kept", "95 %", "ratio", "allocates",
                "read", "95 %", "ratio", "allocates"],
        };
        foreach (Entry entry in race.Entries.Where(e => e != again && e.Failure == null))
        {
            rows.Add([entry.Name, entry.Version, entry.Bytes is { } bytes ? Text.Bytes(bytes) : "-",
                .. Columns(entry.Write, reference?.Write), .. Columns(entry.WriteKept, reference?.WriteKept),
                .. Columns(entry.Read, reference?.Read)]);
        }
        Text.Table(output, rows, 1);
        foreach (Entry failed in race.Entries.Where(e => e.Failure != null))
            output.WriteLine($"  FAILED {failed.Name} {failed.Version}: {failed.Failure}");
        if (again is { Failure: null })
            output.WriteLine(
                $"  noise floor ({referenceName} against itself): {Noise("write", again.Write, reference!.Write)}{Noise("kept", again.WriteKept, reference.WriteKept)}{Noise("read", again.Read, reference.Read)}");
        output.WriteLine();
    }

    static string[] Columns(Operation? operation, Operation? reference)
    {
        if (operation is null)
            return ["-", "-", "-", "-"];
        Interval median = Statistics.Median95(operation.Samples);
        return [Text.Nanoseconds(median.Value), Text.Spread(median),
            reference is null ? "-" : Text.Ratio(median.Value / Statistics.Median(reference.Samples)), Text.Bytes(operation.Allocated)];
    }

    static string Noise(string verb, Operation? again, Operation? reference)
    {
        if (again is null || reference is null)
            return "";
        Interval ratio = Statistics.Ratio95(again.Samples, reference.Samples);
        return $"{verb} {Text.Percent(ratio.Value - 1)} ({Text.Percent(ratio.Low - 1)} .. {Text.Percent(ratio.High - 1)})  ";
    }
}
