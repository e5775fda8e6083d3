using System.Buffers;
using System.IO.Pipelines;
using Isomer.Wire;

namespace Isomer;

/// <summary>Streams, sequences and pipes. A value is read in one piece: its text is collected first, in rented memory.</summary>
public static partial class ContractJson
{
    /// <summary>The value of a UTF-8 text in pieces.</summary>
    public static T Deserialize<T>(in ReadOnlySequence<byte> payload, ContractJsonOptions? options = null)
    {
        if (payload.IsSingleSegment)
            return Deserialize<T>(payload.FirstSpan, options);
        using var whole = InputText.Copy(payload);
        return Deserialize<T>(whole.Bytes, options);
    }

    /// <summary>The value of a text, read to the stream's end.</summary>
    public static T Deserialize<T>(Stream input, ContractJsonOptions? options = null)
    {
        using var text = InputText.Read(input);
        return Deserialize<T>(text.Bytes, options);
    }

    /// <summary>The value of a text, read to the stream's end.</summary>
    public static async ValueTask<T> DeserializeAsync<T>(Stream input, ContractJsonOptions? options = null, CancellationToken cancellationToken = default)
    {
        using var text = await InputText.ReadAsync(input, cancellationToken).ConfigureAwait(false);
        return Deserialize<T>(text.Bytes, options);
    }

    /// <summary>The value of a UTF-8 text, read to the pipe's end, which stays uncompleted.</summary>
    public static async ValueTask<T> DeserializeAsync<T>(PipeReader input, ContractJsonOptions? options = null, CancellationToken cancellationToken = default)
    {
        using var text = await InputText.ReadAsync(input, cancellationToken).ConfigureAwait(false);
        return Deserialize<T>(text.Bytes, options);
    }

    /// <summary>The value of a UTF-8 text, as one of the declared type.</summary>
    public static async ValueTask<object?> DeserializeAsync(Stream input, Type type, ContractJsonOptions? options = null, CancellationToken cancellationToken = default)
    {
        using var text = await InputText.ReadAsync(input, cancellationToken).ConfigureAwait(false);
        return Deserialize(text.Bytes, type, options);
    }

    /// <summary>The value of a UTF-8 text, read to the pipe's end, as one of the declared type.</summary>
    public static async ValueTask<object?> DeserializeAsync(PipeReader input, Type type, ContractJsonOptions? options = null, CancellationToken cancellationToken = default)
    {
        using var text = await InputText.ReadAsync(input, cancellationToken).ConfigureAwait(false);
        return Deserialize(text.Bytes, type, options);
    }

    /// <summary>Writes the value as UTF-8 text. It is written to memory whole, then to the stream, so that no thread waits.</summary>
    public static async ValueTask SerializeAsync<T>(Stream output, T value, ContractJsonOptions? options = null, CancellationToken cancellationToken = default)
    {
        ArgumentNullException.ThrowIfNull(output);
        await output.WriteAsync(Serialize(value, options), cancellationToken).ConfigureAwait(false);
    }

    /// <summary>Writes the value as UTF-8 text and flushes the pipe.</summary>
    public static async ValueTask SerializeAsync<T>(PipeWriter output, T value, ContractJsonOptions? options = null, CancellationToken cancellationToken = default)
    {
        ArgumentNullException.ThrowIfNull(output);
        Serialize((IBufferWriter<byte>)output, value, options);
        await output.FlushAsync(cancellationToken).ConfigureAwait(false);
    }

    /// <summary>Writes the value, as one of the declared type, as UTF-8 text.</summary>
    public static async ValueTask SerializeAsync(Stream output, object? value, Type type, ContractJsonOptions? options = null, CancellationToken cancellationToken = default)
    {
        ArgumentNullException.ThrowIfNull(output);
        await output.WriteAsync(Serialize(value, type, options), cancellationToken).ConfigureAwait(false);
    }

    /// <summary>Writes the value, as one of the declared type, as UTF-8 text and flushes the pipe.</summary>
    public static async ValueTask SerializeAsync(PipeWriter output, object? value, Type type, ContractJsonOptions? options = null, CancellationToken cancellationToken = default)
    {
        ArgumentNullException.ThrowIfNull(output);
        Serialize((IBufferWriter<byte>)output, value, type, options);
        await output.FlushAsync(cancellationToken).ConfigureAwait(false);
    }
}
