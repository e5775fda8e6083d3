using System.Text.Json;
using System.Text.Json.Serialization;
using Xunit;

namespace Isomer.Tests.Formats;

/// <summary>Where $id and $values stand, with Preserve: behind other members with TypeAnywhere only, as in System.Text.Json.</summary>
public class JsonIdentityPlaceTests
{
    static readonly JsonOptions Ours = new() { References = References.Preserve };
    static readonly JsonSerializerOptions Theirs = JsonCheck.StjWith(o => o.ReferenceHandler = ReferenceHandler.Preserve);
    static readonly JsonSerializerOptions TheirsAnywhere =
        JsonCheck.StjWith(o => (o.ReferenceHandler, o.AllowOutOfOrderMetadataProperties) = (ReferenceHandler.Preserve, true));

    public class Item
    {
        public int A { get; set; }
        public Item? N { get; set; }
        public Item? M { get; set; }
        public List<int>? L { get; set; }
        public List<int>? K { get; set; }
        public Dictionary<string, int>? D { get; set; }
        public Dictionary<string, int>? E { get; set; }
        public Pair P { get; set; }
    }

    public struct Pair
    {
        public int X { get; set; }
        public int Y { get; set; }
    }

    [JsonDerivedType(typeof(Special), "special")]
    public class General
    {
        public int A { get; set; }
        public General? N { get; set; }
    }

    public class Special : General;

    public record Made(int A, Item? N);

    public class Kept
    {
        public int A { get; set; }
        [JsonExtensionData] public Dictionary<string, object?>? More { get; set; }
    }

    [Theory]
    [InlineData("""{"A":1,"$id":"1"}""")]
    [InlineData("""{"A":1,"$id":"1","N":{"$ref":"1"}}""")]
    [InlineData("""{"A":1,"N":{"$ref":"1"},"$id":"1"}""")]
    [InlineData("""{"A":1,"N":{"A":2,"$id":"7","N":{"A":3,"$id":"8"}},"M":{"$ref":"8"}}""")]
    [InlineData("""{"A":1,"\u0024id":"1","N":{"$ref":"1"}}""")]
    [InlineData("""{"x":[{"$id":"3"}],"A":1 , "$id" : "1","N":{"$ref":"1"}}""")]
    [InlineData("""{"L":{"$values":[1,2],"$id":"2"},"K":{"$ref":"2"}}""")]
    [InlineData("""{"L":{"$values":[], "$id":"2"},"K":{"$ref":"2"},"A":1,"$id":"1"}""")]
    [InlineData("""{"D":{"a":1,"$id":"2"},"E":{"$ref":"2"}}""")]
    [InlineData("""{"D":{"a":1,"$id":"2","b":2},"E":{"$ref":"2"},"$id":"1","M":{"$ref":"1"}}""")]
    [InlineData("""{"P":{"X":1,"$id":"9","Y":2}}""")]
    public void An_identity_may_stand_anywhere(string text)
    {
        JsonCheck.SameReading<Item>(text, Ours with { TypeAnywhere = true }, TheirsAnywhere);
        JsonCheck.SameRefusal<Item>(text, Ours, Theirs);
    }

    [Fact]
    public void Beside_a_type_and_to_a_constructor()
    {
        foreach (string text in new[] { """{"A":2,"$type":"special","$id":"3","N":{"$ref":"3"}}""",
            """{"A":2,"$id":"3","N":{"$ref":"3"},"$type":"special"}""", """{"$type":"special","A":2,"$id":"3","N":{"$ref":"3"}}""" })
            JsonCheck.SameReading<General>(text, Ours with { TypeAnywhere = true }, TheirsAnywhere);
        JsonCheck.SameReading<Made>("""{"A":2,"$id":"3","N":null}""", Ours with { TypeAnywhere = true }, TheirsAnywhere);
        JsonCheck.SameReading<Item>("""{"A":1,"$id":"1","N":{"A":2,},}""",
            Ours with { TypeAnywhere = true, Leniency = JsonLeniency.TrailingCommas },
            JsonCheck.StjWith(
                o => (o.ReferenceHandler, o.AllowOutOfOrderMetadataProperties, o.AllowTrailingCommas) = (ReferenceHandler.Preserve, true,
                    true)));
        JsonCheck.SameReading<General>("""{"A":2,}""", new JsonOptions { TypeAnywhere = true, Leniency = JsonLeniency.TrailingCommas },
            JsonCheck.StjWith(o => (o.AllowOutOfOrderMetadataProperties, o.AllowTrailingCommas) = (true, true)));
    }

    [Fact]
    public void Behind_object_it_is_taken_off()
    {
        foreach (var options in JsonCheck.Tiers(Ours with { TypeAnywhere = true }))
        {
            object?[] read = Json.FromText<object?[]>("""[{"a":{"b":1,"$id":"in"},"$id":"1"},{"$ref":"1"}]""", options)!;
            Assert.Same(read[0], read[1]);
            Assert.Equal("""{"a":{"b":1,"$id":"in"}}""", Json.ToText(read[0]));
        }
    }

    [Theory]
    [InlineData("""{"A":1,"$id":"1","$id":"2"}""")]
    [InlineData("""{"$id":"1","A":1,"$id":"2"}""")]
    [InlineData("""{"A":1,"$id":1}""")]
    [InlineData("""{"A":1,"$id":null}""")]
    [InlineData("""{"A":1,"$ref":"1"}""")]
    [InlineData("""{"N":{"A":1,"$id":"1"},"A":1,"$id":"1"}""")]
    [InlineData("""{"D":{"a":1,"$id":"2" "b":2}}""")]
    [InlineData("""{"L":{"$values":[1],"$id":"2","a":1}}""")]
    public void But_once_and_whole(string text) => JsonCheck.SameRefusal<Item>(text, Ours with { TypeAnywhere = true }, TheirsAnywhere);

    [Theory]
    [InlineData("""{"$id":"1","$values":null}""")]
    [InlineData("""{"$id":"1","$values":[]}""")]
    [InlineData("""{"$values":[1],"A":2}""")]
    [InlineData("""{"A":2,"$values":[1]}""")]
    public void Items_where_none_are_expected_are_not_dropped(string text)
    {
        JsonCheck.SameRefusal<Item>(text, Ours, Theirs);
        JsonCheck.SameRefusal<Kept>(text, Ours, Theirs);
        JsonCheck.SameRefusal<Pair>(text, Ours, Theirs);
        JsonCheck.SameRefusal<Item>(text, Ours with { TypeAnywhere = true }, TheirsAnywhere);
    }

    [Fact]
    public void So_extension_data_write_none() =>
        Assert.Contains("read back as metadata",
            Assert.Throws<NotSupportedException>(() => Json.ToText(new Kept { More = new() { ["$values"] = 1 } }, Ours)).Message,
            StringComparison.Ordinal);

    [Fact]
    public void Without_bound_no_identity_is_looked_for()
    {
        // Each level is looked over for its $id before it is read: n levels of n bytes.
        var options = Ours with { TypeAnywhere = true, Limits = new Limits { MaxDepth = 5000 } };
        string text = string.Concat(Enumerable.Repeat("{\"N\":", 4000)) + "null"
            + string.Concat(Enumerable.Range(0, 4000).Select(i => $",\"$id\":\"{i}\"}}"));
        Assert.Contains("too many levels", JsonCheck.Refused<Item>(text, options).Message, StringComparison.Ordinal);
        // Where each stands first, or there is none, no level is looked over.
        string first = string.Concat(Enumerable.Range(0, 4000).Select(i => $"{{\"$id\":\"{i}\",\"N\":")) + "null" + new string('}', 4000);
        Assert.NotNull(Json.FromText<Item>(first, options));
        Assert.NotNull(Json.FromText<Item>(string.Concat(Enumerable.Repeat("{\"N\":", 4000)) + "null" + new string('}', 4000), options));
    }
}
