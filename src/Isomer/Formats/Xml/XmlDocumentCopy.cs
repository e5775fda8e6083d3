using System.Text;
using System.Xml;
using Isomer.Wire.Xml;

namespace Isomer;

/// <summary>
/// The element that a reader of the caller's stands at, as a document of its own in UTF-8, with the prefixes that are in scope; the reader moves behind it.
/// Entities that the caller's reader leaves to whoever reads are resolved. Where the caller asks for events, it is kept where in the caller's document
/// each node stands.
/// </summary>
internal sealed class XmlDocumentCopy
{
    // What XmlReaderSettings allows entities to become, where the caller says nothing.
    const long MostFromEntities = 10_000_000;

    readonly MemoryStream _memory = new();
    readonly XmlWriter _writer;
    readonly XmlReader _reader;
    readonly List<(int Offset, int Line, int Column)>? _places;
    // Behind the sections that are white space which the caller's reader calls text.
    readonly List<int>? _spaces;
    readonly IXmlLineInfo? _lines;
    readonly Action? _keepAttribute;
    bool _isStartOpen;
    long _fromEntities;
    int _entities;

    /// <param name="reader">The caller's reader.</param>
    /// <param name="tellsPlaces">Whether <see cref="PlaceOfNext"/> and <see cref="PlaceOfAttribute"/> will be asked.</param>
    public XmlDocumentCopy(XmlReader reader, bool tellsPlaces)
    {
        while (reader.NodeType is not XmlNodeType.Element)
            if (!reader.Read())
                throw new WireFormatException("There is no root element.");
        _reader = reader;
        _lines = tellsPlaces ? reader as IXmlLineInfo : null;
        _places = _lines is null ? null : [];
        _keepAttribute = _lines is null ? null : KeepAttribute;
        _spaces = tellsPlaces ? [] : null;
        _writer = XmlWriter.Create(_memory, new XmlWriterSettings { Encoding = new UTF8Encoding(false), OmitXmlDeclaration = true, NewLineHandling = NewLineHandling.Entitize, CheckCharacters = false, CloseOutput = false });
        using (_writer)
            Copy();
        Document = _memory.ToArray();
    }

    public byte[] Document { get; }

    /// <summary>Line and column, in the caller's document, of the attribute whose value stands at a byte of the copy; null where the caller's reader tells none.</summary>
    public (int Line, int Column)? PlaceOfAttribute(int offset) => PlaceAt(~_places?.BinarySearch((offset, int.MaxValue, int.MaxValue)) - 1);

    /// <summary>The same of the node that begins behind this byte: there the reader is when it has passed over one.</summary>
    public (int Line, int Column)? PlaceOfNext(int offset) => PlaceAt(~_places?.BinarySearch((offset, -1, -1)));

    /// <summary>Whether the last section before this byte is a text of the caller's reader; then the byte behind it.</summary>
    public bool WasText(ref int offset)
    {
        int end = Document.AsSpan(0, offset).LastIndexOf("]]>"u8) + 3;
        if (_spaces is null || _spaces.BinarySearch(end) < 0)
            return false;
        offset = end;
        return true;
    }

    (int Line, int Column)? PlaceAt(int? index) =>
        index is { } at && _places!.Count > 0 && _places[Math.Clamp(at, 0, _places.Count - 1)] is var (_, line, column) ? (line, column) : null;

    void Copy()
    {
        int depth = 0;
        do
        {
            switch (_reader.NodeType)
            {
                case XmlNodeType.Element:
                    bool isEmpty = _reader.IsEmptyElement;
                    CopyStart(isRoot: depth == 0);
                    if (!isEmpty)
                    {
                        depth++;
                        break;
                    }
                    _writer.WriteEndElement();
                    _isStartOpen = false;
                    break;
                case XmlNodeType.EndElement:
                    var end = Place();
                    _writer.WriteFullEndElement();
                    // Behind the slash.
                    Keep(-1 - NameLength(), end);
                    _isStartOpen = false;
                    depth--;
                    break;
                case XmlNodeType.EntityReference:
                    _entities++;
                    _reader.ResolveEntity();
                    break;
                case XmlNodeType.EndEntity:
                    _entities--;
                    break;
                default:
                    CopyContent();
                    break;
            }
            if (_entities > 0 && (_fromEntities += _reader.Name.Length + _reader.Value.Length + 1) > MostFromEntities)
                throw new WireFormatException($"Entities become more than {MostFromEntities} characters.");
        }
        while (_reader.Read() && depth > 0);
        if (depth > 0)
            throw new WireFormatException("The document ends within an element.");
    }

    void CopyStart(bool isRoot)
    {
        var place = Place();
        _writer.WriteStartElement(_reader.Prefix, _reader.LocalName, _reader.NamespaceURI);
        Keep(-NameLength(), place);
        if (isRoot)
            XmlBridge.CopyAttributes(_reader, _writer, _keepAttribute);
        else
            XmlBridge.CopyOwnAttributes(_reader, _writer, _keepAttribute);
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
        Keep(bracket + _reader.NodeType switch { XmlNodeType.CDATA => 9, XmlNodeType.Comment => 4, XmlNodeType.ProcessingInstruction => 2, _ => 0 }, Place());
        // A reader over nodes calls white space text that is no white space between elements; a section says so in the copy.
        if (_reader.NodeType == XmlNodeType.Text && string.IsNullOrWhiteSpace(_reader.Value))
        {
            _writer.WriteCData(_reader.Value);
            _spaces?.Add(End());
        }
        else
        {
            XmlBridge.CopyContent(_reader, _writer);
        }
        _isStartOpen = false;
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
