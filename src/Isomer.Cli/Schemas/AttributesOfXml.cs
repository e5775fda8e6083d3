using System.Xml;
using System.Xml.Schema;

namespace Isomer.Cli.Schemas;

/// <summary>The attributes of XML itself (xml:lang, xml:space) that documents have, and the schema that declares them.</summary>
sealed class AttributesOfXml
{
    public const string Namespace = "http://www.w3.org/XML/1998/namespace";

    /// <summary>By name, whether all values are what the recommendations allow: `xml:lang="en_US"` is met too.</summary>
    readonly SortedDictionary<string, bool> _met = new(StringComparer.Ordinal);

    public bool IsEmpty => _met.Count == 0;

    public void Meet(string name, string value) => _met[name] = _met.GetValueOrDefault(name, true) && Holds(name, value);

    static bool Holds(string name, string value) => name switch
    {
        "lang" => value.Length == 0 || Is(XmlTypeCode.Language, value),
        "space" => value is "default" or "preserve",
        "base" => Is(XmlTypeCode.AnyUri, value),
        // One that no two elements share; that they do not is more than one value says, so it is a name here.
        "id" => Is(XmlTypeCode.NCName, value),
        _ => true,
    };

    static bool Is(XmlTypeCode code, string value)
    {
        try
        {
            XmlSchemaType.GetBuiltInSimpleType(code).Datatype!.ParseValue(value, new NameTable(), null);
            return true;
        }
        catch (XmlSchemaException)
        {
            return false;
        }
    }

    /// <summary>Any of them, whatever it holds: nothing declares them in a schema that is one document.</summary>
    public static XmlSchemaAnyAttribute Any() => new() { Namespace = Namespace, ProcessContents = XmlSchemaContentProcessing.Skip };

    /// <summary>What the W3C's own xml.xsd declares, of those that were met; any text where a document had another value.</summary>
    public XmlSchema Schema()
    {
        var schema = new XmlSchema { TargetNamespace = Namespace };
        foreach (var (name, holds) in _met)
        {
            var attribute = new XmlSchemaAttribute { Name = name };
            if (holds && name == "space")
                attribute.SchemaType = OneOf("NCName", "default", "preserve");
            else if (holds && name == "lang")
                attribute.SchemaType = new XmlSchemaSimpleType
                {
                    Content = new XmlSchemaSimpleTypeUnion { MemberTypes = [BuiltIn("language")], BaseTypes = { OneOf("string", "") } }
                };
            else
                attribute.SchemaTypeName = BuiltIn(holds && name == "base" ? "anyURI" : holds && name == "id" ? "NCName" : "string");
            schema.Items.Add(attribute);
        }
        return schema;
    }

    static XmlSchemaSimpleType OneOf(string kind, params string[] values)
    {
        var restriction = new XmlSchemaSimpleTypeRestriction { BaseTypeName = BuiltIn(kind) };
        foreach (string value in values)
            restriction.Facets.Add(new XmlSchemaEnumerationFacet { Value = value });
        return new XmlSchemaSimpleType { Content = restriction };
    }

    static XmlQualifiedName BuiltIn(string name) => new(name, XmlSchema.Namespace);
}
