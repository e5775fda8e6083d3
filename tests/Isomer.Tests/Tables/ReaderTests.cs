using System.Data;
using System.Data.Common;
using System.Text;
using Isomer.Tests.Core;
using Microsoft.Data.Sqlite;
using Xunit;

namespace Isomer.Tests.OfTables;

/// <summary>IDataReader in, rows out; payloads as readers; in constant memory where it is said.</summary>
[Collection(Alone.Name)]
public sealed class ReaderTests : IDisposable
{
    readonly SqliteConnection _connection = new("Data Source=:memory:");

    public ReaderTests()
    {
        _connection.Open();
        Execute("create table T (id integer, name text, price real, blob blob, loose)");
        Execute("insert into T values (1, 'Ann', 1.5, x'0102', 'text'), (2, null, 2.25, null, 7), (3, 'Cy', null, x'', 1.5)");
    }

    public void Dispose() => _connection.Dispose();

    void Execute(string sql)
    {
        using var command = _connection.CreateCommand();
        command.CommandText = sql;
        command.ExecuteNonQuery();
    }

    DbDataReader Query(string sql = "select * from T order by id")
    {
        var command = _connection.CreateCommand();
        command.CommandText = sql;
        return command.ExecuteReader();
    }

    static List<object?[]> Rows(IDataReader reader)
    {
        using (reader)
            return Tables.ToRows(reader);
    }

    static void AssertSame(List<object?[]> expected, List<object?[]> actual)
    {
        Assert.Equal(expected.Count, actual.Count);
        for (int i = 0; i < expected.Count; i++)
            for (int c = 0; c < expected[i].Length; c++)
                Assert.True(TableDifference.Same(expected[i][c], actual[i][c]),
                    $"{i}, {c}: {expected[i][c]} ({expected[i][c]?.GetType()}) and {actual[i][c]} ({actual[i][c]?.GetType()})");
    }

    /// <summary>Rows that have null for states, beside a packed column, are none.</summary>
    [Fact]
    public void A_batch_without_states_is_looked_at()
    {
        var column = new Isomer.Tabular.TableColumn { Name = "A", Type = "Int32", Values = new() { Packed = [1, 2] } };
        Isomer.Tabular.PackedBounds.Check([new Isomer.Tabular.Table { Name = "T", Columns = [column], States = null! }]);
    }

    /// <summary>In place of a batch.</summary>
    [Fact]
    public async Task A_frame_of_null_is_refused()
    {
        var stream = new MemoryStream();
        await Compact.WriteStreamAsync(stream, new DataTable?[] { null }, cancellationToken: TestContext.Current.CancellationToken);
        stream.Position = 0;
        var refused = await Assert.ThrowsAsync<WireFormatException>(async () =>
        {
            await using var reader = await Tables.ReadCompactAsync(stream);
            await reader.ReadAsync();
        });
        Assert.Contains("null", refused.Message, StringComparison.Ordinal);
    }

    [Fact]
    public async Task BatchesOfCompact()
    {
        var stream = new MemoryStream();
        await Tables.WriteCompactAsync(stream, Query());
        stream.Position = 0;
        await using var reader = await Tables.ReadCompactAsync(stream);
        Assert.Equal(["id", "name", "price", "blob", "loose"], Enumerable.Range(0, reader.FieldCount).Select(reader.GetName));
        Assert.Equal(typeof(long), reader.GetFieldType(0));
        AssertSame(Rows(Query()), Rows(reader));
    }

    [Fact]
    public async Task JsonArrayAndLines()
    {
        const string expected = """{"id":1,"name":"Ann","price":1.5,"blob":"AQI=","loose":"text"}""";
        var stream = new MemoryStream();
        await Tables.WriteJsonAsync(stream, Query());
        Assert.StartsWith("[" + expected + ",{\"id\":2,\"name\":null,", Encoding.UTF8.GetString(stream.ToArray()),
            StringComparison.Ordinal);
        Assert.Equal(Json.ToText(Table(Query()), new JsonOptions { Tables = TableForm.Rows }), Encoding.UTF8.GetString(stream.ToArray()));
        stream = new MemoryStream();
        await Tables.WriteJsonLinesAsync(stream, Query());
        Assert.Equal(expected, Encoding.UTF8.GetString(stream.ToArray()).Split('\n')[0]);

        var schema = Table(Query()).Clone();
        stream.Position = 0;
        await using var lines = await Tables.ReadJsonLinesAsync(stream, schema);
        AssertSame(Rows(Query()), Rows(lines));
    }

    static DataTable Table(IDataReader reader)
    {
        var table = new DataTable();
        for (int i = 0; i < reader.FieldCount; i++)
            table.Columns.Add(reader.GetName(i), reader.GetName(i) == "loose" ? typeof(object) : reader.GetFieldType(i));
        foreach (object?[] row in Rows(reader))
            table.Rows.Add([.. row.Select(v => v ?? DBNull.Value)]);
        return table;
    }

    [Fact]
    public void AsAValueOfAnyFormat()
    {
        var expected = Rows(Query());
        foreach (var wire in Wires.All)
        {
            foreach (var convention in Wires.Tiers(null))
            {
                byte[] bytes = wire.Write<IDataReader>(Query(), convention, Setup.Default);
                AssertSame(expected, Rows(wire.Read<IDataReader>(bytes, convention, Setup.Default)));
                AssertSame(expected, Rows(wire.Read<DbDataReader>(bytes, convention, Setup.Default)));
                var table = wire.Read<DataTable>(bytes, convention, Setup.Default);
                AssertSame(expected, Rows(table.CreateDataReader()));
                Assert.All(table.Rows.Cast<DataRow>(), r => Assert.Equal(DataRowState.Unchanged, r.RowState));
                AssertSame(expected,
                    Rows(wire.Read<IDataReader>(wire.Write((SqliteDataReader)Query(), convention, Setup.Default), convention,
                        Setup.Default)));
            }
        }
        var rows = new JsonOptions { Tables = TableForm.Rows };
        Assert.Equal(Json.ToText(Table(Query()), rows), Json.ToText<IDataReader>(Query(), rows));
        Assert.Equal(3, Rows(Json.FromText<DbDataReader>(Json.ToText<IDataReader>(Query(), rows), rows)).Count);
    }

    [Fact]
    public void ATableReadAsAReaderShowsItsCurrentRows()
    {
        for (int seed = 0; seed < 40; seed++)
        {
            var table = new RandomTables(seed).Alone();
            if (table.Columns.Cast<DataColumn>().Any(c => c.Expression.Length > 0))
                continue;
            foreach (DataRow row in table.Rows)
                row.CancelEdit();
            byte[] bytes = Compact.Serialize(table);
            AssertSame(
                [.. table.Rows.Cast<DataRow>().Where(r => r.RowState != DataRowState.Deleted)
                    .Select(r =>
                        r.ItemArray.Select(v => v is System.Data.SqlTypes.INullable { IsNull: true } or DBNull ? null : v).ToArray())],
                Rows(Compact.Deserialize<DbDataReader>(bytes)));
        }
    }

    [Fact]
    public void TypedGettersAndSchema()
    {
        var table = new DataTable("T");
        table.Columns.Add("i", typeof(int));
        table.Columns.Add("s", typeof(string));
        table.Columns.Add("b", typeof(byte[]));
        table.Columns.Add("d", typeof(DateTime));
        table.Rows.Add(5, "abc", new byte[] { 1, 2, 3 }, new DateTime(2020, 1, 2));
        table.Rows.Add(DBNull.Value, DBNull.Value, DBNull.Value, DBNull.Value);
        using var reader = Compact.Deserialize<DbDataReader>(Compact.Serialize(table));
        Assert.True(reader.HasRows);
        Assert.Throws<InvalidOperationException>(() => reader.GetInt32(0));
        Assert.True(reader.Read());
        Assert.Equal(5, reader.GetInt32(0));
        Assert.Equal(5L, reader.GetInt64(0));
        Assert.Equal("abc", reader.GetString(reader.GetOrdinal("S")));
        byte[] buffer = new byte[2];
        Assert.Equal(2, reader.GetBytes(2, 1, buffer, 0, 2));
        Assert.Equal([2, 3], buffer);
        Assert.Equal(new DateTime(2020, 1, 2), reader.GetFieldValue<DateTime>(3));
        Assert.True(reader.Read());
        Assert.True(reader.IsDBNull(0));
        Assert.Throws<InvalidCastException>(() => reader.GetInt32(0));
        Assert.False(reader.Read());
        Assert.False(reader.NextResult());
        Assert.Throws<IndexOutOfRangeException>(() => reader.GetOrdinal("none"));

        using var again = Compact.Deserialize<DbDataReader>(Compact.Serialize(table));
        var loaded = new DataTable();
        loaded.Load(again);
        Assert.Equal(table.Columns.Cast<DataColumn>().Select(c => (c.ColumnName, c.DataType)),
            loaded.Columns.Cast<DataColumn>().Select(c => (c.ColumnName, c.DataType)));
        Assert.Equal(2, loaded.Rows.Count);
    }

    [Fact]
    public async Task ManyBatchesInConstantMemory()
    {
        const string many = "with recursive n(i) as (select 1 union all select i + 1 from n where i < 60000) select i, 'row ' || i as name, i * 0.5 as half from n";
        string file = Path.GetTempFileName();
        try
        {
            await using (var output = File.Create(file))
            {
                await Tables.WriteCompactAsync(output, Query("select 1 as i, 'a' as name, 0.5 as half limit 0"));
                await Tables.WriteCompactAsync(output, Query(many));
            }
            await using var input = File.OpenRead(file);
            await using var reader = await Tables.ReadCompactAsync(input);
            long before = GC.GetTotalMemory(true);
            long sum = 0;
            int rows = 0;
            while (await reader.ReadAsync())
            {
                sum += reader.GetInt64(0);
                if (++rows == 50_000)
                    Assert.True(GC.GetTotalMemory(true) - before < 4_000_000);
            }
            Assert.Equal((60_000, 60_000L * 60_001 / 2), (rows, sum));
        }
        finally
        {
            File.Delete(file);
        }
    }

    [Fact]
    public async Task BrokenStreams()
    {
        var stream = new MemoryStream();
        await Tables.WriteCompactAsync(stream, Query());
        byte[] bytes = stream.ToArray();
        await Assert.ThrowsAsync<WireFormatException>(
            async () => await Tables.ReadCompactAsync(new MemoryStream(bytes, 0, bytes.Length - 1)));
        await Assert.ThrowsAsync<WireFormatException>(async () => await Tables.ReadCompactAsync(new MemoryStream()));
        var schema = new DataTable();
        schema.Columns.Add("a", typeof(int));
        var e = await Assert.ThrowsAsync<WireFormatException>(
            async () => await Tables.ReadJsonAsync(new MemoryStream("""[{"a":1},{"a":"x"}]"""u8.ToArray()), schema));
        Assert.Contains("Row 1", e.Message, StringComparison.Ordinal);
        await Assert.ThrowsAsync<WireFormatException>(
            async () => await Tables.ReadJsonAsync(new MemoryStream("[1]"u8.ToArray()), schema));
    }

    [Fact]
    public async Task TwoColumnsOfOneNameAreRefusedInJson()
    {
        var e = await Assert.ThrowsAsync<NotSupportedException>(
            () => Tables.WriteJsonAsync(new MemoryStream(), Query("select 1 as a, 2 as a")));
        Assert.Contains("'a'", e.Message, StringComparison.Ordinal);
        var stream = new MemoryStream();
        await Tables.WriteCompactAsync(stream, Query("select 1 as a, 2 as a"));
        stream.Position = 0;
        AssertSame([[1L, 2L]], Rows(await Tables.ReadCompactAsync(stream)));
    }

    /// <summary>The data of the article on binary and XML: a list of rows of mixed types from a reader.</summary>
    [Fact]
    public void ListsOfRows()
    {
        var table = new DataTable();
        var types = new[] { typeof(int), typeof(string), typeof(DateTime), typeof(bool), typeof(short), typeof(decimal), typeof(Guid),
            typeof(byte[]) };
        foreach (var type in types)
            table.Columns.Add(type.Name, type);
        var random = new Random(1);
        for (int i = 0; i < 296; i++)
            table.Rows.Add([.. types.Select(t => random.Next(6) == 0 ? DBNull.Value : RandomTables.Types[t](random))]);
        var rows = Tables.ToRows(table.CreateDataReader());
        Assert.Contains(rows, r => r[0] is null);
        foreach (var copy in Wires.Copies(rows, only: w => w.KeepsDynamicTypes))
            AssertSame(rows, copy);
        // In JSON they are what JSON has: the values of the table's own forms keep their types.
        Assert.Equal(rows.Count, Wires.FromJson<List<object?[]>>(Wires.ToJson(rows)).First().Count);
        AssertSame(rows, Rows(Json.FromText<DbDataReader>(Json.ToText<DbDataReader>(table.CreateDataReader()))));
    }

    /// <summary>As the framework's reader of a table, and databases' readers: null is a value to who asks for an object.</summary>
    [Fact]
    public async Task Null_is_DBNull_where_an_object_is_asked_for()
    {
        var table = new DataTable();
        table.Columns.Add("a", typeof(int));
        table.Columns.Add("b", typeof(string));
        table.Rows.Add(DBNull.Value, DBNull.Value);
        var stream = new MemoryStream();
        await Tables.WriteCompactAsync(stream, table.CreateDataReader());
        stream.Position = 0;
        await using var ours = await Tables.ReadCompactAsync(stream);
        using var theirs = table.CreateDataReader();
        foreach (var reader in new System.Data.Common.DbDataReader[] { theirs, ours })
        {
            Assert.True(reader.Read());
            foreach (int column in new[] { 0, 1 })
                Assert.Equal((DBNull.Value, DBNull.Value), (reader.GetFieldValue<object>(column), reader.GetFieldValue<DBNull>(column)));
            Assert.Throws<InvalidCastException>(() => reader.GetFieldValue<int>(0));
            Assert.Throws<InvalidCastException>(() => reader.GetFieldValue<string>(1));
        }
    }
}
