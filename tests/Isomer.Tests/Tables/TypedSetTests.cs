using System.Collections;
using System.Data;
using Isomer.Tests.Core;
using Xunit;

namespace Isomer.Tests.OfTables;

/// <summary>As the designer writes them: the class makes its schema, its tables are fields.</summary>
[Serializable]
public sealed class ShopSet : DataSet
{
    public ShopSet()
    {
        DataSetName = "Shop";
        Namespace = "urn:shop";
        Customers = new CustomerTable();
        Orders = new DataTable("Orders");
        Orders.Columns.Add("Id", typeof(int)).AllowDBNull = false;
        Orders.Columns.Add("CustomerId", typeof(int));
        Orders.Columns.Add("Total", typeof(decimal)).ReadOnly = true;
        Tables.Add(Customers);
        Tables.Add(Orders);
        Orders.Constraints.Add(new UniqueConstraint("pk", [Orders.Columns["Id"]!], true));
        var key = new ForeignKeyConstraint("fk", [Customers.IdColumn], [Orders.Columns["CustomerId"]!]) { DeleteRule = Rule.Cascade };
        Orders.Constraints.Add(key);
        Relations.Add(new DataRelation("CustomerOrders", [Customers.IdColumn], [Orders.Columns["CustomerId"]!]));
        Customers.Columns.Add("Count", typeof(int), "Count(Child(CustomerOrders).Id)");
    }

    public CustomerTable Customers { get; }

    public DataTable Orders { get; }
}

[Serializable]
public sealed class CustomerTable : DataTable, IEnumerable
{
    public CustomerTable()
    {
        TableName = "Customers";
        IdColumn = Columns.Add("Id", typeof(int));
        IdColumn.AutoIncrement = true;
        Columns.Add("Name", typeof(string)).MaxLength = 20;
        Constraints.Add(new UniqueConstraint("pk", [IdColumn], true));
    }

    public DataColumn IdColumn { get; }

    public IEnumerator GetEnumerator() => Rows.GetEnumerator();
}

/// <summary>Classes that derive from DataSet and DataTable.</summary>
public class TypedSetTests
{
    public sealed class Holder
    {
        public DataSet? Any { get; set; }

        public object? Thing { get; set; }
    }

    static ShopSet Shop()
    {
        var shop = new ShopSet();
        shop.Customers.Rows.Add(1, "Ann");
        shop.Customers.Rows.Add(2, "Bob");
        shop.Orders.Rows.Add(10, 1, 9.50m);
        shop.Orders.Rows.Add(11, 1, DBNull.Value);
        shop.AcceptChanges();
        shop.Orders.Rows[1].Delete();
        shop.Customers.Rows[1]["Name"] = "Bert";
        return shop;
    }

    [Fact]
    public void DeclaredAsItsClass()
    {
        var shop = Shop();
        foreach (var copy in Wires.Copies(shop))
        {
            Assert.Null(TableDifference.Of(shop, copy));
            Assert.Same(copy.Tables["Customers"], copy.Customers);
            Assert.Equal(1, copy.Customers.Rows[0]["Count"]);
            copy.Customers.Rows[0].Delete();
            Assert.Empty(copy.Orders.Select());
        }
    }

    [Fact]
    public void TableAlone()
    {
        var customers = new CustomerTable();
        customers.Rows.Add(null, "Ann");
        foreach (var copy in Wires.Copies(customers))
        {
            Assert.Null(TableDifference.Of(customers, copy, true));
            Assert.Same(copy.Columns[0], copy.IdColumn);
        }
    }

    [Fact]
    public void DeclaredAsDataSetItComesBackAsOneUnlessRegistered()
    {
        var shop = Shop();
        foreach (var copy in Wires.Copies(new Holder { Any = shop }))
            Assert.IsType<DataSet>(copy.Any);
        foreach (var copy in Wires.Copies(new Holder { Any = shop }, c => c.WithSubtype<DataSet, ShopSet>("Shop")))
            Assert.Null(TableDifference.Of(shop, Assert.IsType<ShopSet>(copy.Any)));
    }

    [Fact]
    public void BehindObject()
    {
        var shop = Shop();
        foreach (var copy in Wires.Copies(new Holder { Thing = shop }, c => c.WithSubtype<object, ShopSet>("Shop")))
            Assert.Null(TableDifference.Of(shop, Assert.IsType<ShopSet>(copy.Thing)));
    }

    [Fact]
    public void ClassesNotRegisteredAreNotMade()
    {
        string json = Wires.ToJson<DataSet>(Shop(), c => c.WithSubtype<DataSet, ShopSet>("Shop"));
        var e = Wires.RefusesJson<DataSet>(json);
        Assert.Contains("'Shop'", e.Message, StringComparison.Ordinal);
        Assert.Contains("not registered", e.Message, StringComparison.Ordinal);
    }

    [Fact]
    public void ASchemaThatTheClassDoesNotHave()
    {
        var other = new DataSet("Shop") { Namespace = "urn:shop" };
        other.Tables.Add("Customers").Columns.Add("Name", typeof(string));
        other.Tables.Add("More").Columns.Add("X", typeof(int));
        other.Tables[1].Rows.Add(1);
        foreach (var wire in Wires.All)
        {
            byte[] bytes = wire.Write(other, Wires.Emitted, Setup.Default);
            Assert.Contains("Customers",
                Assert.Throws<WireFormatException>(() => wire.Read<ShopSet>(bytes, Wires.Emitted, Setup.Default)).Message,
                StringComparison.Ordinal);
        }
    }

    [Fact]
    public void PartsOfTablesAreRefused()
    {
        Wires.RefusesToWrite(Shop().Orders.Rows[0], null, "DataRow", "write the DataTable");
        Wires.RefusesToWrite(new DataView(Shop().Orders), null, "DataView", "ToTable");
    }

    /// <summary>A relation that was made without constraints beside a foreign key of its columns is not given that key.</summary>
    [Fact]
    public void A_relation_without_constraints_stays_so()
    {
        var set = new DataSet("S");
        DataTable outer = set.Tables.Add("A"), inner = set.Tables.Add("B");
        outer.PrimaryKey = [outer.Columns.Add("id", typeof(int))];
        set.Relations.Add(new DataRelation("r", outer.Columns[0], inner.Columns.Add("up", typeof(int)), createConstraints: false));
        inner.Constraints.Add(new ForeignKeyConstraint("fk", outer.Columns[0], inner.Columns[0]));
        Assert.Null(set.Relations[0].ChildKeyConstraint);
        foreach (var copy in Wires.Copies(set))
        {
            Assert.Null(copy.Relations[0].ChildKeyConstraint);
            Assert.Equal("fk", copy.Tables["B"]!.Constraints[0].ConstraintName);
        }
    }
}
