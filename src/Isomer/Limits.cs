using System.Xml;

namespace Isomer;

/// <summary>
/// What untrusted input may cost: on by default, the same for every format. Beyond these a length is never believed:
/// nothing is allocated for more items or bytes than the rest of the input could hold.
/// </summary>
public sealed record Limits
{
    /// <summary>The limits that apply where options name no others.</summary>
    public static Limits Default { get; } = new();

    /// <summary>How deep objects and collections may nest, at reading and at writing. 64, as in System.Text.Json.</summary>
    public int MaxDepth { get; init; } = 64;

    /// <summary>The longest string, in bytes of its wire form.</summary>
    public int MaxStringLength { get; init; } = 1 << 30;

    /// <summary>The most items in one collection.</summary>
    public int MaxItems { get; init; } = int.MaxValue;

    /// <summary>The most bytes of one item where items are read one by one from a stream.</summary>
    public int MaxStreamItem { get; init; } = 1 << 28;

    /// <summary>
    /// The limits that quotas of the framework's readers stand for. MaxBytesPerRead and MaxNameTableCharCount need no counterpart: a
    /// name is at most 4,096 bytes long, an element has at most 256 attributes, and no table of names is kept.
    /// </summary>
    public static Limits From(XmlDictionaryReaderQuotas quotas)
    {
        ArgumentNullException.ThrowIfNull(quotas);
        return new() { MaxDepth = quotas.MaxDepth, MaxStringLength = quotas.MaxStringContentLength, MaxItems = quotas.MaxArrayLength };
    }
}
