using System.Collections.Specialized;
using System.Data.SqlTypes;
using System.Diagnostics;
using System.Drawing;
using System.Reflection;
using System.Runtime.CompilerServices;
using System.Text.RegularExpressions;
using Xunit;

namespace Isomer.Tests.Core;

/// <summary>
/// Structs, and values of the framework, of which no member can be set: formats that give back all that they took carry their state. Until
/// 2026-11-28 each of them came back empty from Compact, Graph and DeepCopy, without a word.
/// </summary>
public class StructStateTests
{
    public readonly struct Money(decimal euros) : IEquatable<Money>
    {
        readonly long _cents = (long)(euros * 100);
        public decimal Amount => _cents / 100m;
        public bool Equals(Money other) => _cents == other._cents;
        public override bool Equals(object? obj) => obj is Money other && Equals(other);
        public override int GetHashCode() => _cents.GetHashCode();
        public override string ToString() => $"{Amount}";
    }

    /// <summary>A field whose name is the member's but for its case.</summary>
    public readonly struct Degrees
    {
        readonly double value;
        readonly string? unit;
        public Degrees(double radians, string unit) => (value, this.unit) = (radians * 180, unit);
        public double Value => value / 180;
        public string? Unit => unit?.ToUpperInvariant();
        public override string ToString() => $"{value} {unit}";
    }

    /// <summary>A member that could be filled beside the field that it shows.</summary>
    public readonly struct Route
    {
        readonly List<string>? _stops;
        readonly Money[]? _prices;
        readonly Dictionary<string, Money?>? _byName;
        public Route(params string[] stops) =>
            (_stops, _prices, _byName) = ([.. stops], [new(1), new(2.5m)], new() { ["a"] = new(3), ["b"] = null });
        public List<string> Stops => _stops ?? [];
        public override string ToString() =>
            $"{string.Join(">", _stops ?? [])} {string.Join(",", _prices ?? [])} {string.Join(",", _byName?.Select(p => $"{p}") ?? [])}";
    }

    /// <summary>What is shown as it is, beside what is not: that kept the struct from being carried, and its fields were lost.</summary>
    public readonly struct Mixed
    {
        public string Name { get; }
        public readonly int Number;
        readonly string? _currency;
        readonly Tuple<int, string>? _both;
        public Mixed(string name, string money) => (Name, Number, _currency, _both) = (name, 5, money, Tuple.Create(6, name));
        public string Currency => _currency ?? "EUR";
        public override string ToString() => $"{Name} {Number} {_currency} {_both}";
    }

    public struct Half
    {
        public int Shown { get; private set; }
        int _kept;
        public Half(int shown, int kept) => (Shown, _kept) = (shown, kept);
        public void Grow() => _kept++;
        public override readonly string ToString() => $"{Shown} {_kept}";
    }

    /// <summary>Values of the framework, each of which comes back by itself: one kept the whole struct from being carried.</summary>
    public readonly struct Place(Point at, string name)
    {
        readonly Point _at = at;
        readonly string _name = name;
        readonly System.Numerics.Vector3 _way = new(at.X, 2, 3);
        readonly System.Net.IPNetwork _net = new(System.Net.IPAddress.Loopback, 32);
        readonly System.Security.Cryptography.HashAlgorithmName _hash = new(name);
        readonly RectangleF? _area = at.X == 0 ? null : new(1, 2, at.X, at.Y);
        public override string ToString() => $"{_at} {_name} {_way} {_net} {_hash} {_area}";
    }

    /// <summary>Fields that the compiler names: of a parameter that members use, and behind properties that nobody outside sees.</summary>
    public readonly struct Captured(int x, string y)
    {
        public int X => x;
        public string Y() => y;
        public override string ToString() => $"{x} {y}";
    }

    public struct Inner
    {
        internal int X { get; set; }
        string? Y { get; }
        readonly int _z;
        public Inner(int x, string y) => (X, Y, _z) = (x, y, x * 2);
        public override readonly string ToString() => $"{X} {Y} {_z}";
    }

    /// <summary>What is set when it is made, and never again.</summary>
    public readonly struct Ini(long c, string n)
    {
        readonly long _c = c;
        public string Name { get; init; } = n;
        public override string ToString() => $"{_c} {Name}";
    }

    public readonly struct Unsaid
    {
        [System.Text.Json.Serialization.JsonIgnore] int X { get; }
        readonly int _y;
        public Unsaid(int x) => (X, _y) = (x, x);
        public override string ToString() => $"{X} {_y}";
    }

    public readonly struct Id<T>(Guid value, T kind)
    {
        readonly Guid _value = value;
        readonly T _kind = kind;
        public override string ToString() => $"{_value} {_kind}";
    }

    /// <summary>A struct that is seen through an object: to follow it would write the owner within itself.</summary>
    public readonly struct View(Owner owner)
    {
        readonly Owner _owner = owner;
        public int N => _owner?.N ?? 0;
    }

    public class Owner
    {
        public int N { get; set; }
        public Money Price { get; set; }
        public Money? Maybe { get; set; }
        public Money Total => new(N);
        public View Self => new(this);
        public Dictionary<Money, Color> ByPrice { get; set; } = [];
        public Pair<Money> Both { get; set; }
        public object? Any { get; set; }
        public override string ToString() =>
            $"{N} {Price} {Maybe} {string.Join(",", ByPrice.Select(p => $"{p.Key}={p.Value}"))} {Both.First} {Both.Second} {Any}";
    }

    public struct Pair<T> { public T First; public T Second { get; set; } }

    /// <summary>Items that are only enumerated, and never end.</summary>
    public readonly struct Endless(IEnumerable<int> source)
    {
        readonly IEnumerable<int> _source = source;
        public int First => _source?.First() ?? 0;
    }

    static IEnumerable<int> WithoutEnd()
    {
        for (int i = 7; ; i++)
            yield return i;
    }

    /// <summary>What its own attribute leaves out stays out.</summary>
    public readonly struct Secret(int value)
    {
        [NonSerialized] readonly int _value = value;
        public override string ToString() => $"{_value}";
    }

    /// <summary>An attribute on each field, which is no word of leaving it out.</summary>
    public readonly struct Renamed(int value)
    {
        [System.Text.Json.Serialization.JsonPropertyName("x")] readonly int _value = value;
        public override string ToString() => $"{_value}";
    }

    /// <summary>A member that is left out beside a field that would be lost.</summary>
    public readonly struct Beside(int value)
    {
        readonly int _value = value;
        [System.Text.Json.Serialization.JsonIgnore] public int Twice => _value * 2;
        public int Next => _value + 1;
    }

    /// <summary>All that it holds is left out.</summary>
    public struct Unwritten
    {
        [System.Text.Json.Serialization.JsonIgnore] public int Value { get; set; }
    }

    [InlineArray(4)]
    public struct Four<T> { T _first; }

    public unsafe struct Fixed
    {
        public fixed short Numbers[5];
        public int Behind;
    }

    public readonly struct Sealed
    {
        readonly Four<int> _four;
        public Sealed(int start) { for (int i = 0; i < 4; i++) _four[i] = start + i; }
        public override string ToString() => $"{_four[0]} {_four[1]} {_four[2]} {_four[3]}";
    }

    static readonly PlainConvention[] s_tiers = [.. Wires.Tiers(null)];

    internal static T Check<T>(T value, Func<T, string>? text = null)
    {
        text ??= v => $"{v}";
        var last = value;
        byte[]? bytes = null, json = null;
        foreach (var tier in s_tiers.Select(c => c.WithSubtype<object, Money>("money").WithSubtype<object, Color>("color")))
        {
            var options = new CompactOptions { Convention = tier };
            var references = new CompactOptions { Convention = tier, References = References.Preserve };
            var graph = JsonOptions.Graph with { Convention = tier };
            byte[] compact = Compact.Serialize(value, options), written = Json.Serialize(value, graph);
            Assert.Equal(bytes ??= compact, compact);
            Assert.Equal(json ??= written, written);
            foreach (var back in new Func<T?>[]
            {
                () => Compact.Deserialize<T>(compact, options),
                () => Compact.Deserialize<T>(Compact.Serialize(value, references), references),
                () => Json.Deserialize<T>(written, graph),
                () => DeepCopy.Of(value, tier),
                () => Compact.Deserialize<T[]>(Compact.Serialize(new[] { value, value }, options), options)![1],
                () => Compact.Deserialize<Pair<T>>(Compact.Serialize(new Pair<T> { Second = value }, options), options).Second,
            })
                Assert.Equal(text(value), text(last = back()!));
        }
        return last;
    }

    [Fact]
    public void A_struct_of_private_fields()
    {
        Assert.Equal(new Money(12.34m), Check(new Money(12.34m)));
        Check(default(Money));
        Check<Money?>(new Money(5));
        Check<Money?>(null);
        Check(new Degrees(1.5, "rad"));
        Check(default(Degrees));
        Check(new Route("a", "b"));
        Check(default(Route));
        Check(new Id<string>(Guid.NewGuid(), "x"));
        Check(new Id<DayOfWeek[]>(Guid.Empty, [DayOfWeek.Friday]));
        Check(new Sealed(7));
        Check(new Place(new(4, 5), "SHA1"));
        Check(new Captured(7, "y"));
        Check(new Inner(7, "y"));
        Check(new Ini(8, "n"));
        Assert.Equal("""{"_x":7,"y":"y"}""", Json.ToText(new Captured(7, "y"), JsonOptions.Graph));
        Assert.Equal("""{"X":7,"Y":"y","_z":14}""", Json.ToText(new Inner(7, "y"), JsonOptions.Graph));
        Assert.Throws<NotSupportedException>(() => Json.ToText(new Unsaid(5), JsonOptions.Graph));
        Check(new Mixed("a", "USD"));
        Check(default(Mixed));
        Check(new Half(3, 4));
        Assert.Equal("""{"Name":"a","Number":5,"_currency":"USD","_both":{"Item1":6,"Item2":"a"}}""",
            Json.ToText(new Mixed("a", "USD"), JsonOptions.Graph));
        // As it was written when the fields were not.
        Assert.Equal("a 5  ", Json.FromText<Mixed>("""{"Name":"a","Currency":"USD","Number":5}""", JsonOptions.Graph).ToString());
    }

    [Fact]
    public void Beside_what_is_computed() => Check(new Owner
    {
        N = 3,
        Price = new(9.99m),
        Maybe = new(1),
        ByPrice = { [new(1)] = Color.Red, [new(2)] = Color.FromArgb(1, 2, 3, 4) },
        Both = new() { First = new(7), Second = new(8) },
        Any = new Money(6),
    });

    /// <summary>Members that are computed of the fields are not asked; what was written when they were is read.</summary>
    [Fact]
    public void Members_that_are_computed()
    {
        Assert.Equal("""{"_cents":500}""", Json.ToText(new Money(5), JsonOptions.Graph));
        Assert.Equal("""{"_value":180,"_unit":"x"}""", Json.ToText(new Degrees(1, "x"), JsonOptions.Graph));
        Assert.Equal(new Money(7), Json.FromText<Money>("""{"Amount":5,"_cents":700}""", JsonOptions.Graph));
        Assert.Equal("a>b  ", Json.FromText<Route>(
            """{"Stops":{"$id":"1","$values":["a","b"]},"_stops":{"$ref":"1"}}""", JsonOptions.Graph).ToString());
        Assert.Equal("""{"Amount":5}""", Json.ToText(new Money(5)));
    }

    /// <summary>As System.Text.Json in plain JSON; and where the program says so, or a field is no value, no field is carried.</summary>
    [Fact]
    public void What_is_not_carried()
    {
        Assert.Equal(System.Text.Json.JsonSerializer.Serialize(new Money(5)), Json.ToText(new Money(5)));
        Assert.Equal("{}", Json.ToText(new Secret(5), JsonOptions.Graph));
        Assert.Throws<NotSupportedException>(() => Json.ToText(new Endless(WithoutEnd()), JsonOptions.Graph));
        Assert.Throws<NotSupportedException>(() => Json.ToText(new View(new Owner { N = 4 }), JsonOptions.Graph));
        var without = Convention.Plain.WithHiddenSetters(false);
        Assert.Equal("""{"Amount":5}""", Json.ToText(new Money(5), JsonOptions.Graph with { Convention = without }));
    }

    /// <summary>Until 2026-11-30 they came back empty, without a word.</summary>
    [Fact]
    public void What_bears_attributes_and_would_come_back_empty()
    {
        foreach (var tier in s_tiers)
        {
            Refused(new Renamed(5), tier);
            Refused(new Beside(5), tier);
            Refused(BitVector32.CreateSection(7), tier);
            Refused(new System.Security.Claims.ClaimsPrincipal(new System.Security.Claims.ClaimsIdentity()), tier);
            Assert.Equal("{}", Json.ToText(new Unwritten { Value = 5 }, JsonOptions.Graph with { Convention = tier }));
            Assert.Equal("""{"Next":6}""", Json.ToText(new Beside(5), new JsonOptions { Convention = tier }));
        }

        static void Refused<T>(T value, PlainConvention tier)
        {
            Assert.Throws<NotSupportedException>(() => Json.ToText(value, JsonOptions.Graph with { Convention = tier }));
            Assert.Throws<NotSupportedException>(() => Compact.Serialize(value, new CompactOptions { Convention = tier }));
            Assert.Throws<NotSupportedException>(() => Compact.Serialize(new List<T> { value }, new CompactOptions { Convention = tier }));
            Assert.Throws<NotSupportedException>(() => DeepCopy.Of(value, tier));
        }
    }

    [Fact]
    public void Items_in_a_row()
    {
        var four = default(Four<int>);
        var texts = default(Four<string>);
        for (int i = 0; i < 4; i++)
            (four[i], texts[i]) = (i + 5, $"t{i}");
        Check(four, v => string.Join(",", ((ReadOnlySpan<int>)v).ToArray()));
        Check(texts, v => string.Join(",", ((ReadOnlySpan<string>)v).ToArray()));
        Check(Numbered(), Text);
        Assert.Equal("[5,6,7,8]", Json.ToText(four, JsonOptions.Graph));
        var error = Assert.Throws<WireFormatException>(() => Json.FromText<Four<int>>("[5,6,7]", JsonOptions.Graph));
        Assert.Contains("4 items", error.Message, StringComparison.Ordinal);
        Assert.Throws<WireFormatException>(() => Json.FromText<Four<int>>("[5,6,7,8,9]", JsonOptions.Graph));

        static unsafe Fixed Numbered()
        {
            var value = new Fixed { Behind = 9 };
            for (int i = 0; i < 5; i++)
                value.Numbers[i] = (short)(i * 1000);
            return value;
        }

        static unsafe string Text(Fixed v) => $"{v.Numbers[0]} {v.Numbers[1]} {v.Numbers[4]} {v.Behind}";
    }

    [Fact]
    public void Values_of_the_framework()
    {
        foreach (var color in new[] { Color.Empty, Color.Red, Color.FromArgb(1, 2, 3), Color.FromArgb(128, Color.Blue), SystemColors.Window,
            Color.FromName("none that exists"), Color.Transparent })
            Assert.Equal(color, Check(color));
        Check(new BitVector32(-77));
        Check(new ConsoleKeyInfo('a', ConsoleKey.A, true, false, true), v => $"{v.KeyChar} {v.Key} {v.Modifiers}");
        Assert.Equal(default, Check(default(ActivityTraceId)));
        Check(ActivityTraceId.CreateRandom());
        Check(ActivitySpanId.CreateRandom());
        Check(System.Net.Security.SslApplicationProtocol.Http2);
        Check(default(System.Net.Security.SslApplicationProtocol));
        Check(new System.Xml.UniqueId());
        Check(new System.Xml.UniqueId("urn:x"));
        var names = new System.Xml.Serialization.XmlSerializerNamespaces();
        names.Add("a", "urn:a");
        names.Add("", "urn:none");
        Check(names, static v => string.Join(" ", v.ToArray().Select(n => $"{n.Name}={n.Namespace}").Order()));
        Check(new Regex("a+(?<x>b)", RegexOptions.IgnoreCase, TimeSpan.FromSeconds(2)), v => $"{v} {v.Options} {v.MatchTimeout}");
    }

    /// <summary>Classes of which nothing came back.</summary>
    [Fact]
    public void Large_values_of_databases()
    {
        Check(new SqlBytes([1, 2]), static v => Convert.ToHexString(v.Value));
        Check(new SqlBytes(new MemoryStream([3, 4])), static v => Convert.ToHexString(v.Value));
        Check(SqlBytes.Null, static v => $"{v.IsNull}");
        Check(new SqlChars("ab"), static v => new string(v.Value));
        Check(SqlChars.Null, static v => $"{v.IsNull}");
        using var reader = System.Xml.XmlReader.Create(new StringReader("<a b='1'>x &amp; y<c/></a>"));
        Check(new SqlXml(reader), static v => v.Value);
        Check(SqlXml.Null, static v => $"{v.IsNull}");
        Check<SqlBytes?>(null, static v => $"{v is null}");
        Assert.Throws<WireFormatException>(() => Json.FromText<SqlXml>(
            """{"IsNull":false,"Value":"<!DOCTYPE a [<!ENTITY b \"c\">]><a>&b;</a>"}""", JsonOptions.Graph));
    }

    [Fact]
    public void Values_of_databases()
    {
        foreach (object value in new object[]
        {
            SqlBoolean.True, SqlBoolean.Null, new SqlByte(3), SqlByte.Null, new SqlInt16(-4), SqlInt16.Null, new SqlInt32(5), SqlInt32.Null,
            new SqlInt64(6), SqlInt64.Null, new SqlSingle(1.5f), SqlSingle.Null, new SqlDouble(2.5), SqlDouble.Null,
            new SqlMoney(922337.5807m), SqlMoney.MinValue, SqlMoney.Null, new SqlGuid(Guid.NewGuid()), SqlGuid.Null,
            new SqlBinary([1, 2]), SqlBinary.Null,
            new SqlDateTime(2020, 2, 29, 23, 59, 59, 997.0), SqlDateTime.MinValue, SqlDateTime.Null, SqlDecimal.MaxValue,
            SqlDecimal.ConvertToPrecScale(new SqlDecimal(-12.5m), 20, 4), SqlDecimal.Null,
            new SqlString("straße", 1031, SqlCompareOptions.IgnoreCase), SqlString.Null,
        })
            typeof(StructStateTests).GetMethod(nameof(CheckEqual), BindingFlags.Static | BindingFlags.NonPublic)!
                .MakeGenericMethod(value.GetType()).Invoke(null, [value]);
        var text = Check(new SqlString("ab", 1031, SqlCompareOptions.IgnoreCase));
        Assert.Equal((1031, SqlCompareOptions.IgnoreCase), (text.LCID, text.SqlCompareOptions));
        var digits = Check(SqlDecimal.ConvertToPrecScale(new SqlDecimal(-12.5m), 20, 4));
        Assert.Equal((20, 4), (digits.Precision, digits.Scale));
    }

    static void CheckEqual<T>(T value) => Assert.Equal(value, Check(value));

    /// <summary>A pattern that input made may never end: it is not compiled, has a bound of time, and of length both ways.</summary>
    [Fact]
    public void Patterns_are_bounded()
    {
        var regex = Json.FromText<Regex>("""{"Pattern":"(a+)+$","Options":8}""", JsonOptions.Graph)!;
        Assert.Equal((RegexOptions.None, TimeSpan.FromSeconds(10)), (regex.Options, regex.MatchTimeout));
        var longest = new Regex(new string('a', 4096));
        Assert.Equal(longest.ToString(), Compact.Deserialize<Regex>(Compact.Serialize(longest))!.ToString());
        var error = Assert.Throws<NotSupportedException>(() => Compact.Serialize(new Regex(new string('a', 4097))));
        Assert.Contains("4096", error.Message, StringComparison.Ordinal);
        Assert.Throws<WireFormatException>(() => Json.FromText<Regex>($$"""{"Pattern":"{{new string('a', 4097)}}"}""", JsonOptions.Graph));
        Assert.Throws<WireFormatException>(() => Json.FromText<Regex>("""{"Pattern":"("}""", JsonOptions.Graph));
        Assert.Throws<WireFormatException>(() => Json.FromText<Regex>("{}", JsonOptions.Graph));
        var compiled = new Regex("a", RegexOptions.Compiled);
        Assert.Same(compiled, DeepCopy.Of(compiled));
    }

    /// <summary>What was written when nothing could read it.</summary>
    [Fact]
    public void Older_texts()
    {
        var graph = JsonOptions.Graph;
        Assert.Equal(Color.Red, Json.FromText<Color>(System.Text.Json.JsonSerializer.Serialize(Color.Red), graph));
        var odd = Color.FromArgb(9, 8, 7, 6);
        Assert.Equal(odd, Json.FromText<Color>(System.Text.Json.JsonSerializer.Serialize(odd), graph));
        Assert.Equal(77, Json.FromText<BitVector32>("""{"Data":77}""", graph).Data);
        Assert.Equal(new SqlInt32(5), Json.FromText<SqlInt32>("""{"IsNull":false,"Value":5}""", graph));
        Assert.Equal(default, Json.FromText<Money>("""{"Amount":5}""", graph));
    }

    public class Segments
    {
        public ArraySegment<int> Numbers { get; set; }
        public ArraySegment<byte> Bytes { get; set; }
        public ArraySegment<string>? Maybe { get; set; }
        public List<ArraySegment<int>> Several { get; set; } = [];
        public override string ToString() =>
            $"{Told(Numbers)} {Told(Bytes)} {(Maybe is { } some ? Told(some) : "none")} {string.Join("|", Several.Select(Told))}";
    }

    static string Told<T>(ArraySegment<T> segment) => segment.Array is null ? "default" : "[" + string.Join(",", segment) + "]";

    /// <summary>
    /// A segment of no array cannot be enumerated, and one of an array without items can: the first came back as the second, as it still
    /// does from texts and copies.
    /// </summary>
    [Fact]
    public void Segments_of_arrays()
    {
        var all = new Segments[]
        {
            new(), new() { Numbers = new([]), Bytes = new([]), Maybe = new(new string[1]), Several = [default, new([]), new([1])] },
            new() { Numbers = new([1, 2, 3], 1, 1), Bytes = new([1, 2]), Maybe = default(ArraySegment<string>) },
        };
        foreach (var tier in s_tiers)
            foreach (var options in new[] { new CompactOptions { Convention = tier },
                new CompactOptions { Convention = tier, References = References.Preserve } })
            {
                foreach (var value in all)
                    Assert.Equal($"{value}", $"{Compact.Deserialize<Segments>(Compact.Serialize(value, options), options)}");
                byte[] numbers = Compact.Serialize(default(ArraySegment<int>), options);
                Assert.Null(Compact.Deserialize<ArraySegment<int>>(numbers, options).Array);
                byte[] bytes = Compact.Serialize(default(ArraySegment<byte>), options);
                Assert.Null(Compact.Deserialize<ArraySegment<byte>>(bytes, options).Array);
            }
        Check(new ArraySegment<byte>([1, 2, 3], 1, 1), Told);
        Check(new ArraySegment<string?>(["a", null, "c"], 1, 2), Told);
        Assert.Equal("[]", Json.ToText(default(ArraySegment<int>)));
    }

    /// <summary>A copy needs no payload, in which null would be no Lazy.</summary>
    [Fact]
    public void Copies_of_a_Lazy_that_holds_null()
    {
        foreach (var tier in s_tiers)
        {
            var none = new Lazy<string?>(() => null);
            var pair = DeepCopy.Of(new[] { none, none, null, new Lazy<string?>("a") }, tier);
            Assert.Null(pair[0]!.Value);
            Assert.NotSame(none, pair[0]);
            Assert.Same(pair[0], pair[1]);
            Assert.Null(pair[2]);
            Assert.Equal("a", pair[3]!.Value);
            Assert.Null(DeepCopy.Of(new Lazy<int?>(() => null), tier).Value);
        }
    }
}
