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

    [Fact]
    public void Nodes_of_XML_nest_no_deeper_than_asked()
    {
        string text = string.Concat(Enumerable.Repeat("<a>", 20)) + string.Concat(Enumerable.Repeat("</a>", 20));
        byte[] payload = System.Text.Encoding.UTF8.GetBytes(text);
        Assert.NotNull(Isomer.Xml.Format.ParseNode(payload));
        Assert.Throws<WireFormatException>(
            () => Isomer.Xml.Format.With(new XmlOptions { Limits = new() { MaxDepth = 3 } }).ParseNode(payload));
        Assert.Throws<WireFormatException>(
            () => Isomer.ContractXml.Format.With(new ContractXmlOptions { Limits = new() { MaxDepth = 3 } }).ParseNode(payload));
    }
}
