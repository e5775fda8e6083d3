using System.Text;
using System.Xml;
using System.Xml.Linq;

namespace Isomer.Tests.Differential;

/// <summary>
/// Edits an XML document: elements doubled, dropped, moved, renamed, in another namespace, nil or of another type, text spelled
/// otherwise, comments, CDATA, processing instructions and white space in between. The result need not be well-formed.
/// </summary>
public sealed class XmlEdits(Choices choices, bool isWide = false)
{
    /// <summary>Whether unknown elements have mixed content, and characters are written by reference.</summary>
    readonly bool _isWide = isWide;

    static readonly XNamespace Xsi = "http://www.w3.org/2001/XMLSchema-instance";

    static readonly string[] Texts =
    [
        "", " ", "1", " 1 ", "-1", "+1", "01", "1.0", "1e0", "1E+2", "-0", "INF", "-INF", "NaN", "Infinity", "true", "false", "True", "0",
        "12345678901234567890", "0x10", "1,5",
        "2020-01-02", "2020-01-02T03:04:05", "2020-01-02T03:04:05Z", "2020-01-02T03:04:05.1234567+05:30", "2020-13-02", "24:00:00",
        "03:04:05Z", "P1D", "PT1.5S", "-P1Y", "AAECAw==", "AAEC Aw==", "AAEC\nAw==", "AAE",
        "00112233-4455-6677-8899-aabbccddeeff", "{00112233-4455-6677-8899-aabbccddeeff}", "E0", "E1", "E0 E1", "e0", "97", "a", "a\nb",
        "\t", "é", "<", "]]>", "xsd:int", "x:y", "T1", "http://a/b", "1 2 3",
    ];

    /// <summary>The document with one to three edits; as it was, where it is no XML.</summary>
    public string Edit(string document)
    {
        XDocument root;
        try
        {
            using var reader =
                XmlReader.Create(new StringReader(document.TrimStart('\ufeff')), new XmlReaderSettings { CheckCharacters = false });
            root = XDocument.Load(reader, LoadOptions.PreserveWhitespace);
        }
        catch (XmlException)
        {
            return document;
        }
        int edits = 1 + choices.Few(2);
        for (int i = 0; i < edits; i++)
        {
            var all = root.Root!.DescendantsAndSelf().ToList();
            Change(all[choices.Below(all.Count)], all);
        }
        // A declaration that no longer agrees with its element's name would be two of one prefix.
        foreach (var element in root.Descendants())
            if (element.Attribute("xmlns") is { } declaration && declaration.Value != element.Name.NamespaceName)
                declaration.Remove();
        var text = new StringBuilder();
        var settings = new XmlWriterSettings
        { OmitXmlDeclaration = root.Declaration is null || choices.Once(2), CheckCharacters = false, Indent = choices.Once(4) };
        try
        {
            using var writer = XmlWriter.Create(text, settings);
            root.Save(writer);
        }
        catch (Exception e) when (e is XmlException or ArgumentException)
        {
            // What was moved declares anew the prefix that its name has, or a text has half of a character: there is no XML of it.
            return document;
        }
        if (choices.Once(12))
            text.Insert(choices.Below(text.Length + 1),
                choices.Of(" ", "\n", "<!-- c -->", "<![CDATA[c]]>", "<?pi?>", "&amp;", "&#65;", "&#x;", "&#65a;", "<", "<x/>", "\"", "\0",
                    "&", "<!DOCTYPE a>"));
        if (_isWide && choices.Once(6))
            ByReference(text);
        if (choices.Once(25))
            text.Length = choices.Below(text.Length + 1);
        // What was written is declared as UTF-16, for it went to a text.
        return text.Replace("encoding=\"utf-16\"", "encoding=\"utf-8\"").ToString();
    }

    /// <summary>A letter, digit or space of a text, or white space between elements, as a reference.</summary>
    void ByReference(StringBuilder text)
    {
        string before = text.ToString();
        var places = new List<int>();
        for (int i = before.IndexOf('>', StringComparison.Ordinal); i >= 0 && i < before.Length; i++)
            if (char.IsAsciiLetterOrDigit(before[i]) || before[i] == ' ')
                if (before.LastIndexOf('>', i) > before.LastIndexOf('<', i) && before.LastIndexOf('&', i) <= before.LastIndexOf(';', i))
                    places.Add(i);
        if (places.Count == 0)
            return;
        int at = places[choices.Below(places.Count)];
        text.Remove(at, 1).Insert(at, choices.Once(2) ? $"&#{(int)before[at]};" : $"&#x{(int)before[at]:x};");
    }

    void Change(XElement element, List<XElement> all)
    {
        var other = all[choices.Below(all.Count)];
        switch (choices.Below(14))
        {
            case 0 when element.Parent is not null:
                element.Remove();
                break;
            case 1 when element.Parent is not null:
                element.AddAfterSelf(new XElement(element));
                break;
            case 2 when element.Parent is { } parent:
                element.Remove();
                var siblings = parent.Nodes().ToList();
                if (siblings.Count == 0)
                    parent.Add(element);
                else
                    siblings[choices.Below(siblings.Count)].AddBeforeSelf(element);
                break;
            case 3:
                element.Name = choices.Of(element.Name.Namespace + (element.Name.LocalName + "x"), other.Name, element.Name.LocalName,
                    XName.Get(element.Name.LocalName, "urn:other"), element.Name.Namespace + element.Name.LocalName.ToLowerInvariant());
                break;
            case 4:
                element.SetAttributeValue(Xsi + "nil", choices.Of("true", "1", "false", "True", "", " true "));
                if (choices.Once(2))
                    element.RemoveNodes();
                break;
            case 5:
                Type(element);
                break;
            case 6:
                if (choices.Once(6))
                    element.SetAttributeValue(XNamespace.Xml + "space", choices.Of("preserve", "default"));
                else
                    element.SetAttributeValue(
                        choices.Of<XName>("x", "A0", "lang", XNamespace.Xml + "lang", "{urn:other}x",
                            "{http://schemas.microsoft.com/2003/10/Serialization/}Id",
                            "{http://schemas.microsoft.com/2003/10/Serialization/}Ref", "type"),
                                choices.Of("preserve", "1", "", "i1", "a", "object", "number"));
                break;
            case 7:
                element.AddFirst(Between());
                break;
            case 8:
                element.Add(Between());
                break;
            case 9 when element.Parent is not null:
                element.AddAfterSelf(Between());
                break;
            case 10 when element.Parent is not null:
                var unknown = new XElement(
                    choices.Of<XName>("unknown", "{urn:other}unknown", element.Name.Namespace + "unknown", element.Name.Namespace + "A0"),
                    choices.Of([.. Texts]));
                if (_isWide && choices.Once(2))
                    for (int i = choices.Below(4); i >= 0; i--)
                        unknown.Add(
                            choices.Once(2)
                                ? new XElement(choices.Of<XName>("q", "{urn:other}q"), choices.Of("5", "", "a"),
                                    choices.Once(3) ? new XAttribute(XNamespace.Xml + "space", "preserve") : null)
                                : Between());
                element.AddBeforeSelf(unknown);
                break;
            case 11 when element.Parent is not null && !element.DescendantsAndSelf().Contains(other):
                element.ReplaceWith(new XElement(other));
                break;
            case 12 when element.Attributes().Any():
                var attributes = element.Attributes().ToList();
                attributes[choices.Below(attributes.Count)].Remove();
                break;
            default:
                element.RemoveNodes();
                element.Add(new XText(choices.Of([.. Texts])));
                break;
        }
    }

    void Type(XElement element)
    {
        if (choices.Once(2))
            element.SetAttributeValue(XNamespace.Xmlns + "q",
                choices.Of("http://www.w3.org/2001/XMLSchema", "http://schemas.microsoft.com/2003/10/Serialization/Arrays",
                    element.Name.NamespaceName + "", "urn:other") is { Length: > 0 } uri ? uri : "urn:none");
        element.SetAttributeValue(Xsi + "type",
            choices.Of("T1", "T2", "q:int", "q:string", "q:T1", "q:ArrayOfint", "q:guid", "xsd:int", "xsd:anyType", "nosuch:T1", "", "q:",
                ":T1"));
    }

    XNode Between() => choices.Below(5) switch
    {
        0 => new XText(choices.Of(" ", "\n  ", "\r\n", "\t", "text", "1", "\u00a0")),
        1 => new XComment(" c "),
        2 => new XCData(choices.Of("1", "a", "", " ", "<x/>")),
        3 => new XProcessingInstruction("pi", "x"),
        _ => new XText(choices.Of([.. Texts])),
    };
}
