using System.Buffers;
using System.Diagnostics.CodeAnalysis;
using Isomer.Model;

namespace Isomer.Calls;

/// <summary>The handle over a format's calls, with options: what a format adds is its names, its nodes and how its payloads look.</summary>
[RequiresUnreferencedCode(Trimming.Members), RequiresDynamicCode(Trimming.Code)]
internal abstract class FormatOf<TCalls, TOptions>(TOptions options) : Format
    where TCalls : struct, ICalls<TOptions>
    where TOptions : class
{
    protected TOptions Options => options;

    protected abstract Format Of(TOptions options);

    public sealed override Format With(object? options) => options switch
    {
        null => Of(TCalls.Default),
        TOptions given => Of(given),
        _ => throw new ArgumentException($"{Name} takes options of type '{typeof(TOptions)}', not a '{options.GetType()}'.",
            nameof(options)),
    };

    public sealed override byte[] Serialize<T>(T value) => Facade<TCalls, TOptions>.Serialize(value, options);

    public sealed override void Serialize<T>(IBufferWriter<byte> output, T value) =>
        Facade<TCalls, TOptions>.Serialize(output, value, options);

    public sealed override void Serialize<T>(Stream output, T value) => Facade<TCalls, TOptions>.Serialize(output, value, options);

    public sealed override byte[] Serialize(object? value, Type type) => Facade<TCalls, TOptions>.Serialize(value, type, options);

    public sealed override void Serialize(IBufferWriter<byte> output, object? value, Type type) =>
        Facade<TCalls, TOptions>.Serialize(output, value, type, options);

    public sealed override void Serialize(Stream output, object? value, Type type) =>
        Facade<TCalls, TOptions>.Serialize(output, value, type, options);

    public sealed override T Deserialize<T>(ReadOnlySpan<byte> payload) => Facade<TCalls, TOptions>.Deserialize<T>(payload, options);

    public sealed override T Deserialize<T>(in ReadOnlySequence<byte> payload) =>
        Facade<TCalls, TOptions>.Deserialize<T>(in payload, options);

    public override T Deserialize<T>(Stream input) => Facade<TCalls, TOptions>.Deserialize<T>(input, options);

    public sealed override object? Deserialize(ReadOnlySpan<byte> payload, Type type) =>
        Facade<TCalls, TOptions>.Deserialize(payload, type, options);

    public override object? Deserialize(Stream input, Type type) => Facade<TCalls, TOptions>.Deserialize(input, type, options);
}
