using System.Collections.Immutable;
using System.Runtime.Serialization.Formatters.Binary;
using Xunit;

#pragma warning disable SYSLIB0011 // BinaryFormatter is the original

namespace Isomer.Tests.Formats.Nrbf;

/// <summary>Against BinaryFormatter in this process: the same bytes, and of its bytes the same graphs.</summary>
public class NrbfTests
{
    static readonly ImmutableArray<Type> Known =
        [typeof(Place), typeof(Link), typeof(Upper), typeof(Level), typeof(Itself), typeof(Faces), typeof(Entered), typeof(Only), typeof(Heard), typeof(Hue), typeof(Exception), typeof(ArgumentException), typeof(InvalidOperationException)];

    internal static readonly NrbfOptions Options = new() { KnownTypes = Known };

    static readonly NrbfOptions[] Tiers =
    [
        Options with { Convention = Convention.Fields.WithTier(ShapeTier.Emitted) },
        Options with { Convention = Convention.Fields.WithTier(ShapeTier.Reflection) },
    ];

    internal static byte[] Original(object graph)
    {
        var stream = new MemoryStream();
        new BinaryFormatter().Serialize(stream, graph);
        return stream.ToArray();
    }

    static object Original(byte[] payload) => new BinaryFormatter().Deserialize(new MemoryStream(payload));

    public static TheoryData<string, int> Cases()
    {
        var cases = new TheoryData<string, int>();
        foreach (string name in NrbfGraphs.All.Keys)
            for (int tier = 0; tier < Tiers.Length; tier++)
                cases.Add(name, tier);
        return cases;
    }

    [Theory, MemberData(nameof(Cases))]
    public void Bytes_are_the_originals(string name, int tier)
    {
        object graph = NrbfGraphs.All[name]();
        Assert.Equal(Convert.ToHexString(Original(graph)), Convert.ToHexString(Isomer.Nrbf.Serialize(graph, Tiers[tier])));
    }

    [Theory, MemberData(nameof(Cases))]
    public void Graphs_are_the_originals(string name, int tier)
    {
        byte[] payload = Original(NrbfGraphs.All[name]());
        Assert.Null(SameGraph.Difference(Original(payload), Isomer.Nrbf.Deserialize<object>(payload, Tiers[tier])));
    }

    [Theory, InlineData(0), InlineData(1)]
    public void A_million_links_need_no_stack(int tier)
    {
        Link? first = null;
        int count = tier == 0 ? 1_000_000 : 100_000;
        for (int i = 0; i < count; i++)
            first = new Link { Value = i, Next = first };
        Link? back = null;
        var thread = new Thread(() => back = Isomer.Nrbf.Deserialize<Link>(Isomer.Nrbf.Serialize(first, Tiers[tier]), Tiers[tier]), 256 << 10);
        thread.Start();
        thread.Join();
        for (int i = count - 1; i >= 0; i--, back = back.Next)
            Assert.Equal(i, back!.Value);
        Assert.Null(back);
    }

    [Theory, InlineData(0), InlineData(1)]
    public void Constructor_then_read_then_graph(int tier)
    {
        var options = Tiers[tier];
        var back = Isomer.Nrbf.Deserialize<Entered[]>(Isomer.Nrbf.Serialize(new[] { new Entered { Name = "a" }, new Entered() }, options), options);
        Assert.All(back, e => Assert.Equal(["constructor", "read", "graph"], e.Calls));
    }

    [Theory, InlineData(0), InlineData(1)]
    public void What_stands_for_another_is_replaced_everywhere(int tier)
    {
        object[] back = Isomer.Nrbf.Deserialize<object[]>(Original(new object[] { new Only(), new List<Only> { new() } }), Tiers[tier]);
        Assert.Same(Only.Instance, back[0]);
        Assert.Same(Only.Instance, ((List<Only>)back[1])[0]);
    }

    [Theory, InlineData(0), InlineData(1)]
    public void What_is_no_data_is_refused_where_it_is_not_null(int tier)
    {
        var heard = new Heard();
        heard.Changed += (_, _) => { };
        var error = Assert.Throws<NotSupportedException>(() => Isomer.Nrbf.Serialize(heard, Tiers[tier]));
        Assert.Contains("NonSerialized", error.Message, StringComparison.Ordinal);
    }
}
