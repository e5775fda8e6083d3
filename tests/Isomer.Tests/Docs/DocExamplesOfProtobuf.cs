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
    public class Drawing
    {
        [ProtobufMember(1)] public string? Title { get; set; }
        [ProtobufCase(2, typeof(Circle)), ProtobufCase(3, typeof(Square))]
        public Shape? Shape { get; set; }
    }

    public abstract class Shape;

    [ProtobufContract]
    public class Circle : Shape
    {
        [ProtobufMember(1)] public double Radius { get; set; }
    }

    [ProtobufContract]
    public class Square : Shape
    {
        [ProtobufMember(1)] public int Side { get; set; }
    }

    [Fact]
    public void OfCases()
    {
        Assert.Equal("1A020805", Convert.ToHexString(Protobuf.Serialize(new Drawing { Shape = new Square { Side = 5 } })));
        Assert.Contains("oneof Shape {\n    Circle Circle = 2;\n    Square Square = 3;\n  }", Protobuf.GetProto<Drawing>(), StringComparison.Ordinal);
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
    public void OfJson()
    {
        var order = new Order { Id = 7, Customer = "Ann", Quantities = [1, 2] };

        string json = Protobuf.ToJson(order);                           // {"Id":7,"Customer":"Ann","Quantities":[1,2]}
        Order same = Protobuf.FromJson<Order>(json);                    // names of the schema and of JSON, in any order

        var full = new ProtobufJsonOptions { EmitDefaults = true, IgnoreUnknown = true, Indented = true };
        string all = Protobuf.ToJson(order, full);

        Assert.Equal("""{"Id":7,"Customer":"Ann","Quantities":[1,2]}""", json);
        Assert.Equal([1, 2], same.Quantities);
        Assert.Contains('\n', all);
        Assert.Equal("""{"Id":8,"Express":{"Within":{"value":"1","scale":1}}}""", Protobuf.ToJson<Order>(new Express { Id = 8, Within = TimeSpan.FromHours(1) }));
    }

    [Fact]
    public void OfAnyAndSchemas()
    {
        var order = new Order { Id = 7, Customer = "Ann" };
        byte[] bytes = Protobuf.Serialize(order);
        var Console = new StringWriter();

        var types = new ProtobufTypes().With<Order>("shop.Order").With<Label>("shop.Label");
        ProtobufAny packed = ProtobufAny.Pack(order, types);            // type.googleapis.com/shop.Order
        if (packed.Unpack(types) is Order unpacked)
            Console.WriteLine(unpacked.Id);
        string shown = Protobuf.ToJson(packed, new ProtobufJsonOptions { Types = types });

        var schema = ProtobufSchema.Parse("syntax = \"proto3\"; package shop; message Label { int32 id = 1; string customer = 2; }");
        string text = schema.ToJson("shop.Label", bytes);               // {"id":7,"customer":"Ann"}
        byte[] again = schema.FromJson("shop.Label", text);
        string classes = schema.ToCSharp();                             // or with protobuf-net's attributes

        Assert.Equal("7", Console.ToString().Trim());
        Assert.Equal("""{"@type":"type.googleapis.com/shop.Order","Id":7,"Customer":"Ann"}""", shown);
        Assert.Equal("""{"id":7,"customer":"Ann"}""", text);
        Assert.Equal("0807" + "1203416E6E", Convert.ToHexString(again));
        Assert.Contains("public partial class Label", classes, StringComparison.Ordinal);
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
