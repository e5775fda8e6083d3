using System.Data;
using System.Globalization;
using System.Runtime.Serialization;
using Isomer.Tabular;
using Isomer.Tests.Formats.OfNrbf;
using Xunit;

#pragma warning disable SYSLIB0038, SYSLIB0050 // the binary form of the original

namespace Isomer.Tests.OfTables;

/// <summary>
/// How small tables are, as bytes: what docs/tables.md says of 2 and of 8,000 rows. And the index behind batches, byte by byte.
/// </summary>
public class TableFigureTests
{
    /// <summary>Nineteen columns of the kinds and with the repetitions that orders in a database have.</summary>
    static DataTable Orders(int rows)
    {
        var random = new Random(7);
        var table = new DataTable("Orders");
        foreach (var (name, type) in (List<(string, Type)>)
        [
            ("OrderID", typeof(int)), ("CustomerID", typeof(string)), ("EmployeeID", typeof(int)), ("OrderDate", typeof(DateTime)),
            ("RequiredDate", typeof(DateTime)), ("ShippedDate", typeof(DateTime)), ("ShipVia", typeof(int)),
            ("Freight", typeof(decimal)), ("ShipName", typeof(string)), ("ShipAddress", typeof(string)), ("ShipCity", typeof(string)),
            ("ShipRegion", typeof(string)), ("ShipPostalCode", typeof(string)), ("ShipCountry", typeof(string)),
            ("Phone", typeof(string)), ("Fax", typeof(string)), ("Discount", typeof(double)), ("IsPaid", typeof(bool)),
            ("Quantity", typeof(short)),
        ])
            table.Columns.Add(name, type);
        string[] cities = ["Berlin", "London", "Madrid", "Seattle", "Lyon", "Graz", "Cork"],
            countries = ["Germany", "UK", "Spain", "USA", "France", "Austria", "Ireland"];
        for (int i = 0; i < rows; i++)
        {
            int customer = random.Next(91), city = customer % cities.Length;
            var date = new DateTime(1996, 7, 4).AddDays(i / 3);
            table.Rows.Add(10248 + i, $"CUST{customer:00}", 1 + random.Next(9), date, date.AddDays(28),
                random.Next(20) == 0 ? DBNull.Value : date.AddDays(random.Next(1, 20)), 1 + random.Next(3),
                random.Next(100_00) / 100m, $"Customer number {customer}",
                string.Create(CultureInfo.InvariantCulture, $"{1 + (customer * 7)} Main Street"), cities[city],
                customer % 3 == 0 ? "RJ" : DBNull.Value, $"{10000 + customer}", countries[city],
                $"(030) 555-{customer:0000}", customer % 2 == 0 ? DBNull.Value : $"(030) 555-{5000 + customer}", random.Next(4) * 0.05,
                random.Next(2) == 0, (short)random.Next(1, 120));
        }
        table.AcceptChanges();
        return table;
    }

    static int Binary(DataTable table)
    {
        table.RemotingFormat = SerializationFormat.Binary;
        return NrbfTests.Original(table).Length;
    }

    [Fact]
    public async Task Eight_thousand_rows_are_at_most_a_third_of_the_binary_form()
    {
        var table = Orders(8000);
        int whole = Compact.Serialize(table).Length;
        var stream = new MemoryStream();
        await Tables.WriteCompactAsync(stream, table.CreateDataReader());
        int binary = Binary(table);
        Assert.InRange(whole, 1, binary / 3);
        Assert.InRange(stream.Length, 1, binary / 3);
    }

    [Fact]
    public void Two_rows_are_no_more_than_their_XML()
    {
        var table = Orders(2);
        Assert.InRange(Compact.Serialize(table).Length, 1,
            DataXml.Serialize(table, new DataXmlOptions { WriteMode = XmlWriteMode.WriteSchema }).Length);
        Assert.InRange(Compact.Serialize(table).Length, 1, Binary(table));
    }

    /// <summary>The vector of docs/compact.md: what stands behind the last frame of the rows 1, 2 and 3 in batches of two.</summary>
    [Fact]
    public async Task The_index_behind_batches_byte_by_byte()
    {
        var table = new DataTable();
        table.Columns.Add("Id", typeof(int));
        foreach (int id in (int[])[1, 2, 3])
            table.Rows.Add(id);
        var stream = new MemoryStream();
        await Tables.WriteBatchesAsync(stream,
            new ReaderTaking(table.CreateDataReader(), new ColumnTypes(Convention.Plain), packs: true, measures: true), 2,
            CompactOptions.Default, CancellationToken.None);
        byte[] bytes = stream.ToArray();
        int length = (int)BatchIndexForm.LengthBefore(bytes.AsSpan(bytes.Length - BatchIndexForm.TrailerLength));
        string index = Convert.ToHexString(bytes.AsSpan(bytes.Length - BatchIndexForm.TrailerLength - length)).ToLowerInvariant();
        string vector = string.Join(' ', index.Chunk(2).Select(static b => new string(b)));
        Assert.True(File.ReadAllText(Path.Combine(Cli.Tool.Root, "docs", "compact.md")).Contains($"`{vector}`", StringComparison.Ordinal),
            vector);
        Assert.Equal(3, (await Rows(bytes)).Count);
        Assert.Single(await Rows(bytes, RowFilter.Equal("Id", 3)));
    }

    static async Task<List<object?[]>> Rows(byte[] bytes, RowFilter? where = null)
    {
        await using var reader = await Tables.ReadCompactAsync(new MemoryStream(bytes), where: where);
        return Tables.ToRows(reader);
    }
}
