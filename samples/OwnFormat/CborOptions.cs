namespace OwnFormat;

/// <summary>How CBOR is written and read.</summary>
public sealed record CborOptions
{
    /// <summary>The defaults.</summary>
    public static CborOptions Default { get; } = new();

    /// <summary>How types are seen.</summary>
    public Convention Convention { get; init; } = Convention.Plain;

    /// <summary>What a payload may cost.</summary>
    public Limits Limits { get; init; } = Limits.Default;

    /// <summary>
    /// Whether keys are sorted by their bytes (RFC 8949, 4.2.1), so that equal values have equal bytes. Else they keep their order.
    /// </summary>
    public bool Sorted { get; init; } = true;

    /// <summary>
    /// Whether shared objects and cycles come back as such, by the registered tags 28 and 29. These count in the order of the bytes, so
    /// keys keep their order then.
    /// </summary>
    public References References { get; init; }

    /// <summary>Whether objects that a member already holds are filled rather than replaced.</summary>
    public bool MergeNested { get; init; }

    /// <summary>Whether members that are null are left out.</summary>
    public bool OmitNulls { get; init; }
}
