using System.Data;
using Isomer.Shapes;

namespace Isomer.Tabular;

/// <summary>
/// Cells by which the framework finds rows: those of columns that constraints and relations name. Its index asks objects for their
/// order, or compares their texts, and neither may end: tuples that hold themselves, or one another twice (<see cref="KeyWalk"/>).
/// </summary>
static class OrderedCells
{
    /// <param name="parts">What was read.</param>
    /// <param name="set">What it goes into: a class of its own has constraints already.</param>
    public static void Check(TableSet parts, DataSet set)
    {
        var named = new HashSet<(int Table, int Column)>();
        for (int i = 0; i < parts.Tables.Length; i++)
        {
            foreach (var constraint in parts.Tables[i]?.Constraints ?? [])
                if (constraint?.Parent is { } parent)
                    Name(named, parent.Table, parent.Columns);
            Name(named, i, parts.Tables[i]);
            foreach (DataTable known in set.Tables)
                if (known.TableName.Equals(parts.Tables[i]?.Name, StringComparison.OrdinalIgnoreCase))
                    Name(named, i, parts.Tables[i]!, known);
        }
        foreach (var relation in parts.Relations ?? [])
        {
            Name(named, relation?.Parent ?? 0, relation?.ParentColumns);
            Name(named, relation?.Child ?? 0, relation?.ChildColumns);
        }
        foreach (var (table, column) in named)
            if ((uint)table < (uint)parts.Tables.Length)
                Check(parts.Tables[table], column);
    }

    /// <inheritdoc cref="Check(TableSet, DataSet)"/>
    public static void Check(Table part, DataTable table)
    {
        var named = new HashSet<(int Table, int Column)>();
        Name(named, 0, part);
        Name(named, 0, part, table);
        foreach (var (_, column) in named)
            Check(part, column);
    }

    static void Name(HashSet<(int, int)> named, int table, Table? part)
    {
        foreach (var constraint in part?.Constraints ?? [])
            Name(named, table, constraint?.Columns);
    }

    /// <summary>What a class has constrained, at the places that its columns have in the data.</summary>
    static void Name(HashSet<(int, int)> named, int table, Table part, DataTable known)
    {
        foreach (Constraint constraint in known.Constraints)
            foreach (var column in constraint is UniqueConstraint unique ? unique.Columns : ((ForeignKeyConstraint)constraint).Columns)
                for (int i = 0; i < part.Columns.Length; i++)
                    if (column.ColumnName.Equals(part.Columns[i]?.Name, StringComparison.OrdinalIgnoreCase))
                        named.Add((table, i));
    }

    static void Name(HashSet<(int, int)> named, int table, int[]? columns)
    {
        foreach (int column in columns ?? [])
            named.Add((table, column));
    }

    static void Check(Table? part, int ordinal)
    {
        if (part is null || (uint)ordinal >= (uint)part.Columns.Length || part.Columns[ordinal] is not { Values: { } values } column)
            return;
        // A column of object has a part for each type.
        foreach (var some in values.Parts ?? [values])
            foreach (object? cell in some?.Objects ?? [])
                if (!KeyWalk.Ends(cell, Asked.Order) || !KeyWalk.Ends(cell, Asked.Text))
                    throw new WireFormatException(
                        $"Column '{column.Name}' of table '{part.Name}' is named by a constraint or a relation, and holds a '{cell!.GetType()}' whose order or text would not end. Refused as hostile.");
    }
}
