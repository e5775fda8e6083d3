using System.ComponentModel;
using System.Data;

namespace Isomer.Tabular;

/// <summary>Adds rows to a set or table while its constraints are off, as <c>ReadXml</c> does.</summary>
internal sealed class RowLoading : IDisposable
{
    readonly DataSet? _set;
    readonly DataTable? _table;
    readonly bool _enforces;
    // Rows and values of each table so far.
    readonly Dictionary<RowNames, (long Rows, long Values)> _counts = [];
    bool _isDone;

    public RowLoading(IListSource target)
    {
        _set = target as DataSet;
        _table = target as DataTable;
        if (_set is not null)
        {
            _enforces = _set.EnforceConstraints;
            _set.EnforceConstraints = false;
        }
        _table?.BeginLoadData();
    }

    /// <summary>
    /// Adds a row; false if the rows so far have too few values for their cells, which may yet come: whoever sees the whole document
    /// decides.
    /// </summary>
    /// <param name="names">The table.</param>
    /// <param name="values">What the row has; null where the column itself gives a value.</param>
    /// <param name="count">How many of them stood in the document.</param>
    public bool TryAdd(RowNames names, object?[] values, int count)
    {
        ref var counts = ref System.Runtime.InteropServices.CollectionsMarshal.GetValueRefOrAddDefault(_counts, names, out _);
        counts = (counts.Rows + 1, counts.Values + count);
        if (!TableGuard.AreEnough(counts.Rows, names.Cells.Length, counts.Values))
            return false;
        object[] cells = (values.Length == names.Cells.Length ? values : values[..names.Cells.Length])!;
        if (names.TakesArrays)
        {
            names.Table.Rows.Add(cells);
            return true;
        }
        var row = names.Table.NewRow();
        row.ItemArray = cells;
        names.Table.Rows.Add(row);
        return true;
    }

    /// <summary>All rows are there: constraints count again.</summary>
    public void Finish()
    {
        _isDone = true;
        if (_set is not null)
            _set.EnforceConstraints = _enforces;
        _table?.EndLoadData();
    }

    /// <summary>Constraints count again after a failure too, if what is there allows it.</summary>
    public void Dispose()
    {
        try
        {
            if (!_isDone)
                Finish();
        }
        catch (ConstraintException)
        {
            // The failure is what the caller is told.
        }
    }
}
