using Xunit;

namespace Isomer.Tests.Docs;

/// <summary>The example of docs/nrbf.md.</summary>
public class DocExamplesOfNrbf
{
    [Serializable]
    public class Order
    {
        public string? Name;
        public Customer? Of;
    }

    [Serializable]
    public class Customer
    {
        public int Number;
    }

    [Fact]
    public void Names_and_styles()
    {
        var options = new NrbfOptions
        {
            KnownTypes = [typeof(Customer)],
            Renames =
            [
                NrbfRename.OfType(typeof(Order), "Northwind.Data.Order", "Northwind.Data, Version=1.0.0.0, Culture=neutral, PublicKeyToken=null"),
                NrbfRename.OfMember(typeof(Order), "Name", "m_name"),
                NrbfRename.OfLibrary("Isomer.Tests", "Northwind.Legacy, Version=1.0.0.0, Culture=neutral, PublicKeyToken=null"),
            ],
            TypeStyle = NrbfTypeStyle.TypesAlways,
        };
        byte[] bytes = Nrbf.Serialize(new Order { Name = "a", Of = new Customer { Number = 5 } }, options);
        string text = System.Text.Encoding.Latin1.GetString(bytes);
        Assert.Contains("Northwind.Data.Order", text, StringComparison.Ordinal);
        Assert.Contains("m_name", text, StringComparison.Ordinal);
        Assert.DoesNotContain("Isomer.Tests,", text, StringComparison.Ordinal);
        Assert.Equal(("a", 5), (Nrbf.Deserialize<Order>(bytes, options).Name, Nrbf.Deserialize<Order>(bytes, options).Of!.Number));
    }

    [Fact]
    public void Bytes_and_back()
    {
        var order = new Order { Name = "a", Of = new Customer { Number = 5 } };
        byte[] file = Nrbf.Serialize<object>(new object[] { order, order.Of });
        byte[] bytes = Nrbf.Serialize(order);
        Order back = Nrbf.Deserialize<Order>(bytes);
        object any = Nrbf.Deserialize<object>(file, new NrbfOptions { KnownTypes = [typeof(Order), typeof(Customer)] });
        Assert.Equal(5, back.Of!.Number);
        var items = Assert.IsType<object[]>(any);
        Assert.Same(((Order)items[0]).Of, items[1]);
    }
}
