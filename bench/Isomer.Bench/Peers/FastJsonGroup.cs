using System.Text.Json;
using Isomer.Bench.Data;
using Isomer.Bench.Harness;

namespace Isomer.Bench.Peers;

/// <summary>The article's benchmark: fastJSON's form and Graph against what does the same, and copies of object graphs.</summary>
public sealed class FastJsonGroup : Group
{
    const string FastJson = "Isomer FastJson";
    const string Graph = "Isomer Graph";
    const string Copy = "Isomer DeepCopy";
    const string Orders = "orders";
    const string PlainCase = "plain";
    const string ExoticCase = "exotic";
    const string TablesCase = "tables";

    static readonly JsonTypes s_types = JsonTypes.None.With<ItemA>().With<ItemB>();

    static readonly JsonOptions s_fastJson = JsonOptions.FastJson with { Types = s_types };

    static readonly JsonOptions s_graph = JsonOptions.Graph with { Types = s_types };

    public override string Name => "fastjson";

    static Peer[] Peers() =>
    [
        new WithOptions(FastJson, s_fastJson), new WithOptions(Graph, s_graph), Ours.Peers[0], new CopyPeer(),
        new JsonNetTyped(), new StjReflection(), new BinaryFormatterPeer(),
    ];

    public override IReadOnlyList<Lineup> Cases => field ??= MakeCases(Peers());

    static Lineup[] MakeCases(Peer[] peers) =>
    [
        Of(PlainCase, JsonNetTyped.Id, 25, peers, Plain.Sample, Plain.Same),
        Of(ExoticCase, JsonNetTyped.Id, 18, [.. peers.Where(p => p.Name is not (StjReflection.Id or Ours.Json))],
            () => Exotic.Sample(tables: false), Exotic.Same),
        Of(TablesCase, JsonNetTyped.Id, 18, [.. peers.Where(p => p.Name is not (StjReflection.Id or Ours.Json))],
            () => Exotic.Sample(tables: true), Exotic.Same),
        Of(Orders, Ours.Json, 25,
            [.. peers.Where(p => p.Name is Graph or Ours.Json or Copy or JsonNetTyped.Id), new DeepClone(shareStrings: true)],
            () => Northwind.Create(), (a, b) => a.Orders.Count == b.Orders.Count),
    ];

    public override IReadOnlyList<Requirement> Requirements =>
    [
        .. new[] { PlainCase, ExoticCase, TablesCase }.SelectMany(c => new Requirement[]
        {
            new(c, FastJson, JsonNetTyped.Id, "write", Measure.Faster, 5),
            new(c, FastJson, JsonNetTyped.Id, "read", Measure.Faster, 5),
            new(c, FastJson, BinaryFormatterPeer.Id, "write", Measure.Faster, 8),
            new(c, FastJson, BinaryFormatterPeer.Id, "read", Measure.Faster, 4),
        }),
        new(PlainCase, FastJson, StjReflection.Id, "write", Measure.Faster, 1.5),
        new(PlainCase, FastJson, StjReflection.Id, "read", Measure.Faster, 2),
        new(PlainCase, FastJson, null, "write", Measure.Allocation, 1.1),
        new(Orders, Graph, Ours.Json, "write", Measure.Within, 1.3),
        new(Orders, Graph, Ours.Json, "read", Measure.Within, 1.3),
    ];

    public override IReadOnlyList<string> ColdNames => [FastJson, Graph, JsonNetTyped.Id, StjReflection.Id];

    public override IReadOnlyList<ColdRequirement> ColdRequirements => [new(FastJson, JsonNetTyped.Id, 2)];

    public override Func<Contestant> Cold(string name)
    {
        var @case = new Case<Plain>("cold", Plain.Sample(), Plain.Same);
        return () => (name switch
        {
            FastJson => new WithOptions(FastJson, s_fastJson),
            Graph => new WithOptions(Graph, s_graph),
            StjReflection.Id => new StjReflection(),
            _ => (Peer)new JsonNetTyped(),
        }).For(@case)!;
    }

    sealed class WithOptions(string name, JsonOptions options) : Peer
    {
        public override string Name => name;

        public override string Version => VersionOf(typeof(Json));

        public override Contestant? For<T>(Case<T> @case)
        {
            T value = @case.Value;
            return new(Name, Version, () => Json.Serialize(value, options), bytes => Json.Deserialize<T>(bytes, options), @case.Verify);
        }
    }

    /// <summary>A copy is written and read in one: it stands among the reads.</summary>
    sealed class CopyPeer : Peer
    {
        public override string Name => Copy;

        public override string Version => VersionOf(typeof(Json));

        public override Contestant? For<T>(Case<T> @case)
        {
            T value = @case.Value;
            return new(Name, Version, null, _ => DeepCopy.Of(value), @case.Verify);
        }
    }
}
