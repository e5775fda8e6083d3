using System.Text;
using System.Xml;
using System.Xml.Serialization;
using Xunit;

namespace Isomer.Tests.Formats.OfXml;

/// <summary>What stands before the first element on a writer at its beginning: as XmlSerializer leaves it.</summary>
public class XmlWriterStartTests
{
    public class Named
    {
        public string? Name { get; set; }
    }

    static byte[] Written(Func<Stream, XmlWriter> writerOf, Action<XmlWriter> write)
    {
        var stream = new MemoryStream();
        using (XmlWriter writer = writerOf(stream))
            write(writer);
        return stream.ToArray();
    }

    public static readonly TheoryData<string> Writers = ["text", "latin1", "utf16", "document", "indented", "omitted", "standalone"];

    static XmlWriter Of(string kind, Stream stream) => kind switch
    {
        "text" => new XmlTextWriter(stream, Encoding.UTF8),
        "latin1" => new XmlTextWriter(stream, Encoding.Latin1),
        "utf16" => new XmlTextWriter(stream, Encoding.Unicode),
        "indented" => XmlWriter.Create(stream, new XmlWriterSettings { Indent = true, Encoding = Encoding.Latin1 }),
        "omitted" => XmlWriter.Create(stream, new XmlWriterSettings { OmitXmlDeclaration = true }),
        _ => XmlWriter.Create(stream),
    };

    [Theory, MemberData(nameof(Writers))]
    public void As_XmlSerializer(string kind)
    {
        var value = new Named { Name = "Käse" };
        void Begin(XmlWriter writer)
        {
            if (kind == "standalone")
                writer.WriteStartDocument(standalone: true);
        }
        var bare = new XmlSerializerNamespaces([new XmlQualifiedName("", "")]);
        byte[] theirs = Written(s => Of(kind, s), w =>
        {
            Begin(w);
            new XmlSerializer(typeof(Named)).Serialize(w, value, bare);
        });
        byte[] ours = Written(s => Of(kind, s), w =>
        {
            Begin(w);
            Isomer.Xml.WriteTo(w, value, new XmlOptions { Namespaces = bare });
        });
        Assert.Equal(Convert.ToHexString(theirs), Convert.ToHexString(ours));
        Assert.Equal("Käse", Isomer.Xml.Deserialize<Named>(ours).Name);
    }

    /// <summary>A writer of fragments takes one value after another, and has no declaration.</summary>
    [Theory]
    [InlineData(ConformanceLevel.Fragment)]
    [InlineData(ConformanceLevel.Auto)]
    public void Fragments(ConformanceLevel level)
    {
        var settings = new XmlWriterSettings { ConformanceLevel = level, Encoding = new UTF8Encoding(false) };
        string text = Encoding.UTF8.GetString(Written(s => XmlWriter.Create(s, settings), w =>
        {
            Isomer.Xml.WriteTo(w, new Named { Name = "a" });
            Isomer.Xml.WriteTo(w, new Named { Name = "b" });
        }));
        Assert.StartsWith("<Named", text, StringComparison.Ordinal);
        Assert.Equal(3, text.Split("<Named").Length);
    }
}
