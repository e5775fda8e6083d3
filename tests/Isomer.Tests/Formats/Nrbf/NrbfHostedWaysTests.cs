using System.Buffers;
using System.IO.Pipelines;
using Isomer.Fuzz.Targets;
using Xunit;

namespace Isomer.Tests.Formats.OfNrbf;

/// <summary>
/// Zones, cookies, exceptions and tables of names by every way that a payload is read or written: objects, records, nodes, the drop-in
/// formatters, streams, pipes.
/// </summary>
public class NrbfHostedWaysTests
{
    static readonly NrbfOptions s_nrbf = new() { KnownTypes = [.. Hosted.Known] };

    static readonly SoapOptions s_soap = new() { KnownTypes = [.. Hosted.Known], DateStyle = SoapDateStyle.KeepsKind };

    public static TheoryData<int> Samples => [.. Enumerable.Range(0, Hosted.Samples().Length)];

    [Theory, MemberData(nameof(Samples))]
    public async Task Every_way_of_Nrbf_gives_the_same(int sample)
    {
        object graph = Hosted.Samples()[sample];
        byte[] payload = Nrbf.Serialize(graph, s_nrbf);
        byte[] Again(object? read) => Nrbf.Serialize(read!, s_nrbf);
        byte[] expected = Again(Nrbf.Deserialize<object>(payload, s_nrbf));
        Assert.Equal(expected, Again(Nrbf.Deserialize(payload, graph.GetType(), s_nrbf)));
        Assert.Equal(expected, Again(Nrbf.Deserialize<object>(new MemoryStream(payload), s_nrbf)));
        Assert.Equal(expected,
            Again(await Nrbf.DeserializeAsync<object>(new MemoryStream(payload), s_nrbf, TestContext.Current.CancellationToken)));
        Assert.Equal(expected,
            Again(await Nrbf.DeserializeAsync<object>(PipeReader.Create(new MemoryStream(payload)), s_nrbf,
                TestContext.Current.CancellationToken)));
        Assert.Equal(expected, Again(Nrbf.Deserialize<object>(new ReadOnlySequence<byte>(payload), s_nrbf)));
        var formatter = new IsomerBinaryFormatter(s_nrbf);
        Assert.Equal(expected, Again(formatter.Deserialize(new MemoryStream(payload))));
        var written = new MemoryStream();
        formatter.Serialize(written, graph);
        Assert.Equal(payload, written.ToArray());
        // Without a type: as records, as nodes, and as the records from which the same bytes are made.
        Assert.NotNull(Nrbf.Read(payload).Root);
        Assert.NotNull(Nrbf.Format.ParseNode(payload));
        Assert.Equal(payload, Nrbf.RecordsFormat.WriteNode(Nrbf.RecordsFormat.ParseNode(payload)));
        Assert.Equal(System.Formats.Nrbf.NrbfDecoder.Decode(new MemoryStream(payload)).TypeName.FullName, graph.GetType().FullName);
    }

    [Theory, MemberData(nameof(Samples))]
    public async Task Every_way_of_Soap_gives_the_same(int sample)
    {
        object graph = Hosted.Samples()[sample];
        byte[] envelope = Soap.Serialize(graph, s_soap);
        byte[] Again(object? read) => Soap.Serialize(read!, s_soap);
        byte[] expected = Again(Soap.Deserialize<object>(envelope, s_soap));
        Assert.Equal(expected, Again(Soap.Deserialize(envelope, graph.GetType(), s_soap)));
        Assert.Equal(expected,
            Again(await Soap.DeserializeAsync<object>(new MemoryStream(envelope), s_soap, TestContext.Current.CancellationToken)));
        Assert.Equal(expected, Again(new IsomerSoapFormatter(s_soap).Deserialize(new MemoryStream(envelope))));
        var nodes = Soap.Format.ParseNode(envelope)!;
        Assert.Equal(Json.Serialize(nodes),
            Json.Serialize(Soap.Format.ParseNode(Soap.Format.WriteNode(nodes))));
        Assert.Equal(Nrbf.Serialize(Nrbf.Deserialize<object>(Nrbf.Serialize(graph, s_nrbf), s_nrbf)!, s_nrbf).Length,
            Nrbf.Serialize(Soap.Deserialize<object>(envelope, s_soap)!, s_nrbf).Length);
    }

    /// <summary>Into what is there: the payload's root is read into the object.</summary>
    [Fact]
    public void They_fill_what_is_there()
    {
        var target = new System.Net.Cookie("old", "value");
        byte[] payload = Nrbf.Serialize(new System.Net.Cookie("new", "v", "/", "x.org"));
        Assert.Same(target, Nrbf.Fill(target, payload));
        Assert.Equal("new=v", target.ToString());
    }

    /// <summary>Stand-ins in cycles, by the sample that the fuzzer begins with.</summary>
    [Fact]
    public void Stand_ins_in_cycles_are_replaced()
    {
        var nrbf = new NrbfOptions { KnownTypes = [.. Standing.Known] };
        var soap = new SoapOptions { KnownTypes = [.. Standing.Known], WritesGenerics = true };
        foreach (var read in (Standing[])[Nrbf.Deserialize<Standing>(Nrbf.Serialize(Standing.Sample(), nrbf), nrbf),
            Soap.Deserialize<Standing>(Soap.Serialize(Standing.Sample(), soap), soap)])
        {
            var inner = read.Next!;
            Assert.All(
                (object?[])[read.Field, inner.Field, inner.Any, inner.Array![0], inner.Array[2], inner.Grid![0, 1], inner.Grid[1, 0],
                    inner.Structs![0].Value, inner.List![0], inner.List[1], inner.Map!["a"], inner.Next!.Field],
                        static o => Assert.Same(StandIn.Real, o));
            Assert.Same(inner, inner.Next!.Next);
        }
    }
}
