using System.Buffers;
using System.Diagnostics.CodeAnalysis;
using Isomer.Model;
using Facade = Isomer.Calls.Facade<Isomer.Formats.ContractXmlCalls, Isomer.ContractXmlOptions>;
using TextFacade = Isomer.Calls.TextFacade<Isomer.Formats.ContractXmlCalls, Isomer.ContractXmlOptions>;

namespace Isomer;

/// <summary>
/// The XML of data contracts: byte for byte what DataContractSerializer writes, several times as fast, and without its
/// holes. See docs/contractxml.md.
/// </summary>
/// <example>
/// <code>
/// byte[] bytes = ContractXml.Serialize(order);
/// Order back = ContractXml.Deserialize&lt;Order&gt;(bytes);
/// </code>
/// </example>
[RequiresUnreferencedCode(Trimming.Members), RequiresDynamicCode(Trimming.Code)]
public static partial class ContractXml
{
    /// <summary>The value as a UTF-8 document.</summary>
    public static byte[] Serialize<T>(T value, ContractXmlOptions? options = null) => Facade.Serialize<T>(value, options);

    /// <summary>Writes the value as a UTF-8 document.</summary>
    public static void Serialize<T>(IBufferWriter<byte> output, T value, ContractXmlOptions? options = null) =>
        Facade.Serialize<T>(output, value, options);

    /// <summary>Writes the value as a UTF-8 document.</summary>
    public static void Serialize<T>(Stream output, T value, ContractXmlOptions? options = null) =>
        Facade.Serialize<T>(output, value, options);

    /// <summary>The value of a document.</summary>
    public static T Deserialize<T>(ReadOnlySpan<byte> payload, ContractXmlOptions? options = null) =>
        Facade.Deserialize<T>(payload, options);

    /// <summary>The value as text.</summary>
    public static string ToText<T>(T value, ContractXmlOptions? options = null) => TextFacade.ToText<T>(value, options);

    /// <summary>The value of a text.</summary>
    public static T FromText<T>(string text, ContractXmlOptions? options = null) => TextFacade.FromText<T>(text, options);
}
