using System.Xml;
using System.Xml.Schema;
using System.Xml.Serialization;
using Isomer.Formats;
using Xunit;

namespace Isomer.Tests.Formats.OfXml;

#pragma warning disable CA1051, CA2227

/// <summary>What stands around a type that writes and reads its own XML: the default namespace, and xml:space.</summary>
public class XmlAroundOwnTests
{
    public class Own : IXmlSerializable
    {
        public string? A;
        public XmlSchema? GetSchema() => null;

        public void WriteXml(XmlWriter writer)
        {
            writer.WriteElementString("e", A);
            writer.WriteStartElement("f", "urn:f");
            writer.WriteElementString("g", "urn:a", "1");
            writer.WriteEndElement();
            writer.WriteStartElement("p", "h", "urn:p");
            writer.WriteElementString("i", "2");
            writer.WriteEndElement();
        }

        public void ReadXml(XmlReader reader) => A = reader.ReadInnerXml();
    }

    [XmlRoot(Namespace = "urn:a")]
    public class Holder
    {
        [XmlElement(Namespace = "urn:m")] public Own? M = new() { A = "x" };
        public Own? N = new() { A = "y" };
        [XmlElement(Namespace = "")] public Own? O = new() { A = "z" };
        [XmlArrayItem(Namespace = "urn:m")] public List<Own> L = [new() { A = "l" }];
    }

    /// <summary>
    /// What it writes without a namespace is in the default one, which an element with a prefix does not have from its own name.
    /// </summary>
    [Theory]
    [InlineData("=urn:a")]
    [InlineData("=urn:a p=urn:m")]
    [InlineData("=urn:m p=urn:a")]
    [InlineData("q=urn:a p=urn:m")]
    [InlineData("=urn:x q=urn:a p=urn:m")]
    [InlineData("=urn:p f=urn:f p=urn:m")]
    public void The_default_namespace_reaches_what_writes_itself(string prefixes)
    {
        var namespaces = new XmlSerializerNamespaces();
        foreach (string prefix in prefixes.Split(' '))
            namespaces.Add(prefix.Split('=')[0], prefix.Split('=')[1]);
        Assert.Null(XmlOracle.Compare(new Holder(), typeof(Holder), XmlOptions.LikeXmlSerializer with { Namespaces = namespaces }));
    }

    [Theory]
    [InlineData("<Holder xmlns='urn:a' xml:space='preserve'><N> <e/> t <f> </f></N></Holder>")]
    [InlineData("<Holder xmlns='urn:a'><N xml:space='preserve'> <e/> t <f> </f></N></Holder>")]
    [InlineData("<Holder xmlns='urn:a' xml:space='preserve'><N xml:space='default'> <e/> t <f> </f></N></Holder>")]
    [InlineData("<Holder xmlns='urn:a'><N> <e xml:space='preserve'> </e> <f> </f></N></Holder>")]
    [InlineData("<Holder xmlns='urn:a'><L xml:space='preserve'><Own xmlns='urn:m'> <e/> </Own></L><N> <e/> </N></Holder>")]
    public void White_space_that_is_preserved_around_it_is_seen(string document)
    {
        Assert.Null(XmlOracle.CompareReading(document, typeof(Holder)));
        var theirs = (Holder)new XmlSerializer(typeof(Holder)).Deserialize(XmlReader.Create(new StringReader(document)))!;
        foreach (var convention in XmlOracle.Tiers)
        {
            var options = XmlOptions.LikeXmlSerializer with { Convention = convention };
            var ours = (Holder)new IsomerXmlSerializer(typeof(Holder), options).Deserialize(XmlReader.Create(new StringReader(document)))!;
            Assert.Equal((theirs.N?.A, theirs.L.FirstOrDefault()?.A), (ours.N?.A, ours.L.FirstOrDefault()?.A));
        }
    }
}
