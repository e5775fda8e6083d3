using System.Data;
using System.Diagnostics.CodeAnalysis;
using System.Globalization;
using System.Xml;

namespace Isomer.Tabular;

/// <summary>
/// Schemas as XSD text, as DataSet.GetXmlSchema writes them. Read only after every element and attribute was looked at: the
/// framework's reader would load types by name, follow imports, make cultures and expand particles without a bound.
/// </summary>
[UnconditionalSuppressMessage("Trimming", "IL2026",
    Justification = "A schema names the types of columns, and has nothing of their members.")]
[UnconditionalSuppressMessage("AOT", "IL3050", Justification = "A schema names the types of columns, and has nothing of their members.")]
internal static class SchemaText
{
    public const string Xs = "http://www.w3.org/2001/XMLSchema";
    public const string Data = "urn:schemas-microsoft-com:xml-msdata";
    const string Properties = "urn:schemas-microsoft-com:xml-msprop";
    const int MaxDepth = 64;
    const int MaxNodes = 200_000;
    // The framework follows names by recursion: 9,000 types, each in the next, overflow a stack of 8 MB.
    internal const int MaxNaming = 200;
    // It compares what stands side by side: 9,000 columns take 15 seconds, as many constraints 18.
    const long MaxSiblings = 20_000_000;
    const int MaxEnumerations = 10_000;
    // What fits into any pattern: the framework makes a Regex of each, which default values are compared with, and forgets it. Enumerations
    // become such a pattern, for each default value is compared with each of them: 1,000 durations and 500 of these took 15 s.
    const string AnyText = @"[\s\S]*";

    public static string Of(DataSet set)
    {
        CheckTypes(set.Tables.Cast<DataTable>());
        TableNesting.CheckSchema(set);
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
    public static void Read(string text, DataTable table, Func<string, Type?>? registered = null) =>
        Read(text, table.ReadXmlSchema, registered);

    static void Read(string text, Action<XmlReader> read, Func<string, Type?>? registered)
    {
        try
        {
            using var reader = Open(new StringReader(text));
            var tape = TableXml.Record(reader);
            while (reader.Read())
            {
                // To the end: what stands behind the element is no document.
            }
            Vet(tape, [(0, tape.Count)], registered);
            tape.Rewind();
            read(tape);
        }
        catch (Exception e) when (e is XmlException or DataException or ArgumentException or InvalidOperationException or FormatException
            or System.Xml.Schema.XmlSchemaException
            or InvalidCastException or NullReferenceException or IndexOutOfRangeException or OverflowException or NotSupportedException)
        {
            throw new WireFormatException($"The schema of a DataSet cannot be read: {e.Message}", e);
        }
    }

    /// <summary>
    /// Looks at schemas, each of a namespace, and takes out what is to come later: expressions become marks of their columns.
    /// </summary>
    /// <param name="tape">Where they are, and where they are changed.</param>
    /// <param name="schemas">Their places.</param>
    /// <param name="registered">Types of columns by their names.</param>
    /// <returns>How many expressions there are.</returns>
    public static int Vet(XmlTape tape, List<(int From, int To)> schemas, Func<string, Type?>? registered)
    {
        if (schemas.Count == 0)
            return 0;
        CheckNaming(tape, schemas);
        if (schemas.Sum(s => s.To - s.From) > MaxNodes)
            throw new WireFormatException($"The schema of a DataSet has more than {MaxNodes} parts.");
        long siblings = SchemaGroups.PairsOf(tape, schemas);
        if (siblings > MaxSiblings)
            throw new WireFormatException(
                "The groups of the schema of a DataSet unfold to elements that would take too long to compare.");
        int expressions = 0, enumerations = 0;
        int[] children = new int[MaxDepth + 2];
        foreach (var (from, to) in schemas)
            Check(tape, tape.Events[from..to], registered, children, ref siblings, ref expressions, ref enumerations);
        TableGuard.CheckExpressions(expressions);
        return expressions;
    }

    static XmlReader Open(TextReader text) => XmlReader.Create(text, new XmlReaderSettings
    {
        DtdProcessing = DtdProcessing.Prohibit,
        XmlResolver = null,
        IgnoreComments = true,
        IgnoreProcessingInstructions = true,
    });

    /// <summary>A name without its prefix, and without the white space around it, which the framework's reader takes away.</summary>
    internal static string NameIn(XmlTape tape, in XmlTape.Event attribute)
    {
        string name = tape.ValueOf(attribute).Trim(' ', '\t', '\r', '\n');
        return name[(name.IndexOf(':', StringComparison.Ordinal) + 1)..];
    }

    /// <summary>Named types and elements that name others: as many levels there may be at most.</summary>
    static void CheckNaming(XmlTape tape, List<(int From, int To)> schemas)
    {
        var names = new HashSet<string>(StringComparer.Ordinal);
        foreach (var (from, to) in schemas)
        {
            int depth = tape.Events[from].Depth;
            foreach (ref var part in tape.Events[(from + 1)..to])
                if (part.Type == XmlNodeType.Attribute && part.Depth == depth + 2 && tape.NameOf(part) is { Prefix: "", Local: "name" })
                    names.Add(NameIn(tape, part));
        }
        // Tables and columns of other namespaces are named too, from the outermost element: that is no further level.
        int count = 0;
        foreach (var (from, to) in schemas)
        {
            int depth = tape.Events[from].Depth;
            bool isCounted = true;
            foreach (ref var part in tape.Events[(from + 1)..to])
            {
                if (part.Type == XmlNodeType.Element && part.Depth == depth + 1)
                    isCounted = false;
                if (isCounted || part.Type != XmlNodeType.Attribute
                    || tape.NameOf(part) is not { Prefix: "", Local: "type" or "base" or "ref" or "substitutionGroup" })
                    continue;
                if (!names.Contains(NameIn(tape, part)))
                    continue;
                isCounted = true;
                count++;
            }
        }
        if (count > MaxNaming)
            throw new WireFormatException(
                $"The schema of a DataSet has {count} types and elements that name others, more than {MaxNaming}.");
    }

    static void Check(XmlTape tape, Span<XmlTape.Event> schema, Func<string, Type?>? registered, int[] children, ref long siblings,
        ref int expressions, ref int enumerations)
    {
        int outside = schema[0].Depth, note = int.MaxValue;
        bool isForeign = false, isNoted = false;
        var element = tape.NameOf(schema[0]);
        foreach (ref var part in schema)
        {
            if (part.Type == XmlNodeType.Attribute)
            {
                if (!isForeign)
                    Check(tape, ref part, element, registered, isNoted, ref expressions);
                continue;
            }
            if (part.Type != XmlNodeType.Element)
                continue;
            int depth = part.Depth - outside;
            if (depth > MaxDepth)
                throw new WireFormatException($"The schema of a DataSet nests deeper than {MaxDepth}.");
            element = tape.NameOf(part);
            // What tools and people note for themselves is passed over by the framework: the designer's DataSource.
            if (part.Depth <= note)
                note = element.Namespace == Xs && element.Local is "appinfo" or "documentation" ? part.Depth : int.MaxValue;
            isNoted = part.Depth > note;
            isForeign = element.Namespace is not (Xs or Data);
            if (isForeign ? part.Depth <= note : element.Namespace == Xs && !IsPlain(element.Local))
                throw new WireFormatException($"The schema of a DataSet has an element <{element.Qualified}>, which none needs.");
            children[depth + 1] = 0;
            if (element.Local is "enumeration" or "pattern" && element.Namespace == Xs)
            {
                if (++enumerations > MaxEnumerations)
                    throw new WireFormatException($"The schema of a DataSet has more than {MaxEnumerations} enumerations and patterns.");
                tape.SetName(ref part, element.Prefix, "pattern", Xs);
                element = tape.NameOf(part);
                continue;
            }
            // The squares of how many stand side by side, added up as they come.
            siblings += (2L * children[depth]++) + 1;
            if (siblings > MaxSiblings)
                throw new WireFormatException(
                    $"The schema of a DataSet has {children[depth]} elements side by side, which would take too long to compare.");
        }
    }

    static void Check(XmlTape tape, ref XmlTape.Event attribute, XmlTapeName element, Func<string, Type?>? registered, bool isNoted,
        ref int expressions)
    {
        var name = tape.NameOf(attribute);
        switch (name.Local)
        {
            case "DataType" when name.Namespace == Data:
                tape.SetValue(ref attribute, FrameworkTypes.Named(tape.ValueOf(attribute), registered).AssemblyQualifiedName!);
                break;
            case "Locale" when name.Namespace == Data:
                if (tape.ValueOf(attribute) is { Length: > 0 } culture)
                    _ = CultureInfo.GetCultureInfo(culture, predefinedOnly: true);
                break;
            case HeldExpressions.Mark when name.Namespace == Properties:
                throw new WireFormatException("The schema of a DataSet has an extended property of a name that is reserved.");
            case "DisplayExpression" when name.Namespace == Data:
                TableGuard.CheckExpression("of a schema", tape.ValueOf(attribute));
                break;
            // In a note no column is made. A mark there would be of a prefix that nothing declares, which the reader of notes refuses.
            case "Expression" when name.Namespace == Data && !isNoted:
                string expression = tape.ValueOf(attribute);
                TableGuard.CheckExpression("of a schema", expression);
                if (expression.Length == 0)
                    break;
                tape.SetName(ref attribute, "isomer", HeldExpressions.Mark, Properties);
                expressions++;
                break;
            case "MinimumCapacity" when name.Namespace == Data:
                tape.SetValue(ref attribute, "50");
                break;
            case "value" when element.Local == "pattern" && element.Namespace == Xs:
                tape.SetValue(ref attribute, AnyText);
                break;
            case "schemaLocation":
                throw new WireFormatException(
                    $"The schema of a DataSet has <{element.Qualified} {name.Qualified}=\"{tape.ValueOf(attribute)}\">, which none needs.");
        }
    }

    /// <summary>Whether it stands in a schema without leading out of it, or naming what is elsewhere (include, redefine).</summary>
    static bool IsPlain(string name) =>
        name is "schema" or "element" or "complexType" or "simpleType" or "simpleContent" or "complexContent" or "choice" or "sequence"
            or "all" or "any" or "anyAttribute" or "attribute" or "attributeGroup" or "group" or "notation" or "import" or "annotation"
            or "appinfo" or "documentation" or "unique" or "key" or "keyref" or "selector" or "field" or "restriction" or "extension"
        || IsFacet(name);

    static bool IsFacet(string name) =>
        name is "length" or "minLength" or "maxLength" or "pattern" or "enumeration" or "whiteSpace" or "totalDigits" or "fractionDigits"
            or "minInclusive" or "maxInclusive" or "minExclusive" or "maxExclusive";

    /// <summary>A type that could not be read back is refused when it is written.</summary>
    static void CheckTypes(IEnumerable<DataTable> tables)
    {
        foreach (var table in tables)
            foreach (DataColumn column in table.Columns)
                if (column.DataType == typeof(Type))
                    throw new NotSupportedException(
                        $"Column '{column.ColumnName}' of table '{table.TableName}' holds types: naming code in data is unsafe.");
    }
}
