using System.Text;
using System.Text.Json;
using Xunit;

namespace Isomer.Tests.Formats;

/// <summary>Texts that are no JSON, or not of the type: refused by both, ours with the right place.</summary>
public class JsonMalformedTests
{
    public class Order
    {
        public int Id { get; set; }
        public decimal Freight { get; set; }
        public string? Name { get; set; }
        public List<Order>? Lines { get; set; }
    }

    public class Root
    {
        public List<Order>? orders { get; set; }
        public Dictionary<string, int>? map { get; set; }
    }

    public static TheoryData<string> Broken =>
    [
        "", " ", "\n", "nul", "nulll", "Null", "NULL", "tru", "truee", "True", "fals", "undefined", "NaN", "Infinity", "-Infinity",
        "+1", "01", "-01", "00", "1.", ".5", "-.5", "-", "--1", "1e", "1e+", "1E-", "1.e5", "1e5.5", "0x10", "1_000", "1,000", "1 2", "- 1",
        "1a",
        "\"", "\"abc", "abc\"", "'abc'", "\"a\nb\"", "\"a\tb\"", "\"\u0000\"", "\"\u001f\"", "\"\\\"", "\"\\x41\"", "\"\\u\"", "\"\\u12\"",
        "\"\\u12G4\"", "\"\\U0041\"", "\"\\a\"", "\"\\'\"", "\"a\"b\"", "\"\\\n\"",
        "[", "]", "[1", "[1,", "[1,]", "[,1]", "[,]", "[1,,2]", "[1 2]", "[1;2]", "[1}", "[[1]", "[1]]", "[1],", "[\"a\"", "[1:2]",
        "[true false]", "[nul]", "[-]", "[1.]",
        "{", "}", "{\"a\"", "{\"a\":", "{\"a\":1", "{\"a\":1,", "{\"a\":1,}", "{,}", "{,\"a\":1}", "{\"a\" 1}", "{\"a\":}", "{\"a\"::1}",
        "{\"a\",1}", "{a:1}", "{'a':1}", "{1:1}", "{null:1}", "{\"a\":1 \"b\":2}", "{\"a\":1;\"b\":2}", "{\"a\":1]", "{\"a\":1}}",
        "{\"a\":1}{", "{\"a\":1},", "{{}}", "{[]}", "{\"a\":\"b}", "{\"a\":[1}", "{\"a\\x\":1}", "{\"a\n\":1}",
        "// c\n1", "1 // c", "/* c */ 1", "[1,/*c*/2]", "#1", "\u00a01", "1\u00a0", "\u20281", "\ufeff1", "\f1", "\v1", "[1]x", "\0",
        "[\0]", "1\0", "{}\0", "*", "<", "\\", "\\u0031",
    ];

    [Theory]
    [MemberData(nameof(Broken))]
    public void BothRefuseIt(string text)
    {
        // As anything, inside something that is skipped, and typed.
        AssertRefused<object>(text);
        AssertRefused<Node>(text, stj: false);
        AssertRefused<Order[]>("[{\"skipped\":" + text);
        AssertRefused<Order>(text);
        AssertRefused<int[]>(text);
        AssertRefused<string>(text);
        AssertRefused<Dictionary<string, object>>(text);
        AssertRefused<double>(text);
        AssertRefused<decimal?[]>(text);
        AssertRefused<bool>(text);
        AssertRefused<long>(text);
        AssertRefused<DateTime>(text);
    }

    static void AssertRefused<T>(string text, bool stj = true)
    {
        // The byte order mark, refused by System.Text.Json for UTF-8, is taken off by it from a string.
        if (stj)
            Assert.ThrowsAny<JsonException>(() => JsonSerializer.Deserialize<T>(Encoding.UTF8.GetBytes(text), JsonCheck.Stj));
        JsonCheck.Refused<T>(text);
    }

    [Theory]
    [InlineData(new byte[] { (byte)'"', 0x80, (byte)'"' })]
    [InlineData(new byte[] { (byte)'"', 0xC3, (byte)'"' })]
    [InlineData(new byte[] { (byte)'"', 0xC0, 0x80, (byte)'"' })]
    [InlineData(new byte[] { (byte)'"', 0xED, 0xA0, 0x80, (byte)'"' })]
    [InlineData(new byte[] { (byte)'"', 0xF5, 0x80, 0x80, 0x80, (byte)'"' })]
    [InlineData(new byte[] { (byte)'"', 0xFF, (byte)'"' })]
    public void InvalidUtf8(byte[] text)
    {
        Assert.ThrowsAny<Exception>(() => JsonSerializer.Deserialize<string>(text));
        foreach (var options in JsonCheck.Tiers())
        {
            Assert.Throws<WireFormatException>(() => Json.Deserialize<string>(text, options));
            Assert.Throws<WireFormatException>(() => Json.Deserialize<object>(text, options));
            Assert.Throws<WireFormatException>(() => Json.Deserialize<Order>([.. "{\"x\":"u8, .. text, .. "}"u8], options));
            Assert.Throws<WireFormatException>(() => Json.Deserialize<Dictionary<string, int>>([.. "{"u8, .. text, .. ":1}"u8], options));
        }
    }

    /// <summary>A deviation: System.Text.Json refuses such a string only once it is read as one; ours wherever it stands.</summary>
    [Theory]
    [InlineData("\"\\ud800\"")]
    [InlineData("\"\\udc00\"")]
    [InlineData("\"\\ud800\\u0041\"")]
    [InlineData("\"\\ud800x\"")]
    [InlineData("{\"\\ud800\":1}")]
    public void EscapedLoneSurrogates(string text)
    {
        JsonCheck.SameRefusal<string>(text);
        JsonCheck.Refused<object>(text);
        JsonCheck.Refused<Order>("{\"skipped\":" + text + "}");
        JsonCheck.Refused<Dictionary<string, object>>(text);
    }

    [Fact]
    public void WrongTypes()
    {
        foreach (string text in new[] { "\"x\"", "{}", "[]", "true", "1.5", "2147483648", "-2147483649", "1e3", "1.0",
            "99999999999999999999", "null" })
            JsonCheck.SameRefusal<int>(text);
        foreach (string text in new[] { "256", "-1", "1.0", "null" })
            JsonCheck.SameRefusal<byte>(text);
        foreach (string text in new[] { "1", "{}", "[]", "true" })
            JsonCheck.SameRefusal<string>(text);
        foreach (string text in new[] { "1", "\"x\"", "[]", "true" })
            JsonCheck.SameRefusal<Order>(text);
        foreach (string text in new[] { "1", "\"x\"", "{}", "[null]", "[\"1\"]", "[[1]]" })
            JsonCheck.SameRefusal<List<int>>(text);
        foreach (string text in new[] { "1", "[]", "{\"a\":null}", "{\"a\":{}}", "{\"a\":\"1\"}" })
            JsonCheck.SameRefusal<Dictionary<string, int>>(text);
        foreach (string text in new[] { "{\"x\":1}", "{\"\":1}", "{\"1.5\":1}", "{\" 1\":1}", "{\"99999999999\":1}" })
            JsonCheck.SameRefusal<Dictionary<int, int>>(text);
        foreach (string text in new[] { "\"\"", "\"xx\"", "1" })
            JsonCheck.SameRefusal<char>(text);
        foreach (string text in new[] { "\"x\"", "\"\"", "\"00112233445566778899aabbccddeeff\"",
            "\"{00112233-4455-6677-8899-aabbccddeeff}\"", "1", "null" })
            JsonCheck.SameRefusal<Guid>(text);
        foreach (string text in new[] { "\"2024-13-01\"", "\"2024-02-30\"", "\"2024-1-1\"", "\"\"", "\"x\"", "\"2024-01-01 00:00:00\"",
            "\"2024-01-01T25:00:00\"", "\"2024-01-01T00:00:00Zx\"", "1", "null" })
            JsonCheck.SameRefusal<DateTime>(text);
        foreach (string text in new[] { "x", "1:2", "24:00:00", "23:59:59", "1", "-1", "1:2:3", "01:02:03.1", "1.02:03:04",
            "01:02:03.12345678", "-00:00:00.0000001", "00:60:00", "10675199.02:48:05.4775807", "10675199.02:48:05.4775808", " 00:00:00",
            "+00:00:00", "001:02:03" })
            JsonCheck.AsTheyDo<TimeSpan>($"\"{text}\"");
        foreach (string text in new[] { "\"?\"", "\"abc\"", "\"abcde\"", "\"ab=c\"", "1" })
            JsonCheck.SameRefusal<byte[]>(text);
        foreach (string text in new[] { "\"1.2\"", "1e30", "79228162514264337593543950336", "null" })
            JsonCheck.SameRefusal<decimal>(text);
    }

    [Fact]
    public void TheErrorTellsThePlace()
    {
        string text = "{\n  \"orders\": [\n    {\"Id\": 1}, {}, {},\n    {\"Id\": 4, \"Freight\": \"much\"}\n  ]\n}";
        foreach (var options in JsonCheck.Tiers())
        {
            var error = Assert.Throws<WireFormatException>(() => Json.FromText<Root>(text, options));
            Assert.Equal("Json", error.Format);
            Assert.Equal("$.orders[3].Freight", error.Path);
            Assert.Equal(text.IndexOf("\"much", StringComparison.Ordinal), error.Offset);
            Assert.Equal(4, error.Line);
            Assert.Equal(26, error.Column);
        }
    }

    [Theory]
    [InlineData("""{"orders":[{"Lines":[{},{"Lines":[{"Id":x""", "$.orders[0].Lines[1].Lines[0].Id")]
    [InlineData("""{"skipped":{"a":[1,2,{"b":tru}]}}""", "$.skipped.a[2].b")]
    [InlineData("""{"orders":[],"map":{"first":1,"se]c,o{nd":"2"}}""", "$.map['se]c,o{nd']")]
    [InlineData("""{"orders":[null,{"Name":"a,b]}","Id":-}]}""", "$.orders[1].Id")]
    [InlineData("""[]""", "$")]
    public void PathsOfNestedErrors(string text, string path) => Assert.Equal(path, JsonCheck.Refused<Root>(text).Path);

    /// <summary>Which names stand in quotes.</summary>
    [Theory]
    [InlineData("a")]
    [InlineData("se]c,o{nd")]
    [InlineData("a b")]
    [InlineData("a.b")]
    [InlineData("a'b")]
    [InlineData("a,b")]
    [InlineData("{a}")]
    [InlineData("a(b)")]
    [InlineData("$a")]
    [InlineData("a/b")]
    [InlineData("a\"b")]
    [InlineData("a\\b")]
    [InlineData("a\nb\t")]
    [InlineData("\u0085\u2028")]
    [InlineData("é")]
    [InlineData("")]
    public void NamesInPathsAreAsInSystemTextJson(string name)
    {
        string text = $"{{\"map\":{{{JsonSerializer.Serialize(name)}:\"2\"}}}}";
        var theirs = Assert.Throws<JsonException>(() => JsonSerializer.Deserialize<Root>(text));
        Assert.Equal(theirs.Path, JsonCheck.Refused<Root>(text).Path);
    }

    [Fact]
    public void WhatUserCodeThrowsIsPlacedToo()
    {
        var error = JsonCheck.Refused<Dictionary<string, Uri>>("""{"a":"http://["}""", null);
        Assert.Equal("$.a", error.Path);
        Assert.NotNull(error.InnerException);
    }
}
