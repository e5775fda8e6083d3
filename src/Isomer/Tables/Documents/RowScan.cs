using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using Isomer.Wire.Xml;

namespace Isomer.Tabular;

/// <summary>
/// Rows as they stand in nearly every document: side by side, each with its columns' elements and attributes, each of these with a text.
/// Comments between them, sections and references in them are as good as any. What is more than that (an element in a cell, a text beside
/// cells, a name that no column has, a text that is no value) is not read here: whoever asks is told, and has the framework read from
/// <see cref="Start"/> on.
/// </summary>
internal ref partial struct RowScan
{
    XmlScanner _scan;
    readonly Dictionary<string, RowNames> _tables;
    int _ns;
    // Whether white space alone is a text of its own kind, which only the framework knows.
    readonly bool _leavesWhite;
    readonly bool _isDiffGram;
    readonly int _depth;
    RowNames? _table;
    // That of the last row that stood within no other.
    RowNames? _outermost;
    // Whether what a DiffGram says of a row is kept.
    bool _marks;

    static readonly int s_diff = XmlNamespaces.Number(TableXml.Diff), s_data = XmlNamespaces.Number(SchemaText.Data);

    /// <param name="scan">Within the element around the rows.</param>
    /// <param name="tables">Those that there are.</param>
    /// <param name="ns">The number of the namespace that all their elements have, which is the default one here.</param>
    /// <param name="leavesWhite">Whether a cell of nothing but white space is not read here.</param>
    /// <param name="isDiffGram">Whether rows say what has become of them, which is passed over.</param>
    public RowScan(in XmlScanner scan, Dictionary<string, RowNames> tables, int ns, bool leavesWhite, bool isDiffGram = false)
    {
        _scan = scan;
        (_tables, _ns, _leavesWhite, _isDiffGram, _depth) = (tables, ns, leavesWhite, isDiffGram, scan.Depth);
        Start = scan.Position;
    }

    /// <summary>How white space, line ends and references are taken: as XmlTextReader does, over which ReadXml reads.</summary>
    public static XmlRules Rules { get; } = XmlRules.Soap with { IgnoresWhite = true, DecimalIsText = true };

    /// <summary>Where the row begins that was read last, or could not be.</summary>
    public int Start { get; private set; }

    /// <summary>Behind what was read.</summary>
    public readonly int Position => _scan.Position;

    /// <summary>The table of the row that was read last.</summary>
    public readonly RowNames Table => _table!;

    /// <summary>How many values that row has.</summary>
    public int Count { get; private set; }

    /// <summary>The number of the row that was opened last, as it stands in the document; -1 if it has none.</summary>
    public int IdStart { get; private set; }

    public int IdLength { get; private set; }

    /// <summary>Its place among the rows of its table; -1 if it does not say.</summary>
    public int Place { get; private set; }

    public RowChange Change { get; private set; }

    public bool HasErrors { get; private set; }

    /// <summary>Whether nothing is left at all: of a piece of a document that ends between rows.</summary>
    public bool IsSpent()
    {
        _scan.SkipWhite();
        return _scan.Left == 0;
    }

    /// <summary>
    /// Takes the ends of all elements that are open, and what may stand behind them; false if something else stands here, or a row could
    /// not be read.
    /// </summary>
    public bool TryEnd()
    {
        if (_scan.Depth != _depth)
            return false;
        try
        {
            while (_scan.Depth > 0)
                _scan.ReadEnd();
            _scan.End();
            return true;
        }
        catch (WireFormatException)
        {
            return false;
        }
    }

    /// <summary>
    /// Reads a row; false if what stands here is none, or not one of these. What is not well-formed is the framework's to refuse, at its
    /// place, or to accept.
    /// </summary>
    /// <param name="values">Its values, of at least as many as any table has columns.</param>
    public bool TryRead(object?[] values)
    {
        try
        {
            return TryRow(values);
        }
        catch (WireFormatException)
        {
            return false;
        }
    }

    bool TryRow(object?[] values)
    {
        int next = 0;
        if (!TryOpen(values) || ReadCells(values, ref next, out _) != RowStep.End)
            return false;
        _scan.ReadEnd();
        return true;
    }

    /// <summary>Opens the row that stands here and reads its attributes; false if none does.</summary>
    bool TryOpen(object?[] values)
    {
        _scan.SkipWhite();
        Start = _scan.Position;
        if (_table is null || !_scan.TryStart(ref _table.Tag[2], _table.Length))
        {
            if (_scan.Peek() != XmlToken.Start)
                return false;
            Start = _scan.Position;
            _scan.ReadStart();
            if (!IsOwn() || !TryFind(out var table))
                return false;
            _table = table;
        }
        return TryBegin(values);
    }

    bool TryFind([NotNullWhen(true)] out RowNames? table)
    {
        table = _table;
        return (_table is not null && _scan.LocalName.SequenceEqual(_table.Tag.AsSpan(2, _table.Length)))
            || _tables.TryGetValue(System.Text.Encoding.UTF8.GetString(_scan.LocalName), out table);
    }

    /// <summary>The values of a row of the current table that was opened, so far as they are attributes.</summary>
    bool TryBegin(object?[] values)
    {
        _table!.Begin(values);
        Count = 0;
        return !_scan.HasAttributes || TryAttributes(values);
    }

    /// <summary>Reads cells of the row that is open, to its end or to a row within it, which has been opened.</summary>
    /// <param name="values">Those of the row.</param>
    /// <param name="next">Which column comes next, usually.</param>
    /// <param name="child">The table of the row within it.</param>
    RowStep ReadCells(object?[] values, ref int next, out RowNames? child)
    {
        child = null;
        var cells = _table!.Cells;
        while (true)
        {
            _scan.SkipWhite();
            if (_scan.IsAtEnd)
                return RowStep.End;
            int place = next;
            // Columns that are null are left out.
            for (int most = Math.Min(next + 4, cells.Length); place < most; place++)
                if (_scan.TryStart(ref cells[place].Tag[2], cells[place].Length))
                    break;
            if (place < Math.Min(next + 4, cells.Length))
            {
                ref var cell = ref cells[place];
                // An attribute's name may be an element's only to the framework.
                if (!_table.IsMissing(values, cell.Ordinal) || !cell.IsElement || !TryLeaf(ref cell, ref values[cell.Ordinal]))
                    return RowStep.Other;
            }
            else if (_table.Likely is { } likely && _scan.TryStart(ref likely.Tag[2], likely.Length))
            {
                child = likely;
                return RowStep.Child;
            }
            else
            {
                if (_scan.Peek() == XmlToken.End)
                    return RowStep.End;
                if (!TryOther(values, out place, out child))
                    return child is null ? RowStep.Other : RowStep.Child;
            }
            next = place + 1;
            Count++;
        }
    }

    bool TryAttributes(object?[] values)
    {
        foreach (var attribute in _scan.Attributes)
        {
            var name = _scan.LocalNameOf(attribute);
            // The number of a row, its place and what has become of it are no values.
            if (_isDiffGram && (attribute.Namespace == s_diff || (attribute.Namespace == s_data && name.SequenceEqual("rowOrder"u8))))
            {
                if (!TryMark(attribute, name))
                    return false;
                continue;
            }
            int place = attribute.Namespace == XmlNamespaces.None
                ? _table!.FindAttribute(name)
                : _isDiffGram && attribute.Namespace == s_data ? _table!.FindHidden(name) : -1;
            if (place < 0)
                return false;
            // Its white space is no space to a reader that does not normalise.
            var raw = _scan.Input.Slice(attribute.ValueStart, attribute.ValueLength);
            if (raw.IndexOfAny((byte)'\t', (byte)'\r', (byte)'\n') >= 0)
                return false;
            ref var cell = ref _table!.Cells[place];
            if (CellTexts.Read(cell.Text, _scan.ValueOf(attribute)) is not { } value)
                return false;
            values[cell.Ordinal] = value;
            Count++;
        }
        return true;
    }

    /// <summary>A cell in another form than the usual, or out of its order.</summary>
    bool TryOther(object?[] values, out int place, out RowNames? child)
    {
        (place, child) = (-1, null);
        if (_scan.Peek() != XmlToken.Start)
            return false;
        _scan.ReadStart();
        if (!IsOwn() || (child = _table!.FindChild(_scan.LocalName)) is not null || (place = _table.FindElement(_scan.LocalName)) < 0)
            return false;
        foreach (var attribute in _scan.Attributes)
            if (attribute.Namespace != XmlNamespaces.Xml || !_scan.LocalNameOf(attribute).SequenceEqual("space"u8))
                return false;
        ref var cell = ref _table.Cells[place];
        return _table.IsMissing(values, cell.Ordinal) && TryText(ref cell, ref values[cell.Ordinal]);
    }

    /// <summary>Whether the element that was opened is of the namespace of all and declares none.</summary>
    readonly bool IsOwn() => _scan.Namespace == _ns && _scan.Bindings(out int first).Length <= first;

    /// <summary>The value of an element that was opened without attributes, and its end.</summary>
    bool TryLeaf(ref RowNames.Cell cell, ref object? value)
    {
        ref byte tag = ref cell.Tag[2];
        switch (cell.Text)
        {
            case CellText.Boolean:
                if (!_scan.TryBoolean(ref tag, cell.Length, out bool truth))
                    break;
                value = CellTexts.Box(truth);
                return true;
            case CellText.Int32:
                if (!_scan.TryInt32(ref tag, cell.Length, out int number))
                    break;
                value = number;
                return true;
            case CellText.Single:
                if (!_scan.TrySingle(ref tag, cell.Length, out float single))
                    break;
                value = single;
                return true;
            case CellText.Double:
                if (!_scan.TryDouble(ref tag, cell.Length, out double fraction))
                    break;
                value = fraction;
                return true;
            case CellText.Decimal:
                if (!_scan.TryDecimal(ref tag, cell.Length, out decimal amount))
                    break;
                value = amount;
                return true;
            case CellText.Date or CellText.LocalDate:
                if (!_scan.TryDateTime(ref tag, cell.Length, out var date))
                    break;
                if (cell.Text == CellText.LocalDate && !CellTexts.TryLocal(ref date))
                    return false;
                value = date;
                return true;
            default:
                // The framework takes no sign of a type that has none: -0 is refused.
                if (!CellTexts.IsInteger(cell.Text, out long least, out long most)
                    || (least == 0 && _scan.Input[_scan.Position..] is [(byte)'-', ..])
                    || !_scan.TryInt64(ref tag, cell.Length, least, most, out long integer))
                    break;
                value = CellTexts.Box(cell.Text, integer);
                return true;
        }
        return TryText(ref cell, ref value);
    }

    /// <summary>Any text and the end of the open element.</summary>
    bool TryText(ref RowNames.Cell cell, ref object? value)
    {
        bool preserves = _scan.HasAttributes && _scan.Preserves;
        var text = _scan.IsEmpty ? default : _scan.ReadRun();
        if (_scan.PeekPiece() != XmlPiece.End)
            return false;
        if (!preserves && !text.IsEmpty && XmlChars.IsWhite(text))
        {
            // By reference it may be one that counts.
            if (_leavesWhite || !_scan.Input.Overlaps(text))
                return false;
            text = default;
        }
        value = CellTexts.Read(cell.Text, text);
        _scan.ReadEnd();
        return value is not null;
    }
}
