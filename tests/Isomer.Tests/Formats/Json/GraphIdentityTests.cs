using System.Collections;
using System.Collections.Immutable;
using System.Collections.ObjectModel;
using Xunit;
using static Isomer.Tests.Formats.GraphModeTests;

namespace Isomer.Tests.Formats;

/// <summary>JsonOptions.Graph: arrays and collections of every kind are kept by identity, also where they contain themselves.</summary>
public class GraphIdentityTests
{
    public class Pair<T> { public T? A { get; set; } public T? B { get; set; } public object? O { get; set; } }

    static void Shared<T>(T value) where T : class
    {
        Each(new Pair<T> { A = value, B = value, O = value }, back =>
        {
            Assert.Equal(value.GetType(), back.A!.GetType());
            Assert.Same(back.A, back.B);
            Assert.Same(back.A, back.O);
        });
        Each(new Pair<T> { A = value }, back => Assert.Null(back.B));
        Each(new object[] { value, value, new List<object> { value } }, back =>
        {
            Assert.Same(back[0], back[1]);
            Assert.Same(back[0], ((List<object>)back[2])[0]);
        });
    }

    public class Grid { public int[,] Cells { get; set; } = new int[0, 0]; public Grid? Self { get; set; } }

    /// <summary>All empty arrays are as good as any other: one that is met again leaves the identities of what follows alone.</summary>
    [Fact]
    public void An_empty_array_of_several_dimensions_that_is_met_again()
    {
        int[,] none = new int[0, 0];
        var circle = new Grid { Cells = none };
        circle.Self = circle;
        Each(new[] { new Grid { Cells = none }, circle, circle }, back =>
        {
            Assert.Same(back[1], back[1].Self);
            Assert.Same(back[1], back[2]);
            Assert.NotSame(back[0], back[1]);
            Assert.Empty(back[2].Cells);
        });
        Each(new Pair<int[,]> { A = none, B = none, O = none }, back => Assert.Empty(back.B!));
    }

    [Fact]
    public void Arrays_and_collections_that_are_shared()
    {
        Shared(new[] { 1, 2 });
        Shared(new byte[] { 1, 2, 3 });
        Shared(new[] { "a", null });
        Shared(new object?[] { 1L, null, "s" });
        Shared(new int[][] { [1], [] });
        Shared(new (int, string)[] { (1, "a") });
        Shared(new List<int> { 1 });
        Shared(new Dictionary<string, int> { ["a"] = 1 });
        Shared(new Dictionary<int, int> { [1] = 1 });
        Shared(new HashSet<string> { "a" });
        Shared(new Queue<int>([1]));
        Shared(new Stack<int>([1]));
        Shared(new LinkedList<int>([1]));
        Shared(new SortedDictionary<string, int> { ["a"] = 1 });
        Shared(new Collection<int> { 1 });
        Shared(new ObservableCollection<int> { 1 });
        Shared(new ReadOnlyCollection<int>([1]));
        Shared(new ReadOnlyDictionary<string, int>(new Dictionary<string, int> { ["a"] = 1 }));
        Shared(ImmutableList.Create(1, 2));
        Shared(ImmutableHashSet.Create("a"));
        Shared(ImmutableDictionary<string, int>.Empty.Add("a", 1));
        Shared(ImmutableSortedDictionary<int, int>.Empty.Add(2, 1));
        Shared(ImmutableQueue.Create(1));
        Shared(new ArrayList { 1 });
        Shared(new Hashtable { ["a"] = 1 });
        Shared(Tuple.Create(1, "a"));
    }

    [Fact]
    public void Text()
    {
        int[] numbers = [1, 2];
        byte[] bytes = [1, 2, 3];
        Assert.Equal("""{"A":{"$id":"1","$values":[1,2]},"B":{"$ref":"1"},"O":null}""",
            Json.ToText(new Pair<int[]> { A = numbers, B = numbers }, JsonOptions.Graph));
        Assert.Equal("""{"A":{"$id":"1","$value":"AQID"},"B":{"$ref":"1"},"O":{"$type":"byte[]","$value":{"$ref":"1"}}}""",
            Json.ToText(new Pair<byte[]> { A = bytes, B = bytes, O = bytes }, JsonOptions.Graph));
        var map = ImmutableDictionary<string, int>.Empty.Add("a", 1);
        Assert.Equal("""{"A":{"$id":"1","a":1},"B":{"$ref":"1"},"O":null}""",
            Json.ToText(new Pair<ImmutableDictionary<string, int>> { A = map, B = map }, JsonOptions.Graph));
        object?[] self = [null, 5];
        self[0] = self;
        Assert.Equal("""{"$id":"1","$length":2,"$values":[{"$type":"object[]","$value":{"$ref":"1"}},5]}""",
            Json.ToText(self, JsonOptions.Graph));
        // Strings are values, and so are empty arrays, of which .NET has one a type.
        Assert.Equal("""[["s","s"],[],[]]""",
            Json.ToText(new[] { ["s", "s"], Array.Empty<string>(), Array.Empty<string>() }, JsonOptions.Graph));
    }

    public class Nodes { public Nodes?[]? All; public Nodes? Up; public int Id; }

    [Fact]
    public void Arrays_that_contain_themselves()
    {
        object?[] self = [1, null, new List<object?>(), "x"];
        self[1] = self;
        ((List<object?>)self[2]!).Add(self);
        Each(self, back =>
        {
            Assert.Equal(4, back.Length);
            Assert.Same(back, back[1]);
            Assert.Same(back, ((List<object?>)back[2]!)[0]);
        });
        var root = new Nodes { Id = 1, All = new Nodes[3] };
        root.All[0] = new Nodes { Up = root, All = root.All };
        root.All[2] = root;
        Each(root, back =>
        {
            Assert.Same(back.All, back.All![0]!.All);
            Assert.Same(back, back.All[0]!.Up);
            Assert.Same(back, back.All[2]);
            Assert.Null(back.All[1]);
        });
        (object?, int)[] pairs = [(null, 1), (null, 2)];
        pairs[0].Item1 = pairs;
        Each(pairs, back => Assert.Same(back, back[0].Item1));
    }

    public record Link(string Name, List<Link> Others);

    [Fact]
    public void What_contains_itself_and_is_made_last_is_an_error_at_writing()
    {
        var link = new Link("a", []);
        // Referred to from beside it is no cycle.
        Each(new List<Link> { link, link, new("b", [link]) }, back => Assert.Same(back[0], back[2].Others[0]));
        link.Others.Add(link);
        var inner = new List<object?>();
        var fixedList = new ReadOnlyCollection<object?>(inner);
        inner.Add(fixedList);
        foreach (object value in new object[] { link, fixedList })
            foreach (var tier in Tiers(JsonOptions.Graph with { Types = JsonTypes.None.With<Link>() }))
                Assert.Contains("contains itself",
                    Assert.Throws<NotSupportedException>(() => Json.ToText(value, value.GetType(), tier)).Message,
                    StringComparison.Ordinal);
    }

    static void Compares<T>(T value, Func<T, bool> finds) where T : class
    {
        Each(value, back => Assert.True(finds(back)));
        Each<object>(value, back => Assert.True(finds((T)back)));
        Each(new[] { value, value }, back =>
        {
            Assert.Same(back[0], back[1]);
            Assert.True(finds(back[0]));
        });
    }

    [Fact]
    public void Comparers_of_strings()
    {
        var ignoring = StringComparer.OrdinalIgnoreCase;
        var map = new Dictionary<string, int>(ignoring) { ["Key"] = 1 };
        Assert.Equal("""{"$comparer":"OrdinalIgnoreCase","Key":1}""", Json.ToText(map, JsonOptions.Graph));
        Assert.Equal("""{"$comparer":"OrdinalIgnoreCase","$values":["Key"]}""",
            Json.ToText(new HashSet<string>(ignoring) { "Key" }, JsonOptions.Graph));
        Assert.Equal("""{"Key":1}""", Json.ToText(map));
        Compares(map, m => m.ContainsKey("KEY"));
        Compares(new HashSet<string>(ignoring) { "Key" }, m => m.Contains("KEY"));
        Compares(new SortedSet<string>(ignoring) { "Key" }, m => m.Contains("KEY"));
        Compares(new SortedDictionary<string, int>(ignoring) { ["Key"] = 1 }, m => m.ContainsKey("KEY"));
        Compares(new SortedList<string, int>(ignoring) { ["Key"] = 1 }, m => m.ContainsKey("KEY"));
        Compares(new System.Collections.Concurrent.ConcurrentDictionary<string, int>(map, ignoring), m => m.ContainsKey("KEY"));
        Compares(map.ToImmutableDictionary(ignoring), m => m.ContainsKey("KEY"));
        Assert.Throws<WireFormatException>(
            () => Json.FromText<Dictionary<string, int>>("""{"$comparer":"Mine","a":1}""", JsonOptions.Graph));
    }

    sealed class Backwards : IComparer<int>, IEqualityComparer<int>
    {
        public int Compare(int x, int y) => y.CompareTo(x);

        public bool Equals(int x, int y) => x == y;

        public int GetHashCode(int obj) => obj;
    }

    [Fact]
    public void Comparers_that_have_no_name_are_an_error_at_writing()
    {
        foreach (object value in new object[] { new SortedSet<int>(new Backwards()) { 1 }, new Dictionary<int, int>(new Backwards()),
            new HashSet<string>(StringComparer.Create(System.Globalization.CultureInfo.GetCultureInfo("de"), true)) })
            foreach (var tier in Tiers(JsonOptions.Graph))
                Assert.Contains("comparer", Assert.Throws<NotSupportedException>(() => Json.ToText(value, tier)).Message,
                    StringComparison.Ordinal);
    }

    public sealed class Ring { public object? Held { get; set; } public Ring[]? Rings { get; set; } }

    /// <summary>Its name stands in an object already, into which its number of items is put beside its identity.</summary>
    [Fact]
    public void Arrays_that_are_registered_subtypes_and_contain_themselves()
    {
        JsonOptions[] tiers = [.. ((ShapeTier[])[ShapeTier.Emitted, ShapeTier.Reflection]).Select(t => JsonOptions.Graph with
        {
            Convention = Convention.Plain.WithTier(t).WithSubtype<object, object[]>("objects").WithSubtype<object, Ring[]>("rings"),
        })];
        object?[] self = [null, 5];
        self[0] = self;
        Ring[] rings = [new(), new()];
        rings[1].Held = rings[0].Rings = rings;
        Assert.Equal("""{"$id":"1","$length":2,"$type":"objects","$values":[{"$ref":"1"},5]}""", Json.ToText<object>(self, tiers[0]));
        foreach (var tier in tiers)
        {
            string text = Json.ToText<object>(self, tier);
            object?[] back = Assert.IsType<object?[]>(Json.FromText<object>(text, tier));
            Assert.Same(back, back[0]);
            Assert.Equal(5, back[1]);
            text = Json.ToText(new Ring { Held = rings }, tier);
            var read = Assert.IsType<Ring[]>(Json.FromText<Ring>(text, tier).Held);
            Assert.Same(read, read[1].Held);
            Assert.Same(read, read[0].Rings);
        }
    }

    [Theory]
    [InlineData("""{"$id":"1","$length":3,"$values":[1,2]}""")]
    [InlineData("""{"$id":"1","$length":1,"$values":[1,2]}""")]
    [InlineData("""{"$id":"1","$length":0,"$values":[1]}""")]
    [InlineData("""{"$id":"1","$length":-1,"$values":[1]}""")]
    [InlineData("""{"$id":"1","$length":2000000000,"$values":[1]}""")]
    [InlineData("""{"$length":1,"$values":[1]}""")]
    public void A_wrong_number_of_items_is_refused(string text)
    {
        foreach (var tier in Tiers(JsonOptions.Graph))
        {
            Assert.Throws<WireFormatException>(() => Json.FromText<int[]>(text, tier));
            Assert.Throws<WireFormatException>(() => Json.FromText<List<int>>(text, tier));
            Assert.Throws<WireFormatException>(() => Json.FromText<object[]>(text, tier));
        }
    }
}
