using System.Runtime.Serialization;
using System.Xml;
using Isomer.Wire.Text;

namespace Isomer.Wire.Xml;

/// <summary>
/// What user code gets to write one element's content: the writer under it, but it cannot end more elements than it began, nor close. Like
/// the original's it derives from XmlWriter, so typed values become text.
/// </summary>
internal sealed class XmlPartWriter(XmlDictionaryWriter writer, int most = int.MaxValue) : XmlWriter
{
    int _depth;

    /// <summary>Whether half a surrogate pair in a text or namespace is refused, for which writers of bytes have U+FFFD.</summary>
    public bool RefusesHalves { get; set; }

    void Check(ReadOnlySpan<char> text)
    {
        if (RefusesHalves && !Utf8Runs.AreWhole(text))
            throw new ArgumentException("A text has half of a surrogate pair, which XML cannot have.");
    }

    /// <summary>All that was begun must have ended.</summary>
    public void Finish(object value)
    {
        if (writer.WriteState == WriteState.Error)
            throw new NotSupportedException($"'{value.GetType()}' left its writer in a state of error.");
        if (_depth > 0)
            throw new NotSupportedException($"'{value.GetType()}' begins elements that it does not end.");
    }

    public override WriteState WriteState => writer.WriteState;

    public override XmlSpace XmlSpace => writer.XmlSpace;

    public override string? XmlLang => writer.XmlLang;

    public override void WriteStartElement(string? prefix, string localName, string? ns)
    {
        if (_depth >= most)
            throw new NotSupportedException(
                $"XML nests deeper than could be read again: {most} elements within one another here. Raise Limits.MaxDepth.");
        Check(ns);
        writer.WriteStartElement(prefix, localName, ns);
        _depth++;
    }

    public override void WriteEndElement()
    {
        Leave();
        writer.WriteEndElement();
    }

    public override void WriteFullEndElement()
    {
        Leave();
        writer.WriteFullEndElement();
    }

    void Leave()
    {
        if (_depth-- == 0)
            throw new SerializationException("A type that writes itself ends an element that it did not begin.");
    }

    public override void WriteStartDocument()
    {
        if (writer.WriteState == WriteState.Start)
            writer.WriteStartDocument();
    }

    public override void WriteStartDocument(bool standalone)
    {
        if (writer.WriteState == WriteState.Start)
            writer.WriteStartDocument(standalone);
    }

    public override void WriteEndDocument()
    {
    }

    public override void WriteDocType(string name, string? pubid, string? sysid, string? subset) =>
        throw new SerializationException("A type that writes itself writes a document type.");

    public override void Close()
    {
    }

    public override void Flush() => writer.Flush();

    public override string? LookupPrefix(string ns) => writer.LookupPrefix(ns);

    public override void WriteStartAttribute(string? prefix, string localName, string? ns)
    {
        Check(ns);
        writer.WriteStartAttribute(prefix, localName, ns);
    }

    public override void WriteEndAttribute() => writer.WriteEndAttribute();

    public override void WriteCData(string? text) => writer.WriteCData(text);

    public override void WriteComment(string? text) => writer.WriteComment(text);

    public override void WriteProcessingInstruction(string name, string? text) => writer.WriteProcessingInstruction(name, text);

    public override void WriteEntityRef(string name) => writer.WriteEntityRef(name);

    public override void WriteCharEntity(char ch) => writer.WriteCharEntity(ch);

    public override void WriteSurrogateCharEntity(char lowChar, char highChar) => writer.WriteSurrogateCharEntity(lowChar, highChar);

    public override void WriteWhitespace(string? ws) => writer.WriteWhitespace(ws);

    public override void WriteString(string? text)
    {
        Check(text);
        writer.WriteString(text);
    }

    public override void WriteChars(char[] buffer, int index, int count) => writer.WriteChars(buffer, index, count);

    public override void WriteRaw(char[] buffer, int index, int count) => writer.WriteRaw(buffer, index, count);

    public override void WriteRaw(string data) => writer.WriteRaw(data);

    public override void WriteBase64(byte[] buffer, int index, int count) => writer.WriteBase64(buffer, index, count);

    public override void WriteBinHex(byte[] buffer, int index, int count) => writer.WriteBinHex(buffer, index, count);

    public override void WriteName(string name) => writer.WriteName(name);

    public override void WriteNmToken(string name) => writer.WriteNmToken(name);

    public override void WriteQualifiedName(string localName, string? ns) => writer.WriteQualifiedName(localName, ns);
}
