using System.Data.Common;
using Microsoft.Data.Sqlite;
using SQLitePCL;

namespace Isomer.Cli.Converting.Rows;

/// <summary>
/// Rows of SQLite as they stand there, for another database of SQLite: integers, reals, texts and blobs, whatever the columns are declared
/// as, and the columns are declared so there too. So each value stays what it is: a GUID in capital letters, a text among numbers.
/// </summary>
sealed class StandingRows(SqliteDataReader rows) : RowsAround(rows)
{
    readonly string[] _declared = [
        .. Enumerable.Range(0, rows.FieldCount).Select(i => raw.sqlite3_column_decltype(rows.Handle, i).utf8_to_string() ?? "")];

    /// <summary>What the column of a table of SQLite is declared as, which may be nothing; null of rows from elsewhere.</summary>
    public static string? Told(DbDataReader rows, int column) => (rows as RowsAround)?.DeclaredAs(column);

    public override string DeclaredAs(int ordinal) => _declared[ordinal];

    public override Type GetFieldType(int ordinal) => typeof(object);

    /// <summary>A text that is no UTF-8 is a <see cref="SqliteText"/>, which goes there by its bytes.</summary>
    public override object GetValue(int ordinal) => SqliteText.Of(rows, ordinal) ?? base.GetValue(ordinal);
}
