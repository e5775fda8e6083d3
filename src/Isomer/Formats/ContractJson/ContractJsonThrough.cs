using System.Globalization;
using System.Xml;

namespace Isomer.Formats;

/// <summary>
/// Values through writers and readers of the caller's: the JSON goes through as the nodes that it is in the infoset, under whatever root
/// name.
/// </summary>
internal static class ContractJsonThrough
{
    /// <summary>An XML reader of a JSON text, at its root.</summary>
    public static XmlDictionaryReader Open(byte[] json, ContractJsonOptions options)
    {
        var reader = JsonInfoset.CreateReader(json, OptionsOf(options));
        reader.Read();
        return reader;
    }

    /// <summary>Opens the root element; a name that no element can have stands in an attribute, as of members.</summary>
    public static void WriteStart(XmlWriter writer, string rootName)
    {
        if (IsElementName(rootName))
        {
            writer.WriteStartElement(rootName, "");
            return;
        }
        writer.WriteStartElement("a", "item", "item");
        writer.WriteAttributeString("item", rootName);
    }

    /// <summary>
    /// Opens the element of a member. A name of nothing, which only a key can be, stands in an element without a prefix, as the original
    /// has it: then what is in it is in the namespace of that element, for a member asks for none.
    /// </summary>
    static void WriteMember(XmlWriter writer, string name)
    {
        if (IsElementName(name))
        {
            writer.WriteStartElement(null, name, null);
            return;
        }
        if (name.Length > 0)
        {
            WriteStart(writer, name);
            return;
        }
        writer.WriteStartElement("item", "item");
        writer.WriteAttributeString("item", name);
    }

    /// <summary>Whether the reader is at a root of this name.</summary>
    public static bool IsStart(XmlReader reader, string rootName) => IsElementName(rootName)
        ? reader.IsStartElement(rootName, "")
        : reader.IsStartElement("item", "item") && reader.GetAttribute("item") == rootName;

    static bool IsElementName(string name)
    {
        if (name.Length == 0 || !XmlConvert.IsStartNCNameChar(name[0]))
            return false;
        foreach (char c in name)
            if (!XmlConvert.IsNCNameChar(c))
                return false;
        return true;
    }

    /// <summary>Attributes and content of the element at which the reader stands.</summary>
    public static void WriteContent(XmlWriter writer, XmlReader json)
    {
        var kind = WriteAttributes(writer, json);
        int root = json.Depth;
        while (json.Read() && json.Depth > root)
        {
            switch (json.NodeType)
            {
                case XmlNodeType.Element:
                    // In the text the infoset goes by ASCII; here by what XML takes for a name, as the original does.
                    WriteMember(writer, json.NamespaceURI.Length > 0 ? json.GetAttribute("item")! : json.LocalName);
                    kind = WriteAttributes(writer, json);
                    break;
                case XmlNodeType.EndElement:
                    writer.WriteEndElement();
                    break;
                default:
                    WriteText(writer, json.Value, kind);
                    break;
            }
        }
    }

    /// <summary>__type, then what the element is, unless it is a string: the order of the original.</summary>
    static string WriteAttributes(XmlWriter writer, XmlReader json)
    {
        if (json.GetAttribute("__type") is { } type)
            writer.WriteAttributeString("__type", type);
        string kind = json.GetAttribute("type")!;
        if (kind != "string")
            writer.WriteAttributeString("type", kind);
        return kind;
    }

    /// <summary>Whole numbers and truth values as such: in binary XML they have records of their own.</summary>
    static void WriteText(XmlWriter writer, string text, string kind)
    {
        if (kind == "boolean")
            writer.WriteValue(text == "true");
        else if (kind == "number" && long.TryParse(text, NumberStyles.AllowLeadingSign, CultureInfo.InvariantCulture, out long number)
            && text != "-0")
            writer.WriteValue(number);
        else
            writer.WriteString(text);
    }

    /// <summary>
    /// The JSON of the element at which the reader stands, whatever its name, and leaves the reader behind it. As the original, elements of
    /// other namespaces, comments and further attributes are passed over, and an element that does not say what it is is a string, or an
    /// object.
    /// </summary>
    public static ReadOnlyMemory<byte> Take(XmlReader reader, ContractJsonOptions options)
    {
        var json = new MemoryStream();
        using (var writer = JsonInfoset.CreateWriter(json, OptionsOf(options)))
            Take(reader, writer);
        return json.GetBuffer().AsMemory(0, (int)json.Length);
    }

    static void Take(XmlReader reader, XmlDictionaryWriter json)
    {
        int open = 0;
        // White space of an element that has not said what it is; null where that is known.
        string? space = null;
        reader.MoveToContent();
        do
        {
            switch (reader.NodeType)
            {
                case XmlNodeType.Element:
                    bool isNamed = reader.NamespaceURI == "item" && reader.LocalName == "item" && open > 0;
                    if (open > 0 && !isNamed && reader.NamespaceURI.Length > 0)
                    {
                        reader.Skip();
                        continue;
                    }
                    if (space is not null)
                        json.WriteAttributeString("type", "object");
                    Begin(reader, json, open == 0 ? "root" : isNamed ? null : reader.LocalName, out bool isKnown);
                    space = isKnown ? null : "";
                    if (reader.IsEmptyElement)
                    {
                        json.WriteEndElement();
                        space = null;
                    }
                    else
                    {
                        open++;
                    }
                    break;
                case XmlNodeType.EndElement:
                    End();
                    json.WriteEndElement();
                    open--;
                    break;
                case XmlNodeType.Whitespace or XmlNodeType.SignificantWhitespace when space is not null:
                    space += reader.Value;
                    break;
                case XmlNodeType.Text or XmlNodeType.CDATA or XmlNodeType.Whitespace or XmlNodeType.SignificantWhitespace:
                    End();
                    json.WriteString(reader.Value);
                    break;
                case XmlNodeType.Comment or XmlNodeType.ProcessingInstruction:
                    break;
                default:
                    throw new XmlException(open == 0 ? "There is no element." : $"A {reader.NodeType} stands in the element.");
            }
            if (!reader.Read() && open > 0)
                throw new XmlException("The document ends too early.");
        }
        while (open > 0);

        void End()
        {
            if (space is { Length: > 0 })
                json.WriteString(space);
            space = null;
        }
    }

    static void Begin(XmlReader reader, XmlDictionaryWriter json, string? name, out bool isKnown)
    {
        if (name is null)
        {
            json.WriteStartElement("a", "item", "item");
            json.WriteAttributeString("item", reader.GetAttribute("item"));
        }
        else
        {
            json.WriteStartElement(name, "");
        }
        if (reader.GetAttribute("__type") is { } type)
            json.WriteAttributeString("__type", type);
        string? kind = reader.GetAttribute("type");
        if (kind is not null)
            json.WriteAttributeString("type", kind);
        isKnown = kind is not null;
    }

    /// <summary>
    /// An element more than levels of values: the root counts there, too. An element that is called __type is a member, and no type.
    /// </summary>
    static JsonInfosetOptions OptionsOf(ContractJsonOptions options) =>
        new()
        {
            LeaveOpen = true,
            EscapesTypeName = true,
            Limits = options.Limits with { MaxDepth = (int)Math.Min(options.Limits.MaxDepth + 1L, int.MaxValue) }
        };
}
