using System.Collections;
using System.Collections.Concurrent;
using System.Collections.Immutable;
using System.Collections.Specialized;
using System.Diagnostics;
using System.Reflection;
using System.Runtime.CompilerServices;
using System.Runtime.Serialization;
using Isomer.Tests.Formats.OfNrbf;
using Xunit;

namespace Isomer.Tests.Safety;

/// <summary>
/// Keys whose hash never ends (a tuple within itself, which a payload makes by one reference), or ends after 2 to the 60th questions: the
/// reader asks a
/// key when it makes the table, and so the process ended. Every table x every such key x every format with references x tier.
/// </summary>
public class EndlessKeyTests
{
    [Serializable]
    public sealed record Link(object? Left)
    {
        public object? Right { get; set; }
    }

    [Serializable]
    public struct Pair
    {
        public object? Left, Right;
    }

    /// <summary>A record that is ordered by its own hand, as an honest one may be that knows its parent.</summary>
    [Serializable]
    public sealed record Numbered(int Number)
    {
        public Numbered? Other { get; set; }
    }

    public sealed class ByNumber : IEqualityComparer<Numbered>
    {
        public bool Equals(Numbered? x, Numbered? y) => x?.Number == y?.Number;

        public int GetHashCode(Numbered obj) => obj.Number;
    }

    /// <summary>A key that is honest yet, and what makes it endless.</summary>
    static (object Key, Action Spoil) Make(string kind)
    {
        static void Set(object target, string field, object? value) =>
            target.GetType().GetField(field, BindingFlags.Instance | BindingFlags.NonPublic)!.SetValue(target, value);
        var self = Tuple.Create<object?, object?>(null, null);
        var link = new Link(null);
        switch (kind)
        {
            case "tuple within itself":
                return (self, () => Set(self, "m_Item1", self));
            case "tuple by a tuple":
                return (self, () => Set(self, "m_Item2", Tuple.Create<object?, object?>(1, Tuple.Create<object?, object?>(self, 2))));
            case "tuple by a boxed struct":
                return (self, () => Set(self, "m_Item1", new Pair { Left = "a", Right = self }));
            case "sixty tuples":
                return (self, () =>
                {
                    var tower = Tuple.Create<object?, object?>("a", "b");
                    for (int i = 0; i < 60; i++)
                        tower = Tuple.Create<object?, object?>(tower, tower);
                    Set(self, "m_Item1", tower);
                }
                );
            case "record within itself":
                return (link, () => link.Right = link);
            case "sixty records":
                return (link, () =>
                {
                    var tower = new Link("a");
                    for (int i = 0; i < 60; i++)
                        tower = new Link(tower) { Right = tower };
                    link.Right = tower;
                }
                );
            default:
                throw new InvalidOperationException(kind);
        }
    }

    static readonly string[] s_kinds =
        ["tuple within itself", "tuple by a tuple", "tuple by a boxed struct", "sixty tuples", "record within itself", "sixty records"];

    static object Table(string table, object key)
    {
        switch (table)
        {
            case nameof(Hashtable): return new Hashtable { [key] = 1 };
            case nameof(OrderedDictionary): return new OrderedDictionary { { key, 1 } };
            case nameof(ListDictionary): return new ListDictionary { { key, 1 }, { "other", 2 } };
            case nameof(HybridDictionary): return new HybridDictionary { { key, 1 }, { "other", 2 } };
            case "Dictionary": return new Dictionary<object, int> { [key] = 1 };
            case "ConcurrentDictionary": return new ConcurrentDictionary<object, int> { [key] = 1 };
            case "HashSet": return new HashSet<object> { key };
            case "ImmutableHashSet": return ImmutableHashSet.Create(key);
            case "ImmutableDictionary": return ImmutableDictionary.CreateRange([KeyValuePair.Create(key, 1)]);
            default: throw new InvalidOperationException(table);
        }
    }

    public static TheoryData<string, string> OfFormatters()
    {
        var data = new TheoryData<string, string>();
        foreach (string table in new[] { nameof(Hashtable), nameof(OrderedDictionary), nameof(ListDictionary), nameof(HybridDictionary),
            "Dictionary", "ConcurrentDictionary", "HashSet" })
            foreach (string kind in s_kinds)
                data.Add(table, kind);
        return data;
    }

    [Theory, MemberData(nameof(OfFormatters))]
    public void Nrbf_and_Soap_refuse_them(string table, string kind)
    {
        foreach (var tier in new[] { ShapeTier.Emitted, ShapeTier.Reflection })
        {
            var (key, spoil) = Make(kind);
            object made = Table(table, key);
            spoil();
            Type[] known = [typeof(Tuple<object, object>), typeof(Link), typeof(Pair), made.GetType()];
            var nrbf = new NrbfOptions { Convention = Convention.Fields.WithTier(tier), KnownTypes = [.. known] };
            byte[] payload = Nrbf.Serialize(made, nrbf);
            if (table != "ConcurrentDictionary")
                Assert.Equal(NrbfTests.Original(made), payload);
            Refuses(() => Nrbf.Deserialize<object>(payload, nrbf));
            Refuses(() => Nrbf.Deserialize<object[]>(Nrbf.Serialize(new[] { made, key }, nrbf), nrbf));
            var soap = new SoapOptions { Convention = Convention.Fields.WithTier(tier), KnownTypes = [.. known], WritesGenerics = true };
            byte[] envelope = Soap.Serialize(made, soap);
            Refuses(() => Soap.Deserialize<object>(envelope, soap));
        }
    }

    public static TheoryData<string, string> OfOthers()
    {
        var data = new TheoryData<string, string>();
        foreach (string table in new[] { "Dictionary", "HashSet", "ImmutableHashSet", "ImmutableDictionary" })
            foreach (string kind in s_kinds)
                data.Add(table, kind);
        return data;
    }

    [Theory, MemberData(nameof(OfOthers))]
    public void Graph_Compact_and_ContractXml_refuse_them(string table, string kind)
    {
        var (key, spoil) = Make(kind);
        object made = Table(table, key);
        spoil();
        Type[] known = [typeof(Tuple<object, object>), typeof(Link), typeof(Pair), made.GetType()];
        var method = typeof(EndlessKeyTests).GetMethod(nameof(Others), BindingFlags.Static | BindingFlags.NonPublic)!
            .MakeGenericMethod(made.GetType());
        method.Invoke(null, BindingFlags.DoNotWrapExceptions, null, [made, known], null);
    }

    static void Others<T>(T made, Type[] known)
    {
        foreach (var tier in new[] { ShapeTier.Emitted, ShapeTier.Reflection })
        {
            var contracts = new ContractXmlOptions
            { Convention = Convention.DataContract.WithTier(tier), KnownTypes = [.. known], PreserveObjectReferences = true };
            byte[] document = ContractXml.Serialize(made, contracts);
            Refuses(() => ContractXml.Deserialize<T>(document, contracts));
            var graph = JsonOptions.Graph with
            {
                Convention = Convention.Plain.WithTier(tier),
                Types = JsonTypes.None.With<Tuple<object, object>>().With<Link>().With<Pair>()
            };
            Try(() => Json.Serialize(made, graph), b => Json.Deserialize<T>(b, graph));
            var compact = new CompactOptions
            {
                Convention = Convention.Plain.WithTier(tier)
                    .WithSubtype<object, Tuple<object, object>>(1).WithSubtype<object, Link>(2).WithSubtype<object, Pair>(3),
                References = References.Preserve
            };
            Try(() => Compact.Serialize(made, compact), b => Compact.Deserialize<T>(b, compact));
        }
    }

    /// <summary>A format may refuse to write what its reader could not make.</summary>
    static void Try(Func<byte[]> write, Func<byte[], object?> read)
    {
        byte[] payload;
        try
        {
            payload = write();
        }
        catch (NotSupportedException)
        {
            return;
        }
        Refuses(() => read(payload));
    }

    static void Refuses(Func<object?> read)
    {
        var watch = Stopwatch.StartNew();
        var error = Assert.Throws<WireFormatException>(read);
        Assert.True(watch.Elapsed < TimeSpan.FromSeconds(20), error.Message);
    }

    /// <summary>What programs have is read: tuples of tuples, and sorted maps whose values are long chains.</summary>
    [Fact]
    public void Honest_keys_are_read()
    {
        Link? chain = null;
        for (int i = 0; i < 3000; i++)
            chain = new Link(chain);
        object key = Tuple.Create<object, object>(Tuple.Create(1, "a"), (1, 2, "b", (object)Tuple.Create(3)));
        var options = new NrbfOptions
        {
            KnownTypes = [typeof(Link), typeof(Tuple<object, object>), typeof(Tuple<int, string>), typeof(Tuple<int>),
                typeof(SortedDictionary<int, Link>),
                typeof(ValueTuple<int, int, string, object>)]
        };
        var table = (Hashtable)Nrbf.Deserialize<object>(NrbfTests.Original(new Hashtable { [key] = 5 }), options)!;
        Assert.Equal(5, table[key]);
        var sorted = new SortedDictionary<int, Link> { [1] = chain!, [2] = chain! };
        var again = Nrbf.Deserialize<SortedDictionary<int, Link>>(NrbfTests.Original(sorted), options)!;
        Assert.Same(again[1], again[2]);
        Assert.Equal([1, 2], again.Keys);
    }

    /// <summary>Records that know one another, in a set that looks at their numbers alone.</summary>
    [Fact]
    public void A_comparer_of_ones_own_is_asked()
    {
        var (one, two) = (new Numbered(1), new Numbered(2));
        (one.Other, two.Other) = (two, one);
        foreach (var tier in new[] { ShapeTier.Emitted, ShapeTier.Reflection })
        {
            var contracts = new ContractXmlOptions { Convention = Convention.DataContract.WithTier(tier), PreserveObjectReferences = true };
            var read = ContractXml.Deserialize<Owner>(ContractXml.Serialize(new Owner { Items = { one, two } }, contracts), contracts)!;
            Assert.Equal([1, 2], read.Items.Select(static i => i.Number).Order());
            Assert.Contains(new Numbered(2), read.Items);
        }
    }

    public sealed record Sealed(int Number, string Text, Guid Id, (int, DateTime)? When);

    /// <summary>Keys that lead nowhere cost nothing: no code stands for them in the table's loop.</summary>
    [Fact]
    public void Which_keys_are_walked()
    {
        foreach (var type in (Type[])[typeof(int), typeof(int?), typeof(string), typeof(Guid), typeof(decimal), typeof(DayOfWeek),
            typeof((Guid, int)), typeof((Guid, Guid)), typeof((DateTime, int, DateTime)),
            typeof(Tuple<string, int>), typeof(KeyValuePair<string, Version>), typeof(Sealed), typeof(Version),
            typeof((int, (string, DateTime?)))])
            Assert.False(global::Isomer.Shapes.AskedFields.MayGoOn(type), $"{type}");
        foreach (var type in (Type[])[typeof(object), typeof(IComparable), typeof(Tuple<object>), typeof((int, object)), typeof(Link),
            typeof(Pair), typeof(Pair?), typeof(Numbered), typeof(KeyValuePair<object, int>), typeof(KeyValuePair<string, object>)])
            Assert.True(global::Isomer.Shapes.AskedFields.MayGoOn(type), $"{type}");
    }

    [DataContract]
    public sealed class Owner
    {
        [DataMember]
        public HashSet<Numbered> Items => _items;

        HashSet<Numbered> _items = new(new ByNumber());

        [OnDeserializing]
        void Begin(StreamingContext context) => _items = new(new ByNumber());
    }
}
