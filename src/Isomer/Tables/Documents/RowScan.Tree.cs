using System.Buffers.Text;
using Isomer.Wire.Xml;

namespace Isomer.Tabular;

/// <summary>What stands behind the cells of a row that were read.</summary>
internal enum RowStep : byte
{
    /// <summary>Something that is not read here.</summary>
    Other,

    /// <summary>The end of the row.</summary>
    End,

    /// <summary>A row of another table within it.</summary>
    Child,
}

/// <summary>Rows within rows, one step at a time, and what a DiffGram says of each.</summary>
internal ref partial struct RowScan
{
    public readonly ReadOnlySpan<byte> Input => _scan.Input;

    /// <summary>From now on tells what a DiffGram says of each row.</summary>
    public void KeepMarks() => _marks = true;

    /// <summary>Whether a tag comes that is none that ends an element.</summary>
    public bool IsStart()
    {
        _scan.SkipWhite();
        return _scan.Peek() == XmlToken.Start;
    }

    /// <summary>Opens a row; false if what stands here is none.</summary>
    public bool TryOpenRow(object?[] values)
    {
        ClearMarks();
        _table = _outermost;
        bool isOpen = TryOpen(values);
        _outermost = _table;
        return isOpen;
    }

    /// <summary>Opens a row that may say itself of which namespace it is.</summary>
    /// <param name="space">The namespace of all tables.</param>
    /// <param name="values">Its values.</param>
    public bool TryOpenSpaced(ReadOnlySpan<byte> space, object?[] values)
    {
        ClearMarks();
        if (!IsStart())
            return false;
        Start = _scan.Position;
        _scan.ReadStart();
        if (_scan.Prefix.Length > 0 || !_scan.NamespaceBytes(_scan.Namespace).SequenceEqual(space) || !TryFind(out var table))
            return false;
        // Numbers of namespaces are those of their declarations.
        (_table, _ns) = (table, _scan.Namespace);
        return TryBegin(values);
    }

    /// <summary>A row of this table has been opened within another.</summary>
    public bool TryBeginChild(RowNames table, object?[] values)
    {
        ClearMarks();
        _table = table;
        return TryBegin(values);
    }

    /// <summary>Goes on with a row of this table, whose cells so far have been read.</summary>
    public RowStep Step(RowNames table, object?[] values, ref int next, ref int count, out RowNames? child)
    {
        (_table, Count) = (table, count);
        var step = ReadCells(values, ref next, out child);
        count = Count;
        return step;
    }

    /// <summary>The end of the element that is open.</summary>
    public void End() => _scan.ReadEnd();

    /// <summary>The end of the document.</summary>
    public void Finish() => _scan.End();

    /// <summary>Opens a part of a DiffGram behind its rows.</summary>
    public bool TryOpenPart(int diff, out bool isBefore)
    {
        _scan.ReadStart();
        isBefore = _scan.LocalName.SequenceEqual("before"u8);
        return _scan.Namespace == diff && (isBefore || _scan.LocalName.SequenceEqual("errors"u8)) && !_scan.HasAttributes;
    }

    /// <summary>Opens an element that tells the error of a row or of a column.</summary>
    public bool TryOpenError(ReadOnlySpan<byte> space, int diff, bool isRow, out string? id, out string? error, out string name)
    {
        (id, error) = (null, null);
        _scan.ReadStart();
        name = System.Text.Encoding.UTF8.GetString(_scan.LocalName);
        if (!_scan.NamespaceBytes(_scan.Namespace).SequenceEqual(space) || (isRow && !_tables.TryGetValue(name, out _table)))
            return false;
        foreach (var attribute in _scan.Attributes)
        {
            if (attribute.Namespace != diff
                || _scan.Input.Slice(attribute.ValueStart, attribute.ValueLength).IndexOfAny((byte)'\t', (byte)'\r', (byte)'\n') >= 0)
                return false;
            var local = _scan.LocalNameOf(attribute);
            if (local.SequenceEqual("Error"u8))
                error = XmlScanner.ToUtf16(_scan.ValueOf(attribute));
            else if (isRow && local.SequenceEqual("id"u8))
                id = XmlScanner.ToUtf16(_scan.ValueOf(attribute));
            else
                return false;
        }
        return true;
    }

    void ClearMarks() => (IdStart, IdLength, Place, Change, HasErrors) = (-1, 0, -1, RowChange.None, false);

    bool TryMark(scoped in XmlAttributeSpan attribute, scoped ReadOnlySpan<byte> name)
    {
        if (!_marks)
            return true;
        var value = _scan.ValueOf(attribute);
        if (attribute.Namespace == s_data)
        {
            bool isPlace = Utf8Parser.TryParse(value, out int place, out int used) && used == value.Length && place >= 0
                && value[0] is >= (byte)'0' and <= (byte)'9';
            Place = place;
            return isPlace;
        }
        if (name.SequenceEqual("id"u8))
        {
            (IdStart, IdLength) = (attribute.ValueStart, attribute.ValueLength);
            // By reference it would be another text.
            return value.Length == attribute.ValueLength && value.IndexOf((byte)'&') < 0;
        }
        if (name.SequenceEqual("hasChanges"u8))
            Change = value.SequenceEqual("modified"u8) ? RowChange.Modified : RowChange.Added;
        else if (name.SequenceEqual("hasErrors"u8))
            return (HasErrors = value.SequenceEqual("true"u8)) || value.SequenceEqual("false"u8);
        return true;
    }
}

/// <summary>What has become of a row of a DiffGram.</summary>
internal enum RowChange : byte
{
    None,
    // Or whatever else stands there.
    Added,
    Modified,
}
