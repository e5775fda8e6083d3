using System.Collections;
using Xunit;

namespace Isomer.Tests.Formats.OfSoap;

/// <summary>Nodes as envelopes: they come back as the same nodes, and are read as objects by whoever has the types, or none.</summary>
public class EnvelopeNodeTests
{
    [Serializable]
    public class Order
    {
        public int Number;
        public string? Name;
        public object? Tag;
        public int[]? Codes;
        public Point At;
        public Order? Next;
        public Hashtable? Table;
        public DateTime When;
    }

    [Serializable]
    public struct Point
    {
        public int X;
        public string? Y;
    }

    static Node Json(string text) => Isomer.Json.ParseNode(System.Text.Encoding.UTF8.GetBytes(text))!;

    static Node? Back(Node node) => Soap.Format.ParseNode(Soap.Format.WriteNode(node));

    [Theory]
    [InlineData("""{"a":1,"b":"text","c":null,"d":true,"e":2.5,"f":["x",1,null,[],{}],"g":{"h":{"i":"j"}}}""")]
    [InlineData("""{}"""), InlineData("""[]"""), InlineData("""[null,1,"",[null],{"":1,"a b":2,"<&>\"'":3}]"""),
        InlineData("\"text & <more>\\u0001\""), InlineData("5"), InlineData("true"), InlineData("-1.5e300"), InlineData("\"\"")]
    [InlineData("""{"$type":"Shop.Order, Shop","Number":"5","items":["Tea",7],"in":{"x":"1","y":{"z":"2"}},"of":{"$type":"List`1[[System.Int32, mscorlib]]","a":"b"},"a<b>+c":"d","none":null}""")]
    [InlineData("""{"$type":"Global","a":"b"}"""), InlineData("""{"$type":"Global, My Lib","a":{"$type":"System.Exception","m":"x"}}""")]
    [InlineData("""{"$type":"T.N","$id":"ref-9","next":{"$type":"T.N","$id":"n2","next":{"$ref":"ref-9"},"list":{"$id":"l","$values":[{"$ref":"n2"},{"$ref":"l"}]}}}""")]
    public void They_come_back(string json) => Assert.Equal(Json(json), Back(Json(json)));

    [Fact]
    public void Values_keep_what_they_are()
    {
        foreach (object value in (object[])[(byte)1, (sbyte)-2, (short)3, (ushort)4, 5, 6u, 7L, 8ul, 1.5f, double.NaN,
            double.NegativeInfinity, 2.50m, true, new byte[] { 1, 2 }, Array.Empty<byte>(), "t",
            new DateTime(2020, 1, 2, 3, 4, 5, 678, DateTimeKind.Utc), new DateTime(2020, 1, 2), TimeSpan.FromSeconds(-400.5)])
        {
            var back = (NodeValue)Back(new NodeObject { ["a"] = new NodeValue(value) })!["a"]!;
            Assert.Equal((value.GetType(), new NodeValue(value)), (back.Value.GetType(), back));
        }
        Assert.Equal("3f2504e0-4f89-11d3-9a0c-0305e82c3301",
            (string)Back(new NodeArray([new NodeValue(new Guid("3f2504e0-4f89-11d3-9a0c-0305e82c3301"))]))![0]!);
    }

    [Fact]
    public void What_has_no_type_is_read_as_the_frameworks()
    {
        var table = Assert.IsType<Hashtable>(
            Soap.Deserialize<object>(Soap.Format.WriteNode(Json("""{"a":1,"b":[1.5,"x",null],"c":{"d":"e"}}"""))));
        Assert.Equal(3, table.Count);
        Assert.Equal(new object?[] { 1.5m, "x", null }, Assert.IsType<object[]>(table["b"]));
        Assert.Equal("e", ((Hashtable)table["c"]!)["d"]);
        Assert.Equal(1, Convert.ToInt32(table["a"]));
    }

    [Theory, InlineData(ShapeTier.Emitted), InlineData(ShapeTier.Reflection)]
    public void What_has_one_is_read_as_it(ShapeTier tier)
    {
        var options = new SoapOptions { Convention = Convention.Fields.WithTier(tier) };
        string name = $"{typeof(Order).FullName}, {typeof(Order).Assembly.GetName().Name}";
        var node = Json(
            """{"$type":"NAME","$id":"o","Number":7,"Name":"Tea","Tag":["a",1],"At":{"X":3,"Y":"y"},"When":"2020-01-02T03:04:05Z","Next":{"$type":"NAME","Number":"8","Next":{"$ref":"o"}}}""".Replace(
                "NAME", name, StringComparison.Ordinal));
        ((NodeObject)node)["Table"] = new NodeObject
        {
            ["$type"] = new NodeValue("System.Collections.Hashtable"),
            ["Keys"] = new NodeArray([new NodeValue("k")]),
            ["Values"] = new NodeArray([new NodeValue("v")])
        };
        var order = Soap.Deserialize<Order>(Soap.Format.WriteNode(node), options)!;
        Assert.Equal((7, "Tea", 3, "y", 8), (order.Number, order.Name, order.At.X, order.At.Y, order.Next!.Number));
        Assert.Same(order, order.Next.Next);
        Assert.Equal(new DateTime(2020, 1, 2, 3, 4, 5, DateTimeKind.Utc), order.When.ToUniversalTime());
        Assert.Equal(("a", "v"), (((object[])order.Tag!)[0], order.Table!["k"]));
    }

    /// <summary>What an envelope of objects is as nodes can be written and is the same nodes again.</summary>
    [Fact]
    public void Envelopes_of_objects_are_written_again()
    {
        var order = new Order
        { Number = 1, Name = "a & b", Tag = 5, Codes = [1, 2, 0], At = new Point { X = 4, Y = "" }, Table = new() { ["x"] = 1 } };
        order.Next = new Order { Next = order, Tag = new ArrayList { order, "s" } };
        var nodes = Soap.Format.ParseNode(Soap.Serialize(order))!;
        Assert.Equal(Isomer.Json.Serialize(nodes), Isomer.Json.Serialize(Back(nodes)));
    }

    [Theory, InlineData("""{"$ref":"x"}"""), InlineData("""{"a":{"$ref":"x"}}"""),
        InlineData("""{"$type":"A.B","$id":"i","c":{"$type":"A.B","$id":"i","d":1}}"""), InlineData("""{"$type":"A.B","":1}"""),
        InlineData("""{"$type":"A."}""")]
    public void What_no_envelope_can_say_is_refused(string json) =>
        Assert.Throws<NotSupportedException>(() => Soap.Format.WriteNode(Json(json)));

    [Fact]
    public void Null_and_depth_are_refused()
    {
        Assert.Throws<NotSupportedException>(() => Soap.Format.WriteNode(null));
        Node node = new NodeValue(1);
        for (int i = 0; i < 100_000; i++)
            node = new NodeArray([node]);
        Assert.Throws<NotSupportedException>(() => Soap.Format.WriteNode(node));
    }

    /// <summary>Random nodes without names that mean something to the format.</summary>
    [Fact]
    public void Random_nodes_come_back()
    {
        for (int seed = 0; seed < 500; seed++)
        {
            var random = new Random(seed);
            var node = Make(random, 5);
            Assert.Equal(node, Back(node));
        }
    }

    static Node Make(Random random, int depth)
    {
        switch (random.Next(depth > 0 ? 7 : 5))
        {
            case 0:
                return new NodeValue(random.Next());
            case 1:
                return new NodeValue(
                    new string([.. Enumerable.Range(0, random.Next(6)).Select(_ => " \t\n\r<&'\"aä\u0001\uFFFF]"[random.Next(13)])]));
            case 2:
                return new NodeValue(random.Next(2) == 0);
            case 3:
                return new NodeValue(random.NextDouble());
            case 4:
                return new NodeValue((decimal)random.Next() / 100);
            case 5:
                return new NodeArray(
                    [.. Enumerable.Range(0, random.Next(4)).Select(_ => random.Next(5) == 0 ? null : Make(random, depth - 1))]);
            default:
                var result = new NodeObject();
                if (random.Next(3) == 0)
                    result["$type"] = new NodeValue($"A.B{random.Next(3)}, Lib");
                for (int i = random.Next(4); i > 0; i--)
                    result[$"{"a-b<:1ä"[random.Next(7)]}{i}"] = random.Next(5) == 0
                        ? null
                        : Texts(Make(random, depth - 1), result.Contains("$type"));
                return result;
        }
    }

    /// <summary>An array of text has items that say so; a struct's members within a class do not.</summary>
    static Node Texts(Node node, bool isOfClass) =>
        node is NodeObject { Count: > 0 } table && isOfClass && !table.Contains("$type") ? new NodeArray([table]) : node;

    /// <summary>Text that is no value of the type that it is said to be is refused, or stays text; nothing else is thrown.</summary>
    [Theory]
    [InlineData("short"), InlineData("unsignedShort"), InlineData("int"), InlineData("unsignedInt"), InlineData("long")]
    [InlineData("unsignedLong"), InlineData("decimal"), InlineData("byte"), InlineData("unsignedByte"), InlineData("dateTime")]
    [InlineData("duration"), InlineData("double"), InlineData("boolean"), InlineData("float"), InlineData("char"), InlineData("integer")]
    [InlineData("base64Binary")]
    public void Text_of_no_value_is_refused(string type)
    {
        int refused = 0;
        string[] texts = ["x", "", " ", "1 2", "1e999", "-", "--1", "99999999999999999999999999999999", "2020-13-01", "P", "="];
        foreach (string text in texts)
            foreach (string place in new[]
            {
                $"<a x:type='d:{type}'>{text}</a>", $"<a e:arrayType='d:{type}[1]' x:type='e:Array'><i>{text}</i></a>",
            })
            {
                byte[] envelope = System.Text.Encoding.UTF8.GetBytes(
                    "<s:Envelope xmlns:s='http://schemas.xmlsoap.org/soap/envelope/' xmlns:e='http://schemas.xmlsoap.org/soap/encoding/'"
                    + " xmlns:x='http://www.w3.org/2001/XMLSchema-instance' xmlns:d='http://www.w3.org/2001/XMLSchema'><s:Body>"
                    + $"<t:T xmlns:t='urn:t'>{place}</t:T></s:Body></s:Envelope>");
                var error = Record.Exception(() => Soap.Format.ParseNode(envelope));
                Assert.True(error is null or WireFormatException { Offset: > 0, Format: "Soap" }, $"{place}: {error}");
                Assert.Contains("The text is no", error?.Message ?? "The text is no", StringComparison.Ordinal);
                refused += error is null ? 0 : 1;
            }
        Assert.True(refused > 0 || type is "dateTime" or "duration", type);
    }
}
