using System.Text;
using Xunit;

namespace Isomer.Tests.Formats;

/// <summary>What an error of reading JSON says: what was found, where it begins, and which option would take it.</summary>
public class JsonMessageTests
{
    public class Item
    {
        public int Number { get; set; }
        public long? Long { get; set; }
        public double Double { get; set; }
        public string? Text { get; set; }
        public Guid Id { get; set; }
        public DateTime At { get; set; }
        public TimeSpan Took { get; set; }
        public byte[]? Bytes { get; set; }
        public int[]? Many { get; set; }
        public Dictionary<Guid, int>? ByGuid { get; set; }
    }

    [System.Text.Json.Serialization.JsonPolymorphic(TypeDiscriminatorPropertyName = "kind"),
        System.Text.Json.Serialization.JsonDerivedType(typeof(Dog), "dog")]
    public abstract class Animal { public string? Name { get; set; } }

    public class Dog : Animal;

    [Fact]
    public void TypesThatCannotBeTold()
    {
        const string Late = """[{"kind":"dog"},{"Name":"Rex","kind":"dog"}]""";
        foreach (var tier in JsonCheck.Tiers())
        {
            var error = Assert.Throws<WireFormatException>(() => Json.FromText<Animal[]>(Late, tier));
            Assert.Contains("its first member 'kind' does; JsonOptions.TypeAnywhere", error.Message, StringComparison.Ordinal);
            Assert.Equal("$[1]", error.Path);
        }
        Assert.IsType<Dog>(Json.FromText<Animal[]>(Late, new JsonOptions { TypeAnywhere = true })[1]);
    }

    static void Says(string text, string problem, int offset, string path, JsonOptions? options = null) =>
        Says(Encoding.UTF8.GetBytes(text), problem, offset, path, options);

    static void Says(byte[] text, string problem, int offset, string path, JsonOptions? options = null)
    {
        foreach (var tier in JsonCheck.Tiers(options))
        {
            var error = Assert.Throws<WireFormatException>(() => Json.Deserialize<Item>(text, tier));
            Assert.Contains(problem, error.Message, StringComparison.Ordinal);
            Assert.Equal((offset, path), ((int)error.Offset, error.Path));
        }
    }

    [Fact]
    public void FractionsForIntegers()
    {
        Says("""{"Number":1.5}""", "Expected an integer, found '1.5'.", 10, "$.Number");
        Says("""{"Number": -10e2,"Double":1}""", "Expected an integer, found '-10e2'.", 11, "$.Number");
        Says("""{"Long":7.0}""", "Expected an integer, found '7.0'.", 8, "$.Long");
        Says("""{"Many":[1,2.5]}""", "Expected an integer, found '2.5'.", 11, "$.Many[1]");
        // Here the second point is what is wrong.
        Says("""{"Double":1.5.5}""", "Expected ',' or '}', found '.5'.", 13, "$.Double");
    }

    [Fact]
    public void TextsThatAreNotWhatTheyShouldBe()
    {
        Says("""{"Id": "xyz"}""", "'xyz' is not a Guid.", 7, "$.Id");
        Says("""{"At":"2024-13-01"}""", "'2024-13-01' is not an ISO 8601 date and time.", 6, "$.At");
        Says("""{"Took":"long"}""", "'long' is not a time span.", 8, "$.Took");
        Says("""{"Bytes":"a\\\"b"}""", """'a\\\"b' is not base64.""", 9, "$.Bytes");
        Says("""{"Text":"\\","Id":""}""", "'' is not a Guid.", 18, "$.Id");
        Says($$"""{"Id":"{{new string('x', 100)}}"}""", $"'{new string('x', 64)}...' is not a Guid.", 6, "$.Id");
        Says("""{"ByGuid":{"abc":1}}""", "'abc' is not a Guid.", 11, "$.ByGuid");
        Says("""{"Id":'a"b'}""", """'a"b' is not a Guid.""", 6, "$.Id", new JsonOptions { Leniency = JsonLeniency.Json5 });
    }

    [Fact]
    public void BrokenStrings()
    {
        Says("""{"Text":"abc""", "A string is not closed.", 9, "$.Text");
        Says("""{"Text":"abc\""", "A string is not closed.", 9, "$.Text");
        Says("""{"Text":"abc\u12""", "A string is not closed.", 9, "$.Text");
        Says("{\"Text\":\"ab\ncd\"}", "A string contains the control character 0x0A", 11, "$.Text");
        Says("""{"Text":"ab\qdefgh"}""", """A string contains an invalid escape, '\qdefg'.""", 11, "$.Text");
        Says("""{"Text":"ab\u12x4"}""", """A string contains an invalid escape, '\u12x4'.""", 11, "$.Text");
        Says("""{"Text":"\ud83d\ude00\ud83d.."}""", """A string contains an invalid escape, '\ud83d'.""", 21, "$.Text");
        Says([.. "{\"Text\":\"é"u8, 0xFF, .. "\"}"u8], "A string contains the byte 0xFF, which is not valid UTF-8 there.", 11, "$.Text");
        Says([.. "{\"Other\":\"é"u8, 0xC3, .. "\"}"u8], "A string contains the byte 0xC3, which is not valid UTF-8 there.", 12, "$.Other");
        Says([.. "{\"Oth"u8, 0xFF, .. "\":1}"u8], "A string contains the byte 0xFF, which is not valid UTF-8 there.", 5, "$.Oth\uFFFD");
    }

    /// <summary>Names that no member has, wherever they stand: nodes and tables said nothing but that some string was broken.</summary>
    [Fact]
    public void BrokenNames()
    {
        foreach (var (text, graph) in new[]
        {
            ("""{"\uD83D\q":1}""", (2, 8)), ("""{"A":2,"\q":1}""", (8, 8)), ("""{"a\uD83D":1,"b\q":2}""", (3, 15)), ("""{"x\u12G4":1}""", (3, 3)),
        })
            foreach (var options in new[] { JsonOptions.Default, JsonOptions.Graph })
                foreach (var read in new Action[]
                {
                    () => Json.FromText<Item>(text, options), () => Json.FromText<Dictionary<string, object?>>(text, options),
                    () => Json.FromText<Node>(text, options), () => Json.FromText<object>(text, options),
                })
                {
                    var error = Assert.Throws<WireFormatException>(read);
                    Assert.Contains("A string contains an invalid escape, '", error.Message, StringComparison.Ordinal);
                    Assert.Equal(options == JsonOptions.Graph ? graph.Item2 : graph.Item1, error.Offset);
                }
    }

    /// <summary>Wherever it is cut off, within an escape, a pair of them or a character too: nothing in it is wrong.</summary>
    [Fact]
    public void CutStrings()
    {
        byte[] text = Encoding.UTF8.GetBytes("{\"Text\":\"a\\n\\u0041é\\uD83D\\uDE00語\\\\\\ud83d\\ude00😀");
        for (int length = 9; length <= text.Length; length++)
            Says(text[..length], "A string is not closed.", 9, "$.Text");
        // What follows half of a pair must be an escape.
        Says("{\"Text\":\"\\ud83dx", """A string contains an invalid escape, '\ud83d'.""", 9, "$.Text");
        Says("{\"Text\":\"\\ud83d\\n", """A string contains an invalid escape, '\ud83d'.""", 9, "$.Text");
        Says("{\"Text\":\"\\ude00", """A string contains an invalid escape, '\ude00'.""", 9, "$.Text");
    }

    [Fact]
    public void OptionsThatWouldTakeIt()
    {
        Says("{/* */}", "found '/' (JsonLeniency.Comments takes that).", 1, "$");
        Says("{\"Number\":1 // one\n}", "found '/' (JsonLeniency.Comments takes that).", 12, "$.Number");
        Says("{'Number':1}", "found ''' (JsonLeniency.SingleQuotes takes that).", 1, "$");
        Says("{\"Text\":'a'}", "found ''' (JsonLeniency.SingleQuotes takes that).", 8, "$.Text");
        Says("{\"Number\":1, }", "found '}' (JsonLeniency.TrailingCommas takes that).", 13, "$");
        Says("{\"Many\":[1,]}", "found ']' (JsonLeniency.TrailingCommas takes that).", 11, "$.Many[1]");
        Says("{,}", "Expected a name in quotes, found ','.", 1, "$");
        Says("{\"Number\":1 / 2}", "found '/'.", 12, "$.Number");
        Says("\uFEFF{}", "Expected '{', found a byte order mark: take it off.", 0, "$");
        var lenient = new JsonOptions { Leniency = JsonLeniency.Json5 };
        Assert.Equal(1, Json.FromText<Item>("{'Number':1, /* */ \"Many\":[1,],}", lenient).Number);
    }
}
