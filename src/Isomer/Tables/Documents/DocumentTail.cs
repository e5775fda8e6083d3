using System.ComponentModel;
using System.Data;
using System.Diagnostics.CodeAnalysis;
using System.Text;
using System.Xml;
using Isomer.Model;

namespace Isomer.Tabular;

/// <summary>Parts of a document, each a document of its own within the same outermost element, for the framework to read.</summary>
internal readonly ref struct DocumentTail(ReadOnlySpan<byte> document, int header)
{
    readonly ReadOnlySpan<byte> _document = document;
    // Up to behind the start tag around.
    readonly int _header = header;

    /// <summary>Reads what stands from one place to another.</summary>
    [RequiresUnreferencedCode(Trimming.Members), RequiresDynamicCode(Trimming.Code)]
    public XmlReadMode ReadPart(IListSource target, int from, int to, DataXmlOptions options)
    {
        // The name of the outermost element, which has no prefix.
        var tag = _document[.._header];
        tag = tag[(tag.LastIndexOf((byte)'<') + 1)..];
        tag = tag[..tag.IndexOfAny(" \t\r\n>"u8)];
        return Read(target, [.. _document[.._header], .. _document[from..to], .. "</"u8, .. tag, .. ">"u8], from, options);
    }

    /// <summary>Reads what stands from a place on.</summary>
    [RequiresUnreferencedCode(Trimming.Members), RequiresDynamicCode(Trimming.Code)]
    public XmlReadMode Read(IListSource target, int from, DataXmlOptions options) =>
        Read(target, from == _header ? _document.ToArray() : [.. _document[.._header], .. _document[from..]], from, options);

    [RequiresUnreferencedCode(Trimming.Members), RequiresDynamicCode(Trimming.Code)]
    XmlReadMode Read(IListSource target, byte[] part, int from, DataXmlOptions options)
    {
        try
        {
            // A text, whatever encoding the document says that it was in.
            return DocumentReading.Read(target, part, () => new XmlTextReader(new StreamReader(new MemoryStream(part), Encoding.UTF8)),
                options);
        }
        catch (WireFormatException e) when (e.Line > 0)
        {
            Move(e, from);
            throw;
        }
    }

    /// <summary>Moves the place of an error from the part to the document.</summary>
    void Move(WireFormatException error, int from)
    {
        var (headerLine, headerColumn) = PlaceOf(_header);
        var (line, column) = PlaceOf(from);
        if (error.Line < headerLine || (error.Line == headerLine && error.Column <= headerColumn))
            return;
        if (error.Line == headerLine)
            error.Column += column - headerColumn;
        error.Line += line - headerLine;
    }

    (int Line, int Column) PlaceOf(int offset)
    {
        var before = _document[..offset];
        int start = before.LastIndexOf((byte)'\n') + 1;
        return (before.Count((byte)'\n') + 1, Encoding.UTF8.GetCharCount(before[start..]) + 1);
    }
}
