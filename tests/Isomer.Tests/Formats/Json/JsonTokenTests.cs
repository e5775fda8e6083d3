using System.Buffers;
using System.IO.Pipelines;
using System.Text;
using System.Text.Encodings.Web;
using System.Text.Json;
using Isomer.Battery;
using Xunit;

namespace Isomer.Tests.Formats;

/// <summary>
/// The token reader and writer against Utf8JsonReader and Utf8JsonWriter: random and damaged texts, whole and in parts; tokens, values,
/// places, refusals.
/// </summary>
public class JsonTokenTests
{
    /// <summary>
    /// A token as both tell it: kind, where it begins and ends, how deep, its bytes; "!" at the end where the text was refused.
    /// </summary>
    static List<string> Theirs(ReadOnlySpan<byte> text, JsonTokenOptions options)
    {
        var tokens = new List<string>();
        var reader = new Utf8JsonReader(text, new JsonReaderOptions
        {
            AllowTrailingCommas = options.AllowsTrailingCommas,
            CommentHandling = options.KeepsComments
                ? JsonCommentHandling.Allow
                : options.AllowsComments ? JsonCommentHandling.Skip : JsonCommentHandling.Disallow,
            MaxDepth = options.MaxDepth,
        });
        try
        {
            while (reader.Read())
                tokens.Add(
                    $"{KindOf(reader.TokenType)} {reader.TokenStartIndex} {reader.BytesConsumed} {reader.CurrentDepth} {Convert.ToHexString(reader.ValueSpan)}");
        }
        catch (JsonException)
        {
            tokens.Add("!");
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

    static string Told(in JsonTokenReader reader) =>
        $"{reader.Kind} {reader.Start} {reader.Consumed} {reader.Depth} {Convert.ToHexString(reader.Value)}";

    static List<string> Ours(ReadOnlySpan<byte> text, JsonTokenOptions options)
    {
        var tokens = new List<string>();
        var reader = new JsonTokenReader(text, options);
        try
        {
            while (reader.Read())
                tokens.Add(Told(reader));
        }
        catch (WireFormatException e)
        {
            Assert.InRange(e.Offset, 0, text.Length);
            Assert.Equal("Json", e.Format);
            tokens.Add("!");
        }
        return tokens;
    }

    /// <summary>The same in parts of random lengths, each reader going on where the one before stopped.</summary>
    static List<string> InParts(byte[] text, JsonTokenOptions options, Random random)
    {
        var tokens = new List<string>();
        JsonTokenState state = default;
        int from = 0, to = 0;
        try
        {
            do
            {
                to = Math.Min(text.Length, to + random.Next(1, 9));
                var reader = new JsonTokenReader(text.AsSpan(from..to), to == text.Length, state, options);
                while (reader.Read())
                    tokens.Add(Told(reader));
                from += reader.BytesRead;
                state = reader.State;
            }
            while (to < text.Length);
        }
        catch (WireFormatException e)
        {
            Assert.InRange(e.Offset, 0, text.Length);
            Assert.Equal("Json", e.Format);
            tokens.Add("!");
        }
        return tokens;
    }

    static readonly JsonTokenOptions[] AllOptions =
    [
        default, new() { AllowsTrailingCommas = true }, new() { AllowsComments = true }, new() { KeepsComments = true },
        new() { AllowsComments = true, AllowsTrailingCommas = true, MaxDepth = 3 },
    ];

    static void Same(byte[] text, Random random)
    {
        foreach (var options in AllOptions)
        {
            var theirs = Theirs(text, options);
            Assert.Equal(theirs, Ours(text, options));
            Assert.Equal(theirs, InParts(text, options, random));
        }
    }

    /// <summary>A byte changed, taken out or put in, among those that mean something.</summary>
    static byte[] Damaged(byte[] text, Random random)
    {
        const string Pieces = "{}[]\",:\\/*-+.0123456789eEtrufalsn \n\t\u0001\u00e4";
        var result = text.ToList();
        for (int i = random.Next(1, 4); i > 0 && result.Count > 0; i--)
        {
            int at = random.Next(result.Count);
            byte piece = Encoding.Latin1.GetBytes(Pieces)[random.Next(Pieces.Length)];
            switch (random.Next(4))
            {
                case 0:
                    result[at] = piece;
                    break;
                case 1:
                    result.RemoveAt(at);
                    break;
                case 2:
                    result.Insert(at, piece);
                    break;
                default:
                    result.RemoveRange(at, result.Count - at);
                    break;
            }
        }
        return [.. result];
    }

    [Fact]
    public void Random_texts_have_the_same_tokens_whole_and_in_parts()
    {
        for (int seed = 0; seed < 400; seed++)
        {
            var random = new Random(seed);
            Same(Encoding.UTF8.GetBytes(RandomJson.Text(random)), random);
        }
    }

    [Fact]
    public void Damaged_texts_have_the_same_tokens_up_to_where_both_refuse_them()
    {
        for (int seed = 0; seed < 4000; seed++)
        {
            var random = new Random(seed);
            Same(Damaged(Encoding.UTF8.GetBytes(RandomJson.Text(random, 2)), random), random);
        }
    }

    [Theory]
    [InlineData("")]
    [InlineData(" ")]
    [InlineData("1 2")]
    [InlineData("[1,]")]
    [InlineData("[,]")]
    [InlineData("{\"a\":1,}")]
    [InlineData("{,}")]
    [InlineData("[1,,2]")]
    [InlineData("[1 /* a */ , // b\n 2]// c")]
    [InlineData("/* a */ {/**/\"a\":/*x*/1/*y*/,/*z*/}//")]
    [InlineData("[1,/* a *//* b */2]")]
    [InlineData("[1/")]
    [InlineData("[1/*")]
    [InlineData("01")]
    [InlineData("-")]
    [InlineData("-0.0e-05")]
    [InlineData("1.")]
    [InlineData("1e")]
    [InlineData("1.5x")]
    [InlineData("tru")]
    [InlineData("truex")]
    [InlineData("nul1")]
    [InlineData("\"a\\u12\"")]
    [InlineData("\"\\u12G4\"")]
    [InlineData("\"\\q\"")]
    [InlineData("\"a")]
    [InlineData("\"a\nb\"")]
    [InlineData("{\"a\" : 1 , \"b\"  :[ ] }")]
    [InlineData("{\"a\"")]
    [InlineData("{\"a\":")]
    [InlineData("{\"a\" 1}")]
    [InlineData("[}")]
    [InlineData("{]")]
    [InlineData("]")]
    [InlineData("\uFEFF1")]
    [InlineData("[[[[1]]]]")]
    public void Chosen_texts(string text) => Same(Encoding.UTF8.GetBytes(text), new Random(1));

    [Fact]
    public void Two_hundred_levels_are_what_they_were()
    {
        var options = new JsonTokenOptions { MaxDepth = 1000 };
        for (int seed = 0; seed < 20; seed++)
        {
            var random = new Random(seed);
            var (open, close) = (new StringBuilder(), new StringBuilder());
            for (int i = 0; i < 200; i++)
            {
                bool isObject = random.Next(2) == 0;
                open.Append(isObject ? "{\"a\":" : "[");
                close.Insert(0, isObject ? "}" : "]");
            }
            byte[] text = Encoding.UTF8.GetBytes($"{open}1{close}");
            Assert.Equal(Theirs(text, options), Ours(text, options));
            Assert.Equal(Theirs(text, options), InParts(text, options, random));
            byte[] wrong = Encoding.UTF8.GetBytes($"{open}1{close.ToString().Replace('}', ']')}");
            Assert.Equal(Theirs(wrong, options), Ours(wrong, options));
        }
    }

    [Fact]
    public void Values_are_those_of_Utf8JsonReader()
    {
        for (int seed = 0; seed < 300; seed++)
        {
            byte[] text = Encoding.UTF8.GetBytes(RandomJson.Text(new Random(seed)));
            var theirs = new Utf8JsonReader(text);
            var ours = new JsonTokenReader(text);
            while (theirs.Read() && ours.Read())
            {
                switch (theirs.TokenType)
                {
                    case JsonTokenType.String or JsonTokenType.PropertyName:
                        string expected = theirs.GetString()!;
                        Assert.Equal(expected, ours.GetString());
                        Assert.Equal(theirs.ValueIsEscaped, ours.HasEscapes);
                        Assert.True(ours.ValueEquals(expected) && ours.ValueEquals(Encoding.UTF8.GetBytes(expected)));
                        Assert.False(ours.ValueEquals(expected + "x") || ours.ValueEquals(Encoding.UTF8.GetBytes(expected + "x")));
                        break;
                    case JsonTokenType.Number:
                        Assert.Equal((theirs.TryGetInt32(out int a), a), (ours.TryGetInt32(out int b), b));
                        Assert.Equal((theirs.TryGetInt64(out long c), c), (ours.TryGetInt64(out long d), d));
                        Assert.Equal((theirs.TryGetDecimal(out decimal e), e), (ours.TryGetDecimal(out decimal f), f));
                        // 1e400 is infinity there.
                        if (theirs.TryGetDouble(out double g) && double.IsFinite(g))
                            Assert.Equal(g, ours.GetDouble());
                        break;
                    case JsonTokenType.True or JsonTokenType.False:
                        Assert.Equal(theirs.GetBoolean(), ours.GetBoolean());
                        break;
                    case JsonTokenType.Null:
                        Assert.Null(ours.GetString());
                        break;
                }
            }
            Assert.Equal(text.Length, Math.Max(ours.Consumed, text.AsSpan().TrimEnd(" \n"u8).Length == ours.Consumed ? text.Length : 0));
        }
    }

    [Fact]
    public void Sequences_in_pieces()
    {
        for (int seed = 0; seed < 60; seed++)
        {
            var random = new Random(seed);
            byte[] text = Encoding.UTF8.GetBytes(RandomJson.Text(random));
            var expected = Theirs(text, default);
            var sequence = Pieces.Of(text, _ => random.Next(1, 20));
            var tokens = new List<string>();
            using (var reader = new JsonTokenReader(sequence))
                while (reader.Read())
                    tokens.Add(Told(reader));
            Assert.Equal(expected, tokens);
        }
    }

    [Fact]
    public async Task Pipes()
    {
        for (int seed = 0; seed < 60; seed++)
        {
            var random = new Random(seed);
            byte[] text = Encoding.UTF8.GetBytes(RandomJson.Text(random));
            Assert.Equal(Theirs(text, default), await OfPipe(text, random));
        }
    }

    static async Task<List<string>> OfPipe(byte[] text, Random random)
    {
        var pipe = new Pipe();
        var tokens = new List<string>();
        JsonTokenState state = default;
        var writing = Task.Run(async () =>
        {
            for (int at = 0; at < text.Length;)
            {
                int length = Math.Min(random.Next(1, 20), text.Length - at);
                await pipe.Writer.WriteAsync(text.AsMemory(at, length), TestContext.Current.CancellationToken);
                at += length;
            }
            await pipe.Writer.CompleteAsync();
        });
        while (true)
        {
            var result = await pipe.Reader.ReadAsync(TestContext.Current.CancellationToken);
            state = Take(result, state, tokens, out int read);
            pipe.Reader.AdvanceTo(result.Buffer.GetPosition(read), result.Buffer.End);
            if (result.IsCompleted)
                break;
        }
        await writing;
        return tokens;

        static JsonTokenState Take(ReadResult result, JsonTokenState state, List<string> tokens, out int read)
        {
            using var reader = new JsonTokenReader(result.Buffer, result.IsCompleted, state);
            while (reader.Read())
                tokens.Add(Told(reader));
            read = reader.BytesRead;
            return reader.State;
        }
    }

    [Fact]
    public void Skipping_and_values_of_types_between_tokens()
    {
        var reader = new JsonTokenReader("""{"a":[1,{"b":2}],"c":{"X":1,"Y":"z"},"d":[5,6],"e":"x"}"""u8);
        var read = new List<string?>();
        while (reader.Read())
        {
            if (reader.Kind != JsonTokenKind.Name)
                continue;
            if (reader.ValueEquals("a"u8))
                Assert.True(reader.TrySkip());
            else if (reader.ValueEquals("c"))
                Assert.True(reader.TryReadValue<Dictionary<string, object>>(out var map) && map!.Count == 2);
            else if (reader.ValueEquals("d"))
                Assert.True(reader.Read() && reader.TryReadValue<int[]>(out int[]? numbers) && numbers!.Length == 2);
            else
                Assert.True(reader.TryReadValue(out string? text) && text == "x");
            read.Add(reader.Kind.ToString());
        }
        Assert.Equal(["EndArray", "EndObject", "EndArray", "String"], read);
        var commented = new JsonTokenReader("[1,/* a */ {\"b\":/* c */2}]"u8, new JsonTokenOptions { KeepsComments = true });
        Assert.True(commented.Read() && commented.Read() && commented.Read() && commented.Kind == JsonTokenKind.Comment);
        Assert.True(
            commented.TryReadValue<Dictionary<string, int>>(out var inner, new JsonOptions { Leniency = JsonLeniency.Comments })
                && inner!["b"] == 2);
        // The reader's liberties hold in the values too.
        var lenient = new JsonTokenReader("{\"a\":/* b */{\"b\":/* c */2,},// d\n\"c\":[1,],}"u8,
            new JsonTokenOptions { AllowsComments = true, AllowsTrailingCommas = true });
        Assert.True(lenient.Read() && lenient.Read() && lenient.TryReadValue(out inner) && inner!["b"] == 2);
        Assert.True(
            lenient.Read() && lenient.TryReadValue(out int[]? one) && one is [1] && lenient.Read()
                && lenient.Kind == JsonTokenKind.EndObject);
        Assert.Throws<InvalidOperationException>(static () => Behind(1));
        Assert.Throws<InvalidOperationException>(static () => Behind(5));
        Assert.True(Behind(3) && Behind(4));
        var part = new JsonTokenReader("""{"a":[1,{"b":"""u8, isFinal: false, default);
        Assert.True(part.Read() && part.Read());
        long at = part.Consumed;
        Assert.False(part.TrySkip() || part.TryReadValue<int[]>(out _));
        Assert.Equal((at, JsonTokenKind.Name), (part.Consumed, part.Kind));
    }

    /// <summary>A value where the reader stands at a comment: no name is passed over for it.</summary>
    static bool Behind(int tokens)
    {
        var reader = new JsonTokenReader("{/* a */\"b\":/* c */1}"u8, new JsonTokenOptions { KeepsComments = true });
        for (int i = 0; i <= tokens; i++)
            Assert.True(reader.Read());
        return reader.TryReadValue(out int value) && value == 1;
    }

    [Fact]
    public void The_end_of_a_string_is_found_wherever_it_is()
    {
        byte[] text = new byte[300];
        foreach (byte stop in (byte[])[(byte)'"', (byte)'\\', 0, 1, 2, 0x1F])
        {
            foreach (byte filling in (byte[])[(byte)' ', (byte)'!', (byte)'#', (byte)'[', (byte)']', 0x7F, 0x80, 0xA2, 0xDC, 0xFF])
            {
                Array.Fill(text, filling);
                for (int at = 0; at < text.Length; at++)
                {
                    text[at] = stop;
                    Assert.Equal(at, Isomer.Wire.Text.Utf8Strings.IndexOfStop(ref text[0], text.Length, at / 2));
                    Assert.Equal(at, Isomer.Wire.Text.Utf8Strings.IndexOfStop(ref text[0], at, at / 3));
                    text[at] = filling;
                }
            }
        }
    }

    [Fact]
    public void Errors_tell_their_place_in_the_whole()
    {
        Assert.Equal((7, "$.a[1]"),
            PlaceOf(static () => Whole("""{"a":[1,tru]}""", static (ref JsonTokenReader r) => { while (r.Read()) { } }), 1));
        var error = Assert.Throws<WireFormatException>(
            static () =>
                Whole("""{"a":[1,"x"]}""", static (ref JsonTokenReader r) => { r.Read(); r.Read(); r.TryReadValue<int[]>(out _); }));
        Assert.Equal((8, 0), (error.Offset, error.Line));
        Assert.Throws<InvalidOperationException>(static () => Whole("[1]", static (ref JsonTokenReader r) => { r.Read(); r.GetInt32(); }));
        Assert.Throws<WireFormatException>(static () => Whole("1.5", static (ref JsonTokenReader r) => { r.Read(); r.GetInt32(); }));
        Assert.Throws<WireFormatException>(
            static () => Whole("\"\\ud800\"", static (ref JsonTokenReader r) => { r.Read(); r.GetString(); }));

        static (long, string?) PlaceOf(Action action, int less) =>
            Assert.Throws<WireFormatException>(action) is var e ? (e.Offset - less, e.Path) : default;
    }

    delegate void Reading(ref JsonTokenReader reader);

    static void Whole(string text, Reading reading)
    {
        var reader = new JsonTokenReader(Encoding.UTF8.GetBytes(text));
        reading(ref reader);
    }

    [Fact]
    public void The_writer_writes_as_Utf8JsonWriter_does()
    {
        foreach (var (ours, theirs) in new (JsonOptions, JsonWriterOptions)[]
        {
            (new(), default), (new() { Indented = true, NewLine = "\n" }, new() { Indented = true, NewLine = "\n" }),
            (new() { Escaping = JsonEscaping.Relaxed, Indented = true, IndentCharacter = '\t', IndentSize = 1, NewLine = "\r\n" },
                new() { Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping, Indented = true, IndentCharacter = '\t', IndentSize = 1,
                    NewLine = "\r\n" }),
        })
            for (int seed = 0; seed < 200; seed++)
            {
                byte[] text = Encoding.UTF8.GetBytes(RandomJson.Text(new Random(seed)));
                var output = new ArrayBufferWriter<byte>();
                using var original = new Utf8JsonWriter(output, theirs);
                var copy = new ArrayBufferWriter<byte>();
                var kept = new JsonTokenWriter(ours);
                var writer = new JsonTokenWriter(copy, ours);
                var reader = new JsonTokenReader(text);
                while (reader.Read())
                {
                    Write(original, reader);
                    Write(ref kept, reader);
                    Write(ref writer, reader);
                    if (seed % 3 == 0)
                        writer.Flush();
                }
                original.Flush();
                writer.Flush();
                Assert.Equal(Encoding.UTF8.GetString(output.WrittenSpan), Encoding.UTF8.GetString(kept.ToArray()));
                Assert.Equal(Encoding.UTF8.GetString(output.WrittenSpan), Encoding.UTF8.GetString(copy.WrittenSpan));
                kept.Dispose();
                writer.Dispose();
            }
    }

    static void Write(Utf8JsonWriter writer, in JsonTokenReader reader)
    {
        switch (reader.Kind)
        {
            case JsonTokenKind.BeginObject: writer.WriteStartObject(); break;
            case JsonTokenKind.EndObject: writer.WriteEndObject(); break;
            case JsonTokenKind.BeginArray: writer.WriteStartArray(); break;
            case JsonTokenKind.EndArray: writer.WriteEndArray(); break;
            case JsonTokenKind.Name: writer.WritePropertyName(reader.GetString()!); break;
            case JsonTokenKind.String: writer.WriteStringValue(reader.GetString()); break;
            case JsonTokenKind.Number when reader.TryGetInt64(out long integer): writer.WriteNumberValue(integer); break;
            case JsonTokenKind.Number when reader.TryGetDecimal(out decimal exact): writer.WriteNumberValue(exact); break;
            // Raw values have no lines of their own there.
            case JsonTokenKind.Number: writer.WriteStringValue(reader.Value); break;
            case JsonTokenKind.Null: writer.WriteNullValue(); break;
            default: writer.WriteBooleanValue(reader.GetBoolean()); break;
        }
    }

    static void Write(ref JsonTokenWriter writer, in JsonTokenReader reader)
    {
        switch (reader.Kind)
        {
            case JsonTokenKind.BeginObject: writer.BeginObject(); break;
            case JsonTokenKind.EndObject: writer.EndObject(); break;
            case JsonTokenKind.BeginArray: writer.BeginArray(); break;
            case JsonTokenKind.EndArray: writer.EndArray(); break;
            case JsonTokenKind.Name: writer.Name(reader.GetString()); break;
            case JsonTokenKind.String: writer.String(reader.GetString()); break;
            case JsonTokenKind.Number when reader.TryGetInt64(out long integer): writer.Number(integer); break;
            case JsonTokenKind.Number when reader.TryGetDecimal(out decimal exact): writer.Number(exact); break;
            case JsonTokenKind.Number: writer.String(Encoding.UTF8.GetString(reader.Value)); break;
            case JsonTokenKind.Null: writer.Null(); break;
            default: writer.Boolean(reader.GetBoolean()); break;
        }
    }

    [Fact]
    public void What_would_be_no_JSON_is_refused_by_the_writer()
    {
        Refuses(static (ref JsonTokenWriter w) => { w.Number(1); w.Number(2); });
        Refuses(static (ref JsonTokenWriter w) => { w.Name("a"); });
        Refuses(static (ref JsonTokenWriter w) => { w.BeginObject(); w.Null(); });
        Refuses(static (ref JsonTokenWriter w) => { w.BeginObject(); w.Name("a"); w.Name("b"); });
        Refuses(static (ref JsonTokenWriter w) => { w.BeginObject(); w.Name("a"); w.EndObject(); });
        Refuses(static (ref JsonTokenWriter w) => { w.BeginObject(); w.EndArray(); });
        Refuses(static (ref JsonTokenWriter w) => { w.BeginArray(); w.EndObject(); });
        Refuses(static (ref JsonTokenWriter w) => { w.EndArray(); });
        Refuses(static (ref JsonTokenWriter w) => { w.BeginArray(); w.ToArray(); });
        // After a value that was refused in its midst nothing more is written: [1,,2] would follow.
        Refuses(static (
            ref JsonTokenWriter w) =>
        {
            w.BeginArray(); w.Number(1); Fails(ref w,
                static (ref JsonTokenWriter w) => w.Number(double.NaN)); w.Number(2);
        });
        Refuses(static (
            ref JsonTokenWriter w) =>
        {
            w.BeginArray(); Fails(ref w,
                static (ref JsonTokenWriter w) => w.Value(new Throwing())); w.EndArray();
        });
        Refuses(static (
            ref JsonTokenWriter w) =>
        {
            w.BeginObject(); w.Name("a"); Fails(ref w,
                static (ref JsonTokenWriter w) => w.Value(new Throwing())); w.ToArray();
        });
        Assert.Throws<WireFormatException>(static () => Written(static (ref JsonTokenWriter w) => w.Raw("[1"u8)));
        Assert.Throws<NotSupportedException>(static () => new JsonTokenWriter(JsonOptions.Graph).Dispose());
        Assert.Throws<NotSupportedException>(
            static () => Written(static (ref JsonTokenWriter w) => { for (int i = 0; i < 100; i++) w.BeginArray(); }));

        static void Refuses(Writing writing) => Assert.Throws<InvalidOperationException>(() => Written(writing));
    }

    /// <summary>Without arguments C# takes a struct's default, unless it has such a constructor.</summary>
    [Fact]
    public void A_writer_without_arguments()
    {
        var writer = new JsonTokenWriter();
        writer.Number(5);
        Assert.Equal("5", Encoding.UTF8.GetString(writer.ToArray()));
        writer.Dispose();
        foreach (var writing in (Writing[])[
            static (ref JsonTokenWriter w) => w.Number(1), static (ref JsonTokenWriter w) => w.Value("a"),
            static (ref JsonTokenWriter w) => w.Raw("1"u8), static (ref JsonTokenWriter w) => w.BeginObject(),
            static (ref JsonTokenWriter w) => w.Flush(), static (ref JsonTokenWriter w) => w.ToArray()])
            Assert.Contains("constructor", Assert.Throws<InvalidOperationException>(() =>
            {
                JsonTokenWriter none = default;
                writing(ref none);
            }).Message, StringComparison.Ordinal);
    }

    public class Throwing
    {
        public int A => 1;
        public int B => throw new NotSupportedException("a getter");
    }

    static void Fails(ref JsonTokenWriter writer, Writing writing)
    {
        try
        {
            writing(ref writer);
        }
        catch (Exception e) when (e is NotSupportedException or ArgumentException)
        {
            return;
        }
        Assert.Fail("It was written.");
    }

    delegate void Writing(ref JsonTokenWriter writer);

    static string Written(Writing writing, JsonOptions? options = null)
    {
        var writer = new JsonTokenWriter(options);
        try
        {
            writing(ref writer);
            return Encoding.UTF8.GetString(writer.ToArray());
        }
        finally
        {
            writer.Dispose();
        }
    }

    [Fact]
    public void Values_of_types_and_deep_levels_stand_between_tokens()
    {
        Assert.Equal("""{"a":[{"Item1":1,"Item2":"x"},[1,2]],"b":1.5,"c":18446744073709551615,"d":true,"e":[1, 2]}""",
            Written(static (ref JsonTokenWriter w) =>
        {
            w.BeginObject();
            w.Name("a");
            w.BeginArray();
            w.Value((1, "x"));
            w.Value(new List<int> { 1, 2 });
            w.EndArray();
            w.Name("b");
            w.Number(1.5);
            w.Name("c");
            w.Number(ulong.MaxValue);
            w.Name("d");
            w.Boolean(true);
            w.Name("e");
            w.Raw("[1, 2]"u8);
            w.EndObject();
        }));
        string deep = Written(static (ref JsonTokenWriter w) =>
        {
            for (int i = 0; i < 100; i++)
            {
                w.BeginObject();
                w.Name("a");
                w.BeginArray();
            }
            for (int i = 0; i < 100; i++)
            {
                w.EndArray();
                w.EndObject();
            }
        }, new() { Limits = Limits.Default with { MaxDepth = 300 } });
        Assert.Equal($"{string.Concat(Enumerable.Repeat("{\"a\":[", 100))}{string.Concat(Enumerable.Repeat("]}", 100))}", deep);
    }

    /// <summary>A comment behind a name, which Utf8JsonReader refuses and `Json.ParseNode` takes; cut at each place, too.</summary>
    [Theory]
    [InlineData("{\"a\" /* b */ : 1}")]
    [InlineData("{\"a\"/* b *//**/// c\n  // d\r\n :/* e */1}")]
    [InlineData("{\"a\"//\n:1 }")]
    public void A_comment_before_a_colon(string text)
    {
        byte[] utf8 = Encoding.UTF8.GetBytes(text);
        foreach (var options in new[] { new JsonTokenOptions { AllowsComments = true }, new JsonTokenOptions { KeepsComments = true } })
            for (int cut = 0; cut <= utf8.Length; cut++)
            {
                var kinds = new List<JsonTokenKind>();
                var first = new JsonTokenReader(utf8.AsSpan(0, cut), isFinal: false, default, options);
                while (first.Read())
                    kinds.Add(first.Kind);
                var rest = new JsonTokenReader(utf8.AsSpan(first.BytesRead), isFinal: true, first.State, options);
                while (rest.Read())
                    kinds.Add(rest.Kind);
                kinds.RemoveAll(k => k == JsonTokenKind.Comment);
                Assert.Equal([JsonTokenKind.BeginObject, JsonTokenKind.Name, JsonTokenKind.Number, JsonTokenKind.EndObject], kinds);
            }
        Assert.Throws<WireFormatException>(() =>
        {
            var strict = new JsonTokenReader(utf8, new JsonTokenOptions { AllowsTrailingCommas = true });
            while (strict.Read())
            {
            }
        });
        Assert.Throws<WireFormatException>(() =>
        {
            var cut = new JsonTokenReader("{\"a\" /* b */"u8, new JsonTokenOptions { AllowsComments = true });
            while (cut.Read())
            {
            }
        });
    }
}
