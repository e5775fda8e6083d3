using System.Buffers;
using System.Diagnostics.CodeAnalysis;
using System.Text;
using System.Xml;
using Isomer.Conventions;
using Isomer.Model;
using Isomer.Shapes;
using Isomer.Wire;
using Isomer.Wire.Xml;

namespace Isomer;

/// <summary>
/// XmlSerializer's XML: byte for byte what <see cref="System.Xml.Serialization.XmlSerializer"/> writes to a stream, several
/// times as fast, and read without what makes it unsafe. The attributes of System.Xml.Serialization count, all of them.
/// </summary>
/// <example>
/// <code>
/// byte[] bytes = Xml.Serialize(order);      // &lt;?xml version="1.0" encoding="utf-8"?&gt; &lt;Order xmlns:xsi=... &gt;&lt;OrderID&gt;10248&lt;/OrderID&gt; ...
/// Order back = Xml.Deserialize&lt;Order&gt;(bytes);
/// </code>
/// </example>
[RequiresUnreferencedCode(Trimming.Members), RequiresDynamicCode(Trimming.Code)]
public static partial class Xml
{
    /// <summary>The value as a document in UTF-8.</summary>
    public static byte[] Serialize<T>(T value, XmlOptions? options = null)
    {
        options ??= XmlOptions.Default;
        var root = XmlRoot.Of(typeof(T), options);
        var sink = new XmlSink(new OutputBuffer(null), options.Profile, root.Facts, root.Place);
        try
        {
            Codecs<XmlSink, XmlSource>.Of<T>(root.Facts.Convention).Write(ref sink, value);
            return sink.Output.ToArray();
        }
        finally
        {
            sink.Dispose();
        }
    }

    /// <summary>Writes the value as a document in UTF-8.</summary>
    public static void Serialize<T>(IBufferWriter<byte> output, T value, XmlOptions? options = null)
    {
        ArgumentNullException.ThrowIfNull(output);
        Write(BufferWriterTarget.Of(output), value, options ?? XmlOptions.Default);
    }

    /// <summary>Writes the value as a document in UTF-8.</summary>
    public static void Serialize<T>(Stream output, T value, XmlOptions? options = null)
    {
        ArgumentNullException.ThrowIfNull(output);
        Write(new StreamTarget(output), value, options ?? XmlOptions.Default);
    }

    static void Write<T>(OutputTarget target, T value, XmlOptions options)
    {
        var root = XmlRoot.Of(typeof(T), options);
        var sink = new XmlSink(new OutputBuffer(target), options.Profile, root.Facts, root.Place);
        try
        {
            Codecs<XmlSink, XmlSource>.Of<T>(root.Facts.Convention).Write(ref sink, value);
            sink.Output.Flush();
        }
        finally
        {
            sink.Dispose();
        }
    }

    /// <summary>The value of a document in UTF-8, or another encoding that it declares.</summary>
    public static T Deserialize<T>(ReadOnlySpan<byte> payload, XmlOptions? options = null)
    {
        options ??= XmlOptions.Default;
        var root = XmlRoot.Of(typeof(T), options);
        var codec = Codecs<XmlSink, XmlSource>.Of<T>(root.Facts.Convention, payload.Length);
        XmlSource source = default;
        Exception error;
        ReadOnlySpan<byte> text = default;
        int skipped = 0;
        try
        {
            text = XmlInput.ToUtf8(payload, options.Profile.Rules, out skipped);
            source = new XmlSource(text, options.Profile, root.Facts, root.Place, null);
            source.Begin();
            var value = codec.Read(ref source);
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
        throw XmlErrors.Place(error, text, source.ErrorOffset, skipped);
    }

    /// <summary>The value as text. Its declaration says utf-16, as that of XmlSerializer on a StringWriter.</summary>
    public static string ToText<T>(T value, XmlOptions? options = null) => XmlStrings.Of(Serialize(value, options));

    /// <summary>The value of a text.</summary>
    public static T FromText<T>(string text, XmlOptions? options = null)
    {
        ArgumentNullException.ThrowIfNull(text);
        return Deserialize<T>(XmlStrings.ToUtf8(text), options);
    }

    /// <summary>Writes the value to a writer of the framework, at its place.</summary>
    public static void WriteTo<T>(XmlWriter output, T value, XmlOptions? options = null)
    {
        ArgumentNullException.ThrowIfNull(output);
        options = XmlBridge.OptionsFor(output, options ?? XmlOptions.Default);
        XmlBridge.Copy(Serialize(value, options), output, options.Outer);
    }

    /// <summary>The value of the element that a reader of the framework stands at; it moves behind that.</summary>
    public static T ReadFrom<T>(XmlReader input, XmlOptions? options = null)
    {
        ArgumentNullException.ThrowIfNull(input);
        return Deserialize<T>(XmlBridge.ToDocument(input), options);
    }
}

/// <summary>The root of a type under some options.</summary>
internal readonly record struct XmlRoot(XmlRootFacts Facts, XmlPlace Place)
{
    public static XmlRoot Of(Type type, XmlOptions options)
    {
        ArgumentNullException.ThrowIfNull(type);
        var facts = options.Convention.RootOf(type, options.Root);
        return new XmlRoot(facts, (XmlPlace)(facts.Place ??= new XmlPlace(facts.Element, XmlPlaceKind.Element)));
    }
}

/// <summary>Documents as strings.</summary>
internal static class XmlStrings
{
    static ReadOnlySpan<byte> Utf8Declaration => "<?xml version=\"1.0\" encoding=\"utf-8\"?>"u8;

    public static string Of(ReadOnlySpan<byte> document) => document.StartsWith(Utf8Declaration)
        ? "<?xml version=\"1.0\" encoding=\"utf-16\"?>" + Encoding.UTF8.GetString(document[Utf8Declaration.Length..])
        : Encoding.UTF8.GetString(document);

    /// <summary>Without its declaration, whose encoding says nothing about a string; half a surrogate pair is refused.</summary>
    public static byte[] ToUtf8(string text)
    {
        if (text.StartsWith('\uFEFF'))
            text = text[1..];
        int end = text.StartsWith("<?xml", StringComparison.Ordinal) && text.Length > 5 && text[5] is ' ' or '\t' or '\n' or '\r' ? text.IndexOf("?>", StringComparison.Ordinal) : -1;
        try
        {
            // White space in its place, so that lines stay what they are.
            return new UTF8Encoding(false, true).GetBytes(end < 0 ? text : Blank(text[..(end + 2)]) + text[(end + 2)..]);
        }
        catch (EncoderFallbackException e)
        {
            throw XmlErrors.Place(new WireFormatException($"The text has half a surrogate pair, U+{(int)e.CharUnknown:X4}, at character {e.Index}.") { Offset = e.Index }, default, 0, 0);
        }
    }

    static string Blank(string declaration) => string.Create(declaration.Length, declaration, static (span, from) =>
    {
        for (int i = 0; i < span.Length; i++)
            span[i] = from[i] == '\n' ? '\n' : ' ';
    });
}
