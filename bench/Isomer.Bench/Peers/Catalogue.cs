using Isomer.Bench.Data;

namespace Isomer.Bench.Peers;

/// <summary>A case by name: its contestants, and the one that the others are compared with by default.</summary>
public sealed record Lineup(string Case, string Reference, Func<IReadOnlyList<Peer>, IReadOnlyList<Contestant>> Contestants);

/// <summary>All cases and all peers.</summary>
public static class Catalogue
{
    public const string Orders = "orders";
    public const string Doubles = "doubles";

    public static IReadOnlyList<Peer> Peers { get; } =
    [
        .. Ours.Peers,
        new StjSourceGenerated(), new StjReflection(), new JsonNet(), new GoogleProtobuf(), new BinaryFormatterPeer(),
        new DeepClone(shareStrings: false), new DeepClone(shareStrings: true), new Memcpy(intoKept: false), new Memcpy(intoKept: true),
    ];

    public static IReadOnlyList<Lineup> Cases { get; } =
    [
        Of(Orders, StjSourceGenerated.Id, () => Northwind.Create(), SameOrders),
        Of("tiny", StjSourceGenerated.Id, Samples.Tiny, (a, b) => a.A == b.A),
        Of("tree", StjSourceGenerated.Id, Samples.Tree, SameTree),
        Of("wide", StjSourceGenerated.Id, Wide.Sample, Wide.Same),
        Of("ascii", StjSourceGenerated.Id, Samples.AsciiStrings, (a, b) => a.SequenceEqual(b)),
        Of("unicode", StjSourceGenerated.Id, Samples.UnicodeStrings, (a, b) => a.SequenceEqual(b)),
        Of(Doubles, Memcpy.Id, Samples.Doubles, (a, b) => a.AsSpan().SequenceEqual(b)),
        Of("ints", Memcpy.Id, Samples.Ints, (a, b) => a.AsSpan().SequenceEqual(b)),
        Of("dictionary", StjSourceGenerated.Id, Samples.Dictionary, SameDictionary),
    ];

    public static Lineup Case(string name) => Cases.FirstOrDefault(c => c.Case == name)
        ?? throw new ArgumentException($"no case '{name}'; there are {string.Join(", ", Cases.Select(c => c.Case))}");

    static Lineup Of<T>(string name, string reference, Func<T> make, Func<T, T, bool> same) where T : class =>
        new(name, reference, peers =>
        {
            var @case = new Case<T>(name, make(), same);
            return [.. peers.Select(peer => peer.For(@case)).OfType<Contestant>()];
        });

    public static bool SameOrders(Database a, Database b) => Canonical.Text(a) == Canonical.Text(b);

    static bool SameTree(Tree a, Tree b) =>
        a.Name == b.Name && a.Children.Count == b.Children.Count && a.Children.Zip(b.Children).All(pair => SameTree(pair.First, pair.Second));

    static bool SameDictionary(Dictionary<string, int> a, Dictionary<string, int> b) =>
        a.Count == b.Count && a.All(pair => b.TryGetValue(pair.Key, out int value) && value == pair.Value);
}
