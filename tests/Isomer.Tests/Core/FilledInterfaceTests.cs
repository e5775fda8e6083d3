using System.Collections;
using System.Collections.Concurrent;
using System.Collections.Immutable;
using System.Collections.ObjectModel;
using System.Text.Json;
using System.Text.Json.Serialization;
using Xunit;

namespace Isomer.Tests.Core;

/// <summary>
/// Fill of a collection that a call declares by an interface: what is there takes the items, of whatever class it is. The interpreted tier
/// took any list; when a shape had been emitted, after some calls, the call threw; sets and maps were refused.
/// </summary>
public class FilledInterfaceTests
{
    public sealed record Item
    {
        public int A { get; set; }
    }

    public sealed class Keyed : KeyedCollection<Item, Item>
    {
        protected override Item GetKeyForItem(Item item) => item;
    }

    static IEnumerable<Convention> Tiers => [Convention.Plain.WithTier(ShapeTier.Emitted), Convention.Plain.WithTier(ShapeTier.Reflection)];

    static readonly Func<ICollection<Item>>[] s_collections = [() => new List<Item>(), () => new Collection<Item>(), () => new Keyed(),
        () => new ObservableCollection<Item>(), () => new HashSet<Item>(), () => new LinkedList<Item>()];

    static readonly Item[] s_items = [new() { A = 1 }, new() { A = 2 }];

    [Fact]
    public void Lists_and_sets()
    {
        foreach (var tier in Tiers)
        {
            var json = new JsonOptions { Convention = tier };
            var compact = new CompactOptions { Convention = tier };
            byte[] text = Json.Serialize(s_items, json), payload = Compact.Serialize(s_items, compact);
            foreach (var make in s_collections)
            {
                Filled(make(), c => Json.Fill(c, text, json));
                Filled(make(), c => Compact.Fill(c, payload, compact));
                Filled(make(), c => Json.Fill<IEnumerable<Item>>(c, text, json));
                Filled(make(), c => Compact.Fill<IEnumerable<Item>>(c, payload, compact));
                if (make() is IList<Item>)
                    Filled(make(), c => Json.Fill((IList<Item>)c, text, json));
                if (make() is IReadOnlyCollection<Item>)
                    Filled(make(), c => Json.Fill((IReadOnlyCollection<Item>)c, text, json));
                if (make() is ISet<Item>)
                    Filled(make(), c => Json.Fill((ISet<Item>)c, text, json));
            }
        }

        static void Filled(ICollection<Item> target, Func<ICollection<Item>, object> fill)
        {
            Assert.Same(target, fill(target));
            Assert.Equal(s_items, target);
        }
    }

    [Fact]
    public void Maps()
    {
        IDictionary<string, int>[] maps = [new Dictionary<string, int>(), new SortedDictionary<string, int>(),
            new SortedList<string, int>(), new ConcurrentDictionary<string, int>(), new OrderedDictionary<string, int>()];
        foreach (var tier in Tiers)
            foreach (var map in maps)
            {
                map.Clear();
                Assert.Same(map, Json.Fill(map, """{"a":1,"b":2}"""u8, new JsonOptions { Convention = tier }));
                Assert.Equal(["a", "b"], map.Keys.Order());
                Assert.Equal(2, map["b"]);
            }
    }

    [Fact]
    public void What_has_no_types()
    {
        foreach (var tier in Tiers)
        {
            var list = new ArrayList { 7 };
            Assert.Same(list, Json.Fill<IList>(list, "[1,2]"u8, new JsonOptions { Convention = tier }));
            Assert.Equal(3, list.Count);
        }
    }

    [Fact]
    public void What_takes_nothing_is_refused()
    {
        IList<int>[] lists = [new ReadOnlyCollection<int>([1]), ImmutableArray.Create(1), new int[2]];
        foreach (var tier in Tiers)
            foreach (var list in lists)
            {
                var error = Assert.Throws<WireFormatException>(() => Json.Fill(list, "[1,2]"u8, new JsonOptions { Convention = tier }));
                Assert.Contains("to which nothing can be added", error.Message, StringComparison.Ordinal);
                Assert.Throws<WireFormatException>(() => Json.Fill(list, "[]"u8, new JsonOptions { Convention = tier }));
            }
    }

    public sealed class Kid
    {
        public object? Of { get; set; }
    }

    /// <summary>Items of a list may refer to the list.</summary>
    [Fact]
    public void Items_refer_to_the_list_that_is_filled()
    {
        foreach (var tier in Tiers)
        {
            var graph = JsonOptions.Graph with { Convention = tier };
            byte[] text = """{"$id":"1","$values":[{"$id":"2","Of":{"$ref":"1"}}]}"""u8.ToArray();
            var target = new ObservableCollection<Kid>();
            Assert.Same(target, Json.Fill<IList<Kid>>(target, text, graph));
            Assert.Same(target, Assert.Single(target).Of);
        }
    }

    public class Shared
    {
        public IList<int> A { get; set; } = new ObservableCollection<int> { 9 };
        public object? B { get; set; }
        public IList<int>? C { get; set; }
    }

    /// <summary>Where references are kept, what is read is what others refer to, and takes the place of what was there.</summary>
    [Fact]
    public void References_lead_to_what_the_member_holds()
    {
        foreach (var tier in Tiers)
        {
            var list = new List<int> { 1, 2 };
            var graph = JsonOptions.Graph with { Convention = tier, MergeNested = true };
            byte[] text = Json.Serialize(new Shared { A = list, B = list, C = list }, graph);
            var back = Json.Fill(new Shared(), text, graph);
            Assert.Equal([1, 2], back.A);
            Assert.Same(back.A, back.B);
            Assert.Same(back.A, back.C);
        }
    }

    public class Fixed
    {
        public IList<int> V { get; set; } = new[] { 7, 8 };
        public IEnumerable<int> Seen { get; set; } = new Collection<int> { 7, 8 };
    }

    [Theory, InlineData("[]"), InlineData("[1]")]
    public void What_takes_nothing_is_replaced(string items)
    {
        foreach (var tier in Tiers)
        {
            var merging = new JsonOptions { Convention = tier, MergeNested = true };
            var back = Json.FromText<Fixed>($"{{\"V\":{items},\"Seen\":{items}}}", merging)!;
            Assert.Equal(items == "[]" ? [] : [1], back.V);
            Assert.Equal(items == "[]" ? [] : [1], back.Seen);
        }
    }

    public class Populated
    {
        [JsonObjectCreationHandling(JsonObjectCreationHandling.Populate)]
        public IList<int> List { get; set; } = new ObservableCollection<int> { 9 };

        [JsonObjectCreationHandling(JsonObjectCreationHandling.Populate)]
        public ICollection<int> Set { get; set; } = new HashSet<int> { 9 };

        [JsonObjectCreationHandling(JsonObjectCreationHandling.Populate)]
        public IDictionary<string, int> Map { get; set; } = new SortedDictionary<string, int> { ["z"] = 9 };

        [JsonObjectCreationHandling(JsonObjectCreationHandling.Populate)]
        public IList<int> Plain { get; set; } = new List<int> { 9 };
    }

    public class Unmarked
    {
        public IList<int> List { get; set; } = new ObservableCollection<int> { 9 };
        public ICollection<int> Set { get; set; } = new HashSet<int> { 9 };
        public IDictionary<string, int> Map { get; set; } = new SortedDictionary<string, int> { ["z"] = 9 };
        public IList<int> Plain { get; set; } = new List<int> { 9 };
    }

    sealed class ByKey : IComparer<KeyValuePair<string, int>>
    {
        public int Compare(KeyValuePair<string, int> x, KeyValuePair<string, int> y) => string.CompareOrdinal(x.Key, y.Key);
    }

    /// <summary>Populate keeps what the member holds, of whatever class it is, as System.Text.Json's does.</summary>
    [Theory, InlineData("[1]", "{\"a\":1}"), InlineData("[]", "{}"), InlineData("[9,8,9]", "{\"z\":2,\"b\":3}")]
    public void Populated_members(string items, string entries)
    {
        string text = $"{{\"List\":{items},\"Set\":{items},\"Map\":{entries},\"Plain\":{items}}}";
        var populating = new JsonSerializerOptions { PreferredObjectCreationHandling = JsonObjectCreationHandling.Populate };
        foreach (var tier in Tiers)
        {
            var marked = Json.FromText<Populated>(text, new JsonOptions { Convention = tier })!;
            Same(JsonSerializer.Deserialize<Populated>(text)!, marked, v => (v.List, v.Set, v.Map, v.Plain));
            var unmarked = Json.FromText<Unmarked>(text, new JsonOptions { Convention = tier, MergeNested = true })!;
            Same(JsonSerializer.Deserialize<Unmarked>(text, populating)!, unmarked, v => (v.List, v.Set, v.Map, v.Plain));
            Same(JsonSerializer.Deserialize<Unmarked>(text)!, Json.FromText<Unmarked>(text, new JsonOptions { Convention = tier })!,
                v => (v.List, v.Set, v.Map, v.Plain));
        }

        static void Same<T>(T theirs, T ours, Func<T, (IList<int>, ICollection<int>, IDictionary<string, int>, IList<int>)> parts)
        {
            var (expected, actual) = (parts(theirs), parts(ours));
            Assert.Equal(expected.Item1, actual.Item1);
            Assert.Equal(expected.Item2.Order(), actual.Item2.Order());
            Assert.Equal(expected.Item3.Order(new ByKey()), actual.Item3.Order(new ByKey()));
            Assert.Equal(expected.Item4, actual.Item4);
            Assert.Equal(expected.Item1.GetType(), actual.Item1.GetType());
            Assert.Equal(expected.Item3.GetType(), actual.Item3.GetType());
        }
    }
}
