using System.Data;
using System.Data.Common;
using Isomer.Tabular;
using Xunit;

namespace Isomer.Tests.OfTables;

/// <summary>Files of batches: what an index behind them lets a reader pass over, and what it does without one.</summary>
public class BatchTests
{
    const int Rows = 1000, BatchRows = 100;

    static DataTable Table(int rows = Rows)
    {
        var table = new DataTable();
        foreach (var (name, type) in new (string, Type)[] { ("Id", typeof(int)), ("Name", typeof(string)), ("Price", typeof(double)),
            ("Day", typeof(DateTime)), ("Loose", typeof(object)), ("Bytes", typeof(byte[])), ("Long", typeof(string)) })
            table.Columns.Add(name, type);
        for (int i = 0; i < rows; i++)
            table.Rows.Add(i, i % 7 == 0 ? DBNull.Value : "name " + (i % 30), i < 100 ? double.NaN : i / 4.0,
                new DateTime(2020, 1, 1).AddDays(i), i % 2 == 0 ? i : "text " + i, new byte[i % 3], new string('l', 100) + i);
        return table;
    }

    static async Task<byte[]> Write(DataTable table, int batchRows = BatchRows)
    {
        var stream = new MemoryStream();
        var taking = new ReaderTaking(table.CreateDataReader(), new ColumnTypes(Convention.Plain), packs: true, measures: true);
        await Tables.WriteBatchesAsync(stream, taking, batchRows, CompactOptions.Default, CancellationToken.None);
        return stream.ToArray();
    }

    /// <summary>What was read of it, and whether it lets itself be positioned.</summary>
    sealed class Counted(byte[] bytes, bool canSeek) : MemoryStream(bytes)
    {
        public long Count { get; private set; }

        public override bool CanSeek => canSeek;

        // All other ways to read lead here, in a class that derives from MemoryStream.
        public override int Read(byte[] buffer, int offset, int count)
        {
            int read = base.Read(buffer, offset, count);
            Count += read;
            return read;
        }

        public override ValueTask<int> ReadAsync(Memory<byte> buffer, CancellationToken cancellationToken = default) =>
            ValueTask.FromResult(Read(buffer.Span));
    }

    static async Task<List<object?[]>> Read(Stream stream, string[]? columns = null, RowFilter? where = null)
    {
        await using var reader = await Tables.ReadCompactAsync(stream, columns: columns, where: where);
        return Tables.ToRows(reader);
    }

    /// <summary>
    /// Of a file in which a byte is another, a column that is asked for may be missing by the file's own names, all of which are some: that
    /// is told as of any file. Whatever else is wrong is the input's error.
    /// </summary>
    [Theory, InlineData(false), InlineData(true)]
    public async Task Edited_files_are_read_or_refused(bool isFiltered)
    {
        byte[] good = await Write(Table(20), 7);
        for (int i = 0; i < good.Length; i++)
            foreach (int change in (int[])[1, 2, 4, 128, 255])
            {
                byte[] edited = [.. good];
                edited[i] ^= (byte)change;
                try
                {
                    await Read(new MemoryStream(edited), ["Id", "Name"], isFiltered ? RowFilter.Equal("Id", 9) : null);
                }
                catch (WireFormatException)
                {
                    // Refused.
                }
                catch (ArgumentException)
                {
                    await using var reader = await Tables.ReadCompactAsync(new MemoryStream(edited));
                    string[] names = [.. Enumerable.Range(0, reader.FieldCount).Select(reader.GetName)];
                    Assert.DoesNotContain("", names);
                    Assert.False(names.Contains("Id") && names.Contains("Name"));
                }
            }
    }

    static void Same(IEnumerable<object?[]> expected, List<object?[]> actual)
    {
        var all = expected.ToList();
        Assert.Equal(all.Count, actual.Count);
        foreach (var (a, b) in all.Zip(actual))
            Assert.True(a.Zip(b).All(p => TableDifference.Same(p.First is DBNull ? null : p.First, p.Second)),
                $"{string.Join(", ", a)} and {string.Join(", ", b)}");
    }

    public static TheoryData<string> Conditions => [.. s_conditions.Keys];

    static readonly Dictionary<string, (RowFilter Where, Func<DataRow, bool> Holds, int Batches)> s_conditions = new()
    {
        ["equal"] = (RowFilter.Equal("Id", 250), r => (int)r["Id"] == 250, 2),
        ["equal, of another type"] = (RowFilter.Equal("Id", 250L), r => (int)r["Id"] == 250, 2),
        ["between"] = (RowFilter.Between("Id", 250, 320), r => (int)r["Id"] is >= 250 and <= 320, 3),
        ["at least"] = (RowFilter.AtLeast("Day", new DateTime(2020, 1, 1).AddDays(900)), r => (int)r["Id"] >= 900, 2),
        ["above"] = (RowFilter.Above("Id", 999), _ => false, 1),
        ["below"] = (RowFilter.Below("Price", 30.0), r => (double)r["Price"] < 30, 2),
        ["at most"] = (RowFilter.AtMost("Price", 25.0), r => (double)r["Price"] <= 25, 2),
        ["null"] = (RowFilter.IsNull("Name"), r => r["Name"] is DBNull, 10),
        ["not null"] = (RowFilter.IsNotNull("Name"), r => r["Name"] is not DBNull, 10),
        ["never null"] = (RowFilter.IsNull("Id"), _ => false, 1),
        ["text"] = (RowFilter.Equal("Name", "name 5"), r => r["Name"] is "name 5", 10),
        ["text that is not there"] = (RowFilter.AtLeast("Name", "name 999"), _ => false, 1),
        ["long text"] = (RowFilter.Equal("Long", new string('l', 100) + 5), r => (int)r["Id"] == 5, 10),
        ["and"] = (RowFilter.AtLeast("Id", 100) & RowFilter.Below("Id", 102), r => (int)r["Id"] is 100 or 101, 2),
        ["or"] = (RowFilter.Equal("Id", 5) | RowFilter.Equal("Id", 995), r => (int)r["Id"] is 5 or 995, 2),
        ["loose"] = (RowFilter.Equal("Loose", "text 7"), r => r["Loose"] is "text 7", 10),
        ["loose number"] = (RowFilter.Equal("Loose", 8L), r => r["Loose"] is 8, 10),
    };

    [Theory, MemberData(nameof(Conditions))]
    public async Task Rows_are_those_for_which_the_condition_holds(string name)
    {
        var (where, holds, batches) = s_conditions[name];
        var table = Table();
        byte[] bytes = await Write(table);
        var expected = table.Rows.Cast<DataRow>().Where(holds).Select(r => r.ItemArray).ToList();
        foreach (bool canSeek in new[] { true, false })
        {
            var stream = new Counted(bytes, canSeek);
            Same(expected, await Read(stream, null, where));
            long most = bytes.Length / 10 * (canSeek ? batches : 10) + bytes.Length / 8;
            Assert.True(!canSeek || batches == 10 || stream.Count < most,
                $"{stream.Count} of {bytes.Length} bytes were read for {batches} batches");
            Assert.True(canSeek || stream.Count == bytes.Length);
        }
        Same(expected.Select(r => new[] { r[3], r[0] }), await Read(new MemoryStream(bytes), ["Day", "Id"], where));
    }

    [Fact]
    public async Task Columns_that_are_not_asked_for_are_not_unpacked()
    {
        byte[] bytes = await Write(Table(50));
        Same(Table(50).Rows.Cast<DataRow>().Select(r => new[] { r["Price"], r["Id"] }),
            await Read(new MemoryStream(bytes), ["Price", "Id"]));
        // The text is damaged where it lies, and so only who asks for it is told.
        int at = bytes.AsSpan().IndexOf("llllllllll"u8);
        bytes[at] = 0xFF;
        Assert.Equal(50, (await Read(new MemoryStream(bytes), ["Price", "Id"])).Count);
        await Assert.ThrowsAsync<WireFormatException>(() => Read(new MemoryStream(bytes), ["Long"]));
        var none = await Assert.ThrowsAsync<ArgumentException>(() => Read(new MemoryStream(bytes), ["price"]));
        Assert.Contains("Id, Name", none.Message, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Values_that_a_column_cannot_have_are_refused()
    {
        byte[] bytes = await Write(Table(50));
        foreach (var where in new[] { RowFilter.Equal("Id", "5"), RowFilter.Equal("Id", 5.5), RowFilter.Equal("Id", 1L << 40),
            RowFilter.Equal("Bytes", Array.Empty<byte>()), RowFilter.Equal("Nothing", 1) })
            await Assert.ThrowsAsync<ArgumentException>(() => Read(new MemoryStream(bytes), null, where));
        Assert.Throws<ArgumentNullException>(() => RowFilter.Equal("Id", null!));
        Assert.Throws<ArgumentNullException>(() => RowFilter.AtLeast("Id", DBNull.Value));
        Assert.Throws<ArgumentNullException>(() => RowFilter.Equal("Id", System.Data.SqlTypes.SqlInt32.Null));
        Assert.Throws<ArgumentNullException>(() => RowFilter.Between("Id", 1, System.Data.SqlTypes.SqlInt32.Null));
    }

    /// <summary>A file as it was before there were indices, files one behind the other, and what is cut off.</summary>
    [Fact]
    public async Task Files_without_an_index_are_read()
    {
        var table = Table(300);
        var where = RowFilter.Equal("Id", 150);
        byte[] bytes = await Write(table);
        var frames = new MemoryStream();
        foreach (var batch in new ReaderTaking(table.CreateDataReader(), new ColumnTypes(Convention.Plain)).Batches(BatchRows,
            long.MaxValue))
            await Compact.WriteStreamAsync(frames, [batch]);
        Assert.Single(await Read(new MemoryStream(frames.ToArray()), null, where));
        Assert.Equal(300, (await Read(new MemoryStream(frames.ToArray()))).Count);
        byte[] joined = [.. bytes, .. bytes];
        Assert.Equal(2, (await Read(new MemoryStream(joined), null, where)).Count);
        Assert.Equal(600, (await Read(new MemoryStream(joined))).Count);
        long index = BatchIndexForm.LengthBefore(bytes.AsSpan(bytes.Length - BatchIndexForm.TrailerLength));
        int end = (int)(bytes.Length - BatchIndexForm.TrailerLength - index);
        for (int length = 0; length < bytes.Length; length += length > end - 20 && length < end + 50 ? 1 : 97)
        {
            byte[] cut = bytes[..length];
            if (length == end)
                Assert.Equal(300, (await Read(new MemoryStream(cut))).Count);
            else if (length > end)
                await Assert.ThrowsAsync<WireFormatException>(() => Read(new MemoryStream(cut)));
        }
    }

    /// <summary>Files that were joined may have their columns in another order: by their places they gave each other's values.</summary>
    [Fact]
    public async Task Joined_files_have_columns_by_their_names()
    {
        static DataTable Of(params string[] names)
        {
            var table = new DataTable();
            foreach (string name in names)
                table.Columns.Add(name, typeof(string));
            table.Rows.Add([.. names.Select(n => "value of " + n)]);
            return table;
        }
        byte[] first = await Write(Of("a", "b", "c"));
        foreach (var order in new[] { new[] { "a", "b", "c" }, ["c", "a", "b"], ["b", "a", "c"] })
        {
            byte[] joined = [.. first, .. await Write(Of(order))];
            foreach (string[]? asked in new[] { null, new[] { "b", "c" } })
                foreach (object?[] row in await Read(new MemoryStream(joined), asked))
                    Assert.Equal((asked ?? ["a", "b", "c"]).Select(n => "value of " + n), row);
        }
        byte[] other = [.. first, .. await Write(Of("a", "d", "c"))];
        var refused = await Assert.ThrowsAsync<WireFormatException>(() => Read(new MemoryStream(other)));
        Assert.Contains("A batch has no column 'b', which those before it have.", refused.Message, StringComparison.Ordinal);
        var numbers = new DataTable();
        numbers.Columns.Add("a", typeof(int));
        var texts = new DataTable();
        texts.Columns.Add("a", typeof(string));
        numbers.Rows.Add(1);
        texts.Rows.Add("1");
        byte[] changed = [.. await Write(numbers), .. await Write(texts)];
        foreach (var (bytes, columns, where) in new[]
            { (changed, (string[]?)null, RowFilter.Equal("a", 1)), (other, new[] { "b" }, null) })
            Assert.Contains("A batch is not as those before it",
                (await Assert.ThrowsAsync<WireFormatException>(() => Read(new MemoryStream(bytes), columns, where))).Message,
                StringComparison.Ordinal);
    }

    [Fact]
    public async Task Damaged_files_give_rows_or_errors()
    {
        byte[] bytes = await Write(Table(200), 50);
        long index = BatchIndexForm.LengthBefore(bytes.AsSpan(bytes.Length - BatchIndexForm.TrailerLength));
        var random = new Random(5);
        for (int i = 0; i < 3000; i++)
        {
            byte[] damaged = [.. bytes];
            for (int k = random.Next(3); k >= 0; k--)
                damaged[random.Next(2) == 0 ? random.Next(bytes.Length) : bytes.Length - 1 - random.Next((int)index)] =
                    (byte)random.Next(256);
            try
            {
                await Read(new MemoryStream(damaged), null, RowFilter.AtLeast("Id", 120));
            }
            catch (Exception e) when (e is WireFormatException or ArgumentException { ParamName: null })
            {
            }
        }
    }

    /// <summary>Whatever is wrong, the refusal says where: of a batch as a whole, where it begins.</summary>
    [Fact]
    public async Task Refusals_say_where()
    {
        byte[] first = await Write(Table(20), batchRows: 1000);
        var other = new DataTable();
        other.Columns.Add("Id", typeof(int));
        other.Rows.Add(1);
        byte[] joined = [.. first, .. await Write(other, batchRows: 1000)];
        Assert.Equal(first.Length, (await Refusal(joined, null)).Offset);
        Assert.Equal(0, (await Refusal([], null)).Offset);
        byte[] bytes = await Write(Table(40), batchRows: 10);
        var random = new Random(5);
        int refused = 0;
        for (int i = 0; i < 2000; i++)
        {
            byte[] broken = (byte[])bytes.Clone();
            broken[random.Next(broken.Length)] ^= (byte)random.Next(1, 256);
            foreach (var where in new[] { null, RowFilter.Equal("Id", 35) })
            {
                try
                {
                    await Read(new MemoryStream(broken), where: where);
                }
                catch (WireFormatException e)
                {
                    Assert.Equal("Compact", e.Format);
                    Assert.InRange(e.Offset, 0, broken.Length);
                    refused++;
                }
                catch (ArgumentException e) when (e.ParamName is null)
                {
                    // Of names that are others: see Edited_files_are_read_or_refused.
                }
            }
        }
        Assert.InRange(refused, 100, 4000);
        // One and the same byte has one offset, however it was come to.
        byte[] cut = (byte[])bytes.Clone();
        for (int at = 30; at < 300; at++)
        {
            (cut[at], byte was) = (255, cut[at]);
            long? plain = (await Record.ExceptionAsync(() => Read(new MemoryStream(cut))) as WireFormatException)?.Offset;
            long? found = (await Record.ExceptionAsync(() => Read(new MemoryStream(cut), where: RowFilter.Equal("Id", 35)))
                as WireFormatException)?.Offset;
            if (plain is not null && found is not null)
                Assert.Equal(plain, found);
            cut[at] = was;
        }

        async Task<WireFormatException> Refusal(byte[] file, RowFilter? where) =>
            await Assert.ThrowsAsync<WireFormatException>(() => Read(new MemoryStream(file), where: where));
    }

    /// <summary>A packed column says how many it has in no count that a reader asks.</summary>
    [Theory, InlineData(false), InlineData(true)]
    public async Task A_batch_has_no_more_rows_than_a_collection_may_have(bool isFiltered)
    {
        using var table = new DataTable();
        table.Columns.Add("a", typeof(int));
        for (int i = 0; i < 5000; i++)
            table.Rows.Add(1);
        var file = new MemoryStream();
        await Tables.WriteCompactAsync(file, table.CreateDataReader(), cancellationToken: TestContext.Current.CancellationToken);
        foreach (int most in (int[])[4095, 4096])
        {
            file.Position = 0;
            var options = new CompactOptions { Limits = new() { MaxItems = most } };
            async Task<int> Count()
            {
                await using var rows = await Tables.ReadCompactAsync(file, options, where: isFiltered ? RowFilter.AtLeast("a", 1) : null,
                    cancellationToken: TestContext.Current.CancellationToken);
                int count = 0;
                while (await rows.ReadAsync(TestContext.Current.CancellationToken))
                    count++;
                return count;
            }
            if (most == 4096)
                Assert.Equal(5000, await Count());
            else
                Assert.Contains("MaxItems", (await Assert.ThrowsAsync<WireFormatException>(Count)).Message, StringComparison.Ordinal);
        }
    }
}
