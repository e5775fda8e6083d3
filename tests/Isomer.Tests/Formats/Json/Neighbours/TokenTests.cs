using Newtonsoft.Json;
using Newtonsoft.Json.Linq;
using Xunit;

namespace Isomer.Tests.Formats;

/// <summary>
/// Json.NET's values of no type within ours, by name: against Json.NET itself, exact to the digit, and through other formats.
/// </summary>
public class TokenTests
{
    public class Places
    {
        public JToken? Token { get; set; }
        public JObject? Object { get; set; }
        public JArray? Array { get; set; }
        public JValue? Value { get; set; }
        public List<JToken?>? List { get; set; }
        public object? Any { get; set; }
    }

    static JToken Parse(string text) =>
        JToken.ReadFrom(
            new JsonTextReader(new StringReader(text))
            { DateParseHandling = DateParseHandling.None, FloatParseHandling = FloatParseHandling.Decimal });

    static JToken Random(Random random, char opening = '\0')
    {
        for (; ; )
        {
            try
            {
                return Parse(opening == '\0' ? RandomJson.Text(random) : RandomJson.Of(random, opening));
            }
            catch (Exception e) when (e is JsonReaderException or OverflowException)
            {
                // A number that is no decimal, or is by Json.NET's rounding.
            }
        }
    }

    static string Printed(object? value) =>
        JsonConvert.SerializeObject(value, new JsonSerializerSettings { StringEscapeHandling = StringEscapeHandling.Default });

    static readonly JsonOptions AsThere = new() { Escaping = JsonEscaping.Minimal };

    [Fact]
    public void Random_values_in_every_place()
    {
        for (int seed = 0; seed < 200; seed++)
        {
            var random = new Random(seed);
            var value = new Places
            {
                Token = Random(random),
                Object = (JObject)Random(random, '{'),
                Array = (JArray)Random(random, '['),
                Value = (JValue)Random(random, '"'),
                List = [Random(random), null],
                Any = Random(random, '{')
            };
            string expected = Printed(value);
            foreach (var options in JsonCheck.Tiers(AsThere))
            {
                Assert.Equal(expected, Json.ToText(value, options));
                var back = Json.FromText<Places>(expected, options)!;
                back.Any = value.Any;
                Assert.Equal(expected, Printed(back));
            }
            var compact = Compact.Deserialize<Places>(Compact.Serialize(new Places { Token = value.Token, Object = value.Object }))!;
            Assert.Equal(Printed(new Places { Token = value.Token, Object = value.Object }), Printed(compact));
            Assert.Equal(Printed(value.Array), Printed(Json.FromText<JArray>(Json.ToText(value.Array))));
        }
    }

    [Fact]
    public void Digits_that_no_type_has_are_kept()
    {
        const string Text = """{"Token":[1e400,12345678901234567.89,1.10,123456789012345678901234567890]}""";
        Assert.Equal(Text.Replace("}", ""","Object":null,"Array":null,"Value":null,"List":null,"Any":null}"""),
            Json.ToText(Json.FromText<Places>(Text)));
        Assert.Equal("1.10", Json.FromText<JRaw>("1.10")!.ToString(System.Globalization.CultureInfo.InvariantCulture));
    }

    [Fact]
    public void Nulls_are_as_there()
    {
        const string Text = """{"Token":null,"Object":null,"Value":null,"List":[null]}""";
        var (theirs, ours) = (JsonConvert.DeserializeObject<Places>(Text)!, Json.FromText<Places>(Text)!);
        Assert.Equal((theirs.Token?.Type, theirs.Object?.Type, theirs.Value?.Type, theirs.List![0]?.Type),
            (ours.Token?.Type, ours.Object?.Type, ours.Value?.Type, ours.List![0]?.Type));
    }

    [Fact]
    public void What_is_no_JSON_is_refused()
    {
        Assert.Throws<NotSupportedException>(() => Json.Serialize(new Places { Token = new JConstructor("Date", 1) }));
        Assert.Throws<NotSupportedException>(() => Json.Serialize(new Places { Token = new JRaw("{a:1}") }));
        Assert.Equal("$.Object", Assert.Throws<WireFormatException>(() => Json.FromText<Places>("""{"Object":[1]}""")).Path);
        Assert.Equal("""{"a":[1,2.50]}""", Json.ToText<JToken>(new JRaw("{\"a\": [1, 2.50]}")));
    }
}
