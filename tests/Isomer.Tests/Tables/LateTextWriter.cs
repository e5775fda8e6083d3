using System.Text;
using System.Xml;

namespace Isomer.Tests.OfTables;

/// <summary>
/// XmlSerializer's writer, to which a text of nothing is none where an element follows: what would be kept on the line of this text is
/// indented as all else.
/// </summary>
sealed class LateTextWriter(Stream stream) : XmlWriter
{
    /// <summary>As XmlSerializer makes one for a stream.</summary>
    public static XmlWriter Of(Stream stream) =>
        Create(stream, new XmlWriterSettings { Encoding = new UTF8Encoding(false), Indent = true });

    readonly XmlWriter _inner = Of(stream);
    bool _isLate;

    /// <summary>The writer, after the text of nothing that came before.</summary>
    XmlWriter Inner
    {
        get
        {
            if (_isLate)
                _inner.WriteString("");
            _isLate = false;
            return _inner;
        }
    }

    public override void WriteString(string? text)
    {
        if (text is "" && _inner.WriteState is WriteState.Element or WriteState.Content)
            _isLate = true;
        else
            Inner.WriteString(text);
    }

    public override void WriteStartElement(string? prefix, string localName, string? ns)
    {
        _isLate = false;
        _inner.WriteStartElement(prefix, localName, ns);
    }

    public override WriteState WriteState => _inner.WriteState;

    public override string? LookupPrefix(string ns) => _inner.LookupPrefix(ns);

    public override void Flush() => Inner.Flush();

    public override void WriteEndElement() => Inner.WriteEndElement();

    public override void WriteFullEndElement() => Inner.WriteFullEndElement();

    public override void WriteStartAttribute(string? prefix, string localName, string? ns) =>
        Inner.WriteStartAttribute(prefix, localName, ns);

    public override void WriteEndAttribute() => Inner.WriteEndAttribute();

    public override void WriteStartDocument() => Inner.WriteStartDocument();

    public override void WriteStartDocument(bool standalone) => Inner.WriteStartDocument(standalone);

    public override void WriteEndDocument() => Inner.WriteEndDocument();

    public override void WriteDocType(string name, string? pubid, string? sysid, string? subset) =>
        Inner.WriteDocType(name, pubid, sysid, subset);

    public override void WriteCData(string? text) => Inner.WriteCData(text);

    public override void WriteComment(string? text) => Inner.WriteComment(text);

    public override void WriteProcessingInstruction(string name, string? text) => Inner.WriteProcessingInstruction(name, text);

    public override void WriteEntityRef(string name) => Inner.WriteEntityRef(name);

    public override void WriteCharEntity(char ch) => Inner.WriteCharEntity(ch);

    public override void WriteSurrogateCharEntity(char lowChar, char highChar) => Inner.WriteSurrogateCharEntity(lowChar, highChar);

    public override void WriteWhitespace(string? ws) => Inner.WriteWhitespace(ws);

    public override void WriteChars(char[] buffer, int index, int count) => Inner.WriteChars(buffer, index, count);

    public override void WriteRaw(char[] buffer, int index, int count) => Inner.WriteRaw(buffer, index, count);

    public override void WriteRaw(string data) => Inner.WriteRaw(data);

    public override void WriteBase64(byte[] buffer, int index, int count) => Inner.WriteBase64(buffer, index, count);

    protected override void Dispose(bool disposing)
    {
        if (disposing)
            Inner.Dispose();
        base.Dispose(disposing);
    }
}
