using System.Buffers;
using Isomer.Formats;
using Isomer.Shapes;
using Isomer.Wire;

namespace Isomer;

/// <summary>The twins for types that are known only at run time, and filling what is there.</summary>
public static partial class Protobuf
{
    /// <summary>The value, as one of the declared type, as bytes.</summary>
    public static byte[] Serialize(object? value, Type type, ProtobufOptions? options = null)
    {
        options ??= ProtobufOptions.Default;
        var codec = ProtobufRoot.CodecOf(type, options);
        Refusals.CheckIsOf(value, type);
        var sink = default(ProtobufSink);
        sink.Begin((OutputTarget?)null, options, ProtobufRoot.Of(codec.Model, options));
        try
        {
            codec.WriteObject(ref sink, value);
            return sink.ToArray();
        }
        finally
        {
            sink.Release();
        }
    }

    /// <summary>Writes the value, as one of the declared type, to a buffer writer.</summary>
    public static void Serialize(IBufferWriter<byte> output, object? value, Type type, ProtobufOptions? options = null)
    {
        ArgumentNullException.ThrowIfNull(output);
        Write(BufferWriterTarget.Of(output), value, type, options ?? ProtobufOptions.Default);
    }

    /// <summary>Writes the value, as one of the declared type, to a stream.</summary>
    public static void Serialize(Stream output, object? value, Type type, ProtobufOptions? options = null)
    {
        ArgumentNullException.ThrowIfNull(output);
        Write(new StreamTarget(output), value, type, options ?? ProtobufOptions.Default);
    }

    static void Write(OutputTarget target, object? value, Type type, ProtobufOptions options)
    {
        var codec = ProtobufRoot.CodecOf(type, options);
        Refusals.CheckIsOf(value, type);
        var sink = default(ProtobufSink);
        sink.Begin(target, options, ProtobufRoot.Of(codec.Model, options));
        try
        {
            codec.WriteObject(ref sink, value);
            sink.Flush();
        }
        finally
        {
            sink.Release();
            target.Release();
        }
    }

    /// <summary>The value of the bytes, as one of the declared type.</summary>
    public static object? Deserialize(ReadOnlySpan<byte> payload, Type type, ProtobufOptions? options = null)
    {
        options ??= ProtobufOptions.Default;
        var codec = ProtobufRoot.CodecOf(type, options);
        var root = ProtobufRoot.Of(codec.Model, options);
        var source = default(ProtobufSource);
        source.Begin(payload, options, root);
        Exception error;
        try
        {
            source.Begin();
            object? value = codec.ReadObject(ref source);
            source.Finish();
            return value;
        }
        catch (Exception e) when (InputErrors.IsInput(e))
        {
            error = e;
        }
        finally
        {
            source.Release();
        }
        throw ProtobufErrors.Place(error, payload, source.Position, root, source.End, source.Depth);
    }

    /// <summary>The value of bytes in pieces, as one of the declared type.</summary>
    public static object? Deserialize(in ReadOnlySequence<byte> payload, Type type, ProtobufOptions? options = null)
    {
        if (payload.IsSingleSegment)
            return Deserialize(payload.FirstSpan, type, options);
        using var whole = InputText.Copy(payload);
        return Deserialize(whole.Bytes, type, options);
    }

    /// <summary>The value of the bytes up to the stream's end, as one of the declared type. Only one field of the root is held at a time.</summary>
    public static object? Deserialize(Stream input, Type type, ProtobufOptions? options = null)
    {
        ArgumentNullException.ThrowIfNull(input);
        options ??= ProtobufOptions.Default;
        var codec = ProtobufRoot.CodecOf(type, options);
        var root = ProtobufRoot.Of(codec.Model, options);
        using var window = new ProtobufInput(input);
        var source = default(ProtobufSource);
        source.Begin(window, options, root);
        Exception error;
        try
        {
            source.Begin();
            object? value = codec.ReadObject(ref source);
            source.Finish();
            return value;
        }
        catch (Exception e) when (ProtobufErrors.IsInputOfStream(e))
        {
            error = e;
        }
        finally
        {
            source.Release();
        }
        throw ProtobufErrors.Place(error, window.Window, source.Position, root, source.End, source.Depth, window);
    }

    /// <summary>
    /// Merges bytes into an object that is there, as protobuf defines it: members that come are set, items are added to
    /// collections, messages are merged.
    /// </summary>
    /// <returns>The target; for a struct, the filled copy.</returns>
    /// <exception cref="WireFormatException">The bytes are refused; what came before the error has been set.</exception>
    public static T Fill<T>(T target, ReadOnlySpan<byte> payload, ProtobufOptions? options = null)
    {
        ArgumentNullException.ThrowIfNull(target);
        options ??= ProtobufOptions.Default;
        var exact = target.GetType() == typeof(T) ? null : ProtobufRoot.CodecOf(target.GetType(), options);
        var codec = ProtobufRoot.CodecOf<T>(options, out var root);
        if (exact is not null)
            root = ProtobufRoot.Of(exact.Model, options);
        var source = default(ProtobufSource);
        source.Begin(payload, options, root);
        Exception error;
        try
        {
            source.Begin();
            if (exact is not null)
                target = (T)exact.FillObject(ref source, target);
            else
                codec.Fill(ref source, ref target);
            source.Finish();
            return target;
        }
        catch (Exception e) when (InputErrors.IsInput(e))
        {
            error = e;
        }
        finally
        {
            source.Release();
        }
        throw ProtobufErrors.Place(error, payload, source.Position, root, source.End, source.Depth);
    }
}
