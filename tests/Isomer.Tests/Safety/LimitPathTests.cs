using Xunit;

namespace Isomer.Tests.Safety;

/// <summary>Limits act on paths on which they did not until 2026-11-27: FastJson's depth, arrays of bytes in JSON, nodes of XML.</summary>
public class LimitPathTests
{
    public class Chain { public Chain? Next { get; set; } public object? Any { get; set; } }
    public class Bytes { public byte[]? B { get; set; } public Memory<byte> M { get; set; } }

    static string Nested(int depth) => string.Concat(Enumerable.Repeat("{\"Next\":", depth)) + "{}" + new string('}', depth);

    [Fact]
    public void FastJson_nests_no_deeper_than_asked()
    {
        var three = JsonOptions.FastJson with { Limits = new() { MaxDepth = 3 } };
        Assert.NotNull(Json.FromText<Chain>(Nested(2), three)!.Next!.Next);
        Assert.Throws<WireFormatException>(() => Json.FromText<Chain>(Nested(3), three));
        Assert.Throws<WireFormatException>(() => Json.FromText<object>(Nested(3), three));
        Assert.Throws<WireFormatException>(() => Json.FromText<Chain>($$"""{"Any":{{new string('[', 3) + new string(']', 3)}}}""", three));
        // What it usually takes, it takes.
        Assert.NotNull(Json.FromText<Chain>(Nested(63), JsonOptions.FastJson));
    }

    [Fact]
    public void Bytes_are_no_longer_than_a_string_may_be()
    {
        foreach (var options in new[] { JsonOptions.Default, JsonOptions.Graph, JsonOptions.FastJson })
        {
            var limited = options with { Limits = new() { MaxStringLength = 100 } };
            foreach (int length in new[] { 99, 100, 101, 102, 5000 })
                foreach (var value in new[] { new Bytes { B = new byte[length] }, new Bytes { M = new byte[length] } })
                {
                    string text = Json.ToText(value, options);
                    if (length <= 100)
                        Assert.NotNull(Json.FromText<Bytes>(text, limited));
                    else
                        Assert.Contains("MaxStringLength", Assert.Throws<WireFormatException>(
                            () => Json.FromText<Bytes>(text, limited)).Message, StringComparison.Ordinal);
                }
        }
    }

    [ProtobufContract]
    public class Level
    {
        [ProtobufMember(1)] public int N { get; set; }
        [ProtobufMember(2)] public Level? Next { get; set; }
        [ProtobufMember(3)] public List<Level>? List { get; set; }
        [ProtobufMember(4)] public Dictionary<string, Level>? Map { get; set; }
    }

    // Around the limits of 64 and 512 levels, of which a collection takes two or three.
    static readonly int[] s_depths = [.. ((int[])[21, 32, 64, 128, 171, 256, 512]).SelectMany(d => Enumerable.Range(d - 2, 5))];

    public static TheoryData<string> Formats => [.. Format.All.Select(f => f.Name)];

    /// <summary>However deep a value is: what is written is read, and what was read can be written.</summary>
    [Theory, MemberData(nameof(Formats))]
    public void Writing_and_reading_count_alike(string name)
    {
        var format = Format.Find(name)!;
        foreach (string kind in new[] { "Next", "List", "Map" })
            foreach (int depth in s_depths)
            {
                var value = new Level { N = 1 };
                for (int i = 1; i < depth; i++)
                    value = kind == "Next" ? new() { Next = value, N = i } : kind == "List" ? new() { List = [value], N = i }
                        : new() { Map = new() { ["k"] = value }, N = i };
                byte[] payload;
                try
                {
                    payload = format.Serialize(value);
                }
                catch (NotSupportedException)
                {
                    continue;
                }
                // Of Xml a list that is not there comes back empty, and is an element more.
                var error = Record.Exception(() =>
                {
                    var back = format.Deserialize<Level>(payload);
                    return name == "Xml" ? payload : format.Serialize(back);
                });
                Assert.True(error is null, $"{kind}, {depth}: {error?.Message}");
            }
    }

    [Fact]
    public void Nodes_of_XML_nest_no_deeper_than_asked()
    {
        string text = string.Concat(Enumerable.Repeat("<a>", 20)) + string.Concat(Enumerable.Repeat("</a>", 20));
        byte[] payload = System.Text.Encoding.UTF8.GetBytes(text);
        Assert.NotNull(Xml.Format.ParseNode(payload));
        Assert.Throws<WireFormatException>(
            () => Xml.Format.With(new XmlOptions { Limits = new() { MaxDepth = 3 } }).ParseNode(payload));
        Assert.Throws<WireFormatException>(
            () => ContractXml.Format.With(new ContractXmlOptions { Limits = new() { MaxDepth = 3 } }).ParseNode(payload));
    }

    [Theory]
    [InlineData("<a>0123456789</a>", "MaxStringLength")]
    [InlineData("<a b='0123456789'/>", "MaxStringLength")]
    [InlineData("<a>0123456<![CDATA[789]]></a>", "MaxStringLength")]
    [InlineData("<a>01234<!-- -->56789</a>", "MaxStringLength")]
    [InlineData("<a><b/><b/><b/></a>", "MaxItems")]
    [InlineData("<a>x<b/>y</a>", "MaxItems")]
    [InlineData("<a xmlns:n='urn:isomer:node'><n:item/><n:item/><n:item/></a>", "MaxItems")]
    [InlineData("<a xmlns:n='urn:isomer:node' n:type='array'><n:item/><n:item/><n:item/></a>", "MaxItems")]
    [InlineData("<a xmlns:n='urn:isomer:node' n:type='json'>[1,2,3]</a>", "MaxItems")]
    public void Nodes_of_XML_have_no_more_than_asked(string text, string limit)
    {
        byte[] payload = System.Text.Encoding.UTF8.GetBytes(text);
        byte[] binary = Binary(text);
        foreach (bool isIn in new[] { true, false })
        {
            int most = (limit == "MaxItems" ? 3 : 10) - (isIn ? 0 : 1);
            var limits = limit == "MaxItems" ? new Limits { MaxItems = most } : new Limits { MaxStringLength = most };
            var ways = new Func<Node?>[]
            {
                () => Xml.Format.With(new XmlOptions { Limits = limits }).ParseNode(payload),
                () => ContractXml.Format.With(new ContractXmlOptions { Limits = limits }).ParseNode(payload),
                () => ContractXml.Format.With(new ContractXmlOptions { Limits = limits, Form = ContractXmlForm.Binary }).ParseNode(binary),
            };
            foreach (var way in ways)
            {
                if (isIn)
                    Assert.NotNull(way());
                else
                    Assert.Contains(limit, Assert.Throws<WireFormatException>(way).Message, StringComparison.Ordinal);
            }
        }
    }

    static byte[] Binary(string text)
    {
        var stream = new MemoryStream();
        using (var writer = System.Xml.XmlDictionaryWriter.CreateBinaryWriter(stream))
            writer.WriteNode(System.Xml.XmlReader.Create(new StringReader(text)), true);
        return stream.ToArray();
    }
}
