using System.Xml;
using System.Xml.Linq;
using System.Xml.Schema;
using Isomer.Cli.Payloads;

namespace Isomer.Cli.Schemas;

/// <summary>
/// The XSD of documents: their root's own name, their namespaces, their attributes, and the types that they name themselves (xsi:type). By
/// way of nodes all of these would be lost. The framework infers; each document is then held against what came out.
/// </summary>
static class XmlInference
{
    /// <summary>
    /// Where an element first is empty and has text and an attribute later, the framework forgets the attribute, and finds it when it meets
    /// the same document again.
    /// </summary>
    const int MaxPasses = 4;

    static readonly XmlReaderSettings s_safe = new() { DtdProcessing = DtdProcessing.Prohibit, XmlResolver = null };

    /// <summary>Whether it is XML, as text or binary.</summary>
    public static bool Takes(Format format) => format.Name is "Xml" or "ContractXml" or "ContractXmlBinary";

    /// <param name="samples">The documents.</param>
    /// <param name="isAlone">
    /// Whether a schema of one namespace has to be one document: then elements with attributes of XML (xml:lang) may have any of these.
    /// Else it names them, and a second document declares them.
    /// </param>
    public static XmlSchemaSet Of(IReadOnlyList<(Payload Payload, Sniffed Sniffed)> samples, bool isAlone)
    {
        var set = new XmlSchemaSet { XmlResolver = null };
        var standIns = new XmlStandIns();
        for (int pass = 1; ; pass++)
        {
            foreach (var (payload, sniffed) in samples)
            {
                try
                {
                    using XmlReader reader = Open(payload, sniffed);
                    foreach (XElement document in standIns.Of(XDocument.Load(reader, LoadOptions.PreserveWhitespace).Root!))
                        foreach (XElement element in pass == 1 ? [document] : standIns.InAnything(document, set).Prepend(document).ToList())
                            set = new XmlSchemaInference().InferSchema(Reader(element), set);
                }
                catch (Exception e) when (e is XmlSchemaException or XmlException)
                {
                    throw new CliException(ExitCode.Usage, $"No XSD can be inferred from {payload.Name}: {e.Message}", e);
                }
            }
            set.Compile();
            XmlSchemaSet found = standIns.Replaced(set, isAlone);
            string? problem = samples.Select(s => Problem(s.Payload, Open(s.Payload, s.Sniffed), found)).FirstOrDefault(p => p is not null);
            // The validator may have added a schema to the set that it was given.
            if (problem is null)
                return standIns.Replaced(set, isAlone);
            // A schema that refuses one of its own samples is no answer.
            if (pass == MaxPasses)
                throw new CliException(ExitCode.Usage, $"No XSD can be inferred: what was found does not hold for {problem}");
        }
    }

    static XmlReader Open(Payload payload, Sniffed sniffed) =>
        sniffed.Format.IsText ? XmlReader.Create(new MemoryStream(payload.Bytes), s_safe)
        : XmlDictionaryReader.CreateBinaryReader(payload.Bytes, XmlDictionaryReaderQuotas.Max);

    /// <summary>The framework's inference wants a document that was written.</summary>
    static XmlReader Reader(XElement document)
    {
        var copy = new MemoryStream();
        using (var writer = XmlWriter.Create(copy))
            document.WriteTo(writer);
        copy.Position = 0;
        return XmlReader.Create(copy, s_safe);
    }

    /// <summary>Which document does not hold, and why; null for one that does.</summary>
    static string? Problem(Payload payload, XmlReader document, XmlSchemaSet set)
    {
        var settings = new XmlReaderSettings
        { ValidationType = ValidationType.Schema, Schemas = set, DtdProcessing = DtdProcessing.Prohibit, XmlResolver = null };
        // Else attributes of XML pass wherever they stand, and here alone.
        settings.ValidationFlags &= ~XmlSchemaValidationFlags.AllowXmlAttributes;
        string? problem = null;
        settings.ValidationEventHandler += (_, e) => problem ??= $"{payload.Name}: {e.Message}";
        using XmlReader inner = document, reader = XmlReader.Create(inner, settings);
        while (reader.Read())
        {
        }
        return problem;
    }
}
