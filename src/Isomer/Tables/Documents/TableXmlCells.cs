using System.Data;
using System.Xml;

namespace Isomer.Tabular;

/// <summary>
/// How many cells the rows of a document would have: columns come from a schema or from other rows, and a row that has none of them is four
/// bytes. A thousand columns and a hundred thousand empty rows are 0.5 MB, and a gigabyte as a table.
/// </summary>
internal static class TableXmlCells
{
    sealed class Kind(HashSet<string>? columns)
    {
        public long Rows, Values;
        public readonly HashSet<string>? Columns = columns;
        public readonly HashSet<string> Parts = new(ReferenceEqualityComparer.Instance);
    }

    /// <param name="tape">The document.</param>
    /// <param name="from">Where its rows begin.</param>
    /// <param name="to">Where they end.</param>
    /// <param name="tables">The tables that it can name: those of the target and of its schemas, empty.</param>
    public static void Check(XmlTape tape, int from, int to, IEnumerable<DataTable> tables)
    {
        var columns = new Dictionary<string, HashSet<string>>(StringComparer.Ordinal);
        foreach (var table in tables)
        {
            string name = XmlConvert.EncodeLocalName(table.TableName)!;
            if (!columns.TryGetValue(name, out var names))
                columns.Add(name, names = new(StringComparer.Ordinal));
            foreach (DataColumn column in table.Columns)
                names.Add(XmlConvert.EncodeLocalName(column.ColumnName)!);
        }
        foreach (var (name, kind) in Kinds(tape, from, to, columns))
        {
            int most = Math.Max(kind.Parts.Count, kind.Columns?.Count ?? 0);
            TableGuard.CheckCells(XmlConvert.DecodeName(name)!, kind.Rows, most, kind.Values);
        }
    }

    /// <summary>What is met under each name of an element, wherever it stands.</summary>
    static Dictionary<string, Kind> Kinds(XmlTape tape, int from, int to, Dictionary<string, HashSet<string>> columns)
    {
        ReadOnlySpan<XmlTape.Event> parts = tape.Events[from..to];
        // Names on a tape are of one table of names.
        var kinds = new Dictionary<string, Kind>(ReferenceEqualityComparer.Instance);
        // By the number of a name: its kind, and where it was met last, which is mostly where it is met next.
        var known = new (Kind? Kind, Kind? Around, bool IsColumn)[tape.Names.Count];
        var open = new List<Kind>();
        int root = parts.IsEmpty ? 0 : parts[0].Depth;
        for (int i = 0; i < parts.Length; i++)
        {
            ref readonly var part = ref parts[i];
            if (part.Type is not (XmlNodeType.Attribute or XmlNodeType.Element))
                continue;
            var name = tape.NameOf(part);
            ref var memory = ref known[part.Name];
            if (part.Type == XmlNodeType.Attribute)
            {
                if (name.IsDeclaration || open.Count == 0)
                    continue;
                Meet(open[^1], name, ref memory);
                continue;
            }
            int depth = part.Depth - root;
            if (open.Count > depth)
                open.RemoveRange(depth, open.Count - depth);
            if (memory.Kind is not { } kind)
            {
                if (!kinds.TryGetValue(name.Local, out kind))
                    kinds.Add(name.Local, kind = new(columns.GetValueOrDefault(name.Local)));
                memory.Kind = kind;
            }
            if (open.Count == 0)
            {
                kind.Rows++;
            }
            else
            {
                Meet(open[^1], name, ref memory);
                // An element that is a column of the row around it is no row.
                if (!memory.IsColumn)
                    kind.Rows++;
            }
            open.Add(kind);
        }
        return kinds;
    }

    static void Meet(Kind around, XmlTapeName name, ref (Kind? Kind, Kind? Around, bool IsColumn) memory)
    {
        around.Values++;
        if (memory.Around == around)
            return;
        around.Parts.Add(name.Local);
        (memory.Around, memory.IsColumn) = (around, around.Columns?.Contains(name.Local) == true);
    }
}
