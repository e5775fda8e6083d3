using System.Globalization;
using System.Text;
using System.Xml;

namespace Isomer.Tests.Formats.OfXml;

/// <summary>
/// What a serializer in the shape of XmlSerializer writes or reads, as text; a refusal is a text too, so that two of them compare.
/// </summary>
internal static class XmlOutcome
{
    public const string Refused = "!refused";

    /// <summary>Within an element of the caller's, for more than one element may come of it.</summary>
    public static string Within(Action<XmlWriter> write)
    {
        var text = new StringBuilder();
        using var writer = XmlWriter.Create(text, new XmlWriterSettings { Indent = true, OmitXmlDeclaration = true });
        writer.WriteStartElement("root");
        if (Try(() => write(writer)) is { } refusal)
            return refusal;
        writer.WriteEndElement();
        writer.Flush();
        return text.ToString();
    }

    /// <summary>As a document in a stream.</summary>
    public static string Alone(Action<Stream> write)
    {
        var stream = new MemoryStream();
        return Try(() => write(stream)) ?? Encoding.UTF8.GetString(stream.ToArray());
    }

    /// <summary>As a document in a text.</summary>
    public static string Text(Action<TextWriter> write)
    {
        var writer = new StringWriter(CultureInfo.InvariantCulture);
        return Try(() => write(writer)) ?? writer.ToString();
    }

    /// <summary>A reader within the root element of a document.</summary>
    public static XmlReader Reader(string document)
    {
        var reader = XmlReader.Create(new StringReader(document), new XmlReaderSettings { IgnoreWhitespace = true });
        reader.ReadStartElement("root");
        return reader;
    }

    /// <summary>What comes of reading.</summary>
    public static string Read(Func<string> read)
    {
        string? text = null;
        return Try(() => text = read()) ?? text!;
    }

    static string? Try(Action work)
    {
        try
        {
            work();
            return null;
        }
        catch (InvalidOperationException)
        {
            return Refused;
        }
    }
}
