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
        other.Tables.Add("Customers").Columns.Add("Name", typeof(int));
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

    public sealed class Both
    {
        public DataSet? A { get; set; }

        public ShopSet? B { get; set; }

        public DataSet? C { get; set; }
    }

    public sealed class Turned
    {
        public ShopSet? B { get; set; }

        public DataSet? A { get; set; }
    }

    /// <summary>
    /// One set where its class is declared and where it is not: DeepCopy threw, and Graph wrote what nothing could read, where the latter
    /// came first.
    /// </summary>
    [Fact]
    public void One_set_in_places_of_two_classes()
    {
        var set = new ShopSet();
        set.Customers.Rows.Add(1, "a");
        foreach (var tier in new[] { ShapeTier.Emitted, ShapeTier.Reflection })
        {
            var convention = Convention.Plain.WithTier(tier);
            var graph = JsonOptions.Graph with { Convention = convention };
            var kept = new CompactOptions { Convention = convention, References = References.Preserve };
            foreach (var back in new Func<Both, Both>[]
            {
                b => DeepCopy.Of(b, convention)!,
                b => Json.Deserialize<Both>(Json.Serialize(b, graph), graph)!,
                b => Compact.Deserialize<Both>(Compact.Serialize(b, kept), kept)!,
            }.Select(f => f(new Both { A = set, B = set, C = set })))
            {
                Assert.Equal("a", back.B!.Customers.Rows[0]["Name"]);
                Assert.Equal("a", back.A!.Tables["Customers"]!.Rows[0]["Name"]);
                Assert.Equal("a", back.C!.Tables["Customers"]!.Rows[0]["Name"]);
            }
            // Where the class is told first there is one.
            var turned = DeepCopy.Of(new Turned { A = set, B = set }, convention)!;
            Assert.Same(turned.B, turned.A);
            turned = Json.Deserialize<Turned>(Json.Serialize(new Turned { A = set, B = set }, graph), graph)!;
            Assert.Same(turned.B, turned.A);
        }
    }

    /// <summary>Half a surrogate pair in a cell: it became U+FFFD, or was refused without a place.</summary>
    [Fact]
    public void Half_a_character_is_told_by_its_place()
    {
        var table = new DataTable("T");
        table.Columns.Add("n", typeof(int));
        foreach (object half in new object[] { "a\ud800", '\ud801' })
            foreach (var type in half is string ? new[] { typeof(string), typeof(object) } : [typeof(object)])
            {
                var own = table.Clone();
                own.Columns.Add("text", type);
                own.Rows.Add(1, DBNull.Value);
                own.Rows.Add(2, half);
                var set = new DataSet("S");
                set.Tables.Add(own);
                foreach (var write in new Action[]
                {
                    () => ContractXml.Serialize(set), () => ContractXml.Serialize(set, ContractXmlOptions.Binary),
                    () => ContractJson.Serialize(set), () => Xml.Serialize(set),
                })
                {
                    string message = Assert.Throws<NotSupportedException>(write).Message;
                    Assert.Contains("Row 1 of table 'T', column 'text'", message, StringComparison.Ordinal);
                }
                own.Rows[1]["text"] = DBNull.Value;
                own.AcceptChanges();
                Assert.NotEmpty(ContractXml.Serialize(set));
            }
    }
}
