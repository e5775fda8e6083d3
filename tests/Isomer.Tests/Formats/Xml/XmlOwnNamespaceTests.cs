using System.Text;
using System.Xml;
using System.Xml.Schema;
using System.Xml.Serialization;
using Xunit;

namespace Isomer.Tests.Formats.Xml;

/// <summary>
/// What an IXmlSerializable writes without saying a namespace is in the default one, whatever prefix the element around it has. Where that
/// had one, ours took it out of every namespace.
/// </summary>
public class XmlOwnNamespaceTests
{
    public class Own : IXmlSerializable
    {
        public int N;
        public XmlSchema? GetSchema() => null;
        public void WriteXml(XmlWriter w)
        {
            w.WriteStartElement("n");
            w.WriteValue(N);
            w.WriteEndElement();
            w.WriteElementString("none", "", "1");
            w.WriteElementString("d", "urn:d", "2");
            w.WriteElementString("o", "urn:o", "3");
        }
        public void ReadXml(XmlReader r) => r.Skip();
    }

    public class Qualified
    {
        [XmlAttribute(Form = XmlSchemaForm.Qualified)] public string T = "t";
        public Own A = new() { N = 1 };
        [XmlElement(Namespace = "")] public Own B = new() { N = 2 };
        [XmlElement(Namespace = "urn:o")] public Own C = new() { N = 3 };
    }

    public class Plain
    {
        public Own A = new() { N = 1 };
        [XmlElement(Namespace = "")] public Own B = new() { N = 2 };
        [XmlElement(Namespace = "urn:o")] public Own C = new() { N = 3 };
    }

    [Theory]
    [InlineData(typeof(Qualified), "urn:d", "p=urn:a")]
    [InlineData(typeof(Qualified), "urn:d", "")]
    [InlineData(typeof(Qualified), "urn:d", "p=urn:d")]
    [InlineData(typeof(Qualified), "urn:d", "p=urn:d =urn:d")]
    [InlineData(typeof(Qualified), "urn:d", "o=urn:o =urn:x")]
    [InlineData(typeof(Qualified), "", "p=urn:a")]
    [InlineData(typeof(Plain), "urn:d", "p=urn:a")]
    [InlineData(typeof(Plain), "urn:d", "p=urn:d")]
    [InlineData(typeof(Plain), "urn:d", "o=urn:o")]
    [InlineData(typeof(Plain), "", "p=urn:o")]
    public void Elements_without_a_namespace_are_in_the_default_one(Type type, string ns, string prefixes)
    {
        var given = new XmlSerializerNamespaces();
        foreach (string pair in prefixes.Split(' ', StringSplitOptions.RemoveEmptyEntries))
            given.Add(pair.Split('=')[0], pair.Split('=')[1]);
        object value = Activator.CreateInstance(type)!;
        var stream = new MemoryStream();
        using (var writer = XmlWriter.Create(stream, new XmlWriterSettings { Encoding = new UTF8Encoding(false) }))
            new XmlSerializer(type, ns).Serialize(writer, value, given);
        var options = XmlOptions.LikeXmlSerializer with
        {
            Convention = Convention.XmlAttributes.WithNamespace(ns),
            Namespaces = given,
            Indented = false,
        };
        Assert.Equal(Encoding.UTF8.GetString(stream.ToArray()), Encoding.UTF8.GetString(Isomer.Xml.Serialize(value, type, options)));
    }
}
