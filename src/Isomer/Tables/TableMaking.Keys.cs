using System.Data;

namespace Isomer.Tabular;

/// <summary>Constraints and relations, which come after the rows.</summary>
internal sealed partial class TableMaking
{
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
        var columns = Columns(table, parent.Columns);
        foreach (Constraint constraint in table.Constraints)
            if (constraint is UniqueConstraint unique && unique.Columns.Length == columns.Length
                && unique.Columns.All(c => Array.IndexOf(columns, c) >= 0))
                return true;
        return false;
    }

    void Add(DataTable table, TableConstraint part, (Table Parts, DataTable Table, Rows Rows)[] tables)
    {
        var columns = Columns(table, part.Columns);
        // A class of its own has its constraints already.
        if (table.Constraints.IndexOf(part.Name) is var at and >= 0 && IsSame(table.Constraints[at], columns, part))
        {
            Put(part.Properties, table.Constraints[at].ExtendedProperties);
            return;
        }
        Constraint constraint = part.Parent is not { } parent
            ? new UniqueConstraint(part.Name, columns, part.IsPrimaryKey)
            : new ForeignKeyConstraint(part.Name, Columns(At(tables, parent.Table), parent.Columns), columns)
            {
                DeleteRule = Enumerated<Rule>(parent.DeleteRule),
                UpdateRule = Enumerated<Rule>(parent.UpdateRule),
                AcceptRejectRule = Enumerated<AcceptRejectRule>(parent.AcceptRejectRule),
            };
        table.Constraints.Add(constraint);
        Put(part.Properties, constraint.ExtendedProperties);
    }

    static bool IsSame(Constraint known, DataColumn[] columns, TableConstraint part) => known switch
    {
        UniqueConstraint unique => part.Parent is null && unique.Columns.SequenceEqual(columns),
        ForeignKeyConstraint key => part.Parent is not null && key.Columns.SequenceEqual(columns),
        _ => false,
    };

    void Add(DataSet set, TableRelation part, (Table Parts, DataTable Table, Rows Rows)[] tables)
    {
        try
        {
            var parent = Columns(At(tables, part.Parent), part.ParentColumns);
            var child = Columns(At(tables, part.Child), part.ChildColumns);
            if (set.Relations[part.Name] is { } known && known.ParentColumns.SequenceEqual(parent)
                && known.ChildColumns.SequenceEqual(child))
            {
                Put(part.Properties, known.ExtendedProperties);
                return;
            }
            var relation = new DataRelation(part.Name, parent, child, part.Constrained);
            set.Relations.Add(relation);
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
