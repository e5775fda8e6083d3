using Isomer.Calls;
using Isomer.Model;
using Isomer.Shapes;
using Isomer.Wire;

namespace Isomer.Formats;

/// <summary>One object graph as an envelope.</summary>
internal readonly struct SoapCall(SoapOptions options) : IWriteCall<SoapSink, SoapSource>, IReadCall<SoapSink, SoapSource>
{
    public Codec<SoapSink, SoapSource, T> Find<T>(int bytes) => FormatterRoot<SoapSink, SoapSource, T>.Of(options.Convention);

    public Codec<SoapSink, SoapSource> Find(Type type) => FormatterRoot<SoapSink, SoapSource>.Of(options.Convention, type);

    public void Begin<T>(ref SoapSink sink, OutputTarget target, TypeModel root, T value) => sink = new SoapSink(options, target);

    public byte[]? Finish(ref SoapSink sink, OutputTarget target)
    {
        if (target.IsNone)
            return sink.Output.ToArray();
        sink.Output.Finish();
        return null;
    }

    public void Release(ref SoapSink sink) => sink.Release();

    public void Begin(ref SoapSource source, ReadOnlySpan<byte> payload, TypeModel root) => source = new SoapSource(options, payload, root);

    /// <summary>That nothing follows the envelope was seen when it was passed over.</summary>
    public void Finish(ref SoapSource source)
    {
    }

    public void Release(ref SoapSource source)
    {
    }

    public bool IsInput(Exception e) => InputErrors.IsInput(e);

    public WireFormatException Place(Exception e, ReadOnlySpan<byte> payload, ref SoapSource source) =>
        SoapErrors.Place(e, payload, ref source);
}

/// <summary>SoapFormatter's envelopes.</summary>
internal readonly struct SoapCalls : ICalls<SoapOptions>
{
    public static SoapOptions Default => SoapOptions.Default;

    public static bool PassesMark => false;

    public static byte[]? Write<T>(OutputTarget target, T value, SoapOptions options) =>
        WriteDriver<SoapCall, SoapSink, SoapSource>.Write(new(options), target, value);

    public static byte[]? Write(OutputTarget target, object? value, Type type, SoapOptions options) =>
        WriteDriver<SoapCall, SoapSink, SoapSource>.Write(new(options), target, value, type);

    public static T Read<T>(ReadOnlySpan<byte> payload, SoapOptions options) =>
        ReadDriver<SoapCall, SoapSink, SoapSource>.Read<T>(new(options), payload);

    public static object? Read(ReadOnlySpan<byte> payload, Type type, SoapOptions options) =>
        ReadDriver<SoapCall, SoapSink, SoapSource>.Read(new(options), payload, type);

    public static T Fill<T>(T target, ReadOnlySpan<byte> payload, SoapOptions options) =>
        FormatterRoot<SoapSink, SoapSource>.Fill(new SoapCall(options), options.Convention, payload, target);
}
