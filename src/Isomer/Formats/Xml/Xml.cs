using System.Buffers;
using System.Diagnostics.CodeAnalysis;
using System.Xml;
using Isomer.Formats;
using Isomer.Model;
using Facade = Isomer.Calls.Facade<Isomer.Formats.XmlCalls, Isomer.XmlOptions>;
using TextFacade = Isomer.Calls.TextFacade<Isomer.Formats.XmlCalls, Isomer.XmlOptions>;

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

    /// <summary>
    /// Writes the value to a writer of the framework, at its place. One that stands at its beginning gets a declaration first, which says
    /// its encoding, as XmlSerializer writes it; but for writers of fragments, which may take several values.
    /// </summary>
    public static void WriteTo<T>(XmlWriter output, T value, XmlOptions? options = null)
    {
        ArgumentNullException.ThrowIfNull(output);
        if (output.WriteState == WriteState.Start && output.Settings?.ConformanceLevel is null or ConformanceLevel.Document)
            output.WriteStartDocument();
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
