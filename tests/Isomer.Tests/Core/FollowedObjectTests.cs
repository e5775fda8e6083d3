using System.Collections;
using System.Reflection;
using System.Text;
using System.Text.Json.Serialization;
using Xunit;

namespace Isomer.Tests.Core;

/// <summary>
/// Structs whose private fields refer to objects, in formats that give back all that they took. Until the evening of 2026-11-28 each of
/// them came back empty, without a word; now an object that does not lead back to the struct is carried.
/// </summary>
public class FollowedObjectTests
{
    public class Dog
    {
        public string Name { get; set; } = "";
        public Dog? Friend { get; set; }
        public object? Tag { get; set; }
    }

    public record Cat(string Name, int Lives);

    /// <summary>A union by hand: its members are computed, and some throw.</summary>
    public readonly struct OneOf<TFirst, TSecond>
    {
        readonly TFirst? _first;
        readonly TSecond? _second;
        readonly int _index;
        public OneOf(TFirst first) => _first = first;
        public OneOf(TSecond second) => (_second, _index) = (second, 1);
        public bool IsFirst => _index == 0;
        public TFirst AsFirst => IsFirst ? _first! : throw new InvalidOperationException("It is the second.");
        public TSecond AsSecond => !IsFirst ? _second! : throw new InvalidOperationException("It is the first.");
        public object? Value => IsFirst ? _first : _second;
    }

    public sealed class Zone
    {
        Zone() => Id = "";
        public static Zone Of(string id, int minutes) => new() { Id = id, Minutes = minutes };
        public string Id { get; private set; }
        public int Minutes { get; private set; }
    }

    public readonly struct ZonedTime(long ticks, Zone zone)
    {
        readonly long _ticks = ticks;
        readonly Zone _zone = zone;
        public long Local => _ticks + (_zone?.Minutes ?? 0) * 600_000_000L;
    }

    [JsonDerivedType(typeof(Round), "round")]
    [JsonDerivedType(typeof(Square), "square")]
    public interface IForm { double Size { get; } }

    public class Round : IForm { public double Radius { get; set; } public double Size => Radius * 3; }

    public class Square : IForm { public double Side { get; set; } public double Size => Side * Side; }

    public readonly struct Placed(IForm? form, int x)
    {
        readonly IForm? _form = form;
        readonly int _x = x;
        public double Size => _form?.Size ?? 0;
        public int Right => _x + 1;
    }

    public readonly struct Boxed(object? value)
    {
        readonly object? _value = value;
        public string Text => $"{_value}";
    }

    public readonly struct Basket(params Dog[] dogs)
    {
        readonly Dog[]? _dogs = dogs;
        readonly List<Cat>? _cats = [.. dogs.Select(d => new Cat(d.Name, 7))];
        readonly Dictionary<string, Dog>? _byName = dogs.ToDictionary(d => d.Name);
        public int Count => _dogs?.Length ?? 0;
    }

    public readonly struct Outer(ZonedTime time, Dog dog)
    {
        readonly ZonedTime _time = time;
        readonly ZonedTime? _maybe = time;
        readonly Dog _dog = dog;
        public string Name => _dog.Name;
    }

    public class Holder
    {
        public OneOf<Dog, Cat> One { get; set; }
        public OneOf<Dog, Cat>? Maybe { get; set; }
        public List<OneOf<Dog, Cat>> Several { get; set; } = [];
        public Dictionary<string, ZonedTime> Times { get; set; } = [];
        public Dog? Same { get; set; }
        public OneOf<Dog, Cat> Shown => One;
        public Outer Outer { get; set; }
    }

    const BindingFlags Inside = BindingFlags.Instance | BindingFlags.NonPublic;

    /// <summary>Every field of every object, seen from outside of the library.</summary>
    static string Show(object? value, int depth = 0)
    {
        switch (value)
        {
            case null:
                return "null";
            case string or int or long or double or bool:
                return $"{value}";
            case IDictionary map:
                return "{" + string.Join(",", map.Keys.Cast<object>().Select(k => $"{k}={Show(map[k], depth + 1)}")) + "}";
            case IEnumerable items:
                return "[" + string.Join(",", items.Cast<object?>().Select(i => Show(i, depth + 1))) + "]";
        }
        if (depth > 12)
            return "...";
        var text = new StringBuilder(value.GetType().Name).Append('(');
        for (var type = value.GetType(); type is not null; type = type.BaseType)
            foreach (var field in type.GetFields(Inside | BindingFlags.Public | BindingFlags.DeclaredOnly))
                text.Append(field.Name).Append('=').Append(Show(field.GetValue(value), depth + 1)).Append(' ');
        return text.Append(')').ToString();
    }

    static readonly PlainConvention[] s_tiers =
        [.. Wires.Tiers(null).Select(c => c.WithSubtype<object, Dog>("dog").WithSubtype<object, Cat>("cat"))];

    static void Check<T>(T value)
    {
        string expected = Show(value);
        byte[]? bytes = null;
        string? text = null;
        foreach (var tier in s_tiers)
        {
            var compact = new CompactOptions { Convention = tier };
            var shared = compact with { References = References.Preserve };
            var graph = JsonOptions.Graph with { Convention = tier };
            string written = Json.ToText(value, graph);
            Assert.Equal(text ??= written, written);
            Assert.Equal(bytes ??= Compact.Serialize(value, shared), Compact.Serialize(value, shared));
            Assert.Equal(expected, Show(Json.FromText<T>(written, graph)));
            Assert.Equal(expected, Show(Compact.Deserialize<T>(bytes, shared)));
            Assert.Equal(expected, Show(Compact.Deserialize<T>(Compact.Serialize(value, compact), compact)));
            Assert.Equal(expected, Show(DeepCopy.Of(value, tier)));
            Assert.Equal(Show(new[] { value, value }), Show(Json.FromText<T[]>(Json.ToText(new[] { value, value }, graph), graph)));
        }
    }

    static void CheckAny(object value) => typeof(FollowedObjectTests)
        .GetMethod(nameof(Check), BindingFlags.Static | BindingFlags.NonPublic)!.MakeGenericMethod(value.GetType()).Invoke(null, [value]);

    static Dog Rex => new() { Name = "Rex", Friend = new() { Name = "Ben", Tag = 5 }, Tag = new Cat("Tom", 9) };

    [Fact]
    public void What_a_struct_refers_to()
    {
        Check(new OneOf<Dog, Cat>(Rex));
        Check(new OneOf<Dog, Cat>(new Cat("Tom", 9)));
        Check(default(OneOf<Dog, Cat>));
        Check(new ZonedTime(77, Zone.Of("CET", 60)));
        Check(default(ZonedTime));
        Check(new Placed(new Round { Radius = 2 }, 3));
        Check(new Placed(new Square { Side = 2 }, 3));
        Check(new Placed(null, 3));
        Check(new Boxed(Rex));
        Check(new Boxed(null));
        Check(new Basket(Rex, new() { Name = "Ben" }));
        Check(default(Basket));
        Check(new Outer(new(5, Zone.Of("UTC", 0)), Rex));
        Check(new Holder
        {
            One = new(Rex),
            Maybe = new(new Cat("a", 1)),
            Several = [new(Rex), default, new(new Cat("b", 2))],
            Times = { ["x"] = new(5, Zone.Of("UTC", 0)), ["y"] = default },
            Outer = new(new(6, Zone.Of("z", 1)), Rex),
        });
    }

    /// <summary>Drawn: both sides of a union, of the kinds that fields may have, within one another.</summary>
    [Fact]
    public void Of_drawn_types()
    {
        var random = new Random(20);
        for (int i = 0; i < 14; i++)
        {
            var (first, second) = (Draw(random, 2), Draw(random, 2));
            var other = second.GetType() == first.GetType() ? typeof(long?) : second.GetType();
            var type = typeof(OneOf<,>).MakeGenericType(first.GetType(), other);
            foreach (object? argument in new[] { first, second })
                if (type.GetConstructor([argument.GetType()]) is { } make)
                    CheckAny(make.Invoke([argument]));
            CheckAny(Activator.CreateInstance(type)!);
        }

        static object Draw(Random random, int depth) => random.Next(depth > 0 ? 10 : 7) switch
        {
            0 => Rex,
            1 => new Cat("Tom", random.Next(9)),
            2 => "text",
            3 => random.Next(),
            4 => new[] { Rex, null },
            5 => new List<Cat> { new("a", 1) },
            6 => new ZonedTime(random.Next(), Zone.Of("CET", 60)),
            7 => new Basket(Rex),
            8 => new OneOf<Dog, Cat>(Rex),
            _ => new OneOf<Cat, ZonedTime>(new ZonedTime(1, Zone.Of("x", 2))),
        };
    }

    /// <summary>One object within the struct and beside it is one object again, where references are kept.</summary>
    [Fact]
    public void What_is_shared()
    {
        var dog = Rex;
        dog.Friend!.Friend = dog;
        var value = new Holder { One = new(dog), Several = [new(dog)], Same = dog };
        foreach (var tier in s_tiers)
        {
            var graph = JsonOptions.Graph with { Convention = tier };
            var shared = new CompactOptions { Convention = tier, References = References.Preserve };
            foreach (var back in new[]
            {
                Json.FromText<Holder>(Json.ToText(value, graph), graph)!,
                Compact.Deserialize<Holder>(Compact.Serialize(value, shared), shared)!,
                DeepCopy.Of(value, tier),
            })
            {
                Assert.Same(back.Same, back.One.AsFirst);
                Assert.Same(back.Same, back.Several[0].AsFirst);
                Assert.Same(back.Same, back.Same!.Friend!.Friend);
            }
            var filled = new Holder { One = new(new Cat("old", 1)), Same = new() { Name = "old" } };
            Json.Fill(filled, Json.Serialize(value, graph), graph);
            Assert.Same(filled.Same, filled.One.AsFirst);
            Assert.Equal("Rex", filled.Same!.Name);
        }
    }

    /// <summary>Views of an owner: what they refer to leads back to them.</summary>
    public class Table
    {
        public string Name { get; set; } = "";
        public List<int> Numbers { get; set; } = [];
        public Rows All => new(this);
        public Part First => new(new Section { Of = this });
        public Slice<Table> Sliced => new(this);
        public Rows[] Both => [new(this), new(this)];
        public IEnumerable<Chain> Chains => [new(new() { Behind = new() { Of = this } })];
    }

    public class Section { public Table? Of { get; set; } }

    public class Link { public Section? Behind { get; set; } }

    public readonly struct Rows(Table owner)
    {
        readonly Table _owner = owner;
        public int Count => _owner?.Numbers.Count ?? 0;
    }

    public class Ground
    {
        public string Name { get; set; } = "";
    }

    /// <summary>It shows a view of itself that knows the class it derives from alone.</summary>
    public class Ledger : Ground
    {
        public Over Shown => new(this);
    }

    public readonly struct Over(Ground ground)
    {
        readonly Ground _ground = ground;
        public int Length => _ground?.Name.Length ?? 0;
    }

    public readonly struct Part(Section of)
    {
        readonly Section _of = of;
        public string? Name => _of?.Of?.Name;
    }

    public readonly struct Chain(Link link)
    {
        readonly Link[] _links = [link];
        public int Length => _links?.Length ?? 0;
    }

    public readonly struct Slice<T>(T of)
    {
        readonly T _of = of;
        public bool IsThere => _of is not null;
    }

    /// <summary>As every view is left out of its owner, and of none of them the owner is written.</summary>
    [Fact]
    public void Views_of_an_owner()
    {
        var table = new Table { Name = "t", Numbers = { 1, 2 } };
        foreach (var tier in s_tiers)
        {
            var graph = JsonOptions.Graph with { Convention = tier };
            string text = Json.ToText(table, graph);
            Assert.Equal("""{"Name":"t","Numbers":[1,2]}""", text);
            const string Old = """{"Name":"t","Numbers":[1,2],"All":{"Count":2},"First":{"Name":"t"},"Sliced":{"IsThere":true},"Both"""
                + "\":[{\"Count\":2},{\"Count\":2}],\"Chains\":[{\"Length\":1}]}";
            var compact = new CompactOptions { Convention = tier };
            foreach (var back in new[]
            {
                Json.FromText<Table>(text, graph)!, Json.FromText<Table>(Old, graph)!,
                Compact.Deserialize<Table>(Compact.Serialize(table, compact), compact)!,
                DeepCopy.Of(table, tier),
            })
                Assert.Equal(("t", 2), (back.Name, back.Numbers.Count));
        }
    }

    public readonly struct Watched(int value, Action changed)
    {
        readonly int _value = value;
        readonly Action _changed = changed;
        public int Value => _value + (_changed is null ? 1 : 0);
    }

    public readonly struct Unknown(IForm form, IComparable other)
    {
        readonly IForm _form = form;
        readonly IComparable _other = other;
        public double Size => _form?.Size ?? 0;
    }

    class In<T> { public T? Held { get; set; } public List<T> Several { get; set; } = []; }

    class Hidden<T>
    {
        public static Hidden<T> Of(T held) => new() { Held = held };
        public T? Held { get; private set; }
    }

    class Shows<T>
    {
        public int Number { get; set; }
        [System.Text.Json.Serialization.JsonIgnore] public T? Own { get; set; }
        public T? Shown => Own;
        public List<T> All => [Own!, Own!];
        public Dictionary<string, T> ByName => new() { ["a"] = Own! };
        public List<int> Numbers { get; } = [];
    }

    /// <summary>
    /// Refused where it is written, read and filled, for nothing of it would come back. What an owner shows of itself is left out, and
    /// passed over in texts that have it.
    /// </summary>
    static void IsNotFollowed<T>(T value, string text, string field) where T : struct
    {
        foreach (var tier in s_tiers)
        {
            var graph = JsonOptions.Graph with { Convention = tier };
            var compact = new CompactOptions { Convention = tier };
            Assert.Equal(text, Json.ToText(value, new JsonOptions { Convention = tier }));
            Refused(value);
            Refused<T?>(value);
            Refused(new[] { value });
            Refused(new In<T> { Held = value });
            Refused(new In<T> { Several = { value } });
            Refused(new Dictionary<string, T> { ["a"] = value });
            Says(() => Json.FromText<T>(text, graph));
            Says(() => Json.FromText<In<T>>($$"""{"Held":{{text}}}""", graph));
            Says(() => Json.Fill(new In<T> { Held = value }, Bytes($$"""{"Held":{{text}}}"""), graph with { MergeNested = true }));
            Says(() => Json.Fill(value, Bytes(text), graph));
            // What nobody reads is refused where it would be lost.
            Assert.Contains(field, Assert.Throws<NotSupportedException>(() => Json.ToText(Hidden<T>.Of(value), graph)).Message,
                StringComparison.Ordinal);
            Assert.Null(DeepCopy.Of(new In<T?>(), tier).Held);
            Assert.Empty(DeepCopy.Of(Array.Empty<T>(), tier));
            var owner = new Shows<T> { Number = 5, Own = value, Numbers = { 6 } };
            Assert.Equal("""{"Number":5,"Numbers":[6]}""", Json.ToText(owner, graph));
            string old = $$"""{"Number":5,"Shown":{{text}},"All":[{{text}}],"ByName":{"a":{{text}}},"Numbers":[6]}""";
            foreach (var back in new[]
            {
                Json.FromText<Shows<T>>(old, graph)!, Json.FromText<Shows<T>>(Json.ToText(owner, graph), graph)!,
                Json.Fill(new Shows<T>(), Bytes(old), graph with { MergeNested = true }), DeepCopy.Of(owner, tier),
                Compact.Deserialize<Shows<T>>(Compact.Serialize(owner, compact), compact)!,
            })
                Assert.Equal((5, 6), (back.Number, back.Numbers.Single()));

            void Refused<V>(V whole)
            {
                Says(() => Json.ToText(whole, graph));
                Says(() => Compact.Serialize(whole, compact));
                Says(() => DeepCopy.Of(whole, tier));
            }

            void Says(Action action)
            {
                string message = Assert.Throws<NotSupportedException>(action).Message;
                Assert.All([field, typeof(T).Name, "Surrogate"], w => Assert.True(message.Contains(w, StringComparison.Ordinal), message));
            }
        }

        static byte[] Bytes(string text) => System.Text.Encoding.UTF8.GetBytes(text);
    }

    /// <summary>What leads back to the struct, or is no data. Until 2026-11-29 it came back empty, without a word.</summary>
    [Fact]
    public void What_is_not_followed()
    {
        IsNotFollowed(new Watched(5, () => { }), """{"Value":5}""", "_changed");
        IsNotFollowed(new Unknown(new Round(), 5), """{"Size":0}""", "_other");
        IsNotFollowed(new Rows(new() { Numbers = { 1 } }), """{"Count":1}""", "_owner");
        IsNotFollowed(new Over(new Ledger { Name = "a" }), """{"Length":1}""", "_ground");
        var ledger = new Ledger { Name = "abc" };
        foreach (var tier in s_tiers)
        {
            var compact = new CompactOptions { Convention = tier };
            Assert.Equal("abc", Compact.Deserialize<Ledger>(Compact.Serialize(ledger, compact), compact)!.Name);
        }
    }

    public struct Marked
    {
        [NonSerialized] int _value;
        public readonly int Value => _value;
        public static Marked Of(int value) => new() { _value = value };
    }

    /// <summary>One of its fields is no state, and what the other holds would be lost.</summary>
    public struct HalfMarked
    {
        [NonSerialized] int _cached;
        int _value;
        public readonly int Value => _value + _cached;
        public static HalfMarked Of(int value) => new() { _value = value, _cached = 1 };
    }

    public struct Filled
    {
        readonly List<int> _items;
        public Filled() => _items = [];
        public readonly List<int> Items => _items;
    }

    public readonly struct Nothing { public int Seven => 7; }

    /// <summary>Who marks a field says that it is no state; what a constructor makes takes items; what has no fields loses none.</summary>
    [Fact]
    public void Structs_that_lose_nothing_unsaid()
    {
        foreach (var tier in s_tiers)
        {
            var graph = JsonOptions.Graph with { Convention = tier };
            Assert.Equal(0, Json.FromText<Marked>(Json.ToText(Marked.Of(5), graph), graph).Value);
            Assert.Equal(0, DeepCopy.Of(Marked.Of(5), tier).Value);
            Assert.Equal(7, DeepCopy.Of(new Nothing(), tier).Seven);
            Assert.Contains("attribute", Assert.Throws<NotSupportedException>(() => DeepCopy.Of(HalfMarked.Of(5), tier)).Message,
                StringComparison.Ordinal);
            var filled = new Filled();
            filled.Items.Add(3);
            Assert.Equal([3], Json.FromText<Filled>(Json.ToText(filled, graph), graph).Items);
            Assert.Equal([3], DeepCopy.Of(filled, tier).Items);
        }
    }

    public class Kennel
    {
        public Unmade Shown => new(Rex, "x");
        public List<Unmade> All => [new(Rex, "y"), new(Rex, "z")];
        public bool ShouldSerializeAll() => Rex is not null;
        public Unmade? Maybe => null;
        public Slice<Kennel> Mine => new(this);
        public Dog? Rex { get; set; }
        public int Number { get; set; }
        public Dog? Again { get; set; }
    }

    public class Unmade(Dog? dog, string other)
    {
        public Dog? Dog { get; } = dog;
        public int Length { get; } = other.Length;
        public Kennel? Back { get; set; }
    }

    /// <summary>A copy has no need of what is dropped: it was made to be passed over, and refused where it could not be made.</summary>
    [Fact]
    public void Copies_leave_out_what_reading_drops()
    {
        foreach (var tier in s_tiers)
        {
            var rex = new Dog { Name = "Rex" };
            rex.Friend = rex;
            var back = DeepCopy.Of(new Kennel { Rex = rex, Number = 5, Again = rex }, tier);
            Assert.Equal(5, back.Number);
            Assert.NotSame(rex, back.Rex);
            Assert.Same(back.Rex, back.Again);
            Assert.Same(back.Rex, back.Rex!.Friend);
            Assert.Equal(0, DeepCopy.Of(new Kennel(), tier).Number);
        }
    }

    /// <summary>Of object nothing is known until the convention says what may stand there.</summary>
    [Fact]
    public void Behind_object()
    {
        Assert.Contains("_value", Assert.Throws<NotSupportedException>(() => DeepCopy.Of(new Boxed(Rex))).Message, StringComparison.Ordinal);
        Check(new Boxed(new Cat("Tom", 9)));
    }

    /// <summary>What was written when members were asked, which are computed: it is read, as nothing.</summary>
    [Fact]
    public void Older_texts() =>
        Assert.Equal(Show(default(ZonedTime)), Show(Json.FromText<ZonedTime>("""{"Local":5}""", JsonOptions.Graph)));
}
