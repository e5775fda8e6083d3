namespace Isomer;

/// <summary>How a payload of <c>Compact</c> describes the types in it.</summary>
public enum CompactSchema
{
    /// <summary>Members by a 32-bit hash of their names: tolerates change, costs about five bytes a member once per payload.</summary>
    Hashed,
    /// <summary>Members and types by name, enums with their values: readable without the CLR types.</summary>
    Embedded,
    /// <summary>Only a 64-bit hash of the whole: the smallest, but the reader's types must be exactly the writer's.</summary>
    Fingerprint,
}

/// <summary>How <c>Compact</c> writes and reads. Immutable; derive variants by <c>with</c>.</summary>
/// <remarks>
/// A reader understands every payload whatever its writer's <see cref="References"/>, <see cref="Schema"/> and
/// <see cref="Checksum"/> were: these are noted in the payload. What must agree is the convention.
/// </remarks>
public sealed record CompactOptions
{
    /// <summary>The options that apply where a call names none.</summary>
    public static CompactOptions Default { get; } = new();

    /// <summary>How CLR types are seen.</summary>
    public Convention Convention { get; init => field = value.Lossless; } = Convention.Plain.Lossless;

    /// <summary>Whether objects that are reached twice stay one object.</summary>
    public References References { get; init; }

    /// <summary>How the types are described in the payload.</summary>
    public CompactSchema Schema { get; init; }

    /// <summary>Whether a checksum (CRC-32C) ends the payload.</summary>
    public bool Checksum { get; init; }

    /// <summary>What untrusted input may cost.</summary>
    public Limits Limits { get; init; } = Limits.Default;

    /// <summary>Whether objects that a member already holds are filled rather than replaced.</summary>
    public bool MergeNested { get; init; }
}
