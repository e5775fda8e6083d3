using System.Collections;
using System.Data;
using System.Globalization;
using System.Reflection;
using Isomer.Measuring;

namespace Isomer.Cli.Lab.Scenarios;

/// <summary>What an article measured, done again.</summary>
sealed record Scenario(string Name, string Article, string Title, string What, Func<LabData, bool, IReadOnlyList<LabCase>> Cases)
{
    /// <summary>Rows of article 002's table.</summary>
    public static readonly int[] DataSetRows = [2, 10, 20, 100, 500, 1000, 2000, 4000, 8000];

    /// <summary>What a short run times; of the others it takes the sizes.</summary>
    static readonly int[] s_timedRows = [20, 1000];

    public static IReadOnlyList<Scenario> All { get; } =
    [
        new("datacontract", "000", "Orders as JSON and XML by data contract",
            "The last 20 Northwind-shaped orders as List<Order>: parents only, and with their details. Article 000 compared DataContractSerializer, DataContractJsonSerializer and JSON as XML infoset.",
            DataContract),
        new("rows", "001", "Rows of a query",
            "List<object[]> of 296 rows and 18 columns from a DataReader, nulls for DBNull. Article 001 compared BinaryFormatter and XmlSerializer.",
            Rows),
        new("dataset", "002", "An untyped DataSet, 2 to 8,000 rows",
            "Nineteen columns of various types. Article 002 compared a surrogate, binary and XML, locally and from Florida to California.",
            DataSets),
        new("messages", "003", "Tiny messages",
            "Three messages of the protocol buffers documentation: an integer, a text, a message in a message. Article 003 wrote and read each a million times.",
            Messages),
        new("northwind", "003", "Northwind",
            "830 orders with 2,155 lines, as article 003's extract has nearly 3,000 objects; and the first hundred of them in every contract: new arrays, kept buffers, streams, sequences.",
            Orders),
        new("polymorphic", "004", "A polymorphic collection",
            "Article 004's colclass with 1,000 items of two subtypes; \"exotic\" with a Hashtable and dictionaries; and with a DataSet.",
            Polymorphic),
    ];

    /// <summary>The user's own rows as what people make of them: a class with a property for each column.</summary>
    public static Scenario Records { get; } = new("records", "", "Rows of a query as records",
        "A class with a property for each column of the query, in the column's type; nullable where there are nulls.",
        (data, _) => [RecordsOf(data.Records())]);

    static LabCase RecordsOf(IList records) =>
        (LabCase)typeof(Scenario).GetMethod(nameof(RecordCase), BindingFlags.NonPublic | BindingFlags.Static)!
        .MakeGenericMethod(records.GetType()).Invoke(null, [records])!;

    static LabCase<T> RecordCase<T>(T records)
        where T : class, IList =>
            new()
            {
                Id = "records/query",
                Title = string.Create(CultureInfo.InvariantCulture, $"{records.Count} records"),
                Rows = records.Count,
                Value = records
            };

    static List<LabCase> DataContract(LabData data, bool full)
    {
        Order[] last = [.. data.Orders().Orders.TakeLast(20)];
        return
        [
            new LabCase<List<ArticleOrder>>
                { Id = "datacontract/parents", Title = "20 orders, parents only", Weight = 0.5, Value = [.. last.Select(o => From(o, details: false))] },
            new LabCase<List<ArticleOrder>>
                { Id = "datacontract/children", Title = "20 orders with their details",
                    Value = [.. last.Select(o => From(o, details: true))] },
        ];
    }

    static ArticleOrder From(Order o, bool details) => new()
    {
        OrderID = o.OrderID,
        CustomerID = o.CustomerID,
        EmployeeID = o.EmployeeID,
        OrderDate = o.OrderDate,
        RequiredDate = o.RequiredDate,
        ShippedDate = o.ShippedDate,
        ShipVia = o.ShipVia,
        Freight = o.Freight,
        ShipName = o.ShipName,
        ShipAddress = o.ShipAddress,
        ShipCity = o.ShipCity,
        ShipRegion = o.ShipRegion,
        ShipPostalCode = o.ShipPostalCode,
        ShipCountry = o.ShipCountry,
        Order_Details = !details
            ? null
            : [.. o.Lines.Select(
                l => new ArticleDetail
                    { OrderID = l.OrderID, ProductID = l.ProductID, UnitPrice = l.UnitPrice, Quantity = l.Quantity,
                        Discount = l.Discount })],
    };

    static List<LabCase> Rows(LabData data, bool full)
    {
        List<object?[]> rows = data.Rows();
        return [new LabCase<List<object?[]>>
            { Id = data.IsUsers ? "rows/query" : "rows/employees",
                Title = $"{rows.Count} rows, {(rows.Count > 0 ? rows[0].Length : 0)} columns", Rows = rows.Count, Value = rows }];
    }

    static List<LabCase> DataSets(LabData data, bool full) => data.IsUsers
        ? [new LabCase<DataSet> { Id = "dataset/query", Title = "the query's rows", Value = data.Wide(int.MaxValue) }]
        : [.. DataSetRows.Select(
            rows => new LabCase<DataSet>
                { Id = $"dataset/{rows}", Title = $"{rows} rows", Rows = rows, Weight = rows < 1000 ? 0.8 : 2,
                    SizeOnly = !full && !s_timedRows.Contains(rows), Make = () => data.Wide(rows) })];

    static List<LabCase> Messages(LabData data, bool full) =>
    [
        new LabCase<Test1> { Id = "messages/test1", Title = "Test1: an integer, 150", Weight = 0.3, Value = new Test1 { A = 150 } },
        new LabCase<Test2>
            { Id = "messages/test2", Title = "Test2: a text, \"testing\"", Weight = 0.3, SizeOnly = !full,
                Value = new Test2 { B = "testing" } },
        new LabCase<Test3>
            { Id = "messages/test3", Title = "Test3: Test1 inside", Weight = 0.3, Value = new Test3 { C = new Test1 { A = 150 } } },
    ];

    static List<LabCase> Orders(LabData data, bool full)
    {
        Database orders = data.Orders();
        return
        [
            new LabCase<Database> { Id = "northwind/orders", Title = "830 orders, 2,155 lines", Rows = 2985, Weight = 3, Value = orders },
            // Fewer of them: three times as many operations take their time, and below 85,000 bytes a new array costs what it costs
            // anywhere.
            new LabCase<Database>
                { Id = "northwind/contracts", Title = "100 orders, by contract", AllContracts = true,
                    Value = new Database { Orders = orders.Orders[..100] } },
        ];
    }

    static List<LabCase> Polymorphic(LabData data, bool full) =>
    [
        new LabCase<colclass>
            { Id = "polymorphic/plain", Title = "colclass, plain", Polymorphic = true, Weight = 1.6, Value = Samples.Collection() },
        new LabCase<exoticclass>
            { Id = "polymorphic/exotic", Title = "exotic, without DataSet", Polymorphic = true, Weight = 1, Value = Samples.Exotic() },
        new LabCase<exoticwithdataset>
            { Id = "polymorphic/dataset", Title = "exotic, with DataSet", Polymorphic = true, Weight = 1.2,
                Value = Samples.ExoticWithDataSet() },
    ];
}
