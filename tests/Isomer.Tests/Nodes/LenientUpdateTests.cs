using System.Globalization;
using System.Text;
using Xunit;

namespace Isomer.Tests.Nodes;

/// <summary>
/// `Json.Update` takes each text that `Json.ParseNode` takes under the options: one that says the node already stays as it is, byte for
/// byte, and one that is changed says the other.
/// </summary>
public class LenientUpdateTests
{
    static readonly JsonOptions s_json5 = new() { Leniency = JsonLeniency.Json5 };

    static readonly string[] s_gaps = ["", "", "", " ", "\n  ", "\t", "/* , : } ' \" */", "// ' \" } ,\n", " /**/ ", "\r\n"];
    static readonly string[] s_bare = ["a", "$b", "_c1", "naïve", "d e", "\\u0066oo", "null", "1x", "a'b"];
    static readonly string[] s_scalars =
        ["1", "-0.5e3", "true", "null", "\"x\"", "\"a\\\"b\"", "'it \"is\"'", "'don\\'t'", "+1", ".5", "2.", "0x1F", "NaN", "Infinity", "-Infinity", "+infinity", "'//'", "\"\\u00e9\""];

    static string Pick(Random random, string[] of) => of[random.Next(of.Length)];

    static string Value(Random random, int depth)
    {
        if (depth == 0 || random.Next(3) == 0)
            return Pick(random, s_scalars);
        bool isObject = random.Next(2) == 0;
        int count = random.Next(4);
        var text = new StringBuilder(isObject ? "{" : "[");
        for (int i = 0; i < count; i++)
        {
            text.Append(i > 0 ? "," : "").Append(Pick(random, s_gaps));
            if (isObject)
            {
                string name = Pick(random, s_bare) + i.ToString(CultureInfo.InvariantCulture);
                text.Append(random.Next(3) switch
                {
                    0 when !name.Contains('\'') => name,
                    1 => $"\"{name}\"",
                    _ => $"'{name.Replace("'", "\\'")}'",
                }).Append(Pick(random, s_gaps)).Append(':').Append(Pick(random, s_gaps));
            }
            text.Append(Value(random, depth - 1)).Append(Pick(random, s_gaps));
        }
        return text.Append(count > 0 && random.Next(4) == 0 ? "," + Pick(random, s_gaps) : "").Append(isObject ? '}' : ']').ToString();
    }

    /// <summary>Another node: of texts that are taken the first, for a name of two words before a line's end is none.</summary>
    static Node? Parsed(Random random)
    {
        while (true)
            try
            {
                return Json.ParseNode(Value(random, 3), s_json5);
            }
            catch (WireFormatException)
            {
                // The next.
            }
    }

    [Fact]
    public void Texts_by_lot() => RandomCases.Run(3000, seed =>
    {
        var random = new Random(seed);
        string text = Pick(random, s_gaps) + Value(random, 3) + Pick(random, s_gaps);
        Node? node;
        try
        {
            node = Json.ParseNode(text, s_json5);
        }
        catch (WireFormatException)
        {
            // Refused alike, and never with another error.
            return Record.Exception(() => Json.Update(text, null, s_json5)) is WireFormatException
                ? null : new("not refused", text);
        }
        try
        {
            string same = Json.Update(text, node, s_json5);
            if (same != text)
                return new("changed", text + "\n->\n" + same);
            Node? other = Parsed(random);
            string changed = Json.Update(text, other, s_json5);
            return Node.DeepEquals(Json.ParseNode(changed, s_json5), other) ? null : new("another", text + "\n->\n" + changed);
        }
        catch (WireFormatException e)
        {
            return new("refused", text + "\n" + e.Message);
        }
    });

    /// <summary>
    /// A number that JSON has no form of stays as it stands; a new one stands so too, or as a text if the options say so.
    /// </summary>
    [Theory]
    [InlineData(JsonNumbers.Strict, "{a: NaN, b: Infinity, c: [-Infinity,NaN]}")]
    [InlineData(JsonNumbers.NamedFloats, "{a: NaN, b: \"Infinity\", c: [-Infinity,\"NaN\"]}")]
    public void Numbers_that_JSON_has_no_form_of(JsonNumbers numbers, string expected)
    {
        const string Text = "{a: NaN, b: 1, c: [-Infinity]}";
        var options = s_json5 with { Numbers = numbers };
        Node node = Json.ParseNode(Text, options)!;
        Assert.Equal(Text, Json.Update(Text, node, options));
        node["b"] = double.PositiveInfinity;
        ((NodeArray)node["c"]!).Add(float.NaN);
        Assert.Equal(expected, Json.Update(Text, node, options));
        // A text that may not have them is not given them.
        Assert.Throws<NotSupportedException>(() => Json.Update("{}", node, new JsonOptions()));
    }

    /// <summary>Comments and commas at the end are taken whatever the options say; what they do not allow beyond that is refused.</summary>
    [Theory]
    [InlineData("{\"a\" /* n */ : 1, }", true)]
    [InlineData("{a: 1}", false)]
    [InlineData("{'a': 1}", false)]
    [InlineData("{\"a\": +1}", false)]
    public void Without_leniency(string text, bool isTaken)
    {
        if (isTaken)
            Assert.Equal(text.Replace('1', '2'), Json.Update(text, new NodeObject { { "a", 2 } }));
        else
            Assert.Throws<WireFormatException>(() => Json.Update(text, new NodeObject { { "a", 2 } }));
    }
}
