namespace OwnFormat;

/// <summary>CBOR (RFC 8949) as one of Isomer's formats: what it is called, and which classes are its ends.</summary>
sealed class CborFormat(CborOptions options) : ClassFormat<CborOptions>(options)
{
    public override string Name => "Cbor";
    public override string MediaType => "application/cbor";
    public override bool IsText => false;
    public override FormatFeatures Features =>
        FormatFeatures.ReadsNodes | FormatFeatures.WritesNodes | FormatFeatures.References | FormatFeatures.Subtypes;

    protected override Convention Convention => Options.Convention;
    protected override Limits Limits => Options.Limits;
    protected override CustomFormat<CborOptions> Of(CborOptions? options) => new CborFormat(options ?? CborOptions.Default);

    /// <summary>How many members an object has is known when it is closed, and their order too.</summary>
    protected override bool WritesBack => true;

    protected override FormatWriter<PlainTraits> Writer(FormatOutput output, TypeModel root) => new CborWriter(output, Options);
    protected override FormatReader<PlainTraits> Reader(FormatInput input, TypeModel root) => new CborReader(input, Options);

    /// <summary>By the tag that says so (55799); nothing else is sure of CBOR, for nearly every byte begins some value.</summary>
    public override FormatMatch Match(ReadOnlySpan<byte> payload) => payload is [0xD9, 0xD9, 0xF7, ..] ? FormatMatch.Certain
        : payload is [>= 0xA1 and <= 0xB7, >= 0x61 and <= 0x77, ..] ? FormatMatch.Possible : FormatMatch.No;
}
