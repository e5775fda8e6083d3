using System.Text.RegularExpressions;

namespace Isomer.Fuzz.Running;

/// <summary>
/// Broken promises that are known and not mended yet. They are printed and do not fail a run; each has a reason, and goes from here when it is mended.
/// </summary>
static class Known
{
    static readonly (string Pattern, string Reason)[] s_all =
    [
        (@"Json\.(Graph|Lenient|Preserve|Fast)\.Open~round-trip", "untyped objects through Graph gain a wrapper each round trip (issue 14, item 8)"),
        (@"ContractXml\.Node~changed-by-.*|Xml\.Node~changed-by-.*", "half a surrogate pair, which &#xD800; may be, becomes U+FFFD where a node is written as JSON inside of XML"),
        (@"Proto\.Bytes~round-trip", "paths of a FieldMask that have no JSON form (empty, with commas or controls) are written all the same; Google's refuse them"),
        (@"Proto\..*~exception-InsufficientExecutionStackException.*", "ProtoJSON nested deeper than a small stack ends with the runtime's exception (issue 14, item 5)"),
        (@"Protobuf\.(Ints|Texts)~parity-of-refusal", "a stream of items ends at a stray end of a group, where an array refuses it (issue 14, item 6)"),
        (@"Protobuf.*~parity-of-path", "in a stream that was read in part a map's index is told where an array tells none"),
        (@"NetDataContract.*~parity-of-path", "an object of a wrong type behind a reference is refused one token earlier by emitted code"),
    ];

    /// <summary>Why a finding is let pass; null if it is not known.</summary>
    /// <param name="file">Its file's name without extension: target~kind.</param>
    public static string? ReasonOf(string file) => Array.Find(s_all, k => Regex.IsMatch(file, "^(" + k.Pattern + ")$")).Reason;
}
