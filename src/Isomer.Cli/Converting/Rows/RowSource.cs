using System.Data;
using System.Data.Common;
using Isomer.Cli.Payloads;
using Microsoft.Data.Sqlite;

namespace Isomer.Cli.Converting.Rows;

/// <summary>Rows that are open to be read, with what is to be closed behind them.</summary>
sealed class RowSource(DbDataReader reader, params IAsyncDisposable?[] owners) : IAsyncDisposable
{
    public DbDataReader Reader { get; } = reader;

    public async ValueTask DisposeAsync()
    {
        await Reader.DisposeAsync().ConfigureAwait(false);
        foreach (IAsyncDisposable? owner in owners)
            if (owner is not null)
                await owner.DisposeAsync().ConfigureAwait(false);
    }

    /// <summary>Opens the rows of a file in constant memory where its form allows it, or those of a table or query of a database.</summary>
    /// <param name="place">Where they are.</param>
    /// <param name="rules">Which of them.</param>
    /// <param name="stop">Ends it.</param>
    /// <param name="columns">The columns of a form that does not say them.</param>
    public static async Task<RowSource> OpenAsync(RowPlace place, RowRules rules, CancellationToken stop, DataTable? columns = null)
    {
        if (place.IsDatabase)
            return await OpenDatabaseAsync(place, rules, stop).ConfigureAwait(false);
        if (rules.Query is not null)
            throw new CliException(ExitCode.Usage, "--query asks a database; a file has --table.");
        Stream stream = await PlainAsync(place, rules, stop).ConfigureAwait(false);
        try
        {
            columns ??= RowSchema.Of(stream, place, rules);
            switch (place.Form)
            {
                case RowForm.Csv or RowForm.Tsv:
                    return new(await Tables.ReadCsvAsync(stream, null, CsvOf(place, rules), stop).ConfigureAwait(false), stream);
                case RowForm.JsonLines:
                    return new(await Tables.ReadJsonLinesAsync(stream, cancellationToken: stop).ConfigureAwait(false), stream);
                case RowForm.Json:
                    return new(await Tables.ReadJsonAsync(stream, cancellationToken: stop).ConfigureAwait(false), stream);
                case RowForm.DiffGram:
                    return new(await DiffGramAsync(stream, place, rules, columns, stop).ConfigureAwait(false), stream);
                case RowForm.Document when columns is not null:
                    return new(await Tables.ReadXmlAsync(stream, columns, cancellationToken: stop).ConfigureAwait(false), stream);
                case RowForm.Document or RowForm.Compact:
                    if (await TryOpenAsync(place.Form, stream, rules, stop).ConfigureAwait(false) is { } rows)
                        return new(rows, stream);
                    break;
            }
            // Whatever else holds a set or table is read as a whole.
            stream.Position = 0;
            var all = new MemoryStream();
            await stream.CopyToAsync(all, stop).ConfigureAwait(false);
            Payload payload = PayloadOf(place, all.ToArray());
            return new(await PayloadAsync(payload, place, rules, columns, stop).ConfigureAwait(false), stream);
        }
        catch
        {
            await stream.DisposeAsync().ConfigureAwait(false);
            throw;
        }
    }

    /// <summary>Plain bytes, whose name no longer says a compression: that has been taken off.</summary>
    public static Payload PayloadOf(RowPlace place, byte[] plain) =>
        Payload.Of(Compression.InnerName(place.Shown), plain, unwrap: true);

    /// <summary>The rows of a formatter's set by themselves; of other payloads those of the set that is made.</summary>
    static async Task<DbDataReader> PayloadAsync(Payload payload, RowPlace place, RowRules rules, DataTable? columns,
        CancellationToken stop)
    {
        Format? format = FormatOf(payload, place, rules);
        var bytes = new MemoryStream(payload.Bytes);
        if (format == Nrbf.Format)
            return columns is null
                ? await Tables.ReadNrbfAsync(bytes, rules.Table, cancellationToken: stop).ConfigureAwait(false)
                : await Tables.ReadNrbfAsync(bytes, columns, cancellationToken: stop).ConfigureAwait(false);
        if (format == Soap.Format)
            return columns is null
                ? await Tables.ReadSoapAsync(bytes, rules.Table, cancellationToken: stop).ConfigureAwait(false)
                : await Tables.ReadSoapAsync(bytes, columns, cancellationToken: stop).ConfigureAwait(false);
        return new TableRows(Choose(ValueOf(payload, place, rules), rules.Table, place));
    }

    /// <summary>The format of a payload; null where the place is a form of rows.</summary>
    public static Format? FormatOf(Payload payload, RowPlace place, RowRules rules) => place.Form switch
    {
        RowForm.Nrbf => Nrbf.Format,
        RowForm.Soap => Soap.Format,
        RowForm.Payload => Sniffer.Sniff(payload, rules.From).Format,
        RowForm.Compact => Compact.Format,
        _ => null,
    };

    /// <summary>The bytes of what is read, from their beginning.</summary>
    public static Task<Stream> PlainAsync(RowPlace place, RowRules rules, CancellationToken stop) =>
        place.Held is { } held
            ? Task.FromResult<Stream>(new MemoryStream(held, writable: false))
            : PlainAsync(place.Name, rules.Unwrap, rules.Compress, stop);

    /// <summary>
    /// The bytes of a file, which are looked at twice: types first, then values. So what is compressed is laid out in a file that goes with
    /// the stream.
    /// </summary>
    public static async Task<Stream> PlainAsync(string name, bool unwrap, string? compression, CancellationToken stop)
    {
        Payload.RefuseIfNoFile(name);
        var file = new FileStream(name, FileMode.Open, FileAccess.Read, FileShare.Read, 1 << 16);
        if (!unwrap)
            return file;
        try
        {
            byte[] head = new byte[1 << 12];
            int count = await file.ReadAtLeastAsync(head, head.Length, throwOnEndOfStream: false, stop).ConfigureAwait(false);
            file.Position = 0;
            if (Compression.Closed(head.AsSpan(0, count)) is { } closed)
                throw new CliException(ExitCode.Corrupt, $"{name}: {closed}");
            string? found = Compression.Of(head.AsSpan(0, count), name)
                ?? (compression == Compression.Brotli && name.EndsWith(Target.Part, StringComparison.Ordinal) ? Compression.Brotli : null);
            if (found is null || (found == Compression.Zlib && !Compression.BeginsAsZlib(head)))
                return file;
            var plain = new FileStream(Path.GetTempFileName(), FileMode.Create, FileAccess.ReadWrite, FileShare.None, 1 << 16,
                FileOptions.DeleteOnClose);
            await using (file.ConfigureAwait(false))
            await using (Stream inner = Compression.Open(found, file))
                await inner.CopyToAsync(plain, stop).ConfigureAwait(false);
            plain.Position = 0;
            if (await plain.ReadAtLeastAsync(head, RowPlace.SqliteHead.Length, throwOnEndOfStream: false, stop).ConfigureAwait(false)
                >= RowPlace.SqliteHead.Length && head.AsSpan().StartsWith(RowPlace.SqliteHead))
            {
                await plain.DisposeAsync().ConfigureAwait(false);
                throw new CliException(ExitCode.Usage,
                    $"{name}: it is a database of SQLite, compressed by {found}. A database is read where it lies: decompress it to a file first, and name that.");
            }
            plain.Position = 0;
            return plain;
        }
        catch
        {
            await file.DisposeAsync().ConfigureAwait(false);
            throw;
        }
    }

    public static CsvOptions CsvOf(RowPlace place, RowRules rules) =>
        CsvOptions.Default with { Separator = rules.Separator ?? (place.Form == RowForm.Tsv ? '\t' : ',') };

    /// <summary>A document with its schema, or frames with columns; null if the file is another than that.</summary>
    static async Task<DbDataReader?> TryOpenAsync(RowForm form, Stream stream, RowRules rules, CancellationToken stop)
    {
        try
        {
            return form == RowForm.Compact
                ? await Tables.ReadCompactAsync(stream, cancellationToken: stop).ConfigureAwait(false)
                : await Tables.ReadXmlAsync(stream, rules.Table, cancellationToken: stop).ConfigureAwait(false);
        }
        catch (WireFormatException)
        {
            return null;
        }
    }

    /// <summary>Behind its schema, as serializers write a set, or with columns that are known.</summary>
    static async Task<DbDataReader> DiffGramAsync(Stream stream, RowPlace place, RowRules rules, DataTable? columns, CancellationToken stop)
    {
        if (columns is not null)
            return await Tables.ReadXmlAsync(stream, columns, cancellationToken: stop).ConfigureAwait(false);
        try
        {
            return await Tables.ReadXmlAsync(stream, rules.Table, cancellationToken: stop).ConfigureAwait(false);
        }
        catch (WireFormatException e) when (e.LacksColumns)
        {
            throw new CliException(ExitCode.Usage,
                $"{place.Shown} is a DiffGram without a schema, so nothing says what its columns are: give the set's schema by --schema FILE.xsd, its class by --type and --assembly, or --schema infer, which makes texts of all.",
                e);
        }
    }

    /// <summary>The set or table of a payload.</summary>
    public static object ValueOf(Payload payload, RowPlace place, RowRules rules)
    {
        if (FormatOf(payload, place, rules) is not { } format)
            return DataXml.Deserialize<DataSet>(payload.Bytes);
        if (rules.Type is { } type)
            return format.Deserialize(payload.Bytes, type) ?? throw None(payload.Name, format);
        try
        {
            return format.Deserialize(payload.Bytes, typeof(DataSet)) ?? throw None(payload.Name, format);
        }
        catch (WireFormatException)
        {
            return format.Deserialize(payload.Bytes, typeof(DataTable)) ?? throw None(payload.Name, format);
        }
    }

    static CliException None(string name, Format format) =>
        new(ExitCode.Usage, $"{name} ({format.Name}) holds no DataSet or DataTable, whose rows could be taken.");

    /// <summary>The table of that name, or the only one.</summary>
    public static DataTable Choose(object value, string? table, RowPlace place)
    {
        if (value is DataTable one)
            return one;
        if (value is not DataSet set)
            throw new CliException(ExitCode.Usage,
                $"{place.Shown} holds a {value.GetType().Name}: rows are taken of a DataSet or DataTable.");
        string names = string.Join(", ", set.Tables.Cast<DataTable>().Take(20).Select(t => $"'{t.TableName}'"));
        return table is null
            ? set.Tables.Count == 1
                ? set.Tables[0]
                : throw new CliException(ExitCode.Usage, $"{place.Shown} has {set.Tables.Count} tables: name one with --table: {names}.")
            : set.Tables.Cast<DataTable>().FirstOrDefault(t => t.TableName == table)
                ?? throw new CliException(ExitCode.Usage,
                    $"{place.Shown} has no table '{table}': {(names.Length == 0 ? "it has none" : "there are " + names)}.");
    }

    static async Task<RowSource> OpenDatabaseAsync(RowPlace place, RowRules rules, CancellationToken stop)
    {
        if (rules.Query is null == rules.Table is null)
            throw new CliException(ExitCode.Usage, "Rows of a database are those of a --table or of a --query: give one of them.");
        if (rules.Query is not null && string.IsNullOrWhiteSpace(rules.Query))
            throw new CliException(ExitCode.Usage, "--query is empty: give it a select.");
        DbConnection connection = RowStore.Connect(place, forWriting: false);
        try
        {
            await connection.OpenAsync(stop).ConfigureAwait(false);
            DbCommand command = connection.CreateCommand();
            command.CommandText = rules.Query ?? $"select * from {RowStore.Quoted(rules.Table!, place)}";
            DbDataReader reader = await command.ExecuteReaderAsync(stop).ConfigureAwait(false);
            reader = reader switch
            {
                SqliteDataReader stored => rules.AsStored ? new StandingRows(stored) : new DeclaredRows(stored),
                Npgsql.NpgsqlDataReader served => new ServerRows(served),
                _ => reader,
            };
            return new(rules.Query is null ? reader : new OneResult(reader), command, connection);
        }
        catch (DbException e)
        {
            await connection.DisposeAsync().ConfigureAwait(false);
            throw RowStore.Refused(place, e);
        }
        catch
        {
            await connection.DisposeAsync().ConfigureAwait(false);
            throw;
        }
    }
}
