using System.Text;
using Microsoft.Data.Sqlite;
using SQLitePCL;

namespace Isomer.Cli.Converting.Rows;

/// <summary>
/// A text of SQLite that is no UTF-8: it takes any bytes for one. The driver puts U+FFFD in their place, and ends a text at its first
/// zero, so that texts are taken by their bytes here.
/// </summary>
sealed record SqliteText(byte[] Bytes)
{
    static readonly UTF8Encoding s_strict = new(false, throwOnInvalidBytes: true);

    /// <summary>A value as it stands there: null for what is no text, a string, or the bytes of what is none.</summary>
    public static object? Of(SqliteDataReader rows, int ordinal)
    {
        var row = rows.Handle!;
        if (raw.sqlite3_column_type(row, ordinal) != raw.SQLITE_TEXT)
            return null;
        // It makes UTF-8 of what a database of UTF-16 has; without it these would be the bytes of UTF-16.
        _ = raw.sqlite3_column_text(row, ordinal);
        var bytes = raw.sqlite3_column_blob(row, ordinal);
        try
        {
            return s_strict.GetString(bytes);
        }
        catch (DecoderFallbackException)
        {
            return new SqliteText(bytes.ToArray());
        }
    }

    /// <summary>For whoever has no form for such a text.</summary>
    public static CliException Refused(string column, long row) =>
        new(ExitCode.Lossy,
            $"Row {row}, column '{column}': the text is no UTF-8, which SQLite alone keeps. Convert to SQLite, or take its bytes: --query \"select cast({RowStore.Quoted(column)} as blob) ...\".");
}
