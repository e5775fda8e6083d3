using System.Runtime.Serialization;
using System.Runtime.Serialization.Json;
using System.Text;
using System.Xml;
using System.Xml.Serialization;
using Xunit;

namespace Isomer.Tests.Formats.Contracts;

/// <summary>
/// Where a way of calling makes a difference to the original, and the pages say that ours differs: what stands behind a root, keys over XML
/// writers, types named in nodes.
/// </summary>
public class WaysApartTests
{
    static readonly DataContractJsonSerializerSettings Simple = new() { UseSimpleDictionaryFormat = true };

    static string Through(XmlObjectSerializer serializer, object value)
    {
        var text = new StringBuilder();
        using (var writer = XmlWriter.Create(text, new XmlWriterSettings { OmitXmlDeclaration = true }))
            serializer.WriteObject(writer, value);
        return text.ToString();
    }

    [Fact]
    public void Keys_over_a_writer()
    {
        var ours = new ContractJsonSerializer(typeof(Dictionary<string, int>), Simple);
        var theirs = new DataContractJsonSerializer(typeof(Dictionary<string, int>), Simple);
        var odd = new Dictionary<string, int> { ["a b"] = 5, ["z"] = 6 };
        string written = Through(ours, odd);
        Assert.Equal(
            "<root type=\"object\"><a:item item=\"a b\" type=\"number\" xmlns:a=\"item\">5</a:item><z type=\"number\">6</z></root>",
            written);
        Assert.Equal(odd, ours.ReadObject(XmlReader.Create(new StringReader(written))));
        Assert.Equal(odd, theirs.ReadObject(XmlReader.Create(new StringReader(written))));
        Assert.ThrowsAny<Exception>(() => Through(theirs, odd));
        var type = new Dictionary<string, int> { ["__type"] = 5 };
        Assert.Equal(Through(theirs, type), Through(ours, type));
        Assert.Equal(type, ours.ReadObject(XmlReader.Create(new StringReader(Through(ours, type)))));
        string json = Encoding.UTF8.GetString(ContractJson.Serialize(type, ContractJsonOptions.Of(Simple)));
        Assert.Equal("""{"__type":5}""", json);
        Assert.Throws<WireFormatException>(() => ContractJson.FromText<Dictionary<string, int>>(json, ContractJsonOptions.Of(Simple)));
        Assert.Throws<SerializationException>(() => theirs.ReadObject(new MemoryStream(Encoding.UTF8.GetBytes(json))));
    }

    [Fact]
    public void What_stands_behind_the_root()
    {
        byte[] document = Encoding.UTF8.GetBytes("<int xmlns='http://schemas.microsoft.com/2003/10/Serialization/'>5</int> <more/>");
        Assert.Equal(5, new DataContractSerializer(typeof(int)).ReadObject(new MemoryStream(document)));
        Assert.Throws<WireFormatException>(() => ContractXml.Deserialize<int>(document));
        foreach (XmlObjectSerializer serializer in (XmlObjectSerializer[])[new DataContractSerializer(typeof(int)),
            new ContractXmlSerializer(typeof(int))])
        {
            var reader = XmlReader.Create(new MemoryStream(document),
                new XmlReaderSettings { ConformanceLevel = ConformanceLevel.Fragment, IgnoreWhitespace = true });
            Assert.Equal(5, serializer.ReadObject(reader));
            Assert.Equal((XmlNodeType.Element, "more"), (reader.NodeType, reader.Name));
        }
    }

    public class Holds
    {
        public object? Any;
    }

    [Fact]
    public void A_type_that_is_named_in_nodes()
    {
        var nodes = new XmlDocument();
        nodes.LoadXml(
            "<Holds xmlns:xsi='http://www.w3.org/2001/XMLSchema-instance' xmlns:xsd='http://www.w3.org/2001/XMLSchema'><Any xsi:type='xsd:long'>5</Any></Holds>");
        Assert.IsType<XmlNode[]>(((Holds)new XmlSerializer(typeof(Holds)).Deserialize(new XmlNodeReader(nodes))!).Any);
        Assert.Equal(5L, ((Holds)new IsomerXmlSerializer(typeof(Holds)).Deserialize(new XmlNodeReader(nodes))!).Any);
    }
}
