using System.IO.Pipes;
using System.Reflection;
using System.Runtime.Serialization;
using System.Runtime.Serialization.Formatters;
using System.Runtime.Serialization.Formatters.Binary;
using Xunit;

#pragma warning disable SYSLIB0011, SYSLIB0050 // BinaryFormatter is the original

namespace Isomer.Tests.Formats.OfNrbf;

/// <summary>IsomerBinaryFormatter in BinaryFormatter's place.</summary>
public class NrbfDropInTests
{
    static IsomerBinaryFormatter Ours => new(NrbfTests.Options);

    static byte[] Written(IFormatter formatter, params object[] graphs)
    {
        var stream = new MemoryStream();
        foreach (object graph in graphs)
            formatter.Serialize(stream, graph);
        return stream.ToArray();
    }

    public static TheoryData<string> Graphs => [.. NrbfGraphs.All.Keys];

    /// <summary>Each way: what one writes the other reads, under every style.</summary>
    [Theory, MemberData(nameof(Graphs))]
    public void It_writes_what_the_original_writes(string name)
    {
        object graph = NrbfGraphs.All[name]();
        foreach (var style in new[] { FormatterTypeStyle.TypesAlways, FormatterTypeStyle.XsdString })
        {
            byte[] theirs = Written(new BinaryFormatter { TypeFormat = style }, graph);
            Assert.Equal(Convert.ToHexString(theirs),
                Convert.ToHexString(Written(new IsomerBinaryFormatter(NrbfTests.Options) { TypeFormat = style }, graph)));
            Assert.Equal(graph.GetType(), Ours.Deserialize(new MemoryStream(theirs)).GetType());
        }
    }

    /// <summary>All that the original has in public, but for what this framework's has not any more.</summary>
    [Fact]
    public void It_has_the_originals_members()
    {
        foreach (var member in typeof(BinaryFormatter).GetMembers(BindingFlags.Public | BindingFlags.Instance | BindingFlags.DeclaredOnly)
            .Where(m => m is PropertyInfo or MethodInfo { IsSpecialName: false }))
            Assert.NotEmpty(typeof(IsomerBinaryFormatter).GetMember(member.Name));
        foreach (var constructor in typeof(BinaryFormatter).GetConstructors())
            Assert.NotNull(typeof(IsomerBinaryFormatter).GetConstructor([.. constructor.GetParameters().Select(p => p.ParameterType)]));
    }

    /// <summary>Several graphs in one stream: a file, and a stream that cannot seek and gives what comes.</summary>
    [Theory]
    [InlineData(0)]
    [InlineData(1)]
    [InlineData(7)]
    [InlineData(100_000)]
    public void One_graph_after_the_other(int piece)
    {
        object[] graphs = ["a", new List<int>(Enumerable.Range(0, 5000)), new Version(1, 2), 11, new byte[40_000], "end"];
        byte[] all = [.. Written(Ours, graphs), 1, 2, 3];
        using Stream stream = piece == 0 ? new MemoryStream(all) : new Pieces(all, piece);
        var ours = Ours;
        long end = 0;
        foreach (object graph in graphs)
        {
            Assert.Equal(graph, ours.Deserialize(stream));
            end += Written(Ours, graph).Length;
            if (piece == 0)
                Assert.Equal(end, stream.Position);
        }
        Assert.Throws<SerializationException>(() => ours.Deserialize(stream));
    }

    /// <summary>A char whose bytes come in two pieces is not damaged: the graph is not whole yet.</summary>
    [Theory]
    [InlineData(1)]
    [InlineData(2)]
    [InlineData(5)]
    [InlineData(7)]
    public void Characters_come_in_pieces(int piece)
    {
        object[] graph = ['\u00E9', 'x', "a\u20AC\u00E9".ToCharArray(), new string('\u20AC', 300), new Version(1, 2)];
        byte[] all = Written(new BinaryFormatter(), (object)graph);
        var back = (object[])Ours.Deserialize(new Pieces(all, piece));
        Assert.Null(SameGraph.Difference(graph, back));
        Assert.Throws<SerializationException>(() => Ours.Deserialize(new Pieces([.. all[..30], 0xFF, .. all[31..]], piece)));
    }

    /// <summary>The bytes of a char at the end of each buffer that a file is read into.</summary>
    [Fact]
    public void A_char_at_the_end_of_a_buffer()
    {
        for (int i = 0; i < 3; i++)
        {
            object[] graph = [new string('x', 32_700 + i), Enumerable.Repeat('\u00E9', 40_000).ToArray()];
            var back = (object[])Ours.Deserialize(new Pieces(Written(new BinaryFormatter(), (object)graph), 4096));
            Assert.Equal((char[])graph[1], back[1]);
        }
    }

    /// <summary>One formatter for all threads, as people have it in a static field: each reads what its own stream holds.</summary>
    [Fact]
    public void One_formatter_for_all_threads()
    {
        var shared = Ours;
        byte[][] payloads = [.. Enumerable.Range(0, 8).Select(i => Written(shared, new List<int>(Enumerable.Repeat(i, 50 + (i * 500)))))];
        Parallel.For(0, 4000, new ParallelOptions { MaxDegreeOfParallelism = 8 }, n =>
        {
            int kind = n % payloads.Length;
            using Stream stream = n % 3 == 0 ? new Pieces(payloads[kind], 700) : new MemoryStream(payloads[kind]);
            var read = (List<int>)shared.Deserialize(stream);
            Assert.Equal(50 + (kind * 500), read.Count);
            Assert.All(read, i => Assert.Equal(kind, i));
        });
    }

    sealed class Silent : SerializationBinder
    {
        public override Type? BindToType(string assemblyName, string typeName) => null;
    }

    /// <summary>A binder that has nothing to say changes nothing: also where only the known types tell what the members are.</summary>
    [Theory, MemberData(nameof(Graphs))]
    public void A_binder_that_is_silent_changes_nothing(string name)
    {
        foreach (var style in new[] { FormatterTypeStyle.TypesAlways, FormatterTypeStyle.TypesWhenNeeded, FormatterTypeStyle.XsdString })
        {
            byte[] payload = Written(new IsomerBinaryFormatter(NrbfTests.Options) { TypeFormat = style }, NrbfGraphs.All[name]());
            object? without = null;
            if (Record.Exception(() => without = new IsomerBinaryFormatter(NrbfTests.Options) { TypeFormat = style }
                .Deserialize(new MemoryStream(payload))) is not null)
                continue;
            var bound = new IsomerBinaryFormatter(NrbfTests.Options) { TypeFormat = style, Binder = new Silent() };
            Assert.Null(SameGraph.Difference(without!, bound.Deserialize(new MemoryStream(payload))));
            Assert.Equal(payload, Written(bound, NrbfGraphs.All[name]()));
        }
    }

    [Serializable]
    public class Naming { public int A = 5; public Named? Next; public object? Any; public Named[]? All; }

    [Serializable]
    public class Named { public string? B; }

    sealed class Names : SerializationBinder
    {
        public override Type? BindToType(string assemblyName, string typeName) => typeName switch
        {
            "Old.Naming" => typeof(Naming),
            "Old.Named" => typeof(Named),
            _ => null,
        };

        public override void BindToName(Type serializedType, out string? assemblyName, out string? typeName)
        {
            assemblyName = serializedType == typeof(Naming) ? "Old, Version=1.0.0.0, Culture=neutral, PublicKeyToken=null" : null;
            typeName = serializedType == typeof(Naming) ? "Old.Naming" : serializedType == typeof(Named) ? "Old.Named" : null;
        }
    }

    static string NamesIn(byte[] payload) => string.Join(' ', System.Text.RegularExpressions.Regex.Matches(
        System.Text.Encoding.Latin1.GetString(payload), @"[\w.+]*Named?\w*(\[\])*").Select(m => m.Value).Distinct()
            .Order(StringComparer.Ordinal));

    /// <summary>What a binder calls types when they are written: the old names, which an old reader expects.</summary>
    [Fact]
    public void A_binder_gives_names()
    {
        foreach (object graph in new object[] { new Naming(), new Named { B = "b" }, new Naming { Any = new Named() } })
        {
            byte[] theirs = Written(new BinaryFormatter { Binder = new Names() }, graph);
            var ours = new IsomerBinaryFormatter(new NrbfOptions { KnownTypes = [typeof(Naming), typeof(Named)] }) { Binder = new Names() };
            byte[] mine = Written(ours, graph);
            Assert.Equal(Nrbf.Read(theirs).Objects.OfType<NrbfClassRecord>().Select(r => (r.TypeName, r.AssemblyName)),
                Nrbf.Read(mine).Objects.OfType<NrbfClassRecord>().Select(r => (r.TypeName, r.AssemblyName)));
            Assert.Null(SameGraph.Difference(graph, ours.Deserialize(new MemoryStream(mine))));
            Assert.Null(SameGraph.Difference(graph, ours.Deserialize(new MemoryStream(theirs))));
            Assert.Null(SameGraph.Difference(graph, new BinaryFormatter { Binder = new Names() }.Deserialize(new MemoryStream(mine))));
        }
        // Arrays and generic types have their parts' own names, as the original's; the names alone, for their order is another.
        foreach (object graph in new object[] { new[] { new Named() }, new List<Named> { new() }, new Naming { All = [new()] } })
            Assert.Equal(NamesIn(Written(new BinaryFormatter { Binder = new Names() }, graph)),
                NamesIn(Written(new IsomerBinaryFormatter(NrbfTests.Options) { Binder = new Names() }, graph)));
        // Members without types are those of what the binder gives.
        foreach (var style in new[] { FormatterTypeStyle.TypesWhenNeeded, FormatterTypeStyle.XsdString })
        {
            var ours = new IsomerBinaryFormatter(new NrbfOptions { KnownTypes = [typeof(Naming), typeof(Named)] })
            { Binder = new Names(), TypeFormat = style };
            object graph = new Naming { A = 7, Next = new Named { B = "b" } };
            Assert.Null(SameGraph.Difference(graph, ours.Deserialize(new MemoryStream(Written(ours, graph)))));
        }
        var soap = new IsomerSoapFormatter(new SoapOptions { KnownTypes = [typeof(Naming), typeof(Named)] }) { Binder = new Names() };
        byte[] envelope = Written(soap, new Naming { Next = new Named { B = "b" } });
        Assert.Contains("nsassem/Old/Old", System.Text.Encoding.UTF8.GetString(envelope), StringComparison.Ordinal);
        Assert.Equal("b", ((Naming)soap.Deserialize(new MemoryStream(envelope))).Next!.B);
    }

    sealed class Pieces(byte[] bytes, int most) : MemoryStream(bytes)
    {
        public override bool CanSeek => false;

        public override int Read(byte[] buffer, int offset, int count) => base.Read(buffer, offset, Math.Min(count, most));
    }

    /// <summary>The other side waits for an answer, and sends no more before: whoever waits for the stream's end waits for ever.</summary>
    [Fact]
    public async Task It_reads_from_a_pipe_that_stays_open()
    {
        using var server = new AnonymousPipeServerStream(PipeDirection.Out);
        using var client = new AnonymousPipeClientStream(PipeDirection.In, server.ClientSafePipeHandle);
        server.Write(Written(Ours, new List<string> { "x" }));
        server.Flush();
        object read = await Task.Run(() => Ours.Deserialize(client), TestContext.Current.CancellationToken)
            .WaitAsync(TimeSpan.FromSeconds(60), TestContext.Current.CancellationToken);
        Assert.Equal(["x"], Assert.IsType<List<string>>(read));
    }

    [Fact]
    public void What_is_refused_is_a_SerializationException()
    {
        byte[] place = NrbfTests.Original(NrbfGraphs.All["own enum"]());
        var unknown = Assert.Throws<SerializationException>(() => new IsomerBinaryFormatter().Deserialize(new MemoryStream(place)));
        Assert.Contains("KnownTypes", unknown.Message, StringComparison.Ordinal);
        Assert.IsType<WireFormatException>(unknown.InnerException);
        Assert.Throws<SerializationException>(() => Ours.Deserialize(new MemoryStream()));
        Assert.Throws<SerializationException>(() => Ours.Deserialize(new MemoryStream([1, 2, 3])));
        Assert.Throws<SerializationException>(() => Ours.Deserialize(new MemoryStream(place[..^3])));
        Assert.Throws<SerializationException>(() => Ours.Serialize(new MemoryStream(), new Unmarked()));
        Assert.Throws<ArgumentNullException>(() => Ours.Serialize(new MemoryStream(), null!));
        Assert.Throws<ArgumentNullException>(() => Ours.Deserialize(null!));
    }

    class Unmarked;

    [Serializable]
    class New
    {
        public int Id = 5;
    }

    [Serializable]
    class Old
    {
        public int Id = 7;
    }

    [Fact]
    public void A_binder_is_a_filter_beside_the_closed_set()
    {
        byte[] bytes = NrbfTests.Original(new Old());
        var known = new NrbfOptions { KnownTypes = [typeof(New)] };
        var binder = new AskedBinder(static n => typeof(New));
        var read = Assert.IsType<New>(new IsomerBinaryFormatter(known) { Binder = binder }.Deserialize(new MemoryStream(bytes)));
        Assert.Equal(7, read.Id);
        Assert.Equal(["Isomer.Tests.Formats.OfNrbf.NrbfDropInTests+Old, Isomer.Tests"], binder.Asked);
        Assert.Throws<SerializationException>(
            () => new IsomerBinaryFormatter(known) { Binder = new AskedBinder(static _ => typeof(Old)) }.Deserialize(
                new MemoryStream(bytes)));
        Assert.Throws<SerializationException>(
            () => new IsomerBinaryFormatter(known) { Binder = new AskedBinder(static _ => null) }.Deserialize(new MemoryStream(bytes)));
        Assert.Throws<InvalidOperationException>(
            () => new IsomerBinaryFormatter(known)
            { Binder = new AskedBinder(static _ => throw new InvalidOperationException()) }.Deserialize(new MemoryStream(bytes)));
    }
}
