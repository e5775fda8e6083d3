using System.Buffers;
using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;
using Isomer.Formats;
using Isomer.Model;
using Isomer.Shapes;
using Isomer.Wire;
using Facade = Isomer.Calls.Facade<Isomer.Formats.ProtobufCalls, Isomer.ProtobufOptions>;

namespace Isomer;

/// <summary>
/// Protocol Buffers, from the classes people have: the bytes of protobuf-net, and of Google's generated code for the same
/// .proto. docs/protobuf.md has the wire forms of all types, the options and the deviations.
/// </summary>
/// <remarks>
/// A message is its fields one after the other: each a varint of number and wire type, then the value.
/// <c>class Test1 { [ProtobufMember(1)] public int A; }</c> with A = 150 is the three bytes <c>08 96 01</c>: field 1, a varint,
/// 150. What is no message at the root (a number, a text, a list) is field 1 of one.
/// </remarks>
/// <example>
/// <code>
/// byte[] bytes = Protobuf.Serialize(order);
/// Order back = Protobuf.Deserialize&lt;Order&gt;(bytes);
/// </code>
/// </example>
[RequiresUnreferencedCode(Trimming.Members), RequiresDynamicCode(Trimming.Code)]
public static partial class Protobuf
{
    internal const string FormatName = "Protobuf";

    /// <summary>The value as bytes.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static byte[] Serialize<T>(T value, ProtobufOptions? options = null) => Write(ProtobufRoot.Standard<T>.Entry, value, options);

    // A unit of its own, as with Json.
    [MethodImpl(MethodImplOptions.NoInlining)]
    static byte[] Write<T>(ProtobufRoot.Entry<T>? known, T value, ProtobufOptions? options)
    {
        // First of all, so that memory that has just been cleared is not cleared again.
        var sink = default(ProtobufSink);
        options ??= ProtobufOptions.Default;
        var codec = ProtobufRoot.CodecOf(known, options, out var root);
        sink.Begin(default, options, root);
        try
        {
            codec.Write(ref sink, value);
            return sink.ToArray();
        }
        finally
        {
            sink.Release();
        }
    }

    /// <summary>Writes the value to a buffer writer.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void Serialize<T>(IBufferWriter<byte> output, T value, ProtobufOptions? options = null) =>
        Write(ProtobufRoot.Standard<T>.Entry, output, value, options);

    [MethodImpl(MethodImplOptions.NoInlining)]
    static void Write<T>(ProtobufRoot.Entry<T>? known, IBufferWriter<byte> output, T value, ProtobufOptions? options)
    {
        // First of all, as above.
        var sink = default(ProtobufSink);
        ArgumentNullException.ThrowIfNull(output);
        options ??= ProtobufOptions.Default;
        var codec = ProtobufRoot.CodecOf(known, options, out var root);
        sink.Begin(new OutputTarget(output), options, root);
        try
        {
            codec.Write(ref sink, value);
            sink.Flush();
        }
        finally
        {
            sink.Release();
        }
    }

    /// <summary>Writes the value to a stream, in chunks if it is large.</summary>
    public static void Serialize<T>(Stream output, T value, ProtobufOptions? options = null) => Facade.Serialize<T>(output, value, options);

    /// <summary>The value of the bytes.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static T Deserialize<T>(ReadOnlySpan<byte> payload, ProtobufOptions? options = null) =>
        Read(ProtobufRoot.Standard<T>.Entry, payload, options);

    [MethodImpl(MethodImplOptions.NoInlining)]
    static T Read<T>(ProtobufRoot.Entry<T>? known, ReadOnlySpan<byte> payload, ProtobufOptions? options)
    {
        options ??= ProtobufOptions.Default;
        var codec = ProtobufRoot.CodecOf(known, options, out var root, payload.Length);
        return Read(payload, options, codec, root);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    static T Read<T>(ReadOnlySpan<byte> payload, ProtobufOptions options, Codec<ProtobufSink, ProtobufSource, T> codec, ProtobufField root)
    {
        var source = default(ProtobufSource);
        source.Begin(payload, options, root);
        Exception error;
        try
        {
            source.Begin();
            var value = codec.Read(ref source);
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
}
