using System.Text.Json;
using System.Text.Json.Serialization;
using Xunit;

namespace Isomer.Tests.Formats;

/// <summary>
/// Members that hide or override others, and constructors: what the differential runs found when their types came to have them. As
/// System.Text.Json, or the deviation that docs/json.md lists.
/// </summary>
public class JsonHiddenMemberTests
{
    public class Above
    {
        public int Same { get; set; } = 1;
        public int Renamed { get; set; } = 2;
        public int Field = 3;
        public int Cased { get; set; } = 13;
        public virtual int Virtual { get; set; } = 4;
        [JsonPropertyName("said")] public int Said { get; set; } = 5;
        public int Ignored { get; set; } = 6;
        public virtual int Dropped { get; set; } = 7;
    }

    public class Below : Above
    {
        public new string? Same { get; set; } = "a";
        [JsonPropertyName("other")] public new string? Renamed { get; set; } = "b";
        [JsonPropertyName("a field")] public new int Field = 8;
        [JsonPropertyName("of below")] public override int Virtual { get; set; } = 9;
        [JsonPropertyName("said")] public new int Said { get; set; } = 10;
        [JsonIgnore] public new int Ignored { get; set; } = 11;
        [JsonIgnore] public override int Dropped { get; set; } = 12;
    }

    public class FieldAbove
    {
        public int A = 1;
    }

    public class FieldBelow : FieldAbove
    {
        [JsonIgnore] public new int A = 2;
    }

    [Fact]
    public void A_member_of_a_base_class_is_hidden_by_one_of_its_name_on_the_wire()
    {
        JsonCheck.Same(new Below());
        JsonCheck.Same<Above>(new Above());
        JsonCheck.Same(new FieldBelow());
        JsonCheck.SameReading<Below>(
            """{"Same":"x","Renamed":20,"other":"y","Field":30,"a field":31,"Virtual":40,"of below":41,"said":50,"Said":51,"Ignored":60,"Dropped":70}""");
        var theirs = JsonCheck.StjWith(o => o.PropertyNamingPolicy = JsonNamingPolicy.CamelCase);
        JsonCheck.Same(new Below(), JsonOptions.From(theirs), theirs);
        // The policy makes the same name of both.
        JsonCheck.Same(new Casing(), JsonOptions.From(theirs), theirs);
        theirs = JsonCheck.StjWith(o => o.PropertyNamingPolicy = JsonNamingPolicy.SnakeCaseUpper);
        JsonCheck.Same(new Snake(), JsonOptions.From(theirs), theirs);
    }

    /// <summary>There both are members without the policy that makes the same of them.</summary>
    [Fact]
    public void A_name_that_differs_in_case_alone_hides_too()
    {
        foreach (var options in JsonCheck.Tiers())
            Assert.StartsWith("""{"cased":14,""", Json.ToText(new Casing(), options), StringComparison.Ordinal);
        Assert.DoesNotContain("\"Cased\"", Json.ToText(new Casing()), StringComparison.Ordinal);
        Assert.Contains("\"Cased\"", JsonSerializer.Serialize(new Casing()), StringComparison.Ordinal);
    }

    public class Casing : Above
    {
        [JsonPropertyName("cased")] public new int Cased { get; set; } = 14;
    }

    public class Snake : Above
    {
        [JsonPropertyName("VIRTUAL")] public override int Virtual { get; set; } = 16;
    }

    public class Whole
    {
        public virtual int A { get; set; } = 1;
        public virtual int B { get; set; } = 2;
    }

    public class Half : Whole
    {
        public override int A { get => base.A; }
        public override int B { set => base.B = value; }
    }

    /// <summary>As they are declared under From; whole by default, for the other accessor is there.</summary>
    [Fact]
    public void An_override_of_one_accessor()
    {
        JsonCheck.Same(new Half { A = 5, B = 6 }, JsonOptions.From(JsonCheck.Stj));
        JsonCheck.SameReading<Half>("""{"A":5,"B":6}""", JsonOptions.From(JsonCheck.Stj));
        foreach (var options in JsonCheck.Tiers())
        {
            Assert.Equal("""{"A":5,"B":6}""", Json.ToText(new Half { A = 5, B = 6 }, options));
            var back = Json.FromText<Half>("""{"A":7,"B":8}""", options);
            Assert.Equal((7, 8), (back.A, back.B));
        }
    }

    public class NumberAbove
    {
        [JsonPropertyOrder(-10)] public int Id { get; set; }
    }

    public class Number(int id) : NumberAbove
    {
        [JsonPropertyName("k")] public new int Id { get; } = id;
    }

    public interface IShown;

    public class Shown : IShown
    {
        public int A { get; set; }
    }

    public class ShownAbove
    {
        public IShown? Data { get; set; }
    }

    public class ShownBelow : ShownAbove
    {
        [JsonPropertyName("payload")] public new Shown? Data { get => (Shown?)base.Data; set => base.Data = value; }
    }

    public class Renaming : Above
    {
        [Member("key", Aliases = new[] { "Virtual" })] public override int Virtual { get; set; } = 9;
        [JsonPropertyName("other")] public new string? Renamed { get; set; } = "b";
    }

    /// <summary>
    /// A constructor sets what its own class has; formats that give back all have one member for each value; a name of Isomer's own
    /// attributes renames.
    /// </summary>
    [Fact]
    public void Nothing_is_written_twice_where_all_comes_back()
    {
        foreach (var tier in (ShapeTier[])[ShapeTier.Emitted, ShapeTier.Reflection])
        {
            var convention = Convention.Plain.WithTier(tier);
            var (json, compact) = (new JsonOptions { Convention = convention }, new CompactOptions { Convention = convention });
            Assert.Equal(7, Json.FromText<Number>("{\"k\":7}", json)!.Id);
            Assert.Equal(7, Json.FromText<Number>(Json.ToText(new Number(7), json), json)!.Id);
            Assert.Equal(7, Compact.Deserialize<Number>(Compact.Serialize(new Number(7), compact), compact)!.Id);
            var shown = new ShownBelow { Data = new Shown { A = 1 } };
            foreach (var back in (ShownBelow[])[Compact.Deserialize<ShownBelow>(Compact.Serialize(shown, compact), compact)!,
                DeepCopy.Of(shown, convention)])
                Assert.Equal(1, back.Data!.A);
            var renaming = new Renaming { Virtual = 3, Renamed = "c" };
            ((Above)renaming).Renamed = 8;
            foreach (var back in (Renaming[])[Compact.Deserialize<Renaming>(Compact.Serialize(renaming, compact), compact)!,
                Json.FromText<Renaming>(Json.ToText(renaming, json), json)!])
                Assert.Equal((3, "c", 8), (back.Virtual, back.Renamed, ((Above)back).Renamed));
            Assert.DoesNotContain("Virtual", Json.ToText(renaming, json), StringComparison.Ordinal);
            Assert.Equal(4, Json.FromText<Renaming>("{\"Virtual\":4}", json)!.Virtual);
        }
    }

    public readonly struct Point(int x, int y)
    {
        public int X { get; } = x;
        public int Y { get; } = y;
    }

    /// <summary>There it is made by none, and holds zeros.</summary>
    [Fact]
    public void A_struct_is_made_by_its_constructor()
    {
        foreach (var options in JsonCheck.Tiers(JsonOptions.From(JsonCheck.Stj)).Concat(JsonCheck.Tiers()))
            Assert.Equal(new Point(1, 2), Json.FromText<Point>("""{"X":1,"Y":2}""", options));
        Assert.Equal(default, JsonSerializer.Deserialize<Point>("""{"X":1,"Y":2}"""));
    }

    public class Lines
    {
        public List<int> All { get; set; } = [1];
    }

    [JsonDerivedType(typeof(MoreLines), "more")]
    public class BaseLines
    {
        public List<int> All { get; set; } = [1];
        [JsonIgnore(Condition = JsonIgnoreCondition.WhenReading)] public Lines Left { get; set; } = new();
    }

    public class MoreLines : BaseLines;

    /// <summary>
    /// There the option (not the attribute) is passed over in a type that has subtypes, and fills what is ignored at reading.
    /// </summary>
    [Fact]
    public void Populate_holds_in_types_with_subtypes_and_not_for_what_is_ignored()
    {
        var theirs = JsonCheck.StjWith(o => o.PreferredObjectCreationHandling = JsonObjectCreationHandling.Populate);
        string text = """{"All":[2],"Left":{"All":[3]}}""";
        foreach (var options in JsonCheck.Tiers(JsonOptions.From(theirs)))
        {
            var back = Json.FromText<BaseLines>(text, options);
            Assert.Equal([1, 2], back.All);
            Assert.Equal([1], back.Left.All);
            Assert.Equal([1], Json.FromText<BaseLines>("""{"Left":null}""", options).Left.All);
        }
        Assert.Equal([2], JsonSerializer.Deserialize<BaseLines>(text, theirs)!.All);
    }

    public class Asked
    {
        [JsonIgnore] public required int A { get; set; }
        [JsonRequired] public List<int>? B { private get; set; }
        public int Count() => B?.Count ?? -1;
    }

    /// <summary>There both are refused when the type is used.</summary>
    [Fact]
    public void Required_members_that_are_ignored_or_have_no_getter()
    {
        Assert.Throws<InvalidOperationException>(() => JsonSerializer.Serialize(new Asked { A = 1 }));
        foreach (var options in JsonCheck.Tiers())
        {
            Assert.Equal("{}", Json.ToText(new Asked { A = 1 }, options));
            Assert.Equal(2, Json.FromText<Asked>("""{"B":[1,2]}""", options).Count());
            Assert.Throws<WireFormatException>(() => Json.FromText<Asked>("{}", options));
        }
    }
}
