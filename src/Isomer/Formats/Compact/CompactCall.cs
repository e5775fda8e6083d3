using System.Diagnostics.CodeAnalysis;
using Isomer.Calls;
using Isomer.Model;
using Isomer.Shapes;
using Isomer.Wire;

namespace Isomer.Formats;

/// <summary>One value as a payload; what is read has the layout of its reader.</summary>
[UnconditionalSuppressMessage("Trimming", "IL2026", Justification = Trimming.Told)]
[UnconditionalSuppressMessage("AOT", "IL3050", Justification = Trimming.Told)]
internal readonly struct CompactCall(CompactOptions options, CompactRoot? root = null, CompactFrame frame = default)
    : IWriteCall<CompactSink, CompactSource>, IReadCall<CompactSink, CompactSource>
{
    public Codec<CompactSink, CompactSource, T> Find<T>(int bytes) => Compact.CodecOf<T>(options, bytes);

    public Codec<CompactSink, CompactSource> Find(Type type) => Codecs<CompactSink, CompactSource>.Of(Compact.ModelOf(type, options));

    public void Begin<T>(ref CompactSink sink, OutputTarget target, TypeModel root, T value) =>
        Compact.Begin(ref sink, root, options, target);

    public byte[]? Finish(ref CompactSink sink, OutputTarget target)
    {
        if (target.IsNone)
            return Compact.End(ref sink, options);
        sink.Output.Finish();
        (target.Receiver as ChecksumReceiver)?.Finish();
        return null;
    }

    public void Release(ref CompactSink sink) => sink.Release();

    public void Begin(ref CompactSource source, ReadOnlySpan<byte> payload, TypeModel model) =>
        source = new CompactSource(root!, options, payload[..frame.End], frame.ValueAt, frame.HasReferences);

    public void Finish(ref CompactSource source) => source.End();

    public void Release(ref CompactSource source)
    {
    }

    public bool IsInput(Exception e) => e is not CompactElsewhereException && InputErrors.IsInput(e);

    public WireFormatException Place(Exception e, ReadOnlySpan<byte> payload, ref CompactSource source) =>
        CompactErrors.Wrap(e, source.Position, payload, frame, root!, options, source.OpenDepth);
}

/// <summary>One value that is read from a payload of another layout.</summary>
internal readonly struct CompactAdaptedCall(CompactOptions options, CompactRoot root, CompactFrame frame)
    : IReadCall<CompactSink, CompactAdapter>
{
    public Codec<CompactSink, CompactAdapter, T> Find<T>(int bytes) => Codecs<CompactSink, CompactAdapter>.Of<T>(options.Convention, bytes);

    public Codec<CompactSink, CompactAdapter> Find(Type type) => Codecs<CompactSink, CompactAdapter>.Of(options.Convention.ModelOf(type));

    public void Begin(ref CompactAdapter source, ReadOnlySpan<byte> payload, TypeModel model) =>
        source = new CompactAdapter(frame.Plan!, options, payload[..frame.End], frame.ValueAt, frame.HasReferences);

    public void Finish(ref CompactAdapter source) => source.End();

    public void Release(ref CompactAdapter source)
    {
    }

    public bool IsInput(Exception e) => InputErrors.IsInput(e);

    public WireFormatException Place(Exception e, ReadOnlySpan<byte> payload, ref CompactAdapter source) =>
        CompactErrors.Wrap(e, source.Position, payload, frame, root, options, source.OpenDepth);
}

/// <summary>Compact: how a payload is read is known when its header has been.</summary>
[UnconditionalSuppressMessage("Trimming", "IL2026", Justification = Trimming.Told)]
[UnconditionalSuppressMessage("AOT", "IL3050", Justification = Trimming.Told)]
internal readonly struct CompactCalls : ICalls<CompactOptions>
{
    public static CompactOptions Default => CompactOptions.Default;

    public static bool PassesMark => false;

    public static byte[]? Write<T>(OutputTarget target, T value, CompactOptions options) =>
        target.IsNone ? Compact.Serialize(value, options)
        : WriteDriver<CompactCall, CompactSink, CompactSource>.Write(new(options), Summed(target, options), value);

    public static byte[]? Write(OutputTarget target, object? value, Type type, CompactOptions options) =>
        WriteDriver<CompactCall, CompactSink, CompactSource>.Write(new(options), Summed(target, options), value, type);

    static OutputTarget Summed(OutputTarget target, CompactOptions options) =>
        !target.IsNone && options.Checksum ? new OutputTarget(new ChecksumReceiver(target)) : target;

    public static T Read<T>(ReadOnlySpan<byte> payload, CompactOptions options) => Compact.Deserialize<T>(payload, options);

    public static object? Read(ReadOnlySpan<byte> payload, Type type, CompactOptions options)
    {
        var root = CompactRoot.Of(Compact.ModelOf(type, options));
        var frame = Compact.Open(payload, root);
        if (frame.Plan is null)
        {
            try
            {
                return ReadDriver<CompactCall, CompactSink, CompactSource>.Read(new(options, root, frame), payload, type);
            }
            catch (CompactElsewhereException)
            {
                frame = frame with { Plan = root.PlanOfOwn() };
            }
        }
        return Adapted(payload, type, options, root, frame);
    }

    public static object? Adapted(ReadOnlySpan<byte> payload, Type type, CompactOptions options, CompactRoot root, in CompactFrame frame) =>
        ReadDriver<CompactAdaptedCall, CompactSink, CompactAdapter>.Read(new(options, root, frame), payload, type);

    public static T Fill<T>(T target, ReadOnlySpan<byte> payload, CompactOptions options)
    {
        var model = Compact.ModelOf(Filling<CompactSink, CompactSource>.Declared(target), options);
        var root = CompactRoot.Of(model);
        var frame = Compact.Open(payload, root);
        if (frame.Plan is null)
        {
            var call = new CompactCall(options, root, frame);
            try
            {
                return (T)ReadDriver<CompactCall, CompactSink, CompactSource>.Carry<Target<CompactSink, CompactSource>, object>(ref call,
                    payload, new(model, model, target!));
            }
            catch (CompactElsewhereException e)
            {
                throw e.Refusal;
            }
        }
        var adapted = new CompactAdaptedCall(options, root, frame);
        return (T)ReadDriver<CompactAdaptedCall, CompactSink, CompactAdapter>.Carry<Target<CompactSink, CompactAdapter>, object>(
            ref adapted, payload, new(model, model, target!));
    }
}
