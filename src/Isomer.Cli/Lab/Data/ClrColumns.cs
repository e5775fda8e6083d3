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
    public static Type TypeOf(string declared) => declared.ToUpperInvariant() switch
    {
        "INT" or "INTEGER" => typeof(int),
        "BIGINT" => typeof(long),
        "SMALLINT" => typeof(short),
        "TINYINT" => typeof(byte),
        "BIT" or "BOOLEAN" => typeof(bool),
        "FLOAT" or "DOUBLE" or "REAL" => typeof(double),
        "DECIMAL" or "DECIMAL_TEXT" or "MONEY" or "NUMERIC" => typeof(decimal),
        "DATETIME" or "DATE" or "TIMESTAMP" => typeof(DateTime),
        "UNIQUEIDENTIFIER" => typeof(Guid),
        "BLOB" or "VARBINARY" => typeof(byte[]),
        _ => typeof(string),
    };

    /// <summary>How a value is kept in SQLite: exactly, and readable.</summary>
    public static object ToStored(object? value) => value switch
    {
        null => DBNull.Value,
        decimal d => d.ToString(CultureInfo.InvariantCulture),
        DateTime t => t.ToString("yyyy-MM-dd HH:mm:ss.FFFFFFF", CultureInfo.InvariantCulture),
        Guid g => g.ToString("D"),
        bool b => b ? 1L : 0L,
        _ => value,
    };

    public static object? FromStored(object value, Type type)
    {
        if (value is DBNull)
            return null;
        if (type.IsInstanceOfType(value))
            return value;
        CultureInfo culture = CultureInfo.InvariantCulture;
        try
        {
            return value switch
            {
                string s when type == typeof(DateTime) => DateTime.Parse(s, culture),
                string s when type == typeof(Guid) => Guid.Parse(s),
                string s when type == typeof(decimal) => decimal.Parse(s, NumberStyles.Float, culture),
                byte[] => value,
                _ => Convert.ChangeType(value, type, culture),
            };
        }
        catch (Exception e) when (e is FormatException or OverflowException or InvalidCastException)
        {
            return value; // SQLite holds what it was given, whatever was declared
        }
    }

    /// <summary>Columns of a result: declared types for SQLite, the driver's for others.</summary>
    public static (string Name, Type Type)[] Of(DbDataReader reader) =>
    [
        .. Enumerable.Range(0, reader.FieldCount).Select(i => (reader.GetName(i),
            reader is Microsoft.Data.Sqlite.SqliteDataReader ? TypeOf(reader.GetDataTypeName(i)) : reader.GetFieldType(i))),
    ];

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
