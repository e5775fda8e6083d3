using System.Data;
using System.Diagnostics.CodeAnalysis;
using System.Globalization;
using Isomer.Model;

namespace Isomer.Tabular;

/// <summary>
/// Makes a DataSet or DataTable of what was read, or completes one whose class has made its own schema. Rows come first, without
/// constraints, so that nothing cascades and nothing is checked twice; then what constrains and computes them.
/// </summary>
/// <remarks>The input is hostile: see <see cref="TableGuard"/> for what it may ask for.</remarks>
internal sealed partial class TableMaking(ColumnTypes types)
{
    /// <summary>
    /// Whether relations of which nothing says that they have a foreign key take the one of their columns, as the framework makes them of
    /// its own forms.
    /// </summary>
    public bool LinksRelations { get; init; }

    /// <summary>Whether nothing but what is told shall be there, whatever a class has made; as data may say of themselves.</summary>
    public bool IsExact { get; set; }

    /// <summary>The MinimumCapacity of a new table.</summary>
    public const int UsualCapacity = 50;

    public void Make(TableSet parts, DataSet set)
    {
        TableGuard.Check(parts);
        OrderedCells.Check(parts, set);
        set.EnforceConstraints = false;
        // Rows that the constructor of its class made.
        set.Clear();
        if (parts.Name.Length > 0)
            set.DataSetName = parts.Name;
        IsExact |= parts.Exact;
        var ofClass = Begin(set, parts);
        set.Prefix = parts.Prefix ?? "";
        set.CaseSensitive = parts.CaseSensitive;
        if (parts.Locale is not null)
            set.Locale = Culture(parts.Locale);
        Put(parts.Properties, set.ExtendedProperties);
        var tables = new (Table Parts, DataTable Table, Rows Rows)[parts.Tables.Length];
        // The framework looks through all tables for a name: where none is called so, nobody asks it.
        var names = set.Tables.Cast<DataTable>().Select(static t => t.TableName).ToHashSet(StringComparer.OrdinalIgnoreCase);
        for (int i = 0; i < tables.Length; i++)
        {
            var part = Some(parts.Tables[i], "table");
            var table = Within(part, () => TableOf(set, part, ofClass[i], !names.Add(part.Name)));
            tables[i] = (part, table, Within(part, () => Fill(part, table, KnownColumns(table, part))));
        }
        AddConstraints(tables);
        foreach (var relation in parts.Relations ?? [])
            Add(set, Some(relation, "relation"), tables);
        foreach (var (part, table, _) in tables)
            Within(part, () => Finish(part, table));
        Compute(tables);
        if (!parts.Unconstrained)
            Enforce(set);
        foreach (var (part, table, rows) in tables)
            Within(part, () => Number(part, table, rows));
    }

    public void Make(Table part, DataTable table) => Within(part, () =>
    {
        TableGuard.Check(part);
        OrderedCells.Check(part, table);
        table.TableName = part.Name;
        table.Namespace = part.Namespace ?? "";
        table.Clear();
        if (IsExact |= part.Exact)
            new ClassAligning([table], [part], types, LinksRelations).Align();
        // While a table is loaded, the framework keeps the indexes of keys that are taken away.
        var known = KnownColumns(table, part);
        table.BeginLoadData();
        var rows = Fill(part, table, known);
        AddConstraints([(part, table, rows)]);
        Finish(part, table);
        Compute([(part, table, rows)]);
        table.EndLoadData();
        Number(part, table, rows);
    });

    /// <summary>
    /// Gives the set its namespace, which tables have that have none of their own. The tables that its class has for those that are told.
    /// </summary>
    DataTable?[] Begin(DataSet set, TableSet parts)
    {
        try
        {
            set.Namespace = parts.Namespace ?? "";
            var ofClass = ClassAligning.Match(set, parts);
            if (IsExact)
                new ClassAligning(ofClass, parts.Tables, types, LinksRelations).Align(set, parts.Relations ?? [],
                    set.CaseSensitive != parts.CaseSensitive || (HiddenState.HasOwnLocale(set) ? set.Locale.Name : null) != parts.Locale);
            return ofClass;
        }
        catch (Exception e) when (e is ArgumentException or DataException)
        {
            throw new WireFormatException(
                $"What the class '{set.GetType()}' makes, and is not in the data, cannot be taken away: {e.Message}", e);
        }
    }

    /// <summary>A class of its own has its tables already; to any other set they are added.</summary>
    static DataTable TableOf(DataSet set, Table part, DataTable? ofClass, bool mayBeThere)
    {
        if (part.Name.Length == 0)
            throw new WireFormatException("A table of a set has no name.");
        if (ofClass is not null)
        {
            if (ofClass.TableName != part.Name)
                ofClass.TableName = part.Name;
            if (ofClass.Namespace != (part.Namespace ?? set.Namespace))
                ofClass.Namespace = part.Namespace;
            if (ofClass.DataSet is null)
                set.Tables.Add(ofClass);
            return ofClass;
        }
        if (mayBeThere && Known(set, part.Name, part.Namespace ?? set.Namespace) is { } known)
            return known.Rows.Count == 0 ? known : throw new WireFormatException($"Two tables of a set are called '{part.Name}'.");
        var table = new DataTable(part.Name);
        if (part.Namespace is not null)
            table.Namespace = part.Namespace;
        else if (mayBeThere && set.Tables.Contains(part.Name, ""))
            // Until it is there it is in none, where another of its name may be.
            table.Namespace = set.Namespace;
        set.Tables.Add(table);
        return table;
    }

    /// <summary>The table of this very name: the framework also finds one in another case.</summary>
    static DataTable? Known(DataSet set, string name, string ns) =>
        set.Tables[name, ns] is not { } found || found.TableName == name ? set.Tables[name, ns]
        : set.Tables.Cast<DataTable>().FirstOrDefault(t => t.TableName == name && t.Namespace == ns);

    /// <summary>The columns that the class of the table has made, without those that shall not be there.</summary>
    Dictionary<string, DataColumn> KnownColumns(DataTable table, Table part)
    {
        var known = ClassColumns.Known(table, part);
        if (IsExact)
            ClassAligning.Align(table, part);
        return known;
    }

    Rows Fill(Table part, DataTable table, Dictionary<string, DataColumn> known)
    {
        if (part.Prefix is not null)
            table.Prefix = part.Prefix;
        if (part.CaseSensitive is { } sensitive)
            table.CaseSensitive = sensitive;
        if (part.Locale is not null)
            table.Locale = Culture(part.Locale);
        // A new table takes its set's or not, by the culture of the thread. What is not said is false.
        if (part.CaseSensitive is null && table.CaseSensitive)
        {
            table.CaseSensitive = false;
            HiddenState.SetAmbientCase(table);
        }
        Put(part.Properties, table.ExtendedProperties);
        var rows = new Rows(part, table);
        var columns = new DataColumn[part.Columns.Length];
        for (int i = 0; i < columns.Length; i++)
        {
            var column = Some(part.Columns[i], "column");
            columns[i] = ColumnOf(table, known, column, types.Named(column.Type));
            if (columns[i].Ordinal < i)
                throw new WireFormatException($"Two columns are called '{column.Name}'.");
            // Of a class, in another order.
            if (columns[i].Ordinal > i)
                columns[i].SetOrdinal(i);
        }
        if (StoredRows.TryLoad(table, part, columns, types, rows.Records))
        {
            rows.Loaded(columns);
            if (part.MinimumCapacity is > 0 and var room)
                table.MinimumCapacity = Math.Min(room, Math.Max(UsualCapacity, 2 * rows.Records));
            return rows;
        }
        // As many as there are, so that nothing grows while they come; what the data asks for is memory for every column, so never more
        // than twice that.
        int usual = part.MinimumCapacity is { } capacity and > 0
            ? Math.Min(capacity, Math.Max(UsualCapacity, 2 * rows.Records))
            : table.MinimumCapacity;
        table.MinimumCapacity = CapacityFor(rows.Records, usual);
        var cursors = new ColumnCursor?[columns.Length];
        for (int i = 0; i < columns.Length; i++)
        {
            var column = part.Columns[i]!;
            if (column.Expression is not null)
                continue;
            try
            {
                var type = types.Named(column.Type);
                var values = column.Values ?? new TableValues();
                // A class has said how its own columns keep dates.
                if (column.DateTimeMode == DateModes.BothKinds && type.Type == typeof(DateTime) && !known.ContainsKey(column.Name))
                    DateModes.Take(columns[i], values, type, rows.Records);
                cursors[i] = type.Open(values, rows.Records);
            }
            catch (WireFormatException e)
            {
                throw new WireFormatException($"Column '{column.Name}': {e.Message}");
            }
        }
        rows.Add(columns, cursors);
        table.MinimumCapacity = usual;
        return rows;
    }

    /// <summary>The framework goes from 64 to 128 by itself, and takes 256 where it is asked for 100.</summary>
    public static int CapacityFor(int records, int usual) => records > 128 ? Math.Max(usual, records) : usual;

    static void Compute((Table Parts, DataTable Table, Rows Rows)[] tables)
    {
        List<HeldExpression>? computed = null;
        foreach (var (part, table, _) in tables)
            for (int i = 0; i < part.Columns.Length; i++)
                if (part.Columns[i]!.Expression is { Length: > 0 } expression)
                    (computed ??= []).Add(new(table.Columns[i], expression));
        if (computed is not null)
            Computing.Set(computed);
        foreach (var (part, table, _) in tables)
            Within(part, () => Show(part, table));
    }

    [UnconditionalSuppressMessage("Trimming", "IL2026", Justification = Trimming.Expressions)]
    static void Show(Table part, DataTable table)
    {
        for (int i = 0; i < part.Columns.Length; i++)
            if (part.Columns[i]!.ReadOnly)
                table.Columns[i].ReadOnly = true;
        if (part.DisplayExpression is not null)
            table.DisplayExpression = part.DisplayExpression;
    }

    /// <summary>Turns constraints on; what breaks them is the input's fault.</summary>
    public static void Enforce(DataSet set)
    {
        try
        {
            set.EnforceConstraints = true;
        }
        catch (ConstraintException e)
        {
            throw new WireFormatException($"The rows of DataSet '{set.DataSetName}' break its constraints{Broken(set)}: {e.Message}", e);
        }
    }

    /// <summary>The first row that the framework has marked, for its message names none.</summary>
    static string Broken(DataSet set)
    {
        foreach (DataTable table in set.Tables)
            if (table.GetErrors() is [var row, ..])
                return $" (table '{table.TableName}', row {table.Rows.IndexOf(row)}: {row.RowError})";
        return "";
    }

    object One(TableValues values)
    {
        var cursor = types.Named(values.Type).Open(values, 1);
        cursor.Next();
        return cursor.Value;
    }

    void Put(TableProperties? from, PropertyCollection to)
    {
        if (from is null)
            return;
        int count = from.Keys?.Kinds?.Length ?? 0;
        var type = types.Named("Object");
        var keys = type.Open(from.Keys ?? new TableValues(), count);
        var values = type.Open(from.Values ?? new TableValues(), count);
        TableGuard.CheckProperties(count);
        for (int i = 0; i < count; i++)
        {
            keys.Next();
            values.Next();
            if (keys.IsNull)
                throw new WireFormatException("An extended property has no name.");
            to[keys.Value] = values.IsNull ? null : values.Value;
        }
    }

    static CultureInfo Culture(string name) => CultureInfo.GetCultureInfo(name, predefinedOnly: true);

    static T Enumerated<T>(int value) where T : struct, Enum =>
        Enum.IsDefined((T)(object)value) ? (T)(object)value : throw new WireFormatException($"{value} is no {typeof(T).Name}.");

    static T Some<T>(T? part, string what) where T : class => part ?? throw new WireFormatException($"A {what} is null.");

    static void Within(Table part, Action action) => Within<object?>(part, () =>
    {
        action();
        return null;
    });

    /// <summary>What the framework refuses, in the one exception, with the table's name.</summary>
    static T Within<T>(Table part, Func<T> action)
    {
        try
        {
            return action();
        }
        catch (Exception e) when (e is DataException or ArgumentException or InvalidOperationException or FormatException
            or OverflowException or InvalidCastException
            or WireFormatException { Path: null } or IndexOutOfRangeException or NotSupportedException)
        {
            throw new WireFormatException($"Table '{part.Name}': {e.Message}", e is WireFormatException ? null : e);
        }
    }
}
