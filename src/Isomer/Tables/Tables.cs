using System.Data;
using System.Data.Common;
using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;
using Isomer.Model;
using Isomer.Tabular;
using Isomer.Wire.Text;

namespace Isomer;

/// <summary>
/// Rows between databases and payloads, in constant memory: any IDataReader is written as it is read, and payloads are read as a
/// DbDataReader. DataSet, DataTable and readers are values like others besides: see docs/tables.md.
/// </summary>
/// <example>
/// <code>
/// await Tables.WriteCompactAsync(file, command.ExecuteReader());
/// await using DbDataReader rows = await Tables.ReadCompactAsync(file);
/// while (await rows.ReadAsync())
///     Console.WriteLine(rows.GetInt32(0));
/// </code>
/// </example>
[RequiresUnreferencedCode(Trimming.Members), RequiresDynamicCode(Trimming.Code)]
public static partial class Tables
{
    /// <summary>The rows of a batch of JSON.</summary>
    const int BatchRows = 1024;

    /// <summary>The rows of a batch of Compact, and the bytes of text and binary values that end one before.</summary>
    /// <remarks>
    /// Values live until their batch is packed, and the collector moves what lives: SQLite's rows (19 columns, 8,000 and 40,000 rows, three
    /// runs each) go to a file at 69 % of the bare reader's speed in batches of 8,192, at 77 in 4,096, at 79 in 2,048, in 0.8 % more bytes.
    /// But each batch has its own list of the texts that repeat: a thousand names take 60 % more in 4,096 rows, 160 in 2,048.
    /// bench/results/2026-11-25-tables.txt.
    /// </remarks>
    const int PackedRows = 4096, PackedSize = 1 << 22;

    /// <summary>
    /// Writes a JSON array of one object for each row, as Json writes a DataTable with <see cref="TableForm.Rows"/>. The stream stays open.
    /// </summary>
    public static Task WriteJsonAsync(Stream output, IDataReader rows, JsonOptions? options = null,
        CancellationToken cancellationToken = default) =>
        Json.WriteArrayAsync(output, Maps(rows), options, cancellationToken);

    /// <summary>Writes one object a line for each row (NDJSON, JSON Lines). The stream stays open.</summary>
    public static Task WriteJsonLinesAsync(Stream output, IDataReader rows, JsonOptions? options = null,
        CancellationToken cancellationToken = default) =>
        Json.WriteLinesAsync(output, Maps(rows), options, cancellationToken);

    /// <summary>Writes the rows in batches, each a frame of Compact with its columns as vectors. The stream stays open.</summary>
    /// <remarks>
    /// An index of what the batches hold stands behind them, where there are several: see <see cref="ReadCompactAsync"/>.
    /// </remarks>
    public static Task WriteCompactAsync(Stream output, IDataReader rows, CompactOptions? options = null,
        CancellationToken cancellationToken = default)
    {
        ArgumentNullException.ThrowIfNull(output);
        ArgumentNullException.ThrowIfNull(rows);
        options ??= CompactOptions.Default;
        return WriteBatchesAsync(output, new ReaderTaking(rows, new ColumnTypes(options.Convention), packs: true, measures: true),
            PackedRows, options, cancellationToken);
    }

    /// <summary>Writes the rows in batches of so many.</summary>
    internal static async Task WriteBatchesAsync(Stream output, ReaderTaking rows, int batchRows, CompactOptions options,
        CancellationToken cancellationToken)
    {
        var index = new BatchIndexWriting();
        foreach (var batch in rows.Batches(batchRows, PackedSize))
            index.Add(await Compact.WriteFrameAsync(output, batch, options, cancellationToken).ConfigureAwait(false), batch.States.Length,
                rows.Bounds);
        if (index.Finish() is { } behind)
            await output.WriteAsync(behind, cancellationToken).ConfigureAwait(false);
    }

    /// <summary>
    /// Reads what <see cref="WriteCompactAsync"/> has written, one batch in memory at a time. The first is read now, so that the columns
    /// are known. What is wrong with the input is a <see cref="WireFormatException"/> of the row that meets it.
    /// </summary>
    /// <param name="input">The batches, from its position on.</param>
    /// <param name="options">How Compact reads.</param>
    /// <param name="columns">The columns to read, in this order; null for all. The values of others are passed over.</param>
    /// <param name="where">Which rows to read; null for all. Of a stream that can seek, batches without such rows are not read, if an index
    /// says so (<see cref="WriteCompactAsync"/>).</param>
    /// <param name="cancellationToken">Ends the reading.</param>
    public static async ValueTask<DbDataReader> ReadCompactAsync(Stream input, CompactOptions? options = null,
        IEnumerable<string>? columns = null, RowFilter? where = null, CancellationToken cancellationToken = default)
    {
        ArgumentNullException.ThrowIfNull(input);
        options ??= CompactOptions.Default;
        var types = new ColumnTypes(options.Convention);
        var batches = new BatchReading(input, options, types, where);
        return await TableReader.OpenAsync(batches.ReadAsync(cancellationToken), types,
            columns is null && where is null ? null : new RowChoice(columns?.ToArray(), where), Compact.FormatName, cancellationToken,
            () => batches.Offset).ConfigureAwait(false);
    }

    /// <summary>
    /// Reads a JSON array of objects in constant memory. Names and types are those of the columns of <paramref name="schema"/>: a member
    /// without a column is passed over, a column without a member is null. Without a schema the columns are found in a first pass over a
    /// stream that can seek.
    /// </summary>
    public static ValueTask<DbDataReader> ReadJsonAsync(Stream input, DataTable? schema = null, JsonOptions? options = null,
        CancellationToken cancellationToken = default) =>
        ReadAsync(input, () => Json.ReadArrayAsync<Node?>(input, options, cancellationToken), schema, options, cancellationToken);

    /// <summary>Reads lines of one JSON object each in constant memory.</summary>
    public static ValueTask<DbDataReader> ReadJsonLinesAsync(Stream input, DataTable? schema = null, JsonOptions? options = null,
        CancellationToken cancellationToken = default) =>
        ReadAsync(input, () => Json.ReadLinesAsync<Node?>(input, options, cancellationToken), schema, options, cancellationToken);

    /// <summary>
    /// Writes the document that a DataTable writes of itself into which the rows were loaded
    /// (<see cref="DataTable.WriteXml(Stream, XmlWriteMode)"/>), as they are read. Columns have their names and types, and nothing else in
    /// a schema. The stream stays open.
    /// </summary>
    /// <param name="output">Where to.</param>
    /// <param name="rows">The rows.</param>
    /// <param name="table">The name of the table.</param>
    /// <param name="options">Which form; rows without their schema if null.</param>
    /// <param name="cancellationToken">Ends it between pieces.</param>
    public static async Task WriteXmlAsync(Stream output, IDataReader rows, string table = "Table", DataXmlOptions? options = null,
        CancellationToken cancellationToken = default)
    {
        Check(output, rows, table);
        var document = new ReaderXml(rows, table, options ?? DataXmlOptions.Default);
        while (document.Next() is { } piece)
            await output.WriteAsync(piece, cancellationToken).ConfigureAwait(false);
    }

    /// <summary>
    /// Reads the rows of a table of a document as WriteXml writes them (rows, rows behind their schema, a DiffGram), in constant memory.
    /// Names and types are those of the columns of <paramref name="schema"/>; rows of other tables are passed over. What comes is what
    /// ReadXml would make of the document: of a DiffGram the current rows. But a column that counts by itself is null where a row brings no
    /// number.
    /// </summary>
    public static ValueTask<DbDataReader> ReadXmlAsync(Stream input, DataTable schema, DataXmlOptions? options = null,
        CancellationToken cancellationToken = default)
    {
        Check(schema);
        return ReadXmlAsync(input, schema, null, options, cancellationToken);
    }

    static void Check(DataTable schema)
    {
        ArgumentNullException.ThrowIfNull(schema);
        if (schema.TableName.Length == 0 || schema.Columns.Count == 0)
            throw new ArgumentException("A table without a name or without columns has no rows in a document.", nameof(schema));
    }

    /// <summary>
    /// Reads the rows of a table of a document that has its schema before them; <paramref name="table"/> may be null if that has but one
    /// table.
    /// </summary>
    public static ValueTask<DbDataReader> ReadXmlAsync(Stream input, string? table = null, DataXmlOptions? options = null,
        CancellationToken cancellationToken = default) =>
        ReadXmlAsync(input, null, table, options, cancellationToken);

    static async ValueTask<DbDataReader> ReadXmlAsync(Stream input, DataTable? schema, string? table, DataXmlOptions? options,
        CancellationToken cancellationToken)
    {
        ArgumentNullException.ThrowIfNull(input);
        options ??= DataXmlOptions.Default;
        var batches = new DocumentBatches(input, schema, table, options);
        return await TableReader.OpenAsync(batches.Read(cancellationToken), new ColumnTypes(options.Convention), null, nameof(DataXml),
            cancellationToken).ConfigureAwait(false);
    }

    /// <summary>
    /// Writes the rows as CSV (RFC 4180): the names of the columns, then a line for each row. Null is nothing, an empty text is "". Numbers
    /// and dates are those of no culture. The stream stays open.
    /// </summary>
    public static async Task WriteCsvAsync(Stream output, IDataReader rows, CsvOptions? options = null,
        CancellationToken cancellationToken = default)
    {
        ArgumentNullException.ThrowIfNull(output);
        ArgumentNullException.ThrowIfNull(rows);
        var csv = new CsvWriting(rows, options ?? CsvOptions.Default);
        while (csv.Next() is { } piece)
            await output.WriteAsync(piece, cancellationToken).ConfigureAwait(false);
    }

    /// <summary>
    /// Reads CSV in constant memory. A field without a column in <paramref name="schema"/> is passed over, a column without a field is
    /// null. Without a schema the types of the columns are found in a first pass over a stream that can seek
    /// (<see cref="CsvOptions.IsTextOnly"/>: all are texts, of any stream): a type only where no text loses anything, so 007 stays a text.
    /// </summary>
    public static async ValueTask<DbDataReader> ReadCsvAsync(Stream input, DataTable? schema = null, CsvOptions? options = null,
        CancellationToken cancellationToken = default)
    {
        ArgumentNullException.ThrowIfNull(input);
        options ??= CsvOptions.Default;
        var types = new ColumnTypes(options.Convention);
        if (schema is null && !options.IsTextOnly)
            schema = await CsvTypes.InferAsync(input, options, cancellationToken).ConfigureAwait(false);
        return await TableReader.OpenAsync(new CsvBatches(input, schema, options, types).Read(cancellationToken), types, null,
            CsvBatches.FormatName, cancellationToken).ConfigureAwait(false);
    }

    static async ValueTask<DbDataReader> ReadAsync(Stream input, Func<IAsyncEnumerable<Node?>> rows, DataTable? schema,
        JsonOptions? options, CancellationToken cancellationToken)
    {
        ArgumentNullException.ThrowIfNull(input);
        if (schema is null)
        {
            if (!input.CanSeek)
                throw new NotSupportedException(
                    "The columns are found in a first pass, and this stream cannot be read twice: give a DataTable with the columns.");
            long start = input.Position;
            schema = await RowInference.InferAsync(rows(), cancellationToken).ConfigureAwait(false);
            input.Position = start;
        }
        var types = new ColumnTypes((options ?? JsonOptions.Default).Convention);
        return await TableReader.OpenAsync(JsonBatches(rows(), schema, types, cancellationToken), types, null, "Json", cancellationToken)
            .ConfigureAwait(false);
    }

    /// <summary>All rows, with null for DBNull, in a form that every format carries.</summary>
    public static List<object?[]> ToRows(IDataReader rows)
    {
        ArgumentNullException.ThrowIfNull(rows);
        var list = new List<object?[]>();
        while (rows.Read())
        {
            object?[] row = new object?[rows.FieldCount];
            RowValues.Take(rows, row!);
            for (int i = 0; i < row.Length; i++)
                if (row[i] is DBNull)
                    row[i] = null;
            list.Add(row);
        }
        return list;
    }

    /// <summary>The rows as maps, all over one array of values: each is written before the next is read.</summary>
    internal static IEnumerable<TableRow> Maps(IDataReader rows)
    {
        ArgumentNullException.ThrowIfNull(rows);
        TableRow.Keep();
        return Each(rows);

        static IEnumerable<TableRow> Each(IDataReader rows)
        {
            string[] names = [.. Enumerable.Range(0, rows.FieldCount).Select(rows.GetName)];
            if (names.Distinct().Count() != names.Length)
                throw new NotSupportedException(
                    $"Two columns are called '{names.GroupBy(n => n).First(g => g.Count() > 1).Key}', which an object in JSON cannot have. Give one another name in the query.");
            object?[] values = new object?[names.Length];
            long row = -1;
            while (rows.Read())
            {
                RowValues.Take(rows, values!);
                row++;
                for (int i = 0; i < values.Length; i++)
                {
                    if (values[i] is string text && !Utf8Runs.AreWhole(text))
                        throw new NotSupportedException(
                            $"Row {row}, column '{names[i]}': the text has half of a surrogate pair, which UTF-8 cannot have.");
                    values[i] = values[i] is DBNull
                        ? null
                        : RowColumns.Unwrapping(values[i]!.GetType()) is { } unwrap ? unwrap(values[i]!) : values[i];
                }
                yield return new TableRow(names, values);
            }
        }
    }

    static async IAsyncEnumerable<Table> JsonBatches(IAsyncEnumerable<Node?> rows, DataTable schema, ColumnTypes types,
        [EnumeratorCancellation] CancellationToken cancellationToken)
    {
        var columns = schema.Columns.Cast<DataColumn>().ToArray();
        var batch = new TableBatch(columns, types);
        long place = 0;
        await foreach (var row in rows.WithCancellation(cancellationToken).ConfigureAwait(false))
        {
            Add(batch, columns, row, place++);
            if (batch.Count == BatchRows)
                yield return batch.Build();
        }
        yield return batch.Build();
    }

    static void Add(TableBatch batch, DataColumn[] columns, Node? node, long place)
    {
        if (node is not NodeObject row)
            throw new WireFormatException($"Row {place} is no object.") { Format = "Json", GoodItems = place };
        try
        {
            for (int i = 0; i < columns.Length; i++)
                batch.Add(i, row.TryGetMember(columns[i].ColumnName, out var cell) ? Cells.Convert(cell, columns[i], isExact: true) : null);
        }
        catch (WireFormatException e)
        {
            throw new WireFormatException($"Row {place}: {e.Message}", e) { Format = "Json", GoodItems = place };
        }
        batch.EndRow();
    }
}
