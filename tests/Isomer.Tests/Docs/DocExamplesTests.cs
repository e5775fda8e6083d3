using Xunit;

namespace Isomer.Tests.Docs;

/// <summary>The code of docs/getting-started.md, in its order, line by line; <see cref="DocFiles"/> compares the two.</summary>
public class DocExamplesTests
{
    public sealed record Order(int Id, string Customer, List<Line> Lines);

    public sealed record Line(string Product, decimal Price);

    static Order Example => new(7, "Ann", [new("tea", 2.50m), new("milk", 1.20m)]);

    [Fact]
    public void Your_types()
    {
        var order = Example;
        var stream = new MemoryStream();

        byte[] bytes = Json.Serialize(order);
        Order back = Json.Deserialize<Order>(bytes);

        Compact.Serialize(stream, order);
        stream.Position = 0;
        Order again = Compact.Deserialize<Order>(stream);

        Assert.Equal(order.Lines, back.Lines);
        Assert.Equal(order.Lines, again.Lines);
    }

    public class Customer
    {
        [Member("name", Aliases = ["fullName"], Required = true)]
        public string Name { get; set; } = "";

        [Member] int _visits;

        [Skip] public string? Cached { get; set; }

        public void Visit() => _visits++;
    }

    [Fact]
    public void Attributes()
    {
        var customer = Json.FromText<Customer>("""{"fullName":"Ann","_visits":1}""");
        customer.Visit();
        Assert.Equal("""{"name":"Ann","_visits":2}""", Json.ToText(customer));
        Assert.Throws<WireFormatException>(() => Json.FromText<Customer>("{}"));
    }

    [Fact]
    public void Options()
    {
        var order = Example with { Customer = null! };

        JsonOptions options = JsonOptions.Web with { Omit = JsonOmit.WhenNull, EnumsAsNames = true, Indented = true };
        string text = Json.ToText(order, options);

        Assert.StartsWith("{\n  \"id\": 7,\n  \"lines\": [", text.ReplaceLineEndings("\n"));
    }

    [Subtype(typeof(Circle), 1, "circle")]
    [Subtype(typeof(Square), 2, "square")]
    public abstract record Shape;

    public record Circle(double Radius) : Shape;

    public record Square(double Side) : Shape;

    public record Triangle(double Side) : Shape;

    [Fact]
    public void Base_classes()
    {
        Shape[] shapes = [new Circle(1), new Square(2)];
        string text = Json.ToText(shapes);

        var options = new JsonOptions { Convention = Convention.Plain.WithSubtype<Shape, Triangle>("triangle", 3) };
        Shape triangle = Json.FromText<Shape>("""{"$type":"triangle","Side":3}""", options);

        Assert.Equal("""[{"$type":"circle","Radius":1},{"$type":"square","Side":2}]""", text);
        Assert.Equal(new Triangle(3), triangle);
        Assert.Contains("WithSubtype<Shape, Triangle>", Assert.Throws<NotSupportedException>(() => Compact.Serialize(triangle)).Message);
        Assert.Throws<WireFormatException>(() => Json.FromText<Shape>("""{"$type":"triangle","Side":3}"""));
    }

    public class Person
    {
        public string Name { get; set; } = "";
        public List<Person> Friends { get; set; } = [];
    }

    [Fact]
    public void Cycles()
    {
        var ann = new Person { Name = "Ann" };
        ann.Friends.Add(ann);
        var options = new CompactOptions { References = References.Preserve };
        Person back = Compact.Deserialize<Person>(Compact.Serialize(ann, options), options);

        Assert.Same(back, back.Friends[0]);
    }

    public record Money(decimal Amount, string Currency);

    public sealed class MoneySurrogate : Surrogate<Money, string>
    {
        public override string ToCarrier(Money value) => $"{value.Amount} {value.Currency}";

        public override Money FromCarrier(string carrier) => new(decimal.Parse(carrier[..^4]), carrier[^3..]);
    }

    [Fact]
    public void Surrogates()
    {
        var options = new JsonOptions { Convention = Convention.Plain.WithSurrogate(new MoneySurrogate()) };
        string text = Json.ToText(new Money(5, "EUR"), options);

        Assert.Equal("\"5 EUR\"", text);
        Assert.Equal(new Money(5, "EUR"), Json.FromText<Money>(text, options));
    }

    [Fact]
    public void Filling()
    {
        var customer = new Customer { Name = "Ann", Cached = "kept" };

        Json.Fill(customer, """{"name":"Bob"}"""u8);

        Assert.Equal(("Bob", "kept"), (customer.Name, customer.Cached));
    }

    [Fact]
    public async Task Many_values()
    {
        Order[] orders = [Example, Example];
        var stream = new MemoryStream();
        decimal total = 0;

        await Json.WriteLinesAsync(stream, orders);
        stream.Position = 0;
        await foreach (Order order in Json.ReadLinesAsync<Order>(stream))
            total += order.Lines.Sum(line => line.Price);

        Assert.Equal(7.40m, total);
    }

    [Fact]
    public void Without_types()
    {
        Node order = Json.ParseNode("""{"id":7,"lines":[{"price":2.50},{"price":4}]}""")!;
        order["id"] = 8;
        decimal sum = order.Select("$.lines[*].price").Sum(price => price!.As<decimal>());
        string text = Json.ToText(order);

        Assert.Equal(6.50m, sum);
        Assert.Equal("""{"id":8,"lines":[{"price":2.50},{"price":4}]}""", text);
    }

    public record PersonThen(int Id, string Name, string Fax);

    public record PersonNow([property: Member(Aliases = ["Name"])] string FullName, long Id, string Mail = "");

    [Fact]
    public void Types_that_change()
    {
        byte[] old = Compact.Serialize(new PersonThen(7, "Ann", "555"));
        PersonNow now = Compact.Deserialize<PersonNow>(old);

        Assert.Equal(new PersonNow("Ann", 7), now);
    }

    [Fact]
    public void Errors()
    {
        var Console = new StringWriter();
        try
        {
            Json.FromText<Order>("""{"Id":1,"Lines":[{"Price":"free"}]}""");
        }
        catch (WireFormatException e)
        {
            Console.WriteLine(e.Path);
        }
        Assert.Equal("$.Lines[0].Price", Console.ToString().Trim());
    }
}
