using System.Collections;
using System.Collections.Concurrent;
using System.Collections.ObjectModel;
using Microsoft.FSharp.Collections;
using Xunit;

namespace Isomer.Tests.Safety;

/// <summary>
/// Keys of one hash that lead to many values each: 255 of them, 11 KB of Compact, took a second to compare with one another.
/// </summary>
[JudgedAlone("times")]
public class HeavyKeyTests
{
    /// <summary>A hash that is a number, and the equality of the compiler, which asks all.</summary>
    public sealed record Heavy
    {
        public int Id { get; set; }
        public Leaf? Left { get; set; }
        public Leaf? Right { get; set; }

        public override int GetHashCode() => Id;
    }

    public sealed record Leaf
    {
        public int N { get; set; }
        public Leaf? Left { get; set; }
        public Leaf? Right { get; set; }
    }

    public class Keyed : KeyedCollection<Heavy, Heavy>
    {
        protected override Heavy GetKeyForItem(Heavy item) => item;
    }

    public class Holder<T> where T : new()
    {
        public T V { get; set; } = new();
    }

    public class Getter
    {
        public ICollection<Heavy> V { get; } = new HashSet<Heavy>();
    }

    static readonly ShapeTier[] s_tiers = [ShapeTier.Emitted, ShapeTier.Reflection];

    static CompactOptions With(ShapeTier tier) =>
        new() { Convention = Convention.Plain.WithTier(tier).WithSubtype<object, Heavy>("h"), References = References.Preserve };

    /// <summary>Ten objects that lead to a thousand values, and one in which the keys differ, asked last.</summary>
    static Heavy[] Keys(int count, bool haveOneHash) => [.. Enumerable.Range(0, count).Select(i =>
    {
        var node = new Leaf();
        for (int level = 0; level < 8; level++)
            node = new Leaf { Left = node, Right = node };
        return new Heavy { Id = haveOneHash ? 7 : i, Left = node, Right = new Leaf { N = i } };
    })];

    static void Refused<T>(Heavy[] keys) where T : new()
    {
        foreach (var tier in s_tiers)
        {
            byte[] bytes = Compact.Serialize(new Holder<List<Heavy>> { V = [.. keys] }, With(tier));
            var error = Assert.Throws<WireFormatException>(() => Compact.Deserialize<Holder<T>>(bytes, With(tier)));
            Assert.Contains("have one hash", error.Message, StringComparison.Ordinal);
        }
    }

    [Fact]
    public void Many_of_one_hash_are_refused()
    {
        var keys = Keys(255, haveOneHash: true);
        var time = ThreadTime.Start();
        Refused<HashSet<Heavy>>(keys);
        Refused<Keyed>(keys);
        foreach (var tier in s_tiers)
        {
            byte[] bytes = Compact.Serialize(new Holder<List<Heavy>> { V = [.. keys] }, With(tier));
            Assert.Throws<WireFormatException>(() => Compact.Deserialize<Getter>(bytes, With(tier)));
            IDictionary[] tables = [new Dictionary<Heavy, int>(), new ConcurrentDictionary<Heavy, int>(), new Dictionary<object, int>()];
            foreach (var table in tables)
            {
                foreach (var key in keys[..64])
                    table.Add(key, 1);
                byte[] map = Compact.Serialize(table, table.GetType(), With(tier));
                Assert.Throws<WireFormatException>(() => Compact.Deserialize(map, table.GetType(), With(tier)));
            }
        }
        // Each of the sixteen that are taken is compared with fifteen; what the test itself compares is as much for the three tables.
        Assert.InRange(time.Elapsed.TotalSeconds, 0, 3);
    }

    [Fact]
    public void Honest_keys_pass()
    {
        foreach (var tier in s_tiers)
        {
            byte[] other = Compact.Serialize(new Holder<List<Heavy>> { V = [.. Keys(300, haveOneHash: false)] }, With(tier));
            Assert.Equal(300, Compact.Deserialize<Holder<HashSet<Heavy>>>(other, With(tier))!.V.Count);
            byte[] one = Compact.Serialize(new Holder<List<Heavy>> { V = [.. Keys(12, haveOneHash: true)] }, With(tier));
            Assert.Equal(12, Compact.Deserialize<Holder<HashSet<Heavy>>>(one, With(tier))!.V.Count);
            // A table that is emptied and filled again and again, and one that is filled by each of many.
            var there = new Getter();
            for (int i = 0; i < 50; i++)
            {
                there.V.Clear();
                Compact.Fill(there, one, With(tier));
                Assert.Equal(12, there.V.Count);
            }
            var sets = Enumerable.Range(0, 50).Select(_ => Keys(1, haveOneHash: true).ToHashSet()).ToList();
            byte[] many = Compact.Serialize(sets, With(tier));
            Assert.Equal(50, Compact.Deserialize<List<HashSet<Heavy>>>(many, With(tier))!.Count);
        }
    }

    public class Merged
    {
        public HashSet<Heavy> Set { get; set; } = [];
        public Dictionary<Heavy, int> Map { get; set; } = [];
    }

    /// <summary>What is there already makes a table no longer, however often it comes.</summary>
    [Fact]
    public void Keys_that_come_again_pass()
    {
        foreach (var tier in s_tiers)
        {
            byte[] one = Compact.Serialize(new HashSet<Heavy>(Keys(1, haveOneHash: true)), With(tier));
            var table = new HashSet<Heavy>();
            for (int i = 0; i < 200; i++)
                table = Compact.Fill(table, one, With(tier));
            Assert.Single(table);
            var merging = new JsonOptions { Convention = Convention.Plain.WithTier(tier), MergeNested = true };
            var keys = Keys(3, haveOneHash: true);
            byte[] text = Json.Serialize(new Merged { Set = [.. keys] }, merging);
            var merged = new Merged();
            for (int i = 0; i < 100; i++)
                merged = Json.Fill(merged, text, merging);
            Assert.Equal(3, merged.Set.Count);
            // One that leads to more than half of what those of one hash may lead to together.
            var list = ListModule.OfSeq(Enumerable.Range(0, 10_000));
            Assert.Single(Compact.Deserialize<HashSet<FSharpList<int>>>(
                Compact.Serialize(new List<FSharpList<int>> { list, list, list, list }, With(tier)), With(tier))!);
            List<Heavy> repeated = [.. Enumerable.Range(0, 300).Select(i => keys[i % 3])];
            Assert.Equal(3, Compact.Deserialize<HashSet<Heavy>>(Compact.Serialize(repeated, With(tier)), With(tier))!.Count);
        }
    }
}
