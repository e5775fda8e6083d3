using System.Data;
using System.Globalization;
using System.Text;
using Xunit;

namespace Isomer.Tests.OfTables;

/// <summary>
/// Rows whose columns are inferred are put into a new table whole since 2026-12-01: a table is what it is where its rows are added one by
/// one, as they are where somebody is told of them.
/// </summary>
public class RowStoreTests
{
    static readonly JsonOptions s_rows = new() { Tables = TableForm.Rows };

    [Fact]
    public void Random_rows_make_the_table_that_rows_one_by_one_make()
    {
        int refused = 0;
        for (int seed = 0; seed < 300; seed++)
        {
            string json = Rows(new Random(seed));
            var single = new DataTable();
            int told = 0;
            single.RowChanged += (_, _) => told++;
            try
            {
                Json.Fill(single, Encoding.UTF8.GetBytes(json), s_rows);
            }
            catch (WireFormatException e)
            {
                // A table among numbers.
                Assert.Equal(e.Message, Assert.Throws<WireFormatException>(() => Json.FromText<DataTable>(json, s_rows)).Message);
                refused++;
                continue;
            }
            var whole = Json.FromText<DataTable>(json, s_rows)!;
            Assert.Equal(single.Rows.Count, told);
            Same(single, whole, seed);
            // And both go on alike.
            foreach (var table in new[] { single, whole })
            {
                table.Rows.Add(table.NewRow());
                if (table.Rows.Count > 1)
                    table.Rows[0].Delete();
                table.AcceptChanges();
                if (table.Columns.Count > 0)
                    table.DefaultView.Sort = "[" + table.Columns[0].ColumnName + "]";
            }
            Same(single, whole, seed);
            Assert.Equal(single.DefaultView.Cast<DataRowView>().Select(r => Shown(r.Row)),
                whole.DefaultView.Cast<DataRowView>().Select(r => Shown(r.Row)));
        }
        Assert.InRange(refused, 0, 60);
    }

    static void Same(DataTable expected, DataTable actual, int seed)
    {
        Assert.Equal(expected.Columns.Cast<DataColumn>().Select(c => (c.ColumnName, c.DataType, c.AllowDBNull, c.DateTimeMode)),
            actual.Columns.Cast<DataColumn>().Select(c => (c.ColumnName, c.DataType, c.AllowDBNull, c.DateTimeMode)));
        Assert.Equal(expected.Rows.Cast<DataRow>().Select(r => $"{seed} {r.RowState} {Shown(r)}"),
            actual.Rows.Cast<DataRow>().Select(r => $"{seed} {r.RowState} {Shown(r)}"));
    }

    static string Shown(DataRow row) => string.Join("|", row.ItemArray.Select(v => v switch
    {
        DateTime date => $"{date.Kind} {date.Ticks}",
        DataTable table => string.Join(";", table.Rows.Cast<DataRow>().Select(Shown)),
        IFormattable number => $"{number.GetType().Name} {number.ToString(null, CultureInfo.InvariantCulture)}",
        _ => $"{v?.GetType().Name} {v}",
    }));

    /// <summary>Up to twelve columns of one kind each, mostly, with cells that are missing, null, or of another kind.</summary>
    static string Rows(Random random)
    {
        int columns = random.Next(1, 12), rows = random.Next(0, 60);
        int[] kinds = [.. Enumerable.Range(0, columns).Select(_ => random.Next(random.Next(5) == 0 ? 9 : 6))];
        var text = new StringBuilder("[");
        for (int i = 0; i < rows; i++)
        {
            text.Append(i > 0 ? ",{" : "{");
            int written = 0;
            foreach (int c in random.Next(6) == 0 ? Enumerable.Range(0, columns).OrderBy(_ => random.Next()) : Enumerable.Range(0, columns))
            {
                if (random.Next(8) == 0)
                    continue;
                string cell = random.Next(8) == 0 ? "null" : Cell(random, random.Next(60) == 0 ? random.Next(6) : kinds[c]);
                text.Append(written++ > 0 ? "," : "").Append(CultureInfo.InvariantCulture, $"\"c{c}\":{cell}");
            }
            text.Append('}');
        }
        return text.Append(']').ToString();
    }

    static string Cell(Random random, int kind) => kind switch
    {
        0 => random.Next(-1000, 1000).ToString(CultureInfo.InvariantCulture),
        1 => (random.Next(-100_000, 100_000) / 100m).ToString(CultureInfo.InvariantCulture),
        2 => random.Next(2) == 0 ? "true" : "false",
        3 => $"\"{new string((char)('a' + random.Next(26)), random.Next(30))}\"",
        4 => $"\"{new DateTime(2000, 1, 1).AddMinutes(random.Next(10_000_000)):yyyy-MM-ddTHH:mm:ss}{(random.Next(3) == 0 ? "Z" : "")}\"",
        5 => random.NextDouble().ToString("R", CultureInfo.InvariantCulture),
        6 => "123456789012345678901234567890",
        7 => $"[{random.Next(5)},{random.Next(5)}]",
        _ => "[{\"a\":1},{\"a\":2.5}]",
    };
}
