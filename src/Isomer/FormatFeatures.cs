namespace Isomer;

/// <summary>What a <see cref="Format"/> can do beside carrying values of known types.</summary>
[Flags]
public enum FormatFeatures
{
    /// <summary>Values of known types only.</summary>
    None = 0,

    /// <summary>A payload can be read as a <see cref="Node"/>.</summary>
    ReadsNodes = 1,

    /// <summary>A <see cref="Node"/> can be written.</summary>
    WritesNodes = 2,

    /// <summary>
    /// In nodes, dates, Guids, bytes and the widths of numbers stay what they are: they are no strings when they come back.
    /// </summary>
    KeepsScalarKinds = 4,

    /// <summary>Shared objects and cycles come back as such (by an option, or always).</summary>
    References = 8,

    /// <summary>Members declared as a base type come back as the type that they had.</summary>
    Subtypes = 16,

    /// <summary>Members declared as object come back with the type that they had (of a closed set).</summary>
    Objects = 32,
}

/// <summary>How much bytes look like a format.</summary>
public enum FormatMatch
{
    /// <summary>They are none of it.</summary>
    No,

    /// <summary>Nothing speaks against it.</summary>
    Possible,

    /// <summary>They begin as such payloads usually do.</summary>
    Likely,

    /// <summary>They have a mark that nothing else has.</summary>
    Certain,
}
