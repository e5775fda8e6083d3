using System.Xml;
using Isomer.Cli.Payloads;

namespace Isomer.Cli.Converting.Rows;

/// <summary>DiffGrams alone, which are XML to whoever does not look at their root.</summary>
static class DiffGrams
{
    public const string Namespace = "urn:schemas-microsoft-com:xml-diffgram-v1";

    /// <summary>The place, as one of a DiffGram where that is what stands there.</summary>
    public static RowPlace Seen(RowPlace place, RowRules rules) => IsOne(place, rules) ? place with { Form = RowForm.DiffGram } : place;

    /// <summary>Whether what would be taken for a document or a payload is a DiffGram with no schema before it.</summary>
    static bool IsOne(RowPlace place, RowRules rules)
    {
        if (place.Form is not (RowForm.Document or RowForm.Payload))
            return false;
        if (place.Held is { } held)
            return IsOne(new MemoryStream(held, writable: false));
        if (!File.Exists(place.Name))
            return false;
        using var file = new FileStream(place.Name, FileMode.Open, FileAccess.Read, FileShare.Read);
        Span<byte> head = stackalloc byte[512];
        int count = file.ReadAtLeast(head, head.Length, throwOnEndOfStream: false);
        file.Position = 0;
        if (!rules.Unwrap || Compression.Of(head[..count], place.Name) is not { } compression)
            return IsOne(file);
        using Stream plain = Compression.Open(compression, file);
        return IsOne(plain);
    }

    /// <summary>Only the root is read.</summary>
    static bool IsOne(Stream stream)
    {
        try
        {
            using var reader = XmlReader.Create(stream,
                new XmlReaderSettings { DtdProcessing = DtdProcessing.Prohibit, XmlResolver = null, CloseInput = false });
            return reader.MoveToContent() == XmlNodeType.Element && reader.LocalName == "diffgram" && reader.NamespaceURI == Namespace;
        }
        catch (Exception e) when (e is XmlException or IOException or InvalidDataException or WireFormatException or CliException)
        {
            // What is wrong with it is told by whoever reads it.
            return false;
        }
    }
}
