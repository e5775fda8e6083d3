using Xunit;

namespace Isomer.Tests.Nodes;

/// <summary>
/// Nodes with their places: the values of <see cref="NodePath.Select"/> in its order, paths and pointers that lead to them, and changes
/// there.
/// </summary>
public class LocatedNodeTests
{
    static readonly string[] s_names = ["a", "b c", "it's", "\\", "~/", "", "\b\t\n\f\r\u0001\u001f", "\u00e4\u2028", "0", "$"];
    static readonly string[] s_paths = ["$", "$.*", "$..*", "$..a", "$[0]", "$..[0]", "$..[-1]", "$..[::-1]", "$..[1:3]",
        "$..['a','b c',0]", "$..[?@.a]", "$..[?@ == 1]", "$..*..*", "$.a[*].a"];

    static Node? RandomNode(Random random, int depth) => random.Next(depth > 3 ? 3 : 6) switch
    {
        0 => null,
        1 => random.Next(3),
        2 => "text",
        3 or 4 => new NodeArray(Enumerable.Range(0, random.Next(4)).Select(_ => RandomNode(random, depth + 1))),
        _ => RandomObject(random, depth),
    };

    static NodeObject RandomObject(Random random, int depth)
    {
        var o = new NodeObject();
        foreach (string name in s_names.Where(_ => random.Next(3) == 0))
            o[name] = RandomNode(random, depth + 1);
        return o;
    }

    [Fact]
    public void Each_is_found_again_by_its_path_and_its_pointer()
    {
        var random = new Random(11);
        int found = 0;
        for (int run = 0; run < 600; run++)
        {
            Node? root = RandomNode(random, 0);
            foreach (string path in s_paths)
            {
                NodePath parsed = NodePath.Parse(path);
                LocatedNode[] located = [.. parsed.Locate(root)];
                Assert.Equal(parsed.Select(root), located.Select(l => l.Value), ReferenceEqualityComparer.Instance);
                foreach (LocatedNode node in located)
                {
                    Assert.Same(node.Value, Assert.Single(NodePath.Parse(node.Path).Select(root)));
                    // A normalized path is the only form of its place.
                    Assert.Equal(node.Path, Assert.Single(NodePath.Parse(node.Path).Locate(root)).Path);
                    Assert.True(node.Pointer.TryFind(root, out Node? there) && ReferenceEquals(there, node.Value), node.Path);
                    Assert.Equal(node.Pointer, NodePointer.Parse(node.Pointer.ToString()));
                    Assert.Same(node.Above?.Value, node.Parent);
                    found++;
                }
            }
        }
        Assert.True(found > 10_000, $"{found}");
    }

    /// <summary>The examples of RFC 9535, 2.7.</summary>
    [Theory]
    [InlineData("$.a", "{\"a\":1}", "$['a']")]
    [InlineData("$[1]", "[0,1]", "$[1]")]
    [InlineData("$.*", "{\"a b\\u001f\":1}", "$['a b\\u001f']")]
    [InlineData("$[-3]", "[0,1,2,3,4]", "$[2]")]
    [InlineData("$.a.b[1:2]", "{\"a\":{\"b\":[0,1]}}", "$['a']['b'][1]")]
    [InlineData("$[\"\\u000B\"]", "{\"\\u000b\":1}", "$['\\u000b']")]
    [InlineData("$[\"\\u0061\"]", "{\"a\":1}", "$['a']")]
    public void Paths_are_normalized(string path, string json, string expected) =>
        Assert.Equal(expected, Assert.Single(Json.ParseNode(json)!.Locate(path)).ToString());

    [Fact]
    public void They_are_replaced_and_removed_in_their_place()
    {
        Node root = Json.ParseNode("""{"a":[1,2,{"x":null}],"x":3}""")!;
        foreach (LocatedNode x in root.Locate("$..x").ToList())
            x.Replace("new");
        Assert.Equal("""{"a":[1,2,{"x":"new"}],"x":"new"}""", Json.ToText(root));
        foreach (LocatedNode number in root.Locate("$.a[?@ < 3]").Reverse().ToList())
            number.Remove();
        root.Locate("$.x").Single().Remove();
        Assert.Equal("""{"a":[{"x":"new"}]}""", Json.ToText(root));
        Assert.Equal("$", root.Locate("$").Single().Path);
        Assert.Contains("root", Assert.Throws<InvalidOperationException>(() => root.Locate("$").Single().Replace(1)).Message,
            StringComparison.Ordinal);
    }

    /// <summary>What stands elsewhere since then is not what is changed.</summary>
    [Fact]
    public void A_place_that_has_changed_is_refused()
    {
        Node root = Json.ParseNode("[1,2,3]")!;
        LocatedNode[] all = [.. root.Locate("$[*]")];
        all[0].Remove();
        Assert.Contains("$[1]", Assert.Throws<InvalidOperationException>(() => all[1].Remove()).Message, StringComparison.Ordinal);
        Assert.Throws<InvalidOperationException>(() => all[2].Replace(5));
        Assert.Equal("[2,3]", Json.ToText(root));
        Node o = Json.ParseNode("""{"a":1}""")!;
        LocatedNode a = o.Locate("$.a").Single();
        a.Remove();
        Assert.Throws<InvalidOperationException>(() => a.Replace(2));
        Assert.Equal("{}", Json.ToText(o));
    }

    /// <summary>One above was replaced: what was selected in it is in the tree no more.</summary>
    [Fact]
    public void So_is_a_place_in_what_was_replaced()
    {
        Node root = Json.ParseNode("""{"a":{"a":1}}""")!;
        LocatedNode[] all = [.. root.Locate("$..a")];
        all[0].Replace("outer");
        Assert.Equal("outer", all[0].Value!.As<string>());
        Assert.Throws<InvalidOperationException>(() => all[1].Replace("inner"));
        all[0].Replace("again");
        Assert.Equal("""{"a":"again"}""", Json.ToText(root));
    }

    /// <summary>Replaced through the places themselves: by what has no such child, or has another there.</summary>
    [Theory]
    [InlineData("1")]
    [InlineData("null")]
    [InlineData("[]")]
    [InlineData("[[2]]")]
    [InlineData("{}")]
    [InlineData("""{"b":[2]}""")]
    public void What_stood_in_what_was_replaced_is_not_changed(string other)
    {
        foreach (string path in new[] { "$.a.b", "$.a.b[0]" })
            foreach (bool isHigher in new[] { false, true })
            {
                Node root = Json.ParseNode("""{"a":{"b":[1]}}""")!;
                LocatedNode place = root.Locate(path).Single(), above = place.Above!;
                if (isHigher && above.Above!.Above is not null)
                    above = above.Above;
                above.Replace(Json.ParseNode(other));
                string after = Json.ToText(root);
                Assert.Throws<InvalidOperationException>(() => place.Replace("new"));
                Assert.Throws<InvalidOperationException>(place.Remove);
                Assert.Equal(after, Json.ToText(root));
            }
    }

    /// <summary>An array in place of an object holds it at that number, but not by that name; and an object in place of an array.</summary>
    [Fact]
    public void Nor_where_it_stands_in_another_way()
    {
        foreach (string path in new[] { "$.a.b", "$.a[0]" })
        {
            Node root = Json.ParseNode(path == "$.a.b" ? """{"a":{"b":1}}""" : """{"a":[1]}""")!;
            LocatedNode place = root.Locate(path).Single();
            place.Above!.Replace(path == "$.a.b" ? new NodeArray([place.Value]) : new NodeObject { ["b"] = place.Value });
            string after = Json.ToText(root);
            Assert.Throws<InvalidOperationException>(() => place.Replace("new"));
            Assert.Throws<InvalidOperationException>(place.Remove);
            Assert.Equal(after, Json.ToText(root));
        }
    }

    /// <summary>Many members of one object are removed in time that grows with them.</summary>
    [Fact]
    public void Many_are_removed_in_linear_time()
    {
        var root = new NodeObject();
        for (int i = 0; i < 100_000; i++)
            root.Add("m" + i, i);
        var time = Safety.ThreadTime.Start();
        foreach (LocatedNode member in root.Locate("$.*").Reverse().ToList())
            member.Remove();
        Assert.Equal(0, root.Count);
        Assert.True(time.Elapsed < TimeSpan.FromSeconds(5), $"{time.Elapsed}");
    }

    /// <summary>Deep documents need no stack of ours.</summary>
    [Fact]
    public void Deep_ones_too()
    {
        NodeArray root = [];
        for (int i = 0; i < 20_000; i++)
            root = new NodeArray([root]);
        Assert.Equal(20_000, root.Locate("$..*").Count());
    }
}
