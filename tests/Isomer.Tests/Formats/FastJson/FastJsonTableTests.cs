using System.Data;
using System.Text.Json;
using Isomer.Tests.OfTables;
using Xunit;
using static Isomer.Tests.Formats.FastJson.FastJsonCheck;

namespace Isomer.Tests.Formats.FastJson;

/// <summary>DataSet and DataTable byte for byte, in the compact form and with the schema as XSD.</summary>
public class FastJsonTableTests
{
    const string Schema =
        """{"$types":{"fastJSON.DatasetSchema, fastJSON, Version=2.4.0.0, Culture=neutral, PublicKeyToken=null":"1"},"$type":"1","Info":""";

    public class Holder { public int id; public DataSet? ds; public DataTable? dt; }

    static DataSet Set()
    {
        var set = new DataSet("MyDS");
        var one = set.Tables.Add("T1");
        one.Columns.Add("id", typeof(int));
        one.Columns.Add("g", typeof(Guid));
        one.Columns.Add(new DataColumn("d", typeof(DateTime)) { DateTimeMode = DataSetDateTime.Utc });
        one.Columns.Add("b", typeof(byte[]));
        one.Rows.Add(1, new Guid("00112233-4455-6677-8899-aabbccddeeff"), new DateTime(2020, 1, 2, 3, 4, 5, DateTimeKind.Utc),
            new byte[] { 1, 2, 3 });
        one.Rows.Add(2, null, null, null);
        set.Tables.Add("T2").Columns.Add("only", typeof(string));
        set.AcceptChanges();
        return set;
    }

    const string Info = """["T1","id","System.Int32","T1","g","System.Guid","T1","d","System.DateTime","T1","b","System.Byte[]","T2","only","System.String"]""";
    const string Rows = """[[1,"MyIRAFVEd2aImaq7zN3u/w==","2020-01-02T03:04:05Z","AQID"],[2,null,null,null]]""";

    [Fact]
    public void A_set() => Writes($$"""{"$schema":{{Schema}}{{Info}},"Name":"MyDS"},"T1":{{Rows}},"T2":[]}""", Set());

    [Fact]
    public void A_table()
    {
        string own = Info[..Info.IndexOf(",\"T2\"", StringComparison.Ordinal)] + "]";
        Writes($$"""{"$schema":{{Schema}}{{own}},"Name":"T1"},"T1":{{Rows}}}""", Set().Tables["T1"]!);
        Writes($$"""{"$schema":{{Schema}}[],"Name":""},"":[]}""", new DataTable());
    }

    [Fact]
    public void Inside_an_object_the_schema_has_a_number_of_its_table_of_types()
    {
        Writes($$"""{"$types":{"«Holder»":"1","fastJSON.DatasetSchema, fastJSON, Version=2.4.0.0, Culture=neutral, PublicKeyToken=null":"2"},"$type":"1","id":5,"ds":{"$schema":{"$type":"2","Info":{{Info}},"Name":"MyDS"},"T1":{{Rows}},"T2":[]},"dt":{"$schema":{"$type":"2","Info":["T2","only","System.String"],"Name":"T2"},"T2":[]} }""".Replace("} }", "}}", StringComparison.Ordinal),
            new Holder { id = 5, ds = Set(), dt = Set().Tables["T2"] }, null, typeof(Holder));
        // With its name in each object.
        Writes("""{"$schema":{"$type":"fastJSON.DatasetSchema, fastJSON, Version=2.4.0.0, Culture=neutral, PublicKeyToken=null","Info":["T2","only","System.String"],"Name":"T2"},"T2":[]}""",
            Set().Tables["T2"]!, With(r => r with { Types = FastJsonTypes.EachObject }));
    }

    [Fact]
    public void Parameters()
    {
        var table = Set().Tables["T2"]!;
        Writes($$"""{"$schema":{{Schema}}["T2","only","{{typeof(string).AssemblyQualifiedName}}"],"Name":"T2"},"T2":[]}""", table,
            With(r => r with { FullColumnTypes = true }));
        // UseExtensions = false: no schema, and so nothing that could be read.
        Writes($$"""{"T1":{{Rows}},"T2":[]}""", Set(), Plain);
        Assert.Contains("$schema", Refuses<DataSet>(Text(Set(), Plain)).Message, StringComparison.Ordinal);
        Writes($$"""{"T1":[[1,"00112233-4455-6677-8899-aabbccddeeff","2020-01-02T03:04:05.000Z","AQID"],[2,null,null,null]],"T2":[]}""",
            Set(), With(r => r with { Types = FastJsonTypes.None, Base64Guids = false, Milliseconds = true }));
        // The original does not escape the names of tables.
        table.TableName = "a\"b";
        Writes("""{"a\"b":[]}""", table, Plain);
    }

    [Fact]
    public void The_schema_as_XSD()
    {
        var xsd = With(r => r with { CompactTableSchema = false });
        var set = Set();
        set.Tables["T1"]!.PrimaryKey = [set.Tables["T1"]!.Columns["id"]!];
        string schema = "";
        foreach (char c in set.GetXmlSchema())
            schema += c switch { '"' => "\\\"", '\n' => "\\n", '\r' => "\\r", '\t' => "\\t", _ => c.ToString() };
        Assert.StartsWith("<?xml version=\\\"1.0\\\" encoding=\\\"utf-16\\\"?>", schema, StringComparison.Ordinal);
        Writes($$"""{"$schema":"{{schema}}","T1":{{Rows}},"T2":[]}""", set, xsd);
        var back = RoundTrip(set, xsd);
        Assert.Equal("id", back.Tables["T1"]!.PrimaryKey[0].ColumnName);
        Assert.Equal(2, back.Tables["T1"]!.Rows.Count);
        // A table alone: the original writes its name there, which says nothing.
        using var text = JsonDocument.Parse(Text(set.Tables["T1"]!, xsd));
        Assert.StartsWith("<?xml", text.RootElement.GetProperty("$schema").GetString(), StringComparison.Ordinal);
        Assert.Contains("by mistake", Refuses<DataTable>("""{"$schema":"T1","T1":[[1]]}""").Message, StringComparison.Ordinal);
    }

    [Fact]
    public void Rows_are_unchanged_and_any_build_s_schema_is_read()
    {
        foreach (string build in new[] { "fastJSON.DatasetSchema, fastJSON, Version=2.1.0.0, Culture=neutral, PublicKeyToken=6b75a806b86095cd",
            "fastJSON.DatasetSchema", "fastJSON.DatasetSchema, Shop" })
            Reads<DataSet>(
                Text(Set())
                    .Replace("fastJSON.DatasetSchema, fastJSON, Version=2.4.0.0, Culture=neutral, PublicKeyToken=null", build,
                        StringComparison.Ordinal), back =>
            {
                Assert.All(back.Tables["T1"]!.Rows.Cast<DataRow>(), row => Assert.Equal(DataRowState.Unchanged, row.RowState));
                Assert.Equal(new byte[] { 1, 2, 3 }, back.Tables["T1"]!.Rows[0]["b"]);
                Assert.Equal(DBNull.Value, back.Tables["T1"]!.Rows[1]["g"]);
            });
        var deleted = Set();
        deleted.Tables["T1"]!.Rows[0].Delete();
        Assert.Contains("deleted", Assert.Throws<NotSupportedException>(() => Json.ToText(deleted, Default)).Message,
            StringComparison.Ordinal);
        Assert.Null(TableDifference.Of(Set().Tables["T2"]!, RoundTrip(Set().Tables["T2"]!)));
    }

    static string Schemed(string info, string rest) =>
        $$"""{"$schema":{"$type":"fastJSON.DatasetSchema","Info":[{{info}}],"Name":"S"}{{rest}}}""";

    [Fact]
    public void Names_that_differ_in_case_only_are_two_tables()
    {
        var set = new DataSet("S");
        set.Tables.Add("T").Columns.Add("a", typeof(int));
        set.Tables.Add("t").Columns.Add("A", typeof(string));
        set.Tables["t"]!.Columns.Add("a", typeof(int));
        set.Tables[0].Rows.Add(1);
        set.Tables[1].Rows.Add("x", 2);
        set.AcceptChanges();
        Assert.Null(TableDifference.Of(set, RoundTrip(set)));
        Assert.Null(TableDifference.Of(set, RoundTrip(set, With(r => r with { CompactTableSchema = false }))));
    }

    [Theory]
    [InlineData("$type")]
    [InlineData("$types")]
    [InlineData("$schema")]
    [InlineData("$map")]
    public void Names_that_would_be_passed_over_at_reading_are_an_error_at_writing(string name)
    {
        var set = Set();
        set.Tables[1].TableName = name;
        foreach (var tier in Tiers(Default))
        {
            Assert.Contains(name, Assert.Throws<NotSupportedException>(() => Json.ToText(set, tier)).Message, StringComparison.Ordinal);
            Assert.Contains(name, Assert.Throws<NotSupportedException>(() => Json.ToText(set.Tables[1], tier)).Message,
                StringComparison.Ordinal);
        }
        set.Tables[1].TableName = "$other";
        Assert.Equal("$other", RoundTrip(set).Tables[1].TableName);
    }

    [Fact]
    public void Tables_of_one_name_in_two_namespaces_are_an_error_at_writing()
    {
        var set = new DataSet("S");
        set.Tables.Add("T").Columns.Add("a", typeof(int));
        set.Tables.Add("T", "urn:other").Columns.Add("b", typeof(int));
        Assert.Contains("two namespaces", Assert.Throws<NotSupportedException>(() => Json.ToText(set, Default)).Message,
            StringComparison.Ordinal);
    }

    [Fact]
    public void A_set_is_no_table()
    {
        Assert.Contains("Read them as a DataSet", Refuses<DataTable>(Text(Set())).Message, StringComparison.Ordinal);
        Assert.Equal(2, Read<DataTable>(Text(Set().Tables["T1"]!)).Rows.Count);
    }

    [Theory]
    [InlineData("\"T\",\"a\",\"System.Int32\",\"T\",\"a\",\"System.Int32\"", ",\"T\":[[1,2]]")]
    [InlineData("\"T\",\"a\",\"System.Int32\",\"T\",\"a\",\"System.String\"", ",\"T\":[[1]]")]
    [InlineData("\"T\",\"a\"", "")]
    [InlineData("\"T\",null,\"System.Int32\"", "")]
    [InlineData("\"T\",\"a\",null", "")]
    [InlineData("1,2,3", "")]
    [InlineData("\"T\",\"a\",\"System.Int32\"", ",\"T\":{}")]
    [InlineData("\"T\",\"a\",\"System.Int32\"", ",\"T\":[1]")]
    [InlineData("\"T\",\"a\",\"System.Int32\"", ",\"U\":[[1]]")]
    [InlineData("\"T\",\"a\",\"System.Int32\"", ",\"T\":[[1]],\"T\":[[1,2]]")]
    [InlineData("\"T\",\"a\",\"System.Nullable`1[[System.Int32]]\"", "")]
    public void Schemas_and_rows_that_do_not_match(string info, string rest) => Refuses<DataSet>(Schemed(info, rest));

    [Fact]
    public void A_type_nested_without_end_names_no_column()
    {
        string name = string.Concat(Enumerable.Repeat("System.Nullable`1[[", 10_000)) + "System.Int32"
            + string.Concat(Enumerable.Repeat("]]", 10_000));
        Refuses<DataSet>(Schemed($"\"T\",\"a\",\"{name}\"", ""));
        Refuses<object>($$"""{"$type":"{{name}}"}""");
    }

    [Fact]
    public void Computed_columns_are_computed_once_all_rows_are_there()
    {
        var set = new DataSet("S");
        var table = set.Tables.Add("T");
        table.Columns.Add("a", typeof(int));
        table.Columns.Add("sum", typeof(int), "Sum(a)");
        table.Columns.Add("twice", typeof(int), "a * 2");
        for (int i = 0; i < 50; i++)
            table.Rows.Add(i);
        set.AcceptChanges();
        var xsd = With(r => r with { CompactTableSchema = false });
        var back = RoundTrip(set, xsd).Tables[0];
        Assert.Equal((1225, 98, "Sum(a)", "a * 2", true),
            (back.Rows[7]["sum"], back.Rows[49]["twice"], back.Columns[1].Expression, back.Columns[2].Expression,
                back.Columns[1].ReadOnly));
        // With every row again it would be minutes; once it is not, unless each row adds up all.
        string sum = Text(set, xsd).Replace("[0,1225,0]", string.Join(',', Enumerable.Repeat("[2,1,2]", 30_000)), StringComparison.Ordinal);
        Assert.Equal(60_000 + 1225, Read<DataSet>(sum, xsd)!.Tables[0].Rows[7]["sum"]);
        string many = Text(set, xsd).Replace("Sum(a)", "a + Sum(a)", StringComparison.Ordinal)
            .Replace("[0,1225,0]", string.Join(',', Enumerable.Repeat("[0,1,2]", 30_000)), StringComparison.Ordinal);
        Assert.Contains("too long", Refuses<DataSet>(many, xsd).Message, StringComparison.Ordinal);
    }
}
