using System.Collections;
using System.Collections.ObjectModel;
using System.Dynamic;
using System.Runtime.Serialization;
using Xunit;

namespace Isomer.Tests.Safety;

/// <summary>
/// What the rules of keys must not refuse: tables behind interfaces that take pairs or any object, collections of somebody's own that take
/// more than their bases, keys that come again and are not added. Each was refused for a day.
/// </summary>
public class HonestTableTests
{
    static readonly Convention[] s_tiers =
        [Convention.Plain.WithTier(ShapeTier.Emitted), Convention.Plain.WithTier(ShapeTier.Reflection)];

    public class Pairs
    {
        public IEnumerable<KeyValuePair<int, string>> Ordered { get; } = new OrderedDictionary<int, string>();
        public IEnumerable Untyped { get; } = new OrderedDictionary<int, string>();
        public ICollection<KeyValuePair<string, object?>> Expando { get; } = new ExpandoObject()!;
        public ICollection<KeyValuePair<string, int>> Named { get; } = new Dictionary<string, int>();
        public ICollection<KeyValuePair<long, int>> Numbered { get; } = new Dictionary<long, int>();
    }

    static Pairs Full(int count)
    {
        var all = new Pairs();
        for (int i = 0; i < count; i++)
        {
            ((OrderedDictionary<int, string>)all.Ordered).Add(i, "a" + i);
            all.Expando.Add(new("k" + i, "v" + i));
            all.Named.Add(new("k" + i, i));
            // Pairs of one value, whose hashes fall together where the key's do not.
            all.Numbered.Add(new(i * 7L, 1));
        }
        return all;
    }

    static IEnumerable<Func<T, T>> Ways<T>() where T : class
    {
        foreach (var tier in s_tiers)
        {
            var (json, graph) = (new JsonOptions { Convention = tier },
                new JsonOptions { Convention = tier, References = References.Preserve });
            var compact = new CompactOptions { Convention = tier };
            yield return value => Json.Deserialize<T>(Json.Serialize(value, json), json)!;
            yield return value => Compact.Deserialize<T>(Compact.Serialize(value, compact), compact)!;
            yield return value => Json.Deserialize<T>(Json.Serialize(value, graph), graph)!;
        }
        yield return value => DeepCopy.Of(value)!;
    }

    [Fact]
    public void Tables_behind_interfaces_take_their_pairs()
    {
        var all = Full(400);
        Assert.All(Ways<Pairs>(), way =>
        {
            var back = way(all);
            Assert.Equal(all.Ordered, back.Ordered);
            Assert.Equal(all.Expando, back.Expando);
            Assert.Equal(all.Named, back.Named);
            Assert.Equal(all.Numbered, back.Numbered);
        });
    }

    public class UntypedMaps
    {
        public IDictionary Plain { get; } = new Dictionary<string, int>();
        public IDictionary Sorted { get; } = new SortedDictionary<string, int>();
        public IDictionary Ordered { get; } = new OrderedDictionary<string, int>();
        public IDictionary Old { get; } = new Hashtable();
    }

    [Fact]
    public void Maps_behind_the_interface_without_types_are_copied()
    {
        var maps = new UntypedMaps();
        IDictionary[] All(UntypedMaps of) => [of.Plain, of.Sorted, of.Ordered, of.Old];
        foreach (var map in All(maps))
            (map["a"], map["b"]) = (1, 2);
        var copy = DeepCopy.Of(maps)!;
        foreach (var map in All(copy))
            Assert.Equal((2, 1, 2), (map.Count, map["a"], map["b"]));
    }

    /// <summary>What the framework's would refuse, a list or a map of somebody's own may take by the interface that has no types.</summary>
    public class OwnList : List<int>, IList
    {
        int IList.Add(object? value)
        {
            Add(Convert.ToInt32(value, null));
            return Count - 1;
        }
    }

    public class OwnMap : Dictionary<string, int>, IDictionary
    {
        object? IDictionary.this[object key]
        {
            get => this[(string)key];
            set => this[(string)key] = Convert.ToInt32(value, null);
        }

        void IDictionary.Add(object key, object? value) => Add((string)key, Convert.ToInt32(value, null));
    }

    public class DerivedMap : OwnMap;

    public class OwnTakers
    {
        public IList List { get; } = new OwnList();
        public IDictionary Map { get; } = new OwnMap();
        public IDictionary Derived { get; } = new DerivedMap();
    }

    [Fact]
    public void Own_methods_take_what_they_take()
    {
        foreach (var tier in s_tiers)
        {
            var options = new JsonOptions { Convention = tier };
            var back = Json.FromText<OwnTakers>("""{"List":[1,2],"Map":{"a":1},"Derived":{"b":2}}""", options)!;
            Assert.Equal([1, 2], back.List.Cast<int>());
            Assert.Equal(1, ((OwnMap)back.Map)["a"]);
            Assert.Equal(2, ((OwnMap)back.Derived)["b"]);
        }
    }

    public class FrameworkTakers
    {
        public IList List { get; } = new List<int>();
        public IDictionary Map { get; } = new Dictionary<string, int>();
    }

    [Fact]
    public void What_the_frameworks_do_not_take_is_refused_by_place()
    {
        foreach (var tier in s_tiers)
            foreach (string text in new[] { """{"List":[1]}""", """{"Map":{"a":1}}""" })
            {
                var options = new JsonOptions { Convention = tier };
                var error = Assert.Throws<WireFormatException>(() => Json.FromText<FrameworkTakers>(text, options));
                Assert.Contains("stands where a 'System.Int32' is expected", error.Message, StringComparison.Ordinal);
            }
    }

    public class Item
    {
        public int K { get; set; }
        public int V { get; set; }
    }

    public class Newest : KeyedCollection<int, Item>
    {
        protected override int GetKeyForItem(Item item) => item.K;

        protected override void InsertItem(int index, Item item)
        {
            if (Contains(item.K))
                SetItem(IndexOf(this[item.K]), item);
            else
                base.InsertItem(index, item);
        }
    }

    public class WithoutNulls : KeyedCollection<int, Item>
    {
        protected override int GetKeyForItem(Item item) => item.K;

        protected override void InsertItem(int index, Item item)
        {
            if (item is not null)
                base.InsertItem(index, item);
        }
    }

    public class Sets
    {
        public ICollection<int> Set { get; } = new HashSet<int>();
        public Newest Newest { get; } = [];
    }

    [Fact]
    public void What_is_there_already_is_no_flood()
    {
        string sevens = string.Join(',', Enumerable.Repeat("7", 3000));
        string items = string.Join(',', Enumerable.Range(0, 3000).Select(i => $$"""{"K":7,"V":{{i}}}"""));
        string rising = string.Join(',', Enumerable.Range(0, 400).Select(i => $$"""{"K":{{i}}}"""));
        foreach (var tier in s_tiers)
        {
            var options = new JsonOptions { Convention = tier };
            var sets = Json.FromText<Sets>($$"""{"Set":[{{sevens}}],"Newest":[{{items}}]}""", options)!;
            Assert.Equal([7], sets.Set);
            Assert.Equal(2999, Assert.Single(sets.Newest).V);
            Assert.Equal(2999, Assert.Single(Json.FromText<Newest>($"[{items}]", options)!).V);
            Assert.Equal(400, Json.FromText<WithoutNulls>($"[{rising},null]", options)!.Count);
        }
    }

#pragma warning disable SYSLIB0051 // the types of an older age are what this is about
    [Serializable]
    public record Node
    {
        public Registry? Owner;
        public OldRegistry? OldOwner;
        public Node? Other;
        public int Id;
        public string? Name;

        public virtual bool Equals(Node? other) => other?.Id == Id;

        public override int GetHashCode() => Id;
    }

    [Serializable]
    public class Registry : Dictionary<Node, int>
    {
        public Registry() { }
        public Registry(IEqualityComparer<Node> comparer) : base(comparer) { }
        protected Registry(SerializationInfo info, StreamingContext context) : base(info, context) { }
    }

    [Serializable]
    public class OldRegistry : Hashtable
    {
        public OldRegistry() { }
        protected OldRegistry(SerializationInfo info, StreamingContext context) : base(info, context) { }
    }

    [Serializable]
    public sealed class ByName : IEqualityComparer<Node>
    {
        public bool Equals(Node? x, Node? y) => x!.Name!.Length == y!.Name!.Length;

        public int GetHashCode(Node obj) => obj.Name!.Length;
    }

    /// <summary>Keys that lead to their own table are still being read when its constructor is given its entries.</summary>
    [Theory, InlineData(false), InlineData(true)]
    public void Keys_are_asked_when_they_have_been_read(bool hasComparer)
    {
        foreach (var tier in new[] { ShapeTier.Emitted, ShapeTier.Reflection })
        {
            var map = hasComparer ? new Registry(new ByName()) : [];
            var old = new OldRegistry();
            Node first = new() { Id = 1, Name = "a" }, second = new() { Id = 2, Name = "ab" }, itself = new() { Id = 3, Name = "abc" };
            itself.Other = itself;
            (first.Other, second.Owner, second.OldOwner) = (second, map, old);
            foreach (var key in new[] { first, second, itself })
                (map[key], old[key]) = (key.Id, key.Id);
            var options = new NrbfOptions { Convention = Convention.Fields.WithTier(tier), KnownTypes = [typeof(ByName)] };
            var back = Nrbf.Deserialize<Node>(Nrbf.Serialize(first, options), options)!;
            Assert.Equal(3, back.Other!.Owner!.Count);
            Assert.Equal(1, back.Other.Owner[back]);
            Assert.Equal(3, back.Other.OldOwner!.Count);
        }
    }

    /// <summary>A key that is not to be asked.</summary>
    public class Bare
    {
        public int Id { get; set; }

        public override int GetHashCode() => throw new NotSupportedException("use the comparer");

        public override bool Equals(object? obj) => throw new NotSupportedException("use the comparer");
    }

    public class ById : IEqualityComparer<Bare>
    {
        public bool Equals(Bare? x, Bare? y) => x!.Id == y!.Id;

        public int GetHashCode(Bare obj) => obj.Id;
    }

    public class BareSet() : HashSet<Bare>(new ById());

    public class BareMap() : Dictionary<Bare, int>(new ById());

    public class BareKeyed() : KeyedCollection<Bare, Bare>(new ById())
    {
        protected override Bare GetKeyForItem(Bare item) => item;
    }

    public class BareTables
    {
        public BareSet Set { get; set; } = [];
        public BareKeyed Keyed { get; set; } = [];
        public ICollection<Bare> Shown { get; } = new BareSet();
        public BareMap Map { get; } = [];
    }

    static BareTables Bares(Func<int, int> id)
    {
        var tables = new BareTables();
        for (int i = 0; i < 600; i++)
        {
            var bare = new Bare { Id = id(i) };
            tables.Set.Add(bare);
            tables.Keyed.Add(bare);
            tables.Shown.Add(bare);
            tables.Map.Add(bare, i);
        }
        return tables;
    }

    /// <summary>The comparer of a table is asked where it is somebody's own, and the keys are not; its hashes are counted.</summary>
    [Fact]
    public void Keys_are_not_asked_where_a_comparer_is()
    {
        var tables = Bares(i => i);
        Assert.All(Ways<BareTables>(), way =>
        {
            var back = way(tables);
            Assert.Equal((600, 600, 600, 600), (back.Set.Count, back.Keyed.Count, back.Shown.Count, back.Map.Count));
        });
    }

    /// <summary>Of one hash, all of them: input may not bring such keys, and what exists may be copied.</summary>
    public class Alike
    {
        public int Id { get; set; }

        public override int GetHashCode() => 7;

        public override bool Equals(object? obj) => (obj as Alike)?.Id == Id;
    }

    public class AlikeKeyed : KeyedCollection<Alike, Alike>
    {
        protected override Alike GetKeyForItem(Alike item) => item;
    }

    [Fact]
    public void What_exists_is_copied()
    {
        Alike[] items = [.. Enumerable.Range(0, 600).Select(i => new Alike { Id = i })];
        var keyed = new AlikeKeyed();
        foreach (var item in items)
            keyed.Add(item);
        Assert.Equal(600, DeepCopy.Of(keyed)!.Count);
        Assert.Equal(600, DeepCopy.Of(items.ToHashSet())!.Count);
        Assert.Equal(600, DeepCopy.Of(items.ToDictionary(i => i, i => i.Id))!.Count);
        Assert.Throws<WireFormatException>(() => Json.Deserialize<AlikeKeyed>(Json.Serialize(keyed)));
        Assert.Throws<WireFormatException>(() => Json.Deserialize<HashSet<Alike>>(Json.Serialize(keyed)));
    }
}
