using System.Runtime.Serialization.Formatters;
using System.Runtime.Serialization.Formatters.Binary;
using Xunit;

#pragma warning disable SYSLIB0011, SYSLIB0050 // BinaryFormatter is the original

namespace Isomer.Tests.Formats.OfNrbf;

/// <summary>
/// Classes that do not say what their members are (TypesWhenNeeded), as records and as nodes: what a type of that name declares.
/// </summary>
public class NrbfUntypedTests
{
    public static TheoryData<string> Graphs => [.. NrbfGraphs.All.Keys];

    static byte[] Written(object graph, FormatterTypeStyle style)
    {
        var stream = new MemoryStream();
        new BinaryFormatter { TypeFormat = style }.Serialize(stream, graph);
        return stream.ToArray();
    }

    [Theory, MemberData(nameof(Graphs))]
    public void Records_are_those_of_the_typed_payload(string name)
    {
        object graph = NrbfGraphs.All[name]();
        byte[] bytes = Written(graph, FormatterTypeStyle.TypesWhenNeeded);
        var nodes = Nrbf.Format.With(NrbfTests.Options);
        Node? typed = null;
        // Nodes nest no deeper than the limit; records do as they stand.
        if (Record.Exception(() => typed = nodes.ParseNode(Written(graph, FormatterTypeStyle.TypesAlways))) is not null)
            Assert.Throws<WireFormatException>(() => nodes.ParseNode(bytes));
        else
            Assert.True(Node.DeepEquals(typed, nodes.ParseNode(bytes)), $"{typed}\n{nodes.ParseNode(bytes)}");
        var records = Nrbf.RecordsFormat.With(NrbfTests.Options);
        Assert.Equal(Convert.ToHexString(bytes), Convert.ToHexString(records.WriteNode(records.ParseNode(bytes))));
        Assert.Equal(Convert.ToHexString(bytes),
            Convert.ToHexString(records.WriteNode(Json.ParseNode(Json.Serialize<Node>(records.ParseNode(bytes)!)))));
    }

    [Fact]
    public void Types_of_ones_own_have_to_be_known()
    {
        byte[] bytes = Written(new Link { Value = 7 }, FormatterTypeStyle.TypesWhenNeeded);
        Assert.Contains("KnownTypes", Assert.Throws<WireFormatException>(() => Nrbf.Read(bytes)).Message, StringComparison.Ordinal);
        var link = (NrbfClassRecord)Nrbf.Read(bytes, new NrbfOptions { KnownTypes = [typeof(Link)] }).Root;
        Assert.Equal(7, link.Get<int>("Value"));
        // The framework's are known always.
        Assert.Equal([1, 2],
            ((NrbfArrayRecord)((NrbfClassRecord)Nrbf.Read(
                Written(new List<int> { 1, 2 }, FormatterTypeStyle.TypesWhenNeeded)).Root)["_items"]!).ToArray<int>()[..2]);
    }
}
