using System.Text;
using Isomer.Model;

namespace Isomer.Tabular;

/// <summary>
/// What stands for tables in the form of rows where they meet Json: written as the sequences and maps that <see cref="TableRows"/> are,
/// read by the source straight into <see cref="CellRows"/>.
/// </summary>
internal interface IRowsCarrier;

/// <summary>The tables of a set that is written.</summary>
internal sealed class SetRows : Dictionary<string, TableRows>, IRowsCarrier
{
    public SetRows() => Trimming.Keep(typeof(SetRows));
}

/// <summary>The rows of a reader that is written.</summary>
internal sealed class ReaderRows : List<TableRow>, IRowsCarrier
{
    public ReaderRows(IEnumerable<TableRow> rows) : base(rows) => Trimming.Keep(typeof(ReaderRows));
}

/// <summary>The tables of a set that was read.</summary>
internal sealed class SetCells : IRowsCarrier
{
    public List<(string Name, CellRows Rows)> Tables { get; } = [];
}

/// <summary>
/// Rows as they were read: names once, in the order in which they came, and the cells of all rows side by side. A cell is null where
/// the row has no such member, DBNull for null, a bool, long, decimal, double or string; a Node for a number that none of these is
/// exactly, an array or an object.
/// </summary>
/// <remarks>
/// Against a tree of nodes: a third of the time and of the memory on 19 columns x 1,000 rows. The cells stand in pages of 64 KB: as one
/// array, which was of the runtime's large ones, 74 of 706 readings of such rows began a collection of all generations, and none does now.
/// </remarks>
internal sealed class CellRows : IRowsCarrier
{
    const int PageSize = 8192;

    readonly Dictionary<string, int> _byName = new(StringComparer.Ordinal);
    readonly List<string> _names = [];
    readonly List<byte[]> _encoded = [];
    readonly List<int> _starts = [0];
    readonly List<object?[]> _pages = [[]];
    int _end;
    int _width;

    /// <summary>How many cells there are.</summary>
    public long Seen { get; private set; }

    public IReadOnlyList<string> Names => _names;

    public int Count => _starts.Count - 1;

    /// <summary>A cell; null too behind the last one that the row has.</summary>
    public object? this[int row, int column]
    {
        get
        {
            int at = _starts[row] + column;
            return at < _starts[row + 1] ? Cell(at) : null;
        }
    }

    /// <summary>Whether this is the name of the column, in UTF-8.</summary>
    public bool Is(int column, ReadOnlySpan<byte> name) => column < _encoded.Count && _encoded[column].AsSpan().SequenceEqual(name);

    /// <summary>The column of this name, which is new if there is none.</summary>
    public int Column(string name)
    {
        if (_byName.TryGetValue(name, out int column))
            return column;
        _byName.Add(name, _names.Count);
        _names.Add(name);
        _encoded.Add(Encoding.UTF8.GetBytes(name));
        return _names.Count - 1;
    }

    /// <summary>Puts a cell of the row at hand; false if it had that already: the last one counts.</summary>
    public bool Put(int column, object cell)
    {
        if (column >= _width)
            Widen(column + 1);
        ref object? place = ref Cell(_end + column);
        bool isNew = place is null;
        place = cell;
        Seen++;
        return isNew;
    }

    void Widen(int width)
    {
        TableGuard.CheckCells("", Count, width, Seen);
        GrowTo(_end + width);
        _width = width;
    }

    ref object? Cell(int at) => ref _pages[at / PageSize][at % PageSize];

    /// <summary>The first page grows as a list does, for most tables are small.</summary>
    void GrowTo(int cells)
    {
        if (_pages.Count == 1 && cells > _pages[0].Length && _pages[0].Length < PageSize)
        {
            object?[] first = _pages[0];
            Array.Resize(ref first, Math.Min(PageSize, Math.Max(Math.Max(cells, _end + _names.Count), first.Length * 2)));
            _pages[0] = first;
        }
        while (cells > _pages.Count * PageSize)
            _pages.Add(new object?[PageSize]);
    }

    /// <summary>The row at hand is whole.</summary>
    public void EndRow()
    {
        _end += _width;
        _width = 0;
        _starts.Add(_end);
        TableGuard.CheckCells("", Count, _names.Count, Seen);
    }

    /// <summary>Of a table in a cell, which was read as nodes.</summary>
    public static CellRows Of(NodeArray rows)
    {
        var cells = new CellRows();
        for (int i = 0; i < rows.Count; i++)
        {
            if (rows[i] is not NodeObject row)
                throw NoRow(i, rows[i]);
            foreach (var (name, value) in row.Members)
                cells.Put(cells.Column(name), CellOf(value));
            cells.EndRow();
        }
        return cells;
    }

    /// <summary>A node as a cell: only exact numbers, arrays and objects stay nodes.</summary>
    public static object CellOf(Node? node) => node switch
    {
        null => DBNull.Value,
        NodeValue { RawNumber: null } value => value.Value,
        _ => node,
    };

    public static WireFormatException NoRow(int index, Node? found) => new($"Row {index} of a table is no object but {Kind(found)}.");

    public static string Kind(Node? node) => node is null ? "null" : $"one of kind {node.Kind}";
}
