using System.Xml;

namespace Isomer.Formats;

// What no member takes, and values of types that are not known, which stay nodes.
internal sealed partial class SoapReader
{
    XmlDocument? _document;

    XmlDocument Document => _document ??= new XmlDocument(reader.NameTable);

    /// <summary>Passes over the node here and raises the events of the original. Null, for it is no value.</summary>
    object? UnknownNode(object? owner)
    {
        switch (reader.NodeType)
        {
            case XmlNodeType.None or XmlNodeType.Whitespace:
                reader.Read();
                return null;
            case XmlNodeType.EndElement:
                return null;
            case XmlNodeType.Attribute when events.OnUnknownNode is null && events.OnUnknownAttribute is null:
                return null;
            case XmlNodeType.Element when events.OnUnknownNode is null && events.OnUnknownElement is null:
                reader.Skip();
                return null;
            default:
                Tell(Document.ReadNode(reader), owner);
                return null;
        }
    }

    void Tell(XmlNode? node, object? owner)
    {
        if (node is null)
            return;
        var (line, column) = reader.HasLineInfo() ? (reader.LineNumber, reader.LinePosition) : (-1, -1);
        if (node.NodeType != XmlNodeType.Whitespace)
            events.OnUnknownNode?.Invoke(sender, XmlSerializerEvents.NodeArguments(node, line, column, owner));
        if (node is XmlAttribute attribute)
            events.OnUnknownAttribute?.Invoke(sender, XmlSerializerEvents.AttributeArguments(attribute, line, column, owner, null!));
        else if (node is XmlElement element)
            events.OnUnknownElement?.Invoke(sender, XmlSerializerEvents.ElementArguments(element, line, column, owner, null!));
    }

    /// <summary>The element as its attributes and children; a plain object where there is nothing but its type.</summary>
    object ReadNodes(bool elementIsType)
    {
        var nodes = new List<XmlNode>();
        var (localName, ns, name) = (reader.LocalName, reader.NamespaceURI, reader.Name);
        var element = Document.CreateElement(name, ns);
        XmlQualifiedName? type = null;
        int silent = 0;
        while (reader.MoveToNextAttribute())
        {
            if (IsDeclaration(reader.Name) || (reader.Name == "id" && (!_is12 || reader.NamespaceURI == SoapNames.Encoding12)))
                silent++;
            if (reader.LocalName == "type" && reader.NamespaceURI is SoapNames.Xsi or SoapNames.Xsi2000 or SoapNames.Xsi1999)
            {
                int colon = reader.Value.LastIndexOf(':');
                type = new XmlQualifiedName(reader.Value[(colon + 1)..], reader.LookupNamespace(colon < 0 ? "" : reader.Value[..colon]));
            }
            var attribute = (XmlAttribute)Document.ReadNode(reader)!;
            nodes.Add(attribute);
            element.SetAttributeNode(attribute);
        }
        // One whose name is its type says so to the reader of its nodes.
        if (elementIsType && type is null)
        {
            type = new XmlQualifiedName(localName, ns);
            var said = Document.CreateAttribute("type", SoapNames.Xsi);
            said.Value = name;
            nodes.Add(said);
        }
        if (type is { Name: SoapNames.AnyType, Namespace: SoapNames.Xsd or SoapNames.Xsd1999 or SoapNames.Xsd2000 })
            silent++;
        reader.MoveToElement();
        if (reader.IsEmptyElement)
        {
            reader.Skip();
        }
        else
        {
            reader.ReadStartElement();
            reader.MoveToContent();
            while (reader.NodeType is not (XmlNodeType.EndElement or XmlNodeType.None))
            {
                var child = Document.ReadNode(reader)!;
                nodes.Add(child);
                element.AppendChild(child);
                reader.MoveToContent();
            }
            ReadEnd();
        }
        if (nodes.Count <= silent)
            return new object();
        Tell(element, null);
        return nodes.ToArray();
    }
}
