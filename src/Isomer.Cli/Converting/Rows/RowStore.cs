using System.Data.Common;
using System.Globalization;
using System.Numerics;
using System.Text;
using Isomer.Cli.Lab.Data;
using Isomer.Tabular;
using Isomer.Wire.Text;
using Microsoft.Data.Sqlite;
using Npgsql;
using NpgsqlTypes;

namespace Isomer.Cli.Converting.Rows;

/// <summary>
/// Tables of SQLite and PostgreSQL: made where they are not there, and filled in one transaction, PostgreSQL's by COPY in its binary form.
/// </summary>
static class RowStore
{
    // Before anything of the driver's is used, which looks once: else infinity becomes the first or last day that .NET has, in arrays too,
    // where ServerRows does not look.
    static RowStore() => AppContext.SetSwitch("Npgsql.DisableDateTimeInfinityConversions", true);

    public static DbConnection Connect(RowPlace place, bool forWriting) => place.Form == RowForm.Postgres
        ? new NpgsqlConnection(PostgresUrl.ToConnection(place.Name))
        : new SqliteConnection(
            new SqliteConnectionStringBuilder
            {
                DataSource = place.Name,
                Mode = forWriting ? SqliteOpenMode.ReadWriteCreate : SqliteOpenMode.ReadOnly,
                Pooling = false
            }.ToString());

    public static CliException Refused(RowPlace place, DbException e) =>
        new(ExitCode.Usage, $"{(place.Form == RowForm.Postgres ? "The database" : $"'{place.Name}'")} says: {e.Message}", e);

    /// <summary>A name in quotes; schema.table is one of a schema in PostgreSQL.</summary>
    public static string Quoted(string name, RowPlace place) => place.Form == RowForm.Postgres
        ? string.Join('.', name.Split('.', 2).Select(Quoted)) : Quoted(name);

    public static string Quoted(string name) => $"\"{name.Replace("\"", "\"\"", StringComparison.Ordinal)}\"";

    /// <summary>PostgreSQL cuts longer names off, and says nothing: they would come back as others, or be one.</summary>
    static void CheckNames(RowPlace place, string table, DbDataReader rows)
    {
        if (place.Form != RowForm.Postgres)
            return;
        foreach (string name in (IEnumerable<string>)[.. table.Split('.', 2), .. Enumerable.Range(0, rows.FieldCount).Select(rows.GetName)])
            if (Encoding.UTF8.GetByteCount(name) > ServerNameBytes)
                throw new CliException(ExitCode.Usage,
                    $"'{name}' has more than the {ServerNameBytes} bytes that a name has in PostgreSQL. Give it a shorter one.");
    }

    const int ServerNameBytes = 63;

    /// <summary>Returns how many rows were written.</summary>
    public static async Task<long> WriteAsync(RowPlace place, DbDataReader rows, RowRules rules, CancellationToken stop)
    {
        string table = rules.Table ?? throw new CliException(ExitCode.Usage, "Name the table to write to with --table.");
        if (rows.FieldCount == 0)
            throw new CliException(ExitCode.Usage, "Rows without columns have no form in a database.");
        CheckNames(place, table, rows);
        bool isNew = place.Form == RowForm.Sqlite && !File.Exists(place.Name);
        bool isDone = false;
        using HalfFile? half = isNew ? new(place.Name) : null;
        try
        {
            await using DbConnection connection = Connect(place, forWriting: true);
            await connection.OpenAsync(stop).ConfigureAwait(false);
            await using DbTransaction transaction = await connection.BeginTransactionAsync(stop).ConfigureAwait(false);
            if (!await IsThereAsync(connection, table, place, stop).ConfigureAwait(false))
                await ExecuteAsync(connection,
                    $"create table {Quoted(table, place)} ({string.Join(", ", Enumerable.Range(0, rows.FieldCount).Select(i => $"{Quoted(rows.GetName(i))} {TypeOf(rows, i, place)}"))})",
                    stop).ConfigureAwait(false);
            else if (!rules.Appends)
                throw new CliException(ExitCode.Usage, $"Table '{table}' is there already; --append adds to it.");
            long count = connection is NpgsqlConnection server
                ? await CopyAsync(server, Quoted(table, place), rows, stop).ConfigureAwait(false)
                : await SqliteInsertion.RunAsync((SqliteConnection)connection, Quoted(table, place), rows, rules.Appends, stop)
                    .ConfigureAwait(false);
            await transaction.CommitAsync(stop).ConfigureAwait(false);
            isDone = true;
            return count;
        }
        catch (DbException e)
        {
            throw Refused(place, e);
        }
        finally
        {
            // A database that was not there before is not there afterwards.
            if (isNew && !isDone)
                File.Delete(place.Name);
        }
    }

    static async Task<bool> IsThereAsync(DbConnection connection, string table, RowPlace place, CancellationToken stop)
    {
        await using DbCommand command = connection.CreateCommand();
        command.CommandText = place.Form == RowForm.Postgres
            ? "select to_regclass($1) is not null"
            : "select count(*) from sqlite_master where type = 'table' and name = $1 collate nocase";
        command.Parameters.Add(
            place.Form == RowForm.Postgres ? new NpgsqlParameter { Value = Quoted(table, place) } : new SqliteParameter("$1", table));
        return Convert.ToInt64(await command.ExecuteScalarAsync(stop).ConfigureAwait(false), CultureInfo.InvariantCulture) != 0;
    }

    static async Task ExecuteAsync(DbConnection connection, string sql, CancellationToken stop)
    {
        await using DbCommand command = connection.CreateCommand();
        command.CommandText = sql;
        await command.ExecuteNonQueryAsync(stop).ConfigureAwait(false);
    }

    /// <summary>
    /// The type of a column, from which <see cref="ClrColumns"/> finds the CLR's again; of another table of SQLite what stands there, in
    /// quotes, for it may be any text.
    /// </summary>
    static string TypeOf(DbDataReader rows, int column, RowPlace place) =>
        place.Form == RowForm.Postgres ? ServerType(rows, column).Sql
            : StandingRows.Told(rows, column) is { } told ? DeclaredAs(told)
            : rows.GetFieldType(column) == typeof(DateTime) && DateModes.Of(rows, column) == System.Data.DataSetDateTime.Utc
                ? ClrColumns.Moments
            : StoredType(rows.GetFieldType(column));

    /// <summary>ANY keeps texts of digits in strict tables alone: in others it makes numbers of them.</summary>
    static string DeclaredAs(string told) => told.Length == 0 ? ""
        : told.Equals("ANY", StringComparison.OrdinalIgnoreCase) ? ClrColumns.Mixed : Quoted(told);

    static string StoredType(Type type) => Type.GetTypeCode(type) switch
    {
        TypeCode.Boolean => "BOOLEAN",
        TypeCode.Byte => ClrColumns.Bytes,
        TypeCode.Int16 or TypeCode.SByte => "SMALLINT",
        TypeCode.Int32 or TypeCode.UInt16 => ClrColumns.Narrow,
        TypeCode.Int64 or TypeCode.UInt32 => "BIGINT",
        TypeCode.Single or TypeCode.Double => "DOUBLE",
        // With TEXT in its name all digits stay.
        TypeCode.Decimal or TypeCode.UInt64 => "DECIMAL_TEXT",
        TypeCode.DateTime => "DATETIME",
        _ => type == typeof(Half) ? "DOUBLE" : type == typeof(Guid) ? "UNIQUEIDENTIFIER" : type == typeof(byte[]) ? "BLOB"
            : type == typeof(object) ? ClrColumns.Mixed : "TEXT",
    };

    public static CliException Half(DbDataReader rows, int column, long row) =>
        new(ExitCode.Usage,
            $"Row {row}, column '{rows.GetName(column)}': the text has half of a surrogate pair, which a database cannot have.");

    /// <summary>The type of a column in PostgreSQL, which has one for moments in UTC.</summary>
    static (string Sql, NpgsqlDbType Type, Func<object, object> To) ServerType(DbDataReader rows, int column) =>
        rows.GetFieldType(column) == typeof(DateTime) && DateModes.Of(rows, column) == System.Data.DataSetDateTime.Utc
            ? ("timestamptz", NpgsqlDbType.TimestampTz, static v => ((DateTime)v).ToUniversalTime())
            : ServerType(rows.GetFieldType(column));

    /// <summary>A type of PostgreSQL, and what a value becomes that goes there.</summary>
    static (string Sql, NpgsqlDbType Type, Func<object, object> To) ServerType(Type type) => Type.GetTypeCode(type) switch
    {
        TypeCode.Boolean => ("boolean", NpgsqlDbType.Boolean, v => v),
        TypeCode.SByte or TypeCode.Byte or TypeCode.Int16 =>
            ("smallint", NpgsqlDbType.Smallint, v => Convert.ToInt16(v, CultureInfo.InvariantCulture)),
        TypeCode.UInt16 or TypeCode.Int32 => ("integer", NpgsqlDbType.Integer, v => Convert.ToInt32(v, CultureInfo.InvariantCulture)),
        TypeCode.UInt32 or TypeCode.Int64 => ("bigint", NpgsqlDbType.Bigint, v => Convert.ToInt64(v, CultureInfo.InvariantCulture)),
        TypeCode.Single => ("real", NpgsqlDbType.Real, v => v),
        TypeCode.Double => ("double precision", NpgsqlDbType.Double, v => v),
        TypeCode.Decimal or TypeCode.UInt64 => ("numeric", NpgsqlDbType.Numeric, v => Convert.ToDecimal(v, CultureInfo.InvariantCulture)),
        // Without a zone: the clock that the date shows.
        TypeCode.DateTime => ("timestamp", NpgsqlDbType.Timestamp, v => DateTime.SpecifyKind((DateTime)v, DateTimeKind.Unspecified)),
        _ => type == typeof(DateTimeOffset) ? ("timestamptz", NpgsqlDbType.TimestampTz, v => ((DateTimeOffset)v).UtcDateTime)
            : type == typeof(DateOnly) ? ("date", NpgsqlDbType.Date, v => v)
            : type == typeof(TimeOnly) ? ("time", NpgsqlDbType.Time, v => v)
            : type == typeof(TimeSpan) ? ("interval", NpgsqlDbType.Interval, v => v)
            : type == typeof(Guid) ? ("uuid", NpgsqlDbType.Uuid, v => v)
            : type == typeof(byte[]) ? ("bytea", NpgsqlDbType.Bytea, v => v)
            : type == typeof(BigInteger) || type == typeof(Int128) || type == typeof(UInt128)
                ? ("numeric", NpgsqlDbType.Numeric, ToInteger)
            : type == typeof(Half) ? ("real", NpgsqlDbType.Real, v => (float)(Half)v)
            : ("text", NpgsqlDbType.Text,
                v => RowText.Of(v)
                    ?? throw new CliException(ExitCode.Usage, $"A value of type {v.GetType().Name} has no form in the database.")),
    };

    static async Task<long> CopyAsync(NpgsqlConnection connection, string table, DbDataReader rows, CancellationToken stop)
    {
        var types = Enumerable.Range(0, rows.FieldCount).Select(i => ServerType(rows, i)).ToArray();
        await FitAsync(connection, table, rows, types, stop).ConfigureAwait(false);
        System.Data.DataSetDateTime[] modes = [.. Enumerable.Range(0, rows.FieldCount).Select(i => DateModes.Of(rows, i))];
        await using NpgsqlBinaryImporter copy = await connection.BeginBinaryImportAsync(
            $"copy {table} ({string.Join(", ", Enumerable.Range(0, rows.FieldCount).Select(i => Quoted(rows.GetName(i))))}) from stdin (format binary)",
            stop).ConfigureAwait(false);
        long count = 0;
        long[] shortened = new long[types.Length], turned = new long[types.Length];
        for (; await rows.ReadAsync(stop).ConfigureAwait(false); count++)
        {
            await copy.StartRowAsync(stop).ConfigureAwait(false);
            for (int i = 0; i < types.Length; i++)
            {
                object value = rows.GetValue(i);
                if (value is DBNull)
                {
                    await copy.WriteNullAsync(stop).ConfigureAwait(false);
                    continue;
                }
                if (value is DateTime date && rows.GetFieldType(i) == typeof(DateTime))
                    DateModes.Check(rows.GetName(i), modes[i], date, count);
                object converted;
                if (value is string text && !Utf8Runs.AreWhole(text))
                    throw Half(rows, i, count);
                try
                {
                    converted = types[i].To(value);
                }
                catch (Exception e) when (e is InvalidCastException or FormatException or OverflowException)
                {
                    throw new CliException(ExitCode.Usage,
                        $"Row {count}, column '{rows.GetName(i)}': '{RowText.Of(value)}' is no {types[i].Sql}.", e);
                }
                turned[i] += value is DateTimeOffset { Offset.Ticks: not 0 } && types[i].Type == NpgsqlDbType.TimestampTz ? 1 : 0;
                shortened[i] += TicksOf(converted) % TimeSpan.TicksPerMicrosecond != 0 ? 1 : 0;
                await copy.WriteAsync(converted, types[i].Type, stop).ConfigureAwait(false);
            }
        }
        await copy.CompleteAsync(stop).ConfigureAwait(false);
        for (int i = 0; i < types.Length; i++)
            if (turned[i] > 0)
                Terminal.Note(string.Create(CultureInfo.InvariantCulture,
                    $"column '{rows.GetName(i)}': {turned[i]} values lost their offset, for PostgreSQL's {types[i].Sql} keeps the moment alone."));
        for (int i = 0; i < types.Length; i++)
            if (shortened[i] > 0)
                Terminal.Note(string.Create(CultureInfo.InvariantCulture,
                    $"column '{rows.GetName(i)}': {shortened[i]} values lost what is less than a microsecond, for PostgreSQL's {types[i].Sql} has none."));
        return count;
    }

    /// <summary>
    /// In COPY's binary form bytes are put into a column as they are, whatever it is: each value goes as the type that the table's column
    /// has, and where the rows' is none of these, nothing is sent.
    /// </summary>
    static async Task FitAsync(NpgsqlConnection connection, string table, DbDataReader rows,
        (string Sql, NpgsqlDbType Type, Func<object, object> To)[] types, CancellationToken stop)
    {
        await using NpgsqlCommand ask = connection.CreateCommand();
        ask.CommandText =
            $"select {string.Join(", ", Enumerable.Range(0, rows.FieldCount).Select(i => Quoted(rows.GetName(i))))} from {table} limit 0";
        await using NpgsqlDataReader there = await ask.ExecuteReaderAsync(stop).ConfigureAwait(false);
        for (int i = 0; i < types.Length; i++)
        {
            string column = there.GetDataTypeName(i);
            // Its length or precision stands in brackets, which the server looks at itself.
            string kind = column.IndexOf('(', StringComparison.Ordinal) is var at and >= 0
                ? (column[..at] + column[(column.IndexOf(')', StringComparison.Ordinal) + 1)..]).Trim() : column;
            if (Is(kind, types[i].Sql))
                continue;
            types[i] = Wider(kind, types[i].Sql) ?? throw new CliException(ExitCode.Usage,
                $"Column '{rows.GetName(i)}' of the table is {column}, and the rows have {types[i].Sql} there. Add them to a table of their own, and from there by 'insert ... select' with a cast.");
        }
    }

    static bool Is(string kind, string sql) => kind == sql || (kind, sql) switch
    {
        ("character varying" or "character", "text") or ("timestamp without time zone", "timestamp")
            or ("timestamp with time zone", "timestamptz") or ("time without time zone", "time") => true,
        _ => false,
    };

    /// <summary>How values of a type go into a column of another one that has them all, each exactly or refused.</summary>
    static (string Sql, NpgsqlDbType Type, Func<object, object> To)? Wider(string kind, string sql) => (kind, sql) switch
    {
        ("smallint" or "integer" or "bigint", "smallint" or "integer" or "bigint") =>
            (kind, kind == "smallint" ? NpgsqlDbType.Smallint : kind == "integer" ? NpgsqlDbType.Integer : NpgsqlDbType.Bigint,
                kind == "smallint" ? v => Convert.ToInt16(v, CultureInfo.InvariantCulture)
                : kind == "integer" ? v => Convert.ToInt32(v, CultureInfo.InvariantCulture)
                : v => Convert.ToInt64(v, CultureInfo.InvariantCulture)),
        ("numeric", "smallint" or "integer" or "bigint") =>
            (kind, NpgsqlDbType.Numeric, v => Convert.ToDecimal(v, CultureInfo.InvariantCulture)),
        ("double precision", "smallint" or "integer" or "bigint" or "real") => (kind, NpgsqlDbType.Double, ToDouble),
        ("json" or "jsonb", "text") => (kind, kind == "json" ? NpgsqlDbType.Json : NpgsqlDbType.Jsonb, v => RowText.Of(v)!),
        ("text" or "character varying", _) when sql != "bytea" =>
            (kind, NpgsqlDbType.Text, v => RowText.Of(v) ?? throw new InvalidCastException()),
        _ => null,
    };

    static object ToInteger(object value) => value switch
    {
        BigInteger number => number,
        Int128 number => (BigInteger)number,
        UInt128 number => (BigInteger)number,
        _ => Convert.ToDecimal(value, CultureInfo.InvariantCulture),
    };

    static object ToDouble(object value) => value is Half half ? (double)half
        : Convert.ToDouble(value, CultureInfo.InvariantCulture) is var real
        && (value is float || Convert.ToDecimal(value, CultureInfo.InvariantCulture) == (decimal)real)
            ? real : throw new OverflowException();

    static long TicksOf(object value) => value switch
    {
        DateTime date => date.Ticks,
        TimeSpan span => span.Ticks,
        TimeOnly time => time.Ticks,
        _ => 0,
    };
}
