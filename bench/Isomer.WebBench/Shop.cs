using System.Text.Json;
using System.Text.Json.Serialization;

namespace Isomer.WebBench;

public sealed class Order
{
    public int Id { get; set; }
    public string Customer { get; set; } = "";
    public DateTime Placed { get; set; }
    public Guid Key { get; set; }
    public bool IsPaid { get; set; }
    public List<Line> Lines { get; set; } = [];
}

public sealed class Line
{
    public string Product { get; set; } = "";
    public int Count { get; set; }
    public decimal Price { get; set; }
}

/// <summary>System.Text.Json with source generation, with the options that ASP.NET Core has.</summary>
[JsonSourceGenerationOptions(JsonSerializerDefaults.Web)]
[JsonSerializable(typeof(Order))]
[JsonSerializable(typeof(List<Order>))]
public sealed partial class ShopContext : JsonSerializerContext;

public static class Shop
{
    public static Order One { get; } = Create(1)[0];

    public static List<Order> Many { get; } = Create(200);

    static List<Order> Create(int count)
    {
        var random = new Random(5);
        byte[] key = new byte[16];
        var orders = new List<Order>();
        for (int i = 0; i < count; i++)
        {
            random.NextBytes(key);
            orders.Add(new Order
            {
                Id = 10_000 + i,
                Customer = "Customer number " + random.Next(1000),
                Placed = new DateTime(2024, 1, 1, 0, 0, 0, DateTimeKind.Utc).AddMinutes(random.Next(600_000)),
                Key = new Guid(key),
                IsPaid = random.Next(2) == 0,
                Lines = [
                    .. Enumerable.Range(0, 3)
                        .Select(_ =>
                            new Line { Product = "Product " + random.Next(500), Count = random.Next(1, 20),
                                Price = random.Next(100_000) / 100m })],
            });
        }
        return orders;
    }
}
