using System.Globalization;
using System.Numerics;
using System.Text;
using System.Text.Json.Nodes;
using Isomer.Tests.Formats;
using Xunit;

namespace Isomer.Tests.Nodes;

public class NodeTests
{
    public class Holder
    {
        public Node? Any { get; set; }
        public NodeObject? Object { get; set; }
        public object? Value { get; set; }
        public List<Node?>? Many;
        public Dictionary<string, object?>? Map { get; set; }
    }

    [Theory]
    [InlineData("null")]
    [InlineData("true")]
    [InlineData("\"text\"")]
    [InlineData("{}")]
    [InlineData("[]")]
    [InlineData("""{"a":[1,{"b":null}],"c":{"d":"e"},"":false}""")]
    [InlineData("[0,-0,1.0,1.10,1e5,1E+5,1e-400,1e400,123456789012345678901234567890,-0.00,18446744073709551615,9223372036854775808,0.1,79228162514264337593543950335,3.14159265358979323846264338327950288]")]
    public void EveryDigitComesBack(string text)
    {
        Assert.Equal(text, Json.ToText(Json.ParseNode(text)));
        foreach (var options in JsonCheck.Tiers())
        {
            Assert.Equal(text,
                Encoding.UTF8.GetString(Json.Serialize(Json.Deserialize<Node?>(Encoding.UTF8.GetBytes(text), options), options)));
            string holder = $$"""{"Any":{{text}},"Object":null,"Value":null,"Map":null,"Many":[{{text}},null]}""";
            Assert.Equal(holder, Json.ToText(Json.FromText<Holder>(holder, options), options));
        }
    }

    [Fact]
    public void CompactCarriesThemToo()
    {
        Node tree = Json.ParseNode("""{"a":[1,2.5,"s",null,true,{"b":[]}],"c":{"d":-1.10},"":"e"}""")!;
        var holder = new Holder
        {
            Any = tree,
            Object = new NodeObject { { "bytes", new byte[] { 1, 2 } }, { "when", new DateTime(2024, 1, 2) } },
            Value = tree["c"],
            Many = [tree, null, 5]
        };
        foreach (var tier in new[] { ShapeTier.Auto, ShapeTier.Reflection })
        {
            var options = new CompactOptions { Convention = Convention.Plain.WithTier(tier) };
            Assert.Equal(tree, Compact.Deserialize<Node?>(Compact.Serialize<Node?>(tree, options), options));
            Assert.Null(Compact.Deserialize<Node?>(Compact.Serialize<Node?>(null, options), options));
            var back = Compact.Deserialize<Holder>(Compact.Serialize(holder, options), options);
            Assert.Equal(tree, back.Any);
            Assert.Equal(holder.Object, back.Object);
            Assert.Equal([tree, null, 5], back.Many!);
            Assert.Equal(tree["c"], Node.From(back.Value));
            Assert.Throws<WireFormatException>(() => Compact.Deserialize<NodeArray?>(Compact.Serialize<Node?>(tree, options), options));
        }
    }

    [Fact]
    public void MembersOfTypeObjectAreClrValues()
    {
        foreach (var options in JsonCheck.Tiers())
        {
            object? Read(string text) => Json.FromText<Holder>("{\"Value\":" + text + "}", options).Value;
            Assert.Null(Read("null"));
            Assert.Equal(true, Read("true"));
            Assert.Equal("s", Read("\"s\""));
            Assert.Equal(5L, Read("5"));
            Assert.Equal(9223372036854775808m, Read("9223372036854775808"));
            Assert.Equal(1.5, Read("1.5"));
            Assert.Equal(100.0, Read("1e2"));
            Assert.Equal("[1,2]", Assert.IsType<NodeArray>(Read("[1,2]")).ToString());
            Assert.Equal("{\"a\":1}", Assert.IsType<NodeObject>(Read("{\"a\":1}")).ToString());
            var back = Json.FromText<Holder>("""{"Map":{"a":1,"b":{"c":[]}},"Object":{"x":1}}""", options);
            Assert.Equal(1L, back.Map!["a"]);
            Assert.Equal(1, (int)back.Object!["x"]!);
            JsonCheck.Refused<Holder>("""{"Object":[1]}""");
            JsonCheck.Refused<NodeArray>("""{"a":[1]}""");
        }
    }

    [Fact]
    public void BuildingAndEditing()
    {
        Node order = new NodeObject { { "id", 5 }, { "name", "x" }, { "lines", new NodeArray(1, 2.5, "three", null, true) } };
        order["price"] = 12.50m;
        order["big"] = BigInteger.Pow(10, 40);
        order["when"] = new DateTime(2024, 1, 2);
        order["lines"]![0] = 10L;
        ((NodeArray)order["lines"]!).Items.RemoveAt(1);
        ((NodeArray)order["lines"]!).Items.Insert(0, "first");
        ((NodeObject)order).Insert(0, "first", null);
        Assert.True(((NodeObject)order).Remove("name"));
        Assert.False(((NodeObject)order).Remove("name"));
        Assert.Throws<ArgumentException>(() => ((NodeObject)order).Add("id", 1));
        Assert.Null(order["absent"]);
        Assert.Throws<InvalidOperationException>(() => order[0]);
        Assert.Equal(
            """{"first":null,"id":5,"lines":["first",10,"three",null,true],"price":12.50,"big":10000000000000000000000000000000000000000,"when":"2024-01-02T00:00:00"}""",
            order.ToString());
    }

    [Fact]
    public void ManyMembersAreFoundAndKeepTheirOrder()
    {
        var o = new NodeObject();
        for (int i = 0; i < 10_000; i++)
            o["k" + i] = i;
        for (int i = 0; i < 10_000; i++)
            Assert.Equal(i, (int)o["k" + i]!);
        o.Remove("k5");
        o["k7"] = "seven";
        Assert.Equal(9_999, o.Count);
        Assert.Equal("k6", o.Members[5].Key);
        Assert.Equal("seven", (string?)o["k7"]);
        Assert.Equal("""{"a":3,"b":2}""", Json.ParseNode("""{"a":1,"b":2,"a":3}""")!.ToString());
        JsonCheck.Refused<Node>("""{"a":1,"b":2,"a":3}""", new JsonOptions { Duplicates = JsonMembers.Refuse });
    }

    [Fact]
    public void Conversions()
    {
        Node n = Json.ParseNode(
            """{"i":5,"d":1.5,"s":"2024-05-06","g":"00112233-4455-6677-8899-aabbccddeeff","big":123456789012345678901234567890,"e":"Friday","a":[1,2],"b":true,"bytes":"AQI="}""")!;
        Assert.Equal(5, (int)n["i"]!);
        Assert.Equal(5m, (decimal)n["i"]!);
        Assert.Equal(1.5f, n["d"]!.As<float>());
        Assert.Equal(new DateOnly(2024, 5, 6), n["s"]!.As<DateOnly>());
        Assert.Equal(new DateTime(2024, 5, 6), (DateTime)n["s"]!);
        Assert.Equal("00112233-4455-6677-8899-aabbccddeeff", ((Guid)n["g"]!).ToString());
        Assert.Equal(BigInteger.Parse("123456789012345678901234567890", CultureInfo.InvariantCulture), n["big"]!.As<BigInteger>());
        Assert.Equal([1, 2], n["a"]!.As<int[]>());
        Assert.Equal([1, 2], n["bytes"]!.As<byte[]>());
        Assert.Equal(DayOfWeek.Friday, n["e"]!.As<DayOfWeek>(new JsonOptions { EnumsAsNames = true }));
        Assert.True((bool)n["b"]!);
        Assert.False(n["big"]!.TryGet<long>(out _));
        Assert.False(n["s"]!.TryGet<int>(out _));
        Assert.False(n["d"]!.TryGet<int>(out _));
        Assert.True(n["i"]!.TryGet<byte>(out byte b));
        Assert.Equal(5, b);
        Assert.Equal(n,
            Json.ToNode(JsonNode.Parse(n.ToString())!.AsObject().ToDictionary(p => p.Key, p => Json.ParseNode(p.Value!.ToJsonString()))));
    }

    [Fact]
    public void DeepEquality()
    {
        static Node? P(string text) => Json.ParseNode(text);
        Assert.Equal(P("""{"a":1,"b":[1.0,2e2]}"""), P("""{"b":[1,200],"a":1.00}"""));
        Assert.Equal(P("[1,10e-1]")!.GetHashCode(), P("[1.0,1]")!.GetHashCode());
        Assert.NotEqual(P("[1,2]"), P("[2,1]"));
        Assert.NotEqual(P("1"), P("\"1\""));
        Assert.NotEqual(P("{\"a\":null}"), P("{}"));
        Assert.NotEqual(P("123456789012345678901234567890"), P("123456789012345678901234567891"));
        Assert.Equal(P("1e400"), P("10e399"));
        Assert.Equal((NodeKind.Number, NodeKind.Number, NodeKind.Number), (P("1e400")!.Kind, P("1")!.Kind, P("1.5")!.Kind));
        Assert.Equal((Node)5, P("5"));
        Assert.True(Node.DeepEquals(null, null));
        var copy = P("""{"a":[1]}""")!.Clone();
        Assert.Equal(P("""{"a":[1]}"""), copy);
    }

    [Fact]
    public void Dynamic()
    {
        Node node = Json.ParseNode("""{"Name":"Ann","lines":[{"price":1.5},{"price":2}],"n":{"x":null}}""")!;
        dynamic d = node.AsDynamic();
        Assert.Equal("Ann", (string)d.Name);
        Assert.Equal(3.5, (double)d.lines[0].price + (double)d.lines[1].price);
        Assert.Null(d.absent);
        Assert.Null(d.n.x);
        Assert.Null(d.name);
        Assert.Equal("Ann", (string)node.AsDynamic(ignoreCase: true).name);
        Assert.Equal("Ann", (string)d["Name"]);
        d.added = 5;
        d.lines[0].price = 10;
        d["list"] = new[] { 1, 2 };
        int count = 0;
        foreach (dynamic line in d.lines)
            count += (int)line.price;
        Assert.Equal(12, count);
        foreach (dynamic index in new object[] { 1, 1L, (short)1, (byte)1 })
            Assert.Equal(2, (int)d.list[index]);
        Assert.ThrowsAny<Microsoft.CSharp.RuntimeBinder.RuntimeBinderException>(() => d.list[1.5]);
        Assert.Equal(["Name", "lines", "n", "added", "list"], ((System.Dynamic.DynamicObject)d).GetDynamicMemberNames());
        NodeObject typed = d;
        Assert.Same(node, typed);
        Dictionary<string, object> map = d;
        Assert.Equal(5L, map["added"]);
        Assert.Equal("""{"Name":"Ann","lines":[{"price":10},{"price":2}],"n":{"x":null},"added":5,"list":[1,2]}""", (string)d.ToString());
        Assert.Equal(node.ToString(), Json.ToText<object>((object)d));
    }
}
