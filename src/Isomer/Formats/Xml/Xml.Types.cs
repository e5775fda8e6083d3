using System.Buffers;
using Isomer.Shapes;
using Isomer.Wire;
using Isomer.Wire.Xml;

namespace Isomer;

/// <summary>The twins for types that are known only at run time, and filling what is there.</summary>
public static partial class Xml
{
    /// <summary>The value, as one of the declared type, as a document in UTF-8.</summary>
    public static byte[] Serialize(object? value, Type type, XmlOptions? options = null)
    {
        var sink = Begin(new OutputBuffer(null), value, type, options ?? XmlOptions.Default, out var codec);
        try
        {
            codec.WriteObject(ref sink, value);
            return sink.Output.ToArray();
        }
        finally
        {
            sink.Dispose();
        }
    }

    /// <summary>Writes the value, as one of the declared type, as a document in UTF-8.</summary>
    public static void Serialize(IBufferWriter<byte> output, object? value, Type type, XmlOptions? options = null)
    {
        ArgumentNullException.ThrowIfNull(output);
        Write(BufferWriterTarget.Of(output), value, type, options ?? XmlOptions.Default);
    }

    /// <summary>Writes the value, as one of the declared type, as a document in UTF-8.</summary>
    public static void Serialize(Stream output, object? value, Type type, XmlOptions? options = null)
    {
        ArgumentNullException.ThrowIfNull(output);
        Write(new StreamTarget(output), value, type, options ?? XmlOptions.Default);
    }

    static void Write(OutputTarget target, object? value, Type type, XmlOptions options)
    {
        var sink = Begin(new OutputBuffer(target), value, type, options, out var codec);
        try
        {
            codec.WriteObject(ref sink, value);
            sink.Output.Flush();
        }
        finally
        {
            sink.Dispose();
        }
    }

    static XmlSink Begin(OutputBuffer output, object? value, Type type, XmlOptions options, out Codec<XmlSink, XmlSource> codec)
    {
        try
        {
            var root = XmlRoot.Of(type, options);
            codec = Codecs<XmlSink, XmlSource>.Of(root.Facts.Model);
            Refusals.CheckIsOf(value, type);
            return new XmlSink(output, options.Profile, root.Facts, root.Place);
        }
        catch
        {
            output.Dispose();
            throw;
        }
    }

    /// <summary>The value of a document, as one of the declared type.</summary>
    public static object? Deserialize(ReadOnlySpan<byte> payload, Type type, XmlOptions? options = null) =>
        Read(payload, type, options ?? XmlOptions.Default, null, null);

    /// <summary>The value of a document in pieces, as one of the declared type.</summary>
    public static object? Deserialize(in ReadOnlySequence<byte> payload, Type type, XmlOptions? options = null)
    {
        if (payload.IsSingleSegment)
            return Deserialize(payload.FirstSpan, type, options);
        using var whole = InputText.Copy(payload);
        return Deserialize(whole.Bytes, type, options);
    }

    /// <summary>The value of a document, as one of the declared type.</summary>
    public static object? Deserialize(Stream input, Type type, XmlOptions? options = null)
    {
        using var text = InputText.Read(input);
        return Deserialize(text.Span, type, options);
    }

    /// <summary>The value, as one of the declared type, as text.</summary>
    public static string ToText(object? value, Type type, XmlOptions? options = null) => XmlStrings.Of(Serialize(value, type, options));

    /// <summary>The value of a text, as one of the declared type.</summary>
    public static object? FromText(string text, Type type, XmlOptions? options = null)
    {
        ArgumentNullException.ThrowIfNull(text);
        byte[] utf8 = XmlStrings.ToUtf8(text, nameof(Xml), out int skipped);
        try
        {
            return Deserialize(utf8, type, options);
        }
        catch (WireFormatException e) when (TextErrors.MovedToText(e, utf8, skipped))
        {
            throw;
        }
    }

    /// <summary>
    /// Reads a document into an object that is there: members that it names are set, the others stay; items are added to lists.
    /// </summary>
    /// <returns>The target; for a struct, the filled copy.</returns>
    /// <exception cref="WireFormatException">The document is refused, or is nil; what came before the error has been set.</exception>
    public static T Fill<T>(T target, ReadOnlySpan<byte> payload, XmlOptions? options = null)
    {
        ArgumentNullException.ThrowIfNull(target);
        return (T)Read(payload, Filling<XmlSink, XmlSource>.Declared(target), options ?? XmlOptions.Default, target, null)!;
    }

    internal static object? Read(ReadOnlySpan<byte> payload, Type type, XmlOptions options, object? target, XmlEvents? events)
    {
        var root = XmlRoot.Of(type, options);
        var codec = Codecs<XmlSink, XmlSource>.Of(root.Facts.Model);
        XmlSource source = default;
        Exception error;
        ReadOnlySpan<byte> text = default;
        int skipped = 0;
        try
        {
            text = XmlInput.ToUtf8(payload, options.Profile.Rules, out skipped);
            source = new XmlSource(text, options.Profile, root.Facts, root.Place, events);
            source.Begin();
            object? value = target is null ? codec.ReadObject(ref source) : Filling<XmlSink, XmlSource>.Into(ref source, codec.Model, target);
            source.End();
            return value;
        }
        catch (Exception e) when (InputErrors.IsInput(e))
        {
            error = e;
        }
        finally
        {
            source.Dispose();
        }
        throw XmlErrors.Place(error, payload, text, source.ErrorOffset, skipped);
    }
}
