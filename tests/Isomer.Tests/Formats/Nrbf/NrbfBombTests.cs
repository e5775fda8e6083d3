using System.Collections;
using System.Collections.Specialized;
using System.Text;
using Xunit;

namespace Isomer.Tests.Formats.OfNrbf;

/// <summary>Small payloads that ask for much: at most a hundred times their size and 200 KB, whatever they say.</summary>
public class NrbfBombTests
{
    /// <summary>A graph, and a number in it that says how much room there shall be.</summary>
    public static TheoryData<string> Rooms =>
        ["Hashtable", "Dictionary", "HashSet", "StringBuilder", "OrderedDictionary", "Queue", "List", "BitArray", "SortedList",
            "LinkedList", "SortedSet", "ConcurrentDictionary", "Registry", "Table", "Names", "Places", "Line", "MemoryStream",
            "ArraySegment", "NameValueCollection", "ByValue"];

    static object Graph(string name) => name switch
    {
        "Hashtable" => new Hashtable { ["a"] = 1 },
        "Dictionary" => new Dictionary<int, string> { [1] = "a" },
        "HashSet" => new HashSet<int> { 1 },
        "StringBuilder" => new StringBuilder("abc"),
        "OrderedDictionary" => new OrderedDictionary { ["a"] = 1 },
        "Queue" => new Queue<int>([1, 2]),
        "List" => new List<int> { 1 },
        "BitArray" => new BitArray([true, false]),
        "SortedList" => new SortedList<int, int> { [1] = 2 },
        "LinkedList" => new LinkedList<int>([1]),
        "SortedSet" => new SortedSet<int> { 1 },
        "ConcurrentDictionary" => new System.Collections.Concurrent.ConcurrentDictionary<int, int>([new(1, 2)]),
        "Registry" => new Registry { ["a"] = new() },
        "Table" => new Table { ["a"] = 1 },
        "Names" => new Names { 1 },
        "Places" => new Places { default(Place) },
        "Line" => new Line(),
        "MemoryStream" => new MemoryStream([1, 2, 3]),
        "ArraySegment" => new ArraySegment<int>([1, 2, 3]),
        "NameValueCollection" => new NameValueCollection { ["a"] = "b" },
        _ => new ByValue { new Link() },
    };

    /// <summary>Each place of the payload is made a hundred million, and two thousand million: one of them is the room.</summary>
    [Theory, MemberData(nameof(Rooms))]
    public void No_number_makes_room(string name)
    {
        byte[] payload = Nrbf.Serialize(Graph(name), NrbfTests.Options);
        Read(payload);
        for (int at = 17; at + 4 <= payload.Length; at++)
            foreach (int claim in (int[])[100_000_000, int.MaxValue])
            {
                byte[] lie = [.. payload];
                BitConverter.TryWriteBytes(lie.AsSpan(at), claim);
                Measure(lie, $"{name} at {at}");
            }
    }

    /// <summary>
    /// Each name of a member or entry becomes another, so that it is missing: a class that derives from Hashtable doubled with each entry
    /// that it was given without its load factor.
    /// </summary>
    [Theory, MemberData(nameof(Rooms))]
    public void No_name_that_is_missing_makes_room(string name)
    {
        object graph = Graph(name);
        for (int i = 0; i < 28; i++)
            if (graph is Registry registry)
                registry[$"k{i}"] = new();
            else if (graph is Names names)
                names.Add(i + 1);
            else if (graph is IDictionary map)
                map.Add(graph is Hashtable or OrderedDictionary ? $"k{i}" : i + 2, graph is Dictionary<int, string> ? "v" : i);
        byte[] payload = Nrbf.Serialize(graph, NrbfTests.Options);
        Read(payload);
        for (int at = 17; at + 2 < payload.Length; at++)
        {
            // The second character of each text: names of this length begin with it.
            int length = payload[at];
            if (length is < 4 or > 60 || at + length >= payload.Length
                || payload.AsSpan(at + 1, length).ContainsAnyExceptInRange((byte)' ', (byte)'~'))
                continue;
            byte[] lie = [.. payload];
            lie[at + 2] = (byte)'~';
            Measure(lie, $"{name}, the name at {at}");
        }
    }

    static void Read(byte[] payload)
    {
        var error = Record.Exception(() => Nrbf.Deserialize<object>(payload, NrbfTests.Options));
        Assert.True(error is null or WireFormatException, error?.ToString());
    }

    static void Measure(byte[] payload, string what)
    {
        long before = GC.GetAllocatedBytesForCurrentThread();
        Read(payload);
        long allocated = GC.GetAllocatedBytesForCurrentThread() - before;
        // A name that is damaged may be that of another type, whose shape is made then, once.
        if (allocated > 200_000 + (payload.Length * 100L))
        {
            before = GC.GetAllocatedBytesForCurrentThread();
            Read(payload);
            allocated = GC.GetAllocatedBytesForCurrentThread() - before;
        }
        Assert.True(allocated <= 200_000 + (payload.Length * 100L), $"{what}: {allocated} bytes for {payload.Length}");
    }

    public static TheoryData<string> Shapes =>
        ["bytes", "doubles", "rectangle", "strings", "nulls", "nulls of nulls", "members", "generics", "arrays of arrays", "ranks",
            "references", "classes", "wide struct array", "colliding keys", "colliding keys of one's own", "long names", "a class called an array", "an array of arrays, deep",
            "a class called a grid", "nulls of decimals"];

    [Theory, MemberData(nameof(Shapes))]
    public void No_shape_costs_more_than_it_is_worth(string shape)
    {
        byte[] payload = Shape(shape);
        Read(payload);
        Measure(payload, shape);
    }

    static string Number(int value) => Convert.ToHexString(BitConverter.GetBytes(value));

    static byte[] Shape(string shape)
    {
        var payload = new NrbfPayload();
        switch (shape)
        {
            case "bytes":
                return payload.Hex("0F01000000" + Number(Array.MaxLength) + "02").End();
            case "doubles":
                return payload.Hex("0F01000000" + Number(100_000_000) + "06").End();
            case "rectangle":
                return payload.Hex("0701000000" + "02" + "02000000" + Number(46_000) + Number(46_000) + "0008").End();
            case "strings":
                return payload.Hex("1101000000" + Number(200_000_000) + "0E" + Number(200_000_000)).End();
            case "nulls":
                return payload.Hex("1001000000" + Number(100_000_000) + "0E" + Number(100_000_000)).End();
            case "nulls of decimals":
                // Sixteen arrays share what nulls the payload may have: each is 24 bytes.
                object?[] arrays = new object?[16];
                for (int i = 0; i < arrays.Length; i++)
                    arrays[i] = new decimal?[4000];
                return Nrbf.Serialize<object>(arrays.Append("x".PadRight(6000)).ToArray(), NrbfTests.Options);
            case "nulls of nulls":
                payload.Hex("1001000000" + Number(500));
                for (int i = 2; i < 502; i++)
                    payload.Hex("09" + Number(i));
                for (int i = 2; i < 502; i++)
                    payload.Hex("10" + Number(i) + Number(1_000_000) + "0E" + Number(1_000_000));
                return payload.End();
            case "members":
                return payload.Hex("04" + "01000000" + "0141" + Number(int.MaxValue)).End();
            case "generics":
                string name = "System.Int32";
                for (int i = 0; i < 100; i++)
                    name = $"System.Collections.Generic.List`1[[{name}]]";
                return payload.Class(1, name, 0, ("_size", "0008")).Hex("00000000").End();
            case "arrays of arrays":
                payload.Hex("1001000000" + Number(1) + "0902000000");
                for (int i = 2; i < 20_000; i++)
                    payload.Hex("10" + Number(i) + Number(1) + "09" + Number(i + 1));
                return payload.Text(20_000, "x").End();
            case "ranks":
                return payload.Hex("0701000000" + "02" + Number(32) + string.Concat(Enumerable.Repeat(Number(2), 31)) + Number(0) + "02")
                    .End();
            case "references":
                payload.Hex("1001000000" + Number(50_000));
                for (int i = 0; i < 50_000; i++)
                    payload.Hex("0901000000");
                return payload.End();
            case "classes":
                payload.Hex("1001000000" + Number(5_000));
                for (int i = 0; i < 5_000; i++)
                    payload.Class(i + 2, "System.Object", 0);
                return payload.End();
            case "wide struct array":
                return payload.Hex("0701000000" + "00" + "01000000" + Number(1_000_000) + "03").Lps("System.Decimal")
                    .Hex("0E" + Number(1_000_000)).End();
            case "colliding keys" or "colliding keys of one's own":
                IDictionary keys = shape == "colliding keys" ? new Dictionary<long, int>() : new LongRegistry();
                for (long i = 0; i < 3_000; i++)
                    keys.Add((i << 32) | i, 0);
                return NrbfTests.Original(keys);
            // Found by Isomer.Fuzz: beneath 64 levels an array is made before it is read, and the name of a class was taken for a length:
            // 15 GB of 2 KB.
            case "a class called an array" or "an array of arrays, deep" or "a class called a grid":
                for (int i = 1; i < 70; i++)
                    payload.Hex("10" + Number(i) + Number(1));
                return (shape switch
                {
                    "a class called an array" => payload.Class(70, "System.Object[]", 0),
                    "a class called a grid" => payload.Class(70, "System.Object[,]", 0),
                    _ => payload.Hex("10" + Number(70) + Number(0)),
                }).End();
            default:
                return payload.Class(1, new string('x', 100_000), 0, (new string('y', 100_000), "01")).Hex("0A").End();
        }
    }

    [Serializable]
    public class LongRegistry : Dictionary<long, int>
    {
        public LongRegistry()
        {
        }

#pragma warning disable SYSLIB0050, SYSLIB0051 // the pattern of an older age is what is tested
        protected LongRegistry(System.Runtime.Serialization.SerializationInfo info, System.Runtime.Serialization.StreamingContext context)
            : base(info, context)
        {
        }
#pragma warning restore SYSLIB0050, SYSLIB0051
    }

    [Fact]
    public void Keys_that_fall_together_are_refused()
    {
        Assert.Contains("collide",
            Assert.Throws<WireFormatException>(() => Nrbf.Deserialize<Dictionary<long, int>>(Shape("colliding keys"))).Message,
            StringComparison.Ordinal);
        Assert.Contains("collide",
            Assert.Throws<WireFormatException>(() => Nrbf.Deserialize<LongRegistry>(Shape("colliding keys of one's own"))).Message,
            StringComparison.Ordinal);
    }

    [Fact]
    public void A_class_called_an_array_is_none()
    {
        foreach (string name in (string[])["System.Object[]", "System.Object[,]"])
            Assert.Contains("An array is expected here",
                Assert.Throws<WireFormatException>(
                    () => Nrbf.Deserialize<object>(new NrbfPayload().Class(1, name, 0).End(), NrbfTests.Options)).Message,
                StringComparison.Ordinal);
        Assert.Contains("An array is expected here",
            Assert.Throws<WireFormatException>(
                () => Nrbf.Deserialize<object>(Shape("a class called an array"), NrbfTests.Options)).Message,
            StringComparison.Ordinal);
        // As deep, and an array.
        Assert.IsType<object[]>(Nrbf.Deserialize<object>(Shape("an array of arrays, deep"), NrbfTests.Options));
    }
}
