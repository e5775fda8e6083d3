using System.Data;
using System.Runtime.Serialization;
using System.Xml;
using System.Xml.Schema;
using System.Xml.Serialization;
using Xunit;

#pragma warning disable SYSLIB0011, SYSLIB0038, SYSLIB0051 // as xsd.exe writes it

namespace Isomer.Tests.OfTables;

/// <summary>
/// A typed set as xsd.exe makes it: its own constructor makes tables and expressions, and reading it resets it and makes the tables anew of
/// the document's schema. Its computed columns look at each other through a relation.
/// </summary>
public class TypedSetExpressionTests
{
    [Serializable, XmlSchemaProvider("GetTypedDataSetSchema"), XmlRoot("Shop")]
    public class Shop : DataSet
    {
        public Shop()
        {
            DataSetName = "Shop";
            Namespace = "urn:shop";
            base.Tables.Add(new OrdersTable(hasColumns: true));
            base.Tables.Add(new LinesTable(hasColumns: true));
            Relations.Add(new DataRelation("Lines", Orders.Columns["Id"]!, Lines.Columns["OrderId"]!));
            Compute();
        }

        protected Shop(SerializationInfo info, StreamingContext context) : base(info, context, false)
        {
            if (IsBinarySerialized(info, context))
                return;
            var read = new DataSet();
            read.ReadXmlSchema(new XmlTextReader(new StringReader((string)info.GetValue("XmlSchema", typeof(string))!)));
            Take(read);
            GetSerializationData(info, context);
        }

        public OrdersTable Orders => (OrdersTable)Tables["Orders"]!;

        public LinesTable Lines => (LinesTable)Tables["Lines"]!;

        public override SchemaSerializationMode SchemaSerializationMode { get; set; } = SchemaSerializationMode.IncludeSchema;

        protected override void InitializeDerivedDataSet()
        {
            base.Tables.Add(new OrdersTable(hasColumns: true));
            base.Tables.Add(new LinesTable(hasColumns: true));
        }

        void Compute()
        {
            Lines.Columns["Total"]!.Expression = "Count*Price";
            Orders.Columns["Sum"]!.Expression = "Sum(Child(Lines).Total)";
        }

        protected override void ReadXmlSerializable(XmlReader reader)
        {
            if (DetermineSchemaSerializationMode(reader) != SchemaSerializationMode.IncludeSchema)
            {
                ReadXml(reader);
                return;
            }
            Reset();
            var read = new DataSet();
            read.ReadXml(reader);
            Take(read);
        }

        void Take(DataSet read)
        {
            base.Tables.Add(new OrdersTable(hasColumns: false));
            base.Tables.Add(new LinesTable(hasColumns: false));
            (DataSetName, Namespace, EnforceConstraints) = (read.DataSetName, read.Namespace, read.EnforceConstraints);
            Merge(read, false, MissingSchemaAction.Add);
        }

        protected override XmlSchema GetSchemaSerializable()
        {
            using var text = new MemoryStream(DataXml.WriteXmlSchema(this));
            return XmlSchema.Read(text, null)!;
        }

        public static XmlSchemaComplexType GetTypedDataSetSchema(XmlSchemaSet schemas)
        {
            var any = new XmlSchemaSequence();
            any.Items.Add(new XmlSchemaAny { Namespace = "urn:shop" });
            return new() { Particle = any };
        }
    }

    [Serializable]
    public class OrdersTable : DataTable
    {
        public OrdersTable() : this(hasColumns: true) { }
        public OrdersTable(bool hasColumns) : base("Orders")
        {
            if (!hasColumns)
                return;
            PrimaryKey = [Columns.Add("Id", typeof(int))];
            Columns.Add("Name");
            Columns.Add("Sum", typeof(decimal));
        }
        protected OrdersTable(SerializationInfo info, StreamingContext context) : base(info, context) { }
    }

    [Serializable]
    public class LinesTable : DataTable
    {
        public LinesTable() : this(hasColumns: true) { }
        public LinesTable(bool hasColumns) : base("Lines")
        {
            if (!hasColumns)
                return;
            Columns.Add("OrderId", typeof(int));
            Columns.Add("Count", typeof(short));
            Columns.Add("Price", typeof(decimal));
            Columns.Add("Total", typeof(decimal));
        }
        protected LinesTable(SerializationInfo info, StreamingContext context) : base(info, context) { }
    }

    static Shop Filled(SerializationFormat form)
    {
        var shop = new Shop { RemotingFormat = form };
        shop.Orders.Rows.Add(1, "a");
        shop.Orders.Rows.Add(2, "b");
        shop.Lines.Rows.Add(1, (short)2, 3m);
        shop.Lines.Rows.Add(1, (short)1, 0.5m);
        shop.Lines.Rows.Add(2, (short)4, 1m);
        shop.AcceptChanges();
        return shop;
    }

    static string Told(Shop shop) => string.Join('\n',
        shop.Tables.Cast<DataTable>().Select(t => $"{t.TableName} {t.GetType().Name}: "
            + string.Join(',', t.Columns.Cast<DataColumn>().Select(c => c.ColumnName + "=" + c.Expression)) + ": "
            + string.Join(';', t.Rows.Cast<DataRow>().Select(r => string.Join(',', r.ItemArray.Select(v => $"{v:0.##}"))))));

    static readonly Type[] s_known = [typeof(Shop), typeof(OrdersTable), typeof(LinesTable)];

    public static TheoryData<string> Ways =>
        ["Xml", "ContractXml", "Binary", "ContractJson", "Nrbf", "Nrbf binary", "Soap", "Json", "Compact", "DeepCopy"];

    [Theory]
    [MemberData(nameof(Ways))]
    public void Rows_and_expressions_come_back(string way)
    {
        var shop = Filled(way == "Nrbf binary" ? SerializationFormat.Binary : SerializationFormat.Xml);
        var binary = ContractXmlOptions.Binary;
        var (nrbf, soap) = (new NrbfOptions { KnownTypes = [.. s_known] }, new SoapOptions { KnownTypes = [.. s_known] });
        var back = way switch
        {
            "Xml" => Xml.Deserialize<Shop>(Xml.Serialize(shop)),
            "ContractXml" => ContractXml.Deserialize<Shop>(ContractXml.Serialize(shop)),
            "Binary" => ContractXml.Deserialize<Shop>(ContractXml.Serialize(shop, binary), binary),
            "ContractJson" => ContractJson.Deserialize<Shop>(ContractJson.Serialize(shop)),
            "Nrbf" or "Nrbf binary" => Nrbf.Deserialize<Shop>(Nrbf.Serialize(shop, nrbf), nrbf),
            "Soap" => Soap.Deserialize<Shop>(Soap.Serialize(shop, soap), soap),
            "Json" => Json.Deserialize<Shop>(Json.Serialize(shop)),
            "Compact" => Compact.Deserialize<Shop>(Compact.Serialize(shop)),
            _ => DeepCopy.Of(shop),
        };
        Assert.Equal(Told(shop), Told(back!));
        // Computed they are, and not what was read.
        back!.Lines.Rows[2]["Price"] = 2m;
        Assert.Equal(8m, back.Orders.Rows[1]["Sum"]);
    }

    static string Told(DataTable table) => $"{table.GetType().Name} {table.TableName} '{table.Namespace}' "
        + string.Join(',', table.Columns.Cast<DataColumn>().Select(c => c.ColumnName)) + " "
        + string.Join(';', table.Rows.Cast<DataRow>().Select(r => r.RowState + ":" + string.Join(',', Versions(r))));

    static IEnumerable<string> Versions(DataRow row) =>
        from version in new[] { DataRowVersion.Original, DataRowVersion.Current }
        where row.HasVersion(version)
        from DataColumn column in row.Table.Columns
        select $"{row[column, version]}";

    /// <summary>
    /// One of its tables alone has the set's namespace, which its own constructor does not give it: rows were passed over.
    /// </summary>
    [Theory]
    [InlineData(SerializationFormat.Xml)]
    [InlineData(SerializationFormat.Binary)]
    public void A_table_of_it_alone(SerializationFormat form)
    {
        foreach (int changes in (int[])[0, 1, 2, 3])
        {
            var shop = Filled(form);
            (shop.Orders.Columns["Sum"]!.Expression, shop.Lines.Columns["Total"]!.Expression) = ("", "");
            if (changes > 0)
                shop.Orders.Rows[1]["Name"] = "changed";
            if (changes > 1)
                shop.Lines.Rows[2].Delete();
            if (changes > 2)
                shop.Orders.Rows.Add(3, "new");
            foreach (DataTable table in (DataTable[])[shop.Orders, shop.Lines])
            {
                var stream = new MemoryStream();
                var formatter = new System.Runtime.Serialization.Formatters.Binary.BinaryFormatter();
                table.RemotingFormat = form;
                formatter.Serialize(stream, table);
                stream.Position = 0;
                string expected = Told((DataTable)formatter.Deserialize(stream));
                var (nrbf, soap) = (new NrbfOptions { KnownTypes = [.. s_known] }, new SoapOptions { KnownTypes = [.. s_known] });
                foreach (var declared in (Type[])[table.GetType(), typeof(DataTable)])
                {
                    Assert.Equal(expected, Told((DataTable)Nrbf.Deserialize(stream.ToArray(), declared, nrbf)!));
                    Assert.Equal(expected, Told((DataTable)Soap.Deserialize(Soap.Serialize(table, declared, soap), declared, soap)!));
                }
                stream.Position = 0;
                Assert.Equal(expected, Told((DataTable)new IsomerBinaryFormatter(nrbf).Deserialize(stream)));
            }
        }
    }

    /// <summary>
    /// A set that leaves its schema out, with a column more or fewer than its class makes, is refused: its columns are known by their
    /// places alone. The framework reads the first, with wrong values where the new column is not the last, and fails at the second.
    /// </summary>
    [Fact]
    public void Another_column_than_the_class_has()
    {
        foreach (int more in (int[])[1, 0, -1])
        {
            var shop = Filled(SerializationFormat.Binary);
            shop.SchemaSerializationMode = SchemaSerializationMode.ExcludeSchema;
            shop.Relations.Clear();
            (shop.Orders.Columns["Sum"]!.Expression, shop.Lines.Columns["Total"]!.Expression) = ("", "");
            if (more > 0)
                shop.Orders.Columns.Add("Extra").SetOrdinal(shop.Orders.Columns.Count - 1);
            if (more < 0)
                shop.Orders.Columns.Remove("Sum");
            var stream = new MemoryStream();
            var formatter = new System.Runtime.Serialization.Formatters.Binary.BinaryFormatter();
            formatter.Serialize(stream, shop);
            stream.Position = 0;
            var options = new NrbfOptions { KnownTypes = [.. s_known] };
            if (more != 0)
            {
                if (more < 0)
                    Assert.ThrowsAny<Exception>(() => formatter.Deserialize(stream));
                var error = Assert.Throws<WireFormatException>(() => Nrbf.Deserialize<Shop>(stream.ToArray(), options));
                Assert.Contains("columns", error.Message, StringComparison.Ordinal);
                continue;
            }
            string expected = Said((Shop)formatter.Deserialize(stream));
            Assert.Equal("1a 2b 2x3 1x0.5 4x1", expected);
            Assert.Equal(expected, Said(Nrbf.Deserialize<Shop>(stream.ToArray(), options)!));
        }

        static string Said(Shop shop) => string.Join(' ', [
            .. shop.Orders.Rows.Cast<DataRow>().Select(static r => $"{r["Id"]}{r["Name"]}"),
            .. shop.Lines.Rows.Cast<DataRow>().Select(static r => $"{r["Count"]}x{r["Price"]}")]);
    }

    /// <summary>As the framework reads the document, from XmlSerializer and by it.</summary>
    [Fact]
    public void Documents_of_the_framework()
    {
        var shop = Filled(SerializationFormat.Xml);
        var original = new XmlSerializer(typeof(Shop));
        var text = new MemoryStream();
        original.Serialize(text, shop);
        Assert.Equal(Told(shop), Told(Xml.Deserialize<Shop>(text.ToArray())!));
        Assert.Equal(Told(shop), Told((Shop)original.Deserialize(new MemoryStream(Xml.Serialize(shop)))!));
        var contract = new DataContractSerializer(typeof(Shop));
        text = new MemoryStream();
        contract.WriteObject(text, shop);
        Assert.Equal(Told(shop), Told(ContractXml.Deserialize<Shop>(text.ToArray())!));
    }

    /// <summary>What the document has no expression for is what it was read as, though the class computes it.</summary>
    [Fact]
    public void A_document_without_the_expressions()
    {
        var shop = Filled(SerializationFormat.Xml);
        (shop.Orders.Columns["Sum"]!.Expression, shop.Lines.Columns["Total"]!.Expression) = ("", "");
        shop.Orders.Columns["Sum"]!.ReadOnly = false;
        shop.Orders.Rows[0]["Sum"] = 77m;
        var text = new MemoryStream();
        new XmlSerializer(typeof(Shop)).Serialize(text, shop);
        text.Position = 0;
        string expected = Told((Shop)new XmlSerializer(typeof(Shop)).Deserialize(text)!);
        Assert.Contains("77", expected, StringComparison.Ordinal);
        Assert.Equal(expected, Told(Xml.Deserialize<Shop>(text.ToArray())!));
    }
}
