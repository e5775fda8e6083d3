using System.Collections;
using System.Data.Common;

namespace Isomer.Tabular;

/// <summary>
/// A reader over tables as they come, one in memory at a time. Shows the current rows: deleted ones are passed over, of modified ones
/// the new values. Typed getters read the column's vector, without a box.
/// </summary>
internal sealed partial class TableReader : DbDataReader, IDateModes
{
    readonly IAsyncEnumerator<Table> _tables;
    // Ends what waits for the next table when the reader is closed.
    readonly CancellationTokenSource _end;
    readonly ColumnTypes _types;
    // The next table, where a call did not wait to its end; it is asked for, and seen by a thread that closes the reader, in the lock.
    Task<bool>? _next;
    readonly Lock _asking = new();
    TableColumn[] _columns = [];
    ColumnCursor[] _cursors = [];
    ColumnType[] _columnTypes = [];
    string _states = "";
    int _row;
    bool _onRow;
    bool _hasRows;
    bool _isPast;
    volatile bool _closed;
    readonly RowChoice? _choice;
    readonly string? _format;
    // Where the table at hand stands in the input, if that is known.
    readonly Func<long>? _place;
    // Of the records of this table those that are asked for; null for all. The record at hand, and the first of the row behind it.
    bool[]? _chosen;
    int _record;
    int _behind;

    TableReader(IAsyncEnumerable<Table> tables, ColumnTypes types, RowChoice? choice, string? format, Func<long>? place,
        CancellationToken cancellationToken)
    {
        _place = place;
        _end = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        (_tables, _types, _choice, _format) = (tables.GetAsyncEnumerator(_end.Token), types, choice, format);
    }

    /// <summary>A reader that has the first table, and so the columns.</summary>
    public static async ValueTask<TableReader> OpenAsync(IAsyncEnumerable<Table> tables, ColumnTypes types, RowChoice? choice,
        string? format, CancellationToken cancellationToken, Func<long>? place = null)
    {
        var reader = new TableReader(tables, types, choice, format, place, cancellationToken);
        try
        {
            if (!await reader._tables.MoveNextAsync().ConfigureAwait(false))
                throw new WireFormatException("There is no table: the input is empty.") { Format = format, Offset = place is null ? -1 : 0 };
            reader.Begin(reader._tables.Current);
            return reader;
        }
        catch
        {
            await reader.DisposeAsync().ConfigureAwait(false);
            throw;
        }
    }

    /// <summary>A reader over one table.</summary>
    public static TableReader Of(Table table, ColumnTypes types)
    {
        var reader = new TableReader(None(), types, null, null, null, CancellationToken.None);
        reader.Begin(table);
        return reader;
    }

#pragma warning disable CS1998 // there is nothing to wait for
    static async IAsyncEnumerable<Table> None()
    {
        yield break;
    }
#pragma warning restore CS1998

    void Begin(Table table)
    {
        try
        {
            Open(table);
        }
        catch (WireFormatException e) when (e.Format is null && _format is not null)
        {
            e.Format = _format;
            if (e.Offset < 0 && _place is not null)
                e.Offset = _place();
            throw;
        }
    }

    void Open(Table table)
    {
        TableGuard.Check(table);
        if (_columns.Length == 0)
            TakeKeys(table);
        int records = checked((int)RowStates.AllRecords(table.States));
        if (_choice is not null)
        {
            try
            {
                _chosen = _choice.Choose(ref table, _types, records);
            }
            catch (ArgumentException e) when (_columns.Length != 0)
            {
                // What was asked for holds for the first batch, and so the file is at fault, of which another was joined.
                throw new WireFormatException($"A batch is not as those before it: {e.Message}", e);
            }
            if (_chosen?.AsSpan().Contains(true) == false)
                records = 0;
        }
        (_record, _behind) = (-1, 0);
        var columns = new TableColumn[table.Columns.Length];
        if (_columns.Length != 0 && columns.Length != _columns.Length)
            throw new WireFormatException($"A batch has {columns.Length} columns, and those before it {_columns.Length}.");
        var given = _columns.Length == 0 ? table.Columns : InOrder(table.Columns);
        var cursors = new ColumnCursor[columns.Length];
        var types = new ColumnType[columns.Length];
        for (int i = 0; i < columns.Length; i++)
        {
            columns[i] = given[i]!;
            types[i] = _types.Named(columns[i].Type);
            if (columns[i].Expression is not null)
                throw new WireFormatException($"Column '{columns[i].Name}' is computed: read the table as DataTable.");
            // Of a batch without rows that are asked for nothing is unpacked.
            if (_chosen is null || records > 0)
                cursors[i] = Open(columns[i], types[i], records);
        }
        (_columns, _cursors, _columnTypes, _states, _row) = (columns, cursors, types,
            _chosen is not null && records == 0 ? "" : table.States ?? "", 0);
        if (!_hasRows)
            _hasRows = HasRow();
    }

    /// <summary>The columns in the order of the batches before: files that were joined may have another.</summary>
    TableColumn?[] InOrder(TableColumn?[] given)
    {
        int same = 0;
        while (same < given.Length && given[same]!.Name == _columns[same].Name)
            same++;
        return same == given.Length ? given
            : [.. _columns.Select(c => Array.Find(given, g => g!.Name == c.Name)
                ?? throw new WireFormatException($"A batch has no column '{c.Name}', which those before it have."))];
    }

    public static ColumnCursor Open(TableColumn column, ColumnType type, int records)
    {
        try
        {
            return type.Open(column.Values ?? new TableValues(), records);
        }
        catch (WireFormatException e)
        {
            throw new WireFormatException($"Column '{column.Name}': {e.Message}");
        }
    }

    /// <summary>Whether this table has a row that is not deleted and is asked for.</summary>
    bool HasRow()
    {
        int record = 0;
        foreach (char state in _states)
        {
            if (state is not ('D' or 'd') && _chosen?[record + RowStates.Current(state) - 1] != false)
                return true;
            record += RowStates.Records(state);
        }
        return false;
    }

    /// <summary>To the next row of this table that is not deleted and is asked for.</summary>
    bool NextHere()
    {
        while (_row < _states.Length)
        {
            char state = _states[_row++];
            _record = _behind + RowStates.Current(state) - 1;
            _behind += RowStates.Records(state);
            if (state is not ('D' or 'd') && _chosen?[_record] != false)
                return true;
        }
        return false;
    }

    public override bool Read() => TryHere() || ReadFurther(CancellationToken.None).GetAwaiter().GetResult();

    public override Task<bool> ReadAsync(CancellationToken cancellationToken) =>
        cancellationToken.IsCancellationRequested ? Task.FromCanceled<bool>(cancellationToken)
        : TryHere() ? s_true : ReadFurther(cancellationToken);

    bool TryHere()
    {
        ObjectDisposedException.ThrowIf(_closed, this);
        return !_isPast && NextHere() && (_onRow = true);
    }

    static readonly Task<bool> s_true = Task.FromResult(true);

    /// <summary>Waits as long as the token lets it; the next call goes on waiting for the same table.</summary>
    async Task<bool> ReadFurther(CancellationToken cancellationToken)
    {
        // Where the next table is refused there is no row: some columns would show the one before, others none.
        _onRow = false;
        while (!_isPast && await MoveNext(cancellationToken).ConfigureAwait(false))
        {
            Begin(_tables.Current);
            if (NextHere())
                return _onRow = true;
        }
        return false;
    }

    async ValueTask<bool> MoveNext(CancellationToken cancellationToken)
    {
        Task<bool> next;
        lock (_asking)
        {
            ObjectDisposedException.ThrowIf(_closed, this);
            next = _next ??= _tables.MoveNextAsync().AsTask();
        }
        try
        {
            return await next.WaitAsync(cancellationToken).ConfigureAwait(false);
        }
        finally
        {
            if (next.IsCompleted)
                _next = null;
        }
    }

    public override int FieldCount => _columns.Length;

    public override bool HasRows => _hasRows;

    public override bool IsClosed => _closed;

    public override int RecordsAffected => -1;

    public override int Depth => 0;

    /// <summary>There is one result: behind it there are no rows.</summary>
    public override bool NextResult()
    {
        ObjectDisposedException.ThrowIf(_closed, this);
        _onRow = false;
        _isPast = true;
        return false;
    }

    public override IEnumerator GetEnumerator() => new DbEnumerator(this);

    public override void Close()
    {
        if (!_closed)
        {
            _closed = true;
            EndAsync().AsTask().GetAwaiter().GetResult();
        }
    }

    protected override void Dispose(bool disposing)
    {
        if (disposing)
            Close();
        base.Dispose(disposing);
    }

    public override async ValueTask DisposeAsync()
    {
        if (!_closed)
        {
            _closed = true;
            await EndAsync().ConfigureAwait(false);
        }
        await base.DisposeAsync().ConfigureAwait(false);
    }

    async ValueTask EndAsync()
    {
        _onRow = false;
        // Who asks for the next table in another thread has begun to wait for it, or waits to find the reader closed.
        if (!_asking.TryEnter())
        {
            await _end.CancelAsync().ConfigureAwait(false);
            _asking.Enter();
        }
        var next = _next;
        _asking.Exit();
        if (next is not null)
        {
            await _end.CancelAsync().ConfigureAwait(false);
            await ((Task)next).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        }
        await _tables.DisposeAsync().ConfigureAwait(false);
        _end.Dispose();
    }
}
