using System.Data;

namespace Isomer.Tabular;

/// <summary>Rows of known columns as a table, of which there may be many, one after another: what a reader shows.</summary>
internal sealed class TableBatch(DataColumn[] columns, ColumnTypes types)
{
    readonly ColumnType[] _types = [.. columns.Select(c => types.Of(c.DataType))];
    readonly ColumnBuilder[] _builders = [.. columns.Select(c => types.Of(c.DataType).NewBuilder(isKeptHere: true))];

    /// <summary>How many rows there are since the last table.</summary>
    public int Count { get; private set; }

    /// <summary>Where the values of a column go, for one who has them without a box.</summary>
    public ColumnBuilder this[int column] => _builders[column];

    /// <summary>Adds a value of the row at hand; null or DBNull is a null.</summary>
    public void Add(int column, object? value) => _builders[column].Add(value);

    /// <summary>The row at hand has a value in each column.</summary>
    public void EndRow() => Count++;

    /// <summary>Dates are as a column keeps them that says how; of one that says nothing they stay as they came.</summary>
    void KeepDates()
    {
        for (int i = 0; i < columns.Length; i++)
            if (columns[i].DataType == typeof(DateTime) && columns[i].DateTimeMode != DataSetDateTime.UnspecifiedLocal)
                foreach (ref var date in ((Builder<DateTime>)_builders[i]).Items)
                    date = CellTexts.Kept(date, columns[i].DateTimeMode);
    }

    /// <summary>The table of the rows since the last one.</summary>
    public Table Build()
    {
        KeepDates();
        var table = new Table { States = new string('U', Count), Columns = new TableColumn?[columns.Length] };
        for (int i = 0; i < columns.Length; i++)
            table.Columns[i] = new TableColumn
            {
                Name = columns[i].ColumnName,
                Type = _types[i].Name,
                Required = !columns[i].AllowDBNull,
                DateTimeMode = columns[i].DataType == typeof(DateTime) ? DateModes.Part(columns[i].DateTimeMode) : null,
                MaxLength = columns[i].MaxLength is >= 0 and var length ? length : null,
                Values = _builders[i].Build(),
            };
        Count = 0;
        return table;
    }
}
