using System.Data;
using System.Data.Common;
using System.Diagnostics.CodeAnalysis;
using System.Runtime.Serialization;
using System.Text;
using Isomer.Model;
using Isomer.Wire;
using Isomer.Wire.Text;
using Isomer.Wire.Xml;

namespace Isomer.Tabular;

#pragma warning disable SYSLIB0050 // the interface of an older age is what entries are

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
        : this(reader, name, options.WriteMode, t => DataXml.Serialize(t, options),
            options.WriteMode == XmlWriteMode.WriteSchema ? "NewDataSet" : "DocumentElement")
    {
    }

    /// <param name="reader">The rows.</param>
    /// <param name="name">The name of the table.</param>
    /// <param name="mode">Which form its document has.</param>
    /// <param name="empty">The document of a table of these columns that has no rows.</param>
    /// <param name="root">The element around the rows.</param>
    ReaderXml(IDataReader reader, string name, XmlWriteMode mode, Func<DataTable, byte[]> empty, string root)
    {
        _reader = reader;
        _table.TableName = name;
        _isDiffGram = mode == XmlWriteMode.DiffGram;
        _values = new object[reader.FieldCount];
        int depth = _isDiffGram ? 2 : 1;
        for (int i = 0; i < _values.Length; i++)
        {
            var column = RowValues.Column(_table, reader, i);
            if (!CellXml.IsKnown(column))
                throw new NotSupportedException(
                    $"Column '{column.ColumnName}' is of type {column.DataType}, which documents have in the form of the framework's serializers: load the rows into a DataTable and write that.");
        }
        if (mode == XmlWriteMode.WriteSchema && reader is DataTableReader or TableReader)
            TakeSchema(_table, reader);
        _cells = [.. _table.Columns.Cast<DataColumn>().Select(c => CellXml.Element(c, RowXml.Line(depth + 1)))];
        string encoded = System.Xml.XmlConvert.EncodeLocalName(name)!;
        _start = Encoding.UTF8.GetBytes($"{RowXml.Line(depth)}<{encoded}");
        _end = Encoding.UTF8.GetBytes($"{RowXml.Line(depth)}</{encoded}>");
        // What the table is without rows, opened.
        _none = empty(_table);
        string none = Encoding.UTF8.GetString(_none);
        if (mode == XmlWriteMode.WriteSchema)
            none = none[..none.LastIndexOf(Environment.NewLine, StringComparison.Ordinal)];
        else
            none = none[..none.LastIndexOf(" />", StringComparison.Ordinal)] + (_isDiffGram ? $">{RowXml.Line(1)}<{root}>" : ">");
        _head = Encoding.UTF8.GetBytes(none);
        _tail = Encoding.UTF8.GetBytes(
            $"{RowXml.Line(depth - 1)}</{root}>" + (_isDiffGram ? $"{Environment.NewLine}</diffgr:diffgram>" : ""));
    }

    /// <summary>
    /// The entries of a table in its XML form, into which the rows of a reader were loaded: its schema, and a DiffGram. Both are the
    /// framework's for a table without rows, and the rows are put between. Where a column goes through the framework's serializers, the
    /// rows are loaded, for these entries are in memory in any case.
    /// </summary>
    public static SerializationInfo Entries(IDataReader reader, string name, CancellationToken cancellationToken)
    {
        var empty = new SerializationInfo(typeof(DataTable), new FormatterConverter());
        var table = new DataTable(name);
        for (int i = 0; i < reader.FieldCount; i++)
            RowValues.Column(table, reader, i);
        if (!table.Columns.Cast<DataColumn>().All(CellXml.IsKnown))
        {
            Load(table, reader, cancellationToken);
            TableEntries.Write(table, empty, new StreamingContext(StreamingContextStates.All));
            return empty;
        }
        var document = new ReaderXml(reader, name, XmlWriteMode.DiffGram, none =>
        {
            TableEntries.Write(none, empty, new StreamingContext(StreamingContextStates.All));
            return Encoding.UTF8.GetBytes(empty.GetString(TableEntries.Rows)!);
        }, "tmpDataSet");
        var text = new StringBuilder();
        while (document.Next() is { } piece)
        {
            cancellationToken.ThrowIfCancellationRequested();
            text.Append(Encoding.UTF8.GetString(piece));
        }
        var entries = new SerializationInfo(typeof(DataTable), new FormatterConverter());
        foreach (var entry in empty)
            entries.AddValue(entry.Name, entry.Name == TableEntries.Rows ? text.ToString() : entry.Value, entry.ObjectType);
        return entries;
    }

    /// <summary>
    /// What the reader of a table says of its columns, which its rows obey. Readers of databases are not asked: in the rows of a query with
    /// a join a key of one of its tables has doubles, and a column that is never null there is null where an outer join has no row.
    /// </summary>
    static void TakeSchema(DataTable table, IDataReader reader)
    {
        using var schema = reader.GetSchemaTable()!;
        var key = new List<DataColumn>();
        foreach (DataRow row in schema.Rows)
        {
            var column = table.Columns[(int)row[SchemaTableColumn.ColumnOrdinal]];
            bool Is(string said) => row[said] is true;
            if (Is(SchemaTableOptionalColumn.IsAutoIncrement))
                (column.AutoIncrement, column.AutoIncrementSeed, column.AutoIncrementStep) = (true,
                    (long)row[SchemaTableOptionalColumn.AutoIncrementSeed], (long)row[SchemaTableOptionalColumn.AutoIncrementStep]);
            if (column.DataType == typeof(string) && row[SchemaTableColumn.ColumnSize] is >= 0 and int length)
                column.MaxLength = length;
            column.ReadOnly = Is(SchemaTableOptionalColumn.IsReadOnly);
            column.AllowDBNull = Is(SchemaTableColumn.AllowDBNull);
            // Constraints are called by their order, which is that of DataTable.Load.
            if (Is(SchemaTableColumn.IsUnique))
                column.Unique = true;
            if (Is(SchemaTableColumn.IsKey))
                key.Add(column);
        }
        if (key.Count > 0)
            table.PrimaryKey = [.. key];
    }

    static void Load(DataTable table, IDataReader reader, CancellationToken cancellationToken)
    {
        object[] values = new object[reader.FieldCount];
        table.BeginLoadData();
        for (long row = 0; reader.Read(); row++)
        {
            cancellationToken.ThrowIfCancellationRequested();
            RowValues.Take(reader, values);
            for (int i = 0; i < values.Length; i++)
                if (values[i] is not (null or DBNull))
                    values[i] = RowValues.Kept(reader, table.Columns[i], values[i], row);
            table.LoadDataRow(values, fAcceptChanges: true);
        }
        table.EndLoadData();
    }

    /// <summary>The next piece; null behind the last.</summary>
    public byte[]? Next()
    {
        if (_isOver)
            return null;
        var output = new OutputBuffer(default);
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
