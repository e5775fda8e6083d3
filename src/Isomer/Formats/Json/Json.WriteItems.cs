using System.IO.Pipelines;
using Isomer.Formats;

namespace Isomer;

/// <summary>
/// Many values to one stream, in constant memory. What has been written is sent when it fills a buffer, and before waiting
/// for the next item. With <see cref="References.Preserve"/> each item keeps its own references.
/// </summary>
public static partial class Json
{
    const int ItemsBuffer = 1 << 16;

    /// <summary>Writes a top-level array, the same text as that of a list of the items.</summary>
    public static Task WriteArrayAsync<T>(Stream output, IAsyncEnumerable<T> items, JsonOptions? options = null,
        CancellationToken cancellationToken = default) =>
        WriteItemsAsync(OpenWriter(output), items, true, options, true, cancellationToken);

    /// <summary>Writes a top-level array, the same text as that of a list of the items.</summary>
    public static Task WriteArrayAsync<T>(Stream output, IEnumerable<T> items, JsonOptions? options = null,
        CancellationToken cancellationToken = default) =>
        WriteItemsAsync(OpenWriter(output), ToAsync(items), true, options, true, cancellationToken);

    /// <summary>Writes a top-level array. The pipe is flushed and stays uncompleted.</summary>
    public static Task WriteArrayAsync<T>(PipeWriter output, IAsyncEnumerable<T> items, JsonOptions? options = null,
        CancellationToken cancellationToken = default) =>
        WriteItemsAsync(output, items, true, options, false, cancellationToken);

    /// <summary>Writes one value a line (NDJSON, JSON Lines), each ended by LF; never indented.</summary>
    public static Task WriteLinesAsync<T>(Stream output, IAsyncEnumerable<T> items, JsonOptions? options = null,
        CancellationToken cancellationToken = default) =>
        WriteItemsAsync(OpenWriter(output), items, false, options, true, cancellationToken);

    /// <summary>Writes one value a line (NDJSON, JSON Lines), each ended by LF; never indented.</summary>
    public static Task WriteLinesAsync<T>(Stream output, IEnumerable<T> items, JsonOptions? options = null,
        CancellationToken cancellationToken = default) =>
        WriteItemsAsync(OpenWriter(output), ToAsync(items), false, options, true, cancellationToken);

    /// <summary>Writes one value a line (NDJSON, JSON Lines). The pipe is flushed and stays uncompleted.</summary>
    public static Task WriteLinesAsync<T>(PipeWriter output, IAsyncEnumerable<T> items, JsonOptions? options = null,
        CancellationToken cancellationToken = default) =>
        WriteItemsAsync(output, items, false, options, false, cancellationToken);

    static PipeWriter OpenWriter(Stream output)
    {
        ArgumentNullException.ThrowIfNull(output);
        return PipeWriter.Create(output, new StreamPipeWriterOptions(minimumBufferSize: ItemsBuffer, leaveOpen: true));
    }

    static async Task WriteItemsAsync<T>(PipeWriter output, IAsyncEnumerable<T> items, bool isArray, JsonOptions? options, bool owned,
        CancellationToken cancellationToken)
    {
        ArgumentNullException.ThrowIfNull(output);
        ArgumentNullException.ThrowIfNull(items);
        options ??= JsonOptions.Default;
        if (!isArray && options.Indented)
            options = options with { Indented = false };
        Exception? failure = null;
        try
        {
            var writer = new JsonStreamWriter(output, options, cancellationToken);
            await (isArray ? writer.WriteArrayAsync(items) : writer.WriteLinesAsync(items)).ConfigureAwait(false);
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

#pragma warning disable CS1998 // no item needs waiting for
    static async IAsyncEnumerable<T> ToAsync<T>(IEnumerable<T> items)
    {
        foreach (var item in items)
            yield return item;
    }
#pragma warning restore CS1998
}
