using Xunit;
using static Isomer.Tests.Formats.FastJson.FastJsonCheck;

namespace Isomer.Tests.Formats.FastJson;

/// <summary>
/// fastJSON's own tests of JSON5 input, each under its name there; of plain Json with the same option too. What is broken is refused.
/// </summary>
public class AcceptanceJson5Tests
{
    static readonly JsonOptions Json5 = new() { Leniency = JsonLeniency.Json5 };

    static void Both<T>(string text, T expected)
    {
        Reads<T>(text, value => Assert.Equal(expected, value));
        Assert.Equal(expected, Json.FromText<T>(text, Json5));
        Assert.Throws<WireFormatException>(() => Json.FromText<T>(text));
    }

    static void Neither<T>(string text)
    {
        Refuses<T>(text);
        Assert.Throws<WireFormatException>(() => Json.FromText<T>(text, Json5));
        Assert.Throws<WireFormatException>(() => Json.ParseNode(text, Json5));
    }

    [Fact]
    public void json5_non_leading_zero_decimal()
    {
        Both(".314", .314m);
        Both("-.314", -.314m);
        Both(".5", .5);
        Assert.Equal(0.314m, ((Dictionary<string, object?>)Read<object>("{a:.314,b:-.314,c:0.314}"))["a"]);
        Assert.Equal(-0.314m, ((Dictionary<string, object?>)Read<object>("{a:.314,b:-.314,c:0.314}"))["b"]);
    }

    [Fact]
    public void json5_trailing_dot_decimal()
    {
        Both("314.", 314m);
        Both("314.", 314);
        Assert.Equal(314m, Read<object>("314."));
    }

    [Fact]
    public void json5_infinity()
    {
        Both("Infinity", double.PositiveInfinity);
        Both("+infinity", double.PositiveInfinity);
        Both("-Infinity", double.NegativeInfinity);
        Both("-infinity", float.NegativeInfinity);
        Assert.Equal(double.NegativeInfinity, Read<Dictionary<string, double>>("{\"a\":-infinity,}")["a"]);
        Assert.Equal(double.PositiveInfinity, Read<object>("Infinity"));
    }

    [Fact]
    public void json5_nan()
    {
        foreach (string text in new[] { "nan", "NaN", "+NaN", "-NaN" })
        {
            Both(text, double.NaN);
            Both(text, (double?)double.NaN);
        }
        Assert.Equal(double.NaN, Read<Dictionary<string, double>>("{\"a\":nan,}")["a"]);
    }

    [Fact]
    public void json5_trailing_comma()
    {
        Both("[1,2,3,]", new[] { 1, 2, 3 });
        Assert.Equal(3, Read<Dictionary<string, int>>("{\"a\":1,\"b\":2,\"c\":3,}").Count);
        Assert.Equal(3, Json.ParseNode("[1,2,3,]", Json5)!.As<int[]>().Length);
    }

    [Fact]
    public void comments() =>
        Assert.Equal(2, Read<Dictionary<string, object>>("// first\n{ // second\n\"a\" : 1, // third\n\"b\" : \"//no comment\" }").Count);

    [Fact]
    public void json5_comments()
    {
        const string Text = "/* before */ { // here\n /* and */ \"a\" /* there */ : 1, // x\r\n \"b\" : [1, /* , */ 2] } // end";
        Assert.Equal(2, Json.ParseNode(Text, Json5)!.As<Dictionary<string, object>>().Count);
        Assert.Equal(2, ((Dictionary<string, object?>)Read<object>(Text)).Count);
    }

    [Fact]
    public void json5_hex_numbers()
    {
        Both("0xff", 255L);
        Both("0xffffffff", 0xffffffffL);
        Both("0XFF2", 0xff2);
        Both("-0x10", -16);
        Both("0xFFFFFFFFFFFFFFFF", ulong.MaxValue);
        Assert.Equal(0xffL, Read<object>("0xff"));
        Assert.Equal(0xffL, Json.ParseNode("0xff", Json5)!.As<long>());
    }

    [Fact]
    public void json5_single_double_strings()
    {
        Both("'a \"b\"'", "a \"b\"");
        Both("'it\\'s'", "it's");
        Assert.Equal("it's", Read<string>("\"it's\""));
        Assert.Equal(1, Read<Dictionary<string, int>>("{'a':1}")["a"]);
        Assert.Equal(1, Json.FromText<Dictionary<string, int>>("{'a':1,b:2}", Json5)["a"]);
        Assert.Equal("x", Json.ParseNode("{'a\\'':'x'}", Json5)!["a'"]!.As<string>());
    }

    [Fact]
    public void json5_string_escapes()
    {
        Both("'\\A\\C\\/\\D\\C'", "AC/DC");
        Both("\"\\A\\C\\/\\D\\C\"", "AC/DC");
        Both("'\\1\\2\\3\\4\\5\\6\\7\\8\\9'", "123456789");
        Both("'\\x41\\v\\0'", "A\v\0");
        Assert.Equal("é", Read<string>("'\\u00e9'"));
    }

    [Fact]
    public void json5_string_breaks()
    {
        Both("'this is a cont\\   \r\ninuous line.'", "this is a continuous line.");
        Both("\"this is a cont\\\ninuous line.\"", "this is a continuous line.");
        Both("\"abc\\\n   message\"", "abc   message");
        Both("\"a\r\n\tb\"", "a\r\n\tb");
        Assert.Equal("a\nb", Json.ParseNode("\"a\nb\"", Json5)!.As<string>());
    }

    [Fact]
    public void Numbers_also_as_unknown_members_and_nodes()
    {
        Assert.Equal(3, Read<FastJsonWritingTests.Cat>("{gone:[+1,.5,5.,0x1F,NaN,-Infinity,'x',{a:1}],'legs':3,}").legs);
        Assert.Equal(3, Json.FromText<FastJsonWritingTests.Cat>("{gone:[+1,.5,5.,0x1F,NaN,-Infinity,'x\\q',{a:1}],'legs':3,}", Json5).legs);
        Assert.Equal([1d, .5, 5, 31, double.NaN, double.NegativeInfinity],
            Json.ParseNode("[+1,.5,5.,0x1F,NaN,-Infinity]", Json5)!.Select("$[*]").Select(n => n!.As<double>()));
    }

    [Theory]
    [InlineData("[1 2]")]
    [InlineData("[1,,2]")]
    [InlineData("[,1]")]
    [InlineData("[1,2")]
    [InlineData("[1-2]")]
    [InlineData("[1]x")]
    [InlineData("[1] [2]")]
    [InlineData("[--1]")]
    [InlineData("[+]")]
    [InlineData("[.]")]
    [InlineData("[0x]")]
    [InlineData("[0xG]")]
    [InlineData("[1.2.3]")]
    [InlineData("[01]")]
    [InlineData("[nul]")]
    [InlineData("[Nope]")]
    [InlineData("[\"a]")]
    [InlineData("['a\"]")]
    [InlineData("[1/*]")]
    [InlineData("")]
    public void What_is_broken_is_refused(string text) => Neither<List<object>>(text);

    [Theory]
    [InlineData("{,\"a\":1}")]
    [InlineData("{\"a\":1 \"b\":2}")]
    [InlineData("{\"a\"}")]
    [InlineData("{\"a\" 1}")]
    [InlineData("{:1}")]
    [InlineData("{a b\n:1}")]
    [InlineData("{\"a\":1,,}")]
    [InlineData("{\"a\":1")]
    public void Objects_that_are_broken_are_refused(string text) => Neither<Dictionary<string, object>>(text);
}
