using System.Numerics;
using Isomer.Conventions;
using Xunit;
using Tree = Isomer.Node;

namespace Isomer.Tests.Formats.OfCompact;

/// <summary>Nodes as values of Compact: declared as such, and behind object.</summary>
public class CompactNodeRoundTrips
{
    public class Holder
    {
        public int Id { get; set; }
        public Tree? Extra { get; set; }
        public object? Any { get; set; }
        public NodeObject? Object { get; set; }
        public NodeArray? Array { get; set; }
        public NodeValue? Value { get; set; }
        public List<Tree?>? Many { get; set; }
    }

    /// <summary>The same but for a member, so that it is read by the adapter.</summary>
    public class Changed
    {
        public Tree? Extra { get; set; }
        public NodeArray? Array { get; set; }
        public object? Any { get; set; }
        public List<Tree?>? Many { get; set; }
        public NodeValue? Value { get; set; }
        public NodeObject? Object { get; set; }
    }

    public class Foreign
    {
        public int[]? Array { get; set; }
        public Dictionary<string,
        Dictionary<Small, decimal?[]>>? Extra
        { get; set; }
        public Small Value { get; set; }
        public object? Any { get; set; }
    }

    const string Source = """{"a":[1,2.50,1e400,-0,"x",null,true,123456789012345678901234567890.000,[],{}],"b":{"c":{"d":0.1}},"":"ü"}""";

    static readonly object[] Scalars =
        [(sbyte)1, (byte)2, 'c', (short)3, 4u, 5UL, Int128.MinValue, UInt128.MaxValue, (Half)1.5, 2.5f, double.NaN, -1.50m,
            BigInteger.Pow(3, 99),
        "text", Guid.Empty, new DateTime(5, DateTimeKind.Local), DateTimeOffset.UnixEpoch, TimeSpan.MinValue, DateOnly.MaxValue,
        TimeOnly.MaxValue, new byte[] { 1, 2 }, (nint)6, (nuint)7];

    static NodeObject Full()
    {
        var node = (NodeObject)Json.ParseNode(Source)!;
        node["scalars"] = new NodeArray(Scalars.Select(s => (Tree?)new NodeValue(s)));
        return node;
    }

    static void Same(Tree? expected, object? actual)
    {
        Assert.Equal(expected, Assert.IsType<Tree>(actual, exactMatch: false));
        Assert.Equal(expected!.GetType(), actual!.GetType());
        Assert.Equal(Json.ToText(expected, s_named), Json.ToText((Tree)actual, s_named));
        if (expected is NodeObject { Count: > 3 } o)
            Assert.Equal(((NodeArray)o["scalars"]!).Select(s => ((NodeValue)s!).Value),
                ((NodeArray)((NodeObject)actual)["scalars"]!).Select(s => ((NodeValue)s!).Value));
    }

    static readonly JsonOptions s_named = new() { Numbers = JsonNumbers.NamedFloats };

    public static TheoryData<bool, CompactSchema, References> Variants { get; } = new(
        from reflection in new[] { false, true }
        from schema in Enum.GetValues<CompactSchema>()
        from references in Enum.GetValues<References>()
        select (reflection, schema, references));

    [Theory, MemberData(nameof(Variants))]
    public void Exactly(bool reflection, CompactSchema schema, References references)
    {
        var options = Samples.Options(reflection, schema, references);
        var full = Full();
        Same(full, Compact.Deserialize<Tree>(Compact.Serialize<Tree>(full, options), options));
        Same(full, Compact.Deserialize<NodeObject>(Compact.Serialize(full, options), options));
        Same(full, Compact.Deserialize<object>(Compact.Serialize<object>(full, options), options));
        Same(full, Compact.Deserialize<Tree>(Compact.Serialize<object>(full, options), options));
        Same(full, Compact.Deserialize<object>(Compact.Serialize<object>(full.AsDynamic(), options), options));
        Assert.Null(Compact.Deserialize<Tree?>(Compact.Serialize<Tree?>(null, options), options));
        Same(5L, Compact.Deserialize<object>(Compact.Serialize<object>(new NodeValue(5L), options), options));
        Same(Json.ParseNode("1.0e2"), Compact.Deserialize<object>(Compact.Serialize<object>(Json.ParseNode("1.0e2")!, options), options));

        var holder = new Holder
        {
            Id = 1,
            Extra = full,
            Any = full["a"],
            Object = full,
            Array = (NodeArray)full["a"]!,
            Value = new NodeValue(1m),
            Many = [full, null, 5L]
        };
        byte[] bytes = Compact.Serialize(holder, options);
        var back = Compact.Deserialize<Holder>(bytes, options);
        Same(full, back.Extra);
        Same(full["a"], back.Any);
        Same(full, back.Object);
        Same(full["a"], back.Array);
        Same(1m, back.Value);
        Same(full, back.Many![0]);
        Assert.Null(back.Many[1]);
        Assert.Equal(1, back.Id);
        if (references == References.Preserve)
        {
            Assert.Same(back.Extra, back.Object);
            Assert.Same(back.Any, back.Array);
        }
        if (schema == CompactSchema.Fingerprint)
            return;
        var changed = Compact.Deserialize<Changed>(bytes, options);
        Same(full, changed.Extra);
        Same(full["a"], changed.Any);
        Same(full, changed.Object);
        Same(full["a"], changed.Array);
        Same(1m, changed.Value);
        Same(full, changed.Many![0]);

        var parsed = Compact.ParseNode(bytes)!;
        if (schema == CompactSchema.Embedded)
        {
            Same(full, parsed["Extra"]);
            Same(full["a"], parsed["Any"]);
            Same(full, ((NodeArray)parsed["Many"]!)[0]);
        }
    }

    [Theory, InlineData(false), InlineData(true)]
    public void WhatIsNoNodeIsReadAsOne(bool reflection)
    {
        var options = Samples.Options(reflection);
        var foreign = new Foreign
        {
            Array = [1, 2],
            Extra = new() { ["k"] = new() { [Small.One] = [1.0m, null] } },
            Value = Small.Max,
            Any = new Dictionary<string, object?> { ["x"] = new[] { 1.5, 2 } }
        };
        var read = Compact.Deserialize<Changed>(Compact.Serialize(foreign, options), options);
        Assert.Equal("[1,2]", read.Array!.ToString());
        Assert.Equal("""{"k":[{"Key":1,"Value":[1.0,null]}]}""", read.Extra!.ToString());
        Assert.Equal((byte)255, read.Value!.Value);
        object?[] values = [1, "x", null, new[] { 1.5m }, new List<object?> { 1 }, new Dictionary<string, object?> { ["k"] = 1L },
            new Dictionary<object, object?> { [1] = 2 }, new object()];
        Assert.Equal("""[1,"x",null,[1.5],[1],{"k":1},[{"Key":1,"Value":2}],{}]""",
            Json.ToText(Compact.Deserialize<Tree>(Compact.Serialize<object>(values, options), options)));
        // And the reverse: a node as what it looks like.
        Assert.Equal([1, 2], Compact.Deserialize<int[]>(Compact.Serialize<Tree>(new NodeArray(1, 2), options), options));
        Assert.Equal(new Dictionary<string, long> { ["a"] = 5 },
            Compact.Deserialize<Dictionary<string, long>>(Compact.Serialize<object>(new NodeObject { ["a"] = 5 }, options), options));
    }

    [Fact]
    public void ANodeInsideOfItselfIsNotRead()
    {
        var options = CompactOptions.Default with { References = References.Preserve };
        var node = new NodeObject();
        node["self"] = node;
        byte[] bytes = Compact.Serialize<Tree>(node, options);
        Assert.Contains("cycle", Assert.Throws<WireFormatException>(() => Compact.Deserialize<Tree>(bytes)).Message,
            StringComparison.Ordinal);
        Assert.Equal("""{"$id":"0","self":{"$ref":"0"}}""", Json.ToText(Compact.ParseNode(bytes)));
        Assert.Throws<NotSupportedException>(() => Compact.Serialize<Tree>(node));
    }

    [Fact]
    public void AnObjectIsNoNode()
    {
        var options = CompactOptions.Default with { Convention = Convention.Plain.WithSubtype<object, Dog>("Dog") };
        byte[] bytes = Compact.Serialize<object>(new Dog(), options);
        Assert.Contains("ParseNode", Assert.Throws<WireFormatException>(() => Compact.Deserialize<Tree>(bytes, options)).Message,
            StringComparison.Ordinal);
    }

    [Fact]
    public void AnotherKindIsRefused()
    {
        byte[] bytes = Compact.Serialize<Tree>(new NodeArray(1));
        Assert.Contains("NodeObject", Assert.Throws<WireFormatException>(() => Compact.Deserialize<NodeObject>(bytes)).Message,
            StringComparison.Ordinal);
    }

    [Fact]
    public void TextThatIsNoNumberIsRefused()
    {
        byte[] bytes = Compact.Serialize<Tree>(Json.ParseNode("1e400")!);
        int at = bytes.AsSpan().IndexOf("1e400"u8);
        foreach (string text in new[] { "1,400", "01400", "1e40x", "-----", "1.e10", "1e+-1", "\"x\":1" })
        {
            System.Text.Encoding.ASCII.GetBytes(text, bytes.AsSpan(at));
            foreach (Action read in new Action[] { () => Compact.ParseNode(bytes), () => Compact.Deserialize<Tree>(bytes),
                () => Compact.Deserialize<object>(bytes) })
                Assert.Contains("number", Assert.Throws<WireFormatException>(read).Message, StringComparison.Ordinal);
        }
    }
}
