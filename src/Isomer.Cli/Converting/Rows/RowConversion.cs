using System.Data;
using System.Data.Common;
using System.Globalization;
using Isomer.Cli.Payloads;
using Isomer.Tabular;

namespace Isomer.Cli.Converting.Rows;

/// <summary>How rows are converted.</summary>
/// <param name="From">What `--from` says.</param>
/// <param name="Table">The table that is read, or made.</param>
/// <param name="Query">What a database is asked.</param>
/// <param name="Appends">Whether rows are added to a table that is there.</param>
/// <param name="Separator">Between the fields of CSV.</param>
/// <param name="Compress">What the file is compressed by.</param>
/// <param name="Unwrap">Whether compressed files are read as what is in them.</param>
/// <param name="Schema">What has the columns of a form that does not say them: a file of XSD, or `infer`.</param>
/// <param name="Type">The class that has them.</param>
/// <param name="AsStored">Whether values of SQLite are taken as they stand there: into SQLite.</param>
sealed record RowRules(
    string? From, string? Table, string? Query, bool Appends, char? Separator, bool Verify, bool Force, bool DryRun,
    string? Compress = null, bool Unwrap = true, string? Schema = null, Type? Type = null,
    bool AsStored = false);

/// <summary>
/// Rows from where they are to where they are wanted: files of CSV, JSON, lines of JSON, XML as WriteXml writes it, DiffGrams, Compact's
/// frames, tables of SQLite and PostgreSQL, and any payload that holds a DataSet or DataTable. In constant memory, but for payloads that
/// are no frames (of BinaryFormatter's the one table is held as arrays) and documents without a schema.
/// </summary>
static class RowConversion
{
    public static async Task<int> RunAsync(RowPlace from, RowPlace to, RowRules rules, CancellationToken stop)
    {
        if (!to.IsDatabase && to.Name != "-")
        {
            Target.RefuseIfThere(to.Name, rules.Force || rules.DryRun);
            if (!rules.DryRun)
                PartFile.RemoveLeft(to.Name);
        }
        if (to.Form == RowForm.Payload)
            throw new CliException(ExitCode.Usage,
                $"Rows are written as {RowForms.Listed}: name one with --to.");
        if (to is { Form: RowForm.Sqlite, Name: "-" })
            throw new CliException(ExitCode.Usage, "A database of SQLite is a file and no stream: name it.");
        if (rules.Verify && (to.IsDatabase || to.Name == "-"))
            throw new CliException(ExitCode.Usage, "--verify reads what was written again; OUT may be no stream, and no database.");
        if (rules.Compress is not null && to.IsDatabase)
            throw new CliException(ExitCode.Usage, "--compress is for files; a database keeps its rows as it does.");
        if (rules.Appends && !to.IsDatabase)
            throw new CliException(ExitCode.Usage, "--append adds to a table of a database.");
        from = DiffGrams.Seen(Held(from, rules), rules);
        if (await WholeTables.OfAsync(from, to, rules, stop).ConfigureAwait(false) is { } whole)
        {
            if (rules.DryRun)
            {
                Terminal.Note(
                    string.Create(CultureInfo.InvariantCulture,
                        $"{from.Shown} ({from.Form}) -> {to.Told} ({to.Form}): {whole.Rows} rows{WholeTables.Carried(to.Form)}"));
                return ExitCode.Ok;
            }
            await WriteWholeAsync(whole, from, to, rules, stop).ConfigureAwait(false);
            Tell(from, to, whole.Rows, WholeTables.Carried(to.Form));
            return ExitCode.Ok;
        }
        long rows;
        // Into a database, --table names the table there; a query says itself what it reads.
        RowRules read = to.IsDatabase && rules.Query is not null ? rules with { Table = null } : rules;
        read = read with { AsStored = to.Form == RowForm.Sqlite };
        await using (RowSource source = await RowSource.OpenAsync(from, read, stop).ConfigureAwait(false))
        {
            if (rules.DryRun)
            {
                Terminal.Note(
                    $"{from.Shown} ({from.Form}) -> {to.Told} ({to.Form}): {string.Join(", ", Enumerable.Range(0, source.Reader.FieldCount).Select(i => $"{source.Reader.GetName(i)} {source.Reader.GetFieldType(i).Name}"))}");
                return ExitCode.Ok;
            }
            var counted = new CountedRows(source.Reader);
            rows = await WriteAsync(from, to, counted, rules, stop).ConfigureAwait(false);
        }
        Tell(from, to, rows, "");
        return ExitCode.Ok;
    }

    static RowPlace Held(RowPlace place, RowRules rules) =>
        !place.IsDatabase && Payload.IsReadOnce(place.Name)
            ? place with { Held = Payload.Read(place.Name, rules.Unwrap).Bytes }
            : place;

    static void Tell(RowPlace from, RowPlace to, long rows, string how) =>
        Terminal.Note(Terminal.InLine(
            string.Create(CultureInfo.InvariantCulture,
                $"{from.Shown} -> {(to.Name == "-" ? "standard output" : to.Told)}: {Conversion.Count((int)Math.Min(rows, int.MaxValue), "row")}{how}")));

    static async Task WriteWholeAsync(WholeTables whole, RowPlace from, RowPlace to, RowRules rules, CancellationToken stop)
    {
        byte[] bytes = whole.Write();
        if (to.Name == "-")
        {
            await using Stream output = OpenOutput(to, rules);
            await WriteCompressedAsync(output, stream => stream.WriteAsync(bytes, stop).AsTask(), rules).ConfigureAwait(false);
            return;
        }
        await Target.SaveAsync(to.Name, rules.Force, stream => WriteCompressedAsync(stream, s => s.WriteAsync(bytes, stop).AsTask(), rules),
            rules.Verify ? VerifyAsync : null, source: from.Name).ConfigureAwait(false);

        async Task VerifyAsync(string part)
        {
            await using Stream written =
                await RowSource.PlainAsync(part, rules.Compress is not null, rules.Compress, stop).ConfigureAwait(false);
            var again = new MemoryStream();
            await written.CopyToAsync(again, stop).ConfigureAwait(false);
            whole.Verify(again.ToArray());
        }
    }

    static Stream OpenOutput(RowPlace to, RowRules rules)
    {
        if (Terminal.OutputIsTerminal && (to.Form is RowForm.Compact or RowForm.Nrbf || rules.Compress is not null) && !rules.Force)
            throw new CliException(ExitCode.Usage,
                "Binary output is not written to a terminal. Name a file, or redirect; --force does it all the same.");
        return Terminal.OpenOutput();
    }

    static async Task<long> WriteAsync(RowPlace from, RowPlace to, CountedRows rows, RowRules rules, CancellationToken stop)
    {
        if (to.IsDatabase)
            return await RowStore.WriteAsync(to, rows, rules, stop).ConfigureAwait(false);
        if (to.Name == "-")
        {
            await using Stream output = OpenOutput(to, rules);
            await WriteCompressedAsync(output, stream => WriteAsync(to, rows, stream, rules, stop), rules).ConfigureAwait(false);
        }
        else
        {
            await Target.SaveAsync(to.Name, rules.Force,
                stream => WriteCompressedAsync(stream, s => WriteAsync(to, rows, s, rules, stop), rules),
                rules.Verify ? part => VerifyAsync(from, to with { Name = part }, rules, stop) : null, source: from.Name)
                .ConfigureAwait(false);
        }
        return rows.Count;
    }

    static async Task WriteCompressedAsync(Stream output, Func<Stream, Task> write, RowRules rules)
    {
        if (rules.Compress is null)
        {
            await write(output).ConfigureAwait(false);
            return;
        }
        await using Stream compressed = Compression.Into(rules.Compress, output);
        await write(compressed).ConfigureAwait(false);
    }

    static Task WriteAsync(RowPlace to, DbDataReader rows, Stream output, RowRules rules, CancellationToken stop) => to.Form switch
    {
        RowForm.Csv or RowForm.Tsv => Tables.WriteCsvAsync(output, rows, RowSource.CsvOf(to, rules), stop),
        RowForm.JsonLines => Tables.WriteJsonLinesAsync(output, rows, cancellationToken: stop),
        RowForm.Json => Tables.WriteJsonAsync(output, rows, cancellationToken: stop),
        RowForm.DiffGram =>
            Tables.WriteXmlAsync(output, new DocumentRows(rows), rules.Table ?? "Table",
                DataXmlOptions.Default with { WriteMode = XmlWriteMode.DiffGram, WriteDeclaration = true }, stop),
        RowForm.Nrbf => Tables.WriteNrbfAsync(output, new DocumentRows(rows), rules.Table ?? "Table", cancellationToken: stop),
        RowForm.Soap =>
            Tables.WriteSoapAsync(output, new DocumentRows(rows), SerializationFormat.Xml, rules.Table ?? "Table", cancellationToken: stop),
        RowForm.Document =>
            Tables.WriteXmlAsync(output, new DocumentRows(rows), rules.Table ?? "Table",
                DataXmlOptions.Default with { WriteMode = XmlWriteMode.WriteSchema, WriteDeclaration = true }, stop),
        _ => Tables.WriteCompactAsync(output, rows, cancellationToken: stop),
    };

    /// <summary>The columns of rows as a document has them, for one that does not say them.</summary>
    static DataTable Columns(DbDataReader rows, string table)
    {
        var columns = new DataTable(table);
        var document = new DocumentRows(rows);
        for (int i = 0; i < document.FieldCount; i++)
            RowValues.Column(columns, document, i);
        return columns;
    }

    /// <summary>Reads both again, row by row.</summary>
    static async Task VerifyAsync(RowPlace from, RowPlace to, RowRules rules, CancellationToken stop)
    {
        await using RowSource before = await RowSource.OpenAsync(from, rules, stop).ConfigureAwait(false);
        await using RowSource after = await RowSource.OpenAsync(to,
            rules with
            {
                Unwrap = rules.Compress is not null,
                Table = to.Form == RowForm.Document ? rules.Table : null,
                Query = null,
                Schema = null,
                Type = null
            }, stop,
            to.Form == RowForm.DiffGram ? Columns(before.Reader, rules.Table ?? "Table") : null).ConfigureAwait(false);
        var (first, second) = (before.Reader, after.Reader);
        int[] columns = [
            .. Enumerable.Range(0, first.FieldCount)
                .Select(i => Enumerable.Range(0, second.FieldCount).FirstOrDefault(j => second.GetName(j) == first.GetName(i), -1))];
        for (long row = 0; ; row++)
        {
            bool any = await first.ReadAsync(stop).ConfigureAwait(false);
            if (any != await second.ReadAsync(stop).ConfigureAwait(false))
                throw new CliException(ExitCode.Lossy,
                    $"The file that was written has {(any ? "fewer" : "more")} rows than {from.Shown}, of which {row} are equal. It was not kept.");
            if (!any)
                return;
            for (int i = 0; i < columns.Length; i++)
            {
                // JSON has no member for null, and so no column where all are.
                object there = columns[i] < 0 ? DBNull.Value : second.GetValue(columns[i]);
                if (!RowText.AreSame(first.GetValue(i), there))
                    throw new CliException(ExitCode.Lossy,
                        $"Row {row}, column '{first.GetName(i)}': '{RowText.Of(first.GetValue(i))}' was read back as '{RowText.Of(there)}'. The file was not kept.");
            }
        }
    }
}
