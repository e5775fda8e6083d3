using System.Data;
using System.Diagnostics.CodeAnalysis;
using System.Xml;
using System.Xml.Serialization;
using Isomer.Model;

namespace Isomer.Tabular;

/// <summary>
/// The XML that a DataSet or DataTable writes of itself (IXmlSerializable): a schema, then a DiffGram. Every format that carries it hands
/// its reader over here, and the object is given only what has been looked at: the schema as <see cref="SchemaText"/> does, the rows for
/// what names types, places or nests. Expressions are taken out and computed when all rows are there (<see cref="Computing"/>). The reading
/// itself is the framework's, or that of the class, so the result is.
/// </summary>
internal static class TableXml
{
    public const string Diff = "urn:schemas-microsoft-com:xml-diffgram-v1";
    // The framework reads nested rows by recursion: 1,000 levels overflow a stack of 256 KB.
    public const int MaxDepth = 256;
    // It looks through all tables for each original row: about a second.
    const long MaxLookUps = 50_000_000;
    // Rows stand in the element of their set, which stands in a DiffGram's within that of the object.
    const int DepthOfRows = 3;
    // Where a table nests in itself, it goes from each row to the outermost: by the square of the rows, about two seconds.
    const int MaxRowsInThemselves = 5_000;

    /// <summary>
    /// Whether the type is or derives from one of them. Met by name, so that System.Data is loaded for those only who use it.
    /// </summary>
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
    /// <param name="keepsWhite">Whether a cell may be white space alone: see <see cref="Record"/>.</param>
    /// <param name="others">Asked for the names that are none of these.</param>
    public static void Read(IXmlSerializable value, XmlReader reader, Convention convention, IEnumerable<Type> known,
        bool keepsWhite = false, Func<string, Type?>? others = null)
    {
        if (!Features.Tables)
            throw Features.TablesAreLeftOut(value.GetType());
        try
        {
            var types = TypesOf(value, convention, known);
            Read(value, reader, others is null ? types : name => types(name) ?? others(name), keepsWhite);
        }
        catch (Exception e) when (e is not (OutOfMemoryException or WireFormatException))
        {
            throw new WireFormatException($"The XML of a {value.GetType().Name} cannot be read: {e.Message}", e);
        }
    }

    /// <summary>
    /// The types of columns and cells beside the closed set, by their names without an assembly: registered, known, and those that the
    /// columns have that are there. They are gathered when the first name is looked up, which is before anything is read into the object.
    /// </summary>
    public static Func<string, Type?> TypesOf(IXmlSerializable value, Convention convention, IEnumerable<Type> known)
    {
        Dictionary<string, Type>? types = null;
        return name => (types ??= Gathered(value, convention, known)).GetValueOrDefault(FrameworkTypes.FullName(name));
    }

    static Dictionary<string, Type> Gathered(IXmlSerializable value, Convention convention, IEnumerable<Type> known)
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
        return types;
    }

    static void Read(IXmlSerializable value, XmlReader reader, Func<string, Type?> registered, bool keepsWhite)
    {
        var raw = Record(reader, keepsWhite: keepsWhite);
        var tape = Vetted(raw, value, registered, out int expressions);
        if (tape != raw)
            raw.Return();
        tape = SchemaScopes.Within(tape);
        // A table that the class has made is left as it is by the framework, and takes nothing of a schema: neither what its columns
        // compute nor columns that came later.
        int made = TablesOf(value).Any(static t => t.Columns.Count > 0) ? int.MaxValue : 0;
        var own = HeldExpressions.Of(TablesOf(value), keepsKeys: true);
        tape.Tables = TablesOf(value).Count();
        tape.Rewind();
        tape.Fills((System.ComponentModel.IListSource)value);
        tape.Read();
        int keys = 0;
        using (var indexes = new OuterIndexes())
        {
            tape.BeforeRows(() =>
            {
                keys = HeldExpressions.SetKeys(TablesOf(value));
                indexes.Hold(TablesOf(value), tape);
            });
            value.ReadXml(tape);
        }
        tape.Return();
        var held = expressions == 0 ? default : HeldExpressions.OfMarks(TablesOf(value));
        if (expressions - held.Count - keys is var missing && (missing < 0 || missing > made))
            throw new WireFormatException(
                "The schema has an expression where no column takes it: what is computed in a set of its tables has no place in one of them alone. Carry the DataSet, or take the expression off its column before.");
        held.With(own).RestoreCurrent();
    }

    public static IEnumerable<DataTable> TablesOf(IXmlSerializable value) =>
        value is DataSet set
            ? set.Tables.Cast<DataTable>()
            : value is DataTable table ? table.DataSet?.Tables.Cast<DataTable>() ?? [table] : [];

    /// <summary>The element at which the reader stands, or the next.</summary>
    /// <param name="reader">At the element or before it.</param>
    /// <param name="parts">How many parts there may be, if that is known.</param>
    /// <param name="keepsWhite">
    /// Whether white space in rows and cells is shown, alone, around comments and around CDATA sections: the framework's contract
    /// serializers have it from their readers, and it is a part of a text that its writer has not marked by xml:space. Other readers of
    /// the framework pass over it.
    /// </param>
    public static XmlTape Record(XmlReader reader, int parts = 0, bool keepsWhite = false)
    {
        if (reader.MoveToContent() != XmlNodeType.Element)
            throw new WireFormatException("The element of a DataSet or DataTable is missing.");
        var names = new XmlTapeNames((reader as XmlTextReader)?.NameTable as NameTable ?? new NameTable());
        var tape = new XmlTape(names,
            reader is IXmlNamespaceResolver scope ? scope.GetNamespacesInScope(XmlNamespaceScope.All) : new Dictionary<string, string>());
        tape.EnsureCapacity(parts);
        int outside = reader.Depth;
        do
        {
            int depth = reader.Depth - outside;
            // Neither does the framework's own reader show it the white space of indentation.
            if (reader.NodeType == XmlNodeType.Whitespace)
            {
                if (keepsWhite && depth > DepthOfRows)
                    tape.Add(
                        new XmlTape.Event
                        {
                            Type = XmlNodeType.Whitespace,
                            Depth = (ushort)depth,
                            Name = XmlTapeNames.None,
                            Start = tape.Keep(reader.Value),
                            Length = -1
                        });
                continue;
            }
            Add(tape, reader, depth);
            if (depth == 0 && (reader.NodeType == XmlNodeType.EndElement || reader.IsEmptyElement))
            {
                reader.Read();
                return tape;
            }
        }
        while (reader.Read());
        throw new WireFormatException("The XML of a table ends too early.");
    }

    /// <summary>Adds what a reader stands at, if that may be.</summary>
    public static void Add(XmlTape tape, XmlReader reader, int depth)
    {
        if (depth > MaxDepth)
            throw new WireFormatException($"The XML of a table nests deeper than {MaxDepth}.");
        if (reader.NodeType == XmlNodeType.EntityReference)
            throw new WireFormatException("The XML of a table has an entity.");
        tape.Add(reader, depth);
    }

    /// <summary>The root with its schemas and rows; other elements, which have no meaning beside them, are left out.</summary>
    static XmlTape Vetted(XmlTape raw, IXmlSerializable value, Func<string, Type?> registered, out int expressions)
    {
        List<(int From, int To)> schemas = [], kept = [];
        bool isWhole = true;
        for (int i = 1 + raw.Events[0].Attributes; i < raw.Count;)
        {
            int end = EndOf(raw, i);
            var part = raw.Events[i];
            bool isSchema = raw.IsSchema(part),
                isRows = part.Type == XmlNodeType.Element && raw.NameOf(part) is { Local: "diffgram", Namespace: Diff };
            if (isSchema)
                schemas.Add((i, end));
            if (isSchema || isRows || part.Type == XmlNodeType.EndElement)
                kept.Add((i, end));
            else
                isWhole = false;
            i = end;
        }
        expressions = SchemaText.Vet(raw, schemas, registered);
        foreach (var (from, to) in kept)
            if (!raw.IsSchema(raw.Events[from]))
                CheckRows(raw, from, to, schemas, value, registered);
        if (isWhole)
            return raw;
        var tape = raw.Emptied();
        tape.Add(raw.Events[..(1 + raw.Events[0].Attributes)]);
        foreach (var (from, to) in kept)
            tape.Add(raw.Events[from..to]);
        return tape;
    }

    /// <summary>Behind the event, or the end of the element that begins there.</summary>
    public static int EndOf(XmlTape tape, int start)
    {
        var events = tape.Events;
        if (events[start].Type != XmlNodeType.Element || events[start].IsEmpty)
            return start + 1 + events[start].Attributes;
        int depth = events[start].Depth;
        int i = start + 1;
        while (events[i].Type != XmlNodeType.EndElement || events[i].Depth != depth)
            i++;
        return i + 1;
    }

    /// <summary>
    /// What rows may not ask for: types of cells by any name, places that no row is to stand at, more look-ups than their size.
    /// </summary>
    /// <param name="tape">The document.</param>
    /// <param name="from">Where the rows begin on it.</param>
    /// <param name="to">Where they end.</param>
    /// <param name="schemas">Where its schemas are.</param>
    /// <param name="value">Who reads it.</param>
    /// <param name="registered">Types by their names.</param>
    public static void CheckRows(XmlTape tape, int from, int to, List<(int From, int To)> schemas, IXmlSerializable value,
        Func<string, Type?> registered)
    {
        long elements = 0;
        long rows = 0;
        long last = -1;
        foreach (ref var part in tape.Events[from..to])
        {
            if (part.Type == XmlNodeType.Element)
                elements++;
            if (part.Type != XmlNodeType.Attribute)
                continue;
            switch (tape.NameOf(part).Role)
            {
                case XmlTapeRole.Number:
                    rows++;
                    break;
                case XmlTapeRole.Type:
                    tape.SetValue(ref part, FrameworkTypes.Named(tape.ValueOf(part), registered).AssemblyQualifiedName!);
                    break;
                case XmlTapeRole.Place when tape.TryNumber(part, out long place):
                    last = Math.Max(last, place);
                    break;
            }
        }
        if (last >= elements)
            throw new WireFormatException($"A row stands at place {last}, and there are not so many.");
        var (described, types) = CountOf(tape, schemas);
        long tables = TablesOf(value).Count() + types;
        if (elements * tables > MaxLookUps)
            throw new WireFormatException(
                $"{elements} elements are too many for a set of {tables} tables: the framework looks through all tables for each row.");
        // Most are far below what is free: their tables need not be made for it.
        long columns = described + TablesOf(value).Sum(t => (long)t.Columns.Count);
        if (!TableGuard.AreFree(elements, Math.Max(columns, elements)))
            TableXmlCells.Check(tape, from, to,
                schemas.Count == 0 ? TablesOf(value) : TablesOf(value).Concat(TablesOf(SetOf(tape, schemas))));
        if (rows > MaxRowsInThemselves && NestsInItself(tape, schemas, value))
            throw new WireFormatException(
                $"{rows} rows are too many for a table that nests in itself, {MaxRowsInThemselves}: the framework follows each row to the outermost.");
    }

    /// <summary>How many elements there are within schemas, and how many of them describe what may be a table.</summary>
    static (long Elements, long Types) CountOf(XmlTape tape, List<(int From, int To)> schemas)
    {
        long elements = 0, types = 0;
        foreach (var (from, to) in schemas)
            foreach (ref var part in tape.Events[(from + 1)..to])
            {
                if (part.Type != XmlNodeType.Element)
                    continue;
                elements++;
                if (tape.NameOf(part) is { Local: "complexType", Namespace: SchemaText.Xs })
                    types++;
            }
        return (elements, types);
    }

    /// <summary>
    /// Whether a relation that nests goes from a table to itself: asked of a set with these schemas, which is done for many rows only.
    /// </summary>
    static bool NestsInItself(XmlTape tape, List<(int From, int To)> schemas, IXmlSerializable value)
    {
        var relations = TablesOf(value).SelectMany(t => t.ChildRelations.Cast<DataRelation>());
        if (schemas.Count > 0)
            relations = relations.Concat(SetOf(tape, schemas).Relations.Cast<DataRelation>());
        return relations.Any(r => r.Nested && r.ParentTable == r.ChildTable);
    }

    /// <summary>
    /// An empty set with these schemas; without the rest of one that cannot be read: who reads with it will not get far either.
    /// </summary>
    [UnconditionalSuppressMessage("Trimming", "IL2026",
        Justification = "A schema names the types of columns, and has nothing of their members.")]
    [UnconditionalSuppressMessage("AOT", "IL3050",
        Justification = "A schema names the types of columns, and has nothing of their members.")]
    static DataSet SetOf(XmlTape whole, List<(int From, int To)> schemas)
    {
        var set = new DataSet();
        var tape = whole.Emptied();
        foreach (var (from, to) in schemas)
            tape.Add(whole.Events[from..to]);
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
