using System.Numerics;
using Isomer.Conventions;
using Xunit;
using Tree = Isomer.Node;

namespace Isomer.Tests.Formats.OfCompact;

/// <summary>Payloads as nodes, without types.</summary>
public class CompactNodeTests
{
    static readonly CompactOptions Embedded = CompactOptions.Default with { Schema = CompactSchema.Embedded };
    static readonly CompactOptions Preserved = Embedded with { References = References.Preserve };

    static Tree? Parse<T>(T value, CompactOptions? options = null) => Compact.ParseNode(Compact.Serialize(value, options ?? Embedded));

    static string Text<T>(T value, CompactOptions? options = null) => Json.ToText(Parse(value, options));

    static WireFormatException Refused(byte[] bytes, CompactOptions? options = null)
    {
        var e = Assert.Throws<WireFormatException>(() => Compact.ParseNode(bytes, options));
        Assert.Equal("Compact", e.Format);
        Assert.InRange(e.Offset, 0, bytes.Length);
        return e;
    }

    [Fact]
    public void OrdersAsJson()
    {
        var orders = Northwind.Create();
        Assert.Equal(Json.Serialize(orders), Json.Serialize(Parse(orders)));
        Assert.Equal(Json.Serialize(orders), Json.Serialize(Parse(orders, Preserved with { Checksum = true })));
        var hashed = Parse(orders, CompactOptions.Default)!;
        Assert.All(((NodeObject)hashed).Names, n => Assert.Matches("^#[0-9a-f]{8}$", n));
        Assert.Equal(orders.Orders.Count, hashed[((NodeObject)hashed).Names.Single()]!.Select("$[*]").Count());
    }

    [Fact]
    public void FingerprintSaysNothing()
    {
        var e = Refused(Compact.Serialize(new Zoo(), CompactOptions.Default with { Schema = CompactSchema.Fingerprint }));
        Assert.Contains("Fingerprint", e.Message, StringComparison.Ordinal);
        Assert.Contains("Embedded", e.Message, StringComparison.Ordinal);
    }

    [Theory, InlineData(CompactSchema.Embedded), InlineData(CompactSchema.Hashed)]
    public void EveryScalarKeepsItsKind(CompactSchema schema)
    {
        var node = (NodeObject)Parse(Scalarful.Full, CompactOptions.Default with { Schema = schema })!;
        var properties = typeof(Scalarful).GetProperties().Where(p => p.GetMethod!.IsStatic is false).ToArray();
        Assert.Equal(properties.Length, node.Count);
        for (int i = 0; i < properties.Length; i++)
        {
            var (name, value) = node.Members[i];
            object? expected = properties[i].GetValue(Scalarful.Full);
            if (schema == CompactSchema.Embedded)
                Assert.Equal(properties[i].Name, name);
            if (expected is null)
            {
                Assert.Null(value);
                continue;
            }
            if (Model.Scalars.Of(expected.GetType()) == Model.Scalar.None)
                continue;
            object actual = Assert.IsType<NodeValue>(value).Value;
            Assert.Equal(expected, actual);
            Assert.IsType(expected.GetType(), actual);
            if (expected is decimal number)
                Assert.Equal(decimal.GetBits(number), decimal.GetBits((decimal)actual));
            if (expected is DateTime date)
                Assert.Equal(date.Kind, ((DateTime)actual).Kind);
        }
        object?[] all = [
            .. properties.Select(p => p.GetValue(Scalarful.Full))
                .Where(v => v is not null && Model.Scalars.Of(v.GetType()) != Model.Scalar.None), null];
        var dynamics = Assert.IsType<NodeArray>(Parse(all, CompactOptions.Default with { Schema = schema }));
        Assert.Equal(all, dynamics.Select(n => (n as NodeValue)?.Value));
        Assert.Equal(all.Select(v => v?.GetType()), dynamics.Select(n => (n as NodeValue)?.Value.GetType()));
    }

    [Fact]
    public void EnumsByNameWhereTheLayoutSaysIt()
    {
        Assert.Equal("""["Max","One"]""", Text(new[] { Small.Max, Small.One }));
        Assert.Equal("[255,1]", Text(new[] { Small.Max, Small.One }, CompactOptions.Default));
        Assert.Equal((byte)7, Assert.IsType<NodeValue>(Parse((Small)7)).Value);
        Assert.Equal("\"Max\"", Text<Big?>(Big.Max));
        Assert.Equal(ulong.MaxValue, Assert.IsType<NodeValue>(Parse(Big.Max, CompactOptions.Default)).Value);
        Assert.Equal("""[{"Key":"Max","Value":1}]""", Text(new Dictionary<Small, int> { [Small.Max] = 1 }));
    }

    [Fact]
    public void Collections()
    {
        var node = Parse(OfCompact.Collections.Full)!;
        Assert.Equal("[1,-2,3]", node["Ints"]!.ToString());
        Assert.Equal("[1.5,\"NaN\"]", node["Doubles"]!.ToString());
        Assert.Equal("""["a",null,"ü"]""", node["Strings"]!.ToString());
        Assert.Equal("[1,null]", node["Maybes"]!.ToString());
        Assert.Equal("""[[{"X":1,"Label":"x"}],[]]""", node["Nested"]!.ToString());
        Assert.Equal("""{"key":{"X":1,"Label":null}}""", node["IgnoringCase"]!.ToString());
        Assert.Equal("""[{"Key":1,"Value":["a"]},{"Key":2,"Value":["b"]}]""", node["Sorted"]!.ToString());
        Assert.Equal("""[{"Key":{"X":1,"Label":"a"},"Value":true}]""", node["ByPoint"]!.ToString());
        Assert.Equal("[{},{},{}]", Text(new Empty[3]));
        Assert.Equal("null", Text<List<int>?>(null));
    }

    [Fact]
    public void Subtypes()
    {
        var zoo = new Zoo { Animals = [new Dog { Name = "Rex", Barks = 2 }, new Cat { Lives = 9 }, new Animal { Name = "x" }, null] };
        Assert.Equal(Json.ToText(zoo), Text(zoo));
        var hashed = Parse(zoo, CompactOptions.Default)!.Select("$.*[0:3]").Select(a => ((NodeObject)a!)["$type"]);
        Assert.Equal([1, Hash("Cat"), null], hashed);
        var convention = Convention.Plain.WithSubtype<object, Dog>("Dog", 7).WithSubtype<object, Dictionary<string, int>>("Counts", 8);
        var options = Embedded with { Convention = convention };
        Assert.Equal("""[{"$type":"Dog","Barks":1,"Name":null},{"$type":"Counts","a":1},{"b":2}]""",
            Text<object?[]>(
                [new Dog { Barks = 1 }, new Dictionary<string, int> { ["a"] = 1 }, new Dictionary<string, object?> { ["b"] = 2 }],
                options));
    }

    static string Hash(string name)
    {
        uint hash = 2166136261;
        foreach (char c in name)
            hash = (hash ^ c) * 16777619;
        return $"#{hash:x8}";
    }

    [Fact]
    public void Dynamic() =>
        Assert.Equal("""[1,"x",[1.5],[null,2.00],{"k":true},[{"Key":1,"Value":"one"}],{},["a"],[]]""", Text<object?[]>([
        1, "x", new[] { 1.5 }, new List<object?> { null, 2.00m }, new Dictionary<string, object?> { ["k"] = true },
        new Dictionary<object, object?> { [1] = "one" }, new object(), new List<string> { "a" }, Array.Empty<object>()]));

    public class Optional
    {
        public int A { get; set; }
        public int B { get; set; }
        public bool ShouldSerializeB() => B != 0;
        public int C { get; set; }
    }

    [Fact]
    public void OptionalMembers() => Assert.Equal("""[{"A":1,"C":3},{"A":1,"B":2,"C":3}]""",
        Text(new[] { new Optional { A = 1, C = 3 }, new Optional { A = 1, B = 2, C = 3 } }));

    [Fact]
    public void SharedObjectsAreOneNode()
    {
        var shared = new Node { Value = 5, Others = [new Node()] };
        var node = Parse(new CompactCompatibility.Pair { First = shared, Second = shared }, Preserved)!;
        Assert.NotNull(node["First"]);
        Assert.Same(node["First"], node["Second"]);
        Assert.Equal(Json.ToText(new CompactCompatibility.Pair { First = shared, Second = shared }), Json.ToText(node));
        var list = new List<object?> { 1 };
        var twice = Parse<object?[]>([list, list], Preserved)!;
        Assert.Same(twice[0], twice[1]);
    }

    [Fact]
    public void CyclesAreCalledByNumber()
    {
        var circle = new Node { Value = 1, Others = [new Node { Value = 2 }] };
        circle.Next = circle;
        circle.Others[0]!.Next = circle;
        string text = Text(circle, Preserved);
        Assert.Equal("""{"$id":"0","Value":1,"Next":{"$ref":"0"},"Others":[{"Value":2,"Next":{"$ref":"0"},"Others":null}]}""", text);
        // What is there is what JSON with references has.
        var back = Json.FromText<Node>(text, new JsonOptions { References = References.Preserve })!;
        Assert.Same(back, back.Next);
        Assert.Same(back, back.Others![0]!.Next);

        var map = new Dictionary<string, object?>();
        map["self"] = map;
        Assert.Equal("""{"$id":"0","self":{"$ref":"0"}}""", Text<object>(map, Preserved));
        map["$id"] = 1;
        Assert.Contains("$id", Refused(Compact.Serialize<object>(map, Preserved)).Message, StringComparison.Ordinal);
        var list = new List<object?>();
        list.Add(list);
        Assert.Contains("itself", Refused(Compact.Serialize<object>(list, Preserved)).Message, StringComparison.Ordinal);
    }

    [Fact]
    public void WhatIsSharedOnEveryLevelIsRefused()
    {
        object?[] level = [1];
        for (int i = 0; i < 30; i++)
            level = [level, level];
        Assert.Contains("as a tree", Refused(Compact.Serialize<object>(level, Preserved)).Message, StringComparison.Ordinal);
        // Each refers to the one before: flat in the payload, deep in the tree.
        var chain = new List<Node> { new() };
        for (int i = 0; i < 100; i++)
            chain.Add(new Node { Next = chain[^1] });
        Assert.Contains("MaxDepth", Refused(Compact.Serialize(chain, Preserved)).Message, StringComparison.Ordinal);
        Assert.Equal(62, Parse(chain[..62], Preserved)!.Select("$[*]").Count());
        byte[] bytes = Compact.Serialize(chain[..63], Preserved);
        Json.Serialize(Compact.ParseNode(bytes));
        Assert.NotNull(
            Compact.ParseNode(Compact.Serialize(chain, Preserved), CompactOptions.Default with { Limits = new Limits { MaxDepth = 200 } }));
    }

    [Fact]
    public void DepthIsThatOfTheWriter()
    {
        for (int depth = 60; depth < 70; depth++)
        {
            var chain = new Node();
            for (int i = 1; i < depth; i++)
                chain = new Node { Next = chain };
            var exact = Embedded with { Limits = new Limits { MaxDepth = depth } };
            byte[] bytes = Compact.Serialize(chain, exact);
            Assert.NotNull(Compact.ParseNode(bytes, exact));
            Assert.Contains("MaxDepth", Refused(bytes, Embedded with { Limits = new Limits { MaxDepth = depth - 1 } }).Message,
                StringComparison.Ordinal);
        }
    }

    [Fact]
    public void ErrorsSayWhere()
    {
        byte[] bytes = Compact.Serialize(new CompactCompatibility.Box<List<DateTime>> { Value = [default, DateTime.UnixEpoch] }, Embedded);
        bytes[^2] = 0xFF;
        var e = Refused(bytes);
        Assert.Equal("$.Value[1]", e.Path);
        Assert.Equal(bytes.Length - 2, e.Offset);
        bytes = Compact.Serialize(new CompactCompatibility.Box<List<DateTime>> { Value = [default] });
        bytes[^2] = 0x3F;
        Assert.Equal($"$.{Hash("Value")}[0]", Refused(bytes).Path);
        Assert.Contains("follow", Refused([.. Compact.Serialize(1), 0]).Message, StringComparison.Ordinal);
        Assert.Contains("MaxItems",
            Refused(Compact.Serialize(new int[5]), new CompactOptions { Limits = new Limits { MaxItems = 4 } }).Message,
            StringComparison.Ordinal);
        Assert.Equal(0, Refused([]).Offset);
    }

    [Fact]
    public void BigNumbersToJson() =>
        Assert.Equal($"[{BigInteger.Pow(10, 50)},{UInt128.MaxValue}]", Text<object[]>([BigInteger.Pow(10, 50), UInt128.MaxValue]));

    const string Ten = "nnnnnnnnnn", Hundred = Ten + Ten + Ten + Ten + Ten + Ten + Ten + Ten + Ten + Ten;
    const string Thousand = Hundred + Hundred + Hundred + Hundred + Hundred + Hundred + Hundred + Hundred + Hundred + Hundred;

    class Nested
    {
        [System.Text.Json.Serialization.JsonPropertyName(Thousand)]
        public Nested? Next { get; set; }
    }

    /// <summary>A name is told once and may stand in each step of a path: 1 MB of payload made a path of 60 MB.</summary>
    [Fact]
    public void A_long_name_does_not_fill_the_path()
    {
        Nested? value = null;
        for (int i = 0; i < 60; i++)
            value = new Nested { Next = value };
        byte[] payload = Compact.Serialize(value, Embedded)[..^1];
        foreach (var read in new Action[] { () => Compact.ParseNode(payload), () => Compact.Deserialize<Nested>(payload, Embedded) })
        {
            string path = Assert.Throws<WireFormatException>(read).Path!;
            Assert.StartsWith("$." + Hundred, path, StringComparison.Ordinal);
            Assert.True(path.Length is > 1_000 and < 15_000, $"{path.Length}");
        }
    }
}
