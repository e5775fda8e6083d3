using System.Collections;
using System.Data;
using Isomer.Model;

namespace Isomer.Tabular;

/// <summary>
/// Copies of sets and tables whose cells are immutable: the framework's clone of the schema, and the rows loaded into it. 0.87 of the time
/// of DataSet.Copy, which imports each row. Whatever else there is (classes of one's own, cultures of tables, computed columns, rows being
/// edited, objects in cells or properties) goes through the carrier.
/// </summary>
internal static class TableCopying
{
    public static DataSet? TryCopy(DataSet set)
    {
        if (set.GetType() != typeof(DataSet) || !IsPlain(HiddenState.PropertiesOf(set)))
            return null;
        foreach (DataTable table in set.Tables)
            if (!CanCopy(table))
                return null;
        foreach (DataRelation relation in set.Relations)
            if (!IsPlain(HiddenState.PropertiesOf(relation)) || (relation.ChildKeyConstraint is null && HasKey(relation)))
                return null;
        if (Clone(set) is not { } copy)
            return null;
        bool enforced = copy.EnforceConstraints;
        copy.EnforceConstraints = false;
        for (int i = 0; i < set.Tables.Count; i++)
            Fill(set.Tables[i], copy.Tables[i]);
        copy.EnforceConstraints = enforced;
        return copy;
    }

    /// <summary>Null where the framework cannot clone what it let become: tables that nest in tables of two namespaces.</summary>
    static DataSet? Clone(DataSet set)
    {
        try
        {
            var clone = set.Clone();
            for (int i = 0; i < set.Tables.Count; i++)
                if (!HaveOneOrder(set.Tables[i].Constraints, clone.Tables[i].Constraints))
                    return null;
            return clone;
        }
        catch (Exception e) when (e is InvalidOperationException or ArgumentException or DataException)
        {
            return null;
        }
    }

    /// <summary>Of a table that refers to several the clone may have the keys in another order (1 of 54,000 random sets).</summary>
    static bool HaveOneOrder(ConstraintCollection some, ConstraintCollection others)
    {
        if (some.Count != others.Count)
            return false;
        for (int i = 0; i < some.Count; i++)
            if (some[i].ConstraintName != others[i].ConstraintName)
                return false;
        return true;
    }

    /// <summary>A relation without a foreign key gets the one of its columns in the clone.</summary>
    static bool HasKey(DataRelation relation)
    {
        foreach (Constraint constraint in relation.ChildTable.Constraints)
            if (constraint is ForeignKeyConstraint key && key.Columns.SequenceEqual(relation.ChildColumns)
                && key.RelatedColumns.SequenceEqual(relation.ParentColumns))
                return true;
        return false;
    }

    /// <summary>A table alone. In a set it may share what belongs to that.</summary>
    public static DataTable? TryCopy(DataTable table)
    {
        if (table.DataSet is not null || !CanCopy(table))
            return null;
        var copy = table.Clone();
        try
        {
            Fill(table, copy);
            return copy;
        }
        catch (ConstraintException)
        {
            // Rows of a set that did not enforce its constraints. The carrier says so, as it does of payloads.
            return null;
        }
    }

    static bool CanCopy(DataTable table)
    {
        // The framework's clone of a set loses a culture or case that a table has of its own, or fails on it.
        if (table.GetType() != typeof(DataTable) || table.CaseSensitive != (table.DataSet?.CaseSensitive ?? table.CaseSensitive)
            || HiddenState.HasOwnLocale(table) || !IsPlain(HiddenState.PropertiesOf(table)))
            return false;
        foreach (DataColumn column in table.Columns)
            if (column.GetType() != typeof(DataColumn) || column.Expression.Length > 0 || !IsPlain(HiddenState.PropertiesOf(column))
                || Scalars.Of(column.DataType) is Scalar.None or Scalar.Bytes)
                return false;
        // The clone has the primary key first, then what else is unique, then foreign keys.
        int last = 0;
        foreach (Constraint constraint in table.Constraints)
        {
            int order = constraint switch { UniqueConstraint { IsPrimaryKey: true } => 0, UniqueConstraint => 1, _ => 2 };
            if (order < last || !IsPlain(HiddenState.PropertiesOf(constraint)))
                return false;
            last = order;
        }
        foreach (DataRow row in table.Rows)
            if (row.HasVersion(DataRowVersion.Proposed) || row.RowState == DataRowState.Detached)
                return false;
        return true;
    }

    /// <summary>The clone shares the properties' values.</summary>
    static bool IsPlain(PropertyCollection? properties)
    {
        if (properties is null or { Count: 0 })
            return true;
        foreach (DictionaryEntry property in properties)
            if (property.Key is not string || property.Value is not (string or null))
                return false;
        return true;
    }

    static void Fill(DataTable from, DataTable to)
    {
        var columns = new DataColumn[from.Columns.Count];
        from.Columns.CopyTo(columns, 0);
        int capacity = to.MinimumCapacity;
        to.MinimumCapacity = TableMaking.CapacityFor(from.Rows.Count, capacity);
        object?[] values = new object?[columns.Length];
        // As TableMaking does it: what is put into a column that counts moves its number on, and must be an Int64.
        for (int i = 0; i < columns.Length; i++)
            to.Columns[i].AutoIncrement = false;
        to.BeginLoadData();
        foreach (DataRow row in from.Rows)
        {
            var state = row.RowState;
            if (row.HasErrors || state is not (DataRowState.Unchanged or DataRowState.Added))
            {
                // Both versions and the errors, without cascades.
                to.ImportRow(row);
                continue;
            }
            for (int i = 0; i < columns.Length; i++)
                values[i] = row[columns[i]];
            if (state == DataRowState.Added)
                to.Rows.Add(values!);
            else
                OptimizedTables.AddUnchanged(to, values);
        }
        to.EndLoadData();
        to.MinimumCapacity = capacity;
        for (int i = 0; i < columns.Length; i++)
            if (columns[i].AutoIncrement)
            {
                to.Columns[i].AutoIncrement = true;
                if (HiddenState.NextNumber(columns[i]) is { } next)
                    HiddenState.SetNextNumber(to.Columns[i], next);
            }
    }
}
