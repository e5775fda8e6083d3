using System.Data.Common;
using System.Globalization;
using Isomer.Cli.Lab.Data;
using Isomer.Tabular;
using Microsoft.Data.Sqlite;
using Npgsql;
using NpgsqlTypes;

namespace Isomer.Cli.Converting.Rows;

/// <summary>
/// Tables of SQLite and PostgreSQL: made where they are not there, and filled in one transaction, PostgreSQL's by COPY in its binary form.
/// </summary>
static class RowStore
{
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

    static string Quoted(string name) => $"\"{name.Replace("\"", "\"\"", StringComparison.Ordinal)}\"";

    /// <summary>Returns how many rows were written.</summary>
    public static async Task<long> WriteAsync(RowPlace place, DbDataReader rows, RowRules rules, CancellationToken stop)
    {
        string table = rules.Table ?? throw new CliException(ExitCode.Usage, "Name the table to write to with --table.");
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
                : await InsertAsync((SqliteConnection)connection, Quoted(table, place), rows, stop).ConfigureAwait(false);
            await transaction.CommitAsync(stop).ConfigureAwait(false);
            return count;
        }
        catch (DbException e)
        {
            throw Refused(place, e);
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

    /// <summary>The type of a column, from which <see cref="ClrColumns"/> finds the CLR's again.</summary>
    static string TypeOf(DbDataReader rows, int column, RowPlace place) =>
        place.Form == RowForm.Postgres ? ServerType(rows, column).Sql : StoredType(rows.GetFieldType(column));

    static string StoredType(Type type) => Type.GetTypeCode(type) switch
    {
        TypeCode.Boolean => "BOOLEAN",
        TypeCode.Byte => "TINYINT",
        TypeCode.Int16 or TypeCode.SByte => "SMALLINT",
        TypeCode.Int32 or TypeCode.UInt16 => "INTEGER",
        TypeCode.Int64 or TypeCode.UInt32 => "BIGINT",
        TypeCode.Single or TypeCode.Double => "DOUBLE",
        // With TEXT in its name all digits stay.
        TypeCode.Decimal or TypeCode.UInt64 => "DECIMAL_TEXT",
        TypeCode.DateTime => "DATETIME",
        _ => type == typeof(Guid) ? "UNIQUEIDENTIFIER" : type == typeof(byte[]) ? "BLOB" : "TEXT",
    };

    static async Task<long> InsertAsync(SqliteConnection connection, string table, DbDataReader rows, CancellationToken stop)
    {
        await using SqliteCommand insert = connection.CreateCommand();
        insert.CommandText = $"insert into {table} ({string.Join(", ", Enumerable.Range(0, rows.FieldCount).Select(i => Quoted(rows.GetName(i))))}) values ({string.Join(", ", Enumerable.Range(0, rows.FieldCount).Select(i => "$" + i.ToString(CultureInfo.InvariantCulture)))})";
        SqliteParameter[] parameters = [
            .. Enumerable.Range(0, rows.FieldCount)
                .Select(i =>
                    insert.Parameters.Add(new SqliteParameter { ParameterName = "$" + i.ToString(CultureInfo.InvariantCulture) }))];
        long count = 0;
        for (; await rows.ReadAsync(stop).ConfigureAwait(false); count++)
        {
            for (int i = 0; i < parameters.Length; i++)
                parameters[i].Value = Stored(rows.GetValue(i), rows, i, count);
            insert.ExecuteNonQuery();
        }
        return count;
    }

    static object Stored(object value, DbDataReader rows, int column, long row) => value switch
    {
        // Which SQLite has no number for.
        double.NaN or double.PositiveInfinity or double.NegativeInfinity or float.NaN or float.PositiveInfinity or float.NegativeInfinity =>
            RowText.Of(value)!,
        DBNull or string or long or int or short or byte or sbyte or ushort or uint or double or float or byte[] or decimal or DateTime
            or Guid or bool => ClrColumns.ToStored(value),
        _ => RowText.Of(value) ?? throw NoForm(value, rows, column, row),
    };

    static CliException NoForm(object value, DbDataReader rows, int column, long row) =>
        new(ExitCode.Usage,
            $"Row {row}, column '{rows.GetName(column)}': a value of type {value.GetType().Name} has no form in the database.");

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
            : ("text", NpgsqlDbType.Text,
                v => RowText.Of(v)
                    ?? throw new CliException(ExitCode.Usage, $"A value of type {v.GetType().Name} has no form in the database.")),
    };

    static async Task<long> CopyAsync(NpgsqlConnection connection, string table, DbDataReader rows, CancellationToken stop)
    {
        var types = Enumerable.Range(0, rows.FieldCount).Select(i => ServerType(rows, i)).ToArray();
        System.Data.DataSetDateTime[] modes = [.. Enumerable.Range(0, rows.FieldCount).Select(i => DateModes.Of(rows, i))];
        await using NpgsqlBinaryImporter copy = await connection.BeginBinaryImportAsync(
            $"copy {table} ({string.Join(", ", Enumerable.Range(0, rows.FieldCount).Select(i => Quoted(rows.GetName(i))))}) from stdin (format binary)",
            stop).ConfigureAwait(false);
        long count = 0;
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
                try
                {
                    converted = types[i].To(value);
                }
                catch (Exception e) when (e is InvalidCastException or FormatException or OverflowException)
                {
                    throw new CliException(ExitCode.Usage,
                        $"Row {count}, column '{rows.GetName(i)}': '{RowText.Of(value)}' is no {types[i].Sql}.", e);
                }
                await copy.WriteAsync(converted, types[i].Type, stop).ConfigureAwait(false);
            }
        }
        await copy.CompleteAsync(stop).ConfigureAwait(false);
        return count;
    }
}
