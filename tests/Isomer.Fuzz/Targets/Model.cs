using System.Numerics;
using System.Runtime.Serialization;
using System.Xml;
using System.Xml.Serialization;
using Isomer.Formats;

namespace Isomer.Fuzz.Targets;

/// <summary>What every format carries: all usual scalars, lists, a hierarchy, itself.</summary>
[ProtobufContract, ProtobufInclude(100, typeof(Leaf)), KnownType(typeof(Leaf)), XmlInclude(typeof(Leaf)), Subtype(typeof(Leaf), "Leaf")]
public class Common
{
    [ProtobufMember(1)] public int Id { get; set; }
    [ProtobufMember(2)] public string? Name { get; set; }
    [ProtobufMember(3)] public bool Flag { get; set; }
    [ProtobufMember(4)] public byte Small { get; set; }
    [ProtobufMember(5)] public short Short { get; set; }
    [ProtobufMember(6, DataFormat = ProtobufFormat.ZigZag)] public long Long { get; set; }
    [ProtobufMember(7, DataFormat = ProtobufFormat.FixedSize)] public ulong Unsigned { get; set; }
    [ProtobufMember(8)] public float Float { get; set; }
    [ProtobufMember(9)] public double Double { get; set; }
    [ProtobufMember(10)] public decimal Money { get; set; }
    [ProtobufMember(11)] public Guid Guid { get; set; }
    [ProtobufMember(12)] public DateTime When { get; set; }
    [ProtobufMember(13)] public TimeSpan Span { get; set; }
    [ProtobufMember(14)] public char Letter { get; set; }
    [ProtobufMember(15)] public byte[]? Bytes { get; set; }
    [ProtobufMember(16)] public DayOfWeek Day { get; set; }
    [ProtobufMember(17)] public int? Maybe { get; set; }
    [ProtobufMember(18, IsPacked = true)] public int[]? Numbers { get; set; }
    [ProtobufMember(19)] public List<string>? Texts { get; set; }
    [ProtobufMember(20)] public List<Common>? Children { get; set; }
    [ProtobufMember(21)] public Common? Next { get; set; }
    [ProtobufMember(22)] public DateTimeOffset At { get; set; }

    public static Common Sample(int depth) => new Leaf
    {
        Id = 7 + depth,
        Name = "Köln \"<&>\" \U0001F600",
        Flag = true,
        Small = 200,
        Short = -2,
        Long = -9_000_000_000,
        Unsigned = ulong.MaxValue,
        Float = 1.5f,
        Double = 0.1,
        Money = 12.50m,
        Guid = new("01234567-89ab-cdef-0123-456789abcdef"),
        When = new(2024, 2, 29, 3, 4, 5, 678, DateTimeKind.Utc),
        Span = TimeSpan.FromSeconds(90061.5),
        Letter = 'é',
        Bytes = [0, 1, 2, 250],
        Day = DayOfWeek.Friday,
        Maybe = depth,
        Numbers = [1, 0, -300],
        Texts = ["a", "", "long enough for a vector of thirty-two bytes"],
        At = new(2024, 1, 2, 3, 4, 5, TimeSpan.FromHours(-5)),
        Children = depth == 0 ? [] : [new Common { Id = 1 }, Sample(depth - 1)],
        Next = depth == 0 ? null : new Common { Name = "next" },
        Extra = 2.5,
        More = ["m"],
    };
}

[ProtobufContract]
public class Leaf : Common
{
    [ProtobufMember(1)] public double Extra { get; set; }
    [ProtobufMember(2)] public string[]? More { get; set; }
}

/// <summary>What Json, Compact and protobuf carry beyond that.</summary>
[ProtobufContract]
public class Rich
{
    [ProtobufMember(1)] public Dictionary<string, int>? Map { get; set; }
    [ProtobufMember(2)] public Dictionary<int, Common>? Objects { get; set; }
    [ProtobufMember(3)] public Int128 Wide { get; set; }
    [ProtobufMember(4)] public DateOnly Date { get; set; }
    [ProtobufMember(5)] public TimeOnly Time { get; set; }
    [ProtobufMember(6)] public (int, string?) Pair { get; set; }
    [ProtobufMember(7, IsPacked = true)] public double[]? Doubles { get; set; }
    [ProtobufMember(8), ProtobufNullWrappedValue] public List<string?>? Nulls { get; set; }
    [ProtobufMember(9, DataFormat = ProtobufFormat.Group)] public Rich? Group { get; set; }
    [ProtobufMember(10)] public HashSet<long>? Set { get; set; }
    [ProtobufMember(11)] public Uri? Link { get; set; }
    [ProtobufMember(12)] public Point Point { get; set; }
    [ProtobufMember(13)] public List<Point>? Points { get; set; }

    public static Rich Sample(int depth) => new()
    {
        Map = new() { ["a"] = 1, [""] = 0, ["ü"] = -1 },
        Objects = new() { [3] = Common.Sample(0) },
        Wide = Int128.MinValue,
        Date = new(2024, 2, 29),
        Time = new(1, 2, 3),
        Pair = (1, "x"),
        Doubles = [1e300, -0.0, 5e-324],
        Nulls = ["x", null],
        Group = depth == 0 ? null : Sample(depth - 1),
        Set = [1, 2, 3],
        Link = new("http://example.org/ä"),
        Point = new() { X = 1, Y = 2 },
        Points = [new() { X = 3 }],
    };
}

/// <summary>What BinaryFormatter's files hold: the framework's collections, boxes, what writes its own entries.</summary>
public static class Old
{
    public static object Sample() => new object?[]
    {
        1, 2.5m, "x", null, null, DayOfWeek.Friday, new Point { X = 1 }, new DateTime(2024, 1, 2), new Version(1, 2),
        new Uri("http://example.org/"),
        new List<int> { 1, 2 }, new Dictionary<string, object?> { ["a"] = 1, ["b"] = null },
        new Dictionary<string, int>(StringComparer.OrdinalIgnoreCase) { ["a"] = 1 },
        new HashSet<long> { 1, 2 }, new SortedDictionary<int, string> { [1] = "a" }, new SortedList<string, int> { ["a"] = 1 },
        new Queue<string>(["a", "b"]), new Stack<int>([1, 2]),
        new System.Collections.ArrayList { 1, "a" }, new System.Collections.BitArray([true, false]), new System.Text.StringBuilder("text"),
        new BigInteger(1) << 100,
        new int?[] { 1, null, null, 3 }, new int[][] { [1], [2, 3] }, Tuple.Create(1, "a"), new Exception("m", new ArgumentException("n")),
        DBNull.Value, Common.Sample(1),
    };
}

[ProtobufContract]
public struct Point
{
    [ProtobufMember(1)] public int X { get; set; }
    [ProtobufMember(2)] public float Y { get; set; }
}

/// <summary>What no protobuf message holds: numbers without bound, lists of lists, values of declared type object.</summary>
public class Open
{
    public BigInteger Big { get; set; }
    public Half Half { get; set; }
    public int[][]? Jagged { get; set; }
    public object? Any { get; set; }
    public List<object?>? Anything { get; set; }
    public Dictionary<Guid, List<DateOnly>>? ByGuid { get; set; }
    public (int, (string, double)?) Tuple { get; set; }
    public Version? Version { get; set; }
    public Record? Record { get; set; }
    public Stack<int>? Stack { get; set; }
    public Dictionary<string, object?>? Bag { get; set; }

    public static Open Sample() => new()
    {
        Big = BigInteger.Pow(7, 60),
        Half = (Half)1.5,
        Jagged = [[1], [], [2, 3]],
        Any = 5,
        Anything = [1, "x", null, 2.5, true],
        ByGuid = new() { [new Guid("01234567-89ab-cdef-0123-456789abcdef")] = [new(2024, 1, 2)] },
        Tuple = (1, ("a", 2.5)),
        Version = new(1, 2, 3),
        Record = new(1, "r", new(2, null, null)),
        Stack = new([1, 2, 3]),
        Bag = new() { ["a"] = 1, ["b"] = "x" },
    };
}

public sealed record Record(int Id, string? Name, Record? Inner);

/// <summary>A graph with shared objects, empty arrays and a cycle.</summary>
public class Graph
{
    public string? Name { get; set; }
    public Graph? Self { get; set; }
    public int[]? First { get; set; }
    public int[]? Second { get; set; }
    public List<Graph?>? Others { get; set; }
    public Dictionary<string, Graph>? Named { get; set; }
    public string? Again { get; set; }

    public static Graph Sample()
    {
        var graph = new Graph { Name = "g", First = [1, 2], Again = "g", Named = [] };
        graph.Self = graph;
        graph.Second = graph.First;
        var other = new Graph { First = [], Second = [], Self = graph };
        graph.Others = [other, other, null];
        graph.Named["o"] = other;
        return graph;
    }
}

/// <summary>What data contracts have of their own: references, maps, known types behind object, data that is kept.</summary>
[DataContract(Namespace = "urn:fuzz", IsReference = true), KnownType(typeof(int[])), KnownType(typeof(Contract))]
public class Contract : IExtensibleDataObject
{
    [DataMember(Order = 1)] public string? Name { get; set; }
    [DataMember(Order = 2)] public Contract? Self { get; set; }
    [DataMember(Order = 3)] public Dictionary<string, int>? Map { get; set; }
    [DataMember(Order = 4)] public object? Any { get; set; }
    [DataMember(Order = 5)] public List<object?>? Anything { get; set; }
    [DataMember(Order = 6)] public XmlQualifiedName? QName { get; set; }
    [DataMember(Order = 7)] public DateTimeOffset At { get; set; }
    [DataMember(Order = 8)] public double[]? Doubles { get; set; }
    [DataMember(Order = 9)] public Uri? Link { get; set; }
    public ExtensionDataObject? ExtensionData { get; set; }

    public static Contract Sample()
    {
        var contract = new Contract
        {
            Name = "c",
            Map = new() { ["a"] = 1 },
            Any = new[] { 1, 2 },
            Anything = [1, "x", null, 2.5m, Guid.Empty],
            QName = new("n", "urn:x"),
            Doubles = [1, double.NaN],
            Link = new("a/b", UriKind.Relative),
            At = new(2024, 1, 2, 3, 4, 5, TimeSpan.FromHours(2))
        };
        contract.Self = contract;
        return contract;
    }
}

/// <summary>The same without references and kept data, for ContractJson, which has neither.</summary>
[DataContract, KnownType(typeof(int[])), KnownType(typeof(Plain))]
public class Plain
{
    [DataMember] public string? Name { get; set; }
    [DataMember] public Plain? Inner { get; set; }
    [DataMember] public Dictionary<string, int>? Map { get; set; }
    [DataMember] public object? Any { get; set; }
    [DataMember] public List<object?>? Anything { get; set; }
    [DataMember] public DateTime When { get; set; }
    [DataMember] public DateTimeOffset At { get; set; }

    public static Plain Sample() =>
        new()
        {
            Name = "p",
            Inner = new() { Any = new Plain { Name = "any" } },
            Map = new() { ["a"] = 1 },
            Any = new[] { 1 },
            Anything = [1, "x", null, 2.5m, Guid.Empty],
            When = DateTime.UnixEpoch,
            At = DateTimeOffset.UnixEpoch
        };
}

/// <summary>What XmlSerializer has of its own: attributes, choices, flat lists, text, what is unknown.</summary>
[XmlRoot("x", Namespace = "urn:fuzz")]
public class Marked
{
    [XmlAttribute("id")] public int Id { get; set; }
    [XmlAttribute] public string[]? Words { get; set; }
    [XmlElement("item")] public List<string> Items { get; set; } = [];
    [XmlArray("list"), XmlArrayItem("n", typeof(int)), XmlArrayItem("t", typeof(string))] public List<object> List { get; set; } = [];
    [XmlElement("a", typeof(int)), XmlElement("b", typeof(string)), XmlElement("c", typeof(Marked))] public object? Choice { get; set; }
    [XmlElement(IsNullable = true)] public int? Nil { get; set; }
    [XmlElement(DataType = "date")] public DateTime Date { get; set; }
    public XmlQualifiedName? QName { get; set; }
    [XmlAnyElement] public XmlElement[]? Rest { get; set; }
    [XmlAnyAttribute] public XmlAttribute[]? Attributes { get; set; }

    public static Marked Sample() =>
        new()
        {
            Id = 1,
            Words = ["a", "b"],
            Items = ["x", "y"],
            List = [1, "t"],
            Choice = new Marked { Choice = 5 },
            Date = new(2024, 1, 2),
            QName = new("q", "urn:q")
        };
}
