using System.Globalization;
using System.Security.Cryptography;
using System.Text;

namespace Isomer.Measuring;

/// <summary>
/// The one text of a set of orders, for equality and for the digest that a test asserts. A line per order and
/// per order line, members in order, each ended by '|'; null is '~'; dates are ticks, amounts the decimal's text
/// (which keeps its scale), the discount the bits of the float in hex. Newline is LF, encoding UTF-8.
/// </summary>
public static class Canonical
{
    public static string Text(Database database)
    {
        var text = new StringBuilder();
        void Add(object? value) => text.Append(value is null ? "~" : Convert.ToString(value, CultureInfo.InvariantCulture)).Append('|');
        foreach (Order o in database.Orders)
        {
            Add(o.OrderID);
            Add(o.CustomerID);
            Add(o.EmployeeID);
            Add(o.OrderDate?.Ticks);
            Add(o.RequiredDate?.Ticks);
            Add(o.ShippedDate?.Ticks);
            Add(o.ShipVia);
            Add(o.Freight);
            Add(o.ShipName);
            Add(o.ShipAddress);
            Add(o.ShipCity);
            Add(o.ShipRegion);
            Add(o.ShipPostalCode);
            Add(o.ShipCountry);
            text.Append('\n');
            foreach (OrderLine l in o.Lines)
            {
                Add(l.OrderID);
                Add(l.ProductID);
                Add(l.UnitPrice);
                Add(l.Quantity);
                Add(BitConverter.SingleToUInt32Bits(l.Discount).ToString("x8", CultureInfo.InvariantCulture));
                text.Append('\n');
            }
        }
        return text.ToString();
    }

    /// <summary>SHA-256 of the text, in lower-case hex.</summary>
    public static string Digest(Database database) =>
        Convert.ToHexStringLower(SHA256.HashData(Encoding.UTF8.GetBytes(Text(database))));
}
