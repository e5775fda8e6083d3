using System.Buffers;
using System.Text;
using System.Text.Json;
using Isomer.Battery;
using Isomer.Tests.Core;
using Xunit;

namespace Isomer.Tests.Formats;

/// <summary>
/// Values read and written where System.Text.Json's own reader and writer are: before it, behind it and in it nothing changes.
/// </summary>
public class Utf8JsonTests
{
    public record Item(int Id, string? Name, List<double> Values);

    static readonly (Type Type, string Text)[] s_values =
    [
        (typeof(Item), """{"Id":1,"Name":"a\"b","Values":[1.5,-2]}"""), (typeof(Item), "null"), (typeof(int), "17"), (typeof(int), "-5"),
        (typeof(string), "\"\""), (typeof(string), "\"text \\u00e9\""),
        (typeof(bool), "true"), (typeof(List<int>), "[]"), (typeof(List<int>), "[1, 2,\n3]"),
        (typeof(Dictionary<string, Item?>), """{"x":null, "y" : {"Id":2,"Name":null,"Values":[]}}"""), (typeof(double), "1e5"),
    ];

    static ReadOnlySequence<byte>[] Inputs(byte[] text) => [new(text), Pieces.Single(text)];

    [Fact]
    public void A_value_is_read_where_the_reader_is()
    {
        foreach (var (type, value) in s_values)
        {
            byte[] text = Encoding.UTF8.GetBytes($$"""{"before":[1,{"a":"}"}],"value": {{value}} ,"after":"x"}""");
            var expected = JsonSerializer.Deserialize(value, type);
            var over = new Utf8JsonReader(text);
            Check(ref over, type, expected);
            foreach (var input in Inputs(text))
            {
                var reader = new Utf8JsonReader(input);
                Check(ref reader, type, expected);
            }
        }
    }

    static void Check(ref Utf8JsonReader reader, Type type, object? expected)
    {
        while (reader.TokenType != JsonTokenType.PropertyName || !reader.ValueTextEquals("value"))
            Assert.True(reader.Read());
        // At the name, and at the first token.
        var atToken = reader;
        Assert.True(atToken.Read());
        object? first = Json.ReadFrom(ref reader, type), second = Json.ReadFrom(ref atToken, type);
        Assert.Null(new Deep(false).Difference(expected, first));
        Assert.Null(new Deep(false).Difference(expected, second));
        Assert.Equal(reader.BytesConsumed, atToken.BytesConsumed);
        Assert.True(reader.Read());
        Assert.Equal((JsonTokenType.PropertyName, "after"), (reader.TokenType, reader.GetString()));
        Assert.True(reader.Read());
        Assert.Equal("x", Json.ReadFrom<string>(ref reader));
        Assert.True(reader.Read());
        Assert.Equal(JsonTokenType.EndObject, reader.TokenType);
    }

    [Fact]
    public void Roots_and_values_one_after_another()
    {
        var reader = new Utf8JsonReader("1 [2] {\"Id\":3}"u8, new JsonReaderOptions { AllowMultipleValues = true });
        Assert.Equal(1, Json.ReadFrom<int>(ref reader));
        Assert.True(reader.Read());
        Assert.Equal([2], Json.ReadFrom<int[]>(ref reader));
        Assert.True(reader.Read());
        Assert.Equal(3, Json.ReadFrom<Item>(ref reader)!.Id);
    }

    [Fact]
    public void What_is_refused_leaves_the_reader_where_it_was()
    {
        byte[] text = """{"value":{"Id":"x"}}"""u8.ToArray();
        foreach (var input in Inputs(text))
        {
            var reader = new Utf8JsonReader(input);
            Assert.True(reader.Read() && reader.Read());
            long at = reader.BytesConsumed;
            WireFormatException? refusal = null;
            try
            {
                Json.ReadFrom<Item>(ref reader);
            }
            catch (WireFormatException e)
            {
                refusal = e;
            }
            Assert.Equal(("$.Id", (long)text.AsSpan().IndexOf("\"x\""u8)), (refusal?.Path, refusal?.Offset));
            Assert.Equal((JsonTokenType.PropertyName, at), (reader.TokenType, reader.BytesConsumed));
        }
        Assert.Throws<JsonException>(() =>
        {
            var reader = new Utf8JsonReader("[1,2"u8, isFinalBlock: false, default);
            Json.ReadFrom<int[]>(ref reader);
        });
        Assert.ThrowsAny<JsonException>(() =>
        {
            var reader = new Utf8JsonReader("[1,}"u8);
            Json.ReadFrom<int[]>(ref reader);
        });
        Assert.ThrowsAny<JsonException>(() =>
        {
            var reader = new Utf8JsonReader(""u8);
            Json.ReadFrom<int[]>(ref reader);
        });
    }

    [Fact]
    public void A_value_is_written_where_the_writer_is()
    {
        var stream = new MemoryStream();
        using (var writer = new Utf8JsonWriter(stream))
        {
            writer.WriteStartObject();
            writer.WritePropertyName("a");
            Json.WriteTo(writer, new Item(1, "é", [2]));
            writer.WritePropertyName("b");
            writer.WriteStartArray();
            Json.WriteTo(writer, 7);
            Json.WriteTo(writer, new Item(2, null, []), typeof(object),
                JsonOptions.Web with { Convention = Convention.Plain.WithUnknownSubtypes(UnknownSubtypes.WriteAsRuntimeType) });
            Json.WriteTo<string?>(writer, null);
            writer.WriteEndArray();
            writer.WriteEndObject();
        }
        Assert.Equal("""{"a":{"Id":1,"Name":"\u00E9","Values":[2]},"b":[7,{"id":2,"name":null,"values":[]},null]}""",
            Encoding.UTF8.GetString(stream.ToArray()));
        Assert.Throws<ArgumentNullException>(() => Json.WriteTo((Utf8JsonWriter)null!, 1));
    }
}
