using System.Collections;
using System.Globalization;
using System.Net;
using System.Numerics;
using System.Text;
using Xunit;

namespace Isomer.Battery;

/// <summary>Every scalar with its edges, in every place where a scalar can stand.</summary>
public abstract class ScalarBattery(WireSet wires) : Battery(wires)
{
    static readonly Dictionary<string, Array> Values = new Array[]
    {
        new[] { false, true },
        new[] { 'a', '\0', '"', 'é', '\uFFFF', '\u2028' },
        new sbyte[] { 0, 1, -1, sbyte.MinValue, sbyte.MaxValue },
        new short[] { 0, -1, short.MinValue, short.MaxValue },
        new ushort[] { 0, 1, ushort.MaxValue },
        new[] { 0, 1, -1, int.MinValue, int.MaxValue },
        new[] { 0u, 1u, uint.MaxValue },
        new[] { 0L, -1L, long.MinValue, long.MaxValue, 1L << 53 },
        new[] { 0UL, 1UL, ulong.MaxValue, 1UL << 63 },
        new[] { Int128.Zero, Int128.MinValue, Int128.MaxValue, Int128.NegativeOne, (Int128)long.MinValue - 1 },
        new[] { UInt128.Zero, UInt128.MaxValue, (UInt128)ulong.MaxValue + 1 },
        new nint[] { 0, -1, nint.MinValue, nint.MaxValue },
        new nuint[] { 0, nuint.MaxValue },
        new[] { (Half)0, Half.NegativeZero, Half.MinValue, Half.MaxValue, Half.Epsilon, Half.NaN, Half.PositiveInfinity,
            Half.NegativeInfinity, (Half)0.1 },
        new[] { 0f, -0f, 1.1f, float.MinValue, float.MaxValue, float.Epsilon, float.NaN, float.PositiveInfinity, float.NegativeInfinity,
            16777217f },
        new[] { 0d, -0d, 0.1, double.MinValue, double.MaxValue, double.Epsilon, double.NaN, double.PositiveInfinity,
            double.NegativeInfinity, 1e23, 9007199254740993 },
        new[] { 0m, 1.50m, 1.5m, 0.0000000000000000000000000001m, decimal.MinValue, decimal.MaxValue, 7.9228162514264337593543950335m },
        new[] { BigInteger.Zero, BigInteger.MinusOne, BigInteger.Pow(10, 80), -BigInteger.Pow(2, 4000), (BigInteger)long.MinValue - 1 },
        new[] { Guid.Empty, new Guid("00112233-4455-6677-8899-aabbccddeeff"), Guid.AllBitsSet },
        new[]
        {
            DateTime.MinValue, DateTime.MaxValue, new DateTime(2024, 2, 29, 23, 59, 59, 999, DateTimeKind.Utc).AddTicks(9999),
            new DateTime(2020, 7, 1, 12, 0, 0, DateTimeKind.Local), new DateTime(2020, 7, 1, 12, 0, 0, DateTimeKind.Unspecified),
            DateTime.SpecifyKind(DateTime.MaxValue, DateTimeKind.Utc), DateTime.UnixEpoch,
        },
        new[] { DateTimeOffset.MinValue, DateTimeOffset.MaxValue, new DateTimeOffset(2020, 1, 2, 3, 4, 5, 6, TimeSpan.FromMinutes(-839)),
            new DateTimeOffset(2020, 1, 2, 3, 4, 5, TimeSpan.FromHours(14)) },
        new[] { TimeSpan.Zero, TimeSpan.MinValue, TimeSpan.MaxValue, TimeSpan.FromTicks(-1), new TimeSpan(1, 2, 3, 4, 5) },
        new[] { DateOnly.MinValue, DateOnly.MaxValue, new DateOnly(2024, 2, 29) },
        new[] { TimeOnly.MinValue, TimeOnly.MaxValue, new TimeOnly(23, 59, 59, 1) },
        new[] { new Rune('a'), new Rune(0x1F600), new Rune(0), new Rune('"') },
        new[] { new Index(0), new Index(5), ^0, ^7, Index.FromEnd(int.MaxValue) },
        new[] { 0..0, 1..^1, .., ^5..^3 },
        new[] { Complex.Zero, new Complex(1.5, -0.0), new Complex(double.NaN, double.PositiveInfinity) },
        new[] { "", "a", "\0\t\r\n\"\\/\u0001\u2028<>&'", "héllo wörld 😀", new string('x', 5000), new string('é', 5000) },
        new[] { new Uri("https://example.org/a?b=c#d"), new Uri("rel/ative path", UriKind.Relative), new Uri("http://exämple.org/ü") },
        new[] { new Version(1, 2), new Version(1, 2, 3), new Version(1, 2, 3, 4), new Version(int.MaxValue, 0) },
        new[] { IPAddress.Loopback, IPAddress.IPv6Any, IPAddress.Parse("fe80::1%3"), IPAddress.Parse("1.2.3.4") },
        new[] { new IPEndPoint(IPAddress.Loopback, 80), new IPEndPoint(IPAddress.IPv6Loopback, 65535) },
        new[] { CultureInfo.InvariantCulture, CultureInfo.GetCultureInfo("de-DE"), CultureInfo.GetCultureInfo("zh-Hant") },
        new byte[][] { [], [0], [1, 2, 255], new byte[10_000] },
        new Memory<byte>[] { default, new byte[] { 1, 2, 3 }, new byte[] { 1, 2, 3 }.AsMemory(1, 1) },
        new ReadOnlyMemory<byte>[] { default, new byte[] { 1, 2, 3 }, new byte[] { 1, 2, 3 }.AsMemory(1, 1) },
        new ArraySegment<byte>[] { [], new([1, 2, 3]), new([1, 2, 3], 1, 1) },
        new[] { new BitArray(0), new BitArray([true, false, true]), new BitArray(77, true) },
        new[] { DBNull.Value },
        new StringBuilder[] { new(), new("text") },
        Enumerable.Range(0, 256).Select(i => (byte)i).ToArray(),
    }.ToDictionary(v => v.GetType().GetElementType()!.ToString(), v => v);

    public static TheoryData<string> Names => [.. Values.Keys];

    // These compare by reference or not at all, so they are no keys.
    static readonly HashSet<Type> NoKeys = [typeof(byte[]), typeof(BitArray), typeof(StringBuilder), typeof(Memory<byte>),
        typeof(ReadOnlyMemory<byte>), typeof(ArraySegment<byte>)];

    [Theory]
    [MemberData(nameof(Names))]
    public void In_every_place(string name)
    {
        var values = Values[name];
        var type = values.GetType().GetElementType()!;
        string method = type.IsValueType ? nameof(ValuePlaces) : nameof(ReferencePlaces);
        typeof(ScalarBattery).GetMethod(method,
            System.Reflection.BindingFlags.NonPublic | System.Reflection.BindingFlags.Instance)!.MakeGenericMethod(type)
                .Invoke(this, System.Reflection.BindingFlags.DoNotWrapExceptions, null, [values], null);
    }

    public class ValueHolder<T> where T : struct
    {
        public T Member { get; set; }
        public T? Nullable { get; set; }
        public T? None { get; set; }
        public T Field;
        public T[]? Array { get; set; }
        public T?[]? NullableArray { get; set; }
        public List<T>? List { get; set; }
        public List<T?>? NullableList { get; set; }
        public Dictionary<string, T>? Values { get; set; }
        public T InitOnly { get; init; }
    }

    public class ReferenceHolder<T> where T : class
    {
        public T? Member { get; set; }
        public T? None { get; set; }
        public T? Field;
        public T?[]? Array { get; set; }
        public List<T?>? List { get; set; }
        public Dictionary<string, T?>? Values { get; set; }
    }

    void ValuePlaces<T>(T[] values) where T : struct
    {
        foreach (var value in values)
        {
            Wires.RoundTrip(value);
            Wires.RoundTrip<T?>(value);
            Wires.RoundTrip(new ValueHolder<T> { Member = value, Nullable = value, Field = value, InitOnly = value });
        }
        Wires.RoundTrip<T?>(null);
        Wires.RoundTrip(values);
        Wires.RoundTrip(new ValueHolder<T>
        {
            Array = values,
            NullableArray = [null, .. values.Select(v => (T?)v)],
            List = [.. values],
            NullableList = [.. values.Select(v => (T?)v), null],
            Values = values.Select((v, i) => (v, i)).ToDictionary(p => "k" + p.i, p => p.v),
        });
        if (NoKeys.Contains(typeof(T)))
            return;
        Wires.RoundTrip(values.Distinct().Select((v, i) => (v, i)).ToDictionary(p => p.v, p => p.i));
        Wires.RoundTrip(values.ToHashSet());
    }

    void ReferencePlaces<T>(T[] values) where T : class
    {
        foreach (var value in values)
        {
            Wires.RoundTrip(value);
            Wires.RoundTrip(new ReferenceHolder<T> { Member = value, Field = value });
        }
        Wires.RoundTrip<T?>(null);
        Wires.RoundTrip(new ReferenceHolder<T>
        {
            Array = [null, .. values],
            List = [.. values, null],
            Values = values.Append(null).Select((v, i) => (v, i)).ToDictionary(p => "k" + p.i, p => p.v),
        });
        if (NoKeys.Contains(typeof(T)))
            return;
        Wires.RoundTrip(values.Select((v, i) => (v, i)).ToDictionary(p => p.v, p => p.i));
        Wires.RoundTrip(values.ToHashSet());
    }

    [Fact]
    public void Zeros_keep_their_sign_as_keys()
    {
        Wires.RoundTrip(new Dictionary<double, double> { [-0.0] = -0.0 }, only: w => w.KeepsDefaults);
        Wires.RoundTrip(new Dictionary<decimal, int> { [1.50m] = 1 });
        Wires.RoundTrip(-0.000m, only: w => w.KeepsDecimalSigns);
    }
}
