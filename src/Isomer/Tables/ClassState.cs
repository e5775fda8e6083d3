using System.Collections;
using System.Data;
using System.Runtime.CompilerServices;

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

    [ThreadStatic]
    static bool s_isMaking;

    /// <summary>Whether a new one of this class has something that the set has not.</summary>
    public static bool IsMoreThan(Type made, DataSet set) => made != typeof(DataSet) && New(made) is DataSet own && IsMore(own, set);

    /// <summary>Whether a new one of this class has something that the table has not.</summary>
    public static bool IsMoreThan(Type made, DataTable table) =>
        made != typeof(DataTable) && New(made) is DataTable own && IsMore(own, table);

    /// <summary>One for each class: a constructor of a typed set takes longer than to write a small one.</summary>
    static object? New(Type made)
    {
        if (s_new.TryGetValue(made, out object? known))
            return known;
        // A constructor that writes what it makes has nothing to be compared with yet.
        if (s_isMaking)
            return null;
        try
        {
            s_isMaking = true;
            return s_new.GetValue(made, TableSurrogates.New<object>);
        }
        catch (Exception e) when (e is not OutOfMemoryException)
        {
            // Whoever reads it is told that it cannot be made; another time it may be.
            return null;
        }
        finally
        {
            s_isMaking = false;
        }
    }

    /// <summary>Tables, relations and keys come back in the order of the class, others behind them.</summary>
    static bool IsMore(DataSet own, DataSet set)
    {
        for (int i = 0; i < own.Tables.Count; i++)
            if (i >= set.Tables.Count || !IsFound(own.Tables[i], set.Tables[i]) || IsMore(own.Tables[i], set.Tables[i]))
                return true;
        for (int i = 0; i < own.Relations.Count; i++)
            if (i >= set.Relations.Count || !IsAlike(own.Relations[i], set.Relations[i]))
                return true;
        return IsMore(HiddenState.PropertiesOf(own), HiddenState.PropertiesOf(set));
    }

    /// <summary>Whether the table is found by its name again, or by that and its namespace where several are called so.</summary>
    static bool IsFound(DataTable own, DataTable table) => own.TableName == table.TableName
        && (own.Namespace == table.Namespace || table.DataSet!.Tables.Cast<DataTable>().Count(t => t.TableName == table.TableName) == 1);

    static bool IsAlike(DataRelation own, DataRelation relation) => own.RelationName == relation.RelationName
        && own.ParentTable.TableName == relation.ParentTable.TableName && own.ChildTable.TableName == relation.ChildTable.TableName
        && AreAlike(own.ParentColumns, relation.ParentColumns) && AreAlike(own.ChildColumns, relation.ChildColumns)
        && own.ChildKeyConstraint is null == relation.ChildKeyConstraint is null
        && !IsMore(HiddenState.PropertiesOf(own), HiddenState.PropertiesOf(relation));

    static bool IsAlike(Constraint own, Constraint constraint) => own.ConstraintName == constraint.ConstraintName
        && (own, constraint) switch
        {
            (UniqueConstraint a, UniqueConstraint b) => a.IsPrimaryKey == b.IsPrimaryKey && AreAlike(a.Columns, b.Columns),
            (ForeignKeyConstraint a, ForeignKeyConstraint b) => a.RelatedTable.TableName == b.RelatedTable.TableName
                && AreAlike(a.Columns, b.Columns) && AreAlike(a.RelatedColumns, b.RelatedColumns),
            _ => false,
        }
        && !IsMore(HiddenState.PropertiesOf(own), HiddenState.PropertiesOf(constraint));

    static bool AreAlike(DataColumn[] own, DataColumn[] columns) => own.Length == columns.Length
        && own.Zip(columns).All(static c => c.First.ColumnName == c.Second.ColumnName);

    static bool IsMore(DataTable own, DataTable table)
    {
        foreach (DataColumn column in own.Columns)
            if (table.Columns[column.ColumnName] is not { } same || IsMore(column, same))
                return true;
        // It comes where the class has elements, beside which it may not stand, or another one.
        if (table.Columns.Cast<DataColumn>().FirstOrDefault(static c => c.ColumnMapping == MappingType.SimpleContent) is { } content
            && own.Columns[content.ColumnName] is not { ColumnMapping: MappingType.SimpleContent })
            return true;
        for (int i = 0; i < own.Constraints.Count; i++)
            if (i >= table.Constraints.Count || !IsAlike(own.Constraints[i], table.Constraints[i]))
                return true;
        return (own.DisplayExpression.Length > 0 && table.DisplayExpression.Length == 0)
            || (own.Prefix.Length > 0 && table.Prefix.Length == 0)
            || (own.MinimumCapacity != TableMaking.UsualCapacity && table.MinimumCapacity == TableMaking.UsualCapacity)
            || (HiddenState.HasOwnLocale(own) && !HiddenState.HasOwnLocale(table))
            || IsMore(HiddenState.PropertiesOf(own), HiddenState.PropertiesOf(table));
    }

    static bool IsMore(DataColumn own, DataColumn column) =>
        own.ColumnName != column.ColumnName || own.DataType != column.DataType
        || (own.MaxLength >= 0 && column.MaxLength < 0) || (own.Caption != own.ColumnName && column.Caption == column.ColumnName)
        || (ClassColumns.HasDefault(own) && !ClassColumns.HasDefault(column)) || (own.AutoIncrement && !column.AutoIncrement)
        || (!column.AutoIncrement && ColumnNumbers.AreKept(own) && !ColumnNumbers.AreKept(column))
        || (own.ColumnMapping != MappingType.Element && column.ColumnMapping == MappingType.Element)
        || own.DateTimeMode != column.DateTimeMode
        || (own.ColumnMapping != column.ColumnMapping && MappingType.SimpleContent is var simple
            && (own.ColumnMapping == simple || column.ColumnMapping == simple))
        || (own.Prefix.Length > 0 && column.Prefix.Length == 0)
        || IsOtherNamespace(HiddenState.NamespaceOf(own), column)
        || IsMore(HiddenState.PropertiesOf(own), HiddenState.PropertiesOf(column));

    /// <summary>Whether what the class gave its column would stay, for the column's own is not told: it is that of its table.</summary>
    static bool IsOtherNamespace(string? given, DataColumn column) => given is not null && column.Namespace != given
        && column.Namespace == (column.ColumnMapping == MappingType.Attribute ? "" : column.Table!.Namespace);

    static bool IsMore(PropertyCollection? own, PropertyCollection? properties)
    {
        if (own is not null)
            foreach (DictionaryEntry property in own)
                if (properties?.ContainsKey(property.Key) != true)
                    return true;
        return false;
    }
}
