using System.Buffers;
using Isomer.Formats;
using Isomer.Model;
using Isomer.Shapes;

namespace Isomer;

/// <summary>Reading.</summary>
public static partial class Compact
{
    /// <summary>The value of a payload.</summary>
    public static T Deserialize<T>(ReadOnlySpan<byte> payload, CompactOptions? options = null)
    {
        options ??= CompactOptions.Default;
        var codec = CodecOf<T>(options);
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
        catch (Exception e) when (CompactErrors.IsInput(e))
        {
            error = e;
        }
        // Not within the catch: until that is left, the stack of what failed is still in use, and it may be deep.
        throw CompactErrors.Wrap(error, source.Position, payload, frame, root, options);
    }

    /// <summary>The value of a payload in several pieces.</summary>
    public static T Deserialize<T>(ReadOnlySequence<byte> payload, CompactOptions? options = null)
    {
        if (payload.IsSingleSegment)
            return Deserialize<T>(payload.FirstSpan, options);
        byte[] whole = ArrayPool<byte>.Shared.Rent(checked((int)payload.Length));
        try
        {
            payload.CopyTo(whole);
            return Deserialize<T>(whole.AsSpan(0, (int)payload.Length), options);
        }
        finally
        {
            ArrayPool<byte>.Shared.Return(whole);
        }
    }

    /// <summary>The value of a stream, which is read to its end.</summary>
    public static T Deserialize<T>(Stream stream, CompactOptions? options = null)
    {
        ArgumentNullException.ThrowIfNull(stream);
        using var input = new CompactInput(stream);
        input.ReadAll();
        return Deserialize<T>(input.Span, options);
    }

    /// <summary>The value of a stream, which is read to its end without blocking.</summary>
    public static async ValueTask<T> DeserializeAsync<T>(Stream stream, CompactOptions? options = null, CancellationToken cancellationToken = default)
    {
        ArgumentNullException.ThrowIfNull(stream);
        using var input = new CompactInput(stream);
        await input.ReadAllAsync(cancellationToken).ConfigureAwait(false);
        return Deserialize<T>(input.Span, options);
    }

    /// <summary>The value of a payload, as it is read where <paramref name="type"/> is declared.</summary>
    public static object? Deserialize(ReadOnlySpan<byte> payload, Type type, CompactOptions? options = null)
    {
        options ??= CompactOptions.Default;
        var root = CompactRoot.Of(ModelOf(type, options));
        var frame = Open(payload, root);
        return frame.Plan is null ? Read(payload, root, frame, options, null) : Adapt(payload, root, frame, options, null);
    }

    /// <summary>
    /// Reads a payload into an object that exists: members are set, items are added, what the payload does not have is
    /// left alone. Objects that it holds are replaced, or filled too with <see cref="CompactOptions.MergeNested"/>.
    /// </summary>
    public static void Fill<T>(T target, ReadOnlySpan<byte> payload, CompactOptions? options = null) where T : class
    {
        ArgumentNullException.ThrowIfNull(target);
        options ??= CompactOptions.Default;
        var root = CompactRoot.Of(ModelOf(typeof(T), options));
        var frame = Open(payload, root);
        _ = frame.Plan is null ? Read(payload, root, frame, options, target) : Adapt(payload, root, frame, options, target);
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
        catch (Exception e) when (CompactErrors.IsInput(e))
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
        catch (Exception e) when (CompactErrors.IsInput(e))
        {
            error = e;
        }
        // Not within the catch: until that is left, the stack of what failed is still in use, and it may be deep.
        throw CompactErrors.Wrap(error, source.Position, payload, frame, root, options);
    }

    static object Into<TSource>(ref TSource source, TypeModel model, object target) where TSource : struct, ISource, allows ref struct
    {
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
