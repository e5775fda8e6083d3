using System.Xml;
using Isomer.Wire.Xml;

namespace Isomer.Tabular;

/// <summary>
/// Records a document of UTF-8 onto a tape as <see cref="TableXml.Record"/> records what XmlTextReader makes of it, without a string for
/// each value: a third of its time. What is not well-formed, and what only XmlTextReader knows how to take (processing instructions, lines
/// in the value of an attribute, white space by reference), is not recorded: whoever asked has it read by XmlTextReader.
/// </summary>
internal ref struct DocumentTape
{
    static readonly XmlRules s_rules = RowScan.Rules with { MaxDepth = TableXml.MaxDepth + 1 };
    static readonly Dictionary<string, string> s_around = new() { ["xml"] = XmlNamespaces.XmlUri, ["xmlns"] = XmlNamespaces.XmlnsUri };

    // Rows of numbers and short texts take twelve bytes for each tag and text: a tape that grows costs a tenth of the recording.
    const int BytesPerPart = 12;

    XmlScanner _scan;
    DocumentNames _names;
    readonly XmlTape _tape;
    // The numbers of the names of open elements, by depth.
    readonly int[] _open = new int[TableXml.MaxDepth + 2];

    DocumentTape(byte[] document, int length)
    {
        var names = new XmlTapeNames(new NameTable());
        _tape = new XmlTape(names, s_around, document);
        _tape.EnsureCapacity(Math.Max(16, length / BytesPerPart));
        var text = document.AsSpan(0, length);
        _names = new DocumentNames(names, text);
        _scan = new XmlScanner(text, s_rules);
    }

    /// <summary>The document as a tape; null if it cannot be recorded here.</summary>
    /// <param name="document">Begins with it; values of the tape stand there as long as it lives.</param>
    /// <param name="length">How many bytes it has.</param>
    public static XmlTape? TryRecord(byte[] document, int length)
    {
        DocumentTape recording = default;
        try
        {
            recording = new DocumentTape(document, length);
            if (recording.TryRecord())
                return recording._tape;
            recording._tape.Return();
            return null;
        }
        catch (WireFormatException)
        {
            recording._tape?.Return();
            return null;
        }
        finally
        {
            recording._scan.Dispose();
        }
    }

    bool TryRecord()
    {
        if (_scan.Peek() != XmlToken.Start)
            return false;
        AddStart();
        while (_scan.Depth > 0)
        {
            PassIndentation();
            switch (_scan.PeekPiece())
            {
                case XmlPiece.Start:
                    AddStart();
                    continue;
                case XmlPiece.End:
                    AddEnd();
                    continue;
                case XmlPiece.Text when TryText():
                    continue;
                case XmlPiece.Section:
                    int section = _scan.Position + "<![CDATA[".Length;
                    _scan.ReadSection();
                    Add(XmlNodeType.CDATA, section, _scan.Position - "]]>".Length - section);
                    continue;
                case XmlPiece.Comment:
                    var comment = _scan.ReadMarkup();
                    Add(XmlNodeType.Comment, _scan.OffsetOf(comment), comment.Length);
                    continue;
                default:
                    return false;
            }
        }
        _scan.End();
        return true;
    }

    /// <summary>White space before a tag, where it does not count.</summary>
    void PassIndentation()
    {
        var rest = _scan.Input[_scan.Position..];
        if (rest.IsEmpty || rest[0] > (byte)' ')
            return;
        int white = rest.IndexOfAnyExcept(" \t\r\n"u8);
        if (white > 0 && rest[white] == (byte)'<' && !_scan.Preserves)
            _scan.Advance(white);
    }

    readonly void Add(XmlNodeType type, int start, int length)
    {
        CheckDepth();
        _tape.Add(new XmlTape.Event { Type = type, Depth = (ushort)_scan.Depth, Start = start, Length = length });
    }

    /// <summary>
    /// What stands in an element at the last depth that is allowed is one deeper, as it is for <see cref="TableXml.Record"/>, which refuses
    /// it.
    /// </summary>
    readonly void CheckDepth()
    {
        if (_scan.Depth > TableXml.MaxDepth)
            throw new WireFormatException($"The XML of a table nests deeper than {TableXml.MaxDepth}.");
    }

    void AddStart()
    {
        _scan.ReadStart();
        int length = _scan.Name.Length, depth = _scan.Depth - 1, start = _scan.StartOfElement + 1;
        int name = _open[depth] = _names.Number(_scan, start, length, _scan.Prefix.Length, _scan.Namespace);
        int at = _tape.Count;
        _tape.Add(new XmlTape.Event { Type = XmlNodeType.Element, Depth = (ushort)depth, Name = name });
        AddAttributes();
        ref var element = ref _tape.Events[at];
        (element.IsEmpty, element.Attributes) = (_scan.IsEmpty, _tape.Count - at - 1);
        if (_scan.IsEmpty)
            _scan.ReadEnd();
        else
            AddLeaf();
    }

    /// <summary>The text of the element that was opened and its end, if that is all there is to it.</summary>
    void AddLeaf()
    {
        var rest = _scan.Input[_scan.Position..];
        if (rest.IsEmpty || rest[0] is <= (byte)' ' or (byte)'<')
            return;
        int length = XmlChars.IndexOfTextStop(rest);
        if (length <= 0 || length + 1 >= rest.Length || rest[length] != (byte)'<' || rest[length + 1] != (byte)'/')
            return;
        Add(XmlNodeType.Text, _scan.Position, length);
        _scan.Advance(length);
        AddEnd();
    }

    /// <summary>Attributes and declarations of namespaces, which the scanner has apart, in their order.</summary>
    void AddAttributes()
    {
        var declarations = _scan.Bindings(out int next);
        if (!_scan.HasAttributes && next == declarations.Length)
            return;
        foreach (var attribute in _scan.Attributes)
        {
            for (; next < declarations.Length && declarations[next].PrefixStart < attribute.NameStart; next++)
                AddDeclaration(declarations[next]);
            int number = _names.Number(_scan, attribute.NameStart, attribute.NameLength, attribute.PrefixLength, attribute.Namespace);
            AddValue(number, attribute.ValueStart, attribute.ValueLength, attribute.IsEncoded ? _scan.ValueOf(attribute) : default);
        }
        for (; next < declarations.Length; next++)
            AddDeclaration(declarations[next]);
    }

    void AddDeclaration(in XmlBinding declaration)
    {
        // xmlns:prefix="..." or xmlns="...", where the prefix is nothing behind the name.
        int length = declaration.PrefixLength == 0 ? 5 : 6 + declaration.PrefixLength;
        int start = declaration.PrefixStart + declaration.PrefixLength - length;
        int number = _names.Number(_scan, start, length, declaration.PrefixLength == 0 ? 0 : 5, XmlNamespaces.Xmlns);
        var rest = _scan.Input[(start + length)..];
        int quote = rest.IndexOfAny((byte)'"', (byte)'\'');
        var value = rest[(quote + 1)..];
        value = value[..value.IndexOf(rest[quote])];
        AddValue(number, start + length + quote + 1, value.Length,
            value.IndexOfAny("&\t\r\n"u8) >= 0 ? _scan.NamespaceBytes(declaration.Namespace) : default);
    }

    readonly void AddValue(int name, int start, int length, ReadOnlySpan<byte> decoded)
    {
        var part = new XmlTape.Event
        { Type = XmlNodeType.Attribute, Depth = (ushort)_scan.Depth, Name = name, Start = start, Length = length };
        if (!decoded.IsEmpty)
        {
            // A line stays as it is under a reader that does not normalise.
            if (_scan.Input.Slice(start, length).IndexOfAny((byte)'\t', (byte)'\r', (byte)'\n') >= 0)
                throw new WireFormatException("Lines in the value of an attribute are not recorded here.");
            _tape.SetValue(ref part, XmlScanner.ToUtf16(decoded));
        }
        _tape.Add(part);
    }

    void AddEnd()
    {
        _scan.ReadEnd();
        _tape.Add(new XmlTape.Event { Type = XmlNodeType.EndElement, Depth = (ushort)_scan.Depth, Name = _open[_scan.Depth] });
    }

    /// <summary>Text up to the next markup. White space alone counts where xml:space says so.</summary>
    bool TryText()
    {
        int start = _scan.Position;
        var text = _scan.ReadPiece(out bool isWhite);
        bool isHere = _scan.Input.Overlaps(text);
        if (isWhite && !isHere)
            return false;
        if (isWhite && !_scan.Preserves)
            return true;
        var part = new XmlTape.Event
        {
            Type = isWhite ? XmlNodeType.SignificantWhitespace : XmlNodeType.Text,
            Depth = (ushort)_scan.Depth,
            Start = start,
            Length = text.Length
        };
        if (!isHere)
            _tape.SetValue(ref part, XmlScanner.ToUtf16(text));
        CheckDepth();
        _tape.Add(part);
        return true;
    }
}
