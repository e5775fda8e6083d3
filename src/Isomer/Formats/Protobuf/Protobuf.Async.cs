using System.Buffers;
using System.IO.Pipelines;
using Isomer.Formats;
using Facade = Isomer.Calls.Facade<Isomer.Formats.ProtobufCalls, Isomer.ProtobufOptions>;

namespace Isomer;

/// <summary>
/// Streams, sequences and pipes. From a stream a message is read field by field of its root, so that a long list in it does
/// not have to be held in bytes as a whole; asynchronously the bytes are collected first, in rented memory.
/// </summary>
public static partial class Protobuf
{
    /// <summary>The value of bytes in pieces.</summary>
    public static T Deserialize<T>(in ReadOnlySequence<byte> payload, ProtobufOptions? options = null) =>
        Facade.Deserialize<T>(in payload, options);

    /// <summary>The value of the bytes up to the stream's end. Only one field of the root is held at a time.</summary>
    public static T Deserialize<T>(Stream input, ProtobufOptions? options = null) => ProtobufCalls.Read<T>(input, options);

    /// <summary>The value of the bytes up to the stream's end.</summary>
    public static ValueTask<T> DeserializeAsync<T>(Stream input, ProtobufOptions? options = null,
        CancellationToken cancellationToken = default) =>
        Facade.DeserializeAsync<T>(input, options, cancellationToken);

    /// <summary>The value of the bytes up to the pipe's end, which stays uncompleted.</summary>
    public static ValueTask<T> DeserializeAsync<T>(PipeReader input, ProtobufOptions? options = null,
        CancellationToken cancellationToken = default) =>
        Facade.DeserializeAsync<T>(input, options, cancellationToken);

    /// <summary>The value of the bytes up to the stream's end, as one of the declared type.</summary>
    public static ValueTask<object?> DeserializeAsync(Stream input, Type type, ProtobufOptions? options = null,
        CancellationToken cancellationToken = default) =>
        Facade.DeserializeAsync(input, type, options, cancellationToken);

    /// <summary>The value of the bytes up to the pipe's end, as one of the declared type.</summary>
    public static ValueTask<object?> DeserializeAsync(PipeReader input, Type type, ProtobufOptions? options = null,
        CancellationToken cancellationToken = default) =>
        Facade.DeserializeAsync(input, type, options, cancellationToken);

    /// <summary>Writes the value: to memory first, then to the stream, so that no thread waits.</summary>
    public static ValueTask SerializeAsync<T>(Stream output, T value, ProtobufOptions? options = null,
        CancellationToken cancellationToken = default) =>
        Facade.SerializeAsync<T>(output, value, options, cancellationToken);

    /// <summary>Writes the value and flushes the pipe.</summary>
    public static ValueTask SerializeAsync<T>(PipeWriter output, T value, ProtobufOptions? options = null,
        CancellationToken cancellationToken = default) =>
        Facade.SerializeAsync<T>(output, value, options, cancellationToken);

    /// <summary>Writes the value, as one of the declared type.</summary>
    public static ValueTask SerializeAsync(Stream output, object? value, Type type, ProtobufOptions? options = null,
        CancellationToken cancellationToken = default) =>
        Facade.SerializeAsync(output, value, type, options, cancellationToken);

    /// <summary>Writes the value, as one of the declared type, and flushes the pipe.</summary>
    public static ValueTask SerializeAsync(PipeWriter output, object? value, Type type, ProtobufOptions? options = null,
        CancellationToken cancellationToken = default) =>
        Facade.SerializeAsync(output, value, type, options, cancellationToken);
}
