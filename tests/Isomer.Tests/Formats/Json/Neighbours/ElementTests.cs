using System.Text.Encodings.Web;
using System.Text.Json;
using System.Text.Json.Nodes;
using Xunit;

namespace Isomer.Tests.Formats;

/// <summary>
/// System.Text.Json's values of no type within ours: random JSON, in every place, against System.Text.Json itself; and through every other
/// format.
/// </summary>
public class ElementTests
{
    public class Places
    {
        public int Before { get; set; } = 1;
        public JsonElement Element { get; set; }
        public JsonElement? Maybe { get; set; }
        public JsonNode? Node { get; set; }
        public JsonObject? Object { get; set; }
        public JsonArray? Array { get; set; }
        public JsonValue? Value { get; set; }
        public JsonDocument? Document { get; set; }
        public List<JsonElement>? List { get; set; }
        public Dictionary<string, JsonNode?>? Map { get; set; }
        public int After { get; set; } = 2;
    }

    static JsonElement Element(string json) => JsonDocument.Parse(json).RootElement;

    static Places Make(Random random)
    {
        string Any() => RandomJson.Text(random);
        return new Places
        {
            Element = Element(Any()),
            Maybe = random.Next(2) == 0 ? null : Element(Any()),
            Node = JsonNode.Parse(Any()),
            Object = random.Next(4) == 0 ? null : (JsonObject)JsonNode.Parse(RandomJson.Of(random, '{'))!,
            Array = random.Next(4) == 0 ? null : (JsonArray)JsonNode.Parse(RandomJson.Of(random, '['))!,
            Value = random.Next(3) switch { 0 => null, 1 => (JsonValue)JsonNode.Parse(RandomJson.Of(random, '"'))!, _ => Clr(random) },
            Document = random.Next(4) == 0 ? null : JsonDocument.Parse(RandomJson.Of(random, '{')),
            List = [Element(Any()), Element(Any())],
            Map = new()
            {
                ["a"] = JsonNode.Parse(Any()),
                ["b"] = null,
                ["c"] = new JsonObject { ["x"] = 1.50m, ["y"] = new JsonArray(1, "a", null) }
            },
        };
    }

    /// <summary>A value of the CLR that nothing was parsed for: each has a class of its own.</summary>
    static JsonValue Clr(Random random) => random.Next(6) switch
    {
        0 => JsonValue.Create(random.Next()),
        1 => JsonValue.Create(1.10m),
        2 => JsonValue.Create("ä<"),
        3 => JsonValue.Create(new DateTime(2020, 1, 2, 3, 4, 5, DateTimeKind.Utc)),
        4 => JsonValue.Create(true),
        _ => JsonValue.Create(new Guid("00112233-4455-6677-8899-aabbccddeeff")),
    };

    static readonly (JsonOptions Ours, JsonSerializerOptions Theirs)[] Pairs =
    [
        (JsonOptions.Default, JsonCheck.Stj),
        (new() { Escaping = JsonEscaping.Relaxed }, JsonCheck.StjWith(o => o.Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping)),
        (new() { Indented = true, NewLine = "\n" }, JsonCheck.StjWith(o => (o.WriteIndented, o.NewLine) = (true, "\n"))),
        (new() { Naming = JsonNaming.Camel, Omit = JsonOmit.WhenNull },
            JsonCheck.StjWith(
                o => (o.PropertyNamingPolicy, o.DefaultIgnoreCondition) = (JsonNamingPolicy.CamelCase,
                    System.Text.Json.Serialization.JsonIgnoreCondition.WhenWritingNull))),
    ];

    [Fact]
    public void Random_values_in_every_place()
    {
        for (int seed = 0; seed < 300; seed++)
        {
            var value = Make(new Random(seed));
            foreach (var (ours, theirs) in Pairs)
                JsonCheck.Same(value, ours, theirs);
            JsonCheck.Same(value.Element);
            JsonCheck.Same(value.Node);
            JsonCheck.Same(value.Array);
            JsonCheck.Same(value.Document);
        }
    }

    [Fact]
    public void The_text_is_kept_as_it_stood()
    {
        for (int seed = 0; seed < 300; seed++)
        {
            string text = RandomJson.Text(new Random(seed)).Trim();
            string within = $$"""{"Before":1, "Element" : {{text}} ,"List":[{{text}}],"After":2}""";
            var theirs = JsonSerializer.Deserialize<Places>(within)!;
            foreach (var options in JsonCheck.Tiers())
            {
                var ours = Json.FromText<Places>(within, options)!;
                Assert.Equal(theirs.Element.GetRawText(), ours.Element.GetRawText());
                Assert.Equal(theirs.List![0].GetRawText(), ours.List![0].GetRawText());
                Assert.Equal(2, ours.After);
                Assert.Equal(JsonSerializer.Deserialize<JsonElement>(text).GetRawText(),
                    Json.FromText<JsonElement>(text, options).GetRawText());
            }
        }
    }

    [Fact]
    public void Behind_object_and_in_extension_data()
    {
        for (int seed = 0; seed < 100; seed++)
        {
            var random = new Random(seed);
            var map = new Dictionary<string, object?>
            {
                ["a"] = Element(RandomJson.Text(random)),
                ["b"] = JsonNode.Parse(RandomJson.Text(random)),
                ["c"] = Clr(random),
                ["d"] = new JsonArray(1)
            };
            JsonCheck.SameText(map);
            JsonCheck.SameText(new Extended { Rest = map });
            JsonCheck.SameText<object[]>([map["a"]!, map["d"]!]);
        }
    }

    public class Extended
    {
        public int Id { get; set; }

        [System.Text.Json.Serialization.JsonExtensionData]
        public Dictionary<string, object?>? Rest { get; set; }
    }

    [Fact]
    public void Through_other_formats()
    {
        for (int seed = 0; seed < 100; seed++)
        {
            var value = Make(new Random(seed));
            string expected = JsonSerializer.Serialize(value);
            foreach (var tier in new[] { ShapeTier.Emitted, ShapeTier.Reflection })
            {
                var convention = Convention.Plain.WithTier(tier);
                var compact = new CompactOptions { Convention = convention };
                Assert.Equal(expected, JsonSerializer.Serialize(Compact.Deserialize<Places>(Compact.Serialize(value, compact), compact)));
                var graph = JsonOptions.Graph with { Convention = convention };
                Assert.Equal(expected, JsonSerializer.Serialize(Json.Deserialize<Places>(Json.Serialize(value, graph), graph)));
            }
            Assert.Equal(expected, JsonSerializer.Serialize(DeepCopy.Of(value)));
        }
    }

    [Fact]
    public void Another_kind_is_refused_with_its_place()
    {
        Assert.Equal("$.Object", JsonCheck.SameRefusal<Places>("""{"Object":[1]}""").Path);
        Assert.Equal("$.Array", JsonCheck.SameRefusal<Places>("""{"Before":1,"Array":{}}""").Path);
        // An InvalidOperationException there.
        Assert.Equal("$.Value", Assert.Throws<WireFormatException>(() => Json.FromText<Places>("""{"Value":[]}""")).Path);
        JsonCheck.SameRefusal<Places>("""{"Element":}""");
        JsonCheck.SameRefusal<Places>("""{"Element":{"a":1,}}""");
        JsonCheck.SameRefusal<Places>($$"""{"Element":{{new string('[', 70)}}{{new string(']', 70)}}}""");
        Assert.Contains("never set", Assert.Throws<NotSupportedException>(() => Json.Serialize(new Places())).Message,
            StringComparison.Ordinal);
    }

    [Fact]
    public void Text_that_is_more_than_JSON_and_duplicates()
    {
        var lenient = new JsonOptions { Leniency = JsonLeniency.Json5 };
        Assert.Equal("""{"a":[1,16]}""", JsonSerializer.Serialize(Json.FromText<JsonElement>("{a:[1,0x10,], /* no more */}", lenient)));
        JsonCheck.SameRefusal<Places>("""{"Element":{"a":1,"a":2}}""", new() { Duplicates = JsonMembers.Refuse },
            JsonCheck.StjWith(o => o.AllowDuplicateProperties = false));
        JsonCheck.SameText(new List<JsonElement> { Element("""{"a":1,"a":2}""") });
    }

    /// <summary>
    /// Null is a document of null to System.Text.Json, and to texts that are its; formats that give back what they took have no document
    /// then.
    /// </summary>
    [Fact]
    public void A_document_of_null()
    {
        foreach (var tier in Isomer.Tests.Core.Wires.Tiers(null))
        {
            var options = new JsonOptions { Convention = tier };
            var theirs = JsonSerializer.Deserialize<Places>("""{"Document":null}""")!;
            var ours = Json.FromText<Places>("""{"Document":null}""", options)!;
            Assert.Equal(JsonValueKind.Null, theirs.Document!.RootElement.ValueKind);
            Assert.Equal(JsonValueKind.Null, ours.Document!.RootElement.ValueKind);
            Assert.Null(Json.FromText<Places>("{}", options)!.Document);
            Assert.Equal(JsonValueKind.Null, Json.FromText<JsonDocument>("null", options)!.RootElement.ValueKind);
            var all = new[] { JsonDocument.Parse("null"), null, JsonDocument.Parse("[1]") };
            Assert.Equal(JsonSerializer.Serialize(all), Json.ToText(all, options));
            Assert.DoesNotContain("Document", Json.ToText(new Places { Element = Element("1") }, options with { Omit = JsonOmit.WhenNull }),
                StringComparison.Ordinal);
            Assert.Null(DeepCopy.Of(new[] { (JsonDocument?)null }, tier)[0]);
            var graph = JsonOptions.Graph with { Convention = tier };
            Assert.Null(Json.FromText<JsonDocument?[]>("[null]", graph)![0]);
        }
    }
}
