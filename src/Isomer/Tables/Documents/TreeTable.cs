using System.Collections;
using System.Data;
using System.Diagnostics.CodeAnalysis;
using System.Globalization;

namespace Isomer.Tabular;

/// <summary>
/// The rows of one table of a document in which rows stand within rows or say what has become of them: gathered, with what <c>ReadXml</c>
/// would make of each, before the table has any of them. A document of another kind is the framework's, which then finds its set as it was.
/// </summary>
internal sealed class TreeTable
{
    struct Row
    {
        // Numbers of records; -1 if there is none.
        public int Current, Original, Place;
        public bool IsAdded;
    }

    /// <summary>A column that counts its rows.</summary>
    struct Counter
    {
        public int Ordinal;
        public long Next, Step;
    }

    readonly StoreColumn[] _columns;
    readonly Counter[] _counters;
    readonly bool _isDiffGram;
    readonly Dictionary<RowNames, TreeLink> _links = [];
    // The one that was asked for last.
    TreeTable? _linked;
    TreeLink _link = null!;
    readonly List<Row> _rows = [];
    Dictionary<string, int>? _numbered;
    int _records;
    long _values;
    int[] _order = [];
    char[] _states = [];
    // The number of a row becomes its place.
    int[] _places = [];

    TreeTable(RowNames names, StoreColumn[] columns, Counter[] counters, bool isDiffGram) =>
        (Names, _columns, _counters, _isDiffGram) = (names, columns, counters, isDiffGram);

    public RowNames Names { get; }

    public DataTable Table => Names.Table;

    /// <summary>For a table without rows, of which nobody is told; null if its rows must be added one by one.</summary>
    public static TreeTable? Of(RowNames names, bool isDiffGram)
    {
        var table = names.Table;
        if (table.GetType() != typeof(DataTable) || table.Rows.Count > 0 || table.Columns.Count == 0 || HiddenState.HasColumnEvents(table)
            || HiddenState.HasRowEvents(table))
            return null;
        var columns = new StoreColumn[table.Columns.Count];
        var counters = new List<Counter>();
        foreach (DataColumn column in table.Columns)
        {
            if (StoreColumn.Of(column) is not { } store)
                return null;
            columns[column.Ordinal] = store;
            if (!column.AutoIncrement)
                continue;
            if ((column.DataType != typeof(int) && column.DataType != typeof(long)) || HiddenState.NextNumber(column) is not long next)
                return null;
            counters.Add(new Counter { Ordinal = column.Ordinal, Next = next, Step = column.AutoIncrementStep });
        }
        var tree = new TreeTable(names, columns, [.. counters], isDiffGram);
        return tree.TryLink() ? tree : null;
    }

    /// <summary>Which columns a row within another has from it.</summary>
    bool TryLink()
    {
        foreach (DataRelation relation in Table.ChildRelations)
        {
            if (!relation.Nested)
                continue;
            var child = Names.Children.First(c => c.Table == relation.ChildTable);
            // A date is another one in a column of another kind; a number that counts would count again; what is computed is not there
            // before the row is.
            if (child == Names || relation.ChildColumns.Any(c => c.AutoIncrement || c.DataType == typeof(DateTime))
                || relation.ParentColumns.Any(c => c.Expression.Length > 0)
                || TreeLink.Of(relation) is not { } link || !_links.TryAdd(child, link))
                return false;
        }
        return true;
    }

    /// <summary>
    /// Whether a row of this table may stand, over however many, within one of its own: the framework adds those in an order of its own.
    /// </summary>
    public static bool IsCircular(IEnumerable<TreeTable> tables, Func<RowNames, TreeTable> find)
    {
        var left = tables.ToHashSet();
        // Those whose rows have none within them go first.
        while (left.RemoveWhere(t => !t.Names.Children.Any(c => left.Contains(find(c)))) > 0)
        {
        }
        return left.Count > 0;
    }

    /// <summary>Adds the values of a current row; false if they are too few, or no values of their columns.</summary>
    /// <param name="values">Null where the column itself gives a value, which is put there.</param>
    /// <param name="count">How many of them stand in the document.</param>
    /// <param name="row">What it says of itself.</param>
    /// <param name="number">The row's number here.</param>
    public bool TryAdd(object?[] values, int count, in RowMark row, out int number)
    {
        number = _rows.Count;
        foreach (ref var counter in _counters.AsSpan())
            if (!TryCount(ref counter, values))
                return false;
        _rows.Add(new Row { Current = _records, Original = -1, Place = row.Place, IsAdded = !_isDiffGram || row.Change != RowChange.None });
        for (int i = 0; i < _columns.Length; i++)
            _columns[i].Set(_records, values[i] ??= Table.Columns[i].DefaultValue);
        foreach (var link in _links.Values)
            link.Meet(values);
        _records++;
        _values += count;
        return TableGuard.AreEnough(_rows.Count, _columns.Length, _values)
            && (!_isDiffGram || (row.Change != RowChange.Modified && !row.HasErrors)
                || (row.Id is { } id && (_numbered ??= new(StringComparer.Ordinal)).TryAdd(id, number)));
    }

    /// <summary>Outside of a DiffGram each row draws a number, and one that brings its own may move the next on.</summary>
    bool TryCount(ref Counter counter, object?[] values)
    {
        if (!_isDiffGram)
        {
            if (IsAtEnd(counter))
                return false;
            values[counter.Ordinal] ??= Table.Columns[counter.Ordinal].DataType == typeof(int) ? (int)counter.Next : (object)counter.Next;
            counter.Next = unchecked(counter.Next + counter.Step);
        }
        Move(ref counter, values);
        return true;
    }

    /// <summary>Whether the next number is none of the column's kind: the framework tells that of the row which draws it.</summary>
    bool IsAtEnd(in Counter counter) => Table.Columns[counter.Ordinal].DataType == typeof(int) && counter.Next != (int)counter.Next;

    static void Move(ref Counter counter, object?[] values)
    {
        if (values[counter.Ordinal] is not (null or DBNull) and var value
            && Convert.ToInt64(value, CultureInfo.InvariantCulture) is var given
            && (counter.Step < 0 ? given <= counter.Next : counter.Step > 0 && counter.Next <= given))
            counter.Next = unchecked(given + counter.Step);
    }

    /// <summary>Adds what a row was before; the row, if it is there, or one that has been deleted.</summary>
    public bool TryAddOriginal(object?[] values, int count, in RowMark row)
    {
        if (row.Id is null)
            return false;
        foreach (ref var counter in _counters.AsSpan())
        {
            if (IsAtEnd(counter))
                return false;
            counter.Next = unchecked(counter.Next + counter.Step);
            Move(ref counter, values);
        }
        for (int i = 0; i < _columns.Length; i++)
            _columns[i].Set(_records, values[i]!);
        _values += count;
        if (_numbered?.TryGetValue(row.Id, out int known) == true)
        {
            ref var current = ref System.Runtime.InteropServices.CollectionsMarshal.AsSpan(_rows)[known];
            if (current.Original >= 0)
                return false;
            current.Original = _records++;
        }
        else
        {
            if (row.Place < 0 || (row.HasErrors && !(_numbered ??= new(StringComparer.Ordinal)).TryAdd(row.Id, _rows.Count)))
                return false;
            _rows.Add(new Row { Current = -1, Original = _records++, Place = row.Place });
        }
        return TableGuard.AreEnough(_rows.Count, _columns.Length, _values);
    }

    /// <summary>Gives a row that stands within one of this table what it has from it; false if only the framework can.</summary>
    public bool TryGive(object?[] values, TreeTable child, int number)
    {
        if (_linked != child)
            (_linked, _link) = (child, _links[child.Names]);
        if (_link.IsMetAgain)
            return false;
        var (from, to) = (_link.From, _link.To);
        int record = child._rows[number].Current;
        for (int i = 0; i < from.Length; i++)
        {
            object value = values[from[i]]!;
            if (child._columns[to[i]].Has(record, value))
                continue;
            if (child.Table.Columns[to[i]].ReadOnly)
                return false;
            child._columns[to[i]].Set(record, value);
        }
        return true;
    }

    /// <summary>Whether there is a row of this number whose errors may be told.</summary>
    public bool TryFind(string id, out int number)
    {
        number = -1;
        return _numbered?.TryGetValue(id, out number) == true;
    }

    /// <summary>Puts the rows into their order; false if they do not say a whole one.</summary>
    public bool TryArrange()
    {
        int count = _rows.Count;
        int[] at = new int[count];
        _places = new int[count];
        Array.Fill(at, -1);
        bool hasPlaces = count > 0 && _rows[0].Place >= 0, isNested = Table.ParentRelations.Cast<DataRelation>().Any(r => r.Nested);
        (int current, int deleted) = (-1, -1);
        for (int i = 0; i < count; i++)
        {
            var row = _rows[i];
            int place = hasPlaces ? row.Place : i;
            if ((row.Place >= 0) != hasPlaces || place >= count || at[place] >= 0)
                return false;
            (at[place], _places[i]) = (i, place);
            // Each is put between those that are there: in another order they would come to stand elsewhere.
            ref int last = ref row.Current >= 0 ? ref current : ref deleted;
            if (place < last && (!isNested || row.Current < 0))
                return false;
            last = place;
        }
        (_order, _states) = (new int[_records], new char[count]);
        int next = 0;
        for (int i = 0; i < count; i++)
        {
            var row = _rows[at[i]];
            _states[i] = row.Current < 0 ? 'D' : row.Original >= 0 ? 'M' : row.IsAdded ? 'A' : 'U';
            if (row.Original >= 0)
                _order[next++] = row.Original;
            if (row.Current >= 0)
                _order[next++] = row.Current;
        }
        return true;
    }

    /// <summary>Puts the rows into the table. False, with nothing done, if the framework does not take them so.</summary>
    public bool TryLoad()
    {
        if (_records > 0)
        {
            var (stores, nulls) = (new ArrayList(), new ArrayList());
            foreach (var column in _columns)
            {
                stores.Add(column.Take(_order, out var areNull));
                nulls.Add(areNull);
            }
            if (!StoredRows.TryLoad(Table, [.. Table.Columns.Cast<DataColumn>()], StoredRows.Entries(_states, _records, stores, nulls))
                || !HiddenState.TryResetIndexes(Table))
                return false;
        }
        foreach (var counter in _counters)
            HiddenState.SetNextNumber(Table.Columns[counter.Ordinal], counter.Next);
        return true;
    }

    /// <summary>The row of a number, when the rows are in the table.</summary>
    public DataRow this[int number] => Table.Rows[_places[number]];
}

/// <summary>What a row of a DiffGram says of itself.</summary>
/// <param name="Id">Its number, if it is asked for later.</param>
/// <param name="Place">Among the rows of its table; -1 if it does not say.</param>
/// <param name="Change">What has become of it.</param>
/// <param name="HasErrors">Whether errors of it are told.</param>
internal readonly record struct RowMark(string? Id, int Place, RowChange Change, bool HasErrors);
