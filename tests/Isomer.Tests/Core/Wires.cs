using Xunit;

namespace Isomer.Tests.Core;

/// <summary>What a test asks of whatever format it runs on.</summary>
public sealed record Setup
{
    public static Setup Default { get; } = new();

    public References References { get; init; }

    public bool OmitDefaults { get; init; }

    public bool Merge { get; init; }
}

/// <summary>A format as the tests of the core see it.</summary>
public abstract class WireUnderTest
{
    public abstract string Name { get; }

    /// <summary>Whether the payload of a NaN comes back.</summary>
    public virtual bool KeepsNaNBits => true;

    /// <summary>Whether objects behind declared type object come back as what they were.</summary>
    public virtual bool KeepsDynamicTypes => true;

    /// <summary>Whether the comparer of a string-keyed collection comes back.</summary>
    public virtual bool KeepsComparers => true;

    /// <summary>Whether arrays and other collections that are made at the end can be referred to; System.Text.Json, and so Json, writes them again.</summary>
    public virtual bool SharesArrays => true;

    /// <summary>Whether members can be left out, and names that are not members met.</summary>
    public virtual bool HasNames => false;

    /// <summary>Whether null, empty, and the zeros of either sign are told from one another, and from what is not there.</summary>
    public virtual bool KeepsDefaults => true;

    /// <summary>Whether the format has a form for the value.</summary>
    public virtual bool Carries<T>(T value, Convention convention, Setup setup) => true;

    public abstract byte[] Write<T>(T value, Convention convention, Setup setup);

    public abstract T Read<T>(byte[] bytes, Convention convention, Setup setup);

    public override string ToString() => Name;
}

public sealed class JsonUnderTest : WireUnderTest
{
    public override string Name => "Json";

    public override bool KeepsNaNBits => false;

    public override bool KeepsDynamicTypes => false;

    public override bool KeepsComparers => false;

    public override bool HasNames => true;

    public override bool SharesArrays => false;

    static JsonOptions Options(Convention convention, Setup setup) => new()
    {
        Convention = convention,
        References = setup.References,
        Omit = setup.OmitDefaults ? JsonOmit.WhenDefault : JsonOmit.Never,
        MergeNested = setup.Merge,
        Numbers = JsonNumbers.NamedFloats,
        Limits = new Limits { MaxDepth = 500 },
    };

    public override byte[] Write<T>(T value, Convention convention, Setup setup) => Json.Serialize(value, Options(convention, setup));

    public override T Read<T>(byte[] bytes, Convention convention, Setup setup) => Json.Deserialize<T>(bytes, Options(convention, setup));
}

public sealed class CompactUnderTest : WireUnderTest
{
    public override string Name => "Compact";

    static CompactOptions Options(Convention convention, Setup setup) => new()
    {
        Convention = convention,
        References = setup.References,
        MergeNested = setup.Merge,
        Limits = new Limits { MaxDepth = 500 },
    };

    public override byte[] Write<T>(T value, Convention convention, Setup setup) => Compact.Serialize(value, Options(convention, setup));

    public override T Read<T>(byte[] bytes, Convention convention, Setup setup) => Compact.Deserialize<T>(bytes, Options(convention, setup));
}

/// <summary>Runs a test on every tier and every format, and asks that the tiers agree to the byte.</summary>
public static class Wires
{
    /// <summary>A further format joins here.</summary>
    public static readonly WireUnderTest[] All = [new JsonUnderTest(), new CompactUnderTest()];

    /// <summary>Those that carry less than everything: they join in wherever they carry the value.</summary>
    static readonly WireUnderTest[] s_partial = [new ProtobufUnderTest()];

    public static readonly PlainConvention Emitted = Convention.Plain;

    public static readonly PlainConvention Reflected = Convention.Plain.WithTier(ShapeTier.Reflection);

    /// <summary>The two tiers of a convention.</summary>
    public static PlainConvention[] Tiers(Func<PlainConvention, PlainConvention>? shape) =>
        shape is null ? [Emitted, Reflected] : [shape(Emitted), shape(Reflected)];

    /// <summary>Writes, reads and compares; the bytes of all tiers must be the same.</summary>
    public static void RoundTrip<T>(T value, Func<PlainConvention, PlainConvention>? shape = null, Setup? setup = null, Func<WireUnderTest, bool>? only = null)
    {
        foreach (var wire in For(value, shape, setup, only))
        {
            byte[] bytes = Same(wire, Tiers(shape), value, setup);
            foreach (var convention in Tiers(shape))
                AssertSame(wire, convention, value, wire.Read<T>(bytes, convention, setup ?? Setup.Default), bytes);
        }
    }

    /// <summary>Writes one thing, reads another, and compares with what is expected.</summary>
    public static void Converts<TFrom, TTo>(TFrom value, TTo expected, Func<PlainConvention, PlainConvention>? shape = null, Setup? setup = null, Func<WireUnderTest, bool>? only = null)
    {
        foreach (var wire in For(value, shape, setup, only))
        {
            byte[] bytes = Same(wire, Tiers(shape), value, setup);
            foreach (var convention in Tiers(shape))
                AssertSame(wire, convention, expected, wire.Read<TTo>(bytes, convention, setup ?? Setup.Default), bytes);
        }
    }

    /// <summary>What comes back, once for each format and tier, for tests that look at it themselves.</summary>
    public static IEnumerable<T> Copies<T>(T value, Func<PlainConvention, PlainConvention>? shape = null, Setup? setup = null, Func<WireUnderTest, bool>? only = null)
    {
        foreach (var wire in For(value, shape, setup, only))
        {
            byte[] bytes = Same(wire, Tiers(shape), value, setup);
            foreach (var convention in Tiers(shape))
                yield return wire.Read<T>(bytes, convention, setup ?? Setup.Default);
        }
    }

    static IEnumerable<WireUnderTest> For<T>(T value, Func<PlainConvention, PlainConvention>? shape, Setup? setup, Func<WireUnderTest, bool>? only)
    {
        foreach (var wire in All)
            if (only?.Invoke(wire) != false)
                yield return wire;
        foreach (var wire in s_partial)
        {
            if (only?.Invoke(wire) != false && wire.Carries(value, Tiers(shape)[0], setup ?? Setup.Default))
                yield return wire;
        }
    }

    /// <summary>Writing is refused, on first use or because of the value, and the message has all of these words.</summary>
    public static void RefusesToWrite<T>(T value, Func<PlainConvention, PlainConvention>? shape, params string[] words) =>
        Each(shape, (wire, convention) => Explains(() => wire.Write(value, convention, Setup.Default), words));

    /// <summary>The type can be written but not read.</summary>
    public static void RefusesToRead<T>(T value, Func<PlainConvention, PlainConvention>? shape, params string[] words) =>
        Each(shape, (wire, convention) =>
        {
            byte[] bytes = wire.Write(value, convention, Setup.Default);
            Explains(() => wire.Read<T>(bytes, convention, Setup.Default), words);
        });

    /// <summary>This JSON is refused as input, alike by both tiers.</summary>
    public static WireFormatException RefusesJson<T>(string json, Func<PlainConvention, PlainConvention>? shape = null, Setup? setup = null)
    {
        WireFormatException? last = null;
        foreach (var convention in Tiers(shape))
            last = Assert.Throws<WireFormatException>(() => new JsonUnderTest().Read<T>(System.Text.Encoding.UTF8.GetBytes(json), convention, setup ?? Setup.Default));
        return last!;
    }

    /// <summary>What both tiers read from this JSON.</summary>
    public static IEnumerable<T> FromJson<T>(string json, Func<PlainConvention, PlainConvention>? shape = null, Setup? setup = null)
    {
        foreach (var convention in Tiers(shape))
            yield return new JsonUnderTest().Read<T>(System.Text.Encoding.UTF8.GetBytes(json), convention, setup ?? Setup.Default);
    }

    /// <summary>The JSON, the same by both tiers.</summary>
    public static string ToJson<T>(T value, Func<PlainConvention, PlainConvention>? shape = null, Setup? setup = null) =>
        System.Text.Encoding.UTF8.GetString(Same(new JsonUnderTest(), Tiers(shape), value, setup));

    static void Each(Func<PlainConvention, PlainConvention>? shape, Action<WireUnderTest, PlainConvention> test)
    {
        foreach (var wire in All)
            foreach (var convention in Tiers(shape))
                test(wire, convention);
    }

    static void Explains(Func<object?> action, string[] words)
    {
        var e = Assert.Throws<NotSupportedException>(action);
        Assert.All(words, w => Assert.Contains(w, e.Message, StringComparison.Ordinal));
    }

    static byte[] Same<T>(WireUnderTest wire, PlainConvention[] tiers, T value, Setup? setup)
    {
        byte[][] bytes = [.. tiers.Select(c => wire.Write(value, c, setup ?? Setup.Default))];
        Assert.All(bytes, b => Assert.Equal(Show(bytes[0]), Show(b)));
        return bytes[0];
    }

    static void AssertSame<T>(WireUnderTest wire, PlainConvention convention, object? expected, T actual, byte[] bytes)
    {
        if (new Deep(wire.KeepsNaNBits).Difference(expected, actual) is { } difference)
            Assert.Fail($"{wire}, {convention.Tier}, {typeof(T)}: {difference}\n{Show(bytes)}");
    }

    static string Show(byte[] bytes) => bytes.Any(b => b is < 32 or > 126) ? Convert.ToHexString(bytes) : System.Text.Encoding.ASCII.GetString(bytes);
}
