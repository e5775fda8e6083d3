using System.Text.Json;
using System.Text.Json.Serialization;
using Xunit;

namespace Isomer.Tests.Formats;

/// <summary>$type, $id, $ref and $values, against System.Text.Json.</summary>
public class JsonPolymorphismTests
{
    [JsonDerivedType(typeof(Dog), "dog")]
    [JsonDerivedType(typeof(Cat), 7)]
    [JsonDerivedType(typeof(Animal), "animal")]
    public class Animal
    {
        public string? Name { get; set; }
    }

    public class Dog : Animal
    {
        public int Barks { get; set; }
    }

    public class Cat : Animal
    {
        public bool Purrs { get; set; }
        public Animal? Friend { get; set; }
    }

    [JsonPolymorphic(TypeDiscriminatorPropertyName = "kind")]
    [JsonDerivedType(typeof(Circle), "circle")]
    [JsonDerivedType(typeof(Label), "label")]
    public interface IFigure;

    public record Circle(double Radius) : IFigure;

    public record Label(string Text, IFigure? Of) : IFigure;

    public class Graph
    {
        public string? Name { get; set; }
        public Graph? Self { get; set; }
        public List<Graph>? Others { get; set; }
        public Dictionary<string, Graph>? Map { get; set; }
        public int[]? Numbers { get; set; }
        public List<int>? Shared1 { get; set; }
        public List<int>? Shared2 { get; set; }
    }

    [Fact]
    public void Subtypes()
    {
        JsonCheck.Same<Animal>(new Dog { Name = "d", Barks = 3 });
        JsonCheck.Same<Animal>(new Animal { Name = "a" });
        JsonCheck.Same<Animal[]>([new Dog(), new Cat { Purrs = true, Friend = new Dog { Name = "<f>" } }, null!, new Animal()]);
        JsonCheck.Same(new Dog { Barks = 1 });
        JsonCheck.Same<IFigure>(new Label("t", new Circle(1.5)));
        JsonCheck.Same(new Dictionary<string, IFigure?> { ["a"] = new Circle(2), ["n"] = null });
        var pretty = new JsonOptions { Indented = true };
        JsonCheck.Same<Animal[]>([new Dog(), new Cat()], pretty, JsonCheck.StjWith(o => o.WriteIndented = true));
        JsonCheck.SameReading<Animal>("""{"Name":"no type"}""");
        JsonCheck.SameRefusal<Animal>("""{"$type":"wolf","Name":"x"}""");
        JsonCheck.SameRefusal<Animal>("""{"Name":"x","$type":"dog"}""");
    }

    [JsonDerivedType(typeof(Second), 2)]
    public class First { public int A { get; set; } }
    public class Second : First;

    /// <summary>It tells a type, and is no number of the value's.</summary>
    [Fact]
    public void A_number_that_tells_a_type_stays_one_where_numbers_are_strings()
    {
        var theirs =
            JsonCheck.StjWith(o => o.NumberHandling = JsonNumberHandling.WriteAsString | JsonNumberHandling.AllowReadingFromString);
        var ours = new JsonOptions { Numbers = JsonNumbers.WriteAsString | JsonNumbers.ReadFromString };
        Assert.Contains("{\"$type\":2,\"A\":\"1\"}", JsonCheck.SameText<List<First>>([new First(), new Second { A = 1 }], ours, theirs),
            StringComparison.Ordinal);
        JsonCheck.SameReading<List<First>>("""[{"$type":2,"A":"1"}]""", ours, theirs);
        JsonCheck.SameRefusal<List<First>>("""[{"$type":"2","A":"1"}]""", ours, theirs);
    }

    [Fact]
    public void TypeAnywhere()
    {
        var ours = new JsonOptions { TypeAnywhere = true };
        var theirs = JsonCheck.StjWith(o => o.AllowOutOfOrderMetadataProperties = true);
        JsonCheck.SameReading<Animal>("""{"Name":"x","Barks":4,"$type":"dog"}""", ours, theirs);
        JsonCheck.SameReading<Animal>("""{"Purrs":true,"Friend":{"Name":"f","$type":"dog"},"$type":7,"Name":"x"}""", ours, theirs);
        JsonCheck.SameReading<Animal>("""{"Name":"x"}""", ours, theirs);
        var both = JsonCheck.StjWith(o => (o.AllowOutOfOrderMetadataProperties, o.ReferenceHandler) = (true, ReferenceHandler.Preserve));
        JsonCheck.SameReading<Animal[]>("""[{"$id":"1","Name":"x","Barks":4,"$type":"dog"},{"$ref":"1"},{"$id":"2","$type":7}]""",
            ours with { References = References.Preserve }, both);
    }

    [Fact]
    public void RegisteredAtRunTime()
    {
        var options = new JsonOptions
        { Convention = Convention.Plain.WithSubtype<object, Graph>("graph").WithSubtype<object, int[]>("ints") };
        foreach (var o in JsonCheck.Tiers(options))
        {
            string text = Json.ToText<object>(new Graph { Name = "n" }, o);
            Assert.StartsWith("{\"$type\":\"graph\",\"Name\":\"n\"", text, StringComparison.Ordinal);
            Assert.Equal("n", Assert.IsType<Graph>(Json.FromText<object>(text, o)).Name);
        }
    }

    static readonly JsonOptions Preserving = new() { References = References.Preserve };
    static readonly JsonSerializerOptions TheirPreserving = JsonCheck.StjWith(o => o.ReferenceHandler = ReferenceHandler.Preserve);

    [Fact]
    public void ReferencesAndCycles()
    {
        var shared = new List<int> { 1, 2 };
        var root = new Graph { Name = "root", Shared1 = shared, Shared2 = shared, Numbers = [1, 2] };
        root.Self = root;
        root.Others = [root, new Graph { Name = "other", Self = root }];
        root.Map = new() { ["r"] = root, ["o"] = root.Others[1] };
        JsonCheck.Same(root, Preserving, TheirPreserving);
        JsonCheck.Same<Graph[]>([root, root], Preserving, TheirPreserving);
        JsonCheck.Same(root, Preserving with { Indented = true },
            JsonCheck.StjWith(o => (o.ReferenceHandler, o.WriteIndented) = (ReferenceHandler.Preserve, true)));
        foreach (var options in JsonCheck.Tiers(Preserving))
        {
            var back = Json.Deserialize<Graph>(Json.Serialize(root, options), options);
            Assert.Same(back, back.Self);
            Assert.Same(back, back.Others![0]);
            Assert.Same(back.Others[1], back.Map!["o"]);
            Assert.Same(back.Shared1, back.Shared2);
            Assert.Throws<NotSupportedException>(() => Json.Serialize(root, options with { References = References.None }));
        }
    }

    [Fact]
    public void ReferencesOfSubtypes()
    {
        var cat = new Cat { Name = "c" };
        cat.Friend = cat;
        JsonCheck.Same<Animal[]>([cat, new Dog(), cat], Preserving, TheirPreserving);
    }

    [Theory]
    [InlineData("""{"$ref":"9"}""")]
    [InlineData("""{"$id":"1","Self":{"$id":"1"}}""")]
    [InlineData("""{"Name":"x","$id":"1"}""")]
    [InlineData("""{"$id":5}""")]
    [InlineData("""{"$id":"1","$ref":"1"}""")]
    [InlineData("""{"$ref":"1","Name":"x"}""")]
    [InlineData("""{"$id":"1","Others":{"$id":"2"}}""")]
    public void BrokenReferencesAreRefused(string text) => JsonCheck.SameRefusal<Graph>(text, Preserving, TheirPreserving);

    /// <summary>System.Text.Json throws InvalidOperationException here; ours is the one exception of bad input.</summary>
    [Fact]
    public void ReferencesToAnotherTypeAreRefused() => JsonCheck.Refused<Graph>("""{"$id":"1","Others":{"$ref":"1"}}""", Preserving);

    [Fact]
    public void MetadataIsOrdinaryWithoutPreserve() => JsonCheck.SameReading<Graph>("""{"$id":"1","Name":"x","$ref":"2"}""");

    [JsonPolymorphic(UnknownDerivedTypeHandling = JsonUnknownDerivedTypeHandling.FallBackToNearestAncestor)]
    [JsonDerivedType(typeof(NearestChild), "n1")]
    public class Nearest { public int A { get; set; } }
    public class NearestChild : Nearest { public int B { get; set; } }
    public class NearestGrandchild : NearestChild { public int C { get; set; } }
    public class NearestOther : Nearest { public int D { get; set; } }

    [JsonPolymorphic(UnknownDerivedTypeHandling = JsonUnknownDerivedTypeHandling.FallBackToBaseType)]
    [JsonDerivedType(typeof(BasedChild), "b1")]
    public class Based { public int A { get; set; } }
    public class BasedChild : Based { public int B { get; set; } }
    public class BasedGrandchild : BasedChild { public int C { get; set; } }

    [JsonPolymorphic(UnknownDerivedTypeHandling = JsonUnknownDerivedTypeHandling.FallBackToNearestAncestor)]
    [JsonDerivedType(typeof(Marked), "m")]
    public interface IMarked { int A { get; } }
    public class Marked : IMarked { public int A { get; set; } public int B { get; set; } }
    public class MarkedChild : Marked { public int C { get; set; } }
    public class MarkedOther : IMarked { public int A { get; set; } public int D { get; set; } }

    [JsonPolymorphic(UnknownDerivedTypeHandling = JsonUnknownDerivedTypeHandling.FailSerialization)]
    [JsonDerivedType(typeof(StrictChild), "s1")]
    public class StrictBase { public int A { get; set; } }
    public class StrictChild : StrictBase { public int B { get; set; } }
    public class StrictGrandchild : StrictChild { public int C { get; set; } }

    public class Anything { public object? Value { get; set; } }

    public static TheoryData<object> Undeclared =>
    [
        new Nearest { A = 1 }, new NearestChild { A = 1, B = 2 }, new NearestGrandchild { A = 1, B = 2, C = 3 },
        new NearestOther { A = 1, D = 4 },
        new Based { A = 1 }, new BasedChild { A = 1, B = 2 }, new BasedGrandchild { A = 1, B = 2, C = 3 },
        new Marked { A = 1, B = 2 }, new MarkedChild { A = 1, B = 2, C = 3 }, new MarkedOther { A = 1, D = 4 },
        new StrictBase { A = 1 }, new StrictChild { A = 1, B = 2 },
    ];

    /// <summary>What a base says of derived classes that it does not declare holds where object is declared, too.</summary>
    [Theory, MemberData(nameof(Undeclared))]
    public void What_is_not_declared_is_written_behind_object_as_behind_its_base(object value)
    {
        JsonCheck.SameText<object>(value);
        JsonCheck.SameText(new Anything { Value = value });
        JsonCheck.SameText<List<object>>([value, 1]);
        JsonCheck.SameText(new Dictionary<string, object> { ["k"] = value });
    }

    [Fact]
    public void What_a_base_refuses_is_refused_behind_object()
    {
        var value = new StrictGrandchild { C = 3 };
        Assert.Throws<NotSupportedException>(() => JsonSerializer.Serialize<object>(value));
        foreach (var options in JsonCheck.Tiers())
        {
            Assert.Throws<NotSupportedException>(() => Json.Serialize<StrictBase>(value, options));
            Assert.Throws<NotSupportedException>(() => Json.Serialize<object>(value, options));
            Assert.Throws<NotSupportedException>(() => Json.Serialize(new Anything { Value = value }, options));
        }
    }
}
