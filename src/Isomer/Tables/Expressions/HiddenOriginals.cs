using System.Data;

namespace Isomer.Tabular;

/// <summary>
/// Rows whose original values the framework does not see while columns get their expressions. It would compute them too, and refuse the
/// expression where one of them overflows, though those are kept that the data has.
/// </summary>
internal sealed class HiddenOriginals : IDisposable
{
    readonly List<(DataRow Row, int Original)> _rows = [];
    readonly HashSet<DataTable> _tables = [];

    /// <summary>
    /// Hides those of a table's changed rows. Deleted ones have no others, and the framework computes them as they come, too.
    /// </summary>
    public void Hide(DataTable table)
    {
        foreach (DataRow row in table.Rows)
            if (row.RowState == DataRowState.Modified && HiddenState.HideOriginal(row) is { } original)
            {
                _rows.Add((row, original));
                _tables.Add(table);
            }
    }

    public void Dispose()
    {
        foreach (var (row, original) in _rows)
            HiddenState.ShowOriginal(row, original);
        // Those of original values were made anew without them.
        foreach (var table in _tables)
            HiddenState.TryResetIndexes(table);
    }
}
