using System.Data;
using System.Data.Common;
using System.Globalization;
using System.Text;
using Isomer.Tests.Differential;
using Xunit;

namespace Isomer.Tests.OfTables;

/// <summary>Rows of documents in XML as a DbDataReader, against what ReadXml makes of the same document.</summary>
public class DataXmlRowsTests
{
    /// <summary>A stream that cannot seek and gives a few bytes at a time.</summary>
    sealed class Drip(byte[] bytes, int most) : MemoryStream(bytes)
    {
        public override bool CanSeek => false;

        public override ValueTask<int> ReadAsync(Memory<byte> buffer, CancellationToken cancellationToken = default) =>
            base.ReadAsync(buffer[..Math.Min(buffer.Length, most)], cancellationToken);
    }

    static List<object[]> Rows(DbDataReader reader)
    {
        var rows = new List<object[]>();
        while (reader.Read())
        {
            object[] row = new object[reader.FieldCount];
            reader.GetValues(row);
            rows.Add(row);
        }
        return rows;
    }

    static List<object[]> Rows(DataTable table) =>
        [.. table.Rows.Cast<DataRow>().Where(r => r.RowState != DataRowState.Deleted)
            .Select(r =>
                table.Columns.Cast<DataColumn>()
                    .Select(c => r[c, r.HasVersion(DataRowVersion.Current) ? DataRowVersion.Current : DataRowVersion.Default]).ToArray())];

    static bool Same(object a, object b) => a switch
    {
        byte[] bytes => b is byte[] other && bytes.AsSpan().SequenceEqual(other),
        char[] text => b is char[] other && text.AsSpan().SequenceEqual(other),
        // A reader says DBNull of what is null in a type of its own.
        System.Data.SqlTypes.INullable { IsNull: true } => b is DBNull or System.Data.SqlTypes.INullable { IsNull: true },
        System.Data.SqlTypes.SqlString text => b is System.Data.SqlTypes.SqlString other && text.Value == other.Value,
        DateTime date => b is DateTime other && date == other && date.Kind == other.Kind,
        System.Data.SqlTypes.SqlBytes or System.Data.SqlTypes.SqlChars or System.Data.SqlTypes.SqlXml => a.GetType() == b.GetType(),
        _ => a.Equals(b),
    };

    static string Text(object[] row) => string.Join("|", row.Select(v => Convert.ToString(v, CultureInfo.InvariantCulture)));

    static async Task Compare(byte[] document, DataSet? columns, XmlReadMode mode, string what)
    {
        string text() => $"{what}\n{Encoding.UTF8.GetString(document.AsSpan(0, Math.Min(document.Length, 3000)))}";
        var theirs = columns?.Clone() ?? new DataSet();
        theirs.EnforceConstraints = false;
        var original = Outcome.Of(() => theirs.ReadXml(new MemoryStream(document), mode));
        foreach (DataTable table in (columns ?? theirs).Tables)
        {
            Exception? refusal = null;
            List<object[]> ours = [];
            try
            {
                await using var reader = columns is not null
                    ? await Tables.ReadXmlAsync(new Drip(document, 100_000), table)
                    : await Tables.ReadXmlAsync(new Drip(document, 100_000), table.TableName);
                ours = Rows(reader);
            }
            catch (WireFormatException e)
            {
                Assert.True(e.Format == "DataXml", $"{e}: {text()}");
                refusal = e;
            }
            if (original.Refusal is not null)
            {
                Assert.True(refusal is not null || original.Refusal is ConstraintException,
                    $"refused by the original, {original.Refusal}: {text()}");
                continue;
            }
            var expected = Rows(theirs.Tables[table.TableName]!);
            if (mode == XmlReadMode.DiffGram)
            {
                // Rows that nest in others come as they stand; a table puts them to their places.
                expected = [.. expected.OrderBy(Text, StringComparer.Ordinal)];
                ours = [.. ours.OrderBy(Text, StringComparer.Ordinal)];
            }
            // Where no element is a row of any table, that is told.
            if (refusal is not null && refusal.Message.Contains("No element", StringComparison.Ordinal)
                && theirs.Tables.Cast<DataTable>().All(t => t.Rows.Count == 0))
                continue;
            Assert.True(refusal is null, $"{refusal}: {text()}");
            Assert.True(expected.Count == ours.Count, $"{table.TableName}: {ours.Count} rows, not {expected.Count}: {text()}");
            for (int r = 0; r < ours.Count; r++)
                for (int c = 0; c < ours[r].Length; c++)
                    Assert.True(Same(expected[r][c], ours[r][c]),
                        $"{table.TableName}, row {r}, {table.Columns[c].ColumnName}: {ours[r][c]} ({ours[r][c].GetType()}), not {expected[r][c]} ({expected[r][c].GetType()}): {text()}");
        }
    }

    static DataSet Set(int seed, bool isFlat)
    {
        var set = new RandomTables(seed, document: seed % 4 != 0).Set();
        set.EnforceConstraints = false;
        foreach (DataRelation relation in set.Relations)
            relation.Nested &= !isFlat;
        foreach (DataTable table in set.Tables)
        {
            foreach (DataColumn column in table.Columns)
            {
                // A number that a row does not bring is null to a reader, and what is computed is what the document says.
                column.AutoIncrement = false;
                column.Expression = "";
            }
        }
        return set;
    }

    [Theory]
    [InlineData(XmlWriteMode.IgnoreSchema)]
    [InlineData(XmlWriteMode.WriteSchema)]
    [InlineData(XmlWriteMode.DiffGram)]
    public async Task Rows_are_those_that_ReadXml_makes(XmlWriteMode form)
    {
        for (int seed = 0; seed < 150; seed++)
        {
            var set = Set(seed, isFlat: seed % 3 > 0);
            if (Outcome.Of(set.Clone).Refusal is not null
                || Outcome.Of(() => DataXmlTests.Original(set, new DataXmlOptions { WriteMode = form })).Result is not byte[] document)
                continue;
            var mode = form == XmlWriteMode.DiffGram
                ? XmlReadMode.DiffGram
                : form == XmlWriteMode.WriteSchema ? XmlReadMode.ReadSchema : XmlReadMode.IgnoreSchema;
            await Compare(document, set, form == XmlWriteMode.WriteSchema ? XmlReadMode.IgnoreSchema : mode, $"seed {seed}, {form}");
            if (form == XmlWriteMode.WriteSchema)
                await Compare(document, null, mode, $"seed {seed}, {form}, by its schema");
        }
    }

    /// <summary>
    /// As XmlSerializer and DataContractSerializer write a set: an element with a schema and a DiffGram in it, which has what was before
    /// behind its rows.
    /// </summary>
    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task Rows_of_a_set_within_serializers_documents_are_read(bool isEmpty)
    {
        var set = new DataSet("Shop") { Namespace = "urn:shop" };
        set.Tables.Add(Numbers(isEmpty ? 0 : 50));
        set.Tables[0].Namespace = "urn:shop";
        set.AcceptChanges();
        if (!isEmpty)
        {
            set.Tables[0].Rows[3].Delete();
            set.Tables[0].Rows[4][1] = "changed";
        }
        var stream = new MemoryStream();
        new System.Runtime.Serialization.DataContractSerializer(typeof(DataSet)).WriteObject(stream, set);
        foreach (var columns in new[] { null, set.Tables[0] })
        {
            await using var reader = columns is null
                ? await Tables.ReadXmlAsync(new Drip(stream.ToArray(), 100))
                : await Tables.ReadXmlAsync(new Drip(stream.ToArray(), 100), columns);
            Assert.Equal(Rows(set.Tables[0]).Select(r => (r[0], r[1])), Rows(reader).Select(r => (r[0], r[1])));
        }
    }

    /// <summary>A column of an enum is written as its number, whoever writes it, and read as ReadXml does.</summary>
    [Fact]
    public async Task Enums_are_numbers()
    {
        var set = new DataSet("S");
        var table = set.Tables.Add("T");
        table.Columns.Add("a", typeof(DayOfWeek));
        table.Rows.Add(DayOfWeek.Friday);
        table.AcceptChanges();
        byte[] document = DataXmlTests.Original(set, new DataXmlOptions());
        Assert.Equal(document, DataXml.Serialize(set));
        var rows = new MemoryStream();
        await Tables.WriteXmlAsync(rows, table.CreateDataReader(), "T");
        Assert.Contains("<a>5</a>", Encoding.UTF8.GetString(rows.ToArray()), StringComparison.Ordinal);
        DataXmlTests.ReadsAlike(document, set.Clone, XmlReadMode.Auto, "enum");
    }

    /// <summary>
    /// Rows without values cost four bytes; what a thousand columns of them would be is refused, and told as an error of this format.
    /// </summary>
    [Fact]
    public async Task Empty_rows_of_many_columns_are_refused()
    {
        var wide = new DataTable("T");
        for (int i = 0; i < 1000; i++)
            wide.Columns.Add("c" + i, typeof(int));
        byte[] document = Encoding.UTF8.GetBytes("<S>" + string.Concat(Enumerable.Repeat("<T/>", 10_000)) + "</S>");
        var e = await Assert.ThrowsAsync<WireFormatException>(
            async () => await Tables.ReadXmlAsync(new MemoryStream(document), wide));
        Assert.Equal("DataXml", e.Format);
        Assert.Contains("1000 columns", e.Message, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Edited_rows_too()
    {
        for (int seed = 0; seed < 60; seed++)
        {
            var random = new Random(seed);
            var set = Set(1 + (seed % 100), isFlat: true);
            if (Outcome.Of(set.Clone).Refusal is not null
                || Outcome.Of(() => DataXmlTests.Original(set, new DataXmlOptions())).Result is not byte[] plain)
                continue;
            string text = Encoding.UTF8.GetString(plain);
            int rows = text.IndexOf('>', StringComparison.Ordinal) + 1, end = text.LastIndexOf("</", StringComparison.Ordinal);
            if (end < rows)
                continue;
            string body = text[rows..end];
            var all = new StringBuilder();
            // More than one window.
            for (int i = 0; all.Length < 600_000 && body.Length > 0; i++)
                all.Append(i % 7 == 0 && random.Next(3) == 0 ? DataXmlEditedTests.Edit(body, random) : body);
            await Compare(Encoding.UTF8.GetBytes(text[..rows] + all + text[end..]), set, XmlReadMode.IgnoreSchema, $"seed {seed}");
        }
    }

    static DataTable Numbers(int rows)
    {
        var table = new DataTable("T");
        table.Columns.Add("a", typeof(int));
        table.Columns.Add("b", typeof(string));
        for (int i = 0; i < rows; i++)
            table.Rows.Add(i, i % 3 == 0 ? DBNull.Value : "é" + i);
        return table;
    }

    [Theory]
    [InlineData("utf-16")]
    [InlineData("utf-16BE")]
    [InlineData("iso-8859-1")]
    [InlineData("utf-8")]
    public async Task Any_encoding_is_read(string encoding)
    {
        var table = Numbers(9000);
        var stream = new MemoryStream();
        using (var writer = new StreamWriter(stream, Encoding.GetEncoding(encoding), leaveOpen: true))
        {
            writer.Write($"<?xml version=\"1.0\" encoding=\"{(encoding == "utf-16BE" ? "utf-16" : encoding)}\"?>\r\n");
            table.WriteXml(writer, XmlWriteMode.WriteSchema);
        }
        await using var reader = await Tables.ReadXmlAsync(new Drip(stream.ToArray(), 999));
        var rows = Rows(reader);
        Assert.Equal(9000, rows.Count);
        Assert.Equal(Rows(table).Select(r => (r[0], r[1])), rows.Select(r => (r[0], r[1])));
    }

    [Theory]
    [InlineData(XmlWriteMode.IgnoreSchema)]
    [InlineData(XmlWriteMode.WriteSchema)]
    [InlineData(XmlWriteMode.DiffGram)]
    public async Task Readers_are_written_as_the_table_that_they_fill(XmlWriteMode mode)
    {
        var options = new DataXmlOptions { WriteMode = mode };
        for (int seed = 0; seed < 60; seed++)
        {
            var source = new RandomTables(1 + (seed * 4), document: true).Alone();
            source.Namespace = "";
            var bare = new DataTable("A b");
            foreach (DataColumn column in source.Columns)
                bare.Columns.Add(column.ColumnName, column.DataType);
            var loaded = bare.Clone();
            foreach (DataRow row in source.Rows)
                if (row.RowState != DataRowState.Deleted)
                    loaded.Rows.Add([.. source.Columns.Cast<DataColumn>().Select(c => row[c, DataRowVersion.Current])]);
            loaded.AcceptChanges();
            var stream = new MemoryStream();
            await Tables.WriteXmlAsync(stream, loaded.CreateDataReader(), "A b", options);
            Assert.Equal(Encoding.UTF8.GetString(DataXmlTests.Original(loaded, options)), Encoding.UTF8.GetString(stream.ToArray()));
        }
        // More than one piece.
        var many = Numbers(20_000);
        many.AcceptChanges();
        var whole = new MemoryStream();
        await Tables.WriteXmlAsync(whole, many.CreateDataReader(), "T", options);
        Assert.Equal(DataXmlTests.Original(many, options), whole.ToArray());
    }

    public static TheoryData<string, string> Broken => new()
    {
        { "<S><T><a>1</a></T>", "too early" },
        { "<S><T><a>1</a>", "too early" },
        { "<S><T><a>1</a></T></S><S/>", "outermost" },
        { "<S><T><a>1</a></T></S>x", "behind" },
        { "<S><T><a>x</a></T></S>", "row 0" },
        { "<S><T><a>1</a></T><T><a>1</b></T></S>", "row 1" },
        { "<S><X><a>1</a></X></S>", "No element" },
        { "<!DOCTYPE S><S/>", "document type" },
        { "", "too early" },
        { "<S", "too early" },
        { "</S>", "no element is open" },
        { "<S><T><a>1</a></T></X>", "does not match 'S'" },
        { "<S><T><a>1</a><a:b/></T></S>", "row 0" },
    };

    [Theory]
    [MemberData(nameof(Broken))]
    public async Task What_is_broken_is_refused(string document, string why)
    {
        var e = await Assert.ThrowsAsync<WireFormatException>(async () =>
        {
            await using var reader = await Tables.ReadXmlAsync(new MemoryStream(Encoding.UTF8.GetBytes(document)), Numbers(0));
            while (await reader.ReadAsync())
            {
            }
        });
        Assert.Contains(why, e.Message, StringComparison.Ordinal);
    }

    /// <summary>A document of 60 MB, of which a window is in memory: rows, and what a DiffGram had before.</summary>
    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task Memory_does_not_grow_with_the_document(bool isDiffGram)
    {
        byte[] head = Encoding.UTF8.GetBytes(
            isDiffGram
                ? "<d:diffgram xmlns:d='urn:schemas-microsoft-com:xml-diffgram-v1' xmlns:msdata='urn:schemas-microsoft-com:xml-msdata'><S>"
                : "<S>");
        byte[] tail = Encoding.UTF8.GetBytes(isDiffGram ? "</S></d:diffgram>" : "</S>");
        byte[] rows = Encoding.UTF8.GetBytes(
            string.Concat(
                Enumerable.Range(0, 1000)
                    .Select(i =>
                        $"\r\n  <T{(isDiffGram ? $" d:id='T{i}' msdata:rowOrder='{i}'" : "")}>\r\n    <a>{i}</a>\r\n    <b>some text {i}</b>\r\n  </T>")));
        int times = 60_000_000 / rows.Length;
        var document = new Repeated(head, rows, times, tail);
        await using var reader = await Tables.ReadXmlAsync(document, Numbers(0));
        long most = 0, count = 0, sum = 0;
        while (await reader.ReadAsync())
        {
            sum += reader.GetInt32(0);
            // What was taken of the document before the row that is shown: windows that grew would show here. (Memory is that of all tests
            // that run.)
            most = Math.Max(most, document.Given - (count++ / 1000 * rows.Length));
        }
        Assert.Equal((times * 1000L, times * 499_500L), (count, sum));
        Assert.InRange(most, 0, 1_000_000);
    }

    sealed class Repeated(byte[] head, byte[] piece, int times, byte[] tail) : Stream
    {
        int _part;
        int _at;

        /// <summary>How many bytes were read.</summary>
        public long Given { get; private set; }

        public override int Read(Span<byte> buffer)
        {
            int count = Take(buffer);
            Given += count;
            return count;
        }

        int Take(Span<byte> buffer)
        {
            while (_part < times + 2)
            {
                byte[] part = _part == 0 ? head : _part <= times ? piece : tail;
                int count = Math.Min(buffer.Length, part.Length - _at);
                part.AsSpan(_at, count).CopyTo(buffer);
                _at += count;
                if (_at == part.Length)
                    (_part, _at) = (_part + 1, 0);
                if (count > 0 || buffer.IsEmpty)
                    return count;
            }
            return 0;
        }

        public override ValueTask<int> ReadAsync(Memory<byte> buffer, CancellationToken cancellationToken = default) =>
            new(Read(buffer.Span));

        public override bool CanRead => true;

        public override bool CanSeek => false;

        public override bool CanWrite => false;

        public override long Length => throw new NotSupportedException();

        public override long Position { get => throw new NotSupportedException(); set => throw new NotSupportedException(); }

        public override int Read(byte[] buffer, int offset, int count) => Read(buffer.AsSpan(offset, count));

        public override void Flush()
        {
        }

        public override long Seek(long offset, SeekOrigin origin) => throw new NotSupportedException();

        public override void SetLength(long value) => throw new NotSupportedException();

        public override void Write(byte[] buffer, int offset, int count) => throw new NotSupportedException();
    }
}
