namespace Isomer.Bench.Data;

/// <summary>A wide object: two members of each of thirty common scalar types, sixty in all.</summary>
[Serializable]
public sealed class Wide
{
    public bool Bool1 { get; set; }
    public byte Byte1 { get; set; }
    public sbyte SByte1 { get; set; }
    public short Int161 { get; set; }
    public ushort UInt161 { get; set; }
    public int Int321 { get; set; }
    public uint UInt321 { get; set; }
    public long Int641 { get; set; }
    public ulong UInt641 { get; set; }
    public float Single1 { get; set; }
    public double Double1 { get; set; }
    public decimal Decimal1 { get; set; }
    public char Char1 { get; set; }
    public string? String1 { get; set; }
    public DateTime DateTime1 { get; set; }
    public DateTimeOffset DateTimeOffset1 { get; set; }
    public TimeSpan TimeSpan1 { get; set; }
    public Guid Guid1 { get; set; }
    public DateOnly DateOnly1 { get; set; }
    public TimeOnly TimeOnly1 { get; set; }
    public DayOfWeek Day1 { get; set; }
    public bool? MaybeBool1 { get; set; }
    public int? MaybeInt321 { get; set; }
    public long? MaybeInt641 { get; set; }
    public double? MaybeDouble1 { get; set; }
    public decimal? MaybeDecimal1 { get; set; }
    public DateTime? MaybeDateTime1 { get; set; }
    public Guid? MaybeGuid1 { get; set; }
    public DayOfWeek? MaybeDay1 { get; set; }
    public byte[]? Bytes1 { get; set; }
    public bool Bool2 { get; set; }
    public byte Byte2 { get; set; }
    public sbyte SByte2 { get; set; }
    public short Int162 { get; set; }
    public ushort UInt162 { get; set; }
    public int Int322 { get; set; }
    public uint UInt322 { get; set; }
    public long Int642 { get; set; }
    public ulong UInt642 { get; set; }
    public float Single2 { get; set; }
    public double Double2 { get; set; }
    public decimal Decimal2 { get; set; }
    public char Char2 { get; set; }
    public string? String2 { get; set; }
    public DateTime DateTime2 { get; set; }
    public DateTimeOffset DateTimeOffset2 { get; set; }
    public TimeSpan TimeSpan2 { get; set; }
    public Guid Guid2 { get; set; }
    public DateOnly DateOnly2 { get; set; }
    public TimeOnly TimeOnly2 { get; set; }
    public DayOfWeek Day2 { get; set; }
    public bool? MaybeBool2 { get; set; }
    public int? MaybeInt322 { get; set; }
    public long? MaybeInt642 { get; set; }
    public double? MaybeDouble2 { get; set; }
    public decimal? MaybeDecimal2 { get; set; }
    public DateTime? MaybeDateTime2 { get; set; }
    public Guid? MaybeGuid2 { get; set; }
    public DayOfWeek? MaybeDay2 { get; set; }
    public byte[]? Bytes2 { get; set; }

    /// <summary>Plausible values, with seven nulls.</summary>
    public static Wide Sample() => new()
    {
        Bool1 = true,
        Byte1 = 200,
        SByte1 = -100,
        Int161 = -12345,
        UInt161 = 54321,
        Int321 = -1234567890,
        UInt321 = 4000000000,
        Int641 = -1234567890123456789,
        UInt641 = 12345678901234567890,
        Single1 = 3.1415927f,
        Double1 = 2.718281828459045,
        Decimal1 = 12345.6789m,
        Char1 = 'x',
        String1 = "a string of some words",
        DateTime1 = new(2026, 11, 21, 13, 14, 15, 123, DateTimeKind.Utc),
        DateTimeOffset1 = new(2026, 11, 21, 13, 14, 15, TimeSpan.FromHours(2)),
        TimeSpan1 = new(1, 2, 3, 4, 5),
        Guid1 = new("12345678-2345-3456-4567-56789a6789ab"),
        DateOnly1 = new(2026, 11, 21),
        TimeOnly1 = new(13, 14, 15),
        Day1 = DayOfWeek.Saturday,
        MaybeBool1 = true,
        MaybeInt321 = 150,
        MaybeInt641 = null,
        MaybeDouble1 = 0.1,
        MaybeDecimal1 = null,
        MaybeDateTime1 = new DateTime(2020, 5, 31),
        MaybeGuid1 = null,
        MaybeDay1 = DayOfWeek.Sunday,
        Bytes1 = [1, 2, 3, 250, 251, 252, 253, 254, 255],
        Bool2 = false,
        Byte2 = 0,
        SByte2 = 1,
        Int162 = 7,
        UInt162 = 8,
        Int322 = 42,
        UInt322 = 43,
        Int642 = 44,
        UInt642 = 45,
        Single2 = -0.5f,
        Double2 = 1e300,
        Decimal2 = -0.01m,
        Char2 = '\u00e9',
        String2 = "na\u00efve \"quoted\"",
        DateTime2 = new(1999, 12, 31),
        DateTimeOffset2 = new(1999, 12, 31, 0, 0, 0, TimeSpan.Zero),
        TimeSpan2 = TimeSpan.FromMinutes(-90),
        Guid2 = new("9d058b10-c153-43a5-a18a-070492c41c22"),
        DateOnly2 = new(1970, 1, 1),
        TimeOnly2 = new(0, 0, 1),
        Day2 = DayOfWeek.Monday,
        MaybeBool2 = null,
        MaybeInt322 = null,
        MaybeInt642 = 9876543210,
        MaybeDouble2 = null,
        MaybeDecimal2 = 99.99m,
        MaybeDateTime2 = null,
        MaybeGuid2 = new Guid("00112233-4455-6677-8899-aabbccddeeff"),
        MaybeDay2 = null,
        Bytes2 = [7],
    };

    /// <summary>Equal member by member.</summary>
    public static bool Same(Wide a, Wide b) =>
        a.Bool1 == b.Bool1 &&
        a.Byte1 == b.Byte1 &&
        a.SByte1 == b.SByte1 &&
        a.Int161 == b.Int161 &&
        a.UInt161 == b.UInt161 &&
        a.Int321 == b.Int321 &&
        a.UInt321 == b.UInt321 &&
        a.Int641 == b.Int641 &&
        a.UInt641 == b.UInt641 &&
        a.Single1 == b.Single1 &&
        a.Double1 == b.Double1 &&
        a.Decimal1 == b.Decimal1 &&
        a.Char1 == b.Char1 &&
        a.String1 == b.String1 &&
        a.DateTime1 == b.DateTime1 &&
        a.DateTimeOffset1 == b.DateTimeOffset1 &&
        a.TimeSpan1 == b.TimeSpan1 &&
        a.Guid1 == b.Guid1 &&
        a.DateOnly1 == b.DateOnly1 &&
        a.TimeOnly1 == b.TimeOnly1 &&
        a.Day1 == b.Day1 &&
        a.MaybeBool1 == b.MaybeBool1 &&
        a.MaybeInt321 == b.MaybeInt321 &&
        a.MaybeInt641 == b.MaybeInt641 &&
        a.MaybeDouble1 == b.MaybeDouble1 &&
        a.MaybeDecimal1 == b.MaybeDecimal1 &&
        a.MaybeDateTime1 == b.MaybeDateTime1 &&
        a.MaybeGuid1 == b.MaybeGuid1 &&
        a.MaybeDay1 == b.MaybeDay1 &&
        a.Bytes1.AsSpan().SequenceEqual(b.Bytes1) && (a.Bytes1 is null) == (b.Bytes1 is null) &&
        a.Bool2 == b.Bool2 &&
        a.Byte2 == b.Byte2 &&
        a.SByte2 == b.SByte2 &&
        a.Int162 == b.Int162 &&
        a.UInt162 == b.UInt162 &&
        a.Int322 == b.Int322 &&
        a.UInt322 == b.UInt322 &&
        a.Int642 == b.Int642 &&
        a.UInt642 == b.UInt642 &&
        a.Single2 == b.Single2 &&
        a.Double2 == b.Double2 &&
        a.Decimal2 == b.Decimal2 &&
        a.Char2 == b.Char2 &&
        a.String2 == b.String2 &&
        a.DateTime2 == b.DateTime2 &&
        a.DateTimeOffset2 == b.DateTimeOffset2 &&
        a.TimeSpan2 == b.TimeSpan2 &&
        a.Guid2 == b.Guid2 &&
        a.DateOnly2 == b.DateOnly2 &&
        a.TimeOnly2 == b.TimeOnly2 &&
        a.Day2 == b.Day2 &&
        a.MaybeBool2 == b.MaybeBool2 &&
        a.MaybeInt322 == b.MaybeInt322 &&
        a.MaybeInt642 == b.MaybeInt642 &&
        a.MaybeDouble2 == b.MaybeDouble2 &&
        a.MaybeDecimal2 == b.MaybeDecimal2 &&
        a.MaybeDateTime2 == b.MaybeDateTime2 &&
        a.MaybeGuid2 == b.MaybeGuid2 &&
        a.MaybeDay2 == b.MaybeDay2 &&
        a.Bytes2.AsSpan().SequenceEqual(b.Bytes2) && (a.Bytes2 is null) == (b.Bytes2 is null);

    /// <summary>A copy, written by hand; the strings are copied by the function given.</summary>
    public static Wide Clone(Wide from, Func<string?, string?> text) => new()
    {
        Bool1 = from.Bool1,
        Byte1 = from.Byte1,
        SByte1 = from.SByte1,
        Int161 = from.Int161,
        UInt161 = from.UInt161,
        Int321 = from.Int321,
        UInt321 = from.UInt321,
        Int641 = from.Int641,
        UInt641 = from.UInt641,
        Single1 = from.Single1,
        Double1 = from.Double1,
        Decimal1 = from.Decimal1,
        Char1 = from.Char1,
        String1 = text(from.String1),
        DateTime1 = from.DateTime1,
        DateTimeOffset1 = from.DateTimeOffset1,
        TimeSpan1 = from.TimeSpan1,
        Guid1 = from.Guid1,
        DateOnly1 = from.DateOnly1,
        TimeOnly1 = from.TimeOnly1,
        Day1 = from.Day1,
        MaybeBool1 = from.MaybeBool1,
        MaybeInt321 = from.MaybeInt321,
        MaybeInt641 = from.MaybeInt641,
        MaybeDouble1 = from.MaybeDouble1,
        MaybeDecimal1 = from.MaybeDecimal1,
        MaybeDateTime1 = from.MaybeDateTime1,
        MaybeGuid1 = from.MaybeGuid1,
        MaybeDay1 = from.MaybeDay1,
        Bytes1 = from.Bytes1?.AsSpan().ToArray(),
        Bool2 = from.Bool2,
        Byte2 = from.Byte2,
        SByte2 = from.SByte2,
        Int162 = from.Int162,
        UInt162 = from.UInt162,
        Int322 = from.Int322,
        UInt322 = from.UInt322,
        Int642 = from.Int642,
        UInt642 = from.UInt642,
        Single2 = from.Single2,
        Double2 = from.Double2,
        Decimal2 = from.Decimal2,
        Char2 = from.Char2,
        String2 = text(from.String2),
        DateTime2 = from.DateTime2,
        DateTimeOffset2 = from.DateTimeOffset2,
        TimeSpan2 = from.TimeSpan2,
        Guid2 = from.Guid2,
        DateOnly2 = from.DateOnly2,
        TimeOnly2 = from.TimeOnly2,
        Day2 = from.Day2,
        MaybeBool2 = from.MaybeBool2,
        MaybeInt322 = from.MaybeInt322,
        MaybeInt642 = from.MaybeInt642,
        MaybeDouble2 = from.MaybeDouble2,
        MaybeDecimal2 = from.MaybeDecimal2,
        MaybeDateTime2 = from.MaybeDateTime2,
        MaybeGuid2 = from.MaybeGuid2,
        MaybeDay2 = from.MaybeDay2,
        Bytes2 = from.Bytes2?.AsSpan().ToArray(),
    };
}
