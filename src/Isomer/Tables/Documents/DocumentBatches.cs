using System.Data;
using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;
using System.Text;
using System.Text.Unicode;
using System.Xml;
using Isomer.Model;
using Isomer.Wire;
using Isomer.Wire.Xml;

namespace Isomer.Tabular;

/// <summary>
/// The current rows of one table of a document of any length, batch by batch: a window of it is in memory, cut behind the last row that is
/// whole. Plain rows are read by <see cref="RowScan"/>; from one on that is not plain, the rest of the window is read by the framework into
/// a set of its own. So what comes is what <c>ReadXml</c> would make, but for numbers that a column draws itself.
/// </summary>
/// <param name="input">The document.</param>
/// <param name="schema">The columns, where the document's own schema is not asked.</param>
/// <param name="name">The table, where it is; null for the only one.</param>
/// <param name="options">How it is read.</param>
/// <param name="within">The entries of a payload that the document was put together of, in which errors have their places.</param>
[RequiresUnreferencedCode(Trimming.Members), RequiresDynamicCode(Trimming.Code)]
internal sealed class DocumentBatches(Stream input, DataTable? schema, string? name, DataXmlOptions options, EntryDocument? within = null)
{
    // A batch is what a window holds: about 400 rows of 19 columns. Windows of 64 KB and of 1 MB take as long.
    const int Window = 1 << 18;

    // What a payload's closed set let in is taken.
    readonly ColumnTypes _types = new(options.Types, isOpen: within is not null);
    Stream _input = input;
    byte[] _buffer = new byte[Window];
    int _end;
    bool _isAtEnd;
    bool _isTranscoded;
    // How many bytes of the document are no more in the buffer.
    long _gone;
    DocumentHead _head = null!;
    // The tags around rows, which stand before each window of them, and those that end them.
    byte[] _tags = [];
    byte[] _ends = [];
    DataSet _set = null!;
    DataTable _table = null!;
    DataColumn[] _columns = [];
    Dictionary<string, RowNames>? _names;
    TableBatch _batch = null!;
    object?[] _values = [];
    long _rows;
    long _known;

    /// <summary>The types of the columns that come.</summary>
    public ColumnTypes Types => _types;

    public async IAsyncEnumerable<Table> Read([EnumeratorCancellation] CancellationToken cancellationToken)
    {
        await BeginAsync(cancellationToken).ConfigureAwait(false);
        int first = _tags.Length;
        var outline = new XmlOutline(_head.Open, first);
        bool any = false;
        bool isClosed = !_head.HasRows;
        while (!isClosed)
        {
            int behind = Cut(ref outline, first, out isClosed);
            if (behind > first)
            {
                yield return ReadRows(behind);
                any = true;
                Drop(first, behind);
                outline.Move(behind - first);
            }
            if (!isClosed)
                await FillAsync(cancellationToken).ConfigureAwait(false);
        }
        if (!any)
            yield return _batch.Build();
        if (any && _known == 0)
            throw Placed(
                new WireFormatException(
                    $"No element of the document is a row of table '{_table.TableName}' in namespace '{_table.Namespace}', or of another of its set."),
                        0);
        await EndAsync(outline, cancellationToken).ConfigureAwait(false);
    }

    async ValueTask BeginAsync(CancellationToken cancellationToken)
    {
        await FillAsync(cancellationToken).ConfigureAwait(false);
        await DecodeAsync(cancellationToken).ConfigureAwait(false);
        while (Head() is null)
            await FillAsync(cancellationToken).ConfigureAwait(false);
        (_tags, _ends) = (_head.Tags, _head.Ends);
        try
        {
            MakeSet();
        }
        catch (WireFormatException e) when (within is not null)
        {
            throw within.Placed(e, -1, 0);
        }
        _columns = [.. _table.Columns.Cast<DataColumn>()];
        _batch = new TableBatch(_columns, _types);
        Drop(_tags.Length, Math.Max(_head.Behind, _tags.Length));
        _tags.CopyTo(_buffer, 0);
    }

    DocumentHead? Head()
    {
        try
        {
            return _head = DocumentHead.Of(_buffer.AsSpan(0, _end))!;
        }
        catch (WireFormatException e)
        {
            throw Placed(e, Math.Max(e.Offset, 0));
        }
    }

    /// <summary>The set into which the framework reads what is not plain, and of which the names of plain rows are.</summary>
    void MakeSet()
    {
        if (schema is not null)
        {
            _set = schema.DataSet?.Clone() ?? new DataSet { Namespace = schema.Namespace };
            if (schema.DataSet is null)
                _set.Tables.Add(schema.Clone());
            _table = _set.Tables[schema.TableName, schema.Namespace]!;
        }
        else
        {
            byte[] document = _head.SchemaDocument
                ?? throw new WireFormatException("The document has no schema before its rows: give a DataTable with its columns.")
                { Format = nameof(DataXml), LacksColumns = true };
            _set = new DataSet();
            DocumentReading.Read(_set, document, () => new XmlTextReader(new MemoryStream(document)),
                options with { ReadMode = XmlReadMode.ReadSchema });
            if (name is null && _set.Tables.Count != 1)
                throw new WireFormatException(
                    $"The document has {_set.Tables.Count} tables: name one of {string.Join(", ", _set.Tables.Cast<DataTable>().Take(20).Select(t => $"'{t.TableName}'"))}.")
                { Format = nameof(DataXml) };
            _table = name is null
                ? _set.Tables[0]
                : OptimizedTables.Find(_set, name)
                    ?? throw new WireFormatException($"The document's schema has no table '{name}'.") { Format = nameof(DataXml) };
        }
        _set.EnforceConstraints = false;
        // Computed columns have their values in the document, but for keys that rows within have from their row: these are computed with
        // it, as where a set is read.
        _ = HeldExpressions.Of(_set.Tables.Cast<DataTable>(), keepsKeys: true);
        _names = RowNames.Of(_set.Tables.Cast<DataTable>(), _table.Namespace, _head.IsDiffGram);
        _values = new object?[_set.Tables.Cast<DataTable>().Max(t => t.Columns.Count)];
    }

    /// <summary>Behind the last row that is whole, and whether the element around ends behind it.</summary>
    int Cut(ref XmlOutline outline, int first, out bool isClosed)
    {
        int depth = _head.Depth;
        int behind = first;
        isClosed = false;
        try
        {
            while (outline.TryNext(_buffer.AsSpan(0, _end), out var mark, out int start))
            {
                if (mark is XmlMark.End or XmlMark.Empty && outline.Depth == depth)
                    behind = outline.Position;
                isClosed = outline.Depth < depth;
                if (!isClosed)
                    continue;
                if (!XmlChars.Trim(_buffer.AsSpan(start + 2, outline.Position - start - 3))
                    .SequenceEqual(Encoding.UTF8.GetBytes(_head.Around)))
                    throw new WireFormatException($"The end tag does not match '{_head.Around}'.");
                break;
            }
            return behind;
        }
        catch (WireFormatException e)
        {
            throw Placed(e, outline.Position);
        }
    }

    Table ReadRows(int behind)
    {
        var text = _buffer.AsSpan(0, behind);
        if (!Utf8.IsValid(text))
            throw Placed(new WireFormatException($"Behind row {_rows} the document is not valid UTF-8."), _tags.Length);
        if (_names is null)
        {
            ReadByFramework(text, _tags.Length);
            return _batch.Build();
        }
        var scan = new XmlScanner(text, RowScan.Rules);
        try
        {
            for (int i = 0; i < _head.Depth; i++)
                scan.ReadStart();
            var rows = new RowScan(scan, _names, scan.Resolve(default), leavesWhite: false, _head.IsDiffGram);
            long values = 0;
            while (true)
            {
                if (rows.IsSpent())
                    return _batch.Build();
                if (!rows.TryRead(_values))
                    break;
                _known++;
                if (rows.Table.Table != _table)
                    continue;
                values += rows.Count;
                Add(values);
            }
            ReadByFramework(text, rows.Start);
            return _batch.Build();
        }
        catch (WireFormatException e) when (e.Format is null)
        {
            throw Placed(e, _tags.Length);
        }
        finally
        {
            scan.Dispose();
        }
    }

    void Add(long values)
    {
        for (int i = 0; i < _columns.Length; i++)
        {
            object? value = _values[i] ?? (_columns[i].AutoIncrement ? null : _columns[i].DefaultValue);
            _batch.Add(i, value is DateTime date ? CellTexts.Kept(date, _columns[i].DateTimeMode) : value);
        }
        _batch.EndRow();
        _rows++;
        if (!TableGuard.AreFree(_batch.Count, _columns.Length))
            TableGuard.CheckCells(_table.TableName, _batch.Count, _columns.Length, values);
    }

    void ReadByFramework(ReadOnlySpan<byte> text, int from)
    {
        byte[] document = [.. text[.._tags.Length], .. text[from..], .. _ends];
        try
        {
            DocumentReading.Read(_set, document, () => new XmlTextReader(new MemoryStream(document)),
                options with { ReadMode = _head.IsDiffGram ? XmlReadMode.Auto : XmlReadMode.IgnoreSchema }, DocumentParts.RowsOfGreater);
        }
        catch (WireFormatException e)
        {
            throw Placed(new WireFormatException($"At or behind row {_rows}: {e.Message}", e), from);
        }
        foreach (DataTable table in _set.Tables)
            _known += table.Rows.Count;
        foreach (DataRow row in _table.Rows)
        {
            if (row.RowState == DataRowState.Deleted)
                continue;
            for (int i = 0; i < _columns.Length; i++)
                _batch.Add(i, row[_columns[i]]);
            _batch.EndRow();
            _rows++;
        }
        _set.Clear();
    }

    /// <summary>To the end of the document, of which only the tags are looked at.</summary>
    async ValueTask EndAsync(XmlOutline outline, CancellationToken cancellationToken)
    {
        while (true)
        {
            while (Next(ref outline))
            {
            }
            if (_isAtEnd && outline.Depth == 0)
                return;
            Drop(0, outline.Position);
            outline.Move(outline.Position);
            await FillAsync(cancellationToken).ConfigureAwait(false);
        }
    }

    bool Next(ref XmlOutline outline)
    {
        bool wasOpen = outline.Depth > 0;
        int from = outline.Position;
        try
        {
            bool any = outline.TryNext(_buffer.AsSpan(0, _end), out var mark, out int start);
            if (!wasOpen && _buffer.AsSpan(from, start - from).ContainsAnyExcept(" \t\r\n"u8))
                throw new WireFormatException("Something stands behind the document.");
            if (any && !wasOpen && mark != XmlMark.None)
                throw new WireFormatException("A document has one outermost element.");
            return any;
        }
        catch (WireFormatException e)
        {
            throw Placed(e, outline.Position);
        }
    }

    /// <summary>Takes away what stands from one place to another.</summary>
    void Drop(int from, int to)
    {
        _buffer.AsSpan(to, _end - to).CopyTo(_buffer.AsSpan(from));
        _end -= to - from;
        _gone += to - from;
    }

    /// <summary>Fills the buffer, which grows where it is full: a row may be longer.</summary>
    async ValueTask FillAsync(CancellationToken cancellationToken)
    {
        if (_isAtEnd)
            throw Placed(new WireFormatException("The document ends too early."), _end);
        if (_end > _buffer.Length / 2)
            Array.Resize(ref _buffer, _buffer.Length * 2);
        try
        {
            _end += await _input.ReadAtLeastAsync(_buffer.AsMemory(_end), _buffer.Length - _end, throwOnEndOfStream: false,
                cancellationToken).ConfigureAwait(false);
        }
        catch (DecoderFallbackException e)
        {
            throw Placed(new WireFormatException("The document is not valid in its encoding.", e), _end);
        }
        _isAtEnd = _end < _buffer.Length;
    }

    /// <summary>
    /// The beginning says which encoding it is: what is not UTF-8 becomes it as it is read. A declaration is left out, as what it says may
    /// no more be true.
    /// </summary>
    async ValueTask DecodeAsync(CancellationToken cancellationToken)
    {
        if (EncodingOf(out int skipped) is { } encoding)
        {
            var rest = new MemoryStream(_buffer, skipped, _end - skipped);
            _isTranscoded = true;
            _input = Encoding.CreateTranscodingStream(_isAtEnd ? rest : new JoinedStream(rest, _input), encoding, new UTF8Encoding(false));
            _buffer = new byte[Window];
            (_end, _isAtEnd) = (0, false);
            await FillAsync(cancellationToken).ConfigureAwait(false);
            skipped = 0;
        }
        int start = skipped;
        if (_buffer.AsSpan(start, _end - start).StartsWith("<?xml "u8)
            && _buffer.AsSpan(start, _end - start).IndexOf("?>"u8) is >= 0 and var end)
            start += end + 2;
        Drop(0, start);
    }

    Encoding? EncodingOf(out int skipped)
    {
        try
        {
            return XmlInput.EncodingOf(_buffer.AsSpan(0, _end), out skipped);
        }
        catch (WireFormatException e)
        {
            throw Placed(e, 0);
        }
    }

    WireFormatException Placed(WireFormatException e, long offset)
    {
        if (within is not null)
            return within.Placed(e, _gone + offset, _rows);
        // Of what was another encoding places are not known.
        (e.Format, e.Offset, e.GoodItems) = (nameof(DataXml), _isTranscoded ? -1 : _gone + offset, _rows);
        return e;
    }
}
