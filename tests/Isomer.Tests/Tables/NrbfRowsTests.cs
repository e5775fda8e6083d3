using System.Data;
using System.Data.Common;
using Isomer.Tests.Differential;
using Isomer.Tests.Formats.OfNrbf;
using Xunit;

#pragma warning disable SYSLIB0038 // both forms of the original

namespace Isomer.Tests.OfTables;

/// <summary>Rows out of BinaryFormatter's sets and into its tables, without a DataSet between.</summary>
public class NrbfRowsTests
{
    static CancellationToken Stop => TestContext.Current.CancellationToken;

    internal static DbDataReader Read(byte[] payload, string? table = null, NrbfOptions? options = null) =>
        Tables.ReadNrbfAsync(new MemoryStream(payload), table, options, Stop).AsTask().GetAwaiter().GetResult();

    /// <summary>The rows as they are: not what is being put into them.</summary>
    internal static List<object[]> Current(DataTable table) =>
        [[.. table.Columns.Cast<DataColumn>().Select(object (c) => c.ColumnName)],
            .. table.Rows.Cast<DataRow>().Where(r => r.RowState != DataRowState.Deleted)
                .Select(r => table.Columns.Cast<DataColumn>().Select(c => r[c, DataRowVersion.Current]).ToArray())];

    static DataSet Shop(SerializationFormat form)
    {
        var set = new DataSet("Shop") { RemotingFormat = form };
        var orders = set.Tables.Add("Orders");
        orders.Columns.Add("Id", typeof(int));
        orders.Columns.Add("Day", typeof(DateTime));
        orders.Columns.Add("Twice", typeof(int), "Id * 2");
        orders.Rows.Add(1, new DateTime(2020, 1, 2, 3, 4, 5));
        orders.Rows.Add(2, DBNull.Value);
        orders.AcceptChanges();
        orders.Rows[0]["Id"] = 10;
        orders.Rows.Add(3, new DateTime(1999, 12, 31));
        orders.Rows[1].Delete();
        var empty = set.Tables.Add("Empty");
        empty.Columns.Add("x", typeof(string));
        return set;
    }

    [Theory, InlineData(SerializationFormat.Xml), InlineData(SerializationFormat.Binary)]
    public void The_rows_of_a_table_are_read(SerializationFormat form)
    {
        byte[] payload = NrbfTests.Original(Shop(form));
        using (var reader = Read(payload, "Orders"))
        {
            Assert.Equal((3, "Id", typeof(int), typeof(DateTime)),
                (reader.FieldCount, reader.GetName(0), reader.GetFieldType(0), reader.GetFieldType(1)));
            Assert.True(reader.Read());
            Assert.Equal((10, new DateTime(2020, 1, 2, 3, 4, 5), 20), (reader.GetInt32(0), reader.GetDateTime(1), reader.GetInt32(2)));
            Assert.True(reader.Read());
            Assert.Equal((3, new DateTime(1999, 12, 31), 6), (reader.GetInt32(0), reader.GetDateTime(1), reader.GetInt32(2)));
            Assert.False(reader.Read());
        }
        using (var reader = Read(payload, "Empty"))
            Assert.Equal((1, "x", false), (reader.FieldCount, reader.GetName(0), reader.Read()));
        Assert.Contains("'Orders'", Assert.Throws<WireFormatException>(() => Read(payload)).Message, StringComparison.Ordinal);
        Assert.Contains("no table 'Nowhere'", Assert.Throws<WireFormatException>(() => Read(payload, "Nowhere")).Message,
            StringComparison.Ordinal);
        // A table alone needs no name.
        var alone = Shop(form).Tables[0];
        alone.RemotingFormat = form;
        using var only = Read(NrbfTests.Original(alone));
        Assert.True(only.Read());
        Assert.Equal(10, only.GetInt32(0));
    }

    [Fact]
    public void Sets_of_KB_829740_are_read()
    {
        using var reader = Read(BinaryTablesTests.Surrogate(), "Customers");
        Assert.True(reader.Read());
        Assert.Equal((1, "Ann"), (reader.GetInt32(0), reader.GetString(1)));
        Assert.True(reader.Read());
        Assert.Equal((2, "Bert"), (reader.GetInt32(0), reader.GetString(1)));
        Assert.False(reader.Read());
    }

    /// <summary>With the values that were written also where a column is computed.</summary>
    [Fact]
    public void Computed_columns_of_KB_829740_have_their_values()
    {
        using var reader = Read(BinaryTablesTests.Surrogate(), "Orders");
        Assert.True(reader.Read());
        Assert.Equal((2.50m, 5m), (reader["Price"], reader["Twice"]));
        Assert.False(reader.Read());
    }

    /// <summary>
    /// A class of SqlTypes has a null of its own, which its column keeps: from any reader, and read back by the original.
    /// </summary>
    [Fact]
    public async Task Nulls_of_classes_are_theirs()
    {
        var none = new DataTable("T");
        none.Columns.Add("Id", typeof(int));
        none.Columns.Add("Bytes", typeof(System.Data.SqlTypes.SqlBytes));
        none.Rows.Add(2, null);
        using var rows = new Boxed(none.CreateDataReader());
        using var written = new MemoryStream();
        await Tables.WriteNrbfAsync(written, rows, "T", cancellationToken: TestContext.Current.CancellationToken);
        using var reader = Read(written.ToArray());
        Assert.True(reader.Read());
        Assert.Equal((2, true), (reader.GetInt32(0), reader.IsDBNull(1)));
        var back = Nrbf.Deserialize<DataTable>(written.ToArray());
        Assert.True(back.Rows[0].IsNull(1));
    }

    /// <summary>
    /// A null of SqlTypes in a column of type Object is a value, and columns of a table without rows have a default of their own each.
    /// </summary>
    [Fact]
    public async Task Nulls_behind_object_and_without_rows()
    {
        DataTable boxed = new("T"), none = new("T");
        boxed.Columns.Add("a", typeof(object));
        foreach (object value in (object[])[System.Data.SqlTypes.SqlInt64.Null, DBNull.Value, System.Data.SqlTypes.SqlInt64.Zero])
            boxed.Rows.Add(value);
        for (int i = 0; i < 2; i++)
            none.Columns.Add("c" + i, typeof(System.Data.SqlTypes.SqlXml));
        foreach (var table in (DataTable[])[boxed, none])
        {
            table.AcceptChanges();
            table.RemotingFormat = SerializationFormat.Binary;
            MemoryStream nrbf = new(), soap = new();
            await Tables.WriteNrbfAsync(nrbf, table.CreateDataReader(), "T", cancellationToken: TestContext.Current.CancellationToken);
            await Tables.WriteSoapAsync(soap, table.CreateDataReader(), SerializationFormat.Binary, "T",
                cancellationToken: TestContext.Current.CancellationToken);
            Assert.Equal(Convert.ToHexString(Nrbf.Serialize(table)), Convert.ToHexString(nrbf.ToArray()));
            Assert.Equal(Convert.ToHexString(Soap.Serialize(table)), Convert.ToHexString(soap.ToArray()));
        }
        Assert.Equal(Convert.ToHexString(NrbfTests.Original(boxed)), Convert.ToHexString(Nrbf.Serialize(boxed)));
    }

    /// <summary>Gives DBNull for what is null, as readers do that are no table's.</summary>
    sealed class Boxed(DataTableReader inner) : System.Data.Common.DbDataReader
    {
        public override object GetValue(int ordinal) => inner.IsDBNull(ordinal) ? DBNull.Value : inner.GetValue(ordinal);
        public override int GetValues(object[] values)
        {
            for (int i = 0; i < FieldCount; i++)
                values[i] = GetValue(i);
            return FieldCount;
        }
        public override object this[int ordinal] => GetValue(ordinal);
        public override object this[string name] => GetValue(GetOrdinal(name));
        public override int Depth => inner.Depth;
        public override int FieldCount => inner.FieldCount;
        public override bool HasRows => inner.HasRows;
        public override bool IsClosed => inner.IsClosed;
        public override int RecordsAffected => inner.RecordsAffected;
        public override bool GetBoolean(int ordinal) => inner.GetBoolean(ordinal);
        public override byte GetByte(int ordinal) => inner.GetByte(ordinal);
        public override long GetBytes(int ordinal, long dataOffset, byte[]? buffer, int bufferOffset, int length) =>
            inner.GetBytes(ordinal, dataOffset, buffer, bufferOffset, length);
        public override char GetChar(int ordinal) => inner.GetChar(ordinal);
        public override long GetChars(int ordinal, long dataOffset, char[]? buffer, int bufferOffset, int length) =>
            inner.GetChars(ordinal, dataOffset, buffer, bufferOffset, length);
        public override string GetDataTypeName(int ordinal) => inner.GetDataTypeName(ordinal);
        public override DateTime GetDateTime(int ordinal) => inner.GetDateTime(ordinal);
        public override decimal GetDecimal(int ordinal) => inner.GetDecimal(ordinal);
        public override double GetDouble(int ordinal) => inner.GetDouble(ordinal);
        public override System.Collections.IEnumerator GetEnumerator() => inner.GetEnumerator();
        public override Type GetFieldType(int ordinal) => inner.GetFieldType(ordinal);
        public override float GetFloat(int ordinal) => inner.GetFloat(ordinal);
        public override Guid GetGuid(int ordinal) => inner.GetGuid(ordinal);
        public override short GetInt16(int ordinal) => inner.GetInt16(ordinal);
        public override int GetInt32(int ordinal) => inner.GetInt32(ordinal);
        public override long GetInt64(int ordinal) => inner.GetInt64(ordinal);
        public override string GetName(int ordinal) => inner.GetName(ordinal);
        public override int GetOrdinal(string name) => inner.GetOrdinal(name);
        public override string GetString(int ordinal) => inner.GetString(ordinal);
        public override bool IsDBNull(int ordinal) => inner.IsDBNull(ordinal);
        public override bool NextResult() => inner.NextResult();
        public override bool Read() => inner.Read();
    }

    [Fact]
    public void Two_tables_of_one_name_are_told()
    {
        foreach (var form in new[] { SerializationFormat.Binary, SerializationFormat.Xml })
        {
            var set = new DataSet("S") { RemotingFormat = form };
            set.Tables.Add("T", "urn:a").Columns.Add("a", typeof(int));
            set.Tables.Add("T", "urn:b").Columns.Add("b", typeof(int));
            set.Tables[0].Rows.Add(1);
            set.Tables[1].Rows.Add(2);
            Assert.IsType<WireFormatException>(Record.Exception(() =>
            {
                using var reader = Read(NrbfTests.Original(set), "T");
                reader.Read();
            }));
        }
    }

    [Fact]
    public void What_has_no_rows_is_told()
    {
        Assert.Contains("no DataSet or DataTable",
            Assert.Throws<WireFormatException>(() => Read(NrbfTests.Original(new List<int> { 1 }))).Message, StringComparison.Ordinal);
        Assert.Throws<WireFormatException>(() => Read(NrbfTests.Original(new[] { "a" })));
        Assert.Throws<WireFormatException>(() => Read([]));
        var bare = new TableXmlTests.Generated
        { SchemaSerializationMode = SchemaSerializationMode.ExcludeSchema, RemotingFormat = SerializationFormat.Binary };
        Assert.Contains("ExcludeSchema", Assert.Throws<WireFormatException>(() => Read(NrbfTests.Original(bare))).Message,
            StringComparison.Ordinal);
    }

    /// <summary>What the other tables hold is passed over: beside the payload and its own columns nothing of its size is made.</summary>
    [Fact]
    public void Other_tables_are_not_made()
    {
        var set = Shop(SerializationFormat.Binary);
        var large = set.Tables.Add("Large");
        for (int i = 0; i < 6; i++)
            large.Columns.Add("c" + i, typeof(double));
        large.BeginLoadData();
        for (int i = 0; i < 50_000; i++)
            large.Rows.Add(i, i, i, i, i, i);
        large.EndLoadData();
        byte[] payload = NrbfTests.Original(set);
        using (Read(payload, "Orders"))
        {
        }
        long before = GC.GetAllocatedBytesForCurrentThread();
        using (var reader = Read(payload, "Orders"))
            Assert.True(reader.Read());
        Assert.InRange(GC.GetAllocatedBytesForCurrentThread() - before, payload.Length, (payload.Length * 5L / 4) + 500_000);
    }

    static List<object[]> Rows(DbDataReader reader)
    {
        using (reader)
            return ReadRows.Rows(reader);
    }

    /// <summary>A DataTable shows -0.0 as 0.0, its reader too.</summary>
    static object Shown(object value) => value is 0.0 ? 1.5 : value;

    /// <summary>
    /// A table in its XML form of any name, columns and values: as the original writes it, as <see cref="Soap"/> writes a table, and read
    /// back row by row; of no rows, of rows without values, and of more than a piece.
    /// </summary>
    [Fact]
    public async Task Rows_become_a_schema_and_a_DiffGram()
    {
        int same = 0, empty = 0;
        for (int seed = 0; seed < 80; seed++)
        {
            var choices = new Choices(seed);
            var random = new DrawnRandom(choices);
            string name = choices.Of(["Table", "T x", "a-b:c", "<\u00E9&\">", "_x0041_"]);
            var table = new DataTable(name);
            for (int i = choices.Below(6) + 1; i > 0; i--)
                table.Columns.Add(choices.Of(["c", "d e", "\u00FC<", "_x0041_"]) + i,
                    BinaryTablesTests.Types[choices.Below(BinaryTablesTests.Types.Count)]);
            for (int i = choices.Once(6) ? 600 : choices.Below(12); i > 0; i--)
                table.Rows.Add(
                    [.. table.Columns.Cast<DataColumn>()
                        .Select(c => choices.Once(4) ? DBNull.Value : Shown(RandomTables.Types[c.DataType](random)))]);
            table.AcceptChanges();
            MemoryStream nrbf = new(), soap = new();
            if (await Record.ExceptionAsync(
                () => Tables.WriteNrbfAsync(nrbf, table.CreateDataReader(), SerializationFormat.Xml, name, cancellationToken: Stop))
                is { } refused)
            {
                Assert.True(Record.Exception(() => NrbfTests.Original(table)) is not null, $"{seed}: {refused}");
                continue;
            }
            await Tables.WriteSoapAsync(soap, table.CreateDataReader(), SerializationFormat.Xml, name, cancellationToken: Stop);
            Assert.Equal((seed, Convert.ToHexString(NrbfTests.Original(table))), (seed, Convert.ToHexString(nrbf.ToArray())));
            Assert.Equal((seed, Convert.ToHexString(Soap.Serialize(table))), (seed, Convert.ToHexString(soap.ToArray())));
            soap.Position = 0;
            var current = Rows(Read(Nrbf.Serialize(table)));
            Assert.Equal((seed, null), (seed, ReadRows.Same(current, Rows(Read(nrbf.ToArray())))));
            Assert.Equal((seed, null), (seed, ReadRows.Same(current, Rows(await Tables.ReadSoapAsync(soap, cancellationToken: Stop)))));
            same++;
            empty += table.Rows.Count == 0 ? 1 : 0;
        }
        Assert.True(same > 50 && empty > 1, $"{same} {empty}");
        await Assert.ThrowsAsync<ArgumentOutOfRangeException>(
            () => Tables.WriteSoapAsync(new MemoryStream(), new DataTable().CreateDataReader(), (SerializationFormat)2));
    }

    /// <summary>
    /// The payload of rows is that of the table into which they were loaded, byte for byte; it is read by the original, and row by row.
    /// </summary>
    [Fact]
    public async Task Rows_become_the_payload_of_a_table()
    {
        int same = 0;
        for (int seed = 0; seed < 60; seed++)
        {
            var choices = new Choices(seed);
            var random = new DrawnRandom(choices);
            var table = new DataTable("Table") { RemotingFormat = SerializationFormat.Binary };
            for (int i = choices.Below(6) + 1; i > 0; i--)
                table.Columns.Add("c" + i, BinaryTablesTests.Types[choices.Below(BinaryTablesTests.Types.Count)]);
            for (int i = choices.Below(choices.Once(6) ? 700 : 20); i > 0; i--)
                table.Rows.Add(
                    [.. table.Columns.Cast<DataColumn>()
                        .Select(c => choices.Once(5) ? DBNull.Value : Shown(RandomTables.Types[c.DataType](random)))]);
            table.AcceptChanges();
            var stream = new MemoryStream();
            if (await Record.ExceptionAsync(
                () => Tables.WriteNrbfAsync(stream, table.CreateDataReader(), cancellationToken: Stop)) is { } refused)
            {
                Assert.Contains("half of a character", refused.Message, StringComparison.Ordinal);
                continue;
            }
            byte[] payload = stream.ToArray(), theirs = NrbfTests.Original(table);
            // The name of a type is one string twice, or two equal ones, by what the collector has left of the runtime's caches
            // (BinaryTablesTests).
            for (int again = 0; again < 3 && !payload.AsSpan().SequenceEqual(theirs); again++)
            {
                stream.SetLength(0);
                await Tables.WriteNrbfAsync(stream, table.CreateDataReader(), cancellationToken: Stop);
                (payload, theirs) = (stream.ToArray(), NrbfTests.Original(table));
            }
            Assert.Equal((seed, Convert.ToHexString(theirs)), (seed, Convert.ToHexString(payload)));
            Assert.Equal((seed, null), (seed, ReadRows.Same(Current(table), Rows(Read(payload)))));
            same++;
        }
        Assert.True(same > 40, $"{same}");
    }

    [Fact]
    public void Damaged_payloads_are_read_or_refused()
    {
        var random = new Random(3);
        int refused = 0;
        foreach (var form in (SerializationFormat[])[SerializationFormat.Binary, SerializationFormat.Xml])
        {
            byte[] payload = NrbfTests.Original(Shop(form));
            for (int i = 0; i < 1500; i++)
            {
                byte[] damaged = [.. payload];
                for (int n = random.Next(1, 4); n > 0; n--)
                    damaged[random.Next(17, damaged.Length)] = (byte)random.Next(256);
                var error = Record.Exception(() => Rows(Read(damaged, "Orders")));
                Assert.True(error is null or WireFormatException { Format: not null }, error?.ToString());
                refused += error is null ? 0 : 1;
            }
        }
        Assert.True(refused > 500, $"{refused}");
    }
}
