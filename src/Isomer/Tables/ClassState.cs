using System.Collections;
using System.Data;
using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;
using Isomer.Model;

namespace Isomer.Tabular;

/// <summary>
/// What the constructor of a class of sets or tables makes, and a value of it has no more: a table that was removed, a limit that was taken
/// off. A payload tells what there is; what is as usual it does not tell, and an older one does not know what the class makes today.
/// So the writer compares the value with a new one of its class, and says where nothing but what is told shall come back
/// (<see cref="TableSet.Exact"/>). Everything else that a class makes stays.
/// </summary>
internal static class ClassState
{
    static readonly ConditionalWeakTable<Type, object> s_new = [];

    /// <summary>Whether a new one of this class has something that the set has not.</summary>
    public static bool IsMoreThan(Type made, DataSet set) => made != typeof(DataSet) && New(made) is DataSet own && IsMore(own, set);

    /// <summary>Whether a new one of this class has something that the table has not.</summary>
    public static bool IsMoreThan(Type made, DataTable table) =>
        made != typeof(DataTable) && New(made) is DataTable own && IsMore(own, table);

    static object New(Type made)
    {
        if (s_new.TryGetValue(made, out object? known))
            return known;
        object one;
        try
        {
            one = TableSurrogates.New<object>(made);
        }
        catch (Exception e) when (e is not OutOfMemoryException)
        {
            // Whoever reads it is told that it cannot be made.
            one = made;
        }
        return s_new.GetValue(made, _ => one);
    }

    static bool IsMore(DataSet own, DataSet set)
    {
        foreach (DataTable table in own.Tables)
            if (set.Tables[table.TableName, table.Namespace] is not { } same || IsMore(table, same))
                return true;
        foreach (DataRelation relation in own.Relations)
            if (set.Relations[relation.RelationName] is null)
                return true;
        return IsMore(HiddenState.PropertiesOf(own), HiddenState.PropertiesOf(set));
    }

    static bool IsMore(DataTable own, DataTable table)
    {
        foreach (DataColumn column in own.Columns)
            if (table.Columns[column.ColumnName] is not { } same || IsMore(column, same))
                return true;
        foreach (Constraint constraint in own.Constraints)
            if (table.Constraints[constraint.ConstraintName] is null)
                return true;
        return (own.DisplayExpression.Length > 0 && table.DisplayExpression.Length == 0)
            || (own.Prefix.Length > 0 && table.Prefix.Length == 0)
            || (own.MinimumCapacity != TableMaking.UsualCapacity && table.MinimumCapacity == TableMaking.UsualCapacity)
            || IsMore(HiddenState.PropertiesOf(own), HiddenState.PropertiesOf(table));
    }

    static bool IsMore(DataColumn own, DataColumn column) =>
        (own.MaxLength >= 0 && column.MaxLength < 0) || (own.Caption != own.ColumnName && column.Caption == column.ColumnName)
        || (own.DefaultValue is not DBNull && column.DefaultValue is DBNull) || (own.AutoIncrement && !column.AutoIncrement)
        || (own.ColumnMapping != MappingType.Element && column.ColumnMapping == MappingType.Element)
        || (own.DateTimeMode != DataSetDateTime.UnspecifiedLocal && column.DateTimeMode == DataSetDateTime.UnspecifiedLocal)
        || (own.Prefix.Length > 0 && column.Prefix.Length == 0)
        || (own.Namespace != own.Table!.Namespace && column.Namespace == column.Table!.Namespace)
        || IsMore(HiddenState.PropertiesOf(own), HiddenState.PropertiesOf(column));

    static bool IsMore(PropertyCollection? own, PropertyCollection? properties)
    {
        if (own is not null)
            foreach (DictionaryEntry property in own)
                if (properties?.ContainsKey(property.Key) != true)
                    return true;
        return false;
    }

    /// <summary>Takes away what a class has made and the data does not tell: relations and keys, then tables.</summary>
    public static void Align(DataSet set, TableSet parts)
    {
        set.ExtendedProperties.Clear();
        foreach (DataTable table in set.Tables)
            Loosen(table);
        for (int i = set.Relations.Count - 1; i >= 0; i--)
            if (!Tells(parts.Relations, r => r.Name == set.Relations[i].RelationName))
                set.Relations.RemoveAt(i);
        var told = new Dictionary<DataTable, Table?>();
        foreach (DataTable table in set.Tables)
            told.Add(table,
                Array.Find(parts.Tables, p => string.Equals(p?.Name, table.TableName, StringComparison.OrdinalIgnoreCase)
                    && (p!.Namespace ?? parts.Namespace ?? "") == table.Namespace));
        // Keys that refer to others before those that are referred to.
        foreach (bool isForeign in (ReadOnlySpan<bool>)[true, false])
            foreach (var (table, part) in told)
                RemoveConstraints(table, part, isForeign);
        foreach (var (table, part) in told)
            if (part is null)
                set.Tables.Remove(table);
    }

    /// <summary>Takes away what a class has made and the data does not tell: keys, then columns.</summary>
    public static void Align(DataTable table, Table part)
    {
        table.ExtendedProperties.Clear();
        Loosen(table);
        table.Prefix = "";
        table.MinimumCapacity = TableMaking.UsualCapacity;
        foreach (bool isForeign in (ReadOnlySpan<bool>)[true, false])
            RemoveConstraints(table, part, isForeign);
        DataColumn[] gone = [.. table.Columns.Cast<DataColumn>().Where(c => !Tells(part.Columns, p => p.Name == c.ColumnName))];
        // The last first: what computes stands behind what it is computed of.
        foreach (var column in gone.Reverse())
            ClassColumns.Remove(table, column);
    }

    /// <summary>What computes refers to relations and columns, some of which go.</summary>
    [UnconditionalSuppressMessage("Trimming", "IL2026", Justification = Trimming.Expressions)]
    static void Loosen(DataTable table)
    {
        table.DisplayExpression = "";
        foreach (DataColumn column in table.Columns)
            if (column.Expression.Length > 0)
                ClassColumns.Loosen(column);
    }

    static void RemoveConstraints(DataTable table, Table? part, bool isForeign)
    {
        if (!isForeign && table.Constraints.OfType<UniqueConstraint>().FirstOrDefault(static u => u.IsPrimaryKey) is { } key
            && !Tells(part?.Constraints, c => c.Name == key.ConstraintName))
            table.PrimaryKey = [];
        for (int i = table.Constraints.Count - 1; i >= 0; i--)
            if (table.Constraints[i] is ForeignKeyConstraint == isForeign
                && !Tells(part?.Constraints, c => c.Name == table.Constraints[i].ConstraintName))
                table.Constraints.RemoveAt(i);
    }

    static bool Tells<T>(T?[]? parts, Predicate<T> isIt) where T : class =>
        parts is not null && Array.Exists(parts, p => p is not null && isIt(p));
}
