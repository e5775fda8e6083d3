using System.Buffers;
using System.IO.Pipelines;
using Isomer.Formats;
using Isomer.Wire;

namespace Isomer;

/// <summary>
/// Streams, sequences and pipes. From a stream a message is read field by field of its root, so that a long list in it does
/// not have to be held in bytes as a whole; asynchronously the bytes are collected first, in rented memory.
/// </summary>
public static partial class Protobuf
{
    /// <summary>The value of bytes in pieces.</summary>
    public static T Deserialize<T>(in ReadOnlySequence<byte> payload, ProtobufOptions? options = null)
    {
        if (payload.IsSingleSegment)
            return Deserialize<T>(payload.FirstSpan, options);
        using var whole = InputText.Copy(payload);
        return Deserialize<T>(whole.Bytes, options);
    }

    /// <summary>The value of the bytes up to the stream's end. Only one field of the root is held at a time.</summary>
    public static T Deserialize<T>(Stream input, ProtobufOptions? options = null)
    {
        ArgumentNullException.ThrowIfNull(input);
        options ??= ProtobufOptions.Default;
        var codec = ProtobufRoot.CodecOf<T>(options, out var root);
        using var window = new ProtobufInput(input);
        var source = default(ProtobufSource);
        source.Begin(window, options, root);
        Exception error;
        try
        {
            source.Begin();
            var value = codec.Read(ref source);
            source.Finish();
            return value;
        }
        catch (Exception e) when (ProtobufErrors.IsInputOfStream(e))
        {
            error = e;
        }
        finally
        {
            source.Release();
        }
        throw ProtobufErrors.Place(error, window.Window, source.Position, root, source.End, source.Depth, window);
    }

    /// <summary>The value of the bytes up to the stream's end.</summary>
    public static async ValueTask<T> DeserializeAsync<T>(Stream input, ProtobufOptions? options = null, CancellationToken cancellationToken = default)
    {
        using var whole = await InputText.ReadAsync(input, cancellationToken).ConfigureAwait(false);
        return Deserialize<T>(whole.Bytes, options);
    }

    /// <summary>The value of the bytes up to the pipe's end, which stays uncompleted.</summary>
    public static async ValueTask<T> DeserializeAsync<T>(PipeReader input, ProtobufOptions? options = null, CancellationToken cancellationToken = default)
    {
        using var whole = await InputText.ReadAsync(input, cancellationToken).ConfigureAwait(false);
        return Deserialize<T>(whole.Bytes, options);
    }

    /// <summary>The value of the bytes up to the stream's end, as one of the declared type.</summary>
    public static async ValueTask<object?> DeserializeAsync(Stream input, Type type, ProtobufOptions? options = null, CancellationToken cancellationToken = default)
    {
        using var whole = await InputText.ReadAsync(input, cancellationToken).ConfigureAwait(false);
        return Deserialize(whole.Bytes, type, options);
    }

    /// <summary>The value of the bytes up to the pipe's end, as one of the declared type.</summary>
    public static async ValueTask<object?> DeserializeAsync(PipeReader input, Type type, ProtobufOptions? options = null, CancellationToken cancellationToken = default)
    {
        using var whole = await InputText.ReadAsync(input, cancellationToken).ConfigureAwait(false);
        return Deserialize(whole.Bytes, type, options);
    }

    /// <summary>Writes the value: to memory first, then to the stream, so that no thread waits.</summary>
    public static async ValueTask SerializeAsync<T>(Stream output, T value, ProtobufOptions? options = null, CancellationToken cancellationToken = default)
    {
        ArgumentNullException.ThrowIfNull(output);
        await output.WriteAsync(Serialize(value, options), cancellationToken).ConfigureAwait(false);
    }

    /// <summary>Writes the value and flushes the pipe.</summary>
    public static async ValueTask SerializeAsync<T>(PipeWriter output, T value, ProtobufOptions? options = null, CancellationToken cancellationToken = default)
    {
        ArgumentNullException.ThrowIfNull(output);
        Serialize((IBufferWriter<byte>)output, value, options);
        await output.FlushAsync(cancellationToken).ConfigureAwait(false);
    }

    /// <summary>Writes the value, as one of the declared type.</summary>
    public static async ValueTask SerializeAsync(Stream output, object? value, Type type, ProtobufOptions? options = null, CancellationToken cancellationToken = default)
    {
        ArgumentNullException.ThrowIfNull(output);
        await output.WriteAsync(Serialize(value, type, options), cancellationToken).ConfigureAwait(false);
    }

    /// <summary>Writes the value, as one of the declared type, and flushes the pipe.</summary>
    public static async ValueTask SerializeAsync(PipeWriter output, object? value, Type type, ProtobufOptions? options = null, CancellationToken cancellationToken = default)
    {
        ArgumentNullException.ThrowIfNull(output);
        Serialize((IBufferWriter<byte>)output, value, type, options);
        await output.FlushAsync(cancellationToken).ConfigureAwait(false);
    }
}
