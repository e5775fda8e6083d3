using System.Xml.Linq;

namespace Isomer.Cli.Schemas;

/// <summary>
/// XML Schema 1.0: members as elements in order, lists as wrapped elements, as XmlSerializer and DataContractSerializer do by default.
/// </summary>
static class XsdPrinter
{
    static readonly XNamespace s_xs = "http://www.w3.org/2001/XMLSchema";

    public static string Print(Schema schema, string rootName)
    {
        var names = new StructNames(schema, Name);
        var root =
            new XElement(s_xs + "schema", new XAttribute(XNamespace.Xmlns + "xs", s_xs), new XAttribute("elementFormDefault", "qualified"),
            Element(names, schema is Schema.Struct s ? names[s] : rootName, schema, optional: null));
        foreach (Schema.Struct type in schema.Structs())
        {
            var taken = new HashSet<string>(StringComparer.Ordinal);
            root.Add(new XElement(s_xs + "complexType", new XAttribute("name", names[type]),
                new XElement(s_xs + "sequence",
                    type.Members.Select(
                        m => Element(names, StructNames.Unique(taken, Name(m.Name), ""), m.Schema, m.Optional || m.Schema.Nullable)))));
        }
        return new XDocument(root).ToString().Replace(Environment.NewLine, "\n", StringComparison.Ordinal) + "\n";
    }

    /// <param name="names">The names of object types.</param>
    /// <param name="name">The name of the element.</param>
    /// <param name="schema">What the element holds.</param>
    /// <param name="optional">Null for a root, which has no occurrence.</param>
    static XElement Element(StructNames names, string name, Schema schema, bool? optional)
    {
        var element = new XElement(s_xs + "element", new XAttribute("name", name));
        if (optional == true)
            element.Add(new XAttribute("minOccurs", "0"));
        if (schema.Nullable && schema is not Schema.Any)
            element.Add(new XAttribute("nillable", "true"));
        switch (schema)
        {
            case Schema.Value v:
                element.Add(new XAttribute("type", "xs:" + Of(v.Kind)));
                break;
            case Schema.Struct s:
                element.Add(new XAttribute("type", names[s]));
                break;
            case Schema.Choice c:
                element.Add(new XElement(s_xs + "simpleType", new XElement(s_xs + "restriction", new XAttribute("base", "xs:string"),
                    c.Names.Select(n => new XElement(s_xs + "enumeration", new XAttribute("value", n.Name))))));
                break;
            case Schema.List l:
                XElement item = Element(names, l.Item is Schema.Struct i ? names[i] : l.Item is Schema.Value x ? Of(x.Kind) : "item",
                    l.Item, optional: true);
                item.Add(new XAttribute("maxOccurs", "unbounded"));
                element.Add(new XElement(s_xs + "complexType", new XElement(s_xs + "sequence", item)));
                break;
            case Schema.Map m:
                XElement value = Element(names, "Value", m.Item, optional: false);
                element.Add(new XElement(s_xs + "complexType", new XElement(s_xs + "sequence",
                    new XElement(s_xs + "element", new XAttribute("name", "Pair"), new XAttribute("minOccurs", "0"),
                        new XAttribute("maxOccurs", "unbounded"),
                        new XElement(s_xs + "complexType",
                            new XElement(s_xs + "sequence",
                                new XElement(s_xs + "element", new XAttribute("name", "Key"), new XAttribute("type", "xs:string")),
                                value))))));
                break;
        }
        return element;
    }

    /// <summary>Letters that .NET knows are not all letters of XML; those that are not are written as XmlConvert writes them.</summary>
    static string Name(string name) => System.Xml.XmlConvert.EncodeLocalName(Schema.Identifier(name))!;

    static string Of(ScalarKind kind) => kind switch
    {
        ScalarKind.Boolean => "boolean",
        ScalarKind.Int32 => "int",
        ScalarKind.Int64 => "long",
        ScalarKind.UInt64 => "unsignedLong",
        ScalarKind.BigInteger => "integer",
        ScalarKind.Single => "float",
        ScalarKind.Double => "double",
        ScalarKind.Decimal => "decimal",
        ScalarKind.Bytes => "base64Binary",
        ScalarKind.DateTime => "dateTime",
        ScalarKind.Date => "date",
        ScalarKind.Time => "time",
        ScalarKind.Duration => "duration",
        _ => "string",
    };
}
