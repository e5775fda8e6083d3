using System.Buffers;
using System.Diagnostics.CodeAnalysis;
using Isomer.Formats;
using Isomer.Model;
using Facade = Isomer.Calls.Facade<Isomer.Formats.NrbfCalls, Isomer.NrbfOptions>;

namespace Isomer;

/// <summary>
/// What BinaryFormatter wrote and reads, byte for byte ([MS-NRBF]): a graph of objects as records, each object its fields under the names
/// of its classes, references by number.
/// </summary>
/// <remarks>
/// <para>
/// A payload is a header (17 bytes), the root, the objects that it refers to in the order in which they were met, and an end. An object of
/// a class <c>Point { int x = 1; int y = 2; }</c> of the library 2 is <c>05 01000000 05 "Point" 02000000 01 "x" 01 "y" 00 00 08 08 02000000
/// 01000000 02000000</c>: the record, its number, the class by name, its two members, that both are primitive, which primitives, the
/// library, the values. The next Point is <c>01 03000000 01000000</c> and its values.
/// </para>
/// <para>
/// Types are looked up by their names in a closed set, and never loaded: what the declared type reaches,
/// <see cref="NrbfOptions.KnownTypes"/>, and the framework's collections and values. Nothing nests: a list of a million nodes is written
/// and read without recursion.
/// </para>
/// </remarks>
/// <example>
/// <code>
/// byte[] bytes = Nrbf.Serialize(order);
/// Order back = Nrbf.Deserialize&lt;Order&gt;(bytes);
/// </code>
/// </example>
[RequiresUnreferencedCode(Trimming.Members), RequiresDynamicCode(Trimming.Code)]
public static partial class Nrbf
{
    internal const string FormatName = "Nrbf";

    /// <summary>The value as bytes.</summary>
    public static byte[] Serialize<T>(T value, NrbfOptions? options = null) => Facade.Serialize<T>(value, options);

    /// <summary>Writes the value to a buffer writer, in chunks if it is large.</summary>
    public static void Serialize<T>(IBufferWriter<byte> output, T value, NrbfOptions? options = null) =>
        Facade.Serialize<T>(output, value, options);

    /// <summary>Writes the value to a stream, in chunks if it is large.</summary>
    public static void Serialize<T>(Stream output, T value, NrbfOptions? options = null) => Facade.Serialize<T>(output, value, options);

    /// <summary>The value of a payload.</summary>
    public static T Deserialize<T>(ReadOnlySpan<byte> payload, NrbfOptions? options = null) => Facade.Deserialize<T>(payload, options);
}
