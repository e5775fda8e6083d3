using System.Runtime.InteropServices;
using System.Xml;
using Isomer.Formats;

namespace Isomer;

/// <summary>
/// Any JSON as XML and back: what the framework's JsonReaderWriterFactory gives, as an XmlReader and XmlWriter that XDocument,
/// XPath, XSLT and the contract serializers take.
/// </summary>
/// <remarks>
/// <c>{"a":[1,true],"b c":null}</c> is
/// <code>
/// &lt;root type="object"&gt;
///   &lt;a type="array"&gt;&lt;item type="number"&gt;1&lt;/item&gt;&lt;item type="boolean"&gt;true&lt;/item&gt;&lt;/a&gt;
///   &lt;a:item xmlns:a="item" item="b c" type="null"&gt;&lt;/a:item&gt;
/// &lt;/root&gt;
/// </code>
/// A member is an element of its name, or <c>a:item</c> where the name is not plain ASCII without escapes; <c>__type</c>, if it
/// comes first, is an attribute. Numbers keep their text. Reader and writer stream: what they keep in memory is one string, and
/// the names of the elements that are open. See docs/jsoninfoset.md.
/// </remarks>
/// <example>
/// <code>
/// XDocument xml = XDocument.Load(JsonInfoset.CreateReader(json));
/// using XmlWriter writer = JsonInfoset.CreateWriter(stream);
/// xml.WriteTo(writer);
/// </code>
/// </example>
public static partial class JsonInfoset
{
    /// <summary>Reads JSON as XML: UTF-8, or UTF-16, with or without a byte order mark.</summary>
    public static XmlDictionaryReader CreateReader(byte[] json, JsonInfosetOptions? options = null)
    {
        ArgumentNullException.ThrowIfNull(json);
        return new JsonInfosetReader(new JsonInfosetInput(json, 0, json.Length), options ?? JsonInfosetOptions.Default);
    }

    /// <summary>Reads JSON as XML: UTF-8, or UTF-16, with or without a byte order mark.</summary>
    public static XmlDictionaryReader CreateReader(ReadOnlyMemory<byte> json, JsonInfosetOptions? options = null)
    {
        if (!MemoryMarshal.TryGetArray(json, out var segment))
            segment = json.ToArray();
        return new JsonInfosetReader(new JsonInfosetInput(segment.Array ?? [], segment.Offset, segment.Count),
            options ?? JsonInfosetOptions.Default);
    }

    /// <summary>Reads JSON as XML, while it is read from the stream.</summary>
    public static XmlDictionaryReader CreateReader(Stream json, JsonInfosetOptions? options = null)
    {
        ArgumentNullException.ThrowIfNull(json);
        options ??= JsonInfosetOptions.Default;
        return new JsonInfosetReader(new JsonInfosetInput(json, options.LeaveOpen), options);
    }

    /// <summary>Reads JSON as XML.</summary>
    public static XmlDictionaryReader FromText(string json, JsonInfosetOptions? options = null)
    {
        using var utf8 = JsonText.ToUtf8(json, nameof(JsonInfoset));
        return CreateReader(utf8.Bytes.ToArray(), options);
    }

    /// <summary>Writes XML of that form as JSON, in UTF-8.</summary>
    public static XmlDictionaryWriter CreateWriter(Stream json, JsonInfosetOptions? options = null)
    {
        ArgumentNullException.ThrowIfNull(json);
        return new JsonInfosetWriter(json, options ?? JsonInfosetOptions.Default);
    }
}
