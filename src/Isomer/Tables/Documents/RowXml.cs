using System.Data;
using System.Runtime.CompilerServices;
using System.Text;
using System.Xml;
using Isomer.Wire;
using Isomer.Wire.Text;
using Isomer.Wire.Xml;

namespace Isomer.Tabular;

/// <summary>
/// The rows of a table at one depth of a document, each with those that nest in it:
/// <code>
/// &lt;Orders Id="1"&gt;
///   &lt;Paid&gt;2020-01-02T00:00:00+00:00&lt;/Paid&gt;
///   &lt;Lines&gt;...&lt;/Lines&gt;
/// &lt;/Orders&gt;
/// </code>
/// In a DiffGram a row also has a number, its place, and what has become of it.
/// </summary>
internal sealed class RowXml
{
    readonly TableDocument _document;
    readonly DataTable _table;
    readonly int _depth;
    readonly byte[] _start;
    readonly byte[] _end;
    // Behind the rows nothing around declares their namespace.
    readonly byte[] _declaration;
    readonly CellXml[] _attributes;
    readonly CellXml[] _cells;
    readonly DataRelation[] _nested;
    readonly RowXml?[] _inner;
    readonly DataRelation[] _parents;
    Dictionary<DataRow, int>? _places;

    public RowXml(TableDocument document, DataTable table, int depth)
    {
        (_document, _table, _depth) = (document, table, depth);
        string name = XmlConvert.EncodeLocalName(table.TableName)!;
        _start = Encoding.UTF8.GetBytes($"{Line(depth)}<{name}");
        _end = Encoding.UTF8.GetBytes($"{Line(depth)}</{name}>");
        _declaration = table.Namespace.Length == 0 ? [] : Encoding.UTF8.GetBytes(TableDocument.StartOf(("a", table.Namespace))[2..]);
        var columns = table.Columns.Cast<DataColumn>().ToList();
        _attributes = [
            .. columns.Where(
                c => c.ColumnMapping == MappingType.Attribute || (document.IsDiffGram && c.ColumnMapping == MappingType.Hidden))
                    .Select(CellXml.Attribute)];
        _cells = [.. columns.Where(c => c.ColumnMapping == MappingType.Element).Select(c => CellXml.Element(c, Line(depth + 1)))];
        _nested = table.DataSet is null ? [] : [.. table.ChildRelations.Cast<DataRelation>().Where(r => r.Nested)];
        _inner = new RowXml?[_nested.Length];
        _parents = [.. table.ParentRelations.Cast<DataRelation>().Where(r => r.Nested)];
    }

    /// <summary>A new line of this depth.</summary>
    public static string Line(int depth) => Environment.NewLine + new string(' ', 2 * depth);

    /// <summary>All rows that nest in no other. In a DiffGram deleted ones are not among them.</summary>
    /// <param name="output">Where to.</param>
    /// <param name="isOpen">Whether the start tag around still is to be closed.</param>
    public void WriteAll(ref OutputBuffer output, ref bool isOpen)
    {
        int place = -1;
        foreach (DataRow row in _table.Rows)
        {
            place++;
            if (row.RowState == DataRowState.Deleted || IsNested(row))
                continue;
            if (isOpen)
                output.Put((byte)'>');
            isOpen = false;
            Write(ref output, row, place);
        }
    }

    bool IsNested(DataRow row)
    {
        int parents = 0;
        foreach (var relation in _parents)
            if (row.GetParentRow(relation) is not null)
                parents++;
        return parents <= 1 ? parents == 1 : throw new NotSupportedException(
            $"A row of table '{_table.TableName}' nests in {parents} rows, and a document has one place for it. Set {nameof(DataRelation.Nested)} of all relations to it but one to false.");
    }

    void Write(ref OutputBuffer output, DataRow row, int place)
    {
        output.Write(_start);
        if (_document.IsDiffGram)
        {
            WriteNumber(ref output, row);
            WritePlace(ref output, place);
            if (row.RowState is DataRowState.Added or DataRowState.Modified)
                output.Write(
                    row.RowState == DataRowState.Added ? " diffgr:hasChanges=\"inserted\""u8 : " diffgr:hasChanges=\"modified\""u8);
            if (HasErrors(row))
                output.Write(" diffgr:hasErrors=\"true\""u8);
        }
        bool isOpen = WriteCells(ref output, row, DataRowVersion.Default, []);
        for (int i = 0; i < _nested.Length; i++)
        {
            foreach (var child in row.GetChildRows(_nested[i]))
            {
                if (isOpen)
                    output.Put((byte)'>');
                isOpen = false;
                if (!RuntimeHelpers.TryEnsureSufficientExecutionStack())
                    throw new NotSupportedException($"Rows of table '{_table.TableName}' nest too deep for the stack of this thread.");
                var inner = _inner[i] ??= new RowXml(_document, _nested[i].ChildTable, _depth + 1);
                inner.Write(ref output, child, _document.IsDiffGram ? inner.PlaceOf(child) : 0);
            }
        }
        output.Write(isOpen ? " />"u8 : _end);
    }

    /// <summary>Attributes and elements; returns whether the start tag still is to be closed.</summary>
    bool WriteCells(ref OutputBuffer output, DataRow row, DataRowVersion version, byte[] declaration)
    {
        CellXml? at = null;
        try
        {
            foreach (var cell in _attributes)
                if (row[cell.Column, version] is var value and not DBNull)
                    (at = cell).WriteAttribute(ref output, value);
            output.Write(declaration);
            bool isOpen = true;
            foreach (var cell in _cells)
            {
                if (row[cell.Column, version] is not (var value and not DBNull))
                    continue;
                if (isOpen)
                    output.Put((byte)'>');
                isOpen = false;
                (at = cell).WriteElement(ref output, value);
            }
            return isOpen;
        }
        catch (NotSupportedException e)
        {
            throw new NotSupportedException($"Column '{at?.Column.ColumnName}' of table '{_table.TableName}': {e.Message}", e);
        }
    }

    int PlaceOf(DataRow row)
    {
        if (_places is null)
        {
            _places = new(_table.Rows.Count, ReferenceEqualityComparer.Instance);
            foreach (DataRow each in _table.Rows)
                _places.Add(each, _places.Count);
        }
        return _places[row];
    }

    /// <summary>The table's name as it is, and a number.</summary>
    void WriteNumber(ref OutputBuffer output, DataRow row, bool ofParent = false)
    {
        output.Write(ofParent ? " diffgr:parentId=\""u8 : " diffgr:id=\""u8);
        XmlEscape.Write(ref output, row.Table.TableName, XmlEscaping.LooseAttribute);
        output.Advance(Utf8Integers.WriteInt64(ref output.Reserve(32), HiddenState.NumberOf(row)));
        output.Put((byte)'"');
    }

    static void WritePlace(ref OutputBuffer output, int place)
    {
        output.Write(" msdata:rowOrder=\""u8);
        output.Advance(Utf8Integers.WriteInt32(ref output.Reserve(32), place));
        output.Put((byte)'"');
    }

    static bool HasErrors(DataRow row)
    {
        if (!row.HasErrors)
            return false;
        if (row.RowError.Length > 0)
            return true;
        foreach (var column in row.GetColumnsInError())
            if (row.GetColumnError(column).Length > 0)
                return true;
        return false;
    }

    /// <summary>What rows were that are changed or deleted: the part of a DiffGram behind its rows.</summary>
    public void WriteBefore(ref OutputBuffer output, ref bool hasBegun)
    {
        int place = -1;
        foreach (DataRow row in _table.Rows)
        {
            place++;
            if (row.RowState is not (DataRowState.Modified or DataRowState.Deleted))
                continue;
            TableDocument.Begin(ref output, TableDocument.Before, ref hasBegun);
            output.Write(_start);
            WriteNumber(ref output, row);
            if (row.RowState == DataRowState.Deleted)
            {
                if (HasErrors(row))
                    output.Write(" diffgr:hasErrors=\"true\""u8);
                if (_parents.Select(r => row.GetParentRow(r, DataRowVersion.Original)).FirstOrDefault(p => p is not null) is { } parent)
                    WriteNumber(ref output, parent, ofParent: true);
            }
            WritePlace(ref output, place);
            output.Write(WriteCells(ref output, row, DataRowVersion.Original, _declaration) ? " />"u8 : _end);
        }
    }

    /// <summary>What is wrong with rows and columns: the last part.</summary>
    public void WriteErrors(ref OutputBuffer output, ref bool hasBegun)
    {
        foreach (DataRow row in _table.Rows)
        {
            if (!HasErrors(row))
                continue;
            TableDocument.Begin(ref output, TableDocument.Errors, ref hasBegun);
            output.Write(_start);
            WriteNumber(ref output, row);
            if (row.RowError.Length > 0)
                WriteError(ref output, row.RowError);
            output.Write(_declaration);
            bool isOpen = true;
            foreach (DataColumn column in _table.Columns)
            {
                if (row.GetColumnError(column) is not { Length: > 0 } error)
                    continue;
                if (isOpen)
                    output.Put((byte)'>');
                isOpen = false;
                output.Write(Encoding.UTF8.GetBytes($"{Line(_depth + 1)}<{XmlConvert.EncodeLocalName(column.ColumnName)}"));
                WriteError(ref output, error);
                if (column.Namespace != _table.Namespace)
                    output.Write(" xmlns=\"\""u8);
                output.Write(" />"u8);
            }
            output.Write(isOpen ? " />"u8 : _end);
        }
    }

    static void WriteError(ref OutputBuffer output, string error)
    {
        output.Write(" diffgr:Error=\""u8);
        XmlEscape.Write(ref output, error, XmlEscaping.LooseAttribute);
        output.Put((byte)'"');
    }
}
