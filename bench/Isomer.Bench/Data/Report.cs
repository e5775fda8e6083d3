using System.Globalization;
using System.Text;

namespace Isomer.Bench.Data;

/// <summary>What came out of the generator, to compare with the distribution that it documents.</summary>
public static class Report
{
    public static string Describe(Database database)
    {
        List<Order> orders = database.Orders;
        OrderLine[] lines = [.. orders.SelectMany(o => o.Lines)];
        var text = new StringBuilder();
        void Line(string label, string value) => text.Append(CultureInfo.InvariantCulture, $"{label,-22}{value}\n");
        Line("orders, lines", $"{orders.Count}, {lines.Length}");
        Line("lines per order", Histogram(orders.Select(o => o.Lines.Count)));
        Line("last 20 orders", $"{orders.TakeLast(20).Sum(o => o.Lines.Count)} lines");
        Line("order IDs", $"{orders[0].OrderID}..{orders[^1].OrderID}");
        Line("order dates", string.Create(CultureInfo.InvariantCulture,
            $"{orders[0].OrderDate:yyyy-MM-dd}..{orders[^1].OrderDate:yyyy-MM-dd}, {orders.Select(o => o.OrderDate).Distinct().Count()} distinct"));
        Line("customers, products",
            $"{orders.Select(o => o.CustomerID).Distinct().Count()}, {lines.Select(l => l.ProductID).Distinct().Count()}");
        Line("ship via", Histogram(orders.Select(o => o.ShipVia ?? 0)));
        Line("required after days", Histogram(orders.Select(o => (o.RequiredDate - o.OrderDate)!.Value.Days)));
        Line("shipped after days",
            Quartiles(orders.Where(o => o.ShippedDate != null).Select(o => (decimal)(o.ShippedDate - o.OrderDate)!.Value.Days)));
        Line("nulls",
            $"shipped {orders.Count(o => o.ShippedDate == null)}, region {orders.Count(o => o.ShipRegion == null)}, postal code {orders.Count(o => o.ShipPostalCode == null)}");
        Line("freight", Quartiles(orders.Select(o => o.Freight!.Value)));
        Line("unit price", $"{Quartiles(lines.Select(l => l.UnitPrice))}, {lines.Select(l => l.UnitPrice).Distinct().Count()} distinct");
        Line("quantity", $"{Quartiles(lines.Select(l => (decimal)l.Quantity))}, sum {lines.Sum(l => l.Quantity)}");
        Line("discount percent", Histogram(lines.Select(l => (int)Math.Round(l.Discount * 100))));
        Line("ship name", Texts(orders.Select(o => o.ShipName)));
        Line("ship address", Texts(orders.Select(o => o.ShipAddress)));
        Line("ship city", Texts(orders.Select(o => o.ShipCity)));
        Line("ship region", Texts(orders.Select(o => o.ShipRegion)));
        Line("ship postal code", Texts(orders.Select(o => o.ShipPostalCode)));
        Line("ship country", Texts(orders.Select(o => o.ShipCountry)));
        Line("sha-256", Canonical.Digest(database));
        return text.ToString();
    }

    static string Histogram(IEnumerable<int> values) =>
        string.Join(", ", values.GroupBy(v => v).OrderBy(g => g.Key).Select(g => $"{g.Key}:{g.Count()}"));

    static string Quartiles(IEnumerable<decimal> values)
    {
        decimal[] sorted = [.. values.Order()];
        decimal At(int quarter) => sorted[(sorted.Length - 1) * quarter / 4];
        return string.Create(CultureInfo.InvariantCulture,
            $"min {At(0):0.##}, quartiles {At(1):0.##} {At(2):0.##} {At(3):0.##}, max {At(4):0.##}, mean {sorted.Average():0.##}");
    }

    static string Texts(IEnumerable<string?> values)
    {
        string[] present = [.. values.OfType<string>()];
        return string.Create(CultureInfo.InvariantCulture,
            $"{present.Distinct().Count()} distinct, mean {present.Average(v => v.Length):0.00} chars, {present.Count(v => v.Any(c => c > 127))} of {present.Length} not ASCII");
    }
}
