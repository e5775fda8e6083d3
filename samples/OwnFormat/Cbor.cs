using System.Buffers;
using System.IO.Pipelines;

namespace OwnFormat;

/// <summary>
/// CBOR, the binary JSON of RFC 8949: deterministic bytes, shortest numbers, tags for dates (0, 1), big numbers (2, 3), decimals (4), Guids
/// (37), subtypes (27) and references (28, 29). A format outside of Isomer, by its public surface alone.
/// </summary>
/// <example>
/// <code>
/// byte[] bytes = Cbor.Serialize(order);
/// Order back = Cbor.Deserialize&lt;Order&gt;(bytes);
/// </code>
/// </example>
public static class Cbor
{
    /// <summary>The handle, with default options.</summary>
    public static Format Format => s_format;

    static readonly CborFormat s_format = new(CborOptions.Default);

    static CborFormat Of(CborOptions? options) => options is null ? s_format : new CborFormat(options);

    /// <summary>The value as bytes.</summary>
    public static byte[] Serialize<T>(T value, CborOptions? options = null) => Of(options).Serialize(value);
    public static byte[] Serialize(object? value, Type type, CborOptions? options = null) => Of(options).Serialize(value, type);

    /// <summary>Writes the value.</summary>
    public static void Serialize<T>(IBufferWriter<byte> output, T value, CborOptions? options = null) =>
        Of(options).Serialize(output, value);
    public static void Serialize(IBufferWriter<byte> output, object? value, Type type, CborOptions? options = null) =>
        Of(options).Serialize(output, value, type);

    /// <summary>Writes the value.</summary>
    public static void Serialize<T>(Stream output, T value, CborOptions? options = null) => Of(options).Serialize(output, value);
    public static void Serialize(Stream output, object? value, Type type, CborOptions? options = null) =>
        Of(options).Serialize(output, value, type);

    /// <summary>Writes the value, without blocking a thread.</summary>
    public static ValueTask SerializeAsync<T>(Stream output, T value, CborOptions? options = null,
        CancellationToken cancellationToken = default) =>
        Of(options).SerializeAsync(output, value, cancellationToken);
    public static ValueTask SerializeAsync(Stream output, object? value, Type type, CborOptions? options = null,
        CancellationToken cancellationToken = default) =>
        Of(options).SerializeAsync(output, value, type, cancellationToken);

    /// <summary>Writes the value, and flushes the pipe.</summary>
    public static ValueTask SerializeAsync<T>(PipeWriter output, T value, CborOptions? options = null,
        CancellationToken cancellationToken = default) =>
        Of(options).SerializeAsync(output, value, cancellationToken);
    public static ValueTask SerializeAsync(PipeWriter output, object? value, Type type, CborOptions? options = null,
        CancellationToken cancellationToken = default) =>
        Of(options).SerializeAsync(output, value, type, cancellationToken);

    /// <summary>The value of the bytes.</summary>
    public static T Deserialize<T>(ReadOnlySpan<byte> payload, CborOptions? options = null) => Of(options).Deserialize<T>(payload);
    public static object? Deserialize(ReadOnlySpan<byte> payload, Type type, CborOptions? options = null) =>
        Of(options).Deserialize(payload, type);

    /// <summary>The value of bytes in pieces.</summary>
    public static T Deserialize<T>(in ReadOnlySequence<byte> payload, CborOptions? options = null) =>
        Of(options).Deserialize<T>(in payload);
    public static object? Deserialize(in ReadOnlySequence<byte> payload, Type type, CborOptions? options = null) =>
        Of(options).Deserialize(in payload, type);

    /// <summary>The value of a stream, which is read to its end.</summary>
    public static T Deserialize<T>(Stream input, CborOptions? options = null) => Of(options).Deserialize<T>(input);
    public static object? Deserialize(Stream input, Type type, CborOptions? options = null) => Of(options).Deserialize(input, type);

    /// <summary>The value of a stream, without blocking a thread.</summary>
    public static ValueTask<T> DeserializeAsync<T>(Stream input, CborOptions? options = null,
        CancellationToken cancellationToken = default) =>
        Of(options).DeserializeAsync<T>(input, cancellationToken);
    public static ValueTask<object?> DeserializeAsync(Stream input, Type type, CborOptions? options = null,
        CancellationToken cancellationToken = default) =>
        Of(options).DeserializeAsync(input, type, cancellationToken);

    /// <summary>The value of a pipe, which is read to its end.</summary>
    public static ValueTask<T> DeserializeAsync<T>(PipeReader input, CborOptions? options = null,
        CancellationToken cancellationToken = default) =>
        Of(options).DeserializeAsync<T>(input, cancellationToken);
    public static ValueTask<object?> DeserializeAsync(PipeReader input, Type type, CborOptions? options = null,
        CancellationToken cancellationToken = default) =>
        Of(options).DeserializeAsync(input, type, cancellationToken);

    /// <summary>Reads into an object that exists.</summary>
    public static T Fill<T>(T target, ReadOnlySpan<byte> payload, CborOptions? options = null) => Of(options).Fill(target, payload);

    /// <summary>A payload without a type.</summary>
    public static Node? ParseNode(ReadOnlySpan<byte> payload, CborOptions? options = null) => Of(options).Deserialize<Node?>(payload);
}
