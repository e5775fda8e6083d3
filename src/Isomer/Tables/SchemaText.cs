using System.Data;
using System.Globalization;
using System.Xml;

namespace Isomer.Tabular;

/// <summary>
/// Schemas as XSD text, as DataSet.GetXmlSchema writes them. Read only after every element and attribute was looked at: the
/// framework's reader would load types by name, follow imports, make cultures and expand particles without a bound.
/// </summary>
internal static class SchemaText
{
    public const string Xs = "http://www.w3.org/2001/XMLSchema";
    public const string Data = "urn:schemas-microsoft-com:xml-msdata";
    const string Properties = "urn:schemas-microsoft-com:xml-msprop";
    const int MaxDepth = 64;
    const int MaxNodes = 200_000;
    // The framework follows names by recursion: 9,000 types, each in the next, overflow a stack of 8 MB.
    const int MaxNaming = 200;
    // It compares what stands side by side: 9,000 columns take 15 seconds, as many constraints 18.
    const long MaxSiblings = 20_000_000;

    public static string Of(DataSet set)
    {
        CheckTypes(set.Tables.Cast<DataTable>());
        return Write(set.DataSetName, set.GetXmlSchema);
    }

    public static string Of(DataTable table)
    {
        CheckTypes([table]);
        return Write(table.TableName, () =>
        {
            using var text = new StringWriter(CultureInfo.InvariantCulture);
            table.WriteXmlSchema(text);
            return text.ToString();
        });
    }

    static string Write(string name, Func<string> write)
    {
        try
        {
            return write();
        }
        catch (Exception e) when (e is ArgumentException or InvalidOperationException or DataException)
        {
            throw new NotSupportedException($"The schema of '{name}' has no form in XSD: {e.Message} Choose a form without it.", e);
        }
    }

    /// <summary>Reads the schema of a set.</summary>
    public static void Read(string text, DataSet set, Func<string, Type?>? registered = null) => Read(text, set.ReadXmlSchema, registered);

    /// <summary>Reads the schema of a table.</summary>
    public static void Read(string text, DataTable table, Func<string, Type?>? registered = null) => Read(text, table.ReadXmlSchema, registered);

    static void Read(string text, Action<XmlReader> read, Func<string, Type?>? registered)
    {
        try
        {
            var document = new XmlDocument { XmlResolver = null };
            using (var reader = Open(new StringReader(text)))
            {
                CheckDepth(text);
                document.Load(reader);
            }
            Vet([document.DocumentElement!], registered);
            using var vetted = new XmlNodeReader(document);
            read(vetted);
        }
        catch (Exception e) when (e is XmlException or DataException or ArgumentException or InvalidOperationException or FormatException or System.Xml.Schema.XmlSchemaException
            or InvalidCastException or NullReferenceException or IndexOutOfRangeException or OverflowException or NotSupportedException)
        {
            throw new WireFormatException($"The schema of a DataSet cannot be read: {e.Message}", e);
        }
    }

    /// <summary>Looks at schemas, each of a namespace, and takes out what is to come later: expressions become marks of their columns.</summary>
    /// <returns>How many expressions there are.</returns>
    public static int Vet(IReadOnlyList<XmlElement> schemas, Func<string, Type?>? registered)
    {
        CheckNaming(schemas);
        long siblings = 0;
        int expressions = 0;
        foreach (var schema in schemas)
            Check(schema, registered, ref siblings, ref expressions, 0);
        TableGuard.CheckExpressions(expressions);
        return expressions;
    }

    /// <summary>How many parts there may be, attributes too.</summary>
    public static void CheckSize(long parts)
    {
        if (parts > MaxNodes)
            throw new WireFormatException($"The schema of a DataSet has more than {MaxNodes} parts.");
    }

    static XmlReader Open(TextReader text) => XmlReader.Create(text, new XmlReaderSettings
    {
        DtdProcessing = DtdProcessing.Prohibit,
        XmlResolver = null,
        IgnoreComments = true,
        IgnoreProcessingInstructions = true,
    });

    /// <summary>Before a tree is made of it: trees are walked recursively.</summary>
    static void CheckDepth(string text)
    {
        using var reader = Open(new StringReader(text));
        for (int nodes = 0; reader.Read(); nodes++)
            if (reader.Depth > MaxDepth || nodes > MaxNodes)
                throw new WireFormatException($"The schema of a DataSet nests deeper than {MaxDepth}, or has more than {MaxNodes} parts.");
    }

    /// <summary>Named types and elements that name others: as many levels there may be at most.</summary>
    static void CheckNaming(IReadOnlyList<XmlElement> schemas)
    {
        var parts = schemas.SelectMany(s => s.ChildNodes.OfType<XmlElement>()).ToList();
        var names = parts.Select(e => e.GetAttribute("name")).ToHashSet(StringComparer.Ordinal);
        // Tables and columns of other namespaces are named too, from the outermost element: that is no further level.
        if (parts.Count(e => Names(e, names)) is var count and > MaxNaming)
            throw new WireFormatException($"The schema of a DataSet has {count} types and elements that name others, more than {MaxNaming}.");
    }

    static bool Names(XmlElement element, HashSet<string> names)
    {
        foreach (string attribute in (ReadOnlySpan<string>)["type", "base", "ref"])
            if (element.GetAttribute(attribute) is { Length: > 0 } name && names.Contains(name[(name.IndexOf(':', StringComparison.Ordinal) + 1)..]))
                return true;
        return element.ChildNodes.OfType<XmlElement>().Any(e => Names(e, names));
    }

    static void Check(XmlElement element, Func<string, Type?>? registered, ref long siblings, ref int expressions, int depth)
    {
        if (depth > MaxDepth)
            throw new WireFormatException($"The schema of a DataSet nests deeper than {MaxDepth}.");
        int children = 0;
        if (element.NamespaceURI == Xs ? !IsPlain(element.LocalName) : element.NamespaceURI != Data)
            throw new WireFormatException($"The schema of a DataSet has an element <{element.Name}>, which none needs.");
        foreach (XmlAttribute attribute in element.Attributes)
            Check(attribute, registered);
        if (element.GetAttributeNode("Expression", Data) is { } expression)
        {
            element.Attributes.Remove(expression);
            if (expression.Value.Length > 0)
            {
                var mark = element.OwnerDocument.CreateAttribute("isomer", HeldExpressions.Mark, Properties);
                mark.Value = expression.Value;
                element.Attributes.Append(mark);
                expressions++;
            }
        }
        foreach (XmlNode child in element.ChildNodes)
        {
            if (child is not XmlElement inner)
                continue;
            Check(inner, registered, ref siblings, ref expressions, depth + 1);
            children++;
        }
        siblings += (long)children * children;
        if (siblings > MaxSiblings)
            throw new WireFormatException($"The schema of a DataSet has {children} elements side by side, which would take too long to compare.");
    }

    static void Check(XmlAttribute attribute, Func<string, Type?>? registered)
    {
        string value = attribute.Value;
        switch (attribute.LocalName)
        {
            case "DataType" when attribute.NamespaceURI == Data:
                attribute.Value = FrameworkTypes.Named(value, registered).AssemblyQualifiedName!;
                break;
            case "Locale" when attribute.NamespaceURI == Data:
                if (value.Length > 0)
                    _ = CultureInfo.GetCultureInfo(value, predefinedOnly: true);
                break;
            case HeldExpressions.Mark when attribute.NamespaceURI == Properties:
                throw new WireFormatException("The schema of a DataSet has an extended property of a name that is reserved.");
            case "Expression" or "DisplayExpression" when attribute.NamespaceURI == Data:
                TableGuard.CheckExpression("of a schema", value);
                break;
            case "MinimumCapacity" when attribute.NamespaceURI == Data:
                attribute.Value = "50";
                break;
            case "minOccurs" when value is not ("0" or "1"):
            // The last is how the framework writes what was unbounded around.
            case "maxOccurs" when value is not ("0" or "1" or "unbounded" or "79228162514264337593543950335"):
            case "schemaLocation":
                throw new WireFormatException($"The schema of a DataSet has <{attribute.OwnerElement!.Name} {attribute.Name}=\"{value}\">, which none needs.");
        }
    }

    static bool IsPlain(string name) => name is "schema" or "element" or "complexType" or "simpleType" or "simpleContent" or "complexContent" or "choice" or "sequence" or "all"
        or "attribute" or "restriction" or "extension" or "maxLength" or "length" or "import" or "annotation" or "appinfo" or "documentation" or "unique" or "key" or "keyref" or "selector" or "field" or "any";

    /// <summary>A type that could not be read back is refused when it is written.</summary>
    static void CheckTypes(IEnumerable<DataTable> tables)
    {
        foreach (var table in tables)
            foreach (DataColumn column in table.Columns)
                if (column.DataType == typeof(Type))
                    throw new NotSupportedException($"Column '{column.ColumnName}' of table '{table.TableName}' holds types: naming code in data is unsafe.");
    }
}
