using System.Xml;
using System.Xml.Schema;
using Isomer.Cli.Payloads;

namespace Isomer.Cli.Schemas;

/// <summary>
/// The XSD of documents: their root's own name, their namespaces, their attributes. By way of nodes all of these would be lost. The
/// framework infers; each document is then held against what came out. Attributes of XML itself (xml:lang, xml:space) are declared by no
/// document and no schema of it: elements that have one may have any of them, which keeps a schema of one namespace in one document.
/// </summary>
static class XmlInference
{
    const string OfXml = "http://www.w3.org/XML/1998/namespace";

    /// <summary>Stands for them while the framework infers, which knows only what is declared.</summary>
    const string StandIn = "isomer-attributes-of-xml";

    /// <summary>
    /// Where an element first is empty and has text and an attribute later, the framework forgets the attribute, and finds it when it meets
    /// the same document again.
    /// </summary>
    const int MaxPasses = 4;

    static readonly XmlReaderSettings s_safe = new() { DtdProcessing = DtdProcessing.Prohibit, XmlResolver = null };

    /// <summary>Whether it is XML, as text or binary.</summary>
    public static bool Takes(Format format) => format.Name is "Xml" or "ContractXml" or "ContractXmlBinary";

    public static XmlSchemaSet Of(IReadOnlyList<(Payload Payload, Sniffed Sniffed)> samples)
    {
        var set = new XmlSchemaSet { XmlResolver = null };
        for (int pass = 1; ; pass++)
        {
            foreach (var (payload, sniffed) in samples)
            {
                try
                {
                    using XmlReader reader = Simplified(payload, sniffed);
                    set = new XmlSchemaInference().InferSchema(reader, set);
                }
                catch (Exception e) when (e is XmlSchemaException or XmlException)
                {
                    throw new CliException(ExitCode.Usage, $"No XSD can be inferred from {payload.Name}: {e.Message}", e);
                }
            }
            set.Compile();
            // The documents with the stand-in first: the framework's validator lets attributes of XML pass wherever they stand. And it adds
            // a schema of them to the set that it is given.
            XmlSchemaSet found = WithAttributesOfXml(set);
            string? problem = samples.Select(s => Problem(s.Payload, Simplified(s.Payload, s.Sniffed), set))
                .Concat(samples.Select(s => Problem(s.Payload, Open(s.Payload, s.Sniffed), found))).FirstOrDefault(p => p is not null);
            if (problem is null)
                return WithAttributesOfXml(set);
            // A schema that refuses one of its own samples is no answer.
            if (pass == MaxPasses)
                throw new CliException(ExitCode.Usage, $"No XSD can be inferred: what was found does not hold for {problem}");
        }
    }

    static XmlReader Open(Payload payload, Sniffed sniffed) =>
        sniffed.Format.IsText ? XmlReader.Create(new MemoryStream(payload.Bytes), s_safe)
        : XmlDictionaryReader.CreateBinaryReader(payload.Bytes, XmlDictionaryReaderQuotas.Max);

    /// <summary>The document with one attribute in the place of those of XML.</summary>
    static XmlReader Simplified(Payload payload, Sniffed sniffed)
    {
        var copy = new MemoryStream();
        using (XmlReader reader = Open(payload, sniffed))
        using (var writer = XmlWriter.Create(copy))
        {
            while (reader.Read())
            {
                switch (reader.NodeType)
                {
                    case XmlNodeType.Element:
                        bool isEmpty = reader.IsEmptyElement;
                        writer.WriteStartElement(reader.Prefix, reader.LocalName, reader.NamespaceURI);
                        WriteAttributes(reader, writer);
                        if (isEmpty)
                            writer.WriteEndElement();
                        break;
                    case XmlNodeType.EndElement:
                        writer.WriteFullEndElement();
                        break;
                    case XmlNodeType.Text or XmlNodeType.CDATA:
                        writer.WriteString(reader.Value);
                        break;
                    case XmlNodeType.Whitespace or XmlNodeType.SignificantWhitespace when reader.Depth > 0:
                        writer.WriteWhitespace(reader.Value);
                        break;
                }
            }
        }
        copy.Position = 0;
        return XmlReader.Create(copy, s_safe);
    }

    static void WriteAttributes(XmlReader reader, XmlWriter writer)
    {
        bool any = false;
        for (bool more = reader.MoveToFirstAttribute(); more; more = reader.MoveToNextAttribute())
        {
            if (reader.NamespaceURI == OfXml)
                any = true;
            else
                writer.WriteAttributeString(reader.Prefix, reader.LocalName, reader.NamespaceURI, reader.Value);
        }
        reader.MoveToElement();
        if (any)
            writer.WriteAttributeString(StandIn, "");
    }

    /// <summary>Copies of the schemas, in which what stood for attributes of XML lets them be.</summary>
    static XmlSchemaSet WithAttributesOfXml(XmlSchemaSet inferred)
    {
        var set = new XmlSchemaSet { XmlResolver = null };
        foreach (XmlSchema schema in inferred.Schemas())
        {
            // The next pass goes on from what the framework made.
            var text = new StringWriter();
            schema.Write(text);
            XmlSchema copy = XmlSchema.Read(new StringReader(text.ToString()), null)!;
            foreach (XmlSchemaObject item in copy.Items)
                Replace(item);
            set.Add(copy);
        }
        set.Compile();
        return set;
    }

    static void Replace(XmlSchemaObject? item)
    {
        switch (item)
        {
            case XmlSchemaElement element:
                Replace(element.SchemaType);
                break;
            case XmlSchemaComplexType type:
                type.AnyAttribute = Any(type.Attributes) ?? type.AnyAttribute;
                Replace(type.Particle);
                Replace(type.ContentModel?.Content);
                break;
            case XmlSchemaSimpleContentExtension extension:
                extension.AnyAttribute = Any(extension.Attributes) ?? extension.AnyAttribute;
                break;
            case XmlSchemaGroupBase group:
                foreach (XmlSchemaObject part in group.Items)
                    Replace(part);
                break;
        }
    }

    static XmlSchemaAnyAttribute? Any(XmlSchemaObjectCollection attributes)
    {
        if (attributes.OfType<XmlSchemaAttribute>().FirstOrDefault(a => a.Name == StandIn) is not { } standIn)
            return null;
        attributes.Remove(standIn);
        return new XmlSchemaAnyAttribute { Namespace = OfXml, ProcessContents = XmlSchemaContentProcessing.Skip };
    }

    /// <summary>Which document does not hold, and why; null for one that does.</summary>
    static string? Problem(Payload payload, XmlReader document, XmlSchemaSet set)
    {
        var settings = new XmlReaderSettings
        { ValidationType = ValidationType.Schema, Schemas = set, DtdProcessing = DtdProcessing.Prohibit, XmlResolver = null };
        string? problem = null;
        settings.ValidationEventHandler += (_, e) => problem ??= $"{payload.Name}: {e.Message}";
        using XmlReader inner = document, reader = XmlReader.Create(inner, settings);
        while (reader.Read())
        {
        }
        return problem;
    }
}
