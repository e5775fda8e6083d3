using System.Text;
using System.Xml;
using Isomer.Nodes;

namespace Isomer.Formats;

/// <summary>
/// .resx: data and metadata by name, each text, or base64 of what a formatter or a type's converter wrote. A reference to a file is what it
/// says; nothing is opened.
/// </summary>
internal static class ResxContainer
{
    const string Binary = "application/x-microsoft.net.object.binary.base64", Soaped = "application/x-microsoft.net.object.soap.base64",
        Converted = "application/x-microsoft.net.object.bytearray.base64";

    static readonly XmlReaderSettings Settings = new()
    {
        DtdProcessing = DtdProcessing.Prohibit,
        XmlResolver = null,
        MaxCharactersFromEntities = 1,
        IgnoreComments = true,
        IgnoreProcessingInstructions = true
    };

    public static FormatMatch Match(ReadOnlySpan<byte> payload)
    {
        var begin = payload[..Math.Min(payload.Length, 1 << 12)];
        return begin.IndexOf("<root"u8) < 0
            ? FormatMatch.No
            : payload[..Math.Min(payload.Length, 1 << 16)].IndexOf("resmimetype"u8) > 0 ? FormatMatch.Certain : FormatMatch.No;
    }

    public static Node Read(ReadOnlySpan<byte> payload)
    {
        try
        {
            using var reader = XmlReader.Create(new MemoryStream(payload.ToArray()), Settings);
            return Read(reader, NrbfIndex.OfContainer(payload.Length));
        }
        catch (Exception e) when (e is XmlException or ArgumentException or DecoderFallbackException)
        {
            throw new WireFormatException($"The resources are no XML: {e.Message}", e) { Offset = 0 };
        }
    }

    static NodeObject Read(XmlReader reader, NrbfIndex bounds)
    {
        if (reader.MoveToContent() != XmlNodeType.Element || reader.LocalName != "root")
            throw new WireFormatException("These are no resources: their element is not <root>.") { Offset = 0 };
        var node = new RepeatedNames([]);
        RepeatedNames? metadata = null;
        if (reader.IsEmptyElement)
            return node.Node;
        reader.Read();
        while (!reader.EOF && reader.NodeType != XmlNodeType.EndElement)
        {
            if (reader.NodeType != XmlNodeType.Element)
                reader.Read();
            else if (reader.LocalName is "data" or "metadata")
                Entry(reader, reader.LocalName == "data" ? node : metadata ??= new([]), bounds);
            else
                reader.Skip();
        }
        if (metadata is not null)
            node.Add("$metadata", metadata.Node);
        return node.Node;
    }

    static void Entry(XmlReader reader, RepeatedNames to, NrbfIndex bounds)
    {
        string name = reader.GetAttribute("name") ?? "";
        string? type = reader.GetAttribute("type"), mime = reader.GetAttribute("mimetype")?.Trim();
        string? text = null;
        if (reader.IsEmptyElement)
        {
            reader.Read();
        }
        else
        {
            int depth = reader.Depth;
            reader.Read();
            while (!reader.EOF && !(reader.NodeType == XmlNodeType.EndElement && reader.Depth == depth))
                if (reader.NodeType == XmlNodeType.Element && reader.LocalName == "value")
                    text = ValueOf(reader);
                else if (reader.NodeType == XmlNodeType.Element)
                    reader.Skip();
                else
                    reader.Read();
            reader.Read();
        }
        to.Add(name, text is null ? null : Value(text, type, mime, bounds));
    }

    static string ValueOf(XmlReader reader)
    {
        if (reader.IsEmptyElement)
        {
            reader.Read();
            return "";
        }
        int depth = reader.Depth;
        var text = new StringBuilder();
        reader.Read();
        while (!reader.EOF && !(reader.NodeType == XmlNodeType.EndElement && reader.Depth == depth))
        {
            if (reader.NodeType is XmlNodeType.Text or XmlNodeType.CDATA or XmlNodeType.Whitespace or XmlNodeType.SignificantWhitespace)
                text.Append(reader.Value);
            reader.Read();
        }
        reader.Read();
        return text.ToString();
    }

    static Node? Value(string text, string? type, string? mime, NrbfIndex bounds)
    {
        switch (mime)
        {
            case Binary or Soaped:
                return Bytes(text) is { } payload ? ContainedPayload.Of(payload, bounds) : Damaged(text);
            case Converted:
                return Bytes(text) is not { } bytes
                    ? Damaged(text)
                    : type is not null && type.StartsWith("System.Byte[]", StringComparison.Ordinal)
                        ? new NodeValue(bytes)
                        : ResourcesContainer.Typed(type ?? "", "TypeConverter", new NodeValue(bytes));
        }
        return type switch
        {
            null => new NodeValue(text),
            _ when type.StartsWith("System.Resources.ResXNullRef", StringComparison.Ordinal) => null,
            _ when type.StartsWith("System.Resources.ResXFileRef", StringComparison.Ordinal) =>
                new NodeObject { ["$file"] = new NodeValue(text) },
            _ when type.StartsWith("System.Byte[]", StringComparison.Ordinal) =>
                Bytes(text) is { } raw ? new NodeValue(raw) : Damaged(text),
            _ when type.Split(',')[0] == "System.String" => new NodeValue(text),
            _ => ResourcesContainer.Typed(type, "TypeConverter", new NodeValue(text)),
        };
    }

    static NodeObject Damaged(string text) => new() { ["$damaged"] = new NodeValue("no base64"), ["text"] = new NodeValue(text) };

    static byte[]? Bytes(string text)
    {
        byte[] bytes = new byte[(text.Length / 4 * 3) + 3];
        return Convert.TryFromBase64String(text, bytes, out int length) ? bytes[..length] : null;
    }
}
