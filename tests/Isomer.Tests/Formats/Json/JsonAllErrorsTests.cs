using System.Text;
using System.Text.Json.Serialization;
using Isomer.Tests.Core;
using Xunit;

namespace Isomer.Tests.Formats;

/// <summary>
/// All refused values of a text at once (<see cref="JsonOptions.MaxErrors"/>): those that are there, each once, at their places in the text
/// as it was given.
/// </summary>
public class JsonAllErrorsTests
{
    public class Order
    {
        [JsonRequired] public int Id { get; set; }
        public string? Name { get; set; }
        public List<Line> Lines { get; set; } = [];
        public Dictionary<string, int> Counts { get; set; } = [];
        public int[] Numbers { get; set; } = [];
    }

    public record Line(string Product, decimal Price)
    {
        [JsonRequired] public int Amount { get; set; }
    }

    static readonly JsonOptions s_all = new() { MaxErrors = 100 };

    static string[] Paths(string text, JsonOptions options) =>
        [.. Assert.Throws<WireFormatException>(() => Json.FromText<Order>(text, options)).Errors.Select(e => e.Path!)];

    [Theory]
    [InlineData("""{"Id":"x","Name":5,"Lines":[]}""", "$.Id $.Name")]
    [InlineData("""{"Name":5,"Id":true,"Numbers":[1,"a",2,null,3.5,4]}""", "$.Name $.Id $.Numbers[1] $.Numbers[3] $.Numbers[4]")]
    [InlineData("""{"Id":1,"Lines":[{"Product":1,"Amount":"q"},{"Product":"a"},{"Amount":2,"Price":"7"}]}""",
        "$.Lines[0].Product $.Lines[0].Amount $.Lines[1] $.Lines[2].Price")]
    [InlineData("""{"Id":1,"Counts":{"a":1,"b":"x","c":{}, "d":2}}""", "$.Counts.b $.Counts.c")]
    [InlineData("""{"Id":1,"Lines":5,"Numbers":{}}""", "$.Lines $.Numbers")]
    [InlineData("""{"Id" : 99999999999 , "Name" : "ok" , "Numbers" : [ 1 , 300000000000 ] }""", "$.Id $.Numbers[1]")]
    [InlineData("""{}""", "$")]
    [InlineData("""5""", "$")]
    [InlineData("""{"Name":1}""", "$.Name $")]
    [InlineData("""{"Id":"x","Name":}""", "$.Id")]
    public void Each_refused_value_is_told_once(string text, string expected)
    {
        foreach (var options in JsonCheck.Tiers(s_all))
        {
            Assert.Equal(expected.Split(' '), Paths(text, options));
            Assert.Equal(expected.Split(' '),
                Assert.Throws<WireFormatException>(
                    () => Json.Deserialize(new MemoryStream(Encoding.UTF8.GetBytes(text)), typeof(Order), options)).Errors.Select(
                        e => e.Path));
        }
    }

    [Fact]
    public void Without_the_option_there_is_one_and_it_is_the_first()
    {
        var one = Assert.Throws<WireFormatException>(() => Json.FromText<Order>("""{"Id":"x","Name":5}"""));
        Assert.Same(one, Assert.Single(one.Errors));
        var all = Assert.Throws<WireFormatException>(() => Json.FromText<Order>("""{"Id":"x","Name":5}""", s_all));
        Assert.Equal((one.Path, one.Offset, one.Line, one.Column, one.Format, 2),
            (all.Path, all.Offset, all.Line, all.Column, all.Format, all.Errors.Count));
        Assert.Contains("$.Name", all.Message, StringComparison.Ordinal);
        Assert.Equal(["$.Id"], Paths("""{"Id":"x","Name":5}""", new JsonOptions { MaxErrors = 1 }));
        Assert.Equal(["$.Numbers[0]", "$.Numbers[1]", "$.Numbers[2]"],
            Paths($$"""{"Numbers":[{{string.Join(",", Enumerable.Repeat("{}", 50))}}]}""", new JsonOptions { MaxErrors = 3 }));
        Assert.Throws<ArgumentException>(() => Json.FromText<int>("1", JsonOptions.FastJson with { MaxErrors = 2 }));
    }

    [Fact]
    public void Offsets_of_a_text_count_its_characters()
    {
        const string text = """{"Name":"ééé","Id":"x","Numbers":["é"]}""";
        Assert.Equal([text.IndexOf("\"x\"", StringComparison.Ordinal), text.IndexOf("\"é\"]", StringComparison.Ordinal)],
            Assert.Throws<WireFormatException>(() => Json.FromText<Order>(text, s_all)).Errors.Select(e => (int)e.Offset));
    }

    /// <summary>
    /// Each error is moved once, whatever its input's units are: another encoding, or a reader that stands within a text.
    /// </summary>
    [Fact]
    public void Offsets_are_those_of_what_was_given()
    {
        const string text = """{"Name":"ééé","Id":"x","Numbers":["é"]}""";
        int[] places = [text.IndexOf("\"x\"", StringComparison.Ordinal), text.IndexOf("\"é\"]", StringComparison.Ordinal)];
        byte[] within = Encoding.UTF8.GetBytes("[" + text + "]");
        var reader = new System.Text.Json.Utf8JsonReader(within);
        Assert.True(reader.Read() && reader.Read());
        WireFormatException? refusal = null;
        try
        {
            Json.ReadFrom<Order>(ref reader, s_all);
        }
        catch (WireFormatException e)
        {
            refusal = e;
        }
        Assert.Equal(places.Select(p => (long)Encoding.UTF8.GetByteCount("[" + text[..p])), refusal!.Errors.Select(e => e.Offset));
        Assert.Equal(refusal.Errors[0].Offset, refusal.Offset);
    }

    /// <summary>Random orders of which some values are spoilt: just these are told, in their order.</summary>
    [Fact]
    public void What_is_spoilt_is_what_is_told()
    {
        var random = new Random(5);
        for (int turn = 0; turn < 300; turn++)
        {
            var paths = new List<string>();
            string Maybe(string path, string good, string bad)
            {
                if (random.Next(5) > 0)
                    return good;
                paths.Add(path);
                return bad;
            }
            string[] numbers = [
                .. Enumerable.Range(0, random.Next(5))
                    .Select(i => Maybe($"$.Numbers[{i}]", "7", random.Next(2) == 0 ? "\"a,]\"" : "[{}]"))];
            string[] counts =
                [.. Enumerable.Range(0, random.Next(4)).Select(i => $"\"k{i}\" : {Maybe($"$.Counts.k{i}", "1", "\"\\\"}\"")}")];
            string[] lines = [
                .. Enumerable.Range(0, random.Next(4))
                    .Select(i =>
                        $$"""{"Product":{{Maybe($"$.Lines[{i}].Product", "\"p\"", "{\"x\":[1,2]}")}}, "Price":{{Maybe($"$.Lines[{i}].Price", "1.5", "true")}},"Amount":{{Maybe($"$.Lines[{i}].Amount", "3", "\"\"")}}}""")];
            string text = $$"""{"Id":1,"Numbers":[{{string.Join(" ,", numbers)}}],"Counts":{{{string.Join(",", counts)}}}, "Lines" :[{{string.Join(",", lines)}}]}""";
            foreach (var options in JsonCheck.Tiers(s_all))
            {
                if (paths.Count == 0)
                    Assert.Equal(1, Json.FromText<Order>(text, options).Id);
                else
                    Assert.True(Paths(text, options).SequenceEqual(paths),
                        $"{text}: {string.Join(" ", Paths(text, options))} in place of {string.Join(" ", paths)}");
            }
        }
    }
}
