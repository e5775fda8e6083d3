namespace Isomer.Wire.Xml;

/// <summary>
/// Where a name or prefix of a binary document stands: in the input, in the byte of its record (a letter), or in the dictionary.
/// </summary>
/// <param name="Start">An offset; -1 - n for letter n; -27 - key for a string of the dictionary.</param>
/// <param name="Length">Its length; of a string of the dictionary it is not kept.</param>
internal readonly record struct XmlPlaceOfName(int Start, int Length)
{
    const int Letters = 26;

    public static XmlPlaceOfName OfLetter(int letter) => new(-1 - letter, 1);

    public static XmlPlaceOfName OfKey(int key) => new(-1 - Letters - key, 0);

    public int Letter => Start is < 0 and >= -Letters ? -1 - Start : -1;

    public int Key => -1 - Letters - Start;
}

/// <summary>An open element of a binary document.</summary>
internal struct XmlBinaryElement
{
    public int Record;
    public XmlPlaceOfName Prefix;
    public XmlPlaceOfName Name;
    public int Namespace;
    /// <summary>Declarations that were in scope outside of it.</summary>
    public int Outside;
}

/// <summary>An attribute of the element that was opened last; the value is a record of text.</summary>
internal struct XmlBinaryAttribute
{
    public XmlPlaceOfName Prefix;
    public XmlPlaceOfName Name;
    public int Value;
    public int Namespace;
}

/// <summary>A declaration of a prefix in a binary document.</summary>
internal struct XmlBinaryBinding
{
    public XmlPlaceOfName Prefix;
    public XmlPlaceOfName Uri;
    public int Namespace;
    /// <summary>How many namespaces types had when this one was looked up and was not among them.</summary>
    public int Known;
}

/// <summary>The arrays of a binary scanner, kept by the thread from one document to the next.</summary>
internal sealed class XmlBinaryScope : Lent<XmlBinaryScope>
{
    const int KeepText = 1 << 16;
    const int KeepDepth = 1 << 10;

    public XmlBinaryElement[] Elements = new XmlBinaryElement[32];
    public XmlBinaryBinding[] Bindings = new XmlBinaryBinding[16];
    public XmlBinaryAttribute[] Attributes = new XmlBinaryAttribute[16];
    public byte[] Text = new byte[256];

    public void Return()
    {
        if (Text.Length > KeepText)
            Text = new byte[256];
        if (Elements.Length > KeepDepth)
            Elements = new XmlBinaryElement[32];
        GiveBack();
    }
}
