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

    public ReaderTaking(IDataReader reader, ColumnTypes types)
    {
        _reader = reader;
        _columns = new Column[reader.FieldCount];
        _row = new object[reader.FieldCount];
        for (int i = 0; i < _columns.Length; i++)
            _columns[i] = new Column(reader.GetName(i), types.Of(reader.GetFieldType(i)), types);
    }

    /// <summary>Tables of at most this many rows; at least one, so that the columns are known.</summary>
    public IEnumerable<Table> Batches(int rows)
    {
        bool any = false;
        while (true)
        {
            int count = 0;
            while (count < rows && _reader.Read())
            {
                Add();
                count++;
            }
            if (count == 0 && any)
                yield break;
            yield return Build(count);
            any = true;
            if (count < rows)
                yield break;
        }
    }

    void Add()
    {
        _reader.GetValues(_row);
        for (int i = 0; i < _row.Length; i++)
            _columns[i].Add(_row[i]);
    }

    Table Build(int rows)
    {
        var columns = new TableColumn?[_columns.Length];
        for (int i = 0; i < columns.Length; i++)
            columns[i] = _columns[i].Build(rows);
        return new Table { Columns = columns, States = new string('U', rows) };
    }

    sealed class Column(string name, ColumnType type, ColumnTypes types)
    {
        readonly ColumnType _declared = type;
        ColumnType _type = type;
        ColumnBuilder _builder = type.NewBuilder();
        int _count;

        public void Add(object? value)
        {
            if (value is not (null or DBNull) && value.GetType() != _type.Type && _type is not MixedColumnType)
                Mix();
            _builder.Add(value);
            _count++;
        }

        void Mix()
        {
            var earlier = _type.Open(_builder.Build(), _count);
            _type = types.Named("Object");
            _builder = _type.NewBuilder();
            for (int i = 0; i < _count; i++)
            {
                earlier.Next();
                _builder.Add(earlier.Value);
            }
        }

        public TableColumn Build(int rows)
        {
            var column = new TableColumn { Name = name, Type = _type.Name, Values = _builder.Build() };
            _count -= rows;
            if (_type != _declared)
            {
                _type = _declared;
                _builder = _declared.NewBuilder();
            }
            return column;
        }
    }
}
