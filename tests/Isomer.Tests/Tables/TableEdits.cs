using System.Text;
using System.Xml;
using System.Xml.Linq;
using Isomer.Tests.Differential;

namespace Isomer.Tests.OfTables;

/// <summary>
/// A document of a set as somebody else may have written or edited it: what <see cref="XmlEdits"/> and <see cref="DataXmlEditedTests"/> do,
/// attributes and elements in another order, other prefixes, values spelled by references, and what a DiffGram says of its rows changed:
/// numbers, places, parents, states, errors.
/// </summary>
sealed class TableEdits(Choices choices, Random random)
{
    static readonly XNamespace s_diff = "urn:schemas-microsoft-com:xml-diffgram-v1", s_data = "urn:schemas-microsoft-com:xml-msdata",
        s_schema = "http://www.w3.org/2001/XMLSchema";

    public string Edit(string document) => choices.Below(6) switch
    {
        0 => new XmlEdits(choices).Edit(document),
        1 => DataXmlEditedTests.Edit(document, random),
        2 => Spelled(document),
        _ => Arranged(document),
    };

    /// <summary>
    /// The document without what stands between the parts of its DiffGrams but for these, and with its schema in front; null where it is
    /// so.
    /// </summary>
    public static string? WithPartsAlone(string document)
    {
        if (Read(document) is not { } root)
            return null;
        var between = root.Descendants(s_diff + "diffgram")
            .SelectMany(static d => d.Nodes().Concat(d.Elements().Where(static e => e.Name.Namespace == s_diff).Nodes()))
            .Where(static n => n is XComment or XProcessingInstruction || n is XText text && string.IsNullOrWhiteSpace(text.Value))
                .ToList();
        foreach (var node in between)
            node.Remove();
        var late = root.Descendants(s_schema + "schema").Where(static e => e.ElementsBeforeSelf(s_diff + "diffgram").Any()).ToList();
        foreach (var schema in late)
        {
            var rows = schema.ElementsBeforeSelf(s_diff + "diffgram").First();
            schema.Remove();
            rows.AddBeforeSelf(schema);
        }
        return between.Count + late.Count == 0 ? null : TextOf(root);
    }

    /// <summary>Whether a DiffGram has two rows of a table at one place, which no writer leaves.</summary>
    public static bool HasTwoAtOnePlace(string document) =>
        Read(document) is { } root
        && root.Descendants(s_diff + "diffgram").Elements().Where(static e => e.Name.Namespace != s_diff).Descendants()
            .Where(static e => e.Attribute(s_data + "rowOrder") is not null)
            .GroupBy(static e => (e.Name, (string?)e.Attribute(s_data + "rowOrder"))).Any(static g => g.Count() > 1);

    /// <summary>
    /// The document with an end of its own for its root, and for each element right in that, where they are empty; null where none is.
    /// </summary>
    public static string? WithEnds(string document)
    {
        if (Read(document)?.Root is not { } root)
            return null;
        var empty = root.Elements().Prepend(root).Where(static e => e.IsEmpty).ToList();
        foreach (var element in empty)
            element.Add("");
        return empty.Count == 0 ? null : TextOf(root);
    }

    /// <summary>Also of what XML has no character for, and its author wrote as a reference.</summary>
    static string TextOf(XNode root)
    {
        var text = new StringBuilder();
        var settings = new XmlWriterSettings
        {
            CheckCharacters = false,
            OmitXmlDeclaration = true,
            ConformanceLevel = ConformanceLevel.Auto
        };
        using (var writer = XmlWriter.Create(text, settings))
            root.WriteTo(writer);
        return text.ToString();
    }

    static XDocument? Read(string document)
    {
        try
        {
            using var reader = XmlReader.Create(new StringReader(document), new XmlReaderSettings { CheckCharacters = false });
            return XDocument.Load(reader, LoadOptions.PreserveWhitespace);
        }
        catch (XmlException)
        {
            return null;
        }
    }

    /// <summary>A character of a text or of an attribute by its number, or one of white space more.</summary>
    string Spelled(string document)
    {
        int at = choices.Below(document.Length);
        char c = document[at];
        // Within tags only values may have references.
        int open = document.LastIndexOf('<', at), close = document.LastIndexOf('>', at);
        bool isTag = open > close || c is '<' or '>';
        if (!isTag && (char.IsAsciiLetterOrDigit(c) || char.IsWhiteSpace(c)))
            return document.Remove(at, 1).Insert(at, choices.Once(2) ? $"&#{(int)c};" : $"&#x{(int)c:X};");
        if (isTag && c == ' ')
            return document.Insert(at, choices.Of("\n", "  ", "\t", "\r\n"));
        int next = document.IndexOf('<', at);
        return next < 0
            ? document
            : document.Insert(next, choices.Of("<!-- c -->", "<?p q?>", "\n\t", "&#10;", "<![CDATA[]]>", "<![CDATA[ ]]>", " \r\n"));
    }

    string Arranged(string document)
    {
        if (Read(document) is not { } root)
            return document;
        var rows = root.Root!.DescendantsAndSelf().Where(e => e.Name.Namespace != s_schema).ToList();
        // A document may be a schema and nothing else.
        for (int i = rows.Count == 0 ? 0 : 1 + choices.Few(3); i > 0; i--)
            Arrange(rows[choices.Below(rows.Count)], rows);
        var text = new StringBuilder();
        try
        {
            using var writer = XmlWriter.Create(text,
                new XmlWriterSettings { OmitXmlDeclaration = true, CheckCharacters = false, NewLineHandling = NewLineHandling.Entitize });
            root.Save(writer);
        }
        catch (Exception e) when (e is XmlException or InvalidOperationException or ArgumentException)
        {
            return document;
        }
        return text.ToString();
    }

    void Arrange(XElement element, List<XElement> all)
    {
        var other = all[choices.Below(all.Count)];
        var attributes = element.Attributes().ToList();
        switch (choices.Below(14))
        {
            case 0:
                element.ReplaceAttributes(attributes.OrderBy(_ => choices.Below(8)));
                break;
            case 1 when element.Parent is { } parent:
                parent.ReplaceNodes(parent.Nodes().OrderBy(_ => choices.Below(8)).ToList());
                break;
            case 2 when element.Parent is not null && !element.DescendantsAndSelf().Contains(other) && other.Parent is not null:
                element.Remove();
                other.AddBeforeSelf(element);
                break;
            case 3 when element.Parent is not null && !element.DescendantsAndSelf().Contains(other):
                element.Remove();
                other.Add(element);
                break;
            case 4 when element.Parent is not null:
                element.AddAfterSelf(new XElement(element));
                break;
            case 5 when element.Parent is not null:
                element.Remove();
                break;
            case 6:
                element.SetAttributeValue(s_diff + "hasChanges",
                    choices.Of<string?>(null, "inserted", "modified", "descent", "deleted", "other", "", "Modified"));
                break;
            case 7:
                element.SetAttributeValue(s_data + "rowOrder", choices.Of<string?>(null, "0", "1", "2", " 1", "-1", "x", "", "01"));
                break;
            case 8:
                element.SetAttributeValue(s_diff + choices.Of("id", "parentId"),
                    choices.Of<string?>(null, other.Attribute(s_diff + "id")?.Value, "T01", "x", ""));
                break;
            case 9:
                element.SetAttributeValue(s_diff + choices.Of("hasErrors", "Error"),
                    choices.Of<string?>(null, "true", "false", "text", ""));
                break;
            case 10 when attributes.Count > 0:
                var attribute = attributes[choices.Below(attributes.Count)];
                if (!attribute.IsNamespaceDeclaration)
                    element.SetAttributeValue(
                        choices.Of<XName>(attribute.Name, attribute.Name.LocalName, s_data + attribute.Name.LocalName, "{urn:other}x"),
                        choices.Of(attribute.Value, "1", ""));
                break;
            case 11:
                element.SetAttributeValue(XNamespace.Xmlns + choices.Of("d", "m", "z"),
                    choices.Of(s_diff.NamespaceName, s_data.NamespaceName, "urn:set", "urn:other"));
                break;
            case 12 when !element.HasElements && element.Value.Length > 0:
                element.ReplaceNodes(choices.Once(2) ? new XCData(element.Value) : new XText(element.Value),
                    choices.Once(2) ? new XComment("c") : new XText(choices.Of("", " ", "\n", "1")));
                break;
            default:
                element.AddFirst(
                    choices.Of<object>(new XText("text"), new XElement(element.Name.Namespace + "unknown", "1"), new XElement(other.Name),
                        new XElement(s_diff + "before"), new XComment("c"), new XElement("unknown", new XElement(other))));
                break;
        }
    }
}
