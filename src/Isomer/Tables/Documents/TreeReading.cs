using System.Data;
using System.Text;
using System.Xml;
using Isomer.Wire.Xml;

namespace Isomer.Tabular;

/// <summary>
/// Reads rows within rows, and DiffGrams, into a set that has their columns and no rows: gathered as arrays that the framework then keeps
/// (<see cref="StoredRows"/>), and only if all of the document is what WriteXml writes, for of any other the framework makes what its order
/// of reading brings. 1,000 rows: bench/results/2026-11-26-documents.txt.
/// </summary>
internal ref struct TreeReading
{
    struct Frame
    {
        public TreeTable Table;
        public object?[] Values;
        public int Next, Count, FirstChild;
        public RowMark Mark;
    }

    readonly DataSet _set;
    readonly Dictionary<RowNames, TreeTable> _tables = [];
    readonly List<(TreeTable Table, int Row)> _children = [];
    readonly List<(TreeTable Table, int Row, string? Error, List<(DataColumn Column, string Error)> Columns)> _errors = [];
    readonly byte[] _space;
    readonly int _width;
    Frame[] _frames = new Frame[2];
    RowScan _rows;

    TreeReading(DataSet set, in XmlScanner scan, Dictionary<string, RowNames> names, Dictionary<RowNames, TreeTable> tables,
        bool isDiffGram)
    {
        (_set, _tables) = (set, tables);
        _space = scan.NamespaceBytes(scan.Namespace).ToArray();
        _width = names.Values.Max(n => n.Cells.Length);
        _rows = new RowScan(scan, names, scan.Namespace, leavesWhite: false, isDiffGram);
        if (isDiffGram)
            _rows.KeepMarks();
    }

    /// <summary>The tables of a set as they can be read here; null if they cannot.</summary>
    static (Dictionary<string, RowNames> Names, Dictionary<RowNames, TreeTable> Tables)? Plan(DataSet set, string space, bool isDiffGram)
    {
        if (set.Tables.Count == 0 || RowNames.Of(set.Tables.Cast<DataTable>(), space, isDiffGram, nests: true) is not { } names)
            return null;
        var tables = new Dictionary<RowNames, TreeTable>();
        foreach (var name in names.Values)
        {
            if (TreeTable.Of(name, isDiffGram) is not { } table)
                return null;
            tables.Add(name, name.Gathered = table);
        }
        return TreeTable.IsCircular(tables.Values, n => tables[n]) ? null : (names, tables);
    }

    /// <summary>Reads rows into a set.</summary>
    /// <param name="set">The set.</param>
    /// <param name="scan">Within the element around them, behind what stands before them.</param>
    /// <param name="space">The namespace of that element.</param>
    /// <param name="root">Its name.</param>
    /// <returns>False, with nothing done, if the framework has to.</returns>
    public static bool TryReadRows(DataSet set, in XmlScanner scan, string space, string root)
    {
        if (set.Namespace != space || Plan(set, space, isDiffGram: false) is not var (names, tables) || names.ContainsKey(root))
            return false;
        var reading = new TreeReading(set, scan, names, tables, isDiffGram: false);
        return reading.TryAll() && reading._rows.TryEnd() && reading.TryLoad();
    }

    /// <summary>Reads a DiffGram into a set that has its schema.</summary>
    /// <param name="set">The set.</param>
    /// <param name="scan">Before its first element.</param>
    /// <returns>False, with nothing done, if the framework has to.</returns>
    public static bool TryReadDiffGram(DataSet set, ref XmlScanner scan)
    {
        int diff = XmlNamespaces.Number(TableXml.Diff), data = XmlNamespaces.Number(SchemaText.Data);
        if (scan.Peek() != XmlToken.Start)
            return false;
        scan.ReadStart();
        if (scan.Namespace != diff || !scan.LocalName.SequenceEqual("diffgram"u8) || scan.HasAttributes || scan.IsEmpty)
            return false;
        scan.SkipWhite();
        if (scan.Peek() != XmlToken.Start)
            return false;
        scan.ReadStart();
        if (scan.Namespace == diff || scan.Namespace == data || scan.Prefix.Length > 0 || scan.HasAttributes || scan.IsEmpty
            || Plan(set, scan.NamespaceText(scan.Namespace), isDiffGram: true) is not var (names, tables))
            return false;
        var reading = new TreeReading(set, scan, names, tables, isDiffGram: true);
        return reading.TryAll() && reading.TryBehind(diff) && reading.TryLoad();
    }

    bool TryAll()
    {
        try
        {
            while (_rows.IsStart())
                if (!TryRow())
                    return false;
            return true;
        }
        catch (WireFormatException)
        {
            return false;
        }
    }

    ref Frame At(int depth, object?[]? values = null)
    {
        if (depth == _frames.Length)
            Array.Resize(ref _frames, depth * 2);
        ref var frame = ref _frames[depth];
        frame.Values ??= values ?? new object?[_width];
        return ref frame;
    }

    /// <summary>A row with those that stand within it.</summary>
    bool TryRow()
    {
        int depth = 0;
        ref var frame = ref At(0);
        if (!_rows.TryOpenRow(frame.Values))
            return false;
        Begin(ref frame);
        while (true)
        {
            switch (_rows.Step(frame.Table.Names, frame.Values, ref frame.Next, ref frame.Count, out var child))
            {
                case RowStep.Child:
                    frame = ref At(++depth);
                    if (!_rows.TryBeginChild(child!, frame.Values))
                        return false;
                    Begin(ref frame);
                    break;
                case RowStep.End:
                    _rows.End();
                    if (!TryComplete(ref frame, isWithin: depth > 0))
                        return false;
                    if (depth == 0)
                        return true;
                    frame = ref _frames[--depth];
                    break;
                default:
                    return false;
            }
        }
    }

    void Begin(ref Frame frame) =>
        (frame.Table, frame.Next, frame.Count, frame.FirstChild, frame.Mark) =
            (_rows.Table.Gathered!, 0, _rows.Count, _children.Count, Mark());

    readonly RowMark Mark(bool isBefore = false)
    {
        bool isNamed = _rows.IdStart >= 0 && (isBefore || _rows.HasErrors || _rows.Change == RowChange.Modified);
        return new(isNamed ? Encoding.UTF8.GetString(_rows.Input.Slice(_rows.IdStart, _rows.IdLength)) : null, _rows.Place, _rows.Change,
            _rows.HasErrors);
    }

    readonly bool TryComplete(ref Frame frame, bool isWithin)
    {
        if (!frame.Table.TryAdd(frame.Values, frame.Count, frame.Mark, out int row))
            return false;
        for (int i = _children.Count - 1; i >= frame.FirstChild; i--)
            if (!frame.Table.TryGive(frame.Values, _children[i].Table, _children[i].Row))
                return false;
        _children.RemoveRange(frame.FirstChild, _children.Count - frame.FirstChild);
        if (isWithin)
            _children.Add((frame.Table, row));
        return true;
    }

    /// <summary>What stands behind the rows of a DiffGram: what was before, then errors.</summary>
    bool TryBehind(int diff)
    {
        try
        {
            _rows.End();
            var rest = _rows.Input[_rows.Position..];
            // Comments and their like move the framework's reader of these parts on in ways of their own.
            if (rest.IndexOf("<!"u8) >= 0 || rest.IndexOf("<?"u8) >= 0)
                return false;
            for (bool isError = false; _rows.IsStart();)
            {
                if (!_rows.TryOpenPart(diff, out bool isBefore) || (isBefore && isError))
                    return false;
                isError = !isBefore;
                while (_rows.IsStart())
                    if (!(isBefore ? TryBefore() : TryError(diff)))
                        return false;
                _rows.End();
            }
            _rows.End();
            _rows.Finish();
            return true;
        }
        catch (WireFormatException)
        {
            return false;
        }
    }

    bool TryBefore()
    {
        ref var frame = ref At(0);
        if (!_rows.TryOpenSpaced(_space, frame.Values))
            return false;
        var mark = Mark(isBefore: true);
        (int next, int count) = (0, _rows.Count);
        var table = _rows.Table;
        if (_rows.Step(table, frame.Values, ref next, ref count, out _) != RowStep.End)
            return false;
        _rows.End();
        // Of what was before, the framework takes an element without a text for a value only where it is one of texts.
        foreach (ref var cell in table.Cells.AsSpan())
            if (cell is { IsElement: true, Text: CellText.Bytes } && frame.Values[cell.Ordinal] is byte[] { Length: 0 })
                frame.Values[cell.Ordinal] = DBNull.Value;
        return table.Gathered!.TryAddOriginal(frame.Values, count, mark);
    }

    bool TryError(int diff)
    {
        if (!_rows.TryOpenError(_space, diff, isRow: true, out string? id, out string? error, out _) || id is null
            || !_rows.Table.Gathered!.TryFind(id, out int row))
            return false;
        var columns = new List<(DataColumn, string)>();
        var table = _rows.Table.Table;
        while (_rows.IsStart())
        {
            if (!_rows.TryOpenError(_space, diff, isRow: false, out _, out string? of, out string name) || of is null || _rows.IsStart()
                || XmlConvert.DecodeName(name) is var called && table.Columns[called] is not { ColumnMapping: MappingType.Element } column
                || column.ColumnName != called)
                return false;
            _rows.End();
            columns.Add((column, of));
        }
        _rows.End();
        _errors.Add((_rows.Table.Gathered!, row, error, columns));
        return true;
    }

    /// <summary>All has been read: puts it into the set.</summary>
    readonly bool TryLoad()
    {
        foreach (var table in _tables.Values)
            if (!table.TryArrange())
                return false;
        bool enforces = _set.EnforceConstraints, isTouched = false;
        _set.EnforceConstraints = false;
        foreach (var table in _tables.Values)
        {
            if (!table.TryLoad())
                return isTouched
                    ? throw new InvalidOperationException($"Rows cannot be put into table '{table.Table.TableName}'.")
                    : Leave(enforces);
            isTouched = true;
        }
        foreach (var (table, row, error, columns) in _errors)
        {
            var of = table[row];
            if (error is not null)
                of.RowError = error;
            foreach (var (column, text) in columns)
                of.SetColumnError(column, text);
        }
        _set.EnforceConstraints = enforces;
        return true;
    }

    readonly bool Leave(bool enforces)
    {
        _set.EnforceConstraints = enforces;
        return false;
    }
}
