using System.Data;
using System.Text;
using Microsoft.Data.Sqlite;
using Xunit;

namespace Isomer.Tests.OfTables;

/// <summary>What the readers of tables say of keys, lengths and numbers, and what becomes of it in a schema.</summary>
public class ReaderSchemaTests
{
    static DataTable Orders(int kind)
    {
        var table = new DataTable("Orders");
        var id = table.Columns.Add("Id", typeof(int));
        (id.AutoIncrement, id.AutoIncrementSeed, id.AutoIncrementStep) = (true, 100, -7);
        table.Columns.Add("Place", typeof(string)).MaxLength = 12;
        table.Columns.Add("Code", typeof(string)).Unique = kind != 2;
        table.Columns.Add("Made", typeof(DateTime)).ReadOnly = true;
        table.Columns.Add("Sum", typeof(decimal)).AllowDBNull = false;
        if (kind == 0)
            table.PrimaryKey = [id];
        else if (kind == 1)
            table.PrimaryKey = [table.Columns["Place"]!, id];
        for (int i = 0; i < 5; i++)
            table.Rows.Add(null, $"p{i % 2}", $"c{i}", new DateTime(2020, 1, 1 + i), i * 1.5m);
        table.AcceptChanges();
        table.Rows[1].Delete();
        return table;
    }

    public static TheoryData<int, string> Cases =>
        [.. from kind in Enumerable.Range(0, 3) from form in (string[])["Json", "Compact"] select (kind, form)];

    static IDataReader Read(DataTable table, string form) => form == "Json"
        ? Json.Deserialize<IDataReader>(Json.Serialize(table))!
        : Compact.Deserialize<IDataReader>(Compact.Serialize(table))!;

    [Theory, MemberData(nameof(Cases))]
    public void A_table_is_loaded_as_from_the_readers_of_the_framework(int kind, string form)
    {
        using var table = Orders(kind);
        DataTable theirs = new("T"), ours = new("T");
        theirs.Load(table.CreateDataReader());
        using (var reader = Read(table, form))
            ours.Load(reader);
        Assert.Equal(kind == 2 ? 0 : kind + 1, ours.PrimaryKey.Length);
        // A schema table has no word for the mode of dates, and the framework's has the number that comes next from its own table.
        Assert.Null(TableDifference.Of(theirs, ours));
        foreach (DataColumn column in theirs.Columns)
            Assert.Equal((column.AutoIncrement, column.AutoIncrementSeed, column.AutoIncrementStep, column.ReadOnly, column.Unique),
                (ours.Columns[column.Ordinal].AutoIncrement, ours.Columns[column.Ordinal].AutoIncrementSeed,
                    ours.Columns[column.Ordinal].AutoIncrementStep, ours.Columns[column.Ordinal].ReadOnly,
                    ours.Columns[column.Ordinal].Unique));
    }

    [Theory, MemberData(nameof(Cases))]
    public async Task A_document_with_a_schema_has_it(int kind, string form)
    {
        using var table = Orders(kind);
        var expected = new StringBuilder();
        using (var writer = new StringWriter(expected))
        {
            var loaded = new DataTable("Orders");
            loaded.Load(table.CreateDataReader());
            loaded.WriteXml(writer, XmlWriteMode.WriteSchema);
        }
        foreach (var rows in (IDataReader[])[table.CreateDataReader(), Read(table, form)])
            using (rows)
            {
                var stream = new MemoryStream();
                await Tables.WriteXmlAsync(stream, rows, "Orders", new DataXmlOptions { WriteMode = XmlWriteMode.WriteSchema },
                    TestContext.Current.CancellationToken);
                Assert.Equal(expected.ToString(), Encoding.UTF8.GetString(stream.ToArray()));
            }
    }

    /// <summary>The readers of databases say of a query with a join what holds of its tables.</summary>
    [Fact]
    public async Task What_other_readers_say_of_keys_is_not_believed()
    {
        using var connection = new SqliteConnection("Data Source=:memory:");
        connection.Open();
        using var command = connection.CreateCommand();
        command.CommandText = """
            create table o(Id integer primary key not null, Name varchar(20) unique not null); create table l(Of integer);
            insert into o values(1, 'a'); insert into l values(1), (1), (2);
            select o.Id, o.Name from l left join o on l.Of = o.Id
            """;
        using var rows = command.ExecuteReader();
        var stream = new MemoryStream();
        await Tables.WriteXmlAsync(stream, rows, "Orders", new DataXmlOptions { WriteMode = XmlWriteMode.WriteSchema },
            TestContext.Current.CancellationToken);
        string document = Encoding.UTF8.GetString(stream.ToArray());
        Assert.DoesNotContain("xs:unique", document, StringComparison.Ordinal);
        var read = new DataSet();
        DataXml.Fill(read, stream.ToArray());
        Assert.Equal(["1", "1", ""], read.Tables[0].Rows.Cast<DataRow>().Select(static r => $"{r[0]}"));
    }
}
