using System.Text.Json;
using System.Text.Json.Serialization;
using Xunit;

namespace Isomer.Tests.Formats;

/// <summary>Members, attributes and constructors, against System.Text.Json.</summary>
public class JsonObjectTests
{
    public class Attributed
    {
        [JsonPropertyName("renamed<é>")] public int First { get; set; } = 1;
        [JsonPropertyOrder(-5)] public int Early { get; set; } = 2;
        [JsonPropertyOrder(5)] public int Late { get; set; } = 3;
        [JsonIgnore] public int Never { get; set; } = 4;
        [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] public string? NoNull { get; set; }
        [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingDefault)] public int NoZero { get; set; }
        [JsonIgnore(Condition = JsonIgnoreCondition.Never)] public string? Always { get; set; }
        [JsonInclude] internal int Hidden { get; set; } = 5;
        [JsonInclude] public int HalfHidden { get; private set; } = 6;
        public int ReadOnly => 7;
        public int Field = 8;
        public readonly int ReadOnlyField = 9;
        public string VeryLongNameThatDoesNotFitInThirtyTwoBytesAtAll { get; set; } = "x";
        public int WriteOnly { set => Field = value; }
        public int? Optional { get; set; }
        public static int Static { get; set; }
    }

    public class Base
    {
        public int B1 { get; set; } = 1;
        public virtual int V { get; set; } = 2;
        public int Shadowed { get; set; } = 3;
    }

    public class Middle : Base
    {
        public int M1 { get; set; } = 4;
        public override int V { get; set; } = 5;
        public new string Shadowed { get; set; } = "s";
    }

    public class Leaf<T> : Middle
    {
        public T? L1 { get; set; }
    }

    public record Person(string Name, int Age = 5, string? Nick = null)
    {
        public string? City { get; init; }
    }

    public record struct Point(int X, int Y);

    public readonly struct Pair
    {
        [JsonConstructor]
        public Pair(int left, string right) => (Left, Right) = (left, right);

        public int Left { get; }

        public string Right { get; }
    }

    public class Chosen
    {
        public Chosen() => Marker = "wrong";

        [JsonConstructor]
        public Chosen(int id) => (Id, Marker) = (id, "chosen");

        public int Id { get; }

        public string Marker { get; set; }
    }

    public class WithRequired
    {
        public required int Id { get; set; }
        [JsonRequired] public string? Name { get; set; }
        public int Other { get; set; }
    }

    public class Extra
    {
        public int A { get; set; }
        [JsonExtensionData] public Dictionary<string, object>? Rest { get; set; }
        public int Z { get; set; }
    }

    public class GetOnly
    {
        public List<int> Items { get; } = [];
        public Dictionary<string, int> Map { get; } = [];
        public Base? Sub { get; }
    }

    public interface IShape
    {
        int Sides { get; }
    }

    public class Square : IShape
    {
        public int Sides => 4;
        public int Own { get; set; }
    }

    public class HasInterface
    {
        public IShape? Shape { get; set; }
        public object? Any { get; set; }
    }

    public struct Bag
    {
        public int A;
        public string? B { get; set; }
        public Bag2 Inner;
    }

    public struct Bag2
    {
        public double D;
        public decimal? M;
    }

    [Fact]
    public void Attributes()
    {
        JsonCheck.Same(new Attributed());
        JsonCheck.Same(new Attributed { NoNull = "x", NoZero = 1, Always = "a", Optional = 4 });
        JsonCheck.SameReading<Attributed>(
            """{"Hidden":50,"HalfHidden":60,"renamed<é>":1,"ReadOnly":70,"Never":80,"WriteOnly":12,"nope":{"a":[1,{"b":"c"}]},"Field":3}""");
    }

    [Fact]
    public void InheritanceAndGenerics()
    {
        JsonCheck.Same(new Base());
        JsonCheck.Same(new Middle());
        JsonCheck.Same(new Leaf<Leaf<string>> { L1 = new Leaf<string> { L1 = "deep" } });
    }

    [Fact]
    public void RecordsStructsAndConstructors()
    {
        JsonCheck.Same(new Person("Ann", 30) { City = "Bern" });
        JsonCheck.SameReading<Person>("""{"City":"Bern","Name":"Ann"}""");
        JsonCheck.SameReading<Person>("""{"Nick":null,"Age":1,"Name":"a","Name":"b"}""");
        JsonCheck.Same(new Point(1, -2));
        JsonCheck.Same(new Pair(1, "r"));
        JsonCheck.Same(new Chosen(5));
        JsonCheck.Same(new Bag { A = 1, B = "b", Inner = new Bag2 { D = 0.5, M = 1.0m } });
        JsonCheck.Same(default(Bag));
        JsonCheck.SameText(new { A = 1, B = "x", C = new { D = (int?)null } });
    }

    [Fact]
    public void RequiredMembers()
    {
        JsonCheck.Same(new WithRequired { Id = 1, Name = "n" });
        var error = JsonCheck.SameRefusal<WithRequired>("""{"Id":1}""");
        Assert.Contains("'Name'", error.Message, StringComparison.Ordinal);
        JsonCheck.SameRefusal<WithRequired>("{}");
    }

    [Fact]
    public void ExtensionData()
    {
        string text = """{"A":1,"x":5,"Z":2,"y":{"q":[1,2.5,"s",null,true]},"n":null,"s":"t\n"}""";
        foreach (var options in JsonCheck.Tiers())
        {
            var back = Json.FromText<Extra>(text, options);
            Assert.Equal(2, back.Z);
            Assert.Equal(5L, back.Rest!["x"]);
            Assert.Equal("""{"A":1,"Z":2,"x":5,"y":{"q":[1,2.5,"s",null,true]},"n":null,"s":"t\n"}""", Json.ToText(back, options));
        }
        JsonCheck.SameText(new Extra { A = 1, Rest = new() { ["k"] = 1, ["l"] = "v", ["m"] = new int[] { 1 } } });
        JsonCheck.SameText(new Extra());
    }

    [Fact]
    public void CollectionsWithoutSetterAreFilled()
    {
        // System.Text.Json needs PreferredObjectCreationHandling.Populate for this; ours does it always, for nothing else makes sense.
        foreach (var options in JsonCheck.Tiers())
        {
            var back = Json.FromText<GetOnly>("""{"Items":[1,2],"Map":{"a":1}}""", options);
            Assert.Equal([1, 2], back.Items);
            Assert.Equal(1, back.Map["a"]);
        }
        JsonCheck.SameText(new GetOnly { Items = { 1 }, Map = { ["x"] = 2 } });
    }

    [Fact]
    public void InterfacesAndObjects()
    {
        JsonCheck.SameText(new HasInterface { Shape = new Square { Own = 3 }, Any = new Square() });
        foreach (object? any in new object?[] { null, 1, "s", 2.5, true, new[] { 1, 2 }, new Point(1, 2),
            new List<object?> { 1, "a", null }, DayOfWeek.Friday, new Dictionary<string, object> { ["a"] = new DateTime(2020, 1, 1) },
            new object() })
            JsonCheck.SameText(new HasInterface { Any = any });
    }

    [Fact]
    public void UnknownAndDuplicateMembers()
    {
        JsonCheck.SameReading<Base>("""{"B1":5,"x":1,"B1":6,"y":[{}],"z":{"B1":9}}""");
        JsonCheck.SameReading<Base>(""" { "\u0042\u0031" : 5 , "V" : 6 } """);
        JsonCheck.SameRefusal<Base>("""{"B1":5,"x":1}""", new JsonOptions { Unknown = JsonMembers.Refuse },
            JsonCheck.StjWith(o => o.UnmappedMemberHandling = JsonUnmappedMemberHandling.Disallow));
        JsonCheck.SameRefusal<Base>("""{"B1":5,"B1":6}""", new JsonOptions { Duplicates = JsonMembers.Refuse },
            JsonCheck.StjWith(o => o.AllowDuplicateProperties = false));
    }

    /// <summary>A deviation: a type that System.Text.Json writes as its base, dropping members without a word, is refused.</summary>
    [Fact]
    public void UndeclaredSubtypesAreRefusedRatherThanCut()
    {
        var error = Assert.Throws<NotSupportedException>(() => Json.Serialize<Base>(new Middle()));
        Assert.Contains("Subtype", error.Message, StringComparison.Ordinal);
        var options = new JsonOptions { Convention = Convention.Plain.WithUnknownSubtypes(UnknownSubtypes.WriteAsBase) };
        JsonCheck.SameText<Base>(new Middle(), options);
    }

    /// <summary>A deviation: public fields are members; WithoutFields leaves them out as System.Text.Json does by default.</summary>
    [Fact]
    public void FieldsAreMembersUnlessAsked()
    {
        Assert.Contains("\"Field\":8", Json.ToText(new Attributed()), StringComparison.Ordinal);
        JsonCheck.SameText(new Attributed(), new JsonOptions { Convention = Convention.Plain.WithoutFields() },
            JsonSerializerOptions.Default);
    }
}
