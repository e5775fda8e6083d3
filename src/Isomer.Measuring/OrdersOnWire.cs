
namespace Isomer.Measuring;

/// <summary>
/// The orders as messages whose bytes are those that protobuf-net writes for the same classes at its level 200:
/// null is an absent field, a value type at its default too, dates and amounts are sub-messages.
/// </summary>
public static class OrdersOnWire
{
    static readonly DateTime Epoch = new(1970, 1, 1);

    /// <summary>Ticks of the scales 0 (days) to 5 (ticks).</summary>
    static readonly long[] Scales =
    [
        TimeSpan.TicksPerDay, TimeSpan.TicksPerHour, TimeSpan.TicksPerMinute, TimeSpan.TicksPerSecond, TimeSpan.TicksPerMillisecond, 1,
    ];

    public static Isomer.Bench.Wire.Database To(Database from) => new() { Orders = { from.Orders.Select(To) } };

    public static Database From(Isomer.Bench.Wire.Database from) => new() { Orders = [.. from.Orders.Select(From)] };

    static Isomer.Bench.Wire.Order To(Order o)
    {
        var to = new Isomer.Bench.Wire.Order { OrderId = o.OrderID, Lines = { o.Lines.Select(To) } };
        Set(o.CustomerID, v => to.CustomerId = v);
        if (o.EmployeeID is { } employee)
            to.EmployeeId = employee;
        to.OrderDate = To(o.OrderDate);
        to.RequiredDate = To(o.RequiredDate);
        to.ShippedDate = To(o.ShippedDate);
        if (o.ShipVia is { } shipper)
            to.ShipVia = shipper;
        to.Freight = o.Freight is { } freight ? To(freight) : null;
        Set(o.ShipName, v => to.ShipName = v);
        Set(o.ShipAddress, v => to.ShipAddress = v);
        Set(o.ShipCity, v => to.ShipCity = v);
        Set(o.ShipRegion, v => to.ShipRegion = v);
        Set(o.ShipPostalCode, v => to.ShipPostalCode = v);
        Set(o.ShipCountry, v => to.ShipCountry = v);
        return to;
    }

    static void Set(string? value, Action<string> set)
    {
        if (value is not null)
            set(value);
    }

    static Isomer.Bench.Wire.OrderLine To(OrderLine l) => new()
    {
        OrderId = l.OrderID,
        ProductId = l.ProductID,
        UnitPrice = l.UnitPrice == 0 ? null : To(l.UnitPrice),
        Quantity = l.Quantity,
        Discount = l.Discount,
    };

    static Isomer.Bench.Wire.BclDateTime? To(DateTime? date)
    {
        if (date is not { } d)
            return null;
        long ticks = (d - Epoch).Ticks;
        int scale = Array.FindIndex(Scales, unit => ticks % unit == 0);
        return new() { Value = ticks / Scales[scale], Scale = (Isomer.Bench.Wire.BclDateTime.Types.TimeSpanScale)scale };
    }

    static Isomer.Bench.Wire.BclDecimal To(decimal value)
    {
        Span<int> bits = stackalloc int[4];
        decimal.GetBits(value, bits);
        return new()
        {
            Lo = (uint)bits[0] | (ulong)(uint)bits[1] << 32,
            Hi = (uint)bits[2],
            SignScale = (uint)bits[3] >> 15 & 0x1FE | (uint)bits[3] >> 31,
        };
    }

    static Order From(Isomer.Bench.Wire.Order o) => new()
    {
        OrderID = o.OrderId,
        CustomerID = o.HasCustomerId ? o.CustomerId : null,
        EmployeeID = o.HasEmployeeId ? o.EmployeeId : null,
        OrderDate = From(o.OrderDate),
        RequiredDate = From(o.RequiredDate),
        ShippedDate = From(o.ShippedDate),
        ShipVia = o.HasShipVia ? o.ShipVia : null,
        Freight = o.Freight is { } freight ? From(freight) : null,
        ShipName = o.HasShipName ? o.ShipName : null,
        ShipAddress = o.HasShipAddress ? o.ShipAddress : null,
        ShipCity = o.HasShipCity ? o.ShipCity : null,
        ShipRegion = o.HasShipRegion ? o.ShipRegion : null,
        ShipPostalCode = o.HasShipPostalCode ? o.ShipPostalCode : null,
        ShipCountry = o.HasShipCountry ? o.ShipCountry : null,
        Lines = [.. o.Lines.Select(From)],
    };

    static OrderLine From(Isomer.Bench.Wire.OrderLine l) => new()
    {
        OrderID = l.OrderId,
        ProductID = l.ProductId,
        UnitPrice = l.UnitPrice is { } price ? From(price) : 0,
        Quantity = (short)l.Quantity,
        Discount = l.Discount,
    };

    static DateTime? From(Isomer.Bench.Wire.BclDateTime? date) =>
        date is null ? null : Epoch.AddTicks(date.Value * Scales[(int)date.Scale]);

    static decimal From(Isomer.Bench.Wire.BclDecimal value) => new(
        (int)value.Lo, (int)(value.Lo >> 32), (int)value.Hi, (value.SignScale & 1) != 0, (byte)(value.SignScale >> 1));
}
