namespace Isomer.Wire.Xml;

/// <summary>What an <see cref="XmlScanner"/> returns for what comes next.</summary>
internal enum XmlToken : byte
{
    /// <summary>The input ends.</summary>
    Nothing,
    /// <summary>A start tag: <see cref="XmlScanner.ReadStart"/>.</summary>
    Start,
    /// <summary>The end of the open element: <see cref="XmlScanner.ReadEnd"/>.</summary>
    End,
    /// <summary>Character data: <see cref="XmlScanner.ReadText"/>.</summary>
    Text,
}

/// <summary>Where a text ends for whoever reads it.</summary>
internal enum XmlTextEnd : byte
{
    /// <summary>At the next tag; comments are left out, sections are part of it.</summary>
    Tag,
    /// <summary>At the next tag, comment or instruction.</summary>
    Comment,
    /// <summary>At whatever is no text, a section too.</summary>
    Markup,
}

/// <summary>An attribute of the element that was opened last. Places are offsets in the input.</summary>
internal struct XmlAttributeSpan
{
    public int NameStart;
    public int NameLength;
    /// <summary>Length of the prefix, without its colon; 0 for none.</summary>
    public int PrefixLength;
    public int ValueStart;
    public int ValueLength;
    /// <summary>The namespace's number; see <see cref="XmlScanner.NamespaceText"/>.</summary>
    public int Namespace;
    /// <summary>Whether the value holds references, or white space that is normalised.</summary>
    public bool IsEncoded;
}

/// <summary>An open element.</summary>
internal struct XmlOpenElement
{
    public int NameStart;
    public int NameLength;
    public int PrefixLength;
    public int Namespace;
    /// <summary>Declarations that were in scope outside of it.</summary>
    public int Outside;
}

/// <summary>What xml:space says in an open element.</summary>
internal struct XmlSpaceMark
{
    /// <summary>How many elements are open in it, itself included.</summary>
    public int Depth;
    /// <summary>Where the element's name begins: another element of this depth has another place.</summary>
    public int Element;
    public bool Preserves;
}

/// <summary>A declaration of a prefix.</summary>
internal struct XmlBinding
{
    public int PrefixStart;
    public int PrefixLength;
    public int Namespace;
    /// <summary>How many namespaces types had when this one was looked up and was not among them.</summary>
    public int Known;
    /// <summary>Where its text stands, and how long that is when it is decoded.</summary>
    public int ValueStart;
    public int Length;
    /// <summary>The text, where it has references in it.</summary>
    public byte[]? Decoded;
}

/// <summary>The arrays of a scanner, kept by the thread from one document to the next.</summary>
internal sealed class XmlScope : Lent<XmlScope>
{
    const int KeepText = 1 << 16;
    const int KeepDepth = 1 << 10;

    public XmlOpenElement[] Elements = new XmlOpenElement[32];
    public XmlBinding[] Bindings = new XmlBinding[16];
    public XmlAttributeSpan[] Attributes = new XmlAttributeSpan[16];
    public byte[] Text = new byte[256];
    public byte[] Value = [];
    public XmlSpaceMark[] Spaces = [];
    public int SpaceCount;
    /// <summary>Whether declarations hold texts of their own, which are not to be kept.</summary>
    public bool HoldsDecoded;

    public void Return()
    {
        SpaceCount = 0;
        if (HoldsDecoded)
            Array.Clear(Bindings);
        HoldsDecoded = false;
        if (Spaces.Length > KeepDepth)
            Spaces = [];
        if (Text.Length > KeepText)
            Text = new byte[256];
        if (Value.Length > KeepText)
            Value = [];
        if (Elements.Length > KeepDepth)
            Elements = new XmlOpenElement[32];
        GiveBack();
    }
}
