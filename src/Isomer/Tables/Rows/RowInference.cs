using System.Data;
using System.Diagnostics.CodeAnalysis;
using System.Globalization;
using System.Numerics;
using Isomer.Model;

namespace Isomer.Tabular;

/// <summary>
/// Columns and types of rows that say neither, as Json.NET infers them: integers are Int64, or BigInteger beyond; fractions Double; ISO
/// dates with a T DateTime; arrays of rows DataTable, other arrays arrays; nothing but null String.
/// </summary>
/// <remarks>
/// Json.NET looks at the first row alone, and then rounds, converts or fails. Here all rows count: integers and fractions together are
/// Double, strings of which not all are dates String, what has nothing in common Object; so no value is changed.
/// </remarks>
internal static class RowInference
{
    // As many as spreadsheets have.
    const int MostColumns = 16_384;

    /// <param name="rows">The rows.</param>
    /// <param name="table">The table.</param>
    /// <param name="loads">Whether constraints are looked at when all rows are there. A table of the caller's without a set would have none
    /// any more where they fail.</param>
    public static void Read(CellRows rows, DataTable table, bool loads = true)
    {
        TableGuard.CheckStack();
        var columns = new List<Cell>();
        var byName = new Dictionary<string, Cell>(StringComparer.Ordinal);
        foreach (DataColumn known in table.Columns)
            Add(columns, byName, known.ColumnName, known);
        var cells = new Cell[rows.Names.Count];
        for (int c = 0; c < cells.Length; c++)
        {
            string name = rows.Names[c];
            cells[c] = byName.TryGetValue(name, out var known) ? known : Add(columns, byName, name, null);
            if (cells[c].Column is null)
                for (int i = 0; i < rows.Count; i++)
                    cells[c].See(rows[i, c]);
        }
        TableGuard.CheckCells(table.TableName, rows.Count, columns.Count, rows.Seen);
        bool isNew = table.Columns.Count == 0;
        foreach (var cell in columns)
            cell.Column ??= AddColumn(table, cell);
        if (isNew && loads && RowStores.TryLoad(rows, table, cells))
            return;
        // As many as there are: nothing grows while they come.
        int usual = table.MinimumCapacity;
        table.MinimumCapacity = TableMaking.CapacityFor(rows.Count, usual);
        if (loads)
            table.BeginLoadData();
        object?[] values = new object?[columns.Count];
        for (int i = 0; i < rows.Count; i++)
        {
            for (int c = 0; c < cells.Length; c++)
                values[cells[c].Index] = Value(rows[i, c], cells[c]);
            table.Rows.Add(values);
        }
        table.MinimumCapacity = usual;
        if (loads)
            OptimizedTables.Loaded(table);
    }

    /// <summary>
    /// Reads into tables of the caller's. Where the rows are refused these are as they were, with their constraints and indexes. Not where
    /// tables nest: a handler at each level takes more stack than there is when it ends.
    /// </summary>
    public static void Fill(DataSet? set, IEnumerable<DataTable> tables, Action read)
    {
        var before = tables.Select(t => (Table: t, Rows: t.Rows.Count, Columns: t.Columns.Count)).ToList();
        bool enforces = set?.EnforceConstraints == true;
        int count = set?.Tables.Count ?? 0;
        try
        {
            read();
        }
        catch
        {
            foreach (var (table, rows, columns) in before)
            {
                while (table.Rows.Count > rows)
                    table.Rows.RemoveAt(table.Rows.Count - 1);
                while (table.Columns.Count > columns)
                    table.Columns.RemoveAt(table.Columns.Count - 1);
                table.EndLoadData();
            }
            while (set?.Tables.Count > count)
                set.Tables.RemoveAt(set.Tables.Count - 1);
            if (set is not null)
                set.EnforceConstraints = enforces;
            throw;
        }
    }

    /// <summary>
    /// The columns of rows that come one by one, in a first pass over all of them; arrays and objects, which a column of a reader cannot
    /// have, are refused.
    /// </summary>
    [UnconditionalSuppressMessage("Trimming", "IL2072", Justification = Trimming.Columns)]
    public static async ValueTask<DataTable> InferAsync(IAsyncEnumerable<Node?> rows, CancellationToken cancellationToken)
    {
        var columns = new List<Cell>();
        var byName = new Dictionary<string, Cell>(StringComparer.Ordinal);
        long place = 0;
        await foreach (var row in rows.WithCancellation(cancellationToken).ConfigureAwait(false))
        {
            if (row is not NodeObject members)
                throw new WireFormatException($"Row {place} is no object but {CellRows.Kind(row)}.") { Format = "Json", GoodItems = place };
            foreach (var (name, value) in members.Members)
            {
                if (value is NodeArray or NodeObject)
                    throw new WireFormatException(
                        $"Row {place}: '{name}' is {CellRows.Kind(value)}, and a column holds single values: give a DataTable with the columns that are wanted.")
                    { Format = "Json", GoodItems = place };
                if (!byName.TryGetValue(name, out var cell))
                    cell = columns.Count < MostColumns
                        ? Add(columns, byName, name, null)
                        : throw new WireFormatException($"The rows have more than {MostColumns} columns.")
                        { Format = "Json", GoodItems = place };
                cell.See(CellRows.CellOf(value));
                if (value is not null)
                    cell.SeeDigits((NodeValue)value);
            }
            place++;
        }
        var table = new DataTable { Locale = CultureInfo.InvariantCulture };
        foreach (var cell in columns)
            table.Columns.Add(cell.Name.Length > 0 ? cell.Name : throw new WireFormatException("A column has no name.") { Format = "Json" },
                cell.ExactType);
        return table;
    }

    public static void Read(SetCells tables, DataSet set)
    {
        foreach (var (name, rows) in tables.Tables)
        {
            if (name.Length == 0)
                throw new WireFormatException("A table of a set has no name.");
            Read(rows, set.Tables[name] ?? set.Tables.Add(name));
        }
    }

    static Cell Add(List<Cell> columns, Dictionary<string, Cell> byName, string name, DataColumn? column)
    {
        var cell = new Cell(name, columns.Count) { Column = column };
        columns.Add(cell);
        byName.Add(name, cell);
        return cell;
    }

    [UnconditionalSuppressMessage("Trimming", "IL2072", Justification = Trimming.Columns)]
    static DataColumn AddColumn(DataTable table, Cell cell) => cell.Name.Length > 0
        ? table.Columns.Add(cell.Name, cell.Type)
        : throw new WireFormatException("A column has no name.");

    static object? Value(object? value, Cell cell)
    {
        switch (value)
        {
            case null or DBNull:
                return value;
            case NodeObject:
                throw new WireFormatException($"Column '{cell.Name}' has an object in it. Read it into classes, or as Node.");
            case NodeArray array when cell.Column!.DataType == typeof(DataTable):
                var table = new DataTable();
                Read(CellRows.Of(array), table);
                return table;
            case NodeArray array:
                return Items(array, cell, cell.Column!.DataType);
            default:
                return Cells.Convert(value, cell.Column!);
        }
    }

    [UnconditionalSuppressMessage("Trimming", "IL2072", Justification = Trimming.Columns)]
    [UnconditionalSuppressMessage("AOT", "IL3050", Justification = Trimming.Columns)]
    static object Items(NodeArray array, Cell cell, Type type)
    {
        var item = type.IsArray ? type.GetElementType()! : typeof(object);
        var column = new DataColumn(cell.Name, item);
        var items = Array.CreateInstance(item, array.Count);
        for (int i = 0; i < array.Count; i++)
        {
            object? value = array[i] is NodeValue or null ? Value(CellRows.CellOf(array[i]), new Cell(cell.Name, 0) { Column = column })
                : throw new WireFormatException($"Column '{cell.Name}' has an array of arrays or objects among scalars.");
            if (value is DBNull && item.IsValueType)
                throw new WireFormatException($"Column '{cell.Name}' has an array of {item.Name} with null in it.");
            items.SetValue(value is DBNull ? null : value, i);
        }
        return items;
    }

    static bool IsInteger(string number) => !number.AsSpan().ContainsAny('.', 'e', 'E');

    /// <summary>What a column is seen to hold.</summary>
    internal sealed class Cell(string name, int index)
    {
        bool _mixed;
        bool _hasEmptyArray;
        Type? _type;

        public string Name { get; } = name;

        public int Index { get; } = index;

        /// <summary>The column, once it exists.</summary>
        public DataColumn? Column { get; set; }

        public Type Type => _mixed || (_hasEmptyArray && _type is { IsArray: false } && _type != typeof(DataTable)) ? typeof(object)
            : _type ?? (_hasEmptyArray ? typeof(string[]) : typeof(string));

        public void See(object? value)
        {
            // An empty array says nothing of what is in others.
            if (value is NodeArray { Count: 0 })
                _hasEmptyArray = true;
            else if (value is not (null or DBNull) && !_mixed && TypeOf(value) is var type && type != _type)
                (_type, _mixed) = _type is null ? (type, false) : Common(_type, type) is { } both ? (both, false) : (_type, true);
        }

        // Whether a fraction was seen that a double rounds, one that a decimal rounds, one that neither has.
        bool _isLong;
        bool _isWide;
        bool _isEndless;

        // Whether a date was seen that a DateTime, or a DateTimeOffset, does not hold as it stands (the eighth digit of a second, an
        // offset), and one that has a zone, which a column of DateTime has for all or for none.
        bool _isNoDate;
        bool _isNoInstant;
        bool _hasZone;

        /// <summary>Which digits a number has, where none may be lost, and which parts a date.</summary>
        public void SeeDigits(NodeValue value)
        {
            if (value is { RawNumber: null, Value: decimal { Scale: > 0 } exact })
                _isLong |= new decimal((double)exact) != exact;
            else if (value.Value is string text && value.RawNumber is null)
                SeeDate(text);
            else if (value.NumberText is not { } number)
                return;
            else if (IsInteger(number))
                // What stands beside fractions becomes one.
                (_isLong, _isEndless) = number.Length <= NumberDigits.OfEveryDouble ? (_isLong, _isEndless)
                    : number.Length <= NumberDigits.OfEveryDecimal ? (true, _isEndless)
                    : (_isLong, true);
            else
                (_isWide, _isEndless) = NumberDigits.AreOfDouble(System.Text.Encoding.ASCII.GetBytes(number))
                    ? (true, _isEndless)
                    : (_isWide, true);
        }

        void SeeDate(string text)
        {
            if (!Cells.TryDate(text, out _))
                return;
            byte[] ascii = System.Text.Encoding.ASCII.GetBytes(text);
            bool hasZone = CsvDates.HasZone(ascii);
            _hasZone |= hasZone;
            _isNoDate |= (hasZone && ascii[^1] != 'Z') || !DateField.TryRead(ascii, out _);
            _isNoInstant |= !hasZone || !InstantField.TryRead(ascii, out _);
        }

        /// <summary>
        /// The type that loses no digit: Decimal where a double would round, Object where some need the one and some the other, String
        /// where neither will do; and of dates DateTimeOffset where they have offsets, String where some have none.
        /// </summary>
        public Type ExactType =>
            Type == typeof(DateTime)
                ? (!_isNoDate && !(_hasZone && _isNoInstant) ? Type : !_isNoInstant ? typeof(DateTimeOffset) : typeof(string))
            : Type != typeof(double) ? Type
            : _isEndless ? typeof(string) : !_isLong ? Type : _isWide ? typeof(object) : typeof(decimal);

        static Type TypeOf(object value) => value switch
        {
            string text => Cells.TryDate(text, out _) ? typeof(DateTime) : typeof(string),
            long => typeof(long),
            bool => typeof(bool),
            decimal { Scale: > 0 } or double => typeof(double),
            decimal => typeof(BigInteger),
            NodeValue { NumberText: { } number } => IsInteger(number) ? typeof(BigInteger) : typeof(double),
            NodeArray array => Array(array),
            _ => typeof(object),
        };

        [UnconditionalSuppressMessage("AOT", "IL3050", Justification = Trimming.Items)]
        static Type Array(NodeArray array)
        {
            TableGuard.CheckStack();
            if (array.Count > 0 && array[0] is NodeObject)
                return typeof(DataTable);
            var items = new Cell("", 0);
            foreach (var item in array)
                items.See(CellRows.CellOf(item));
            return items.Type == typeof(object) ? typeof(object[])
                : items.Type.IsValueType && array.Any(i => i is null) ? typeof(object[])
                : items.Type.MakeArrayType();
        }

        static Type? Common(Type a, Type b) =>
            a == b ? a
            : Either(a, b, typeof(double), typeof(long)) || Either(a, b, typeof(double), typeof(BigInteger)) ? typeof(double)
            : Either(a, b, typeof(BigInteger), typeof(long)) ? typeof(BigInteger)
            : Either(a, b, typeof(DateTime), typeof(string)) ? typeof(string)
            : null;

        static bool Either(Type a, Type b, Type x, Type y) => (a == x && b == y) || (a == y && b == x);
    }
}
