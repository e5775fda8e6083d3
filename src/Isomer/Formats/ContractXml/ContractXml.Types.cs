using System.Buffers;
using System.Text;
using Isomer.Shapes;
using Isomer.Wire;
using Isomer.Wire.Xml;
using Binary = Isomer.ContractXmlWork<Isomer.ContractBinaryEmitter, Isomer.Wire.Xml.XmlBinaryScanner>;
using Text = Isomer.ContractXmlWork<Isomer.ContractTextEmitter, Isomer.Wire.Xml.XmlScanner>;

namespace Isomer;

/// <summary>The twins for types that are known only at run time, and filling what is there.</summary>
public static partial class ContractXml
{
    /// <summary>The value, as one of the declared type, as UTF-8 document.</summary>
    public static byte[] Serialize(object? value, Type type, ContractXmlOptions? options = null)
    {
        options ??= ContractXmlOptions.Default;
        return (options.Form == ContractXmlForm.Text ? Text.Serialize(null, value, type, options) : Binary.Serialize(null, value, type, options))!;
    }

    /// <summary>Writes the value, as one of the declared type, as UTF-8 document.</summary>
    public static void Serialize(IBufferWriter<byte> output, object? value, Type type, ContractXmlOptions? options = null)
    {
        ArgumentNullException.ThrowIfNull(output);
        Write(BufferWriterTarget.Of(output), value, type, options ?? ContractXmlOptions.Default);
    }

    /// <summary>Writes the value, as one of the declared type, as UTF-8 document.</summary>
    public static void Serialize(Stream output, object? value, Type type, ContractXmlOptions? options = null)
    {
        ArgumentNullException.ThrowIfNull(output);
        Write(new StreamTarget(output), value, type, options ?? ContractXmlOptions.Default);
    }

    static void Write(OutputTarget target, object? value, Type type, ContractXmlOptions options)
    {
        if (options.Form == ContractXmlForm.Text)
            Text.Serialize(target, value, type, options);
        else
            Binary.Serialize(target, value, type, options);
    }

    /// <summary>The value of a UTF-8 document, as one of the declared type.</summary>
    public static object? Deserialize(ReadOnlySpan<byte> payload, Type type, ContractXmlOptions? options = null)
    {
        options ??= ContractXmlOptions.Default;
        return options.Form == ContractXmlForm.Text ? Text.Deserialize(payload, type, options) : Binary.Deserialize(payload, type, options);
    }

    /// <summary>The value of a UTF-8 document in pieces, as one of the declared type.</summary>
    public static object? Deserialize(in ReadOnlySequence<byte> payload, Type type, ContractXmlOptions? options = null)
    {
        if (payload.IsSingleSegment)
            return Deserialize(payload.FirstSpan, type, options);
        using var whole = InputText.Copy(payload);
        return Deserialize(whole.Bytes, type, options);
    }

    /// <summary>The value of a UTF-8 document, as one of the declared type.</summary>
    public static object? Deserialize(Stream input, Type type, ContractXmlOptions? options = null)
    {
        using var text = InputText.Read(input);
        return Deserialize(text.Span, type, options);
    }

    /// <summary>The value, as one of the declared type, as text.</summary>
    public static string ToText(object? value, Type type, ContractXmlOptions? options = null) =>
        Encoding.UTF8.GetString(Serialize(value, type, Textual(options)));

    /// <summary>The value of a text, as one of the declared type.</summary>
    public static object? FromText(string text, Type type, ContractXmlOptions? options = null)
    {
        ArgumentNullException.ThrowIfNull(text);
        byte[] utf8 = XmlStrings.ToUtf8(text, nameof(ContractXml), out int skipped);
        try
        {
            return Deserialize(utf8, type, Textual(options));
        }
        catch (WireFormatException e) when (TextErrors.MovedToText(e, utf8, skipped))
        {
            throw;
        }
    }

    /// <summary>
    /// Reads a document into an object that is there: members that it names are set, the others stay; items are added to a
    /// collection. Objects and collections inside are replaced.
    /// </summary>
    /// <returns>The target; for a struct, the filled copy.</returns>
    /// <exception cref="WireFormatException">The document is refused, or is null; what came before the error has been set.</exception>
    public static T Fill<T>(T target, ReadOnlySpan<byte> payload, ContractXmlOptions? options = null)
    {
        ArgumentNullException.ThrowIfNull(target);
        options ??= ContractXmlOptions.Default;
        return options.Form == ContractXmlForm.Text ? Text.Fill(target, payload, options) : Binary.Fill(target, payload, options);
    }
}
