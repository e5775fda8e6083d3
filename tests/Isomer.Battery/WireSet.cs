using Xunit;

namespace Isomer.Battery;

/// <summary>Runs a test on every provider of shapes and every format of a set, and asks that the providers agree to the byte.</summary>
/// <param name="all">Formats that carry everything.</param>
/// <param name="partial">Those that carry less: they join in wherever they carry the value.</param>
public sealed class WireSet(IReadOnlyList<WireUnderTest> all, params IReadOnlyList<WireUnderTest> partial)
{
    public IReadOnlyList<WireUnderTest> All { get; } = all;

    public PlainConvention Emitted { get; } = Convention.Plain;

    public PlainConvention Reflected { get; } = Convention.Plain.WithTier(ShapeTier.Reflection);

    /// <summary>A further provider of shapes, as the convention that has them; null where there is none.</summary>
    public PlainConvention? Further { get; init; }

    /// <summary>A convention by every provider of shapes: emitted, interpreted, and the further one.</summary>
    public PlainConvention[] Tiers(Func<PlainConvention, PlainConvention>? shape)
    {
        PlainConvention[] all = Further is null ? [Emitted, Reflected] : [Emitted, Reflected, Further];
        return shape is null ? all : Array.ConvertAll(all, c => shape(c));
    }

    /// <summary>Writes, reads and compares; the bytes of all tiers must be the same.</summary>
    public void RoundTrip<T>(T value, Func<PlainConvention, PlainConvention>? shape = null, Setup? setup = null,
        Func<WireUnderTest, bool>? only = null)
    {
        foreach (var wire in For(value, shape, setup, only))
        {
            byte[] bytes = Same(wire, Tiers(shape), value, setup);
            foreach (var convention in Tiers(shape))
                AssertSame(wire, convention, value, wire.Read<T>(bytes, convention, setup ?? Setup.Default), bytes);
        }
    }

    /// <summary>Writes one thing, reads another, and compares with what is expected.</summary>
    public void Converts<TFrom, TTo>(TFrom value, TTo expected, Func<PlainConvention, PlainConvention>? shape = null, Setup? setup = null,
        Func<WireUnderTest, bool>? only = null)
    {
        foreach (var wire in For(value, shape, setup, only))
        {
            byte[] bytes = Same(wire, Tiers(shape), value, setup);
            foreach (var convention in Tiers(shape))
                AssertSame(wire, convention, expected, wire.Read<TTo>(bytes, convention, setup ?? Setup.Default), bytes);
        }
    }

    /// <summary>What comes back, once for each format and tier, for tests that look at it themselves.</summary>
    public IEnumerable<T> Copies<T>(T value, Func<PlainConvention, PlainConvention>? shape = null, Setup? setup = null,
        Func<WireUnderTest, bool>? only = null)
    {
        foreach (var wire in For(value, shape, setup, only))
        {
            byte[] bytes = Same(wire, Tiers(shape), value, setup);
            foreach (var convention in Tiers(shape))
                yield return wire.Read<T>(bytes, convention, setup ?? Setup.Default);
        }
    }

    IEnumerable<WireUnderTest> For<T>(T value, Func<PlainConvention, PlainConvention>? shape, Setup? setup, Func<WireUnderTest, bool>? only)
    {
        foreach (var wire in All)
            if (only?.Invoke(wire) != false)
                yield return wire;
        foreach (var wire in partial)
        {
            if (only?.Invoke(wire) != false && wire.Carries(value, Tiers(shape)[0], setup ?? Setup.Default))
                yield return wire;
        }
    }

    /// <summary>Writing is refused, on first use or because of the value, and the message has all of these words.</summary>
    public void RefusesToWrite<T>(T value, Func<PlainConvention, PlainConvention>? shape, params string[] words) =>
        Each(shape, (wire, convention) => Explains(() => wire.Write(value, convention, Setup.Default), words));

    /// <summary>The type can be written but not read.</summary>
    public void RefusesToRead<T>(T value, Func<PlainConvention, PlainConvention>? shape, params string[] words) =>
        Each(shape, (wire, convention) =>
        {
            byte[] bytes = wire.Write(value, convention, Setup.Default);
            Explains(() => wire.Read<T>(bytes, convention, Setup.Default), words);
        });

    void Each(Func<PlainConvention, PlainConvention>? shape, Action<WireUnderTest, PlainConvention> test)
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

    public static byte[] Same<T>(WireUnderTest wire, PlainConvention[] tiers, T value, Setup? setup)
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

    static string Show(byte[] bytes) =>
        bytes.Any(b => b is < 32 or > 126) ? Convert.ToHexString(bytes) : System.Text.Encoding.ASCII.GetString(bytes);

    static (T? Value, WireFormatException? Refusal) Try<T>(WireUnderTest wire, byte[] bytes, Convention convention, Setup setup,
        string what)
    {
        try
        {
            return (wire.Read<T>(bytes, convention, setup), null);
        }
        catch (WireFormatException e)
        {
            return (default, e);
        }
        catch (Exception e)
        {
            Assert.Fail($"{wire}, {what}: {e}\n{Convert.ToHexString(bytes)}");
            throw;
        }
    }

    /// <summary>
    /// Whatever the bytes, every provider reads the value or refuses, alike: at the same place of the same path; a refusal tells format,
    /// path and an offset within the input.
    /// </summary>
    public void Agree<T>(WireUnderTest wire, byte[] bytes, Setup setup, string what)
    {
        var emitted = Try<T>(wire, bytes, Emitted, setup, what);
        foreach (var convention in Tiers(null).Skip(1))
        {
            string name = convention == Reflected ? "reflection" : "ready-made";
            var other = Try<T>(wire, bytes, convention, setup, what);
            if (emitted.Refusal is null != other.Refusal is null)
                Assert.Fail(
                    $"{wire}, {what}: emitted '{emitted.Refusal?.Message ?? "takes it"}', {name} '{other.Refusal?.Message ?? "takes it"}'\n{Convert.ToHexString(bytes)}");
            if (new Deep(wire.KeepsNaNBits).Difference(emitted.Value, other.Value) is { } difference)
                Assert.Fail($"{wire}, {what}, {name}: {difference}\n{Convert.ToHexString(bytes)}");
            // The code is the same: so is every word.
            if (convention == Further
                && (other.Refusal?.Message, other.Refusal?.Path, other.Refusal?.Offset)
                    != (emitted.Refusal?.Message, emitted.Refusal?.Path, emitted.Refusal?.Offset))
                Assert.Fail(
                    $"{wire}, {what}: emitted '{emitted.Refusal?.Message}', {name} '{other.Refusal?.Message}'\n{Convert.ToHexString(bytes)}");
            foreach (var refusal in new[] { emitted.Refusal, other.Refusal })
                if (refusal is not null)
                    Assert.True(
                        refusal.Format is not null && refusal.Offset >= 0 && refusal.Offset <= bytes.Length
                            && (refusal.Path?[0] == '$' || !wire.HasPaths), $"{wire}, {what}: {refusal.Message}");
        }
    }
}
