using System.Text;
using System.Text.Json;
using System.Text.Json.Nodes;
using Xunit;

namespace Isomer.Tests.Formats;

/// <summary>Beautify and Minify, of any text.</summary>
public class JsonLayoutTests
{
    static readonly JsonOptions s_lines = JsonOptions.FastJson with { NewLine = "\n" };

    /// <summary>The same tokens without and with white space between them.</summary>
    static void Random(Random random, int depth, StringBuilder tight, StringBuilder loose)
    {
        string[] scalars = ["1", "-2.50e+7", "true", "null", "\"\"", "\"a b , : { } [ ] // /* ' \\\" \\\\\"", "\"é😀\\n\""];
        int kind = random.Next(depth > 5 ? 1 : 3);
        int count = random.Next(4);
        if (kind == 0)
        {
            Both(scalars[random.Next(scalars.Length)]);
            return;
        }
        Both(kind == 1 ? "[" : "{");
        for (int i = 0; i < count; i++)
        {
            if (i > 0)
                Both(",");
            if (kind == 2)
            {
                Both($"\"{i} :\"");
                Both(":");
            }
            Random(random, depth + 1, tight, loose);
        }
        Both(kind == 1 ? "]" : "}");

        void Both(string token)
        {
            tight.Append(token);
            loose.Append(token).Append(" \t\r\n", 0, random.Next(5)).Append(' ', random.Next(2));
        }
    }

    [Fact]
    public void Any_text_both_ways()
    {
        var random = new Random(17);
        for (int i = 0; i < 500; i++)
        {
            var (tight, loose) = (new StringBuilder(), new StringBuilder());
            Random(random, 0, tight, loose);
            string text = tight.ToString();
            Assert.Equal(text, Json.Minify(loose.ToString()));
            string nice = Json.Beautify(loose.ToString(), s_lines);
            Assert.Equal(nice, Json.Beautify(text, s_lines));
            Assert.Equal(text, Json.Minify(nice));
            Assert.True(JsonNode.DeepEquals(JsonNode.Parse(text), JsonNode.Parse(nice)));
            Assert.Equal(nice, Json.Beautify(nice, s_lines));
        }
    }

    [Theory]
    [InlineData("{\"a\":1 // it's a comment\n,\"b\":2}", "{\"a\":1,\"b\":2}")]
    [InlineData("{/* \" */\"a\":1}// end", "{\"a\":1}")]
    [InlineData("[1 /* , */ , 2]", "[1,2]")]
    [InlineData("{a:'// no comment', b: 'it\\'s'}", "{a:'// no comment',b:'it\\'s'}")]
    [InlineData("[1 2]", "[1 2]")]
    [InlineData("[1/**/2]", "[1 2]")]
    [InlineData("[true\nfalse]", "[true false]")]
    [InlineData("[1,- 2]", "[1,- 2]")]
    [InlineData(" ", "")]
    public void Comments_go_and_words_stay_apart(string text, string expected)
    {
        Assert.Equal(expected, Json.Minify(text));
        // Laid out, comments are still there, and take nothing of what follows.
        string nice = Json.Beautify(text, s_lines);
        Assert.Equal(expected, Json.Minify(nice));
        Assert.Equal(text.Contains("it's", StringComparison.Ordinal), nice.Contains("// it's a comment\n", StringComparison.Ordinal));
    }

    [Theory]
    [InlineData("\"abc")]
    [InlineData("{\"a\":'b}")]
    [InlineData("\"\\")]
    [InlineData("[1, /* ")]
    public void What_is_not_closed_is_refused(string text)
    {
        Assert.Throws<WireFormatException>(() => Json.Minify(text));
        Assert.Throws<WireFormatException>(() => Json.Beautify(text));
    }

    /// <summary>Every line is as wide as it is deep: a hundred thousand brackets would be fifteen gigabytes.</summary>
    [Fact]
    public void Depth_is_bounded_where_it_costs()
    {
        string deep = new string('[', 100_000) + new string(']', 100_000);
        Assert.Equal(deep, Json.Minify(deep));
        Assert.Contains("MaxDepth", Assert.Throws<WireFormatException>(() => Json.Beautify(deep)).Message, StringComparison.Ordinal);
        string within = new string('[', 64) + new string(']', 64);
        Assert.Equal(within, Json.Minify(Json.Beautify(within)));
        Assert.Equal(deep[99_900..100_100],
            Json.Minify(Json.Beautify(deep[99_900..100_100], JsonOptions.FastJson with { Limits = new() { MaxDepth = 100 } })));
    }
}
