using System.Collections;
using System.Collections.Concurrent;
using System.Collections.ObjectModel;
using System.Collections.Specialized;
using System.Runtime.Serialization;
using Isomer.Tests.FSharp;
using Xunit;

namespace Isomer.Tests.Safety;

/// <summary>
/// The rule of keys (<see cref="EndlessKeyTests"/>) on further paths: classes that derive from a table and have members of their own, those
/// that take their entries by the constructor for them, tables that are there and take what was read apart from them, unions of F#. Each
/// ended the process.
/// </summary>
public class DerivedTableKeyTests
{
    [Serializable]
    public record Link : IComparable<Link>
    {
        public int N { get; set; }
        public Link? Within { get; set; }

        public int CompareTo(Link? other) => N.CompareTo(other?.N);
    }

    /// <summary>Its hash and its equality end; its text does not.</summary>
    [Serializable]
    public sealed record Told
    {
        public int Id { get; set; }
        public object? Within { get; set; }

        public bool Equals(Told? other) => other?.Id == Id;

        public override int GetHashCode() => Id;
    }

    [Serializable]
    public class NamedSet<T> : HashSet<T>
    {
        public string? Name { get; set; }
        public NamedSet() { }
#pragma warning disable SYSLIB0051 // the types of an older age are what this is about
        protected NamedSet(SerializationInfo info, StreamingContext context) : base(info, context) { }
    }

    [Serializable]
    public class NamedMap<T> : Dictionary<T, int> where T : notnull
    {
        public string? Name { get; set; }
        public NamedMap() { }
        protected NamedMap(SerializationInfo info, StreamingContext context) : base(info, context) { }
    }

    [Serializable]
    public class NamedSorted<T> : SortedSet<T>
    {
        public string? Name { get; set; }
        public NamedSorted() { }
        protected NamedSorted(SerializationInfo info, StreamingContext context) : base(info, context) { }
    }

    [Serializable]
    public class NamedTable : Hashtable
    {
        public string? Name { get; set; }
        public NamedTable() { }
        protected NamedTable(SerializationInfo info, StreamingContext context) : base(info, context) { }
    }

    [Serializable]
    public class NamedOrder : OrderedDictionary
    {
        public string? Name { get; set; }
        public NamedOrder() { }
        protected NamedOrder(SerializationInfo info, StreamingContext context) : base(info, context) { }
    }
#pragma warning restore SYSLIB0051

    [Serializable]
    public class NamedSortedMap<T> : SortedDictionary<T, Told> where T : notnull
    {
        public string? Name { get; set; }
    }

    [Serializable]
    public class Item<T>
    {
        public T? Key { get; set; }
    }

    [Serializable]
    public class NamedKeyed<T> : KeyedCollection<T, Item<T>> where T : notnull
    {
        public string? Name { get; set; }

        protected override T GetKeyForItem(Item<T> item) => item.Key!;
    }

    static readonly Type[] Known = [typeof(Link), typeof(Told), typeof(Item<Link>), typeof(Item<Told>)];

    static readonly ShapeTier[] Tiers = [ShapeTier.Emitted, ShapeTier.Reflection];

    /// <summary>What is written and read by each format that keeps members of such a class.</summary>
    static IEnumerable<(string Name, byte[] Payload, Func<byte[], T> Read)> Ways<T>(T made)
    {
        foreach (var tier in Tiers)
        {
            var graph = JsonOptions.Graph with
            { Convention = Convention.Plain.WithTier(tier), Types = JsonTypes.None.With<Link>().With<Told>() };
            yield return ("Graph", Json.Serialize(made, graph), p => Json.Deserialize<T>(p, graph)!);
            var compact = new CompactOptions
            {
                Convention = Convention.Plain.WithTier(tier).WithSubtype<object, Link>(1).WithSubtype<object, Told>(2),
                References = References.Preserve
            };
            yield return ("Compact", Compact.Serialize(made, compact), p => Compact.Deserialize<T>(p, compact)!);
            var nrbf = new NrbfOptions { Convention = Convention.Fields.WithTier(tier), KnownTypes = [.. Known] };
            yield return ("Nrbf", Nrbf.Serialize(made, nrbf), p => Nrbf.Deserialize<T>(p, nrbf)!);
            var soap = new SoapOptions { Convention = Convention.Fields.WithTier(tier), KnownTypes = [.. Known], WritesGenerics = true };
            yield return ("Soap", Soap.Serialize(made, soap), p => Soap.Deserialize<T>(p, soap)!);
        }
    }

    static void Refuse<T>(T made)
    {
        foreach (var (name, payload, read) in Ways(made))
        {
            var error = Xunit.Record.Exception(() => read(payload));
            Assert.True(error is WireFormatException, $"{name}: {error}");
            Assert.Contains("Refused as hostile", error.Message, StringComparison.Ordinal);
        }
    }

    static void Take<T>(T made) where T : ICollection
    {
        foreach (var (name, payload, read) in Ways(made))
            Assert.True(read(payload).Count == made.Count, name);
    }

    /// <summary>Two keys that lead to themselves, and are not equal before that.</summary>
    static T Spoilt<T>(T table, Action<T, Link> add)
    {
        var (a, b) = (new Link { N = 1 }, new Link { N = 2, Within = new Link() });
        add(table, a);
        add(table, b);
        (a.Within, b.Within) = (a, b);
        return table;
    }

    [Fact]
    public void Classes_with_members_of_their_own()
    {
        Refuse(Spoilt(new NamedSet<Link> { Name = "x" }, static (t, k) => t.Add(k)));
        Refuse(Spoilt(new NamedMap<Link> { Name = "x" }, static (t, k) => t.Add(k, 1)));
        Refuse(Spoilt(new NamedTable { Name = "x" }, static (t, k) => t.Add(k, 1)));
        Refuse(Spoilt(new NamedOrder { Name = "x" }, static (t, k) => t.Add(k, 1)));
        Refuse(Spoilt(new NamedKeyed<Link> { Name = "x" }, static (t, k) => t.Add(new Item<Link> { Key = k })));
    }

    [Fact]
    public void Honest_keys_of_such_classes_are_taken()
    {
        var (a, b) = (new Link { N = 1 }, new Link { N = 2, Within = new Link { N = 3 } });
        Take(new NamedMap<Link> { [a] = 1, [b] = 2 });
        Take(new NamedTable { [a] = 1, [b] = 2 });
        Take(new NamedOrder { [a] = 1, [b] = 2 });
        Take(new NamedKeyed<Link> { new Item<Link> { Key = a }, new Item<Link> { Key = b } });
        Take(new NamedSorted<Link> { a, b });
        var (c, d) = Endless();
        Take(new NamedMap<Told> { [c] = 1, [d] = 2 });
        Take(new NamedTable { [c] = 1, [d] = 2 });
        Take(new NamedOrder { [c] = 1, [d] = 2 });
        Take(new NamedKeyed<Told> { new Item<Told> { Key = c }, new Item<Told> { Key = d } });
        Take(new NamedSortedMap<int> { [1] = c, [2] = d });
    }

    const int First = 0x31313131, Second = 0x32323232;

    static (Told, Told) Endless()
    {
        var (a, b) = (new Told { Id = First }, new Told { Id = Second });
        (a.Within, b.Within) = (a, b);
        return (a, b);
    }

    /// <summary>A key that comes twice and whose text does not end.</summary>
    [Fact]
    public void Twice()
    {
        var (a, b) = Endless();
        RefuseTwice(new NamedMap<Told> { [a] = 1, [b] = 2 });
        RefuseTwice(new NamedTable { [a] = 1, [b] = 2 });
        RefuseTwice(new NamedOrder { [a] = 1, [b] = 2 });
        RefuseTwice(new NamedKeyed<Told> { new Item<Told> { Key = a }, new Item<Told> { Key = b } });
        RefuseTwice(new NamedSortedMap<int> { [First] = a, [Second] = b });
    }

    static void RefuseTwice<T>(T made)
    {
        foreach (var (name, payload, read) in Ways(made))
        {
            byte[] twice = [.. payload];
            Replace(twice, BitConverter.GetBytes(Second), BitConverter.GetBytes(First));
            Replace(twice, System.Text.Encoding.ASCII.GetBytes($"{Second}"), System.Text.Encoding.ASCII.GetBytes($"{First}"));
            Assert.False(twice.AsSpan().SequenceEqual(payload), name);
            var error = Xunit.Record.Exception(() => read(twice));
            // The last one counts in Graph and Compact, but in classes whose base takes none twice.
            Assert.True(error is WireFormatException || (error is null && name is "Graph" or "Compact"), $"{name}: {error}");
            Assert.False(error?.ToString().Contains("InsufficientExecutionStack", StringComparison.Ordinal) ?? false, $"{name}: {error}");
        }
    }

    static void Replace(byte[] payload, byte[] from, byte[] to)
    {
        for (int at; (at = payload.AsSpan().IndexOf(from)) >= 0;)
            to.CopyTo(payload, at);
    }

    public class LinkKeyed : KeyedCollection<Link, Link>
    {
        protected override Link GetKeyForItem(Link item) => item;
    }

    /// <summary>A KeyedCollection and an OrderedDictionary are lists too, and may stand where one is declared.</summary>
    [Fact]
    public void Tables_that_are_filled_as_lists()
    {
        var link = new Link { N = 1 };
        link.Within = link;
        foreach (var tier in Tiers)
        {
            var graph = JsonOptions.Graph with { Convention = Convention.Plain.WithTier(tier) };
            byte[] items = Json.Serialize(new List<Link> { link }, graph);
            byte[] pairs = Json.Serialize(new List<KeyValuePair<Link, int>> { new(link, 1) }, graph);
            Refused(() => Json.Fill<IList<Link>>(new LinkKeyed(), items, graph));
            Refused(() => Json.Fill<ICollection<Link>>(new LinkKeyed(), items, graph));
            Refused(() => Json.Fill<IEnumerable<Link>>(new LinkKeyed(), items, graph));
            Refused(() => Json.Fill<ICollection<Link>>(new HashSet<Link>(), items, graph));
            Refused(() => Json.Fill<IDictionary<Link, int>>(new ConcurrentDictionary<Link, int>(), pairs, graph));
            Refused(() => Json.Fill<ICollection<KeyValuePair<Link, int>>>(new OrderedDictionary<Link, int>(), pairs, graph));
            Refused(() => Json.Fill<IList<KeyValuePair<Link, int>>>(new OrderedDictionary<Link, int>(), pairs, graph));
            Refused(() => Json.Fill<IEnumerable<KeyValuePair<Link, int>>>(new Dictionary<Link, int>(), pairs, graph));
        }

        static void Refused(Action fill) => Assert.Contains("Refused as hostile",
            Assert.IsType<WireFormatException>(Xunit.Record.Exception(fill)).Message, StringComparison.Ordinal);
    }

    public class PairHolder
    {
        public ICollection<KeyValuePair<Told, int>> Pairs { get; } = new Dictionary<Told, int>();
        public IEnumerable<KeyValuePair<Told, int>> Shown { get; } = new Dictionary<Told, int>();
        public IEnumerable<KeyValuePair<Link, int>> Links { get; } = new Dictionary<Link, int>();
    }

    /// <summary>Pairs go to a table by ICollection.Add, which tells a key that comes twice.</summary>
    [Fact]
    public void Pairs_of_tables_that_are_there()
    {
        foreach (var tier in Tiers)
            foreach (string member in new[] { "Pairs", "Shown", "Links" })
            {
                var graph = JsonOptions.Graph with { Convention = Convention.Plain.WithTier(tier) };
                string number = member == "Links" ? "N" : "Id";
                string pair(int id) => $$$"""{"Key":{"$id":"{{{id}}}","{{{number}}}":5,"Within":{"$ref":"{{{id}}}"}},"Value":1}""";
                byte[] text = System.Text.Encoding.UTF8.GetBytes($$"""{"{{member}}":[{{pair(1)}},{{pair(2)}}]}""");
                Assert.IsType<WireFormatException>(Xunit.Record.Exception(() => Json.Deserialize<PairHolder>(text, graph)));
                Assert.IsType<WireFormatException>(Xunit.Record.Exception(() => Json.Fill(new PairHolder(), text, graph)));
            }
    }

    /// <summary>Its table takes what was read as a list, for its constructor must run first.</summary>
    public class Holder(int n)
    {
        public int N { get; } = n;
        public IEnumerable<Link> Links { get; } = new HashSet<Link>();
        public IReadOnlyDictionary<Link, int> Map { get; } = new Dictionary<Link, int>();
    }

    [Fact]
    public void Tables_that_are_there()
    {
        foreach (var tier in Tiers)
        {
            var graph = JsonOptions.Graph with { Convention = Convention.Plain.WithTier(tier) };
            foreach (string member in new[] { "Links", "Map" })
            {
                string text = member == "Links" ? """{"Links":[{"$id":"1","N":5,"Within":{"$ref":"1"}}],"N":1}"""
                    : """{"Map":[{"Key":{"$id":"1","N":5,"Within":{"$ref":"1"}},"Value":1}],"N":1}""";
                var error = Xunit.Record.Exception(() => Json.FromText<Holder>(text, graph));
                Assert.True(error is WireFormatException, $"{error}");
                Assert.Contains("Refused as hostile", error.Message, StringComparison.Ordinal);
            }
        }
    }

    /// <summary>A case of a union has its fields, and the union the methods that ask them.</summary>
    [Fact]
    public void Unions()
    {
        var x = Expression<int>.NewConstant(1);
        for (int i = 0; i < 60; i++)
            x = Expression<int>.NewAdd(x, x);
        foreach (var tier in Tiers)
        {
            var graph = JsonOptions.Graph with { Convention = Convention.Plain.WithTier(tier) };
            byte[] text = Json.Serialize(new List<Expression<int>> { x }, graph);
            Refused(() => Json.Deserialize<HashSet<Expression<int>>>(text, graph));
            byte[] two = Json.Serialize(new List<Expression<int>> { x, Expression<int>.NewNegate(x) }, graph);
            Refused(() => Json.Deserialize<SortedSet<Expression<int>>>(two, graph));
            Refused(() => Json.Deserialize<Microsoft.FSharp.Collections.FSharpSet<Expression<int>>>(two, graph));
            var honest = Expression<int>.NewAdd(Expression<int>.NewConstant(1), Expression<int>.NewConstant(2));
            Assert.Equal([honest], Json.Deserialize<HashSet<Expression<int>>>(
                Json.Serialize(new HashSet<Expression<int>> { honest }, graph), graph)!);
        }
    }

    /// <summary>Code that F#'s compiler makes, and F#'s own sets, ask the items of arrays.</summary>
    [Fact]
    public void Arrays_within_types_of_FSharp()
    {
        var (x, y) = (new Tree { Id = 1 }, new Tree { Id = 1 });
        (x.Kids, y.Kids) = ([x], [y]);
        foreach (var tier in Tiers)
        {
            var graph = JsonOptions.Graph with { Convention = Convention.Plain.WithTier(tier) };
            byte[] two = Json.Serialize(new List<Tree> { x, y }, graph);
            Refused(() => Json.Deserialize<HashSet<Tree>>(two, graph));
            Refused(() => Json.Deserialize<Microsoft.FSharp.Collections.FSharpSet<Tree>>(two, graph));
            byte[] arrays = Json.Serialize(new List<Tree[]> { x.Kids, y.Kids }, graph);
            Refused(() => Json.Deserialize<Microsoft.FSharp.Collections.FSharpSet<Tree[]>>(arrays, graph));
            // By reference in a set of C#'s, and what is honest.
            Assert.Equal(2, Json.Deserialize<HashSet<Tree[]>>(arrays, graph).Count);
            Tree[] many = [.. Enumerable.Range(0, 3000).Select(i => new Tree { Id = i })];
            byte[] honest = Json.Serialize(new List<Tree[]> { many }, graph);
            Assert.Equal(many, Assert.Single(Json.Deserialize<Microsoft.FSharp.Collections.FSharpSet<Tree[]>>(honest, graph)));
        }
    }

    [Fact]
    public void Many_items_of_FSharp_are_an_honest_key()
    {
        var set = new Microsoft.FSharp.Collections.FSharpSet<int>(Enumerable.Range(0, 5000));
        var list = Microsoft.FSharp.Collections.ListModule.OfSeq(Enumerable.Range(0, 5000));
        foreach (var tier in Tiers)
        {
            var compact = new CompactOptions { Convention = Convention.Plain.WithTier(tier) };
            Assert.Equal([set], Compact.Deserialize<HashSet<Microsoft.FSharp.Collections.FSharpSet<int>>>(
                Compact.Serialize(new List<Microsoft.FSharp.Collections.FSharpSet<int>> { set }, compact), compact)!);
            Assert.Equal([list], Compact.Deserialize<HashSet<Microsoft.FSharp.Collections.FSharpList<int>>>(
                Compact.Serialize(new List<Microsoft.FSharp.Collections.FSharpList<int>> { list }, compact), compact)!);
        }
    }

    public record Paired : System.Runtime.CompilerServices.ITuple
    {
        public int A { get; set; }

        object? System.Runtime.CompilerServices.ITuple.this[int index] => A;

        int System.Runtime.CompilerServices.ITuple.Length => 1;
    }

    public sealed record PairedFurther : Paired
    {
        public object? Right { get; set; }
    }

    public record Base
    {
        public object? Right { get; set; }
    }

    /// <summary>As C#'s documentation has it: by hand, and its base's.</summary>
    public sealed record Derived : Base
    {
        public int Id { get; set; }

        public bool Equals(Derived? other) => base.Equals(other) && other?.Id == Id;

        public override int GetHashCode() => HashCode.Combine(base.GetHashCode(), Id);
    }

    public sealed record Ordered : IComparable<Ordered>
    {
        public int Id { get; set; }
        public Ordered? Right { get; set; }

        public int CompareTo(Ordered? other) => Id.CompareTo(other?.Id);
    }

    public class Holding
    {
        public HashSet<SortedSet<Ordered>> Sets { get; } = new(SortedSet<Ordered>.CreateSetComparer());
    }

    [Fact]
    public void Records_that_are_tuples_or_ask_their_base_and_sets_of_sets()
    {
        var tuple = new PairedFurther();
        var derived = new Derived();
        (HashSet<Paired> tuples, HashSet<Base> bases) = ([tuple], [derived]);
        (tuple.Right, derived.Right) = (tuple, derived);
        var holding = new Holding();
        var ordered = new Ordered();
        holding.Sets.Add([ordered]);
        ordered.Right = ordered;
        foreach (var tier in Tiers)
        {
            var options = new ContractXmlOptions
            {
                Convention = Convention.DataContract.WithTier(tier),
                KnownTypes = [typeof(PairedFurther), typeof(Derived)],
                PreserveObjectReferences = true,
            };
            Refused(() => ContractXml.FromText<HashSet<Paired>>(ContractXml.ToText(tuples, options), options));
            Refused(() => ContractXml.FromText<HashSet<Base>>(ContractXml.ToText(bases, options), options));
            Refused(() => ContractXml.FromText<Holding>(ContractXml.ToText(holding, options), options));
        }
    }

    static void Refused(Func<object?> read) =>
        Assert.Contains("Refused as hostile", Assert.Throws<WireFormatException>(read).Message, StringComparison.Ordinal);
}
