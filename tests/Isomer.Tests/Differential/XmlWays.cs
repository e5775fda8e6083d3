using System.Text;
using System.Xml;
using System.Xml.Linq;

namespace Isomer.Tests.Differential;

/// <summary>The ways by which a document comes and goes: bytes, a stream, a text, and readers and writers of several kinds.</summary>
static class XmlWays
{
    public const int Bytes = 0, Stream = 1, Text = 2, PlainReader = 3, WithoutComments = 4, TextReader = 5, Nodes = 6, Document = 7,
        DictionaryText = 8, DictionaryBinary = 9;

    /// <summary>
    /// A plain reader that takes characters which XML has no place for, as the framework's reader of bytes does; none that is drawn.
    /// </summary>
    public const int AnyCharacter = -1;

    static readonly string[] Names = ["bytes", "stream", "text", "XmlReader", "XmlReader without white space", "XmlTextReader", "nodes",
        "XDocument", "dictionary text", "dictionary binary", "dictionary over XmlReader"];

    public static int Draw(Choices choices) => choices.Once(2) ? choices.Below(Names.Length) : Bytes;

    public static string NameOf(int way) => Names[way];

    /// <summary>What is written through a writer, as a document in UTF-8.</summary>
    public static byte[] Write(int way, Action<XmlWriter> write)
    {
        var stream = new MemoryStream();
        switch (way)
        {
            case 6:
                var nodes = new XmlDocument();
                using (var writer = nodes.CreateNavigator()!.AppendChild())
                    write(writer);
                return Encoding.UTF8.GetBytes(nodes.OuterXml);
            case 7:
                var document = new XDocument();
                using (var writer = document.CreateWriter())
                    write(writer);
                return Encoding.UTF8.GetBytes(document.ToString(SaveOptions.DisableFormatting));
            case 9:
                using (var writer = XmlDictionaryWriter.CreateBinaryWriter(stream, null, null, ownsStream: false))
                    write(writer);
                using (var reader = XmlDictionaryReader.CreateBinaryReader(stream.ToArray(), XmlDictionaryReaderQuotas.Max))
                    return Encoding.UTF8.GetBytes(
                        XDocument.Load(reader, LoadOptions.PreserveWhitespace).ToString(SaveOptions.DisableFormatting));
            default:
                using (var writer = way switch
                {
                    4 => XmlWriter.Create(stream,
                        new XmlWriterSettings { Indent = true, Encoding = new UTF8Encoding(false), OmitXmlDeclaration = true }),
                    5 => new XmlTextWriter(stream, new UTF8Encoding(false)),
                    8 => XmlDictionaryWriter.CreateTextWriter(stream, new UTF8Encoding(false), ownsStream: false),
                    10 => XmlDictionaryWriter.CreateDictionaryWriter(
                        XmlWriter.Create(stream, new XmlWriterSettings { Encoding = new UTF8Encoding(false), OmitXmlDeclaration = true })),
                    _ => XmlWriter.Create(stream, new XmlWriterSettings { Encoding = new UTF8Encoding(false) }),
                })
                    write(writer);
                return stream.ToArray();
        }
    }

    /// <summary>An altered document, with the characters and the ends of lines that it has, whatever XML thinks of them.</summary>
    public static byte[] Printed(XElement root)
    {
        var stream = new MemoryStream();
        using (var writer = XmlWriter.Create(stream,
            new XmlWriterSettings
            {
                Encoding = new UTF8Encoding(false),
                OmitXmlDeclaration = true,
                CheckCharacters = false,
                NewLineHandling = NewLineHandling.Entitize
            }))
            root.WriteTo(writer);
        return stream.ToArray();
    }

    /// <summary>Reads through a reader. Where the document is none that could stand behind it, through a plain one.</summary>
    public static object? Read(int way, byte[] document, Func<XmlReader, object?> read)
    {
        using var reader = Reader(way, document);
        return read(reader);
    }

    static XmlReader Reader(int way, byte[] document)
    {
        try
        {
            switch (way)
            {
                case 4:
                    return XmlReader.Create(new MemoryStream(document),
                        new XmlReaderSettings { IgnoreWhitespace = true, IgnoreComments = true, IgnoreProcessingInstructions = true });
                case AnyCharacter:
                    return XmlReader.Create(new MemoryStream(document), new XmlReaderSettings { CheckCharacters = false });
                case 5:
                    return new XmlTextReader(new MemoryStream(document)) { DtdProcessing = DtdProcessing.Prohibit };
                case 6:
                    var nodes = new XmlDocument { PreserveWhitespace = true };
                    nodes.Load(new MemoryStream(document));
                    return new XmlNodeReader(nodes);
                case 7:
                    return XDocument.Load(new MemoryStream(document), LoadOptions.PreserveWhitespace).CreateReader();
                case 8:
                    return XmlDictionaryReader.CreateTextReader(document, XmlDictionaryReaderQuotas.Max);
                case 9:
                    var stream = new MemoryStream();
                    using (var writer = XmlDictionaryWriter.CreateBinaryWriter(stream, null, null, ownsStream: false))
                        XDocument.Load(new MemoryStream(document), LoadOptions.PreserveWhitespace).Root!.WriteTo(writer);
                    return XmlDictionaryReader.CreateBinaryReader(stream.ToArray(), XmlDictionaryReaderQuotas.Max);
                case 10:
                    return XmlDictionaryReader.CreateDictionaryReader(XmlReader.Create(new MemoryStream(document)));
            }
        }
        catch (Exception e) when (e is XmlException or ArgumentException or InvalidOperationException)
        {
        }
        return XmlReader.Create(new MemoryStream(document));
    }
}
