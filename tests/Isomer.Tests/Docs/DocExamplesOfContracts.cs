using System.Runtime.Serialization;
using System.Text;
using Xunit;

namespace Isomer.Tests.Docs;

/// <summary>The examples of docs/contractxml.md and docs/from-datacontract.md.</summary>
public class DocExamplesOfContracts
{

    [DataContract(Namespace = "urn:shop")]
    public class Article
    {
        [DataMember(Order = 1)] public int Id { get; set; }
        [DataMember(Order = 2)] public string? Note { get; set; }
        [DataMember(Order = 3)] public List<decimal> Prices { get; set; } = [];
    }


    [Fact]
    public void Contract_xml()
    {
        var article = new Article { Id = 7, Prices = [1.50m] };
        byte[] bytes = ContractXml.Serialize(article);
        Article back = ContractXml.Deserialize<Article>(bytes);
        Assert.Equal(7, back.Id);
        Assert.Equal("<DocExamplesOfContracts.Article xmlns=\"urn:shop\" xmlns:i=\"http://www.w3.org/2001/XMLSchema-instance\"><Id>7</Id><Note i:nil=\"true\"/><Prices xmlns:a=\"http://schemas.microsoft.com/2003/10/Serialization/Arrays\"><a:decimal>1.50</a:decimal></Prices></DocExamplesOfContracts.Article>", Encoding.UTF8.GetString(bytes));
        var options = new ContractXmlOptions
        {
            KnownTypes = [typeof(Article)],
            Order = ContractXmlOrder.Strict,
            Limits = new Limits { MaxDepth = 200 },
        };
        byte[] untyped = ContractXml.Serialize<object>(article, options);
        Assert.Equal(7, ((Article)ContractXml.Deserialize<object>(untyped, options)).Id);
        System.Xml.Schema.XmlSchemaSet schemas = ContractXml.SchemasOf<Article>();
        Assert.True(schemas.IsCompiled);
    }

    [Fact]
    public void Contract_xml_binary()
    {
        var article = new Article { Id = 7, Prices = [1.50m] };
        byte[] binary = ContractXml.Serialize(article, ContractXmlOptions.Binary);
        Article same = ContractXml.Deserialize<Article>(binary, ContractXmlOptions.Binary);
        Assert.Equal(7, same.Id);
        var names = new System.Xml.XmlDictionary();
        foreach (string name in new[] { "Id", "Note", "Prices", "decimal", "urn:shop" })
            names.Add(name);
        var shared = ContractXmlOptions.Binary with { Dictionary = names };
        byte[] shorter = ContractXml.Serialize(article, shared);
        Assert.InRange(shorter.Length, 1, binary.Length - 20);
        Assert.Equal(7, ContractXml.Deserialize<Article>(shorter, shared).Id);
    }

    class Announcing : System.Xml.XmlBinaryWriterSession
    {
        public System.Xml.XmlBinaryReaderSession Receiver { get; } = new();

        public override bool TryAdd(System.Xml.XmlDictionaryString value, out int key)
        {
            bool added = base.TryAdd(value, out key);
            if (added)
                Receiver.Add(key, value.Value);
            return added;
        }
    }

    [Fact]
    public void Contract_xml_in_a_session()
    {
        var article = new Article { Id = 7, Prices = [1.50m] };
        var session = new Announcing();
        var conversation = ContractXmlOptions.Binary with { WriterSession = session, ReaderSession = session.Receiver };
        byte[] first = ContractXml.Serialize(article, conversation);
        byte[] second = ContractXml.Serialize(article, conversation); // the names are numbers in both
        Article received = ContractXml.Deserialize<Article>(second, conversation);
        Assert.Equal([1.50m], received.Prices);
        Assert.Equal(first, second);
    }

    [Fact]
    public void Contract_xml_of_net_data_contract()
    {
        var article = new Article { Id = 7, Prices = [1.50m] };
        var net = new ContractXmlOptions { NetDataContract = true, KnownTypes = [typeof(Article)] };
        byte[] named = ContractXml.Serialize(article, net);
        var any = (Article)ContractXml.Deserialize<object>(named, net);
        Assert.Equal([1.50m], any.Prices);
    }

    [Fact]
    public void From_data_contract()
    {
        var article = new Article { Id = 7 };
        var stream = new MemoryStream();
        var serializer = new ContractXmlSerializer(typeof(Article));
        serializer.WriteObject(stream, article);
        stream.Position = 0;
        var back = (Article?)serializer.ReadObject(stream);
        Assert.Equal(7, back?.Id);
    }

    [Fact]
    public void From_data_contract_serializer_with_options_and_from_net_data_contract_serializer()
    {
        var article = new Article { Id = 7, Prices = [1.50m] };
        using var file = new MemoryStream();

        var deep = new ContractXmlSerializer(typeof(Article), new ContractXmlOptions { Limits = new Limits { MaxDepth = 500 } });

        var net = new NetContractXmlSerializer(new ContractXmlOptions { KnownTypes = [typeof(Article)] });
        net.Serialize(file, article);
        file.Position = 0;
        var same = (Article?)net.Deserialize(file);

        Assert.Equal(500, deep.Options.Limits.MaxDepth);
        Assert.Equal(7, same!.Id);
    }
}
