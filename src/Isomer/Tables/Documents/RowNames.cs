using System.Data;
using System.Text;
using System.Xml;

namespace Isomer.Tabular;

/// <summary>
/// The element of a table's rows, and those and the attributes of its columns: by place, as they usually come, and by name.
/// </summary>
internal sealed class RowNames
{
    /// <summary>Behind a tag so many bytes may be read by who compares it.</summary>
    const int Padding = 32;

    readonly Dictionary<string, int> _elements = new(StringComparer.Ordinal);
    readonly Dictionary<string, int> _attributes = new(StringComparer.Ordinal);
    // In DiffGrams alone, and under another name.
    readonly Dictionary<string, int> _hidden = new(StringComparer.Ordinal);
    // Tables whose rows stand within rows of this one.
    readonly Dictionary<string, RowNames> _children = new(StringComparer.Ordinal);
    // What a row has that says nothing of a column.
    readonly object?[] _missing;

    RowNames(DataTable table, bool isDiffGram)
    {
        Table = table;
        Name = Encode(table.TableName);
        Tag = TagOf(Name);
        var cells = new List<Cell>();
        _missing = new object?[table.Columns.Count];
        foreach (DataColumn column in table.Columns)
        {
            string name = Encode(column.ColumnName);
            var cell = new Cell
            {
                Tag = TagOf(name),
                Length = Encoding.UTF8.GetByteCount(name),
                Ordinal = column.Ordinal,
                Text = CellTexts.Of(column),
                IsElement = column.ColumnMapping == MappingType.Element
            };
            (column.ColumnMapping switch { MappingType.Hidden => _hidden, MappingType.Element => _elements, _ => _attributes }).Add(name,
                cells.Count);
            cells.Add(cell);
            // What is left out is null, unless the column gives it a value; in a DiffGram it is null.
            if (isDiffGram || (column.AllowDBNull && column.ColumnMapping != MappingType.Hidden && !column.AutoIncrement))
                _missing[column.Ordinal] = DBNull.Value;
        }
        Cells = [.. cells];
        TakesArrays = table.GetType() == typeof(DataTable) && !table.Columns.Cast<DataColumn>().Any(c => c.AutoIncrement)
            && !HiddenState.HasColumnEvents(table);
    }

    /// <summary>
    /// Whether a row may be made of its values at once, as if it were made empty and given them one by one: nobody listens, and no number
    /// is drawn for a row that brings its own.
    /// </summary>
    public bool TakesArrays { get; }

    public DataTable Table { get; }

    public string Name { get; }

    /// <summary>The tag that ends a row, as the scanner takes it.</summary>
    public byte[] Tag { get; }

    /// <summary>How many bytes of it are the name.</summary>
    public int Length => Tag.Length - Padding - "</>".Length;

    /// <summary>All columns in their order, those too that have no element.</summary>
    public Cell[] Cells { get; }

    /// <summary>How one column stands in a row: its tag, and how its values become text.</summary>
    public struct Cell
    {
        public byte[] Tag;
        public int Length;
        public int Ordinal;
        public CellText Text;
        // Others are attributes, or stand nowhere.
        public bool IsElement;
    }

    /// <summary>The names of tables whose rows can be read here; null if one of them has what only the framework reads.</summary>
    /// <param name="tables">All that the document may have rows of.</param>
    /// <param name="ns">The namespace of all its elements.</param>
    /// <param name="isDiffGram">Whether the rows are those of a DiffGram.</param>
    /// <param name="nests">Whether rows may stand within others.</param>
    public static Dictionary<string, RowNames>? Of(IEnumerable<DataTable> tables, string ns, bool isDiffGram = false, bool nests = false)
    {
        var all = new Dictionary<string, RowNames>(StringComparer.Ordinal);
        foreach (var table in tables)
            if (!IsPlain(table, ns, nests) || !all.TryAdd(Encode(table.TableName), new RowNames(table, isDiffGram)))
                return null;
        return !nests || all.Values.All(n => n.TryNest(all)) ? all : null;
    }

    bool TryNest(Dictionary<string, RowNames> all)
    {
        foreach (DataRelation relation in Table.ChildRelations)
        {
            string name = Encode(relation.ChildTable.TableName);
            // An element that may be a column and a row is the framework's.
            if (relation.Nested
                && (!all.TryGetValue(name, out var child) || _elements.ContainsKey(name) || _attributes.ContainsKey(name)
                    || !_children.TryAdd(name, child)))
                return false;
        }
        return true;
    }

    /// <summary>The table whose rows stand within rows of this one as elements of this name.</summary>
    public RowNames? FindChild(ReadOnlySpan<byte> name) => _children.Count == 0 ? null
        : Likely is { } likely && name.SequenceEqual(likely.Tag.AsSpan(2, likely.Length)) ? likely
        : _children.TryGetValue(Encoding.UTF8.GetString(name), out var child) ? Likely = child : null;

    /// <summary>The one of which a row was found last.</summary>
    public RowNames? Likely { get; private set; }

    /// <summary>Where rows of the table are gathered.</summary>
    public TreeTable? Gathered { get; set; }

    /// <summary>The tables whose rows stand within rows of this one.</summary>
    public IEnumerable<RowNames> Children => _children.Values;

    /// <summary>Values of a row that has said nothing yet.</summary>
    public void Begin(object?[] values) => _missing.CopyTo(values, 0);

    public bool IsMissing(object?[] values, int ordinal) => values[ordinal] == _missing[ordinal];

    public int FindElement(ReadOnlySpan<byte> name) => Find(_elements, name);

    public int FindAttribute(ReadOnlySpan<byte> name) => Find(_attributes, name);

    /// <summary>A hidden column by the name of its attribute in a DiffGram.</summary>
    public int FindHidden(ReadOnlySpan<byte> name) => name.StartsWith("hidden"u8) ? Find(_hidden, name["hidden".Length..]) : -1;

    static int Find(Dictionary<string, int> names, ReadOnlySpan<byte> name)
    {
        const int Most = 256;
        if (name.Length > Most)
            return -1;
        Span<char> text = stackalloc char[Most];
        return names.GetAlternateLookup<ReadOnlySpan<char>>().TryGetValue(text[..Encoding.UTF8.GetChars(name, text)], out int found)
            ? found
            : -1;
    }

    static bool IsPlain(DataTable table, string ns, bool nests)
    {
        if (table.TableName.Length == 0 || table.Namespace != ns
            || (!nests
                && (table.ChildRelations.Cast<DataRelation>().Any(r => r.Nested)
                    || table.ParentRelations.Cast<DataRelation>().Any(r => r.Nested))))
            return false;
        var names = new HashSet<string>(StringComparer.Ordinal);
        foreach (DataColumn column in table.Columns)
        {
            // What a column of an enum keeps is the framework's to say.
            if (column.ColumnMapping == MappingType.SimpleContent || column.DataType.IsEnum || CellTexts.Of(column) == CellText.None
                || !names.Add(Encode(column.ColumnName))
                || (column.ColumnMapping == MappingType.Element && column.Namespace != ns)
                || (column.ColumnMapping == MappingType.Attribute && column.Namespace.Length > 0))
                return false;
        }
        return true;
    }

    static string Encode(string name) => XmlConvert.EncodeLocalName(name)!;

    static byte[] TagOf(string name)
    {
        byte[] tag = new byte[Encoding.UTF8.GetByteCount(name) + 3 + Padding];
        Encoding.UTF8.GetBytes($"</{name}>", tag);
        return tag;
    }
}
