using System.ComponentModel;
using System.Data;
using Isomer.Tabular;
using Xunit;

namespace Isomer.Tests.OfTables;

/// <summary>The letters of rows are read from the numbers of their records: they must be what the rows say of themselves.</summary>
public class RowLettersTests
{
    /// <summary>A value that tells whether it was changed: its row is Modified with nothing of the row changed.</summary>
    public sealed class Tracked : IChangeTracking
    {
        public bool IsChanged { get; set; }

        public void AcceptChanges() => IsChanged = false;
    }

    static string Expected(DataTable table) => string.Concat(table.Rows.Cast<DataRow>().Select(static row =>
    {
        char letter = row.RowState.ToString()[0];
        return row.HasVersion(DataRowVersion.Proposed) ? char.ToLowerInvariant(letter) : letter;
    }));

    static string? Letters(DataTable table)
    {
        var rows = new DataRow[table.Rows.Count];
        table.Rows.CopyTo(rows, 0);
        return HiddenState.LettersOf(rows, table);
    }

    [Fact]
    public void Rows_that_were_edited_at_random_say_it_themselves()
    {
        var random = new Random(42);
        var seen = new HashSet<char>();
        for (int round = 0; round < 300; round++)
        {
            var table = new DataTable("T") { Columns = { { "A", typeof(int) }, { "B", typeof(string) } } };
            for (int step = 0; step < 60; step++)
            {
                var row = table.Rows.Count == 0 ? null : table.Rows[random.Next(table.Rows.Count)];
                bool isGone = row?.RowState == DataRowState.Deleted;
                switch (random.Next(10))
                {
                    case < 4: table.Rows.InsertAt(table.NewRow(), random.Next(table.Rows.Count + 1)); break;
                    case 4: row?.AcceptChanges(); break;
                    case 5: row?.RejectChanges(); break;
                    case 6 when !isGone: row?.BeginEdit(); row?["A"] = step; break;
                    case 7 when !isGone: row?["B"] = "b" + step; break;
                    case 8 when !isGone: row?.Delete(); break;
                    case 9 when !isGone: row?.EndEdit(); break;
                }
            }
            string expected = Expected(table);
            seen.UnionWith(expected);
            Assert.Equal(expected, Letters(table));
            Assert.Equal(expected, Records.Of(table).States);
        }
        Assert.Subset(seen, new HashSet<char>("UAMDuam"));
    }

    [Fact]
    public void Values_that_track_their_own_changes_are_asked()
    {
        var table = new DataTable("T") { Columns = { { "A", typeof(Tracked) } } };
        var value = new Tracked();
        table.Rows.Add(value);
        table.AcceptChanges();
        value.IsChanged = true;
        Assert.Equal(DataRowState.Modified, table.Rows[0].RowState);
        Assert.Null(Letters(table));
        Assert.Equal("M", Records.Of(table).States);
    }
}
