using System.Runtime.Serialization;
using System.Text;
using System.Xml.Linq;
using Isomer.Nodes;
using Xunit;

namespace Isomer.Tests.Nodes;

/// <summary>Every format without types: what it reads as, where each value stands, and the way back.</summary>
public class FormatNodeTests
{
    static readonly Format[] s_formats = [.. Format.All];

    static int Iterations => int.TryParse(Environment.GetEnvironmentVariable("ISOMER_FUZZ_ITERATIONS"), out int count) ? count : 3000;

    public static TheoryData<string> Names => [.. s_formats.Select(f => f.Name)];

    static Format Of(string name) => s_formats.Single(f => f.Name == name);

    static Node? Parse(string name, string text) => Of(name).ParseNode(Encoding.UTF8.GetBytes(text));

    /// <summary>Any tree comes back as it was: exactly where the format keeps kinds, else by its JSON text.</summary>
    [Theory, MemberData(nameof(Names))]
    public void Any_tree_comes_back(string name)
    {
        Format format = Of(name);
        var random = new Random(7);
        var options = new JsonOptions { Numbers = JsonNumbers.NamedFloats };
        for (int i = 0; i < Iterations; i++)
        {
            Node? node = Trees.Create(random, 4, plain: name == "Protobuf");
            // Binary XML goes through the framework's writer, which drops a declaration that repeats one in scope.
            if (name == "ContractXmlBinary" && Json.ToText(node, options).Contains("\"@xmlns", StringComparison.Ordinal))
                continue;
            byte[] bytes = format.WriteNode(node);
            Node? back = format.ParseNode(bytes);
            if (format.Features.HasFlag(FormatFeatures.KeepsScalarKinds))
                Assert.True(Node.DeepEquals(node, back),
                    $"{Json.ToText(node, options)}\n{Encoding.UTF8.GetString(bytes)}\n{Json.ToText(back, options)}");
            else
                Assert.True(Node.DeepEquals(Plain(node), Plain(back)), $"{Json.ToText(node)}\n{Encoding.UTF8.GetString(bytes)}");
        }
    }

    static Node? Plain(Node? node) => Json.ParseNode(Json.Serialize(node));

    /// <summary>Whatever the bytes: a node, or the one exception; and what was read can be written and read again.</summary>
    [Theory, MemberData(nameof(Names))]
    public void Damaged_bytes_are_refused_or_read(string name)
    {
        Format format = Of(name);
        var random = new Random(8);
        byte[][] seeds = [.. Enumerable.Range(0, 40).Select(_ => format.WriteNode(Trees.Create(random, 4)))];
        for (int i = 0; i < Iterations; i++)
        {
            byte[] bytes = [.. seeds[random.Next(seeds.Length)]];
            for (int k = random.Next(4); k >= 0 && bytes.Length > 0; k--)
                bytes[random.Next(bytes.Length)] = (byte)random.Next(256);
            var places = new NodePlaces();
            Node? node;
            try
            {
                node = format.ParseNode(bytes.AsSpan(0, random.Next(5) == 0 ? random.Next(bytes.Length) : bytes.Length), places);
            }
            catch (WireFormatException e)
            {
                Assert.Equal(name, e.Format);
                Assert.InRange(e.Offset, 0, bytes.Length);
                continue;
            }
            InBounds(node, places, bytes.Length);
            if (name != "Compact")
                Assert.True(Node.DeepEquals(node, format.ParseNode(format.WriteNode(node))), Convert.ToHexString(bytes));
        }
    }

    static void InBounds(Node? node, NodePlaces places, int end)
    {
        if (places.TryGet(node, out int offset, out int length))
            Assert.True(offset >= 0 && length >= 0 && offset + length <= end);
        foreach (Node? child in node is NodeObject o ? o.Members.Select(m => m.Value) : node as NodeArray ?? [])
            InBounds(child, places, end);
    }

    /// <summary>What a place says is what stands there.</summary>
    [Theory]
    [InlineData("Json", """{"a":"uno","b":[12.5,"due"],"c":{"d":"tre"}}""", "\"uno\"", "\"due\"", "\"tre\"")]
    [InlineData("Json", "\uFEFF {\"a\":\"uno\",\"b\":[12.5,\"due\"],\"c\":{\"d\":\"tre\"}}", "\"uno\"", "\"due\"", "\"tre\"")]
    [InlineData("ContractJson", """{"a":"uno","b":[12.5,"due"],"c":{"d":"\/Date(0)\/"}}""", "\"uno\"", "\"due\"", """
        "\/Date(0)\/"
        """)]
    [InlineData("Xml", """<r x="uno"><!-- c --><b>due</b> <c><d> tre </d></c></r>""", "uno", "due", " tre ")]
    [InlineData("ContractXml", "\uFEFF<r x=\"uno\"><b>due</b><c><d>tre</d></c></r>", "uno", "due", "tre")]
    public void Places_are_where_the_values_stand(string name, string text, params string[] expected)
    {
        byte[] bytes = Encoding.UTF8.GetBytes(text);
        var places = new NodePlaces();
        Node? root = Of(name).ParseNode(bytes, places);
        Assert.True(places.TryGet(root, out int start, out int all) && start + all == bytes.Length);
        string[] found = [
            .. root!.Select("$..*").OfType<NodeValue>().Where(v => v.Kind != NodeKind.Number)
                .Select(v => places.TryGet(v, out int offset, out int length) ? Encoding.UTF8.GetString(bytes, offset, length) : "?")];
        Assert.Equal(expected.Select(e => e.Trim('\n')).Order(StringComparer.Ordinal), found.Order(StringComparer.Ordinal));
    }

    [Theory]
    [InlineData("""<Order xmlns="urn:shop" id="7"><Name>Ulm</Name><Line>a</Line><Line>b</Line></Order>""",
        """{"Order":{"@xmlns":"urn:shop","@id":"7","Name":"Ulm","Line":["a","b"]}}""")]
    [InlineData("""<a x="1">t</a>""", """{"a":{"@x":"1","#text":"t"}}""")]
    [InlineData("<a>one <b>two</b> three</a>", """{"a":{"#content":["one ",{"b":"two"}," three"]}}""")]
    [InlineData("<a><b>1</b><c/><b>2</b></a>", """{"a":{"#content":[{"b":"1"},{"c":""},{"b":"2"}]}}""")]
    [InlineData("""<p:a xmlns:p="u"><p:b/></p:a>""", """{"p:a":{"@xmlns:p":"u","p:b":""}}""")]
    [InlineData("""<a xmlns:i="http://www.w3.org/2001/XMLSchema-instance" xmlns:x="http://www.w3.org/2001/XMLSchema"><b i:nil="true"/><c i:type="x:int">7</c><d i:type="x:int">07</d><e i:type="x:string">s</e></a>""",
        """{"a":{"@xmlns:i":"http://www.w3.org/2001/XMLSchema-instance","@xmlns:x":"http://www.w3.org/2001/XMLSchema","b":null,"c":7,"d":{"@i:type":"x:int","#text":"07"},"e":{"@i:type":"x:string","#text":"s"}}}""")]
    public void Any_xml_is_a_node_and_the_same_xml_again(string xml, string json)
    {
        Node? node = Parse("Xml", xml);
        Assert.Equal(json, Json.ToText(node, new JsonOptions { Escaping = JsonEscaping.Relaxed }));
        Assert.Equal(xml, Encoding.UTF8.GetString(Xml.Format.WriteNode(node)));
        Assert.Equal(node, Parse("ContractXml", xml));
    }

    [Theory]
    [InlineData("""{"id":1,"name":"K","ok":true,"none":null,"lines":[{"a":1},{"a":2}],"one":[5],"empty":[],"o":{},"b c":"x"}""",
        """<n:value xmlns:n="urn:isomer:node"><id n:type="long">1</id><name>K</name><ok n:type="boolean">true</ok><none n:type="null"/><lines><a n:type="long">1</a></lines><lines><a n:type="long">2</a></lines><one><n:item n:type="long">5</n:item></one><empty n:type="array"/><o n:type="object"/><n:member n:name="b c">x</n:member></n:value>""")]
    [InlineData("""["a",[]]""", """<n:value xmlns:n="urn:isomer:node"><n:item>a</n:item><n:item n:type="array"/></n:value>""")]
    [InlineData("""{"root":"x"}""", "<root>x</root>")]
    [InlineData("null", """<n:value xmlns:n="urn:isomer:node" n:type="null"/>""")]
    public void Any_json_has_a_form_in_xml(string json, string xml)
    {
        Assert.Equal(xml, Encoding.UTF8.GetString(Xml.Format.WriteNode(Json.ParseNode(json))));
        Assert.Equal(Json.ParseNode(json), Parse("Xml", xml));
    }

    /// <summary>A document that System.Xml reads as the same after it has been a node.</summary>
    [Fact]
    public void Documents_of_the_serializers_stay_what_they_are()
    {
        var set = new Isomer.Measuring.Database { Orders = [.. Northwind.Create().Orders.Take(3)] };
        foreach (byte[] bytes in (byte[][])[Xml.Serialize(set), ContractXml.Serialize(set)])
        {
            byte[] again = Xml.Format.WriteNode(Xml.Format.ParseNode(bytes));
            Assert.True(XNode.DeepEquals(XDocument.Load(new MemoryStream(bytes)).Root, XDocument.Load(new MemoryStream(again)).Root),
                Encoding.UTF8.GetString(again));
        }
    }

    [Fact]
    public void Dates_of_contracts_are_dates()
    {
        Node node = Parse("ContractJson",
            """{"u":"\/Date(1262304000000)\/","o":"\/Date(1262304000000+0130)\/","s":"/Date(1)/","x":"\/Date(1+9999)\/"}""")!;
        Assert.Equal(new DateTime(2010, 1, 1, 0, 0, 0, DateTimeKind.Utc), ((NodeValue)node["u"]!).Value);
        Assert.Equal(new DateTimeOffset(2010, 1, 1, 1, 30, 0, TimeSpan.FromMinutes(90)), ((NodeValue)node["o"]!).Value);
        Assert.Equal("/Date(1)/", (string)node["s"]!);
        Assert.Equal("/Date(1+9999)/", (string)node["x"]!);
        Assert.Equal("""{"u":"\/Date(1262304000000)\/","o":"\/Date(1262304000000+0130)\/","s":"/Date(1)/","x":"/Date(1+9999)/"}""",
            Encoding.UTF8.GetString(ContractJson.Format.WriteNode(node)).Replace("\\u002B", "+", StringComparison.Ordinal));
        byte[] ours = ContractJson.Serialize(new DateTime(2024, 2, 29, 1, 2, 3, DateTimeKind.Utc));
        Assert.Equal(new DateTime(2024, 2, 29, 1, 2, 3, DateTimeKind.Utc), ((NodeValue)ContractJson.Format.ParseNode(ours)!).Value);
    }

    /// <summary>An offset has minutes below 60 and is of 14 hours at most; any other is text.</summary>
    [Theory]
    [InlineData("+0159", true)]
    [InlineData("+0160", false)]
    [InlineData("-1400", true)]
    [InlineData("-1401", false)]
    [InlineData("+1459", false)]
    public void Offsets_of_contracts_have_limits(string zone, bool isDate)
    {
        var value = (NodeValue)Parse("ContractJson", $"\"\\/Date(1262304000000{zone})\\/\"")!;
        Assert.Equal(isDate, value.Value is DateTimeOffset);
        Assert.Equal(!isDate, value.Value is string);
    }

    [DataContract]
    public sealed class Message
    {
        [DataMember(Order = 1)] public int Number { get; set; }
        [DataMember(Order = 2)] public string? Text { get; set; }
        [DataMember(Order = 3)] public Message? Inner { get; set; }
        [DataMember(Order = 4)] public List<double> Reals { get; set; } = [];
        [DataMember(Order = 5)] public byte[]? Bytes { get; set; }
        [DataMember(Order = 6)] public float Single { get; set; }
    }

    [Fact]
    public void A_message_is_its_fields()
    {
        byte[] bytes = Protobuf.Serialize(
            new Message
            {
                Number = 150,
                Text = "testing",
                Inner = new Message { Number = -1, Text = "a" },
                Reals = [1.5, -2],
                Bytes = [0xFF, 0],
                Single = 0.1f
            });
        var places = new NodePlaces();
        Node node = Protobuf.Format.ParseNode(bytes, places)!;
        Assert.Equal("""{"1":150,"2":"testing","3":{"1":-1,"2":"a"},"4:double":[1.5,-2],"5:bytes":"/wA=","6:float":0.1}""",
            Json.ToText(node, new JsonOptions { Escaping = JsonEscaping.Relaxed }));
        Assert.True(places.TryGet(node["2"], out int offset, out int length));
        Assert.Equal("testing", Encoding.UTF8.GetString(bytes, offset, length));
        // Through any format and back, byte for byte.
        foreach (Format format in s_formats)
            Assert.Equal(bytes, Protobuf.Format.WriteNode(format.ParseNode(format.WriteNode(node))));
    }

    /// <summary>What is no message is a google.protobuf.Value, as the real library has it.</summary>
    [Fact]
    public void Any_value_is_one_of_the_well_known_types()
    {
        Node node = Json.ParseNode("""{"a":[1,2.5,null,true,"x",{}],"1":"y"}""")!;
        byte[] bytes = Protobuf.Format.WriteNode(node);
        var any = Google.Protobuf.WellKnownTypes.Any.Parser.ParseFrom(bytes);
        Google.Protobuf.WellKnownTypes.Value value = any.Unpack<Google.Protobuf.WellKnownTypes.Value>();
        Assert.Equal(node, Json.ParseNode(value.ToString()));
        Assert.Equal(bytes,
            Google.Protobuf.WellKnownTypes.Any.Pack(Google.Protobuf.WellKnownTypes.Value.Parser.ParseFrom(any.Value)) is var packed
                ? Google.Protobuf.MessageExtensions.ToByteArray(packed)
                : []);
        Assert.Equal(node, Protobuf.Format.ParseNode(bytes));
    }

    [Theory]
    [InlineData("")]
    [InlineData("0801")]
    [InlineData("0B08011807130C")] // groups that do not match
    [InlineData("0A05")]
    public void Messages_are_fields_from_end_to_end(string hex)
    {
        byte[] bytes = Convert.FromHexString(hex);
        if (hex is "" or "0801")
            Assert.Equal(bytes, Protobuf.Format.WriteNode(Protobuf.Format.ParseNode(bytes)));
        else
            Assert.Throws<WireFormatException>(() => Protobuf.Format.ParseNode(bytes));
    }

    /// <summary>Nothing recurses without a limit because input nests, in either direction.</summary>
    [Theory, MemberData(nameof(Names))]
    public void Depth_is_limited(string name)
    {
        Node deep = new NodeArray();
        for (int i = 0; i < 5000; i++)
            deep = new NodeObject { ["3"] = deep };
        Assert.Throws<NotSupportedException>(() => Of(name).WriteNode(deep));
        byte[] tags = Encoding.ASCII.GetBytes(string.Concat(Enumerable.Repeat("<a>", 100_000)));
        if (name.EndsWith("Xml", StringComparison.Ordinal))
            Assert.Throws<WireFormatException>(() => Of(name).ParseNode(tags));
        // Five thousand messages inside each other: the innermost are bytes.
        byte[] message = [];
        for (int i = 0; i < 5000; i++)
            message = [.. Google.Protobuf.ByteString.CopyFrom([0x1A]), .. Length(message.Length), .. message];
        if (name == "Protobuf")
            Assert.NotNull(Of(name).ParseNode(message));
    }

    static byte[] Length(int length) => length < 128 ? [(byte)length] : [(byte)(length & 127 | 128), (byte)(length >> 7)];
}
