using Isomer.Model;

namespace Isomer.Formats;

/// <summary>The first byte of a record, as [MS-NRBF] numbers them.</summary>
internal enum NrbfRecord : byte
{
    Header = 0,
    ClassWithId = 1,
    SystemClassWithMembers = 2,
    ClassWithMembers = 3,
    SystemClassWithMembersAndTypes = 4,
    ClassWithMembersAndTypes = 5,
    String = 6,
    Array = 7,
    PrimitiveTyped = 8,
    Reference = 9,
    Null = 10,
    End = 11,
    Library = 12,
    Nulls256 = 13,
    Nulls = 14,
    PrimitiveArray = 15,
    ObjectArray = 16,
    StringArray = 17,
    MethodCall = 21,
    MethodReturn = 22,
}

/// <summary>What a member or an item is said to be.</summary>
internal enum NrbfKind : byte
{
    Primitive = 0,
    String = 1,
    Object = 2,
    SystemClass = 3,
    Class = 4,
    ObjectArray = 5,
    StringArray = 6,
    PrimitiveArray = 7,
}

/// <summary>How an array's dimensions are told.</summary>
internal enum NrbfArrayKind : byte
{
    Single = 0,
    Jagged = 1,
    Rectangular = 2,
    SingleOffset = 3,
    JaggedOffset = 4,
    RectangularOffset = 5,
}

/// <summary>The primitives: number 4 is not used.</summary>
internal enum NrbfPrimitive : byte
{
    None = 0,
    Boolean = 1,
    Byte = 2,
    Char = 3,
    Decimal = 5,
    Double = 6,
    Int16 = 7,
    Int32 = 8,
    Int64 = 9,
    SByte = 10,
    Single = 11,
    TimeSpan = 12,
    DateTime = 13,
    UInt16 = 14,
    UInt32 = 15,
    UInt64 = 16,
    Null = 17,
    String = 18,
}

internal static class NrbfPrimitives
{
    /// <summary>The least and the greatest number of an integer type; of the widest without a sign, what a long holds.</summary>
    public static (long Least, long Most) Bounds(NrbfPrimitive integer) => integer switch
    {
        NrbfPrimitive.SByte => (sbyte.MinValue, sbyte.MaxValue),
        NrbfPrimitive.Byte => (0, byte.MaxValue),
        NrbfPrimitive.Int16 => (short.MinValue, short.MaxValue),
        NrbfPrimitive.UInt16 => (0, ushort.MaxValue),
        NrbfPrimitive.Int32 => (int.MinValue, int.MaxValue),
        NrbfPrimitive.UInt32 => (0, uint.MaxValue),
        NrbfPrimitive.UInt64 => (0, long.MaxValue),
        _ => (long.MinValue, long.MaxValue),
    };

    /// <summary>The primitive that a type is; None if it is none.</summary>
    public static NrbfPrimitive Of(Type type) => type.IsEnum ? NrbfPrimitive.None : Type.GetTypeCode(type) switch
    {
        TypeCode.Boolean => NrbfPrimitive.Boolean,
        TypeCode.Byte => NrbfPrimitive.Byte,
        TypeCode.Char => NrbfPrimitive.Char,
        TypeCode.Decimal => NrbfPrimitive.Decimal,
        TypeCode.Double => NrbfPrimitive.Double,
        TypeCode.Int16 => NrbfPrimitive.Int16,
        TypeCode.Int32 => NrbfPrimitive.Int32,
        TypeCode.Int64 => NrbfPrimitive.Int64,
        TypeCode.SByte => NrbfPrimitive.SByte,
        TypeCode.Single => NrbfPrimitive.Single,
        TypeCode.DateTime => NrbfPrimitive.DateTime,
        TypeCode.UInt16 => NrbfPrimitive.UInt16,
        TypeCode.UInt32 => NrbfPrimitive.UInt32,
        TypeCode.UInt64 => NrbfPrimitive.UInt64,
        _ => type == typeof(TimeSpan) ? NrbfPrimitive.TimeSpan : NrbfPrimitive.None,
    };

    /// <summary>Bytes of a value; 0 where they vary: text of a decimal, UTF-8 of a char.</summary>
    public static int Width(NrbfPrimitive primitive) => (uint)primitive < (uint)Widths.Length ? Widths[(int)primitive] : 0;

    /// <summary>By number. (A switch of patterns was 3 % of the time of reading rows.)</summary>
    static ReadOnlySpan<byte> Widths => [0, 1, 1, 0, 0, 0, 8, 2, 4, 8, 1, 4, 8, 8, 2, 4, 8, 0, 0];

    /// <summary>
    /// Whether a member that is an array of them is said to be one. Of these three the original says the name of the array's class, though
    /// the array's own record is that of primitives.
    /// </summary>
    public static bool HasArrays(NrbfPrimitive primitive) =>
        primitive is not (NrbfPrimitive.None or NrbfPrimitive.Decimal or NrbfPrimitive.DateTime or NrbfPrimitive.TimeSpan);

    /// <summary>Whether an array of them is written as they lie in memory.</summary>
    public static bool IsBulk(Type type) =>
        Of(type) is not (NrbfPrimitive.None or NrbfPrimitive.Decimal or NrbfPrimitive.Char or NrbfPrimitive.DateTime
            or NrbfPrimitive.Boolean);

    /// <summary>Whether it is an array of bools, none of which a surrogate carries: each is a byte.</summary>
    public static bool AreTruths(TypeModel model) =>
        model.Type == typeof(bool[]) && model is SequenceModel { Element: ScalarModel { Scalar: Scalar.Boolean } };
}
