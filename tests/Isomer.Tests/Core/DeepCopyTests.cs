using System.Collections;
using Isomer.Nodes;
using Isomer.Tests.Formats.FastJson;
using Isomer.Tests.OfTables;
using Xunit;

namespace Isomer.Tests.Core;

/// <summary>Copies keep run-time types, shared objects and cycles, and share nothing that can change.</summary>
public class DeepCopyTests
{
    static readonly Convention Reflected = Convention.Plain.WithTier(ShapeTier.Reflection)
        .WithUnknownSubtypes(UnknownSubtypes.WriteAsRuntimeType);

    static void Each<T>(T value, Action<T> check)
    {
        foreach (var convention in new[] { null, Reflected })
            check(DeepCopy.Of(value, convention));
    }

    public class Animal { public string? Name { get; set; } public Animal? Friend { get; set; } }
    public class Cat
        : Animal
    { public int Legs; public byte[]? Data; public int? N; public decimal M { get; set; } public DateTimeOffset At { get; set; } }
    public record Pair(Animal Left, IEnumerable<Animal> Right, object? Any = null);
    public class Loop(Loop? next) { public Loop? Next { get; set; } = next; }
    public class Bag
    {
        public object? Any { get; set; }
        public IList? List { get; set; }
        public IReadOnlyDictionary<string,
        object?>? Map
        { get; set; }
        public List<int>? Numbers { get; set; }
        public HashSet<string>? Set { get; set; }
        public (int,
            Animal?) Tuple; public Version? Version { get; set; }
        public int[,]? Grid { get; set; }
        public Uri? Uri { get; set; }
        public System.Numerics.BigInteger Big; public Hashtable? Table;
    }

    [Fact]
    public void Graphs()
    {
        var cat = new Cat
        { Name = "c", Legs = 4, Data = [1, 2], N = 3, M = 1.50m, At = new DateTimeOffset(2020, 1, 2, 3, 4, 5, TimeSpan.FromHours(2)) };
        cat.Friend = cat;
        Each<Pair>(new(cat, [cat, new Animal { Name = "a" }], cat), copy =>
        {
            var left = Assert.IsType<Cat>(copy.Left);
            Assert.NotSame(cat, left);
            Assert.Same(left, left.Friend);
            Assert.Same(left, copy.Right.First());
            Assert.Same(left, copy.Any);
            Assert.Equal(typeof(Animal), copy.Right.Last().GetType());
            Assert.Equal((4, 3, 1.50m, cat.At, cat.At.Offset), (left.Legs, left.N, left.M, left.At, left.At.Offset));
            Assert.Equal(cat.Data, left.Data);
            Assert.NotSame(cat.Data, left.Data);
            Assert.Same(cat.Name, left.Name);
        });
        Each<object>(cat, copy => Assert.IsType<Cat>(copy));
        Assert.IsType<Cat>(DeepCopy.Of(cat, typeof(Animal)));
        Assert.Null(DeepCopy.Of<Cat?>(null));
        Assert.Equal(5, DeepCopy.Of(5));
    }

    [Fact]
    public void Collections_and_scalars_of_every_kind()
    {
        var bag = new Bag
        {
            Any = new List<object?>
                { 1, 2L, 3m, "s", null, 'c', DayOfWeek.Friday, new int[] { 1 }, new Cat { Legs = 2 }, (Half)1, new object() },
            List = new ArrayList { 1, "x" },
            Map = new SortedDictionary<string, object?> { ["b"] = new Dictionary<int, string> { [1] = "one" }, ["a"] = null },
            Numbers = [1, 2, 3],
            Set = new HashSet<string>(StringComparer.OrdinalIgnoreCase) { "A" },
            Tuple = (1, new Cat()),
            Version = new Version(1, 2),
            Grid = new[,] { { 1, 2 }, { 3, 4 } },
            Uri = new Uri("http://x/"),
            Big = System.Numerics.BigInteger.Pow(10, 50),
            Table = new Hashtable { [1] = new Animal { Name = "h" } },
        };
        Each(bag, copy =>
        {
            var any = Assert.IsType<List<object?>>(copy.Any);
            Assert.Equal(
                [typeof(int), typeof(long), typeof(decimal), typeof(string), null, typeof(char), typeof(DayOfWeek), typeof(int[]),
                    typeof(Cat), typeof(Half), typeof(object)], any.Select(a => a?.GetType()));
            Assert.NotSame(((List<object?>)bag.Any!)[7], any[7]);
            Assert.IsType<ArrayList>(copy.List);
            Assert.IsType<SortedDictionary<string, object?>>(copy.Map);
            Assert.Equal("one", ((Dictionary<int, string>)copy.Map["b"]!)[1]);
            Assert.Equal(bag.Numbers, copy.Numbers);
            Assert.NotSame(bag.Numbers, copy.Numbers);
            Assert.Contains("a", copy.Set!);
            Assert.IsType<Cat>(copy.Tuple.Item2);
            Assert.Equal((bag.Version, bag.Uri, bag.Big, 4), (copy.Version, copy.Uri, copy.Big, copy.Grid![1, 1]));
            Assert.Equal("h", ((Animal)copy.Table![1]!).Name);
        });
    }

    [Fact]
    public void The_article_s_object_with_its_tables()
    {
        var value = AcceptanceShapes.Object(exotic: true, dataset: true);
        var copy = DeepCopy.Of(value);
        Assert.NotSame(value.dataset, copy.dataset);
        Assert.Null(TableDifference.Of(value.dataset!, copy.dataset!));
        (value.hash, copy.hash) = (null, null);
        Assert.Equal(Json.ToText(value, AcceptanceShapes.Known), Json.ToText(copy, AcceptanceShapes.Known));
    }

    public class HoldsNodes
    {
        public Node? First { get; set; }
        public Node? Second { get; set; }
        public object? Third { get; set; }
        public List<object?> Items { get; set; } = [];
        [System.Text.Json.Serialization.JsonExtensionData] public Dictionary<string, object?>? Extra { get; set; }
    }

    /// <summary>
    /// Nodes of texts and numbers cannot change and are shared; objects and arrays are copied, one that is in two places once.
    /// </summary>
    [Fact]
    public void Nodes_are_copied_with_what_they_hold()
    {
        var node = Json.ParseNode("""{"a":[1,{"b":1.10}],"c":null}"""u8)!;
        var value = new HoldsNodes { First = node, Second = node, Third = node, Items = { node, Node.From(5), node.AsDynamic(), null } };
        Each(value, copy =>
        {
            Assert.Equal(node, copy.First);
            Assert.NotSame(node, copy.First);
            Assert.Same(copy.First, copy.Second);
            Assert.Same(copy.First, copy.Third);
            Assert.Same(copy.First, copy.Items[0]);
            Assert.Same(value.Items[1], copy.Items[1]);
            Assert.NotSame(value.Items[2], copy.Items[2]);
            ((NodeObject)copy.First!)["d"] = Node.From(7);
            Assert.Null(((NodeObject)node)["d"]);
            ((dynamic)copy.Items[2]!).a = 3;
            Assert.Equal(node, value.First);
            Assert.Equal("""{"a":[1,{"b":1.10}],"c":null}""", node.ToString());
        });
        Each(node, copy => Assert.Equal(node, copy));
    }

    /// <summary>What extension data keeps of numbers whose digits a double would lose is a node.</summary>
    [Fact]
    public void Extension_data_with_all_digits()
    {
        const string Text = """{"Items":[],"n":12345678901234567.89,"m":1.10,"o":{"p":1e400}}""";
        foreach (var convention in new[] { null, Reflected })
        {
            var value = Json.FromText<HoldsNodes>(Text)!;
            Assert.Equal(Json.ToText(value), Json.ToText(DeepCopy.Of(value, convention)));
            Assert.EndsWith("""12345678901234567.89,"m":1.10,"o":{"p":1e400}}""", Json.ToText(DeepCopy.Of(value, convention)),
                StringComparison.Ordinal);
        }
    }

    [Fact]
    public void What_cannot_be_copied_says_so()
    {
        var a = new Loop(null);
        a.Next = new Loop(a);
        Assert.Contains("cycle", Assert.Throws<NotSupportedException>(() => DeepCopy.Of(a)).Message, StringComparison.Ordinal);
        Assert.Throws<NotSupportedException>(() => DeepCopy.Of<object>(new Action(() => { })));
        // After an error the thread's tape is clean.
        Assert.Equal(4, DeepCopy.Of(new Cat { Legs = 4 }).Legs);
    }

    public class BytesTwice
    {
        public IEnumerable<byte>? Seen { get; set; }
        public byte[]? Bytes { get; set; }
    }

    /// <summary>Bytes are written through one place and seen in the other, as before.</summary>
    [Fact]
    public void An_array_of_bytes_that_is_reached_twice_stays_one()
    {
        byte[] bytes = [1, 2];
        byte[][] two = DeepCopy.Of(new[] { bytes, bytes, [1, 2] });
        Assert.Same(two[0], two[1]);
        Assert.NotSame(bytes, two[0]);
        Assert.NotSame(two[0], two[2]);
        Assert.Equal(bytes, two[0]);
        var shown = DeepCopy.Of(new BytesTwice { Seen = bytes, Bytes = bytes });
        Assert.True(shown.Bytes!.SequenceEqual(bytes) && shown.Seen!.SequenceEqual(bytes));
        object[] behind = DeepCopy.Of(new object?[] { bytes, bytes, null, new List<byte[]> { bytes } })!;
        Assert.Same(behind[0], behind[1]);
        Assert.Same(behind[0], ((List<byte[]>)behind[3])[0]);
    }

    [Fact]
    public void A_copy_allocates_little_but_the_copy()
    {
        var list = Enumerable.Range(0, 100).Select(i => new Cat { Name = "n", Legs = i }).ToList();
        for (int i = 0; i < 50; i++)
            DeepCopy.Of(list);
        long before = GC.GetAllocatedBytesForCurrentThread();
        for (int i = 0; i < 10; i++)
            DeepCopy.Of(list);
        long each = (GC.GetAllocatedBytesForCurrentThread() - before) / 10;
        // A hundred cats of 88 bytes, and their list.
        Assert.InRange(each, 0, 100 * 112 + 2000);
    }
}
