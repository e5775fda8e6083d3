using System.Collections;
using System.Collections.Concurrent;
using System.Collections.Frozen;
using System.Collections.Immutable;
using System.Collections.ObjectModel;
using System.Text;
using Isomer.Conventions;
using Xunit;

namespace Isomer.Tests.Safety;

/// <summary>Keys that are chosen to collide are refused, in whatever hash table they are to stand.</summary>
public class HashFloodTests
{
    const int Many = 2000;

    /// <summary>A prime that Dictionary and HashSet grow to, from the one before it.</summary>
    const int Before = 36_353;
    const long Prime = 75_431;

    public sealed class OwnSet : HashSet<long>;

    public sealed class OwnMap : Dictionary<long, int>;

    public sealed class Keyed : KeyedCollection<long, Keyed.Item>
    {
        public sealed class Item
        {
            public long Key { get; set; }
        }

        protected override long GetKeyForItem(Item item) => item.Key;
    }

    /// <summary>What was read as a list is added to it.</summary>
    public sealed class Holder(int n)
    {
        public int N { get; } = n;
        public IEnumerable<long> Items { get; } = new HashSet<long>();
        public IReadOnlyDictionary<long, int> Map { get; } = new Dictionary<long, int>();
    }

    /// <summary>Distinct, and all of the hash 0.</summary>
    static readonly long[] Colliding = [.. Enumerable.Range(1, Many).Select(i => ((long)i << 32) | (uint)i)];

    static readonly byte[] Items = Json.Serialize(Colliding);
    static readonly byte[] Entries = Encoding.UTF8.GetBytes("{" + string.Join(",", Colliding.Select(k => $"\"{k}\":1")) + "}");

    public static TheoryData<Type> Sets =>
    [
        typeof(HashSet<long>), typeof(ISet<long>), typeof(OwnSet), typeof(FrozenSet<long>), typeof(ReadOnlySet<long>),
        typeof(ImmutableHashSet<long>),
    ];

    public static TheoryData<Type> Maps =>
    [
        typeof(Dictionary<long, int>), typeof(IReadOnlyDictionary<long, int>), typeof(OwnMap), typeof(OrderedDictionary<long, int>),
        typeof(ConcurrentDictionary<long, int>), typeof(FrozenDictionary<long, int>), typeof(ReadOnlyDictionary<long, int>),
        typeof(ImmutableDictionary<long, int>),
    ];

    static JsonOptions[] Tiers => [JsonOptions.Default, new() { Convention = Convention.Plain.WithTier(ShapeTier.Reflection) }];

    [Theory]
    [MemberData(nameof(Sets))]
    public void SetsRefuse(Type type)
    {
        foreach (var tier in Tiers)
            Assert.Contains("hostile", Assert.Throws<WireFormatException>(() => Json.Deserialize(Items, type, tier)).Message,
                StringComparison.Ordinal);
    }

    [Theory]
    [MemberData(nameof(Maps))]
    public void MapsRefuse(Type type)
    {
        foreach (var tier in Tiers)
            Assert.Contains("hostile", Assert.Throws<WireFormatException>(() => Json.Deserialize(Entries, type, tier)).Message,
                StringComparison.Ordinal);
    }

    [Theory]
    [MemberData(nameof(Sets))]
    public void OrdinaryItemsPass(Type type)
    {
        var keys = Enumerable.Range(0, 20_000).Select(i => i * 64L).ToArray();
        Assert.Equal(keys.Length, ((IEnumerable<long>)Json.Deserialize(Json.Serialize(keys), type)!).Count());
    }

    [Theory]
    [MemberData(nameof(Maps))]
    public void OrdinaryKeysPass(Type type)
    {
        var map = Enumerable.Range(0, 20_000).ToDictionary(i => i * 1000L, i => i);
        Assert.Equal(map.Count, ((IEnumerable)Json.Deserialize(Json.Serialize(map), type)!).Cast<object>().Count());
    }

    /// <summary>A megabyte of keys took two seconds, and ten would have taken two hundred.</summary>
    [Fact]
    public void ACollectionThatKnowsItsKeysRefuses()
    {
        byte[] items = Json.Serialize(Array.ConvertAll(Colliding, key => new Keyed.Item { Key = key }));
        foreach (var tier in Tiers)
            Assert.Contains("hostile", Assert.Throws<WireFormatException>(() => Json.Deserialize<Keyed>(items, tier)).Message,
                StringComparison.Ordinal);
        var keyed = new Keyed();
        foreach (long key in Colliding)
            keyed.Add(new Keyed.Item { Key = key });
        foreach (var tier in new[] { ShapeTier.Emitted, ShapeTier.Reflection })
        {
            var nrbf = new NrbfOptions { Convention = Convention.Fields.WithTier(tier).WithUnmarkedTypes() };
            byte[] payload = Nrbf.Serialize(keyed, nrbf);
            Assert.Contains("hostile", Assert.Throws<WireFormatException>(() => Nrbf.Deserialize<Keyed>(payload, nrbf)).Message,
                StringComparison.Ordinal);
        }
    }

    [Fact]
    public void TablesThatAreThereRefuse()
    {
        foreach (var tier in Tiers)
            foreach (string text in new[] { $"{{\"Items\":{Encoding.UTF8.GetString(Items)}}}", $"{{\"Map\":{Encoding.UTF8.GetString(Entries)}}}" })
                Assert.Contains("hostile", Assert.Throws<WireFormatException>(() => Json.FromText<Holder>(text, tier)).Message,
                    StringComparison.Ordinal);
    }

    [Fact]
    public void HashtableRefuses()
    {
        var table = new Hashtable();
        foreach (long key in Colliding)
            table[key] = 1;
        byte[] bytes = Compact.Serialize(table);
        Assert.Contains("hostile", Assert.Throws<WireFormatException>(() => Compact.Deserialize<Hashtable>(bytes)).Message,
            StringComparison.Ordinal);
    }

    /// <summary>Spread over the buckets that there are when they come; in one bucket once the table has grown.</summary>
    [Fact]
    public void KeysThatCollideAfterGrowthRefuse()
    {
        long[] keys = [.. Enumerable.Range(1, Before).Select(i => i * Prime), 1, 2, .. Enumerable.Repeat(Prime, 1000)];
        Assert.Throws<WireFormatException>(() => Json.Deserialize<HashSet<long>>(Json.Serialize(keys)));
        Assert.Throws<WireFormatException>(() => Compact.Deserialize<List<HashSet<long>>>(Compact.Serialize(new List<long[]> { keys })));
    }

    [Fact]
    public void RepeatedItemsOfASetPass() =>
        Assert.Equal(301,
            Json.Deserialize<FrozenSet<long>>(
                Json.Serialize(Enumerable.Range(0, 300).Concat(Enumerable.Repeat(-1, 5000)).ToArray())).Count);
}
