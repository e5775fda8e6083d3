using System.Data;
using System.Diagnostics.CodeAnalysis;
using Isomer.Model;

namespace Isomer.Tabular;

/// <summary>Adds the rows of a table in their states. Rows being edited, and errors, wait until constraints are on.</summary>
internal sealed class Rows
{
    readonly DataTable _table;
    readonly string _states;
    // By their places: the rows may have been made in another table.
    readonly List<(int Row, object[] Proposed)> _edits = [];
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
        if (Records > 0 && (HiddenState.HasColumnEvents(_table) || HiddenState.HasRowEvents(_table)))
            Import(cursors);
        else
            Add(_table, columns, cursors);
    }

    /// <summary>
    /// What a class does to rows that are added and changed (a handler, an override) it has done before they were written: as by
    /// BinaryFormatter, rows are made where nobody looks, and come as they are.
    /// </summary>
    [UnconditionalSuppressMessage("Trimming", "IL2072", Justification = Trimming.Columns)]
    void Import(ColumnCursor?[] cursors)
    {
        var made = new DataTable { MinimumCapacity = _table.MinimumCapacity };
        var columns = new DataColumn[_columns.Length];
        for (int i = 0; i < columns.Length; i++)
        {
            made.Columns.Add(columns[i] = new DataColumn(_columns[i].ColumnName, _columns[i].DataType));
            if (columns[i].DataType == typeof(DateTime))
                columns[i].DateTimeMode = _columns[i].DateTimeMode;
        }
        made.BeginLoadData();
        Add(made, columns, cursors);
        foreach (DataRow row in made.Rows)
            _table.ImportRow(row);
    }

    void Add(DataTable table, DataColumn[] columns, ColumnCursor?[] cursors)
    {
        object?[] values = new object?[columns.Length];
        for (int r = 0; r < _states.Length; r++)
        {
            char state = _states[r];
            Next(cursors, values, r);
            var row = state is 'A' or 'a' ? table.Rows.Add(values!) : OptimizedTables.AddUnchanged(table, values);
            if (state is 'M' or 'm')
            {
                Next(cursors, values, r);
                Set(row, columns, values);
                if (row.RowState == DataRowState.Unchanged)
                    row.SetModified();
            }
            if (char.IsAsciiLetterLower(state))
            {
                Next(cursors, values, r);
                _edits.Add((r, (object[])values.Clone()));
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

    void Set(DataRow row, DataColumn[] columns, object?[] values)
    {
        foreach (int i in _stored)
            row[columns[i]] = values[i];
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
        bool isHeard = HiddenState.HasColumnEvents(_table);
        foreach (var (place, proposed) in _edits)
        {
            var row = _table.Rows[place];
            row.BeginEdit();
            foreach (int i in _stored)
                if (!isHeard || !HiddenState.TrySetProposed(_columns[i], row, proposed[i]))
                    row[_columns[i]] = proposed[i];
        }
        foreach (var column in fixedColumns)
            column.ReadOnly = true;
    }
}
