using System.Buffers;
using Facade = Isomer.Calls.Facade<Isomer.Formats.NrbfCalls, Isomer.NrbfOptions>;

namespace Isomer;

/// <summary>The twins for types that are known only at run time, and filling what is there.</summary>
public static partial class Nrbf
{
    /// <summary>The value, as one of the declared type, as a payload.</summary>
    public static byte[] Serialize(object? value, Type type, NrbfOptions? options = null) => Facade.Serialize(value, type, options);

    /// <summary>Writes the value, as one of the declared type, as a payload.</summary>
    public static void Serialize(IBufferWriter<byte> output, object? value, Type type, NrbfOptions? options = null) =>
        Facade.Serialize(output, value, type, options);

    /// <summary>Writes the value, as one of the declared type, as a payload.</summary>
    public static void Serialize(Stream output, object? value, Type type, NrbfOptions? options = null) =>
        Facade.Serialize(output, value, type, options);

    /// <summary>The value of a payload, as one of the declared type.</summary>
    public static object? Deserialize(ReadOnlySpan<byte> payload, Type type, NrbfOptions? options = null) =>
        Facade.Deserialize(payload, type, options);

    /// <summary>The value of a payload in pieces, as one of the declared type.</summary>
    public static object? Deserialize(in ReadOnlySequence<byte> payload, Type type, NrbfOptions? options = null) =>
        Facade.Deserialize(in payload, type, options);

    /// <summary>The value of a payload, as one of the declared type.</summary>
    public static object? Deserialize(Stream input, Type type, NrbfOptions? options = null) => Facade.Deserialize(input, type, options);

    /// <summary>
    /// Reads the root into an object that is there: fields that the payload names are set, the others stay. A collection is made anew in
    /// its place.
    /// </summary>
    /// <returns>The target; for a struct, the filled copy.</returns>
    /// <exception cref="WireFormatException">The payload is refused, or is of another type; what came before the error has been
    /// set.</exception>
    public static T Fill<T>(T target, ReadOnlySpan<byte> payload, NrbfOptions? options = null) => Facade.Fill<T>(target, payload, options);
}
