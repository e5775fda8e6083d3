using System.Collections;
using System.Collections.ObjectModel;
using System.Collections.Specialized;
using System.Data;
using System.Runtime.Serialization;
using System.Text;
using Xunit;

#pragma warning disable SYSLIB0050, SYSLIB0051 // the marks of an older age are what this is about

namespace Isomer.Tests.Formats.OfNrbf;

/// <summary>
/// A payload of .NET's formatters is all of an object: what is filled is what Deserialize makes, whatever it held before. A target that is
/// a collection and not empty gave other items than the payload's, or errors (found by a reader's generators on 2026-11-27).
/// </summary>
public class FormatterFillTests
{
    static readonly SoapOptions s_soap = new() { KnownTypes = NrbfTests.Options.KnownTypes, WritesGenerics = true };

    [Serializable] public class Waiting : Queue<int> { public string? Name; }
    [Serializable] public class Numbers : List<int> { public string? Name; }

    static IEnumerable<Func<int, object>> Makers()
    {
        yield return n => new List<int>(Of(n));
        yield return n => new ArrayList(Of(n));
        yield return n => new Queue<int>(Of(n));
        yield return n => new Queue(Of(n));
        yield return n => new Stack<int>(Of(n));
        yield return n => new Stack(Of(n));
        yield return n => new HashSet<int>(Of(n));
        yield return n => new SortedSet<int>(Of(n));
        yield return n => new LinkedList<int>(Of(n));
        yield return n => new Collection<int>([.. Of(n)]);
        yield return n => new ObservableCollection<int>(Of(n));
        yield return n => new Dictionary<int, string>(Of(n).Select(i => KeyValuePair.Create(i, "v" + i)));
        yield return n => new SortedDictionary<int, string>(Of(n).ToDictionary(i => i, i => "v" + i));
        yield return n => new SortedList<int, string>(Of(n).ToDictionary(i => i, i => "v" + i));
        yield return n => new Hashtable(Of(n).ToDictionary(i => i, i => "v" + i));
        yield return n => new SortedList(Of(n).ToDictionary(i => i, i => "v" + i));
        yield return n => Filled(new ListDictionary(), n);
        yield return n => Filled(new HybridDictionary(), n);
        yield return n => Filled(new OrderedDictionary(), n);
        yield return n => Named(new NameValueCollection(), n);
        yield return n => new BitArray(n, n % 2 == 0);
        yield return n => new StringBuilder(new string('x', n));
        yield return n => Streamed(n);
        yield return n => Queued(n);
        yield return n => Listed(n);

        static int[] Of(int n) => [.. Enumerable.Range(n, n)];
        static object Filled(IDictionary map, int n) { foreach (int i in Of(n)) map.Add(i, "v" + i); return map; }
        static object Named(NameValueCollection map, int n) { foreach (int i in Of(n)) map.Add("n" + i, "v"); return map; }
        static object Streamed(int n) { var s = new MemoryStream(); s.Write(new byte[n]); s.Position = n / 2; return s; }
        static object Queued(int n) { var q = new Waiting { Name = "n" + n }; foreach (int i in Of(n)) q.Enqueue(i); return q; }
        static object Listed(int n) { var l = new Numbers { Name = "n" + n }; l.AddRange(Of(n)); return l; }
    }

    public static TheoryData<int> Kinds => [.. Enumerable.Range(0, Makers().Count())];

    [Theory, MemberData(nameof(Kinds))]
    public void A_collection_that_holds_something_is_what_is_read(int kind)
    {
        var make = Makers().ElementAt(kind);
        foreach (var tier in new[] { ShapeTier.Emitted, ShapeTier.Reflection })
        {
            var options = new NrbfOptions
            { KnownTypes = [make(0).GetType()], Convention = Convention.Fields.WithTier(tier) };
            var soap = new SoapOptions
            { KnownTypes = [make(0).GetType()], WritesGenerics = true, Convention = Convention.Fields.WithTier(tier) };
            foreach (int before in new[] { 0, 1, 2, 7 })
                foreach (int now in new[] { 0, 1, 2, 5, 9 })
                {
                    object value = make(now);
                    byte[] payload = Nrbf.Serialize(value, options), envelope = Soap.Serialize(value, soap);
                    object target = make(before), second = make(before);
                    Assert.Same(target, Nrbf.Fill(target, payload, options));
                    Assert.Null(SameGraph.Difference(Nrbf.Deserialize<object>(payload, options), target));
                    Assert.Same(second, Soap.Fill(second, envelope, soap));
                    Assert.Null(SameGraph.Difference(Soap.Deserialize<object>(envelope, soap), second));
                }
        }
    }

    public static TheoryData<string> Graphs => [.. NrbfGraphs.All.Keys];

    /// <summary>Any object is filled with what it was written from: the bytes are those of what Deserialize makes.</summary>
    [Theory, MemberData(nameof(Graphs))]
    public void A_graph_is_filled_with_itself(string name)
    {
        byte[] payload = Nrbf.Serialize(NrbfGraphs.All[name](), NrbfTests.Options);
        object expected = Nrbf.Deserialize<object>(payload, NrbfTests.Options);
        object target = Nrbf.Deserialize<object>(payload, NrbfTests.Options);
        Assert.Null(SameGraph.Difference(expected, Nrbf.Fill(target, payload, NrbfTests.Options)));
        byte[]? envelope = null;
        if (Record.Exception(() => envelope = Soap.Serialize(expected, s_soap)) is not null)
            return;
        Assert.Null(SameGraph.Difference(Soap.Deserialize<object>(envelope!, s_soap),
            Soap.Fill(Soap.Deserialize<object>(envelope!, s_soap), envelope!, s_soap)));
    }

    [Serializable]
    public class Guarded : CollectionBase
    {
        public Guarded(params int[] items) => InnerList.AddRange(items);
        public int[] Items => InnerList.Cast<int>().ToArray();
        protected override void OnClear() => throw new InvalidOperationException("OnClear");
    }

    [Serializable]
    public class Fixed : ReadOnlyCollectionBase
    {
        public Fixed(params int[] items) => InnerList.AddRange(items);
        public int[] Items => InnerList.Cast<int>().ToArray();
    }

    /// <summary>No method of the target is called, and nothing beside it changes: an event, a list that it only wraps.</summary>
    [Fact]
    public void Nothing_of_the_targets_runs()
    {
        var options = new NrbfOptions { KnownTypes = [typeof(Guarded), typeof(Fixed)] };
        Assert.Equal([9], Nrbf.Fill(new Guarded(1, 2), Nrbf.Serialize(new Guarded(9), options), options).Items);
        Assert.Equal([9], Nrbf.Fill(new Fixed(1, 2), Nrbf.Serialize(new Fixed(9), options), options).Items);
        var inner = new List<int> { 1, 2, 3 };
        Assert.Equal([9], Nrbf.Fill(new Collection<int>(inner), Nrbf.Serialize(new Collection<int>([9]))));
        Assert.Equal([1, 2, 3], inner);
        var watched = new ObservableCollection<int> { 1, 2 };
        int told = 0;
        watched.CollectionChanged += (_, _) => told++;
        Nrbf.Fill(watched, Nrbf.Serialize(new ObservableCollection<int> { 7 }));
        Assert.Equal([7], watched);
        Assert.Equal(0, told);
        watched.Add(8);
        Assert.Equal(1, told);
        var stream = Nrbf.Fill(new MemoryStream([1, 2, 3], false), Nrbf.Serialize(new MemoryStream([4, 5])));
        Assert.Equal([4, 5], stream.ToArray());
        // A Uri does not change under who holds it.
        var other = new Uri("http://a/");
        Assert.Equal(("http://b/c", "http://a/"),
            (Nrbf.Fill(other, Nrbf.Serialize(new Uri("http://b/c"))).ToString(), other.ToString()));
        // What it was asked before is kept, and is not the payload's.
        var view = new ReadOnlyDictionary<string, int>(new Dictionary<string, int> { ["a"] = 1 });
        Assert.Equal((1, 1), (view.Keys.Count, view.Values.Count));
        Nrbf.Fill(view, Nrbf.Serialize(new ReadOnlyDictionary<string, int>(new Dictionary<string, int> { ["b"] = 2, ["c"] = 3 })));
        Assert.Equal(["b", "c"], view.Keys.Order());
        Assert.Equal([2, 3], view.Values.Order());
        var set = new DataSet("S");
        int begun = 0;
        set.Initialized += (_, _) => begun++;
        Nrbf.Fill(set, Nrbf.Serialize(set));
        set.BeginInit();
        set.EndInit();
        Assert.Equal(1, begun);
    }

    /// <summary>A payload that is refused while it is read leaves a collection as it was.</summary>
    [Theory, MemberData(nameof(Kinds))]
    public void A_refused_payload_leaves_the_target(int kind)
    {
        var make = Makers().ElementAt(kind);
        var options = new NrbfOptions { KnownTypes = [make(0).GetType()] };
        byte[] payload = Nrbf.Serialize(make(9), options);
        for (int cut = payload.Length - 1; cut > payload.Length / 2; cut -= 7)
        {
            object target = make(3);
            Assert.Throws<WireFormatException>(() => Nrbf.Fill(target, payload.AsSpan(0, cut), options));
            Assert.Null(SameGraph.Difference(make(3), target));
        }
    }

    static class Late
    {
        [ThreadStatic] public static bool Refuses;

        public static void Check()
        {
            if (Refuses)
                throw new InvalidOperationException("late");
        }
    }

    [Serializable]
    public class Late<TKey, TValue> : Dictionary<TKey, TValue> where TKey : notnull
    {
        public Late() { }
        protected Late(SerializationInfo info, StreamingContext context) : base(info, context) => FormatterFillTests.Late.Check();
    }

    [Serializable]
    public class LateTable : Hashtable
    {
        public LateTable() { }
        protected LateTable(SerializationInfo info, StreamingContext context) : base(info, context) => Late.Check();
    }

    [Serializable]
    public class LateSet : HashSet<int>
    {
        public LateSet() { }
        protected LateSet(SerializationInfo info, StreamingContext context) : base(info, context) => Late.Check();
    }

    /// <summary>An item of a type that is not known is met when the collection is read already.</summary>
    [Fact]
    public void An_item_that_is_refused_leaves_the_target()
    {
        byte[] payload = NrbfTests.Original(new ArrayList { 1, new Numbers { 2 } });
        var list = new ArrayList { 7 };
        Assert.Throws<WireFormatException>(() => Nrbf.Fill(list, payload));
        Assert.Equal(new ArrayList { 7 }, list);
        var table = new Table { ["x"] = 5 };
        byte[] other = NrbfTests.Original(new Table { ["a"] = new Numbers { 2 } });
        Assert.Throws<WireFormatException>(() => Nrbf.Fill(table, other, new NrbfOptions { KnownTypes = [typeof(Table)] }));
        Assert.Equal(5, table["x"]);
        // Refused when the collection has been handed its entries: the framework keeps these, and a good payload came to them.
        foreach (object target in new object[] { new Late<string, int> { ["a"] = 1 }, new LateTable { ["a"] = 1 }, new LateSet { 1 } })
        {
            var known = new NrbfOptions { KnownTypes = [target.GetType()] };
            byte[] good = NrbfTests.Original(target);
            Late.Refuses = true;
            Assert.Throws<WireFormatException>(() => Nrbf.Fill(target, good, known));
            Late.Refuses = false;
            Assert.Same(target, Nrbf.Fill(target, good, known));
            Assert.Null(SameGraph.Difference(NrbfTests.Original(good), target));
        }
    }

    /// <summary>What is made whole is read, and the target given up; nothing within it is taken for the target.</summary>
    [Fact]
    public void A_value_that_is_made_whole_is_another()
    {
        var table = new DataTable("T");
        table.Columns.Add("A", typeof(int));
        table.Rows.Add(1);
        foreach (var form in Enum.GetValues<SerializationFormat>())
        {
            table.RemotingFormat = form;
            var target = new DataTable("Other");
            var read = Nrbf.Fill(target, Nrbf.Serialize(table));
            Assert.Equal(("T", 1, "Other", 0), (read.TableName, read.Rows[0][0], target.TableName, target.Columns.Count));
        }
        Assert.Equal([1, 2], Nrbf.Fill(new int[] { 5, 6, 7 }, Nrbf.Serialize(new[] { 1, 2 })));
        Assert.Equal([1, 2], Nrbf.Fill(new byte[] { 5, 6, 7 }, Nrbf.Serialize(new byte[] { 1, 2 })));
        Assert.Equal("b", Nrbf.Fill("a", Nrbf.Serialize("b")));
    }

    /// <summary>Bytes are given whole in every place where they may stand.</summary>
    [Fact]
    public void Bytes_in_every_place()
    {
        var shared = new byte[] { 1, 2, 3 };
        foreach (object graph in new object[]
        {
            shared, Array.Empty<byte>(), new object?[] { shared, shared, null, new byte[70_000] },
            new byte[][] { shared, [], shared, null! },
            new List<byte> { 1, 2 }, new List<byte[]> { shared, shared }, new Dictionary<string, byte[]> { ["a"] = shared, ["b"] = shared },
            new ArrayList { shared, new sbyte[] { -1 }, new byte[,] { { 1, 2 } } }, Tuple.Create(shared, (object)shared),
            new sbyte[] { -1, 2 },
            "aé€".ToCharArray(), new object[] { Array.Empty<char>(), new string('x', 70_000).ToCharArray() },
        })
            foreach (var tier in new[] { ShapeTier.Emitted, ShapeTier.Reflection })
            {
                var options = new NrbfOptions { Convention = Convention.Fields.WithTier(tier), KnownTypes = [graph.GetType()] };
                byte[] theirs = NrbfTests.Original(graph);
                Assert.Equal(Convert.ToHexString(theirs), Convert.ToHexString(Nrbf.Serialize(graph, options)));
                Assert.Null(SameGraph.Difference(NrbfTests.Original(theirs), Nrbf.Deserialize<object>(theirs, options)));
                for (int cut = 0; cut < Math.Min(theirs.Length, 300); cut++)
                    Assert.Throws<WireFormatException>(() => Nrbf.Deserialize<object>(theirs.AsSpan(0, cut), options));
            }
    }
}
