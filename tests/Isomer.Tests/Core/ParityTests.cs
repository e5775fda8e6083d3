using System.Text;
using Isomer.Tests.FSharp;
using Xunit;

namespace Isomer.Tests.Core;

/// <summary>Both tiers take and refuse the same inputs, however broken, and make the same of those they take.</summary>
public class ParityTests
{
    public sealed class Everything
    {
        public int I { get; set; }
        public byte B { get; set; }
        public string? S { get; set; }
        public DateTime? D { get; set; }
        public DayOfWeek W { get; set; }
        public List<int>? L { get; set; }
        public int[]? A { get; set; }
        public Dictionary<int, string?>? M { get; set; }
        public PolymorphismTests.Animal? Animal { get; set; }
        public (int, string?)? T { get; set; }
        public ObjectTests.Person? P { get; set; }
        public BehaviourTests.Money Money { get; set; }
        public HashSet<string>? H { get; set; }
        public Stack<int>? K { get; set; }
        public double F { get; set; }
        public decimal C { get; set; }
        public Everything? Next { get; set; }
        public ObjectTests.GetOnlyBehindConstructor? G { get; set; }
        public Shape? Union { get; set; }
        public StructUnion Struct { get; set; }
        public int[,]? Grid { get; set; }
        public nint N { get; set; }
    }

    static Everything Sample(bool deep) => new()
    {
        I = 1,
        B = 2,
        S = "s\"é",
        D = new DateTime(2020, 1, 2, 3, 4, 5, DateTimeKind.Utc),
        W = DayOfWeek.Friday,
        L = [1, 2],
        A = [3],
        M = new() { [1] = "a", [2] = null },
        Animal = new PolymorphismTests.Puppy { Name = "p", Mother = new PolymorphismTests.Dog() },
        T = (1, "t"),
        P = new("n", 5),
        Money = new(1.5m, "EUR"),
        H = ["h"],
        K = new([1, 2]),
        F = 1.5,
        C = 2.50m,
        G = new(3) { List = { 1 }, Map = { ["x"] = 1 } },
        Union = Shape.NewLabelled("l", Shape.Empty),
        Struct = StructUnion.NewText("t"),
        Grid = new[,] { { 1, 2 }, { 3, 4 } },
        N = 5,
        Next = deep ? Sample(false) : null,
    };

    /// <summary>The value, or the refusal; anything else fails the test.</summary>
    static (T? Value, string? Refusal) Try<T>(WireUnderTest wire, byte[] bytes, Convention convention, Setup setup)
    {
        try
        {
            return (wire.Read<T>(bytes, convention, setup), null);
        }
        catch (WireFormatException e)
        {
            return (default, e.Message);
        }
    }

    static void Agree<T>(WireUnderTest wire, byte[] bytes, Setup setup, string what)
    {
        var emitted = Try<T>(wire, bytes, Wires.Emitted, setup);
        var reflected = Try<T>(wire, bytes, Wires.Reflected, setup);
        if (emitted.Refusal is null != reflected.Refusal is null)
            Assert.Fail($"{wire}, {what}: emitted '{emitted.Refusal ?? "takes it"}', reflection '{reflected.Refusal ?? "takes it"}'\n{Encoding.UTF8.GetString(bytes)}\n{Convert.ToHexString(bytes)}");
        if (new Deep(wire.KeepsNaNBits).Difference(emitted.Value, reflected.Value) is { } difference)
            Assert.Fail($"{wire}, {what}: {difference}\n{Encoding.UTF8.GetString(bytes)}");
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void On_broken_input(bool preserve)
    {
        int seed = Environment.TickCount;
        var random = new Random(seed);
        var setup = new Setup { References = preserve ? References.Preserve : References.None };
        foreach (var wire in Wires.All)
        {
            byte[] good = wire.Write(Sample(true), Wires.Emitted, setup);
            for (int i = 0; i < 1500; i++)
                Agree<Everything>(wire, Mutation.Break(good, random, "{}[]\",:0n-.9et"u8), setup, $"seed {seed}, round {i}");
            for (int i = 0; i < good.Length; i += 7)
                Agree<Everything>(wire, good[..i], setup, $"prefix {i}");
        }
    }

    public static TheoryData<string> Replacements => ["null", "1", "-1", "1.5", "\"\"", "\"x\"", "true", "[]", "{}", "[1]", "[null]", "{\"a\":1}", "1e400", "99999999999999999999"];

    [Theory]
    [MemberData(nameof(Replacements))]
    public void On_values_of_the_wrong_kind(string replacement)
    {
        var json = new JsonUnderTest();
        foreach (var property in typeof(Everything).GetProperties())
        {
            byte[] bytes = Encoding.UTF8.GetBytes($"{{\"{property.Name}\":{replacement}}}");
            Agree<Everything>(json, bytes, Setup.Default, property.Name);
            Agree<Everything>(json, bytes, new Setup { Merge = true }, property.Name);
            Agree<Everything>(json, bytes, new Setup { References = References.Preserve }, property.Name);
        }
    }

    public sealed class Throwing
    {
        int _value;
        public int Value { get => _value >= 0 ? _value : throw new InvalidOperationException("get"); set => _value = value < 100 ? value : throw new ArgumentException("set"); }
        public static Throwing Of(int value) => new() { _value = value };
    }

    public sealed class ThrowingConstructor(int value)
    {
        public int Value { get; } = value >= 0 ? value : throw new ArgumentOutOfRangeException(nameof(value), "made");
    }

    [Fact]
    public void On_what_user_code_throws()
    {
        foreach (var wire in Wires.All)
        {
            foreach (var convention in Wires.Tiers(null))
            {
                Assert.Equal("get", Assert.Throws<InvalidOperationException>(() => wire.Write(Throwing.Of(-1), convention, Setup.Default)).Message);
                byte[] bytes = wire.Write(Throwing.Of(200), convention, Setup.Default);
                Assert.Contains("set", Assert.Throws<WireFormatException>(() => wire.Read<Throwing>(bytes, convention, Setup.Default)).Message, StringComparison.Ordinal);
            }
        }
        Assert.Contains("made", Wires.RefusesJson<ThrowingConstructor>("""{"Value":-1}""").Message, StringComparison.Ordinal);
    }
}
