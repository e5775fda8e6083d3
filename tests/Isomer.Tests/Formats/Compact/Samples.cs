using System.Collections;
using System.Collections.Immutable;
using System.Collections.ObjectModel;
using System.Net;
using System.Numerics;
using System.Text;

namespace Isomer.Tests.Formats.OfCompact;

internal static class Samples
{
    static readonly PlainConvention Reflection = Convention.Plain.WithTier(ShapeTier.Reflection);

    public static CompactOptions Options(bool reflection, CompactSchema schema = default, References references = default,
        bool checksum = false) => new()
        {
            Convention = reflection ? Reflection : Convention.Plain,
            Schema = schema,
            References = references,
            Checksum = checksum,
        };
}

public enum Small : byte { None, One, Max = 255 }

public enum Big : ulong { None, Max = ulong.MaxValue }

public enum Signed : short { Min = short.MinValue, None = 0 }

public struct Empty;

public readonly record struct Point(int X, string? Label);

public class Scalarful
{
    public bool Boolean { get; set; }
    public char Char { get; set; }
    public sbyte SByte { get; set; }
    public byte Byte { get; set; }
    public short Int16 { get; set; }
    public ushort UInt16 { get; set; }
    public int Int32 { get; set; }
    public uint UInt32 { get; set; }
    public long Int64 { get; set; }
    public ulong UInt64 { get; set; }
    public Int128 Int128 { get; set; }
    public UInt128 UInt128 { get; set; }
    public nint IntPtr { get; set; }
    public nuint UIntPtr { get; set; }
    public Half Half { get; set; }
    public float Single { get; set; }
    public double Double { get; set; }
    public decimal Decimal { get; set; }
    public BigInteger BigInteger { get; set; }
    public string? String { get; set; }
    public Guid Guid { get; set; }
    public DateTime DateTime { get; set; }
    public DateTimeOffset Offset { get; set; }
    public TimeSpan TimeSpan { get; set; }
    public DateOnly DateOnly { get; set; }
    public TimeOnly TimeOnly { get; set; }
    public byte[]? Bytes { get; set; }
    public Small Small { get; set; }
    public Big Big { get; set; }
    public Signed Signed { get; set; }
    public Uri? Uri { get; set; }
    public Version? Version { get; set; }
    public Complex Complex { get; set; }
    public DBNull? DbNull { get; set; }
    public Point Point { get; set; }
    public Point? MaybePoint { get; set; }
    public int? MaybeInt { get; set; }
    public long? MaybeLong { get; set; }
    public bool? MaybeBool { get; set; }
    public decimal? MaybeDecimal { get; set; }
    public DateTime? MaybeDate { get; set; }
    public Big? MaybeBig { get; set; }
    public Guid? MaybeGuid { get; set; }
    public Half? MaybeHalf { get; set; }
    public DateTimeOffset? MaybeOffset { get; set; }
    public BigInteger? MaybeBigInteger { get; set; }

    public static Scalarful Full { get; } = new()
    {
        Boolean = true,
        Char = 'ß',
        SByte = -5,
        Byte = 200,
        Int16 = -300,
        UInt16 = 60000,
        Int32 = int.MinValue,
        UInt32 = uint.MaxValue,
        Int64 = long.MinValue,
        UInt64 = ulong.MaxValue,
        Int128 = Int128.MinValue,
        UInt128 = UInt128.MaxValue,
        IntPtr = -7,
        UIntPtr = 8,
        Half = (Half)1.5,
        Single = 2.5f,
        Double = double.Epsilon,
        Decimal = -14.0000m,
        BigInteger = BigInteger.Pow(-7, 99),
        String = "Grüße",
        Guid = new Guid("00112233-4455-6677-8899-aabbccddeeff"),
        DateTime = new DateTime(2026, 11, 21, 1, 2, 3, DateTimeKind.Utc).AddTicks(7),
        Offset = new DateTimeOffset(2026, 11, 21, 1, 2, 3, TimeSpan.FromMinutes(-210)),
        TimeSpan = TimeSpan.MinValue,
        DateOnly = DateOnly.MaxValue,
        TimeOnly = TimeOnly.MaxValue,
        Bytes = [1, 2, 3],
        Small = Small.Max,
        Big = Big.Max,
        Signed = Signed.Min,
        Uri = new Uri("http://example.org/x?y"),
        Version = new Version(1, 2, 3),
        Complex = new Complex(1, -2),
        DbNull = DBNull.Value,
        Point = new Point(3, "p"),
        MaybePoint = new Point(4, null),
        MaybeInt = 5,
        MaybeLong = -6,
        MaybeBool = true,
        MaybeDecimal = 1.10m,
        MaybeDate = DateTime.MaxValue,
        MaybeBig = Big.Max,
        MaybeGuid = Guid.Empty,
        MaybeHalf = Half.MaxValue,
        MaybeOffset = DateTimeOffset.MinValue,
        MaybeBigInteger = 12,
    };
}

public class Collections
{
    public int[]? Ints { get; set; }
    public List<double>? Doubles { get; set; }
    public List<byte>? ByteList { get; set; }
    public string?[]? Strings { get; set; }
    public int?[]? Maybes { get; set; }
    public int[][]? Jagged { get; set; }
    public List<List<Point>>? Nested { get; set; }
    public HashSet<string>? Set { get; set; }
    public Stack<int>? Stack { get; set; }
    public Queue<string>? Queue { get; set; }
    public Dictionary<string, int>? Map { get; set; }
    public Dictionary<string, Point>? IgnoringCase { get; set; }
    public SortedDictionary<int, List<string>>? Sorted { get; set; }
    public Dictionary<Point, bool>? ByPoint { get; set; }
    public IReadOnlyList<long>? ReadOnly { get; set; }
    public IDictionary<Guid, decimal>? Interface { get; set; }
    public ImmutableArray<short> Immutable { get; set; } = [];
    public ImmutableDictionary<string, int>? ImmutableMap { get; set; }
    public ReadOnlyCollection<DateTime>? Wrapped { get; set; }
    public BitArray? Bits { get; set; }
    public List<int> GetOnly { get; } = [];

    public static Collections Full { get; } = Make();

    static Collections Make()
    {
        var full = new Collections
        {
            Ints = [1, -2, 3],
            Doubles = [1.5, double.NaN],
            ByteList = [1, 2],
            Strings = ["a", null, "ü"],
            Maybes = [1, null],
            Jagged = [[1], [], [2, 3]],
            Nested = [[new(1, "x")], []],
            Set = new(StringComparer.OrdinalIgnoreCase) { "a" },
            Stack = new([1, 2, 3]),
            Queue = new(["x", "y"]),
            Map = new() { ["one"] = 1 },
            IgnoringCase = new(StringComparer.OrdinalIgnoreCase) { ["key"] = new(1, null) },
            Sorted = new() { [2] = ["b"], [1] = ["a"] },
            ByPoint = new() { [new(1, "a")] = true },
            ReadOnly = [1, 2],
            Interface = new Dictionary<Guid, decimal> { [Guid.Empty] = 1.0m },
            Immutable = [1, 2],
            ImmutableMap = ImmutableDictionary<string, int>.Empty.Add("k", 1),
            Wrapped = new([DateTime.UnixEpoch]),
            Bits = new([true, false, true]),
        };
        full.GetOnly.Add(42);
        return full;
    }
}

[Subtype(typeof(Dog), 1, "Dog"), Subtype(typeof(Cat), "Cat")]
public class Animal
{
    public string? Name { get; set; }
}

public sealed class Dog : Animal
{
    public int Barks { get; set; }
}

public sealed class Cat : Animal
{
    public long Lives { get; set; }
}

public class Zoo
{
    public List<Animal?> Animals { get; set; } = [];
}

public class Node
{
    public int Value { get; set; }
    public Node? Next { get; set; }
    public List<Node?>? Others { get; set; }
}
