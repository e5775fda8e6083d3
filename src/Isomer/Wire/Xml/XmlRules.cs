namespace Isomer.Wire.Xml;

/// <summary>What an <see cref="XmlScanner"/> takes: where the original readers differ, and the limits.</summary>
internal sealed record XmlRules
{
    /// <summary>As the reader under DataContractSerializer: no processing instructions, any character by reference.</summary>
    public static XmlRules Contract { get; } = new()
    { AnyReference = true, KeepsLineEndsInCData = true, OnlyUnicode = true, NeedsDeclaredUtf16 = true };

    /// <summary>As XmlReader under XmlSerializer: processing instructions are passed over, XML 1.0's characters only.</summary>
    public static XmlRules Reader { get; } = new() { Instructions = true };

    /// <summary>
    /// As XmlTextReader under SoapFormatter, which does not normalise: line ends stay, and references may stand for any character.
    /// </summary>
    public static XmlRules Soap { get; } = new()
    { Instructions = true, AnyReference = true, KeepsLineEnds = true, KeepsLineEndsInCData = true };

    /// <summary>
    /// Whether white space alone between markup is no text, unless xml:space says preserve: as a reader passes it on that ignores white
    /// space. A text that is nothing else is the caller's business.
    /// </summary>
    public bool IgnoresWhite { get; init; }

    /// <summary>
    /// Whether white space by a decimal reference (<c>&amp;#32;</c>) is text, as XmlTextReader has it; to other readers of the framework it
    /// is white space.
    /// </summary>
    public bool DecimalIsText { get; init; }

    /// <summary>Whether processing instructions are passed over; else they are refused.</summary>
    public bool Instructions { get; init; }

    /// <summary>Whether a character reference may stand for any UTF-16 unit, also those that XML 1.0 has no place for.</summary>
    public bool AnyReference { get; init; }

    /// <summary>Whether CR LF in a CDATA section is not made LF.</summary>
    public bool KeepsLineEndsInCData { get; init; }

    /// <summary>Whether CR LF and CR in text stay what they are, as under readers that do not normalise.</summary>
    public bool KeepsLineEnds { get; init; }

    /// <summary>Whether encodings other than UTF-8 and UTF-16 are refused.</summary>
    public bool OnlyUnicode { get; init; }

    /// <summary>Whether UTF-16 must be announced by an XML declaration.</summary>
    public bool NeedsDeclaredUtf16 { get; init; }

    /// <summary>How deep elements may nest.</summary>
    public int MaxDepth { get; init; } = 1024;

    /// <summary>The most attributes of one element; each is compared with each.</summary>
    public int MaxAttributes { get; init; } = 256;

    /// <summary>The longest name of an element or attribute, in bytes.</summary>
    public int MaxName { get; init; } = 4096;

    /// <summary>The most declarations of namespaces in scope at one place.</summary>
    public int MaxNamespaces { get; init; } = 256;

    /// <summary>The longest text or attribute value, in bytes.</summary>
    public int MaxText { get; init; } = 1 << 30;
}
