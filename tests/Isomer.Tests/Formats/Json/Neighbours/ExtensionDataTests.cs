using System.Text;
using System.Text.Json;
using System.Text.Json.Nodes;
using Newtonsoft.Json;
using Newtonsoft.Json.Linq;
using Xunit;
using Extension = System.Text.Json.Serialization.JsonExtensionDataAttribute;

namespace Isomer.Tests.Formats;

/// <summary>
/// Extension data in all forms that System.Text.Json has, and Json.NET's: random members against the originals, in every place of an
/// extension dictionary.
/// </summary>
public class ExtensionDataTests
{
    public class Elements
    {
        public int Id { get; set; }
        [Extension] public Dictionary<string, JsonElement>? Rest { get; set; }
    }

    public class Interface
    {
        public int Id { get; set; }
        [Extension] public IDictionary<string, JsonElement>? Rest { get; set; }
    }

    public class OwnMap : Dictionary<string, JsonElement>;

    public class Own
    {
        public int Id { get; set; }
        [Extension] public OwnMap? Rest { get; set; }
    }

    public class Sorted
    {
        public int Id { get; set; }
        [Extension] public SortedDictionary<string, object?>? Rest { get; set; }
    }

    public class Filled
    {
        public int Id { get; set; }
        [Extension] public Dictionary<string, JsonElement> Rest { get; } = new() { ["first"] = JsonDocument.Parse("[1.0]").RootElement };
    }

    public record Constructed(int Id)
    {
        [Extension] public Dictionary<string, JsonElement>? Rest { get; set; }
    }

    public struct Struct
    {
        public int Id { get; set; }
        [Extension] public Dictionary<string, JsonElement>? Rest { get; set; }
    }

    public class Node
    {
        public int Id { get; set; }
        [Extension] public JsonObject? Rest { get; set; }
    }

    public record ConstructedNode(int Id)
    {
        [Extension] public JsonObject? Rest { get; set; }
    }

    public class FilledNode
    {
        public int Id { get; set; }
        [Extension] public JsonObject Rest { get; } = [];
    }

    public class Tokens
    {
        public int Id { get; set; }
        [Extension, Newtonsoft.Json.JsonExtensionData] public IDictionary<string, JToken?>? Rest { get; set; }
    }

    public class Within<T>
    {
        public T? Member { get; set; }
        public List<T>? List { get; set; }
        public Dictionary<string, T>? Map { get; set; }
    }

    /// <summary>An object of random members, an Id among them at times.</summary>
    static string Text(Random random)
    {
        string text = RandomJson.Of(random, '{').Trim();
        return random.Next(3) == 0 || text[1..].TrimStart() == "}" ? text : text.Insert(1, $"\"Id\":{random.Next()},");
    }

    static void AsSystemTextJson<T>()
    {
        for (int seed = 0; seed < 60; seed++)
        {
            var random = new Random(seed);
            var (one, other) = (Text(random), Text(random));
            foreach (var (ours, theirs) in new[] { (JsonOptions.Default, JsonCheck.Stj),
                (new() { Indented = true, NewLine = "\n", Omit = JsonOmit.WhenNull, KeyNaming = JsonNaming.Upper },
                JsonCheck.StjWith(
                    o => (o.WriteIndented, o.NewLine, o.DefaultIgnoreCondition) = (true, "\n",
                        System.Text.Json.Serialization.JsonIgnoreCondition.WhenWritingNull))) })
            {
                JsonCheck.SameReading<T>(one, ours, theirs);
                JsonCheck.SameText(System.Text.Json.JsonSerializer.Deserialize<T>(one, theirs), ours, theirs);
            }
            JsonCheck.Same(
                System.Text.Json.JsonSerializer.Deserialize<Within<T>>(
                    $$$"""{"Member":{{{one}}},"List":[{{{other}}},{{{one}}}],"Map":{"a":{{{other}}}}}""", JsonCheck.Stj)!);
        }
    }

    [Fact]
    public void Elements_in_every_form_are_as_in_System_Text_Json()
    {
        AsSystemTextJson<Elements>();
        AsSystemTextJson<Interface>();
        AsSystemTextJson<Own>();
        AsSystemTextJson<Constructed>();
        AsSystemTextJson<Struct>();
    }

    /// <summary>
    /// System.Text.Json of .NET 10 writes a JsonObject there as <c>{"Id":1,{...}}</c>, which is no JSON: what its elements are written as
    /// is what is meant.
    /// </summary>
    static void AsElements<T>(Func<T, JsonObject?> rest)
    {
        for (int seed = 0; seed < 60; seed++)
        {
            string text = Text(new Random(seed));
            string expected = System.Text.Json.JsonSerializer.Serialize(System.Text.Json.JsonSerializer.Deserialize<Elements>(text));
            string? theirs = rest(System.Text.Json.JsonSerializer.Deserialize<T>(text)!)?.ToJsonString();
            foreach (var options in JsonCheck.Tiers())
            {
                var read = Json.FromText<T>(text, options);
                Assert.Equal(theirs, rest(read)?.ToJsonString());
                Assert.Equal(expected, Json.ToText(read, options));
                using var stream = new MemoryStream();
                Json.Serialize(stream, new Within<T> { List = [read, read] }, options);
                Assert.Equal($$"""{"Member":null,"List":[{{expected}},{{expected}}],"Map":null}""",
                    Encoding.UTF8.GetString(stream.ToArray()));
            }
        }
    }

    [Fact]
    public void A_JsonObject_is_flat_as_elements_are()
    {
        AsElements<Node>(static n => n.Rest);
        AsElements<ConstructedNode>(static n => n.Rest);
    }

    [Fact]
    public void Tokens_are_as_in_Json_NET_and_keep_their_digits()
    {
        var settings = new JsonSerializerSettings
        { DateParseHandling = DateParseHandling.None, FloatParseHandling = FloatParseHandling.Decimal };
        for (int seed = 0; seed < 60; seed++)
        {
            string text = Text(new Random(seed));
            string expected = System.Text.Json.JsonSerializer.Serialize(System.Text.Json.JsonSerializer.Deserialize<Elements>(text));
            foreach (var options in JsonCheck.Tiers())
            {
                var read = Json.FromText<Tokens>(text, options);
                Assert.Equal(expected, Json.ToText(read, options));
                Assert.Equal(expected, Json.ToText(Json.FromText<Tokens>(expected, options), options));
                if (text.Contains("1e400", StringComparison.Ordinal) || text.Contains("1E-7", StringComparison.Ordinal)
                    || text.Contains("12345678901234567.89", StringComparison.Ordinal) || text.Contains("-0", StringComparison.Ordinal))
                    continue;
                var theirs = JsonConvert.DeserializeObject<Tokens>(text, settings)!;
                Assert.Equal(theirs.Rest?.Keys, read.Rest?.Keys);
                foreach (var (name, value) in theirs.Rest ?? new Dictionary<string, JToken?>())
                    Assert.True(JToken.DeepEquals(value, read.Rest![name]), $"{name} of {text}");
            }
        }
    }

    /// <summary>System.Text.Json drops what comes for an extension dictionary without a setter.</summary>
    [Fact]
    public void One_without_a_setter_is_filled()
    {
        for (int seed = 0; seed < 30; seed++)
        {
            string text = Text(new Random(seed));
            string expected = System.Text.Json.JsonSerializer.Serialize(System.Text.Json.JsonSerializer.Deserialize<Elements>(text));
            foreach (var options in JsonCheck.Tiers())
            {
                Assert.Equal(expected, Json.ToText(Json.FromText<FilledNode>(text, options), options));
                var filled = Json.FromText<Filled>(text, options);
                Assert.True(filled.Rest.Remove("first"));
                Assert.Equal(expected, Json.ToText(new Elements { Id = filled.Id, Rest = filled.Rest }, options));
            }
        }
    }

    [Fact]
    public void A_class_of_objects_is_made_where_there_is_none()
    {
        const string Text = """{"b":1.50,"Id":3,"a":[1,{"x":null}],"c":null}""";
        foreach (var options in JsonCheck.Tiers())
            Assert.Equal("""{"Id":3,"a":[1,{"x":null}],"b":1.50,"c":null}""", Json.ToText(Json.FromText<Sorted>(Text, options), options));
    }

    [Fact]
    public void Through_other_formats()
    {
        for (int seed = 0; seed < 30; seed++)
        {
            var elements = System.Text.Json.JsonSerializer.Deserialize<Elements>(Text(new Random(seed)))!;
            var node = System.Text.Json.JsonSerializer.Deserialize<Node>(Text(new Random(seed)))!;
            var tokens = Json.FromText<Tokens>(Text(new Random(seed)));
            foreach (var tier in new[] { ShapeTier.Emitted, ShapeTier.Reflection })
            {
                var compact = new CompactOptions { Convention = Convention.Plain.WithTier(tier) };
                var graph = JsonOptions.Graph with { Convention = Convention.Plain.WithTier(tier) };
                Same(elements, v => Compact.Deserialize<Elements>(Compact.Serialize(v, compact), compact));
                Same(elements, v => Json.Deserialize<Elements>(Json.Serialize(v, graph), graph));
                Same(node, v => Compact.Deserialize<Node>(Compact.Serialize(v, compact), compact));
                Same(node, v => Json.Deserialize<Node>(Json.Serialize(v, graph), graph));
                Same(tokens, v => Compact.Deserialize<Tokens>(Compact.Serialize(v, compact), compact));
                Same(tokens, v => Json.Deserialize<Tokens>(Json.Serialize(v, graph), graph));
            }
            Same(elements, static v => DeepCopy.Of(v));
            Same(node, static v => DeepCopy.Of(v));
        }

        static void Same<T>(T value, Func<T, T> through) => Assert.Equal(Json.ToText(value), Json.ToText(through(value)));
    }

    public class OfNumbers
    {
        [Extension] public Dictionary<string, int>? Rest { get; set; }
    }

    public class OfNone
    {
        [Extension] public Unmade? Rest { get; set; }
    }

    public interface IBag : IDictionary<string, JsonElement>;

    public class OfOwnInterface
    {
        [Extension] public IBag? Rest { get; set; }
    }

    public class Unmade : Dictionary<string, JsonElement>
    {
        public Unmade(int capacity) : base(capacity)
        {
        }
    }

    [Fact]
    public void What_is_none_is_refused_with_what_would_be()
    {
        Assert.Contains("Dictionary<string, JsonElement>", Assert.Throws<NotSupportedException>(() => Json.ToText(new OfNumbers())).Message,
            StringComparison.Ordinal);
        Assert.Contains("IBag", Assert.Throws<NotSupportedException>(() => Json.FromText<OfOwnInterface>("""{"a":1}""")).Message,
            StringComparison.Ordinal);
        Assert.Contains("parameterless constructor", Assert.Throws<NotSupportedException>(() => Json.ToText(new OfNone())).Message,
            StringComparison.Ordinal);
        Assert.Contains("'Id'",
            Assert.Throws<NotSupportedException>(() => Json.ToText(new Node { Rest = new JsonObject { ["Id"] = 1 } })).Message,
            StringComparison.Ordinal);
        Assert.Contains("never set",
            Assert.Throws<NotSupportedException>(() => Json.ToText(new Elements { Rest = new() { ["a"] = default } })).Message,
            StringComparison.Ordinal);
        Assert.Equal("$.a[1]", Assert.Throws<WireFormatException>(() => Json.FromText<Elements>("""{"a":[1,tru]}""")).Path);
    }
}
