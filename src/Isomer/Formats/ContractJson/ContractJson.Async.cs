using System.Buffers;
using System.IO.Pipelines;
using Facade = Isomer.Calls.Facade<Isomer.Formats.ContractJsonCalls, Isomer.ContractJsonOptions>;

namespace Isomer;

/// <summary>Streams, sequences and pipes. A value is read in one piece: its text is collected first, in rented memory.</summary>
public static partial class ContractJson
{
    /// <summary>The value of a UTF-8 text in pieces.</summary>
    public static T Deserialize<T>(in ReadOnlySequence<byte> payload, ContractJsonOptions? options = null) =>
        Facade.Deserialize<T>(in payload, options);

    /// <summary>The value of a text, read to the stream's end.</summary>
    public static T Deserialize<T>(Stream input, ContractJsonOptions? options = null) => Facade.Deserialize<T>(input, options);

    /// <summary>The value of a text, read to the stream's end.</summary>
    public static ValueTask<T> DeserializeAsync<T>(Stream input, ContractJsonOptions? options = null,
        CancellationToken cancellationToken = default) =>
        Facade.DeserializeAsync<T>(input, options, cancellationToken);

    /// <summary>The value of a UTF-8 text, read to the pipe's end, which stays uncompleted.</summary>
    public static ValueTask<T> DeserializeAsync<T>(PipeReader input, ContractJsonOptions? options = null,
        CancellationToken cancellationToken = default) =>
        Facade.DeserializeAsync<T>(input, options, cancellationToken);

    /// <summary>The value of a UTF-8 text, as one of the declared type.</summary>
    public static ValueTask<object?> DeserializeAsync(Stream input, Type type, ContractJsonOptions? options = null,
        CancellationToken cancellationToken = default) =>
        Facade.DeserializeAsync(input, type, options, cancellationToken);

    /// <summary>The value of a UTF-8 text, read to the pipe's end, as one of the declared type.</summary>
    public static ValueTask<object?> DeserializeAsync(PipeReader input, Type type, ContractJsonOptions? options = null,
        CancellationToken cancellationToken = default) =>
        Facade.DeserializeAsync(input, type, options, cancellationToken);

    /// <summary>Writes the value as UTF-8 text. It is written to memory whole, then to the stream, so that no thread waits.</summary>
    public static ValueTask SerializeAsync<T>(Stream output, T value, ContractJsonOptions? options = null,
        CancellationToken cancellationToken = default) =>
        Facade.SerializeAsync<T>(output, value, options, cancellationToken);

    /// <summary>Writes the value as UTF-8 text and flushes the pipe.</summary>
    public static ValueTask SerializeAsync<T>(PipeWriter output, T value, ContractJsonOptions? options = null,
        CancellationToken cancellationToken = default) =>
        Facade.SerializeAsync<T>(output, value, options, cancellationToken);

    /// <summary>Writes the value, as one of the declared type, as UTF-8 text.</summary>
    public static ValueTask SerializeAsync(Stream output, object? value, Type type, ContractJsonOptions? options = null,
        CancellationToken cancellationToken = default) =>
        Facade.SerializeAsync(output, value, type, options, cancellationToken);

    /// <summary>Writes the value, as one of the declared type, as UTF-8 text and flushes the pipe.</summary>
    public static ValueTask SerializeAsync(PipeWriter output, object? value, Type type, ContractJsonOptions? options = null,
        CancellationToken cancellationToken = default) =>
        Facade.SerializeAsync(output, value, type, options, cancellationToken);
}
