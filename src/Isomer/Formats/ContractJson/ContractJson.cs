using System.Buffers;
using System.Diagnostics.CodeAnalysis;
using System.Text;
using Isomer.Model;
using Isomer.Shapes;
using Isomer.Wire;

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
    public static byte[] Serialize<T>(T value, ContractJsonOptions? options = null)
    {
        var writer = ContractJsonWriter.Begin(null, (options ?? ContractJsonOptions.Default).Profile);
        try
        {
            writer.Root(value);
            return writer.Output.ToArray();
        }
        finally
        {
            writer.End();
        }
    }

    /// <summary>Writes the value as UTF-8 text.</summary>
    public static void Serialize<T>(IBufferWriter<byte> output, T value, ContractJsonOptions? options = null)
    {
        ArgumentNullException.ThrowIfNull(output);
        Write(BufferWriterTarget.Of(output), value, options);
    }

    /// <summary>Writes the value as UTF-8 text.</summary>
    public static void Serialize<T>(Stream output, T value, ContractJsonOptions? options = null)
    {
        ArgumentNullException.ThrowIfNull(output);
        Write(new StreamTarget(output), value, options);
    }

    static void Write<T>(OutputTarget target, T value, ContractJsonOptions? options)
    {
        var writer = ContractJsonWriter.Begin(target, (options ?? ContractJsonOptions.Default).Profile);
        try
        {
            writer.Root(value);
            writer.Output.Flush();
        }
        finally
        {
            writer.End();
        }
    }

    /// <summary>The value of a text in UTF-8; or in UTF-16, by its zero bytes.</summary>
    public static unsafe T Deserialize<T>(ReadOnlySpan<byte> payload, ContractJsonOptions? options = null)
    {
        if (IsUtf16(payload))
            return OfUtf16(payload, options, static (utf8, o) => Deserialize<T>(utf8, o));
        fixed (byte* text = payload)
        {
            var reader = ContractJsonReader.Begin(text, payload.Length, (options ?? ContractJsonOptions.Default).Profile);
            try
            {
                return reader.Root<T>();
            }
            catch (Exception e) when (InputErrors.IsInput(e))
            {
                throw JsonErrors.Place(e, payload, reader.Position, nameof(ContractJson));
            }
            finally
            {
                reader.Done();
            }
        }
    }

    /// <summary>The value as text.</summary>
    public static string ToText<T>(T value, ContractJsonOptions? options = null) => Encoding.UTF8.GetString(Serialize(value, options));

    /// <summary>The value of a text.</summary>
    public static T FromText<T>(string text, ContractJsonOptions? options = null)
    {
        using var utf8 = JsonText.ToUtf8(text, nameof(ContractJson));
        try
        {
            return Deserialize<T>(utf8.Bytes, options);
        }
        catch (WireFormatException e) when (TextErrors.MovedToText(e, utf8.Bytes))
        {
            throw;
        }
    }

    /// <summary>No text in UTF-8 begins so: the first character of JSON is ASCII.</summary>
    static bool IsUtf16(ReadOnlySpan<byte> payload) =>
        payload.Length >= 2 && (payload[0] == 0 != (payload[1] == 0) || payload is [0xFE, 0xFF, ..] or [0xFF, 0xFE, ..]);

    /// <summary>Reads what a text in UTF-16 says; errors are told at their places in it.</summary>
    static TResult OfUtf16<TGiven, TResult>(ReadOnlySpan<byte> payload, TGiven given, Func<byte[], TGiven, TResult> read)
    {
        int mark = payload is [0xFE, 0xFF, ..] or [0xFF, 0xFE, ..] ? 2 : 0;
        var encoding = new UnicodeEncoding(mark > 0 ? payload[0] == 0xFE : payload[0] == 0, false, throwOnInvalidBytes: true);
        byte[] utf8;
        try
        {
            utf8 = Encoding.UTF8.GetBytes(encoding.GetString(payload[mark..]));
        }
        catch (DecoderFallbackException e)
        {
            throw new WireFormatException("The text is not valid UTF-16.", e) { Format = nameof(ContractJson), Offset = 0, Path = "$" };
        }
        int length = payload.Length;
        try
        {
            return read(utf8, given);
        }
        catch (WireFormatException e) when (TextErrors.MovedToInput(e, utf8, encoding, mark, length))
        {
            throw;
        }
    }
}
