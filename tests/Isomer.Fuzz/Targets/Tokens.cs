using System.Text.Json;

namespace Isomer.Fuzz.Targets;

/// <summary>
/// The token reader: the tokens of Utf8JsonReader, whole and in two parts cut anywhere, and what strings and numbers are; or refused by
/// both. A comment before a colon is the one thing that only this reader takes.
/// </summary>
sealed class Tokens() : Target("Json.Tokens", Language.Json)
{
    const int Cuts = 16;

    static readonly JsonTokenOptions[] s_options = [default, new() { AllowsComments = true, AllowsTrailingCommas = true },
        new() { KeepsComments = true, MaxDepth = 3 }];

    public override IEnumerable<byte[]> Seeds =>
    [
        [.. """{"id":7,"names":["a",null,true,"\\u00e4\\n"],"deep":{"a":{"b":[1,2.5,-1e300]}}}"""u8], [.. "[1 /* a */ , // b\n 2,]"u8],
        [.. "[[[[[[]]]]]]"u8], [.. "-0.0e-5"u8],
    ];

    public override int Ways => (Cuts + 1) * s_options.Length;

    public override int Try(Input input, int way)
    {
        var options = s_options[way % s_options.Length];
        int length = input.Array.Length;
        var theirs = Theirs(input.Array, options, out bool isRefused);
        // Comments alone are a text to Utf8JsonReader, where they are tokens.
        isRefused |= theirs.TrueForAll(static t => t.Item1 == JsonTokenKind.Comment);
        var ours = new List<(JsonTokenKind, long, long, int)>();
        bool isOursRefused = Refusal("tokens", length, () => Take(new JsonTokenReader(input.Guarded, options), ours)) is not null;
        // Behind a comment Utf8JsonReader does not know what must come ([1/**/5] and {"a":/**/} are taken): there ours may end first.
        if (isOursRefused && ours.Exists(static t => t.Item1 == JsonTokenKind.Comment) && ours.SequenceEqual(theirs.Take(ours.Count)))
            (theirs, isRefused) = (ours, true);
        // A comment between a name and its colon is taken here, and refused there: from it on, the parts are compared with the whole.
        if (isRefused && ours.Count > theirs.Count && ours[theirs.Count] is (JsonTokenKind.Name, var from, var to, _)
            && input.Array.AsSpan((int)from, (int)(to - from)).Contains((byte)'/') && ours.Take(theirs.Count).SequenceEqual(theirs))
            (theirs, isRefused) = (ours, isOursRefused);
        if (isOursRefused != isRefused || !ours.SequenceEqual(theirs))
            throw new BrokenPromiseException("tokens",
                $"{ours.Count} tokens, {theirs.Count} of Utf8JsonReader, which {(isRefused ? "refuses" : "takes")} the text.");
        int cut = length * (way / s_options.Length % (Cuts + 1)) / Cuts;
        var parts = new List<(JsonTokenKind, long, long, int)>();
        var refusal = Refusal("tokens in parts", length, () =>
        {
            var state = Take(new JsonTokenReader(input.Array.AsSpan(0, cut), false, default, options), parts);
            Take(new JsonTokenReader(input.Array.AsSpan((int)state.Consumed), true, state.State, options), parts);
        });
        if (refusal is not null != isRefused || !parts.SequenceEqual(theirs))
            throw new BrokenPromiseException("tokens in parts",
                $"{parts.Count} tokens in parts cut at {cut}, {theirs.Count} of Utf8JsonReader.", refusal);
        return 3;
    }

    static (long Consumed, JsonTokenState State) Take(JsonTokenReader reader, List<(JsonTokenKind, long, long, int)> tokens)
    {
        while (reader.Read())
        {
            tokens.Add((reader.Kind, reader.Start, reader.Consumed, reader.Depth));
            if (reader.Kind == JsonTokenKind.Number)
                _ = reader.TryGetInt64(out _) | reader.TryGetDecimal(out _) | reader.TryGetDouble(out _);
        }
        return (reader.Consumed, reader.State);
    }

    static List<(JsonTokenKind, long, long, int)> Theirs(byte[] text, JsonTokenOptions options, out bool isRefused)
    {
        var tokens = new List<(JsonTokenKind, long, long, int)>();
        var reader = new Utf8JsonReader(text, new JsonReaderOptions
        {
            AllowTrailingCommas = options.AllowsTrailingCommas,
            CommentHandling = options.KeepsComments
                ? JsonCommentHandling.Allow
                : options.AllowsComments ? JsonCommentHandling.Skip : JsonCommentHandling.Disallow,
            MaxDepth = options.MaxDepth,
        });
        isRefused = false;
        try
        {
            while (reader.Read())
                tokens.Add((KindOf(reader.TokenType), reader.TokenStartIndex, reader.BytesConsumed, reader.CurrentDepth));
        }
        catch (JsonException)
        {
            isRefused = true;
        }
        return tokens;
    }

    static JsonTokenKind KindOf(JsonTokenType type) => type switch
    {
        JsonTokenType.StartObject => JsonTokenKind.BeginObject,
        JsonTokenType.EndObject => JsonTokenKind.EndObject,
        JsonTokenType.StartArray => JsonTokenKind.BeginArray,
        JsonTokenType.EndArray => JsonTokenKind.EndArray,
        JsonTokenType.PropertyName => JsonTokenKind.Name,
        _ => Enum.Parse<JsonTokenKind>(type.ToString()),
    };
}
