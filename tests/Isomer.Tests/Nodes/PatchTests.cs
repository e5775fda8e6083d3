using Isomer.Tests.Formats;
using Xunit;

namespace Isomer.Tests.Nodes;

/// <summary>
/// Pointers (RFC 6901), patches (RFC 6902) and merge patches (RFC 7396): the documents' own examples, and properties over random JSON.
/// </summary>
public class PatchTests
{
    static Node? Parse(string json) => Json.ParseNode(json);

    [Fact]
    public void Pointers_of_the_document()
    {
        var root = Parse("""{"foo":["bar","baz"],"":0,"a/b":1,"c%d":2,"e^f":3,"g|h":4,"i\\j":5,"k\"l":6," ":7,"m~n":8}""");
        foreach (var (pointer, expected) in new (string, string)[]
        {
            ("/foo", """["bar","baz"]"""), ("/foo/0", "\"bar\""), ("/", "0"), ("/a~1b", "1"), ("/c%d", "2"), ("/e^f", "3"), ("/g|h", "4"),
            ("/i\\j", "5"), ("/k\"l", "6"), ("/ ", "7"), ("/m~0n", "8"),
        })
        {
            Assert.Equal(Parse(expected), NodePointer.Parse(pointer).Find(root));
            Assert.Equal(pointer, NodePointer.Parse(pointer).ToString());
        }
        Assert.Same(root, NodePointer.Parse("").Find(root));
        foreach (string none in new[] { "/foo/2", "/foo/01", "/foo/-1", "/foo/-", "/foo/bar", "/x", "/foo/0/x" })
            Assert.False(NodePointer.Parse(none).TryFind(root, out _));
        foreach (string wrong in new[] { "a", "/~", "/~2", "/a~" })
            Assert.Throws<FormatException>(() => NodePointer.Parse(wrong));
        Assert.True(NodePointer.Parse("/a").TryFind(Parse("""{"a":null}"""), out var isNull) && isNull is null);
    }

    [Theory]
    [InlineData("""{"foo":"bar"}""", """[{"op":"add","path":"/baz","value":"qux"}]""", """{"baz":"qux","foo":"bar"}""")]
    [InlineData("""{"foo":["bar","baz"]}""", """[{"op":"add","path":"/foo/1","value":"qux"}]""", """{"foo":["bar","qux","baz"]}""")]
    [InlineData("""{"baz":"qux","foo":"bar"}""", """[{"op":"remove","path":"/baz"}]""", """{"foo":"bar"}""")]
    [InlineData("""{"foo":["bar","qux","baz"]}""", """[{"op":"remove","path":"/foo/1"}]""", """{"foo":["bar","baz"]}""")]
    [InlineData("""{"baz":"qux","foo":"bar"}""", """[{"op":"replace","path":"/baz","value":"boo"}]""", """{"baz":"boo","foo":"bar"}""")]
    [InlineData("""{"foo":{"bar":"baz","waldo":"fred"},"qux":{"corge":"grault"}}""",
        """[{"op":"move","from":"/foo/waldo","path":"/qux/thud"}]""", """{"foo":{"bar":"baz"},"qux":{"corge":"grault","thud":"fred"}}""")]
    [InlineData("""{"foo":["all","grass","cows","eat"]}""", """[{"op":"move","from":"/foo/1","path":"/foo/3"}]""",
        """{"foo":["all","cows","eat","grass"]}""")]
    [InlineData("""{"baz":"qux","foo":["a",2,"c"]}""",
        """[{"op":"test","path":"/baz","value":"qux"},{"op":"test","path":"/foo/1","value":2}]""", """{"baz":"qux","foo":["a",2,"c"]}""")]
    [InlineData("""{"baz":"qux"}""", """[{"op":"test","path":"/baz","value":"bar"}]""", null)]
    [InlineData("""{"foo":"bar"}""", """[{"op":"add","path":"/child","value":{"grandchild":{}}}]""",
        """{"foo":"bar","child":{"grandchild":{}}}""")]
    [InlineData("""{"foo":"bar"}""", """[{"op":"add","path":"/baz","value":"qux","xyz":123}]""", """{"foo":"bar","baz":"qux"}""")]
    [InlineData("""{"foo":"bar"}""", """[{"op":"add","path":"/baz/bat","value":"qux"}]""", null)]
    [InlineData("""{"/":9,"~1":10}""", """[{"op":"test","path":"/~01","value":10}]""", """{"/":9,"~1":10}""")]
    [InlineData("""{"/":9,"~1":10}""", """[{"op":"test","path":"/~01","value":"10"}]""", null)]
    [InlineData("""{"foo":["bar"]}""", """[{"op":"add","path":"/foo/-","value":["abc","def"]}]""", """{"foo":["bar",["abc","def"]]}""")]
    [InlineData("""{"a":{"b":1}}""", """[{"op":"copy","from":"/a","path":"/a/c"}]""", """{"a":{"b":1,"c":{"b":1}}}""")]
    [InlineData("""{"a":{"b":1}}""", """[{"op":"move","from":"/a","path":"/a/c"}]""", null)]
    [InlineData("""{"a":1}""", """[{"op":"replace","path":"","value":[1]}]""", "[1]")]
    [InlineData("""{"a":1}""", """[{"op":"replace","path":"/b","value":1}]""", null)]
    [InlineData("""[1,2]""", """[{"op":"add","path":"/3","value":1}]""", null)]
    [InlineData("""[1,2]""", """[{"op":"remove","path":"/2"}]""", null)]
    [InlineData("""{"a":1}""", """[{"op":"add","path":"/b"}]""", null)]
    [InlineData("""{"a":1}""", """[{"op":"none","path":"/b"}]""", null)]
    [InlineData("""{"a":1}""", """[{"path":"/b"}]""", null)]
    [InlineData("""{"a":1}""", """[{"op":"add","path":"b","value":1}]""", null)]
    [InlineData("""{"a":1}""", """{"op":"add"}""", null)]
    [InlineData("""{"a":1.0}""", """[{"op":"test","path":"/a","value":1}]""", """{"a":1.0}""")]
    public void Patches(string target, string patch, string? expected)
    {
        var root = Parse(target);
        if (expected is null)
            Assert.Throws<PatchException>(() => JsonPatch.Apply(root, Parse(patch)));
        else
            Assert.Equal(Parse(expected), JsonPatch.Apply(root, Parse(patch)));
        // All or nothing: what it is applied to stays as it was.
        Assert.Equal(Parse(target), root);
    }

    [Fact]
    public void A_patch_that_fails_tells_which_operation() =>
        Assert.Equal(1,
            Assert.Throws<PatchException>(
                () => JsonPatch.Apply(Parse("""{"a":1}"""),
                    Parse("""[{"op":"remove","path":"/a"},{"op":"remove","path":"/a"}]"""))).Operation);

    [Theory]
    [InlineData("""{"a":"b"}""", """{"a":"c"}""", """{"a":"c"}""")]
    [InlineData("""{"a":"b"}""", """{"b":"c"}""", """{"a":"b","b":"c"}""")]
    [InlineData("""{"a":"b"}""", """{"a":null}""", """{}""")]
    [InlineData("""{"a":"b","b":"c"}""", """{"a":null}""", """{"b":"c"}""")]
    [InlineData("""{"a":["b"]}""", """{"a":"c"}""", """{"a":"c"}""")]
    [InlineData("""{"a":"c"}""", """{"a":["b"]}""", """{"a":["b"]}""")]
    [InlineData("""{"a":{"b":"c"}}""", """{"a":{"b":"d","c":null}}""", """{"a":{"b":"d"}}""")]
    [InlineData("""{"a":[{"b":"c"}]}""", """{"a":[1]}""", """{"a":[1]}""")]
    [InlineData("""["a","b"]""", """["c","d"]""", """["c","d"]""")]
    [InlineData("""{"a":"b"}""", """["c"]""", """["c"]""")]
    [InlineData("""{"a":"foo"}""", "null", "null")]
    [InlineData("""{"a":"foo"}""", "\"bar\"", "\"bar\"")]
    [InlineData("""{"e":null}""", """{"a":1}""", """{"e":null,"a":1}""")]
    [InlineData("""[1,2]""", """{"a":"b","c":null}""", """{"a":"b"}""")]
    [InlineData("""{}""", """{"a":{"bb":{"ccc":null}}}""", """{"a":{"bb":{}}}""")]
    public void Merge_patches(string target, string patch, string expected)
    {
        var root = Parse(target);
        Assert.Equal(Parse(expected), MergePatch.Apply(root, Parse(patch)));
        Assert.Equal(Parse(target), root);
    }

    [Fact]
    public void What_lies_between_two_makes_the_one_of_the_other()
    {
        int said = 0;
        for (int seed = 0; seed < 2_000; seed++)
        {
            var random = new Random(seed);
            var (from, to) = (Parse(RandomJson.Text(random)), Parse(RandomJson.Text(random)));
            Assert.True(Node.DeepEquals(to, JsonPatch.Apply(from, JsonPatch.Between(from, to))), $"seed {seed}");
            Assert.Empty(JsonPatch.Between(from, from?.Clone()).Items);
            // A part of it changed: the patch is about that part.
            var part = Changed(from, random);
            Assert.True(Node.DeepEquals(part, JsonPatch.Apply(from, JsonPatch.Between(from, part))), $"seed {seed}, part");
            if (Record.Exception(() => MergePatch.Between(from, to)) is null)
            {
                said++;
                Assert.True(Node.DeepEquals(to, MergePatch.Apply(from, MergePatch.Between(from, to))), $"seed {seed}, merge");
            }
        }
        Assert.True(said > 500, $"{said}");
    }

    static Node? Changed(Node? node, Random random)
    {
        var copy = node?.Clone();
        switch (copy)
        {
            case NodeArray { Count: > 0 } items:
                int at = random.Next(items.Count);
                if (random.Next(3) == 0)
                    items.Items.RemoveAt(at);
                else if (random.Next(2) == 0)
                    items.Items.Insert(at, 5);
                else
                    items.Items[at] = Changed(items[at], random);
                return items;
            case NodeObject { Count: > 0 } members:
                string name = members.Names.ElementAt(random.Next(members.Count));
                if (random.Next(3) == 0)
                    members.Remove(name);
                else
                    members[name] = Changed(members[name], random);
                return members;
            default:
                return "changed";
        }
    }

    /// <summary>26 copies of the whole into itself were 22 seconds and 7 GB of 979 bytes; a few more ended the process.</summary>
    [Fact]
    public void Copies_are_bounded_by_the_patch_and_the_node()
    {
        var patch = new NodeArray();
        for (int i = 0; i < 40; i++)
            patch.Add(Parse($$"""{"op":"copy","from":"","path":"/k{{i}}"}"""));
        long before = GC.GetAllocatedBytesForCurrentThread();
        var error = Assert.Throws<PatchException>(() => JsonPatch.Apply(Parse("""{"a":1}"""), patch));
        Assert.InRange(GC.GetAllocatedBytesForCurrentThread() - before, 0, 30 << 20);
        Assert.InRange(error.Operation, 10, 20);

        // A number counts by its digits.
        foreach (var number in new[] { Parse(new string('7', 1 << 20)), new NodeValue(System.Numerics.BigInteger.Pow(2, 1 << 20)) })
        {
            var numbers = new NodeArray(Enumerable.Range(0, 200).Select(i => Parse($$"""{"op":"copy","from":"/n","path":"/k{{i}}"}""")));
            Assert.InRange(Assert.Throws<PatchException>(
                () => JsonPatch.Apply(new NodeObject { ["n"] = number }, numbers)).Operation, 10, 60);
        }

        // Of a text of a megabyte 16 copies and more.
        var large = new NodeObject { ["text"] = new string('x', 1 << 20) };
        var some = new NodeArray(Enumerable.Range(0, 16).Select(i => Parse($$"""{"op":"copy","from":"/text","path":"/k{{i}}"}""")));
        Assert.Equal(17, ((NodeObject)JsonPatch.Apply(large, some)!).Count);
        // A small one as often as a patch of many operations says it.
        var many = new NodeArray(Enumerable.Range(0, 10_000).Select(i => Parse("""{"op":"copy","from":"/a","path":"/b/-"}""")));
        Assert.Equal(10_000, ((NodeArray)((NodeObject)JsonPatch.Apply(Parse("""{"a":{"c":[1,2]},"b":[]}"""), many)!)["b"]!).Count);
    }

    [Fact]
    public void What_nests_deeper_than_the_stack_is_copied()
    {
        var patch = new NodeArray();
        for (int i = 0; i < 100_000; i++)
        {
            patch.Add(Parse("""{"op":"add","path":"/y","value":{"x":0}}"""));
            patch.Add(Parse("""{"op":"move","from":"/x","path":"/y/x"}"""));
            patch.Add(Parse("""{"op":"move","from":"/y","path":"/x"}"""));
        }
        patch.Add(Parse("""{"op":"copy","from":"/x","path":"/z"}"""));
        // On a stack of a megabyte: how large that of a test's thread is, the machine says.
        bool isCopied = false;
        var thread = new Thread(() =>
        {
            var whole = (NodeObject)JsonPatch.Apply(Parse("""{"x":1}"""), patch)!;
            isCopied = !ReferenceEquals(whole["x"], whole["z"]) && whole["z"]!.Equals(whole["x"]);
        }, 1 << 20);
        thread.Start();
        thread.Join();
        Assert.True(isCopied);
    }
}
