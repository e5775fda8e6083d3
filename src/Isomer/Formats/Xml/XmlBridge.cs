using System.Text;
using System.Xml;
using System.Xml.Serialization;

namespace Isomer.Formats;

/// <summary>Between our bytes and the framework's XmlReader, XmlWriter and XmlNode: events one by one, prefixes as they are.</summary>
internal static class XmlBridge
{
    /// <summary>A node, as its own WriteTo would write it.</summary>
    public static void Write(ref XmlSink sink, XmlNode node)
    {
        if (node is XmlDocument { DocumentElement: { } root })
            node = root;
        switch (node)
        {
            case XmlElement element:
                Write(ref sink, new XmlNodeReader(element), skipsRoot: false);
                break;
            case XmlCDataSection section:
                sink.RawCData(section.Value ?? "");
                break;
            case XmlComment comment:
                sink.RawMarkup("<!--", comment.Value ?? "", "-->");
                break;
            case XmlProcessingInstruction instruction:
                sink.RawMarkup("<?", instruction.Target + (string.IsNullOrEmpty(instruction.Value) ? "" : " " + instruction.Value), "?>");
                break;
            case XmlText or XmlWhitespace or XmlSignificantWhitespace:
                sink.RawText(node.Value ?? "");
                break;
            case XmlDocumentFragment:
                foreach (XmlNode child in node.ChildNodes)
                    Write(ref sink, child);
                break;
            case XmlDocument or XmlDocumentType or XmlDeclaration:
                break;
            default:
                throw new NotSupportedException($"A node of type {node.NodeType} cannot be written here.");
        }
    }

    /// <summary>What a type that serializes itself writes into the element that is open.</summary>
    public static void WriteContent(ref XmlSink sink, IXmlSerializable value)
    {
        var table = Isomer.Tabular.TableXml.Is(value.GetType()) ? (System.ComponentModel.IListSource)value : null;
        if (table is not null)
            Isomer.Tabular.TableNesting.Check(table);
        var text = new StringBuilder();
        using (var writer = XmlWriter.Create(text,
            new XmlWriterSettings
            { ConformanceLevel = ConformanceLevel.Fragment, NewLineHandling = NewLineHandling.Entitize, CheckCharacters = true }))
        {
            // The same prefixes in scope, so that it chooses the same.
            sink.BeginWrapper(writer);
            try
            {
                value.WriteXml(writer);
            }
            catch (Exception e) when (table is not null && Isomer.Tabular.TableTexts.Refusal(table, e) is { } refusal)
            {
                throw refusal;
            }
            writer.WriteEndElement();
        }
        using var reader = XmlReader.Create(new StringReader(text.ToString()),
            new XmlReaderSettings { ConformanceLevel = ConformanceLevel.Fragment, DtdProcessing = DtdProcessing.Prohibit });
        Write(ref sink, reader, skipsRoot: true);
    }

    static void Write(ref XmlSink sink, XmlReader reader, bool skipsRoot)
    {
        int depth = 0;
        while (reader.Read())
        {
            switch (reader.NodeType)
            {
                case XmlNodeType.Element:
                    bool isEmpty = reader.IsEmptyElement;
                    bool isWrapper = skipsRoot && depth == 0;
                    if (!isWrapper)
                        sink.RawStart(reader.Prefix, reader.LocalName, reader.NamespaceURI);
                    while (reader.MoveToNextAttribute())
                        sink.RawAttribute(reader.Prefix, reader.LocalName, reader.NamespaceURI, reader.Value, isWrapper);
                    depth++;
                    if (!isEmpty)
                        continue;
                    depth--;
                    if (!isWrapper)
                        sink.RawEnd(isEmpty: true);
                    break;
                case XmlNodeType.EndElement:
                    depth--;
                    if (depth > 0 || !skipsRoot)
                        sink.RawEnd(isEmpty: false);
                    break;
                case XmlNodeType.Text or XmlNodeType.Whitespace or XmlNodeType.SignificantWhitespace:
                    sink.RawText(reader.Value);
                    break;
                case XmlNodeType.CDATA:
                    sink.RawCData(reader.Value);
                    break;
                case XmlNodeType.Comment:
                    sink.RawMarkup("<!--", reader.Value, "-->");
                    break;
                case XmlNodeType.ProcessingInstruction:
                    sink.RawMarkup("<?", reader.Name + (reader.Value.Length == 0 ? "" : " " + reader.Value), "?>");
                    break;
                case XmlNodeType.EntityReference:
                    throw new NotSupportedException("An entity reference in a node cannot be written: no document type defines it.");
            }
        }
    }

    /// <summary>The options for a document that <see cref="Copy"/> writes.</summary>
    public static XmlOptions OptionsFor(XmlWriter writer, XmlOptions options) => options with
    {
        Indented = false,
        Declaration = false,
        KeepsLineEnds = true,
        Outer = writer.WriteState is WriteState.Element or WriteState.Content ? new XmlOuterScope(writer) : null,
    };

    /// <summary>Writes a document of ours to a writer of the framework, which may be within another element.</summary>
    public static void Copy(ReadOnlySpan<byte> document, XmlWriter writer, XmlOuterScope? outer)
    {
        // Prefixes that the writer has are not declared again.
        var names = new NameTable();
        var scope = new XmlNamespaceManager(names);
        foreach (var (prefix, ns) in outer?.Used ?? [])
            scope.AddNamespace(prefix, ns);
        using var reader = XmlReader.Create(new MemoryStream(document.ToArray()),
            new XmlReaderSettings
            { ConformanceLevel = ConformanceLevel.Fragment, DtdProcessing = DtdProcessing.Prohibit, CheckCharacters = false },
            new XmlParserContext(names, scope, null, XmlSpace.None, Encoding.UTF8));
        while (reader.Read())
        {
            switch (reader.NodeType)
            {
                case XmlNodeType.Element:
                    bool isEmpty = reader.IsEmptyElement;
                    writer.WriteStartElement(reader.Prefix, reader.LocalName, reader.NamespaceURI);
                    while (reader.MoveToNextAttribute())
                        CopyAttribute(reader, writer);
                    if (isEmpty)
                        writer.WriteEndElement();
                    break;
                case XmlNodeType.EndElement:
                    // One that has an end tag keeps it, though there is nothing in it.
                    writer.WriteFullEndElement();
                    break;
                default:
                    CopyContent(reader, writer);
                    break;
            }
        }
    }

    /// <summary>What stands between tags: text, sections, comments and instructions.</summary>
    public static void CopyContent(XmlReader reader, XmlWriter writer)
    {
        switch (reader.NodeType)
        {
            case XmlNodeType.Text or XmlNodeType.Whitespace or XmlNodeType.SignificantWhitespace:
                writer.WriteString(reader.Value);
                break;
            case XmlNodeType.CDATA:
                writer.WriteCData(reader.Value);
                break;
            case XmlNodeType.Comment:
                writer.WriteComment(reader.Value);
                break;
            case XmlNodeType.ProcessingInstruction:
                writer.WriteProcessingInstruction(reader.Name, reader.Value);
                break;
        }
    }

    static void CopyAttribute(XmlReader reader, XmlWriter writer)
    {
        if (reader.NamespaceURI != XmlNames.Xmlns)
            writer.WriteAttributeString(reader.Prefix, reader.LocalName, reader.NamespaceURI, reader.Value);
        else if (reader.Prefix.Length == 0)
            writer.WriteAttributeString("", "xmlns", XmlNames.Xmlns, reader.Value);
        else
            writer.WriteAttributeString("xmlns", reader.LocalName, XmlNames.Xmlns, reader.Value);
    }

    /// <summary>The attributes of the element that the reader stands at, and the prefixes that are in scope there.</summary>
    /// <param name="reader">The reader.</param>
    /// <param name="writer">The writer, whose start tag is open.</param>
    /// <param name="before">What is to be called before each attribute.</param>
    public static void CopyAttributes(XmlReader reader, XmlWriter writer, Action? before = null)
    {
        var own = new HashSet<string> { reader.Prefix };
        CopyOwnAttributes(reader, writer, before, own);
        CopyScope(reader, writer, own);
    }

    /// <summary>The attributes of the element that the reader stands at, declarations of prefixes among them.</summary>
    /// <param name="reader">The reader.</param>
    /// <param name="writer">The writer, whose start tag is open.</param>
    /// <param name="before">What is to be called before each attribute.</param>
    /// <param name="declared">Gets the prefixes that are declared here.</param>
    public static void CopyOwnAttributes(XmlReader reader, XmlWriter writer, Action? before, HashSet<string>? declared = null)
    {
        while (reader.MoveToNextAttribute())
        {
            before?.Invoke();
            CopyAttribute(reader, writer);
            if (reader.NamespaceURI == XmlNames.Xmlns)
                declared?.Add(reader.Prefix.Length == 0 ? "" : reader.LocalName);
        }
        reader.MoveToElement();
    }

    /// <summary>The prefixes that are in scope, but those that are named.</summary>
    public static void CopyScope(XmlReader reader, XmlWriter writer, HashSet<string> except)
    {
        if (reader is not IXmlNamespaceResolver scope)
            return;
        foreach (var (prefix, ns) in scope.GetNamespacesInScope(XmlNamespaceScope.ExcludeXml))
            if (!except.Contains(prefix))
                writer.WriteAttributeString(prefix.Length == 0 ? "" : "xmlns", prefix.Length == 0 ? "xmlns" : prefix, XmlNames.Xmlns, ns);
    }
}
