using System.Runtime.Serialization;

namespace Isomer.Measuring;

/// <summary>The root of the main case: Northwind-shaped orders.</summary>
[Serializable, DataContract]
public sealed class Database
{
    [DataMember(Order = 1)] public List<Order> Orders { get; set; } = [];
}

/// <summary>One order: fifteen members, of which most may be null.</summary>
[Serializable, DataContract]
public sealed class Order
{
    [DataMember(Order = 1)] public int OrderID { get; set; }
    [DataMember(Order = 2)] public string? CustomerID { get; set; }
    [DataMember(Order = 3)] public int? EmployeeID { get; set; }
    [DataMember(Order = 4)] public DateTime? OrderDate { get; set; }
    [DataMember(Order = 5)] public DateTime? RequiredDate { get; set; }
    [DataMember(Order = 6)] public DateTime? ShippedDate { get; set; }
    [DataMember(Order = 7)] public int? ShipVia { get; set; }
    [DataMember(Order = 8)] public decimal? Freight { get; set; }
    [DataMember(Order = 9)] public string? ShipName { get; set; }
    [DataMember(Order = 10)] public string? ShipAddress { get; set; }
    [DataMember(Order = 11)] public string? ShipCity { get; set; }
    [DataMember(Order = 12)] public string? ShipRegion { get; set; }
    [DataMember(Order = 13)] public string? ShipPostalCode { get; set; }
    [DataMember(Order = 14)] public string? ShipCountry { get; set; }
    [DataMember(Order = 15)] public List<OrderLine> Lines { get; set; } = [];
}

/// <summary>One line of an order.</summary>
[Serializable, DataContract]
public sealed class OrderLine
{
    [DataMember(Order = 1)] public int OrderID { get; set; }
    [DataMember(Order = 2)] public int ProductID { get; set; }
    [DataMember(Order = 3)] public decimal UnitPrice { get; set; }
    [DataMember(Order = 4)] public short Quantity { get; set; }
    [DataMember(Order = 5)] public float Discount { get; set; }
}
