using Isomer.Custom;
using Isomer.Model;
using Isomer.Shapes;
using Isomer.Tests.Core;
using OwnFormat;

namespace Isomer.Tests.OwnFormat;

/// <summary>
/// CBOR by structs: its classes within the sink and the source that are structs. All that a ClassFormat does, a StructFormat does.
/// </summary>
sealed class StructCborFormat(CborOptions options) : StructFormat<CborOptions, WriterSink<PlainTraits>, ReaderSource<PlainTraits>>(options)
{
    public int Begun { get; private set; }
    public int Released { get; private set; }

    public override string Name => "StructCbor";
    public override string MediaType => "application/cbor";
    public override bool IsText => false;
    public override FormatFeatures Features => Cbor.Format.Features;
    public override FormatMatch Match(ReadOnlySpan<byte> payload) => FormatMatch.No;
    protected override Convention Convention => Options.Convention;
    protected override Limits Limits => Options.Limits;
    protected override CustomFormat<CborOptions> Of(CborOptions? options) => new StructCborFormat(options ?? CborOptions.Default);
    protected internal override bool WritesBack => true;

    protected override void Begin(ref WriterSink<PlainTraits> sink, FormatOutput output, TypeModel root)
    {
        Begun++;
        sink = new(new CborWriter(output, Options));
    }

    protected override void Begin(ref ReaderSource<PlainTraits> source, FormatInput input, TypeModel root)
    {
        Begun++;
        source = new(new CborReader(input, Options));
    }

    protected override void Release(ref WriterSink<PlainTraits> sink) => Released++;
    protected override void Release(ref ReaderSource<PlainTraits> source, FormatInput? input) => Released++;
}

public class StructCborUnderTest : CborUnderTest
{
    public override Format Of(Convention convention, Setup setup) => new StructCborFormat(new CborOptions
    {
        Convention = convention,
        Sorted = false,
        References = setup.References,
        MergeNested = setup.Merge,
        OmitNulls = setup.OmitDefaults,
        Limits = new Limits { MaxDepth = 500 },
    });

    public static new readonly WireSet All = new([new StructCborUnderTest()]);
}

public class StructCborScalars() : ScalarBattery(StructCborUnderTest.All);

public class StructCborCollections() : CollectionBattery(StructCborUnderTest.All);

public class StructCborObjects() : ObjectBattery(StructCborUnderTest.All);

public class StructCborHostile() : HostileBattery(StructCborUnderTest.All);

public class StructCborWays() : WaysBattery(new StructCborFormat(CborOptions.Default))
{
    /// <summary>Whatever is thrown: what was begun is released.</summary>
    [Xunit.Fact]
    public void What_was_begun_is_released()
    {
        var format = new StructCborFormat(CborOptions.Default);
        byte[] bytes = format.Serialize(new[] { 1, 2 });
        Xunit.Assert.Equal([1, 2], format.Deserialize<int[]>(bytes)!);
        Xunit.Assert.Throws<WireFormatException>(() => format.Deserialize<int[]>(bytes.AsSpan(0, 2)));
        Xunit.Assert.Throws<NotSupportedException>(() => format.Serialize<object>(new Exception("none")));
        Xunit.Assert.Throws<IOException>(() => format.Serialize(new Full(), new int[5]));
        Xunit.Assert.True(format.Begun >= 4);
        Xunit.Assert.Equal(format.Begun, format.Released);
    }

    sealed class Full : MemoryStream
    {
        public override void Write(ReadOnlySpan<byte> buffer) => throw new IOException("full");
    }
}
