using System.Text.Json.Serialization;
using Xunit;

namespace Isomer.Tests.Formats;

/// <summary>
/// Members and entries that are called like metadata: what a user's value says must not choose the type that is read, and what is written
/// must be read.
/// </summary>
public class MetadataNameTests
{
    public class Identified
    {
        [JsonPropertyName("$id")]
        public string? A { get; set; }
    }

    public class Referring
    {
        [JsonPropertyName("$ref")]
        public string? A { get; set; }
    }

    public class Typed
    {
        [JsonPropertyName("$type")]
        public string? A { get; set; }
    }

    [JsonDerivedType(typeof(KnownDerived), "KnownDerived")]
    public class Known
    {
        [Member("$type")]
        public string? A { get; set; }
    }

    public class KnownDerived : Known;

    [JsonPolymorphic(TypeDiscriminatorPropertyName = "kind")]
    [JsonDerivedType(typeof(KindDerived), "d")]
    public class Kind
    {
        public int N { get; set; }
    }

    public class KindDerived : Kind
    {
        [JsonPropertyName("kind")]
        public string? Own { get; set; }
    }

    [JsonDerivedType(typeof(OpenDerived), "OpenDerived")]
    public class Open
    {
        [JsonExtensionData]
        public Dictionary<string, object?> X { get; set; } = [];
    }

    public class OpenDerived : Open;

    [JsonPolymorphic(TypeDiscriminatorPropertyName = "kind")]
    [JsonDerivedType(typeof(Circle), "circle")]
    public interface IShape;

    [JsonPolymorphic(TypeDiscriminatorPropertyName = "sort")]
    [JsonDerivedType(typeof(Circle), "circle")]
    public interface INode;

    public class Circle : IShape, INode
    {
        [JsonPropertyName("kind")]
        public string Kind => "circle";
        public int R { get; set; }
    }

    static readonly JsonOptions s_preserve = new() { References = References.Preserve };

    [Fact]
    public void A_member_called_like_metadata_is_refused_where_it_would_be_taken_for_that()
    {
        Refused(new Identified { A = "7" }, JsonOptions.Graph);
        Refused(new Identified { A = "7" }, s_preserve);
        Refused(new Referring { A = "7" }, JsonOptions.Graph);
        Refused(new Referring { A = "7" }, s_preserve);
        Refused(new Typed { A = "Known" }, JsonOptions.Graph);
        foreach (var options in (JsonOptions[])[new(), s_preserve, JsonOptions.Graph, new() { Indented = true }])
        {
            Refused(new Known { A = "KnownDerived" }, options);
            Refused<Known>(new KnownDerived { A = "KnownDerived" }, options);
            Refused<Kind>(new KindDerived { Own = "d" }, options);
        }
    }

    [Fact]
    public void Elsewhere_it_is_a_name_like_any_other()
    {
        foreach (var options in (JsonOptions[])[new(), new() { Indented = true }])
        {
            Assert.Equal("7", Back(new Identified { A = "7" }, options).A);
            Assert.Equal("7", Back(new Referring { A = "7" }, options).A);
            Assert.Equal("Known", Back(new Typed { A = "Known" }, options).A);
        }
        Assert.Equal("x", Back(new Typed { A = "x" }, s_preserve).A);
        Assert.Equal(5, Back(new Kind { N = 5 }, new()).N);
    }

    /// <summary>
    /// Where no type is said the name is one like any other, and texts of others are read, which say the type by that very member.
    /// </summary>
    [Fact]
    public void Only_writing_the_type_beside_is_refused()
    {
        Assert.Equal("""{"kind":"circle","R":5}""", Json.ToText(new Circle { R = 5 }));
        Assert.Equal(5, Back(new Circle { R = 5 }, new()).R);
        Assert.Equal(5, Assert.IsType<Circle>(Json.FromText<IShape>("""{"kind":"circle","R":5}""")).R);
        Refused<IShape>(new Circle { R = 5 }, new());
        Refused(new IShape[] { new Circle() }, JsonOptions.Graph);
        Assert.Equal("""{"sort":"circle","kind":"circle","R":5}""", Json.ToText<INode>(new Circle { R = 5 }));
        Refused<IShape>(new Circle { R = 5 }, new());
    }

    [Fact]
    public void An_entry_called_like_the_type_is_refused_also_in_a_derived_class()
    {
        foreach (var options in (JsonOptions[])[new(), s_preserve, JsonOptions.Graph])
        {
            Refused(new Open { X = new() { ["$type"] = "OpenDerived" } }, options);
            Refused<Open>(new OpenDerived { X = new() { ["$type"] = "OpenDerived" } }, options);
        }
    }

    static T Back<T>(T value, JsonOptions options) => Json.FromText<T>(Json.ToText(value, options), options)!;

    static void Refused<T>(T value, JsonOptions options) => Assert.Throws<NotSupportedException>(() => Json.Serialize(value, options));
}
