using System.Data;
using System.Diagnostics.CodeAnalysis;
using System.Globalization;
using Isomer.Model;

namespace Isomer.Tabular;

/// <summary>
/// Takes away what the constructor of a class made and a payload does not tell so (<see cref="TableSet.Exact"/>), before what it tells is put
/// there. Tables, relations, constraints and columns stay the objects that they are where they are told alike and in this order, for fields
/// and properties of the class lead to them; the rest is made anew, or put back in its order.
/// </summary>
/// <param name="tables">The tables that the class has for those that are told: null where it has none.</param>
/// <param name="parts">The tables that are told.</param>
/// <param name="types">Those that columns may have.</param>
/// <param name="linksRelations">Whether relations take the foreign key of their columns, without being told.</param>
internal sealed class ClassAligning(DataTable?[] tables, Table?[] parts, ColumnTypes types, bool linksRelations)
{
    readonly HashSet<Constraint> _stay = [];

    /// <summary>
    /// The tables of a class for those that are told: of the name and namespace; else of the name, where one alone is called so on both
    /// sides; else of the name in their order, where as many are called so; else of the name but for its case.
    /// </summary>
    public static DataTable?[] Match(DataSet set, TableSet parts)
    {
        var found = new DataTable?[parts.Tables.Length];
        if (set.GetType() == typeof(DataSet))
            return found;
        var free = set.Tables.Cast<DataTable>().ToList();
        Take((part, table) => part.Name == table.TableName && (part.Namespace ?? parts.Namespace ?? "") == table.Namespace);
        Take(static (part, table) => part.Name == table.TableName);
        TakeInOrder();
        Take(static (part, table) => part.Name.Equals(table.TableName, StringComparison.OrdinalIgnoreCase));
        return found;

        void Take(Func<Table, DataTable, bool> areAlike)
        {
            var pairs = new List<(int Told, DataTable Table)>();
            foreach (var table in free)
            {
                int told = -1, count = 0;
                for (int i = 0; i < found.Length; i++)
                    if (found[i] is null && parts.Tables[i] is { } part && areAlike(part, table) && count++ == 0)
                        told = i;
                if (count == 1)
                    pairs.Add((told, table));
            }
            foreach (var (told, table) in pairs)
                if (pairs.TrueForAll(p => p.Told != told || p.Table == table))
                {
                    found[told] = table;
                    free.Remove(table);
                }
        }

        // All of the name were given other namespaces.
        void TakeInOrder()
        {
            var left = Enumerable.Range(0, found.Length).Where(i => found[i] is null && parts.Tables[i] is not null)
                .ToLookup(i => parts.Tables[i]!.Name);
            foreach (var alike in free.GroupBy(static t => t.TableName).ToList())
                if (left[alike.Key].Count() == alike.Count())
                    foreach (var (told, table) in left[alike.Key].Zip(alike))
                    {
                        found[told] = table;
                        free.Remove(table);
                    }
        }
    }

    /// <summary>Of a set: what computes, relations, keys, and then tables.</summary>
    /// <param name="set">The set.</param>
    /// <param name="relations">The relations that are told.</param>
    /// <param name="comparesAnew">Whether its own case or culture will be another.</param>
    public void Align(DataSet set, TableRelation?[] relations, bool comparesAnew)
    {
        set.ExtendedProperties.Clear();
        foreach (DataTable table in set.Tables)
            Loosen(table);
        DataTable[] told = [.. set.Tables.Cast<DataTable>().Where(t => Array.IndexOf(tables, t) >= 0)];
        int inOrder = 0;
        while (inOrder < told.Length && told[inOrder] == tables[inOrder])
            inOrder++;
        // While tables are related, neither their places nor how they compare can be changed.
        bool isInOrder = inOrder == told.Length && !comparesAnew
            && Enumerable.Range(0, tables.Length).All(i => tables[i] is not { } table || ComparesAlike(table, parts[i]!));
        KeepConstraints(isInOrder);
        RemoveRelations(set, relations, isInOrder);
        foreach (bool isForeign in (ReadOnlySpan<bool>)[true, false])
            foreach (DataTable table in set.Tables)
                RemoveConstraints(table, isForeign);
        for (int i = set.Tables.Count - 1; i >= 0; i--)
            if (Array.IndexOf(told, set.Tables[i]) is var at && (at < 0 || at >= inOrder))
                set.Tables.RemoveAt(i);
    }

    /// <summary>Those stay that are told alike, as far as they stand in the order that is told, with the keys that they made.</summary>
    void RemoveRelations(DataSet set, TableRelation?[] relations, bool areKept)
    {
        DataRelation[] alike =
            [.. set.Relations.Cast<DataRelation>().Where(r => Array.Exists(relations, t => t is not null && IsAlike(r, t)))];
        int kept = 0;
        while (areKept && kept < alike.Length && kept < relations.Length && alike[kept].RelationName == relations[kept]!.Name
            && Stays(alike[kept].ChildKeyConstraint) && Stays(alike[kept].ParentKeyConstraint))
            kept++;
        for (int i = set.Relations.Count - 1; i >= 0; i--)
            if (Array.IndexOf(alike, set.Relations[i]) is var at && (at < 0 || at >= kept))
                set.Relations.RemoveAt(i);
            else
                Clear(set.Relations[i], relations[at]!);
    }

    /// <summary>Of a table alone: its constraints.</summary>
    public void Align()
    {
        Loosen(tables[0]!);
        KeepConstraints(isForeignKept: true);
        RemoveConstraints(tables[0]!, isForeign: true);
        RemoveConstraints(tables[0]!, isForeign: false);
    }

    /// <summary>What a table's constructor has said of the table, and columns that are not told.</summary>
    public static void Align(DataTable table, Table part)
    {
        table.ExtendedProperties.Clear();
        Loosen(table);
        (table.Prefix, table.MinimumCapacity) = ("", TableMaking.UsualCapacity);
        if (HiddenState.HasOwnLocale(table) && table.Locale.Name != part.Locale)
        {
            // A table alone keeps the last one that it was given, which is the thread's in a new one.
            if (table.DataSet is null)
                table.Locale = CultureInfo.CurrentCulture;
            table.Locale = null!;
        }
        // Elements and one column of simple content cannot stand side by side on the way from one to the other.
        foreach (DataColumn column in table.Columns)
            column.ColumnMapping = MappingType.Hidden;
        DataColumn[] gone =
            [.. table.Columns.Cast<DataColumn>().Where(c => !Array.Exists(part.Columns, p => p?.Name == c.ColumnName))];
        // The last first: what computes stands behind what it is computed of.
        foreach (var column in gone.Reverse())
            ClassColumns.Remove(table, column);
    }

    static void Clear(DataRelation relation, TableRelation told)
    {
        HiddenState.PropertiesOf(relation)?.Clear();
        if (!told.Nested && relation.Nested)
            HiddenState.SetNested(relation, isNested: false, keepsNamespace: true);
    }

    /// <summary>Whether the table's case and culture are those that are told.</summary>
    static bool ComparesAlike(DataTable table, Table told) => table.CaseSensitive == (told.CaseSensitive ?? false)
        && (HiddenState.HasOwnLocale(table) ? table.Locale.Name : null) == told.Locale;

    bool Stays(Constraint? constraint) => constraint is null || _stay.Contains(constraint);

    /// <summary>
    /// Those stay that are told alike, as far as they stand in the order that is told: so does the framework when it is asked for the
    /// constraints of a table.
    /// </summary>
    void KeepConstraints(bool isForeignKept)
    {
        for (int i = 0; i < tables.Length; i++)
        {
            if (tables[i] is not { } table || parts[i]?.Constraints is not { } told)
                continue;
            int place = 0;
            foreach (Constraint constraint in table.Constraints)
                if (Array.Exists(told, t => t is not null && IsAlike(constraint, t, i)))
                {
                    if (place == told.Length || told[place] is not { } next || !IsAlike(constraint, next, i)
                        || (!isForeignKept && constraint is ForeignKeyConstraint))
                        break;
                    _stay.Add(constraint);
                    place++;
                }
        }
        // A foreign key needs that of its parent, and what stands behind one that goes would stand before it.
        while (_stay.OfType<ForeignKeyConstraint>().FirstOrDefault(k => !HasParent(k)) is { } key)
            for (int i = key.Table!.Constraints.Count - 1; i >= 0; i--)
            {
                var behind = key.Table.Constraints[i];
                _stay.Remove(behind);
                if (behind == key)
                    break;
            }
    }

    bool HasParent(ForeignKeyConstraint key) => _stay.OfType<UniqueConstraint>().Any(u => u.Table == key.RelatedTable
        && u.Columns.Length == key.RelatedColumns.Length && Array.TrueForAll(u.Columns, c => Array.IndexOf(key.RelatedColumns, c) >= 0));

    void RemoveConstraints(DataTable table, bool isForeign)
    {
        if (!isForeign && table.Constraints.OfType<UniqueConstraint>().FirstOrDefault(static u => u.IsPrimaryKey) is { } key
            && !_stay.Contains(key))
            table.PrimaryKey = [];
        for (int i = table.Constraints.Count - 1; i >= 0; i--)
            if (table.Constraints[i] is ForeignKeyConstraint != isForeign)
                continue;
            else if (_stay.Contains(table.Constraints[i]))
                HiddenState.PropertiesOf(table.Constraints[i])?.Clear();
            else
                table.Constraints.RemoveAt(i);
    }

    bool IsAlike(Constraint known, TableConstraint told, int table) => known.ConstraintName == told.Name && known switch
    {
        UniqueConstraint unique => told.Parent is null && unique.IsPrimaryKey == told.IsPrimaryKey
            && AreAlike(unique.Columns, table, told.Columns),
        ForeignKeyConstraint key => told.Parent is { } parent && AreAlike(key.Columns, table, told.Columns)
            && AreAlike(key.RelatedColumns, parent.Table, parent.Columns),
        _ => false,
    };

    bool IsAlike(DataRelation known, TableRelation told) => known.RelationName == told.Name
        && AreAlike(known.ParentColumns, told.Parent, told.ParentColumns) && AreAlike(known.ChildColumns, told.Child, told.ChildColumns)
        && known.ChildKeyConstraint is not null == (linksRelations ? HasKey(told) : told.Constrained);

    /// <summary>Whether there is a foreign key of the columns of a relation.</summary>
    bool HasKey(TableRelation told) => parts[told.Child]!.Constraints is { } all
        && Array.Exists(all, c => c is { Parent: { } parent } && parent.Table == told.Parent
            && c.Columns.AsSpan().SequenceEqual(told.ChildColumns) && parent.Columns.AsSpan().SequenceEqual(told.ParentColumns));

    /// <summary>Whether these are the columns that are told, of their types.</summary>
    bool AreAlike(DataColumn[] known, int table, int[]? told)
    {
        if (told is null || told.Length != known.Length || (uint)table >= (uint)tables.Length || tables[table] != known[0].Table)
            return false;
        var columns = parts[table]!.Columns;
        for (int i = 0; i < known.Length; i++)
            if ((uint)told[i] >= (uint)columns.Length || columns[told[i]] is not { } column
                || !column.Name.Equals(known[i].ColumnName, StringComparison.OrdinalIgnoreCase)
                || types.Named(column.Type).Type != known[i].DataType)
                return false;
        return true;
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
}
