using System.Data;
using System.Globalization;

namespace Isomer.Cli.Lab.Contestants;

/// <summary>
/// A stand-in for a DataSet, in the manner of the surrogates of 2004 that article 002 used: names and types of the columns, and
/// the values column by column. Keeps values and original values of unchanged rows only, which is what the article sent.
/// </summary>
[Serializable]
sealed class DataSetSurrogate
{
    readonly string _name;
    readonly string[] _tables;
    readonly string[][] _columns;
    readonly string[][] _types;
    readonly object[][][] _values;

    public DataSetSurrogate(DataSet set)
    {
        DataTable[] tables = [.. set.Tables.Cast<DataTable>()];
        _name = set.DataSetName;
        _tables = [.. tables.Select(t => t.TableName)];
        _columns = [.. tables.Select(t => t.Columns.Cast<DataColumn>().Select(c => c.ColumnName).ToArray())];
        _types = [.. tables.Select(t => t.Columns.Cast<DataColumn>().Select(c => c.DataType.FullName!).ToArray())];
        _values =
            [.. tables.Select(t => t.Columns.Cast<DataColumn>().Select(c => t.Rows.Cast<DataRow>().Select(r => r[c]).ToArray()).ToArray())];
    }

    public DataSet ToDataSet()
    {
        var set = new DataSet(_name) { Locale = CultureInfo.InvariantCulture };
        for (int t = 0; t < _tables.Length; t++)
        {
            DataTable table = set.Tables.Add(_tables[t]);
            for (int c = 0; c < _columns[t].Length; c++)
                table.Columns.Add(_columns[t][c], Type.GetType(_types[t][c])!);
            table.BeginLoadData();
            object[] row = new object[_columns[t].Length];
            for (int r = 0; r < (_values[t] is [var first, ..] ? first.Length : 0); r++)
            {
                for (int c = 0; c < row.Length; c++)
                    row[c] = _values[t][c][r];
                table.LoadDataRow(row, fAcceptChanges: true);
            }
            table.EndLoadData();
        }
        return set;
    }
}
