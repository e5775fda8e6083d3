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
