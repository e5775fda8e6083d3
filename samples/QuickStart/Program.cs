using Isomer;

var order = new Order(10248, "Vins et alcools Chevalier", [new("Queso Cabrales", 14.00m), new("Mozzarella", 34.80m)]);

byte[] json = Json.Serialize(order);                    // byte for byte what System.Text.Json writes
byte[] compact = Compact.Serialize(order);              // smaller, and the type may change later
Console.WriteLine($"{json.Length} bytes of JSON, {compact.Length} of Compact");
Console.WriteLine(Compact.Deserialize<Order>(compact).Lines[1].Price);      // 34.80

record Order(int Id, string Customer, List<Line> Lines);
record Line(string Product, decimal Price);
