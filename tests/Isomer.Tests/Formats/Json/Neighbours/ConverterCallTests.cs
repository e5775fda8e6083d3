using System.Text;
using System.Text.Json;
using System.Text.Json.Nodes;
using System.Text.Json.Serialization;
using System.Text.Json.Serialization.Metadata;
using Xunit;

namespace Isomer.Tests.Formats;

/// <summary>
/// What converters of System.Text.Json's are called with, and for: options that reach those which attributes name, nulls of nullable
/// structs, values of extension data; and what they are not called for, the content of trees. Against System.Text.Json, in every tier.
/// </summary>
public partial class ConverterCallTests
{
    public enum Shade
    {
        DarkBlue,
        Red,
    }

    public class Inner
    {
        public int SomeNumber { get; set; } = 7;
        public string? NoText { get; set; }
        public Shade Shade { get; set; }
    }

    /// <summary>Hands its value on, by the options that it is given.</summary>
    [JsonConverter(typeof(BoxConverter))]
    public readonly record struct Box(Inner? In);

    public sealed class BoxConverter : JsonConverter<Box>
    {
        public override Box Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options) =>
            new(JsonSerializer.Deserialize<Inner>(ref reader, options));

        public override void Write(Utf8JsonWriter writer, Box value, JsonSerializerOptions options) =>
            JsonSerializer.Serialize(writer, value.In, options);
    }

    public class Holder
    {
        public Box One { get; set; }
        public List<Box>? Many { get; set; }
    }

    public static TheoryData<string> Settings => new("web", "snake", "numbers", "omit", "relaxed", "enums", "preserve", "indented");

    static JsonSerializerOptions Theirs(string setting) => setting switch
    {
        "web" => new(JsonSerializerDefaults.Web),
        "snake" => new() { PropertyNamingPolicy = JsonNamingPolicy.SnakeCaseLower },
        "numbers" => new() { NumberHandling = JsonNumberHandling.WriteAsString | JsonNumberHandling.AllowReadingFromString },
        "omit" => new() { DefaultIgnoreCondition = JsonIgnoreCondition.WhenWritingNull },
        "relaxed" => new() { Encoder = System.Text.Encodings.Web.JavaScriptEncoder.UnsafeRelaxedJsonEscaping },
        "enums" => new() { Converters = { new JsonStringEnumConverter() } },
        "preserve" => new() { ReferenceHandler = ReferenceHandler.Preserve },
        _ => new() { WriteIndented = true },
    };

    static JsonOptions Ours(string setting) => setting switch
    {
        "web" => JsonOptions.Web,
        "snake" => new() { Naming = JsonNaming.SnakeLower },
        "numbers" => new() { Numbers = JsonNumbers.WriteAsString | JsonNumbers.ReadFromString },
        "omit" => new() { Omit = JsonOmit.WhenNull },
        "relaxed" => new() { Escaping = JsonEscaping.Relaxed },
        "enums" => new() { EnumsAsNames = true },
        "preserve" => new() { References = References.Preserve },
        _ => new() { Indented = true, NewLine = Environment.NewLine },
    };

    [Theory, MemberData(nameof(Settings))]
    public void Attributes_name_converters_that_are_called_with_the_options(string setting)
    {
        var theirs = Theirs(setting);
        var value = new Holder { One = new(new() { NoText = "<é>", Shade = Shade.Red }), Many = [new(new()), new(null)] };
        string expected = JsonSerializer.Serialize(value, theirs);
        string leaf = JsonSerializer.Serialize(value.One, theirs);
        foreach (var options in new[] { JsonOptions.From(theirs), Ours(setting) })
            foreach (var each in new[]
            {
                options, options with { Leniency = JsonLeniency.Comments }, options with { Duplicates = JsonMembers.Refuse },
            })
            {
                Assert.Equal(expected, Json.ToText(value, each));
                Assert.Equal(leaf, Json.ToText(value.One, each));
                if (setting != "preserve")
                    Assert.Equal(expected, JsonSerializer.Serialize(Json.FromText<Holder>(expected, each), theirs));
                Assert.Equal(Shade.Red, Json.FromText<Box>(leaf, each).In!.Shade);
                Assert.Equal("<é>", Json.FromText<Box>(leaf, each).In!.NoText);
            }
    }

    sealed class HearsNull : JsonConverter<int?>
    {
        public override bool HandleNull => true;

        public override int? Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options) =>
            reader.TokenType == JsonTokenType.Null ? -7 : reader.GetInt32() + 100;

        public override void Write(Utf8JsonWriter writer, int? value, JsonSerializerOptions options)
        {
            if (value is { } number)
                writer.WriteNumberValue(number);
            else
                writer.WriteStringValue("none");
        }
    }

    /// <summary>As people write it: null is none of its business, and an empty text is null.</summary>
    sealed class EmptyIsNull : JsonConverter<DateOnly?>
    {
        public override DateOnly? Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options) =>
            reader.GetString() is { Length: > 0 } text ? DateOnly.ParseExact(text, "dd.MM.yyyy") : null;

        public override void Write(Utf8JsonWriter writer, DateOnly? value, JsonSerializerOptions options) =>
            writer.WriteStringValue(value!.Value.ToString("dd.MM.yyyy", null));
    }

    public class Nulls
    {
        [JsonConverter(typeof(HearsNull))]
        public int? A { get; set; }

        [JsonConverter(typeof(EmptyIsNull))]
        public DateOnly? B { get; set; }

        public int C { get; set; }
    }

    public record NullRecord(
        [property: JsonConverter(typeof(HearsNull))] int? A,
        [property: JsonConverter(typeof(EmptyIsNull))] DateOnly? B);

    [Theory]
    [InlineData(JsonIgnoreCondition.Never)]
    [InlineData(JsonIgnoreCondition.WhenWritingNull)]
    [InlineData(JsonIgnoreCondition.WhenWritingDefault)]
    public void Converters_of_nullable_structs_hear_of_null_if_they_ask_for_it(JsonIgnoreCondition condition)
    {
        var theirs = new JsonSerializerOptions { DefaultIgnoreCondition = condition, Converters = { new EmptyIsNull() } };
        foreach (var tier in Enum.GetValues<ShapeTier>())
        {
            var ours = JsonOptions.From(theirs);
            ours = ours with { Convention = ((PlainConvention)ours.Convention).WithTier(tier) };
            Same(new Nulls());
            Same(new Nulls { A = 3, B = new(2024, 5, 6) });
            Same(new NullRecord(null, null));
            Same(new DateOnly?[] { null, new(2024, 5, 6) });
            Same(new Dictionary<string, DateOnly?> { ["a"] = null });
            foreach (string text in new[] { """{"A":null,"B":null}""", """{"A":5,"B":""}""", """{"B":"06.05.2024"}""", "{}" })
            {
                var (a, b) = (JsonSerializer.Deserialize<Nulls>(text, theirs)!, Json.FromText<Nulls>(text, ours));
                Assert.Equal((a.A, a.B), (b.A, b.B));
                Assert.Equal(JsonSerializer.Deserialize<NullRecord>(text, theirs), Json.FromText<NullRecord>(text, ours));
            }

            void Same<T>(T value)
            {
                // More than once: the tier changes on the way.
                for (int i = 0; i < 3; i++)
                    Assert.Equal(JsonSerializer.Serialize(value, theirs), Json.ToText(value, ours));
            }
        }
    }

    /// <summary>A surrogate of one's own for a nullable struct is asked for null in every tier, as well.</summary>
    sealed class Dash : Surrogate<int?, string>
    {
        public override string ToCarrier(int? value) => value?.ToString(System.Globalization.CultureInfo.InvariantCulture) ?? "-";

        public override int? FromCarrier(string carrier) =>
            carrier == "-" ? null : int.Parse(carrier, System.Globalization.CultureInfo.InvariantCulture);
    }

    [Fact]
    public void Surrogates_of_nullable_structs_hear_of_null()
    {
        foreach (var tier in Enum.GetValues<ShapeTier>())
        {
            var options = new JsonOptions { Convention = Convention.Plain.WithSurrogate(new Dash()).WithTier(tier) };
            foreach (int? value in new int?[] { null, 5 })
            {
                string text = Json.ToText(new Dictionary<string, int?> { ["a"] = value }, options);
                Assert.Equal(value is null ? """{"a":"-"}""" : """{"a":"5"}""", text);
                Assert.Equal(value, Json.FromText<Dictionary<string, int?>>(text, options)["a"]);
                Assert.Equal(Json.ToText(ValueTuple.Create(value), options), Json.ToText(new ValueTuple<int?>(value), options));
            }
        }
    }

    sealed class Loud : JsonConverter<decimal>
    {
        public override decimal Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options) =>
            decimal.Parse(reader.GetString()![1..], System.Globalization.CultureInfo.InvariantCulture);

        public override void Write(Utf8JsonWriter writer, decimal value, JsonSerializerOptions options) =>
            writer.WriteStringValue(string.Create(System.Globalization.CultureInfo.InvariantCulture, $"D{value}"));
    }

    sealed class Bracketed : JsonConverter<List<object>>
    {
        public override List<object> Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options) =>
            throw new JsonException();

        public override void Write(Utf8JsonWriter writer, List<object> value, JsonSerializerOptions options) =>
            writer.WriteStringValue("list");
    }

    [Theory]
    [InlineData(false, false)]
    [InlineData(false, true)]
    [InlineData(true, false)]
    [InlineData(true, true)]
    public void What_is_in_a_tree_no_converter_is_called_for(bool indented, bool preserve)
    {
        var theirs = new JsonSerializerOptions
        {
            WriteIndented = indented,
            ReferenceHandler = preserve ? ReferenceHandler.Preserve : null,
            Converters = { new Loud(), new Bracketed() },
        };
        var ours = JsonOptions.From(theirs);
        const string text = """{"a":[1.10,"x",{"b":2.5,"$id":"7"}],"c":[],"d":{}}""";
        using var document = JsonDocument.Parse(text);
        Assert.Equal(JsonSerializer.Serialize(document, theirs), Json.ToText(document, ours));
        Assert.Equal(JsonSerializer.Serialize(document.RootElement, theirs), Json.ToText(document.RootElement, ours));
        Assert.Equal(JsonSerializer.Serialize(JsonNode.Parse(text), theirs), Json.ToText(JsonNode.Parse(text), ours));
        object[] items = [document.RootElement];
        Assert.Equal(JsonSerializer.Serialize(items, theirs), Json.ToText(items, ours));
        var own = Json.ParseNode("""[1.10,[2.5],"x"]""")!;
        Assert.Equal(JsonSerializer.Serialize(JsonNode.Parse("""[1.10,[2.5],"x"]"""), theirs), Json.ToText(own, ours));
        Assert.Equal(JsonSerializer.Serialize(1.5m, theirs), Json.ToText(1.5m, ours));
    }

    [Fact]
    public void Trees_stand_in_arrays()
    {
        const string text = """[[1.10],{"a":null},"x"]""";
        Same<JsonElement[]>();
        Same<JsonNode[]>();
        Same<JsonNode[][]>("[[1,[2]],[]]");
        Same<JsonObject[]>("""[{"a":1.10},{}]""");
        Same<JsonArray[]>("[[1.10],[]]");
        Same<JsonValue[]>("[1.10,\"x\"]");
        Same<Dictionary<string, JsonNode?[]>>("""{"a":[1,null]}""");

        static void Same<T>(string json = text)
        {
            var theirs = JsonSerializer.Deserialize<T>(json)!;
            Assert.Equal(json, Json.ToText(theirs));
            Assert.Equal(json, JsonSerializer.Serialize(Json.FromText<T>(json)));
            Assert.Equal(json, Json.ToText<object>(theirs));
        }
    }

    public class Mixed
    {
        public JsonNode? N { get; set; }
    }

    /// <summary>A JsonValue over a value of .NET's, which options have a form for.</summary>
    [Theory, MemberData(nameof(Settings))]
    public void Nodes_over_values_are_written_by_the_options(string setting)
    {
        if (setting == "preserve")
            return;
        var theirs = Theirs(setting);
        theirs.TypeInfoResolver = new DefaultJsonTypeInfoResolver();
        foreach (var options in new[] { JsonOptions.From(Theirs(setting)), JsonOptions.From(theirs), Ours(setting) })
        {
            Assert.Equal(JsonSerializer.Serialize(Made(), theirs), Json.ToText(Made(), options));
            Assert.Equal(JsonSerializer.Serialize(new Mixed { N = Made() }, theirs), Json.ToText(new Mixed { N = Made() }, options));
        }

        static JsonNode Made() => new JsonArray(JsonValue.Create(7), JsonValue.Create(Shade.DarkBlue), JsonValue.Create(new Inner()), 1.5m);
    }

    public class Open
    {
        public int A { get; set; }

        [JsonExtensionData]
        public Dictionary<string, object?>? Rest { get; set; }
    }

    sealed class Tagging : JsonConverter<object>
    {
        public override object? Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options) =>
            reader.TokenType == JsonTokenType.String
                ? "s:" + reader.GetString()
                : JsonDocument.ParseValue(ref reader).RootElement.GetRawText();

        public override void Write(Utf8JsonWriter writer, object value, JsonSerializerOptions options) =>
            writer.WriteStringValue($"<{value}>");
    }

    [Fact]
    public void A_converter_of_object_has_extension_data()
    {
        var theirs = new JsonSerializerOptions { Converters = { new Tagging() } };
        foreach (var tier in Enum.GetValues<ShapeTier>())
        {
            var ours = JsonOptions.From(theirs);
            ours = ours with { Convention = ((PlainConvention)ours.Convention).WithTier(tier) };
            var value = new Open { Rest = new() { ["x"] = "a", ["y"] = 5, ["z"] = null } };
            Assert.Equal(JsonSerializer.Serialize(value, theirs), Json.ToText(value, ours));
            const string text = """{"A":1,"p":"a","q":[1,2],"r":{"s":null},"t":null}""";
            Assert.Equal(JsonSerializer.Deserialize<Open>(text, theirs)!.Rest, Json.FromText<Open>(text, ours).Rest);
        }
    }

    [JsonSourceGenerationOptions(UseStringEnumConverter = true)]
    [JsonSerializable(typeof(Inner))]
    internal sealed partial class NamingContext : JsonSerializerContext;

    [JsonSerializable(typeof(Inner))]
    internal sealed partial class PlainContext : JsonSerializerContext;

    sealed class OwnResolver : DefaultJsonTypeInfoResolver
    {
        public override JsonTypeInfo GetTypeInfo(Type type, JsonSerializerOptions options)
        {
            var info = base.GetTypeInfo(type, options);
            if (info.Kind == JsonTypeInfoKind.Object)
                foreach (var property in info.Properties)
                    property.Name = "x" + property.Name;
            return info;
        }
    }

    [Fact]
    public void Contexts_and_resolvers_are_taken_over_or_refused()
    {
        var value = new Inner { Shade = Shade.Red };
        foreach (var theirs in new[]
        {
            NamingContext.Default.Options, PlainContext.Default.Options, new() { TypeInfoResolver = NamingContext.Default },
        })
        {
            string expected = JsonSerializer.Serialize(value, theirs);
            Assert.Equal(expected, Json.ToText(value, JsonOptions.From(theirs)));
            Assert.Equal(Shade.Red, Json.FromText<Inner>(expected, JsonOptions.From(theirs)).Shade);
        }
        var both = JsonTypeInfoResolver.Combine(NamingContext.Default, new DefaultJsonTypeInfoResolver());
        foreach (var resolver in new[] { new OwnResolver(), both })
        {
            var refusal = Assert.Throws<NotSupportedException>(() => JsonOptions.From(new() { TypeInfoResolver = resolver }));
            Assert.Contains("TypeInfoResolver", refusal.Message, StringComparison.Ordinal);
        }
    }

    [Theory]
    [InlineData("1e400")]
    [InlineData("-1e400")]
    [InlineData("1e-400")]
    [InlineData("1.5E+999")]
    public void A_number_beyond_all_doubles_stays_what_it_is(string text)
    {
        Assert.Equal(text, Json.ToText(Json.FromText<object>(text)));
        var pair = Json.FromText<Dictionary<string, object>>($$"""{"a":{{text}},"b":0.0e-500}""");
        Assert.Equal($$"""{"a":{{text}},"b":0}""", Json.ToText(pair));
    }

    [Fact]
    public void A_writer_that_indents_lays_out_what_ours_writes()
    {
        var options = new JsonSerializerOptions { WriteIndented = true, IndentSize = 3 };
        var value = new Holder { Many = [new(new()), new(null)] };
        using var stream = new MemoryStream();
        using (var writer = new Utf8JsonWriter(stream, new() { Indented = true, IndentSize = 3 }))
        {
            writer.WriteStartArray();
            Json.WriteTo(writer, value);
            Json.WriteTo(writer, (object)5, typeof(int));
            writer.WriteEndArray();
        }
        Assert.Equal(JsonSerializer.Serialize(new object[] { value, 5 }, options), Encoding.UTF8.GetString(stream.ToArray()));
        var through = new JsonSerializerOptions(options) { Converters = { new IsomerJsonConverter(JsonOptions.Default, typeof(Inner)) } };
        Assert.Equal(JsonSerializer.Serialize(new[] { new Inner() }, options), JsonSerializer.Serialize(new[] { new Inner() }, through));
    }
}
