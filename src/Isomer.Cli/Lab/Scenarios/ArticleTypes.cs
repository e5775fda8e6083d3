using System.Collections;
using System.Data;
using System.Diagnostics.CodeAnalysis;
using System.Runtime.Serialization;
using System.Text.Json.Serialization;
using System.Xml.Serialization;

// The articles' types: their names are on the wire, so they stay as they were.
#pragma warning disable CA1707, CA1711, CS8981, IDE1006
#pragma warning disable SYSLIB0050, SYSLIB0051 // [Serializable] for BinaryFormatter
namespace Isomer.Cli.Lab.Scenarios;

/// <summary>Article 000's order, with its attributes.</summary>
[Serializable, DataContract(Name = "Order", Namespace = "")]
public class ArticleOrder
{
    [DataMember(Name = "OrderID", Order = 1)] public int OrderID { get; set; }
    [DataMember(Name = "CustomerID", Order = 2)] public string? CustomerID { get; set; }
    [DataMember(Name = "EmployeeID", Order = 3)] public int? EmployeeID { get; set; }
    [DataMember(Name = "OrderDate", Order = 4)] public DateTime? OrderDate { get; set; }
    [DataMember(Name = "RequiredDate", Order = 5)] public DateTime? RequiredDate { get; set; }
    [DataMember(Name = "ShippedDate", Order = 6)] public DateTime? ShippedDate { get; set; }
    [DataMember(Name = "ShipVia", Order = 7)] public int? ShipVia { get; set; }
    [DataMember(Name = "Freight", Order = 8)] public decimal? Freight { get; set; }
    [DataMember(Name = "ShipName", Order = 9)] public string? ShipName { get; set; }
    [DataMember(Name = "ShipAddress", Order = 10)] public string? ShipAddress { get; set; }
    [DataMember(Name = "ShipCity", Order = 11)] public string? ShipCity { get; set; }
    [DataMember(Name = "ShipRegion", Order = 12)] public string? ShipRegion { get; set; }
    [DataMember(Name = "ShipPostalCode", Order = 13)] public string? ShipPostalCode { get; set; }
    [DataMember(Name = "ShipCountry", Order = 14)] public string? ShipCountry { get; set; }
    [DataMember(Name = "Order_Details", Order = 15)] public List<ArticleDetail>? Order_Details { get; set; }
}

/// <summary>Article 000's order detail.</summary>
[Serializable, DataContract(Name = "Order_Detail", Namespace = "")]
public class ArticleDetail
{
    [DataMember(Name = "OrderID", Order = 1)] public int OrderID { get; set; }
    [DataMember(Name = "ProductID", Order = 2)] public int ProductID { get; set; }
    [DataMember(Name = "UnitPrice", Order = 3)] public decimal UnitPrice { get; set; }
    [DataMember(Name = "Quantity", Order = 4)] public short Quantity { get; set; }
    [DataMember(Name = "Discount", Order = 5)] public float Discount { get; set; }
}

/// <summary>Article 003's first message: one integer, 150.</summary>
[Serializable, DataContract]
public class Test1
{
    [DataMember(Name = "a", Order = 1, IsRequired = true)] public int A { get; set; }
}

/// <summary>Its second: one text, "testing".</summary>
[Serializable, DataContract]
public class Test2
{
    [DataMember(Name = "b", Order = 2, IsRequired = true)] public string B { get; set; } = "";
}

/// <summary>Its third: the first one as a member.</summary>
[Serializable, DataContract]
public class Test3
{
    [DataMember(Name = "c", Order = 3, IsRequired = true)] public Test1? C { get; set; }
}

/// <summary>Article 004's base; how its subtypes are named is each serializer's own attribute.</summary>
[Serializable, KnownType(typeof(class1)), KnownType(typeof(class2)), XmlInclude(typeof(class1)), XmlInclude(typeof(class2))]
[JsonDerivedType(typeof(baseclass), "base"), JsonDerivedType(typeof(class1), "class1"), JsonDerivedType(typeof(class2), "class2")]
public class baseclass
{
    public string? Name { get; set; }
    public string? Code { get; set; }
}

[Serializable]
public class class1 : baseclass
{
    public Guid guid { get; set; }
}

[Serializable]
public class class2 : baseclass
{
    public string? description { get; set; }
}

/// <summary>Article 004's collection of 1000 of these.</summary>
[Serializable]
public class colclass
{
    public bool done { get; set; }
    public DateTime date { get; set; }
    public string? multilineString { get; set; }
    public List<baseclass> items { get; set; } = [];
    public Guid gggg { get; set; }
    public decimal? dec { get; set; }
    public bool isNew { get; set; }
}

/// <summary>The article's "exotic" one: a Hashtable, dictionaries, arrays, nullables.</summary>
[Serializable]
[SuppressMessage("Performance", "CA1819", Justification = "the article's")]
public class exoticclass : colclass
{
    public Hashtable? hash { get; set; }
    public Dictionary<string, string>? stringDictionary { get; set; }
    public Dictionary<string, baseclass>? objectDictionary { get; set; }
    public Dictionary<int, baseclass>? intDictionary { get; set; }
    public Guid? nullableGuid { get; set; }
    public decimal? nullableDecimal { get; set; }
    public double? nullableDouble { get; set; }
    public byte[]? bytes { get; set; }
    public string[]? arrayType { get; set; }
    public int[]? intarray { get; set; }
    public int ordinaryInt { get; set; }
    public double ordinaryDouble { get; set; }
}

/// <summary>With the DataSet that made everything ten times slower.</summary>
[Serializable]
public class exoticwithdataset : exoticclass
{
    public DataSet? dataset { get; set; }
}
