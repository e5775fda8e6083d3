using System.Text;
using Isomer.Tests.Formats.OfNrbf;
using Xunit;

namespace Isomer.Tests.Formats.OfSoap;

/// <summary>The graphs that NRBF is tested with, through SOAP: written by both tiers alike, and read back as the same graph.</summary>
public class EnvelopeGraphTests
{
    internal static readonly SoapOptions Options = new()
    { KnownTypes = NrbfTests.Options.KnownTypes, WritesGenerics = true, DateStyle = SoapDateStyle.KeepsKind };

    internal static readonly SoapOptions[] Tiers =
    [
        Options with { Convention = Convention.Fields.WithTier(ShapeTier.Emitted) },
        Options with { Convention = Convention.Fields.WithTier(ShapeTier.Reflection) },
    ];

    /// <summary>
    /// What SOAP keeps less of than NRBF: a boxed value is written where it stands, so two references to one box become two; a set, a
    /// comparer and what stands for others are compared as those others.
    /// </summary>
    public static TheoryData<string, int> Cases()
    {
        var cases = new TheoryData<string, int>();
        foreach (string name in NrbfGraphs.All.Keys)
            for (int tier = 0; tier < Tiers.Length; tier++)
                cases.Add(name, tier);
        return cases;
    }

    [Theory, MemberData(nameof(Cases))]
    public void Graphs_come_back(string name, int tier)
    {
        object graph = NrbfGraphs.All[name]();
        byte[] payload = Soap.Serialize(graph, Tiers[tier]);
        object back;
        try
        {
            back = Soap.Deserialize<object>(payload, Tiers[tier]);
        }
        catch (WireFormatException e)
        {
            throw new InvalidOperationException($"{e.Message}\n{Encoding.UTF8.GetString(payload[..Math.Min(payload.Length, 3000)])}", e);
        }
        Assert.True(SameGraph.Difference(graph, back, replaces: true) is not { } difference,
            $"{SameGraph.Difference(graph, back, replaces: true)}\n{Encoding.UTF8.GetString(payload[..Math.Min(payload.Length, 3000)])}");
        Assert.Equal(Encoding.UTF8.GetString(payload),
            Encoding.UTF8.GetString(Soap.Serialize(NrbfGraphs.All[name](), Tiers[1 - tier])));
    }

    [Serializable]
    class Pointing : System.Runtime.Serialization.ISerializable
    {
        public nint Pointer = 5;
        public Registry Registry = new() { Edition = 3 };

        public Pointing()
        {
        }

        protected Pointing(System.Runtime.Serialization.SerializationInfo info, System.Runtime.Serialization.StreamingContext context) =>
            (Pointer, Registry) = ((nint)info.GetValue("p", typeof(nint))!, (Registry)info.GetValue("r", typeof(Registry))!);

        public void GetObjectData(System.Runtime.Serialization.SerializationInfo info,
            System.Runtime.Serialization.StreamingContext context)
        {
            info.AddValue("p", Pointer);
            info.AddValue("r", Registry);
        }
    }

    /// <summary>
    /// What random graphs found: arrays of the class Array, pointers that are entries, entries of a class that derives from a dictionary.
    /// </summary>
    [Theory, InlineData(0), InlineData(1)]
    public void What_random_graphs_found(int tier)
    {
        var options = Tiers[tier] with { KnownTypes = [.. Options.KnownTypes, typeof(Pointing)] };
        foreach (object graph in new object[] { new Array?[] { new[] { 1 }, null }, new Array[0, 0], new Pointing(),
            new object[] { (nint)7, new Array[][] { [new int[2]] } } })
            Assert.Null(SameGraph.Difference(graph, Soap.Deserialize<object>(Soap.Serialize(graph, options), options)));
    }

    [Serializable]
    struct Holder
    {
        public object? Held;
    }

    /// <summary>On a small stack: a box that holds itself, and boxes within one another as deep as they may be, and deeper.</summary>
    [Theory, InlineData(0), InlineData(1)]
    public void Boxes_within_boxes_end(int tier)
    {
        var options = Tiers[tier] with { KnownTypes = [typeof(Holder)] };
        object itself = new Holder();
        typeof(Holder).GetField("Held")!.SetValue(itself, itself);
        object Deep(int depth)
        {
            object box = new Holder { Held = "end" };
            for (int i = 1; i < depth; i++)
                box = new Holder { Held = box };
            return box;
        }
        Exception? first = null, second = null;
        object? back = null;
        var thread = new Thread(() =>
        {
            first = Record.Exception(() => Soap.Serialize(itself, options));
            second = Record.Exception(() => Soap.Serialize(Deep(100_000), options));
            back = Soap.Deserialize<object>(Soap.Serialize(Deep(40), options), options);
        }, 512 << 10);
        thread.Start();
        thread.Join();
        Assert.Contains("hold one another", Assert.IsType<NotSupportedException>(first).Message, StringComparison.Ordinal);
        Assert.IsType<NotSupportedException>(second);
        for (int i = 0; i < 40; i++)
            back = ((Holder)back!).Held;
        Assert.Equal("end", back);
    }

    [Theory, InlineData(0), InlineData(1)]
    public void A_million_links_need_no_stack(int tier)
    {
        Link? first = null;
        int count = tier == 0 ? 1_000_000 : 100_000;
        for (int i = 0; i < count; i++)
            first = new Link { Value = i, Next = first };
        Link? back = null;
        var thread =
            new Thread(() => back = Soap.Deserialize<Link>(Soap.Serialize(first, Tiers[tier]), Tiers[tier]), 256 << 10);
        thread.Start();
        thread.Join();
        for (int i = count - 1; i >= 0; i--, back = back.Next)
            Assert.Equal(i, back!.Value);
        Assert.Null(back);
    }

    /// <summary>As mono writes an Array[]: the items say themselves what they are.</summary>
    [Fact]
    public void Arrays_of_arrays_of_any_kind()
    {
        Array[] arrays = [new[] { 1, 2 }, new[] { "a" }, new int[1, 2], new Array[] { new[] { 3 } }];
        byte[] envelope = Soap.Serialize(arrays);
        Assert.Contains("SOAP-ENC:arrayType=\"SOAP-ENC:Array[4]\"", Encoding.UTF8.GetString(envelope), StringComparison.Ordinal);
        var back = Assert.IsType<Array[]>(Soap.Deserialize<object>(envelope));
        Assert.Equal(arrays.Select(a => a.GetType()), back.Select(a => a.GetType()));
        Assert.Equal(arrays[0], back[0]);
        Assert.Equal([3], ((Array[])back[3])[0].Cast<int>());
        Assert.Equal(envelope, Soap.Serialize(back));
    }
}
