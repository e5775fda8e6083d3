using Isomer.Tests.Core;
using OwnFormat;

namespace Isomer.Tests.OwnFormat;

/// <summary>The sample's CBOR as the battery sees it. Keys keep their order here, or maps that have one would lose it.</summary>
public class CborUnderTest(bool sorted = false) : FormatUnderTest
{
    public override bool KeepsNaNBits => false;

    public override bool KeepsDynamicTypes => false;

    public override bool KeepsComparers => false;

    public override bool HasNames => true;

    public override bool KeepsDecimalSigns => false;

    public override bool KeepsMapOrder => !sorted;

    public override Format Of(Convention convention, Setup setup) => Cbor.Format.With(new CborOptions
    {
        Convention = convention,
        Sorted = sorted,
        References = setup.References,
        MergeNested = setup.Merge,
        OmitNulls = setup.OmitDefaults,
        Limits = new Limits { MaxDepth = 500 },
    });

    public static readonly WireSet All = new([new CborUnderTest()]);

    /// <summary>It joins in wherever there is no order to lose, which a NameValueCollection has.</summary>
    public static readonly WireSet Sorted = new([], new CborUnderTest(true));

    public override bool Carries<T>(T value, Convention convention, Setup setup) =>
        !typeof(T).ToString().Contains("NameValueCollection", StringComparison.Ordinal);
}

public class CborScalars() : ScalarBattery(CborUnderTest.All);

public class CborScalarsSorted() : ScalarBattery(CborUnderTest.Sorted);

public class CborCollections() : CollectionBattery(CborUnderTest.All);

public class CborCollectionsSorted() : CollectionBattery(CborUnderTest.Sorted);

public class CborObjects() : ObjectBattery(CborUnderTest.All);

public class CborObjectsSorted() : ObjectBattery(CborUnderTest.Sorted);

public class CborHostile() : HostileBattery(CborUnderTest.All);

public class CborWays() : WaysBattery(Cbor.Format);

/// <summary>The same batteries on formats that were there before.</summary>
public class OurObjects() : ObjectBattery(Core.Wires.Ours);

public class CompactHostileBattery() : HostileBattery(new WireSet([new CompactUnderTest()]));

public class JsonHostileBattery() : HostileBattery(new WireSet([new JsonUnderTest()]));

public class JsonWays() : WaysBattery(Json.Format, 10);

public class CompactWays() : WaysBattery(Compact.Format, 10);
