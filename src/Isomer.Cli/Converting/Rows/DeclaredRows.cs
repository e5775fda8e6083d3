using Isomer.Cli.Lab.Data;
using Microsoft.Data.Sqlite;

namespace Isomer.Cli.Converting.Rows;

/// <summary>
/// Rows of SQLite with the types that their columns are declared with: it knows integers, reals, texts and blobs itself, and a date is one
/// of these. A value that is none of its column's type stays what it is.
/// </summary>
sealed class DeclaredRows(SqliteDataReader rows) : RowsAround(rows)
{
    readonly Type[] _types = [.. Enumerable.Range(0, rows.FieldCount).Select(i => ClrColumns.TypeOf(rows.GetDataTypeName(i)))];

    public override Type GetFieldType(int ordinal) => _types[ordinal];

    public override object GetValue(int ordinal) => ClrColumns.FromStored(base.GetValue(ordinal), _types[ordinal]) ?? DBNull.Value;
}
