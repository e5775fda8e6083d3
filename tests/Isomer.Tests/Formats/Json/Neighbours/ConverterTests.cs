using System.Globalization;
using System.Text.Json;
using System.Text.Json.Serialization;
using System.Text.Json.Serialization.Metadata;
using Xunit;

namespace Isomer.Tests.Formats;

/// <summary>
/// Converters of System.Text.Json's run as they are: on types, members, in options; against System.Text.Json itself, and through every
/// other format.
/// </summary>
public class ConverterTests
{
    [JsonConverter(typeof(MoneyConverter))]
    public readonly record struct Money(decimal Amount, string Currency);

    public sealed class MoneyConverter : JsonConverter<Money>
    {
        public override Money Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options) =>
            reader.TokenType == JsonTokenType.Null
                ? new(-1, "none")
                : reader.GetString()!.Split(' ') is [var amount, var currency]
                    ? new(decimal.Parse(amount, CultureInfo.InvariantCulture), currency)
                    : throw new JsonException();

        public override void Write(Utf8JsonWriter writer, Money value, JsonSerializerOptions options) =>
            writer.WriteStringValue(string.Create(CultureInfo.InvariantCulture, $"{value.Amount} {value.Currency}"));
    }

    /// <summary>An array in place of an object, whose inner value goes to System.Text.Json.</summary>
    public sealed class PointConverter : JsonConverter<Point>
    {
        public override Point? Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options)
        {
            if (reader.TokenType != JsonTokenType.StartArray)
                throw new JsonException("A point is an array.");
            reader.Read();
            double x = reader.GetDouble();
            reader.Read();
            var more = JsonSerializer.Deserialize<Dictionary<string, int>>(ref reader, options);
            reader.Read();
            return new Point { X = x, More = more };
        }

        public override void Write(Utf8JsonWriter writer, Point value, JsonSerializerOptions options)
        {
            writer.WriteStartArray();
            writer.WriteNumberValue(value.X);
            JsonSerializer.Serialize(writer, value.More, options);
            writer.WriteEndArray();
        }
    }

    [JsonConverter(typeof(PointConverter))]
    public class Point
    {
        public double X { get; set; }
        public Dictionary<string, int>? More { get; set; }
    }

    /// <summary>One that is asked for null too.</summary>
    public sealed class EmptyForNull : JsonConverter<string>
    {
        public override bool HandleNull => true;

        public override string Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options) =>
            reader.TokenType == JsonTokenType.Null ? "(null)" : reader.GetString()!;

        public override void Write(Utf8JsonWriter writer, string value, JsonSerializerOptions options) =>
            writer.WriteStringValue(value ?? "");
    }

    public sealed class WrittenAsNull : JsonConverter<Uri>
    {
        public override Uri? Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options) => null;

        public override void Write(Utf8JsonWriter writer, Uri value, JsonSerializerOptions options) => writer.WriteNullValue();
    }

    /// <summary>A factory for a generic type.</summary>
    public sealed class BoxFactory : JsonConverterFactory
    {
        public override bool CanConvert(Type typeToConvert) =>
            typeToConvert.IsGenericType && typeToConvert.GetGenericTypeDefinition() == typeof(Box<>);

        public override JsonConverter CreateConverter(Type typeToConvert, JsonSerializerOptions options) =>
            (JsonConverter)Activator.CreateInstance(typeof(BoxConverter<>).MakeGenericType(typeToConvert.GetGenericArguments()))!;
    }

    public sealed class BoxConverter<T> : JsonConverter<Box<T>>
    {
        public override Box<T>? Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options) =>
            new() { Value = JsonSerializer.Deserialize<T>(ref reader, options) };

        public override void Write(Utf8JsonWriter writer, Box<T> value, JsonSerializerOptions options) =>
            JsonSerializer.Serialize(writer, value.Value, options);
    }

    [JsonConverter(typeof(BoxFactory))]
    public class Box<T>
    {
        public T? Value { get; set; }
    }

    public sealed class UnixTime : JsonConverter<DateTime>
    {
        public override DateTime Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options) =>
            DateTime.UnixEpoch.AddSeconds(reader.GetInt64());

        public override void Write(Utf8JsonWriter writer, DateTime value, JsonSerializerOptions options) =>
            writer.WriteNumberValue((long)(value - DateTime.UnixEpoch).TotalSeconds);
    }

    public enum Size { Small, VeryLarge, [JsonStringEnumMemberName("XXL")] Huge }

    [Flags]
    public enum Rights { None = 0, CanRead = 1, CanWrite = 2 }

    public sealed class SnakeNames() : JsonStringEnumConverter(JsonNamingPolicy.SnakeCaseLower);

    public sealed class OnlyNames() : JsonStringEnumConverter(JsonNamingPolicy.CamelCase, allowIntegerValues: false);

    public class All
    {
        public Money Price { get; set; }
        public Money? Maybe { get; set; }
        public Point? Point { get; set; }
        public List<Money>? Prices { get; set; }
        public Dictionary<string, Point?>? Points { get; set; }
        public Box<int>? Number { get; set; }
        public Box<List<string>>? Words { get; set; }
        [JsonConverter(typeof(EmptyForNull))] public string? Text { get; set; }
        [JsonConverter(typeof(UnixTime))] public DateTime When { get; set; }
        [JsonConverter(typeof(UnixTime))] public DateTime? WhenMaybe { get; set; }
        [JsonConverter(typeof(SnakeNames))] public Size Size { get; set; }
        [JsonConverter(typeof(SnakeNames))] public Size? SizeMaybe { get; set; }
        [JsonConverter(typeof(SnakeNames))] public Rights Rights { get; set; }
    }

    static All Make(Random random) => new()
    {
        Price = new(random.Next(1000) / 100m, "EUR"),
        Maybe = random.Next(2) == 0 ? null : new(1, "ä<"),
        Point = random.Next(4) == 0 ? null : new() { X = random.NextDouble(), More = random.Next(2) == 0 ? null : new() { ["a"] = 1 } },
        Prices = random.Next(4) == 0 ? null : [new(1, "a"), new(2.50m, "b")],
        Points = random.Next(4) == 0 ? null : new() { ["a"] = new(), ["b"] = null },
        Number = random.Next(2) == 0 ? null : new() { Value = random.Next() },
        Words = random.Next(2) == 0 ? null : new() { Value = random.Next(2) == 0 ? null : ["a", "b"] },
        Text = random.Next(2) == 0 ? "" : "x",
        When = DateTime.UnixEpoch.AddSeconds(random.Next()),
        WhenMaybe = random.Next(2) == 0 ? null : DateTime.UnixEpoch.AddSeconds(random.Next()),
        Size = (Size)random.Next(4),
        SizeMaybe = random.Next(2) == 0 ? null : Size.VeryLarge,
        Rights = (Rights)random.Next(4),
    };

    [Fact]
    public void On_types_and_members()
    {
        for (int seed = 0; seed < 100; seed++)
        {
            JsonCheck.Same(Make(new Random(seed)));
            JsonCheck.Same(Make(new Random(seed)), new() { Indented = true, NewLine = "\n" },
                JsonCheck.StjWith(o => (o.WriteIndented, o.NewLine) = (true, "\n")));
        }
        JsonCheck.SameText(new All());
        JsonCheck.SameReading<All>(
            """{"Price":null,"Text":null,"Point":null,"Size":"very_large","SizeMaybe":1,"Rights":"can_read, can_write"}""");
    }

    public class Usual
    {
        [JsonConverter(typeof(JsonStringEnumConverter))] public Size Size { get; set; }
    }

    /// <summary>
    /// A policy's names and an attribute's are taken as they are; names of fields in any case, unless an attribute gives another.
    /// </summary>
    [Fact]
    public void Names_in_any_case_are_those_of_fields_alone()
    {
        foreach (string name in new[] { "very_large", "VERY_LARGE", "VeryLarge", "verylarge", "VERYLARGE", "XXL", "xxl", "Huge", "huge",
            "small", "SMALL", " Small ", "1", "9" })
        {
            Same<Usual>($$"""{"Size":"{{name}}"}""");
            Same<All>($$"""{"Size":"{{name}}"}""");
            Same<Strict>($$"""{"Size":"{{name}}"}""");
        }
        foreach (string names in new[] { "can_read, can_write", "CAN_READ,can_write", "CanRead,can_write", "canread,canwrite", "can_read,",
            "can_read,x" })
            Same<All>($$"""{"Rights":"{{names}}"}""");
    }

    static void Same<T>(string text)
    {
        if (Record.Exception(() => JsonSerializer.Deserialize<T>(text)) is null)
            JsonCheck.SameReading<T>(text);
        else
            JsonCheck.SameRefusal<T>(text);
    }

    [Fact]
    public void As_roots_and_behind_object()
    {
        JsonCheck.Same(new Money(1.50m, "EUR"));
        JsonCheck.Same(new Box<int[]> { Value = [1] });
        JsonCheck.Same<Point[]>([new(), null!]);
        JsonCheck.SameText<object[]>([new Money(1, "a"), new Point { X = 1 }, new Box<string> { Value = "a" }]);
    }

    [Fact]
    public void In_options()
    {
        var theirs = JsonCheck.StjWith(o =>
        {
            o.Converters.Add(new UnixTime());
            o.Converters.Add(new JsonStringEnumConverter(JsonNamingPolicy.CamelCase));
            o.Converters.Add(new EmptyForNull());
        });
        var ours = new JsonOptions { Convention = Convention.Plain.WithConverters(theirs) };
        JsonCheck.Same(
            new Plainly
            {
                When = DateTime.UnixEpoch.AddDays(1),
                Size = Size.VeryLarge,
                BySize = new() { [Size.Huge] = 1, [Size.VeryLarge] = 2 },
                Days = [DayOfWeek.Friday]
            }, ours, theirs);
        JsonCheck.SameReading<Plainly>("""{"Text":null,"Days":["friday","SATURDAY",0]}""", ours, theirs);
        // The member's own goes first, and the type's own last.
        var money = JsonCheck.StjWith(o => o.Converters.Add(new OtherMoney()));
        JsonCheck.Same(new All { Price = new(1, "a"), When = DateTime.UnixEpoch, Text = "" },
            new() { Convention = Convention.Plain.WithConverters(money) }, money);
    }

    public sealed class OtherMoney : JsonConverter<Money>
    {
        public override Money Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options) =>
            new(reader.GetDecimal(), "x");

        public override void Write(Utf8JsonWriter writer, Money value, JsonSerializerOptions options) =>
            writer.WriteNumberValue(value.Amount);
    }

    public class Plainly
    {
        public DateTime When { get; set; }
        public Size Size { get; set; }
        public Dictionary<Size, int>? BySize { get; set; }
        public DayOfWeek[]? Days { get; set; }
        public string? Text { get; set; }
    }

    public class Strict
    {
        [JsonConverter(typeof(OnlyNames))] public Size Size { get; set; }
    }

    [Fact]
    public void Names_alone()
    {
        JsonCheck.Same(new Strict { Size = Size.VeryLarge });
        JsonCheck.SameRefusal<Strict>("""{"Size":1}""");
        JsonCheck.SameRefusal<Strict>("""{"Size":"1"}""");
        Assert.Throws<NotSupportedException>(() => Json.Serialize(new Strict { Size = (Size)77 }));
    }

    [Fact]
    public void Through_other_formats()
    {
        for (int seed = 0; seed < 50; seed++)
        {
            var value = Make(new Random(seed));
            string expected = JsonSerializer.Serialize(value);
            foreach (var tier in new[] { ShapeTier.Emitted, ShapeTier.Reflection })
            {
                var convention = Convention.Plain.WithTier(tier);
                var compact = new CompactOptions { Convention = convention };
                Assert.Equal(expected, JsonSerializer.Serialize(Compact.Deserialize<All>(Compact.Serialize(value, compact), compact)));
                var graph = JsonOptions.Graph with { Convention = convention };
                Assert.Equal(expected, JsonSerializer.Serialize(Json.Deserialize<All>(Json.Serialize(value, graph), graph)));
            }
            Assert.Equal(expected, JsonSerializer.Serialize(DeepCopy.Of(value)));
        }
    }

    public class HoldsNull
    {
        [JsonConverter(typeof(WrittenAsNull))] public Uri? Where { get; set; }
    }

    [Fact]
    public void What_writes_null_and_what_throws()
    {
        JsonCheck.Same(new HoldsNull { Where = new Uri("http://a") });
        Assert.Null(Compact.Deserialize<HoldsNull>(Compact.Serialize(new HoldsNull { Where = new Uri("http://a") }))!.Where);
        var error = JsonCheck.SameRefusal<All>("""{"Prices":["1 EUR","x"]}""");
        Assert.Equal("$.Prices[1]", error.Path);
        Assert.Equal("$.Point", JsonCheck.SameRefusal<All>("""{"Price":"1 a","Point":{"X":1}}""").Path);
    }

    public class Careless
    {
        [JsonConverter(typeof(Unclosed))] public int A { get; set; }
        [JsonConverter(typeof(Nothing))] public int B { get; set; }
        [JsonConverter(typeof(TooLittle))] public int C { get; set; }
    }

    public sealed class Unclosed : JsonConverter<int>
    {
        public override int Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options) => 0;

        public override void Write(Utf8JsonWriter writer, int value, JsonSerializerOptions options) => writer.WriteStartArray();
    }

    public sealed class Nothing : JsonConverter<int>
    {
        public override int Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options) => 0;

        public override void Write(Utf8JsonWriter writer, int value, JsonSerializerOptions options)
        {
        }
    }

    public sealed class TooLittle : JsonConverter<int>
    {
        public override int Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options) => 0;

        public override void Write(Utf8JsonWriter writer, int value, JsonSerializerOptions options) => writer.WriteNumberValue(value);
    }

    [Fact]
    public void Converters_that_write_or_read_too_little_are_told()
    {
        Assert.Contains("Unclosed", Assert.Throws<NotSupportedException>(() => Json.Serialize(new Careless())).Message,
            StringComparison.Ordinal);
        Assert.Contains("did not close", Assert.Throws<NotSupportedException>(() => Json.Serialize(new Careless())).Message,
            StringComparison.Ordinal);
        Assert.Contains("wrote nothing", Assert.Throws<NotSupportedException>(() => Json.Serialize(new OnlyNothing())).Message,
            StringComparison.Ordinal);
        Assert.Contains("did not read", Assert.Throws<NotSupportedException>(() => Json.FromText<Careless>("""{"C":[1]}""")).Message,
            StringComparison.Ordinal);
        // The thread's writer is whole again.
        JsonCheck.Same(new Money(1, "a"));
    }

    public class OnlyNothing
    {
        [JsonConverter(typeof(Nothing))] public int B { get; set; }
    }

    /// <summary>Ours within theirs.</summary>
    [Fact]
    public void Isomer_within_SystemTextJson()
    {
        var loop = new Loop { Name = "a" };
        loop.Next = loop;
        var options = new JsonSerializerOptions
        { Converters = { new IsomerJsonConverter(JsonOptions.Graph, typeof(Loop), typeof(Box<>)) } };
        string text = JsonSerializer.Serialize(new Dictionary<string, Loop> { ["x"] = loop }, options);
        var back = JsonSerializer.Deserialize<Dictionary<string, Loop>>(text, options)!["x"];
        Assert.Same(back, back.Next);
        // On a type: theirs comes to ours, and ours does not come back to itself.
        Assert.Equal("""[{"Name":"a","Count":1}]""", JsonSerializer.Serialize(new[] { new Marked { Name = "a", Count = 1 } }));
        Assert.Equal("""[{"Name":"a","Count":1}]""", Json.ToText(new[] { new Marked { Name = "a", Count = 1 } }));
        Assert.Equal(1, JsonSerializer.Deserialize<Marked[]>("""[{"Name":"a","Count":1}]""")![0].Count);
        var error = Assert.Throws<JsonException>(() => JsonSerializer.Deserialize<Marked[]>("""[{"Name":"a"},{"Count":"x"}]"""));
        Assert.Contains("$.Count", error.Message, StringComparison.Ordinal);
    }

    /// <summary>As metadata by hand, where nothing may be made by reflection; of a struct, of a nullable one, and by options.</summary>
    [Fact]
    public void A_converter_for_one_type()
    {
        var options = new JsonSerializerOptions
        {
            TypeInfoResolver = new Resolver(static o =>
                JsonMetadataServices.CreateValueInfo<Loop>(o, IsomerJsonConverter.For<Loop>(JsonOptions.Web)),
                static o => JsonMetadataServices.CreateValueInfo<DateTime?>(o, IsomerJsonConverter.For<DateTime?>())),
        };
        string text = JsonSerializer.Serialize(new Loop { Name = "a", Next = new Loop() }, options);
        Assert.Equal("""{"name":"a","next":{"name":null,"next":null}}""", text);
        Assert.Equal("a", JsonSerializer.Deserialize<Loop>(text, options)!.Name);
        Assert.Null(JsonSerializer.Deserialize<Loop>("null", options));
        DateTime? day = new DateTime(2026, 11, 30, 0, 0, 0, DateTimeKind.Utc);
        Assert.Equal("\"2026-11-30T00:00:00Z\"", JsonSerializer.Serialize(day, options));
        Assert.Null(JsonSerializer.Deserialize<DateTime?>("null", options));
    }

    sealed class Resolver(params Func<JsonSerializerOptions, JsonTypeInfo>[] infos)
        : IJsonTypeInfoResolver
    {
        public JsonTypeInfo? GetTypeInfo(Type type, JsonSerializerOptions options) =>
            infos.Select(i => i(options)).FirstOrDefault(i => i.Type == type);
    }

    public class Loop
    {
        public string? Name { get; set; }
        public Loop? Next { get; set; }
    }

    [JsonConverter(typeof(IsomerJsonConverter))]
    public class Marked
    {
        public string? Name { get; set; }
        public int Count;
    }
}
