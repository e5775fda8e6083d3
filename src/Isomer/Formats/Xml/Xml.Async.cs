using System.Buffers;
using System.IO.Pipelines;
using Facade = Isomer.Calls.Facade<Isomer.Formats.XmlCalls, Isomer.XmlOptions>;

namespace Isomer;

/// <summary>Streams, sequences and pipes. A document is read in one piece: it is collected first, in rented memory.</summary>
public static partial class Xml
{
    /// <summary>The value of a document in pieces.</summary>
    public static T Deserialize<T>(in ReadOnlySequence<byte> payload, XmlOptions? options = null) =>
        Facade.Deserialize<T>(in payload, options);

    /// <summary>The value of a document, read to the stream's end.</summary>
    public static T Deserialize<T>(Stream input, XmlOptions? options = null) => Facade.Deserialize<T>(input, options);

    /// <summary>The value of a document, read to the stream's end.</summary>
    public static ValueTask<T> DeserializeAsync<T>(Stream input, XmlOptions? options = null,
        CancellationToken cancellationToken = default) =>
        Facade.DeserializeAsync<T>(input, options, cancellationToken);

    /// <summary>The value of a document, read to the pipe's end, which stays uncompleted.</summary>
    public static ValueTask<T> DeserializeAsync<T>(PipeReader input, XmlOptions? options = null,
        CancellationToken cancellationToken = default) =>
        Facade.DeserializeAsync<T>(input, options, cancellationToken);

    /// <summary>The value of a document, as one of the declared type.</summary>
    public static ValueTask<object?> DeserializeAsync(Stream input, Type type, XmlOptions? options = null,
        CancellationToken cancellationToken = default) =>
        Facade.DeserializeAsync(input, type, options, cancellationToken);

    /// <summary>The value of a document, read to the pipe's end, as one of the declared type.</summary>
    public static ValueTask<object?> DeserializeAsync(PipeReader input, Type type, XmlOptions? options = null,
        CancellationToken cancellationToken = default) =>
        Facade.DeserializeAsync(input, type, options, cancellationToken);

    /// <summary>Writes the value as a document. It is written to memory whole, then to the stream, so that no thread waits.</summary>
    public static ValueTask SerializeAsync<T>(Stream output, T value, XmlOptions? options = null,
        CancellationToken cancellationToken = default) =>
        Facade.SerializeAsync<T>(output, value, options, cancellationToken);

    /// <summary>Writes the value as a document and flushes the pipe.</summary>
    public static ValueTask SerializeAsync<T>(PipeWriter output, T value, XmlOptions? options = null,
        CancellationToken cancellationToken = default) =>
        Facade.SerializeAsync<T>(output, value, options, cancellationToken);

    /// <summary>Writes the value, as one of the declared type, as a document.</summary>
    public static ValueTask SerializeAsync(Stream output, object? value, Type type, XmlOptions? options = null,
        CancellationToken cancellationToken = default) =>
        Facade.SerializeAsync(output, value, type, options, cancellationToken);

    /// <summary>Writes the value, as one of the declared type, as a document and flushes the pipe.</summary>
    public static ValueTask SerializeAsync(PipeWriter output, object? value, Type type, XmlOptions? options = null,
        CancellationToken cancellationToken = default) =>
        Facade.SerializeAsync(output, value, type, options, cancellationToken);
}
