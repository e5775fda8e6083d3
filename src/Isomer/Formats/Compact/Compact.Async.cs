using System.Buffers;
using System.IO.Pipelines;
using Isomer.Formats;

namespace Isomer;

/// <summary>Sequences, pipes, and streams without blocking. A payload is read in one piece, in rented memory.</summary>
public static partial class Compact
{
    /// <summary>The value of a payload in pieces.</summary>
    public static T Deserialize<T>(in ReadOnlySequence<byte> payload, CompactOptions? options = null)
    {
        if (payload.IsSingleSegment)
            return Deserialize<T>(payload.FirstSpan, options);
        using var whole = new CompactInput(payload);
        return Deserialize<T>(whole.Span, options);
    }

    /// <summary>The value of a stream, which is read to its end.</summary>
    public static async ValueTask<T> DeserializeAsync<T>(Stream input, CompactOptions? options = null, CancellationToken cancellationToken = default)
    {
        ArgumentNullException.ThrowIfNull(input);
        using var payload = new CompactInput(input);
        await payload.ReadAllAsync(cancellationToken).ConfigureAwait(false);
        return Deserialize<T>(payload.Span, options);
    }

    /// <summary>The value of a stream, which is read to its end, as one of the declared type.</summary>
    public static async ValueTask<object?> DeserializeAsync(Stream input, Type type, CompactOptions? options = null, CancellationToken cancellationToken = default)
    {
        ArgumentNullException.ThrowIfNull(input);
        using var payload = new CompactInput(input);
        await payload.ReadAllAsync(cancellationToken).ConfigureAwait(false);
        return Deserialize(payload.Span, type, options);
    }

    /// <summary>The value of a pipe, which is read to its end and stays uncompleted.</summary>
    public static async ValueTask<T> DeserializeAsync<T>(PipeReader input, CompactOptions? options = null, CancellationToken cancellationToken = default)
    {
        using var payload = await ReadAllAsync(input, cancellationToken).ConfigureAwait(false);
        return Deserialize<T>(payload.Span, options);
    }

    /// <summary>The value of a pipe, which is read to its end, as one of the declared type.</summary>
    public static async ValueTask<object?> DeserializeAsync(PipeReader input, Type type, CompactOptions? options = null, CancellationToken cancellationToken = default)
    {
        using var payload = await ReadAllAsync(input, cancellationToken).ConfigureAwait(false);
        return Deserialize(payload.Span, type, options);
    }

    /// <summary>Writes the value to a stream. The bytes are made first, then written, so that no thread waits.</summary>
    public static async ValueTask SerializeAsync<T>(Stream output, T value, CompactOptions? options = null, CancellationToken cancellationToken = default)
    {
        ArgumentNullException.ThrowIfNull(output);
        await output.WriteAsync(Serialize(value, options), cancellationToken).ConfigureAwait(false);
    }

    /// <summary>Writes the value, as one of the declared type, to a stream.</summary>
    public static async ValueTask SerializeAsync(Stream output, object? value, Type type, CompactOptions? options = null, CancellationToken cancellationToken = default)
    {
        ArgumentNullException.ThrowIfNull(output);
        await output.WriteAsync(Serialize(value, type, options), cancellationToken).ConfigureAwait(false);
    }

    /// <summary>Writes the value and flushes the pipe.</summary>
    public static async ValueTask SerializeAsync<T>(PipeWriter output, T value, CompactOptions? options = null, CancellationToken cancellationToken = default)
    {
        ArgumentNullException.ThrowIfNull(output);
        Serialize((IBufferWriter<byte>)output, value, options);
        await output.FlushAsync(cancellationToken).ConfigureAwait(false);
    }

    /// <summary>Writes the value, as one of the declared type, and flushes the pipe.</summary>
    public static async ValueTask SerializeAsync(PipeWriter output, object? value, Type type, CompactOptions? options = null, CancellationToken cancellationToken = default)
    {
        ArgumentNullException.ThrowIfNull(output);
        Serialize((IBufferWriter<byte>)output, value, type, options);
        await output.FlushAsync(cancellationToken).ConfigureAwait(false);
    }

    static async ValueTask<CompactInput> ReadAllAsync(PipeReader input, CancellationToken cancellationToken)
    {
        ArgumentNullException.ThrowIfNull(input);
        while (true)
        {
            var result = await input.ReadAsync(cancellationToken).ConfigureAwait(false);
            if (result.IsCanceled)
                throw new OperationCanceledException("The pipe's pending read was cancelled.");
            if (result.IsCompleted)
            {
                var payload = new CompactInput(result.Buffer);
                input.AdvanceTo(result.Buffer.End);
                return payload;
            }
            input.AdvanceTo(result.Buffer.Start, result.Buffer.End);
        }
    }
}
