using System.Collections;
using System.Data;
using Isomer.Model;

namespace Isomer.Tabular;

/// <summary>A table as a sequence of maps from column to value: what is written in the form of rows.</summary>
internal sealed class TableRows : IReadOnlyCollection<TableRow>, IRowsCarrier
{
    readonly DataTable _table;

    public TableRows(DataTable table)
    {
        TableRow.Keep();
        Trimming.Keep(typeof(TableRows));
        _table = table;
    }

    public int Count => _table.Rows.Count;

    public IEnumerator<TableRow> GetEnumerator()
    {
        var columns = RowColumns.Of(_table);
        if (columns.Columns.Length == 0)
            OptimizedTables.RefuseDeleted(_table, "rows in JSON");
        // In order: an index is a walk down the framework's tree.
        foreach (DataRow row in _table.Rows)
            yield return new TableRow(columns.Names, Values(row, columns));
    }

    /// <summary>No row is asked for its state: the framework looks at it anyway before it shows a value.</summary>
    object?[] Values(DataRow row, RowColumns columns)
    {
        try
        {
            object?[] values = new object?[columns.Columns.Length];
            for (int c = 0; c < values.Length; c++)
                values[c] = columns.Plain(c, row[columns.Columns[c]]);
            return values;
        }
        catch (DeletedRowInaccessibleException)
        {
            OptimizedTables.RefuseDeleted(_table, "rows in JSON");
            throw;
        }
    }

    IEnumerator IEnumerable.GetEnumerator() => GetEnumerator();
}

/// <summary>The columns of a table, and how their values are shown as plain ones.</summary>
internal sealed class RowColumns
{
    readonly Func<object, object?>?[] _unwrap;

    RowColumns(DataColumn[] columns)
    {
        Columns = columns;
        Names = [.. columns.Select(c => c.ColumnName)];
        _unwrap = [.. columns.Select(c => Unwrapping(c.DataType))];
    }

    public DataColumn[] Columns { get; }

    public string[] Names { get; }

    public static RowColumns Of(DataTable table) => new([.. table.Columns.Cast<DataColumn>()]);

    /// <summary>The value as it is written: null for DBNull, a number for a SqlInt32.</summary>
    public object? Plain(int column, object value) =>
        value is DBNull ? null : _unwrap[column] is { } unwrap ? unwrap(value) : value;

    /// <summary>What shows the values of a type of System.Data.SqlTypes; null for types that need nothing.</summary>
    public static Func<object, object?>? Unwrapping(Type type) => type.Namespace == "System.Data.SqlTypes" ? SqlColumnTypes.Plain : null;
}

/// <summary>One row: names and values side by side.</summary>
internal sealed class TableRow(string[] names, object?[] values) : IReadOnlyDictionary<string, object?>
{
    /// <summary>
    /// Whoever makes rows says so first: no shape names them, and where no code can be made a map of this library is looked at as it is.
    /// </summary>
    public static void Keep() => Trimming.Keep(typeof(TableRow));

    public int Count => values.Length;

    public IEnumerable<string> Keys => names.Take(values.Length);

    public IEnumerable<object?> Values => values;

    public object? this[string key] => TryGetValue(key, out object? value) ? value : throw new KeyNotFoundException(key);

    /// <summary>The row with values of its own.</summary>
    public TableRow Kept() => new(names, (object?[])values.Clone());

    public bool ContainsKey(string key) => Array.IndexOf(names, key) >= 0;

    public bool TryGetValue(string key, out object? value)
    {
        int at = Array.IndexOf(names, key);
        value = at < 0 ? null : values[at];
        return at >= 0;
    }

    public Enumerator GetEnumerator() => new(names, values);

    IEnumerator<KeyValuePair<string, object?>> IEnumerable<KeyValuePair<string, object?>>.GetEnumerator() => GetEnumerator();

    IEnumerator IEnumerable.GetEnumerator() => GetEnumerator();

    public struct Enumerator(string[] names, object?[] values) : IEnumerator<KeyValuePair<string, object?>>
    {
        int _at = -1;

        public readonly KeyValuePair<string, object?> Current => new(names[_at], values[_at]);

        readonly object IEnumerator.Current => Current;

        public bool MoveNext() => ++_at < values.Length;

        public void Reset() => _at = -1;

        public readonly void Dispose()
        {
        }
    }
}
