using System.Data;
using System.Runtime.Serialization;
using System.Runtime.Serialization.Json;
using System.Text;
using System.Xml.Serialization;
using Isomer.Formats;
using Xunit;

namespace Isomer.Tests.Docs;

/// <summary>The code of docs/which-call.md, and that it gives what the originals beside it give.</summary>
public class DocExamplesOfWhichCall
{
    /// <summary>A class as people have them: one that every original takes.</summary>
    [Serializable, DataContract(Name = "Order", Namespace = "urn:shop"), XmlRoot("Order")]
    public class Order
    {
        [DataMember(Order = 1)] public int Id { get; set; }
        [DataMember(Order = 2)] public string? Customer { get; set; }
    }

    static Order Example => new() { Id = 7, Customer = "Ann & Köln" };

    static byte[] Written(Action<Stream> write)
    {
        var stream = new MemoryStream();
        write(stream);
        return stream.ToArray();
    }

    static void Same(params Order[] orders) => Assert.All(orders, o => Assert.Equal((7, "Ann & Köln"), (o.Id, o.Customer)));

    [Fact]
    public void Formatters()
    {
        Order order = Example;
        byte[] binary = Nrbf.Serialize(order);
        Order fromBinary = Nrbf.Deserialize<Order>(binary);
        byte[] soap = Soap.Serialize(order);
        Order fromSoap = Soap.Deserialize<Order>(soap);
        Same(fromBinary, fromSoap);
    }

    [Fact]
    public void Contracts()
    {
        Order order = Example;
        byte[] contract = ContractXml.Serialize(order);
        Order fromContract = ContractXml.Deserialize<Order>(contract);
        byte[] packed = ContractXml.Serialize(order, ContractXmlOptions.Binary);
        Order fromPacked = ContractXml.Deserialize<Order>(packed, ContractXmlOptions.Binary);
        var net = new ContractXmlOptions { NetDataContract = true, KnownTypes = [typeof(Order)] };
        byte[] named = ContractXml.Serialize(order, net);
        var any = (Order)ContractXml.Deserialize<object>(named, net);
        byte[] contractJson = ContractJson.Serialize(order);
        Order fromContractJson = ContractJson.Deserialize<Order>(contractJson);
        Same(fromContract, fromPacked, any, fromContractJson);
        Assert.Equal(Written(s => new DataContractSerializer(typeof(Order)).WriteObject(s, order)), contract);
        Assert.Equal(Written(s =>
        {
            using var writer = System.Xml.XmlDictionaryWriter.CreateBinaryWriter(s);
            new DataContractSerializer(typeof(Order)).WriteObject(writer, order);
        }), packed);
        Assert.Equal(Written(s => new DataContractJsonSerializer(typeof(Order)).WriteObject(s, order)), contractJson);
    }

    [Fact]
    public void Xml_and_protocol_buffers()
    {
        Order order = Example;
        byte[] xml = Xml.Serialize(order);
        Order fromXml = Xml.Deserialize<Order>(xml);
        byte[] proto = Protobuf.Serialize(order);
        Order fromProto = Protobuf.Deserialize<Order>(proto);
        Same(fromXml, fromProto);
        Assert.Equal(Written(s => new XmlSerializer(typeof(Order)).Serialize(s, order)), xml);
        Assert.Equal([0x08, 7, 0x12, 11, .. "Ann & Köln"u8], proto);
    }

    [Fact]
    public void Json_of_four()
    {
        Order order = Example;
        string json = Json.ToText(order);
        Order fromJson = Json.FromText<Order>(json);
        string web = Json.ToText(order, JsonOptions.Web);
        Order fromWeb = Json.FromText<Order>(web, JsonOptions.Web);
        var options = new JsonOptions { Escaping = JsonEscaping.Minimal, IgnoreCase = true, Numbers = JsonNumbers.NamedFloats };
        string newton = Json.ToText(order, options);
        Order fromNewton = Json.FromText<Order>(newton, options);
        string fast = Json.ToText(order, JsonOptions.FastJson);
        Order fromFast = Json.FromText<Order>(fast, JsonOptions.FastJson);
        Same(fromJson, fromWeb, fromNewton, fromFast);
        Assert.Equal(System.Text.Json.JsonSerializer.Serialize(order), json);
        Assert.Equal(System.Text.Json.JsonSerializer.Serialize(order, System.Text.Json.JsonSerializerOptions.Web), web);
        Assert.Equal(Newtonsoft.Json.JsonConvert.SerializeObject(order), newton);
        Assert.Contains("\"$type\"", fast, StringComparison.Ordinal);
    }

    [Fact]
    public void Tables()
    {
        var shop = new DataSet("Shop");
        shop.Tables.Add("Orders").Columns.Add("Id", typeof(int));
        shop.Tables[0].Rows.Add(7);
        byte[] rows = DataXml.Serialize(shop);
        byte[] withSchema = DataXml.Serialize(shop, new DataXmlOptions { WriteMode = XmlWriteMode.WriteSchema });
        DataSet back = DataXml.Deserialize<DataSet>(withSchema);
        Assert.Equal(Written(s => shop.WriteXml(s)), rows);
        Assert.Equal(Written(s => shop.WriteXml(s, XmlWriteMode.WriteSchema)), withSchema);
        Assert.Equal(7, back.Tables[0].Rows[0][0]);
    }

    [Fact]
    public void New_data()
    {
        Order order = Example;
        byte[] small = Compact.Serialize(order);
        Order fromSmall = Compact.Deserialize<Order>(small);
        Order copy = DeepCopy.Of(order);
        Same(fromSmall, copy);
        Assert.True(small.Length < Encoding.UTF8.GetByteCount(Json.ToText(order)));
        Assert.NotSame(order, copy);
    }
}
