using System.Xml;

namespace Isomer.Wire.Xml;

/// <summary>
/// One element of a reader, at whose start tag that stands: what user code gets to read. It ends where the element ends; disposing it
/// takes what was not read, and leaves the reader behind the element.
/// </summary>
internal sealed class XmlPartReader(XmlDictionaryReader reader) : XmlReader, IXmlLineInfo
{
    readonly int _start = reader.Depth;
    bool _isDone;

    bool IsAtLast =>
        reader.Depth == _start
            && (reader.NodeType == XmlNodeType.EndElement || (reader.NodeType == XmlNodeType.Element && reader.IsEmptyElement));

    /// <summary>
    /// A reader that has thrown is not read on: the framework's binary one, behind an array of a type that does not exist, gives its first
    /// item for ever.
    /// </summary>
    public override bool Read()
    {
        if (_isDone || IsAtLast)
            return false;
        _isDone = true;
        bool more = reader.Read();
        _isDone = false;
        return more;
    }

    /// <summary>
    /// As the reader itself does it: the framework's dictionary readers pass over a text that is white space. None goes past the end of an
    /// element.
    /// </summary>
    public override XmlNodeType MoveToContent()
    {
        if (_isDone)
            return NodeType;
        _isDone = true;
        var found = reader.MoveToContent();
        _isDone = false;
        return found;
    }

    protected override void Dispose(bool disposing)
    {
        if (_isDone || reader.ReadState != ReadState.Interactive)
            return;
        _isDone = true;
        reader.MoveToElement();
        if (reader.Depth == _start && reader.NodeType == XmlNodeType.Element)
        {
            reader.Skip();
            return;
        }
        while (reader.Depth > _start && reader.Read())
        {
        }
        reader.Read();
    }

    public override XmlNodeType NodeType => reader.NodeType;

    public override string LocalName => reader.LocalName;

    public override string NamespaceURI => reader.NamespaceURI;

    public override string Prefix => reader.Prefix;

    public override string Value => reader.Value;

    public override Type ValueType => reader.ValueType;

    public override int Depth => reader.Depth - _start;

    public override string BaseURI => reader.BaseURI ?? "";

    public override bool IsEmptyElement => reader.IsEmptyElement;

    public override int AttributeCount => reader.AttributeCount;

    public override bool EOF => reader.EOF;

    public override ReadState ReadState => _isDone ? ReadState.Closed : reader.ReadState;

    public override XmlNameTable NameTable => reader.NameTable;

    public override XmlSpace XmlSpace => reader.XmlSpace;

    public override string XmlLang => reader.XmlLang;

    public override string? GetAttribute(string name) => reader.GetAttribute(name);

    public override string? GetAttribute(string name, string? namespaceURI) => reader.GetAttribute(name, namespaceURI);

    public override string GetAttribute(int i) => reader.GetAttribute(i);

    public override string? LookupNamespace(string prefix) => reader.LookupNamespace(prefix);

    public override bool MoveToAttribute(string name) => reader.MoveToAttribute(name);

    public override bool MoveToAttribute(string name, string? ns) => reader.MoveToAttribute(name, ns);

    public override bool MoveToElement() => reader.MoveToElement();

    public override bool MoveToFirstAttribute() => reader.MoveToFirstAttribute();

    public override bool MoveToNextAttribute() => reader.MoveToNextAttribute();

    public override bool ReadAttributeValue() => reader.ReadAttributeValue();

    public override void ResolveEntity() => reader.ResolveEntity();

    public override bool CanReadBinaryContent => reader.CanReadBinaryContent;

    public override int ReadContentAsBase64(byte[] buffer, int index, int count) => reader.ReadContentAsBase64(buffer, index, count);

    public bool HasLineInfo() => reader is IXmlLineInfo info && info.HasLineInfo();

    public int LineNumber => reader is IXmlLineInfo info ? info.LineNumber : 0;

    public int LinePosition => reader is IXmlLineInfo info ? info.LinePosition : 0;
}
