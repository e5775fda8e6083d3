using System.Buffers;
using System.Text;
using Isomer.Shapes;
using Isomer.Wire;
using Isomer.Wire.Xml;

namespace Isomer;

/// <summary>The twins for types that are known only at run time, and filling what is there.</summary>
public static partial class ContractXml
{
    /// <summary>The value, as one of the declared type, as UTF-8 document.</summary>
    public static byte[] Serialize(object? value, Type type, ContractXmlOptions? options = null)
    {
        options ??= ContractXmlOptions.Default;
        var codec = CodecOf(type, options);
        Refusals.CheckIsOf(value, type);
        var sink = new ContractXmlSink(new OutputBuffer(null), options.Profile);
        try
        {
            sink.BeginRoot(codec.Model, value);
            codec.WriteObject(ref sink, value);
            return sink.Output.ToArray();
        }
        finally
        {
            sink.Output.Dispose();
            sink.Dispose();
        }
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
        var codec = CodecOf(type, options);
        Refusals.CheckIsOf(value, type);
        var sink = new ContractXmlSink(new OutputBuffer(target), options.Profile);
        try
        {
            sink.BeginRoot(codec.Model, value);
            codec.WriteObject(ref sink, value);
            sink.Output.Flush();
        }
        finally
        {
            sink.Output.Dispose();
            sink.Dispose();
        }
    }

    /// <summary>The value of a UTF-8 document, as one of the declared type.</summary>
    public static object? Deserialize(ReadOnlySpan<byte> payload, Type type, ContractXmlOptions? options = null)
    {
        options ??= ContractXmlOptions.Default;
        var codec = CodecOf(type, options);
        int skipped = 0;
        var text = payload;
        int position = 0;
        try
        {
            text = XmlInput.ToUtf8(payload, options.Profile.Rules, out skipped);
            var source = new ContractXmlSource(text, options.Profile);
            try
            {
                source.BeginRoot(codec.Model);
                object? value = codec.ReadObject(ref source);
                source.End();
                return value;
            }
            finally
            {
                position = source.Position;
                source.Dispose();
            }
        }
        catch (Exception e) when (TextErrors.IsInput(e))
        {
            throw ContractXmlErrors.Place(e, text, position, skipped);
        }
    }

    /// <summary>The value of a UTF-8 document in pieces, as one of the declared type.</summary>
    public static object? Deserialize(in ReadOnlySequence<byte> payload, Type type, ContractXmlOptions? options = null)
    {
        if (payload.IsSingleSegment)
            return Deserialize(payload.FirstSpan, type, options);
        using var whole = InputText.Copy(payload);
        return Deserialize(whole.Span, type, options);
    }

    /// <summary>The value of a UTF-8 document, as one of the declared type.</summary>
    public static object? Deserialize(Stream input, Type type, ContractXmlOptions? options = null)
    {
        using var text = InputText.Read(input);
        return Deserialize(text.Span, type, options);
    }

    /// <summary>The value, as one of the declared type, as text.</summary>
    public static string ToText(object? value, Type type, ContractXmlOptions? options = null) =>
        Encoding.UTF8.GetString(Serialize(value, type, options));

    /// <summary>The value of a text, as one of the declared type.</summary>
    public static object? FromText(string text, Type type, ContractXmlOptions? options = null)
    {
        ArgumentNullException.ThrowIfNull(text);
        return Deserialize(ToUtf8(text), type, options);
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
        var codec = CodecOf(target.GetType(), options);
        int skipped = 0;
        var text = payload;
        int position = 0;
        try
        {
            text = XmlInput.ToUtf8(payload, options.Profile.Rules, out skipped);
            var source = new ContractXmlSource(text, options.Profile);
            try
            {
                source.BeginRoot(codec.Model);
                if (source.Head(codec.Model) != Head.Value)
                    throw new WireFormatException("The document is null, or of another type than the target.");
                target = (T)codec.FillObject(ref source, target);
                source.End();
                return target;
            }
            finally
            {
                position = source.Position;
                source.Dispose();
            }
        }
        catch (Exception e) when (TextErrors.IsInput(e))
        {
            throw ContractXmlErrors.Place(e, text, position, skipped);
        }
    }

    static Codec<ContractXmlSink, ContractXmlSource> CodecOf(Type type, ContractXmlOptions options)
    {
        ArgumentNullException.ThrowIfNull(type);
        return Codecs<ContractXmlSink, ContractXmlSource>.Of(options.Convention.ModelOf(type));
    }
}
