namespace Isomer;

/// <summary>How <c>Protobuf</c> writes and reads. Immutable; derive variants by <c>with</c>.</summary>
public sealed record ProtobufOptions
{
    /// <summary>The options that apply where a call names none.</summary>
    public static ProtobufOptions Default { get; } = new();

    /// <summary>All messages as groups, between a start and an end tag: a little smaller.</summary>
    public static ProtobufOptions Grouped { get; } = new() { Groups = true };

    /// <summary>How CLR types are seen. Under any but a <see cref="ProtobufConvention"/> members are numbered as they come.</summary>
    public Convention Convention { get; init; } = Convention.Protobuf;

    /// <summary>Whether messages are written as groups, whatever their members say. Both are always read.</summary>
    public bool Groups { get; init; }

    /// <summary>Whether a collection of numbers at the root is written in one piece.</summary>
    public bool PackedRoots { get; init; }

    /// <summary>
    /// Whether a packed collection without items leaves no trace, as with protobuf-net's SkipZeroLengthPackedArrays; otherwise it is
    /// written as an empty one.
    /// </summary>
    public bool SkipEmptyPacked { get; init; }

    /// <summary>Whether text that is not UTF-8 is refused; otherwise U+FFFD takes the place of what is not, as in protobuf-net.</summary>
    public bool StrictUtf8 { get; init; }

    /// <summary>What untrusted input may cost. Messages and collections may nest 512 deep, as in protobuf-net.</summary>
    public Limits Limits { get; init; } = new() { MaxDepth = 512 };
}
