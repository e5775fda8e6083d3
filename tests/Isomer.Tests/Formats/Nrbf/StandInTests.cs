using System.Runtime.Serialization;
using System.Runtime.Serialization.Formatters.Binary;
using Xunit;

#pragma warning disable SYSLIB0011, SYSLIB0050 // BinaryFormatter is the original

namespace Isomer.Tests.Formats.OfNrbf;

/// <summary>
/// Objects that stand for others and are referred to from within themselves: wherever the reference is (a field, a read-only one, an array,
/// a struct, a list, a dictionary, another class's entries), it leads to the other object in the end. Against BinaryFormatter where that
/// reads the payload.
/// </summary>
public class StandInTests
{
    [Serializable]
    public sealed class Proxy : IObjectReference
    {
        public static readonly Proxy Real = new();

        public object? Held;
        public int Number;

        public object GetRealObject(StreamingContext context) => Real;
    }

    [Serializable]
    public struct Pair
    {
        public int A;
        public Proxy? P;
    }

    [Serializable]
    public class Holder
    {
        public Proxy? Field;
        public readonly Proxy? ReadOnly;
        public object? Any;
        public Proxy?[]? Array;
        public Pair Struct;
        public Pair[]? Structs;
        public object?[,]? Grid;
        public List<Proxy?>? List;
        public Dictionary<string, Proxy?>? Map;
        public Holder? Next;

        public Holder()
        {
        }

        public Holder(Proxy readOnly) => ReadOnly = readOnly;
    }

    static Holder Around(Action<Holder, Proxy> put, bool readOnly = false)
    {
        var proxy = new Proxy { Number = 7 };
        var inner = readOnly ? new Holder(proxy) : new Holder();
        put(inner, proxy);
        proxy.Held = new object[] { inner };
        return new Holder { Field = proxy, Next = inner };
    }

    public static TheoryData<string> Places => [.. All.Keys];

    static readonly Dictionary<string, Func<Holder>> All = new()
    {
        ["field"] = () => Around(static (h, p) => h.Field = p),
        ["read-only field"] = () => Around(static (_, _) => { }, readOnly: true),
        ["object"] = () => Around(static (h, p) => h.Any = p),
        ["array"] = () => Around(static (h, p) => h.Array = [null, p, p]),
        ["struct"] = () => Around(static (h, p) => h.Struct = new() { A = 1, P = p }),
        ["array of structs"] = () => Around(static (h, p) => h.Structs = [default, new() { A = 1, P = p }]),
        ["grid"] = () => Around(static (h, p) => h.Grid = new object?[,] { { 1, p }, { p, "a" } }),
        ["list"] = () => Around(static (h, p) => h.List = [p, null, p]),
        ["map"] = () => Around(static (h, p) => h.Map = new() { ["a"] = p, ["b"] = null }),
        ["several"] =
            () => Around(static (h, p) => (h.Field, h.Array, h.Next, h.Any) = (p, [p], new Holder { Field = p }, new List<object> { p })),
    };

    static readonly Type[] Known = [typeof(Holder), typeof(Proxy), typeof(Pair), typeof(List<object>)];

    static void AllAreReal(Holder read)
    {
        var inner = read.Next!;
        Assert.Same(Proxy.Real, read.Field);
        foreach (object? value in new object?[] { inner.Field, inner.ReadOnly, inner.Any, inner.Struct.P, inner.Next?.Field }
            .Concat(inner.Array ?? []).Concat(inner.Structs?.Select(static s => s.P) ?? []).Concat(inner.Grid?.Cast<object?>() ?? [])
                .Concat(inner.List ?? []).Concat(inner.Map?.Values.AsEnumerable() ?? []).Concat(inner.Any as List<object> ?? []))
            Assert.True(value is not Proxy || ReferenceEquals(value, Proxy.Real), "a stand-in was left");
        Assert.Equal(1, inner.Structs?[1].A ?? 1);
    }

    [Theory, MemberData(nameof(Places))]
    public void References_from_within_lead_to_the_other_object(string place)
    {
        byte[] payload = NrbfTests.Original(All[place]());
        foreach (var tier in new[] { ShapeTier.Emitted, ShapeTier.Reflection })
        {
            var options = NrbfTests.Options with { KnownTypes = [.. Known], Convention = Convention.Fields.WithTier(tier) };
            var read = Nrbf.Deserialize<Holder>(payload, options)!;
            AllAreReal(read);
            Assert.Null(Proxy.Real.Held);
            if (Record.Exception(() => new BinaryFormatter().Deserialize(new MemoryStream(payload))) is null)
                Assert.Null(SameGraph.Difference(new BinaryFormatter().Deserialize(new MemoryStream(payload)), read));
        }
    }

    [Theory, MemberData(nameof(Places))]
    public void In_envelopes_too(string place)
    {
        foreach (var tier in new[] { ShapeTier.Emitted, ShapeTier.Reflection })
        {
            var options = new SoapOptions { KnownTypes = [.. Known], WritesGenerics = true, Convention = Convention.Fields.WithTier(tier) };
            AllAreReal(Soap.Deserialize<Holder>(Soap.Serialize(All[place](), options), options)!);
        }
    }
}
