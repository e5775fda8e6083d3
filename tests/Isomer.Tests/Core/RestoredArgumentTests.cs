using System.Globalization;
using System.Reflection;
using Isomer.Shapes;
using Isomer.Tests.Ahead;
using Xunit;

namespace Isomer.Tests.Core;

/// <summary>
/// Constructors that keep another value than they are given. Every kind of type below with every change that a constructor may make: what
/// was written comes back, on all tiers and by Fill, and what a constructor brings into its form it still does.
/// </summary>
public class RestoredArgumentTests
{
    public interface IChange
    {
        static abstract decimal Of(decimal value);
    }

    // What it makes of what it made is another value again.
    public readonly struct Hundredth : IChange { public static decimal Of(decimal value) => value / 100; }
    public readonly struct Negated : IChange { public static decimal Of(decimal value) => -value; }
    public readonly struct Next : IChange { public static decimal Of(decimal value) => value + 1; }
    public readonly struct OnceOnly : IChange
    {
        public static decimal Of(decimal value) => value < 1 ? throw new ArgumentException("too small") : value / 1000;
    }

    // What it made it leaves as it is.
    public readonly struct Same : IChange { public static decimal Of(decimal value) => value; }
    public readonly struct Clamped : IChange { public static decimal Of(decimal value) => Math.Clamp(value, 0, 10); }
    public readonly struct Rounded : IChange { public static decimal Of(decimal value) => Math.Round(value); }

    public interface IHeld { decimal Told { get; } }

    public class ByField<F>(decimal value) : IHeld where F : IChange
    {
        readonly decimal _value = F.Of(value);
        public decimal Value => _value;
        public decimal Told => _value;
    }

    public sealed class GetOnly<F> : IHeld where F : IChange
    {
        public GetOnly(decimal value, string? name) => (Value, Name) = (F.Of(value), name);
        public decimal Value { get; }
        public string? Name { get; }
        decimal IHeld.Told => Value;
    }

    public sealed class Private<F> : IHeld where F : IChange
    {
        public Private(decimal value) => Value = F.Of(value);
        public decimal Value { get; private set; }
        public int Other { get; set; } = 5;
        decimal IHeld.Told => Value;
    }

    public sealed record Init<F>(decimal Value) : IHeld where F : IChange
    {
        public decimal Value { get; init; } = F.Of(Value);
        decimal IHeld.Told => Value;
    }

    public sealed class ReadOnlyField<F>(decimal value) : IHeld where F : IChange
    {
        public readonly decimal Value = F.Of(value);
        decimal IHeld.Told => Value;
    }

    public sealed class Derived<F>(decimal value, int more) : ByField<F>(value) where F : IChange
    {
        public int More => more;
    }

    public readonly struct StructByField<F>(decimal value) : IHeld where F : IChange
    {
        readonly decimal _value = F.Of(value);
        public decimal Value => _value;
        decimal IHeld.Told => _value;
    }

    public readonly struct StructGetOnly<F> : IHeld where F : IChange
    {
        readonly int _behind;
        public StructGetOnly(decimal value) => (Value, _behind) = (F.Of(value), 7);
        public decimal Value { get; }
        decimal IHeld.Told => Value * _behind;
    }

    public readonly record struct RecordStruct<F>(decimal Value, decimal? Maybe) : IHeld where F : IChange
    {
        public decimal Value { get; init; } = F.Of(Value);
        public decimal? Maybe { get; } = Maybe is { } some ? F.Of(some) : null;
        decimal IHeld.Told => Value - (Maybe ?? 0);
    }

    static readonly ShapeTier[] s_tiers = [ShapeTier.Emitted, ShapeTier.Reflection];

    static readonly Type[] s_changes =
        [typeof(Hundredth), typeof(Negated), typeof(Next), typeof(OnceOnly), typeof(Same), typeof(Clamped), typeof(Rounded)];

    static readonly Type[] s_kinds =
    [
        typeof(ByField<>), typeof(GetOnly<>), typeof(Private<>), typeof(Init<>), typeof(ReadOnlyField<>), typeof(Derived<>),
        typeof(StructByField<>), typeof(StructGetOnly<>), typeof(RecordStruct<>),
    ];

    public static TheoryData<Type> Types => [.. from kind in s_kinds from change in s_changes select kind.MakeGenericType(change)];

    [Theory]
    [MemberData(nameof(Types))]
    public void What_was_written_comes_back(Type type) =>
        typeof(RestoredArgumentTests).GetMethod(nameof(Check), BindingFlags.Static | BindingFlags.NonPublic)!.MakeGenericMethod(type)
            .Invoke(null, BindingFlags.DoNotWrapExceptions, null, null, null);

    static void Check<T>() where T : IHeld
    {
        var random = new Random(7);
        for (int i = 0; i < 8; i++)
        {
            var value = Some<T>(random);
            var back = StructStateTests.Check(value, static v => v.Told.ToString(CultureInfo.InvariantCulture));
            Assert.Equal(value.Told, back.Told);
            var ready = ReadyUnderTest.For(ReadyUnderTest.Plain, typeof(T));
            var (options, graph) = (new CompactOptions { Convention = ready }, JsonOptions.Graph with { Convention = ready });
            Assert.Equal(value.Told, Compact.Deserialize<T>(Compact.Serialize(value, options), options)!.Told);
            Assert.Equal(value.Told, Json.Deserialize<T>(Json.Serialize(value, graph), graph)!.Told);
            // Into one that is there.
            var other = Some<T>(random);
            foreach (var tier in s_tiers)
            {
                var convention = Convention.Plain.WithTier(tier);
                // A getter of a class that hands out its field is no member that Fill could set.
                if (typeof(T).IsValueType)
                    Assert.Equal(value.Told,
                        Compact.Fill(other, Compact.Serialize(value), new CompactOptions { Convention = convention }).Told);
            }
        }
    }

    static T Some<T>(Random random)
    {
        var constructor = Array.Find(typeof(T).GetConstructors(), c => c.GetParameters().Length > 0)!;
        return (T)constructor.Invoke([.. constructor.GetParameters().Select(p => p.ParameterType == typeof(string) ? "n" + random.Next(9)
            : p.ParameterType == typeof(int) ? random.Next(9) : (object)(decimal)random.Next(1, 100000))]);
    }

    /// <summary>
    /// What a constructor of our own would never leave so came from elsewhere: of an older version of the type, or of somebody who wants
    /// to get past it.
    /// </summary>
    [Fact]
    public void What_a_constructor_brings_into_its_form_it_still_does()
    {
        foreach (var tier in s_tiers)
        {
            var graph = JsonOptions.Graph with { Convention = Convention.Plain.WithTier(tier) };
            Assert.Equal(10, Json.FromText<GetOnly<Clamped>>("""{"Value":11,"Name":null}""", graph)!.Value);
            Assert.Equal(10, Json.FromText<ByField<Clamped>>("""{"Value":11}""", graph)!.Value);
            Assert.Equal(10, Json.FromText<StructByField<Clamped>>("""{"Value":11}""", graph).Value);
            Assert.Equal("none", Json.FromText<Named>("""{"Name":null}""", graph)!.Name);
            Assert.Equal("x", Json.FromText<Named>("""{"Name":" x "}""", graph)!.Name);
            // Where everybody may set it, so may the payload.
            Assert.Equal(11, Json.FromText<Init<Clamped>>("""{"Value":11}""", graph)!.Value);
            Assert.Equal(0.5m, DeepCopy.Of(new Init<Hundredth>(7) with { Value = 0.5m }, graph.Convention)!.Value);
            // Absent: what the constructor makes of its default.
            Assert.Equal(1, Json.FromText<GetOnly<Next>>("{}", graph)!.Value);
        }
    }

    public sealed class Named(string? name)
    {
        public string Name { get; } = name?.Trim() ?? "none";
    }

    /// <summary>Collections are the constructor's, which may show others of its fields through them.</summary>
    public sealed class Shelf
    {
        readonly List<int> _items;
        public Shelf(IReadOnlyList<int> items) => Items = (_items = [.. items]).AsReadOnly();
        public IReadOnlyList<int> Items { get; }
        public void Add(int item) => _items.Add(item);
    }

    [Fact]
    public void Collections_are_left_to_the_constructor()
    {
        var back = Compact.Deserialize<Shelf>(Compact.Serialize(new Shelf([1])))!;
        back.Add(2);
        Assert.Equal([1, 2], back.Items);
    }

    public sealed class Counted
    {
        [ThreadStatic] public static int Made;
        public Counted(int a, string b)
        {
            Made++;
            (A, B) = (a, b);
        }

        public int A { get; }
        public string B { get; }
    }

    /// <summary>A constructor that keeps what it is given runs once.</summary>
    [Fact]
    public void Constructors_run_once()
    {
        byte[] bytes = Compact.Serialize(new Counted(1, "b"));
        foreach (var tier in s_tiers)
        {
            Counted.Made = 0;
            Compact.Deserialize<Counted>(bytes, new CompactOptions { Convention = Convention.Plain.WithTier(tier) });
            Assert.Equal(1, Counted.Made);
        }
    }

    public readonly struct NoNull : IHeld
    {
        public NoNull(string name, decimal value)
        {
            ArgumentNullException.ThrowIfNull(name);
            (Name, Value) = (name, value);
        }

        public string Name { get; }
        public decimal Value { get; }
        decimal IHeld.Told => Value + (Name?.Length ?? -1);
    }

    public readonly struct NoZero
    {
        public NoZero(int value, DayOfWeek day) => (Value, Day) = (value > 0 ? value : throw new ArgumentException("zero"), day);
        public int Value { get; }
        public DayOfWeek Day { get; }
    }

    public readonly struct Hashed(string name)
    {
        readonly int _hash = string.GetHashCode(name);
        public string Name { get; } = name;
        public override int GetHashCode() => _hash;
        public override bool Equals(object? obj) => obj is Hashed other && Name == other.Name;
    }

    /// <summary>Everybody can have the default of a struct, also where its constructor refuses null.</summary>
    [Fact]
    public void Defaults_that_no_constructor_makes()
    {
        StructStateTests.Check(default(NoNull), static v => $"{v.Name ?? "null"} {v.Value}");
        StructStateTests.Check(new NoNull("a", 4), static v => $"{v.Name} {v.Value}");
        StructStateTests.Check(default(NoZero), static v => $"{v.Value} {v.Day}");
        StructStateTests.Check(new NoZero(1, DayOfWeek.Friday), static v => $"{v.Value} {v.Day}");
        StructStateTests.Check(default(Hashed), static v => v.Name ?? "null");
        StructStateTests.Check<NoNull?>(default(NoNull), static v => $"{v!.Value.Name ?? "null"} {v.Value.Value}");
        foreach (var tier in s_tiers)
        {
            var graph = JsonOptions.Graph with { Convention = Convention.Plain.WithTier(tier) };
            // Nobody can have this one.
            Assert.Throws<WireFormatException>(() => Json.FromText<NoZero>("""{"Value":0,"Day":4}""", graph));
            Assert.Throws<WireFormatException>(() => Json.FromText<NoNull>("""{"Name":null,"Value":4}""", graph));
        }
    }

    public readonly struct AtLeastOne
    {
        public AtLeastOne(int size, string? name) => (Size, Name) = (Math.Max(1, size), name ?? "none");
        public int Size { get; }
        public string Name { get; }
    }

    public readonly struct ByItems(List<int>? items, DayOfWeek day, int? more = 3)
    {
        public List<int> Items { get; } = items ?? [];
        public DayOfWeek Day { get; } = day == 0 ? DayOfWeek.Friday : day;
        public int? More { get; } = more ?? 4;
    }

    public record struct Settable(decimal Value, AtLeastOne Inner)
    {
        public decimal Value { get; set; } = Value + 1;
        public int Other { get; set; }
    }

    public readonly struct Shown(int size)
    {
        readonly int _size = size + 1;
        public int Size => _size == 0 ? 1 : _size;
    }

    /// <summary>A constructor makes another value of zero and null, and <c>default</c> has zero and null.</summary>
    [Fact]
    public void Defaults_of_which_a_constructor_makes_another_value()
    {
        static string Told(AtLeastOne v) => $"{v.Size} {v.Name ?? "null"}";
        static string Items(ByItems v) => $"{v.Items?.Count} {v.Day} {v.More}";
        static string All(Settable v) => $"{v.Value} {v.Other} {Told(v.Inner)}";
        StructStateTests.Check(default, (Func<AtLeastOne, string>)Told);
        StructStateTests.Check(new AtLeastOne(0, null), Told);
        StructStateTests.Check<AtLeastOne?>(default(AtLeastOne), static v => Told(v!.Value));
        StructStateTests.Check(default, (Func<ByItems, string>)Items);
        StructStateTests.Check(new ByItems(null, 0), Items);
        StructStateTests.Check(new ByItems([], DayOfWeek.Monday, null), Items);
        StructStateTests.Check(default, (Func<Settable, string>)All);
        StructStateTests.Check(new Settable { Other = 7 }, All);
        StructStateTests.Check(new Settable(0, default), All);
        StructStateTests.Check(new Settable(0, new AtLeastOne(0, "n")), All);
        StructStateTests.Check(new Shown(4), static v => $"{v.Size}");
        StructStateTests.Check(default, (Func<Shown, string>)(static v => $"{v.Size}"));
        StructStateTests.Check(default, (Func<StructByField<Next>, string>)(static v => $"{v.Value}"));
        var ready = ReadyUnderTest.For(ReadyUnderTest.Plain, typeof(AtLeastOne));
        foreach (var tier in s_tiers.Select(Convention.Plain.WithTier).Append(ready))
        {
            var graph = JsonOptions.Graph with { Convention = tier };
            // Absent members are the constructor's; a value that no AtLeastOne has is brought into its form.
            Assert.Equal("1 none", Told(Json.FromText<AtLeastOne>("{}", graph)));
            Assert.Equal("1 none", Told(Json.FromText<AtLeastOne>("""{"Size":0}""", graph)));
            Assert.Equal("1 none", Told(Json.FromText<AtLeastOne>("""{"Name":null}""", graph)));
            Assert.Equal("0 null", Told(Json.FromText<AtLeastOne>("""{"Name":null,"Size":0}""", graph)));
            Assert.Equal("1 a", Told(Json.FromText<AtLeastOne>("""{"Name":"a","Size":0}""", graph)));
            Assert.Equal("1 none", Told(Json.FromText<AtLeastOne>("""{"Name":null,"Size":-5}""", graph)));
            // Plain Json is System.Text.Json's: the constructor's word is the last.
            Assert.Equal("1 none", Told(Json.FromText<AtLeastOne>("""{"Name":null,"Size":0}""", new JsonOptions { Convention = tier })));
            // Filled: what the payload has, and else what is there.
            byte[] none = Compact.Serialize(default(AtLeastOne)), some = Compact.Serialize(new AtLeastOne(7, "x"));
            var compact = new CompactOptions { Convention = tier };
            Assert.Equal("0 null", Told(Compact.Deserialize<AtLeastOne>(none, compact)));
            Assert.Equal("0 null", Told(Compact.Fill(new AtLeastOne(7, "x"), none, compact)));
            Assert.Equal("7 x", Told(Compact.Fill(default(AtLeastOne), some, compact)));
            Assert.Equal("0 null", Told(Json.Fill(default(AtLeastOne), "{}"u8, graph)));
        }
    }

    /// <summary>What is divided often enough is zero, and what is cut off is empty: both stay so.</summary>
    public sealed class Divided(int value)
    {
        readonly int _value = value / 100;
        public int Value => _value;
    }

    public sealed class Cut(string text)
    {
        readonly string _text = text[Math.Min(1, text.Length)..];
        public string Text => _text;
    }

    public sealed class Scaled(decimal value)
    {
        readonly decimal _value = value * 1.00m;
        public decimal Value => _value;
    }

    public sealed class Kinds(DateTime day, DateTimeOffset moment, double number)
    {
        public DateTime Day { get; set; } = DateTime.SpecifyKind(day, DateTimeKind.Utc);
        public DateTimeOffset Moment { get; set; } = moment.ToUniversalTime();
        public double Number { get; set; } = number + 0.0;
    }

    [Fact]
    public void What_a_constructor_would_leave_at_last_comes_back()
    {
        foreach (int number in new[] { 0, 7, 500, 50_000, 5_000_000, -1234 })
            Assert.All(Copies(new Divided(number)), c => Assert.Equal(number / 100, c.Value));
        foreach (string text in new[] { "", "a", "s6", "abc" })
            Assert.All(Copies(new Cut(text)), c => Assert.Equal(text[Math.Min(1, text.Length)..], c.Text));
        Assert.All(Copies(new Scaled(1)), c => Assert.Equal("1.00", c.Value.ToString(System.Globalization.CultureInfo.InvariantCulture)));
    }

    public sealed class Bounded(int value, int max)
    {
        public int Value { get; } = Math.Min(value, max);
        public int Max { get; } = max - 1;
    }

    public sealed class Single(string name)
    {
        [ThreadStatic] public static HashSet<string>? Known;

        public string Name { get; } = (Known ??= []).Add(name.Trim()) ? name.Trim() : throw new ArgumentException("known");
    }

    public sealed class Part
    {
        internal object? Owner;
        public int Id { get; set; }
    }

    public sealed class Whole
    {
        public Whole(int number, Part part)
        {
            (Number, Part) = (number / 100, part);
            part.Owner = this;
        }

        public int Number { get; }
        public Part Part { get; }
    }

    /// <summary>A constructor that takes objects runs once, whatever it makes of its numbers: it may attach them to itself.</summary>
    [Fact]
    public void What_a_constructor_attaches_to_itself_stays_so()
    {
        foreach (var tier in s_tiers)
        {
            var options = new CompactOptions { References = References.Preserve, Convention = Convention.Plain.WithTier(tier) };
            var back = Compact.Deserialize<Whole>(Compact.Serialize(new Whole(500, new Part()), options), options)!;
            Assert.Same(back, back.Part.Owner);
        }
    }

    /// <summary>
    /// A text of somebody else's does not pass a bound because the constructor changes another member, or refuses a second call.
    /// </summary>
    [Fact]
    public void Bounds_hold_beside_members_that_change()
    {
        foreach (var tier in s_tiers)
        {
            var graph = JsonOptions.Graph with { Convention = Convention.Plain.WithTier(tier) };
            Assert.Equal(10, Json.FromText<Bounded>("""{"Value":999,"Max":10}""", graph)!.Value);
            Single.Known = null;
            Assert.Equal("x", Json.FromText<Single>("""{"Name":"  x "}""", graph)!.Name);
        }
    }

    [Fact]
    public void Equal_values_that_are_told_apart_come_back()
    {
        var moment = new DateTimeOffset(2026, 11, 28, 12, 0, 0, TimeSpan.FromHours(2));
        var kinds = new Kinds(default, default, 0) { Day = new DateTime(2026, 11, 28), Moment = moment, Number = -0.0 };
        Assert.All(Copies(kinds), c =>
        {
            Assert.Equal((kinds.Day, DateTimeKind.Unspecified), (c.Day, c.Day.Kind));
            Assert.True(moment.EqualsExact(c.Moment));
            Assert.True(double.IsNegative(c.Number));
        });
    }

    static IEnumerable<T> Copies<T>(T value) where T : class
    {
        foreach (var tier in new[] { ShapeTier.Emitted, ShapeTier.Reflection })
        {
            var compact = new CompactOptions { Convention = Convention.Plain.WithTier(tier) };
            yield return Compact.Deserialize<T>(Compact.Serialize(value, compact), compact)!;
            var graph = JsonOptions.Graph with { Convention = Convention.Plain.WithTier(tier) };
            yield return Json.Deserialize<T>(Json.Serialize(value, graph), graph)!;
        }
        yield return DeepCopy.Of(value)!;
    }
}
