using System.Numerics;
using Xunit;

namespace Isomer.Tests.Shapes;

/// <summary>A format as an ordinary class: every event arrives, in both tiers the same ones, and the value comes back.</summary>
public sealed class FormatWriterTests
{
    public class Animal
    {
        public string? Name { get; set; }

        public Animal? Friend { get; set; }
    }

    public sealed class Dog : Animal
    {
        public int? Bones { get; set; }
    }

    public enum Colour
    {
        Red = 3,
    }

    public sealed record Everything(
        bool A, char B, sbyte C, byte D, short E, ushort F, int G, uint H, long I, ulong J, Int128 K, UInt128 L, Half M, float N, double O,
        decimal P, BigInteger Q, string? R, byte[]? S, Guid T, DateTime U, DateTimeOffset V, TimeSpan W, DateOnly X, TimeOnly Y, Colour Z);

    public sealed class Basket
    {
        public List<Animal?> Animals { get; } = [];

        public Dictionary<string, int[]> Numbers { get; init; } = [];

        public object? Anything { get; init; }

        public (int, string)? Pair { get; init; }
    }

    static readonly Everything All = new(
        true, 'x', -1, 2, -3, 4, -5, 6, -7, 8, -9, 10, (Half)1.5, 2.5f, 3.5, 4.5m, -BigInteger.Pow(10, 30), "text", [1, 2], Guid.NewGuid(),
        DateTime.UtcNow, DateTimeOffset.Now, TimeSpan.FromDays(1), new DateOnly(2026, 11, 21), new TimeOnly(1, 2), Colour.Red);

    static T RoundTrip<T>(T value)
    {
        List<object?>? first = null;
        foreach (var tier in new[] { ShapeTier.Auto, ShapeTier.Reflection })
        {
            var convention = Convention.Plain.WithTier(tier).WithSubtype<Animal, Dog>("dog");
            var tape = new List<object?>();
            new TapeWriter(tape).Value(value, convention);
            Assert.Equal(first ??= tape, tape);
            new TapeReader(tape).Value<T>(convention);
        }
        var emitted = Convention.Plain.WithSubtype<Animal, Dog>("dog");
        var reader = new TapeReader(first!);
        var read = reader.Value<T>(emitted);
        Assert.True(reader.AtEnd);
        return read;
    }

    [Fact]
    public void EveryScalarArrives()
    {
        var read = RoundTrip(All);
        Assert.Equal(All.S, read.S);
        Assert.Equal(All, read with { S = All.S });
    }

    [Fact]
    public void ObjectsCollectionsSubtypesAndReferences()
    {
        var dog = new Dog { Name = "Rex", Bones = 3 };
        dog.Friend = dog;
        var basket = new Basket { Numbers = { ["a"] = [1, 2], ["b"] = [] }, Anything = All, Pair = (1, "one") };
        basket.Animals.AddRange([dog, null, new Animal { Name = "Cat", Friend = dog }]);
        var read = RoundTrip(basket);
        var rex = Assert.IsType<Dog>(read.Animals[0]);
        Assert.Equal(3, rex.Bones);
        Assert.Same(rex, rex.Friend);
        Assert.Null(read.Animals[1]);
        Assert.Same(rex, read.Animals[2]!.Friend);
        Assert.Equal([1, 2], read.Numbers["a"]);
        Assert.Empty(read.Numbers["b"]);
        Assert.Equal((1, "one"), read.Pair);
        Assert.Equal(All.Q, Assert.IsType<Everything>(read.Anything).Q);
    }

    [Fact]
    public void ByModelAsByType()
    {
        var model = Convention.Plain.ModelOf(typeof(Everything));
        List<object?> typed = [], untyped = [];
        new TapeWriter(typed).Value(All, Convention.Plain);
        new TapeWriter(untyped).Value(model, All);
        Assert.Equal(typed, untyped);
        Assert.Equal(All.Q, ((Everything)new TapeReader(typed).Value(model)!).Q);
    }
}
