using System.Data;
using Isomer.Cli.Lab.Data;
using Microsoft.Data.Sqlite;

namespace Isomer.Cli.Converting.Rows;

/// <summary>
/// Rows of SQLite with the types that their columns are declared with: it knows integers, reals, texts and blobs itself, and a date is one
/// of these. A value that is none of its column's type stays what it is.
/// </summary>
sealed class DeclaredRows(SqliteDataReader rows) : RowsAround(rows)
{
    readonly Type[] _types = [.. Enumerable.Range(0, rows.FieldCount).Select(i => TypeOf(rows.GetDataTypeName(i)))];

    /// <summary>
    /// Numbers of rows, and milliseconds since 1970, stand in an INTEGER: it has 64 bits. Names that this tool has no type for are taken as
    /// SQLite's own rules of affinity take them (INT8, DOUBLE PRECISION, NUMBER).
    /// </summary>
    static Type TypeOf(string declared)
    {
        string name = declared.ToUpperInvariant();
        bool Has(string part) => name.Contains(part, StringComparison.Ordinal);
        // Of others' tables, where it may be negative; this tool says otherwise of its bytes.
        return name is "TINYINT" ? typeof(short)
            : name is "INT" or "INTEGER" ? typeof(long)
            : ClrColumns.TypeOf(name) is var known && known != typeof(string) ? known
            : Has("INT") ? typeof(long)
            : Has("CHAR") || Has("CLOB") || Has("TEXT") ? typeof(string)
            : Has("BLOB") ? typeof(byte[])
            : Has("REAL") || Has("FLOA") || Has("DOUB") ? typeof(double)
            : Has("BOOL") ? typeof(bool)
            : Has("NUM") || Has("DEC") ? typeof(decimal)
            : typeof(string);
    }

    public override DataSetDateTime? ModeOf(int ordinal) =>
        rows.GetDataTypeName(ordinal).Equals(ClrColumns.Moments, StringComparison.OrdinalIgnoreCase) ? DataSetDateTime.Utc
            : base.ModeOf(ordinal);

    public override Type GetFieldType(int ordinal) => _types[ordinal];

    long _row = -1;

    public override bool Read()
    {
        _row++;
        return base.Read();
    }

    public override object GetValue(int ordinal)
    {
        object value = SqliteText.Of(rows, ordinal) ?? base.GetValue(ordinal);
        return value is SqliteText ? throw SqliteText.Refused(rows.GetName(ordinal), _row)
            : ClrColumns.FromStored(value, _types[ordinal]) ?? DBNull.Value;
    }
}
