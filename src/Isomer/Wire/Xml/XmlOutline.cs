namespace Isomer.Wire.Xml;

/// <summary>What a piece of markup does to the depth.</summary>
internal enum XmlMark : byte
{
    /// <summary>A start tag.</summary>
    Start,
    /// <summary>An end tag.</summary>
    End,
    /// <summary>An element without content.</summary>
    Empty,
    /// <summary>A comment, an instruction, a section: nothing.</summary>
    None,
}

/// <summary>
/// Where tags begin and end in a text that comes piece by piece: enough to cut it between elements, each of which <see cref="XmlScanner"/>
/// then reads and checks. Whether names match and characters are allowed is not asked here.
/// </summary>
/// <param name="depth">How many elements are open where it begins.</param>
/// <param name="position">Where that is.</param>
internal struct XmlOutline(int depth, int position)
{
    /// <summary>How many elements are open behind the position.</summary>
    public int Depth { get; private set; } = depth;

    /// <summary>Behind what was seen.</summary>
    public int Position { get; private set; } = position;

    /// <summary>The text in front was moved: so many bytes are gone.</summary>
    public void Move(int count) => Position -= count;

    /// <summary>Passes over text and the next piece of markup; false, and at its beginning, if the text ends before that does.</summary>
    /// <param name="text">All that is known of the document, from its first byte on but for what <see cref="Move"/> has said.</param>
    /// <param name="mark">What it was.</param>
    /// <param name="start">Where it begins.</param>
    public bool TryNext(ReadOnlySpan<byte> text, out XmlMark mark, out int start)
    {
        mark = XmlMark.None;
        int open = text[Position..].IndexOf((byte)'<');
        // A text without a tag need not be looked at again.
        start = Position = open < 0 ? text.Length : Position + open;
        var rest = text[start..];
        int length = rest.Length < 2 ? -1 : rest[1] switch
        {
            (byte)'/' => Behind(rest, ">"u8),
            (byte)'?' => Behind(rest, "?>"u8),
            (byte)'!' =>
                rest.Length < 9
                    ? -1
                    : rest.StartsWith("<!--"u8)
                        ? Behind(rest, "-->"u8, 4)
                        : rest.StartsWith("<![CDATA["u8) ? Behind(rest, "]]>"u8, 9) : throw NoMarkup(),
            _ => BehindTag(rest),
        };
        if (length < 0)
            return false;
        Position = start + length;
        if (rest[1] == (byte)'/')
        {
            if (Depth == 0)
                throw new WireFormatException("An end tag stands where no element is open.");
            Depth--;
            mark = XmlMark.End;
        }
        else if (rest[1] is not ((byte)'?' or (byte)'!'))
        {
            mark = rest[length - 2] == (byte)'/' ? XmlMark.Empty : XmlMark.Start;
            if (mark == XmlMark.Start)
                Depth++;
        }
        return true;
    }

    static int Behind(ReadOnlySpan<byte> text, ReadOnlySpan<byte> end, int from = 2) =>
        text[from..].IndexOf(end) is >= 0 and var at ? from + at + end.Length : -1;

    /// <summary>A tag may have the sign that ends it in the value of an attribute.</summary>
    static int BehindTag(ReadOnlySpan<byte> text)
    {
        int at = 1;
        while (true)
        {
            int stop = text[at..].IndexOfAny((byte)'>', (byte)'"', (byte)'\'');
            if (stop < 0)
                return -1;
            at += stop;
            if (text[at] == (byte)'>')
                return at + 1;
            int quote = text[(at + 1)..].IndexOf(text[at]);
            if (quote < 0)
                return -1;
            at += quote + 2;
        }
    }

    static WireFormatException NoMarkup() => new("A document type is refused, and nothing else than comments and sections may begin so.");
}
