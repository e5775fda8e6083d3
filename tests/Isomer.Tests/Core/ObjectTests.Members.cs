using System.Collections;
using System.Collections.ObjectModel;
using Xunit;

namespace Isomer.Tests.Core;

/// <summary>Get-only members and inheritance.</summary>
public partial class ObjectTests
{
    public class GetOnly
    {
        public List<int> List { get; } = [];
        public IList<int> Interface { get; } = new ObservableCollection<int>();
        public IEnumerable<int> Computed => List.Select(i => i * 2);
        public ICollection<string> Set { get; } = new SortedSet<string>();
        public Dictionary<string, int> Map { get; } = [];
        public IDictionary<string, int> MapInterface { get; } = new SortedDictionary<string, int>();
        public Queue<int> Queue { get; } = new();
        public HashSet<int> Hash { get; } = [];
        public ArrayList Untyped { get; } = [];
        public int[] Array { get; } = [0];
        public List<int>? Null { get; }
        public int Get => 4;
        public Person Person { get; } = new("fixed");
    }

    [Fact]
    public void Get_only_collections_are_filled()
    {
        var value = new GetOnly
        {
            List = { 1, 2 },
            Interface = { 3 },
            Set = { "b", "a" },
            Map = { ["k"] = 1 },
            MapInterface = { ["z"] = 1, ["y"] = 2 },
            Hash = { 9 },
            Untyped = { "u" }
        };
        value.Queue.Enqueue(7);
        Wires.RoundTrip(value);
    }

    public class GetOnlyBehindConstructor(int id)
    {
        public int Id { get; } = id;
        public List<int> List { get; } = [];
        public ISet<string> Set { get; } = new SortedSet<string>();
        public Dictionary<string, int> Map { get; } = [];
        public LinkedList<int> Linked { get; } = new();
    }

    [Fact]
    public void Get_only_collections_behind_a_constructor_are_filled()
    {
        var value = new GetOnlyBehindConstructor(3) { List = { 1, 2 }, Set = { "a" }, Map = { ["k"] = 1 } };
        value.Linked.AddLast(5);
        Wires.RoundTrip(value);
    }

    public interface IPart { int Id { get; } }
    public sealed class PartClass : IPart { public int Id => 5; }
    public class Computed
    {
        public int A { get; set; }
        public IPart Part => new PartClass(); public IPart[] Parts =>
        [Part]; public int B { get; set; }
    }
    public record ComputedRecord(int A) { public IPart Part => new PartClass(); public int B { get; init; } }

    [Fact]
    public void Computed_members_of_types_that_cannot_be_made_are_passed_over()
    {
        Assert.Equal("""{"A":1,"Part":{"Id":5},"Parts":[{"Id":5}],"B":2}""", Wires.ToJson(new Computed { A = 1, B = 2 }));
        Assert.All(Wires.FromJson<Computed>("""{"A":1,"Part":{"Id":[]},"B":2}"""), c => Assert.Equal((1, 2), (c.A, c.B)));
        Assert.All(Wires.FromJson<ComputedRecord>("""{"A":1,"Part":{"Id":5},"B":2}"""), c => Assert.Equal((1, 2), (c.A, c.B)));
    }

    public class Shared
    {
        public PartClass? Real { get; set; }
        public IPart? Part =>
        Real; public PartClass? Again { get; set; }
        public Shared? Self { get; set; }
        public IPart[] Parts =>
            Real is null ? [] : [Real]; public int B { get; set; }
    }

    [Fact]
    public void Computed_members_are_passed_over_wherever_the_format_has_them()
    {
        Assert.All(Wires.Copies(new Computed { A = 1, B = 2 }), c => Assert.Equal((1, 2), (c.A, c.B)));
        Assert.All(Wires.Copies(new ComputedRecord(1) { B = 2 }), c => Assert.Equal((1, 2), (c.A, c.B)));
        Assert.All(Wires.Copies(new List<Computed> { new() { A = 1, B = 2 }, new() { A = 3, B = 4 } }),
            l => Assert.Equal([(1, 2), (3, 4)], l.Select(c => (c.A, c.B))));
        foreach (var schema in Enum.GetValues<CompactSchema>())
        {
            var options = new CompactOptions { Schema = schema };
            Assert.Equal(2, Compact.Deserialize<Computed>(Compact.Serialize(new Computed { A = 1, B = 2 }, options), options).B);
        }
    }

    [Fact]
    public void Objects_in_members_that_are_passed_over_keep_their_numbers()
    {
        var part = new PartClass();
        var value = new Shared { Real = part, Again = part, B = 2 };
        value.Self = value;
        Assert.All(Wires.Copies(value, null, new Setup { References = References.Preserve }), c =>
        {
            Assert.Same(c.Real, c.Again);
            Assert.Same(c, c.Self);
            Assert.Equal(2, c.B);
        });
    }

    public abstract class Base
    {
        public int A { get; set; }
        public virtual string? V { get; set; }
        public abstract int Abs { get; set; }
        public int Shadowed { get; set; } = 1;
        private int Same { get; set; } = 2;
        public virtual int HalfOverridden { get; set; }
        public int Clash { get; set; }
    }

    public class Middle : Base
    {
        public override string? V { get; set; }
        public override int Abs { get; set; }
        public new string? Shadowed { get; set; }
        public override int HalfOverridden { get => base.HalfOverridden; }
        private new string? Clash { get; set; } = "private";
        public string? ClashOf() => Clash;
    }

    public sealed class Leaf : Middle
    {
        public int Same { get; set; }
    }

    [Fact]
    public void Inheritance()
    {
        var leaf = new Leaf { A = 1, V = "v", Abs = 2, Shadowed = "s", Same = 3, HalfOverridden = 4 };
        ((Base)leaf).Clash = 9;
        Wires.RoundTrip(leaf);
        Assert.Equal("""{"Same":3,"V":"v","Abs":2,"Shadowed":"s","HalfOverridden":4,"A":1,"Clash":9}""", Wires.ToJson(leaf));
    }
}
