using System.Collections;
using System.Data;
using System.Globalization;
using System.Numerics;
using System.Runtime.Serialization;

namespace Isomer.Tabular;

#pragma warning disable SYSLIB0038, SYSLIB0050 // the interface of an older age is what this is about

/// <summary>
/// A set or table of the entries of its binary form: they become the parts of which tables are made in every format
/// (<see cref="TableMaking"/>), with all that is asked of these there. The arrays of columns are taken as they are. What names a type has
/// been looked up before, in the closed set of the format that the entries came in.
/// </summary>
internal sealed partial class BinaryReading
{
    /// <summary>Rows that no value stands for: a row whose cells are all null takes a few bits.</summary>
    const int FreeRows = 1 << 13, RowsPerValue = 4;

    /// <summary>The culture of no number: one that this system knows by its name alone.</summary>
    const int CustomCulture = 0x1000;

    const int MaxXmlType = 200;

    static readonly CultureInfo Invariant = CultureInfo.InvariantCulture;

    readonly ColumnTypes _types;
    readonly Dictionary<string, Type> _ofClass = new(StringComparer.Ordinal);

    BinaryReading(Convention convention, IEnumerable<DataTable> ofClass)
    {
        _types = new ColumnTypes(convention, isOpen: true);
        foreach (var table in ofClass)
            foreach (DataColumn column in table.Columns)
                _ofClass.TryAdd(column.DataType.FullName!, column.DataType);
        _ofClass.Remove("System.Type");
    }

    /// <summary>Whether the entries are those of the binary form.</summary>
    public static bool IsBinary(SerializationInfo entries)
    {
        foreach (var entry in entries)
            if (entry.Name is "DataSet.RemotingFormat" or "DataTable.RemotingFormat")
                return entry.Value is IConvertible && Convert.ToInt32(entry.Value, Invariant) == (int)SerializationFormat.Binary;
        return false;
    }

    /// <summary>Fills a new set.</summary>
    public static void Read(DataSet set, SerializationInfo info, Convention convention)
    {
        var entries = new BinaryEntries(info, set.GetType());
        var reading = new BinaryReading(convention, set.Tables.Cast<DataTable>());
        bool hasSchema = entries.Number("SchemaSerializationMode.DataSet", (int)SchemaSerializationMode.IncludeSchema)
            == (int)SchemaSerializationMode.IncludeSchema;
        var nested = hasSchema ? BinaryEntries.Nested(entries) : [];
        var parts = hasSchema ? reading.Set(entries, nested) : new TableTaking(reading._types).Take(set, typeof(DataSet), null);
        for (int i = 0; i < parts.Tables.Length; i++)
            reading.RowsAndErrors(entries, i, parts.Tables[i]!);
        parts.Name = entries.Text("DataSet.DataSetName") ?? "";
        parts.Namespace = entries.Text("DataSet.Namespace");
        parts.Prefix = entries.Text("DataSet.Prefix");
        parts.CaseSensitive = entries.Truth("DataSet.CaseSensitive");
        parts.Locale = Culture(entries.Number("DataSet.LocaleLCID"));
        parts.Unconstrained = !entries.Truth("DataSet.EnforceConstraints");
        parts.Properties = reading.Properties(entries.Some<Hashtable>("DataSet.ExtendedProperties"));
        bool isPlain = set.GetType() == typeof(DataSet);
        // A table that was made before its set may have another case; what it has of the set is the set's, whatever it had.
        if (hasSchema)
            foreach (var table in parts.Tables)
                table!.CaseSensitive ??= parts.CaseSensitive;
        new TableMaking(reading._types) { LinksRelations = true, IsExact = hasSchema && IsMadeAnew(set.GetType()) }.Make(parts, set);
        if (!hasSchema)
            set.SchemaSerializationMode = SchemaSerializationMode.ExcludeSchema;
        for (int i = 0; i < nested.Length; i++)
        {
            // The tables of a class are in its order.
            var table = isPlain ? set.Tables[i] : set.Tables[parts.Tables[i]!.Name, parts.Tables[i]!.Namespace ?? set.Namespace];
            if (isPlain)
                SetForm(table!, nested[i]);
            if (HasCaseOfSet(nested[i]) && table is not null)
                HiddenState.SetAmbientCase(table);
        }
    }

    /// <summary>Fills a new table.</summary>
    public static void Read(DataTable table, SerializationInfo info, Convention convention)
    {
        var entries = new BinaryEntries(info, table.GetType());
        var reading = new BinaryReading(convention, [table]);
        var part = reading.Schema(entries, null);
        for (int i = 0; i < part.Columns.Length; i++)
            part.Columns[i]!.Expression = Unless(entries.Text($"DataTable.DataColumn_{i}.Expression"), "");
        part.Constraints = reading.Constraints(entries, 0);
        reading.RowsAndErrors(entries, 0, part);
        // It keeps the case that it had of its set, and would take that of another.
        part.CaseSensitive = entries.Truth("DataTable.CaseSensitive");
        new TableMaking(reading._types) { LinksRelations = true, IsExact = IsMadeAnew(table.GetType()) }.Make(part, table);
        if (HasCaseOfSet(entries))
            HiddenState.SetAmbientCase(table);
        if (table.GetType() == typeof(DataTable))
            SetForm(table, entries);
    }

    /// <summary>
    /// Whether BinaryFormatter calls the constructor that begins with nothing, so that what the usual one makes is not there but for what
    /// the payload tells.
    /// </summary>
    static bool IsMadeAnew(Type type) =>
        type != typeof(DataSet) && type != typeof(DataTable) && Isomer.Conventions.SelfSerializing.HasConstructor(type);

    TableSet Set(BinaryEntries entries, BinaryEntries[] nested)
    {
        string space = entries.Text("DataSet.Namespace") ?? "";
        var tables = new Table?[nested.Length];
        for (int i = 0; i < tables.Length; i++)
        {
            var table = tables[i] = Schema(nested[i], space);
            for (int c = 0; c < table.Columns.Length; c++)
                table.Columns[c]!.Expression =
                    Unless(entries.Text(string.Create(Invariant, $"DataTable_{i}.DataColumn_{c}.Expression")), "");
            table.Constraints = Constraints(entries, i);
        }
        return new TableSet
        {
            Tables = tables,
            Relations =
                    [.. entries.Get<ArrayList>("DataSet.Relations").Cast<object?>().Select(r => Relation(entries, r as ArrayList))]
        };
    }

    Table Schema(BinaryEntries entries, string? spaceOfSet)
    {
        int columns = entries.Number("DataTable.Columns.Count");
        if (columns < 0 || columns > entries.Count)
            throw entries.Wrong("DataTable.Columns.Count", "is no number of columns that are there");
        var parts = new TableColumn?[columns];
        for (int i = 0; i < columns; i++)
            parts[i] = Column(entries, string.Create(Invariant, $"DataTable.DataColumn_{i}."));
        return new Table
        {
            Name = entries.Text("DataTable.TableName") ?? "",
            // Its own, also where it is the set's: in a table of another namespace it would inherit that.
            Namespace = entries.Text("DataTable.Namespace") ?? spaceOfSet,
            Prefix = Unless(entries.Text("DataTable.Prefix"), ""),
            CaseSensitive = HasCaseOfSet(entries) ? null : entries.Truth("DataTable.CaseSensitive"),
            Locale = Culture(entries.Number("DataTable.LocaleLCID")),
            MinimumCapacity = entries.Number("DataTable.MinimumCapacity") is var capacity and not 50 ? capacity : null,
            Properties = Properties(entries.Some<Hashtable>("DataTable.ExtendedProperties")),
            Columns = parts,
        };
    }

    static bool HasCaseOfSet(BinaryEntries entries) => entries.Truth("DataTable.caseSensitiveAmbient");

    TableColumn Column(BinaryEntries entries, string name)
    {
        string columnName = entries.Text(name + "ColumnName") ?? "";
        var type = _types.Of(TypeOf(entries[name + "DataType_AssemblyQualifiedName"]));
        bool numbers = entries.Truth(name + "AutoIncrement");
        var (counting, idle) = ColumnNumbers.Of(numbers, Numbers(entries, name + "AutoIncrement", numbers));
        return new TableColumn
        {
            Name = columnName,
            Type = type.Name,
            Required = !entries.Truth(name + "AllowDBNull"),
            ReadOnly = entries.Truth(name + "ReadOnly"),
            MaxLength = entries.Number(name + "MaxLength") is >= 0 and var length ? length : null,
            Caption = Unless(entries.Text(name + "Caption"), columnName),
            Default = numbers
                ? null
                : TableTaking.One(Conventions.EntryConverter.OfText(entries[name + "DefaultValue"], type.Type), _types),
            AutoNumber = counting,
            IdleNumber = idle,
            Mapping = Unusual(entries.Number(name + "ColumnMapping"), (int)MappingType.Element),
            DateTimeMode = type.Type == typeof(DateTime)
                ? Unusual(entries.Number(name + "DateTimeMode"), (int)DataSetDateTime.UnspecifiedLocal)
                : null,
            Namespace = entries.Text(name + "Namespace"),
            Prefix = Unless(entries.Text(name + "Prefix"), ""),
            Properties = Properties(entries.Some<Hashtable>(name + "ExtendedProperties")),
        };
    }

    /// <summary>Of a column that does not count they may be missing.</summary>
    static AutoNumber? Numbers(BinaryEntries entries, string name, bool areNeeded) =>
        !areNeeded && !(entries.Has(name + "Seed") && entries.Has(name + "Step") && entries.Has(name + "Current"))
            ? null
            : new AutoNumber
            {
                Seed = entries.Get<long>(name + "Seed"),
                Step = entries.Get<long>(name + "Step"),
                Next = entries[name + "Current"] switch
                {
                    BigInteger big => big,
                    IConvertible next => Convert.ToInt64(next, Invariant),
                    _ => null
                },
            };

    /// <summary>A type that the format has found by its name, or one of those that every column may have.</summary>
    Type TypeOf(object? named)
    {
        var type = named as Type
            ?? FrameworkTypes.Named(named as string, name => _ofClass.GetValueOrDefault(FrameworkTypes.FullName(name)));
        return typeof(Type).IsAssignableFrom(type)
            ? throw new WireFormatException("A column holds types: naming code in data is unsafe.")
            : type;
    }

    TableConstraint?[] Constraints(BinaryEntries entries, int table)
    {
        string name = string.Create(Invariant, $"DataTable_{table}.Constraints");
        return [.. entries.Get<ArrayList>(name).Cast<object?>().Select(constraint => constraint switch
        {
            ArrayList { Count: 5 } unique
                when unique[0] is "U" && unique[1] is string called && unique[2] is int[] columns && unique[3] is bool isKey =>
                new TableConstraint { Name = called, Columns = columns, IsPrimaryKey = isKey, Properties = Properties(unique[4]) },
            ArrayList { Count: 6 } key
                when key[0] is "F" && key[1] is string called && key[2] is int[] { Length: > 0 } parent
                    && key[3] is int[] { Length: > 0 } child && key[4] is int[] { Length: 3 } rules && child[0] == table =>
                new TableConstraint
                {
                    Name = called,
                    Columns = child[1..],
                    Parent = new ForeignKey
                        { Table = parent[0], Columns = parent[1..], AcceptRejectRule = rules[0], UpdateRule = rules[1],
                            DeleteRule = rules[2] },
                    Properties = Properties(key[5]),
                },
            _ => throw entries.Wrong(name, "holds something else than constraints"),
        })];
    }

    TableRelation Relation(BinaryEntries entries, ArrayList? relation) =>
        relation is { Count: 5 } && relation[0] is string called && relation[1] is int[] { Length: > 0 } parent
            && relation[2] is int[] { Length: > 0 } child && relation[3] is bool isNested
            ? new TableRelation
            {
                Name = called,
                Parent = parent[0],
                ParentColumns = parent[1..],
                Child = child[0],
                ChildColumns = child[1..],
                Nested = isNested,
                Properties = Properties(relation[4])
            }
            : throw entries.Wrong("DataSet.Relations", "holds something else than relations");

    void RowsAndErrors(BinaryEntries entries, int number, Table part)
    {
        Rows(entries, number, part);
        part.Errors = Errors(entries, string.Create(Invariant, $"DataTable_{number}."));
    }

    void Rows(BinaryEntries entries, int number, Table part)
    {
        string name = string.Create(Invariant, $"DataTable_{number}.");
        int rows = entries.Number(name + "Rows.Count"), records = entries.Number(name + "Records.Count");
        var bits = entries.Get<BitArray>(name + "RowStates");
        if (rows < 0 || bits.Length != rows * 3L)
            throw entries.Wrong(name + "RowStates", $"has {bits.Length} bits for {rows} rows");
        part.States = string.Create(rows, bits, static (letters, b) =>
        {
            for (int i = 0; i < letters.Length; i++)
            {
                char letter = (b[i * 3], b[(i * 3) + 1]) switch
                {
                    (false, false) => 'U',
                    (false, true) => 'A',
                    (true, false) => 'M',
                    _ => 'D'
                };
                letters[i] = b[(i * 3) + 2] ? char.ToLowerInvariant(letter) : letter;
            }
        });
        long expected = 0;
        foreach (char state in part.States)
            expected += RowStates.Records(state);
        if (records != expected)
            throw entries.Wrong(name + "Records.Count", $"is {records}, where the states of the rows have {expected} records");
        if (records > 0)
        {
            var (stores, nulls) = (entries.Get<ArrayList>(name + "Records"), entries.Get<ArrayList>(name + "NullBits"));
            // Without a schema columns are known by their places: where there are more than the class makes, nobody knows which is new, and
            // the framework gives the others' values to those behind it.
            if (stores.Count != part.Columns.Length || nulls.Count != stores.Count)
                throw entries.Wrong(name + "Records",
                    $"has {stores.Count} columns, and {nulls.Count} of nulls, where the table has {part.Columns.Length}");
            long values = 0;
            for (int i = 0; i < stores.Count; i++)
            {
                var column = part.Columns[i]!;
                // What is computed is computed again.
                if (column.Expression is not null)
                    continue;
                if (stores[i] is not Array { Rank: 1 } store || nulls[i] is not BitArray areNull || store.Length != records
                    || areNull.Length != records || store.GetLowerBound(0) != 0)
                    throw entries.Wrong(name + "Records", $"has no {records} values of the column '{column.Name}'");
                values += CountOf(store);
                column.Values = Values(column, store, areNull);
            }
            if (rows > FreeRows + (RowsPerValue * values))
                throw entries.Wrong(name + "Rows.Count", $"is {rows}, and only {values} values are there");
        }
    }

    /// <summary>The values that the input had to say: all of an array of numbers.</summary>
    static long CountOf(Array store) => store is object?[] objects ? objects.Count(static o => o is not null) : store.Length;

    TableValues Values(TableColumn column, Array store, BitArray areNull)
    {
        var type = _types.Named(column.Type);
        if (store is DateTime[] dates && type.Type == typeof(DateTime))
            ToColumn(dates, areNull, column.DateTimeMode);
        if (type.TryTake(store, areNull) is { } taken)
            return taken;
        var builder = type.NewBuilder();
        bool isSql = typeof(System.Data.SqlTypes.INullable).IsAssignableFrom(type.Type);
        var number = type.Type.IsEnum ? Enum.GetUnderlyingType(type.Type) : null;
        for (int i = 0; i < store.Length; i++)
        {
            // Values of System.Data.SqlTypes say themselves whether they are null, and the framework sets the wrong bits for some.
            object? value = areNull[i] && !isSql ? null : store.GetValue(i);
            if (value is not (null or DBNull))
            {
                if (number is not null && value.GetType() == number)
                    value = Enum.ToObject(type.Type, value);
                else if (store is object[] && value is DateTime { Kind: DateTimeKind.Local } local)
                    value = DateTime.SpecifyKind(local, DateTimeKind.Utc).ToLocalTime();
                if (!type.Type.IsInstanceOfType(value))
                    throw new WireFormatException($"The column '{column.Name}' of type '{type.Type}' holds a '{value.GetType()}'.");
            }
            builder.Add(value);
        }
        return builder.Build();
    }

    /// <summary>Local dates stand there in UTC, so that they are the same time on another machine.</summary>
    static void ToColumn(DateTime[] dates, BitArray areNull, int? mode)
    {
        var kind = (DataSetDateTime)(mode ?? (int)DataSetDateTime.UnspecifiedLocal);
        if (kind is not (DataSetDateTime.Local or DataSetDateTime.UnspecifiedLocal))
            return;
        for (int i = 0; i < dates.Length; i++)
            if (!areNull[i])
                dates[i] = kind == DataSetDateTime.Local
                    ? dates[i].ToLocalTime()
                    : DateTime.SpecifyKind(dates[i].ToLocalTime(), DateTimeKind.Unspecified);
    }

    static RowErrors?[]? Errors(BinaryEntries entries, string name)
    {
        var rows = Filled(entries.Get<Hashtable>(name + "RowErrors"));
        var columns = Filled(entries.Get<Hashtable>(name + "ColumnErrors"));
        if (rows.Count == 0 && columns.Count == 0)
            return null;
        var errors = new SortedDictionary<int, RowErrors>();
        foreach (DictionaryEntry entry in rows)
            if (entry is { Key: int row, Value: string text })
                errors[row] = new RowErrors { Row = row, Text = Unless(text, "") };
            else
                throw entries.Wrong(name + "RowErrors", "holds something else than texts of rows");
        foreach (DictionaryEntry entry in columns)
        {
            if (entry is not { Key: int row, Value: ArrayList { Count: 2 } list } || list[0] is not int[] places
                || list[1] is not string[] texts)
                throw entries.Wrong(name + "ColumnErrors", "holds something else than texts of columns");
            if (!errors.TryGetValue(row, out var error))
                errors.Add(row, error = new RowErrors { Row = row });
            (error.Columns, error.Texts) = (places, texts);
        }
        return [.. errors.Values];
    }

    TableProperties? Properties(object? properties) => properties switch
    {
        null => null,
        Hashtable table => TableTaking.Take(Filled(table), _types),
        _ => throw new WireFormatException($"A '{properties.GetType()}' stands where extended properties are expected."),
    };

    /// <summary>A table that is made later, for its keys are objects, is none of those that belong here: it has no content yet.</summary>
    static Hashtable Filled(Hashtable table)
    {
        try
        {
            _ = table.GetEnumerator();
            return table;
        }
        catch (NullReferenceException e)
        {
            throw new WireFormatException("A table that a DataSet is made of has keys that are objects.", e);
        }
    }

    static void SetForm(DataTable table, BinaryEntries entries)
    {
        HiddenState.SetForm(table, entries.Truth("DataTable.NestedInDataSet"), entries.Text("DataTable.TypeName"),
            entries.Truth("DataTable.RepeatableElement"));
        foreach (DataColumn column in table.Columns)
            if (entries.Text(
                string.Create(Invariant, $"DataTable.DataColumn_{column.Ordinal}.XmlDataType")) is { Length: > 0 and <= MaxXmlType } type)
                HiddenState.SetXmlType(column, type);
    }

    static string? Culture(int number)
    {
        try
        {
            return number == CustomCulture ? null : CultureInfo.GetCultureInfo(number).Name;
        }
        catch (ArgumentException e)
        {
            throw new WireFormatException($"{number} is the number of no culture that is known here.", e);
        }
    }

    static int? Unusual(int value, int usual) => value == usual ? null : value;

    static string? Unless(string? value, string? usual) => value == usual ? null : value;
}

/// <summary>The entries by name, each as what it must be.</summary>
internal sealed class BinaryEntries
{
    readonly Dictionary<string, object?> _entries = new(StringComparer.Ordinal);
    readonly Type _of;

    public BinaryEntries(SerializationInfo entries, Type of)
    {
        _of = of;
        foreach (var entry in entries)
            _entries[entry.Name] = entry.Value;
    }

    /// <summary>The schemas of a set's tables.</summary>
    public static BinaryEntries[] Nested(BinaryEntries entries)
    {
        int count = entries.Number("DataSet.Tables.Count");
        if (count < 0 || count > entries.Count)
            throw entries.Wrong("DataSet.Tables.Count", "is no number of tables that are there");
        TableGuard.CheckTables(count);
        var nested = new BinaryEntries[count];
        for (int i = 0; i < count; i++)
            nested[i] = new BinaryEntries(
                entries.Get<SerializationInfo>(string.Create(CultureInfo.InvariantCulture, $"DataSet.Tables_{i}")), typeof(DataTable));
        return nested;
    }

    public int Count => _entries.Count;

    public bool Has(string name) => _entries.ContainsKey(name);

    public object? this[string name] => _entries.TryGetValue(name, out object? value) ? value : throw Wrong(name, "is missing");

    /// <summary>An entry; numbers and truths that an envelope tells as text.</summary>
    public T Get<T>(string name) where T : notnull => this[name] switch
    {
        T value => value,
        string text when Conventions.EntryConverter.OfText(text, typeof(T)) is T value => value,
        _ => throw Wrong(name, $"is no {typeof(T).Name}"),
    };

    public T? Some<T>(string name) where T : class => this[name] is null ? null : Get<T>(name);

    public string? Text(string name) => Some<string>(name);

    public bool Truth(string name) => Get<bool>(name);

    /// <summary>A number, or an enum's.</summary>
    public int Number(string name) => this[name] switch
    {
        int number => number,
        string => Get<int>(name),
        Enum number => Convert.ToInt32(number, CultureInfo.InvariantCulture),
        _ => throw Wrong(name, "is no number"),
    };

    public int Number(string name, int absent) => _entries.ContainsKey(name) ? Number(name) : absent;

    public WireFormatException Wrong(string name, string what) => new($"The entry '{name}' of a '{_of}' in its binary form {what}.");
}
