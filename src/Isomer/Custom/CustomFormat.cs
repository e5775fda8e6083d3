using System.Buffers;
using System.Diagnostics.CodeAnalysis;
using System.IO.Pipelines;
using Isomer.Calls;
using Isomer.Model;
using Isomer.Wire;

namespace Isomer.Custom;

/// <summary>
/// A format of your own, under one set of its options: all 21 ways of calling, with the rules that all formats have. Derive from
/// <see cref="ClassFormat{TOptions}"/> (a writer and a reader that are classes) or <see cref="StructFormat{TOptions, TSink, TSource}"/>
/// (the fastest code). docs/own-format.md goes from nothing to a format that is tested.
/// </summary>
/// <remarks>
/// A facade is a static class whose methods forward, each in one line: <c>public static byte[] Serialize&lt;T&gt;(T value, CborOptions?
/// options = null) => Of(options).Serialize(value);</c>. <see cref="Format.Register"/> makes the format known by its name.
/// </remarks>
/// <typeparam name="TOptions">The options of the format: immutable, or a payload in flight would change under them.</typeparam>
[RequiresUnreferencedCode(Trimming.Members), RequiresDynamicCode(Trimming.Code)]
public abstract class CustomFormat<TOptions> : Format
    where TOptions : class
{
    private protected CustomFormat(TOptions options)
    {
        ArgumentNullException.ThrowIfNull(options);
        Options = options;
    }

    /// <summary>The options of this format.</summary>
    protected TOptions Options { get; }

    /// <summary>
    /// How types are seen under the options. The same object each time: its models are kept in it. Of an original's convention
    /// (<see cref="Isomer.Convention.DataContract"/>, <see cref="Isomer.Convention.FastJson"/>) it is what <see cref="Json"/> and
    /// <see cref="Compact"/> see of it, who lose nothing that the original loses.
    /// </summary>
    protected abstract Convention Convention { get; }

    /// <summary>What a payload may cost under the options.</summary>
    protected virtual Limits Limits => Limits.Default;

    /// <summary>
    /// Whether what was written is gone back to (<see cref="FormatOutput.Written"/>): then nothing goes to a stream before the end.
    /// </summary>
    protected internal virtual bool WritesBack => false;

    /// <summary>The format under other options; null are its defaults.</summary>
    protected abstract CustomFormat<TOptions> Of(TOptions? options);

    /// <inheritdoc/>
    public sealed override Format With(object? options) => options is null or TOptions ? Of((TOptions?)options)
        : throw new ArgumentException($"{Name} takes options of type '{typeof(TOptions)}', not a '{options.GetType()}'.", nameof(options));

    /// <summary>A format of a program's own is no original's: it sees what Json and Compact see.</summary>
    internal Convention Sees => Convention.OfOwn;

    internal Limits Allows => Limits;

    internal abstract byte[]? Write<T>(OutputTarget target, T value);

    internal abstract byte[]? Write(OutputTarget target, object? value, Type type);

    internal abstract T Read<T>(ReadOnlySpan<byte> payload);

    internal abstract object? Read(ReadOnlySpan<byte> payload, Type type);

    internal abstract T FillCore<T>(T target, ReadOnlySpan<byte> payload);

    /// <inheritdoc/>
    public sealed override byte[] Serialize<T>(T value) => Facade<CustomCalls<TOptions>, CustomFormat<TOptions>>.Serialize(value, this);

    /// <inheritdoc/>
    public sealed override byte[] Serialize(object? value, Type type) =>
        Facade<CustomCalls<TOptions>, CustomFormat<TOptions>>.Serialize(value, type, this);

    /// <inheritdoc/>
    public sealed override void Serialize<T>(IBufferWriter<byte> output, T value) =>
        Facade<CustomCalls<TOptions>, CustomFormat<TOptions>>.Serialize(output, value, this);

    /// <summary>Writes the value, as one of the declared type.</summary>
    public sealed override void Serialize(IBufferWriter<byte> output, object? value, Type type) =>
        Facade<CustomCalls<TOptions>, CustomFormat<TOptions>>.Serialize(output, value, type, this);

    /// <inheritdoc/>
    public sealed override void Serialize<T>(Stream output, T value) =>
        Facade<CustomCalls<TOptions>, CustomFormat<TOptions>>.Serialize(output, value, this);

    /// <inheritdoc/>
    public sealed override void Serialize(Stream output, object? value, Type type) =>
        Facade<CustomCalls<TOptions>, CustomFormat<TOptions>>.Serialize(output, value, type, this);

    /// <summary>Writes the value: to memory whole, then to the stream, so that no thread waits.</summary>
    public ValueTask SerializeAsync<T>(Stream output, T value, CancellationToken cancellationToken = default) =>
        Facade<CustomCalls<TOptions>, CustomFormat<TOptions>>.SerializeAsync(output, value, this, cancellationToken);

    /// <summary>Writes the value as one of the declared type: to memory whole, then to the stream, so that no thread waits.</summary>
    public ValueTask SerializeAsync(Stream output, object? value, Type type, CancellationToken cancellationToken = default) =>
        Facade<CustomCalls<TOptions>, CustomFormat<TOptions>>.SerializeAsync(output, value, type, this, cancellationToken);

    /// <summary>Writes the value, and flushes the pipe.</summary>
    public ValueTask SerializeAsync<T>(PipeWriter output, T value, CancellationToken cancellationToken = default) =>
        Facade<CustomCalls<TOptions>, CustomFormat<TOptions>>.SerializeAsync(output, value, this, cancellationToken);

    /// <summary>Writes the value as one of the declared type, and flushes the pipe.</summary>
    public ValueTask SerializeAsync(PipeWriter output, object? value, Type type, CancellationToken cancellationToken = default) =>
        Facade<CustomCalls<TOptions>, CustomFormat<TOptions>>.SerializeAsync(output, value, type, this, cancellationToken);

    /// <inheritdoc/>
    public sealed override T Deserialize<T>(ReadOnlySpan<byte> payload) =>
        Facade<CustomCalls<TOptions>, CustomFormat<TOptions>>.Deserialize<T>(payload, this);

    /// <inheritdoc/>
    public sealed override object? Deserialize(ReadOnlySpan<byte> payload, Type type) =>
        Facade<CustomCalls<TOptions>, CustomFormat<TOptions>>.Deserialize(payload, type, this);

    /// <inheritdoc/>
    public sealed override T Deserialize<T>(in ReadOnlySequence<byte> payload) =>
        Facade<CustomCalls<TOptions>, CustomFormat<TOptions>>.Deserialize<T>(in payload, this);

    /// <summary>The value of a payload in pieces, as one of the declared type.</summary>
    public object? Deserialize(in ReadOnlySequence<byte> payload, Type type) =>
        Facade<CustomCalls<TOptions>, CustomFormat<TOptions>>.Deserialize(in payload, type, this);

    /// <inheritdoc/>
    public sealed override T Deserialize<T>(Stream input) =>
        Facade<CustomCalls<TOptions>, CustomFormat<TOptions>>.Deserialize<T>(input, this);

    /// <inheritdoc/>
    public sealed override object? Deserialize(Stream input, Type type) =>
        Facade<CustomCalls<TOptions>, CustomFormat<TOptions>>.Deserialize(input, type, this);

    /// <summary>The value of a stream, which is read to its end without blocking a thread.</summary>
    public ValueTask<T> DeserializeAsync<T>(Stream input, CancellationToken cancellationToken = default) =>
        Facade<CustomCalls<TOptions>, CustomFormat<TOptions>>.DeserializeAsync<T>(input, this, cancellationToken);

    /// <summary>The value of a stream as one of the declared type; the stream is read to its end without blocking a thread.</summary>
    public ValueTask<object?> DeserializeAsync(Stream input, Type type, CancellationToken cancellationToken = default) =>
        Facade<CustomCalls<TOptions>, CustomFormat<TOptions>>.DeserializeAsync(input, type, this, cancellationToken);

    /// <summary>The value of a pipe, which is read to its end and consumed.</summary>
    public ValueTask<T> DeserializeAsync<T>(PipeReader input, CancellationToken cancellationToken = default) =>
        Facade<CustomCalls<TOptions>, CustomFormat<TOptions>>.DeserializeAsync<T>(input, this, cancellationToken);

    /// <summary>The value of a pipe as one of the declared type; the pipe is read to its end and consumed.</summary>
    public ValueTask<object?> DeserializeAsync(PipeReader input, Type type, CancellationToken cancellationToken = default) =>
        Facade<CustomCalls<TOptions>, CustomFormat<TOptions>>.DeserializeAsync(input, type, this, cancellationToken);

    /// <summary>Reads into an object that exists; returns it, or the filled copy of a struct.</summary>
    public T Fill<T>(T target, ReadOnlySpan<byte> payload) =>
        Facade<CustomCalls<TOptions>, CustomFormat<TOptions>>.Fill(target, payload, this);
}
