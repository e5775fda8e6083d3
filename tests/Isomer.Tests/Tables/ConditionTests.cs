using System.Data;
using Isomer.Tabular;
using Isomer.Tests.Differential;
using Xunit;

namespace Isomer.Tests.OfTables;

/// <summary>
/// Conditions on columns of every type, drawn at random and joined: the rows that come are those for which the framework's own comparison
/// of the values holds, whatever statistics, codings and batches are between.
/// </summary>
public class ConditionTests
{
    [Fact]
    public async Task Rows_are_those_for_which_the_condition_holds()
    {
        HashSet<Type> compared = [], refused = [];
        int found = 0;
        for (int seed = 0; seed < 400; seed++)
        {
            var choices = new Choices(seed);
            var random = new DrawnRandom(choices);
            var table = Drawn(choices, random);
            var condition = Condition(table, choices, depth: 0);
            byte[] file = await Written(table, choices.Of(5, 16, 100));
            object?[][] expected = [.. table.Rows.Cast<DataRow>().Where(condition.Holds).Select(r => r.ItemArray)];
            List<object?[]> rows;
            try
            {
                rows = await Read(file, condition.Filter, choices.Once(2));
            }
            catch (ArgumentException)
            {
                refused.UnionWith(condition.Types);
                continue;
            }
            compared.UnionWith(condition.Types);
            Assert.True(expected.Length == rows.Count, $"{seed}: {expected.Length} rows, and {rows.Count} came: {condition.Text}");
            foreach (var (a, b) in expected.Zip(rows))
                Assert.True(a.Zip(b).All(static p => TableDifference.Same(IsNull(p.First!) ? null : p.First, p.Second)),
                    $"{seed}: {condition.Text}");
            found += rows.Count;
        }
        // Those that are refused have an order, but none that this library knows (docs/tables.md).
        Assert.DoesNotContain(refused, t => t.Namespace != "System.Data.SqlTypes" && t != typeof(System.Numerics.BigInteger));
        Assert.True(compared.Count >= 17, string.Join(", ", compared));
        Assert.True(found > 3000, $"{found}");
    }

    static DataTable Drawn(Choices choices, DrawnRandom random)
    {
        var table = new DataTable();
        for (int i = choices.Below(4) + 1; i > 0; i--)
            table.Columns.Add("c" + i, BinaryTablesTests.Types[choices.Below(BinaryTablesTests.Types.Count)]);
        // Of few values, so that one that is asked for is met; or each its own.
        bool isOfFew = choices.Once(2);
        var few = table.Columns.Cast<DataColumn>().ToDictionary(static c => c,
            c => Enumerable.Range(0, 5).Select(_ => RandomTables.Types[c.DataType](random)).ToArray());
        object Value(DataColumn c) =>
            choices.Once(5) ? DBNull.Value : Shown(isOfFew ? choices.Of(few[c]) : RandomTables.Types[c.DataType](random));
        for (int i = choices.Below(120); i > 0; i--)
            table.Rows.Add([.. table.Columns.Cast<DataColumn>().Select(Value)]);
        return table;
    }

    /// <summary>A DataTable shows -0.0 as 0.0, its reader too.</summary>
    static object Shown(object value) => value switch
    {
        0.0 => 1.5,
        0f => 1.5f,
        0m => 2m,
        _ => value
    };

    sealed record Drawing(RowFilter Filter, Func<DataRow, bool> Holds, Type[] Types, string Text);

    static Drawing Condition(DataTable table, Choices choices, int depth)
    {
        if (depth < 2 && choices.Once(3))
        {
            Drawing a = Condition(table, choices, depth + 1), b = Condition(table, choices, depth + 1);
            Type[] both = [.. a.Types, .. b.Types];
            return choices.Once(2)
                ? new(a.Filter & b.Filter, r => a.Holds(r) & b.Holds(r), both, $"({a.Text} & {b.Text})")
                : new(a.Filter | b.Filter, r => a.Holds(r) | b.Holds(r), both, $"({a.Text} | {b.Text})");
        }
        var column = table.Columns[choices.Below(table.Columns.Count)];
        string name = column.ColumnName;
        object[] there = [.. table.Rows.Cast<DataRow>().Select(r => r[column]).Where(static v => !IsNull(v))];
        int kind = there.Length == 0 || there[0] is not IComparable || column.DataType == typeof(object)
            ? choices.Below(2)
            : choices.Below(8);
        if (kind == 0)
            return new(RowFilter.IsNull(name), r => IsNull(r[column]), [], $"{name} is null");
        if (kind == 1)
            return new(RowFilter.IsNotNull(name), r => !IsNull(r[column]), [], $"{name} is not null");
        object value = choices.Of(there), other = choices.Of(there);
        Type[] types = [column.DataType];
        if (kind == 2 && Compared(value, other) is { } order)
        {
            var (least, greatest) = order <= 0 ? (value, other) : (other, value);
            return new(RowFilter.Between(name, least, greatest),
                r => Holds(r[column], least, static o => o >= 0) && Holds(r[column], greatest, static o => o <= 0), types,
                $"{name} ({column.DataType}) between {least} and {greatest}");
        }
        var (filter, holds) = kind switch
        {
            3 => (RowFilter.AtLeast(name, value), static o => o >= 0),
            4 => (RowFilter.AtMost(name, value), static o => o <= 0),
            5 => (RowFilter.Above(name, value), static o => o > 0),
            6 => (RowFilter.Below(name, value), static o => o < 0),
            _ => (RowFilter.Equal(name, value), (Func<int, bool>)(static o => o == 0)),
        };
        return new(filter, r => Holds(r[column], value, holds), types, $"{name} ({column.DataType}) {kind} {value}");
    }

    static bool IsNull(object value) => value is DBNull or System.Data.SqlTypes.INullable { IsNull: true };

    /// <summary>A null is nothing but null, and a number that is none is in no order.</summary>
    static bool Holds(object cell, object value, Func<int, bool> holds) =>
        !IsNull(cell) && Compared(cell, value) is { } order && holds(order);

    static int? Compared(object a, object b)
    {
        if (a is double.NaN or float.NaN || b is double.NaN or float.NaN || a.GetType() != b.GetType())
            return null;
        if (a is string text)
            return string.CompareOrdinal(text, (string)b);
        return ((IComparable)a).CompareTo(b);
    }

    static async Task<byte[]> Written(DataTable table, int batchRows)
    {
        var stream = new MemoryStream();
        var taking = new ReaderTaking(table.CreateDataReader(), new ColumnTypes(Convention.Plain), packs: true, measures: true);
        await Tables.WriteBatchesAsync(stream, taking, batchRows, CompactOptions.Default, CancellationToken.None);
        return stream.ToArray();
    }

    static async Task<List<object?[]>> Read(byte[] file, RowFilter where, bool canSeek)
    {
        Stream stream = new MemoryStream(file);
        await using var reader = await Tables.ReadCompactAsync(canSeek ? stream : new BufferedOnly(stream), where: where);
        return Tables.ToRows(reader);
    }

    /// <summary>A stream that cannot seek.</summary>
    sealed class BufferedOnly(Stream inner) : Stream
    {
        public override bool CanRead => true;
        public override bool CanSeek => false;
        public override bool CanWrite => false;
        public override long Length => throw new NotSupportedException();
        public override long Position { get => throw new NotSupportedException(); set => throw new NotSupportedException(); }
        public override void Flush()
        {
        }
        public override int Read(byte[] buffer, int offset, int count) => inner.Read(buffer, offset, count);
        public override long Seek(long offset, SeekOrigin origin) => throw new NotSupportedException();
        public override void SetLength(long value) => throw new NotSupportedException();
        public override void Write(byte[] buffer, int offset, int count) => throw new NotSupportedException();
    }
}
