using System.Data;
using System.Globalization;
using System.Xml;
using System.Xml.Schema;
using System.Xml.Serialization;
using Isomer.Conventions;

namespace Isomer.Tabular;

/// <summary>
/// The XML that a DataSet or DataTable writes of itself (IXmlSerializable): a schema, then a DiffGram. Every format that carries it hands its reader over
/// here, and the object is given only what has been looked at: the schema as <see cref="SchemaText"/> does, the rows for what names types, places or nests.
/// Expressions are taken out and computed when all rows are there (<see cref="Computing"/>). The reading itself is the framework's, or
/// that of the class, so the result is.
/// </summary>
internal static class TableXml
{
    public const string Diff = "urn:schemas-microsoft-com:xml-diffgram-v1";
    // The framework reads nested rows by recursion: 1,000 levels overflow a stack of 256 KB.
    const int MaxDepth = 256;
    // It looks through all tables for each original row: about a second.
    const long MaxLookUps = 50_000_000;
    // Where a table nests in itself, it goes from each row to the outermost: by the square of the rows, about two seconds.
    const int MaxRowsInThemselves = 5_000;

    /// <summary>Whether the type is or derives from one of them. Met by name, so that System.Data is loaded for those only who use it.</summary>
    public static bool Is(Type type)
    {
        for (var t = type; t is not null && t != typeof(object); t = t.BaseType)
            if (IsItself(t))
                return true;
        return false;
    }

    /// <summary>Whether the type is one of them, and not a class that derives from it.</summary>
    public static bool IsItself(Type type) => type.Namespace == "System.Data" && type.Name is "DataSet" or "DataTable";

    /// <summary>Reads the element at which the reader stands, and moves behind it.</summary>
    /// <param name="value">A new object.</param>
    /// <param name="reader">At the element.</param>
    /// <param name="convention">Whose subtypes of object may be types of columns.</param>
    /// <param name="known">What else may be.</param>
    public static void Read(IXmlSerializable value, XmlReader reader, Convention convention, IEnumerable<Type> known)
    {
        try
        {
            Read(value, reader, TypesOf(value, convention, known));
        }
        catch (Exception e) when (e is not (OutOfMemoryException or WireFormatException))
        {
            throw new WireFormatException($"The XML of a {value.GetType().Name} cannot be read: {e.Message}", e);
        }
    }

    /// <summary>The types of columns and cells beside the closed set, by their names without an assembly: registered, known, and those that the columns have that are there.</summary>
    public static Func<string, Type?> TypesOf(IXmlSerializable value, Convention convention, IEnumerable<Type> known)
    {
        var types = new Dictionary<string, Type>(StringComparer.Ordinal);
        foreach (var subtype in convention.DeclaredSubtypes(typeof(object)))
            types[subtype.Type.FullName!] = subtype.Type;
        foreach (var type in known)
            types.TryAdd(type.FullName ?? type.Name, type);
        foreach (var table in TablesOf(value))
            foreach (DataColumn column in table.Columns)
                types.TryAdd(column.DataType.FullName!, column.DataType);
        types.Remove("System.Type");
        return name => types.GetValueOrDefault(FrameworkTypes.FullName(name));
    }

    static void Read(IXmlSerializable value, XmlReader reader, Func<string, Type?> registered)
    {
        var raw = Record(reader);
        var tape = Vetted(raw, value, registered, out int expressions);
        var own = HeldExpressions.Of(TablesOf(value));
        tape.Tables = TablesOf(value).Count();
        tape.Rewind();
        tape.Read();
        value.ReadXml(tape);
        var held = HeldExpressions.OfMarks(TablesOf(value));
        if (held.Count != expressions)
            throw new WireFormatException("The schema has an expression where no column takes it.");
        held.With(own).RestoreCurrent();
    }

    public static IEnumerable<DataTable> TablesOf(IXmlSerializable value) =>
        value is DataSet set ? set.Tables.Cast<DataTable>() : value is DataTable table ? table.DataSet?.Tables.Cast<DataTable>() ?? [table] : [];

    /// <summary>The element at which the reader stands, or the next.</summary>
    /// <param name="reader">At the element or before it.</param>
    /// <param name="parts">How many parts there may be, if that is known.</param>
    public static XmlTape Record(XmlReader reader, int parts = 0)
    {
        if (reader.MoveToContent() != XmlNodeType.Element)
            throw new WireFormatException("The element of a DataSet or DataTable is missing.");
        var tape = new XmlTape(reader is IXmlNamespaceResolver scope ? scope.GetNamespacesInScope(XmlNamespaceScope.All) : new Dictionary<string, string>(), (reader as XmlTextReader)?.NameTable as NameTable ?? new NameTable());
        tape.Events.EnsureCapacity(parts);
        int outside = reader.Depth;
        do
        {
            int depth = reader.Depth - outside;
            if (depth > MaxDepth)
                throw new WireFormatException($"The XML of a table nests deeper than {MaxDepth}.");
            if (reader.NodeType == XmlNodeType.EntityReference)
                throw new WireFormatException("The XML of a table has an entity.");
            // Neither does the framework's own reader show it the white space of indentation.
            if (reader.NodeType != XmlNodeType.Whitespace)
                tape.Add(reader, depth);
            if (depth == 0 && (reader.NodeType == XmlNodeType.EndElement || reader.IsEmptyElement))
            {
                reader.Read();
                return tape;
            }
        }
        while (reader.Read());
        throw new WireFormatException("The XML of a table ends too early.");
    }

    /// <summary>The root with its schemas and rows; other elements, which have no meaning beside them, are left out.</summary>
    static XmlTape Vetted(XmlTape raw, IXmlSerializable value, Func<string, Type?> registered, out int expressions)
    {
        expressions = 0;
        var tape = raw.Emptied();
        var events = raw.Events;
        tape.Events.EnsureCapacity(events.Count);
        int i = 0;
        for (int root = events[0].Attributes; i <= root; i++)
            tape.Add(events[i]);
        List<(int From, int To)> schemas = [];
        while (i < events.Count)
        {
            int end = EndOf(events, i);
            switch (events[i])
            {
                case { Type: XmlNodeType.Element, Name: "schema", Namespace: SchemaText.Xs }:
                    schemas.Add((i, end));
                    break;
                case { Type: XmlNodeType.Element, Name: "diffgram", Namespace: Diff }:
                    var documents = AddSchemas(tape, raw, schemas, registered, ref expressions);
                    CheckRows(System.Runtime.InteropServices.CollectionsMarshal.AsSpan(events)[i..end], documents, value, registered);
                    for (; i < end; i++)
                        tape.Add(events[i]);
                    break;
                case { Type: XmlNodeType.EndElement }:
                    AddSchemas(tape, raw, schemas, registered, ref expressions);
                    tape.Add(events[i]);
                    break;
            }
            i = end;
        }
        return tape;
    }

    /// <summary>Behind the event, or the end of the element that begins there.</summary>
    public static int EndOf(List<XmlTape.Event> events, int start)
    {
        if (events[start].Type != XmlNodeType.Element || events[start].IsEmpty)
            return start + 1 + events[start].Attributes;
        int depth = events[start].Depth;
        int i = start + 1;
        while (events[i].Type != XmlNodeType.EndElement || events[i].Depth != depth)
            i++;
        return i + 1;
    }

    static List<XmlElement> AddSchemas(XmlTape tape, XmlTape raw, List<(int From, int To)> schemas, Func<string, Type?> registered, ref int expressions)
    {
        var all = Vetted(raw, schemas, registered, out int found);
        expressions += found;
        foreach (var schema in all)
            Add(tape, schema, 1);
        schemas.Clear();
        return all;
    }

    /// <summary>The schemas that stand at these places, looked at.</summary>
    public static List<XmlElement> Vetted(XmlTape raw, List<(int From, int To)> schemas, Func<string, Type?> registered, out int expressions)
    {
        expressions = 0;
        if (schemas.Count == 0)
            return [];
        SchemaText.CheckSize(schemas.Sum(s => s.To - s.From));
        var document = new XmlDocument { XmlResolver = null };
        List<XmlElement> all = [];
        foreach (var (from, _) in schemas)
        {
            raw.Rewind(from);
            raw.Read();
            all.Add((XmlElement)document.ReadNode(raw)!);
        }
        expressions = SchemaText.Vet(all, registered);
        return all;
    }

    /// <summary>Puts a schema onto a tape, at a depth.</summary>
    public static void Add(XmlTape tape, XmlElement schema, int depth)
    {
        using var vetted = new XmlNodeReader(schema);
        while (vetted.Read())
            tape.Add(vetted, vetted.Depth + depth);
    }

    /// <summary>What rows may not ask for: types of cells by any name, places that no row is to stand at, more look-ups than their size.</summary>
    public static void CheckRows(Span<XmlTape.Event> parts, List<XmlElement> schemas, IXmlSerializable value, Func<string, Type?> registered)
    {
        long elements = 0;
        long rows = 0;
        long last = -1;
        foreach (ref var part in parts)
        {
            if (part.Type == XmlNodeType.Element)
                elements++;
            if (part.Type != XmlNodeType.Attribute)
                continue;
            if (part.Namespace == Diff && part.Name == "id")
                rows++;
            if (part.Namespace != SchemaText.Data)
                continue;
            if (part.Name == "InstanceType")
                part.Value = FrameworkTypes.Named(part.Value, registered).AssemblyQualifiedName!;
            else if (part.Name == "rowOrder" && long.TryParse(part.Value, NumberStyles.Integer, CultureInfo.InvariantCulture, out long place))
                last = Math.Max(last, place);
        }
        if (last >= elements)
            throw new WireFormatException($"A row stands at place {last}, and there are not so many.");
        long tables = TablesOf(value).Count() + schemas.Sum(s => (long)s.GetElementsByTagName("complexType", SchemaText.Xs).Count);
        if (elements * tables > MaxLookUps)
            throw new WireFormatException($"{elements} elements are too many for a set of {tables} tables: the framework looks through all tables for each row.");
        // Most are far below what is free: their tables need not be made for it.
        long columns = schemas.Sum(s => (long)s.GetElementsByTagName("*").Count) + TablesOf(value).Sum(t => (long)t.Columns.Count);
        if (!TableGuard.AreFree(elements, Math.Max(columns, elements)))
            TableXmlCells.Check(parts, schemas.Count == 0 ? TablesOf(value) : TablesOf(value).Concat(TablesOf(SetOf(schemas))));
        if (rows > MaxRowsInThemselves && NestsInItself(schemas, value))
            throw new WireFormatException($"{rows} rows are too many for a table that nests in itself, {MaxRowsInThemselves}: the framework follows each row to the outermost.");
    }

    /// <summary>Whether a relation that nests goes from a table to itself: asked of a set with these schemas, which is done for many rows only.</summary>
    static bool NestsInItself(List<XmlElement> schemas, IXmlSerializable value)
    {
        var relations = TablesOf(value).SelectMany(t => t.ChildRelations.Cast<DataRelation>());
        if (schemas.Count > 0)
        {
            var set = SetOf(schemas);
            relations = relations.Concat(set.Relations.Cast<DataRelation>());
        }
        return relations.Any(r => r.Nested && r.ParentTable == r.ChildTable);
    }

    /// <summary>An empty set with these schemas; without the rest of one that cannot be read: who reads with it will not get far either.</summary>
    static DataSet SetOf(List<XmlElement> schemas)
    {
        var set = new DataSet();
        var tape = new XmlTape(new Dictionary<string, string>());
        foreach (var schema in schemas)
            Add(tape, schema, 0);
        tape.Rewind();
        try
        {
            set.ReadXmlSchema(tape);
        }
        catch (Exception e) when (e is not OutOfMemoryException)
        {
            // Modes that ignore schemas ignore this one.
        }
        return set;
    }
}
