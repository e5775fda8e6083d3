using Isomer.Formats;
using Isomer.Model;
using Isomer.Shapes;
using Isomer.Wire;

namespace Isomer;

/// <summary>Reading.</summary>
public static partial class Compact
{
    /// <summary>The value of a payload.</summary>
    public static T Deserialize<T>(ReadOnlySpan<byte> payload, CompactOptions? options = null)
    {
        options ??= CompactOptions.Default;
        var codec = CodecOf<T>(options, payload.Length);
        var root = CompactRoot.Of(codec.Model);
        var frame = Open(payload, root);
        if (frame.Plan is not null)
            return (T)Adapt(payload, root, frame, options, null)!;
        var source = new CompactSource(root, options, payload[..frame.End], frame.ValueAt, frame.HasReferences);
        Exception error;
        try
        {
            T value = codec.Read(ref source);
            source.End();
            return value;
        }
        catch (Exception e) when (InputErrors.IsInput(e))
        {
            error = e;
        }
        // Not within the catch: until that is left, the stack of what failed is still in use, and it may be deep.
        throw CompactErrors.Wrap(error, source.Position, payload, frame, root, options);
    }

    /// <summary>The value of a stream, which is read to its end.</summary>
    public static T Deserialize<T>(Stream input, CompactOptions? options = null)
    {
        ArgumentNullException.ThrowIfNull(input);
        using var payload = new CompactInput(input);
        payload.ReadAll();
        return Deserialize<T>(payload.Span, options);
    }

    static object? Read(ReadOnlySpan<byte> payload, CompactRoot root, CompactFrame frame, CompactOptions options, object? target)
    {
        var source = new CompactSource(root, options, payload[..frame.End], frame.ValueAt, frame.HasReferences);
        Exception error;
        try
        {
            object? value = target is null
                ? Codecs<CompactSink, CompactSource>.Of(root.Model).ReadObject(ref source)
                : Into<CompactSource>(ref source, root.Model, target);
            source.End();
            return value;
        }
        catch (Exception e) when (InputErrors.IsInput(e))
        {
            error = e;
        }
        // Not within the catch: until that is left, the stack of what failed is still in use, and it may be deep.
        throw CompactErrors.Wrap(error, source.Position, payload, frame, root, options);
    }

    static object? Adapt(ReadOnlySpan<byte> payload, CompactRoot root, CompactFrame frame, CompactOptions options, object? target)
    {
        var source = new CompactAdapter(frame.Plan!, options, payload[..frame.End], frame.ValueAt, frame.HasReferences);
        Exception error;
        try
        {
            object? value = target is null
                ? Codecs<CompactSink, CompactAdapter>.Of(root.Model).ReadObject(ref source)
                : Into<CompactAdapter>(ref source, root.Model, target);
            source.End();
            return value;
        }
        catch (Exception e) when (InputErrors.IsInput(e))
        {
            error = e;
        }
        // Not within the catch: until that is left, the stack of what failed is still in use, and it may be deep.
        throw CompactErrors.Wrap(error, source.Position, payload, frame, root, options, source.OpenDepth);
    }

    static object Into<TSource>(ref TSource source, TypeModel model, object target) where TSource : struct, ISource, allows ref struct
    {
        if (model is not (ObjectModel or SequenceModel or MapModel))
            return Codecs<CompactSink, TSource>.Of(model).ReadObject(ref source)
                ?? throw new WireFormatException("The payload holds null, which cannot be read into an object.");
        // Structs have no head, except unions.
        if (model.Type.IsValueType && model is not ObjectModel { Union: not null })
            return Codecs<CompactSink, TSource>.Of(model).FillObject(ref source, target);
        switch (source.Head(model))
        {
            case Head.Value when target.GetType() == model.Type || model is not ObjectModel { Subtypes.Length: > 0 }:
                return Codecs<CompactSink, TSource>.Of(model).FillObject(ref source, target);
            case Head.Subtype:
                var subtype = model.Subtypes[source.Subtype(model)];
                if (subtype.Type == target.GetType())
                    return Codecs<CompactSink, TSource>.Of(subtype.Model).FillObject(ref source, target);
                throw new WireFormatException($"The payload holds a '{subtype.Type}', which cannot be read into a '{target.GetType()}'.");
            case Head.Null:
                throw new WireFormatException("The payload holds null, which cannot be read into an object.");
            default:
                throw new WireFormatException($"The payload holds a '{model.Type}', which cannot be read into a '{target.GetType()}'.");
        }
    }

    static CompactFrame Open(ReadOnlySpan<byte> payload, CompactRoot root)
    {
        try
        {
            var frame = CompactHeader.Open(payload, root);
            return frame.Plan is null && root.OwnPlan is { } own ? frame with { Plan = own } : frame;
        }
        catch (WireFormatException e)
        {
            AtHeader(e);
            throw;
        }
    }

    static void AtHeader(WireFormatException e)
    {
        e.Format ??= FormatName;
        if (e.Offset < 0)
            e.Offset = 1;
    }
}
