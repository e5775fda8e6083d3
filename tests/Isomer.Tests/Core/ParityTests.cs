using System.Text;
using Isomer.Battery;
using Isomer.Tests.FSharp;
using Xunit;

namespace Isomer.Tests.Core;

/// <summary>
/// Both tiers take and refuse the same inputs, however broken, and make the same of those they take: for what <see cref="HostileBattery"/>
/// has no shape of, unions of F#, types with constructors and surrogates, and values of the wrong kind in JSON.
/// </summary>
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

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void On_broken_input(bool preserve)
    {
        int seed = MutationSeed.Value;
        var random = new Random(seed);
        var setup = new Setup { References = preserve ? References.Preserve : References.None };
        foreach (var wire in Wires.All)
        {
            byte[] good = wire.Write(Sample(true), Wires.Emitted, setup);
            for (int i = 0; i < 1500; i++)
                Wires.Ours.Agree<Everything>(wire, Mutation.Break(good, random, "{}[]\",:0n-.9et"u8), setup, $"seed {seed}, round {i}");
            for (int i = 0; i < good.Length; i += 7)
                Wires.Ours.Agree<Everything>(wire, good[..i], setup, $"prefix {i}");
        }
    }

    public static TheoryData<string> Replacements =>
        ["null", "1", "-1", "1.5", "\"\"", "\"x\"", "true", "[]", "{}", "[1]", "[null]", "{\"a\":1}", "1e400", "99999999999999999999"];

    [Theory]
    [MemberData(nameof(Replacements))]
    public void On_values_of_the_wrong_kind(string replacement)
    {
        var json = new JsonUnderTest();
        foreach (var property in typeof(Everything).GetProperties())
        {
            byte[] bytes = Encoding.UTF8.GetBytes($"{{\"{property.Name}\":{replacement}}}");
            Wires.Ours.Agree<Everything>(json, bytes, Setup.Default, property.Name);
            Wires.Ours.Agree<Everything>(json, bytes, new Setup { Merge = true }, property.Name);
            Wires.Ours.Agree<Everything>(json, bytes, new Setup { References = References.Preserve }, property.Name);
        }
    }

    public sealed class ThrowingConstructor(int value)
    {
        public int Value { get; } = value >= 0 ? value : throw new ArgumentOutOfRangeException(nameof(value), "made");
    }

    [Fact]
    public void On_what_a_constructor_throws() =>
        Assert.Contains("made", Wires.RefusesJson<ThrowingConstructor>("""{"Value":-1}""").Message, StringComparison.Ordinal);
}
