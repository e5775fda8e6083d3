using OwnFormat;

// A format that is not Isomer's: made known by its name, and used as any other.
Format.Register(Cbor.Format);
var order = new
{
    Id = 10248,
    Customer = "Vins et alcools Chevalier",
    Placed = new DateTime(1996, 7, 4, 0, 0, 0, DateTimeKind.Utc),
    Freight = 32.38m
};
byte[] bytes = Format.Find("application/cbor")!.Serialize(order);
Console.WriteLine($"{bytes.Length} bytes: {Convert.ToHexString(bytes)}");
Console.WriteLine(Cbor.ParseNode(bytes));
try
{
    Cbor.Deserialize<Dictionary<string, int[]>>([0xA1, 0x61, 0x61, 0x82, 0x01, 0x61, 0x78]);
}
catch (WireFormatException e)
{
    Console.WriteLine(e.Message);
}
