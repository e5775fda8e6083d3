using Xunit;

namespace Isomer.Tests.Nodes;

/// <summary>Nodes that nest deeper than a stack, and nodes that contain themselves: all ends, and no process does.</summary>
public class DeepNodeTests
{
    const int Depth = 100_000;

    static Node Deep(Node? inmost, bool asObjects)
    {
        Node? node = inmost;
        for (int i = 0; i < Depth; i++)
            node = asObjects ? new NodeObject { { "x", i % 7 }, { "b", node } } : new NodeArray(i % 7, node);
        return node!;
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void Equal_and_copied(bool asObjects)
    {
        Node deep = Deep(1, asObjects);
        Assert.True(deep.Equals(Deep(1m, asObjects)));
        Assert.False(deep.Equals(Deep(2, asObjects)));
        Assert.False(deep.Equals(Deep(null, asObjects)));
        Assert.False(deep.Equals(Deep(new NodeArray(), asObjects)));
        Assert.False(Deep(new NodeArray(), asObjects).Equals(deep));
        Node copy = deep.Clone();
        Assert.True(copy.Equals(deep));
        // Of its own down to the last.
        for (Node a = deep, b = copy; a is not NodeValue; (a, b) = asObjects ? (a["b"]!, b["b"]!) : (a[1]!, b[1]!))
            Assert.NotSame(a, b);
    }

    [Fact]
    public void Patched()
    {
        var node = new NodeObject { { "a", Deep(1, asObjects: true) } };
        Node after = JsonPatch.Apply(node, new NodeArray(
            new NodeObject { { "op", "test" }, { "path", "/a" }, { "value", Deep(1, asObjects: true) } },
            new NodeObject { { "op", "copy" }, { "from", "/a" }, { "path", "/c" } }))!;
        Assert.True(after["c"]!.Equals(node["a"]));
        Assert.NotSame(after["a"], after["c"]);
    }

    /// <summary>Random small trees, compared and copied by the way that deep ones go, against the usual one.</summary>
    [Fact]
    public void As_the_recursive_way() => RandomCases.Run(2000, static seed =>
    {
        var random = new Random(seed);
        Node? a = Trees.Create(random, 3), b = random.Next(2) == 0 ? Trees.Create(random, 3) : a?.Clone();
        if (random.Next(4) == 0 && b is NodeArray { Count: > 0 } array)
            array[0] = "other";
        if (a is null)
            return null;
        return Isomer.Nodes.DeepNodes.Equals(a, b) != a.Equals(b) ? new("equal", $"{a}\n{b}")
            : a is not NodeValue && !Isomer.Nodes.DeepNodes.Clone(a).Equals(a) ? new("copied", a.ToString())
            : null;
    });

    [Fact]
    public void Descendants_of_what_is_deep_end()
    {
        Node deep = Deep(1, asObjects: true);
        Assert.Equal(Depth, deep.Select("$..b").Count());
        Assert.Equal(Depth, deep.Locate("$..b").Count());
    }

    /// <summary>Through one node or two, as first child or last: what is below it has no end.</summary>
    [Theory]
    [InlineData(0)]
    [InlineData(1)]
    [InlineData(2)]
    public void A_node_that_contains_itself(int way)
    {
        Node outer = way == 0 ? new NodeArray(1) : new NodeObject { { "b", 1 } };
        Node inner = way == 2 ? new NodeArray(outer, 2, outer) : outer;
        if (outer is NodeObject o)
            o["c"] = inner;
        else
            ((NodeArray)outer).Add(inner);
        foreach (Action run in new Action[]
        {
            () => outer.Select("$..b").Count(), () => outer.Locate("$..b").Count(), () => outer.Clone(),
            () => { _ = outer.Equals(way == 0 ? new NodeArray(1, outer) : new NodeObject { { "b", 1 }, { "c", inner } }); },
        })
            Assert.Contains("contains itself", Assert.Throws<InvalidOperationException>(run).Message, StringComparison.Ordinal);
        Assert.Equal(1, outer.Select(way == 0 ? "$..*" : "$..b").First());
    }

    /// <summary>One node in many places is no circle.</summary>
    [Fact]
    public void Shared_nodes_are_walked_each_time()
    {
        Node? node = 1;
        for (int i = 0; i < 12; i++)
            node = new NodeArray(node, node);
        for (int i = 0; i < 3000; i++)
            node = new NodeArray(node);
        Assert.Equal((1 << 13) - 1 + 3000 - 1, node!.Select("$..*").Count());
    }
}
