using System.Data.SqlTypes;
using System.Runtime.CompilerServices;

namespace Isomer.Conventions;

#pragma warning disable CA1051, IDE1006 // fields bear the names that .NET Framework's have

/// <summary>
/// Values of databases that this runtime marks [Serializable] no more, by .NET Framework's fields; mono writes those of the runtime of
/// today (<c>_value</c>). (Their siblings still are marked, and are their own.)
/// </summary>
static class SqlFields
{
    // Apart, so that System.Data is loaded for those only who use it.
    [MethodImpl(MethodImplOptions.NoInlining)]
    public static Surrogate Find(string name) => name switch
    {
        "SqlSingle" => new SqlSingleSurrogate(),
        "SqlMoney" => new SqlMoneySurrogate(),
        "SqlDecimal" => new SqlDecimalSurrogate(),
        "SqlBytes" => new SqlBytesSurrogate(),
        "SqlChars" => new SqlCharsSurrogate(),
        "SqlXml" => new SqlXmlSurrogate(),
        _ => new SqlBinarySurrogate(),
    };
}

[FieldsOf(typeof(SqlSingle), SqlLibrary.Name)]
struct SqlSingleFields
{
    [FieldAlias("_fNotNull")] public bool m_fNotNull;
    [FieldAlias("_value")] public float m_value;
}

/// <summary>The assembly in which the types were.</summary>
static class SqlLibrary
{
    public const string Name = "System.Data, Version=4.0.0.0, Culture=neutral, PublicKeyToken=b77a5c561934e089";
}

sealed class SqlSingleSurrogate : FieldsSurrogate<SqlSingle, SqlSingleFields>
{
    public override ClrName? Name => new("System.Data.SqlTypes.SqlSingle", [], SqlLibrary.Name);

    public override SqlSingleFields ToCarrier(SqlSingle value) =>
        value.IsNull ? default : new() { m_fNotNull = true, m_value = value.Value };

    public override SqlSingle FromCarrier(SqlSingleFields carrier) => carrier.m_fNotNull ? new(carrier.m_value) : SqlSingle.Null;
}

[FieldsOf(typeof(SqlMoney), SqlLibrary.Name)]
struct SqlMoneyFields
{
    [FieldAlias("_fNotNull")] public bool m_fNotNull;
    [FieldAlias("_value")] public long m_value;
}

sealed class SqlMoneySurrogate : FieldsSurrogate<SqlMoney, SqlMoneyFields>
{
    public override ClrName? Name => new("System.Data.SqlTypes.SqlMoney", [], SqlLibrary.Name);

    public override SqlMoneyFields ToCarrier(SqlMoney value) =>
        value.IsNull ? default : new() { m_fNotNull = true, m_value = value.GetTdsValue() };

    public override SqlMoney FromCarrier(SqlMoneyFields carrier) =>
        carrier.m_fNotNull ? SqlMoney.FromTdsValue(carrier.m_value) : SqlMoney.Null;
}

[FieldsOf(typeof(SqlDecimal), SqlLibrary.Name)]
struct SqlDecimalFields
{
    [FieldAlias("_bStatus")] public byte m_bStatus;
    [FieldAlias("_bLen")] public byte m_bLen;
    [FieldAlias("_bPrec")] public byte m_bPrec;
    [FieldAlias("_bScale")] public byte m_bScale;
    [FieldAlias("_data1")] public uint m_data1;
    [FieldAlias("_data2")] public uint m_data2;
    [FieldAlias("_data3")] public uint m_data3;
    [FieldAlias("_data4")] public uint m_data4;
}

sealed class SqlDecimalSurrogate : FieldsSurrogate<SqlDecimal, SqlDecimalFields>
{
    const byte NotNull = 1, Negative = 2;

    public override ClrName? Name => new("System.Data.SqlTypes.SqlDecimal", [], SqlLibrary.Name);

    public override SqlDecimalFields ToCarrier(SqlDecimal value)
    {
        if (value.IsNull)
            return default;
        int[] data = value.Data;
        return new()
        {
            m_bStatus = (byte)(NotNull | (value.IsPositive ? 0 : Negative)),
            m_bLen = (byte)Math.Max(1, Array.FindLastIndex(data, static d => d != 0) + 1),
            m_bPrec = value.Precision,
            m_bScale = value.Scale,
            m_data1 = (uint)data[0],
            m_data2 = (uint)data[1],
            m_data3 = (uint)data[2],
            m_data4 = (uint)data[3],
        };
    }

    public override SqlDecimal FromCarrier(SqlDecimalFields carrier) => (carrier.m_bStatus & NotNull) == 0 ? SqlDecimal.Null
        : new SqlDecimal(carrier.m_bPrec, carrier.m_bScale, (carrier.m_bStatus & Negative) == 0, (int)carrier.m_data1, (int)carrier.m_data2,
            (int)carrier.m_data3, (int)carrier.m_data4);
}

[FieldsOf(typeof(SqlBinary), SqlLibrary.Name)]
struct SqlBinaryFields
{
    [FieldAlias("_value")] public byte[]? m_value;
}

sealed class SqlBinarySurrogate : FieldsSurrogate<SqlBinary, SqlBinaryFields>
{
    public override ClrName? Name => new("System.Data.SqlTypes.SqlBinary", [], SqlLibrary.Name);

    public override SqlBinaryFields ToCarrier(SqlBinary value) => new() { m_value = value.IsNull ? null : value.Value };

    public override SqlBinary FromCarrier(SqlBinaryFields carrier) => carrier.m_value is not { } bytes ? SqlBinary.Null
        : bytes.Length <= FewBytes ? new(bytes) : (SqlBinary)s_made.GetValue(bytes, static b => new SqlBinary(b));

    const int FewBytes = 64;

    // Copies of one value share its bytes.
    static readonly System.Runtime.CompilerServices.ConditionalWeakTable<byte[], object> s_made = [];
}
