using System.Collections;
using System.Data;
using System.Globalization;
using Isomer.Tabular;

namespace Isomer.Formats;

/// <summary>
/// DataSets as the classes of KB 829740 wrote them, which carried them in small before .NET Framework 2.0 had a binary form:
/// DataSetSurrogate, DataTableSurrogate and DataColumnSurrogate, copied into many programs and many namespaces. Nothing of these classes is
/// made: their records become the parts of which tables are made everywhere.
/// </summary>
/// <param name="types">The types that columns may have.</param>
internal sealed class NrbfTableSurrogates(ColumnTypes types)
{
    /// <summary>Whether computed columns come with the values that were written: for rows alone, which nothing computes again.</summary>
    public bool TakesComputed { get; init; }

    /// <summary>The name under which the parts stand among the entries of a set or table.</summary>
    public const string Entry = "Isomer.Parts";

    /// <summary>What they are worth in work: cells, and a few for each table and column.</summary>
    public long Cost { get; private set; }

    /// <summary>What objects of a class of this name stand for; null if it is none of these classes.</summary>
    public static string? StandsFor(string name) => name[(name.LastIndexOfAny(['.', '+']) + 1)..] switch
    {
        "DataSetSurrogate" => "System.Data.DataSet",
        "DataTableSurrogate" => "System.Data.DataTable",
        _ => null,
    };

    /// <summary>The parts of what the record stands for.</summary>
    public object Parts(NrbfClassRecord record) => record.HasMember("_dataTableSurrogates") ? Set(record) : TableOf(record, "");

    TableSet Set(NrbfClassRecord record)
    {
        var tables = Items(record, "_dataTableSurrogates")
            .Select(t => TableOf(Record(t, "_dataTableSurrogates"), Text(record, "_namespace"))).ToArray();
        foreach (object? item in Items(record, "_fkConstraints"))
        {
            if (ItemsOf(item) is not [string name, NrbfArrayRecord parent, NrbfArrayRecord child, NrbfArrayRecord rules, ..]
                || Ints(parent) is not [var ofParent, .. var parentColumns]
                || Ints(child) is not [var ofChild, .. var childColumns] || Ints(rules) is not [var accept, var update, var delete]
                || (uint)ofChild >= (uint)tables.Length)
                throw Wrong("_fkConstraints");
            var key = new ForeignKey
            { Table = ofParent, Columns = parentColumns, AcceptRejectRule = accept, UpdateRule = update, DeleteRule = delete };
            var table = tables[ofChild];
            table.Constraints = [.. table.Constraints ?? [],
                new TableConstraint { Name = name, Columns = childColumns, Parent = key, Properties = PropertiesOf(ItemsOf(item), 4) }];
        }
        return new TableSet
        {
            Name = Text(record, "_datasetName") ?? "",
            Namespace = Text(record, "_namespace"),
            Prefix = Text(record, "_prefix"),
            CaseSensitive = Truth(record, "_caseSensitive"),
            Locale = Culture(record),
            Unconstrained = !Truth(record, "_enforceConstraints"),
            Properties = Properties(record),
            Tables = tables,
            Relations = [.. Items(record, "_relations").Select(Relation)],
        };
    }

    TableRelation Relation(object? item) =>
        ItemsOf(item) is [string name, NrbfArrayRecord parent, NrbfArrayRecord child, bool isNested, ..] parts
            && Ints(parent) is [var ofParent, .. var parentColumns] && Ints(child) is [var ofChild, .. var childColumns]
            ? new()
            {
                Name = name,
                Parent = ofParent,
                ParentColumns = parentColumns,
                Child = ofChild,
                ChildColumns = childColumns,
                Nested = isNested,
                Properties = PropertiesOf(parts, 4)
            }
            : throw Wrong("_relations");

    Table TableOf(NrbfClassRecord record, string? spaceOfSet)
    {
        var columns = Items(record, "_dataColumnSurrogates").Select(c => Column(Record(c, "_dataColumnSurrogates"))).ToArray();
        var table = new Table
        {
            Name = Text(record, "_tableName") ?? "",
            Namespace = Text(record, "_namespace") is var space && space != spaceOfSet ? space : null,
            Prefix = Text(record, "_prefix") is { Length: > 0 } prefix ? prefix : null,
            CaseSensitive = Truth(record, "_caseSensitive"),
            Locale = Culture(record),
            DisplayExpression = Text(record, "_displayExpression") is { Length: > 0 } display ? display : null,
            MinimumCapacity = Number(record, "_minimumCapacity"),
            Columns = columns,
            Constraints = [.. Items(record, "_uniqueConstraints").Select(Unique)],
            Properties = Properties(record),
        };
        Rows(record, table);
        table.Errors = Errors(record);
        return table;
    }

    TableConstraint Unique(object? item) => ItemsOf(item) is [string name, NrbfArrayRecord columns, bool isKey, ..] parts
        ? new() { Name = name, Columns = Ints(columns), IsPrimaryKey = isKey, Properties = PropertiesOf(parts, 3) }
        : throw Wrong("_uniqueConstraints");

    TableColumn Column(NrbfClassRecord record)
    {
        Cost += 16;
        string name = Text(record, "_columnName") ?? "";
        // A type is written as what it is called.
        var type = types.Of(
            FrameworkTypes.Named(
                Member(record, "_dataType") is NrbfClassRecord named && named.TryGet("Data", out string? called) ? called : null, null));
        bool numbers = Truth(record, "_autoIncrement");
        bool areTold = numbers || (record.HasMember("_autoIncrementSeed") && record.HasMember("_autoIncrementStep"));
        var (counting, idle) = ColumnNumbers.Of(numbers,
            areTold ? new() { Seed = Long(record, "_autoIncrementSeed"), Step = Long(record, "_autoIncrementStep") } : null);
        return new TableColumn
        {
            Name = name,
            Type = type.Name,
            Namespace = Text(record, "_namespace"),
            Prefix = Text(record, "_prefix") is { Length: > 0 } prefix ? prefix : null,
            Mapping = Number(record, "_columnMapping") is var mapping and not (int)MappingType.Element ? mapping : null,
            Required = !Truth(record, "_allowNull"),
            AutoNumber = counting,
            IdleNumber = idle,
            Caption = Text(record, "_caption") is var caption && caption != name ? caption : null,
            Default = numbers ? null : TableTaking.One(Cell(Member(record, "_defaultValue")), types),
            ReadOnly = Truth(record, "_readOnly"),
            MaxLength = Number(record, "_maxLength") is >= 0 and var length ? length : null,
            Expression = !TakesComputed && Text(record, "_expression") is { Length: > 0 } expression ? expression : null,
            DateTimeMode = type.Type == typeof(DateTime) && record.HasMember("_dateTimeMode")
                && Number(record, "_dateTimeMode") is var mode and not (int)DataSetDateTime.UnspecifiedLocal ? mode : null,
            Properties = Properties(record),
        };
    }

    /// <summary>Two bits a row; of each column two cells a row: the original and the current one, null where there is none.</summary>
    void Rows(NrbfClassRecord record, Table table)
    {
        var states = Record(Member(record, "_rowStates"), "_rowStates");
        var columns = Items(record, "_records").Select(c => c is NrbfArrayRecord cells ? cells.Items : throw Wrong("_records")).ToArray();
        if (!states.TryGet("m_length", out int bits) || !states.TryGet("m_array", out NrbfArrayRecord? words) || bits < 0
            || (bits & 1) != 0)
            throw Wrong("_rowStates");
        int[] packed = Ints(words!);
        if (bits > packed.Length * 32L)
            throw Wrong("_rowStates");
        int rows = bits / 2;
        if (columns.Length != table.Columns.Length || columns.Any(c => c.Count != rows * 2L) || (columns.Length == 0 && rows > 0))
            throw Wrong("_records");
        Cost += (long)rows * 2 * columns.Length;
        var builders = new ColumnBuilder?[columns.Length];
        for (int c = 0; c < columns.Length; c++)
            if (table.Columns[c]!.Expression is null)
                builders[c] = types.Named(table.Columns[c]!.Type).NewBuilder();
        char[] letters = new char[rows];
        long values = 0;
        for (int i = 0; i < rows; i++)
        {
            int state = (packed[i >> 4] >> ((i & 15) * 2)) & 3;
            letters[i] = state switch { 0 => 'U', 2 => 'A', 1 => 'M', _ => 'D' };
            bool hasOriginal = state != 2, hasCurrent = state is 1 or 2;
            // What is unchanged stands in one of both places.
            bool isBehind = state == 0 && columns.All(c => c[2 * i] is null);
            for (int c = 0; c < columns.Length; c++)
            {
                if (builders[c] is not { } builder)
                    continue;
                if (hasOriginal)
                    Add(builder, table.Columns[c]!, columns[c][(2 * i) + (isBehind ? 1 : 0)], ref values);
                if (hasCurrent)
                    Add(builder, table.Columns[c]!, columns[c][(2 * i) + 1], ref values);
            }
        }
        TableGuard.CheckCells(table.Name, rows, columns.Length, values);
        table.States = new string(letters);
        for (int c = 0; c < columns.Length; c++)
            if (builders[c] is { } builder)
                table.Columns[c]!.Values = builder.Build();
    }

    void Add(ColumnBuilder builder, TableColumn column, object? item, ref long values)
    {
        object? cell = Cell(item);
        var type = types.Named(column.Type).Type;
        if (cell is not (null or DBNull))
        {
            values++;
            if (!type.IsInstanceOfType(cell))
                throw new WireFormatException($"The column '{column.Name}' of type '{type}' holds a '{cell.GetType()}'.");
        }
        builder.Add(cell);
    }

    /// <summary>A value of a cell.</summary>
    static object? Cell(object? item) => item switch
    {
        NrbfClassRecord { TypeName: "System.UnitySerializationHolder" } holder when holder.TryGet("UnityType", out int kind) && kind == 2 =>
            DBNull.Value,
        NrbfClassRecord record =>
            NrbfFramework.ScalarOf(record)
                ?? throw new WireFormatException(
                    $"A cell holds a '{record.TypeName}', which is none of the values that are taken from records."),
        NrbfArrayRecord { ItemTypeName: "System.Byte" } bytes => bytes.ToArray<byte>(),
        NrbfArrayRecord { ItemTypeName: "System.Char" } chars => chars.Items.Cast<char>().ToArray(),
        NrbfArrayRecord array =>
            throw new WireFormatException(
                $"A cell holds an array of '{array.ItemTypeName}', which is none of the values that are taken from records."),
        _ => item,
    };

    static RowErrors?[]? Errors(NrbfClassRecord record)
    {
        var errors = new SortedDictionary<int, RowErrors>();
        foreach (var (row, text) in Entries(record, "_rowErrors"))
            errors[row is int number ? number : throw Wrong("_rowErrors")] = new RowErrors { Row = number, Text = text as string };
        foreach (var (row, list) in Entries(record, "_colErrors"))
        {
            if (row is not int number || ItemsOf(list) is not [NrbfArrayRecord places, NrbfArrayRecord texts])
                throw Wrong("_colErrors");
            if (!errors.TryGetValue(number, out var error))
                errors.Add(number, error = new RowErrors { Row = number });
            (error.Columns, error.Texts) = (Ints(places), [.. texts.Items.Select(t => t as string ?? "")]);
        }
        return errors.Count == 0 ? null : [.. errors.Values];
    }

    TableProperties? Properties(NrbfClassRecord record) => PropertiesOf([Member(record, "_extendedProperties")], 0);

    TableProperties? PropertiesOf(IReadOnlyList<object?> parts, int place)
    {
        if (place >= parts.Count || parts[place] is not NrbfClassRecord record)
            return null;
        var table = new Hashtable();
        foreach (var (key, value) in NrbfFramework.EntriesOf(record) ?? throw Wrong("_extendedProperties"))
            if (Cell(key) is not { } name || !table.ContainsKey(name))
                table.Add(Cell(key) ?? throw Wrong("_extendedProperties"), Cell(value));
            else
                throw Wrong("_extendedProperties");
        return TableTaking.Take(table, types);
    }

    static IEnumerable<KeyValuePair<object?, object?>> Entries(NrbfClassRecord record, string name) =>
        Member(record, name) is NrbfClassRecord table ? NrbfFramework.EntriesOf(table) ?? throw Wrong(name) : [];

    static IReadOnlyList<object?> Items(NrbfClassRecord record, string name) => Member(record, name) is { } list ? ItemsOf(list) : [];

    static IReadOnlyList<object?> ItemsOf(object? list) => list switch
    {
        NrbfArrayRecord array => array.Items,
        NrbfClassRecord record when NrbfFramework.ItemsOf(record) is { } items => [.. items],
        _ => throw new WireFormatException("A list of a DataSetSurrogate is none."),
    };

    static int[] Ints(NrbfArrayRecord array) =>
        array.ItemTypeName == "System.Int32"
            ? array.ToArray<int>()
            : throw new WireFormatException("Places of tables and columns are numbers.");

    static string? Culture(NrbfClassRecord record)
    {
        if (Member(record, "_locale") is not NrbfClassRecord culture)
            return null;
        if (culture.TryGet("m_name", out string? name))
            return name;
        return culture.TryGet("cultureID", out int id) ? CultureInfo.GetCultureInfo(id).Name : null;
    }

    /// <summary>Copies of these classes differ in what they have.</summary>
    static object? Member(NrbfClassRecord record, string name) => record.HasMember(name) ? record[name] : null;

    static NrbfClassRecord Record(object? value, string name) => value as NrbfClassRecord ?? throw Wrong(name);

    static string? Text(NrbfClassRecord record, string name) =>
        Member(record, name) is var value && value is null or string ? (string?)value : throw Wrong(name);

    static bool Truth(NrbfClassRecord record, string name) => Member(record, name) is bool value ? value : throw Wrong(name);

    static int Number(NrbfClassRecord record, string name) => Member(record, name) switch
    {
        int number => number,
        NrbfClassRecord e when NrbfFramework.ScalarOf(e) is int number => number,
        _ => throw Wrong(name),
    };

    static long Long(NrbfClassRecord record, string name) =>
        Member(record, name) switch { long number => number, int number => number, _ => throw Wrong(name) };

    static WireFormatException Wrong(string name) => new($"'{name}' of a DataSetSurrogate (KB 829740) is not what it has to be.");
}
