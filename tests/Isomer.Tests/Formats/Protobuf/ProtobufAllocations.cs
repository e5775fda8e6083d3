using System.Buffers;
using ProtoBuf;
using Xunit;

namespace Isomer.Tests.Formats.OfProtobuf;

/// <summary>Writing allocates nothing, reading the objects; from a stream too, whatever the length of the message.</summary>
[Collection(Alone.Name)]
public class ProtobufAllocations
{
    [ProtoContract]
    public sealed class Crowd
    {
        [ProtoMember(1)]
        public List<Order>? Orders { get; set; }
    }

    static long Allocated(Action action, int warmUp = 40)
    {
        for (int i = 0; i < warmUp; i++)
            action();
        long least = long.MaxValue;
        for (int i = 0; i < 5; i++)
        {
            long before = GC.GetAllocatedBytesForCurrentThread();
            action();
            least = Math.Min(least, GC.GetAllocatedBytesForCurrentThread() - before);
        }
        return least;
    }

    public static TheoryData<string, bool> Cases =>
        [.. from name in new[] { "test1", "test2", "test3", "orders" } from groups in new[] { false, true }
            select new TheoryDataRow<string, bool>(name, groups)];

    static object Value(string name) => name switch
    {
        "test1" => new ProtobufVectors.Test1 { A = 150 },
        "test2" => new ProtobufVectors.Test2 { B = "testing" },
        "test3" => new ProtobufVectors.Test3 { C = new() { A = 150 } },
        _ => Northwind.Create(),
    };

    [Theory, MemberData(nameof(Cases))]
    public void Writing_to_a_kept_buffer_allocates_nothing(string name, bool groups)
    {
        var options = groups ? ProtobufOptions.Grouped : ProtobufOptions.Default;
        object value = Value(name);
        long bytes = value switch
        {
            ProtobufVectors.Test1 v => Kept(v),
            ProtobufVectors.Test2 v => Kept(v),
            ProtobufVectors.Test3 v => Kept(v),
            _ => Kept((Database)value),
        };
        Assert.Equal(0, bytes);

        long Kept<T>(T typed)
        {
            var buffer = new ArrayBufferWriter<byte>(1 << 20);
            return Allocated(() =>
            {
                buffer.ResetWrittenCount();
                Protobuf.Serialize(buffer, typed, options);
            });
        }
    }

    [Fact]
    public void Writing_with_a_prefix_allocates_nothing()
    {
        var buffer = new ArrayBufferWriter<byte>(1 << 20);
        var value = new ProtobufVectors.Test3 { C = new() { A = 150 } };
        Assert.Equal(0, Allocated(() =>
        {
            buffer.ResetWrittenCount();
            Protobuf.SerializeWithPrefix(buffer, value, ProtobufPrefix.Base128, 1);
        }));
    }

    [Fact]
    public void Reading_allocates_the_objects()
    {
        var orders = Northwind.Create();
        byte[] bytes = Protobuf.Serialize(orders);
        // 16 for each list that grew from four items on is more than exact ones take; names of nothing, frames, boxes would be far more.
        Assert.InRange(Allocated(() => Protobuf.Deserialize<Database>(bytes)), 0, 1.005 * Allocated(() => Copy(orders)));
        byte[] tiny = [0x08, 0x96, 0x01];
        Assert.Equal(24, Allocated(() => Protobuf.Deserialize<ProtobufVectors.Test1>(tiny)));
    }

    static Database Copy(Database from) => new()
    {
        Orders = [.. from.Orders.Select(o => new Order
        {
            OrderID = o.OrderID, CustomerID = Copy(o.CustomerID), EmployeeID = o.EmployeeID, OrderDate = o.OrderDate,
            RequiredDate = o.RequiredDate,
            ShippedDate = o.ShippedDate, ShipVia = o.ShipVia, Freight = o.Freight, ShipName = Copy(o.ShipName),
            ShipAddress = Copy(o.ShipAddress),
            ShipCity = Copy(o.ShipCity), ShipRegion = Copy(o.ShipRegion), ShipPostalCode = Copy(o.ShipPostalCode),
            ShipCountry = Copy(o.ShipCountry),
            Lines = [
                .. o.Lines.Select(
                    l => new OrderLine
                        { OrderID = l.OrderID, ProductID = l.ProductID, UnitPrice = l.UnitPrice, Quantity = l.Quantity,
                            Discount = l.Discount })],
        })],
    };

    static string? Copy(string? text) => text is null ? null : string.Concat(text.AsSpan(), "");

    /// <summary>A copy inside of a clone, a surrogate that serializes: what is lent meanwhile is found again.</summary>
    [Fact]
    public void Cloning_allocates_the_copy()
    {
        var value = new ProtobufVectors.Test3 { C = new() { A = 150 } };
        Assert.Equal(48, Allocated(() => Protobuf.DeepClone(value)));
    }

    [Fact]
    public void A_long_message_takes_the_objects_and_a_window()
    {
        const int Times = 60;
        var orders = Enumerable.Range(0, Times).SelectMany(_ => Northwind.Create().Orders).ToList();
        var output = new MemoryStream();
        Protobuf.Serialize(output, new Crowd { Orders = orders });
        var sink = new Nowhere();
        long written = Allocated(() => Protobuf.Serialize(sink, new Crowd { Orders = orders }), 2);
        Assert.InRange(written, 0, 1000);
        Crowd? read = null;
        long allocated = Allocated(
            () =>
            {
                output.Position = 0;
                read = Protobuf.Deserialize<Crowd>(output);
            }, 2);
        Assert.Equal(orders.Count, read!.Orders!.Count);
        // Beside the objects: the list's array as it grew, and the window where the pool had none. The message is 8 MB.
        long objects = Times * Allocated(() => Copy(Northwind.Create()), 2) / 2;
        Assert.InRange(allocated, objects / 2, (objects * 1.1) + (4 << 20));
    }

    sealed class Nowhere : MemoryStream
    {
        public override void Write(ReadOnlySpan<byte> buffer)
        {
        }
    }
}
