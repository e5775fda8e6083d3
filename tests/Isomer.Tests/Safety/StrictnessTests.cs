using Isomer.Conventions;
using Xunit;

namespace Isomer.Tests.Safety;

/// <summary>What is no JSON, or no value of the type, is refused; and nothing is changed in silence.</summary>
public class StrictnessTests
{
    static readonly JsonOptions Preserve = new() { References = References.Preserve };
    static readonly JsonOptions Single = new() { Leniency = JsonLeniency.SingleQuotes };

    [Subtype(typeof(Circle), "Circle")]
    public class Shape
    {
        public int Id { get; set; }
    }

    public sealed class Circle : Shape;

    [Theory]
    [InlineData("""{"$type":"Circle" "Id":5}""")]
    [InlineData("""{"$type":"Circle":"Id":5}""")]
    [InlineData("""{"$id":"1" "Id":5}""")]
    [InlineData("""{"$id":"1","$type":"Circle" "Id":5}""")]
    public void MetadataIsFollowedByAComma(string text)
    {
        Assert.Throws<WireFormatException>(() => Json.FromText<Shape>(text, Preserve));
        Assert.IsType<Circle>(Json.FromText<Shape>("""{"$id":"1","$type":"Circle"}""", Preserve));
    }

    [Fact]
    public void AKeyEndsWithTheQuoteItBeganWith()
    {
        Assert.Throws<WireFormatException>(() => Json.FromText<Dictionary<int, int>>("""{"1':2}"""));
        Assert.Throws<WireFormatException>(() => Json.FromText<Dictionary<int, int>>("""{"1':2}""", Single));
        Assert.Throws<WireFormatException>(() => Json.FromText<Dictionary<bool, int>>("""{'True":2}""", Single));
        Assert.Equal(2, Json.FromText<Dictionary<int, int>>("{'1':2}", Single)[1]);
    }

    [Fact]
    public void HalfASurrogatePairInATextIsRefused()
    {
        var e = Assert.Throws<WireFormatException>(() => Json.FromText<string>("\"é\ud800\""));
        Assert.Equal("Json", e.Format);
        Assert.Equal(2, e.Offset); // of the text that was given
        Assert.Throws<WireFormatException>(() => Json.FromText("\"\udc00\"", typeof(string)));
        Assert.Throws<WireFormatException>(() => Json.ParseNode("\"\ud800x\""));
        Assert.Equal("\ud83d\ude00", Json.FromText<string>("\"\ud83d\ude00\""));
    }

    [Fact]
    public void TheLongestStringIsThatOfSingleQuotesToo()
    {
        var options = Single with { Limits = new Limits { MaxStringLength = 10 } };
        Assert.Throws<WireFormatException>(() => Json.FromText<string>("'12345678901'", options));
        Assert.Equal("1234567890", Json.FromText<string>("'1234567890'", options));
    }

    [Theory]
    [InlineData("'\\")]
    [InlineData("{'\\")]
    [InlineData("['a\\")]
    public void AnErrorLiesWithinTheText(string text)
    {
        var e = Assert.Throws<WireFormatException>(() => Json.FromText<object>(text, Single));
        Assert.InRange(e.Offset, 0, text.Length);
    }

    /// <summary>The framework keeps every culture that it was ever asked for.</summary>
    [Fact]
    public void CulturesAreNotMadeOfInput()
    {
        Assert.Throws<WireFormatException>(() => Json.FromText<System.Globalization.CultureInfo>("\"qq-QQQQQ\""));
        Assert.Throws<WireFormatException>(
            () => Json.FromText<System.Globalization.CultureInfo>("\"qq-QQQQQ\"",
                new JsonOptions { Convention = Convention.Plain.WithTier(ShapeTier.Reflection) }));
        Assert.Equal("", Json.FromText<System.Globalization.CultureInfo>("\"\"").Name);
    }
}
