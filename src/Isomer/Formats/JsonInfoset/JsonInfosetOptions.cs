using System.Xml;

namespace Isomer;

/// <summary>How much of what is not JSON passes.</summary>
public enum JsonInfosetRules
{
    /// <summary>
    /// What old peers send and the original reads: a comma behind the last member or item, numbers with leading zeros, without
    /// digits behind the point, NaN, INF, Infinity. The text of a number is letters, digits and <c>+ - . _</c>, and begins with
    /// a digit, <c>-</c>, <c>I</c> or <c>N</c>.
    /// </summary>
    Lenient,

    /// <summary>RFC 8259 and nothing else.</summary>
    Strict,

    /// <summary>
    /// Numbers and booleans are whatever text stands there, at reading and at writing, as in the original: what comes out of
    /// a writer need not be JSON.
    /// </summary>
    Unchecked,
}

/// <summary>How the JSON infoset is read and written. Immutable: make variants with <c>with</c>.</summary>
public sealed record JsonInfosetOptions
{
    /// <summary>The defaults: lenient, limited, one line.</summary>
    public static JsonInfosetOptions Default { get; } = new();

    /// <summary>RFC 8259 and nothing else.</summary>
    public static JsonInfosetOptions Strict { get; } = new() { Rules = JsonInfosetRules.Strict };

    /// <summary>How much of what is not JSON passes.</summary>
    public JsonInfosetRules Rules { get; init; }

    /// <summary>What untrusted input may cost. The depth counts elements: the root is at 1, what stands in an array at 2.</summary>
    public Limits Limits { get; init; } = Limits.Default;

    /// <summary>The most characters of different names, together, that a reader keeps for itself.</summary>
    public int MaxNameCharacters { get; init; } = 1 << 20;

    /// <summary>
    /// Whether closing the reader or writer leaves the stream open. The original closes it, unless its writer is told not to.
    /// </summary>
    public bool LeaveOpen { get; init; }

    /// <summary>Whether a member that is called __type is written so that it does not name a type where it comes first.</summary>
    internal bool EscapesTypeName { get; init; }

    /// <summary>One member or item a line, at writing.</summary>
    public bool Indented { get; init; }

    /// <summary>What a level is indented by: spaces or tabs.</summary>
    public string IndentCharacters { get; init; } = "  ";

    /// <summary>What ends a line; CR LF as in the original, on every system.</summary>
    public string NewLine { get; init; } = "\r\n";

    /// <summary>These options under the quotas of an XmlDictionaryReader, each of which becomes a limit.</summary>
    public JsonInfosetOptions WithQuotas(XmlDictionaryReaderQuotas quotas)
    {
        ArgumentNullException.ThrowIfNull(quotas);
        return this with
        {
            Limits = Limits with { MaxDepth = quotas.MaxDepth, MaxStringLength = quotas.MaxStringContentLength },
            MaxNameCharacters = quotas.MaxNameTableCharCount,
            RefusesNames = true,
        };
    }

    /// <summary>Whether more names than <see cref="MaxNameCharacters"/> are an error rather than not kept.</summary>
    internal bool RefusesNames { get; init; }
}
