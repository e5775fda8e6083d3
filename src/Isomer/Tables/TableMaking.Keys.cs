using System.Data;

namespace Isomer.Tabular;

/// <summary>Constraints and relations, which come after the rows.</summary>
internal sealed partial class TableMaking
{
    /// <summary>Constraints and relations that the data have told: two of the same columns are refused, as by the framework.</summary>
    readonly HashSet<object> _told = [];

    /// <summary>
    /// In the order of each table, but a foreign key only when the unique constraint of its parent is there: the framework would
    /// add one of its own.
    /// </summary>
    void AddConstraints((Table Parts, DataTable Table, Rows Rows)[] tables)
    {
        int[] next = new int[tables.Length];
        bool waits = true;
        for (bool any = true; any || waits;)
        {
            waits = any;
            any = false;
            for (int i = 0; i < tables.Length; i++)
            {
                var (part, table, _) = tables[i];
                var list = part.Constraints ?? [];
                while (next[i] < list.Length)
                {
                    var constraint = Some(list[next[i]], "constraint");
                    if (waits && constraint.Parent is { } parent && !HasKey(tables, parent))
                        break;
                    Within(part, () => Add(table, constraint, tables));
                    next[i]++;
                    any = true;
                }
            }
        }
    }

    static bool HasKey((Table Parts, DataTable Table, Rows Rows)[] tables, ForeignKey parent)
    {
        var table = At(tables, parent.Table);
        return KeyOf(table, Columns(table, parent.Columns)) is not null;
    }

    /// <summary>The unique constraint of these columns, in any order.</summary>
    static UniqueConstraint? KeyOf(DataTable table, DataColumn[] columns)
    {
        foreach (Constraint constraint in table.Constraints)
            if (constraint is UniqueConstraint unique && unique.Columns.Length == columns.Length
                && unique.Columns.All(c => Array.IndexOf(columns, c) >= 0))
                return unique;
        return null;
    }

    void Add(DataTable table, TableConstraint part, (Table Parts, DataTable Table, Rows Rows)[] tables)
    {
        var columns = Columns(table, part.Columns);
        // A class of its own has its constraints already.
        var parent = part.Parent is null ? null : Columns(At(tables, part.Parent.Table), part.Parent.Columns);
        // The class may call it otherwise than it did when the data were written.
        var constraint = table.Constraints.Cast<Constraint>().FirstOrDefault(c => IsSame(c, columns, parent) && !_told.Contains(c));
        bool isOfClass = constraint is not null;
        constraint ??= parent is null
            ? new UniqueConstraint(part.Name, columns, part.IsPrimaryKey)
            : new ForeignKeyConstraint(part.Name, parent, columns);
        if (constraint is ForeignKeyConstraint key)
            (key.DeleteRule, key.UpdateRule, key.AcceptRejectRule) = (Enumerated<Rule>(part.Parent!.DeleteRule),
                Enumerated<Rule>(part.Parent.UpdateRule), Enumerated<AcceptRejectRule>(part.Parent.AcceptRejectRule));
        if (!isOfClass)
            table.Constraints.Add(constraint);
        _told.Add(constraint);
        Put(part.Properties, constraint.ExtendedProperties);
    }

    static bool IsSame(Constraint known, DataColumn[] columns, DataColumn[]? parent) => known switch
    {
        UniqueConstraint unique => parent is null && unique.Columns.SequenceEqual(columns),
        ForeignKeyConstraint key => parent is not null && key.Columns.SequenceEqual(columns) && key.RelatedColumns.SequenceEqual(parent),
        _ => false,
    };

    void Add(DataSet set, TableRelation part, (Table Parts, DataTable Table, Rows Rows)[] tables)
    {
        try
        {
            var parent = Columns(At(tables, part.Parent), part.ParentColumns);
            var child = Columns(At(tables, part.Child), part.ChildColumns);
            if (set.Relations.Cast<DataRelation>().FirstOrDefault(
                r => r.ParentColumns.SequenceEqual(parent) && r.ChildColumns.SequenceEqual(child) && !_told.Contains(r)) is { } known)
            {
                _told.Add(known);
                // The framework, which makes it anew, gives it the key of its columns that is there.
                if (LinksRelations && known.ParentKeyConstraint is null)
                    HiddenState.ParentKey(known) = KeyOf(known.ParentTable, parent);
                if (known.Nested != part.Nested)
                    HiddenState.SetNested(known, part.Nested, keepsNamespace: !LinksRelations);
                Put(part.Properties, known.ExtendedProperties);
                return;
            }
            var relation = new DataRelation(part.Name, parent, child, part.Constrained);
            set.Relations.Add(relation);
            _told.Add(relation);
            // The framework gives it a foreign key of its columns that is there.
            if (!part.Constrained && !LinksRelations)
                HiddenState.ForeignKey(relation) = null;
            HiddenState.SetNested(relation, part.Nested, keepsNamespace: !LinksRelations);
            Put(part.Properties, relation.ExtendedProperties);
        }
        catch (Exception e) when (e is DataException or ArgumentException or InvalidOperationException
            or WireFormatException { Path: null })
        {
            throw new WireFormatException($"Relation '{part.Name}': {e.Message}", e is WireFormatException ? null : e);
        }
    }

    static DataTable At((Table Parts, DataTable Table, Rows Rows)[] tables, int index) =>
        (uint)index < (uint)tables.Length ? tables[index].Table : throw new WireFormatException($"There is no table number {index}.");

    static DataColumn[] Columns(DataTable table, int[] ordinals)
    {
        if (ordinals is null or [])
            throw new WireFormatException("A constraint or relation has no columns.");
        var columns = new DataColumn[ordinals.Length];
        for (int i = 0; i < columns.Length; i++)
            columns[i] = (uint)ordinals[i] < (uint)table.Columns.Count
                ? table.Columns[ordinals[i]]
                : throw new WireFormatException($"Table '{table.TableName}' has no column number {ordinals[i]}.");
        return columns;
    }
}
