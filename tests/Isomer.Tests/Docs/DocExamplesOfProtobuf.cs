using Xunit;

namespace Isomer.Tests.Docs;

/// <summary>The code of docs/protobuf.md and docs/from-protobuf-net.md.</summary>
public class DocExamplesOfProtobuf
{
    [ProtobufContract]
    [ProtobufInclude(10, typeof(Express))]
    public class Order
    {
        [ProtobufMember(1)] public int Id { get; set; }
        [ProtobufMember(2)] public string? Customer { get; set; }
        [ProtobufMember(3, IsPacked = true)] public List<int> Quantities { get; set; } = [];

        public UnknownFields? Rest { get; set; }
    }

    [ProtobufContract]
    public class Express : Order
    {
        [ProtobufMember(1)] public TimeSpan Within { get; set; }
    }

    public class Customer
    {
        public string? Name { get; set; }
        public int Age { get; set; }
    }

    public class Company : Customer
    {
        public string? Number { get; set; }
    }

    [ProtobufContract]
    public class Label
    {
        [ProtobufMember(2)] public string? Customer { get; set; }
    }

    [Fact]
    public async Task OfProtobuf()
    {
        var order = new Order { Id = 7, Customer = "Ann", Quantities = [1, 2] };
        Order[] orders = [order, new Express { Id = 8, Within = TimeSpan.FromHours(1) }];
        var stream = new MemoryStream();
        var log = new MemoryStream();
        var input = new MemoryStream();
        Protobuf.WriteItems(input, orders);
        input.Position = 0;
        var Console = new StringWriter();

        byte[] bytes = Protobuf.Serialize(order);
        Order back = Protobuf.Deserialize<Order>(bytes);

        Protobuf.Serialize(stream, order, ProtobufOptions.Grouped);
        Protobuf.Fill(order, bytes);
        object? any = Protobuf.Deserialize(bytes, typeof(Order));

        await Protobuf.WriteItemsAsync(log, ToAsync(orders));
        await foreach (Order o in Protobuf.ReadItemsAsync<Order>(input))
            Console.WriteLine(o.Id);

        Label label = Protobuf.ChangeType<Order, Label>(order);
        string proto = Protobuf.GetProto<Order>();

        Assert.Equal((7, 7), (back.Id, ((Order)any!).Id));
        Assert.Equal([1, 2, 1, 2], order.Quantities);
        Assert.Equal("Ann", label.Customer);
        Assert.Contains("oneof subtype", proto, StringComparison.Ordinal);
        Assert.Equal(["7", "8"], Console.ToString().Split((char[])['\r', '\n'], StringSplitOptions.RemoveEmptyEntries));
        Assert.True(stream.Length > 0 && log.Length > 0);
    }

    [Fact]
    public void OfRegistration()
    {
        var model = new ProtobufModel();
        model.Add<Customer>("Name", "Age").AddSubType<Company>(10);
        model.Add<Company>().Add(1, "Number");
        var options = new ProtobufOptions { Convention = model.Build() };
        byte[] bytes = Protobuf.Serialize<Customer>(new Company { Name = "Acme", Number = "12" }, options);

        Assert.IsType<Company>(Protobuf.Deserialize<Customer>(bytes, options));
    }

    [Fact]
    public void OfMigration()
    {
        var order = new Order { Id = 7 };
        var stream = new MemoryStream();

        Protobuf.SerializeWithPrefix(stream, order, ProtobufPrefix.Base128, 1);
        stream.Position = 0;
        Order next = Protobuf.DeserializeWithPrefix<Order>(stream, ProtobufPrefix.Base128, 1);

        Assert.Equal(7, next.Id);
    }

    static async IAsyncEnumerable<T> ToAsync<T>(IEnumerable<T> items)
    {
        foreach (var item in items)
        {
            await Task.Yield();
            yield return item;
        }
    }
}
