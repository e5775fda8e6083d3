using System.ComponentModel;
using System.Data;
using System.Diagnostics.CodeAnalysis;
using System.Globalization;
using System.Text;
using System.Xml;
using Isomer.Model;
using Isomer.Wire;

namespace Isomer.Tabular;

/// <summary>
/// The document that a set or table is: rows alone, rows behind their schema, or a DiffGram, byte for byte as <c>WriteXml</c> writes it to
/// a stream.
/// <code>
/// &lt;Shop&gt;
///   &lt;xs:schema id="Shop" ...&gt;...&lt;/xs:schema&gt;
///   &lt;Orders&gt;...&lt;/Orders&gt;
/// &lt;/Shop&gt;
/// </code>
/// Schemas are the framework's: each is written once, while rows are many. So are whole documents that have what <see cref="RowXml"/> has
/// no form for: columns of types that go through XmlSerializer, columns that are the text of their row, more than one namespace or prefix,
/// tables that nest in themselves.
/// </summary>
internal sealed class TableDocument
{
    readonly DataSet? _set;
    readonly DataTable? _table;
    readonly DataTable[] _tables;
    readonly DataXmlOptions _options;

    public TableDocument(IListSource subject, DataXmlOptions options)
    {
        _options = options;
        _table = subject as DataTable;
        _set = subject as DataSet ?? _table!.DataSet;
        if (_table is { TableName.Length: 0 })
            throw new NotSupportedException("A DataTable without a name has no form in XML: set its TableName.");
        _tables = _table is null ? [.. _set!.Tables.Cast<DataTable>()] : [.. Hierarchy(_table)];
    }

    public bool IsDiffGram => _options.WriteMode == XmlWriteMode.DiffGram;

    /// <summary>The table, then all that depend on it, if they are to be written too.</summary>
    List<DataTable> Hierarchy(DataTable table)
    {
        List<DataTable> all = [table];
        if (_options.WriteHierarchy && _set is not null)
            AddChildren(table);
        return all;

        void AddChildren(DataTable parent)
        {
            foreach (DataRelation relation in parent.ChildRelations)
            {
                if (all.Contains(relation.ChildTable))
                    continue;
                all.Add(relation.ChildTable);
                AddChildren(relation.ChildTable);
            }
        }
    }

    [RequiresUnreferencedCode(Trimming.Members), RequiresDynamicCode(Trimming.Code)]
    public void Write(ref OutputBuffer output)
    {
        TableNesting.Check((IListSource?)_table ?? _set!, withSchema: _options.WriteMode == XmlWriteMode.WriteSchema, _tables);
        if (_options.WriteDeclaration)
            output.Write(Encoding.UTF8.GetBytes("<?xml version=\"1.0\" standalone=\"yes\"?>" + Environment.NewLine));
        try
        {
            if (!IsPlain())
                WriteByFramework(ref output);
            else if (IsDiffGram)
                WriteDiffGram(ref output);
            else
                WriteRows(ref output);
        }
        catch (Exception e) when (TableNesting.HasNoForm(e))
        {
            throw TableNesting.NoForm((object?)_table ?? _set!, e);
        }
    }

    /// <summary>Whether rows of these tables are written here.</summary>
    bool IsPlain()
    {
        string ns = _set?.Namespace ?? _table!.Namespace;
        // A set that is but one row may leave out its own element.
        if (_set is not null && _options.WriteMode == XmlWriteMode.IgnoreSchema && HiddenState.HasTopLevelTable(_set))
            return false;
        if (ns.Length > 0 && (_set?.Prefix ?? _table!.Prefix).Length > 0)
            return false;
        // Those that nest in them too, however deep: of a table alone they are written with its rows.
        var reached = new HashSet<DataTable>(_tables);
        var open = new Stack<DataTable>(_tables);
        while (open.TryPop(out var table))
        {
            if (!IsPlain(table, ns) || (IsDiffGram && !HiddenState.HasNumbers(table)))
                return false;
            foreach (DataRelation relation in table.ChildRelations)
            {
                if (!relation.Nested)
                    continue;
                if (relation.ChildTable == table)
                    return false;
                if (reached.Add(relation.ChildTable))
                    open.Push(relation.ChildTable);
            }
        }
        return true;
    }

    static bool IsPlain(DataTable table, string ns)
    {
        if (table.Namespace != ns || (ns.Length > 0 && table.Prefix.Length > 0))
            return false;
        foreach (DataColumn column in table.Columns)
            if (!CellXml.IsKnown(column) || column.ColumnMapping == MappingType.SimpleContent
                || (column.ColumnMapping == MappingType.Attribute ? column.Namespace.Length > 0 : column.Namespace != ns)
                || (ns.Length > 0 && column.Prefix.Length > 0))
                return false;
        return true;
    }

    [RequiresUnreferencedCode(Trimming.Members), RequiresDynamicCode(Trimming.Code)]
    void WriteByFramework(ref OutputBuffer output)
    {
        var document = new MemoryStream();
        if (_table is null)
            _set!.WriteXml(document, _options.WriteMode);
        else
            _table.WriteXml(document, _options.WriteMode, _options.WriteHierarchy);
        output.Write(document.GetBuffer().AsSpan(0, (int)document.Length));
    }

    /// <summary>The element around rows. A table without a set is in one of its own where it has a schema.</summary>
    (string Name, string Namespace) Root() =>
        _set is { DataSetName.Length: > 0 } ? (XmlConvert.EncodeLocalName(_set.DataSetName)!, _set.Namespace)
        : _set is null && _options.WriteMode == XmlWriteMode.WriteSchema ? ("NewDataSet", _table!.Namespace)
        : ("DocumentElement", _set?.Namespace ?? _table!.Namespace);

    [RequiresUnreferencedCode(Trimming.Members), RequiresDynamicCode(Trimming.Code)]
    void WriteRows(ref OutputBuffer output)
    {
        var root = Root();
        bool isOpen = _options.WriteMode != XmlWriteMode.WriteSchema;
        string start;
        try
        {
            start = isOpen ? StartOf(root) : StartWithSchema(root);
        }
        catch (InvalidOperationException) when (_table is not null)
        {
            // A schema of its own a table has only if nothing of it is computed of other tables; within its document the framework does not
            // ask.
            WriteByFramework(ref output);
            return;
        }
        output.Write(Encoding.UTF8.GetBytes(start));
        foreach (var table in _tables)
            new RowXml(this, table, 1).WriteAll(ref output, ref isOpen);
        End(ref output, root.Name, 0, isOpen);
    }

    void WriteDiffGram(ref OutputBuffer output)
    {
        output.Write(
            "<diffgr:diffgram xmlns:msdata=\"urn:schemas-microsoft-com:xml-msdata\" xmlns:diffgr=\"urn:schemas-microsoft-com:xml-diffgram-v1\""u8);
        bool isEmpty = Array.TrueForAll(_tables, t => t.Rows.Count == 0);
        if (!isEmpty)
        {
            var root = Root();
            output.Write(Encoding.UTF8.GetBytes($">{RowXml.Line(1)}{StartOf(root)}"));
            bool isOpen = true;
            RowXml[] rows = [.. _tables.Select(t => new RowXml(this, t, 2))];
            foreach (var table in rows)
                table.WriteAll(ref output, ref isOpen);
            End(ref output, root.Name, 1, isOpen);
            bool hasBefore = false;
            // All tables of a set, those also whose rows nest.
            foreach (var table in rows)
                table.WriteBefore(ref output, ref hasBefore);
            if (hasBefore)
                End(ref output, Before, 1, isOpen: false);
            bool hasErrors = false;
            foreach (var table in rows)
                table.WriteErrors(ref output, ref hasErrors);
            if (hasErrors)
                End(ref output, Errors, 1, isOpen: false);
        }
        End(ref output, "diffgr:diffgram", 0, isEmpty);
    }

    public const string Before = "diffgr:before", Errors = "diffgr:errors";

    /// <summary>Begins a part of a DiffGram with the first that stands in it.</summary>
    public static void Begin(ref OutputBuffer output, string name, ref bool hasBegun)
    {
        if (!hasBegun)
            output.Write(Encoding.UTF8.GetBytes($"{RowXml.Line(1)}<{name}>"));
        hasBegun = true;
    }

    static void End(ref OutputBuffer output, string name, int depth, bool isOpen) =>
        output.Write(Encoding.UTF8.GetBytes(isOpen ? " />" : $"{RowXml.Line(depth)}</{name}>"));

    /// <summary>The start tag without its end.</summary>
    public static string StartOf((string Name, string Namespace) root)
    {
        var text = new StringWriter(CultureInfo.InvariantCulture);
        using var writer = new XmlTextWriter(text);
        writer.WriteStartElement("", root.Name, root.Namespace);
        writer.WriteEndElement();
        return text.ToString()[..^" />".Length];
    }

    /// <summary>The start tag and the schema. A table without a set has one for the time being, as the framework does it.</summary>
    [UnconditionalSuppressMessage("Trimming", "IL2026",
        Justification = "A schema names the types of columns, and has nothing of their members.")]
    [UnconditionalSuppressMessage("AOT", "IL3050",
        Justification = "A schema names the types of columns, and has nothing of their members.")]
    string StartWithSchema((string Name, string Namespace) root)
    {
        var text = new StringWriter(CultureInfo.InvariantCulture);
        using var writer = new XmlTextWriter(text) { Formatting = Formatting.Indented };
        writer.WriteStartElement("", root.Name, root.Namespace);
        if (_table is null)
            _set!.WriteXmlSchema(writer);
        else
            _table.WriteXmlSchema(writer, _options.WriteHierarchy);
        writer.Flush();
        return text.ToString();
    }
}
