using System.Buffers;
using System.Diagnostics.CodeAnalysis;
using Isomer.Model;
using Facade = Isomer.Calls.Facade<Isomer.Formats.ContractJsonCalls, Isomer.ContractJsonOptions>;
using TextFacade = Isomer.Calls.TextFacade<Isomer.Formats.ContractJsonCalls, Isomer.ContractJsonOptions>;

namespace Isomer;

/// <summary>
/// JSON by data contracts: the bytes of the framework's DataContractJsonSerializer, written and read several times as fast,
/// by any program that has it. <see cref="ContractJsonSerializer"/> takes its place under its own methods.
/// </summary>
/// <remarks>
/// <code>
/// {"__type":"Order:#Shop","Id":7,"At":"\/Date(1262304000000+0000)\/","Raw":[1,2],"By":[{"Key":"a","Value":1.50}]}
/// </code>
/// Members in the order of the contract, base class first; read in any order. Dates are milliseconds since 1970; bytes are
/// arrays of numbers, enums numbers, dictionaries arrays of pairs; <c>__type</c> comes first where the declared type does not say
/// what the object is. See docs/contractjson.md.
/// </remarks>
/// <example>
/// <code>
/// byte[] bytes = ContractJson.Serialize(order);
/// Order back = ContractJson.Deserialize&lt;Order&gt;(bytes);
/// </code>
/// </example>
[RequiresUnreferencedCode(Trimming.Members), RequiresDynamicCode(Trimming.Code)]
public static partial class ContractJson
{
    /// <summary>The value as UTF-8 text.</summary>
    public static byte[] Serialize<T>(T value, ContractJsonOptions? options = null) => Facade.Serialize<T>(value, options);

    /// <summary>Writes the value as UTF-8 text.</summary>
    public static void Serialize<T>(IBufferWriter<byte> output, T value, ContractJsonOptions? options = null) =>
        Facade.Serialize<T>(output, value, options);

    /// <summary>Writes the value as UTF-8 text.</summary>
    public static void Serialize<T>(Stream output, T value, ContractJsonOptions? options = null) =>
        Facade.Serialize<T>(output, value, options);

    /// <summary>The value of a text in UTF-8; or in UTF-16, by its zero bytes.</summary>
    public static T Deserialize<T>(ReadOnlySpan<byte> payload, ContractJsonOptions? options = null) =>
        Facade.Deserialize<T>(payload, options);

    /// <summary>The value as text.</summary>
    public static string ToText<T>(T value, ContractJsonOptions? options = null) => TextFacade.ToText<T>(value, options);

    /// <summary>The value of a text.</summary>
    public static T FromText<T>(string text, ContractJsonOptions? options = null) => TextFacade.FromText<T>(text, options);
}
