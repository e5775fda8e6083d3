using System.Data;
using System.Numerics;

namespace Isomer.Tabular;

/// <summary>Takes what a DataSet or DataTable holds into plain objects.</summary>
/// <param name="types">Those that columns may have.</param>
/// <param name="packs">Whether columns are packed.</param>
internal sealed class TableTaking(ColumnTypes types, bool packs = false)
{
    readonly PackedWriter? _packing = packs ? new() : null;

    /// <summary>Whether rows are taken, and not the schema alone.</summary>
    public bool TakesRows { get; init; } = true;

    public TableSet Take(DataSet set, Type declared, string? registeredName)
    {
        var tables = new Table?[set.Tables.Count];
        for (int i = 0; i < tables.Length; i++)
            tables[i] = Take(set.Tables[i], set, null);
        _packing?.Release();
        PackedBounds.Fill(tables);
        return new TableSet
        {
            Class = registeredName,
            Name = set.DataSetName,
            Namespace = Unless(set.Namespace, ""),
            Prefix = Unless(set.Prefix, ""),
            CaseSensitive = set.CaseSensitive,
            Locale = HiddenState.HasOwnLocale(set) ? set.Locale.Name : null,
            Unconstrained = !set.EnforceConstraints,
            Properties = Take(HiddenState.PropertiesOf(set)),
            Tables = tables,
            Relations = set.Relations.Count == 0 ? null : [.. set.Relations.Cast<DataRelation>().Select(r => Take(r, set))],
            Exact = ClassState.IsMoreThan(registeredName is null ? declared : set.GetType(), set),
        };
    }

    /// <summary>Of a table alone: relations and foreign keys belong to the set, but for those from the table to itself.</summary>
    public Table Take(DataTable table, Type declared, string? registeredName)
    {
        var taken = Take(table, (DataSet?)null, registeredName);
        taken.Exact = ClassState.IsMoreThan(registeredName is null ? declared : table.GetType(), table);
        _packing?.Release();
        PackedBounds.Fill([taken]);
        return taken;
    }

    Table Take(DataTable table, DataSet? set, string? registeredName)
    {
        var records = TakesRows ? Records.Of(table) : Records.None;
        var constraints = Constraints(table, set);
        return new Table
        {
            Class = registeredName,
            Name = table.TableName,
            Namespace = set is not null && InheritsAnother(table, set) ? table.Namespace : Unless(table.Namespace, set?.Namespace ?? ""),
            Prefix = Unless(table.Prefix, ""),
            // A new table is not, whatever its set is.
            CaseSensitive = table.CaseSensitive || HiddenState.HasOwnCase(table) ? table.CaseSensitive : null,
            Locale = HiddenState.HasOwnLocale(table) || (set is null && table.DataSet is { } owner && HiddenState.HasOwnLocale(owner))
                ? table.Locale.Name
                : null,
            DisplayExpression = Unless(table.DisplayExpression, ""),
            MinimumCapacity = table.MinimumCapacity == TableMaking.UsualCapacity ? null : table.MinimumCapacity,
            Properties = Take(HiddenState.PropertiesOf(table)),
            Columns = [.. table.Columns.Cast<DataColumn>().Select(c => Take(c, table, records))],
            Constraints = constraints.Length == 0 ? null : constraints,
            States = records.States,
            Errors = Errors(records),
        };
    }

    /// <summary>
    /// Whether a table that has no namespace of its own has another than its set's: that of a table in which it nests. In tables of several
    /// namespaces only one that has its own may nest.
    /// </summary>
    static bool InheritsAnother(DataTable table, DataSet set)
    {
        foreach (DataRelation relation in table.ParentRelations)
            if (relation.Nested && relation.ParentTable.Namespace != set.Namespace)
                return true;
        return false;
    }

    TableColumn Take(DataColumn column, DataTable table, Records records)
    {
        var type = types.Of(column.DataType);
        bool computed = column.Expression.Length > 0;
        if (computed)
            HeldExpression.Check(table);
        return new TableColumn
        {
            Name = column.ColumnName,
            Type = type.Name,
            Required = !column.AllowDBNull,
            ReadOnly = column.ReadOnly && !computed,
            MaxLength = column.MaxLength < 0 ? null : column.MaxLength,
            Caption = Unless(column.Caption, column.ColumnName),
            Default = column.AutoIncrement ? null : One(column.DefaultValue),
            AutoNumber = ColumnNumbers.Counting(column),
            IdleNumber = ColumnNumbers.Idle(column),
            Expression = computed ? column.Expression : null,
            Mapping = column.ColumnMapping == MappingType.Element ? null : (int)column.ColumnMapping,
            DateTimeMode = column.DateTimeMode == DataSetDateTime.UnspecifiedLocal ? null : (int)column.DateTimeMode,
            // An attribute has none where it was given none.
            Namespace = Unless(column.Namespace, column.ColumnMapping == MappingType.Attribute ? "" : table.Namespace),
            Prefix = Unless(column.Prefix, ""),
            Properties = Take(HiddenState.PropertiesOf(column)),
            Values = computed || !TakesRows ? null : Values(column, type, records),
        };
    }

    TableValues Values(DataColumn column, ColumnType type, Records records)
    {
        if (_packing is not null && records.Numbers is { } numbers && type.TryPack(column, numbers, _packing) is { } packed)
            return packed;
        var builder = type.NewBuilder();
        try
        {
            for (int i = 0; i < records.Count; i++)
                builder.Add(records.Rows[i][column, records.Versions[i]]);
        }
        catch (NotSupportedException e)
        {
            throw new NotSupportedException($"Column '{column.ColumnName}' of table '{column.Table!.TableName}': {e.Message}", e);
        }
        return builder.Build(_packing);
    }

    TableConstraint?[] Constraints(DataTable table, DataSet? set) =>
    [
        .. table.Constraints.Cast<Constraint>().Select(c => c switch
        {
            UniqueConstraint unique => new TableConstraint
            {
                Name = unique.ConstraintName,
                Columns = Ordinals(unique.Columns),
                IsPrimaryKey = unique.IsPrimaryKey,
                Properties = Take(HiddenState.PropertiesOf(unique)),
            },
            ForeignKeyConstraint key when set is not null || key.RelatedTable == table => new TableConstraint
            {
                Name = key.ConstraintName,
                Columns = Ordinals(key.Columns),
                Parent = new ForeignKey
                {
                    Table = set?.Tables.IndexOf(key.RelatedTable) ?? 0,
                    Columns = Ordinals(key.RelatedColumns),
                    DeleteRule = (int)key.DeleteRule,
                    UpdateRule = (int)key.UpdateRule,
                    AcceptRejectRule = (int)key.AcceptRejectRule,
                },
                Properties = Take(HiddenState.PropertiesOf(key)),
            },
            _ => null,
        }).OfType<TableConstraint>(),
    ];

    TableRelation Take(DataRelation relation, DataSet set) => new()
    {
        Name = relation.RelationName,
        Parent = set.Tables.IndexOf(relation.ParentTable),
        ParentColumns = Ordinals(relation.ParentColumns),
        Child = set.Tables.IndexOf(relation.ChildTable),
        ChildColumns = Ordinals(relation.ChildColumns),
        Nested = relation.Nested,
        Constrained = relation.ChildKeyConstraint is not null,
        Properties = Take(HiddenState.PropertiesOf(relation)),
    };

    static int[] Ordinals(DataColumn[] columns) => [.. columns.Select(c => c.Ordinal)];

    static RowErrors?[]? Errors(Records records) => records.InError.Count == 0 ? null :
    [
        .. records.InError.Select(static e =>
        {
            var columns = e.Row.GetColumnsInError();
            return new RowErrors
            {
                Row = e.Place,
                Text = Unless(e.Row.RowError, ""),
                Columns = columns.Length == 0 ? null : Ordinals(columns),
                Texts = columns.Length == 0 ? null : [.. columns.Select(e.Row.GetColumnError)],
            };
        }),
    ];

    TableProperties? Take(PropertyCollection? properties) => properties is null ? null : Take(properties, types);

    /// <summary>Extended properties as keys and values of any types.</summary>
    public static TableProperties? Take(System.Collections.Hashtable properties, ColumnTypes types)
    {
        if (properties.Count == 0)
            return null;
        var keys = types.Named("Object").NewBuilder();
        var values = types.Named("Object").NewBuilder();
        foreach (System.Collections.DictionaryEntry entry in properties)
        {
            keys.Add(entry.Key);
            values.Add(entry.Value);
        }
        return new TableProperties { Keys = keys.Build(), Values = values.Build() };
    }

    TableValues? One(object value) => One(value, types);

    /// <summary>One value with its type; null for null.</summary>
    public static TableValues? One(object? value, ColumnTypes types)
    {
        if (value is DBNull or null || value is System.Data.SqlTypes.INullable { IsNull: true })
            return null;
        var type = types.Of(value.GetType());
        var builder = type.NewBuilder();
        builder.Add(value);
        var values = builder.Build();
        values.Type = type.Name;
        return values;
    }

    static string? Unless(string value, string usual) => value == usual ? null : value;
}

/// <summary>The records of a table in the order in which columns hold them, and the letters of its rows.</summary>
internal sealed class Records
{
    public static readonly Records None = new(new DataTable());

    Records(DataTable table)
    {
        // The framework's tree is gone through by itself: the fields of rows, which lie far apart in memory, are then fetched several at a
        // time.
        var rows = new DataRow[table.Rows.Count];
        table.Rows.CopyTo(rows, 0);
        States = HiddenState.LettersOf(rows, table) ?? string.Create(rows.Length, rows, static (letters, all) =>
        {
            for (int i = 0; i < all.Length; i++)
                letters[i] = LetterOf(all[i], i);
        });
        for (int i = 0; i < rows.Length; i++)
            if (rows[i].HasErrors)
                InError.Add((i, rows[i]));
        bool areAlike = !States.AsSpan().ContainsAnyExcept('U', 'A');
        int records = areAlike ? rows.Length : checked((int)RowStates.AllRecords(States));
        Versions = new DataRowVersion[records];
        Rows = rows;
        if (areAlike)
        {
            Versions.AsSpan().Fill(DataRowVersion.Current);
            return;
        }
        Rows = new DataRow[records];
        int next = 0;
        for (int i = 0; i < rows.Length; i++)
            foreach (var version in RowStates.Versions(States[i]))
                (Rows[next], Versions[next++]) = (rows[i], version);
    }

    /// <summary>The rows that have errors, and their places.</summary>
    public List<(int Place, DataRow Row)> InError { get; } = [];

    public static Records Of(DataTable table) => new(table);

    public int Count => Rows.Length;

    /// <summary>The number of each, by which columns find their values; null if they cannot be known.</summary>
    public RecordNumbers? Numbers => field ??= HiddenState.NumbersOf(Rows, Versions) is { } numbers ? new RecordNumbers(numbers) : null;

    public DataRow[] Rows { get; }

    public DataRowVersion[] Versions { get; }

    public string States { get; }

    static char LetterOf(DataRow row, int place)
    {
        char letter = row.RowState switch
        {
            // Where the framework's own taking out of a row ends in an exception (a handler's, or of a column that cannot compare its
            // values), the row stays among the rows without a record. BinaryFormatter refuses it, too.
            DataRowState.Detached => throw new NotSupportedException(
                $"Table '{row.Table.TableName}': row {place} has been taken out of the table and stands among its rows without any values. "
                + "Make a table of the other rows."),
            DataRowState.Added => 'A',
            DataRowState.Modified => 'M',
            DataRowState.Deleted => 'D',
            _ => 'U'
        };
        return row.HasVersion(DataRowVersion.Proposed) ? char.ToLowerInvariant(letter) : letter;
    }
}

/// <summary>The numbers by which the framework's columns find the values of records.</summary>
internal sealed class RecordNumbers(int[] all)
{
    /// <summary>One for each record.</summary>
    public int[] All { get; } = all;

    /// <summary>Whether each is one more than that before it, as in a table of which no row was changed or taken away.</summary>
    public bool AreInOrder { get; } = all.Length > 0 && IsOneByOne(all);

    static bool IsOneByOne(int[] all)
    {
        for (int i = 1; i < all.Length; i++)
            if (all[i] != all[i - 1] + 1)
                return false;
        return true;
    }
}
