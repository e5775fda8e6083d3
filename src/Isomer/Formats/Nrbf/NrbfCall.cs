using Isomer.Calls;
using Isomer.Model;
using Isomer.Shapes;
using Isomer.Wire;

namespace Isomer.Formats;

/// <summary>One object graph as a payload.</summary>
internal readonly struct NrbfCall(NrbfOptions options) : IWriteCall<NrbfSink, NrbfSource>, IReadCall<NrbfSink, NrbfSource>
{
    public Codec<NrbfSink, NrbfSource, T> Find<T>(int bytes) => FormatterRoot<NrbfSink, NrbfSource, T>.Of(options.Convention);

    public Codec<NrbfSink, NrbfSource> Find(Type type) => FormatterRoot<NrbfSink, NrbfSource>.Of(options.Convention, type);

    public void Begin<T>(ref NrbfSink sink, OutputTarget target, TypeModel root, T value) => sink = new NrbfSink(options, target);

    public byte[]? Finish(ref NrbfSink sink, OutputTarget target)
    {
        if (target.IsNone)
            return sink.Output.ToArray();
        sink.Output.Finish();
        return null;
    }

    public void Release(ref NrbfSink sink) => sink.Release();

    public void Begin(ref NrbfSource source, ReadOnlySpan<byte> payload, TypeModel root)
    {
        source = new NrbfSource(options, payload, root);
        source.Begin();
    }

    /// <summary>What follows the end is passed over, as both of the framework's readers do: files are padded.</summary>
    public void Finish(ref NrbfSource source)
    {
    }

    public void Release(ref NrbfSource source) => source.Release();

    public bool IsInput(Exception e) => InputErrors.IsInput(e);

    public WireFormatException Place(Exception e, ReadOnlySpan<byte> payload, ref NrbfSource source) => NrbfErrors.Place(e, ref source);
}

/// <summary>BinaryFormatter's bytes.</summary>
internal readonly struct NrbfCalls : ICalls<NrbfOptions>
{
    public static NrbfOptions Default => NrbfOptions.Default;

    public static bool PassesMark => false;

    public static byte[]? Write<T>(OutputTarget target, T value, NrbfOptions options) =>
        WriteDriver<NrbfCall, NrbfSink, NrbfSource>.Write(new(options), target, value);

    public static byte[]? Write(OutputTarget target, object? value, Type type, NrbfOptions options) =>
        WriteDriver<NrbfCall, NrbfSink, NrbfSource>.Write(new(options), target, value, type);

    public static T Read<T>(ReadOnlySpan<byte> payload, NrbfOptions options) =>
        ReadDriver<NrbfCall, NrbfSink, NrbfSource>.Read<T>(new(options), payload);

    public static object? Read(ReadOnlySpan<byte> payload, Type type, NrbfOptions options) =>
        ReadDriver<NrbfCall, NrbfSink, NrbfSource>.Read(new(options), payload, type);

    public static T Fill<T>(T target, ReadOnlySpan<byte> payload, NrbfOptions options) =>
        FormatterRoot<NrbfSink, NrbfSource>.Fill(new NrbfCall(options), options.Convention, payload, target);
}
