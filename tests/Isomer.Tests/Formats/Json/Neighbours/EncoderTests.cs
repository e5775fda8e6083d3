using System.Text;
using System.Text.Encodings.Web;
using System.Text.Json;
using System.Text.Json.Nodes;
using System.Text.Json.Serialization;
using System.Text.Unicode;
using Xunit;

namespace Isomer.Tests.Formats;

#pragma warning disable CA2227

/// <summary>
/// Encoders of one's own: random texts in every place where text stands, written as System.Text.Json writes them with the encoder.
/// </summary>
public class EncoderTests
{
    public enum Sort
    {
        Plain,
        [JsonStringEnumMemberName("gr\u00f6\u00dfer & <b>")] Larger,
    }

    public class Places
    {
        [JsonPropertyName("n\u00e4me <\u044b>")] public string? Name { get; set; }
        public char Letter { get; set; }
        public Dictionary<string, string?>? Map { get; set; }
        public Dictionary<char, int>? Letters { get; set; }
        public object? Any { get; set; }
        public JsonElement Element { get; set; }
        public JsonNode? Node { get; set; }
        public Uri? Link { get; set; }
        public List<string?>? Many { get; set; }
        [JsonConverter(typeof(JsonStringEnumConverter<Sort>))] public Sort Sort { get; set; }
        public byte[]? Bytes { get; set; }
        public DateTimeOffset When { get; set; }
        [JsonExtensionData] public Dictionary<string, JsonElement>? Rest { get; set; }
    }

    /// <summary>Escapes vowels too.</summary>
    sealed class Vowels : JavaScriptEncoder
    {
        public override int MaxOutputCharactersPerInputCharacter => 24;

        public override bool WillEncode(int unicodeScalar) =>
            "aeiou".Contains((char)unicodeScalar, StringComparison.Ordinal) || Default.WillEncode(unicodeScalar);

        public override unsafe int FindFirstCharacterToEncode(char* text, int textLength)
        {
            for (int i = 0; i < textLength; i++)
                if (char.IsSurrogate(text[i]) || WillEncode(text[i]))
                    return i;
            return -1;
        }

        public override unsafe bool TryEncodeUnicodeScalar(int unicodeScalar, char* buffer, int bufferLength,
            out int numberOfCharactersWritten)
        {
            string escaped = string.Concat(new Rune(unicodeScalar).ToString().Select(static c => $"\\u{(int)c:x4}"));
            numberOfCharactersWritten = 0;
            if (escaped.Length > bufferLength)
                return false;
            escaped.CopyTo(new Span<char>(buffer, bufferLength));
            numberOfCharactersWritten = escaped.Length;
            return true;
        }
    }

    static readonly JavaScriptEncoder[] s_encoders =
    [
        JavaScriptEncoder.Create(UnicodeRanges.BasicLatin),
        JavaScriptEncoder.Create(UnicodeRanges.BasicLatin, UnicodeRanges.Latin1Supplement, UnicodeRanges.Cyrillic),
        JavaScriptEncoder.Create(UnicodeRanges.All),
        JavaScriptEncoder.Create(Without()),
        new Vowels(),
    ];

    static TextEncoderSettings Without()
    {
        var settings = new TextEncoderSettings(UnicodeRanges.All);
        settings.ForbidCharacters('x', '\u00f6');
        settings.AllowCharacters('<', '\'');
        return settings;
    }

    static string Text(Random random, int most = 20)
    {
        string all = "abcxyz <>&'\"\\+/`\n\t\u0001\u00f6\u00df\u044b\u4e2d\u2028\ud83d\ude00\ud83d";
        int length = random.Next(12) == 0 ? random.Next(400, 9000) : random.Next(most);
        return string.Concat(
            Enumerable.Range(0, length).Select(_ => random.Next(20) == 0 ? "\ud83d\ude00" : all[random.Next(all.Length)].ToString()));
    }

    [Fact]
    public void Every_text_is_escaped_as_the_encoder_says()
    {
        var random = new Random(1021);
        foreach (var encoder in s_encoders)
        {
            foreach (bool isIndented in new[] { false, true })
            {
                var theirs = JsonCheck.StjWith(o => (o.Encoder, o.WriteIndented, o.NewLine) = (encoder, isIndented, "\n"));
                var ours = new JsonOptions { Encoder = encoder, Indented = isIndented, NewLine = "\n" };
                for (int i = 0; i < 60; i++)
                {
                    string well = Encoding.UTF8.GetString(Encoding.UTF8.GetBytes(Text(random)));
                    var value = new Places
                    {
                        Name = Text(random),
                        Letter = "a<\u00f6\u4e2d"[random.Next(4)],
                        Map = Enumerable.Range(0, random.Next(4))
                            .ToDictionary(n => n + well, _ => random.Next(5) == 0 ? null : Text(random)),
                        Letters = new() { ['\u00f6'] = 1, ['x'] = 2, ['<'] = 3 },
                        Any = random.Next(3) switch
                        {
                            0 => Text(random),
                            1 => new List<object?> { Text(random), 5 },
                            _ => new Uri("a/ö<", UriKind.Relative)
                        },
                        Element = JsonSerializer.SerializeToElement(new { a = well + "ö", b = new[] { well } }),
                        Node = new JsonObject { [well] = well + "<" },
                        Link = new Uri("http://example.org/\u00f6?a=<b>&c='d'"),
                        Many = [Text(random), null, ""],
                        Sort = (Sort)random.Next(2),
                        Bytes = [251, 255, 254],
                        When = new DateTimeOffset(2026, 11, 25, 1, 2, 3, TimeSpan.FromHours(2)),
                        Rest = random.Next(2) == 0 ? null : new() { [well + "!"] = JsonSerializer.SerializeToElement(well + "&") },
                    };
                    string text = JsonCheck.SameText(value, ours, theirs);
                    foreach (var options in JsonCheck.Tiers(ours))
                        Assert.Equal(JsonSerializer.Deserialize<Places>(text, theirs)!.Name, Json.FromText<Places>(text, options)!.Name);
                }
            }
        }
    }

    [Fact]
    public async Task Pipes_tokens_items_and_nodes_are_escaped_too()
    {
        var encoder = s_encoders[1];
        var ours = new JsonOptions { Encoder = encoder };
        string[] texts = ["<\u044b>", new string('\u4e2d', 9000), "\u00f6"];
        string expected = JsonSerializer.Serialize(texts, JsonCheck.StjWith(o => o.Encoder = encoder));
        var stream = new MemoryStream();
        await Json.SerializeAsync(stream, texts, ours);
        Assert.Equal(expected, Encoding.UTF8.GetString(stream.ToArray()));
        var items = new MemoryStream();
        await Json.WriteArrayAsync(items, Each(), ours);
        Assert.Equal(expected, Encoding.UTF8.GetString(items.ToArray()));
        Assert.Equal(expected, Json.ToText<Node?>(Json.ParseNode(expected), ours));

        async IAsyncEnumerable<string> Each()
        {
            foreach (string text in texts)
            {
                await Task.Yield();
                yield return text;
            }
        }
    }

    [Fact]
    public void An_encoder_beside_other_rules_of_escaping_is_refused()
    {
        Assert.Throws<ArgumentException>(
            () => Json.ToText("a", new JsonOptions { Encoder = s_encoders[0], Escaping = JsonEscaping.Relaxed }));
        Assert.Throws<ArgumentException>(() => Json.ToText("a", JsonOptions.FastJson with { Encoder = s_encoders[0] }));
    }
}
