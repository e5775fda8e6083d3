using System.Data;
using System.Data.Common;
using Xunit;

namespace Isomer.Tests.OfTables;

/// <summary>A reader's columns go to a row when they are asked for it: in any order, some rows not at all.</summary>
public class ReaderGetterTests
{
    static DataTable Rows(Random random)
    {
        var table = new DataTable("T");
        table.Columns.Add("Id", typeof(int));
        table.Columns.Add("Number", typeof(int));
        table.Columns.Add("Text", typeof(string));
        table.Columns.Add("Any", typeof(object));
        table.Columns.Add("Amount", typeof(decimal));
        table.Columns.Add("Key", typeof(Guid));
        table.Columns.Add("Words", typeof(string));
        for (int i = 0; i < 300; i++)
            table.Rows.Add(i, Null(i), Null("text " + (i % 40)), Null(i % 3 == 0 ? i : i % 3 == 1 ? "any " + i : 1.5m * i), Null(i * 0.25m),
                new Guid(i, 0, 0, new byte[8]), "word " + i);
        table.AcceptChanges();
        foreach (DataRow row in table.Rows.Cast<DataRow>().ToList())
            switch (random.Next(8))
            {
                case 0:
                    row.Delete();
                    break;
                case 1:
                    row["Number"] = Null(-1);
                    break;
                case 2:
                    row.BeginEdit();
                    row["Text"] = "proposed";
                    break;
                case 3:
                    row.SetAdded();
                    break;
            }
        return table;

        object Null(object value) => random.Next(4) == 0 ? DBNull.Value : value;
    }

    [Fact]
    public void Values_are_those_of_the_row_at_hand()
    {
        int nulls = 0, values = 0;
        for (int seed = 0; seed < 30; seed++)
        {
            var random = new Random(seed);
            var table = Rows(random);
            var expected = table.Rows.Cast<DataRow>().Where(static r => r.RowState != DataRowState.Deleted)
                .Select(r => table.Columns.Cast<DataColumn>().Select(c => r[c, DataRowVersion.Current]).ToArray()).ToList();
            foreach (var reader in (DbDataReader[])[Compact.Deserialize<DbDataReader>(Compact.Serialize(table))!,
                Json.Deserialize<DbDataReader>(Json.Serialize(table))!])
                using (reader)
                    foreach (object[] row in expected)
                    {
                        Assert.True(reader.Read());
                        for (int ask = random.Next(6); ask > 0; ask--)
                        {
                            int column = random.Next(table.Columns.Count);
                            object value = row[column];
                            if (random.Next(3) == 0)
                                Assert.Equal((seed, value is DBNull), (seed, reader.IsDBNull(column)));
                            else if (random.Next(3) == 0)
                                Assert.Equal((seed, value), (seed, reader.GetValue(column)));
                            else if (value is DBNull && column != 3)
                                Assert.Throws<InvalidCastException>(() => Typed(reader, column));
                            else if (column != 3)
                                Assert.Equal((seed, value), (seed, Typed(reader, column)));
                            (nulls, values) = value is DBNull ? (nulls + 1, values) : (nulls, values + 1);
                        }
                    }
        }
        Assert.True(nulls > 1000 && values > 1000, $"{nulls} and {values}");
    }

    /// <summary>Where the batch behind is refused no row is at hand: its columns are not those of the row before.</summary>
    [Fact]
    public async Task There_is_no_row_where_the_next_table_is_refused()
    {
        var stop = TestContext.Current.CancellationToken;
        Isomer.Tabular.Table good = new() { States = "U", Columns = [Column(1)] }, bad = new() { States = "UU", Columns = [Column(2)] };
        await using var reader =
            await Isomer.Tabular.TableReader.OpenAsync(Both(), new Isomer.Tabular.ColumnTypes(Convention.Plain), null, null, stop);
        Assert.True(reader.Read());
        Assert.Equal(1, reader.GetInt32(0));
        Assert.Throws<WireFormatException>(() => reader.Read());
        Assert.Contains("call Read first", Assert.Throws<InvalidOperationException>(() => reader.GetInt32(0)).Message,
            StringComparison.Ordinal);
        Assert.Throws<InvalidOperationException>(() => reader.IsDBNull(0));

        Isomer.Tabular.TableColumn Column(int value) => new() { Name = "a", Type = "Int32", Values = new() { Int32s = [value] } };

        async IAsyncEnumerable<Isomer.Tabular.Table> Both()
        {
            yield return good;
            await Task.Yield();
            yield return bad;
        }
    }

    static object Typed(DbDataReader reader, int column) => column switch
    {
        0 or 1 => reader.GetInt32(column),
        4 => reader.GetDecimal(column),
        5 => reader.GetGuid(column),
        _ => reader.GetString(column),
    };
}
