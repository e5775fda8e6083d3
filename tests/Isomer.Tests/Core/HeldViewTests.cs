using System.Text.Json.Serialization;
using Xunit;

namespace Isomer.Tests.Core;

#pragma warning disable CA1002, CA2227

/// <summary>
/// Collections behind getters alone: what the constructor put there, and what another view of one collection read into it, does not come
/// back twice; and a collection class with members of its own comes back whole.
/// </summary>
public class HeldViewTests
{
    public class Prefilled
    {
        readonly List<int> _list = [9];
        readonly Dictionary<string, int> _map = new() { ["x"] = 9 };
        readonly HashSet<int> _set = [9];
        readonly LinkedList<int> _chain = new([9]);
        public List<int> List => _list;
        public IDictionary<string, int> Map => _map;
        public ISet<int> Set => _set;
        public LinkedList<int> Chain => _chain;
        public IReadOnlyList<int> Seen => _list;
        public IEnumerable<int> All => _list;
        public List<int> Own { get; } = [9];
    }

    /// <summary>The view stands before and behind what it shows.</summary>
    public class Viewed
    {
        public IEnumerable<int> Before => List;
        public List<int> List { get; set; } = [1, 2];
        public IList<int> Behind => List;
    }

    /// <summary>Its members are read before the object can be made.</summary>
    public class Constructed(string name)
    {
        readonly List<int> _list = [9];
        public string Name { get; } = name;
        public List<int> List => _list;
        public IEnumerable<int> Again => _list;
    }

    public class Page : List<int>
    {
        public int Total { get; set; }
    }

    public class Index : Dictionary<string, int>
    {
        public string? Title { get; set; }
    }

    public class Pages
    {
        readonly Page _page = [9];
        readonly Index _index = new() { ["x"] = 9 };
        public Page Page => _page;
        public Index Index => _index;
    }

    public class ConstructedPages(string name)
    {
        readonly Page _page = [9];
        public string Name => name;
        public Page Page => _page;
    }

    /// <summary>Views that show items and take none: what they show stays.</summary>
    public class Shown
    {
        public Queue<int> Queue { get; set; } = [];
        public IEnumerable<int> Pending => Queue;
        public Stack<int> Stack { get; set; } = [];
        public IReadOnlyCollection<int> Piled => Stack;
        public HashSet<string> Dogs { get; set; } = [];
        public IEnumerable<object> Names => Dogs;
        public Dictionary<string, int> Map { get; set; } = [];
        public System.Collections.IEnumerable All => Dogs;
        public IEnumerable<int> Held { get; private set; } = new Queue<int>();
        public static Shown Of() =>
            new() { Queue = new([1, 2]), Stack = new([1, 2]), Dogs = ["a"], Map = new() { ["a"] = 1 }, Held = new Queue<int>([3]) };
    }

    /// <summary>Told of what is added, by a handler that knows of no other change.</summary>
    public class Told
    {
        readonly System.Collections.ObjectModel.ObservableCollection<int> _lines = [];
        public Told() => _lines.CollectionChanged += (_, e) => Sum += e.NewItems!.Cast<int>().Sum();
        [JsonIgnore]
        public int Sum;
        public System.Collections.ObjectModel.ObservableCollection<int> Lines => _lines;
    }

    public class Log : System.Collections.ObjectModel.Collection<string>
    {
        protected override void ClearItems() => throw new NotSupportedException("A log only grows.");
    }

    public class Logged
    {
        readonly Log _log = [];
        public Log Log => _log;
    }

    /// <summary>What names itself, as a path does: no model of it is made while it is looked at.</summary>
    public class PathOf : List<string>
    {
        public PathOf Parent => [.. this.SkipLast(1)];
    }

    /// <summary>Who asks for Populate has what is there kept, as System.Text.Json keeps it.</summary>
    public class Added
    {
        readonly List<int> _list = [9];
        [JsonObjectCreationHandling(JsonObjectCreationHandling.Populate)]
        public List<int> List => _list;
    }

    static IEnumerable<(string Way, T Back)> Ways<T>(T value, ShapeTier tier)
    {
        var convention = Convention.Plain.WithTier(tier);
        var compact = new CompactOptions { Convention = convention };
        yield return ("Compact", Compact.Deserialize<T>(Compact.Serialize(value, compact), compact)!);
        var kept = new CompactOptions { Convention = convention, References = References.Preserve };
        yield return ("Compact with references", Compact.Deserialize<T>(Compact.Serialize(value, kept), kept)!);
        var graph = JsonOptions.Graph with { Convention = convention };
        yield return ("Graph", Json.Deserialize<T>(Json.Serialize(value, graph), graph)!);
        yield return ("DeepCopy", DeepCopy.Of(value, convention));
        var json = new JsonOptions { Convention = convention };
        yield return ("Json", Json.Deserialize<T>(Json.Serialize(value, json), json)!);
    }

    [Theory, InlineData(ShapeTier.Emitted), InlineData(ShapeTier.Reflection)]
    public void What_a_constructor_put_there_comes_back_once(ShapeTier tier)
    {
        foreach (int items in (int[])[0, 1, 3])
        {
            var value = new Prefilled();
            value.Own.Clear();
            value.List.AddRange(Enumerable.Range(20, items));
            value.Map["y"] = items;
            value.Set.Add(items);
            value.Chain.AddLast(items);
            if (items == 0)
                value.Map.Remove("x");
            foreach (var (way, back) in Ways(value, tier))
            {
                Assert.True(value.List.SequenceEqual(back.List), $"{way}: {string.Join(",", back.List)}");
                Assert.True(value.Map.SequenceEqual(back.Map), way);
                Assert.True(value.Set.SetEquals(back.Set), way);
                Assert.True(value.Chain.SequenceEqual(back.Chain), way);
                Assert.True(value.Seen.SequenceEqual(back.Seen) && value.All.SequenceEqual(back.All), way);
                Assert.True(back.Own.Count == 0, way);
            }
        }
    }

    [Theory, InlineData(ShapeTier.Emitted), InlineData(ShapeTier.Reflection)]
    public void A_view_of_what_is_set_adds_nothing(ShapeTier tier)
    {
        foreach (var (way, back) in Ways(new Viewed { List = [5, 6, 7] }, tier))
            Assert.True(back.List.SequenceEqual([5, 6, 7]), $"{way}: {string.Join(",", back.List)}");
        var made = new Constructed("n");
        made.List.Add(5);
        foreach (var (way, back) in Ways(made, tier))
            Assert.True(back.Name == "n" && back.List.SequenceEqual([9, 5]), $"{way}: {string.Join(",", back.List)}");
    }

    [Theory, InlineData(ShapeTier.Emitted), InlineData(ShapeTier.Reflection)]
    public void A_view_that_takes_nothing_is_not_emptied(ShapeTier tier)
    {
        foreach (var (way, back) in Ways(Shown.Of(), tier))
        {
            Assert.True(back.Queue.SequenceEqual([1, 2]) && back.Dogs.SequenceEqual(["a"]) && back.Map.ContainsKey("a"), way);
            Assert.True(back.Stack.Count == 2, way);
            // A private setter is none in Json.
            Assert.True(way == "Json" || back.Held.SequenceEqual([3]), way);
        }
        var told = new Told();
        told.Lines.Add(1);
        told.Lines.Add(2);
        foreach (var (way, back) in Ways(told, tier))
            Assert.True(back.Sum == 3 && back.Lines.SequenceEqual([1, 2]), way);
        var logged = new Logged();
        logged.Log.Add("a");
        foreach (var (way, back) in Ways(logged, tier))
            Assert.True(back.Log.SequenceEqual(["a"]), way);
        foreach (var (way, back) in Ways(new PathOf { "a", "b" }, tier))
            Assert.True(back.SequenceEqual(["a", "b"]), way);
    }

    [Theory, InlineData(ShapeTier.Emitted), InlineData(ShapeTier.Reflection)]
    public void Classes_of_collections_with_members_come_back_whole(ShapeTier tier)
    {
        var value = new Pages();
        value.Page.Add(1);
        value.Page.Total = 4;
        value.Index["y"] = 2;
        value.Index.Title = "t";
        var made = new ConstructedPages("n");
        made.Page.Add(1);
        made.Page.Total = 4;
        foreach (var (way, back) in Ways(value, tier))
        {
            Assert.True(back.Page.SequenceEqual(value.Page) && back.Index.SequenceEqual(value.Index), way);
            // Json takes such a class for its items alone, as System.Text.Json does.
            Assert.True(way == "Json" || (back.Page.Total, back.Index.Title) == (4, "t"), way);
        }
        foreach (var (way, back) in Ways(made, tier))
            Assert.True(back.Name == "n" && back.Page.SequenceEqual(made.Page) && (way == "Json" || back.Page.Total == 4), way);
    }

    [Theory, InlineData(ShapeTier.Emitted), InlineData(ShapeTier.Reflection)]
    public void What_is_populated_keeps_what_is_there(ShapeTier tier)
    {
        var json = new JsonOptions { Convention = Convention.Plain.WithTier(tier) };
        Assert.Equal([9, 5], Json.FromText<Added>("""{"List":[5]}""", json)!.List);
        Assert.Equal(System.Text.Json.JsonSerializer.Deserialize<Added>("""{"List":[5]}""")!.List,
            Json.FromText<Added>("""{"List":[5]}""", json)!.List);
        var filled = new Prefilled();
        Json.Fill(filled, """{"List":[5],"Own":[5]}"""u8, json with { MergeNested = true });
        Assert.Equal([9, 5], filled.List);
        Assert.Equal([9, 5], filled.Own);
    }
}
