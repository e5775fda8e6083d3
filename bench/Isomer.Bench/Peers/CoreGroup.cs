using Isomer.Bench.Data;
using Isomer.Bench.Harness;

namespace Isomer.Bench.Peers;

/// <summary>Json and Compact against what people use for JSON and for binary.</summary>
public sealed class CoreGroup : Group
{
    const string Orders = "orders";
    const string Doubles = "doubles";
    const int ColdOrders = 10;

    /// <summary>Array headers, rounding to eight bytes.</summary>
    const double AllocationSlack = 1.005;

    static Peer[] Peers() =>
    [
        .. Ours.Peers,
        new StjSourceGenerated(), new StjReflection(), new JsonNet(), new GoogleProtobuf(), new BinaryFormatterPeer(),
        new DeepClone(shareStrings: false), new DeepClone(shareStrings: true), new Memcpy(intoKept: false), new Memcpy(intoKept: true),
    ];

    public override string Name => "core";

    public override IReadOnlyList<Lineup> Cases => field ??= MakeCases(Peers());

    static Lineup[] MakeCases(Peer[] peers) =>
    [
        Of(Orders, StjSourceGenerated.Id, 34, peers, () => Northwind.Create(), SameOrders),
        Of("tiny", StjSourceGenerated.Id, 5, peers, Samples.Tiny, (a, b) => a.A == b.A),
        Of("tree", StjSourceGenerated.Id, 5, peers, Samples.Tree, SameTree),
        Of("wide", StjSourceGenerated.Id, 5, peers, Wide.Sample, Wide.Same),
        Of("ascii", StjSourceGenerated.Id, 5, peers, Samples.AsciiStrings, (a, b) => a.SequenceEqual(b)),
        Of("unicode", StjSourceGenerated.Id, 5, peers, Samples.UnicodeStrings, (a, b) => a.SequenceEqual(b)),
        Of(Doubles, Memcpy.Id, 12, peers, Samples.Doubles, (a, b) => a.AsSpan().SequenceEqual(b)),
        Of("ints", Memcpy.Id, 8, peers, Samples.Ints, (a, b) => a.AsSpan().SequenceEqual(b)),
        Of("dictionary", StjSourceGenerated.Id, 5, peers, Samples.Dictionary, SameDictionary),
    ];

    public override IReadOnlyList<Requirement> Requirements =>
    [
        new(Orders, Ours.Json, StjSourceGenerated.Id, "write", Measure.Faster, 2.5),
        new(Orders, Ours.Json, StjSourceGenerated.Id, "write kept", Measure.Faster, 2.5),
        new(Orders, Ours.Json, StjSourceGenerated.Id, "read", Measure.Faster, 3),
        new(Orders, Ours.Json, JsonNet.Id, "write", Measure.Faster, 5),
        new(Orders, Ours.Json, JsonNet.Id, "write kept", Measure.Faster, 5),
        new(Orders, Ours.Json, JsonNet.Id, "read", Measure.Faster, 6),
        new(Orders, Ours.Compact, GoogleProtobuf.Id, "write", Measure.Faster, 4),
        new(Orders, Ours.Compact, GoogleProtobuf.Id, "write kept", Measure.Faster, 4),
        new(Orders, Ours.Compact, GoogleProtobuf.Id, "read", Measure.Faster, 2.5),
        new(Orders, Ours.Compact, BinaryFormatterPeer.Id, "write", Measure.Faster, 45),
        new(Orders, Ours.Compact, BinaryFormatterPeer.Id, "write kept", Measure.Faster, 45),
        new(Orders, Ours.Compact, BinaryFormatterPeer.Id, "read", Measure.Faster, 16),
        new(Orders, Ours.Compact, DeepClone.Id, "read", Measure.Within, 1.4),
        new(Orders, Ours.Compact, StjSourceGenerated.Id, "write", Measure.Bytes, 0.31),
        new(Doubles, Ours.Compact, Memcpy.Id, "write", Measure.Within, 1.3),
        new(Doubles, Ours.Compact, Memcpy.Id, "read", Measure.Within, 1.3),
        new(Orders, Ours.Json, null, "write kept", Measure.Allocation, 0.001),
        new(Orders, Ours.Compact, null, "write kept", Measure.Allocation, 0.001),
        new(Orders, Ours.Json, null, "write", Measure.Allocation, AllocationSlack),
        new(Orders, Ours.Json, DeepClone.Id, "read", Measure.Allocation, AllocationSlack),
        new(Orders, Ours.Compact, null, "write", Measure.Allocation, AllocationSlack),
        new(Orders, Ours.Compact, DeepClone.Id, "read", Measure.Allocation, AllocationSlack),
    ];

    public override IReadOnlyList<string> ColdNames =>
        [.. Ours.Names, StjSourceGenerated.Id, StjReflection.Id, JsonNet.Id, GoogleProtobuf.Id, BinaryFormatterPeer.Id];

    public override IReadOnlyList<ColdRequirement> ColdRequirements =>
        [.. Ours.Names.Select(name => new ColdRequirement(name, StjReflection.Id, 1.5))];

    public override Func<Contestant> Cold(string name)
    {
        var @case = new Case<Database>("cold", Northwind.Create(ColdOrders), SameOrders);
        return () => Peer(name).For(@case)!;
    }

    static Peer Peer(string name) =>
        name switch
        {
            StjSourceGenerated.Id => new StjSourceGenerated(),
            StjReflection.Id => new StjReflection(),
            JsonNet.Id => new JsonNet(),
            GoogleProtobuf.Id => new GoogleProtobuf(),
            BinaryFormatterPeer.Id => new BinaryFormatterPeer(),
            _ => Ours.Peers.First(p => p.Name == name),
        };

    public static bool SameOrders(Database a, Database b) => Canonical.Text(a) == Canonical.Text(b);

    static bool SameTree(Tree a, Tree b) =>
        a.Name == b.Name && a.Children.Count == b.Children.Count
            && a.Children.Zip(b.Children).All(pair => SameTree(pair.First, pair.Second));

    static bool SameDictionary(Dictionary<string, int> a, Dictionary<string, int> b) =>
        a.Count == b.Count && a.All(pair => b.TryGetValue(pair.Key, out int value) && value == pair.Value);
}
