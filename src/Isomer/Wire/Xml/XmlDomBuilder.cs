using System.Xml;

namespace Isomer.Wire.Xml;

/// <summary>Elements as XmlElement, of one document for all of a reading, as XmlSerializer has them.</summary>
internal sealed class XmlDomBuilder(XmlTreeNames names) : XmlTreeBuilder(names)
{
    // A document tells names apart by their local names alone, and looks through those of one local name one by one: so it comes to an end
    // where the prefixes and namespaces that input names are so many.
    const int MostSpaces = 256;

    readonly Dictionary<object, HashSet<object>> _spaces = new(ReferenceEqualityComparer.Instance);
    readonly List<XmlElement> _open = [];
    XmlDocument? _shared;
    XmlDocument? _document;
    XmlElement? _result;
    bool _isImported;
    string? _prefix;
    string? _namespace;
    int _spaceCount;

    /// <summary>Whose the nodes are.</summary>
    public XmlDocument Document
    {
        get
        {
            if (_shared is null || _spaceCount > MostSpaces)
            {
                _shared = new XmlDocument(Names.Table);
                _spaces.Clear();
                (_prefix, _namespace, _spaceCount) = (null, null, 0);
            }
            return _shared;
        }
    }

    /// <summary>The open element, up to and with its end.</summary>
    public XmlElement Element(ref XmlScanner scanner, XmlDocument document)
    {
        scanner.ReadStartAgain();
        return Take(ref scanner, document);
    }

    /// <summary>The open element as a document of its own.</summary>
    public XmlDocument Owned(ref XmlScanner scanner)
    {
        scanner.ReadStartAgain();
        return TakeOwned(ref scanner);
    }

    /// <summary>The first node within the open element, whose end is taken; null for none.</summary>
    public XmlNode? First(ref XmlScanner scanner, bool isDocument, bool takesText)
    {
        scanner.ReadStartAgain();
        XmlNode? result = null;
        switch (MoveToContent(ref scanner, takesText, out string? text))
        {
            case XmlPiece.Start:
                scanner.ReadStart();
                result = isDocument ? TakeOwned(ref scanner) : Take(ref scanner, Document);
                break;
            case XmlPiece.Text:
                result = Document.CreateTextNode(text);
                break;
            case XmlPiece.Section:
                result = Document.CreateCDataSection(text);
                break;
        }
        scanner.SkipRest();
        return result;
    }

    /// <summary>XmlSerializer imports the element into its document, and what is imported has no end tag where nothing is in it.</summary>
    XmlDocument TakeOwned(ref XmlScanner scanner)
    {
        // The names of the reading: a document with a table of its own is three times as large.
        var document = new XmlDocument(Names.Table);
        _isImported = true;
        document.AppendChild(Take(ref scanner, document));
        return document;
    }

    XmlElement Take(ref XmlScanner scanner, XmlDocument document)
    {
        // What a reading left behind that failed.
        _open.Clear();
        _document = document;
        Build(ref scanner);
        var result = _result!;
        (_document, _result, _isImported) = (null, null, false);
        return result;
    }

    protected override void Open(string prefix, string local, string ns, bool isEmpty)
    {
        Count(prefix, ns);
        var element = _document!.CreateElement(prefix, local, ns);
        element.IsEmpty = isEmpty;
        _open.Add(element);
    }

    protected override void Attribute(string prefix, string local, string ns, string value)
    {
        Count(prefix, ns);
        var attribute = _document!.CreateAttribute(prefix, local, ns);
        attribute.Value = value;
        _open[^1].Attributes.Append(attribute);
    }

    protected override void Close(bool isLast)
    {
        var element = _open[^1];
        _open.RemoveAt(_open.Count - 1);
        if (_isImported && !element.HasChildNodes)
            element.IsEmpty = true;
        if (isLast)
            _result = element;
        else
            Add(element);
    }

    protected override void Text(string text) => Add(_document!.CreateTextNode(text));

    protected override void White(string text, bool isPreserved) =>
        Add(isPreserved ? _document!.CreateSignificantWhitespace(text) : _document!.CreateWhitespace(text));

    protected override void Section(string text) => Add(_document!.CreateCDataSection(text));

    protected override void Comment(string text) => Add(_document!.CreateComment(text));

    protected override void Instruction(string target, string data) => Add(_document!.CreateProcessingInstruction(target, data));

    void Add(XmlNode node) => _open[^1].AppendChild(node);

    /// <summary>Both come from the table of names, so equal ones are the same.</summary>
    void Count(string prefix, string ns)
    {
        if (ReferenceEquals(prefix, _prefix) && ReferenceEquals(ns, _namespace))
            return;
        (_prefix, _namespace) = (prefix, ns);
        if (!_spaces.TryGetValue(ns, out var prefixes))
            _spaces.Add(ns, prefixes = new(ReferenceEqualityComparer.Instance));
        if (prefixes.Add(prefix))
            _spaceCount++;
    }
}
