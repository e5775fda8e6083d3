using System.Data;
using System.Text;
using Isomer.Tabular;
using Xunit;

namespace Isomer.Tests.OfTables;

/// <summary>What the differential runs over random sets found (<see cref="TableDifferentialTests"/>), each by itself.</summary>
public class TableNestingTests
{
    static DataSet Circle(int tables)
    {
        var set = new DataSet("S") { EnforceConstraints = false };
        for (int i = 0; i < tables; i++)
        {
            var table = set.Tables.Add("T" + i);
            table.Columns.Add("id", typeof(int));
            table.Columns.Add("up", typeof(int));
            table.Rows.Add(1, 1);
        }
        for (int i = 0; i < tables; i++)
            set.Relations.Add(
                new DataRelation("r" + i, set.Tables[i].Columns[0], set.Tables[(i + 1) % tables].Columns[1], false) { Nested = true });
        return set;
    }

    /// <summary>
    /// Rows in a circle ended the process: the writers of the framework, and ours, go there by recursion. A set whose constraints are off
    /// has them after reading input, too.
    /// </summary>
    [Theory, InlineData(1), InlineData(2), InlineData(3)]
    public void Rows_in_a_circle_are_refused(int tables)
    {
        var set = Circle(tables);
        foreach (var mode in (XmlWriteMode[])[XmlWriteMode.IgnoreSchema, XmlWriteMode.WriteSchema, XmlWriteMode.DiffGram])
            Assert.Contains("within itself",
                Assert.Throws<NotSupportedException>(() => DataXml.Serialize(set, new DataXmlOptions { WriteMode = mode })).Message,
                StringComparison.Ordinal);
        Assert.Throws<NotSupportedException>(() => DataXml.Serialize(set.Tables[0], new DataXmlOptions { WriteHierarchy = true }));
        Assert.Throws<NotSupportedException>(() => Nrbf.Serialize(set));
        Assert.Throws<NotSupportedException>(() => Soap.Serialize(set));
        Assert.Throws<NotSupportedException>(() => Xml.Serialize(set));
        Assert.Throws<NotSupportedException>(() => ContractXml.Serialize(set));
        // The full form has no rows within rows.
        Assert.Null(TableDifference.Of(set, Compact.Deserialize<DataSet>(Compact.Serialize(set))!));
    }

    /// <summary>
    /// Below a table that the schema begins with, the framework looks for the namespace of nested tables round and round, until the process
    /// has ended: no row is needed, and so the schema is refused. A circle by itself, tables alone, and documents without a schema go as
    /// ever.
    /// </summary>
    [Theory, InlineData(""), InlineData("urn:x")]
    public void A_schema_in_a_circle_is_refused_where_the_framework_does_not_come_back(string ns)
    {
        var set = new DataSet("S") { EnforceConstraints = false, Namespace = ns };
        for (int i = 0; i < 3; i++)
        {
            var table = set.Tables.Add("T" + i);
            foreach (string column in (string[])["id", "up", "other"])
                table.Columns.Add(column, typeof(int));
        }
        // A relation that nests already is refused by the framework where its table nests in two; one that comes to nest is not.
        void Nest(int parent, int child, int column)
        {
            var relation = new DataRelation($"{parent}{child}", set.Tables[parent].Columns[0], set.Tables[child].Columns[column], false);
            set.Relations.Add(relation);
            relation.Nested = true;
        }

        Nest(0, 1, 1);
        Nest(1, 0, 2);
        var described = new DataSet();
        byte[] schema = DataXml.WriteXmlSchema(set);
        DataXml.ReadXmlSchema(described, schema);
        Assert.Equal(Encoding.UTF8.GetString(schema), Encoding.UTF8.GetString(DataXml.WriteXmlSchema(described)));
        // A table that begins the schema, above the circle.
        set.Relations.Remove("10");
        set.Relations.Remove("01");
        Nest(2, 0, 1);
        Nest(0, 1, 1);
        Nest(1, 0, 2);
        var withSchema = new DataXmlOptions { WriteMode = XmlWriteMode.WriteSchema };
        Action[] ways = [() => DataXml.WriteXmlSchema(set), () => DataXml.Serialize(set, withSchema), () => Nrbf.Serialize(set),
            () => Soap.Serialize(set), () => Xml.Serialize(set), () => ContractXml.Serialize(set)];
        foreach (var way in ways)
        {
            if (ns.Length > 0)
                way();
            else
                Assert.Contains("circle of tables", Assert.Throws<NotSupportedException>(way).Message, StringComparison.Ordinal);
        }
        DataXml.Serialize(set);
        foreach (DataTable table in set.Tables)
            DataXml.Serialize(table);
        // The full form tells relations as such.
        Assert.Null(TableDifference.Of(set, Compact.Deserialize<DataSet>(Compact.Serialize(set))!));
        Assert.Null(TableDifference.Of(set, Json.Deserialize<DataSet>(Json.Serialize(set))!));
    }

    /// <summary>
    /// A circle by itself is met where one of its tables nests in itself too: the writer of schemas begins with such. Case 14,168 of seed
    /// 170616 of the random sets was one, and did not end.
    /// </summary>
    [Fact]
    public void A_circle_is_met_that_a_schema_begins_with()
    {
        var set = new DataSet("S") { EnforceConstraints = false };
        foreach (string name in (string[])["T0", "T1"])
            foreach (string column in (string[])["id", "up", "other", "more"])
                (set.Tables[name] ?? set.Tables.Add(name)).Columns.Add(column, typeof(int));
        foreach (var (parent, child, column) in ((int, int, int)[])[(1, 1, 3), (0, 1, 1), (1, 0, 2)])
        {
            var relation = new DataRelation($"r{column}", set.Tables[parent].Columns[0], set.Tables[child].Columns[column], false);
            set.Relations.Add(relation);
            relation.Nested = true;
        }
        foreach (var way in (Action[])[() => DataXml.WriteXmlSchema(set),
            () => DataXml.Serialize(set, new DataXmlOptions { WriteMode = XmlWriteMode.WriteSchema }), () => Xml.Serialize(set)])
            Assert.Contains("circle of tables", Assert.Throws<NotSupportedException>(way).Message, StringComparison.Ordinal);
        DataXml.Serialize(set);
    }

    /// <summary>
    /// Tables were taken off a circle one at each pass over all of them: by the square of their number, in the order in which most sets
    /// have them.
    /// </summary>
    [Fact]
    public void Many_tables_within_tables_are_looked_at_once()
    {
        static long Work(int tables)
        {
            var set = new DataSet("S") { EnforceConstraints = false };
            for (int i = 0; i < tables; i++)
                foreach (string column in (string[])["id", "up"])
                    (set.Tables["T" + i] ?? set.Tables.Add("T" + i)).Columns.Add(column, typeof(int));
            // From the innermost on, for the framework looks at all those around when one comes to nest.
            for (int i = tables - 2; i >= 0; i--)
                set.Relations.Add(
                    new DataRelation("r" + i, set.Tables[i].Columns[0], set.Tables[i + 1].Columns[1], false) { Nested = true });
            TableNesting.Check(set);
            long before = GC.GetAllocatedBytesForCurrentThread();
            TableNesting.Check(set);
            return GC.GetAllocatedBytesForCurrentThread() - before;
        }

        // What is compiled once more in between allocates less.
        long few = Work(100);
        Assert.InRange(Work(1600) / (double)few, 0, 60);
    }

    /// <summary>A row that is being edited has other children than those that call it their parent.</summary>
    [Fact]
    public void A_row_that_is_being_edited_may_be_within_itself()
    {
        var set = Circle(1);
        var row = set.Tables[0].Rows[0];
        row["up"] = 5;
        TableNesting.Check(set);
        row.BeginEdit();
        row["id"] = 5;
        Assert.Throws<NotSupportedException>(() => TableNesting.Check(set));
    }

    [Fact]
    public void Rows_deeper_than_can_be_read_are_refused()
    {
        var set = new DataSet("S");
        var table = set.Tables.Add("T");
        table.Columns.Add("id", typeof(int));
        table.Columns.Add("up", typeof(int));
        set.Relations.Add(new DataRelation("r", table.Columns[0], table.Columns[1], false) { Nested = true });
        for (int i = 0; i < 250; i++)
            table.Rows.Add(i, i == 0 ? DBNull.Value : i - 1);
        byte[] document = DataXml.Serialize(set);
        var back = set.Clone();
        DataXml.Fill(back, document);
        Assert.Equal(250, back.Tables[0].Rows.Count);
        for (int i = 250; i < 20_000; i++)
            table.Rows.Add(i, i - 1);
        Assert.Contains("levels deep", Assert.Throws<NotSupportedException>(() => DataXml.Serialize(set)).Message,
            StringComparison.Ordinal);
    }

    /// <summary>
    /// A prefix or default namespace that an element around the schema declares: the framework's reader of schemas asks XmlTextReader for
    /// it, and did not ask ours.
    /// </summary>
    [Theory]
    [InlineData("")]
    [InlineData(" xmlns:xs='http://www.w3.org/2001/XMLSchema' xmlns:msdata='urn:schemas-microsoft-com:xml-msdata'")]
    public void A_schema_knows_what_is_declared_around_it(string declared)
    {
        string own = declared.Length == 0
            ? " xmlns:xs='http://www.w3.org/2001/XMLSchema' xmlns:msdata='urn:schemas-microsoft-com:xml-msdata'"
            : "";
        string content = $"<xs:schema id='S' targetNamespace='urn:s' xmlns:m='urn:s' elementFormDefault='qualified'{own}><xs:element name='S' msdata:IsDataSet='true'><xs:complexType><xs:choice maxOccurs='unbounded'>"
            + string.Concat(
                "TU".Select(
                    t => $"<xs:element name='{t}'><xs:complexType><xs:sequence><xs:element name='a' type='xs:int'/></xs:sequence></xs:complexType></xs:element>"))
            + "</xs:choice></xs:complexType><xs:unique name='u'><xs:selector xpath='.//m:T'/><xs:field xpath='m:a'/></xs:unique><xs:keyref name='k' refer='u'><xs:selector xpath='.//m:U'/><xs:field xpath='m:a'/></xs:keyref></xs:element></xs:schema>";
        byte[] document = Encoding.UTF8.GetBytes($"<S xmlns='urn:s'{declared}>{content}<T><a>1</a></T><U><a>1</a></U></S>");
        foreach (var mode in (XmlReadMode[])[XmlReadMode.Auto, XmlReadMode.ReadSchema])
            DataXmlTests.ReadsAlike(document, () => new DataSet(), mode, declared);
        var set = DataXml.Deserialize<DataSet>(document);
        Assert.Equal((1, 1), (set.Relations.Count, set.Tables["U"]!.Rows.Count));
        Assert.Single(
            Xml.Deserialize<DataSet>(
                Encoding.UTF8.GetBytes(
                    $"<DataSet{declared}>{content.Replace("targetNamespace='urn:s'", "xmlns='urn:s' targetNamespace='urn:s'", StringComparison.Ordinal)}</DataSet>"))!.Relations);
    }

    /// <summary>Names that differ in their case alone are those of two tables, where a set allows it.</summary>
    [Fact]
    public void T0_and_t0_are_two_tables()
    {
        var set = new DataSet("S");
        foreach (string name in (string[])["T0", "t0"])
        {
            var table = set.Tables.Add(name);
            table.Columns.Add(name == "T0" ? "a" : "b", typeof(int));
            table.Rows.Add(1);
        }
        set.RemotingFormat = SerializationFormat.Xml;
        foreach (var copy in (DataSet?[])[Json.Deserialize<DataSet>(Json.Serialize(set)),
            Compact.Deserialize<DataSet>(Compact.Serialize(set)), Protobuf.Deserialize<DataSet>(Protobuf.Serialize(set)), DeepCopy.Of(set)])
            Assert.Null(TableDifference.Of(set, copy!));
#pragma warning disable SYSLIB0038 // the binary form of the original
        set.RemotingFormat = SerializationFormat.Binary;
#pragma warning restore SYSLIB0038
        Assert.Null(TableDifference.Of(set, Nrbf.Deserialize<DataSet>(Nrbf.Serialize(set))));
    }

    /// <summary>Ends of lines in the text of a row stay what they are: the entries are read as the framework reads them.</summary>
    [Fact]
    public void Text_of_a_row_in_entries_keeps_its_ends_of_lines()
    {
        var set = new DataSet("S");
        var table = set.Tables.Add("T");
        table.Columns.Add(new DataColumn("id", typeof(int), null, MappingType.Attribute));
        table.Columns.Add(new DataColumn("text", typeof(string), null, MappingType.SimpleContent));
        table.Rows.Add(1, "a\r\nb");
        byte[] payload = Formats.OfNrbf.NrbfTests.Original(set);
        Assert.Equal(((DataSet)Formats.OfNrbf.NrbfTests.Original(payload)).Tables[0].Rows[0]["text"],
            Nrbf.Deserialize<DataSet>(payload)!.Tables[0].Rows[0]["text"]);
    }

    /// <summary>A table alone is made anew by the framework, its key before its other constraints.</summary>
    [Fact]
    public void The_key_of_a_table_alone_comes_first()
    {
        var table = new DataTable("T");
        foreach (string name in (string[])["id", "a", "b"])
            table.Columns.Add(name, typeof(int));
        table.Columns["a"]!.Unique = true;
        table.PrimaryKey = [table.Columns["id"]!];
        table.Columns["b"]!.Unique = true;
        table.Rows.Add(1, 2, 3);
        byte[] payload = Formats.OfNrbf.NrbfTests.Original(table);
        Assert.Null(
            TableDifference.Of((DataTable)Formats.OfNrbf.NrbfTests.Original(payload), Nrbf.Deserialize<DataTable>(payload)!, true));
    }

    /// <summary>A table that is computed of another has no schema alone, and a document with a schema all the same.</summary>
    [Fact]
    public void A_table_that_is_computed_of_another()
    {
        var shop = new ShopSet();
        shop.Customers.Rows.Add(1, "Ann");
        shop.Orders.Rows.Add(10, 1, 9.50m);
        foreach (bool hierarchy in (bool[])[false, true])
        {
            var options = new DataXmlOptions { WriteMode = XmlWriteMode.WriteSchema, WriteHierarchy = hierarchy };
            Assert.Equal(Encoding.UTF8.GetString(DataXmlTests.Original(shop.Customers, options)),
                Encoding.UTF8.GetString(DataXml.Serialize(shop.Customers, options)));
        }
    }

    /// <summary>Data behind a schema of no table: the framework reads it.</summary>
    [Fact]
    public void A_schema_of_no_table()
    {
        byte[] document = "<S><xs:schema id='S' xmlns:xs='http://www.w3.org/2001/XMLSchema' xmlns:msdata='urn:schemas-microsoft-com:xml-msdata'><xs:element name='S' msdata:IsDataSet='true'/></xs:schema><T><a>1</a></T></S>"u8.ToArray();
        DataXmlTests.ReadsAlike(document, () => new DataSet(), XmlReadMode.Auto, "no table");
    }

    /// <summary>A document without rows is what the framework says that it is.</summary>
    [Theory, InlineData("<S></S>"), InlineData("<S><x/></S>"), InlineData("<S> </S>")]
    public void Documents_without_rows_are_understood_alike(string document)
    {
        DataTable theirs = new("T"), ours = new("T");
        theirs.Columns.Add("a");
        ours.Columns.Add("a");
        Assert.Equal(theirs.ReadXml(new StringReader(document)), DataXml.Fill(ours, Encoding.UTF8.GetBytes(document)));
        var set = new DataSet("S");
        set.Tables.Add("T").Columns.Add("a");
        DataXmlTests.ReadsAlike(Encoding.UTF8.GetBytes(document), set.Clone, XmlReadMode.Auto, document);
    }

    /// <summary>What has no form in XML is told by one exception, with the remedy.</summary>
    [Fact]
    public void Columns_that_have_no_form_are_told()
    {
        var set = new DataSet("S");
        var table = set.Tables.Add("T");
        table.Columns.Add(new DataColumn("a", typeof(DateOnly), null, MappingType.Attribute));
        foreach (var write in (Action[])[() => Nrbf.Serialize(set), () => Soap.Serialize(set),
            () => DataXml.Serialize(set, new DataXmlOptions { WriteMode = XmlWriteMode.WriteSchema })])
            Assert.Contains("has no form in XML", Assert.Throws<NotSupportedException>(write).Message, StringComparison.Ordinal);
    }

    /// <summary>
    /// Ten thousand rows of a thousand computed columns were made before they were counted: 40 MB and half a minute for 70 KB.
    /// </summary>
    [Fact]
    public void Computed_cells_are_counted_before_there_are_rows()
    {
        var set = new TableSet
        {
            Name = "S",
            Tables = [
                    new Isomer.Tabular.Table
                        { Name = "T", States = new string('U', 10_000),
                            Columns = [
                                .. Enumerable.Range(0, 1000)
                                    .Select(i => new TableColumn { Name = "c" + i, Type = "Int32", Expression = "1" })] }]
        };
        byte[] json = Json.Serialize(set);
        long before = GC.GetAllocatedBytesForCurrentThread();
        Assert.Contains("Expressions compute", Assert.Throws<WireFormatException>(() => Json.Deserialize<DataSet>(json)).Message,
            StringComparison.Ordinal);
        Assert.InRange(GC.GetAllocatedBytesForCurrentThread() - before, 0, 10_000_000);
    }
}
