using System.Data;
using System.Runtime.Loader;
using System.Text.RegularExpressions;
using System.Xml;
using System.Xml.Serialization;
using Isomer.Formats;
using Xunit;
using static Isomer.Tests.OfTables.TableXmlParts;

namespace Isomer.Tests.OfTables;

/// <summary>
/// DataSets and DataTables as the XML of their own, in every format that has it: what the framework makes of it, and nothing of what it
/// would do for hostile input.
/// </summary>
public class TableXmlTests
{
    static readonly int s_seeds = int.TryParse(Environment.GetEnvironmentVariable("ISOMER_TABLE_SEEDS"), out int n) ? n : 40;

    public static TheoryData<TableXmlForm> Forms => [.. TableXmlForm.All];

    static object? Expected(TableXmlForm form, object value)
    {
        try
        {
            return form.Original(value);
        }
        catch (Exception e) when (e is not OutOfMemoryException)
        {
            // The framework's XML loses and refuses much.
            return null;
        }
    }

    static DataSet Edited(DataSet set, Random random)
    {
        foreach (DataTable table in set.Tables)
        {
            foreach (var row in table.Rows.Cast<DataRow>().ToList())
            {
                if (random.Next(3) == 0)
                    row.Delete();
                else if (random.Next(3) == 0)
                    row.EndEdit();
            }
            if (random.Next(2) == 0)
                table.AcceptChanges();
        }
        return set;
    }

    [Theory]
    [MemberData(nameof(Forms))]
    public void Sets_come_back_as_the_framework_reads_them(TableXmlForm form)
    {
        int read = 0;
        for (int seed = 0; seed < s_seeds; seed++)
        {
            var set = new RandomTables(seed).Set();
            if (seed % 2 == 1)
                set = Edited(set, new Random(seed));
            if (Expected(form, set) is not DataSet expected)
                continue;
            read++;
            Assert.Equal((seed, null), (seed, TableDifference.Of(expected, (DataSet)form.Read(form.Write(set), typeof(DataSet)))));
        }
        Assert.True(read > s_seeds / 8, $"{read}");
    }

    [Theory]
    [MemberData(nameof(Forms))]
    public void Tables_come_back_as_the_framework_reads_them(TableXmlForm form)
    {
        int read = 0;
        for (int seed = 0; seed < s_seeds; seed++)
        {
            var table = new RandomTables(seed, plain: seed % 2 == 0).Alone();
            if (Expected(form, table) is not DataTable expected)
                continue;
            read++;
            Assert.Equal((seed, null),
                (seed, TableDifference.Of(expected, (DataTable)form.Read(form.Write(table), typeof(DataTable)), true)));
        }
        // Most tables alone, with keys and mappings as these have, the framework cannot read back.
        Assert.True(read > 1, $"{read}");
    }

    /// <summary>
    /// What WriteXmlSchema and WriteXml(DiffGram) write is the same content; what ReadXmlSchema and ReadXml make of it is expected.
    /// </summary>
    [Theory]
    [MemberData(nameof(Forms))]
    public void The_XML_of_WriteXml_is_read_as_ReadXml_does(TableXmlForm form)
    {
        int read = 0;
        for (int seed = 0; seed < s_seeds; seed++)
        {
            var set = new RandomTables(seed, plain: seed % 2 == 0).Set();
            string content;
            var expected = new DataSet();
            try
            {
                using var schema = new StringWriter();
                set.WriteXmlSchema(schema);
                using var rows = new StringWriter();
                set.WriteXml(rows, XmlWriteMode.DiffGram);
                string xsd = Regex.Replace(schema.ToString(), @"^<\?xml[^>]*>", "");
                if (xsd.Contains("schemaLocation", StringComparison.Ordinal))
                    continue;
                content = xsd + rows;
                expected.ReadXmlSchema(new StringReader(xsd));
                expected.ReadXml(new StringReader(rows.ToString()), XmlReadMode.DiffGram);
            }
            catch (Exception e) when (e is not OutOfMemoryException)
            {
                continue;
            }
            read++;
            Assert.Equal((seed, null),
                (seed, TableDifference.Of(expected, (DataSet)form.Read(form.Wrap(content, typeof(DataSet)), typeof(DataSet)))));
        }
        Assert.True(read > s_seeds / 8, $"{read}");
    }

    static DataSet Computing()
    {
        var set = new DataSet("S");
        var customers = set.Tables.Add("Customers");
        customers.Columns.Add("Id", typeof(int));
        customers.Columns.Add("Name", typeof(string));
        customers.Constraints.Add("key", customers.Columns[0], true);
        var orders = set.Tables.Add("Orders");
        orders.Columns.Add("Customer", typeof(int));
        orders.Columns.Add("Total", typeof(decimal));
        set.Relations.Add("Placed", customers.Columns[0], orders.Columns[0]).Nested = true;
        for (int i = 0; i < 40; i++)
        {
            customers.Rows.Add(i, "n" + i);
            for (int k = 0; k < i % 4; k++)
                orders.Rows.Add(i, k + 0.5m);
        }
        // In an order in which the one needs what comes after it, over tables too.
        customers.Columns.Add("Share", typeof(double));
        customers.Columns.Add("Count", typeof(int), "Count(Child(Placed).Total)");
        customers.Columns.Add("Sum", typeof(decimal), "Sum(Child.[Total])");
        customers.Columns.Add("All", typeof(decimal), "Sum(Sum)");
        customers.Columns["Share"]!.Expression = "IIF([all] > 0, Sum / All, 0)";
        orders.Columns.Add("Label", typeof(string), "Parent(Placed).Name + ': ' + Total");
        orders.Columns.Add("Of", typeof(double), "Total / Parent.Sum");
        set.AcceptChanges();
        customers.Rows[3]["Name"] = "other";
        orders.Rows[5].Delete();
        orders.Rows[7]["Total"] = 99m;
        orders.Rows.Add(1, 7m);
        customers.DisplayExpression = "Name + Count";
        return set;
    }

    [Theory]
    [MemberData(nameof(Forms))]
    public void Computed_columns_come_back(TableXmlForm form)
    {
        var set = Computing();
        var expected = (DataSet)form.Original(set);
        var copy = (DataSet)form.Read(form.Write(set), typeof(DataSet));
        // What was before a change is what the writer had; the framework computes some of it again.
        for (int t = 0; t < set.Tables.Count; t++)
            for (int r = 0; r < set.Tables[t].Rows.Count; r++)
                foreach (var rows in new[] { set, expected }.Select(s => s.Tables[t].Rows))
                    foreach (var version in rows == expected.Tables[t].Rows
                        ? new[] { DataRowVersion.Current }
                        : [DataRowVersion.Original, DataRowVersion.Current])
                        if (rows[r].HasVersion(version))
                            Assert.Equal(ItemsOf(rows[r], version), ItemsOf(copy.Tables[t].Rows[r], version));
        foreach (var each in new[] { expected, copy })
            each.AcceptChanges();
        Assert.Null(TableDifference.Of(expected, copy));
        Assert.Equal("Name + Count", copy.Tables[0].DisplayExpression);
        // They go on computing.
        copy.Tables["Orders"]!.Rows.Add(2, 1000m);
        Assert.True((decimal)copy.Tables["Customers"]!.Rows[0]["All"] > 1000m);
    }

    static object[] ItemsOf(DataRow row, DataRowVersion version) => [.. row.Table.Columns.Cast<DataColumn>().Select(c => row[c, version])];

    /// <summary>Half a megabyte of columns and empty rows would be a gigabyte as a table.</summary>
    [Theory]
    [MemberData(nameof(Forms))]
    public void Rows_of_nothing_have_no_thousand_columns(TableXmlForm form)
    {
        string columns = string.Concat(Enumerable.Range(0, 1000).Select(i => TableXmlParts.Column("c" + i)));
        string content = TableXmlParts.Content(columns, TableXmlParts.Rows(10_000, _ => ""));
        Assert.Contains("10000 rows of 1000 columns",
            Assert.Throws<WireFormatException>(() => form.Read(form.Wrap(content, typeof(DataSet)), typeof(DataSet))).Message,
            StringComparison.Ordinal);
        Assert.Equal(100,
            ((DataSet)form.Read(form.Wrap(TableXmlParts.Content(columns, TableXmlParts.Rows(100, _ => "")), typeof(DataSet)),
                typeof(DataSet))).Tables[0].Rows.Count);
    }

    /// <summary>
    /// Where the expression of a column may stand in a schema: an element, an attribute, a hidden attribute, the text of the row.
    /// </summary>
    [Theory]
    [MemberData(nameof(Forms))]
    public void Computed_columns_of_every_mapping(TableXmlForm form)
    {
        var set = new DataSet("S");
        var table = set.Tables.Add("T");
        table.Columns.Add("a", typeof(int)).ColumnMapping = MappingType.Attribute;
        table.Columns.Add("b", typeof(int), "a + 1").ColumnMapping = MappingType.Attribute;
        table.Columns.Add("c", typeof(int), "a + 2").ColumnMapping = MappingType.Hidden;
        table.Columns.Add("d", typeof(int), "a + 3");
        var text = set.Tables.Add("U");
        text.Columns.Add("a", typeof(int)).ColumnMapping = MappingType.Attribute;
        text.Columns.Add("b", typeof(int), "a + 4").ColumnMapping = MappingType.SimpleContent;
        text.Columns["b"]!.ExtendedProperties["kept"] = "too";
        table.Rows.Add(1);
        text.Rows.Add(1);
        Assert.Null(TableDifference.Of((DataSet)form.Original(set), (DataSet)form.Read(form.Write(set), typeof(DataSet))));
    }

    /// <summary>
    /// A class as the framework's generator makes them: it reads its XML into another set, and takes the tables from there.
    /// </summary>
    [XmlRoot("Generated")]
    [Serializable]
    public sealed class Generated : DataSet
    {
        public Generated()
        {
            DataSetName = "Generated";
            Tables.Add(new CustomerTable());
            Tables["Customers"]!.Columns.Add("Twice", typeof(int), "Id * 2");
        }

        public override SchemaSerializationMode SchemaSerializationMode { get; set; } = SchemaSerializationMode.IncludeSchema;

        protected override void ReadXmlSerializable(XmlReader reader)
        {
            if (DetermineSchemaSerializationMode(reader) == SchemaSerializationMode.IncludeSchema)
            {
                Reset();
                var set = new DataSet();
                set.ReadXml(reader);
                if (set.Tables["Customers"] is { } table)
                    Tables.Add(new DataTable(table.TableName));
                DataSetName = set.DataSetName;
                Prefix = set.Prefix;
                Namespace = set.Namespace;
                CaseSensitive = set.CaseSensitive;
                EnforceConstraints = set.EnforceConstraints;
                Merge(set, false, MissingSchemaAction.Add);
            }
            else
            {
                ReadXml(reader);
            }
        }
    }

    [Theory]
    [MemberData(nameof(Forms))]
    public void Typed_sets_come_back_as_the_framework_reads_them(TableXmlForm form)
    {
        foreach (var mode in new[] { SchemaSerializationMode.IncludeSchema, SchemaSerializationMode.ExcludeSchema })
        {
            var set = new Generated { SchemaSerializationMode = mode };
            for (int i = 0; i < 10; i++)
                set.Tables[0].Rows.Add(i, "n" + i);
            set.AcceptChanges();
            set.Tables[0].Rows[2].Delete();
            set.Tables[0].Rows[3]["Name"] = "other";
            if (Expected(form, set) is not DataSet expected)
                continue;
            var copy = (Generated)form.Read(form.Write(set), typeof(Generated));
            Assert.Null(TableDifference.Of(expected, copy));
            Assert.Equal(8, copy.Tables[0].Rows[4]["Twice"]);
        }
        // A class with a schema of its own and nothing overridden.
        var shop = new ShopSet();
        shop.Customers.Rows.Add(1, "Ann");
        shop.Orders.Rows.Add(10, 1, 9.50m);
        if (Expected(form, shop) is DataSet plain)
            Assert.Null(TableDifference.Of(plain, (DataSet)form.Read(form.Write(shop), typeof(ShopSet))));
        else
            Assert.Throws<WireFormatException>(() => form.Read(form.Write(shop), typeof(ShopSet)));
    }

    static WireFormatException Refused(TableXmlForm form, string content)
    {
        var e = Assert.Throws<WireFormatException>(() => form.Read(form.Wrap(content, typeof(DataSet)), typeof(DataSet)));
        Assert.NotNull(e.Format);
        return e;
    }

    [Theory]
    [MemberData(nameof(Forms))]
    public void What_is_legal_is_read(TableXmlForm form)
    {
        var set = (DataSet)form.Read(form.Wrap(Content(Column("a") + Computed("b", "a * 2"), Rows(3, i => $"<a>{i}</a>")), typeof(DataSet)),
            typeof(DataSet));
        Assert.Equal((3, 4), (set.Tables[0].Rows.Count, set.Tables[0].Rows[2]["b"]));
    }

    [Theory]
    [MemberData(nameof(Forms))]
    public void No_type_is_looked_for(TableXmlForm form)
    {
        var asked = new List<string>();
        System.Reflection.Assembly? hear(AssemblyLoadContext context, System.Reflection.AssemblyName name)
        {
            if (name.Name!.StartsWith("Evil", StringComparison.Ordinal))
                asked.Add(name.Name);
            return null;
        }
        AssemblyLoadContext.Default.Resolving += hear;
        try
        {
            string any = Column("o", "xs:anyType", "msdata:DataType=\"System.Object\"");
            Refused(form, Content(Column("o", "xs:anyType", "msdata:DataType=\"System.Type\""), Row(0, "<o>Evil.A, Evil1</o>")));
            Refused(form, Content(Column("o", "xs:anyType", "msdata:DataType=\"Evil.A, Evil2\""), ""));
            Refused(form, Content(Column("o", "xs:anyType", "msdata:DataType=\"System.Type\" default=\"Evil.A, Evil3\""), ""));
            Refused(form, Content(any, Row(0, "<o msdata:InstanceType=\"Type\">Evil.A, Evil4</o>")));
            Refused(form, Content(any, Row(0, "<o msdata:InstanceType=\"System.Type\">Evil.A, Evil5</o>")));
            Refused(form, Content(any, Row(0, "<o msdata:InstanceType=\"Evil.A, Evil6\">1</o>")));
            Refused(form, Content(any, "", Row(0, "<o msdata:InstanceType=\"Evil.A, Evil7\">1</o>")));
            Refused(form, Content(Computed("a", "Convert('Evil.A, Evil8', 'System.Type')"), Row(0, "")));
            Refused(form, Content(Column("a", "xs:int", "msdata:DataType=\"System.Collections.Generic.List`1[[Evil.A, Evil9]]\""), ""));
            // A name that is known is of the framework, whatever assembly it is said to be in.
            var set = (DataSet)form.Read(
                form.Wrap(Content(any, Row(0, "<o msdata:InstanceType=\"System.Guid, Evil10\">11223344-5566-7788-99aa-bbccddeeff00</o>")),
                    typeof(DataSet)), typeof(DataSet));
            Assert.IsType<Guid>(set.Tables[0].Rows[0][0]);
            Assert.Empty(asked);
        }
        finally
        {
            AssemblyLoadContext.Default.Resolving -= hear;
        }
    }

    /// <summary>A table that nests in itself: rows stand flat, each the parent of the next.</summary>
    [Fact]
    public void Rows_of_a_table_that_nests_in_itself_are_bounded()
    {
        var set = new DataSet("S");
        var table = set.Tables.Add("T");
        table.Columns.Add("id", typeof(int));
        table.Columns.Add("up", typeof(int));
        set.Relations.Add("r", table.Columns[0], table.Columns[1], false).Nested = true;
        string schema = TableXmlForm.ContentOf(set);
        schema = schema[..schema.IndexOf("<diffgr", StringComparison.Ordinal)];
        string rows(int count) =>
            schema + Content("", Rows(count, i => $"<id>{i}</id><up>{i - 1}</up>")) is var all
                ? schema + all[all.IndexOf("<diffgr", StringComparison.Ordinal)..]
                : "";
        foreach (var form in TableXmlForm.All)
        {
            Assert.Equal(500, ((DataSet)form.Read(form.Wrap(rows(500), typeof(DataSet)), typeof(DataSet))).Tables[0].Rows.Count);
            Assert.Contains("nests in itself", Refused(form, rows(100_000)).Message, StringComparison.Ordinal);
        }
    }

    [Theory]
    [MemberData(nameof(Forms))]
    public void What_costs_more_than_its_size_is_refused(TableXmlForm form)
    {
        Assert.Contains("characters",
            Refused(form,
                Content(Column("a") + Computed("b", string.Concat(Enumerable.Repeat("1+", 2500)) + "1"), Row(0, "<a>1</a>"))).Message,
                    StringComparison.Ordinal);
        string any = Column("o", "xs:anyType", "msdata:DataType=\"System.Object\"");
        Assert.Contains("does not pass", Refused(form, Content(any, "", Row(0, "<o>1</o>", "diffgr:hasChanges=\"deleted\""))).Message,
            StringComparison.Ordinal);
        Assert.Contains("place", Refused(form, Content(Column("a"), Row(2_000_000_000, "<a>1</a>"))).Message, StringComparison.Ordinal);
        Assert.Contains("schema",
            Refused(form,
                """<Schema xmlns="urn:schemas-microsoft-com:xml-data" name="x"/>""" + Content(Column("a", "xs:nothing"), "")).Message,
                    StringComparison.OrdinalIgnoreCase);
        Assert.Contains("schemaLocation",
            Refused(form,
                Content("<xs:any/>", "")
                    .Replace("<xs:element name=\"S\"", "<xs:import schemaLocation=\"http://a.invalid/b.xsd\"/><xs:element name=\"S\"",
                        StringComparison.Ordinal)).Message, StringComparison.Ordinal);
        string chain = Column("c0") + string.Concat(Enumerable.Range(1, 40).Select(i => Computed("c" + i, $"c{i - 1} + c{i - 1}")));
        Assert.Contains("followed", Refused(form, Content(chain, Row(0, "<c0>1</c0>"))).Message, StringComparison.Ordinal);
        string backwards = string.Concat(
            Enumerable.Range(1, 40).Reverse()
                .Select(i => Computed("c" + i, string.Join(" + ", Enumerable.Range(0, i).Select(k => "c" + k))))) + Column("c0");
        Assert.Contains("followed", Refused(form, Content(backwards, Row(0, "<c0>1</c0>"))).Message, StringComparison.Ordinal);
        Assert.Contains("own value", Refused(form, Content(Computed("a", "b + 1") + Computed("b", "a + 1"), "")).Message,
            StringComparison.Ordinal);
        Assert.Contains("too long", Refused(form, Content(Column("a") + Computed("b", "a / Sum(a)"), Rows(8000, _ => "<a>1</a>"))).Message,
            StringComparison.Ordinal);
        Assert.Contains("each",
            Refused(form,
                Content(Column("a") + string.Concat(Enumerable.Range(0, 25).Select(i => Computed("b" + i, "Sum(a)"))),
                    Rows(8000, _ => "<a>1</a>"))).Message, StringComparison.Ordinal);
        Assert.Contains("texts",
            Refused(form,
                Content(Column("a", "xs:string") + Computed("b", string.Join("+", Enumerable.Repeat("a", 50)), "xs:string"),
                    Row(0, $"<a>{new string('x', 50_000)}</a>"))).Message, StringComparison.Ordinal);
    }
}
