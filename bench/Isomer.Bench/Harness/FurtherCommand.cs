using System.Diagnostics;
using System.Globalization;
using Isomer.Bench.Data;
using Isomer.Bench.Peers;

namespace Isomer.Bench.Harness;

/// <summary>
/// `further`: what each further type costs in a process that has met others: serializer, first write and first read of 36 types of eight
/// members, of which the first twelve are the warming up. Fresh processes, interleaved; the median of all types is printed.
/// </summary>
public static class FurtherCommand
{
    public const string Usage = "further [GROUP] [--launches N] [--as-built]";
    public const string Child = "further-child";
    const int WarmUp = 12;

    public static int Run(ReadOnlySpan<string> arguments)
    {
        Group group = Group.TakeFrom(ref arguments);
        var options = new Options(arguments, ["launches"], ["as-built"]);
        int launches = (int)(options.Number("launches") ?? 5);
        string built = typeof(FurtherCommand).Assembly.Location;
        string program = (options.Has("as-built") ? null : PrecompiledLibrary.Make()) ?? built;
        var results = group.FurtherPeers.ToDictionary(p => p.Name, _ => new List<double>());
        if (results.Count == 0)
            throw new ArgumentException($"'{group.Name}' has no contestants for further types");
        var random = new SplitMix64((ulong)Stopwatch.GetTimestamp());
        for (int i = 0; i < launches; i++)
        {
            foreach (string name in random.Shuffle([.. results.Keys]))
                results[name].AddRange(Start(program, group, name));
        }
        Console.WriteLine(
            $"{group.Name}: write and read of each further type, {launches} processes of {results.Values.First().Count / launches} types, milliseconds");
        Text.Table(Console.Out, [["contestant", "median", "95 %", "most"], .. results.Select(r => Row(r.Key, r.Value))]);
        foreach ((string name, double most) in group.FurtherRequirements)
        {
            double median = Statistics.Median([.. results[name]]);
            Console.WriteLine($"  {name}: {Number(median)} ms, required below {Number(most)}: {(median < most ? "met" : "MISSED")}");
        }
        return 0;
    }

    /// <summary>In the fresh process: prints the milliseconds of each type.</summary>
    public static int RunChild(string group, string name)
    {
        var visitor = new Visitor(Group.Of(group).FurtherPeers.First(p => p.Name == name));
        FurtherTypes.VisitAll(visitor);
        Console.WriteLine(string.Join(' ', visitor.Times.Skip(WarmUp).Select(t => t.ToString("R", CultureInfo.InvariantCulture))));
        return 0;
    }

    static IEnumerable<double> Start(string program, Group group, string name)
    {
        var info = new ProcessStartInfo("dotnet", [program, Child, group.Name, name]) { RedirectStandardOutput = true };
        using Process process = Process.Start(info)!;
        string line = process.StandardOutput.ReadToEnd();
        process.WaitForExit();
        if (process.ExitCode != 0)
            throw new InvalidOperationException($"{name}: the process ended with {process.ExitCode}");
        return line.Split(' ').Select(v => double.Parse(v, CultureInfo.InvariantCulture));
    }

    static string[] Row(string name, List<double> times)
    {
        Interval median = Statistics.Median95([.. times]);
        return [name, Number(median.Value), Text.Spread(median), Number(times.Max())];
    }

    static string Number(double milliseconds) => milliseconds.ToString("0.00", CultureInfo.InvariantCulture);

    sealed class Visitor(Peer peer) : IFurtherVisitor
    {
        public List<double> Times { get; } = [];

        public void Visit<TTag>() where TTag : struct
        {
            var value = new Further<TTag>
            {
                Id = 7,
                Name = "name",
                Price = 1.25m,
                Made = new DateTime(2020, 1, 2),
                IsOpen = true,
                Weight = 2.5,
                Day = DayOfWeek.Friday,
                Parts = [1, 2, 3]
            };
            var @case = new Case<Further<TTag>>("further", value,
                static (a, b) => a.Name == b.Name && a.Price == b.Price && a.Weight == b.Weight && a.Parts.AsSpan().SequenceEqual(b.Parts));
            long start = Stopwatch.GetTimestamp();
            Contestant contestant = peer.For(@case)!;
            object copy = contestant.Read!(contestant.Write!());
            Times.Add(Stopwatch.GetElapsedTime(start).TotalMilliseconds);
            if (!contestant.Verify(copy))
                throw new InvalidOperationException($"{peer.Name}: what was read is not what was written");
        }
    }
}
