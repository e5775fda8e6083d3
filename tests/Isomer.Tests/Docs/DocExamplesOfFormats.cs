using System.Text;
using Xunit;

namespace Isomer.Tests.Docs;

/// <summary>The code at the head of docs/json.md and docs/compact.md.</summary>
public class DocExamplesOfFormats
{
    public record Line(string Product, decimal Price, int Quantity);

    public class Order
    {
        public int Id { get; set; }
        public decimal Freight { get; set; }
        public List<Line> Lines { get; set; } = [];
    }

    static Order Example => new() { Id = 7, Freight = 1, Lines = [new("a", 2.5m, 1), new("b", 3.5m, 2), new("c", 4m, 3)] };

    [Fact]
    public async Task OfJson()
    {
        var order = Example;
        Order[] orders = [order, Example];
        var stream = new MemoryStream();
        var input = new MemoryStream([.. "["u8, .. Json.Serialize(order), .. "]"u8]);
        var Console = new StringWriter();

        byte[] bytes = Json.Serialize(order);
        Order back = Json.Deserialize<Order>(bytes);
        string text = Json.ToText(order, JsonOptions.Pretty);
        Order again = Json.FromText<Order>(text);

        Json.Fill(order, """{"Freight":12.5}"""u8);
        object? any = Json.Deserialize(bytes, typeof(Order));

        await Json.WriteLinesAsync(stream, orders);
        await foreach (Order o in Json.ReadArrayAsync<Order>(input))
            Console.WriteLine(o.Id);

        Node node = Json.ParseNode(bytes)!;
        node["Freight"] = 12.5m;
        decimal sum = node.Select("$.Lines[?@.Quantity > 1].Price").Sum(price => price!.As<decimal>());

        Assert.Equal(7.5m, sum);
        Assert.Equal(12.5m, order.Freight);
        Assert.Equal(3, order.Lines.Count);
        Assert.Equal("7", Console.ToString().Trim());
        Assert.Equal((7, 7), (again.Id, ((Order)any!).Id));
        Assert.Equal(Json.ToText(order) + "\n" + Json.ToText(back) + "\n", Encoding.UTF8.GetString(stream.ToArray()));
        Assert.Equal(Json.ToText(order), node.ToString());
    }

    [Fact]
    public async Task OfCompact()
    {
        var order = Example;
        Order[] orders = [order, Example];
        var stream = new MemoryStream();
        var log = new MemoryStream();
        var input = new MemoryStream();
        await Compact.WriteStreamAsync(input, orders);
        input.Position = 0;
        var Console = new StringWriter();

        byte[] bytes = Compact.Serialize(order);
        Order back = Compact.Deserialize<Order>(bytes);

        var options = new CompactOptions { Schema = CompactSchema.Fingerprint, Checksum = true, References = References.Preserve };
        Compact.Serialize(stream, order, options);

        Compact.Fill(order, bytes);
        object? any = Compact.Deserialize(bytes, typeof(Order));

        await Compact.WriteStreamAsync(log, orders);
        await foreach (Order o in Compact.ReadStreamAsync<Order>(input))
            Console.WriteLine(o.Id);

        string text = Json.ToText(order);
        Assert.Equal(text, Json.ToText(back));
        Assert.Equal(text, Json.ToText(any, typeof(Order)));
        Assert.Equal(text, Json.ToText(Compact.Deserialize<Order>(stream.ToArray())));
        Assert.Equal(input.ToArray(), log.ToArray());
        Assert.Equal(["7", "7"], Console.ToString().Split((char[])['\r', '\n'], StringSplitOptions.RemoveEmptyEntries));
    }

    [Fact]
    public void OfCompactWithoutTypes()
    {
        byte[] bytes = Compact.Serialize(Example, new CompactOptions { Schema = CompactSchema.Embedded });

        Node node = Compact.ParseNode(bytes)!;
        byte[] json = Json.Serialize(node);

        Assert.Equal(Json.ToText(Example), Encoding.UTF8.GetString(json));
    }
}
