using System.Xml;
using System.Xml.Linq;
using System.Xml.Schema;

namespace Isomer.Cli.Schemas;

/// <summary>
/// What the framework's inference does not take, in its words: an attribute of XML (xml:lang) is one of another name, and an element that
/// names its type (xsi:type) is an empty one with a mark, whose content is a document of its own, named like the type. In the schemas that
/// come out, all of it is put back.
/// </summary>
sealed class XmlStandIns
{
    const string Attribute = "isomer-xml-", TypeMark = "isomer-names-its-type", TypeRoot = "isomer-type-";

    static readonly XNamespace s_instance = XmlSchema.InstanceNamespace;

    static readonly XmlQualifiedName s_anyType = new("anyType", XmlSchema.Namespace);

    readonly AttributesOfXml _attributes = new();

    /// <summary>Elements that name their types, in one place at least.</summary>
    readonly HashSet<XName> _named = [];

    /// <summary>The document without them, and the contents of types that it names.</summary>
    public IReadOnlyList<XElement> Of(XElement root)
    {
        List<XElement> documents = [root];
        // Innermost first: what an outer one takes along has been changed.
        foreach (XElement element in root.DescendantsAndSelf().Reverse().ToList())
        {
            element.ReplaceAttributes([.. element.Attributes().Select(StandIn)]);
            foreach (XCData text in element.Nodes().OfType<XCData>().ToList())
                text.ReplaceWith(new XText(text.Value));
            element.Nodes().Where(static n => n is XComment or XProcessingInstruction).Remove();
            if (element.Attribute(s_instance + "type") is not { } named)
                continue;
            named.Remove();
            XName type = TypeOf(element, named.Value);
            XAttribute? nil = element.Attribute(s_instance + "nil");
            if (type.Namespace != XmlSchema.Namespace)
                documents.Add(new XElement(type.Namespace + (TypeRoot + type.LocalName),
                    element.Attributes().Where(a => !a.IsNamespaceDeclaration), element.Nodes()));
            _named.Add(element.Name);
            element.RemoveAll();
            element.Add(new XAttribute(TypeMark, ""), nil);
        }
        return documents;
    }

    /// <summary>
    /// An element that elsewhere names its type is anything where it does not; but what is in it is held against elements of its name, if
    /// there are such by themselves. So these have to be as wide.
    /// </summary>
    public IEnumerable<XElement> InAnything(XElement document, XmlSchemaSet set) =>
        document.DescendantsAndSelf().Where(e => _named.Contains(e.Name)).SelectMany(static e => e.Descendants()).Distinct()
            .Where(e => set.GlobalElements.Contains(new XmlQualifiedName(e.Name.LocalName, e.Name.NamespaceName)));

    XAttribute StandIn(XAttribute attribute)
    {
        if (attribute.IsNamespaceDeclaration || attribute.Name.Namespace != XNamespace.Xml)
            return attribute;
        _attributes.Meet(attribute.Name.LocalName, attribute.Value);
        return new XAttribute(Attribute + attribute.Name.LocalName, attribute.Value);
    }

    static XName TypeOf(XElement element, string name)
    {
        string[] parts = name.Trim().Split(':');
        XNamespace? space = parts.Length == 1 ? element.GetDefaultNamespace() : element.GetNamespaceOfPrefix(parts[0]);
        return space is null ? throw new XmlException($"The prefix of xsi:type=\"{name}\" stands for no namespace.") : space + parts[^1];
    }

    /// <summary>Copies of the schemas, for the next pass goes on from what the framework made, with all in its place.</summary>
    public XmlSchemaSet Replaced(XmlSchemaSet inferred, bool isAlone)
    {
        var set = new XmlSchemaSet { XmlResolver = null };
        var schemas = new List<XmlSchema>();
        foreach (XmlSchema schema in inferred.Schemas())
        {
            var text = new StringWriter();
            schema.Write(text);
            XmlSchema copy = XmlSchema.Read(new StringReader(text.ToString()), null)!;
            foreach (XmlSchemaObject item in copy.Items)
                Replace(item, isAlone);
            for (int i = 0; i < copy.Items.Count; i++)
                if (copy.Items[i] is XmlSchemaElement { Name: { } name } root && name.StartsWith(TypeRoot, StringComparison.Ordinal))
                    copy.Items[i] = TypeOf(root, name[TypeRoot.Length..]);
            schemas.Add(copy);
        }
        Import(schemas);
        if (!isAlone && !_attributes.IsEmpty)
        {
            foreach (XmlSchema schema in schemas)
                Import(schema, AttributesOfXml.Namespace);
            schemas.Add(_attributes.Schema());
        }
        foreach (XmlSchema schema in schemas)
            set.Add(schema);
        set.Compile();
        return set;
    }

    /// <summary>A schema that nothing refers to but the documents (by xsi:type) is named by those with elements.</summary>
    static void Import(List<XmlSchema> schemas)
    {
        foreach (XmlSchema types in schemas.Where(static s => s.Items.OfType<XmlSchemaComplexType>().Any()))
            foreach (XmlSchema other in schemas.Where(s => s != types && s.Items.OfType<XmlSchemaElement>().Any()))
                Import(other, types.TargetNamespace);
    }

    static void Import(XmlSchema schema, string? space)
    {
        if (!schema.Includes.OfType<XmlSchemaImport>().Any(i => i.Namespace == space))
            schema.Includes.Add(new XmlSchemaImport { Namespace = space });
    }

    static XmlSchemaComplexType TypeOf(XmlSchemaElement root, string name)
    {
        var type = root.SchemaType as XmlSchemaComplexType ?? new XmlSchemaComplexType();
        if (!root.SchemaTypeName.IsEmpty && root.SchemaTypeName != s_anyType)
            type.ContentModel = new XmlSchemaSimpleContent
            { Content = new XmlSchemaSimpleContentExtension { BaseTypeName = root.SchemaTypeName } };
        type.Name = name;
        return type;
    }

    static void Replace(XmlSchemaObject? item, bool isAlone)
    {
        switch (item)
        {
            case XmlSchemaElement element when NamesItsType(element.SchemaType as XmlSchemaComplexType):
                element.SchemaType = null;
                element.SchemaTypeName = s_anyType;
                break;
            case XmlSchemaElement element:
                Replace(element.SchemaType, isAlone);
                break;
            case XmlSchemaComplexType type:
                type.AnyAttribute = Replace(type.Attributes, isAlone) ?? type.AnyAttribute;
                Replace(type.Particle, isAlone);
                Replace(type.ContentModel?.Content, isAlone);
                break;
            case XmlSchemaSimpleContentExtension extension:
                extension.AnyAttribute = Replace(extension.Attributes, isAlone) ?? extension.AnyAttribute;
                break;
            case XmlSchemaGroupBase group:
                foreach (XmlSchemaObject part in group.Items)
                    Replace(part, isAlone);
                break;
        }
    }

    static bool NamesItsType(XmlSchemaComplexType? type)
    {
        XmlSchemaObjectCollection? attributes =
            type?.ContentModel?.Content is XmlSchemaSimpleContentExtension extension ? extension.Attributes : type?.Attributes;
        return attributes is not null && attributes.OfType<XmlSchemaAttribute>().Any(static a => a.Name == TypeMark);
    }

    static XmlSchemaAnyAttribute? Replace(XmlSchemaObjectCollection attributes, bool isAlone)
    {
        bool isAny = false;
        foreach (XmlSchemaAttribute standIn in attributes.OfType<XmlSchemaAttribute>().ToList())
        {
            if (standIn.Name?.StartsWith(Attribute, StringComparison.Ordinal) != true)
                continue;
            isAny = true;
            attributes.Remove(standIn);
            if (!isAlone)
                attributes.Add(new XmlSchemaAttribute
                { RefName = new XmlQualifiedName(standIn.Name[Attribute.Length..], AttributesOfXml.Namespace), Use = standIn.Use });
        }
        return isAny && isAlone ? AttributesOfXml.Any() : null;
    }
}
