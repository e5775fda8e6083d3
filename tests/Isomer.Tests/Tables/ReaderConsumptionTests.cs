using System.Collections.Immutable;
using System.Data;
using System.Data.Common;
using System.Runtime.Serialization;
using Isomer.Tests.Formats.OfNrbf;
using Xunit;

#pragma warning disable SYSLIB0038, SYSLIB0050 // the binary form of the original

namespace Isomer.Tests.OfTables;

/// <summary>
/// Readers over payloads as those use them who take any <see cref="DbDataReader"/>: bulk copiers of databases, by ordinals, types and
/// columns mapped by name; <see cref="DataTable.Load(IDataReader)"/>; schema tables.
/// </summary>
public class ReaderConsumptionTests
{
    static DataTable Orders(bool isText = false)
    {
        var table = new DataTable("Orders");
        table.Columns.Add("Id", typeof(int)).AllowDBNull = false;
        table.Columns.Add("Customer", typeof(string)).MaxLength = 40;
        table.Columns.Add("Price", typeof(decimal));
        table.Columns.Add("At", typeof(DateTime)).DateTimeMode = DataSetDateTime.Utc;
        if (!isText)
            table.Columns.Add("Picture", typeof(byte[]));
        table.Columns.Add("Paid", typeof(bool));
        for (int i = 0; i < 5000; i++)
        {
            var row = table.NewRow();
            row["Id"] = i;
            row["Customer"] = i % 7 == 0 ? DBNull.Value : "customer " + i;
            row["Price"] = i % 5 == 0 ? DBNull.Value : i + 0.25m;
            row["At"] = new DateTime(2020, 1, 1, 0, 0, 0, DateTimeKind.Utc).AddMinutes(i);
            if (!isText)
                row["Picture"] = i % 3 == 0 ? DBNull.Value : new byte[] { (byte)i, 1 };
            row["Paid"] = i % 2 == 0;
            table.Rows.Add(row);
        }
        table.AcceptChanges();
        return table;
    }

    public static TheoryData<string> Sources =>
        ["Xml", "DiffGram", "Compact", "Csv", "Json", "JsonLines", "Nrbf", "NrbfBinary", "NrbfBinarySet"];

    static async Task<(DbDataReader Reader, DataTable Expected)> Open(string source)
    {
        var table = Orders(isText: source == "Csv");
        var stream = new MemoryStream();
        switch (source)
        {
            case "Xml":
                stream.Write(DataXml.Serialize(table, new DataXmlOptions { WriteMode = XmlWriteMode.WriteSchema }));
                stream.Position = 0;
                return (await Tables.ReadXmlAsync(stream, table.Clone()), table);
            case "DiffGram":
                stream.Write(DataXml.Serialize(table, new DataXmlOptions { WriteMode = XmlWriteMode.DiffGram }));
                stream.Position = 0;
                return (await Tables.ReadXmlAsync(stream, table.Clone()), table);
            case "Compact":
                await Tables.WriteCompactAsync(stream, table.CreateDataReader());
                stream.Position = 0;
                return (await Tables.ReadCompactAsync(stream), table);
            case "Csv":
                await Tables.WriteCsvAsync(stream, table.CreateDataReader());
                stream.Position = 0;
                return (await Tables.ReadCsvAsync(stream, table.Clone()), table);
            case "Json":
                await Tables.WriteJsonAsync(stream, table.CreateDataReader());
                stream.Position = 0;
                return (await Tables.ReadJsonAsync(stream, table.Clone()), table);
            case "JsonLines":
                await Tables.WriteJsonLinesAsync(stream, table.CreateDataReader());
                stream.Position = 0;
                return (await Tables.ReadJsonLinesAsync(stream, table.Clone()), table);
            default:
                table.RemotingFormat = source == "Nrbf" ? SerializationFormat.Xml : SerializationFormat.Binary;
                if (source != "NrbfBinarySet")
                    return (Nrbf.Deserialize<DataTable>(Nrbf.Serialize(table)).CreateDataReader(), table);
                var set = new DataSet("S") { RemotingFormat = SerializationFormat.Binary };
                set.Tables.Add(table);
                return (Nrbf.Deserialize<DataSet>(Nrbf.Serialize(set)).CreateDataReader(), table);
        }
    }

    static void Same(object expected, object actual, string what) =>
        Assert.True(TableDifference.Same(expected, actual), $"{what}: {expected} ({expected.GetType()}) and {actual} ({actual.GetType()})");

    /// <summary>
    /// A copier into a table of a database, as SqlBulkCopy asks its reader: ordinals of the mapped columns first, then each row by these.
    /// </summary>
    sealed class BulkCopier(DataTable destination, params (string From, string To)[] mappings)
    {
        public async Task Copy(DbDataReader reader)
        {
            (int From, DataColumn To)[] map = [.. mappings.Select(m => (reader.GetOrdinal(m.From), destination.Columns[m.To]!))];
            foreach (var (from, to) in map)
                Assert.Equal(to.DataType, reader.GetFieldType(from));
            object[] whole = new object[reader.FieldCount];
            while (await reader.ReadAsync())
            {
                var row = destination.NewRow();
                Assert.Equal(reader.FieldCount, reader.GetValues(whole));
                foreach (var (from, to) in map)
                {
                    // A null is asked for first; a value is then taken by its type where there is a method for it.
                    Assert.Equal(reader.IsDBNull(from), await reader.IsDBNullAsync(from));
                    Assert.Equal(reader.IsDBNull(from), reader.GetValue(from) is DBNull);
                    if (reader.IsDBNull(from))
                        continue;
                    object value = Type.GetTypeCode(to.DataType) switch
                    {
                        TypeCode.Int32 => reader.GetInt32(from),
                        TypeCode.String => reader.GetString(from),
                        TypeCode.Decimal => reader.GetDecimal(from),
                        TypeCode.DateTime => reader.GetDateTime(from),
                        TypeCode.Boolean => reader.GetBoolean(from),
                        _ => reader.GetFieldValue<byte[]>(from),
                    };
                    Same(value, reader.GetValue(from), to.ColumnName);
                    Same(value, whole[from], to.ColumnName);
                    row[to] = value;
                }
                destination.Rows.Add(row);
            }
            destination.AcceptChanges();
        }
    }

    [Theory, MemberData(nameof(Sources))]
    public async Task A_bulk_copier_takes_them(string source)
    {
        var (reader, expected) = await Open(source);
        await using (reader)
        {
            // In another order and under other names, and not all of them.
            var destination = new DataTable("dbo.Orders");
            (string From,
                string To)[] mappings = [
                    .. expected.Columns.Cast<DataColumn>().Where(static c => c.ColumnName != "At").Reverse()
                        .Select(static c => (c.ColumnName, "col_" + c.ColumnName))];
            foreach (var (from, to) in mappings)
                destination.Columns.Add(to, expected.Columns[from]!.DataType);
            await new BulkCopier(destination, mappings).Copy(reader);
            Assert.Equal(expected.Rows.Count, destination.Rows.Count);
            for (int i = 0; i < expected.Rows.Count; i++)
                foreach (var (from, to) in mappings)
                    Same(expected.Rows[i][from], destination.Rows[i][to], $"{i}, {from}");
            Assert.ThrowsAny<Exception>(() => reader.GetOrdinal("nothing"));
        }
    }

    /// <summary>Load takes the columns from the schema table, and rows by GetValues.</summary>
    [Theory, MemberData(nameof(Sources))]
    public async Task Load_and_the_schema_table(string source)
    {
        var (reader, expected) = await Open(source);
        await using (reader)
        {
            var schema = reader.GetSchemaTable()!;
            Assert.Equal(expected.Columns.Count, schema.Rows.Count);
            ImmutableArray<DbColumn> columns = [.. await reader.GetColumnSchemaAsync()];
            for (int i = 0; i < schema.Rows.Count; i++)
            {
                Assert.Equal((expected.Columns[i].ColumnName, i, expected.Columns[i].DataType),
                    (schema.Rows[i][SchemaTableColumn.ColumnName], schema.Rows[i][SchemaTableColumn.ColumnOrdinal],
                        schema.Rows[i][SchemaTableColumn.DataType]));
                Assert.Equal((expected.Columns[i].ColumnName, i, expected.Columns[i].DataType),
                    (columns[i].ColumnName, columns[i].ColumnOrdinal, columns[i].DataType));
                Assert.Equal((reader.GetName(i), reader.GetFieldType(i)), (expected.Columns[i].ColumnName, expected.Columns[i].DataType));
            }
            var loaded = new DataTable();
            loaded.Load(reader);
            Assert.Equal(expected.Columns.Cast<DataColumn>().Select(static c => (c.ColumnName, c.DataType)),
                loaded.Columns.Cast<DataColumn>().Select(static c => (c.ColumnName, c.DataType)));
            Assert.Equal(expected.Rows.Count, loaded.Rows.Count);
            for (int i = 0; i < expected.Rows.Count; i++)
                for (int c = 0; c < expected.Columns.Count; c++)
                {
                    // A schema table has no word for the mode of dates, so that a loaded column is of none: the time is the same.
                    if (expected.Rows[i][c] is DateTime at)
                        Assert.Equal(at.Ticks, ((DateTime)loaded.Rows[i][c]).Ticks);
                    else
                        Same(expected.Rows[i][c], loaded.Rows[i][c], $"{i}, {expected.Columns[c]}");
                }
            Assert.True(reader.IsClosed || !reader.Read());
        }
    }

    /// <summary>Any reader goes into a payload of either form by way of a table, byte for byte as BinaryFormatter writes that.</summary>
    [Theory, InlineData(SerializationFormat.Xml), InlineData(SerializationFormat.Binary)]
    public async Task A_reader_into_a_payload(SerializationFormat form)
    {
        var (reader, expected) = await Open("Compact");
        await using (reader)
        {
            var table = new DataTable("Orders") { RemotingFormat = form };
            table.Load(reader);
            byte[] payload = Nrbf.Serialize(table);
            Assert.Equal(Convert.ToHexString(NrbfTests.Original(table)), Convert.ToHexString(payload));
            Assert.Equal(expected.Rows.Count, Nrbf.Deserialize<DataTable>(payload).Rows.Count);
        }
    }
}
