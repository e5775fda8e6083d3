using System.Data;
using System.Data.Common;
using Isomer.Tests.Formats.OfNrbf;
using Isomer.Tests.Safety;
using Xunit;

#pragma warning disable SYSLIB0038 // both forms of the original

namespace Isomer.Tests.OfTables;

/// <summary>
/// A column's DateTimeMode on the way of its rows from one form to another: what was a moment in UTC stays one, and what had no zone gets
/// none.
/// </summary>
public class DateModeTests
{
    static CancellationToken Stop => TestContext.Current.CancellationToken;

    public static TheoryData<DataSetDateTime> Modes =>
        [DataSetDateTime.Local, DataSetDateTime.Unspecified, DataSetDateTime.UnspecifiedLocal, DataSetDateTime.Utc];

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
            Assert.Equal((expected.Rows[i]["At"], (expected.Rows[i]["At"] as DateTime?)?.Kind),
                (back.Rows[i]["At"], (back.Rows[i]["At"] as DateTime?)?.Kind));
    }

    /// <summary>
    /// Rows of a document or a payload, by a reader, into a payload and a document: as the framework reads these, the column is what it
    /// was.
    /// </summary>
    [Theory, MemberData(nameof(Modes))]
    public async Task A_column_keeps_its_mode_from_form_to_form(DataSetDateTime mode)
    {
        var table = Rows(mode);
        var set = new DataSet("S") { RemotingFormat = SerializationFormat.Binary };
        set.Tables.Add(table.Copy());
        byte[] document = DataXml.Serialize(set, new DataXmlOptions { WriteMode = XmlWriteMode.WriteSchema }),
            payload = NrbfTests.Original(set);
        Func<Task<DbDataReader>>[] sources =
        [
            async () => await Tables.ReadXmlAsync(new MemoryStream(document), "T", cancellationToken: Stop),
            async () => await Tables.ReadNrbfAsync(new MemoryStream(payload), "T", cancellationToken: Stop),
            // By frames of Compact.
            async () =>
            {
                await using var rows = await Tables.ReadXmlAsync(new MemoryStream(document), "T", cancellationToken: Stop);
                return await Tables.ReadCompactAsync(
                    await Written(s => Tables.WriteCompactAsync(s, rows, cancellationToken: Stop)), cancellationToken: Stop);
            },
        ];
        foreach (var source in sources)
        {
            await using (var rows = await source())
                Same(table,
                    Nrbf.Deserialize<DataTable>(
                        (await Written(s => Tables.WriteNrbfAsync(s, rows, "T", cancellationToken: Stop))).ToArray())!);
            await using (var rows = await source())
                Same(table,
                    (DataTable)NrbfTests.Original(
                        (await Written(s => Tables.WriteNrbfAsync(s, rows, "T", cancellationToken: Stop))).ToArray()));
            var read = new DataSet();
            await using (var rows = await source())
                read.ReadXml(
                    await Written(
                        s => Tables.WriteXmlAsync(s, rows, "T", new DataXmlOptions { WriteMode = XmlWriteMode.WriteSchema }, Stop)),
                            XmlReadMode.ReadSchema);
            Same(table, read.Tables["T"]!);
        }
    }

    /// <summary>
    /// Texts of JSON and CSV, with a zone and without, in a column that says how it keeps dates: as the framework's column keeps what it is
    /// given.
    /// </summary>
    [Theory, MemberData(nameof(Modes))]
    public async Task Texts_are_as_their_column_keeps_dates(DataSetDateTime mode)
    {
        var schema = new DataTable("T");
        schema.Columns.Add("At", typeof(DateTime)).DateTimeMode = mode;
        string[] texts = ["2020-07-02T03:04:05", "2020-07-02T03:04:05Z"];
        foreach (bool isCsv in (bool[])[true, false])
        {
            var input = new MemoryStream(
                System.Text.Encoding.UTF8.GetBytes(
                    isCsv
                        ? "At\r\n" + string.Join("\r\n", texts)
                        : "[" + string.Join(',', texts.Select(static t => $"{{\"At\":\"{t}\"}}")) + "]"));
            await using var rows = isCsv
                ? await Tables.ReadCsvAsync(input, schema, cancellationToken: Stop)
                : await Tables.ReadJsonAsync(input, schema, cancellationToken: Stop);
            var expected = schema.Clone();
            expected.Rows.Add(new DateTime(2020, 7, 2, 3, 4, 5));
            expected.Rows.Add(new DateTime(2020, 7, 2, 3, 4, 5, DateTimeKind.Utc));
            for (int i = 0; await rows.ReadAsync(Stop); i++)
            {
                var kept = (DateTime)expected.Rows[i]["At"];
                Assert.Equal((isCsv, i, kept, mode == DataSetDateTime.UnspecifiedLocal ? rows.GetDateTime(0).Kind : kept.Kind),
                    (isCsv, i, rows.GetDateTime(0), rows.GetDateTime(0).Kind));
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
        Same(table, Compact.Deserialize<DataTable>(Compact.Serialize<IDataReader>(table.CreateDataReader()))!);
        // By frames, and from there into a payload.
        await using var frames = await Tables.ReadCompactAsync(
            await Written(s => Tables.WriteCompactAsync(s, table.CreateDataReader(), cancellationToken: Stop)),
            cancellationToken: Stop);
        Same(table,
            Nrbf.Deserialize<DataTable>(
                (await Written(s => Tables.WriteNrbfAsync(s, frames, "T", cancellationToken: Stop))).ToArray())!);
        // Where there is none, the column is what it is by default.
        var none = new DataTable("T");
        none.Columns.Add("None", typeof(DateTime));
        none.Rows.Add(DBNull.Value);
        Assert.Equal(DataSetDateTime.UnspecifiedLocal,
            Compact.Deserialize<DataTable>(Compact.Serialize<IDataReader>(none.CreateDataReader()))!.Columns[0].DateTimeMode);
    }

    static DataTable BothKinds()
    {
        var mixed = new DataTable("T");
        mixed.Columns.Add("At", typeof(object));
        mixed.Rows.Add(Of(DateTimeKind.Utc));
        mixed.Rows.Add(DBNull.Value);
        mixed.Rows.Add(Of(DateTimeKind.Unspecified));
        return mixed;
    }

    /// <summary>A reader keeps dates of both kinds; a table's column has one, and which were in UTC was lost in silence.</summary>
    [Fact]
    public void Both_kinds_in_one_column_are_a_readers_and_no_tables()
    {
        var mixed = BothKinds();
        foreach (var format in (Format[])[Json.Format, Compact.Format, Protobuf.Format])
        {
            byte[] payload = format.Serialize<IDataReader>(new Dates(mixed.CreateDataReader()));
            using (var rows = format.Deserialize<DbDataReader>(payload))
            {
                Assert.True(rows.Read());
                Assert.Equal(DateTimeKind.Utc, rows.GetDateTime(0).Kind);
                Assert.True(rows.Read() && rows.IsDBNull(0) && rows.Read());
                Assert.Equal(DateTimeKind.Unspecified, rows.GetDateTime(0).Kind);
            }
            string message = Assert.Throws<WireFormatException>(() => format.Deserialize<DataTable>(payload)).Message;
            Assert.Contains("'At'", message, StringComparison.Ordinal);
            Assert.Contains("DbDataReader", message, StringComparison.Ordinal);
        }
    }

    /// <summary>A reader's column of both kinds, which the zone of the options has made one: all in UTC, they stay such.</summary>
    [Theory, InlineData(JsonZone.Utc, DataSetDateTime.Utc, DateTimeKind.Utc),
        InlineData(JsonZone.Unspecified, DataSetDateTime.UnspecifiedLocal, DateTimeKind.Unspecified)]
    public void Both_kinds_that_the_options_made_one_are_a_tables(JsonZone zone, DataSetDateTime mode, DateTimeKind kind)
    {
        var options = new JsonOptions { DateZone = zone };
        var table = Json.Deserialize<DataTable>(Json.Serialize<IDataReader>(new Dates(BothKinds().CreateDataReader()), options), options)!;
        Assert.Equal((mode, kind, true), (table.Columns[0].DateTimeMode, ((DateTime)table.Rows[0][0]).Kind, table.Rows[1].IsNull(0)));
    }

    public static TheoryData<JsonZone, JsonDates> ZonesAndForms
    {
        get
        {
            var rows = new TheoryData<JsonZone, JsonDates>();
            foreach (var zone in Enum.GetValues<JsonZone>())
                foreach (var form in Enum.GetValues<JsonDates>())
                    rows.Add(zone, form);
            return rows;
        }
    }

    /// <summary>
    /// Dates of a table's usual column are in UTC by zones and forms of the options alone: its mode was taken for Utc then, for nothing
    /// told it from a reader's.
    /// </summary>
    [Theory, MemberData(nameof(ZonesAndForms))]
    public void A_tables_usual_mode_is_no_matter_of_options(JsonZone zone, JsonDates form)
    {
        var options = new JsonOptions { DateZone = zone, Dates = form };
        var table = new DataTable("T");
        table.Columns.Add("At", typeof(DateTime));
        table.Rows.Add(new DateTime(2020, 1, 2, 3, 4, 5));
        var back = Json.FromText<DataTable>(Json.ToText(table, options), options)!;
        Assert.Equal((DataSetDateTime.UnspecifiedLocal, DateTimeKind.Unspecified),
            (back.Columns[0].DateTimeMode, ((DateTime)back.Rows[0][0]).Kind));
        if (zone != JsonZone.Local || TimeZoneInfo.Local.BaseUtcOffset == TimeSpan.Zero)
            Assert.Equal(table.Rows[0][0], back.Rows[0][0]);
    }

    sealed class Bare : DataTable;

    /// <summary>
    /// A class without columns of its own is asked as any other table: which of its dates are in UTC was lost in silence.
    /// </summary>
    [Fact]
    public void Columns_that_are_made_for_a_class_of_its_own_keep_dates_too()
    {
        foreach (var format in (Format[])[Json.Format, Compact.Format, Protobuf.Format])
        {
            Assert.Contains("'At'",
                Assert.Throws<WireFormatException>(
                    () => format.Deserialize<Bare>(format.Serialize<IDataReader>(new Dates(BothKinds().CreateDataReader())))).Message,
                        StringComparison.Ordinal);
            Same(Rows(DataSetDateTime.Utc),
                format.Deserialize<Bare>(format.Serialize<IDataReader>(Rows(DataSetDateTime.Utc).CreateDataReader())));
        }
    }

    static readonly Func<Stream, IDataReader, Task>[] s_documents = [
        (s, r) => Tables.WriteNrbfAsync(s, r, "T", cancellationToken: Stop),
        (s, r) => Tables.WriteXmlAsync(s, r, "T", null, Stop)];

    static readonly Func<Stream, IDataReader, Task>[] s_all =
    [
        .. s_documents,
        (s, r) => Tables.WriteCompactAsync(s, r, cancellationToken: Stop),
        (_, r) => Task.Run(() => Json.Serialize(r), Stop),
        (_, r) => Task.Run(() => Compact.Serialize(r), Stop),
    ];

    /// <summary>Frames of a column of dates, of which these are.</summary>
    static Task<MemoryStream> Frames(int rows, Func<int, object> date)
    {
        var table = new DataTable("T");
        table.Columns.Add("At", typeof(object));
        for (int i = 0; i < rows; i++)
            table.Rows.Add(date(i));
        return Written(s => Tables.WriteCompactAsync(s, new Dates(table.CreateDataReader()), cancellationToken: Stop));
    }

    static DateTime Of(DateTimeKind kind) => new(2020, 7, 2, 3, 4, 5, kind);

    /// <summary>
    /// A batch without a zone behind one in UTC: what moments these are cannot be told, so they are no moments in UTC in silence.
    /// </summary>
    [Fact]
    public async Task A_date_without_a_zone_among_moments_in_UTC_is_refused()
    {
        var frames = await Frames(5000, static i => Of(i < 4096 ? DateTimeKind.Utc : DateTimeKind.Unspecified));
        foreach (var write in s_all)
        {
            await using var reader = await Tables.ReadCompactAsync(new MemoryStream(frames.ToArray()), cancellationToken: Stop);
            string message = (await Assert.ThrowsAsync<NotSupportedException>(() => write(new MemoryStream(), reader))).Message;
            Assert.Contains("Row 4096, column 'At'", message, StringComparison.Ordinal);
            Assert.Contains("UTC", message, StringComparison.Ordinal);
        }
    }

    /// <summary>
    /// The first batch of rows has no date, or has both kinds, so nothing says that the column keeps moments in UTC: those that come became
    /// clocks of no zone. Frames keep each as it is.
    /// </summary>
    [Theory, InlineData(5000, false), InlineData(0, true)]
    public async Task A_moment_in_UTC_behind_a_batch_that_tells_no_mode_is_refused(int row, bool isMixed)
    {
        var frames = await Frames(5010,
            i => isMixed ? Of(i % 2 == 0 ? DateTimeKind.Utc : DateTimeKind.Unspecified) : i < 5000 ? DBNull.Value : Of(DateTimeKind.Utc));
        foreach (var write in s_documents)
        {
            await using var reader = await Tables.ReadCompactAsync(new MemoryStream(frames.ToArray()), cancellationToken: Stop);
            string message = (await Assert.ThrowsAsync<NotSupportedException>(() => write(new MemoryStream(), reader))).Message;
            Assert.Contains($"Row {row}, column 'At'", message, StringComparison.Ordinal);
            Assert.Contains("is in UTC", message, StringComparison.Ordinal);
        }
        await using var rows = await Tables.ReadCompactAsync(frames, cancellationToken: Stop);
        await using var again = await Tables.ReadCompactAsync(await Written(async s =>
        {
            await using var source = await Tables.ReadCompactAsync(new MemoryStream(frames.ToArray()), cancellationToken: Stop);
            await Tables.WriteCompactAsync(s, source, cancellationToken: Stop);
        }), cancellationToken: Stop);
        int dates = 0;
        while (rows.Read())
        {
            Assert.True(again.Read());
            Assert.Equal((rows.GetValue(0), (rows.GetValue(0) as DateTime?)?.Kind),
                (again.GetValue(0), (again.GetValue(0) as DateTime?)?.Kind));
            dates += rows.IsDBNull(0) ? 0 : 1;
        }
        Assert.Equal((isMixed ? 5010 : 10, false), (dates, again.Read()));
    }

    /// <summary>Texts that are all in UTC are moments in a document and a payload, where their reader says no mode.</summary>
    [Fact]
    public async Task Texts_in_UTC_stay_moments()
    {
        foreach (var write in s_documents)
        {
            await using var rows = await Tables.ReadCsvAsync(
                new MemoryStream("Id,At\r\n1,2020-07-02T03:04:05Z\r\n2,\r\n"u8.ToArray()), cancellationToken: Stop);
            byte[] written = (await Written(
                s => write == s_documents[0]
                    ? write(s, rows)
                    : Tables.WriteXmlAsync(s, rows, "T", new DataXmlOptions { WriteMode = XmlWriteMode.WriteSchema },
                        Stop))).ToArray();
            DataTable table;
            if (write == s_documents[0])
            {
                table = (DataTable)NrbfTests.Original(written);
            }
            else
            {
                var set = new DataSet();
                set.ReadXml(new MemoryStream(written), XmlReadMode.ReadSchema);
                table = set.Tables[0];
            }
            var date = (DateTime)table.Rows[0]["At"];
            Assert.Equal((DataSetDateTime.Utc, Of(DateTimeKind.Utc), DateTimeKind.Utc),
                (table.Columns["At"]!.DateTimeMode, date, date.Kind));
        }
    }

    /// <summary>Where the machine's zone is UTC, a moment that became a local date shows the same clock.</summary>
    [Theory, InlineData("Europe/Berlin"), InlineData("Asia/Kolkata")]
    public void In_zones_that_are_not_UTC(string zone) =>
        ChildRun.Of(typeof(DateModesInZone), 2000, 10, new Dictionary<string, string> { ["TZ"] = zone });

    /// <summary>Says that all columns are of dates.</summary>
    sealed class Dates(DataTableReader rows) : Isomer.Cli.Converting.Rows.RowsAround(rows)
    {
        public override Type GetFieldType(int ordinal) => typeof(DateTime);
    }
}

/// <summary>Run by <see cref="DateModeTests"/> in a process of another time zone.</summary>
public class DateModesInZone
{
    readonly DateModeTests _tests = new();

    [Fact(Explicit = true)]
    public async Task They_hold()
    {
        Assert.Equal(Environment.GetEnvironmentVariable("TZ"), TimeZoneInfo.Local.Id);
        Assert.NotEqual(TimeSpan.Zero, TimeZoneInfo.Local.BaseUtcOffset);
        foreach (var mode in Enum.GetValues<DataSetDateTime>())
        {
            await _tests.A_column_keeps_its_mode_from_form_to_form(mode);
            await _tests.Texts_are_as_their_column_keeps_dates(mode);
        }
        await _tests.Moments_in_UTC_of_any_reader_are_such_in_a_table();
        await _tests.A_date_without_a_zone_among_moments_in_UTC_is_refused();
        await _tests.A_moment_in_UTC_behind_a_batch_that_tells_no_mode_is_refused(5000, false);
        await _tests.A_moment_in_UTC_behind_a_batch_that_tells_no_mode_is_refused(0, true);
        await _tests.Texts_in_UTC_stay_moments();
    }
}
