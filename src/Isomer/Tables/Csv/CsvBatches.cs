using System.Data;
using System.Globalization;
using System.Runtime.CompilerServices;
using System.Text;

namespace Isomer.Tabular;

/// <summary>
/// The rows of a CSV, batch by batch, in the columns of a table, or all as texts if there is none: found by the names of the first line, or
/// by their places where it has no names.
/// </summary>
internal sealed class CsvBatches(Stream input, DataTable? schema, CsvOptions options, ColumnTypes types)
{
    public const string FormatName = "Csv";

    const int BatchRows = 1024;

    readonly CsvInput _records = new(input, options);
    DataColumn[] _columns = [];
    TableBatch _batch = null!;
    // Of each field where its values go, and the column; null of fields that no column wants.
    CsvCells?[] _cells = [];
    int[] _places = [];
    // Columns of which no field is.
    int[] _missing = [];
    long _rows;

    public async IAsyncEnumerable<Table> Read([EnumeratorCancellation] CancellationToken cancellationToken)
    {
        Find(await NamesAsync(_records, options, cancellationToken).ConfigureAwait(false));
        bool any = false;
        do
        {
            while (_records.TryNext(_places.Length))
            {
                Add();
                if (_batch.Count < BatchRows)
                    continue;
                yield return _batch.Build();
                any = true;
            }
        }
        while (await _records.FillAsync(cancellationToken).ConfigureAwait(false));
        if (_batch.Count > 0 || !any)
            yield return _batch.Build();
    }

    /// <summary>
    /// The names of the fields: those of the first line, or made up for as many as the first line has, which is then still to be read.
    /// </summary>
    public static async ValueTask<string[]> NamesAsync(CsvInput records, CsvOptions options, CancellationToken cancellationToken)
    {
        while (!records.TryNext(CsvInput.MostColumns))
            if (!await records.FillAsync(cancellationToken).ConfigureAwait(false))
                return options.HasHeader ? throw records.Placed("There is no first line with the names of the columns.") : [];
        string[] names = new string[records.Fields.Length];
        for (int i = 0; i < names.Length; i++)
        {
            names[i] = options.HasHeader ? Encoding.UTF8.GetString(records.TextOf(records.Fields[i])) : "";
            if (names[i].Length == 0)
                names[i] = string.Create(CultureInfo.InvariantCulture, $"Column{i + 1}");
        }
        if (!options.HasHeader)
            records.Again();
        else if (names.Distinct(StringComparer.Ordinal).Count() != names.Length)
            throw records.Placed($"Two columns are called '{names.GroupBy(n => n).First(g => g.Skip(1).Any()).Key}'.");
        return names;
    }

    void Find(string[] names)
    {
        if (schema is null)
        {
            schema = new DataTable { Locale = CultureInfo.InvariantCulture };
            foreach (string name in names)
                schema.Columns.Add(name, typeof(string));
        }
        _columns = [.. schema.Columns.Cast<DataColumn>()];
        _batch = new TableBatch(_columns, types);
        (_cells, _places) = (new CsvCells?[names.Length], new int[names.Length]);
        var found = new bool[_columns.Length];
        if (!options.HasHeader && names.Length > 0 && names.Length != _columns.Length)
            throw _records.Placed($"The first line has {names.Length} fields, and the table {_columns.Length} columns.");
        for (int i = 0; i < names.Length; i++)
        {
            int column = options.HasHeader ? schema.Columns.IndexOf(names[i]) : i;
            if (column < 0)
                continue;
            // Where the table has no column of exactly that name, it may be that of another field.
            if (found[column])
                throw _records.Placed(
                    $"Two columns are called '{_columns[column].ColumnName}': the table has one of that name, whatever the case.");
            found[column] = true;
            (_cells[i], _places[i]) = (CsvCells.Of(_columns[column], _batch[column]), column);
        }
        _missing = [.. Enumerable.Range(0, _columns.Length).Where(c => !found[c])];
        if (names.Length > 0 && _missing.Length == _columns.Length)
            throw _records.Placed(
                $"None of the names in the first line is a column of the table: {string.Join(", ", names.Take(10).Select(n => $"'{n}'"))}. CsvOptions.Separator says what stands between fields, HasHeader whether there are names.");
    }

    void Add()
    {
        var fields = _records.Fields;
        if (fields.Length != _places.Length)
        {
            // An empty line is no record of several fields.
            if (fields is [{ Length: 0, IsQuoted: false }])
                return;
            throw Placed($"The record has {fields.Length} fields, and the first line {_places.Length}.", -1);
        }
        for (int i = 0; i < fields.Length; i++)
        {
            if (_cells[i] is not { } cells)
                continue;
            ref readonly var field = ref fields[i];
            if (field.Length == 0 && !field.IsQuoted)
                cells.AddNull();
            else if (!cells.TryAdd(_records.TextOf(field)))
                throw Placed(
                    $"Column '{_columns[_places[i]].ColumnName}' is of type {_columns[_places[i]].DataType.Name}, and '{Shown(_records.TextOf(field))}' is none.",
                    field.Start);
        }
        foreach (int column in _missing)
            _batch.Add(column, null);
        _batch.EndRow();
        _rows++;
    }

    static string Shown(ReadOnlySpan<byte> text) =>
        text.Length <= 60 ? Encoding.UTF8.GetString(text) : Encoding.UTF8.GetString(text[..60]) + "...";

    WireFormatException Placed(string message, int at)
    {
        var error = _records.Placed(message, at);
        error.GoodItems = _rows;
        return error;
    }
}
