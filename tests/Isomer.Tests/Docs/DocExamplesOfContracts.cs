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
}
