using System.Text;
using System.Text.Encodings.Web;
using Isomer.Nodes;
using Xunit;

namespace Isomer.Tests.Core;

/// <summary>
/// Half of a surrogate pair is a char like any other to .NET: formats that give back all that they took give it back wherever a text
/// can stand. Graph had U+FFFD in its place until 2026-11-28, and two keys became one.
/// </summary>
public class HalfPairTests
{
    public class Texts
    {
        public string Before { get; set; } = "";
        public char Unit { get; set; }
        public char? Maybe { get; set; }
        public char[] Units { get; set; } = [];
        public List<string?> Several { get; set; } = [];
        public string[]? Column { get; set; }
        public Dictionary<string, string> ByText { get; set; } = [];
        public Dictionary<char, int> ByUnit { get; set; } = [];
        public HashSet<string> Set { get; set; } = [];
        public StringBuilder? Built { get; set; }
        public Uri? Address { get; set; }
        public object? Any { get; set; }
        public object? AnyUnit { get; set; }
        public KeyValuePair<string, char> Pair { get; set; }
        public List<Texts> Nested { get; set; } = [];
        public string Behind { get; set; } = "";
    }

    public record Named(string Text, char Unit, params string[] More);

    static readonly string[] s_parts = ["a", "\ud83d", "\ude00", "\ud83d\ude00", "б", "\ufffd", "\"", "\\", "$", "\0", "\ud800", "\udfff",
        "€", "<", new string('x', 30), new string('я', 9)];

    static string Draw(Random random, int most = 6) =>
        string.Concat(Enumerable.Range(0, random.Next(most)).Select(_ => s_parts[random.Next(s_parts.Length)]));

    static char Unit(Random random) => Draw(random) is { Length: > 0 } text ? text[random.Next(text.Length)] : '\udbff';

    static Texts Make(Random random, int depth = 1) => new()
    {
        Before = Draw(random),
        Unit = Unit(random),
        Maybe = Unit(random),
        Units = [.. Draw(random)],
        Several = [Draw(random), null, Draw(random)],
        Column = [.. Enumerable.Range(0, random.Next(20)).Select(_ => Draw(random))],
        ByText = Enumerable.Range(0, 8).Select(_ => Draw(random)).Distinct().ToDictionary(k => k, _ => Draw(random)),
        ByUnit = Enumerable.Range(0, 8).Select(_ => Unit(random)).Distinct().ToDictionary(k => k, k => (int)k),
        Set = [.. Enumerable.Range(0, 5).Select(_ => Draw(random))],
        Built = new(Draw(random)),
        Address = new("x/" + Draw(random).Replace('\\', 'y').Replace("\0", "", StringComparison.Ordinal), UriKind.Relative),
        Any = Draw(random),
        AnyUnit = Unit(random),
        Pair = new(Draw(random), Unit(random)),
        Nested = depth > 0 ? [Make(random, depth - 1), Make(random, depth - 1)] : [],
        Behind = random.Next(20) == 0 ? Draw(random, 30_000) : Draw(random),
    };

    /// <summary>Every unit of every text, so that a difference is one of this text, which has no halves itself.</summary>
    static string Show(object? value) => value switch
    {
        null => "null",
        string text => string.Join(' ', text.Select(c => $"{(int)c:x4}")),
        char unit => $"'{(int)unit:x4}'",
        Texts t => string.Join(" | ", new object?[] { t.Before, t.Unit, t.Maybe, new string(t.Units), $"{t.Built}",
            t.Address?.OriginalString, t.Any, t.AnyUnit, t.Pair.Key, t.Pair.Value, t.Behind }
                .Concat(t.Several).Concat(t.Column ?? []).Concat(t.Set.Order(StringComparer.Ordinal)).Select(Show))
            + string.Join(';', t.ByText.OrderBy(p => p.Key, StringComparer.Ordinal).Select(p => Show(p.Key) + "=" + Show(p.Value)))
            + string.Join(';', t.ByUnit.OrderBy(p => p.Key).Select(p => $"{Show(p.Key)}={p.Value}"))
            + string.Concat(t.Nested.Select(n => "[" + Show(n) + "]")),
        Named n => Show(n.Text) + Show(n.Unit) + string.Join(',', n.More.Select(Show)),
        _ => throw new InvalidOperationException($"{value.GetType()}"),
    };

    static IEnumerable<JsonOptions> Graphs(Convention tier)
    {
        foreach (var escaping in Enum.GetValues<JsonEscaping>())
            yield return JsonOptions.Graph with { Convention = tier, Escaping = escaping };
        yield return JsonOptions.Graph with { Convention = tier, References = References.None };
        yield return JsonOptions.Graph with { Convention = tier, Indented = true };
        yield return JsonOptions.Graph with { Convention = tier, Leniency = JsonLeniency.Json5 };
        yield return JsonOptions.Graph with { Convention = tier, Escaping = JsonEscaping.HtmlSafe, Encoder = JavaScriptEncoder.Default };
        yield return JsonOptions.Graph with
        {
            Convention = tier,
            Escaping = JsonEscaping.HtmlSafe,
            Encoder = JavaScriptEncoder.Create(System.Text.Unicode.UnicodeRanges.All),
        };
    }

    [Fact]
    public void Wherever_a_text_can_stand()
    {
        foreach (var tier in Wires.Tiers(null))
        {
            var graphs = Graphs(tier).ToArray();
            CompactOptions[] compacts =
            [
                new() { Convention = tier }, new() { Convention = tier, References = References.Preserve },
            ];
            for (int seed = 0; seed < 60; seed++)
            {
                var random = new Random(seed);
                var value = Make(random);
                string expected = Show(value);
                foreach (var options in graphs)
                {
                    string text = Json.ToText(value, options);
                    Assert.Equal(expected, Show(Json.FromText<Texts>(text, options)));
                    var filled = new Texts();
                    Json.Fill(filled, Encoding.UTF8.GetBytes(text), options);
                    Assert.Equal(expected, Show(filled));
                }
                foreach (var options in compacts)
                    Assert.Equal(expected, Show(Compact.Deserialize<Texts>(Compact.Serialize(value, options), options)));
                Assert.Equal(expected, Show(DeepCopy.Of(value, tier)));
                var named = new Named(Draw(random), Unit(random), Draw(random), Draw(random));
                foreach (var options in graphs)
                    Assert.Equal(Show(named), Show(Json.FromText<Named>(Json.ToText(named, options), options)));
                foreach (var options in compacts)
                    Assert.Equal(Show(named), Show(Compact.Deserialize<Named>(Compact.Serialize(named, options), options)));
            }
        }
    }

    [Fact]
    public async Task In_pieces()
    {
        string[] texts = [.. Enumerable.Range(0, 200).Select(seed => Draw(new Random(seed), seed % 10 == 0 ? 20_000 : 9))];
        using var stream = new MemoryStream();
        await Json.SerializeAsync(stream, texts, JsonOptions.Graph);
        stream.Position = 0;
        Assert.Equal(texts, await Json.DeserializeAsync<string[]>(stream, JsonOptions.Graph));
    }

    [Fact]
    public void Its_form()
    {
        Assert.Equal("""["a\uD83D","\uDE00b","😀"]""", Json.ToText(new[] { "a\ud83d", "\ude00b", "😀" }, JsonOptions.Graph));
        Assert.Equal("""{"\uD83D":1,"\uD83E":2}""",
            Json.ToText(new Dictionary<string, int> { ["\ud83d"] = 1, ["\ud83e"] = 2 }, JsonOptions.Graph));
        // As System.Text.Json, which has U+FFFD.
        Assert.Equal(System.Text.Json.JsonSerializer.Serialize("a\ud83d"), Json.ToText("a\ud83d"));
        Assert.Throws<WireFormatException>(() => Json.FromText<string>("""
            "a\uD83D"
            """));
    }

    /// <summary>A name that no member has is passed over, and what is broken behind a half is refused at its own place.</summary>
    [Fact]
    public void As_a_name_and_before_what_is_broken()
    {
        Assert.Equal("0061", Show(Json.FromText<Texts>("""{"\uD83D":[1,{"\uDE00":"\uDE00"}],"Before":"a"}""", JsonOptions.Graph)!.Before));
        foreach (string text in new[] { """{"Before":"\uD83D\q"}""", """{"Before":"\uD83D\uZZZZ"}""" })
        {
            var error = Assert.Throws<WireFormatException>(() => Json.FromText<Texts>(text, JsonOptions.Graph));
            Assert.Equal(text.LastIndexOf('\\'), error.Offset);
        }
    }

    [Fact]
    public void In_a_node()
    {
        var node = Json.FromText<Node>("""{"\uD83D":"\uDE00"}""", JsonOptions.Graph)!;
        Assert.Equal("de00", Show((string?)((NodeObject)node)["\ud83d"]));
        Assert.Equal("""{"\uD83D":"\uDE00"}""", Json.ToText(node, JsonOptions.Graph));
    }
}
