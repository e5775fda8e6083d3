using System.Buffers;
using System.IO.Pipelines;
using Isomer.Conventions;
using Isomer.Shapes;
using Isomer.Wire;

namespace Isomer.Formats;

/// <summary>
/// Sends texts and the items that belong into them (<see cref="JsonLater"/>): what stands before a place, the items as they come, what
/// stands behind it. An item may have such places itself. What has been written is sent when it fills a buffer, and before waiting for the
/// next item.
/// </summary>
internal sealed class JsonStreamWriter
{
    const int Buffer = 1 << 16;

    readonly PipeWriter _output;
    readonly OutputTarget _target;

    // What the pipe may have got before counts as well.
    long _unsent = 1;

    // Whoever reads the pipe has gone.
    bool _isOver, _hasItems;

    public JsonStreamWriter(PipeWriter output, JsonOptions options, CancellationToken cancellationToken)
    {
        (_output, Options, Token) = (output, options, cancellationToken);
        _target = new OutputTarget(new Receiver(this));
    }

    JsonOptions Options { get; }

    CancellationToken Token { get; }

    /// <summary>A text whole, with all items, and nothing behind it.</summary>
    public async ValueTask WriteAllAsync(ReadOnlyMemory<byte> text, List<JsonLater> later)
    {
        await WriteAsync(text, later).ConfigureAwait(false);
        await FlushAsync().ConfigureAwait(false);
    }

    /// <summary>A text whole, with all items.</summary>
    async ValueTask WriteAsync(ReadOnlyMemory<byte> text, List<JsonLater> later)
    {
        // Texts within texts: no recursion, for items may hold items as deep as Limits.MaxDepth allows.
        var open = new Stack<Piece>();
        open.Push(new Piece(text, later));
        try
        {
            while (!_isOver && open.TryPeek(out var piece))
            {
                if (piece.Items is not null)
                {
                    await StepAsync(open, piece, piece.Items).ConfigureAwait(false);
                }
                else if (piece.Next < piece.Later.Count)
                {
                    var place = piece.Later[piece.Next];
                    Write(piece.Text.Span[piece.Sent..place.At]);
                    piece.Sent = place.At;
                    piece.Items = place.Items.Hand(place.Source, new Opening(this, place));
                }
                else
                {
                    Write(piece.Text.Span[piece.Sent..]);
                    open.Pop();
                }
            }
        }
        finally
        {
            await DisposeAsync(open).ConfigureAwait(false);
        }
    }

    /// <summary>Of all that are open, from within: also where one of them throws, which is told when all are.</summary>
    static async ValueTask DisposeAsync(Stack<Piece> open)
    {
        System.Runtime.ExceptionServices.ExceptionDispatchInfo? failure = null;
        foreach (var piece in open)
        {
            try
            {
                if (piece.Items is not null)
                    await piece.Items.DisposeAsync().ConfigureAwait(false);
            }
            catch (Exception e)
            {
                failure = System.Runtime.ExceptionServices.ExceptionDispatchInfo.Capture(e);
            }
        }
        failure?.Throw();
    }

    /// <summary>An array of items alone.</summary>
    public async ValueTask WriteArrayAsync<T>(IAsyncEnumerable<T> items)
    {
        await WriteAllAsync("[]"u8.ToArray(), [new JsonLater(1, 1, null, new AsyncItemsSurrogate<IAsyncEnumerable<T>, T>(), items)])
            .ConfigureAwait(false);
    }

    /// <summary>One item a line.</summary>
    public async ValueTask WriteLinesAsync<T>(IAsyncEnumerable<T> items)
    {
        var cursor =
            new Cursor<T>(this, new JsonLater(0, 0, null, new AsyncItemsSurrogate<IAsyncEnumerable<T>, T>(), items), items, isLines: true);
        await using var disposal = cursor.ConfigureAwait(false);
        while (await NextAsync(cursor).ConfigureAwait(false))
            if (cursor.WriteCurrent() is { } line)
                await WriteAsync(line.Text, line.Later).ConfigureAwait(false);
        await FlushAsync().ConfigureAwait(false);
    }

    /// <summary>
    /// Whether there is one more; before waiting for it what was written is sent, but not before the first: an answer whose items fail
    /// before there is one can still be another.
    /// </summary>
    async ValueTask<bool> NextAsync(Cursor items)
    {
        var next = items.MoveNextAsync();
        if (_unsent < Buffer && (_unsent == 0 || next.IsCompleted || !_hasItems))
            return await next.ConfigureAwait(false);
        var running = next.AsTask();
        try
        {
            await FlushAsync().ConfigureAwait(false);
        }
        catch
        {
            // A source is not disposed of while it runs.
            await ((Task)running).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
            throw;
        }
        return await running.ConfigureAwait(false) && !_isOver;
    }

    /// <summary>One item of a piece more, or its end.</summary>
    async ValueTask StepAsync(Stack<Piece> open, Piece piece, Cursor items)
    {
        if (await NextAsync(items).ConfigureAwait(false))
        {
            if (items.WriteCurrent() is { } inner)
                open.Push(inner);
            return;
        }
        items.WriteEnd();
        piece.Items = null;
        piece.Next++;
        await items.DisposeAsync().ConfigureAwait(false);
    }

    async ValueTask FlushAsync()
    {
        var result = await _output.FlushAsync(Token).ConfigureAwait(false);
        if (result.IsCanceled)
            throw new OperationCanceledException("Sending was cancelled (PipeWriter.CancelPendingFlush).");
        _isOver |= result.IsCompleted;
        _unsent = 0;
    }

    void Write(ReadOnlySpan<byte> bytes)
    {
        _output.Write(bytes);
        _unsent += bytes.Length;
    }

    /// <summary>A text that is being sent: how far it is, and the items that are put in now.</summary>
    sealed class Piece(ReadOnlyMemory<byte> text, List<JsonLater> later)
    {
        public ReadOnlyMemory<byte> Text { get; } = text;

        public List<JsonLater> Later { get; } = later;

        public int Sent { get; set; }

        public int Next { get; set; }

        public Cursor? Items { get; set; }
    }

    sealed class Opening(JsonStreamWriter writer, JsonLater place) : IAsyncItemsTaker<Cursor>
    {
        public Cursor Take<T>(IAsyncEnumerable<T> items) => new Cursor<T>(writer, place, items);
    }

    abstract class Cursor : IAsyncDisposable
    {
        public abstract ValueTask<bool> MoveNextAsync();

        /// <summary>The item, with what stands before it; what is left to be sent if there are items within.</summary>
        public abstract Piece? WriteCurrent();

        public abstract void WriteEnd();

        public abstract ValueTask DisposeAsync();
    }

    sealed class Cursor<T>(JsonStreamWriter writer, JsonLater place, IAsyncEnumerable<T> items, bool isLines = false) : Cursor
    {
        // First of all: nothing is opened for items that cannot be written.
        readonly Codec<JsonSink, JsonSource, T> _codec = Codecs<JsonSink, JsonSource>.Of<T>(writer.Options.Convention);
        readonly IAsyncEnumerator<T> _items = items.GetAsyncEnumerator(writer.Token);
        List<JsonLater>? _later = [];
        bool _any;

        public override ValueTask<bool> MoveNextAsync() => _items.MoveNextAsync();

        public override ValueTask DisposeAsync() => _items.DisposeAsync();

        public override Piece? WriteCurrent()
        {
            bool isFirst = !_any;
            _any = writer._hasItems = true;
            var sink = default(JsonSink);
            sink.Begin(writer._target, writer.Options.Profile);
            try
            {
                if (writer.Options.CanStream)
                    sink.LeaveItemsTo(_later ??= []);
                if (!isLines)
                    sink.StreamedItem(isFirst, place.Depth, place.Numbers);
                if (writer.Options.IsSentWhole)
                    sink.Output.Write(JsonWithin.Serialize(_items.Current, writer.Options));
                else
                    _codec.Write(ref sink, _items.Current);
                if (isLines)
                    sink.Output.Put((byte)'\n');
                sink.Output.Flush();
                if (_later is not { Count: > 0 } later)
                    return null;
                _later = null;
                return new Piece(sink.ToArray(), later);
            }
            finally
            {
                sink.Output.Dispose();
            }
        }

        public override void WriteEnd()
        {
            var sink = default(JsonSink);
            sink.Begin(writer._target, writer.Options.Profile);
            try
            {
                sink.StreamedEnd(_any, place.Depth);
                sink.Output.Flush();
            }
            finally
            {
                sink.Output.Dispose();
            }
        }
    }

    /// <summary>What sinks are emptied into.</summary>
    sealed class Receiver(JsonStreamWriter writer) : OutputReceiver
    {
        public override void Write(ReadOnlySpan<byte> bytes) => writer.Write(bytes);
    }
}
