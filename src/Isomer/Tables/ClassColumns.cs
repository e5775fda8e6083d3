using System.Data;
using System.Diagnostics.CodeAnalysis;
using Isomer.Model;

namespace Isomer.Tabular;

/// <summary>
/// Columns that the class of a table has made, on the way to what a payload tells of them. They stay the objects that they are, for the
/// properties of the class lead to them, unless the framework gives no other type, or keeping of dates, to a column that had rows.
/// </summary>
internal static class ClassColumns
{
    /// <summary>The columns by their names, those renamed that are told in another case.</summary>
    public static Dictionary<string, DataColumn> Known(DataTable table, Table part)
    {
        var known = OptimizedTables.KnownColumns(table);
        if (known.Count == 0)
            return known;
        foreach (var column in (DataColumn[])[.. known.Values])
            if (!Array.Exists(part.Columns, p => p?.Name == column.ColumnName)
                && Array.FindAll(part.Columns, p => p is not null && !known.ContainsKey(p.Name)
                    && p.Name.Equals(column.ColumnName, StringComparison.OrdinalIgnoreCase)) is [{ Name: var told }])
            {
                known.Remove(column.ColumnName);
                column.ColumnName = told;
                known.Add(told, column);
            }
        return known;
    }

    /// <summary>Whether new rows have something else in the column than null.</summary>
    public static bool HasDefault(DataColumn column) =>
        column.DefaultValue is not (DBNull or System.Data.SqlTypes.INullable { IsNull: true });

    /// <summary>A column that its class has made takes all rows first, as others do.</summary>
    [UnconditionalSuppressMessage("Trimming", "IL2026", Justification = Trimming.Expressions)]
    public static void Loosen(DataColumn column)
    {
        column.Expression = "";
        column.ReadOnly = false;
    }

    /// <summary>What the class has said of its column becomes as usual, and its type, mode and mapping as they are told.</summary>
    /// <returns>The column, or one in its place.</returns>
    public static DataColumn Reset(DataColumn column, Type type, DataSetDateTime? mode, MappingType mapping)
    {
        column.AutoIncrement = false;
        ColumnNumbers.Reset(column);
        column.DefaultValue = DBNull.Value;
        if (column.MaxLength >= 0)
            column.MaxLength = -1;
        column.Namespace = null;
        column.Prefix = "";
        column.ExtendedProperties.Clear();
        if (!TrySet(column, type, mode))
            column = Replace(column, type, mode);
        column.ColumnMapping = mapping;
        Call(column, column.ColumnName);
        return column;
    }

    /// <summary>A caption that differs from the one before it in case alone is none to the framework.</summary>
    public static void Call(DataColumn column, string caption)
    {
        if (column.Caption == caption)
            return;
        column.Caption = "";
        column.Caption = caption;
    }

    [UnconditionalSuppressMessage("Trimming", "IL2072", Justification = Trimming.Columns)]
    [UnconditionalSuppressMessage("Trimming", "IL2067", Justification = Trimming.Columns)]
    static bool TrySet(DataColumn column, Type type, DataSetDateTime? mode)
    {
        try
        {
            if (column.DataType != type)
                column.DataType = type;
            if (mode is { } told && type == typeof(DateTime) && column.DateTimeMode != told)
                column.DateTimeMode = told;
            return true;
        }
        catch (Exception e) when (e is ArgumentException or DataException or InvalidOperationException)
        {
            return false;
        }
    }

    [UnconditionalSuppressMessage("Trimming", "IL2067", Justification = Trimming.Columns)]
    static DataColumn Replace(DataColumn column, Type type, DataSetDateTime? mode)
    {
        var (table, ordinal) = (column.Table!, column.Ordinal);
        Remove(table, column);
        var made = new DataColumn(column.ColumnName, type) { ColumnMapping = MappingType.Hidden };
        if (mode is { } told && type == typeof(DateTime))
            made.DateTimeMode = told;
        table.Columns.Add(made);
        made.SetOrdinal(ordinal);
        return made;
    }

    public static void Remove(DataTable table, DataColumn column)
    {
        if (table.PrimaryKey.Contains(column))
            table.PrimaryKey = [];
        for (int i = table.Constraints.Count - 1; i >= 0; i--)
            if (table.Constraints[i] is UniqueConstraint unique && unique.Columns.Contains(column))
                table.Constraints.RemoveAt(i);
        if (!table.Columns.CanRemove(column))
            throw new WireFormatException(
                $"Column '{column.ColumnName}', which the class '{table.GetType()}' makes, is not in the data, and others depend on it.");
        table.Columns.Remove(column);
    }
}
