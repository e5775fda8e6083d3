using System.Data;
using System.Diagnostics.CodeAnalysis;
using Isomer.Model;

namespace Isomer.Tabular;

/// <summary>
/// A table whose class makes its columns, as a payload says that it was: columns that were added behind its constructor, and some that were
/// removed. The class's own columns stay the objects that they are, for its properties lead to them.
/// </summary>
internal static class ClassColumns
{
    /// <summary>The table without rows, and with the columns that are told.</summary>
    public static void Align(DataTable table, DataTable told)
    {
        table.Clear();
        DataColumn[] gone = [.. table.Columns.Cast<DataColumn>().Where(c => !told.Columns.Contains(c.ColumnName))];
        // The last first: what computes stands behind what it is computed of.
        foreach (var column in gone.Reverse())
            Remove(table, column);
        DataColumn[] added = [.. told.Columns.Cast<DataColumn>().Where(c => !table.Columns.Contains(c.ColumnName))];
        foreach (var column in added)
            table.Columns.Add(CopyOf(column));
        foreach (var unique in told.Constraints.OfType<UniqueConstraint>().Where(u => u.Columns.Any(c => added.Contains(c))))
            if (!table.Constraints.Contains(unique.ConstraintName))
                table.Constraints.Add(
                    new UniqueConstraint(unique.ConstraintName, [.. unique.Columns.Select(c => table.Columns[c.ColumnName]!)],
                        unique.IsPrimaryKey));
    }

    static void Remove(DataTable table, DataColumn column)
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

    [UnconditionalSuppressMessage("Trimming", "IL2072", Justification = Trimming.Columns)]
    [UnconditionalSuppressMessage("Trimming", "IL2026", Justification = Trimming.Expressions)]
    static DataColumn CopyOf(DataColumn told)
    {
        var column = new DataColumn(told.ColumnName, told.DataType)
        {
            AllowDBNull = told.AllowDBNull,
            Caption = told.Caption,
            ColumnMapping = told.ColumnMapping,
            Namespace = told.Namespace,
            Prefix = told.Prefix,
        };
        if (told.DataType == typeof(DateTime))
            column.DateTimeMode = told.DateTimeMode;
        if (told.DataType == typeof(string))
            column.MaxLength = told.MaxLength;
        if (told.AutoIncrement)
            (column.AutoIncrement, column.AutoIncrementSeed, column.AutoIncrementStep) = (true, told.AutoIncrementSeed,
                told.AutoIncrementStep);
        else if (told.Expression.Length > 0)
            column.Expression = told.Expression;
        else
            column.DefaultValue = told.DefaultValue;
        column.ReadOnly = told.ReadOnly;
        foreach (System.Collections.DictionaryEntry property in told.ExtendedProperties)
            column.ExtendedProperties[property.Key] = property.Value;
        return column;
    }
}
