using System.IO.Pipelines;
using Isomer.Shapes;
using Isomer.Wire;

namespace Isomer;

/// <summary>
/// Many values to one stream, in constant memory. What has been written is sent when it fills a buffer, and before waiting
/// for the next item. With <see cref="References.Preserve"/> each item keeps its own references.
/// </summary>
public static partial class Json
{
    const int ItemsBuffer = 1 << 16;

    /// <summary>Writes a top-level array, the same text as that of a list of the items.</summary>
    public static Task WriteArrayAsync<T>(Stream output, IAsyncEnumerable<T> items, JsonOptions? options = null, CancellationToken cancellationToken = default) =>
        WriteItemsAsync(OpenWriter(output), items, true, options, true, cancellationToken);

    /// <summary>Writes a top-level array, the same text as that of a list of the items.</summary>
    public static Task WriteArrayAsync<T>(Stream output, IEnumerable<T> items, JsonOptions? options = null, CancellationToken cancellationToken = default) =>
        WriteItemsAsync(OpenWriter(output), ToAsync(items), true, options, true, cancellationToken);

    /// <summary>Writes a top-level array. The pipe is flushed and stays uncompleted.</summary>
    public static Task WriteArrayAsync<T>(PipeWriter output, IAsyncEnumerable<T> items, JsonOptions? options = null, CancellationToken cancellationToken = default) =>
        WriteItemsAsync(output, items, true, options, false, cancellationToken);

    /// <summary>Writes one value a line (NDJSON, JSON Lines), each ended by LF; never indented.</summary>
    public static Task WriteLinesAsync<T>(Stream output, IAsyncEnumerable<T> items, JsonOptions? options = null, CancellationToken cancellationToken = default) =>
        WriteItemsAsync(OpenWriter(output), items, false, options, true, cancellationToken);

    /// <summary>Writes one value a line (NDJSON, JSON Lines), each ended by LF; never indented.</summary>
    public static Task WriteLinesAsync<T>(Stream output, IEnumerable<T> items, JsonOptions? options = null, CancellationToken cancellationToken = default) =>
        WriteItemsAsync(OpenWriter(output), ToAsync(items), false, options, true, cancellationToken);

    /// <summary>Writes one value a line (NDJSON, JSON Lines). The pipe is flushed and stays uncompleted.</summary>
    public static Task WriteLinesAsync<T>(PipeWriter output, IAsyncEnumerable<T> items, JsonOptions? options = null, CancellationToken cancellationToken = default) =>
        WriteItemsAsync(output, items, false, options, false, cancellationToken);

    static PipeWriter OpenWriter(Stream output)
    {
        ArgumentNullException.ThrowIfNull(output);
        return PipeWriter.Create(output, new StreamPipeWriterOptions(minimumBufferSize: ItemsBuffer, leaveOpen: true));
    }

    static async Task WriteItemsAsync<T>(PipeWriter output, IAsyncEnumerable<T> items, bool isArray, JsonOptions? options, bool owned, CancellationToken cancellationToken)
    {
        ArgumentNullException.ThrowIfNull(output);
        ArgumentNullException.ThrowIfNull(items);
        options ??= JsonOptions.Default;
        if (!isArray && options.Indented)
            options = options with { Indented = false };
        bool any = false;
        long unsent = 0;
        Exception? failure = null;
        try
        {
            var enumerator = items.GetAsyncEnumerator(cancellationToken);
            await using var disposal = enumerator.ConfigureAwait(false);
            while (true)
            {
                var next = enumerator.MoveNextAsync();
                if (unsent > 0 && (unsent >= ItemsBuffer || !next.IsCompleted))
                {
                    await output.FlushAsync(cancellationToken).ConfigureAwait(false);
                    unsent = 0;
                }
                if (!await next.ConfigureAwait(false))
                    break;
                unsent += WriteItem(output, enumerator.Current, isArray, !any, options);
                any = true;
            }
            if (isArray)
                WriteEnd(output, any, options);
            await output.FlushAsync(cancellationToken).ConfigureAwait(false);
        }
        catch (Exception e)
        {
            failure = e;
            throw;
        }
        finally
        {
            if (owned)
                await output.CompleteAsync(failure).ConfigureAwait(false);
        }
    }

    static long WriteItem<T>(PipeWriter output, T item, bool isArray, bool first, JsonOptions options)
    {
        var counter = new CountingTarget(output);
        var sink = default(JsonSink);
        sink.Begin(counter, options.Profile);
        try
        {
            if (isArray)
                sink.StreamedItem(first);
            if (options.IsSentWhole)
                sink.Output.Write(Serialize(item, options));
            else
                Codecs<JsonSink, JsonSource>.Of<T>(options.Convention).Write(ref sink, item);
            if (!isArray)
                sink.Output.Put((byte)'\n');
            sink.Output.Flush();
            return counter.Count;
        }
        finally
        {
            sink.Output.Dispose();
        }
    }

    static void WriteEnd(PipeWriter output, bool any, JsonOptions options)
    {
        var sink = default(JsonSink);
        sink.Begin(BufferWriterTarget.Of(output), options.Profile);
        try
        {
            sink.StreamedEnd(any);
            sink.Output.Flush();
        }
        finally
        {
            sink.Output.Dispose();
        }
    }

#pragma warning disable CS1998 // no item needs waiting for
    static async IAsyncEnumerable<T> ToAsync<T>(IEnumerable<T> items)
    {
        foreach (var item in items)
            yield return item;
    }
#pragma warning restore CS1998

    sealed class CountingTarget(PipeWriter output) : OutputTarget
    {
        public long Count { get; private set; }

        public override void Write(ReadOnlySpan<byte> bytes)
        {
            bytes.CopyTo(output.GetSpan(bytes.Length));
            output.Advance(bytes.Length);
            Count += bytes.Length;
        }
    }
}
