using System.Globalization;
using System.Text.Json;
using System.Text.Json.Serialization;
using Isomer.Tests.Core;
using Xunit;

namespace Isomer.Tests.Formats;

/// <summary>
/// Converters of System.Text.Json's for the keys of dictionaries, which have methods of their own there: against System.Text.Json. Once
/// what Write writes stood in the name's place, <c>{4:1}</c>, which is no JSON.
/// </summary>
public class ConverterKeyTests
{
    public sealed class NumberConverter : JsonConverter<Number>
    {
        public override Number Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options) => new(reader.GetInt32());
        public override void Write(Utf8JsonWriter writer, Number value, JsonSerializerOptions options) => writer.WriteNumberValue(value.A);
        public override Number ReadAsPropertyName(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options) =>
            new(int.Parse(reader.GetString()!, CultureInfo.InvariantCulture));
        public override void WriteAsPropertyName(Utf8JsonWriter writer, Number value, JsonSerializerOptions options) =>
            writer.WritePropertyName(value.A.ToString(CultureInfo.InvariantCulture));
    }

    [JsonConverter(typeof(NumberConverter))]
    public readonly record struct Number(int A) : IComparable<Number>
    {
        public int CompareTo(Number other) => A.CompareTo(other.A);
    }

    /// <summary>Other texts as names than as values, and such that are escaped.</summary>
    public sealed class LabelConverter : JsonConverter<Label>
    {
        public override Label Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options) =>
            new(reader.GetString()!);
        public override void Write(Utf8JsonWriter writer, Label value, JsonSerializerOptions options) =>
            writer.WriteStringValue(value.Text);
        public override Label ReadAsPropertyName(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options) =>
            new(reader.GetString()![4..]);
        public override void WriteAsPropertyName(Utf8JsonWriter writer, Label value, JsonSerializerOptions options) =>
            writer.WritePropertyName("k\"é " + value.Text);
    }

    [JsonConverter(typeof(LabelConverter))]
    public sealed record Label(string Text);

    /// <summary>One that knows nothing of names.</summary>
    public sealed class NamelessConverter : JsonConverter<Nameless>
    {
        public override Nameless Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options) =>
            new(reader.GetInt32());
        public override void Write(Utf8JsonWriter writer, Nameless value, JsonSerializerOptions options) =>
            writer.WriteNumberValue(value.A);
    }

    [JsonConverter(typeof(NamelessConverter))]
    public readonly record struct Nameless(int A);

    /// <summary>In options, for types whose keys System.Text.Json knows.</summary>
    public sealed class GuidConverter : JsonConverter<Guid>
    {
        public override Guid Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options) =>
            new(reader.GetInt32(), 0, 0, new byte[8]);
        public override void Write(Utf8JsonWriter writer, Guid value, JsonSerializerOptions options) =>
            writer.WriteNumberValue(value.ToByteArray()[0]);
    }

    public sealed class TextConverter : JsonConverter<string>
    {
        public override string Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options) =>
            reader.GetString()![1..];
        public override void Write(Utf8JsonWriter writer, string value, JsonSerializerOptions options) =>
            writer.WriteStringValue("!" + value);
    }

    public static readonly object[] Values =
    [
        new Dictionary<Number, int> { [new(4)] = 1, [new(-5)] = 2 },
        new SortedDictionary<Number, string> { [new(2)] = "b", [new(1)] = "a" },
        new Dictionary<Number, Dictionary<Number, Number>> { [new(1)] = new() { [new(2)] = new(3) } },
        new Dictionary<Label, Label> { [new("x")] = new("y"), [new("é\\")] = new("") },
        new Dictionary<Guid, Guid> { [new(7, 0, 0, new byte[8])] = new(8, 0, 0, new byte[8]) },
        new Dictionary<string, string> { ["SomeKey"] = "v" },
        new Dictionary<Number, int>(), new List<Dictionary<Label, int>> { new() { [new("a")] = 1 } },
    ];

    static IEnumerable<JsonSerializerOptions> Settings()
    {
        yield return new();
        yield return new() { WriteIndented = true };
        yield return new() { DictionaryKeyPolicy = JsonNamingPolicy.CamelCase };
        yield return new() { Converters = { new GuidConverter(), new TextConverter() } };
        yield return new()
        { Converters = { new GuidConverter(), new TextConverter() }, DictionaryKeyPolicy = JsonNamingPolicy.SnakeCaseUpper };
        yield return new() { AllowDuplicateProperties = false };
        yield return new() { AllowTrailingCommas = true, ReadCommentHandling = JsonCommentHandling.Skip };
        yield return new() { ReferenceHandler = ReferenceHandler.Preserve };
    }

    [Fact]
    public void Are_asked_for_names_as_there()
    {
        foreach (var theirs in Settings())
            foreach (var ours in JsonCheck.Tiers(JsonOptions.From(theirs)))
                foreach (object value in Values)
                {
                    string expected = JsonSerializer.Serialize(value, value.GetType(), theirs);
                    Assert.Equal(expected, Json.ToText(value, value.GetType(), ours));
                    Assert.Null(
                        new Deep(false).Difference(JsonSerializer.Deserialize(expected, value.GetType(), theirs),
                            Json.FromText(expected, value.GetType(), ours)));
                }
    }

    [Fact]
    public void Those_that_know_no_names_are_refused_as_there()
    {
        var value = new Dictionary<Nameless, int> { [new(1)] = 1 };
        Assert.Throws<NotSupportedException>(() => JsonSerializer.Serialize(value));
        foreach (var ours in JsonCheck.Tiers(JsonOptions.Default))
        {
            Assert.Throws<NotSupportedException>(() => Json.ToText(value, ours));
            Assert.ThrowsAny<Exception>(() => Json.FromText<Dictionary<Nameless, int>>("""{"1":1}""", ours));
            var copy = Compact.Deserialize<Dictionary<Nameless, int>>(Compact.Serialize(value));
            Assert.Equal(value, copy);
        }
    }

    [Flags]
    public enum Marks
    {
        None,
        FirstOne,
        SecondOne,
        ThirdOne = 4,
    }

    /// <summary>Each name of a flag is renamed; what is a text of its own, as a Uri, is not.</summary>
    [Fact]
    public void Keys_are_renamed_as_there()
    {
        foreach (var policy in new[] { JsonNamingPolicy.CamelCase, JsonNamingPolicy.SnakeCaseUpper, JsonNamingPolicy.KebabCaseLower })
        {
            var theirs = new JsonSerializerOptions { DictionaryKeyPolicy = policy };
            foreach (var ours in JsonCheck.Tiers(JsonOptions.From(theirs)))
            {
                var flags = new Dictionary<Marks, int>
                { [Marks.FirstOne | Marks.SecondOne] = 1, [Marks.ThirdOne] = 2, [(Marks)7] = 3, [(Marks)64] = 4 };
                Assert.Equal(JsonSerializer.Serialize(flags, theirs), Json.ToText(flags, ours));
                var addresses = new Dictionary<Uri, int> { [new("Ab/c", UriKind.Relative)] = 1, [new("HTTP://A/B")] = 2 };
                Assert.Equal(JsonSerializer.Serialize(addresses, theirs), Json.ToText(addresses, ours));
            }
        }
    }
}
