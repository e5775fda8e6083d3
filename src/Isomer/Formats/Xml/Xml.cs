using System.Buffers;
using System.Diagnostics.CodeAnalysis;
using System.Text;
using System.Xml;
using Isomer.Conventions;
using Isomer.Model;
using Isomer.Wire;
using Isomer.Wire.Xml;
using Facade = Isomer.Calls.Facade<Isomer.XmlCalls, Isomer.XmlOptions>;
using TextFacade = Isomer.Calls.TextFacade<Isomer.XmlCalls, Isomer.XmlOptions>;

namespace Isomer;

/// <summary>
/// XmlSerializer's XML: byte for byte what <see cref="System.Xml.Serialization.XmlSerializer"/> writes to a stream, several
/// times as fast, and read without what makes it unsafe. The attributes of System.Xml.Serialization count, all of them.
/// </summary>
/// <example>
/// <code>
/// byte[] bytes = Xml.Serialize(order);
/// // &lt;?xml version="1.0" encoding="utf-8"?&gt; &lt;Order xmlns:xsi=... &gt;&lt;OrderID&gt;10248&lt;/OrderID&gt; ...
/// Order back = Xml.Deserialize&lt;Order&gt;(bytes);
/// </code>
/// </example>
[RequiresUnreferencedCode(Trimming.Members), RequiresDynamicCode(Trimming.Code)]
public static partial class Xml
{
    /// <summary>The value as a document in UTF-8.</summary>
    public static byte[] Serialize<T>(T value, XmlOptions? options = null) => Facade.Serialize<T>(value, options);

    /// <summary>Writes the value as a document in UTF-8.</summary>
    public static void Serialize<T>(IBufferWriter<byte> output, T value, XmlOptions? options = null) =>
        Facade.Serialize<T>(output, value, options);

    /// <summary>Writes the value as a document in UTF-8.</summary>
    public static void Serialize<T>(Stream output, T value, XmlOptions? options = null) => Facade.Serialize<T>(output, value, options);

    /// <summary>The value of a document in UTF-8, or another encoding that it declares.</summary>
    public static T Deserialize<T>(ReadOnlySpan<byte> payload, XmlOptions? options = null) => Facade.Deserialize<T>(payload, options);

    /// <summary>The value as text. Its declaration says utf-16, as that of XmlSerializer on a StringWriter.</summary>
    public static string ToText<T>(T value, XmlOptions? options = null) => TextFacade.ToText<T>(value, options);

    /// <summary>The value of a text.</summary>
    public static T FromText<T>(string text, XmlOptions? options = null) => TextFacade.FromText<T>(text, options);

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
        return Deserialize<T>(new XmlDocumentCopy(input, tellsPlaces: false).Document, (options ?? XmlOptions.Default).OverCopy);
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
    /// The text without a byte order mark and with white space for the encoding that it declares, which says nothing about a string; what
    /// else the declaration says is for the reader to judge. Half a surrogate pair is refused. Tells how many characters were left out at
    /// the beginning.
    /// </summary>
    public static InputText ToUtf8(string text, string format, out int skipped)
    {
        skipped = text.StartsWith('\uFEFF') ? 1 : 0;
        var rest = text.AsSpan(skipped);
        int length;
        try
        {
            length = s_strict.GetByteCount(rest);
        }
        catch (EncoderFallbackException e)
        {
            int line = rest[..e.Index].LastIndexOf('\n') + 1;
            throw new WireFormatException(
                $"The text has half a surrogate pair, U+{(int)e.CharUnknown:X4}, at character {e.Index + skipped}.", e)
            {
                Format = format,
                Offset = e.Index + skipped,
                Line = rest[..e.Index].Count('\n') + 1,
                Column = e.Index - line + 1 + (line == 0 ? skipped : 0),
                Path = format == nameof(Xml) ? "$" : "/",
            };
        }
        byte[] utf8 = ArrayPool<byte>.Shared.Rent(Math.Max(length, 1));
        s_strict.GetBytes(rest, utf8);
        BlankEncoding(utf8.AsSpan(0, length));
        return InputText.Own(utf8, length);
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
