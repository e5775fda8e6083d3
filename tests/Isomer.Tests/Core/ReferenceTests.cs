using Xunit;

namespace Isomer.Tests.Core;

public class ReferenceTests
{
    static readonly Setup Preserve = new() { References = References.Preserve };

    public sealed class Node
    {
        public string? Name { get; set; }
        public Node? Next { get; set; }
        public List<Node?>? All { get; set; }
        public Dictionary<string, Node>? Map { get; set; }
        public Node[]? Array { get; set; }
        public object? Any { get; set; }
    }

    public sealed class AllEqual(int id)
    {
        public int Id { get; } = id;
        public override bool Equals(object? obj) => obj is AllEqual;
        public override int GetHashCode() => 1;
    }

    [Fact]
    public void Shared_objects_stay_shared()
    {
        var shared = new Node { Name = "s" };
        foreach (var copy in Wires.Copies(
            new Node { Next = shared, All = [shared, shared, null], Map = new() { ["a"] = shared }, Array = [shared] }, null, Preserve))
        {
            Assert.Equal("s", copy.Next!.Name);
            Assert.All([copy.All![0], copy.All[1], copy.Map!["a"], copy.Array![0]], n => Assert.Same(copy.Next, n));
            Assert.Null(copy.All[2]);
        }
    }

    [Fact]
    public void Shared_collections_stay_shared()
    {
        var list = new List<Node?> { new() { Name = "x" } };
        var map = new Dictionary<string, Node> { ["k"] = list[0]! };
        var array = new[] { list[0]! };
        foreach (var copy in Wires.Copies(
            new Node { All = list, Map = map, Array = array, Next = new Node { All = list, Map = map, Array = array } }, null, Preserve))
        {
            Assert.Same(copy.All, copy.Next!.All);
            Assert.Same(copy.Map, copy.Next.Map);
            Assert.Same(copy.Array![0], copy.Next.Array![0]);
            Assert.Same(copy.All![0], copy.Map!["k"]);
        }
        var twice = new[] { array, array };
        Assert.All(Wires.Copies(twice, null, Preserve, w => w.SharesArrays), c => Assert.Same(c[0], c[1]));
    }

    [Fact]
    public void Cycles()
    {
        var a = new Node { Name = "a" };
        var b = new Node { Name = "b", Next = a };
        a.Next = b;
        a.All = [a, b];
        a.Map = new() { ["self"] = a };
        foreach (var copy in Wires.Copies(a, null, Preserve))
        {
            Assert.Same(copy, copy.Next!.Next);
            Assert.Same(copy, copy.All![0]);
            Assert.Same(copy, copy.Map!["self"]);
        }
        var list = new CollectionTests.Tree();
        list.Add(list);
        Assert.All(Wires.Copies(list, null, Preserve), l => Assert.Same(l, l[0]));
        var map = new CollectionTests.OwnMap();
        map["self"] = map;
        Assert.All(Wires.Copies(map, null, Preserve), m => Assert.Same(m, m["self"]));
    }

    [Fact]
    public void A_cycle_without_preserving_is_an_error()
    {
        var a = new Node();
        a.Next = a;
        Wires.RefusesToWrite(a, null, "Preserve");
    }

    [Fact]
    public void Identity_is_not_equality()
    {
        foreach (var copy in Wires.Copies(new[] { new AllEqual(1), new AllEqual(2) }, null, Preserve))
            Assert.Equal([1, 2], copy.Select(c => c.Id));
        string one = new('x', 3), two = new('x', 3);
        Wires.RoundTrip(new[] { one, two }, null, Preserve);
    }

    public class Frozen
    {
        public System.Collections.Immutable.ImmutableList<Node>? List { get; set; }
        public System.Collections.ObjectModel.ReadOnlyCollection<Node>? ReadOnly { get; set; }
        public Stack<Node>? Stack { get; set; }
        public IReadOnlyList<Node>? Interface { get; set; }
        public Node[,]? Grid { get; set; }
        public Lazy<Node>? Lazy { get; set; }
        public Frozen? Other { get; set; }
    }

    [Fact]
    public void Through_collections_that_are_made_at_the_end()
    {
        var node = new Node { Name = "n" };
        var one = new Frozen
        {
            List = [node],
            ReadOnly = new([node]),
            Stack = new([node]),
            Interface = [node],
            Grid = new[,] { { node } },
            Lazy = new(() => node)
        };
        one.Other = new Frozen { List = one.List, ReadOnly = one.ReadOnly, Stack = one.Stack, Interface = one.Interface };
        foreach (var copy in Wires.Copies(one, null, Preserve))
        {
            Assert.Same(copy.Interface, copy.Other!.Interface);
            Assert.All([copy.ReadOnly![0], copy.Stack!.Peek(), copy.Interface![0], copy.Grid![0, 0], copy.Lazy!.Value],
                n => Assert.Same(copy.List![0], n));
        }
        foreach (var copy in Wires.Copies(one, null, Preserve, w => w.SharesArrays))
        {
            Assert.Same(copy.List, copy.Other!.List);
            Assert.Same(copy.ReadOnly, copy.Other.ReadOnly);
            Assert.Same(copy.Stack, copy.Other.Stack);
        }
    }

    public record Immutable(string Name, List<Immutable> Friends);
    public struct Slot { public Node? Left { get; set; } public Node? Right { get; set; } }

    [Fact]
    public void Through_constructors_and_structs()
    {
        var x = new Immutable("x", []);
        foreach (var copy in Wires.Copies(new[] { x, x, new("y", [x]) }, null, Preserve))
        {
            Assert.Same(copy[0], copy[1]);
            Assert.Same(copy[0], copy[2].Friends[0]);
        }
        var node = new Node();
        Assert.All(Wires.Copies(new Slot { Left = node, Right = node }, null, Preserve), s => Assert.Same(s.Left, s.Right));
        x.Friends.Add(x);
        foreach (var wire in Wires.All)
            foreach (var convention in Wires.Tiers(null))
                Assert.Throws<WireFormatException>(() => wire.Read<Immutable>(wire.Write(x, convention, Preserve), convention, Preserve));
    }

    [Fact]
    public void With_subtypes()
    {
        var dog = new PolymorphismTests.Dog { Legs = 4 };
        foreach (var copy in Wires.Copies(new PolymorphismTests.Zoo { Star = dog, Exact = dog, All = [dog] }, null, Preserve))
        {
            Assert.IsType<PolymorphismTests.Dog>(copy.Star);
            Assert.Same(copy.Star, copy.Exact);
            Assert.Same(copy.Star, copy.All![0]);
        }
    }

    [Fact]
    public void Behind_object()
    {
        var dog = new PolymorphismTests.Dog { Legs = 4 };
        foreach (var copy in Wires.Copies(new object[] { dog, dog, "s" }, c => c.WithSubtype<object, PolymorphismTests.Dog>("dog", 1),
            Preserve))
        {
            Assert.IsType<PolymorphismTests.Dog>(copy[0]);
            Assert.Same(copy[0], copy[1]);
        }
        // What follows an untyped object must not take over its identity.
        var any = new { A = 1 };
        string json = Wires.ToJson(new Node { Any = any, All = [new Node { Name = "n" }], Next = new Node { Any = any } }, null, Preserve);
        Assert.All(Wires.FromJson<Node>(json, null, Preserve), n => Assert.Equal("n", n.All![0]!.Name));
        Assert.All(Wires.FromJson<Node>(json, null, Preserve), n => Assert.Same(n.Any, n.Next!.Any));
    }

    [Theory]
    [InlineData("""{"$ref":"7"}""")]
    [InlineData("""{"$id":"1","Next":{"$ref":"2"}}""")]
    [InlineData("""{"$id":"1","Next":{"$id":"1"}}""")]
    [InlineData("""{"$id":"1","All":{"$ref":"1"}}""")]
    public void References_to_nothing_and_of_the_wrong_type_are_refused(string json) => Wires.RefusesJson<Node>(json, null, Preserve);
}
