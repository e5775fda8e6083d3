using System.Text;
using System.Xml;
using System.Xml.Serialization;
using Isomer.Wire.Xml;

namespace Isomer.Formats.XmlMembers;

/// <summary>What stands at a reader of the framework as a document of its own, with the element around it that our reader expects.</summary>
internal static class XmlMembersDocument
{
    // No prefix of a caller.
    const string OurPrefix = "isomer.members";

    /// <summary>The element that the reader stands at. The first element in it is the return value, whatever its name, where one is expected.</summary>
    public static byte[] Of(XmlReader reader, XmlQualifiedName? result, bool takesAttributes, out bool isEmpty)
    {
        isEmpty = reader.IsEmptyElement;
        return Write(writer => Copy(reader, writer, result, takesAttributes));
    }

    static void Copy(XmlReader reader, XmlWriter writer, XmlQualifiedName? result, bool takesAttributes)
    {
        writer.WriteStartElement(reader.Prefix, reader.LocalName, reader.NamespaceURI);
        if (takesAttributes)
            XmlBridge.CopyAttributes(reader, writer);
        else
            // What no member could take the original does not look at.
            XmlBridge.CopyScope(reader, writer, [reader.Prefix]);
        bool isEmpty = reader.IsEmptyElement;
        reader.Read();
        if (!isEmpty)
        {
            CopyContent(reader, writer, result);
            reader.Read();
        }
        writer.WriteEndElement();
    }

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

    /// <summary>All that stands from here to the end of the element around it.</summary>
    public static byte[] OfSiblings(XmlReader reader, string wrapper, string ns, XmlQualifiedName? result) => Write(writer =>
    {
        writer.WriteStartElement(ns.Length == 0 ? "" : OurPrefix, wrapper, ns);
        // A default namespace is declared by whoever uses it: the first element here may have one of its own.
        XmlBridge.CopyScope(reader, writer, [""]);
        CopyContent(reader, writer, result);
        writer.WriteEndElement();
    });

    static void CopyContent(XmlReader reader, XmlWriter writer, XmlQualifiedName? result)
    {
        while (reader.NodeType is not (XmlNodeType.EndElement or XmlNodeType.None))
        {
            if (result is null || reader.NodeType != XmlNodeType.Element)
            {
                writer.WriteNode(reader, false);
                continue;
            }
            writer.WriteStartElement(result.Name, result.Namespace);
            XmlBridge.CopyAttributes(reader, writer);
            bool isEmpty = reader.IsEmptyElement;
            reader.Read();
            if (!isEmpty)
            {
                while (reader.NodeType is not (XmlNodeType.EndElement or XmlNodeType.None))
                    writer.WriteNode(reader, false);
                reader.Read();
            }
            writer.WriteEndElement();
            result = null;
        }
    }

    static byte[] Write(Action<XmlWriter> write)
    {
        using var memory = new MemoryStream();
        using (var writer = XmlWriter.Create(memory, new XmlWriterSettings { Encoding = new UTF8Encoding(false), OmitXmlDeclaration = true, NewLineHandling = NewLineHandling.Entitize, CheckCharacters = false, CloseOutput = false }))
            write(writer);
        return memory.ToArray();
    }

    /// <summary>Raises the events for an element that is not the expected one.</summary>
    public static void PassOver(LimitedXmlReader reader, object sender, XmlDeserializationEvents events, string expected)
    {
        if (reader.NodeType == XmlNodeType.Element && events.OnUnknownNode is null && events.OnUnknownElement is null)
        {
            reader.Skip();
            return;
        }
        var node = new XmlDocument(reader.NameTable).ReadNode(reader);
        if (node is null)
            return;
        var (line, column) = reader.HasLineInfo() ? (reader.LineNumber, reader.LinePosition) : (-1, -1);
        events.OnUnknownNode?.Invoke(sender, XmlSerializerEvents.NodeArguments(node, line, column, null));
        if (node is XmlElement element)
            events.OnUnknownElement?.Invoke(sender, XmlSerializerEvents.ElementArguments(element, line, column, null, expected));
    }
}
