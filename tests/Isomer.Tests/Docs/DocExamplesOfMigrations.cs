using System.Globalization;
using System.Text.Json;
using System.Text.Json.Serialization;
using Isomer.Formats;
using Newtonsoft.Json;
using Newtonsoft.Json.Linq;
using Xunit;

namespace Isomer.Tests.Docs;

/// <summary>The code of docs/from-system-text-json.md and docs/from-newtonsoft.md, and what these pages claim.</summary>
public class DocExamplesOfMigrations
{
    public enum Colour { Red, Green }

    public record Line(string Product, decimal Price);

    public class Order
    {
        public int Id { get; set; }
        public string? Customer { get; set; }
        public Colour Colour { get; set; }
        public DateTime At { get; set; }
        public List<Line> Lines { get; set; } = [];
        public Dictionary<Guid, TimeSpan> Took { get; set; } = [];
    }

    public class Animal { public string? Name { get; set; } }

    public class Dog : Animal { public bool Barks { get; set; } }

    public class Counter
    {
        public int Value { get; private set; }
        [Member] public int Kept { get; private set; }
        public void Count() => (Value, Kept) = (Value + 1, Kept + 1);
    }

    public enum Size { Small, VeryLarge }

    public class Document
    {
        public JsonElement Content { get; set; }
        public Size Size { get; set; }
    }

    static Order Example => new() { Id = 7, Customer = "Åsa & <Ann>", Colour = Colour.Green, At = new(2024, 1, 2, 3, 4, 5, DateTimeKind.Utc), Lines = [new("tea", 2.50m)], Took = { [Guid.Empty] = TimeSpan.FromMinutes(90) } };

    [Fact]
    public void FromSystemTextJson()
    {
        var order = Example;
        using var stream = new MemoryStream();

        byte[] bytes = Json.Serialize(order);
        string text = Json.ToText(order);
        Order back = Json.FromText<Order>(text);
        Json.Serialize(stream, order);

        Assert.Equal(System.Text.Json.JsonSerializer.SerializeToUtf8Bytes(order), bytes);
        Assert.Equal(bytes, stream.ToArray());
        Assert.Equal(text, Json.ToText(back));

        var theirs = new JsonSerializerOptions(JsonSerializerDefaults.Web) { Converters = { new JsonStringEnumConverter(JsonNamingPolicy.SnakeCaseLower) } };
        var options = JsonOptions.From(theirs);
        string document = Json.ToText(new Document { Content = JsonDocument.Parse("""{"a":[1.50]}""").RootElement, Size = Size.VeryLarge }, options);

        Assert.Equal("""{"content":{"a":[1.50]},"size":"very_large"}""", document);
        Assert.Equal("""{"a":[1.50]}""", Json.FromText<Document>(document, options).Content.GetRawText());
    }

    /// <summary>A private setter is not for JSON to call, there and here, unless it says so; Compact gives back what it took.</summary>
    [Fact]
    public void PrivateSetters()
    {
        var counter = new Counter();
        counter.Count();
        string text = Json.ToText(counter);
        Assert.Equal("""{"Value":1,"Kept":1}""", text);
        Assert.Equal(0, System.Text.Json.JsonSerializer.Deserialize<Counter>(text)!.Value);
        Assert.Equal((0, 1), (Json.FromText<Counter>(text).Value, Json.FromText<Counter>(text).Kept));
        var compact = Compact.Deserialize<Counter>(Compact.Serialize(counter));
        Assert.Equal((1, 1), (compact.Value, compact.Kept));
        var options = new JsonOptions { Convention = Convention.Plain.WithHiddenSetters() };
        Assert.Equal(1, Json.FromText<Counter>(text, options).Value);
    }

    [Fact]
    public void FromNewtonsoft()
    {
        var order = Example;

        var options = new JsonOptions { Escaping = JsonEscaping.Minimal, IgnoreCase = true, Numbers = JsonNumbers.NamedFloats };
        string text = Json.ToText(order, options);
        Order back = Json.FromText<Order>(text, options);

        Assert.Equal(JsonConvert.SerializeObject(order), text);
        Assert.Equal(text, JsonConvert.SerializeObject(back));
        Assert.Equal(JsonConvert.SerializeObject(order, Formatting.Indented), Json.ToText(order, options with { Indented = true }).ReplaceLineEndings());
        Assert.Equal("""[1.0,"NaN"]""", JsonConvert.SerializeObject(new[] { 1, double.NaN }));
        Assert.Equal("""[1,"NaN"]""", Json.ToText(new[] { 1, double.NaN }, options));
    }

    [Fact]
    public void TypesNamedByNewtonsoft()
    {
        string old = JsonConvert.SerializeObject(new Animal[] { new Dog { Name = "Rex", Barks = true } }, new JsonSerializerSettings { TypeNameHandling = TypeNameHandling.Auto });
        string oldName = $"{typeof(Dog).FullName}, {typeof(Dog).Assembly.GetName().Name}";
        Assert.Contains(oldName, old, StringComparison.Ordinal);

        var options = new JsonOptions { Convention = Convention.Plain.WithSubtype<Animal, Dog>(oldName) };
        Animal[] animals = Json.FromText<Animal[]>(old, options);

        Assert.True(Assert.IsType<Dog>(animals[0]).Barks);
        Assert.Equal(old, Json.ToText(animals, options with { Escaping = JsonEscaping.Minimal }));
    }

    [Fact]
    public void TypesNamedAsByNewtonsoft()
    {
        var named = new JsonOptions { TypeNames = JsonTypeNames.All, Types = JsonTypes.None.With<Dog>("Zoo.OldDog, Zoo") };
        object? read = Json.FromText<object>("""{"$type":"Zoo.OldDog, Zoo","Name":"Rex"}""", named);

        Assert.Equal("Rex", Assert.IsType<Dog>(read).Name);
        Assert.StartsWith("{\"$type\":\"Zoo.OldDog, Zoo\",", Json.ToText(read, named), StringComparison.Ordinal);
    }

    public sealed class IsomerNewtonsoftConverter(params Type[] types) : Newtonsoft.Json.JsonConverter
    {
        public override bool CanConvert(Type objectType) => types.Contains(objectType);

        public override void WriteJson(JsonWriter writer, object? value, Newtonsoft.Json.JsonSerializer serializer) =>
            writer.WriteRawValue(value is null ? "null" : Json.ToText(value, value.GetType()));

        public override object? ReadJson(JsonReader reader, Type objectType, object? existingValue, Newtonsoft.Json.JsonSerializer serializer)
        {
            var (dates, floats) = (reader.DateParseHandling, reader.FloatParseHandling);
            (reader.DateParseHandling, reader.FloatParseHandling) = (DateParseHandling.None, FloatParseHandling.Decimal);
            string text = JRaw.Create(reader).ToString(CultureInfo.InvariantCulture);
            (reader.DateParseHandling, reader.FloatParseHandling) = (dates, floats);
            return Json.FromText(text, objectType);
        }
    }

    public record Moved(int Id, string? Text, DateTime When, decimal Price, List<Moved>? Inner);

    public class Staying
    {
        public Moved? One { get; set; }
        public List<Moved?>? Many { get; set; }
        public Dictionary<string, Moved>? Map { get; set; }
        public int After { get; set; }
    }

    /// <summary>A type by Isomer within what Json.NET writes and reads: members, items, values, the root.</summary>
    [Fact]
    public void OneTypeAtATimeInNewtonsoft()
    {
        var settings = new JsonSerializerSettings { Converters = { new IsomerNewtonsoftConverter(typeof(Moved)) } };
        for (int seed = 0; seed < 50; seed++)
        {
            var random = new Random(seed);
            Moved Make(int depth) => new(random.Next(), random.Next(3) == 0 ? null : "2020-01-02T03:04:05Z", new DateTime(2020, 1, 2, 3, 4, 5, DateTimeKind.Utc).AddTicks(random.Next()), random.Next(100000) / 100m,
                depth == 0 ? null : [Make(depth - 1), Make(depth - 1)]);
            var value = new Staying { One = Make(1), Many = [Make(0), null], Map = new() { ["a"] = Make(1) }, After = 5 };
            string text = JsonConvert.SerializeObject(value, settings);
            Assert.Equal("{\"One\":" + Json.ToText(value.One) + ",\"Many\":[" + Json.ToText(value.Many[0]) + ",null],\"Map\":{\"a\":" + Json.ToText(value.Map["a"]) + "},\"After\":5}", text);
            var back = JsonConvert.DeserializeObject<Staying>(text, settings)!;
            Assert.Equal(Json.ToText(value), Json.ToText(back));
            Assert.Equal(Json.ToText(value.One), Json.ToText(JsonConvert.DeserializeObject<Moved>(JsonConvert.SerializeObject(value.One, settings), settings)));
        }
    }

    [System.Runtime.Serialization.DataContract]
    public class Marked
    {
        [JsonProperty("a"), System.Runtime.Serialization.DataMember(Name = "b")] public int Id { get; set; }
        [Newtonsoft.Json.JsonIgnore, System.Runtime.Serialization.IgnoreDataMember] public int Left { get; set; }
    }

    [Fact]
    public void AttributesOfNewtonsoftDoNotCount()
    {
        Assert.Contains("[JsonPropertyName]", Assert.Throws<NotSupportedException>(() => Json.ToText(new Marked())).Message, StringComparison.Ordinal);

        var options = new JsonOptions { Convention = Convention.Plain.WithIgnoredAttributes("Newtonsoft.Json") };
        Assert.Equal("""{"Id":1,"Left":2}""", Json.ToText(new Marked { Id = 1, Left = 2 }, options));
    }

    public class Linked { public string? Name { get; set; } public Linked? Next { get; set; } public List<Linked> Others { get; set; } = []; }

    [Fact]
    public void ReferencesOfNewtonsoft()
    {
        var one = new Linked { Name = "one" };
        one.Next = one;
        one.Others.Add(one);
        string old = JsonConvert.SerializeObject(one, new JsonSerializerSettings { PreserveReferencesHandling = PreserveReferencesHandling.Objects });
        var back = Json.FromText<Linked>(old, new JsonOptions { References = References.Preserve });
        Assert.Same(back, back.Next);
        Assert.Same(back, back.Others[0]);
    }

    public class Lenient { public int Id { get; set; } public string? Name { get; set; } }

    [Fact]
    public void WhatNewtonsoftReads()
    {
        var lenient = new JsonOptions { IgnoreCase = true, Leniency = JsonLeniency.Json5, Numbers = JsonNumbers.ReadFromString };
        Assert.Equal(("x", 5), (Json.FromText<Lenient>("""{'name':'x', /* */ id:"5",}""", lenient).Name, Json.FromText<Lenient>("""{'name':'x', /* */ id:"5",}""", lenient).Id));
        Assert.Throws<WireFormatException>(() => Json.FromText<Lenient>("""{"Name":true}""", lenient));
        Assert.Equal("True", JsonConvert.DeserializeObject<Lenient>("""{"Name":true}""")!.Name, ignoreCase: true);

        Node order = Json.ParseNode("""{"id":7,"lines":[{"price":2.50}]}""")!;
        decimal price = order.Select("$.lines[0].price").Single()!.As<decimal>();
        order["id"] = 8;
        Assert.Equal((2.50m, 8), (price, order["id"]!.As<int>()));
    }
}
