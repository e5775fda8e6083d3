using System.Collections;
using System.Data;
using System.Data.Common;
using Isomer.Tabular;

namespace Isomer.Cli.Converting.Rows;

/// <summary>Rows as another reader has them, but for what a derived class says. Typed values are those of GetValue.</summary>
abstract class RowsAround(DbDataReader rows) : DbDataReader, IDateModes
{
    /// <summary>How the column keeps dates, as those around which this is have it. PostgreSQL's moments are in UTC by their type.</summary>
    public virtual DataSetDateTime? ModeOf(int ordinal) =>
        DateModes.Told(rows, ordinal) ?? (AreMoments(rows, ordinal) ? DataSetDateTime.Utc : null);

    /// <summary>Whether it is a column of PostgreSQL's moments, which come as dates.</summary>
    protected static bool AreMoments(DbDataReader rows, int ordinal) =>
        rows.GetFieldType(ordinal) == typeof(DateTime) && rows.GetDataTypeName(ordinal) is "timestamp with time zone" or "timestamptz";

    /// <summary>What SQLite has the column declared as, where the rows are those that stand there.</summary>
    public virtual string? DeclaredAs(int ordinal) => (rows as RowsAround)?.DeclaredAs(ordinal);

    public bool BeginsInUtc(int ordinal) => rows is IDateModes modes && modes.BeginsInUtc(ordinal);

    public override int FieldCount => rows.FieldCount;

    public override bool HasRows => rows.HasRows;

    public override bool IsClosed => rows.IsClosed;

    public override int RecordsAffected => rows.RecordsAffected;

    public override int Depth => 0;

    public override object this[int ordinal] => GetValue(ordinal);

    public override object this[string name] => GetValue(GetOrdinal(name));

    public override bool Read() => rows.Read();

    public override bool NextResult() => rows.NextResult();

    public override string GetName(int ordinal) => rows.GetName(ordinal);

    public override int GetOrdinal(string name) => rows.GetOrdinal(name);

    public override string GetDataTypeName(int ordinal) => rows.GetDataTypeName(ordinal);

    public override Type GetFieldType(int ordinal) => rows.GetFieldType(ordinal);

    public override object GetValue(int ordinal) => rows.GetValue(ordinal);

    public override int GetValues(object[] values)
    {
        int count = Math.Min(values.Length, FieldCount);
        for (int i = 0; i < count; i++)
            values[i] = GetValue(i);
        return count;
    }

    public override bool IsDBNull(int ordinal) => rows.IsDBNull(ordinal);

    public override bool GetBoolean(int ordinal) => (bool)GetValue(ordinal);

    public override byte GetByte(int ordinal) => (byte)GetValue(ordinal);

    public override long GetBytes(int ordinal, long dataOffset, byte[]? buffer, int bufferOffset, int length) =>
        rows.GetBytes(ordinal, dataOffset, buffer, bufferOffset, length);

    public override char GetChar(int ordinal) => (char)GetValue(ordinal);

    public override long GetChars(int ordinal, long dataOffset, char[]? buffer, int bufferOffset, int length) =>
        rows.GetChars(ordinal, dataOffset, buffer, bufferOffset, length);

    public override DateTime GetDateTime(int ordinal) => (DateTime)GetValue(ordinal);

    public override decimal GetDecimal(int ordinal) => (decimal)GetValue(ordinal);

    public override double GetDouble(int ordinal) => (double)GetValue(ordinal);

    public override float GetFloat(int ordinal) => (float)GetValue(ordinal);

    public override Guid GetGuid(int ordinal) => (Guid)GetValue(ordinal);

    public override short GetInt16(int ordinal) => (short)GetValue(ordinal);

    public override int GetInt32(int ordinal) => (int)GetValue(ordinal);

    public override long GetInt64(int ordinal) => (long)GetValue(ordinal);

    public override string GetString(int ordinal) => (string)GetValue(ordinal);

    public override IEnumerator GetEnumerator() => new DbEnumerator(this);

    protected override void Dispose(bool disposing)
    {
        if (disposing)
            rows.Dispose();
        base.Dispose(disposing);
    }
}

/// <summary>
/// Rows for a document, which has no form of its own for types that are younger than it: days, times and the widest numbers are texts.
/// Moments of a database that keeps them in UTC say so: as dates they would be loaded as local ones.
/// </summary>
sealed class DocumentRows(DbDataReader rows) : RowsAround(rows)
{
    /// <summary>Whether a document, and the binary form, have none for the type.</summary>
    public static bool IsYounger(Type type) =>
        type == typeof(DateOnly) || type == typeof(TimeOnly) || type == typeof(Half) || type == typeof(Int128) || type == typeof(UInt128)
            || type == typeof(System.Numerics.BigInteger);

    readonly bool[] _moments = [.. Enumerable.Range(0, rows.FieldCount).Select(i => AreMoments(rows, i))];

    public override Type GetFieldType(int ordinal) =>
        _moments[ordinal] ? typeof(DateTimeOffset) : base.GetFieldType(ordinal) is var type && IsYounger(type) ? typeof(string) : type;

    public override object GetValue(int ordinal) =>
        base.GetValue(ordinal) is var value && IsYounger(value.GetType())
            ? RowText.Of(value)!
            : _moments[ordinal] && value is DateTime moment ? new DateTimeOffset(DateTime.SpecifyKind(moment, DateTimeKind.Utc)) : value;
}

/// <summary>Rows of a table, whose own reader does not tell how its columns keep dates.</summary>
sealed class TableRows(DataTable table) : RowsAround(table.CreateDataReader())
{
    public override DataSetDateTime? ModeOf(int ordinal) =>
        table.Columns[ordinal] is { DateTimeMode: not DataSetDateTime.UnspecifiedLocal } column && column.DataType == typeof(DateTime)
            ? column.DateTimeMode
            : null;
}

/// <summary>Rows that are counted as they are read.</summary>
sealed class CountedRows(DbDataReader rows) : RowsAround(rows)
{
    public long Count { get; private set; }

    public override bool Read()
    {
        bool any = base.Read();
        Count += any ? 1 : 0;
        return any;
    }
}
