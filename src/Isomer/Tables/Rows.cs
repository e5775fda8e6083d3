using System.Data;

namespace Isomer.Tabular;

/// <summary>Adds the rows of a table in their states. Rows being edited, and errors, wait until constraints are on.</summary>
internal sealed class Rows
{
    readonly DataTable _table;
    readonly string _states;
    readonly List<(DataRow Row, object[] Proposed)> _edits = [];
    DataColumn[] _columns = [];
    int[] _stored = [];

    public Rows(Table part, DataTable table)
    {
        _table = table;
        _states = part.States ?? "";
        foreach (char state in _states)
            Records += RowStates.Records(state);
    }

    /// <summary>How many values each column has: one for each version of each row.</summary>
    public int Records { get; }

    public void Add(DataColumn[] columns, ColumnCursor?[] cursors)
    {
        _columns = columns;
        _stored = [.. Enumerable.Range(0, columns.Length).Where(i => cursors[i] is not null)];
        object?[] values = new object?[columns.Length];
        for (int r = 0; r < _states.Length; r++)
        {
            char state = _states[r];
            Next(cursors, values, r);
            var row = state is 'A' or 'a' ? _table.Rows.Add(values!) : OptimizedTables.AddUnchanged(_table, values);
            if (state is 'M' or 'm')
            {
                Next(cursors, values, r);
                Set(row, values);
                if (row.RowState == DataRowState.Unchanged)
                    row.SetModified();
            }
            if (char.IsAsciiLetterLower(state))
            {
                Next(cursors, values, r);
                _edits.Add((row, (object[])values.Clone()));
            }
            if (state is 'D' or 'd')
                row.Delete();
        }
    }

    /// <summary>Rows that are there already: none is being edited, no column is computed.</summary>
    public void Loaded(DataColumn[] columns) => (_columns, _stored) = (columns, [.. Enumerable.Range(0, columns.Length)]);

    void Next(ColumnCursor?[] cursors, object?[] values, int row)
    {
        foreach (int i in _stored)
        {
            try
            {
                cursors[i]!.Next();
                values[i] = cursors[i]!.Value;
            }
            catch (Exception e) when (e is not OutOfMemoryException)
            {
                throw new WireFormatException($"Row {row}, column '{_columns[i].ColumnName}': {e.Message}",
                    e is WireFormatException ? null : e);
            }
        }
    }

    void Set(DataRow row, object?[] values)
    {
        foreach (int i in _stored)
            row[_columns[i]] = values[i];
    }

    /// <summary>Edits in progress and errors, once nothing is checked any more.</summary>
    public void Finish(Table part)
    {
        Edit();
        foreach (var errors in part.Errors ?? [])
        {
            if (errors is null || (uint)errors.Row >= (uint)_table.Rows.Count)
                throw new WireFormatException($"There is an error for row {errors?.Row}, which is not there.");
            var row = _table.Rows[errors.Row];
            row.RowError = errors.Text ?? "";
            int[] columns = errors.Columns ?? [];
            for (int i = 0; i < columns.Length; i++)
            {
                if ((uint)columns[i] >= (uint)_columns.Length || errors.Texts?.Length != columns.Length)
                    throw new WireFormatException($"The column errors of row {errors.Row} do not match its columns.");
                row.SetColumnError(columns[i], errors.Texts[i]);
            }
        }
    }

    void Edit()
    {
        if (_edits.Count == 0)
            return;
        // An edit may have begun before its column was only to be read.
        var fixedColumns = _stored.Where(i => _columns[i].ReadOnly).Select(i => _columns[i]).ToList();
        foreach (var column in fixedColumns)
            column.ReadOnly = false;
        foreach (var (row, proposed) in _edits)
        {
            row.BeginEdit();
            foreach (int i in _stored)
                row[_columns[i]] = proposed[i];
        }
        foreach (var column in fixedColumns)
            column.ReadOnly = true;
    }
}
