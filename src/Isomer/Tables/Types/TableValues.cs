using System.Numerics;
using System.Text.Json.Serialization;

namespace Isomer.Tabular;

/// <summary>
/// The values of one column, of one type, as a vector: exactly one of the arrays below is there, so that every format carries
/// it with no polymorphism, and Compact copies numbers as they lie in memory.
/// </summary>
/// <remarks>
/// Where the items are values, nulls take no place among them: <see cref="Nulls"/> has a bit for each record, lowest bit of
/// the first byte first, 1 = null. Strings, byte arrays and objects are null in their place. Values of mixed types (columns
/// of type object, extended properties) are split by type: <see cref="Kinds"/> says for each record in which of the
/// <see cref="Parts"/> its value is the next (from 1; 0 = null). So their exact types come back from any format.
/// </remarks>
internal sealed class TableValues
{
    /// <summary>The type, where no column says it.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public string? Type { get; set; }

    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public byte[]? Nulls { get; set; }

    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public bool[]? Booleans { get; set; }

    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public char[]? Chars { get; set; }

    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public sbyte[]? SBytes { get; set; }

    /// <summary>Of a Byte column.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public byte[]? Bytes { get; set; }

    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public short[]? Int16s { get; set; }

    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public ushort[]? UInt16s { get; set; }

    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public int[]? Int32s { get; set; }

    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public uint[]? UInt32s { get; set; }

    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public long[]? Int64s { get; set; }

    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public ulong[]? UInt64s { get; set; }

    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public Int128[]? Int128s { get; set; }

    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public UInt128[]? UInt128s { get; set; }

    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public BigInteger[]? BigIntegers { get; set; }

    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public Half[]? Halves { get; set; }

    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public float[]? Singles { get; set; }

    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public double[]? Doubles { get; set; }

    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public decimal[]? Decimals { get; set; }

    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public DateTime[]? DateTimes { get; set; }

    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public DateTimeOffset[]? DateTimeOffsets { get; set; }

    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public TimeSpan[]? TimeSpans { get; set; }

    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public DateOnly[]? DateOnlys { get; set; }

    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public TimeOnly[]? TimeOnlys { get; set; }

    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public Guid[]? Guids { get; set; }

    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull), ProtobufNullWrappedValue]
    public string?[]? Strings { get; set; }

    /// <summary>
    /// Of strings that repeat: for each record the place (from 1; 0 = null) of its string among <see cref="Strings"/>, where each stands
    /// once.
    /// </summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public byte[]? Places { get; set; }

    /// <summary>The places of strings that repeat, where there are more than 255 strings.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public ushort[]? WidePlaces { get; set; }

    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull), ProtobufNullWrappedValue]
    public byte[]?[]? Binaries { get; set; }

    /// <summary>Of a registered type.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public object?[]? Objects { get; set; }

    /// <summary>Of a column of mixed types: where each record's value is.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public byte[]? Kinds { get; set; }

    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public TableValues[]? Parts { get; set; }

    /// <summary>
    /// In place of all other arrays: the column as one blob (<see cref="ColumnPacking"/>). Compact writes it, every format reads it.
    /// </summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public byte[]? Packed { get; set; }
}
