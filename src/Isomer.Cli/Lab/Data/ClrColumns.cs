using System.Data;
using System.Data.Common;
using System.Globalization;

namespace Isomer.Cli.Lab.Data;

/// <summary>
/// The values of a query with the types that its columns are declared with. SQLite itself knows only integers, reals, texts
/// and blobs; a server's driver gives the CLR types anyway.
/// </summary>
static class ClrColumns
{
    /// <summary>What `isomer convert` declares a column of 32 bits: INTEGER has 64 in SQLite.</summary>
    public const string Narrow = "INT32";

    /// <summary>What `isomer convert` declares a column of bytes: a TINYINT may be negative.</summary>
    public const string Bytes = "UINT8";

    /// <summary>What `isomer convert` declares a column of moments in UTC, which a date without a zone is none of.</summary>
    public const string Moments = "TIMESTAMPTZ";

    /// <summary>What `isomer convert` declares a column of several types: by BLOB in its name each value stays what it is.</summary>
    public const string Mixed = "ANY_BLOB";

    // As SQLite's own functions write dates, and as this tool does; a Z says UTC.
    static readonly string[] s_dates =
    [
        "yyyy-MM-dd", "yyyy-MM-dd HH:mm", "yyyy-MM-dd HH:mm:ss.FFFFFFF", "yyyy-MM-dd HH:mm:ss.FFFFFFF'Z'", "yyyy-MM-dd'T'HH:mm",
        "yyyy-MM-dd'T'HH:mm:ss.FFFFFFF", "yyyy-MM-dd'T'HH:mm:ss.FFFFFFF'Z'",
    ];

    public static Type TypeOf(string declared) => declared.ToUpperInvariant() switch
    {
        "INT" or "INTEGER" or Narrow => typeof(int),
        "BIGINT" => typeof(long),
        "SMALLINT" => typeof(short),
        "TINYINT" or Bytes => typeof(byte),
        "BIT" or "BOOLEAN" => typeof(bool),
        "FLOAT" or "DOUBLE" or "REAL" => typeof(double),
        "DECIMAL" or "DECIMAL_TEXT" or "MONEY" or "NUMERIC" => typeof(decimal),
        "DATETIME" or "DATE" or "TIMESTAMP" or Moments => typeof(DateTime),
        "UNIQUEIDENTIFIER" => typeof(Guid),
        Mixed => typeof(object),
        "BLOB" or "VARBINARY" => typeof(byte[]),
        _ => typeof(string),
    };

    /// <summary>How a value is kept in SQLite: exactly, and readable.</summary>
    public static object ToStored(object? value) => value switch
    {
        null => DBNull.Value,
        decimal d => d.ToString(CultureInfo.InvariantCulture),
        DateTime t => t.ToString(t.Kind == DateTimeKind.Utc ? "yyyy-MM-dd HH:mm:ss.FFFFFFF'Z'" : "yyyy-MM-dd HH:mm:ss.FFFFFFF",
            CultureInfo.InvariantCulture),
        Guid g => g.ToString("D"),
        bool b => b ? 1L : 0L,
        _ => value,
    };

    /// <summary>
    /// A value as its column's type, if it is exactly that. SQLite holds what it was given, whatever was declared, and what is another
    /// value stays what it is: 1.5 among integers, 2 among booleans, a text that is no date.
    /// </summary>
    public static object? FromStored(object value, Type type) => value is DBNull ? null
        : type.IsInstanceOfType(value) ? value
        : value switch
        {
            long n => FromInteger(n, type),
            double d => FromReal(d, type),
            string s => FromText(s, type),
            _ => null,
        } ?? value;

    static object? FromInteger(long n, Type type) => Type.GetTypeCode(type) switch
    {
        TypeCode.Boolean => n is 0 or 1 ? n == 1 : null,
        TypeCode.Byte => n is >= byte.MinValue and <= byte.MaxValue ? (byte)n : null,
        TypeCode.Int16 => n is >= short.MinValue and <= short.MaxValue ? (short)n : null,
        TypeCode.Int32 => n is >= int.MinValue and <= int.MaxValue ? (int)n : null,
        TypeCode.Double => n is >= -(1L << 53) and <= 1L << 53 ? (double)n : null,
        TypeCode.Decimal => (decimal)n,
        _ => null,
    };

    static object? FromReal(double d, Type type) => Type.GetTypeCode(type) switch
    {
        TypeCode.Decimal => double.IsFinite(d) && FromText(d.ToString("R", CultureInfo.InvariantCulture), type) is decimal m
            && (double)m == d ? m : null,
        // A real without a fraction among integers, as those of a column without a declared type are.
        TypeCode.Byte or TypeCode.Int16 or TypeCode.Int32 or TypeCode.Int64 when d == Math.Truncate(d) && Math.Abs(d) <= 1L << 53 =>
            Type.GetTypeCode(type) == TypeCode.Int64 ? (long)d : FromInteger((long)d, type),
        _ => null,
    };

    static object? FromText(string s, Type type)
    {
        CultureInfo culture = CultureInfo.InvariantCulture;
        if (type == typeof(DateTime))
            return DateTime.TryParseExact(s, s_dates, culture, DateTimeStyles.AssumeUniversal | DateTimeStyles.AdjustToUniversal,
                out DateTime date)
                ? s.EndsWith('Z') ? date : DateTime.SpecifyKind(date, DateTimeKind.Unspecified)
                : null;
        if (type == typeof(Guid))
            return Guid.TryParseExact(s, "D", out Guid id) ? id : null;
        if (type == typeof(bool))
            return bool.TryParse(s, out bool b) ? b : null;
        return type == typeof(decimal) && decimal.TryParse(s, NumberStyles.Float, culture, out decimal m) && IsWhole(s, m) ? m : null;
    }

    /// <summary>Whether a decimal has all digits of a text: it holds 28 of them and drops what comes behind.</summary>
    static bool IsWhole(string s, decimal m) => m.ToString(CultureInfo.InvariantCulture) == s || s.Count(char.IsAsciiDigit) <= 28
        && (!s.Contains('e', StringComparison.OrdinalIgnoreCase) || (double)m == double.Parse(s, CultureInfo.InvariantCulture));

    /// <summary>Columns of a result: declared types for SQLite, the driver's for others.</summary>
    public static (string Name, Type Type)[] Of(DbDataReader reader) =>
    [
        .. Enumerable.Range(0, reader.FieldCount).Select(i => (reader.GetName(i),
            reader is Microsoft.Data.Sqlite.SqliteDataReader ? TypeOf(reader.GetDataTypeName(i)) : DriversTypeOf(reader, i))),
    ];

    /// <summary>A driver that does not know a type of its own database (a composite one) says so here already.</summary>
    static Type DriversTypeOf(DbDataReader reader, int column)
    {
        try
        {
            return reader.GetFieldType(column);
        }
        catch (Exception e) when (e is InvalidCastException or NotSupportedException)
        {
            return typeof(object);
        }
    }

    /// <summary>Article 001's loop: each row by GetValues, DBNull replaced by null.</summary>
    public static List<object?[]> ReadRows(DbDataReader reader)
    {
        var columns = Of(reader);
        var rows = new List<object?[]>();
        while (reader.Read())
        {
            var row = new object?[columns.Length];
            reader.GetValues(row!);
            for (int i = 0; i < row.Length; i++)
                row[i] = FromStored(row[i]!, columns[i].Type);
            rows.Add(row);
        }
        return rows;
    }

    /// <summary>Article 002's table: untyped, filled from a query.</summary>
    public static DataSet ReadDataSet(DbDataReader reader, string name)
    {
        var columns = Of(reader);
        var table = new DataTable(name) { Locale = CultureInfo.InvariantCulture };
        foreach (var (column, type) in columns)
            table.Columns.Add(column, type);
        foreach (object?[] row in ReadRows(reader))
            table.Rows.Add(row);
        table.AcceptChanges();
        var set = new DataSet("NewDataSet") { Locale = CultureInfo.InvariantCulture };
        set.Tables.Add(table);
        return set;
    }
}
