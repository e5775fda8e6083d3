using System.Text.Json;
using System.Text.Json.Serialization;
using Xunit;

namespace Isomer.Tests.Formats;

/// <summary>
/// What the differential runs found at the edges of metadata: as System.Text.Json, or the deviation that docs/json.md lists.
/// </summary>
public class JsonDeviationMoreTests
{
    static readonly JsonOptions Preserving = new() { References = References.Preserve };
    static readonly JsonSerializerOptions TheirPreserving = JsonCheck.StjWith(o => o.ReferenceHandler = ReferenceHandler.Preserve);

    [JsonDerivedType(typeof(Cat), "cat")]
    public class Animal
    {
        public int Legs { get; set; }
    }

    public class Cat : Animal;

    [JsonDerivedType(typeof(Circle), "circle")]
    public interface IShape;

    [JsonDerivedType(typeof(Circle), "round")]
    public interface IRound : IShape;

    [JsonDerivedType(typeof(Torn), "other")]
    public interface IOther;

    [JsonDerivedType(typeof(Torn), "third")]
    public interface IThird;

    public class Circle : IRound;

    public class Torn : IThird, IOther;

    public class Told
    {
        public object? One { get; set; }
        public object? Two { get; set; }
    }

    [Fact]
    public void BehindObjectABaseTellsTheType()
    {
        foreach (object value in new object[] { new Cat { Legs = 4 }, new Animal(), new Circle(), new Torn(), 5 })
        {
            JsonCheck.SameText(new Told { One = value });
            JsonCheck.SameText(new List<object> { value });
            JsonCheck.SameText<object>(value);
        }
        JsonCheck.SameText(new List<object> { new Cat(), new Animal(), new Cat() });
    }

    [Fact]
    public void TheSecondOfOneTypeIsToldToo()
    {
        var twice = new Told { One = new Cat(), Two = new Cat() };
        Assert.Equal("""{"One":{"$type":"cat","Legs":0},"Two":{"Legs":0}}""", JsonSerializer.Serialize(twice));
        foreach (var options in JsonCheck.Tiers(new JsonOptions()))
            Assert.Equal("""{"One":{"$type":"cat","Legs":0},"Two":{"$type":"cat","Legs":0}}""", Json.ToText(twice, options));
    }

    public class Extended
    {
        public List<int> Unset { get; } = [];
        [JsonExtensionData] public Dictionary<string, object?>? More { get; set; }
    }

    /// <summary>Identities in extension data are text as any other, and come back as they were.</summary>
    [Theory]
    [InlineData("""{"$id":"1","a":{"$id":"1"},"b":{"$id":0}}""")]
    [InlineData("""{"$id":"1","a":{"$ref":"7","x":1}}""")]
    public void ExtensionDataKeepIdentities(string text)
    {
        Assert.Equal(text,
            JsonSerializer.Serialize(JsonSerializer.Deserialize<Extended>(text, TheirPreserving),
                JsonCheck.StjWith(o => o.ReferenceHandler = ReferenceHandler.Preserve))
                    .Replace("\"Unset\":{\"$id\":\"2\",\"$values\":[]},", "", StringComparison.Ordinal));
        foreach (var options in JsonCheck.Tiers(Preserving))
            Assert.Equal(text,
                Json.ToText(Json.FromText<Extended>(text, options), options)
                    .Replace("\"Unset\":{\"$id\":\"2\",\"$values\":[]},", "", StringComparison.Ordinal));
    }

    public class Pair
    {
        public Pair? Computed => null;
        public Pair? Other { get; set; }
        public Point? At { get; set; }
    }

    public struct Point
    {
        public int X { get; set; }
    }

    /// <summary>A value without setter is passed over, whatever identities it tells, unless something refers to one.</summary>
    [Fact]
    public void IdentitiesInWhatNothingTakes()
    {
        foreach (string text in new[] { """{"$id":"1","Computed":{"$id":"1"}}""",
            """{"$id":"1","Computed":{"$id":5,"x":[]},"Other":{"$id":"2"}}""" })
        {
            Assert.NotNull(JsonSerializer.Deserialize<Pair>(text, TheirPreserving));
            foreach (var options in JsonCheck.Tiers(Preserving))
                Assert.NotNull(Json.FromText<Pair>(text, options));
        }
        const string Referred = """{"$id":"1","Computed":{"$id":"2"},"Other":{"$ref":"2"}}""";
        Assert.Throws<JsonException>(() => JsonSerializer.Deserialize<Pair>(Referred, TheirPreserving));
        foreach (var options in JsonCheck.Tiers(Preserving))
            Assert.NotNull(Json.FromText<Pair>(Referred, options).Other);
    }

    /// <summary>A struct may tell an identity, once.</summary>
    [Theory]
    [InlineData("""{"$id":"1","At":{"$id":"2","X":3}}""", true)]
    [InlineData("""{"$id":"1","At":{"$id":"1","X":3}}""", false)]
    [InlineData("""{"$id":"1","At":{"X":3,"$id":"2"}}""", false)]
    [InlineData("""{"$id":"1","At":{"$id":2,"X":3}}""", false)]
    [InlineData("""{"$id":"1","At":{"$id":"2","X":3},"Other":{"$ref":"2"}}""", false)]
    public void StructsWithAnIdentity(string text, bool isRead)
    {
        foreach (var unknown in new[] { JsonMembers.Accept, JsonMembers.Refuse })
        {
            var theirs = JsonCheck.StjWith(
                o => (o.ReferenceHandler, o.UnmappedMemberHandling) = (ReferenceHandler.Preserve,
                    unknown == JsonMembers.Refuse ? JsonUnmappedMemberHandling.Disallow : JsonUnmappedMemberHandling.Skip));
            Assert.Equal(isRead ? 3 : null, Read(() => JsonSerializer.Deserialize<Pair>(text, theirs)!.At?.X));
            foreach (var options in JsonCheck.Tiers(Preserving with { Unknown = unknown }))
                Assert.Equal(isRead ? 3 : null, Read(() => Json.FromText<Pair>(text, options).At?.X));
        }
    }

    static int? Read(Func<int?> read)
    {
        try
        {
            return read();
        }
        catch (Exception e) when (e is JsonException or WireFormatException or InvalidOperationException)
        {
            return null;
        }
    }

    /// <summary>A type that has no subtypes knows no $type: it is a name.</summary>
    [Fact]
    public void ATypeNobodyAskedFor()
    {
        const string Text = """{"$type":"x","a":1}""";
        foreach (bool anywhere in new[] { false, true })
        {
            var theirs = JsonCheck.StjWith(o => o.AllowOutOfOrderMetadataProperties = anywhere);
            Assert.Equal(2, JsonSerializer.Deserialize<Extended>(Text, theirs)!.More!.Count);
            Assert.Throws<JsonException>(
                () => JsonSerializer.Deserialize<Told>(Text,
                    JsonCheck.StjWith(
                        o => (o.AllowOutOfOrderMetadataProperties, o.UnmappedMemberHandling) = (anywhere,
                            JsonUnmappedMemberHandling.Disallow))));
            foreach (var options in JsonCheck.Tiers(new JsonOptions { TypeAnywhere = anywhere }))
            {
                Assert.Equal(2, Json.FromText<Extended>(Text, options).More!.Count);
                Assert.Throws<WireFormatException>(() => Json.FromText<Told>(Text, options with { Unknown = JsonMembers.Refuse }));
            }
        }
    }

    public class Populated
    {
        [JsonObjectCreationHandling(JsonObjectCreationHandling.Populate)] public Animal Pet { get; set; } = new() { Legs = 3 };
    }

    [Fact]
    public void PopulateOfATypeWithSubtypes()
    {
        Assert.Throws<InvalidOperationException>(() => JsonSerializer.Deserialize<Populated>("""{"Pet":{}}"""));
        foreach (var options in JsonCheck.Tiers(new JsonOptions()))
            Assert.Equal(3, Json.FromText<Populated>("""{"Pet":{}}""", options).Pet.Legs);
    }

    [Fact]
    public void AStructBehindObjectHasNoIdentity()
    {
        var told = new Told { One = new Point { X = 1 } };
        Assert.Equal("""{"$id":"1","One":{"$id":"2","X":1},"Two":null}""", JsonSerializer.Serialize(told, TheirPreserving));
        foreach (var options in JsonCheck.Tiers(Preserving))
            Assert.Equal("""{"$id":"1","One":{"X":1},"Two":null}""", Json.ToText(told, options));
    }

    [Fact]
    public void PopulateWithIdentities()
    {
        Assert.Throws<InvalidOperationException>(
            () => JsonSerializer.Deserialize<Held>("""{"$id":"1","At":{"$id":"2"}}""", TheirPreserving));
        foreach (var options in JsonCheck.Tiers(Preserving))
            Assert.Equal(3, Json.FromText<Held>("""{"$id":"1","At":{"$id":"2"}}""", options).At.Quoted);
    }

    public class Held
    {
        [JsonObjectCreationHandling(JsonObjectCreationHandling.Populate)]
        public JsonDeviationTests.Holder At { get; set; } = new() { Quoted = 3 };
    }

    public class WrittenOnly
    {
        [JsonIgnore(Condition = JsonIgnoreCondition.WhenReading)] public object? Any { get; set; }
        [JsonIgnore(Condition = JsonIgnoreCondition.WhenReading)] public int Number { get; set; }
        public int Other { get; set; }
    }

    /// <summary>A member that says when it is ignored is written whatever the options leave out.</summary>
    [Fact]
    public void WhatIsIgnoredAtReadingIsWritten()
    {
        Assert.Equal("""{"Any":null,"Number":0}""",
            JsonCheck.SameText(new WrittenOnly(), new JsonOptions { Omit = JsonOmit.WhenDefault },
                JsonCheck.StjWith(o => o.DefaultIgnoreCondition = JsonIgnoreCondition.WhenWritingDefault)));
        JsonCheck.SameText(new WrittenOnly(), new JsonOptions { Omit = JsonOmit.WhenNull },
            JsonCheck.StjWith(o => o.DefaultIgnoreCondition = JsonIgnoreCondition.WhenWritingNull));
    }

    [Fact]
    public void IndentedNumbersOf128BitsInQuotes()
    {
        var theirs =
            JsonCheck.StjWith(o => (o.WriteIndented, o.NewLine, o.NumberHandling) = (true, "\n", JsonNumberHandling.WriteAsString));
        Assert.Equal("[\"1\",\"2\"\n]", JsonSerializer.Serialize<Int128[]>([1, 2], theirs));
        foreach (var options in JsonCheck.Tiers(new JsonOptions { Indented = true, NewLine = "\n", Numbers = JsonNumbers.WriteAsString }))
            Assert.Equal("[\n  \"1\",\n  \"2\"\n]", Json.ToText<Int128[]>([1, 2], options));
    }

    /// <summary>
    /// At each depth about the limit: what we write and read is what System.Text.Json does, but that it writes what stands at the limit
    /// only if that is empty.
    /// </summary>
    [Fact]
    public void What_stands_at_the_depth_of_the_limit_may_hold_values()
    {
        for (int most = 1; most <= 8; most++)
        {
            var ours = new JsonOptions { Limits = new Limits { MaxDepth = most } };
            var theirs = new System.Text.Json.JsonSerializerOptions { MaxDepth = most };
            for (int depth = 1; depth <= most + 2; depth++)
            {
                foreach (bool filled in new[] { false, true })
                {
                    object list = filled ? new List<object> { 1 } : new List<object>();
                    object map = filled ? new Dictionary<string, object> { ["a"] = 1 } : new Dictionary<string, object>();
                    for (int i = 1; i < depth; i++)
                        (list, map) = (new List<object> { list }, new Dictionary<string, object> { ["a"] = map });
                    foreach (object value in new[] { list, map })
                    {
                        string? written = Text(() => Json.ToText(value, value.GetType(), ours));
                        string? there = Text(() => System.Text.Json.JsonSerializer.Serialize(value, value.GetType(), theirs));
                        Assert.Equal(depth <= most, written is not null);
                        if (filled && depth == most)
                            Assert.Null(there);
                        else
                            Assert.Equal(there, written);
                        string text = System.Text.Json.JsonSerializer.Serialize(value, value.GetType());
                        Assert.Equal(Text(() => System.Text.Json.JsonSerializer.Deserialize(text, value.GetType(), theirs)!.GetType().Name),
                            Text(() => Json.FromText(text, value.GetType(), ours)!.GetType().Name));
                        Assert.Equal(
                            Text(() =>
                                System.Text.Json.Nodes.JsonNode.Parse(text, null,
                                    new System.Text.Json.JsonDocumentOptions { MaxDepth = most })!.ToJsonString()),
                                        Text(() => Json.ToText(Json.FromText<Node>(text, ours))));
                    }
                }
            }
        }

        static string? Text(Func<string> of)
        {
            try
            {
                return of();
            }
            catch (Exception e) when (e is NotSupportedException or System.Text.Json.JsonException or WireFormatException
                or InvalidOperationException)
            {
                return null;
            }
        }
    }
}
