namespace Isomer.Tabular;

/// <summary>Which columns of a table are asked for, and which rows.</summary>
/// <param name="columns">The names, in the order in which they are shown; null for all.</param>
/// <param name="where">What holds for the rows; null for all.</param>
internal sealed class RowChoice(string[]? columns, RowFilter? where)
{
    /// <summary>
    /// The records for which the condition holds, by its own columns alone; and the table without the columns that are not asked for. Null
    /// for all records.
    /// </summary>
    public bool[]? Choose(ref Table table, ColumnTypes types, int records)
    {
        var all = table;
        bool[]? chosen = where?.Select(name => Open(all, name, types, records), records);
        if (columns is not null)
            table = new Table { Name = table.Name, States = table.States, Columns = [.. columns.Select(name => Find(all, name))] };
        return chosen;
    }

    static ColumnCursor Open(Table table, string name, ColumnTypes types, int records)
    {
        var column = Find(table, name);
        return column.Expression is null ? TableReader.Open(column, types.Named(column.Type), records)
            : throw new WireFormatException($"Column '{name}' is computed: read the table as DataTable.");
    }

    /// <summary>Who asks for a column that is not there is at fault, unless one that is there has lost its name.</summary>
    static TableColumn Find(Table table, string name) =>
        Array.Find(table.Columns, c => c!.Name == name)
            ?? throw (Array.Exists(table.Columns, static c => c!.Name.Length == 0)
                ? new WireFormatException($"There is no column '{name}', and a column has no name.")
                : new ArgumentException(
                    $"There is no column '{name}'. There are: {string.Join(", ", table.Columns.Take(20).Select(c => c!.Name))}."));
}
