using System.Collections;
using System.Collections.Specialized;
using System.Text;
using Xunit;

namespace Isomer.Tests.Core;

/// <summary>
/// A table behind a getter's IDictionary takes the entries itself, whatever its class: until 2026-11-29 they went by way of a Hashtable,
/// and lost their order.
/// </summary>
public class OrderedTableTests
{
    static readonly PlainConvention[] s_tiers = [.. Wires.Tiers(null)];

    public class Ordered : IOwner
    {
        public IDictionary Entries { get; } = new OrderedDictionary();
        public IDictionary? Again { get; set; }
    }

    public class OrderedOfKeys : IOwner
    {
        public IDictionary Entries { get; } = new OrderedDictionary<object, object?>();
        public IDictionary? Again { get; set; }
    }

    public class Listed : IOwner
    {
        public IDictionary Entries { get; } = new ListDictionary();
        public IDictionary? Again { get; set; }
    }

    public class Hashed : IOwner
    {
        public IDictionary Entries { get; } = new Hashtable();
        public IDictionary? Again { get; set; }
    }

    public interface IOwner
    {
        IDictionary Entries { get; }
        IDictionary? Again { get; set; }
    }

    public class Closed
    {
        public IDictionary Entries { get; } = new OrderedDictionary { ["own"] = 1 }.AsReadOnly();
        public int Last { get; set; }
    }

    static readonly string[] s_keys = ["z", "a", "m", "b", "y", "c", "q", "r", "e", "x"];

    static string Told(IDictionary table)
    {
        var parts = new List<string>();
        foreach (DictionaryEntry entry in table)
            parts.Add($"{entry.Key}{entry.Value}");
        return table.GetType().Name + ": " + string.Join(",", table is Hashtable ? parts.Order(StringComparer.Ordinal) : parts);
    }

    [Fact]
    public void Entries_keep_their_order()
    {
        Check<Ordered>();
        Check<OrderedOfKeys>();
        Check<Listed>();
        Check<Hashed>();
    }

    static void Check<T>() where T : class, IOwner, new()
    {
        var owner = new T();
        foreach (string key in s_keys)
            owner.Entries[key] = key + "1";
        foreach (var tier in s_tiers)
        {
            var json = new JsonOptions { Convention = tier };
            var graph = JsonOptions.Graph with { Convention = tier };
            var compact = new CompactOptions { Convention = tier };
            var preserves = new CompactOptions { Convention = tier, References = References.Preserve };
            owner.Again = null;
            foreach (var back in new[]
            {
                Compact.Deserialize<T>(Compact.Serialize(owner, compact), compact)!, Json.FromText<T>(Json.ToText(owner, json), json)!,
                Json.FromText<T>(Json.ToText(owner, graph), graph)!, DeepCopy.Of(owner, tier),
            })
                Assert.Equal(Told(owner.Entries), Told(back.Entries));
            owner.Again = owner.Entries;
            var shared = Compact.Deserialize<T>(Compact.Serialize(owner, preserves), preserves)!;
            Assert.Equal(Told(owner.Entries), Told(shared.Entries));
            Assert.Same(shared.Entries, shared.Again);
            var merged = new T();
            merged.Entries["z"] = "old";
            merged.Entries["own"] = "kept";
            Json.Fill(merged, Encoding.UTF8.GetBytes("""{"Entries":{"b":2,"a":3,"z":4}}"""), json with { MergeNested = true });
            Assert.Equal(merged is Hashed ? "Hashtable: a3,b2,ownkept,z4" : merged.Entries.GetType().Name + ": z4,ownkept,b2,a3",
                Told(merged.Entries));
            var target = new T().Entries;
            Json.Fill(target, Encoding.UTF8.GetBytes("""{"b":2,"a":3,"b":4}"""), json);
            Assert.Equal(merged is Hashed ? "Hashtable: a3,b4" : target.GetType().Name + ": b4,a3", Told(target));
        }
    }

    /// <summary>What takes no entries is left as it is, and the rest is read.</summary>
    [Fact]
    public void Tables_that_take_no_entries()
    {
        foreach (var tier in s_tiers)
        {
            var json = new JsonOptions { Convention = tier };
            var back = Json.FromText<Closed>("""{"Entries":{"a":1},"Last":5}""", json)!;
            Assert.Equal(("own", 5), (back.Entries.Keys.Cast<string>().Single(), back.Last));
            Assert.Null(Json.FromText<Ordered>("""{"Entries":null,"Again":null}""", json)!.Again);
        }
    }

    class Same : IEquatable<Same>
    {
        public int Value { get; set; }
        public bool Equals(Same? other) => other?.Value == Value;
        public override bool Equals(object? obj) => Equals(obj as Same);
        public override int GetHashCode() => 1;
    }

    /// <summary>The table's own class is guarded: of keys of one hash, and of keys that do not fit.</summary>
    [Fact]
    public void Tables_are_guarded()
    {
        foreach (var tier in s_tiers.Select(static c => c.WithSubtype<object, Same>("same")))
        {
            var compact = new CompactOptions { Convention = tier };
            var owner = new Listed();
            for (int i = 0; i < 3000; i++)
                owner.Entries.Add(new Same { Value = i }, i);
            byte[] payload = Compact.Serialize(owner, compact);
            Assert.Throws<WireFormatException>(() => Compact.Deserialize<OrderedOfKeys>(payload, compact));
            Assert.Throws<WireFormatException>(() => Compact.Deserialize<Ordered>(payload, compact));
            Assert.Throws<WireFormatException>(() => Json.FromText<OfNumbers>("""{"Entries":{"a":1}}""", new JsonOptions { Convention = tier }));
        }
    }

    public class OfNumbers
    {
        public IDictionary Entries { get; } = new OrderedDictionary<int, int>();
    }

    /// <summary>JSON under the formatters' convention has no types: an entry is an object of its two fields.</summary>
    [Fact]
    public void Entries_as_fields_in_JSON()
    {
        foreach (var tier in (ShapeTier[])[ShapeTier.Emitted, ShapeTier.Reflection])
        {
            var fields = new JsonOptions { Convention = Convention.Fields.WithTier(tier) };
            string text = Json.ToText(new OrderedDictionary { ["b"] = 1, ["a"] = "x", ["n"] = null }, fields);
            var back = Json.FromText<OrderedDictionary>(text, fields)!;
            Assert.Equal(["b", "a", "n"], back.Keys.Cast<string>());
            Assert.Equal([1L, "x", null], back.Values.Cast<object?>());
            Assert.Equal(text, Json.ToText(back, fields));
            foreach (string wrong in (string[])["""{"_key":"b"}""", """{"_value":1,"_key":"b"}""", """{"_key":null,"_value":1}""", "7", "null"])
                Assert.Throws<WireFormatException>(() => Json.FromText<OrderedDictionary>($$"""{"ArrayList":[{{wrong}}]}""", fields));
        }
    }
}
