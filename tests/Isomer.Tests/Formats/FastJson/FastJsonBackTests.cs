using Xunit;

namespace Isomer.Tests.Formats.FastJson;

/// <summary>What the differential run found that was written and did not come back.</summary>
public class FastJsonBackTests
{
    public class Bytes
    {
        public IList<byte>? List { get; set; }
        public IEnumerable<byte>? Items { get; set; }
        public IReadOnlyCollection<byte>? Fixed { get; set; }
    }

    static JsonOptions[] Tiers =>
        [.. new[] { ShapeTier.Emitted, ShapeTier.Reflection }.Select(
            t => JsonOptions.FastJson with { Convention = Convention.FastJson.WithTier(t) })];

    /// <summary>An array of bytes is base64 whatever is declared; a list is a list.</summary>
    [Fact]
    public void Bytes_behind_an_interface()
    {
        foreach (var options in Tiers)
        {
            string text =
                Json.ToText(new Bytes { List = new byte[] { 1, 2 }, Items = Array.Empty<byte>(), Fixed = new List<byte> { 3 } }, options);
            Assert.Contains("\"List\":\"AQI=\",\"Items\":\"\",\"Fixed\":[3]", text, StringComparison.Ordinal);
            var back = Json.FromText<Bytes>(text, options);
            Assert.Equal([1, 2], back.List!);
            Assert.Empty(back.Items!);
            Assert.Equal([3], back.Fixed!);
        }
    }

    /// <summary>A decimal has up to 29 digits; all of them come back behind object.</summary>
    [Theory]
    [InlineData("-792281624958175.93519834398720"), InlineData("-657972216319724058493480276.55"),
        InlineData("79228162514264337593543950335"), InlineData("0.0000000000000000000000000001"),
        InlineData("-7922816251426433759354395033.5")]
    public void Decimals_behind_object(string digits)
    {
        decimal number = decimal.Parse(digits, System.Globalization.CultureInfo.InvariantCulture);
        foreach (var options in Tiers)
            Assert.Equal(number, Json.FromText<object[]>(Json.ToText(new object[] { number }, options), options)[0]);
    }

    /// <summary>What a decimal would round is a double.</summary>
    [Theory]
    [InlineData("0.123456789012345678901234567891"), InlineData("7922816251426433759354395033.55"), InlineData("1.0e5")]
    public void Others_are_doubles(string digits)
    {
        foreach (var options in Tiers)
            Assert.Equal(double.Parse(digits, System.Globalization.CultureInfo.InvariantCulture),
                Json.FromText<object[]>($"[{digits}]", options)[0]);
    }

    public class Maps
    {
        public Dictionary<int, Bytes>? Map { get; set; }
        public object? Any { get; set; }
    }

    /// <summary>Escapes mean the same wherever a string may stand: in the numbers of types and in the names of a pair.</summary>
    [Fact]
    public void Escapes_in_metadata()
    {
        foreach (var options in Tiers)
        {
            string text = Json.ToText(new Maps { Map = new() { [1] = new() }, Any = new Bytes { List = new List<byte> { 5 } } },
                options with { Types = JsonTypes.None.With<Bytes>() });
            foreach (string other in new[] { text.Replace("\"1\"", "\"\\u0031\"", StringComparison.Ordinal),
                text.Replace("\"k\"", "\"\\u006b\"", StringComparison.Ordinal).Replace("\"v\"", "'\\u0076'", StringComparison.Ordinal),
                text.Replace("Bytes", "B\\u0079tes", StringComparison.Ordinal) })
            {
                Assert.NotEqual(text, other);
                var back = Json.FromText<Maps>(other, options with { Types = JsonTypes.None.With<Bytes>() });
                Assert.Null(back.Map![1].List);
                Assert.Equal([5], Assert.IsType<Bytes>(back.Any).List!);
            }
        }
    }

    /// <summary>docs/from-fastjson.md says so.</summary>
    [Fact]
    public void A_key_stands_before_its_value()
    {
        foreach (var options in Tiers)
        {
            Assert.Equal(2, Json.FromText<Dictionary<int, int>>("""[{"k":1,"v":2}]""", options)[1]);
            Assert.Contains("\"k\"",
                Assert.Throws<WireFormatException>(() => Json.FromText<Dictionary<int, int>>("""[{"v":2,"k":1}]""", options)).Message,
                StringComparison.Ordinal);
        }
    }
}
