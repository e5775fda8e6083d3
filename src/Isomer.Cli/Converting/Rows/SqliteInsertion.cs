using System.Data.Common;
using System.Globalization;
using Isomer.Cli.Lab.Data;
using Isomer.Wire.Text;
using Microsoft.Data.Sqlite;

namespace Isomer.Cli.Converting.Rows;

/// <summary>Rows that go into a table of SQLite, each value as what it is or refused.</summary>
static class SqliteInsertion
{
    /// <summary>Returns how many rows were added.</summary>
    public static async Task<long> RunAsync(SqliteConnection connection, string table, DbDataReader rows, bool isOthers,
        CancellationToken stop)
    {
        // A table that is there may have columns that make other values of those they are given: numbers of texts, reals of decimals.
        // So may one that was made here, of a value that is none of its column's type: '01' among the integers of a column without a type.
        await using SqliteCommand insert = Insertion(connection, table, rows), look = Insertion(connection, table, rows);
        look.CommandText += $" returning {Columns(rows)}";
        object[] given = new object[rows.FieldCount];
        Type[] types = [.. Enumerable.Range(0, rows.FieldCount).Select(rows.GetFieldType)];
        long count = 0;
        for (; await rows.ReadAsync(stop).ConfigureAwait(false); count++)
        {
            bool isOdd = isOthers, isBroken = false;
            for (int i = 0; i < given.Length; i++)
            {
                object value = rows.GetValue(i);
                isOdd |= value is string && types[i] != typeof(string) && types[i] != typeof(object);
                isBroken |= value is SqliteText;
                given[i] = Stored(value, rows, i, count);
            }
            if (isBroken)
            {
                InsertBroken(connection, table, given, rows, count);
                continue;
            }
            var command = isOdd ? look : insert;
            for (int i = 0; i < given.Length; i++)
                command.Parameters[i].Value = given[i];
            if (isOdd)
                CheckStored(look, given, rows, count);
            else
                insert.ExecuteNonQuery();
        }
        return count;
    }

    static string Columns(DbDataReader rows) =>
        string.Join(", ", Enumerable.Range(0, rows.FieldCount).Select(i => RowStore.Quoted(rows.GetName(i))));

    static string Parameter(int column) => "$" + column.ToString(CultureInfo.InvariantCulture);

    static SqliteCommand Insertion(SqliteConnection connection, string table, DbDataReader rows)
    {
        SqliteCommand command = connection.CreateCommand();
        command.CommandText =
            $"insert into {table} ({Columns(rows)}) values ({string.Join(", ", Enumerable.Range(0, rows.FieldCount).Select(Parameter))})";
        for (int i = 0; i < rows.FieldCount; i++)
            command.Parameters.Add(new SqliteParameter { ParameterName = Parameter(i) });
        return command;
    }

    /// <summary>
    /// Adds a row some of whose texts are no UTF-8: their bytes are given, and made texts there, which changes nothing in a database of
    /// UTF-8.
    /// </summary>
    static void InsertBroken(SqliteConnection connection, string table, object[] given, DbDataReader rows, long row)
    {
        using SqliteCommand command = Insertion(connection, table, rows);
        bool IsBroken(int column) => given[column] is SqliteText;
        command.CommandText = $"insert into {table} ({Columns(rows)}) values ({string.Join(", ", Enumerable.Range(0, given.Length)
            .Select(i => IsBroken(i) ? $"cast({Parameter(i)} as text)" : Parameter(i)))}) returning {string.Join(", ",
            Enumerable.Range(0, given.Length).Select(i => IsBroken(i) ? $"cast({RowStore.Quoted(rows.GetName(i))} as blob)" : RowStore.Quoted(rows.GetName(i))))}";
        for (int i = 0; i < given.Length; i++)
        {
            given[i] = given[i] is SqliteText text ? text.Bytes : given[i];
            command.Parameters[i].Value = given[i];
        }
        if (!Equals(Ask(connection, "pragma encoding"), "UTF-8"))
        {
            int column = Enumerable.Range(0, given.Length).First(i => rows.GetValue(i) is SqliteText);
            throw new CliException(ExitCode.Lossy,
                $"Row {row}, column '{rows.GetName(column)}': the text is no UTF-8, which a database of UTF-16 cannot keep. Nothing was added.");
        }
        CheckStored(command, given, rows, row);
    }

    static object? Ask(SqliteConnection connection, string sql)
    {
        using SqliteCommand command = connection.CreateCommand();
        command.CommandText = sql;
        return command.ExecuteScalar();
    }

    /// <summary>Adds a row, and looks at what it became there. Tables without numbers of rows have this, too.</summary>
    static void CheckStored(SqliteCommand look, object[] given, DbDataReader rows, long row)
    {
        using SqliteDataReader stored = look.ExecuteReader();
        if (!stored.Read())
            return;
        for (int i = 0; i < given.Length; i++)
        {
            object before = given[i], after = SqliteText.Of(stored, i) ?? stored.GetValue(i);
            // A text of a decimal is kept where a number of these digits is; a text of the row's own is no number.
            bool isSame = rows.GetValue(i) is string ? before.Equals(after)
                : RowText.AreSame(before, after) || (before is string digits && after is long or double && RowText.Of(after) == digits);
            if (!isSame)
                throw new CliException(ExitCode.Lossy,
                    $"Row {row}, column '{rows.GetName(i)}': '{RowText.Of(before)}' would be kept as '{RowText.Of(after)}', for the table's column is {stored.GetDataTypeName(i)}. Nothing was added.");
        }
    }

    static object Stored(object value, DbDataReader rows, int column, long row) => value switch
    {
        // A column of several types keeps what each value is: there is none for these.
        bool when rows.GetFieldType(column) == typeof(object) => throw NoForm(value, rows, column, row),
        decimal number when rows.GetFieldType(column) == typeof(object) =>
            number == decimal.Truncate(number) && number is >= long.MinValue and <= long.MaxValue ? (long)number
            : (double)number is var real && RowText.AreSame(real, number) && (decimal)real == number ? real
            : throw NoForm(value, rows, column, row),
        string text when !Utf8Runs.AreWhole(text) => throw RowStore.Half(rows, column, row),
        SqliteText => value,
        // Which SQLite has no number for: null would be there.
        double.NaN or float.NaN => RowText.Of(value)!,
        Half half => Half.IsNaN(half) ? RowText.Of(value)! : (double)half,
        DBNull or string or long or int or short or byte or sbyte or ushort or uint or double or float or byte[] or decimal or DateTime
            or Guid or bool => ClrColumns.ToStored(value),
        _ => RowText.Of(value) ?? throw NoForm(value, rows, column, row),
    };

    static CliException NoForm(object value, DbDataReader rows, int column, long row) =>
        new(ExitCode.Usage,
            $"Row {row}, column '{rows.GetName(column)}': a value of type {value.GetType().Name} has no form in the database.");
}
