namespace Isomer;

/// <summary>
/// What untrusted input may cost: on by default, the same for every format. Beyond these a length is never believed:
/// nothing is allocated for more items or bytes than the rest of the input could hold.
/// </summary>
public sealed record Limits
{
    /// <summary>The defaults.</summary>
    public static Limits Default { get; } = new();

    /// <summary>How deep objects and collections may nest, at reading and at writing. 64, as in System.Text.Json.</summary>
    public int MaxDepth { get; init; } = 64;

    /// <summary>The longest string, in bytes of its wire form.</summary>
    public int MaxStringLength { get; init; } = 1 << 30;

    /// <summary>The most items in one collection.</summary>
    public int MaxItems { get; init; } = int.MaxValue;

    /// <summary>The most bytes of one item where items are read one by one from a stream.</summary>
    public int MaxStreamItem { get; init; } = 1 << 28;
}
