using Xunit;

namespace Isomer.Tests.Formats.OfJson;

/// <summary>
/// Names without quotes end where JSON5 ends them: at white space of any kind, a line's end, a comment. Until 2026-11-28 a comment belonged
/// to the name, and the member that was meant stayed unset.
/// </summary>
public class BareNameTests
{
    public class Named { public int A { get; set; } }

    static readonly JsonOptions s_json5 = new() { Leniency = JsonLeniency.Json5 };

    [Theory]
    [InlineData("{A:1}")]
    [InlineData("{ A : 1 }")]
    [InlineData("{A/*x*/:1}")]
    [InlineData("{A /* x : y */ :1}")]
    [InlineData("{A//x:5\n:1}")]
    [InlineData("{A\n:1}")]
    [InlineData("{A\r\n\t:1}")]
    [InlineData("{A\u00A0:1}")]
    [InlineData("{A \u00A0\t:1}")]
    [InlineData("{A\u2028:1}")]
    [InlineData("{A\uFEFF:1}")]
    [InlineData("{\\u0041:1}")]
    [InlineData("{'A'/*x*/:1}")]
    [InlineData("{/*x*/A:1,}")]
    public void It_ends_where_JSON5_ends_it(string text)
    {
        Assert.Equal("""{"A":1}""", Json.ToText(Json.ParseNode(text, s_json5)));
        Assert.Equal(1, Json.FromText<Named>(text, s_json5)!.A);
        Assert.Equal(1, Json.Deserialize<Named>(System.Text.Encoding.UTF8.GetBytes(text), s_json5)!.A);
    }

    [Theory]
    [InlineData("{a/b:1}", "a/b")]
    [InlineData("{a-b c:1}", "a-b c")]
    [InlineData("{ä:1}", "ä")]
    public void What_else_stands_in_it_stays(string text, string name) =>
        Assert.Equal(name, Assert.IsType<NodeObject>(Json.ParseNode(text, s_json5)).Single().Key);

    [Theory]
    [InlineData("{a b\nc:1}")]
    [InlineData("{/*x*/:1}")]
    [InlineData("{a/*x:1}")]
    [InlineData("{a//x:1}")]
    [InlineData("{a")]
    [InlineData("{a/")]
    [InlineData("{\\u00:1}")]
    public void What_is_none_is_refused(string text) => Assert.Throws<WireFormatException>(() => Json.ParseNode(text, s_json5));

    /// <summary>Without comments a slash is a character of the name.</summary>
    [Fact]
    public void Without_comments()
    {
        var names = new JsonOptions { Leniency = JsonLeniency.BareNames };
        Assert.Equal("a/*x*/", Assert.IsType<NodeObject>(Json.ParseNode("{a/*x*/:1}", names)).Single().Key);
    }
}
