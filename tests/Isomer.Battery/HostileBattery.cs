using Xunit;

namespace Isomer.Battery;

/// <summary>
/// Input that is broken: whatever the bytes, a value comes back or <see cref="WireFormatException"/>, the same from both tiers, and the
/// exception tells format, offset and path.
/// </summary>
public abstract class HostileBattery(WireSet wires) : Battery(wires)
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
        public byte[]? Y { get; set; }
        public Dictionary<int, string?>? M { get; set; }
        public Dictionary<string, double>? N { get; set; }
        public ObjectBattery.Animal? Animal { get; set; }
        public (int, string?)? T { get; set; }
        public ObjectBattery.Positional? P { get; set; }
        public HashSet<string>? H { get; set; }
        public Stack<int>? K { get; set; }
        public decimal C { get; set; }
        public System.Numerics.BigInteger Big { get; set; }
        public Guid G { get; set; }
        public int[,]? Grid { get; set; }
        public object? Any { get; set; }
        public Everything? Next { get; set; }
    }

    static Everything Sample(bool deep) => new()
    {
        I = 100_000,
        B = 2,
        S = "s\"é",
        D = new DateTime(2020, 1, 2, 3, 4, 5, DateTimeKind.Utc),
        W = DayOfWeek.Friday,
        L = [1, 2],
        A = [3],
        Y = [1, 2, 3],
        M = new() { [1] = "a", [2] = null },
        N = new() { ["x"] = 1.1, ["y"] = 2 },
        Animal = new ObjectBattery.Puppy { Name = "p", Friend = new ObjectBattery.Dog() },
        T = (1, "t"),
        P = new(1, "n", new(2, null)),
        H = ["h"],
        K = new([1, 2]),
        C = 2.50m,
        Big = System.Numerics.BigInteger.Pow(10, 30),
        G = Guid.AllBitsSet,
        Grid = new[,] { { 1, 2 }, { 3, 4 } },
        Any = "any",
        Next = deep ? Sample(false) : null,
    };

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void Mutations_and_cuts(bool preserve)
    {
        int seed = MutationSeed.Value;
        var random = new Random(seed);
        var setup = new Setup { References = preserve ? References.Preserve : References.None };
        foreach (var wire in Wires.All)
        {
            byte[] good = wire.Write(Sample(true), Wires.Emitted, setup);
            for (int i = 0; i < 4000; i++)
                Wires.Agree<Everything>(wire, Mutation.Break(good, random, [0xFF]), setup, $"seed {seed}, round {i}");
            for (int i = 0; i < good.Length; i++)
                Wires.Agree<Everything>(wire, good[..i], setup, $"prefix {i}");
            for (int i = 0; i < good.Length; i++)
                for (int bit = 0; bit < 8; bit++)
                    Wires.Agree<Everything>(wire, [.. good[..i], (byte)(good[i] ^ (1 << bit)), .. good[(i + 1)..]], setup,
                        $"bit {bit} of {i}");
        }
    }

    [Fact]
    public void Noise()
    {
        var random = new Random(5);
        foreach (var wire in Wires.All)
        {
            for (int i = 0; i < 4000; i++)
            {
                byte[] bytes = new byte[random.Next(1, 40)];
                random.NextBytes(bytes);
                Wires.Agree<Everything>(wire, bytes, Setup.Default, $"noise {i}");
                Wires.Agree<object>(wire, bytes, Setup.Default, $"noise {i}");
                Wires.Agree<List<Dictionary<string, object>>>(wire, bytes, Setup.Default, $"noise {i}");
                Wires.Agree<Node>(wire, bytes, Setup.Default, $"noise {i}");
            }
        }
    }

    public sealed class Chain { public Chain? Next { get; set; } public List<Chain>? More { get; set; } }

    /// <summary>The wires under test allow 500 levels.</summary>
    [Fact]
    public void Depth_ends_at_the_limit()
    {
        static Chain Of(int levels)
        {
            var chain = new Chain();
            for (int i = 1; i < levels; i++)
                chain = new Chain { Next = chain };
            return chain;
        }
        foreach (var wire in Wires.All)
        {
            foreach (var convention in Wires.Tiers(null))
            {
                Assert.NotNull(wire.Read<Chain>(wire.Write(Of(400), convention, Setup.Default), convention, Setup.Default).Next);
                Assert.Throws<NotSupportedException>(() => wire.Write(Of(501), convention, Setup.Default));
                Assert.Throws<NotSupportedException>(() => wire.Write(Of(1_000_000), convention, Setup.Default));
            }
        }
    }

    public sealed class Throwing
    {
        int _value;
        public int Value
        {
            get => _value >= 0 ? _value : throw new InvalidOperationException("get"); set =>
            _value = value < 100 ? value : throw new ArgumentException("set");
        }
        public static Throwing Of(int value) => new() { _value = value };
    }

    [Fact]
    public void What_user_code_throws_is_told_with_its_place()
    {
        foreach (var wire in Wires.All)
        {
            foreach (var convention in Wires.Tiers(null))
            {
                Assert.Equal("get",
                    Assert.Throws<InvalidOperationException>(() => wire.Write(Throwing.Of(-1), convention, Setup.Default)).Message);
                byte[] bytes = wire.Write(new List<Throwing> { Throwing.Of(1), Throwing.Of(200) }, convention, Setup.Default);
                var e = Assert.Throws<WireFormatException>(() => wire.Read<List<Throwing>>(bytes, convention, Setup.Default));
                Assert.Contains("set", e.Message, StringComparison.Ordinal);
                Assert.Equal("$[1].Value", e.Path);
            }
        }
    }

    public sealed class Needs { public required int A { get; set; } public required string B { get; set; } }

    public sealed class Has { public int A { get; set; } }

    [Fact]
    public void What_is_missing_is_told_with_its_place()
    {
        foreach (var wire in Wires.All.Where(w => w.HasNames))
        {
            foreach (var convention in Wires.Tiers(null))
            {
                byte[] bytes = wire.Write(new List<Has> { new() { A = 1 } }, convention, Setup.Default);
                var e = Assert.Throws<WireFormatException>(() => wire.Read<List<Needs>>(bytes, convention, Setup.Default));
                Assert.Contains("'B'", e.Message, StringComparison.Ordinal);
                Assert.True(e.Path is "$[0]" or "$[0].B", e.Path);
            }
        }
    }
}
