using System.Xml.Serialization;
using Isomer.Calls;
using Isomer.Formats;

namespace Isomer;

/// <summary>What a DBNull is written as where object is declared.</summary>
public enum XmlDBNulls
{
    /// <summary>An error: it would not come back as what it was. So does XmlSerializer.</summary>
    Refuse,
    /// <summary>A DBNull is written as null.</summary>
    AsNull,
}

/// <summary>What is done with elements and attributes that no member takes.</summary>
public enum XmlUnknown
{
    /// <summary>They are passed over, as XmlSerializer does.</summary>
    Ignore,
    /// <summary>They are an error.</summary>
    Refuse,
}

/// <summary>What is done with an element that comes a second time for a member that holds one value.</summary>
public enum XmlDuplicates
{
    /// <summary>An error: one of the two would be lost in silence.</summary>
    Refuse,
    /// <summary>The first one counts, as for XmlSerializer; of elements of any name for one node the last.</summary>
    First,
}

/// <summary>How <see cref="Xml"/> writes and reads. Immutable; create one and keep it.</summary>
public sealed record XmlOptions
{
    Derived<XmlProfile> _profile;
    Derived<XmlOptions> _overCopy;

    /// <summary>XmlSerializer's bytes; at reading, what it would lose in silence is an error.</summary>
    public static XmlOptions Default { get; } = new();

    /// <summary>As XmlSerializer in everything: what it loses at reading is lost.</summary>
    public static XmlOptions LikeXmlSerializer { get; } = new()
    { Duplicates = XmlDuplicates.First, EnforceOrder = true, Limits = Limits.Default with { MaxDepth = 512 }, IsOriginal = true };

    /// <summary>How types are seen: XmlSerializer's attributes, overrides, further types, extensions.</summary>
    public XmlAttributesConvention Convention { get; init; } = Isomer.Convention.XmlAttributes;

    /// <summary>Limits on depth and sizes, at writing and reading.</summary>
    public Limits Limits { get; init; } = Limits.Default;

    /// <summary>The root element, in place of what the type says.</summary>
    public XmlRootAttribute? Root { get; init; }

    /// <summary>Prefixes to declare on the root; null for xsi and xsd, as XmlSerializer has it.</summary>
    public XmlSerializerNamespaces? Namespaces { get; init; }

    /// <summary>Whether elements stand on lines of their own, two spaces deeper at each level.</summary>
    public bool Indented { get; init; } = true;

    /// <summary>Whether the document begins with &lt;?xml version="1.0" encoding="utf-8"?&gt;.</summary>
    public bool Declaration { get; init; } = true;

    /// <summary>What is done with what no member takes.</summary>
    public XmlUnknown Unknown { get; init; }

    /// <summary>What is done with a second element for one value.</summary>
    public XmlDuplicates Duplicates { get; init; }

    /// <summary>Whether elements of a class with explicit Order are ignored where they come too late, as XmlSerializer does.</summary>
    public bool EnforceOrder { get; init; }

    /// <summary>What a DBNull is written as.</summary>
    public XmlDBNulls DBNulls { get; init; }

    /// <summary>Whether a string of white space alone is read as it is; XmlSerializer reads it as empty.</summary>
    public bool KeepWhitespace { get; init; }

    /// <summary>Whether a type that is not known is read as nodes where object is declared, as XmlSerializer does.</summary>
    internal bool IsOriginal { get; init; }

    /// <summary>
    /// Whether white space by a decimal reference is text: over characters XmlSerializer has a reader of which that is true, over bytes
    /// another.
    /// </summary>
    internal bool DecimalIsText { get; init; }

    /// <summary>
    /// Whether XmlSerializer makes code for a root of any type; for a scalar it has code of its own where its type alone is given, which
    /// declares less.
    /// </summary>
    internal bool IsCoded { get; init; }

    /// <summary>Whether the document goes to a writer of the framework, which ends lines as it likes.</summary>
    internal bool KeepsLineEnds { get; init; }

    /// <summary>The prefixes of the framework's writer that the document goes to.</summary>
    internal XmlOuterScope? Outer { get; init; }

    /// <summary>These options for a copy of what a caller's reader gives (<see cref="XmlDocumentCopy"/>).</summary>
    internal XmlOptions OverCopy => _overCopy.Get(this, static o => o with { DecimalIsText = true });

    internal XmlProfile Profile => _profile.Get(this, static o => new XmlProfile(o));
}
