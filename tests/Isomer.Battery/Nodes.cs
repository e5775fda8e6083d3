using System.Text;
using System.Xml;
using System.Xml.Linq;

namespace Isomer.Battery;

/// <summary>
/// What a node of XML holds, as text that is the same for two nodes where they hold the same: its kind, its name with prefix and
/// namespace, its value, its attributes and what is in it. XML as text would not do: of text in two nodes, and of white space that is
/// text, it says the same as of text in one.
/// </summary>
static class Nodes
{
    public static string Held(XmlNode node)
    {
        var text = new StringBuilder();
        Tell(node, text);
        return text.ToString();
    }

    public static string Held(XObject node)
    {
        var text = new StringBuilder();
        Tell(node, text);
        return text.ToString();
    }

    static void Tell(XmlNode node, StringBuilder text)
    {
        text.Append('<').Append(node.NodeType).Append(' ').Append(Name(node.Name, node.NamespaceURI));
        switch (node)
        {
            case XmlElement { IsEmpty: true }:
                text.Append(" empty");
                break;
            // Its value is null, and what it says are no nodes in it.
            case XmlDocumentType:
                text.Append(node.OuterXml);
                break;
        }
        // An attribute's value is the text in it.
        if (node.Value is { } value)
            text.Append('=').Append(Quoted(value));
        foreach (XmlAttribute attribute in (IEnumerable<XmlAttribute>?)node.Attributes?.Cast<XmlAttribute>() ?? [])
            Tell(attribute, text);
        if (node is not (XmlAttribute or XmlDocumentType))
            foreach (XmlNode child in node.ChildNodes)
                Tell(child, text);
        text.Append('>');
    }

    static void Tell(XObject node, StringBuilder text)
    {
        text.Append('<').Append(node.NodeType).Append(' ');
        switch (node)
        {
            case XElement element:
                text.Append(Quoted(element.Name.ToString())).Append(element.IsEmpty ? " empty" : "");
                foreach (var attribute in element.Attributes())
                    Tell(attribute, text);
                break;
            case XAttribute attribute:
                text.Append(Quoted(attribute.Name.ToString())).Append('=').Append(Quoted(attribute.Value));
                break;
            case XText or XComment or XProcessingInstruction or XDocumentType:
                text.Append(Quoted(node is XText { Value: var value } ? value : node.ToString()!));
                break;
            case XDocument { Declaration: { } declaration }:
                text.Append(Quoted(declaration.ToString()));
                break;
        }
        foreach (var child in node is XContainer container ? container.Nodes() : [])
            Tell(child, text);
        text.Append('>');
    }

    static string Name(string name, string ns) => ns.Length == 0 ? name : $"{name} of {Quoted(ns)}";

    /// <summary>Marked off, so that no value reads as another and what follows it.</summary>
    static string Quoted(string value) => $"{value.Length}'{value}'";
}
