using System.Data;

namespace Isomer.Tabular;

/// <summary>
/// Takes the rows of an IDataReader into tables: all into one, or so many into each. A column whose values are not what the reader
/// says (SQLite and other loosely typed databases) becomes one of mixed types, and keeps each value as it came.
/// </summary>
internal sealed class ReaderTaking
{
    readonly IDataReader _reader;
    readonly Column[] _columns;
    readonly object[] _row;
    readonly PackedWriter? _packing;
    long _size;
    long _rows;

    /// <param name="reader">The rows.</param>
    /// <param name="types">Those that columns may have.</param>
    /// <param name="packs">Whether columns are packed.</param>
    /// <param name="measures">Whether the bounds of each batch are asked for.</param>
    public ReaderTaking(IDataReader reader, ColumnTypes types, bool packs = false, bool measures = false)
    {
        _packing = packs ? new() : null;
        _reader = reader;
        _columns = new Column[reader.FieldCount];
        _row = new object[reader.FieldCount];
        for (int i = 0; i < _columns.Length; i++)
            _columns[i] = new Column(reader.GetName(i), types.Of(reader.GetFieldType(i)), types, measures, DateModes.Told(reader, i));
    }

    /// <summary>Of the batch that came last: each column with the type that the reader says, and its bounds.</summary>
    public IReadOnlyList<(string Name, ColumnType Declared, ColumnBounds Bounds)> Bounds => Array.ConvertAll(_columns, c => c.Measured);

    /// <summary>All rows as one table.</summary>
    public Table All() => Batches(int.MaxValue, long.MaxValue).First();

    /// <summary>
    /// Tables of at most this many rows, and about this many bytes of text and binary values; at least one, so that the columns are known.
    /// </summary>
    public IEnumerable<Table> Batches(int rows, long size)
    {
        bool any = false;
        while (true)
        {
            int count = 0;
            bool isEnd = false;
            for (_size = 0; count < rows && _size < size && !isEnd;)
            {
                isEnd = !_reader.Read();
                if (isEnd)
                    continue;
                Add();
                count++;
            }
            if (count == 0 && any)
                yield break;
            yield return Build(count);
            any = true;
            if (isEnd)
                yield break;
        }
    }

    void Add()
    {
        RowValues.Take(_reader, _row);
        for (int i = 0; i < _row.Length; i++)
        {
            object value = _row[i];
            if (value is string text)
                _size += text.Length;
            else if (value is byte[] bytes)
                _size += bytes.Length;
            _columns[i].Add(value, _rows);
        }
        _rows++;
    }

    Table Build(int rows)
    {
        var columns = new TableColumn?[_columns.Length];
        for (int i = 0; i < columns.Length; i++)
            columns[i] = _columns[i].Build(rows, _packing);
        var table = new Table { Columns = columns, States = new string('U', rows) };
        PackedBounds.Fill([table]);
        return table;
    }

    sealed class Column(string name, ColumnType type, ColumnTypes types, bool measures, DataSetDateTime? mode)
    {
        readonly ColumnType _declared = type;
        ColumnType _type = type;
        ColumnBuilder _builder = type.NewBuilder(measures);
        ColumnBounds _bounds;
        int _count;

        public (string Name, ColumnType Declared, ColumnBounds Bounds) Measured => (name, _declared, _bounds);

        public void Add(object? value, long row)
        {
            // The mode is that of the reader's first rows, and what comes later may be of another.
            if (mode == DataSetDateTime.Utc && value is DateTime { Kind: not DateTimeKind.Utc } date)
            {
                DateModes.Check(name, DataSetDateTime.Utc, date, row);
                value = date.ToUniversalTime();
            }
            if (value is not (null or DBNull) && value.GetType() != _type.Type && _type is not MixedColumnType)
                Mix();
            _builder.Add(value);
            _count++;
        }

        void Mix()
        {
            var earlier = _type.Open(_builder.Build(), _count);
            _type = types.Named("Object");
            _builder = _type.NewBuilder(measures);
            for (int i = 0; i < _count; i++)
            {
                earlier.Next();
                _builder.Add(earlier.Value);
            }
        }

        public TableColumn Build(int rows, PackedWriter? packing)
        {
            // Where nothing says how a column keeps dates, those of a batch do: all in UTC, they are read as such into a table too.
            int? kept = _type.Type == typeof(DateTime) ? DateModes.Part(mode ?? DataSetDateTime.UnspecifiedLocal) : null;
            if (mode is null && _type.Type == typeof(DateTime) && _builder is Builder<DateTime> dates)
                kept = DateModes.AreUtc(dates.Items)
                    ? (int)DataSetDateTime.Utc
                    : DateModes.AreOfBothKinds(dates.Items) ? DateModes.BothKinds : null;
            var column = new TableColumn
            {
                Name = name,
                Type = _type.Name,
                DateTimeMode = kept,
                Values = _builder.Build(packing),
            };
            _bounds = _builder.Bounds;
            _count -= rows;
            if (_type != _declared)
            {
                _type = _declared;
                _builder = _declared.NewBuilder(measures);
            }
            return column;
        }
    }
}
