using System.Collections;
using System.Collections.Concurrent;
using System.Collections.Immutable;
using System.Collections.ObjectModel;
using Xunit;

namespace Isomer.Tests.Safety;

/// <summary>
/// Keys of one hash, whose equality never ends: a table asks it for the second of them. The hash may be a number that its author chose, or
/// that of a pair, which asks its first half alone.
/// </summary>
public class EndlessEqualityTests
{
    [Serializable]
    public sealed record Link
    {
        public object? Left { get; set; }
        public object? Right { get; set; }
    }

    [Serializable]
    public sealed record Hashed
    {
        public int Id { get; set; }
        public object? Right { get; set; }

        public override int GetHashCode() => Id;
    }

    [Serializable]
    public struct HashedStruct
    {
        public int Id;
        public object? Right;

        public override readonly int GetHashCode() => Id;
    }

    /// <summary>By hand, both.</summary>
    [Serializable]
    public sealed record ByHand
    {
        public int Id { get; set; }
        public ByHand? Right { get; set; }

        public bool Equals(ByHand? other) => other?.Id == Id;

        public override int GetHashCode() => Id;
    }

    /// <summary>A record's order is its author's, and all that a sorted set asks.</summary>
    [Serializable]
    public sealed record Ordered : IComparable<Ordered>, IComparable
    {
        public int Id { get; set; }
        public Ordered? Right { get; set; }

        public int CompareTo(Ordered? other) => Id.CompareTo(other?.Id);

        public int CompareTo(object? obj) => CompareTo((Ordered?)obj);
    }

    public sealed class Item
    {
        public object? Key { get; set; }
    }

    public sealed class Keyed : KeyedCollection<object, Item>
    {
        protected override object GetKeyForItem(Item item) => item.Key!;
    }

    static (Link, Link) Twins()
    {
        var (a, b) = (new Link { Left = 1 }, new Link { Left = 2 });
        return (a, b);
    }

    static void Spoil(Link a, Link b) => (a.Right, b.Right, b.Left) = (a, b, 1);

    [Fact]
    public void Pairs_of_one_first_half()
    {
        var (a, b) = Twins();
        var set = new HashSet<KeyValuePair<int, object>> { new(1, a), new(1, b) };
        var map = new Dictionary<KeyValuePair<int, object>, int> { [new(1, a)] = 1, [new(1, b)] = 2 };
        Spoil(a, b);
        Refuse(set);
        Refuse(map);
    }

    [Fact]
    public void Records_and_structs_with_a_hash_of_their_own()
    {
        var (a, b) = (new Hashed { Id = 1 }, new Hashed { Id = 1, Right = 5 });
        var map = new Dictionary<object, int> { [a] = 1, [b] = 2 };
        var typed = new HashSet<Hashed> { a, b };
        (a.Right, b.Right) = (a, b);
        Refuse(map);
        Refuse(typed);
        var (c, d) = Twins();
        var structs = new HashSet<HashedStruct> { new() { Id = 1, Right = c }, new() { Id = 1, Right = d } };
        Spoil(c, d);
        Refuse(structs);
    }

    [Fact]
    public void A_collection_that_knows_the_keys_of_its_items()
    {
        var (a, b) = Twins();
        var keyed = new Keyed { new Item { Key = a }, new Item { Key = b } };
        Spoil(a, b);
        Refuse(keyed);
    }

    public sealed class Marked : Attribute
    {
        public int Id { get; set; }
        public object? Right { get; set; }
    }

    /// <summary>Eighteen, each of which holds the next twice, or one that holds itself.</summary>
    [Fact]
    public void What_the_framework_and_FSharp_ask_by_parts()
    {
        object tower = 1, other = 1;
        for (int i = 0; i < 18; i++)
            (tower, other) = (Tuple.Create(tower, tower), Tuple.Create(other, other));
        var marked = new Marked { Id = 1 };
        var map = new Dictionary<object, int>(ReferenceEqualityComparer.Instance) { [marked] = 1 };
        marked.Right = marked;
        foreach (var options in Contracts())
        {
            var known = options with
            {
                KnownTypes = [typeof(Marked), typeof(object[]), typeof(Tuple<object, object>),
                    typeof(Microsoft.FSharp.Collections.FSharpMap<int, object>)]
            };
            byte[] document = ContractXml.Serialize(map, known);
            Assert.Throws<WireFormatException>(() => ContractXml.Deserialize<Dictionary<object, int>>(document, known));
        }
        foreach (var tier in new[] { ShapeTier.Emitted, ShapeTier.Reflection })
        {
            var compact = new CompactOptions
            {
                Convention = Convention.Plain.WithTier(tier).WithSubtype<object, Tuple<object, object>>(1),
                References = References.Preserve
            };
            var entries = new KeyValuePair<Tuple<object, object>, int>[]
                { new(Tuple.Create<object, object>(tower, 2), 1), new(Tuple.Create<object, object>(other, 3), 2) };
            byte[] frame = Compact.Serialize(entries.Select(e => new Entry { Key = e.Key }).ToArray(), compact);
            byte[] asMap = Compact.Serialize(new Dictionary<Tuple<object, object>, int>(entries), compact);
            Assert.Equal(2, Compact.Deserialize<Entry[]>(frame, compact)!.Length);
            Assert.Throws<WireFormatException>(
                () => Compact.Deserialize<Microsoft.FSharp.Collections.FSharpMap<Tuple<object, object>, int>>(asMap, compact));
            byte[] asSet = Compact.Serialize(entries.Select(static e => e.Key).ToList(), compact);
            Assert.Throws<WireFormatException>(
                () => Compact.Deserialize<Microsoft.FSharp.Collections.FSharpSet<Tuple<object, object>>>(asSet, compact));
        }
    }

    /// <summary>A queue compares the priorities of its entries, and these as tuples do.</summary>
    [Fact]
    public void Priorities_are_asked_for_their_order()
    {
        object tower = 1, other = 1;
        for (int i = 0; i < 18; i++)
            (tower, other) = (Tuple.Create(tower, tower), Tuple.Create(other, other));
        var queue = new PriorityQueue<int, Tuple<object, object>>();
        queue.Enqueue(1, Tuple.Create<object, object>(tower, 2));
        foreach (var tier in new[] { ShapeTier.Emitted, ShapeTier.Reflection })
        {
            var compact = new CompactOptions
            {
                Convention = Convention.Plain.WithTier(tier).WithSubtype<object, Tuple<object, object>>(1),
                References = References.Preserve
            };
            Assert.Throws<WireFormatException>(
                () => Compact.Deserialize<PriorityQueue<int, Tuple<object, object>>>(Compact.Serialize(queue, compact), compact));
            var honest = new PriorityQueue<int, Tuple<object, object>>([(1, Tuple.Create<object, object>(1, 2))]);
            var back = Compact.Deserialize<PriorityQueue<int, Tuple<object, object>>>(Compact.Serialize(honest, compact), compact)!;
            Assert.Equal(1, back.Count);
        }
    }

    public sealed class Entry
    {
        public Tuple<object, object>? Key { get; set; }
    }

    public sealed class Structured
    {
        public Hashtable V { get; } = new(StructuralComparisons.StructuralEqualityComparer);
    }

    [Fact]
    public void Arrays_whose_items_are_asked()
    {
        foreach (var options in Contracts())
        {
            var known = options with { KnownTypes = [typeof(object[])] };
            var made = new Structured();
            object[] key = [1, 2];
            made.V[key] = 1;
            byte[] honest = ContractXml.Serialize(made, known);
            Assert.Equal(1, ContractXml.Deserialize<Structured>(honest, known)!.V[new object[] { 1, 2 }]);
            key[1] = key;
            byte[] document = ContractXml.Serialize(made, known);
            Assert.Throws<WireFormatException>(() => ContractXml.Deserialize<Structured>(document, known));
        }
    }

    /// <summary>The framework's builder compares what a key had with what it gets.</summary>
    [Fact]
    public void A_key_that_comes_twice_has_the_last_value()
    {
        var (a, b) = Twins();
        var twice = new Dictionary<string, object>(ReferenceEqualityComparer.Instance as IEqualityComparer<string>)
        {
            ["x"] = a,
            [new string('x', 1)] = b
        };
        Spoil(a, b);
        foreach (var options in Contracts())
        {
            byte[] document = ContractXml.Serialize(twice, options);
            foreach (var read in new IDictionary<string, object>[]
                { ContractXml.Deserialize<ImmutableSortedDictionary<string, object>>(document, options)!,
                    ContractXml.Deserialize<ImmutableDictionary<string, object>>(document, options)! })
            {
                var (key, value) = Assert.Single(read);
                Assert.Equal("x", key);
                Assert.Same(value, ((Link)value).Right);
            }
            var sorted = ContractXml.Deserialize<ImmutableSortedDictionary<string, object>>(document, options)!;
            Assert.Same(EqualityComparer<object>.Default, sorted.ValueComparer);
            var hashed = ContractXml.Deserialize<ImmutableDictionary<string, object>>(document, options)!;
            Assert.Same(EqualityComparer<object>.Default, hashed.ValueComparer);
        }
    }

    /// <summary>What is honest is read: a hash and an equality by hand, and an order by hand where that alone is asked.</summary>
    [Fact]
    public void What_its_author_wrote_is_asked()
    {
        var (a, b) = (new ByHand { Id = 1 }, new ByHand { Id = 2 });
        (a.Right, b.Right) = (b, a);
        var (c, d) = (new Ordered { Id = 1 }, new Ordered { Id = 2 });
        (c.Right, d.Right) = (d, c);
        foreach (var options in Contracts())
        {
            var set = ContractXml.Deserialize<HashSet<ByHand>>(ContractXml.Serialize(new HashSet<ByHand> { a, b }, options), options)!;
            Assert.Equal([1, 2], set.Select(static i => i.Id).Order());
            byte[] inOrder = ContractXml.Serialize(new SortedSet<Ordered> { c, d }, options);
            var sorted = ContractXml.Deserialize<SortedSet<Ordered>>(inOrder, options)!;
            Assert.Equal([1, 2], sorted.Select(static i => i.Id));
            Assert.Same(sorted.Min, sorted.Max!.Right);
        }
        foreach (var tier in new[] { ShapeTier.Emitted, ShapeTier.Reflection })
        {
            var options = new NrbfOptions { Convention = Convention.Fields.WithTier(tier), KnownTypes = [typeof(Ordered)] };
            byte[] payload = Nrbf.Serialize(new SortedSet<Ordered> { c, d }, options);
            Assert.Equal([1, 2], Nrbf.Deserialize<SortedSet<Ordered>>(payload, options)!.Select(static i => i.Id));
            payload = Nrbf.Serialize(new SortedDictionary<Ordered, int> { [c] = 1, [d] = 2 }, options);
            Assert.Equal([1, 2], Nrbf.Deserialize<SortedDictionary<Ordered, int>>(payload, options)!.Values);
        }
    }

    static IEnumerable<ContractXmlOptions> Contracts() =>
        new[] { ShapeTier.Emitted, ShapeTier.Reflection }.Select(static tier => new ContractXmlOptions
        {
            Convention = Convention.DataContract.WithTier(tier),
            KnownTypes = [typeof(Link), typeof(Hashed)],
            PreserveObjectReferences = true
        });

    static void Refuse<T>(T made) where T : IEnumerable
    {
        foreach (var contracts in Contracts())
        {
            byte[] document = ContractXml.Serialize(made, contracts);
            var error = Assert.Throws<WireFormatException>(() => ContractXml.Deserialize<T>(document, contracts));
            Assert.Contains("Refused as hostile", error.Message, StringComparison.Ordinal);
        }
        foreach (var tier in new[] { ShapeTier.Emitted, ShapeTier.Reflection })
        {
            var graph = JsonOptions.Graph with
            {
                Convention = Convention.Plain.WithTier(tier),
                Types = JsonTypes.None.With<Link>().With<Hashed>()
            };
            byte[] text = Json.Serialize(made, graph);
            Assert.Throws<WireFormatException>(() => Json.Deserialize<T>(text, graph));
            var compact = new CompactOptions
            {
                Convention = Convention.Plain.WithTier(tier).WithSubtype<object, Link>(1).WithSubtype<object, Hashed>(2),
                References = References.Preserve
            };
            byte[] frame = Compact.Serialize(made, compact);
            Assert.Throws<WireFormatException>(() => Compact.Deserialize<T>(frame, compact));
            if (made is Keyed)
                continue;
            var nrbf = new NrbfOptions
            {
                Convention = Convention.Fields.WithTier(tier),
                KnownTypes = [typeof(Link), typeof(Hashed), typeof(HashedStruct)]
            };
            byte[] payload = Nrbf.Serialize(made, nrbf);
            Assert.Throws<WireFormatException>(() => Nrbf.Deserialize<T>(payload, nrbf));
        }
    }
}
