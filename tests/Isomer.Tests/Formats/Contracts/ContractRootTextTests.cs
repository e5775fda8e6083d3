using System.Runtime.Serialization;
using System.Xml;
using Xunit;

namespace Isomer.Tests.Formats.Contracts;

/// <summary>
/// Root elements that a caller names, over a caller's writer: as strings of a dictionary that a binary writer knows, and of null. Against
/// DataContractSerializer, call by call and byte by byte.
/// </summary>
public sealed class ContractRootTextTests
{
    [DataContract]
    public class Order { [DataMember] public int Id { get; set; } [DataMember] public Order? Next { get; set; } }

    [DataContract(Namespace = "")]
    public class Bare { [DataMember] public int Id { get; set; } }

    [Serializable]
    public class Entries : ISerializable
    {
        public Entries() { }
        protected Entries(SerializationInfo info, StreamingContext context) { }
        public void GetObjectData(SerializationInfo info, StreamingContext context) => info.AddValue("a", 1);
    }

    public enum Color { Red }

    public static TheoryData<object?, Type> Values => new()
    {
        { new Order { Id = 1, Next = new() }, typeof(Order) }, { null, typeof(Order) }, { 5, typeof(int) }, { "a", typeof(string) },
        { null, typeof(string) }, { new List<int> { 1 }, typeof(List<int>) }, { null, typeof(List<Order>) },
        { null, typeof(Dictionary<int, Order>) },
        { null, typeof(Bare) }, { new Bare(), typeof(Bare) }, { null, typeof(Entries) }, { new Entries(), typeof(Entries) },
        { null, typeof(object) },
        { new Order(), typeof(object) }, { null, typeof(Color?) }, { Color.Red, typeof(Color) }, { null, typeof(byte[]) },
        { null, typeof(Uri) }, { new XmlQualifiedName("a", "urn:b"), typeof(XmlQualifiedName) },
        { new XmlQualifiedName("a"), typeof(XmlQualifiedName) },
        { null, typeof(XmlQualifiedName) }, { null, typeof(int?) },
    };

    [Theory, MemberData(nameof(Values))]
    public void A_root_of_a_dictionary_is_written_by_its_number(object? value, Type type)
    {
        foreach (string ns in new[] { "", "urn:root", "http://schemas.datacontract.org/2004/07/Isomer.Tests.Formats.Contracts" })
            foreach (bool isText in new[] { false, true })
            {
                // The known dictionary has other strings before these, and a stranger's has the same at other places.
                var known = new XmlDictionary();
                known.Add("before");
                var (name, space) = (known.Add("root"), known.Add(ns));
                var stranger = new XmlDictionary();
                foreach (var (rootName, rootSpace) in new[] { (name, space), (stranger.Add("root"), stranger.Add(ns)) })
                {
                    var types = value is null ? [] : new[] { value.GetType() };
                    var settings = new DataContractSerializerSettings
                    { RootName = rootName, RootNamespace = rootSpace, KnownTypes = types };
                    foreach (var (theirs, ours) in new (XmlObjectSerializer, XmlObjectSerializer)[]
                    {
                        (new DataContractSerializer(type, rootName, rootSpace, types),
                            new ContractXmlSerializer(type, rootName, rootSpace, types)),
                        (new DataContractSerializer(type, settings), new ContractXmlSerializer(type, settings)),
                        (new DataContractSerializer(type, "root", ns, types), new ContractXmlSerializer(type, "root", ns, types)),
                    })
                    {
                        Assert.Equal(Written(theirs, value, known, isText, false), Written(ours, value, known, isText, false));
                        Assert.Equal(Written(theirs, value, known, isText, true), Written(ours, value, known, isText, true));
                    }
                }
            }
    }

    /// <summary>What is written, or how it is refused: a qualified name without a namespace is, for its prefix.</summary>
    static string Written(XmlObjectSerializer serializer, object? value, XmlDictionary known, bool isText, bool inParts)
    {
        try
        {
            return Bytes(serializer, value, known, isText, inParts);
        }
        catch (ArgumentException e)
        {
            return e.Message;
        }
    }

    static string Bytes(XmlObjectSerializer serializer, object? value, XmlDictionary known, bool isText, bool inParts)
    {
        var stream = new MemoryStream();
        using (var writer = isText ? XmlDictionaryWriter.CreateTextWriter(stream) : XmlDictionaryWriter.CreateBinaryWriter(stream, known))
        {
            if (inParts)
            {
                serializer.WriteStartObject(writer, value);
                serializer.WriteObjectContent(writer, value);
                serializer.WriteEndObject(writer);
            }
            else
            {
                serializer.WriteObject(writer, value);
            }
        }
        return isText ? System.Text.Encoding.UTF8.GetString(stream.ToArray()) : Convert.ToHexString(stream.ToArray());
    }

    /// <summary>
    /// A type that is no contract, since naming code is unsafe: null of it is written and read as a root, as it is as a member, and no
    /// value.
    /// </summary>
    [Theory]
    [InlineData(typeof(Type))]
    [InlineData(typeof(System.Reflection.MethodInfo))]
    [InlineData(typeof(Stream))]
    [InlineData(typeof(Task))]
    [InlineData(typeof(Action))]
    public void Null_of_what_is_no_contract(Type type)
    {
        var theirs = new MemoryStream();
        new DataContractSerializer(type).WriteObject(theirs, null);
        byte[] xml = ContractXml.Serialize((object?)null, type);
        Assert.Equal(System.Text.Encoding.UTF8.GetString(theirs.ToArray()), System.Text.Encoding.UTF8.GetString(xml));
        Assert.Null(ContractXml.Deserialize(xml, type));
        Assert.Null(new ContractXmlSerializer(type).ReadObject(new MemoryStream(xml)));
        Assert.Equal("null"u8, ContractJson.Serialize((object?)null, type));
        Assert.Null(ContractJson.Deserialize("null"u8, type));
        Assert.ThrowsAny<NotSupportedException>(() => ContractJson.Deserialize("{}"u8, type));
    }

    [Fact]
    public void A_value_of_what_is_no_contract_names_no_known_type_as_remedy()
    {
        foreach (var write in new Action[]
        {
            () => ContractXml.Serialize<Type>(typeof(int)), () => ContractJson.Serialize<Type>(typeof(int)),
            () => ContractXml.Serialize<object>(typeof(int)), () => ContractJson.Serialize<object>(typeof(int)),
            () => ContractJson.Serialize<Stream>(new MemoryStream()),
        })
        {
            string message = Assert.ThrowsAny<NotSupportedException>(write).Message;
            Assert.Contains("cannot be serialized as a data contract", message, StringComparison.Ordinal);
            Assert.DoesNotContain("KnownType", message, StringComparison.Ordinal);
        }
    }
}
