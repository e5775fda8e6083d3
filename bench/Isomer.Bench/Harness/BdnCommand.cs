using BenchmarkDotNet.Attributes;
using BenchmarkDotNet.Configs;
using BenchmarkDotNet.Reports;
using BenchmarkDotNet.Running;
using Isomer.Bench.Peers;

namespace Isomer.Bench.Harness;

/// <summary>`bdn`: the same cases and contestants under BenchmarkDotNet, whose own arguments follow the command.</summary>
public static class BdnCommand
{
    public const string Usage = "bdn [BenchmarkDotNet's arguments, such as --filter '*orders/*' --job short]";

    public static int Run(ReadOnlySpan<string> arguments)
    {
        string[] given = arguments.IsEmpty ? ["--filter", "*"] : arguments.ToArray();
        IConfig config = DefaultConfig.Instance.WithSummaryStyle(SummaryStyle.Default.WithMaxParameterColumnWidth(60));
        BenchmarkSwitcher.FromTypes([typeof(WriteBenchmarks), typeof(ReadBenchmarks)]).Run(given, config);
        return 0;
    }

    /// <summary>"group/case/contestant" of all that have the verb; the cases' values are made anew in each process.</summary>
    internal static IEnumerable<string> Names(Func<Contestant, bool> has) =>
        Group.All.SelectMany(g => g.Cases.SelectMany(c => c.Contestants().Where(has).Select(p => $"{g.Name}/{c.Case}/{p.Name}")));

    internal static Contestant Find(string name)
    {
        string[] parts = name.Split('/', 3);
        return Group.Of(parts[0]).Case(parts[1]).Contestants().First(c => c.Name == parts[2]);
    }
}

[MemoryDiagnoser]
public class WriteBenchmarks
{
    Func<byte[]> _write = null!;

    [ParamsSource(nameof(Names))]
    public string Name { get; set; } = "";

    public static IEnumerable<string> Names => BdnCommand.Names(c => c.Write != null);

    [GlobalSetup]
    public void SetUp() => _write = BdnCommand.Find(Name).Write!;

    [Benchmark]
    public byte[] Write() => _write();
}

[MemoryDiagnoser]
public class ReadBenchmarks
{
    Func<byte[], object> _read = null!;
    byte[] _payload = [];

    [ParamsSource(nameof(Names))]
    public string Name { get; set; } = "";

    public static IEnumerable<string> Names => BdnCommand.Names(c => c.Read != null);

    [GlobalSetup]
    public void SetUp()
    {
        Contestant contestant = BdnCommand.Find(Name);
        _read = contestant.Read!;
        _payload = contestant.Write?.Invoke() ?? [];
    }

    [Benchmark]
    public object Read() => _read(_payload);
}
