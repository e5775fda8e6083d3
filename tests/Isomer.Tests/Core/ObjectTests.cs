using System.Collections;
using System.Collections.ObjectModel;
using System.Diagnostics.CodeAnalysis;
using System.Text.Json.Serialization;
using Xunit;

namespace Isomer.Tests.Core;

/// <summary>Everything that has members.</summary>
public partial class ObjectTests
{
    public record Person(string Name, int Age = 3);
    public record PersonWithMore(string Name, int Age) { public string? Note { get; set; } public List<int> Marks { get; } = []; }
    public record struct Pair(int X, string? Y);
    public readonly record struct ReadOnlyPair(int X, string? Y);
    public readonly struct Point(int x, int y)
    {
        public int X { get; } = x;
        public int Y { get; } = y;
    }
    public readonly struct FieldPoint(int x, int y)
    {
        public readonly int X = x;
        public readonly int Y = y;
    }
    public struct Mixed(int fix)
    {
        public int Fix { get; } = fix;
        public string? Free { get; set; }
    }
    public struct Mutable
    {
        public int A;
        public string? B { get; set; }
        public Inner In;
        public struct Inner { public double D; public int? N { get; set; } }
    }
    public class Init { public int A { get; init; } public required string B { get; init; } public required int? C { get; set; } }

    [Fact]
    public void Records_structs_and_init()
    {
        Wires.RoundTrip(new Person("a", 5));
        Wires.RoundTrip(new PersonWithMore("a", 5) { Note = "n", Marks = { 1, 2 } });
        Wires.RoundTrip(new Pair(1, "y"));
        Wires.RoundTrip<Pair?>(null);
        Wires.RoundTrip<Pair?>(new Pair(1, null));
        Wires.RoundTrip(new ReadOnlyPair(1, "y"));
        Wires.RoundTrip(new Point(1, -2));
        Wires.RoundTrip(new FieldPoint(3, 4));
        Wires.RoundTrip(new[] { new Point(1, 2), new Point(3, 4) });
        Wires.RoundTrip(new Mixed(7) { Free = "f" });
        Wires.RoundTrip(new Mutable { A = 1, B = "b", In = new() { D = 2.5, N = 3 } });
        Wires.RoundTrip(new Init { A = 1, B = "x", C = null }, only: w => w.KeepsDefaults);
        Wires.RoundTrip<Person?>(null);
    }

    [Fact]
    public void Parameters_that_are_missing_take_their_defaults()
    {
        Assert.All(Wires.FromJson<Person>("""{"Name":"a"}"""), p => Assert.Equal(3, p.Age));
        Assert.All(Wires.FromJson<Person>("{}"), p => Assert.Null(p.Name));
    }

    [Fact]
    public void Missing_required_members_are_refused_by_name()
    {
        var e = Wires.RefusesJson<Init>("""{"A":1,"B":"x"}""");
        Assert.Contains("'C'", e.Message, StringComparison.Ordinal);
        Assert.DoesNotContain("'B'", e.Message, StringComparison.Ordinal);
    }

    public class Creators
    {
        public Creators() => Way = "none";
        [Creator]
        public Creators(int id, string? name) => (Id, Name, Way) = (id, name, "marked");
        public Creators(int id) => (Id, Way) = (id, "wrong");
        public int Id { get; }
        public string? Name { get; }
        [Skip]
        public string Way { get; }
        public int Later { get; set; }
    }

    public class TwoConstructors
    {
        public TwoConstructors(int a) => A = a;
        public TwoConstructors(int a, int b) => (A, B) = (a, b);
        public int A { get; }
        public int B { get; }
    }

    public class Hidden
    {
        Hidden() { }
        public static Hidden Make(int a) => new() { A = a };
        public int A { get; private set; }
        [Member]
        public int B { get; private set; }
        public Hidden With(int b) { B = b; return this; }
    }

    public class SetsRequired
    {
        [SetsRequiredMembers]
        public SetsRequired() => A = "set";
        public required string A { get; set; }
    }

    [Fact]
    public void Constructors()
    {
        Wires.RoundTrip(new Creators(1, "n") { Later = 5 });
        Wires.RefusesToRead(new TwoConstructors(1, 2), null, nameof(TwoConstructors), "[Creator]");
        // Json alone takes nothing from the input that has no public setter; formats of our own give back what they took.
        Assert.All(Wires.FromJson<Hidden>("""{"A":1,"B":2}"""), h => Assert.Equal((0, 2), (h.A, h.B)));
        Assert.Equal((1, 2), Compact.Deserialize<Hidden>(Compact.Serialize(Hidden.Make(1).With(2))) is var h ? (h.A, h.B) : default);
        Assert.All(Wires.FromJson<SetsRequired>("{}"), s => Assert.Equal("set", s.A));
    }

    public class Private
    {
        [Member] int _a;
        [Member("renamed")] string? B { get; set; }
        [JsonInclude] internal int C { get; private set; }
        [Member] readonly int _d;
        int _not = 1;
        public Private() { }
        public Private(int a) => (_a, B, C, _d, _not) = (a, "b", 3, 4, a);
        public int NotValue() => _not;
    }

    public class Fields
    {
        public int A;
        public string? B;
        public readonly int C = 5;
        public static int Static = 1;
        public const int Constant = 1;
        [NonSerialized] public int D;
        [Skip] public int E;
        [JsonIgnore] public int F { get; set; }
    }

    [Fact]
    public void Private_members_and_fields()
    {
        Assert.Equal("""{"renamed":"b","C":3,"_a":7,"_d":4}""", Wires.ToJson(new Private(7)));
        Assert.All(Wires.Copies(new Private(7)), p => Assert.Equal(Wires.ToJson(new Private(7)), Wires.ToJson(p)));
        Assert.Equal("""{"A":1,"B":"b","C":5}""", Wires.ToJson(new Fields { A = 1, B = "b", D = 2, E = 3, F = 4 }));
        Wires.RoundTrip(new Fields { A = 1, B = "b" });
        Assert.Equal("{}", Wires.ToJson(new { }, c => c.WithoutFields()));
    }

    public class Generic<T, TOther>
    {
        public T? Value { get; set; }
        public List<TOther>? Others { get; set; }
        public Nested? In { get; set; }
        public class Nested { public T? Deep { get; set; } }
    }

    private sealed class PrivateType { public int A { get; set; } public List<PrivateType>? More { get; set; } public PrivateStruct S; }
    private struct PrivateStruct { public int A { get; set; } }
    internal sealed record InternalRecord(int A, Dictionary<string, PrivateEnum> Map);
    internal enum PrivateEnum { A, B }

    [Fact]
    public void Generic_nested_and_private_types()
    {
        Wires.RoundTrip(new Generic<int, string> { Value = 1, Others = ["a"], In = new() { Deep = 2 } });
        Wires.RoundTrip(new Generic<Pair?, Generic<Person, int>> { Value = new Pair(1, "x"), Others = [new() { Value = new("p") }] });
        Wires.RoundTrip(new PrivateType { A = 1, More = [new() { A = 2, S = new() { A = 3 } }] });
        Wires.RoundTrip(new InternalRecord(1, new() { ["k"] = PrivateEnum.B }));
        Wires.RoundTrip(new Dictionary<string, PrivateType[]> { ["a"] = [new()] });
    }

    public class Matching { public int A { get; set; } public string? B { get; set; } public Matching? In { get; set; } }

    [Fact]
    public void Anonymous_types()
    {
        Wires.Converts(new { A = 1, B = "b", In = new { A = 2, B = "c", In = (Matching?)null } },
            new Matching { A = 1, B = "b", In = new() { A = 2, B = "c" } }, only: w => w.HasNames);
        Wires.RoundTrip(new { A = 1, B = new[] { new { C = 2 } } });
    }

    [Fact]
    public void Tuples()
    {
        Wires.RoundTrip(Tuple.Create(1));
        Wires.RoundTrip(Tuple.Create(1, "a", 2.5));
        Wires.RoundTrip(Tuple.Create(1, 2, 3, 4, 5, 6, 7, "8"));
        Wires.RoundTrip(ValueTuple.Create());
        Wires.RoundTrip(ValueTuple.Create(1));
        Wires.RoundTrip((1, "a"));
        Wires.RoundTrip(((int, string)?)(1, "a"));
        Wires.RoundTrip((1, 2, 3, 4, 5, 6, 7));
        Wires.RoundTrip((1, 2, 3, 4, 5, 6, 7, "8"));
        Wires.RoundTrip((1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, "15", 16, 17, 18, 19, (20, 21)));
        Wires.RoundTrip(
            new Tuple<int, int, int, int, int, int, int, Tuple<int, int, int, int, int, int, int, Tuple<string, int>>>(1, 2, 3, 4, 5, 6, 7,
                new(8, 9, 10, 11, 12, 13, 14, new("15", 16))));
        Wires.RoundTrip(new Dictionary<(int, string), (double, Guid)> { [(1, "a")] = (2.5, Guid.Empty) });
        Wires.RoundTrip(new List<Tuple<int, Person>> { Tuple.Create(1, new Person("x")) });
    }

    public class Bits
    {
        public KeyValuePair<string, int> Pair { get; set; }
        public KeyValuePair<int, Person>? NullablePair { get; set; }
        public Lazy<Person>? Lazy { get; set; }
        public Lazy<int>? LazyInt { get; set; }
        public Lazy<int>? NoLazy { get; set; }
        public DBNull? Nothing { get; set; }
    }

    [Fact]
    public void Pairs_entries_and_lazy()
    {
        Wires.RoundTrip(new KeyValuePair<int, string>(1, "a"));
        Wires.RoundTrip(new DictionaryEntry("k", "v"));
        Wires.RoundTrip(new DictionaryEntry("k", null));
        Wires.RoundTrip(new Lazy<int>(5));
        Wires.RoundTrip(
            new Bits
            {
                Pair = new("a", 1),
                NullablePair = new(2, new("p")),
                Lazy = new(() => new Person("l")),
                LazyInt = new(() => 3),
                Nothing = DBNull.Value
            });
    }

    public class Wide { public required string Last { get; set; } }

    public class Renamed
    {
        [Member("n", Aliases = ["old", "older"], Order = 2)] public string? Name { get; set; }
        [Member(Required = true, Order = 1)] public int Id { get; set; }
        [JsonPropertyName("j"), JsonPropertyOrder(-1)] public int J { get; set; }
    }

    [Fact]
    public void Names_aliases_and_order()
    {
        Assert.Equal("""{"j":3,"Id":1,"n":"x"}""", Wires.ToJson(new Renamed { Name = "x", Id = 1, J = 3 }));
        Assert.All(Wires.FromJson<Renamed>("""{"older":"y","Id":2}"""), r => Assert.Equal("y", r.Name));
        Wires.RefusesJson<Renamed>("""{"n":"y"}""");
    }

    public class SetOnly
    {
        int _value;
        public int Plain { get; set; }
        public int Value { set => _value = value; }
        public int ValueOf() => _value;
    }

    [Fact]
    public void Members_that_can_only_be_set_are_read_and_not_written()
    {
        Assert.Equal("""{"Plain":1}""", Wires.ToJson(new SetOnly { Plain = 1, Value = 2 }));
        Assert.All(Wires.Copies(new SetOnly { Plain = 1, Value = 2 }), v => Assert.Equal((1, 0), (v.Plain, v.ValueOf())));
        Assert.All(Wires.FromJson<SetOnly>("""{"Value":7}"""), v => Assert.Equal(7, v.ValueOf()));
    }

    public class Extended
    {
        public int A { get; set; }
        [JsonExtensionData] public Dictionary<string, object?>? More { get; set; }
    }

    public class ExtendedRecord(int a)
    {
        public int A { get; } = a;
        [JsonExtensionData] public IDictionary<string, object?> More { get; set; } = new Dictionary<string, object?>();
    }

    [Fact]
    public void Extension_dictionaries()
    {
        Wires.RoundTrip(new Extended { A = 1, More = new() { ["x"] = "y", ["z"] = 1L, ["n"] = null } });
        Wires.RoundTrip(new Extended { A = 1 });
        Wires.RoundTrip(new ExtendedRecord(1) { More = { ["x"] = true } });
    }
}
