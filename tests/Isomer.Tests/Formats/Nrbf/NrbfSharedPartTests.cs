using System.Collections;
using System.Collections.Concurrent;
using System.Collections.ObjectModel;
using System.Collections.Specialized;
using System.Net;
using System.Reflection;
using System.Runtime.Serialization;
using System.Text;
using Xunit;

#pragma warning disable SYSLIB0050 // the marks of an older age are what is tested

namespace Isomer.Tests.Formats.OfNrbf;

/// <summary>
/// Parts that a payload names for many collections. Each is copied into what is made of it, so 131 KB were 1.3 GB: they are refused. What
/// is kept and not copied may be shared.
/// </summary>
public class NrbfSharedPartTests
{
    const int Items = 20_000, Holders = 400;

    /// <summary>Says of itself what it is told to.</summary>
    [Serializable]
    public sealed class Posing(Type type, params (string Name, object? Value)[] entries) : ISerializable
    {
        public void GetObjectData(SerializationInfo info, StreamingContext context)
        {
            info.SetType(type);
            foreach (var (name, value) in entries)
                info.AddValue(name, value);
        }
    }

    [Serializable]
    public class Numbers : List<int>;

    static readonly NrbfOptions s_nrbf = new() { KnownTypes = [typeof(System.Data.DataSet), typeof(CookieContainer)] };
    static readonly SoapOptions s_soap = new() { KnownTypes = s_nrbf.KnownTypes, WritesGenerics = true };

    static T With<T>(T value, params (string Field, object Value)[] parts) where T : notnull
    {
        foreach (var (field, part) in parts)
        {
            var level = value.GetType();
            while (level.GetField(field, BindingFlags.Instance | BindingFlags.NonPublic | BindingFlags.Public) is null)
                level = level.BaseType!;
            level.GetField(field, BindingFlags.Instance | BindingFlags.NonPublic | BindingFlags.Public)!.SetValue(value, part);
        }
        return value;
    }

    static object Field(object value, string field) =>
        value.GetType().GetField(field, BindingFlags.Instance | BindingFlags.NonPublic)!.GetValue(value)!;

    static object[] Many(Func<object> one, int count = Holders) => [.. Enumerable.Range(0, count).Select(_ => one())];

    internal static Dictionary<string, Func<object[]>> Bombs()
    {
        int[] numbers = [.. Enumerable.Range(0, Items)];
        object[] boxes = [.. numbers];
        byte[] bytes = new byte[Items];
        string text = new('x', Items);
        var table = new Hashtable(numbers.ToDictionary(static n => n, static _ => 0));
        var texts = new Hashtable(numbers.ToDictionary(static n => "k" + n, static _ => (string?)null));
        var sorted = new SortedDictionary<int, int>(numbers.ToDictionary(static n => n));
        var chain = new ListDictionary();
        for (int i = 0; i < 2000; i++)
            chain.Add(i, null);
        var set = new System.Data.DataSet("s");
        set.Tables.Add("t").Columns.Add("c", typeof(int));
        for (int i = 0; i < 500; i++)
            set.Tables[0].Rows.Add(i);
        var (schema, rows) = (new StringWriter(), new StringWriter());
        set.WriteXmlSchema(schema);
        set.WriteXml(rows, System.Data.XmlWriteMode.DiffGram);
        var (shape, gram) = (schema.ToString(), rows.ToString());
        return new()
        {
            ["List"] = () => Many(() => With(new List<int>(), ("_items", numbers), ("_size", Items))),
            ["List of bytes"] = () => Many(() => With(new List<byte>(), ("_items", bytes), ("_size", Items))),
            ["ArrayList"] = () => Many(() => With(new ArrayList(), ("_items", boxes), ("_size", Items))),
            ["Queue"] = () => Many(() => With(new Queue(), ("_array", boxes), ("_size", Items))),
            ["Queue of numbers"] = () => Many(() => With(new Queue<int>(), ("_array", numbers), ("_size", Items))),
            ["Stack"] = () => Many(() => With(new Stack(), ("_array", boxes), ("_size", Items))),
            ["Stack of numbers"] = () => Many(() => With(new Stack<int>(), ("_array", numbers), ("_size", Items))),
            ["SortedList"] = () => Many(() => With(new SortedList(), ("keys", boxes), ("values", boxes), ("_size", Items))),
            ["SortedList of numbers"] =
                () => Many(() => With(new SortedList<int, int>(), ("keys", numbers), ("values", numbers), ("_size", Items))),
            ["HybridDictionary"] = () => Many(() => With(new HybridDictionary(), ("hashtable", table))),
            ["HybridDictionary of a chain"] = () => Many(() => With(new HybridDictionary(), ("list", chain))),
            ["StringDictionary"] = () => Many(() => With(new StringDictionary(), ("contents", texts))),
            ["SortedDictionary"] = () => Many(() => With(new SortedDictionary<int, int>(), ("_set", Field(sorted, "_set")))),
            ["a list that derives"] = () => Many(() => With(new Numbers(), ("_items", numbers), ("_size", Items))),
            ["StringBuilder"] = () =>
                Many(() =>
                    new Posing(typeof(StringBuilder), ("MaxCapacity", int.MaxValue), ("Capacity", 16), ("m_StringValue", text),
                        ("m_currentThread", 0))),
            ["ConcurrentQueue"] = () => Many(() => new Posing(typeof(ConcurrentQueue<int>), ("m_serializationArray", numbers))),
            ["ConcurrentStack"] = () => Many(() => new Posing(typeof(ConcurrentStack<int>), ("m_serializationArray", numbers))),
            ["ConcurrentBag"] = () => Many(() => new Posing(typeof(ConcurrentBag<int>), ("m_serializationArray", numbers))),
            ["DataSet"] = () => Many(() => new Posing(typeof(System.Data.DataSet), ("XmlSchema", shape), ("XmlDiffGram", gram))),
        };
    }

    public static TheoryData<string> Names => [.. Bombs().Keys];

    [Theory, MemberData(nameof(Names))]
    public void One_part_is_not_copied_for_each_that_names_it(string name)
    {
        byte[] payload = Nrbf.Serialize<object>(Bombs()[name](), s_nrbf with { Convention = Convention.Fields });
        Refused(payload,
            () => Nrbf.Deserialize<object>(payload, s_nrbf with { KnownTypes = [.. s_nrbf.KnownTypes, typeof(Numbers)] }));
        byte[] envelope = Soap.Serialize<object>(Bombs()[name](), s_soap);
        Refused(envelope,
            () => Soap.Deserialize<object>(envelope, s_soap with { KnownTypes = [.. s_nrbf.KnownTypes, typeof(Numbers)] }));
    }

    static void Refused(byte[] payload, Func<object?> read)
    {
        long before = GC.GetAllocatedBytesForCurrentThread();
        var error = Assert.Throws<WireFormatException>(read);
        Assert.Contains("more collections are made of", error.Message, StringComparison.Ordinal);
        Assert.InRange(GC.GetAllocatedBytesForCurrentThread() - before, 0, (payload.Length * 100L) + 200_000);
    }

    /// <summary>A stream that can grow copies its bytes; many that cannot read one array, and do so afterwards.</summary>
    [Theory, InlineData(true), InlineData(false)]
    public void Streams_over_one_array(bool grows)
    {
        byte[] bytes = new byte[Items];
        // Written as what they are by fields of their own, which the surrogate does not write: a payload of one's own.
        var payload = new NrbfPayload().Hex("10" + "01000000" + "0A000000");
        for (int i = 0; i < 10; i++)
            payload.Hex("09" + BitConverter.ToString(BitConverter.GetBytes(10 + i)).Replace("-", "", StringComparison.Ordinal));
        for (int i = 0; i < 10; i++)
            payload.Class(10 + i, "System.IO.MemoryStream", 0, ("_buffer", "0702"), ("_origin", "0008"), ("_position", "0008"),
                ("_length", "0008"), ("_capacity", "0008"), ("_expandable", "0001"), ("_writable", "0001"), ("_exposable", "0001"),
                ("_isOpen", "0001"))
                .Hex("09" + "64000000" + "00000000" + "00000000" + "204E0000" + "204E0000" + (grows ? "01" : "00") + "010101");
        byte[] whole = [.. payload.Hex("0F" + "64000000" + "204E0000" + "02").Hex(Convert.ToHexString(bytes)).End()];
        object? Read() => Nrbf.Deserialize<object>(whole, s_nrbf);
        if (grows)
        {
            Assert.Contains("another stream", Assert.Throws<WireFormatException>(Read).Message, StringComparison.Ordinal);
            return;
        }
        var streams = (object[])Read()!;
        var last = (MemoryStream)streams[9];
        ((MemoryStream)streams[0]).WriteByte(7);
        Assert.Equal((Items, 7), (last.Length, last.ReadByte()));
    }

    /// <summary>A chain of nodes that many dictionaries begin with.</summary>
    [Fact]
    public void One_chain_is_not_copied_for_each_dictionary_that_names_it()
    {
        var chain = new ListDictionary();
        for (int i = 0; i < 2000; i++)
            chain.Add(i, null);
        byte[] payload =
            Nrbf.Serialize<object>(new object[] { chain }.Concat(Many(() => new ListDictionary { { 1, null } })).ToArray());
        // Where the first node stands, the version, the count, no comparer.
        byte[] first = Behind(payload, 0, "D0070000D00700000A", out _);
        int changed = 0;
        for (int at = 0; Behind(payload, at, "01000000010000000A", out int place) is { Length: 5 }; at = place + 14, changed++)
            first.CopyTo(payload, place);
        Assert.Equal(Holders, changed);
        Refused(payload, () => Nrbf.Deserialize<object>(payload, s_nrbf));

        static byte[] Behind(byte[] payload, int from, string hex, out int place)
        {
            int found = payload.AsSpan(from).IndexOf(Convert.FromHexString(hex));
            place = from + found - 5;
            return found < 5 || payload[place] != 9 ? [] : payload[place..(place + 5)];
        }
    }

    /// <summary>One list of texts for many keys: what is added grows with both.</summary>
    [Fact]
    public void One_list_of_texts_is_of_one_key()
    {
        var values = new NameValueCollection { { "a", "1" }, { "b", "2" } };
        byte[] payload = Nrbf.Serialize(values);
        var node = Nrbf.RecordsFormat.ParseNode(payload)!;
        var lists = NodePath.Parse("$..[?@.ref]").Select(node).OfType<NodeObject>().GroupBy(static r => (int)r["ref"]!)
            .Select(static g => g.First()).ToList();
        int refused = 0;
        foreach (var one in lists)
            foreach (var other in lists)
            {
                var told = one["ref"];
                one["ref"] = other["ref"];
                byte[] changed = Nrbf.RecordsFormat.WriteNode(node);
                if (Record.Exception(() => Nrbf.Deserialize<NameValueCollection>(changed)) is WireFormatException error
                    && error.Message.Contains("one list for two keys", StringComparison.Ordinal))
                    refused++;
                one["ref"] = told;
            }
        Assert.True(refused > 0);
    }

    /// <summary>
    /// A container has its own lists: of one that stands at many paths, or of one table that is many containers', each cookie would be
    /// added each time.
    /// </summary>
    [Fact]
    public void Lists_of_cookies_are_of_one_path_of_one_container()
    {
        var container = new CookieContainer(10_000, 10_000, 4096);
        for (int i = 0; i < 1_000; i++)
            container.Add(new Cookie("c" + i, "v", "/", "x.org"));
        var table = (Hashtable)Field(container, "m_domainTable");
        object paths = table.Values.Cast<object>().First();
        object list = Field(paths, "m_list");
        var lists = (SortedList)list;
        object cookies = lists.GetByIndex(0)!;
        for (int i = 0; i < 10; i++)
            lists.Add("/" + i, cookies);
        Same(Nrbf.Serialize(container), "one list of cookies at two paths");
        for (int i = 0; i < 10; i++)
            lists.Remove("/" + i);
        object[] containers = Many(() => With(new CookieContainer(10_000, 10_000, 4096), ("m_domainTable", table)), 2);
        Same(Nrbf.Serialize<object>(containers), "one list of cookies at two paths");

        static void Same(byte[] payload, string expected) =>
            Assert.Contains(expected, Assert.Throws<WireFormatException>(() => Nrbf.Deserialize<object>(payload, s_nrbf)).Message,
                StringComparison.Ordinal);
    }

    [Serializable]
    public sealed class Series : List<double>
    {
        public double[]? Axis;
        public string? Unit;
    }

    /// <summary>
    /// Values that share a part as .NET's own do: copies of one number, segments of one buffer, weak references, keys and values of chains,
    /// fields of classes that derive from collections.
    /// </summary>
    [Fact]
    public void What_copies_of_values_share_is_read()
    {
        var number = System.Numerics.BigInteger.Pow(2, 5000) + 7;
        byte[] buffer = new byte[65_536];
        var list = new List<int> { 1, 2, 3 };
        double[] axis = [.. Enumerable.Range(0, 5000).Select(static i => (double)i)];
        string unit = new('u', 5000);
        object[] parts =
        [
            Enumerable.Repeat(number, 400).ToArray(),
            Enumerable.Repeat(-number, 400).ToArray(),
            Enumerable.Range(0, 100).Select(i => new ArraySegment<byte>(buffer, i, 10)).ToArray(),
            Enumerable.Range(0, 20).Select(_ => (object)new System.Collections.Specialized.ListDictionary { ["a"] = buffer, [unit] = unit })
                .ToArray(),
            new MemoryStream(), new MemoryStream(), new MemoryStream(),
        ];
        // Together they would pay for one another.
        foreach (object part in parts.Append(new object[] { new MemoryStream(), new MemoryStream() }))
        {
            object[] graph = [part, list];
            var read = (object[])Nrbf.Deserialize<object>(Nrbf.Serialize<object>(graph), s_nrbf)!;
            Assert.Null(SameGraph.Difference(graph, read));
            read = (object[])Soap.Deserialize<object>(Soap.Serialize<object>(graph, s_soap), s_soap)!;
            Assert.Null(SameGraph.Difference(graph, read));
        }
        var options = s_nrbf with { KnownTypes = [.. s_nrbf.KnownTypes, typeof(Series)] };
        object[] many = [.. Enumerable.Range(0, 200).Select(i => new Series { Axis = axis, Unit = unit })];
        var again = (object[])Nrbf.Deserialize<object>(Nrbf.Serialize<object>(many, options), options)!;
        Assert.Same(((Series)again[0]).Axis, ((Series)again[199]).Axis);
        Assert.Equal(axis, ((Series)again[199]).Axis);
        object[] weak = [list, .. Enumerable.Range(0, 20).Select(_ => (object)new WeakReference<List<int>>(list)),
            .. Enumerable.Range(0, 20).Select(_ => (object)new WeakReference(buffer)), buffer];
        again = (object[])Nrbf.Deserialize<object>(Nrbf.Serialize<object>(weak), s_nrbf)!;
        Assert.True(((WeakReference<List<int>>)again[20]).TryGetTarget(out var target) && ReferenceEquals(target, again[0]));
        Assert.Same(again[^1], ((WeakReference)again[40]).Target);
    }

    /// <summary>What is kept and not copied, empty arrays, and a few lists of one array.</summary>
    /// <summary>A queue has room for 32 items at once, whatever it holds: 19 bytes of a payload were eight KB.</summary>
    [Fact]
    public void Empty_queues_of_wide_structs_are_as_many_as_the_payload_is_long()
    {
        var options = s_nrbf with { KnownTypes = [typeof(ConcurrentQueue<Wide>), typeof(ConcurrentQueue<int>)] };
        var soap = s_soap with { KnownTypes = options.KnownTypes };
        static object[] Queues<T>(int count) => [.. Enumerable.Range(0, count).Select(static _ => new ConcurrentQueue<T>())];
        // Some are as good as any, and those of numbers too.
        Assert.Equal(15, Nrbf.Deserialize<object[]>(Nrbf.Serialize(Queues<Wide>(15)), options)!.Length);
        Assert.Equal(15, Soap.Deserialize<object[]>(Soap.Serialize(Queues<Wide>(15), soap), soap)!.Length);
        Assert.Equal(5_000, Nrbf.Deserialize<object[]>(Nrbf.Serialize(Queues<int>(5_000)), options)!.Length);
        byte[] payload = Nrbf.Serialize(Queues<Wide>(5_000));
        long before = GC.GetAllocatedBytesForCurrentThread();
        Assert.Throws<WireFormatException>(() => Nrbf.Deserialize<object[]>(payload, options));
        Assert.InRange(GC.GetAllocatedBytesForCurrentThread() - before, 0, 200_000 + (payload.Length * 100L));
        byte[] envelope = Soap.Serialize(Queues<Wide>(5_000), soap);
        before = GC.GetAllocatedBytesForCurrentThread();
        var error = Record.Exception(() => Soap.Deserialize<object[]>(envelope, soap));
        Assert.True(error is null or WireFormatException, error?.ToString());
        Assert.InRange(GC.GetAllocatedBytesForCurrentThread() - before, 0, 1_000_000 + (envelope.Length * 100L));
    }

    [Serializable]
    public struct Wide
    {
        public KeyValuePair<KeyValuePair<decimal, decimal>, KeyValuePair<decimal, decimal>> A, B, C, D;
    }

    [Fact]
    public void What_is_shared_in_good_faith_is_read()
    {
        var list = new List<int>(Enumerable.Range(0, Items));
        int[] few = [1, 2, 3];
        object[] graph =
        [
            .. Many(() => new ReadOnlyCollection<int>(list)), .. Many(() => new Collection<int>(list)), .. Many(() => new List<int>()),
            .. Many(() => new Queue<int>()), .. Many(() => new ArrayList()),
            .. Many(() => With(new List<int>(), ("_items", few), ("_size", 3)), 3),
        ];
        var read = (object[])Nrbf.Deserialize<object>(Nrbf.Serialize<object>(graph), s_nrbf)!;
        Assert.Null(SameGraph.Difference(graph, read));
        read = (object[])Soap.Deserialize<object>(Soap.Serialize<object>(graph, s_soap), s_soap)!;
        Assert.Null(SameGraph.Difference(graph, read));
    }
}
