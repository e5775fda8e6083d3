using Xunit;

namespace Isomer.Battery;

/// <summary>
/// Types with members in every way that they come: how they are made, what a member is, subtypes, surrogates, references, what is open.
/// </summary>
public abstract class ObjectBattery(WireSet wires) : Battery(wires)
{
    public class Plain { public int A { get; set; } public string? B { get; set; } public int Field; public Plain? Next { get; set; } }
    public record Positional(int Id, string? Name, Positional? Inner = null);
    public record struct Point(double X, double Y);
    public readonly struct Fixed(int a) { public int A { get; } = a; }
    public sealed class InitOnly
    {
        public required int A { get; init; }
        public List<int> Added { get; } =
        []; public Dictionary<string, Point> Map { get; } = [];
    }
    public sealed class Made
    {
        [Creator]
        public Made(int b, int a) => (A, B) = (a, b); public int A { get; }
        public int B { get; }
        public string? C { get; set; }
    }
    public sealed class Fluid
    {
        public (int,
        string?)? Pair
        { get; set; }
        public Point? Maybe { get; set; }
        public DayOfWeek Day { get; set; }
        public Flags Set { get; set; }
        public Fixed Fixed { get; set; }
        public nint Native { get; set; }
    }
    [Flags] public enum Flags : ulong { None = 0, A = 1, B = 2, Top = 1UL << 63 }
    public enum Signed : sbyte { Low = -128, High = 127 }

    [Subtype(typeof(Dog), "dog"), Subtype(typeof(Puppy), "puppy")]
    public class Animal { public string? Name { get; set; } public Animal? Friend { get; set; } }
    public class Dog : Animal { public int Legs { get; set; } }
    public sealed class Puppy : Dog { public bool Small { get; set; } }
    public interface IThing { int Id { get; } }
    public sealed class Thing : IThing { public int Id { get; set; } public List<IThing?> More { get; set; } = []; }
    [Subtype(typeof(Circle), "circle")]
    public abstract class Shape;
    public sealed class Circle : Shape { public double R { get; set; } }
    public sealed class Zoo
    {
        public Animal? One { get; set; }
        public List<Animal?> Many { get; set; } =
        []; public Dictionary<string, Animal> ByName { get; set; } = []; public Shape? Shape { get; set; }
    }
    public sealed class Boxed { public object? Any { get; set; } }
    public sealed class Wide
    {
        public int[] A { get; set; } = []; public int M1, M2, M3, M4, M5, M6, M7, M8, M9, M10, M11, M12, M13, M14,
        M15, M16, M17, M18, M19, M20, M21, M22, M23, M24, M25, M26; public string? Last;
    }
    public sealed class Conditional
    {
        public int Number { get; set; }
        public bool ShouldSerializeNumber() =>
        Number != 7; public int Last { get; set; }
    }
    public sealed class Money(decimal amount) { public decimal Amount => amount; }
    public sealed class MoneySurrogate : Surrogate<Money, string>
    {
        public override string ToCarrier(Money value) => value.Amount.ToString(System.Globalization.CultureInfo.InvariantCulture);
        public override Money FromCarrier(string carrier) => new(decimal.Parse(carrier, System.Globalization.CultureInfo.InvariantCulture));
    }

    void Places<T>(T value)
    {
        Wires.RoundTrip(value);
        Wires.RoundTrip(new List<T> { value, value });
        Wires.RoundTrip(new Dictionary<string, T> { ["a"] = value });
    }

    [Fact]
    public void However_they_are_made()
    {
        Places(new Plain { A = 1, B = "b", Field = 3, Next = new Plain { Next = new Plain { A = -1 } } });
        Places(new Positional(1, "n", new(2, null)));
        Places(new Point(1.5, -0.0));
        Places(new InitOnly { A = 5, Added = { 1, 2 }, Map = { ["p"] = new(1, 2) } });
        Places(new Made(2, 1) { C = "c" });
        Places(new Money(1.50m) is var m ? new { m.Amount, Anonymous = new[] { 1, 2 } } : null);
        Wires.RoundTrip<Plain?>(null);
        Wires.RoundTrip<Point?>(null);
    }

    [Fact]
    public void Whatever_a_member_is()
    {
        Places(new Fluid());
        Places(new Fluid
        { Pair = (1, "x"), Maybe = new(1, 2), Day = DayOfWeek.Friday, Set = Flags.Top | Flags.A, Fixed = new(4), Native = -5 });
        Places(new[] { Signed.Low, Signed.High, (Signed)5 });
        Places(new Wide { A = [1], M1 = 1, M24 = 24, M26 = 26, Last = "last" });
        Wires.RoundTrip(new Dictionary<DayOfWeek, Flags> { [DayOfWeek.Monday] = Flags.B });
        foreach (var copy in Wires.Copies(new Conditional { Number = 7, Last = 1 }))
            Assert.Equal((0, 1), (copy.Number, copy.Last));
        Wires.RoundTrip(new Conditional { Number = 6, Last = 2 });
    }

    [Fact]
    public void Subtypes()
    {
        Wires.RoundTrip<Animal>(new Animal { Name = "a" });
        Wires.RoundTrip<Animal>(new Puppy { Name = "p", Legs = 4, Small = true, Friend = new Dog { Legs = 3 } });
        Wires.RoundTrip<Shape>(new Circle { R = 2 });
        Wires.RoundTrip(
            new Zoo
            {
                One = new Dog(),
                Many = [new Animal(), null, new Puppy()],
                ByName = { ["d"] = new Dog { Legs = 1 } },
                Shape = new Circle()
            });
        Wires.RoundTrip<IThing>(new Thing { Id = 1, More = [new Thing { Id = 2 }, null] }, c => c.WithSubtype<IThing, Thing>("thing", 1));
        Wires.RoundTrip(new Boxed { Any = new Circle { R = 1 } }, c => c.WithSubtype<object, Circle>("circle", 1));
        Wires.RefusesToWrite<Animal>(new Unknown(), null, nameof(Unknown), nameof(Animal));
    }

    public sealed class Unknown : Animal;

    [Fact]
    public void Surrogates()
    {
        static PlainConvention With(PlainConvention convention) => convention.WithSurrogate(new MoneySurrogate());
        Wires.RoundTrip(new Money(1.50m), With);
        Wires.RoundTrip(new List<Money?> { new(1), null }, With);
        Wires.RoundTrip(new Dictionary<string, Money> { ["a"] = new(2) }, With);
    }

    [Fact]
    public void What_is_declared_as_object()
    {
        foreach (object? value in new object?[] { null, "text", true, 5L, 2.5 })
        {
            Wires.RoundTrip(value);
            Wires.RoundTrip(new Boxed { Any = value });
        }
    }

    [Fact]
    public void Objects_that_are_shared_and_cycles()
    {
        var preserve = new Setup { References = References.Preserve };
        var shared = new Dog { Name = "shared" };
        shared.Friend = shared;
        foreach (var copy in Wires.Copies(new Zoo { One = shared, Many = [shared, null, shared], ByName = { ["s"] = shared } }, null,
            preserve))
        {
            Assert.IsType<Dog>(copy.One);
            Assert.Same(copy.One, copy.One.Friend);
            Assert.All(new[] { copy.Many[0], copy.Many[2], copy.ByName["s"] }, a => Assert.Same(copy.One, a));
        }
        foreach (var wire in Wires.All)
            foreach (var convention in Wires.Tiers(null))
                Assert.Throws<NotSupportedException>(() => wire.Write(shared, convention, Setup.Default));
    }

    [Fact]
    public void Filled_are_members_that_merge()
    {
        foreach (var wire in Wires.All)
        {
            foreach (var convention in Wires.Tiers(null))
            {
                byte[] bytes = wire.Write(new InitOnly { A = 1, Added = { 5 }, Map = { ["x"] = new(1, 1) } }, convention, Setup.Default);
                Assert.Equal([5], wire.Read<InitOnly>(bytes, convention, new Setup { Merge = true }).Added);
            }
        }
    }
}
