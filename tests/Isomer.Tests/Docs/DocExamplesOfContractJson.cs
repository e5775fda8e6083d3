using System.Runtime.Serialization;
using System.Text;
using Xunit;

namespace Isomer.Tests.Docs;

/// <summary>The code of docs/contractjson.md.</summary>
public class DocExamplesOfContractJson
{
    [DataContract]
    public class Order
    {
        [DataMember] public int Id { get; set; }
    }

    [Fact]
    public void BothWays()
    {
        var order = new Order { Id = 7 };
        var stream = new MemoryStream();

        byte[] bytes = ContractJson.Serialize(order);
        Order back = ContractJson.Deserialize<Order>(bytes);
        string text = ContractJson.ToText(order);

        var serializer = new ContractJsonSerializer(typeof(Order));
        serializer.WriteObject(stream, order);

        Assert.Equal(7, back.Id);
        Assert.Equal(text, Encoding.UTF8.GetString(stream.ToArray()));
    }

    [Fact]
    public void Schema()
    {
        string schema = ContractJson.GetSchema<Order>();

        Assert.Contains("\"Id\"", schema);
    }
}
