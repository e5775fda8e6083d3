using System.Text;
using System.Xml;

namespace Isomer.Wire.Xml;

/// <summary>
/// Makes the framework's nodes of the elements that are kept as they are, out of what the scanner reads: the trees that the framework's own
/// loaders make of XmlSerializer's reader. A reader of the framework for each such element costs 2,400 bytes and the element's bytes once
/// more, and needs the prefixes in scope told; this one costs what the nodes cost, for all elements of a reading.
/// </summary>
/// <remarks>
/// An element is put into the one around it at its end: so nobody looks for it among the elements around, which would take depth times
/// size.
/// </remarks>
internal abstract class XmlTreeBuilder(XmlTreeNames names)
{
    protected XmlTreeNames Names => names;

    /// <summary>The element whose start tag was just taken, up to and with its end.</summary>
    protected void Build(ref XmlScanner scanner)
    {
        int outside = scanner.Depth;
        Open(ref scanner);
        while (scanner.Depth >= outside)
        {
            switch (scanner.PeekPiece())
            {
                case XmlPiece.Start:
                    scanner.ReadStart();
                    Open(ref scanner);
                    break;
                case XmlPiece.End:
                    scanner.ReadEnd();
                    Close(isLast: scanner.Depth < outside);
                    break;
                case XmlPiece.Text:
                    string text = XmlScanner.ToUtf16(scanner.ReadPiece(out bool isWhite));
                    if (!isWhite)
                        Text(text);
                    else if (scanner.Preserves || scanner.KeepsWhite)
                        White(text, isPreserved: scanner.Preserves);
                    break;
                case XmlPiece.Section:
                    Section(XmlScanner.ToUtf16(scanner.ReadSection()));
                    break;
                case XmlPiece.Comment:
                    Comment(WithLineFeeds(scanner.ReadMarkup()));
                    break;
                default:
                    var instruction = scanner.ReadMarkup();
                    int end = instruction.IndexOfAny(" \t\r\n"u8);
                    var data = end < 0 ? default : instruction[end..].TrimStart(" \t\r\n"u8);
                    Instruction(Encoding.UTF8.GetString(end < 0 ? instruction : instruction[..end]), WithLineFeeds(data));
                    break;
            }
        }
    }

    /// <summary>
    /// Moves from behind a start tag to what counts as content: past comments, instructions and white space, also white space that a
    /// caller's reader gives as text. The text if that is what it is.
    /// </summary>
    /// <param name="scanner">What is read.</param>
    /// <param name="takesText">Whether a section that is white space may be what is looked for.</param>
    /// <param name="text">The text or section.</param>
    protected static XmlPiece MoveToContent(ref XmlScanner scanner, bool takesText, out string? text)
    {
        text = null;
        while (true)
        {
            var piece = scanner.PeekPiece();
            switch (piece)
            {
                case XmlPiece.Comment or XmlPiece.Instruction:
                    scanner.ReadMarkup();
                    continue;
                case XmlPiece.Text or XmlPiece.Section:
                    var read = piece == XmlPiece.Text ? scanner.ReadPiece(out _) : scanner.ReadSection();
                    if (XmlChars.IsWhite(read) && !(takesText && piece == XmlPiece.Section))
                        continue;
                    text = XmlScanner.ToUtf16(read);
                    return piece;
                default:
                    return piece;
            }
        }
    }

    void Open(ref XmlScanner scanner)
    {
        Open(names.Name(scanner.Prefix), names.Name(scanner.LocalName), names.Namespace(scanner, scanner.Namespace), scanner.IsEmpty);
        // Declarations stand among the attributes, as they were written.
        var declared = scanner.Bindings(out int declaration);
        var attributes = scanner.Attributes;
        for (int attribute = 0; attribute < attributes.Length || declaration < declared.Length;)
        {
            if (attribute == attributes.Length
                || (declaration < declared.Length && declared[declaration].PrefixStart < attributes[attribute].NameStart))
            {
                ref readonly var binding = ref declared[declaration++];
                string prefix = names.Name(scanner.Input.Slice(binding.PrefixStart, binding.PrefixLength));
                Attribute(prefix.Length == 0 ? "" : "xmlns", prefix.Length == 0 ? "xmlns" : prefix, XmlNamespaces.XmlnsUri,
                    names.Namespace(scanner, binding.Namespace));
            }
            else
            {
                ref readonly var span = ref attributes[attribute++];
                Attribute(names.Name(scanner.PrefixOf(span)), names.Name(scanner.LocalNameOf(span)),
                    names.Namespace(scanner, span.Namespace), XmlScanner.ToUtf16(scanner.ValueOf(span)));
            }
        }
    }

    /// <summary>Outside of elements' text the scanner leaves line ends as they are.</summary>
    static string WithLineFeeds(ReadOnlySpan<byte> text)
    {
        string result = Encoding.UTF8.GetString(text);
        return result.Contains('\r') ? result.Replace("\r\n", "\n").Replace('\r', '\n') : result;
    }

    protected abstract void Open(string prefix, string local, string ns, bool isEmpty);

    protected abstract void Attribute(string prefix, string local, string ns, string value);

    protected abstract void Close(bool isLast);

    protected abstract void Text(string text);

    /// <summary>White space alone, where xml:space preserves it or the rules keep all of it.</summary>
    protected abstract void White(string text, bool isPreserved);

    protected abstract void Section(string text);

    protected abstract void Comment(string text);

    protected abstract void Instruction(string target, string data);
}

/// <summary>The names of one reading as strings, each of them once.</summary>
internal sealed class XmlTreeNames
{
    readonly NameTable _names = new();
    // By the scanner's number, so that a long namespace is not decoded again for each element of it.
    readonly Dictionary<int, string> _namespaces = [];
    char[] _characters = new char[64];

    public NameTable Table => _names;

    public string Name(ReadOnlySpan<byte> name)
    {
        if (name.IsEmpty)
            return "";
        if (_characters.Length < name.Length)
            _characters = new char[Math.Max(name.Length, _characters.Length * 2)];
        return _names.Add(_characters, 0, Encoding.UTF8.GetChars(name, _characters));
    }

    public string Namespace(in XmlScanner scanner, int number)
    {
        if (number == XmlNamespaces.None)
            return "";
        if (!_namespaces.TryGetValue(number, out string? text))
            _namespaces.Add(number, text = _names.Add(scanner.NamespaceText(number)));
        return text;
    }
}
