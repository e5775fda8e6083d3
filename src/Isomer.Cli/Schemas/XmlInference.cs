using System.Xml;
using System.Xml.Schema;
using Isomer.Cli.Payloads;

namespace Isomer.Cli.Schemas;

/// <summary>
/// The XSD of documents: their root's own name, their namespaces, their attributes. By way of nodes all of these would be lost. The
/// framework infers; each document is then held against what came out.
/// </summary>
static class XmlInference
{
    static readonly XmlReaderSettings s_safe = new() { DtdProcessing = DtdProcessing.Prohibit, XmlResolver = null };

    /// <summary>Whether it is XML, as text or binary.</summary>
    public static bool Takes(Format format) => format.Name is "Xml" or "ContractXml" or "ContractXmlBinary";

    public static XmlSchemaSet Of(IReadOnlyList<(Payload Payload, Sniffed Sniffed)> samples)
    {
        var set = new XmlSchemaSet { XmlResolver = null };
        foreach (var (payload, sniffed) in samples)
        {
            try
            {
                using XmlReader reader = Open(payload, sniffed);
                set = new XmlSchemaInference().InferSchema(reader, set);
            }
            catch (Exception e) when (e is XmlSchemaException or XmlException)
            {
                throw new CliException(ExitCode.Usage, $"No XSD can be inferred from {payload.Name}: {e.Message}", e);
            }
        }
        set.Compile();
        foreach (var (payload, sniffed) in samples)
            Validate(payload, sniffed, set);
        return set;
    }

    static XmlReader Open(Payload payload, Sniffed sniffed) =>
        sniffed.Format.IsText ? XmlReader.Create(new MemoryStream(payload.Bytes), s_safe)
        : XmlDictionaryReader.CreateBinaryReader(payload.Bytes, XmlDictionaryReaderQuotas.Max);

    /// <summary>A schema that refuses one of its own samples is no answer.</summary>
    static void Validate(Payload payload, Sniffed sniffed, XmlSchemaSet set)
    {
        var settings = new XmlReaderSettings
        { ValidationType = ValidationType.Schema, Schemas = set, DtdProcessing = DtdProcessing.Prohibit, XmlResolver = null };
        string? problem = null;
        settings.ValidationEventHandler += (_, e) => problem ??= e.Message;
        using XmlReader inner = Open(payload, sniffed), reader = XmlReader.Create(inner, settings);
        while (reader.Read())
        {
        }
        if (problem is not null)
            throw new CliException(ExitCode.Different, $"What was inferred does not hold for {payload.Name}: {problem}");
    }
}
