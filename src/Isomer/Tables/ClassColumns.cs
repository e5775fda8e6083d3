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
    /// <summary>The table without rows, and with the columns, keys and notes that are told.</summary>
    [UnconditionalSuppressMessage("Trimming", "IL2026", Justification = Trimming.Expressions)]
    public static void Align(DataTable table, DataTable told)
    {
        table.Clear();
        table.DisplayExpression = "";
        (table.CaseSensitive, table.MinimumCapacity) = (told.CaseSensitive, told.MinimumCapacity);
        table.ExtendedProperties.Clear();
        if (table.Constraints.OfType<UniqueConstraint>().Any(u => u.IsPrimaryKey && !told.Constraints.Contains(u.ConstraintName)))
            table.PrimaryKey = [];
        for (int i = table.Constraints.Count - 1; i >= 0; i--)
            if (!told.Constraints.Contains(table.Constraints[i].ConstraintName))
                table.Constraints.RemoveAt(i);
        DataColumn[] gone = [.. table.Columns.Cast<DataColumn>().Where(c => !told.Columns.Contains(c.ColumnName))];
        // The last first: what computes stands behind what it is computed of.
        foreach (var column in gone.Reverse())
            Remove(table, column);
        foreach (DataColumn column in table.Columns)
        {
            Loosen(column);
            Reset(column);
        }
        // All of them first: a column may be computed of one behind it.
        foreach (DataColumn column in told.Columns)
            Put(table, column);
        foreach (DataColumn column in told.Columns)
            Tell(table.Columns[column.ColumnName]!, column);
        foreach (var unique in told.Constraints.OfType<UniqueConstraint>())
            if (!table.Constraints.Contains(unique.ConstraintName))
                table.Constraints.Add(
                    new UniqueConstraint(unique.ConstraintName, [.. unique.Columns.Select(c => table.Columns[c.ColumnName]!)],
                        unique.IsPrimaryKey));
        table.DisplayExpression = told.DisplayExpression;
        Tell(table.ExtendedProperties, told.ExtendedProperties);
    }

    /// <summary>A column of this name, which the class has made or which is added, at its place.</summary>
    [UnconditionalSuppressMessage("Trimming", "IL2072", Justification = Trimming.Columns)]
    static void Put(DataTable table, DataColumn told)
    {
        var column = table.Columns[told.ColumnName];
        if (column is null)
        {
            column = new DataColumn(told.ColumnName, told.DataType);
            // A table that has had rows takes no other mode of a column.
            if (told.DataType == typeof(DateTime))
                column.DateTimeMode = told.DateTimeMode;
            table.Columns.Add(column);
        }
        column.SetOrdinal(told.Ordinal);
    }

    /// <summary>A column that its class has made takes all rows first, as others do.</summary>
    [UnconditionalSuppressMessage("Trimming", "IL2026", Justification = Trimming.Expressions)]
    public static void Loosen(DataColumn column)
    {
        column.Expression = "";
        column.ReadOnly = false;
    }

    /// <summary>What the class has said of its column becomes as usual.</summary>
    public static void Reset(DataColumn column)
    {
        column.AutoIncrement = false;
        column.DefaultValue = DBNull.Value;
        column.ColumnMapping = MappingType.Element;
        if (column.MaxLength >= 0)
            column.MaxLength = -1;
        if (column.Caption != column.ColumnName)
            column.Caption = column.ColumnName;
        if (column.DataType == typeof(DateTime))
            column.DateTimeMode = DataSetDateTime.UnspecifiedLocal;
        column.Namespace = null;
        column.Prefix = "";
        column.ExtendedProperties.Clear();
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

    [UnconditionalSuppressMessage("Trimming", "IL2026", Justification = Trimming.Expressions)]
    static void Tell(DataColumn column, DataColumn told)
    {
        (column.AllowDBNull, column.ColumnMapping, column.Prefix) = (told.AllowDBNull, told.ColumnMapping, told.Prefix);
        if (told.Caption != told.ColumnName)
            column.Caption = told.Caption;
        if (told.Namespace != (told.ColumnMapping == MappingType.Attribute ? "" : told.Table!.Namespace))
            column.Namespace = told.Namespace;
        if (told.DataType == typeof(DateTime))
            column.DateTimeMode = told.DateTimeMode;
        if (told.MaxLength >= 0)
            column.MaxLength = told.MaxLength;
        if (told.AutoIncrement)
            (column.AutoIncrement, column.AutoIncrementSeed, column.AutoIncrementStep) = (true, told.AutoIncrementSeed,
                told.AutoIncrementStep);
        else if (told.Expression.Length > 0)
            column.Expression = told.Expression;
        else
            column.DefaultValue = told.DefaultValue;
        column.ReadOnly = told.ReadOnly;
        Tell(column.ExtendedProperties, told.ExtendedProperties);
    }

    static void Tell(PropertyCollection properties, PropertyCollection told)
    {
        foreach (System.Collections.DictionaryEntry property in told)
            properties[property.Key] = property.Value;
    }
}
