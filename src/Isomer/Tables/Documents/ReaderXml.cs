using System.Data;
using System.Diagnostics.CodeAnalysis;
using System.Text;
using Isomer.Model;
using Isomer.Wire;
using Isomer.Wire.Text;
using Isomer.Wire.Xml;

namespace Isomer.Tabular;

/// <summary>The rows of a reader as the document of a table that they were loaded into, piece by piece as they are read.</summary>
[RequiresUnreferencedCode(Trimming.Members), RequiresDynamicCode(Trimming.Code)]
internal sealed class ReaderXml
{
    // So many rows are written to a stream at once: about 100 KB.
    const int Piece = 256;

    readonly IDataReader _reader;
    readonly DataTable _table = new();
    readonly bool _isDiffGram;
    readonly object[] _values;
    readonly CellXml[] _cells;
    readonly byte[] _head;
    readonly byte[] _tail;
    readonly byte[] _none;
    readonly byte[] _start;
    readonly byte[] _end;
    long _rows;
    bool _isOver;

    public ReaderXml(IDataReader reader, string name, DataXmlOptions options)
    {
        _reader = reader;
        _table.TableName = name;
        _isDiffGram = options.WriteMode == XmlWriteMode.DiffGram;
        _values = new object[reader.FieldCount];
        int depth = _isDiffGram ? 2 : 1;
        for (int i = 0; i < _values.Length; i++)
        {
            var column = RowValues.Column(_table, reader, i);
            if (!CellXml.IsKnown(column))
                throw new NotSupportedException(
                    $"Column '{column.ColumnName}' is of type {column.DataType}, which documents have in the form of the framework's serializers: load the rows into a DataTable and write that.");
        }
        _cells = [.. _table.Columns.Cast<DataColumn>().Select(c => CellXml.Element(c, RowXml.Line(depth + 1)))];
        string encoded = System.Xml.XmlConvert.EncodeLocalName(name)!;
        _start = Encoding.UTF8.GetBytes($"{RowXml.Line(depth)}<{encoded}");
        _end = Encoding.UTF8.GetBytes($"{RowXml.Line(depth)}</{encoded}>");
        // What the table is without rows, opened.
        _none = DataXml.Serialize(_table, options);
        string none = Encoding.UTF8.GetString(_none);
        string root = options.WriteMode == XmlWriteMode.WriteSchema ? "NewDataSet" : "DocumentElement";
        if (options.WriteMode == XmlWriteMode.WriteSchema)
            none = none[..none.LastIndexOf(Environment.NewLine, StringComparison.Ordinal)];
        else
            none = none[..none.LastIndexOf(" />", StringComparison.Ordinal)] + (_isDiffGram ? $">{RowXml.Line(1)}<{root}>" : ">");
        _head = Encoding.UTF8.GetBytes(none);
        _tail = Encoding.UTF8.GetBytes(
            $"{RowXml.Line(depth - 1)}</{root}>" + (_isDiffGram ? $"{Environment.NewLine}</diffgr:diffgram>" : ""));
    }

    /// <summary>The next piece; null behind the last.</summary>
    public byte[]? Next()
    {
        if (_isOver)
            return null;
        var output = new OutputBuffer(null);
        try
        {
            for (int i = 0; i < Piece; i++)
            {
                if (!_reader.Read())
                {
                    _isOver = true;
                    output.Write(_rows == 0 ? _none : _tail);
                    break;
                }
                if (_rows == 0)
                    output.Write(_head);
                Write(ref output);
                _rows++;
            }
            return output.ToArray();
        }
        finally
        {
            output.Dispose();
        }
    }

    void Write(ref OutputBuffer output)
    {
        RowValues.Take(_reader, _values);
        output.Write(_start);
        if (_isDiffGram)
        {
            output.Write(" diffgr:id=\""u8);
            XmlEscape.Write(ref output, _table.TableName, XmlEscaping.LooseAttribute);
            output.Advance(Utf8Integers.WriteInt64(ref output.Reserve(32), _rows + 1));
            output.Write("\" msdata:rowOrder=\""u8);
            output.Advance(Utf8Integers.WriteInt64(ref output.Reserve(32), _rows));
            output.Put((byte)'"');
        }
        bool isOpen = true;
        for (int i = 0; i < _cells.Length; i++)
        {
            if (_values[i] is null or DBNull)
                continue;
            if (isOpen)
                output.Put((byte)'>');
            isOpen = false;
            _cells[i].WriteElement(ref output, RowValues.Kept(_reader, _table.Columns[i], _values[i], _rows));
        }
        output.Write(isOpen ? " />"u8 : _end);
    }
}
