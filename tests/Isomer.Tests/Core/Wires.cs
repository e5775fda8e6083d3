using Isomer.Tests.Ahead;
using Xunit;

namespace Isomer.Tests.Core;

public sealed class JsonUnderTest : WireUnderTest
{
    public override string Name => "Json";

    public override bool KeepsNaNBits => false;

    public override bool KeepsDynamicTypes => false;

    public override bool KeepsComparers => false;

    public override bool HasNames => true;

    public override bool SharesArrays => false;

    public override bool KeepsDecimalSigns => false;

    static JsonOptions Options(Convention convention, Setup setup) => new()
    {
        Convention = convention,
        References = setup.References,
        Omit = setup.OmitDefaults ? JsonOmit.WhenDefault : JsonOmit.Never,
        MergeNested = setup.Merge,
        Numbers = JsonNumbers.NamedFloats,
        Limits = new Limits { MaxDepth = 500 },
    };

    public override byte[] Write<T>(T value, Convention convention, Setup setup) =>
        Json.Serialize(value, Options(ReadyUnderTest.For(convention, typeof(T)), setup));

    public override T Read<T>(byte[] bytes, Convention convention, Setup setup) =>
        Json.Deserialize<T>(bytes, Options(ReadyUnderTest.For(convention, typeof(T)), setup));
}

public sealed class CompactUnderTest : WireUnderTest
{
    public override string Name => "Compact";

    public override bool HasPaths => false;

    static CompactOptions Options(Convention convention, Setup setup) => new()
    {
        Convention = convention,
        References = setup.References,
        MergeNested = setup.Merge,
        Limits = new Limits { MaxDepth = 500 },
    };

    public override byte[] Write<T>(T value, Convention convention, Setup setup) =>
        Compact.Serialize(value, Options(ReadyUnderTest.For(convention, typeof(T)), setup));

    public override T Read<T>(byte[] bytes, Convention convention, Setup setup) =>
        Compact.Deserialize<T>(bytes, Options(ReadyUnderTest.For(convention, typeof(T)), setup));
}

/// <summary>Isomer's own formats as one set, for the tests of the core.</summary>
public static class Wires
{
    /// <summary>A further format joins here.</summary>
    public static readonly WireSet Ours = new([new JsonUnderTest(), new CompactUnderTest()], new ProtobufUnderTest(), new GraphUnderTest())
    { Further = ReadyUnderTest.Plain };

    public static IReadOnlyList<WireUnderTest> All => Ours.All;

    public static readonly PlainConvention Emitted = Convention.Plain;

    public static readonly PlainConvention Reflected = Ours.Reflected;

    /// <inheritdoc cref="WireSet.Tiers"/>
    public static PlainConvention[] Tiers(Func<PlainConvention, PlainConvention>? shape) => Ours.Tiers(shape);

    /// <inheritdoc cref="WireSet.RoundTrip"/>
    public static void RoundTrip<T>(T value, Func<PlainConvention, PlainConvention>? shape = null, Setup? setup = null,
        Func<WireUnderTest, bool>? only = null) =>
        Ours.RoundTrip(value, shape, setup, only);

    /// <inheritdoc cref="WireSet.Converts"/>
    public static void Converts<TFrom, TTo>(TFrom value, TTo expected, Func<PlainConvention, PlainConvention>? shape = null,
        Setup? setup = null, Func<WireUnderTest, bool>? only = null) =>
        Ours.Converts(value, expected, shape, setup, only);

    /// <inheritdoc cref="WireSet.Copies"/>
    public static IEnumerable<T> Copies<T>(T value, Func<PlainConvention, PlainConvention>? shape = null, Setup? setup = null,
        Func<WireUnderTest, bool>? only = null) =>
        Ours.Copies(value, shape, setup, only);

    /// <inheritdoc cref="WireSet.RefusesToWrite"/>
    public static void RefusesToWrite<T>(T value, Func<PlainConvention, PlainConvention>? shape, params string[] words) =>
        Ours.RefusesToWrite(value, shape, words);

    /// <inheritdoc cref="WireSet.RefusesToRead"/>
    public static void RefusesToRead<T>(T value, Func<PlainConvention, PlainConvention>? shape, params string[] words) =>
        Ours.RefusesToRead(value, shape, words);

    /// <summary>This JSON is refused as input, alike by both tiers.</summary>
    public static WireFormatException RefusesJson<T>(string json, Func<PlainConvention, PlainConvention>? shape = null, Setup? setup = null)
    {
        WireFormatException? last = null;
        foreach (var convention in Tiers(shape))
            last = Assert.Throws<WireFormatException>(
                () => new JsonUnderTest().Read<T>(System.Text.Encoding.UTF8.GetBytes(json), convention, setup ?? Setup.Default));
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
        System.Text.Encoding.UTF8.GetString(WireSet.Same(new JsonUnderTest(), Tiers(shape), value, setup));
}
