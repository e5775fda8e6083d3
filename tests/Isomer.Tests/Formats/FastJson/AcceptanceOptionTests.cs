using System.Collections.Specialized;
using System.Globalization;
using System.Net;
using System.Runtime.Serialization;
using System.Xml.Serialization;
using Xunit;
using static Isomer.Tests.Formats.FastJson.AcceptanceShapes;
using static Isomer.Tests.Formats.FastJson.FastJsonCheck;

namespace Isomer.Tests.Formats.FastJson;

/// <summary>fastJSON's own tests of names, custom types, limits and dates, each under its name there.</summary>
public class AcceptanceOptionTests
{
    static readonly JsonOptions Anonymous = With(r => r with { AnonymousTypes = true });

    sealed class Address : Surrogate<IPAddress, string>
    {
        public override string ToCarrier(IPAddress value) => $"\"{value}\"";

        public override IPAddress FromCarrier(string carrier) => IPAddress.Parse(carrier.Trim('"'));
    }

    [Fact]
    public void CustomTypes()
    {
        var options = Default with { Convention = Convention.FastJson.WithSurrogate(new Address()) };
        string text = Json.ToText(new Holder<IPAddress> { value = IPAddress.Loopback },
            options with { FastJsonRules = new() { Types = FastJsonTypes.None } });
        // The original does not escape what a custom type gives.
        Assert.Equal("""{"value":"\"127.0.0.1\""}""", text);
        Assert.Equal(IPAddress.Loopback, Json.FromText<Holder<IPAddress>>(text, options).value);
    }

    [Fact]
    public void stringint() => Assert.Equal(42L, Read<long>("\"42\""));

    [Fact]
    public void stringint_refused_where_the_option_is_off() => Refuses<long>("\"42\"", Default with { Numbers = JsonNumbers.NamedFloats });

    [Fact]
    public void anonymoustype() =>
        Assert.Contains("\"Name\"", Text(new { Name = "asdas", time = DateTimeOffset.UtcNow }, Anonymous), StringComparison.Ordinal);

    [Fact]
    public void NaN()
    {
        Assert.Equal(double.NaN, RoundTrip(double.NaN));
        Assert.Equal(float.NaN, RoundTrip(float.NaN));
        Assert.Equal(float.PositiveInfinity, RoundTrip(float.PositiveInfinity));
        Assert.Equal(double.NegativeInfinity, RoundTrip(double.NegativeInfinity));
    }

    [Fact]
    public void nonstandardkey() =>
        Assert.Equal("b", RoundTrip(new Dictionary<string, string> { ["With \"Quotes\""] = "b" })["With \"Quotes\""]);

    [Fact]
    public void datetimeoff()
    {
        var value = new DateTimeOffset(2020, 5, 6, 7, 8, 9, new TimeSpan(11, 30, 0)).AddTicks(1234567);
        Assert.Equal(value, RoundTrip(value));
        var kept = RoundTrip(value, With(r => r with { UtcDates = false }));
        Assert.Equal((value, value.Offset), (kept, kept.Offset));
        Assert.Equal(value, Read<DateTimeOffset>($"\"{value.ToUniversalTime():O}\""));
        Assert.Equal(value, Read<DateTimeOffset>($"\"{value:O}\""));
        Assert.Equal(new DateTimeOffset(2020, 5, 6, 7, 8, 9, 123, new TimeSpan(11, 30, 0)),
            Read<DateTimeOffset>("\"2020-05-06T07:08:09.123 +11:30\""));
    }

    [Fact]
    public void autoconvert() => Assert.Equal(long.MaxValue, Read<Holder<long>>($$"""{"value":"{{long.MaxValue}}"}""").value);

    [Fact]
    public void timespan() => Assert.Equal(TimeSpan.FromHours(25.5), RoundTrip(TimeSpan.FromHours(25.5)));

    public class Renamed
    {
        [DataMember(Name = "prop")] public string? Prop1 { get; set; }
        [fastJSON.DataMember(Name = "id")]
        public int Id { get; set; }
        public string D { get; set; } = "default";
    }

    [Fact]
    public void DataMember()
    {
        const string Text = """{"prop":"date","id":42,"D":"x"}""";
        Writes(Text, Read<Renamed>(Text), Plain);
        Assert.Equal("9", Read<Renamed>("{'D':9}").D);
    }

    [Fact]
    public void ConvertTest()
    {
        var back = RoundTrip(Read<Renamed>("""{"prop":"date","D":"plain"}"""), Plain);
        Assert.Equal("""{"prop":"date","id":0,"D":"plain"}""", Text(back, Plain));
    }

    [Fact]
    public void zerostring()
    {
        var options = Default with { Escaping = JsonEscaping.Minimal };
        Writes("\"\\u0000\"", "\0", options);
        Assert.Equal("\0", Read<string>("\"\\u0000\"", options));
    }

    [Fact]
    public void spacetest()
    {
        var two = Plain with { Indented = true, IndentSize = 2, NewLine = "\n" };
        Assert.Equal("{\n  \"a\" : 1\n}", Json.ToText(new Dictionary<string, int> { ["a"] = 1 }, two));
        Assert.Equal("{\n        \"a\" : 1\n}", Json.Beautify("""{ "a":1 }""", two with { IndentSize = 8 }));
        Assert.Equal("""{"a b":[1,2,{}]}""", Json.Minify("""{ "a b" : [ 1 , 2 , { } ] }"""));
    }

    // Empty in the original; here a decimal keeps its scale.
    [Fact]
    public void dec() => Assert.Equal("1.500", RoundTrip(1.500m).ToString(CultureInfo.InvariantCulture));

    [Fact]
    public void digitlimits()
    {
        foreach (object value in new object[] { float.MaxValue, float.MinValue, float.Epsilon, double.MaxValue, double.MinValue,
            double.Epsilon, decimal.MaxValue, decimal.MinValue, long.MaxValue, long.MinValue, ulong.MaxValue, int.MaxValue, int.MinValue,
            uint.MaxValue, short.MinValue, byte.MaxValue })
            foreach (var tier in Tiers(Default))
                Assert.Equal(value, Json.FromText(Json.ToText(value, value.GetType(), tier), value.GetType(), tier));
    }

    [Fact]
    public void NonStandardKey()
    {
        var map = Read<Dictionary<string, object>>("{name : \"aaaaaa\", 'age':10, my key\t: [{inner : 1}], \"x\":null}");
        Assert.Equal(("aaaaaa", 10L), (map["name"], map["age"]));
        Assert.True(map.ContainsKey("my key"));
        Assert.Equal("n", Read<Base>("{Name : \"n\", code:'c'}").Name);
        Refuses<Base>("{Name : \"n\"}", Default with { Leniency = JsonLeniency.Json5 & ~JsonLeniency.BareNames });
    }

    [Fact]
    public void ConvertInt2String() => Assert.Equal("5", Read<Base>("""{"Name":5}""").Name);

    [Fact]
    public void NonStrictBoolean()
    {
        foreach (string text in new[] { "1", "\"1\"", "\"true\"", "\"on\"", "\"yes\"", "true" })
            Assert.True(Read<Holder<bool>>($$"""{"value":{{text}}}""").value);
    }

    static readonly JsonOptions Local = With(r => r with { UtcDates = false });

    [Fact]
    public void Dates() => Assert.Equal(9, Read<DateTime>("\"2018-09-01T09:38:27\"", Local).Hour);

    [Fact]
    public void UTCDateTrue() => Assert.Equal(12, Read<DateTime>("\"2018-09-01T12:38:27Z\"").Hour);

    // 15 in Teheran, where the original's author is.
    [Fact]
    public void UTCDateFalse() =>
        Assert.Equal(new DateTime(2018, 9, 1, 12, 38, 27, DateTimeKind.Utc).ToLocalTime(),
            Read<DateTime>("\"2018-09-01T12:38:27Z\"", Local));

    [Fact]
    public void numberchecks()
    {
        Assert.Equal(1234567, Read<int>("+1234567"));
        Assert.Equal(-1234567, Read<int>("-1234567"));
    }

    [Fact]
    public void intarr() => Assert.Equal([1, 2, -3], Read<int[]>("[1,2,-3]"));

    [Fact]
    public void Special_collections_in_any_form() => Assert.Equal("b", Read<NameValueCollection>("""[{"k":"a","v":"b"}]""")["a"]);
}
