using System.Buffers;
using Isomer.Formats;
using Facade = Isomer.Calls.Facade<Isomer.Formats.ProtobufCalls, Isomer.ProtobufOptions>;

namespace Isomer;

/// <summary>The twins for types that are known only at run time, and filling what is there.</summary>
public static partial class Protobuf
{
    /// <summary>The value, as one of the declared type, as bytes.</summary>
    public static byte[] Serialize(object? value, Type type, ProtobufOptions? options = null) => Facade.Serialize(value, type, options);

    /// <summary>Writes the value, as one of the declared type, to a buffer writer.</summary>
    public static void Serialize(IBufferWriter<byte> output, object? value, Type type, ProtobufOptions? options = null) =>
        Facade.Serialize(output, value, type, options);

    /// <summary>Writes the value, as one of the declared type, to a stream.</summary>
    public static void Serialize(Stream output, object? value, Type type, ProtobufOptions? options = null) =>
        Facade.Serialize(output, value, type, options);

    /// <summary>The value of the bytes, as one of the declared type.</summary>
    public static object? Deserialize(ReadOnlySpan<byte> payload, Type type, ProtobufOptions? options = null) =>
        Facade.Deserialize(payload, type, options);

    /// <summary>The value of bytes in pieces, as one of the declared type.</summary>
    public static object? Deserialize(in ReadOnlySequence<byte> payload, Type type, ProtobufOptions? options = null) =>
        Facade.Deserialize(in payload, type, options);

    /// <summary>
    /// The value of the bytes up to the stream's end, as one of the declared type. Only one field of the root is held at a time.
    /// </summary>
    public static object? Deserialize(Stream input, Type type, ProtobufOptions? options = null) => ProtobufCalls.Read(input, type, options);

    /// <summary>
    /// Merges bytes into an object that is there, as protobuf defines it: members that come are set, items are added to
    /// collections, messages are merged.
    /// </summary>
    /// <returns>The target; for a struct, the filled copy.</returns>
    /// <exception cref="WireFormatException">The bytes are refused; what came before the error has been set.</exception>
    public static T Fill<T>(T target, ReadOnlySpan<byte> payload, ProtobufOptions? options = null) =>
        Facade.Fill<T>(target, payload, options);
}
