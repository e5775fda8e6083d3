using System.Xml;
using System.Xml.Serialization;

namespace Isomer.Formats;

/// <summary>What members need of the caller's reader beside the copy of their element (<see cref="XmlDocumentCopy"/>).</summary>
internal static class XmlMembersDocument
{
    /// <summary>The prefixes that the element itself declares; null where it declares none.</summary>
    public static XmlSerializerNamespaces? DeclarationsOf(XmlReader reader)
    {
        XmlSerializerNamespaces? found = null;
        while (reader.MoveToNextAttribute())
            if (reader.NamespaceURI == XmlNames.Xmlns)
                (found ??= new XmlSerializerNamespaces()).Add(reader.Prefix.Length == 0 ? "" : reader.LocalName, reader.Value);
        reader.MoveToElement();
        return found;
    }

    /// <summary>Raises the events for an element that is not the expected one.</summary>
    public static void PassOver(XmlReader reader, object sender, XmlDeserializationEvents events, string expected)
    {
        if (events.OnUnknownNode is null && events.OnUnknownElement is null)
        {
            reader.Skip();
            return;
        }
        var node = new XmlDocument(reader.NameTable).ReadNode(reader);
        if (node is null)
            return;
        var (line, column) = reader is IXmlLineInfo lines && lines.HasLineInfo() ? (lines.LineNumber, lines.LinePosition) : (-1, -1);
        events.OnUnknownNode?.Invoke(sender, XmlSerializerEvents.NodeArguments(node, line, column, null));
        if (node is XmlElement element)
            events.OnUnknownElement?.Invoke(sender, XmlSerializerEvents.ElementArguments(element, line, column, null, expected));
    }
}
