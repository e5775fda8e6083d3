using System.IO.Pipelines;
using System.Runtime.CompilerServices;
using Isomer.Formats;

namespace Isomer;

/// <summary>
/// Many values from one stream, in constant memory: only one item is held at a time. Its end is looked for first, then it
/// is read in one go. An error tells the place in the whole text and how many items were good.
/// </summary>
public static partial class Json
{
    /// <summary>The items of a top-level array.</summary>
    public static IAsyncEnumerable<T> ReadArrayAsync<T>(Stream input, JsonOptions? options = null,
        CancellationToken cancellationToken = default) =>
        ReadItemsAsync<T>(OpenReader(input), true, options ?? JsonOptions.Default, true, cancellationToken);

    /// <summary>The items of a top-level array. The pipe is read to its end and stays uncompleted.</summary>
    public static IAsyncEnumerable<T> ReadArrayAsync<T>(PipeReader input, JsonOptions? options = null,
        CancellationToken cancellationToken = default)
    {
        ArgumentNullException.ThrowIfNull(input);
        return ReadItemsAsync<T>(input, true, options ?? JsonOptions.Default, false, cancellationToken);
    }

    /// <summary>One value a line (NDJSON, JSON Lines); empty lines are passed over, the last needs no line end.</summary>
    public static IAsyncEnumerable<T> ReadLinesAsync<T>(Stream input, JsonOptions? options = null,
        CancellationToken cancellationToken = default) =>
        ReadItemsAsync<T>(OpenReader(input), false, options ?? JsonOptions.Default, true, cancellationToken);

    /// <summary>One value a line (NDJSON, JSON Lines). The pipe is read to its end and stays uncompleted.</summary>
    public static IAsyncEnumerable<T> ReadLinesAsync<T>(PipeReader input, JsonOptions? options = null,
        CancellationToken cancellationToken = default)
    {
        ArgumentNullException.ThrowIfNull(input);
        return ReadItemsAsync<T>(input, false, options ?? JsonOptions.Default, false, cancellationToken);
    }

    static PipeReader OpenReader(Stream input)
    {
        ArgumentNullException.ThrowIfNull(input);
        return PipeReader.Create(input, new StreamPipeReaderOptions(bufferSize: 1 << 16, leaveOpen: true));
    }

    static async IAsyncEnumerable<T> ReadItemsAsync<T>(PipeReader input, bool isArray, JsonOptions options, bool owned,
        [EnumeratorCancellation] CancellationToken cancellationToken)
    {
        var items = new JsonItems(options, isArray);
        try
        {
            while (true)
            {
                var result = await input.ReadAsync(cancellationToken).ConfigureAwait(false);
                if (result.IsCanceled)
                    throw new OperationCanceledException("The pipe's pending read was cancelled.");
                var rest = result.Buffer;
                var examined = rest.End;
                try
                {
                    while (items.TryTake<T>(ref rest, result.IsCompleted, out var item))
                    {
                        // If the caller stops here, what is behind this item stays in the pipe.
                        examined = rest.Start;
                        yield return item;
                        examined = result.Buffer.End;
                    }
                }
                finally
                {
                    input.AdvanceTo(rest.Start, examined);
                }
                if (result.IsCompleted)
                    yield break;
            }
        }
        finally
        {
            if (owned)
                await input.CompleteAsync().ConfigureAwait(false);
        }
    }
}
