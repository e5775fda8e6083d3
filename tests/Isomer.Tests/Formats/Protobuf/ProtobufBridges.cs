#pragma warning disable SYSLIB0011, SYSLIB0050, SYSLIB0051 // BinaryFormatter and what it needs: only on its own data
using System.Runtime.Serialization;
using System.Runtime.Serialization.Formatters.Binary;
using System.Text;
using System.Xml;
using System.Xml.Schema;
using System.Xml.Serialization;
using ProtoBuf;
using Xunit;

namespace Isomer.Tests.Formats.OfProtobuf;

/// <summary>Payloads inside of other serializers', to the byte of article 003; and the shape that such code expects.</summary>
public class ProtobufBridges
{
    /// <summary>The name that the article's class had, which stands in both.</summary>
    [ProtoContract, Serializable]
    public sealed class DatabaseCompatRem : ISerializable, IXmlSerializable
    {
        public DatabaseCompatRem()
        {
        }

        DatabaseCompatRem(SerializationInfo info, StreamingContext context) => Protobuf.MergeFrom(this, info);

        [ProtoMember(1)]
        public byte[]? Orders { get; set; }

        void ISerializable.GetObjectData(SerializationInfo info, StreamingContext context) => Protobuf.WriteTo(info, this);

        XmlSchema? IXmlSerializable.GetSchema() => null;

        void IXmlSerializable.ReadXml(XmlReader reader) => Protobuf.MergeFrom(this, reader);

        void IXmlSerializable.WriteXml(XmlWriter writer) => Protobuf.WriteTo(writer, this);
    }

    /// <summary>As many bytes as Northwind's orders took: 133,010, of which four are the tag and the length here.</summary>
    static DatabaseCompatRem Northwind()
    {
        byte[] bytes = new byte[133_006];
        new Random(1).NextBytes(bytes);
        var value = new DatabaseCompatRem { Orders = bytes };
        Assert.Equal(133_010, Protobuf.Measure(value));
        return value;
    }

    /// <summary>The article's assembly and namespace: 63 and 21 characters, which with NRBF's records are 145 bytes.</summary>
    sealed class ArticleNames : SerializationBinder
    {
        public override void BindToName(Type serializedType, out string assemblyName, out string typeName) =>
            (assemblyName, typeName) = ("Examples, Version=1.0.0.0, Culture=neutral, PublicKeyToken=null", "DAL." + serializedType.Name);

        public override Type BindToType(string assemblyName, string typeName) => typeof(DatabaseCompatRem);
    }

    [Fact]
    public void BinaryFormatter_carries_the_orders_in_133_155_bytes()
    {
        var formatter = new BinaryFormatter { Binder = new ArticleNames() };
        var stream = new MemoryStream();
        var value = Northwind();
        formatter.Serialize(stream, value);
        Assert.Equal(133_155, stream.Length);
        stream.Position = 0;
        Assert.Equal(value.Orders, ((DatabaseCompatRem)formatter.Deserialize(stream)).Orders);
    }

    /// <summary>The same bridge over our own Nrbf: the same bytes, read by each from the other.</summary>
    [Fact]
    public void Nrbf_carries_the_orders_in_the_same_bytes()
    {
        const string Library = "Examples, Version=1.0.0.0, Culture=neutral, PublicKeyToken=null";
        var options = new NrbfOptions
        { Renames = [FormatterRename.OfType(typeof(DatabaseCompatRem), "DAL." + nameof(DatabaseCompatRem), Library)] };
        var value = Northwind();
        byte[] ours = Nrbf.Serialize(value, options);
        Assert.Equal(133_155, ours.Length);
        var original = new MemoryStream();
        new BinaryFormatter { Binder = new ArticleNames() }.Serialize(original, value);
        Assert.Equal(original.ToArray(), ours);
        Assert.Equal(value.Orders, Nrbf.Deserialize<DatabaseCompatRem>(original.ToArray(), options).Orders);
        Assert.Equal(value.Orders,
            ((DatabaseCompatRem)new BinaryFormatter { Binder = new ArticleNames() }.Deserialize(new MemoryStream(ours))).Orders);
        var soap = new SoapOptions();
        Assert.Equal(value.Orders, Soap.Deserialize<DatabaseCompatRem>(Soap.Serialize(value, soap), soap).Orders);
    }

    /// <summary>A declaration without encoding and a line end of two characters, as .NET 3.5 on Windows wrote them.</summary>
    [Fact]
    public void XmlSerializer_carries_the_orders_in_177_410_bytes()
    {
        var serializer = new XmlSerializer(typeof(DatabaseCompatRem));
        var stream = new MemoryStream();
        var value = Northwind();
        var writer = XmlWriter.Create(stream, new XmlWriterSettings { Encoding = new UTF8Encoding(false), OmitXmlDeclaration = true });
        stream.Write("<?xml version=\"1.0\"?>\r\n"u8);
        // The two namespaces that XmlSerializer declares by itself are left out, as there is nothing that uses them.
        serializer.Serialize(writer, value, new XmlSerializerNamespaces([new XmlQualifiedName()]));
        Assert.Equal(177_410, stream.Length);
        stream.Position = 0;
        Assert.Equal(value.Orders, ((DatabaseCompatRem)serializer.Deserialize(stream)!).Orders);
    }

    [Fact]
    public void As_an_IFormatter_of_one_type()
    {
        IFormatter formatter = Protobuf.CreateFormatter(typeof(ProtobufVectors.Test1));
        var stream = new MemoryStream();
        formatter.Serialize(stream, new ProtobufVectors.Test1 { A = 150 });
        Assert.Equal("089601", Convert.ToHexString(stream.ToArray()));
        stream.Position = 0;
        Assert.Equal(150, Assert.IsType<ProtobufVectors.Test1>(formatter.Deserialize(stream)).A);
        Assert.Throws<ArgumentException>(() => formatter.Serialize(stream, "text"));
        Assert.Throws<ArgumentNullException>(() => Protobuf.CreateFormatter(null!));
    }
}
