using System.Data;
using System.Data.Common;
using Isomer.Tests.Formats.Nrbf;
using Xunit;

#pragma warning disable SYSLIB0038 // both forms of the original

namespace Isomer.Tests.Tables;

/// <summary>A column's DateTimeMode on the way of its rows from one form to another: what was a moment in UTC stays one, and what had no zone gets none.</summary>
public class DateModeTests
{
    static CancellationToken Stop => TestContext.Current.CancellationToken;

    public static TheoryData<DataSetDateTime> Modes => [DataSetDateTime.Local, DataSetDateTime.Unspecified, DataSetDateTime.UnspecifiedLocal, DataSetDateTime.Utc];

    static readonly DateTime s_day = new(2020, 7, 2, 3, 4, 5, 60);

    static DataTable Rows(DataSetDateTime mode)
    {
        var table = new DataTable("T");
        table.Columns.Add("Id", typeof(int));
        table.Columns.Add("At", typeof(DateTime)).DateTimeMode = mode;
        for (int i = 0; i < 3; i++)
            table.Rows.Add(i, i == 1 ? DBNull.Value : s_day.AddHours(i));
        table.AcceptChanges();
        return table;
    }

    static async Task<MemoryStream> Written(Func<MemoryStream, Task> write)
    {
        var stream = new MemoryStream();
        await write(stream);
        stream.Position = 0;
        return stream;
    }

    static void Same(DataTable expected, DataTable back)
    {
        Assert.Equal(expected.Columns["At"]!.DateTimeMode, back.Columns["At"]!.DateTimeMode);
        for (int i = 0; i < 3; i++)
            Assert.Equal((expected.Rows[i]["At"], (expected.Rows[i]["At"] as DateTime?)?.Kind), (back.Rows[i]["At"], (back.Rows[i]["At"] as DateTime?)?.Kind));
    }

    /// <summary>Rows of a document or a payload, by a reader, into a payload and a document: as the framework reads these, the column is what it was.</summary>
    [Theory, MemberData(nameof(Modes))]
    public async Task A_column_keeps_its_mode_from_form_to_form(DataSetDateTime mode)
    {
        var table = Rows(mode);
        var set = new DataSet("S") { RemotingFormat = SerializationFormat.Binary };
        set.Tables.Add(table.Copy());
        byte[] document = DataXml.Serialize(set, new DataXmlOptions { WriteMode = XmlWriteMode.WriteSchema }), payload = NrbfTests.Original(set);
        Func<Task<DbDataReader>>[] sources =
        [
            async () => await Isomer.Tables.ReadXmlAsync(new MemoryStream(document), "T", cancellationToken: Stop),
            async () => await Isomer.Tables.ReadNrbfAsync(new MemoryStream(payload), "T", cancellationToken: Stop),
            // By frames of Compact.
            async () =>
            {
                await using var rows = await Isomer.Tables.ReadXmlAsync(new MemoryStream(document), "T", cancellationToken: Stop);
                return await Isomer.Tables.ReadCompactAsync(await Written(s => Isomer.Tables.WriteCompactAsync(s, rows, cancellationToken: Stop)), cancellationToken: Stop);
            },
        ];
        foreach (var source in sources)
        {
            await using (var rows = await source())
                Same(table, Isomer.Nrbf.Deserialize<DataTable>((await Written(s => Isomer.Tables.WriteNrbfAsync(s, rows, "T", cancellationToken: Stop))).ToArray())!);
            await using (var rows = await source())
                Same(table, (DataTable)NrbfTests.Original((await Written(s => Isomer.Tables.WriteNrbfAsync(s, rows, "T", cancellationToken: Stop))).ToArray()));
            var read = new DataSet();
            await using (var rows = await source())
                read.ReadXml(await Written(s => Isomer.Tables.WriteXmlAsync(s, rows, "T", new DataXmlOptions { WriteMode = XmlWriteMode.WriteSchema }, Stop)), XmlReadMode.ReadSchema);
            Same(table, read.Tables["T"]!);
        }
    }

    /// <summary>Texts of JSON and CSV, with a zone and without, in a column that says how it keeps dates: as the framework's column keeps what it is given.</summary>
    [Theory, MemberData(nameof(Modes))]
    public async Task Texts_are_as_their_column_keeps_dates(DataSetDateTime mode)
    {
        var schema = new DataTable("T");
        schema.Columns.Add("At", typeof(DateTime)).DateTimeMode = mode;
        string[] texts = ["2020-07-02T03:04:05", "2020-07-02T03:04:05Z"];
        foreach (bool isCsv in (bool[])[true, false])
        {
            var input = new MemoryStream(System.Text.Encoding.UTF8.GetBytes(isCsv ? "At\r\n" + string.Join("\r\n", texts) : "[" + string.Join(',', texts.Select(static t => $"{{\"At\":\"{t}\"}}")) + "]"));
            await using var rows = isCsv ? await Isomer.Tables.ReadCsvAsync(input, schema, cancellationToken: Stop) : await Isomer.Tables.ReadJsonAsync(input, schema, cancellationToken: Stop);
            var expected = schema.Clone();
            expected.Rows.Add(new DateTime(2020, 7, 2, 3, 4, 5));
            expected.Rows.Add(new DateTime(2020, 7, 2, 3, 4, 5, DateTimeKind.Utc));
            for (int i = 0; await rows.ReadAsync(Stop); i++)
            {
                var kept = (DateTime)expected.Rows[i]["At"];
                Assert.Equal((isCsv, i, kept, mode == DataSetDateTime.UnspecifiedLocal ? rows.GetDateTime(0).Kind : kept.Kind), (isCsv, i, rows.GetDateTime(0), rows.GetDateTime(0).Kind));
            }
        }
    }

    /// <summary>A reader of the framework, or of a database, does not say how its columns keep dates: its values do.</summary>
    [Fact]
    public async Task Moments_in_UTC_of_any_reader_are_such_in_a_table()
    {
        var table = Rows(DataSetDateTime.Utc);
        foreach (byte[] json in (byte[][])[Json.Serialize<IDataReader>(table.CreateDataReader())])
            Same(table, Json.Deserialize<DataTable>(json)!);
        Same(table, Isomer.Compact.Deserialize<DataTable>(Isomer.Compact.Serialize<IDataReader>(table.CreateDataReader()))!);
        // By frames, and from there into a payload.
        await using var frames = await Isomer.Tables.ReadCompactAsync(await Written(s => Isomer.Tables.WriteCompactAsync(s, table.CreateDataReader(), cancellationToken: Stop)), cancellationToken: Stop);
        Same(table, Isomer.Nrbf.Deserialize<DataTable>((await Written(s => Isomer.Tables.WriteNrbfAsync(s, frames, "T", cancellationToken: Stop))).ToArray())!);
        // Where one has no zone, or there is none, they are what they are by default.
        var mixed = new DataTable("T");
        mixed.Columns.Add("At", typeof(object));
        mixed.Columns.Add("None", typeof(DateTime));
        mixed.Rows.Add(new DateTime(2020, 1, 2, 3, 4, 5, DateTimeKind.Utc), DBNull.Value);
        mixed.Rows.Add(new DateTime(2020, 1, 2, 3, 4, 5), DBNull.Value);
        var back = Isomer.Compact.Deserialize<DataTable>(Isomer.Compact.Serialize<IDataReader>(new Dates(mixed.CreateDataReader())))!;
        Assert.Equal([DataSetDateTime.UnspecifiedLocal, DataSetDateTime.UnspecifiedLocal], back.Columns.Cast<DataColumn>().Select(static c => c.DateTimeMode));
    }

    /// <summary>A batch without a zone behind one in UTC: what moments these are cannot be told, so they are no moments in UTC in silence.</summary>
    [Fact]
    public async Task A_date_without_a_zone_among_moments_in_UTC_is_refused()
    {
        var rows = new DataTable("T");
        rows.Columns.Add("At", typeof(object));
        for (int i = 0; i < 5000; i++)
            rows.Rows.Add(new DateTime(2020, 1, 2, 3, 4, 5, i < 4096 ? DateTimeKind.Utc : DateTimeKind.Unspecified));
        var frames = await Written(s => Isomer.Tables.WriteCompactAsync(s, new Dates(rows.CreateDataReader()), cancellationToken: Stop));
        foreach (var write in (Func<Stream, IDataReader, Task>[])[(s, r) => Isomer.Tables.WriteNrbfAsync(s, r, "T", cancellationToken: Stop), (s, r) => Isomer.Tables.WriteXmlAsync(s, r, "T", null, Stop)])
        {
            frames.Position = 0;
            await using var reader = await Isomer.Tables.ReadCompactAsync(frames, cancellationToken: Stop);
            string message = (await Assert.ThrowsAsync<NotSupportedException>(() => write(new MemoryStream(), reader))).Message;
            Assert.Contains("Row 4096, column 'At'", message, StringComparison.Ordinal);
            Assert.Contains("UTC", message, StringComparison.Ordinal);
        }
    }

    /// <summary>Says that all columns are of dates.</summary>
    sealed class Dates(DataTableReader rows) : Isomer.Cli.Converting.Rows.RowsAround(rows)
    {
        public override Type GetFieldType(int ordinal) => typeof(DateTime);
    }
}
