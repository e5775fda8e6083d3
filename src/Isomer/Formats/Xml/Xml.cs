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
        throw XmlErrors.Place(error, payload, text, source.ErrorOffset, skipped);
    }

    /// <summary>The value as text. Its declaration says utf-16, as that of XmlSerializer on a StringWriter.</summary>
    public static string ToText<T>(T value, XmlOptions? options = null) => XmlStrings.Of(Serialize(value, options));

    /// <summary>The value of a text.</summary>
    public static T FromText<T>(string text, XmlOptions? options = null)
    {
        ArgumentNullException.ThrowIfNull(text);
        byte[] utf8 = XmlStrings.ToUtf8(text, nameof(Xml), out int skipped);
        try
        {
            return Deserialize<T>(utf8, options);
        }
        catch (WireFormatException e) when (TextErrors.MovedToText(e, utf8, skipped))
        {
            throw;
        }
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

    /// <summary>
    /// The text without a byte order mark and with white space for the encoding that it declares, which says nothing about a string; what else the
    /// declaration says is for the reader to judge. Half a surrogate pair is refused. Tells how many characters were left out at the beginning.
    /// </summary>
    public static byte[] ToUtf8(string text, string format, out int skipped)
    {
        skipped = text.StartsWith('\uFEFF') ? 1 : 0;
        var rest = text.AsSpan(skipped);
        byte[] utf8;
        try
        {
            utf8 = new byte[s_strict.GetByteCount(rest)];
            s_strict.GetBytes(rest, utf8);
        }
        catch (EncoderFallbackException e)
        {
            int line = rest[..e.Index].LastIndexOf('\n') + 1;
            throw new WireFormatException($"The text has half a surrogate pair, U+{(int)e.CharUnknown:X4}, at character {e.Index + skipped}.", e)
            {
                Format = format,
                Offset = e.Index + skipped,
                Line = rest[..e.Index].Count('\n') + 1,
                Column = e.Index - line + 1 + (line == 0 ? skipped : 0),
                Path = format == nameof(Xml) ? "$" : "/",
            };
        }
        BlankEncoding(utf8);
        return utf8;
    }

    static readonly UTF8Encoding s_strict = new(false, throwOnInvalidBytes: true);

    static void BlankEncoding(Span<byte> document)
    {
        if (!document.StartsWith("<?xml"u8) || document.IndexOf("?>"u8) is not (> 5 and var end))
            return;
        ReadOnlySpan<byte> rest = document[5..end];
        XmlScanner.Pseudo(ref rest, "version"u8, out _);
        document.Overlaps(rest, out int start);
        if (!XmlScanner.Pseudo(ref rest, "encoding"u8, out _))
            return;
        document.Overlaps(rest, out int stop);
        // Lines stay what they are.
        foreach (ref byte b in document[start..(rest.IsEmpty ? end : stop)])
            b = b == '\n' ? b : (byte)' ';
    }
}
