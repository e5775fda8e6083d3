using System.Text;
using Xunit;

namespace Isomer.Tests.Formats;

/// <summary>The example at the head of docs/json.md.</summary>
public class JsonDocTests
{
    public record Line(string Product, decimal Price, int Quantity);

    public class Order
    {
        public int Id { get; set; }
        public decimal Freight { get; set; }
        public List<Line> Lines { get; set; } = [];
    }

    [Fact]
    public async Task TheExample()
    {
        var order = new Order { Id = 7, Freight = 1, Lines = [new("a", 2.5m, 1), new("b", 3.5m, 2), new("c", 4m, 3)] };
        byte[] bytes = Json.Serialize(order);
        Order back = Json.Deserialize<Order>(bytes);
        string text = Json.ToText(order, JsonOptions.Pretty);
        Order again = Json.FromText<Order>(text);

        Json.Fill(order, """{"Freight":12.5}"""u8);
        object? any = Json.Deserialize(bytes, typeof(Order));

        var stream = new MemoryStream();
        Order[] orders = [order, back];
        await Json.WriteLinesAsync(stream, orders);
        int sumOfIds = 0;
        await foreach (Order o in Json.ReadArrayAsync<Order>(new MemoryStream([.. "["u8, .. bytes, .. "]"u8])))
            sumOfIds += o.Id;

        Node node = Json.ParseNode(bytes)!;
        node["Freight"] = 12.5m;
        decimal sum = node.Select("$.Lines[?@.Quantity > 1].Price").Sum(price => price!.As<decimal>());

        Assert.Equal(7.5m, sum);
        Assert.Equal(12.5m, order.Freight);
        Assert.Equal(3, order.Lines.Count);
        Assert.Equal(7, sumOfIds + again.Id - ((Order)any!).Id);
        Assert.Equal(Json.ToText(order) + "\n" + Json.ToText(back) + "\n", Encoding.UTF8.GetString(stream.ToArray()));
        Assert.Equal(Json.ToText(order), node.ToString());
    }

    [Fact]
    public void OtherForms()
    {
        foreach (var options in JsonCheck.Tiers())
        {
            var queue = new PriorityQueue<string, int>([("a", 2), ("b", 1)]);
            Assert.Equal("""[{"Element":"b","Priority":1},{"Element":"a","Priority":2}]""", Json.ToText(queue, options));
            Assert.Equal("""{"n":["1","2"]}""", Json.ToText(new System.Collections.Specialized.NameValueCollection { { "n", "1" }, { "n", "2" } }, options));
            Assert.Equal("""{"Key":1,"Value":"v"}""", Json.ToText(new System.Collections.DictionaryEntry(1, "v"), options));
            Assert.Equal("null", Json.ToText<byte[]?>(null, options));
        }
    }
}
