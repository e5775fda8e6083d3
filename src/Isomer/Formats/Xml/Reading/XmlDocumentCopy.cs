using System.Globalization;
using System.Text;
using System.Xml;

namespace Isomer.Formats;

/// <summary>
/// The element that a reader of the caller's stands at, or what stands from there to the end of the element around it, as a document of its
/// own in UTF-8, with the prefixes that are in scope; the reader moves behind it. Entities that the caller's reader leaves to whoever reads
/// are resolved. Where the caller asks for events, it is kept where in the caller's document each node stands.
/// </summary>
internal sealed class XmlDocumentCopy
{
    readonly MemoryStream _memory = new();
    readonly XmlWriter _writer;
    readonly XmlReader _reader;
    readonly List<(int Offset, int Line, int Column)>? _places;
    readonly IXmlLineInfo? _lines;
    readonly Action? _keepAttribute;
    bool _isStartOpen;
    readonly bool _isWithin;
    readonly bool _keepsRootAttributes = true;
    XmlQualifiedName? _result;
    XmlEntityBudget _entities;

    /// <summary>The element that the reader stands at, or that comes next but for comments, instructions and white space.</summary>
    /// <param name="reader">The caller's reader.</param>
    /// <param name="tellsPlaces">Whether <see cref="PlaceOfNext"/> and <see cref="PlaceOfAttribute"/> will be asked.</param>
    public XmlDocumentCopy(XmlReader reader, bool tellsPlaces)
        : this(reader, tellsPlaces, isAt: true)
    {
        using (_writer)
            Copy(depth: 0);
        Document = _memory.ToArray();
    }

    /// <summary>The element that the reader stands at, whose content is members.</summary>
    /// <param name="reader">The caller's reader.</param>
    /// <param name="tellsPlaces">Whether places will be asked for.</param>
    /// <param name="result">What the first element in it is called in the copy; null if that has its own name.</param>
    /// <param name="keepsAttributes">Whether the element's own attributes are for a member.</param>
    public XmlDocumentCopy(XmlReader reader, bool tellsPlaces, XmlQualifiedName? result, bool keepsAttributes)
        : this(reader, tellsPlaces, isAt: true)
    {
        _result = result;
        _keepsRootAttributes = keepsAttributes;
        using (_writer)
            Copy(depth: 0);
        Document = _memory.ToArray();
    }

    /// <summary>All that stands from here to the end of the element around it, within an element of this name.</summary>
    /// <param name="reader">The caller's reader.</param>
    /// <param name="tellsPlaces">Whether places will be asked for.</param>
    /// <param name="result">What the first element is called in the copy; null if that has its own name.</param>
    /// <param name="prefix">The wrapper's prefix, none of a caller's.</param>
    /// <param name="wrapper">The wrapper's name.</param>
    /// <param name="ns">The wrapper's namespace.</param>
    public XmlDocumentCopy(XmlReader reader, bool tellsPlaces, XmlQualifiedName? result, string prefix, string wrapper, string ns)
        : this(reader, tellsPlaces, isAt: false)
    {
        _result = result;
        using (_writer)
        {
            _writer.WriteStartElement(prefix, wrapper, ns);
            // A default namespace is declared by whoever uses it: the first element here may have one of its own.
            XmlBridge.CopyScope(reader, _writer, [""]);
            _isStartOpen = true;
            if (reader.NodeType is not (XmlNodeType.EndElement or XmlNodeType.None))
                Copy(depth: 1);
            _writer.WriteEndElement();
        }
        Document = _memory.ToArray();
    }

    XmlDocumentCopy(XmlReader reader, bool tellsPlaces, bool isAt)
    {
        if (isAt && reader.MoveToContent() != XmlNodeType.Element)
            throw new WireFormatException($"The reader stands at {reader.NodeType} and not at an element.");
        (_reader, _isWithin) = (reader, !isAt);
        _lines = !tellsPlaces ? null : reader is LimitedXmlReader limited ? limited.Lines : reader as IXmlLineInfo;
        _places = _lines is null ? null : [];
        _keepAttribute = _lines is null ? null : KeepAttribute;
        _writer = XmlWriter.Create(_memory, new XmlWriterSettings
        {
            Encoding = new UTF8Encoding(false),
            OmitXmlDeclaration = true,
            NewLineHandling = NewLineHandling.Entitize,
            CheckCharacters = false,
            CloseOutput = false,
        });
    }

    public byte[] Document { get; } = [];

    /// <summary>
    /// Line and column, in the caller's document, of the attribute whose value stands at a byte of the copy; null where the caller's reader
    /// tells none.
    /// </summary>
    public (int Line, int Column)? PlaceOfAttribute(int offset) =>
        PlaceAt(~_places?.BinarySearch((offset, int.MaxValue, int.MaxValue)) - 1);

    /// <summary>Line and column of the node that begins behind this byte: there the reader is when it has passed over one.</summary>
    public (int Line, int Column)? PlaceOfNext(int offset) => PlaceAt(~_places?.BinarySearch((offset, -1, -1)));

    (int Line, int Column)? PlaceAt(int? index) =>
        index is { } at && _places!.Count > 0 && _places[Math.Clamp(at, 0, _places.Count - 1)] is var (_, line, column)
            ? (line, column)
            : null;

    void Copy(int depth)
    {
        do
        {
            switch (_reader.NodeType)
            {
                case XmlNodeType.Element:
                    bool isEmpty = _reader.IsEmptyElement;
                    CopyStart(depth);
                    if (!isEmpty)
                    {
                        depth++;
                        break;
                    }
                    _writer.WriteEndElement();
                    _isStartOpen = false;
                    break;
                case XmlNodeType.EndElement when _isWithin && depth == 1:
                    // That of the element around all of this.
                    Keep(_isStartOpen ? 1 : 0, Place());
                    return;
                case XmlNodeType.EndElement:
                    var end = Place();
                    _writer.WriteFullEndElement();
                    // Behind the slash.
                    Keep(-1 - NameLength(), end);
                    _isStartOpen = false;
                    depth--;
                    break;
                case XmlNodeType.EntityReference:
                    _entities.Resolve(_reader);
                    break;
                case XmlNodeType.EndEntity:
                    break;
                default:
                    CopyContent();
                    break;
            }
            _entities.Count(_reader);
        }
        while (_reader.Read() && depth > 0);
        if (depth > (_isWithin ? 1 : 0))
            throw new WireFormatException("The document ends within an element.");
    }

    void CopyStart(int depth)
    {
        var place = Place();
        bool isResult = depth == 1 && _result is not null;
        if (isResult)
            _writer.WriteStartElement(_result!.Name, _result.Namespace);
        else
            _writer.WriteStartElement(_reader.Prefix, _reader.LocalName, _reader.NamespaceURI);
        Keep(-NameLength(), place);
        if (depth == 0 && !_keepsRootAttributes)
            // What no member could take the original does not look at.
            XmlBridge.CopyScope(_reader, _writer, [_reader.Prefix]);
        else if (depth == 0 || isResult)
            XmlBridge.CopyAttributes(_reader, _writer, _keepAttribute);
        else
            XmlBridge.CopyOwnAttributes(_reader, _writer, _keepAttribute);
        if (isResult)
            _result = null;
        _isStartOpen = true;
    }

    // Behind the space that comes before it. What makes a node of an attribute leaves the reader at its value.
    void KeepAttribute()
    {
        if (_reader.NamespaceURI == XmlNames.Xmlns)
            return;
        string name = _reader.Name;
        while (_reader.ReadAttributeValue())
        {
        }
        Keep(1, Place());
        _reader.MoveToAttribute(name);
    }

    void CopyContent()
    {
        int bracket = _isStartOpen ? 1 : 0;
        int around = _reader.NodeType switch
        {
            XmlNodeType.CDATA => 9,
            XmlNodeType.Comment => 4,
            XmlNodeType.ProcessingInstruction => 2,
            _ => 0,
        };
        Keep(bracket + around, Place());
        // A reader over nodes calls white space text that is no white space between elements; decimal references say so in the copy
        // (XmlRules.DecimalIsText).
        if (_reader.NodeType == XmlNodeType.Text && !_reader.Value.AsSpan().ContainsAnyExcept(" \t\r\n"))
            WriteReferences(_reader.Value);
        else
            XmlBridge.CopyContent(_reader, _writer);
        _isStartOpen = false;
    }

    void WriteReferences(string text)
    {
        foreach (char c in text)
            _writer.WriteRaw(string.Create(CultureInfo.InvariantCulture, $"&#{(int)c};"));
    }

    (int Line, int Column) Place() => _lines is null ? default : (_lines.LineNumber, _lines.LinePosition);

    /// <summary>Keeps the place of what stands so many bytes behind the end of the copy, or before it.</summary>
    void Keep(int shift, (int Line, int Column) place) => _places?.Add((End() + shift, place.Line, place.Column));

    /// <summary>How much of the copy there is; a start tag that is open lacks its bracket.</summary>
    int End()
    {
        _writer.Flush();
        return (int)_memory.Length;
    }

    int NameLength() => _places is null ? 0 : Encoding.UTF8.GetByteCount(_reader.Name);
}
