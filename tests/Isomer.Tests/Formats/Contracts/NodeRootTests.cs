using System.Runtime.Serialization;
using System.Runtime.Serialization.Json;
using System.Text;
using System.Xml;
using System.Xml.Linq;
using System.Xml.Schema;
using System.Xml.Serialization;
using Isomer.Tests.Differential;
using Xunit;

namespace Isomer.Tests.Formats.Contracts;

/// <summary>
/// Roots that are XML of any name: the element is the value, with what it says of nil and of a type. So is the XML in a string of
/// ContractJson.
/// </summary>
public class NodeRootTests
{
    [XmlSchemaProvider(nameof(Schema), IsAny = true)]
    public class Any : IXmlSerializable
    {
        public string? Seen;
        public static XmlQualifiedName? Schema(XmlSchemaSet _) => null;
        XmlSchema? IXmlSerializable.GetSchema() => null;
        void IXmlSerializable.WriteXml(XmlWriter writer) => writer.WriteElementString("e", Seen);
        void IXmlSerializable.ReadXml(XmlReader reader) => Seen = reader.ReadOuterXml();
    }

    [DataContract]
    public class Holder
    {
        [DataMember] public XmlElement? A { get; set; }
        [DataMember] public XElement? B { get; set; }
        [DataMember] public List<XmlElement>? C { get; set; }
        [DataMember] public int D { get; set; }
    }

    static string Shown(object? value) => value switch
    {
        null => "null",
        XmlElement element => element.OuterXml,
        Any any => any.Seen ?? "none",
        Holder holder => $"{Shown(holder.A)} {Shown(holder.B)} {string.Join(',', holder.C?.Select(Shown) ?? [])} {holder.D}",
        _ => value.ToString()!,
    };

    static readonly Type[] Types = [typeof(XmlElement), typeof(XElement), typeof(Any)];

    [Theory]
    [InlineData("i:nil='true'>x</a>")]
    [InlineData("i:nil='true'/>")]
    [InlineData("i:nil='1'><b/></a>")]
    [InlineData("i:nil='True'/>")]
    [InlineData("i:type='q'><b/></a>")]
    [InlineData("i:type='none:q' z:Id='1' xmlns:z='http://schemas.microsoft.com/2003/10/Serialization/'><b/></a>")]
    [InlineData("z:Ref='1' xmlns:z='http://schemas.microsoft.com/2003/10/Serialization/'/>")]
    public void A_root_that_says_nil_or_a_type(string says)
    {
        byte[] document = Encoding.UTF8.GetBytes($"<a xmlns:i='http://www.w3.org/2001/XMLSchema-instance' {says}");
        foreach (var type in Types)
        {
            string expected = Shown(new DataContractSerializer(type).ReadObject(new MemoryStream(document)));
            foreach (var tier in (ShapeTier[])[ShapeTier.Emitted, ShapeTier.Reflection])
            {
                var options = new ContractXmlOptions { Convention = Convention.DataContract.WithTier(tier) };
                Assert.Equal(expected, Shown(ContractXml.Deserialize(document, type, options)));
                foreach (int way in (int[])[XmlWays.PlainReader, XmlWays.Nodes, XmlWays.DictionaryText, XmlWays.DictionaryBinary])
                    Assert.Equal(Shown(XmlWays.Read(way, document, new DataContractSerializer(type).ReadObject)),
                        Shown(XmlWays.Read(way, document, new ContractXmlSerializer(type, options).ReadObject)));
            }
        }
    }

    [Theory]
    [InlineData("<a xmlns:i='http://www.w3.org/2001/XMLSchema-instance' i:nil='true'>x</a>")]
    [InlineData("<a xmlns:i='http://www.w3.org/2001/XMLSchema-instance' i:nil='true'/>")]
    [InlineData("<a xmlns:i='http://www.w3.org/2001/XMLSchema-instance' i:nil='false'/>")]
    [InlineData("<a xmlns:i='http://www.w3.org/2001/XMLSchema-instance' i:type='q'><b/></a>")]
    public void The_XML_in_a_string_that_says_nil(string xml)
    {
        foreach (var (type, json) in new[] { (typeof(Holder), $$"""{"A":"{{xml}}","B":"{{xml}}","C":["{{xml}}"],"D":5}"""),
            (typeof(XmlElement), $"\"{xml}\""), (typeof(XElement), $"\"{xml}\""), (typeof(Any), $"\"{xml}\"") })
        {
            byte[] bytes = Encoding.UTF8.GetBytes(json);
            string expected = Shown(new DataContractJsonSerializer(type).ReadObject(new MemoryStream(bytes)));
            foreach (var tier in (ShapeTier[])[ShapeTier.Emitted, ShapeTier.Reflection])
            {
                var options = new ContractJsonOptions { Convention = Convention.DataContract.WithTier(tier) };
                Assert.Equal(expected, Shown(ContractJson.Deserialize(bytes, type, options)));
                Assert.Equal(expected, Shown(ContractJson.FromText(json, type, options)));
            }
        }
    }
}
