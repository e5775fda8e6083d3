using System.Net;
using System.Text.Json;
using System.Text.Json.Serialization;
using Isomer.Conventions;
using Xunit;

namespace Isomer.Tests.Core;

/// <summary>
/// One box of a struct in two places. Until 2026-12-01 it was written as a reference to itself and could not be read back: a struct was no
/// object that is registered, and its box nobody thought of.
/// </summary>
public class SharedBoxTests
{
    [JsonDerivedType(typeof(Point), "p")]
    [JsonDerivedType(typeof(Pair), "q")]
    [JsonDerivedType(typeof(Row), "r")]
    public interface IShape
    {
        int X { get; }
    }

    public struct Point : IShape
    {
        public int X { get; set; }
    }

    /// <summary>By its constructor, and with an object in it that is shared, too.</summary>
    public readonly record struct Pair(int X, Row? Other) : IShape;

    public record Row : IShape
    {
        public int X { get; set; }
    }

    public class Holder
    {
        public IShape? A { get; set; }
        public List<IShape> Items { get; set; } = [];
        public Dictionary<string, IShape> Map { get; set; } = [];
        public IShape? B { get; set; }
        public Holder? Inner { get; set; }
    }

    public static TheoryData<ShapeTier> Tiers => [ShapeTier.Emitted, ShapeTier.Reflection, ShapeTier.Promoted];

    static Holder Example()
    {
        var row = new Row { X = 3 };
        IShape point = new Point { X = 1 }, pair = new Pair(2, row);
        return new Holder
        {
            A = point,
            Items = [point, pair, row, pair, new Point { X = 1 }],
            Map = { ["a"] = pair, ["b"] = point, ["c"] = row },
            B = pair,
            Inner = new Holder { A = row, B = point },
        };
    }

    static void Same(Holder expected, Holder actual)
    {
        Assert.Equal((expected.A, expected.B), (actual.A, actual.B));
        Assert.Equal(expected.Items, actual.Items);
        Assert.Equal(expected.Map, actual.Map);
        Assert.Equal((expected.Inner!.A, expected.Inner.B), (actual.Inner!.A, actual.Inner.B));
        // Objects beside the boxes and within them are one still.
        Assert.Same(actual.Items[2], actual.Map["c"]);
        Assert.Same(actual.Items[2], actual.Inner.A);
        Assert.Same(actual.Items[2], ((Pair)actual.B!).Other);
    }

    [Theory, MemberData(nameof(Tiers))]
    public void Json_reads_what_the_original_writes(ShapeTier tier)
    {
        var options = new JsonOptions { References = References.Preserve, Convention = Convention.Plain.WithTier(tier) };
        string original = JsonSerializer.Serialize(Example(), new JsonSerializerOptions { ReferenceHandler = ReferenceHandler.Preserve });
        Assert.Equal(original, Json.ToText(Example(), options));
        Same(Example(), Json.FromText<Holder>(original, options)!);
    }

    [Theory, MemberData(nameof(Tiers))]
    public void Graph(ShapeTier tier)
    {
        var options = JsonOptions.Graph with { Convention = Convention.Plain.WithTier(tier) };
        Same(Example(), Json.FromText<Holder>(Json.ToText(Example(), options), options)!);
    }

    [Theory, MemberData(nameof(Tiers))]
    public void Compact_with_references(ShapeTier tier)
    {
        var options = new CompactOptions { References = References.Preserve, Convention = Convention.Plain.WithTier(tier) };
        Same(Example(), Compact.Deserialize<Holder>(Compact.Serialize(Example(), options), options)!);
        Holder target = new();
        Compact.Fill(target, Compact.Serialize(Example(), options), options);
        Same(Example(), target);
    }

    [Fact]
    public void Copies() => Same(Example(), DeepCopy.Of(Example())!);

    public static TheoryData<string, object> Boxes => new()
    {
        { "a tuple", (1, "a") },
        { "an entry", new KeyValuePair<int, int>(1, 2) },
        { "a struct", new Point { X = 5 } },
        { "a nullable", new Pair(5, null) },
    };

    /// <summary>Behind object, where the types are known or registered.</summary>
    [Theory, MemberData(nameof(Boxes))]
    public void Behind_object(string name, object box)
    {
        Assert.NotEmpty(name);
        object list = new List<object> { box, 1, box, new object[] { box } };
        var convention = Convention.Plain.WithSubtype<object, Point>("point", 1).WithSubtype<object, Pair>("pair", 2);
        foreach (var by in new[] { Convention.Plain, convention, convention.WithTier(ShapeTier.Reflection) })
        {
            var graph = JsonOptions.Graph with { Convention = by };
            if (by != Convention.Plain || box is not IShape)
                Check((List<object>)Json.FromText<object>(Json.ToText(list, graph), graph)!);
        }
        if (box is IShape)
        {
            var references = new CompactOptions { References = References.Preserve, Convention = convention };
            Check(Compact.Deserialize<List<object>>(Compact.Serialize((List<object>)list, references), references)!);
        }
        Check(DeepCopy.Of((List<object>)list)!);

        void Check(List<object> read)
        {
            Assert.Equal((box, 1, box), (read[0], Convert.ToInt32(read[1], null), read[2]));
            Assert.Equal(box, Assert.IsType<object[]>(read[3])[0]);
        }
    }

    /// <summary>A lock, or what stands for "nothing": all that it is is which one it is.</summary>
    [Fact]
    public void An_object_without_members_that_is_shared_stays_one()
    {
        object nothing = new();
        object[] copy = DeepCopy.Of(new object[] { nothing, nothing, new object(), new List<object> { nothing } })!;
        Assert.NotSame(nothing, copy[0]);
        Assert.Same(copy[0], copy[1]);
        Assert.NotSame(copy[0], copy[2]);
        Assert.Same(copy[0], ((List<object>)copy[3])[0]);
    }

    /// <summary>Once a copied credential had no password, for the empty text that a SecureString came back as was set over it.</summary>
    [Fact]
    public void A_secure_text_is_refused_and_with_it_the_credential_that_would_lose_its_password()
    {
        var credential = new NetworkCredential("u", "p");
        Assert.Contains("SecureString", Assert.Throws<NotSupportedException>(() => DeepCopy.Of(credential)).Message, StringComparison.Ordinal);
        Assert.Throws<NotSupportedException>(() => Compact.Serialize(credential));
        Assert.Throws<NotSupportedException>(() => Json.Serialize(credential));
        Assert.Throws<NotSupportedException>(() => Json.Serialize(credential, JsonOptions.Graph));
    }
}
