using System.Data;
using System.Data.Common;
using Isomer.Tabular;
using Xunit;

namespace Isomer.Tests.Tables;

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
        ("batches", v => Frame(v.Tables[0]!), b => Isomer.Tables.ReadCompactAsync(new MemoryStream(b)).AsTask().GetAwaiter().GetResult()),
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
        Assert.Equal(6000, Isomer.Tables.ToRows(reader).Count);
    }
}
