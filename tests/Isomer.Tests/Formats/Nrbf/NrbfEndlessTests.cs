using System.Buffers.Binary;
using System.Collections;
using System.Collections.ObjectModel;
using System.Runtime.CompilerServices;
using System.Text;
using Xunit;

namespace Isomer.Tests.Formats.OfNrbf;

/// <summary>
/// A wrapper that wraps itself, or many around one another: asked for its count it recurses without end, which ends the process, and no
/// reader may give it (found by mutated payloads on 2026-11-28).
/// </summary>
public class NrbfEndlessTests
{
    /// <summary>The payload with the one reference to object <paramref name="from"/> leading to <paramref name="to"/>.</summary>
    static byte[] Redirected(byte[] payload, int from, int to)
    {
        byte[] reference = [9, 0, 0, 0, 0], other = [9, 0, 0, 0, 0];
        BinaryPrimitives.WriteInt32LittleEndian(reference.AsSpan(1), from);
        BinaryPrimitives.WriteInt32LittleEndian(other.AsSpan(1), to);
        int at = payload.AsSpan().IndexOf(reference);
        Assert.True(at > 0);
        byte[] changed = [.. payload];
        other.CopyTo(changed, at);
        return changed;
    }

    public static TheoryData<object> Wrappers =>
    [
        new Collection<int>([1]), new ReadOnlyCollection<int>([1]), new ReadOnlyDictionary<int, int>(new Dictionary<int, int> { [1] = 2 }),
        new Collection<string>(["a"]),
    ];

    [Theory, MemberData(nameof(Wrappers))]
    public void A_wrapper_of_itself_is_refused(object wrapper)
    {
        foreach (var tier in new[] { ShapeTier.Emitted, ShapeTier.Reflection })
        {
            var options = new NrbfOptions { Convention = Convention.Fields.WithTier(tier), KnownTypes = [wrapper.GetType()] };
            byte[] payload = Redirected(Nrbf.Serialize(wrapper, options), 2, 1);
            Refuses(() => Nrbf.Deserialize<object>(payload, options));
            Refuses(() => Nrbf.Fill(wrapper, payload, options));
            Assert.NotEmpty((System.Collections.IEnumerable)wrapper);
            // A wrapper around it.
            object[] pair = [wrapper, wrapper];
            Refuses(() => Nrbf.Deserialize<object>(Redirected(Nrbf.Serialize(pair, options), 3, 2), options));
            var soap = new SoapOptions
            { Convention = Convention.Fields.WithTier(tier), KnownTypes = [wrapper.GetType()], WritesGenerics = true };
            string envelope = Encoding.UTF8.GetString(Soap.Serialize(wrapper, soap));
            string itself = envelope.Replace("href=\"#ref-2\"", "href=\"#ref-1\"", StringComparison.Ordinal);
            if (itself != envelope)
                Refuses(() => Soap.Deserialize<object>(Encoding.UTF8.GetBytes(itself), soap));
        }
    }

    static void Refuses(Func<object?> read) =>
        Assert.Contains("wraps itself", Assert.Throws<WireFormatException>(read).Message, StringComparison.Ordinal);

    [Fact]
    public void Rings_and_towers_are_refused()
    {
        var options = new NrbfOptions { KnownTypes = [typeof(Collection<int>), typeof(ReadOnlyCollection<int>)] };
        // Of the array 1, two collections 2 and 3 around each other.
        byte[] pair = Nrbf.Serialize(new object[] { new Collection<int>([1]), new Collection<int>([2]) }, options);
        Refuses(() => Nrbf.Deserialize<object>(Redirected(Redirected(pair, 4, 3), 5, 2), options));
        foreach (int levels in new[] { 5, 60, 70, 400, 30_000 })
        {
            IList<int> tower = new List<int> { 1 };
            for (int i = 0; i < levels; i++)
                tower = i % 2 == 0 ? new Collection<int>(tower) : new ReadOnlyCollection<int>(tower);
            byte[] payload = Nrbf.Serialize<object>(tower, options);
            IList<int>? read = null;
            var refused = Record.Exception(() => read = Nrbf.Deserialize<IList<int>>(payload, options));
            // What is read can be asked for its count.
            if (levels <= 60 || refused is null)
                Assert.Equal([1], read);
            else
                Assert.IsType<WireFormatException>(refused);
            Assert.True(refused is not null || levels < 1000);
        }
    }

    [Serializable]
    public class Viewed : Collection<int>
    {
        readonly ReadOnlyCollection<int> _view;
        public Viewed() => _view = new(this);
        public ReadOnlyCollection<int> View => _view;
    }

    /// <summary>A collection with a view of itself is a usual thing, and ends.</summary>
    [Fact]
    public void A_view_of_what_holds_it_is_read()
    {
        var options = new NrbfOptions
        {
            KnownTypes = [typeof(Viewed), typeof(Collection<object>), typeof(ReadOnlyCollection<object>),
                typeof(ObservableCollection<object>), typeof(ReadOnlyObservableCollection<object>),
                typeof(ReadOnlyDictionary<string, object>)],
        };
        var soap = new SoapOptions { KnownTypes = options.KnownTypes, WritesGenerics = true };
        var collection = new Collection<object>();
        collection.Add(new ReadOnlyCollection<object>(collection));
        var watched = new ObservableCollection<object>();
        watched.Add(new ReadOnlyObservableCollection<object>(watched));
        var inner = new Dictionary<string, object>();
        var map = new ReadOnlyDictionary<string, object>(inner);
        inner["self"] = map;
        foreach (object graph in new object[] { new Viewed { 1, 2 }, collection, watched, map, new object[] { collection, collection[0] } })
        {
            byte[] payload = Nrbf.Serialize(graph, options);
            Assert.Null(SameGraph.Difference(graph, Nrbf.Deserialize<object>(payload, options)));
            Assert.NotNull(Soap.Deserialize<object>(Soap.Serialize(graph, soap), soap));
        }
        var viewed = Nrbf.Deserialize<Viewed>(Nrbf.Serialize(new Viewed { 1, 2 }, options), options);
        Assert.Equal([1, 2], viewed.View);
        viewed.Add(3);
        Assert.Equal(3, viewed.View.Count);
    }

    /// <summary>What is within itself has a text that never ends: a logger that asks for it ends the process.</summary>
    [Fact]
    public void An_exception_within_itself_is_refused()
    {
        var options = new NrbfOptions { KnownTypes = [typeof(Exception), typeof(AggregateException)] };
        var inner = typeof(Exception).GetField("_innerException",
            System.Reflection.BindingFlags.Instance | System.Reflection.BindingFlags.NonPublic)!;
        var one = new Exception("a");
        inner.SetValue(one, one);
        var first = new Exception("first");
        var second = new InvalidOperationException("second", first);
        inner.SetValue(first, second);
        var third = new Exception("third");
        var many = new AggregateException(new Exception("x"), third);
        inner.SetValue(third, many);
        foreach (object graph in new object[] { one, first, second, many, third, new object[] { "x", first, second } })
        {
            byte[] payload = NrbfTests.Original(graph);
            Assert.Contains("within itself", Assert.Throws<WireFormatException>(() => Nrbf.Deserialize<object>(payload, options)).Message,
                StringComparison.Ordinal);
        }
        var honest = new AggregateException(Enumerable.Range(0, 500).Select(i => new Exception("e" + i, new Exception("inner"))));
        Assert.Equal(500, Nrbf.Deserialize<AggregateException>(NrbfTests.Original(honest), options).InnerExceptions.Count);
    }

    /// <summary>A list that may be around what is around it, and knows its own count.</summary>
    [Serializable]
    public class Own : IList<int>
    {
        public IList<int>? View;

        public int Count => 1;

        public bool IsReadOnly => true;

        public int this[int index] { get => 7; set => throw new NotSupportedException(); }

        public int IndexOf(int item) => item == 7 ? 0 : -1;

        public void Insert(int index, int item) => throw new NotSupportedException();

        public void RemoveAt(int index) => throw new NotSupportedException();

        public void Add(int item) => throw new NotSupportedException();

        public void Clear() => throw new NotSupportedException();

        public bool Contains(int item) => item == 7;

        public void CopyTo(int[] array, int arrayIndex) => array[arrayIndex] = 7;

        public bool Remove(int item) => throw new NotSupportedException();

        public IEnumerator<int> GetEnumerator() => ((IEnumerable<int>)[7]).GetEnumerator();

        System.Collections.IEnumerator System.Collections.IEnumerable.GetEnumerator() => GetEnumerator();
    }

    /// <summary>
    /// What ends unless somebody's own code goes round in it is read, as by the original: docs/security.md says so. A list of one's own may
    /// hold a view of itself. Of a tuple within itself the text and the hash never end; what asks for them is a table that
    /// has it as a key, which is open (docs/open/13-paths.md).
    /// </summary>
    [Fact]
    public void A_ring_through_a_list_of_ones_own_and_a_tuple_within_itself_are_read()
    {
        foreach (var tier in new[] { ShapeTier.Emitted, ShapeTier.Reflection })
        {
            var options = new NrbfOptions
            { Convention = Convention.Fields.WithTier(tier), KnownTypes = [typeof(Own), typeof(Collection<int>), typeof(Tuple<object>)] };
            var own = new Own();
            own.View = new Collection<int>(own);
            byte[] payload = NrbfTests.Original(own);
            Assert.Equal(payload, Nrbf.Serialize(own, options));
            foreach (var read in (Own[])[Nrbf.Deserialize<Own>(payload, options)!, (Own)NrbfTests.Original(payload)])
                Assert.Equal([7], read.View!);
            payload = Redirected(NrbfTests.Original(Tuple.Create<object>(new object[] { 1 })), 2, 1);
            foreach (object read in (object[])[Nrbf.Deserialize<object>(payload, options)!, NrbfTests.Original(payload)])
                Assert.True(ReferenceEquals(read, ((Tuple<object>)read).Item1));
        }
    }

    [System.Runtime.Serialization.DataContract]
    public class View<T>
    {
        [System.Runtime.Serialization.DataMember] public T? Value { get; set; }
    }

    /// <summary>A box that holds itself is one object; its hash has no end, so that no table takes it as a key.</summary>
    [Fact]
    public void A_box_that_holds_itself_is_no_key()
    {
        object box = new DictionaryEntry("a", null);
        object[] tables = [new Hashtable { [box] = 1 }, new Dictionary<object, object> { [box] = 1 }, new HashSet<object> { box }];
        Unsafe.Unbox<DictionaryEntry>(box).Key = box;
        foreach (object table in tables)
            Assert.Contains("would not end",
                Assert.Throws<WireFormatException>(() => Nrbf.Deserialize<object>(NrbfTests.Original(table), NrbfTests.Options)).Message,
                StringComparison.Ordinal);
        var back = (DictionaryEntry)Nrbf.Deserialize<object>(NrbfTests.Original(box), NrbfTests.Options)!;
        Assert.Same(back.Key, ((DictionaryEntry)back.Key).Key);
    }

    /// <summary>Contracts carry these classes as their fields lie.</summary>
    [Fact]
    public void A_wrapper_of_itself_is_refused_in_contracts()
    {
        var options = new ContractXmlOptions { PreserveObjectReferences = true };
        Check(new View<ReadOnlyCollection<int>> { Value = new([1]) });
        Check(new View<ReadOnlyDictionary<int, int>> { Value = new(new Dictionary<int, int> { [1] = 2 }) });

        void Check<T>(View<T> view)
        {
            string text = ContractXml.ToText(view, options);
            Assert.Contains("z:Id=\"3\"", text, StringComparison.Ordinal);
            string field = typeof(T).Name.StartsWith("ReadOnlyD", StringComparison.Ordinal) ? "m_dictionary" : "list";
            string changed = System.Text.RegularExpressions.Regex.Replace(text,
                $"<((\\w+:)?{field}) .*?</\\1>", m =>
                $"<{m.Groups[1].Value} z:Ref=\"2\" i:nil=\"true\"/>", System.Text.RegularExpressions.RegexOptions.Singleline);
            Assert.NotEqual(text, changed);
            Assert.Contains("wraps itself",
                Assert.Throws<WireFormatException>(() => ContractXml.FromText<View<T>>(changed, options)).Message,
                StringComparison.Ordinal);
        }
    }
}
