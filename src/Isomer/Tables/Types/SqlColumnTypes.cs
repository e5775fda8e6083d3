using System.Data.SqlTypes;
using System.Xml;

namespace Isomer.Tabular;

/// <summary>The types of System.Data.SqlTypes as columns. Their null is a null.</summary>
internal static class SqlColumnTypes
{
    public static ColumnType? Named(string name) => name switch
    {
        "SqlBoolean" => new SqlColumnType<SqlBoolean, bool>(name, v => v.Booleans, (v, a) => v.Booleans = a, v => v.Value, v => new(v)),
        "SqlByte" => new SqlColumnType<SqlByte, byte>(name, v => v.Bytes, (v, a) => v.Bytes = a, v => v.Value, v => new(v)),
        "SqlInt16" => new SqlColumnType<SqlInt16, short>(name, v => v.Int16s, (v, a) => v.Int16s = a, v => v.Value, v => new(v)),
        "SqlInt32" => new SqlColumnType<SqlInt32, int>(name, v => v.Int32s, (v, a) => v.Int32s = a, v => v.Value, v => new(v)),
        "SqlInt64" => new SqlColumnType<SqlInt64, long>(name, v => v.Int64s, (v, a) => v.Int64s = a, v => v.Value, v => new(v)),
        "SqlSingle" => new SqlColumnType<SqlSingle, float>(name, v => v.Singles, (v, a) => v.Singles = a, v => v.Value, v => new(v)),
        "SqlDouble" => new SqlColumnType<SqlDouble, double>(name, v => v.Doubles, (v, a) => v.Doubles = a, v => v.Value, v => new(v)),
        "SqlMoney" => new SqlColumnType<SqlMoney, decimal>(name, v => v.Decimals, (v, a) => v.Decimals = a, v => v.Value, v => new(v)),
        "SqlDecimal" => new SqlColumnType<SqlDecimal, byte[]?>(name, v => v.Binaries, (v, a) => v.Binaries = a, ToBytes, ToDecimal),
        "SqlDateTime" =>
            new SqlColumnType<SqlDateTime, DateTime>(name, v => v.DateTimes, (v, a) => v.DateTimes = a, v => v.Value, v => new(v)),
        "SqlGuid" => new SqlColumnType<SqlGuid, Guid>(name, v => v.Guids, (v, a) => v.Guids = a, v => v.Value, v => new(v)),
        "SqlString" => new SqlColumnType<SqlString, string?>(name, v => v.Strings, (v, a) => v.Strings = a, v => v.Value, v => new(v)),
        "SqlBinary" => new SqlColumnType<SqlBinary, byte[]?>(name, v => v.Binaries, (v, a) => v.Binaries = a, v => v.Value, v => new(v)),
        "SqlBytes" => new SqlColumnType<SqlBytes, byte[]?>(name, v => v.Binaries, (v, a) => v.Binaries = a, v => v.Value, v => new(v)),
        "SqlChars" =>
            new SqlColumnType<SqlChars, string?>(name, v => v.Strings, (v, a) => v.Strings = a, v => new string(v.Value),
                v => new(v!.ToCharArray())),
        "SqlXml" => new SqlColumnType<SqlXml, string?>(name, v => v.Strings, (v, a) => v.Strings = a, v => v.Value, ToXml),
        _ => null,
    };

    /// <summary>What a value is without its SQL type, for forms that have no names of types.</summary>
    public static object? Plain(object value) => value switch
    {
        INullable { IsNull: true } => null,
        SqlBoolean v => v.Value,
        SqlByte v => v.Value,
        SqlInt16 v => v.Value,
        SqlInt32 v => v.Value,
        SqlInt64 v => v.Value,
        SqlSingle v => v.Value,
        SqlDouble v => v.Value,
        SqlMoney v => v.Value,
        // Exact, for a decimal has fewer digits.
        SqlDecimal v => v.Precision <= 28 ? v.Value : (object)v.ToString(),
        SqlDateTime v => v.Value,
        SqlGuid v => v.Value,
        SqlString v => v.Value,
        SqlBinary v => v.Value,
        SqlBytes v => v.Value,
        SqlChars v => new string(v.Value),
        SqlXml v => v.Value,
        _ => value,
    };

    /// <summary>Precision, scale, sign, then the 128 bits: the text of a SqlDecimal does not say its precision.</summary>
    static byte[] ToBytes(SqlDecimal value)
    {
        byte[] bytes = new byte[3 + (4 * sizeof(int))];
        bytes[0] = value.Precision;
        bytes[1] = value.Scale;
        bytes[2] = value.IsPositive ? (byte)1 : (byte)0;
        int[] data = value.Data;
        for (int i = 0; i < 4; i++)
            BitConverter.TryWriteBytes(bytes.AsSpan(3 + (i * sizeof(int))), data[i]);
        return bytes;
    }

    static SqlDecimal ToDecimal(byte[]? bytes)
    {
        if (bytes is not { Length: 19 } || bytes[2] > 1)
            throw new WireFormatException("A SqlDecimal takes 19 bytes: precision, scale, sign, and 16 of the number.");
        return new SqlDecimal(bytes[0], bytes[1], bytes[2] == 1,
            BitConverter.ToInt32(bytes, 3), BitConverter.ToInt32(bytes, 7), BitConverter.ToInt32(bytes, 11),
            BitConverter.ToInt32(bytes, 15));
    }

    static SqlXml ToXml(string? text)
    {
        if (text!.Length == 0)
            return new SqlXml(new MemoryStream());
        using var reader = XmlReader.Create(new StringReader(text),
            new XmlReaderSettings
            { DtdProcessing = DtdProcessing.Prohibit, XmlResolver = null, ConformanceLevel = ConformanceLevel.Fragment });
        return new SqlXml(reader);
    }
}

internal sealed class SqlColumnType<TValue, T>(string name, Func<TableValues, T[]?> get, Action<TableValues, T[]> set, Func<TValue, T> from,
    Func<T, TValue> to)
    : MappedColumnType<TValue, T>(name, get, set, from, to) where TValue : INullable
{
    protected internal override bool IsNull(object value) => value is INullable { IsNull: true };
}
