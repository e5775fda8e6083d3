using System.IO.Pipelines;
using System.Runtime.CompilerServices;
using Isomer.Calls;
using Isomer.Formats;

namespace Isomer;

/// <summary>
/// Many values in one stream, in constant memory. With <see cref="ProtobufPrefix.Base128"/> and field 1, the default, the
/// stream is byte for byte one message with a repeated field 1: it can be read as such, and such a message as a stream.
/// </summary>
public static partial class Protobuf
{
    const int ItemsBuffer = 1 << 16;

    /// <summary>Writes each value with its length before it.</summary>
    public static void WriteItems<T>(Stream output, IEnumerable<T> items, ProtobufPrefix prefix = ProtobufPrefix.Base128, int field = 1,
        ProtobufOptions? options = null)
    {
        ArgumentNullException.ThrowIfNull(output);
        ArgumentNullException.ThrowIfNull(items);
        var writer = PipeWriter.Create(output, new StreamPipeWriterOptions(minimumBufferSize: ItemsBuffer, leaveOpen: true));
        foreach (var item in items)
        {
            SerializeWithPrefix(writer, NotNull(item), prefix, field, options);
            if (writer.UnflushedBytes >= ItemsBuffer)
                Flush(writer);
        }
        Flush(writer);
        writer.Complete();

        static void Flush(PipeWriter writer)
        {
            // Its result is asked for also where it has come: a stream that failed at once says so there.
            writer.FlushAsync().AsTask().GetAwaiter().GetResult();
        }
    }

    /// <summary>Writes each value, as it comes, with its length before it.</summary>
    public static async Task WriteItemsAsync<T>(Stream output, IAsyncEnumerable<T> items, ProtobufPrefix prefix = ProtobufPrefix.Base128,
        int field = 1, ProtobufOptions? options = null, CancellationToken cancellationToken = default)
    {
        ArgumentNullException.ThrowIfNull(output);
        ArgumentNullException.ThrowIfNull(items);
        var writer = PipeWriter.Create(output, new StreamPipeWriterOptions(minimumBufferSize: ItemsBuffer, leaveOpen: true));
        await foreach (var item in items.WithCancellation(cancellationToken).ConfigureAwait(false))
        {
            SerializeWithPrefix(writer, NotNull(item), prefix, field, options);
            if (writer.UnflushedBytes >= ItemsBuffer)
                await writer.FlushAsync(cancellationToken).ConfigureAwait(false);
        }
        await writer.FlushAsync(cancellationToken).ConfigureAwait(false);
        await writer.CompleteAsync().ConfigureAwait(false);
    }

    /// <summary>As in a repeated field, whose bytes these are: read back, an item of no bytes is an object.</summary>
    static T NotNull<T>(T item) => item is not null ? item
        : throw new NotSupportedException(
            $"A null among the items of '{typeof(T)}' has no form in protobuf: it would come back as an empty message. Take it out.");

    /// <summary>The values of the stream, each read when it is asked for; those of other field numbers are passed over.</summary>
    public static IEnumerable<T> ReadItems<T>(Stream input, ProtobufPrefix prefix = ProtobufPrefix.Base128, int field = 1,
        ProtobufOptions? options = null)
    {
        ArgumentNullException.ThrowIfNull(input);
        var ahead = new ReadAhead(input);
        return Read();

        IEnumerable<T> Read()
        {
            ahead.Begin();
            using var items = new ProtobufItems(input, prefix, options ?? ProtobufOptions.Default, field > 0, readsAhead: true);
            try
            {
                while (items.Next(out int number))
                {
                    if (number == field || prefix != ProtobufPrefix.Base128)
                        yield return items.Read<T>();
                    else
                        items.Skip();
                }
            }
            finally
            {
                ahead.End(items.Unread);
            }
        }
    }

    /// <summary>Values of several types, by their field numbers; those of numbers without a type are passed over.</summary>
    public static IEnumerable<object> ReadItems(Stream input, Func<int, Type?> typeOf, ProtobufPrefix prefix = ProtobufPrefix.Base128,
        ProtobufOptions? options = null)
    {
        ArgumentNullException.ThrowIfNull(input);
        ArgumentNullException.ThrowIfNull(typeOf);
        var ahead = new ReadAhead(input);
        return Read();

        IEnumerable<object> Read()
        {
            ahead.Begin();
            using var items = new ProtobufItems(input, prefix, options ?? ProtobufOptions.Default, hasField: true, readsAhead: true);
            try
            {
                while (items.Next(out int number))
                {
                    if (typeOf(number) is { } type)
                        yield return items.Read(type)!;
                    else
                        items.Skip();
                }
            }
            finally
            {
                ahead.End(items.Unread);
            }
        }
    }

    /// <summary>The values of the stream as they come; those of other field numbers are passed over.</summary>
    public static IAsyncEnumerable<T> ReadItemsAsync<T>(Stream input, ProtobufPrefix prefix = ProtobufPrefix.Base128, int field = 1,
        ProtobufOptions? options = null, CancellationToken cancellationToken = default)
    {
        ArgumentNullException.ThrowIfNull(input);
        return ReadItemsAsync<T>(input, new ReadAhead(input), prefix, field, options ?? ProtobufOptions.Default, cancellationToken);
    }

    static async IAsyncEnumerable<T> ReadItemsAsync<T>(Stream input, ReadAhead ahead, ProtobufPrefix prefix, int field,
        ProtobufOptions options, [EnumeratorCancellation] CancellationToken cancellationToken)
    {
        ahead.Begin();
        long unread = 0;
        var reader = PipeReader.Create(input, new StreamPipeReaderOptions(bufferSize: ItemsBuffer, leaveOpen: true));
        var items = new ProtobufPipeItems(prefix, field, options);
        try
        {
            while (true)
            {
                var result = await reader.ReadAsync(cancellationToken).ConfigureAwait(false);
                var rest = result.Buffer;
                var examined = rest.End;
                try
                {
                    while (items.TryTake<T>(ref rest, result.IsCompleted, out var value))
                    {
                        // If the caller stops here, what is behind this value has not been looked at.
                        examined = rest.Start;
                        yield return value;
                        examined = result.Buffer.End;
                    }
                }
                finally
                {
                    unread = rest.Length;
                    reader.AdvanceTo(rest.Start, examined);
                }
                if (result.IsCompleted)
                    yield break;
            }
        }
        finally
        {
            await reader.CompleteAsync().ConfigureAwait(false);
            ahead.End(unread);
        }
    }
}
