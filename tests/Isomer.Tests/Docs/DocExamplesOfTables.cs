using System.Data;
using System.Data.Common;
using Isomer;
using Xunit;

namespace DocExamples;

/// <summary>The code at the head of docs/tables.md, and its example of the full form.</summary>
public class DocExamplesOfTables
{
    sealed class Command(DataTable table)
    {
        public IDataReader ExecuteReader() => table.CreateDataReader();
    }

    [Fact]
    public async Task Head()
    {
        var shop = new DataSet("Shop");
        var table = shop.Tables.Add("Orders");
        table.Columns.Add("Id", typeof(int));
        table.Columns.Add("Total", typeof(decimal));
        table.Rows.Add(1, 9.50m);
        table.Rows.Add(2, 1m);
        var command = new Command(table);
        decimal sum = 0;

        byte[] bytes = Compact.Serialize(shop);
        DataSet back = Compact.Deserialize<DataSet>(bytes);

        var rows = new JsonOptions { Tables = TableForm.Rows };
        string text = Json.ToText(shop.Tables["Orders"], rows);
        DataTable orders = Json.FromText<DataTable>(text, rows);

        using var file = new MemoryStream();
        await Tables.WriteCompactAsync(file, command.ExecuteReader());
        file.Position = 0;
        await using DbDataReader stored = await Tables.ReadCompactAsync(file);
        while (await stored.ReadAsync())
            sum += stored.GetDecimal(1);

        file.Position = 0;
        var where = RowFilter.AtLeast("Total", 5m) & RowFilter.IsNotNull("Id");
        await using DbDataReader few = await Tables.ReadCompactAsync(file, columns: ["Id"], where: where);

        using var lines = new MemoryStream();
        await Tables.WriteJsonLinesAsync(lines, command.ExecuteReader());

        Assert.True(await few.ReadAsync());
        Assert.Equal(1, few.GetInt32(0));
        Assert.False(await few.ReadAsync());
        Assert.Equal(10.50m, sum);
        Assert.Equal("""[{"Id":1,"Total":9.50},{"Id":2,"Total":1}]""", text);
        Assert.Equal(2, orders.Rows.Count);
        Assert.Equal(9.50m, back.Tables["Orders"]!.Rows[0]["Total"]);
        Assert.Equal("{\"Id\":1,\"Total\":9.50}\n{\"Id\":2,\"Total\":1}\n", System.Text.Encoding.UTF8.GetString(lines.ToArray()));
    }

    [Fact]
    public void FullForm()
    {
        string page = File.ReadAllText(Path.Combine(Root(), "docs/tables.md"));
        int from = page.IndexOf("```json\n", StringComparison.Ordinal) + 8;
        var set = Json.FromText<DataSet>(page[from..page.IndexOf("```", from, StringComparison.Ordinal)]);
        var table = set.Tables[0];
        Assert.Equal([DataRowState.Unchanged, DataRowState.Modified], table.Rows.Cast<DataRow>().Select(r => r.RowState));
        Assert.Equal([2, new DateTime(2020, 1, 2), 2, new DateTime(2020, 1, 3)],
            table.Rows[1].ItemArray.Select((_, i) => table.Rows[1][i, DataRowVersion.Original]).Concat(table.Rows[1].ItemArray).ToArray()!);
        Assert.True(table.Rows[0].IsNull(1));
        Assert.Equal(Json.ParseNode(page[from..page.IndexOf("```", from, StringComparison.Ordinal)]), Json.ParseNode(Json.ToText(set)));
        Assert.Equal(3, table.NewRow()["Id"]);
    }

    [Fact]
    public async Task RowsOfBinarySets()
    {
        var table = new DataTable();
        table.Columns.Add("Id", typeof(int));
        table.Rows.Add(7);
        var command = new Command(table);

        using var payload = new MemoryStream();
        await Tables.WriteNrbfAsync(payload, command.ExecuteReader(), "Orders");
        payload.Position = 0;
        await using DbDataReader orders = await Tables.ReadNrbfAsync(payload, "Orders");

        Assert.True(await orders.ReadAsync());
        Assert.Equal(7, orders.GetInt32(0));
        Assert.False(await orders.ReadAsync());
    }

    [Fact]
    public async Task RowsOfDocuments()
    {
        var schema = new DataTable("Orders");
        schema.Columns.Add("Id", typeof(int));
        schema.Rows.Add(7);
        var command = new Command(schema);
        using var file = new MemoryStream();
        using var other = new MemoryStream(DataXml.Serialize(schema));

        await Tables.WriteXmlAsync(file, command.ExecuteReader(), "Orders", new DataXmlOptions { WriteMode = XmlWriteMode.WriteSchema });
        file.Position = 0;
        await using DbDataReader rows = await Tables.ReadXmlAsync(file, "Orders");     // by the document's schema
        await using DbDataReader same = await Tables.ReadXmlAsync(other, schema);      // by the columns of a DataTable

        foreach (var reader in (DbDataReader[])[rows, same])
        {
            Assert.True(await reader.ReadAsync());
            Assert.Equal(7, reader.GetInt32(0));
            Assert.False(await reader.ReadAsync());
        }
        string page = File.ReadAllText(Path.Combine(Root(), "docs/tables.md"));
        Assert.Contains("await using DbDataReader same = await Tables.ReadXmlAsync(other, schema);", page, StringComparison.Ordinal);
    }

    [Fact]
    public async Task RowsOfCsv()
    {
        var schema = new DataTable();
        schema.Columns.Add("Id", typeof(int));
        schema.Rows.Add(7);
        var command = new Command(schema);
        using var csv = new MemoryStream();
        using var more = new MemoryStream("Id\r\n7\r\n"u8.ToArray());

        await Tables.WriteCsvAsync(csv, command.ExecuteReader());
        csv.Position = 0;
        await using DbDataReader found = await Tables.ReadCsvAsync(csv);               // types as the texts have them
        await using DbDataReader known = await Tables.ReadCsvAsync(more, schema);      // types as the columns of a DataTable have them

        Assert.Equal(more.ToArray(), csv.ToArray());
        Assert.Equal((typeof(long), typeof(int)), (found.GetFieldType(0), known.GetFieldType(0)));
        foreach (var reader in (DbDataReader[])[found, known])
        {
            Assert.True(await reader.ReadAsync());
            Assert.Equal(7, reader.GetInt64(0));
            Assert.False(await reader.ReadAsync());
        }
    }

    [Fact]
    public void Documents()
    {
        var shop = new DataSet("Shop");
        shop.Tables.Add("Orders").Columns.Add("Id", typeof(int));
        shop.Tables[0].Rows.Add(1);

        byte[] rows = DataXml.Serialize(shop);                                                               // shop.WriteXml(stream)
        byte[] whole = DataXml.Serialize(shop, new DataXmlOptions { WriteMode = XmlWriteMode.WriteSchema }); // shop.WriteXml(stream, XmlWriteMode.WriteSchema)
        DataSet back = DataXml.Deserialize<DataSet>(whole);                                                  // back.ReadXml(stream)
        XmlReadMode how = DataXml.Fill(shop, rows, new DataXmlOptions { ReadMode = XmlReadMode.IgnoreSchema });

        Assert.Equal((XmlReadMode.IgnoreSchema, 2, 1), (how, shop.Tables[0].Rows.Count, back.Tables["Orders"]!.Rows[0]["Id"]));
        // The page has these lines.
        string page = File.ReadAllText(Path.Combine(Root(), "docs/tables.md"));
        foreach (string line in new[] { "byte[] whole = DataXml.Serialize(shop, new DataXmlOptions { WriteMode = XmlWriteMode.WriteSchema });", "XmlReadMode how = DataXml.Fill(shop, rows, new DataXmlOptions { ReadMode = XmlReadMode.IgnoreSchema });" })
            Assert.Contains(line, page, StringComparison.Ordinal);
    }

    static string Root()
    {
        string? folder = AppContext.BaseDirectory;
        while (folder is not null && !File.Exists(Path.Combine(folder, "Isomer.slnx")))
            folder = Path.GetDirectoryName(folder);
        return folder!;
    }
}
