using System.Diagnostics.CodeAnalysis;
using Isomer.Calls;
using Isomer.Model;
using Isomer.Shapes;
using Isomer.Wire;

namespace Isomer.Formats;

/// <summary>
/// One value as the bytes of a message. What stands at the root is looked up with the codec, unless the caller gives one of which it says
/// more than the type does. With a window it is read from what moves over a stream, of which only one field of the root is held at a time.
/// </summary>
internal struct ProtobufCall(ProtobufOptions options, ProtobufInput? window = null, ProtobufField? given = null)
    : IWriteCall<ProtobufSink, ProtobufSource>, IReadCall<ProtobufSink, ProtobufSource>
{
    ProtobufField? _root;

    public Codec<ProtobufSink, ProtobufSource, T> Find<T>(int bytes)
    {
        var codec = ProtobufRoot.CodecOf<T>(options, out _root, bytes);
        _root = given ?? _root;
        return codec;
    }

    public Codec<ProtobufSink, ProtobufSource> Find(Type type)
    {
        var codec = ProtobufRoot.CodecOf(type, options);
        _root = given ?? ProtobufRoot.Of(codec.Model, options);
        return codec;
    }

    public readonly void Begin<T>(ref ProtobufSink sink, OutputTarget target, TypeModel root, T value) =>
        sink.Begin(target, options, _root!);

    public readonly byte[]? Finish(ref ProtobufSink sink, OutputTarget target)
    {
        if (target.IsNone)
            return sink.ToArray();
        sink.Flush();
        return null;
    }

    public readonly void Release(ref ProtobufSink sink) => sink.Release();

    public readonly void Begin(ref ProtobufSource source, ReadOnlySpan<byte> payload, TypeModel root)
    {
        if (window is null)
            source.Begin(payload, options, _root!);
        else
            source.Begin(window, options, _root!);
        source.Begin();
    }

    public readonly void Finish(ref ProtobufSource source) => source.Finish();

    public readonly void Release(ref ProtobufSource source) => source.Release();

    public readonly bool IsInput(Exception e) => InputErrors.IsInput(e) && window is not { HasFailed: true };

    public readonly WireFormatException Place(Exception e, ReadOnlySpan<byte> payload, ref ProtobufSource source) =>
        ProtobufErrors.Place(e, window is null ? payload : window.Window, source.Position, _root!, source.End, source.Depth, window);
}

/// <summary>An object that a message is merged into, as protobuf defines it: no type is told, so the object's own counts.</summary>
readonly struct MergedObject(Codec<ProtobufSink, ProtobufSource> codec, object target) : IRead<ProtobufSource, object>
{
    public TypeModel Model => codec.Model;

    public object Read(ref ProtobufSource source) => Filling<ProtobufSink, ProtobufSource>.IsMadeAnew(codec.Model)
        ? Filling<ProtobufSink, ProtobufSource>.Renew(ref source, codec.Model, target)
        : codec.FillObject(ref source, target);

    public object End(object read) => read;
}

/// <summary>An object that a message is merged into, where its type is the declared one: a struct is not boxed.</summary>
readonly struct MergedValue<T>(Codec<ProtobufSink, ProtobufSource, T> codec, T target) : IRead<ProtobufSource, T>
{
    public TypeModel Model => codec.Model;

    public T Read(ref ProtobufSource source)
    {
        if (Filling<ProtobufSink, ProtobufSource>.IsMadeAnew(codec.Model))
            return (T)Filling<ProtobufSink, ProtobufSource>.Renew(ref source, codec.Model, target!);
        var merged = target;
        codec.Fill(ref source, ref merged);
        return merged;
    }

    public T End(T read) => read;
}

/// <summary>Protocol Buffers.</summary>
[UnconditionalSuppressMessage("Trimming", "IL2026", Justification = Trimming.Told)]
[UnconditionalSuppressMessage("AOT", "IL3050", Justification = Trimming.Told)]
internal readonly struct ProtobufCalls : ICalls<ProtobufOptions>
{
    public static ProtobufOptions Default => ProtobufOptions.Default;

    public static bool PassesMark => false;

    public static byte[]? Write<T>(OutputTarget target, T value, ProtobufOptions options) =>
        target.IsNone ? Protobuf.Serialize(value, options)
        : WriteDriver<ProtobufCall, ProtobufSink, ProtobufSource>.Write(new(options), target, value);

    public static byte[]? Write(OutputTarget target, object? value, Type type, ProtobufOptions options) =>
        WriteDriver<ProtobufCall, ProtobufSink, ProtobufSource>.Write(new(options), target, value, type);

    public static T Read<T>(ReadOnlySpan<byte> payload, ProtobufOptions options) => Protobuf.Deserialize<T>(payload, options);

    public static object? Read(ReadOnlySpan<byte> payload, Type type, ProtobufOptions options) =>
        ReadDriver<ProtobufCall, ProtobufSink, ProtobufSource>.Read(new(options), payload, type);

    public static T Read<T>(Stream input, ProtobufOptions? options)
    {
        ArgumentNullException.ThrowIfNull(input);
        using var window = new ProtobufInput(input);
        return ReadDriver<ProtobufCall, ProtobufSink, ProtobufSource>.Read<T>(new(options ?? Default, window), default);
    }

    public static object? Read(Stream input, Type type, ProtobufOptions? options)
    {
        ArgumentNullException.ThrowIfNull(input);
        using var window = new ProtobufInput(input);
        return ReadDriver<ProtobufCall, ProtobufSink, ProtobufSource>.Read(new(options ?? Default, window), default, type);
    }

    public static T Fill<T>(T target, ReadOnlySpan<byte> payload, ProtobufOptions options)
    {
        var call = new ProtobufCall(options);
        return target!.GetType() == typeof(T)
            ? ReadDriver<ProtobufCall, ProtobufSink, ProtobufSource>.Carry<MergedValue<T>, T>(ref call, payload,
                new(call.Find<T>(payload.Length), target))
            : (T)ReadDriver<ProtobufCall, ProtobufSink, ProtobufSource>.Carry<MergedObject, object>(ref call, payload,
                new(call.Find(target.GetType()), target));
    }
}
