using System.Buffers;
using Isomer.Formats;
using Isomer.Shapes;
using Isomer.Wire;

namespace Isomer;

/// <summary>The twins for types that are known only at run time, and filling what is there.</summary>
public static partial class Compact
{
    /// <summary>The value as bytes, as it is written where <paramref name="type"/> is declared.</summary>
    public static byte[] Serialize(object? value, Type type, CompactOptions? options = null)
    {
        options ??= CompactOptions.Default;
        var model = ModelOf(type, options);
        Refusals.CheckIsOf(value, type);
        var sink = default(CompactSink);
        Begin(ref sink, model, options, null);
        try
        {
            Codecs<CompactSink, CompactSource>.Of(model).WriteObject(ref sink, value);
            return End(ref sink, options);
        }
        finally
        {
            sink.Release();
        }
    }

    /// <summary>Writes the value, as one of the declared type, to a buffer writer.</summary>
    public static void Serialize(IBufferWriter<byte> output, object? value, Type type, CompactOptions? options = null)
    {
        ArgumentNullException.ThrowIfNull(output);
        Write(BufferWriterTarget.Of(output), value, type, options ?? CompactOptions.Default);
    }

    /// <summary>Writes the value, as one of the declared type, to a stream.</summary>
    public static void Serialize(Stream output, object? value, Type type, CompactOptions? options = null)
    {
        ArgumentNullException.ThrowIfNull(output);
        Write(new StreamTarget(output), value, type, options ?? CompactOptions.Default);
    }

    /// <summary>The value of a payload, as it is read where <paramref name="type"/> is declared.</summary>
    public static object? Deserialize(ReadOnlySpan<byte> payload, Type type, CompactOptions? options = null)
    {
        options ??= CompactOptions.Default;
        var root = CompactRoot.Of(ModelOf(type, options));
        var frame = Open(payload, root);
        return frame.Plan is null ? Read(payload, root, frame, options, null) : Adapt(payload, root, frame, options, null);
    }

    /// <summary>The value of a payload in pieces, as one of the declared type.</summary>
    public static object? Deserialize(in ReadOnlySequence<byte> payload, Type type, CompactOptions? options = null)
    {
        if (payload.IsSingleSegment)
            return Deserialize(payload.FirstSpan, type, options);
        using var whole = new CompactInput(payload);
        return Deserialize(whole.Span, type, options);
    }

    /// <summary>The value of a stream, which is read to its end, as one of the declared type.</summary>
    public static object? Deserialize(Stream input, Type type, CompactOptions? options = null)
    {
        ArgumentNullException.ThrowIfNull(input);
        using var payload = new CompactInput(input);
        payload.ReadAll();
        return Deserialize(payload.Span, type, options);
    }

    /// <summary>
    /// Reads a payload into an object that is there: members that it has are set, the others stay; items are added to a
    /// collection. Objects and collections inside are replaced, or filled too with <see cref="CompactOptions.MergeNested"/>.
    /// </summary>
    /// <returns>The target; for a struct, the filled copy.</returns>
    /// <exception cref="WireFormatException">The payload is refused, or is null; what came before the error has been set.</exception>
    public static T Fill<T>(T target, ReadOnlySpan<byte> payload, CompactOptions? options = null)
    {
        ArgumentNullException.ThrowIfNull(target);
        options ??= CompactOptions.Default;
        var root = CompactRoot.Of(ModelOf(Filling<CompactSink, CompactSource>.Declared(target), options));
        var frame = Open(payload, root);
        return (T)(frame.Plan is null ? Read(payload, root, frame, options, target) : Adapt(payload, root, frame, options, target))!;
    }

    static void Write(OutputTarget target, object? value, Type type, CompactOptions options)
    {
        var model = ModelOf(type, options);
        Refusals.CheckIsOf(value, type);
        var sum = options.Checksum ? new ChecksumTarget(target) : null;
        var sink = default(CompactSink);
        Begin(ref sink, model, options, sum ?? target);
        try
        {
            Codecs<CompactSink, CompactSource>.Of(model).WriteObject(ref sink, value);
            sink.Output.Flush();
            if (sum is not null)
                target.Write(BitConverter.GetBytes(sum.Value));
        }
        finally
        {
            sink.Release();
        }
    }
}
