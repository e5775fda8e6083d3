using System.Collections.Concurrent;
using Isomer;

namespace WebShop;

/// <summary>An order. The numbers are for protobuf alone; other formats need none.</summary>
[ProtobufContract]
public class Order
{
    [ProtobufMember(1)]
    public int Id { get; set; }

    [ProtobufMember(2)]
    public string? Customer { get; set; }

    [ProtobufMember(3)]
    public List<Line> Lines { get; set; } = [];
}

/// <summary>A line of an order.</summary>
[ProtobufContract]
public class Line
{
    [ProtobufMember(1)]
    public string? Product { get; set; }

    [ProtobufMember(2)]
    public decimal Price { get; set; }
}

/// <summary>Orders in memory.</summary>
public sealed class Shop
{
    readonly ConcurrentDictionary<int, Order> _orders = new();

    public Shop() =>
        Add(new Order { Customer = "Vins et alcools Chevalier", Lines = { new() { Product = "Queso Cabrales", Price = 14.00m } } });

    public Order? Find(int id) => _orders.GetValueOrDefault(id);

    public Order Add(Order order)
    {
        order.Id = _orders.Count + 1;
        return _orders[order.Id] = order;
    }

    public async IAsyncEnumerable<Order> AllAsync()
    {
        foreach (var order in _orders.Values.OrderBy(static o => o.Id))
        {
            await Task.Yield();
            yield return order;
        }
    }
}
