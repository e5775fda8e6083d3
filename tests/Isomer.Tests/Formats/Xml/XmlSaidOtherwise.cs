using System.Text;
using System.Xml;
using System.Xml.Linq;

namespace Isomer.Tests.Formats.OfXml;

/// <summary>
/// Documents that say to XmlSerializer what ours takes a document for, in the two places where docs/xml.md says that they differ: the name
/// of a type without a namespace, written without a prefix beneath a default namespace, and a nil element that names a subtype. What ours
/// makes of the document must be what XmlSerializer makes of one of these: nothing else is excused by such a place.
/// </summary>
static class XmlSaidOtherwise
{
    static readonly XNamespace Xsi = "http://www.w3.org/2001/XMLSchema-instance";

    public static IEnumerable<(string Document, string Reason)> Of(string document)
    {
        if (Parse(document) is not { } parsed)
            yield break;
        int unprefixed = Unprefixed(parsed).Count();
        bool hasNil = TypedNils(parsed).Any();
        // Each of a few, else all of them.
        var choices = unprefixed <= 5 ? Enumerable.Range(0, 1 << unprefixed) : [0, -1];
        foreach (int choice in choices)
            foreach (bool untyped in hasNil ? (bool[])[false, true] : [false])
                foreach (var all in choice != 0 ? (Declared[])[Declared.InAll, Declared.InOwn, Declared.InNone] : [Declared.InAll])
                    if ((choice != 0 || untyped) && Said(document, choice, untyped, all) is { } said)
                        yield return (said,
                            choice == 0
                                ? "An element that is nil may name a subtype."
                                : "The name of a type without a namespace is found beneath a default namespace.");
    }

    /// <summary>In which children the default namespace is declared again; the others have a prefix.</summary>
    enum Declared
    {
        InAll,
        InOwn,
        InNone,
    }

    static IEnumerable<XElement> Unprefixed(XDocument document) =>
        document.Descendants()
            .Where(e =>
                e.Attribute(Xsi + "type")?.Value.Contains(':', StringComparison.Ordinal) == false
                    && e.GetDefaultNamespace() != XNamespace.None);

    static IEnumerable<XElement> TypedNils(XDocument document) =>
        document.Descendants().Where(e => e.Attribute(Xsi + "type") is not null && e.Attribute(Xsi + "nil")?.Value.Trim() is "true" or "1");

    static string? Said(string document, int choice, bool untyped, Declared all)
    {
        var said = Parse(document)!;
        var (types, nils) = (Unprefixed(said).ToList(), TypedNils(said).ToList());
        for (int i = 0; i < types.Count; i++)
            if ((choice & (1 << i)) != 0)
                TakeOutOfDefault(types[i], i, all);
        if (untyped)
            foreach (var nil in nils)
                nil.Attribute(Xsi + "type")!.Remove();
        var text = new StringBuilder();
        try
        {
            using (var writer = XmlWriter.Create(text, new XmlWriterSettings { OmitXmlDeclaration = true, CheckCharacters = false }))
                said.Save(writer);
            return text.ToString();
        }
        catch (XmlException)
        {
            return null;
        }
    }

    /// <summary>
    /// No default namespace in this element's tag, its own name prefixed, all else as it was: in children with a prefix too, or not, for
    /// where they are kept as nodes a declaration is part of them.
    /// </summary>
    static void TakeOutOfDefault(XElement element, int number, Declared all)
    {
        var before = element.GetDefaultNamespace();
        foreach (var child in element.Elements())
            if (child.Attribute("xmlns") is null && (all == Declared.InAll || (all == Declared.InOwn && child.Name.Namespace == before)))
                child.Add(new XAttribute("xmlns", before.NamespaceName));
        element.SetAttributeValue("xmlns", "");
        if (element.Name.Namespace != XNamespace.None)
            element.SetAttributeValue(XNamespace.Xmlns + $"out{number}", element.Name.NamespaceName);
    }

    static XDocument? Parse(string document)
    {
        try
        {
            using var reader =
                XmlReader.Create(new StringReader(document.TrimStart('\ufeff')), new XmlReaderSettings { CheckCharacters = false });
            return XDocument.Load(reader, LoadOptions.PreserveWhitespace);
        }
        catch (XmlException)
        {
            return null;
        }
    }
}
