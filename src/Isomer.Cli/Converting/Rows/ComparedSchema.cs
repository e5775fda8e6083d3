using System.Data;
using System.Globalization;
using System.Text;
using System.Text.RegularExpressions;
using System.Xml;
using System.Xml.Linq;

namespace Isomer.Cli.Converting.Rows;

/// <summary>
/// The schema of a set as far as BinaryFormatter's binary form has it. It gives each table a culture of its own, has no DisplayExpression,
/// and of a type that a schema names the type it is made of and the length (docs/nrbf.md).
/// </summary>
static partial class ComparedSchema
{
    static readonly XNamespace s_xs = "http://www.w3.org/2001/XMLSchema", s_data = "urn:schemas-microsoft-com:xml-msdata";

    // A chain of types that are made of one another ends somewhere.
    const int MostTypes = 32;

    /// <summary>In lines, with the cultures that there are in place of what says whose they are.</summary>
    public static string[] Of(object value)
    {
        byte[] text = value is DataSet set ? DataXml.WriteXmlSchema(set) : DataXml.WriteXmlSchema((DataTable)value);
        IEnumerable<CultureInfo> cultures = (value as DataSet)?.Tables.Cast<DataTable>().Select(static t => t.Locale)
            .Prepend(((DataSet)value).Locale) ?? [((DataTable)value).Locale];
        return [.. Lines(Plain(Schemas(Encoding.UTF8.GetString(text)))), .. cultures.Select(static c => c.Name)];
    }

    /// <summary>All in one element: each namespace has a schema of its own, one behind another.</summary>
    static XElement Schemas(string text)
    {
        using var reader = XmlReader.Create(new StringReader($"<all>{Declaration().Replace(text.TrimStart('\uFEFF'), "")}</all>"),
            new XmlReaderSettings { CheckCharacters = false, DtdProcessing = DtdProcessing.Prohibit });
        return XElement.Load(reader);
    }

    [GeneratedRegex(@"<\?xml [^?]*\?>")]
    private static partial Regex Declaration();

    static string[] Lines(XElement schemas)
    {
        var text = new StringBuilder();
        using (var writer =
            XmlWriter.Create(text, new XmlWriterSettings { CheckCharacters = false, OmitXmlDeclaration = true, Indent = true }))
            schemas.Save(writer);
        return text.ToString().Split('\n');
    }

    static XElement Plain(XElement schema)
    {
        schema.Descendants().Attributes()
            .Where(static a =>
                a.Name == s_data + "UseCurrentLocale" || a.Name == s_data + "Locale" || a.Name == s_data + "DisplayExpression").Remove();
        var named = schema.Descendants(s_xs + "schema").Elements(s_xs + "simpleType").Where(static t => t.Attribute("name") is not null)
            .ToLookup(static t => (string)t.Attribute("name")!, StringComparer.Ordinal);
        foreach (XElement column in schema.Descendants()
            .Where(static e => e.Name == s_xs + "element" || e.Name == s_xs + "attribute" || e.Name == s_xs + "extension").ToList())
        {
            XAttribute? type = column.Attribute("type") ?? column.Attribute("base");
            XElement? simple = column.Element(s_xs + "simpleType") ?? (type is null ? null : Named(type, named));
            if (simple is null)
                continue;
            var (of, length) = BaseOf(simple, named, 0);
            simple = column.Element(s_xs + "simpleType");
            simple?.Remove();
            type?.Remove();
            // Whether it stands there by a name, within, or alone is the same.
            column.SetAttributeValue(s_data + "type", of);
            column.SetAttributeValue(s_data + "length", length);
        }
        named.SelectMany(static t => t).Remove();
        // Extended properties stand in a hash table, whose order is another one in each process.
        foreach (XElement element in schema.Descendants())
            element.ReplaceAttributes(element.Attributes().OrderBy(static a => a.Name.ToString(), StringComparer.Ordinal).ToArray());
        return schema;
    }

    static XElement? Named(XAttribute type, ILookup<string, XElement> named)
    {
        string[] parts = type.Value.Split(':');
        return (parts.Length == 1 ? type.Parent!.GetDefaultNamespace() : type.Parent!.GetNamespaceOfPrefix(parts[0])) == s_xs
            ? null
            : named[parts[^1]].FirstOrDefault();
    }

    /// <summary>The type of XSD that it is made of, and the length that comes first on the way.</summary>
    static (string? Type, string? Length) BaseOf(XElement simple, ILookup<string, XElement> named, int depth)
    {
        XElement? restriction = simple.Element(s_xs + "restriction");
        string? length = (string?)restriction?.Element(s_xs + "maxLength")?.Attribute("value");
        XAttribute? of = restriction?.Attribute("base");
        XElement? further = restriction?.Element(s_xs + "simpleType") ?? (of is null ? null : Named(of, named));
        if (further is null || depth > MostTypes)
            return (of?.Value, length);
        var (type, earlier) = BaseOf(further, named, depth + 1);
        return (type, length ?? earlier);
    }
}
