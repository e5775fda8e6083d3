using System.Data;
using System.Text.Json;
using Isomer.Tests.Tables;
using Xunit;
using static Isomer.Tests.Formats.FastJson.FastJsonCheck;

namespace Isomer.Tests.Formats.FastJson;

/// <summary>DataSet and DataTable byte for byte, in the compact form and with the schema as XSD.</summary>
public class FastJsonTableTests
{
    const string Schema = """{"$types":{"fastJSON.DatasetSchema, fastJSON, Version=2.4.0.0, Culture=neutral, PublicKeyToken=null":"1"},"$type":"1","Info":""";

    public class Holder { public int id; public DataSet? ds; public DataTable? dt; }

    static DataSet Set()
    {
        var set = new DataSet("MyDS");
        var one = set.Tables.Add("T1");
        one.Columns.Add("id", typeof(int));
        one.Columns.Add("g", typeof(Guid));
        one.Columns.Add(new DataColumn("d", typeof(DateTime)) { DateTimeMode = DataSetDateTime.Utc });
        one.Columns.Add("b", typeof(byte[]));
        one.Rows.Add(1, new Guid("00112233-4455-6677-8899-aabbccddeeff"), new DateTime(2020, 1, 2, 3, 4, 5, DateTimeKind.Utc), new byte[] { 1, 2, 3 });
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
        Writes($$"""{"$schema":{{Schema}}["T2","only","{{typeof(string).AssemblyQualifiedName}}"],"Name":"T2"},"T2":[]}""", table, With(r => r with { FullColumnTypes = true }));
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
        foreach (string build in new[] { "fastJSON.DatasetSchema, fastJSON, Version=2.1.0.0, Culture=neutral, PublicKeyToken=6b75a806b86095cd", "fastJSON.DatasetSchema", "fastJSON.DatasetSchema, Shop" })
            Reads<DataSet>(Text(Set()).Replace("fastJSON.DatasetSchema, fastJSON, Version=2.4.0.0, Culture=neutral, PublicKeyToken=null", build, StringComparison.Ordinal), back =>
            {
                Assert.All(back.Tables["T1"]!.Rows.Cast<DataRow>(), row => Assert.Equal(DataRowState.Unchanged, row.RowState));
                Assert.Equal(new byte[] { 1, 2, 3 }, back.Tables["T1"]!.Rows[0]["b"]);
                Assert.Equal(DBNull.Value, back.Tables["T1"]!.Rows[1]["g"]);
            });
        var deleted = Set();
        deleted.Tables["T1"]!.Rows[0].Delete();
        Assert.Contains("deleted", Assert.Throws<NotSupportedException>(() => Json.ToText(deleted, Default)).Message, StringComparison.Ordinal);
        Assert.Null(TableDifference.Of(Set().Tables["T2"]!, RoundTrip(Set().Tables["T2"]!)));
    }
}
