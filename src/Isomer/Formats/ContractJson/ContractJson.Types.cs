using System.Buffers;
using Facade = Isomer.Calls.Facade<Isomer.Formats.ContractJsonCalls, Isomer.ContractJsonOptions>;
using TextFacade = Isomer.Calls.TextFacade<Isomer.Formats.ContractJsonCalls, Isomer.ContractJsonOptions>;

namespace Isomer;

/// <summary>The twins for types that are known only at run time, and filling what is there.</summary>
public static partial class ContractJson
{
    /// <summary>The value, as one of the declared type, as UTF-8 text.</summary>
    public static byte[] Serialize(object? value, Type type, ContractJsonOptions? options = null) => Facade.Serialize(value, type, options);

    /// <summary>Writes the value, as one of the declared type, as UTF-8 text.</summary>
    public static void Serialize(IBufferWriter<byte> output, object? value, Type type, ContractJsonOptions? options = null) =>
        Facade.Serialize(output, value, type, options);

    /// <summary>Writes the value, as one of the declared type, as UTF-8 text.</summary>
    public static void Serialize(Stream output, object? value, Type type, ContractJsonOptions? options = null) =>
        Facade.Serialize(output, value, type, options);

    /// <summary>The value of a text, as one of the declared type.</summary>
    public static object? Deserialize(ReadOnlySpan<byte> payload, Type type, ContractJsonOptions? options = null) =>
        Facade.Deserialize(payload, type, options);

    /// <summary>The value of a UTF-8 text in pieces, as one of the declared type.</summary>
    public static object? Deserialize(in ReadOnlySequence<byte> payload, Type type, ContractJsonOptions? options = null) =>
        Facade.Deserialize(in payload, type, options);

    /// <summary>The value of a text, as one of the declared type.</summary>
    public static object? Deserialize(Stream input, Type type, ContractJsonOptions? options = null) =>
        Facade.Deserialize(input, type, options);

    /// <summary>The value, as one of the declared type, as text.</summary>
    public static string ToText(object? value, Type type, ContractJsonOptions? options = null) => TextFacade.ToText(value, type, options);

    /// <summary>The value of a text, as one of the declared type.</summary>
    public static object? FromText(string text, Type type, ContractJsonOptions? options = null) => TextFacade.FromText(text, type, options);

    /// <summary>
    /// Reads a text into an object that is there: members that it names are set, the others stay; items are added to a collection.
    /// </summary>
    /// <returns>The target; for a struct, the filled copy.</returns>
    /// <exception cref="WireFormatException">The text is refused, or is null; what came before the error has been set.</exception>
    public static T Fill<T>(T target, ReadOnlySpan<byte> payload, ContractJsonOptions? options = null) =>
        Facade.Fill<T>(target, payload, options);
}
