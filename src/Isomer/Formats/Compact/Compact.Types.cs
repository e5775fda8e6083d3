using System.Buffers;
using Isomer.Formats;
using Facade = Isomer.Calls.Facade<Isomer.Formats.CompactCalls, Isomer.CompactOptions>;

namespace Isomer;

/// <summary>The twins for types that are known only at run time, and filling what is there.</summary>
public static partial class Compact
{
    /// <summary>The value as bytes, as it is written where <paramref name="type"/> is declared.</summary>
    public static byte[] Serialize(object? value, Type type, CompactOptions? options = null) => Facade.Serialize(value, type, options);

    /// <summary>Writes the value, as one of the declared type, to a buffer writer.</summary>
    public static void Serialize(IBufferWriter<byte> output, object? value, Type type, CompactOptions? options = null) =>
        Facade.Serialize(output, value, type, options);

    /// <summary>Writes the value, as one of the declared type, to a stream.</summary>
    public static void Serialize(Stream output, object? value, Type type, CompactOptions? options = null) =>
        Facade.Serialize(output, value, type, options);

    /// <summary>The value of a payload, as it is read where <paramref name="type"/> is declared.</summary>
    public static object? Deserialize(ReadOnlySpan<byte> payload, Type type, CompactOptions? options = null) =>
        Facade.Deserialize(payload, type, options);

    /// <summary>The value of a payload in pieces, as one of the declared type.</summary>
    public static object? Deserialize(in ReadOnlySequence<byte> payload, Type type, CompactOptions? options = null) =>
        Facade.Deserialize(in payload, type, options);

    /// <summary>The value of a stream, which is read to its end, as one of the declared type.</summary>
    public static object? Deserialize(Stream input, Type type, CompactOptions? options = null) => Facade.Deserialize(input, type, options);

    /// <summary>
    /// Reads a payload into an object that is there: members that it has are set, the others stay; items are added to a
    /// collection. Objects and collections inside are replaced, or filled too with <see cref="CompactOptions.MergeNested"/>.
    /// </summary>
    /// <returns>The target; for a struct, the filled copy.</returns>
    /// <exception cref="WireFormatException">The payload is refused, or is null; what came before the error has been set.</exception>
    public static T Fill<T>(T target, ReadOnlySpan<byte> payload, CompactOptions? options = null) =>
        Facade.Fill<T>(target, payload, options);
}
