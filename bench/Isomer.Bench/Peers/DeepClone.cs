using System.Runtime.InteropServices;
using Isomer.Bench.Data;

namespace Isomer.Bench.Peers;

/// <summary>
/// The same objects copied by hand, without a format between: about what a perfect reader would cost. The strings
/// are copied (a reader must make them), or shared (so that the difference shows what the strings cost).
/// </summary>
public sealed class DeepClone(bool shareStrings) : Peer
{
    public const string Id = "deep clone";
    public const string SharingId = "deep clone, shared strings";

    public override string Name => shareStrings ? SharingId : Id;

    public override string Version => "";

    public override Contestant? For<T>(Case<T> @case)
    {
        object value = @case.Value;
        Func<byte[], object>? clone = value switch
        {
            Database v => _ => shareStrings ? Clone<Shared>(v) : Clone<Copied>(v),
            Tiny v => _ => new Tiny { A = v.A },
            Tree v => _ => shareStrings ? Clone<Shared>(v) : Clone<Copied>(v),
            Wide v => _ => Wide.Clone(v, shareStrings ? Shared.Text : Copied.Text),
            List<string> v => _ => shareStrings ? Clone<Shared>(v) : Clone<Copied>(v),
            Dictionary<string, int> v => _ => shareStrings ? Clone<Shared>(v) : Clone<Copied>(v),
            double[] v => _ => v.AsSpan().ToArray(),
            int[] v => _ => v.AsSpan().ToArray(),
            _ => null,
        };
        bool hasStrings = value is not (Tiny or double[] or int[]);
        return clone is null || (shareStrings && !hasStrings) ? null : new(Name, Version, null, clone, @case.Verify);
    }

    /// <summary>The orders, with all their strings.</summary>
    public static Database Of(Database from) => Clone<Copied>(from);

    /// <summary>A struct that implements this makes the JIT compile the clone twice, each without a call.</summary>
    interface IStrings
    {
        static abstract string? Text(string? text);
    }

    readonly struct Copied : IStrings
    {
        public static string? Text(string? text) => text is null ? null : new string(text.AsSpan());
    }

    readonly struct Shared : IStrings
    {
        public static string? Text(string? text) => text;
    }

    static Database Clone<S>(Database from) where S : struct, IStrings
    {
        var to = new Database { Orders = new List<Order>(from.Orders.Count) };
        foreach (Order o in CollectionsMarshal.AsSpan(from.Orders))
            to.Orders.Add(Clone<S>(o));
        return to;
    }

    static Order Clone<S>(Order o) where S : struct, IStrings
    {
        var lines = new List<OrderLine>(o.Lines.Count);
        foreach (OrderLine l in CollectionsMarshal.AsSpan(o.Lines))
        {
            lines.Add(new OrderLine
            {
                OrderID = l.OrderID,
                ProductID = l.ProductID,
                UnitPrice = l.UnitPrice,
                Quantity = l.Quantity,
                Discount = l.Discount,
            });
        }
        // The constructor makes an empty list of lines, as it does for every serializer.
        return new Order
        {
            OrderID = o.OrderID,
            CustomerID = S.Text(o.CustomerID),
            EmployeeID = o.EmployeeID,
            OrderDate = o.OrderDate,
            RequiredDate = o.RequiredDate,
            ShippedDate = o.ShippedDate,
            ShipVia = o.ShipVia,
            Freight = o.Freight,
            ShipName = S.Text(o.ShipName),
            ShipAddress = S.Text(o.ShipAddress),
            ShipCity = S.Text(o.ShipCity),
            ShipRegion = S.Text(o.ShipRegion),
            ShipPostalCode = S.Text(o.ShipPostalCode),
            ShipCountry = S.Text(o.ShipCountry),
            Lines = lines,
        };
    }

    static Tree Clone<S>(Tree from) where S : struct, IStrings
    {
        var to = new Tree { Name = S.Text(from.Name)!, Children = new List<Tree>(from.Children.Count) };
        foreach (Tree child in CollectionsMarshal.AsSpan(from.Children))
            to.Children.Add(Clone<S>(child));
        return to;
    }

    static List<string> Clone<S>(List<string> from) where S : struct, IStrings
    {
        var to = new List<string>(from.Count);
        foreach (string text in CollectionsMarshal.AsSpan(from))
            to.Add(S.Text(text)!);
        return to;
    }

    static Dictionary<string, int> Clone<S>(Dictionary<string, int> from) where S : struct, IStrings
    {
        var to = new Dictionary<string, int>(from.Count);
        foreach ((string key, int value) in from)
            to.Add(S.Text(key)!, value);
        return to;
    }
}
