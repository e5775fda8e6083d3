using System.Data;
using System.Data.Common;
using Isomer.Tabular;
using Xunit;

namespace Isomer.Tests.OfTables;

/// <summary>
/// Packed columns of a few bytes that claim to be large: counted before they are unpacked. And what is written is never refused.
/// </summary>
public class PackedBoundsTests
{
    const int Few = 3_000_000;

    static readonly (string Name, Func<TableSet, byte[]> Write, Func<byte[], object?> Read)[] s_ways =
    [
        ("Compact", v => Compact.Serialize(v), b => Compact.Deserialize<DataSet>(b)),
        ("Json", v => Json.Serialize(v), b => Json.Deserialize<DataSet>(b)),
        ("Compact, a table", v => Compact.Serialize(v.Tables[0]!), b => Compact.Deserialize<DataTable>(b)),
        ("Compact, a reader", v => Compact.Serialize(v.Tables[0]!), b => Compact.Deserialize<DbDataReader>(b)),
        ("batches", v => Frame(v.Tables[0]!), b => Tables.ReadCompactAsync(new MemoryStream(b)).AsTask().GetAwaiter().GetResult()),
    ];

    static byte[] Frame(Table table)
    {
        var stream = new MemoryStream();
        Compact.WriteStreamAsync(stream, [table]).GetAwaiter().GetResult();
        return stream.ToArray();
    }

    static byte[] Bytes(Action<PackedWriter> write)
    {
        var to = new PackedWriter();
        Integers.WriteConstant(to, 0);
        write(to);
        return to.Written.ToArray();
    }

    static TableSet Of(int rows, int columns, string type, byte[] packed) => new()
    {
        Name = "S",
        Tables = [
            new Table
                { Name = "T", States = new string('U', rows),
                    Columns = [
                        .. Enumerable.Range(0, columns)
                            .Select(i => new TableColumn { Name = "c" + i, Type = type, Values = new TableValues { Packed = packed } })] }],
    };

    static void Refused(TableSet set, string says)
    {
        foreach (var (name, write, read) in s_ways)
        {
            byte[] bytes = write(set);
            try
            {
                read(bytes);
            }
            catch (WireFormatException)
            {
            }
            long before = GC.GetAllocatedBytesForCurrentThread();
            var e = Assert.Throws<WireFormatException>(() => read(bytes));
            long allocated = GC.GetAllocatedBytesForCurrentThread() - before;
            Assert.Contains(says, e.Message, StringComparison.Ordinal);
            Assert.True(allocated < (100L * bytes.Length) + Few, $"{name}: {allocated} bytes for {bytes.Length}");
        }
    }

    [Fact]
    public void Cells_without_bytes()
    {
        Refused(Of(100_000, 200, "Int64", Bytes(to => Integers.WriteConstant(to, 7))), "cells");
        Refused(Of(10_000, 3000, "Decimal", Bytes(to => { to.Byte(0); to.Byte(2); Integers.WriteConstant(to, 7); })), "cells");
        Refused(Of(100_000, 20, "String",
            Bytes(to =>
            {
                to.Byte(1); to.Varint(1); to.Byte(0); Integers.WriteConstant(to,
                1); to.Byte(0); to.Byte('x'); Integers.WriteConstant(to, 0);
            })), "cells");
    }

    /// <summary>
    /// 16,384 cells are free, in all tables together; beyond them each four ask for a byte of a column. A row counts as four besides. The
    /// last row that is let through, and the first that is not.
    /// </summary>
    [Theory]
    [InlineData(1, "Int64", 1, 1), InlineData(2, "Int64", 1, 1), InlineData(7, "Int64", 1, 1), InlineData(3, "Int64", 1, 2)]
    [InlineData(1, "Decimal", 2, 1), InlineData(7, "Decimal", 2, 1), InlineData(3, "Decimal", 2, 3)]
    public void Cells_are_counted(int columns, string type, int weight, int tables)
    {
        byte[] packed = type == "Int64"
            ? Bytes(to => Integers.WriteConstant(to, 7))
            : Bytes(to => { to.Byte(0); to.Byte(2); Integers.WriteConstant(to, 7); });
        int perRow = 4 + (columns * weight), most = 16384 + (4 * packed.Length * columns * tables);
        int rows = most / perRow / tables;
        Assert.NotNull(Read(rows));
        var error = Assert.Throws<WireFormatException>(() => Read(rows + 1));
        Assert.Contains("cells", error.Message, StringComparison.Ordinal);

        DataSet? Read(int rows)
        {
            var set = Of(rows, columns, type, packed);
            for (int i = 1; i < tables; i++)
            {
                var other = Of(rows, columns, type, packed).Tables[0]!;
                other.Name += i;
                set.Tables = [.. set.Tables, other];
            }
            // Written as it is: who writes would fill it up.
            return Compact.Deserialize<DataSet>(Compact.Serialize(set));
        }
    }

    /// <summary>
    /// What the most cells that are let through take: a row costs a byte of the payload (its state), so that nothing of it is a claim, and
    /// what is allocated is at most 200 times the payload, with 300 KB for the set, however few bytes the columns have.
    /// <see cref="Limits.MaxItems"/> is not asked of packed columns for that reason (docs/tables.md).
    /// </summary>
    [Theory]
    [InlineData(1, 1, "Int64"), InlineData(1, 5, "Decimal"), InlineData(1, 500, "Int64"), InlineData(30, 1, "Int64")]
    [InlineData(30, 50, "Decimal"), InlineData(300, 1, "Int64")]
    public void What_is_let_through_is_a_few_hundred_times_its_bytes(int tables, int columns, string type)
    {
        byte[] packed = type == "Int64"
            ? Bytes(to => Integers.WriteConstant(to, 7))
            : Bytes(to => { to.Byte(0); to.Byte(2); Integers.WriteConstant(to, 7); });
        int perRow = 4 + (columns * (type == "Decimal" ? 2 : 1));
        int rows = (16384 + (4 * packed.Length * columns * tables)) / perRow / tables;
        var set = Of(rows, columns, type, packed);
        for (int i = 1; i < tables; i++)
        {
            var other = Of(rows, columns, type, packed).Tables[0]!;
            other.Name += i;
            set.Tables = [.. set.Tables, other];
        }
        byte[] bytes = Compact.Serialize(set);
        Assert.True(bytes.Length > rows * tables);
        Assert.Equal(rows, Compact.Deserialize<DataSet>(bytes)!.Tables[0].Rows.Count);
        long before = GC.GetAllocatedBytesForCurrentThread();
        Compact.Deserialize<DataSet>(bytes);
        long allocated = GC.GetAllocatedBytesForCurrentThread() - before;
        Assert.True(allocated < (200L * bytes.Length) + 300_000, $"{allocated} bytes for {bytes.Length}");
    }

    /// <summary>Rows are bounded by the text of their states: a set of more is refused by <see cref="Limits.MaxStringLength"/>.</summary>
    [Fact]
    public void Rows_are_bounded_by_the_length_of_their_states()
    {
        byte[] bytes = Compact.Serialize(Of(1000, 1, "Int64", Bytes(to => Integers.WriteConstant(to, 7))));
        Assert.NotNull(Compact.Deserialize<DataSet>(bytes, new CompactOptions { Limits = new() { MaxStringLength = 1000 } }));
        Assert.Throws<WireFormatException>(
            () => Compact.Deserialize<DataSet>(bytes, new CompactOptions { Limits = new() { MaxStringLength = 999 } }));
    }

    /// <summary>A blob in a column of any type: read, or refused as what it is. Of some types the values are never packed.</summary>
    [Fact]
    public void Any_type_may_be_said_to_be_packed()
    {
        string[] names =
        [
            "Boolean", "Char", "SByte", "Byte", "Int16", "UInt16", "Int32", "UInt32", "Int64", "UInt64", "Int128", "UInt128", "BigInteger",
            "Half", "Single", "Double", "Decimal", "DateTime", "DateTimeOffset", "TimeSpan", "DateOnly", "TimeOnly", "Guid", "String", "Binary",
            "CharArray", "Uri", "CultureInfo", "Object", "SqlBoolean", "SqlByte", "SqlInt16", "SqlInt32", "SqlInt64", "SqlSingle", "SqlDouble",
            "SqlMoney", "SqlDecimal", "SqlDateTime", "SqlGuid", "SqlString", "SqlBinary", "SqlBytes", "SqlChars", "SqlXml", "None", "$1",
        ];
        byte[][] blobs =
        [
            [], Bytes(to => Integers.WriteConstant(to, 1)), Bytes(to => { to.Byte(0); Integers.WriteConstant(to, 1); }),
            Bytes(to => { to.Byte(0); to.Byte(0); Integers.WriteConstant(to, 1); }), Bytes(to => TextPlain.Write(to, ["a", "b"], [])),
            Bytes(to => to.Write([1, 2, 3, 4, 5, 6, 7, 8, 9])),
        ];
        var never = new HashSet<string>();
        var read = new HashSet<string>();
        foreach (string name in names)
            foreach (byte[] blob in blobs)
                foreach (var (way, write, back) in s_ways)
                    try
                    {
                        Assert.NotNull(back(write(Of(2, 1, name, blob))));
                        read.Add(name);
                    }
                    catch (WireFormatException e)
                    {
                        if (e.Message.Contains("never packed", StringComparison.Ordinal))
                            never.Add(name);
                    }
        Assert.Contains("Int64", read);
        Assert.DoesNotContain("Object", read);
        Assert.Contains("BigInteger", never);
        Assert.Empty(read.Intersect(never));
    }

    [Fact]
    public void Text_without_bytes()
    {
        byte[] parts = Bytes(to =>
        {
            to.Byte((int)TextForm.Parts);
            to.Byte(1);
            to.Varint(1);
            TextPlain.Write(to, [new string('x', 10_000)], []);
            to.Byte(0);
            Integers.WriteConstant(to, 7);
            to.Varint(1);
            TextPlain.Write(to, [""], []);
        });
        Refused(Of(8000, 1, "String", parts), "characters");
        byte[] front = Bytes(to =>
        {
            to.Byte((int)TextForm.Front);
            Integers.Write(to, [0, .. Enumerable.Repeat(10_000L, 7999)]);
            TextPlain.Write(to, [new string('x', 10_000), .. Enumerable.Repeat("", 7999)], []);
        });
        Refused(Of(8000, 1, "String", front), "characters");
    }

    [Fact]
    public void Counts_that_no_bytes_stand_for()
    {
        foreach (byte[] values in new byte[][] { [3, 0, 255, 255, 255, 255, 255, 255, 255, 255],
            [4, 0, 255, 255, 255, 255, 255, 255, 255, 127], [1, 1, 3, 60], [1, 1, 3, 64], [2, 1], [7], [] })
            Refused(Of(1000, 1, "Int64", Bytes(to => to.Write(values))), "Column 'c0'");
    }

    /// <summary>
    /// Columns that are nothing but null, one value or a count, as many as the bounds would not let through without zeros.
    /// </summary>
    [Fact]
    public void What_is_written_is_read()
    {
        var table = new DataTable("T");
        for (int i = 0; i < 60; i++)
            table.Columns.Add("c" + i, i % 3 == 0 ? typeof(string) : i % 3 == 1 ? typeof(int) : typeof(DateTime));
        object?[] row = new object?[60];
        for (int r = 0; r < 6000; r++)
        {
            for (int i = 0; i < 60; i++)
                row[i] = i > 30
                    ? DBNull.Value
                    : i % 3 == 0 ? "a rather long text before a number " + r : i % 3 == 1 ? r : new DateTime(2000, 1, 1);
            table.Rows.Add(row);
        }
        byte[] bytes = Compact.Serialize(table);
        var back = Compact.Deserialize<DataTable>(bytes);
        Assert.Null(TableDifference.Of(table, back));
        Assert.Equal(6000, Json.Deserialize<DataTable>(Json.Serialize(back)).Rows.Count);
        var set = new DataSet();
        for (int i = 0; i < 3; i++)
        {
            var copy = table.Copy();
            copy.TableName = "T" + i;
            set.Tables.Add(copy);
        }
        Assert.Null(TableDifference.Of(set, Compact.Deserialize<DataSet>(Compact.Serialize(set))));
        using var reader = Compact.Deserialize<DbDataReader>(Compact.Serialize<IDataReader>(table.CreateDataReader()));
        Assert.Equal(6000, Tables.ToRows(reader).Count);
    }
}
