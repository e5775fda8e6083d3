using System.Text;
using System.Xml;
using System.Xml.Serialization;
using Xunit;

namespace Isomer.Tests.Formats.OfXml;

#pragma warning disable CS0649, CA1051

/// <summary>XML nodes of all kinds through a writer of the caller's, by the drop-in and by the facade.</summary>
public class XmlNodeWriterTests
{
    public class Nodes { public XmlNode? N; public XmlElement? E; [XmlAnyElement] public XmlElement[]? Any; [XmlText] public XmlNode[]? T; }

    static XmlDocument Document()
    {
        var document = new XmlDocument();
        document.LoadXml("<r xmlns:k='urn:k'><!-- c --><?pi x?><?bare?><![CDATA[a<b]]>t<k:e a='1' k:b='2'/><e></e> <f/></r>");
        return document;
    }

    public static TheoryData<string> Kinds =>
        ["document", "element", "comment", "instruction", "section", "section with an end in it", "mixed", "any"];

    static Nodes Of(string kind)
    {
        var document = Document();
        return kind switch
        {
            "document" => new Nodes { N = document },
            "element" => new Nodes { N = document.DocumentElement, E = (XmlElement)document.DocumentElement!.LastChild! },
            "comment" => new Nodes { N = document.CreateComment(" x ") },
            "instruction" => new Nodes { N = document.CreateProcessingInstruction("p", "d") },
            "section" => new Nodes { N = document.CreateCDataSection("x<y") },
            "section with an end in it" => new Nodes { N = document.CreateCDataSection("x]]>y") },
            "mixed" =>
                new Nodes
                {
                    T = [document.CreateTextNode("t"), document.CreateCDataSection("c"), document.CreateComment("m"),
                        document.CreateProcessingInstruction("p", "d")]
                },
            _ => new Nodes { Any = [document.DocumentElement!] },
        };
    }

    [Theory]
    [MemberData(nameof(Kinds))]
    public void Nodes_come_through_a_writer_as_what_they_are(string kind)
    {
        foreach (bool indents in new[] { false, true })
        {
            var settings = new XmlWriterSettings { OmitXmlDeclaration = true, Indent = indents };
            var (expected, dropIn, facade) = (new StringBuilder(), new StringBuilder(), new StringBuilder());
            using (var writer = XmlWriter.Create(expected, settings))
                new XmlSerializer(typeof(Nodes)).Serialize(writer, Of(kind));
            using (var writer = XmlWriter.Create(dropIn, settings))
                new IsomerXmlSerializer(typeof(Nodes)).Serialize(writer, Of(kind));
            using (var writer = XmlWriter.Create(facade, settings))
                Xml.WriteTo(writer, Of(kind));
            Assert.Equal(expected.ToString(), dropIn.ToString());
            Assert.Equal(expected.ToString(), facade.ToString());
        }
        XmlOracle.Same(Of(kind));
    }
}
