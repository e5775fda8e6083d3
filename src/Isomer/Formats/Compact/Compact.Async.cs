using System.Buffers;
using System.IO.Pipelines;
using Isomer.Formats;
using Facade = Isomer.Calls.Facade<Isomer.Formats.CompactCalls, Isomer.CompactOptions>;

namespace Isomer;

/// <summary>Sequences, pipes, and streams without blocking. A payload is read in one piece, in rented memory.</summary>
public static partial class Compact
{
    /// <summary>The value of a payload in pieces.</summary>
    public static T Deserialize<T>(in ReadOnlySequence<byte> payload, CompactOptions? options = null) =>
        Facade.Deserialize<T>(in payload, options);

    /// <summary>The value of a stream, which is read to its end.</summary>
    public static ValueTask<T> DeserializeAsync<T>(Stream input, CompactOptions? options = null,
        CancellationToken cancellationToken = default) =>
        Facade.DeserializeAsync<T>(input, options, cancellationToken);

    /// <summary>The value of a stream, which is read to its end, as one of the declared type.</summary>
    public static ValueTask<object?> DeserializeAsync(Stream input, Type type, CompactOptions? options = null,
        CancellationToken cancellationToken = default) =>
        Facade.DeserializeAsync(input, type, options, cancellationToken);

    /// <summary>The value of a pipe, which is read to its end and stays uncompleted.</summary>
    public static ValueTask<T> DeserializeAsync<T>(PipeReader input, CompactOptions? options = null,
        CancellationToken cancellationToken = default) =>
        Facade.DeserializeAsync<T>(input, options, cancellationToken);

    /// <summary>The value of a pipe, which is read to its end, as one of the declared type.</summary>
    public static ValueTask<object?> DeserializeAsync(PipeReader input, Type type, CompactOptions? options = null,
        CancellationToken cancellationToken = default) =>
        Facade.DeserializeAsync(input, type, options, cancellationToken);

    /// <summary>Writes the value to a stream. The bytes are made first, then written, so that no thread waits.</summary>
    public static ValueTask SerializeAsync<T>(Stream output, T value, CompactOptions? options = null,
        CancellationToken cancellationToken = default) =>
        Facade.SerializeAsync<T>(output, value, options, cancellationToken);

    /// <summary>Writes the value, as one of the declared type, to a stream.</summary>
    public static ValueTask SerializeAsync(Stream output, object? value, Type type, CompactOptions? options = null,
        CancellationToken cancellationToken = default) =>
        Facade.SerializeAsync(output, value, type, options, cancellationToken);

    /// <summary>Writes the value and flushes the pipe.</summary>
    public static ValueTask SerializeAsync<T>(PipeWriter output, T value, CompactOptions? options = null,
        CancellationToken cancellationToken = default) =>
        Facade.SerializeAsync<T>(output, value, options, cancellationToken);

    /// <summary>Writes the value, as one of the declared type, and flushes the pipe.</summary>
    public static ValueTask SerializeAsync(PipeWriter output, object? value, Type type, CompactOptions? options = null,
        CancellationToken cancellationToken = default) =>
        Facade.SerializeAsync(output, value, type, options, cancellationToken);
}
