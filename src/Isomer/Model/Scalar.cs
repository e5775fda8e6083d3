using System.Numerics;

namespace Isomer.Model;

/// <summary>The core scalars: every format has a form for each of them. Their numbers are part of Compact's layout.</summary>
public enum Scalar : byte
{
    /// <summary>The type is no core scalar.</summary>
    None = 0,

    /// <summary>A truth value.</summary>
    Boolean = 1,

    /// <summary>A UTF-16 code unit.</summary>
    Char = 2,

    /// <summary>A signed integer of 8 bits.</summary>
    SByte = 3,

    /// <summary>An unsigned integer of 8 bits.</summary>
    Byte = 4,

    /// <summary>A signed integer of 16 bits.</summary>
    Int16 = 5,

    /// <summary>An unsigned integer of 16 bits.</summary>
    UInt16 = 6,

    /// <summary>A signed integer of 32 bits.</summary>
    Int32 = 7,

    /// <summary>An unsigned integer of 32 bits.</summary>
    UInt32 = 8,

    /// <summary>A signed integer of 64 bits.</summary>
    Int64 = 9,

    /// <summary>An unsigned integer of 64 bits.</summary>
    UInt64 = 10,

    /// <summary>A signed integer of 128 bits.</summary>
    Int128 = 11,

    /// <summary>An unsigned integer of 128 bits.</summary>
    UInt128 = 12,

    /// <summary>A signed integer of the platform's width.</summary>
    IntPtr = 13,

    /// <summary>An unsigned integer of the platform's width.</summary>
    UIntPtr = 14,

    /// <summary>A floating-point number of 16 bits.</summary>
    Half = 15,

    /// <summary>A floating-point number of 32 bits.</summary>
    Single = 16,

    /// <summary>A floating-point number of 64 bits.</summary>
    Double = 17,

    /// <summary>A decimal number with its scale.</summary>
    Decimal = 18,

    /// <summary>An integer of any size.</summary>
    BigInteger = 19,

    /// <summary>Text.</summary>
    String = 20,

    /// <summary>A Guid.</summary>
    Guid = 21,

    /// <summary>A date and time with its kind.</summary>
    DateTime = 22,

    /// <summary>A date and time with its offset from UTC.</summary>
    DateTimeOffset = 23,

    /// <summary>A duration.</summary>
    TimeSpan = 24,

    /// <summary>A date without a time.</summary>
    DateOnly = 25,

    /// <summary>A time of day.</summary>
    TimeOnly = 26,

    /// <summary>An array of bytes.</summary>
    Bytes = 27,
}

/// <summary>What is fixed about the core scalars: their CLR type, and their width in a packed block.</summary>
public static class Scalars
{
    /// <summary>The scalar that this CLR type is, or None. Enums are not scalars but <see cref="EnumModel"/>s over one.</summary>
    public static Scalar Of(Type type) => type.IsEnum ? Scalar.None : Type.GetTypeCode(type) switch
    {
        TypeCode.Boolean => Scalar.Boolean,
        TypeCode.Char => Scalar.Char,
        TypeCode.SByte => Scalar.SByte,
        TypeCode.Byte => Scalar.Byte,
        TypeCode.Int16 => Scalar.Int16,
        TypeCode.UInt16 => Scalar.UInt16,
        TypeCode.Int32 => Scalar.Int32,
        TypeCode.UInt32 => Scalar.UInt32,
        TypeCode.Int64 => Scalar.Int64,
        TypeCode.UInt64 => Scalar.UInt64,
        TypeCode.Single => Scalar.Single,
        TypeCode.Double => Scalar.Double,
        TypeCode.Decimal => Scalar.Decimal,
        TypeCode.DateTime => Scalar.DateTime,
        TypeCode.String => Scalar.String,
        _ => OfStruct(type),
    };

    static Scalar OfStruct(Type type) => type == typeof(byte[]) ? Scalar.Bytes
        : !type.IsValueType || type.IsGenericType ? Scalar.None
        : type == typeof(Guid) ? Scalar.Guid
        : type == typeof(TimeSpan) ? Scalar.TimeSpan
        : type == typeof(DateTimeOffset) ? Scalar.DateTimeOffset
        : type == typeof(DateOnly) ? Scalar.DateOnly
        : type == typeof(TimeOnly) ? Scalar.TimeOnly
        : type == typeof(Half) ? Scalar.Half
        : type == typeof(Int128) ? Scalar.Int128
        : type == typeof(UInt128) ? Scalar.UInt128
        : type == typeof(nint) ? Scalar.IntPtr
        : type == typeof(nuint) ? Scalar.UIntPtr
        // By name, so that its assembly is not loaded for every struct that is none.
        : type.FullName == "System.Numerics.BigInteger" ? Scalar.BigInteger
        : Scalar.None;

    /// <summary>Bytes in a packed block, or 0 for a scalar of varying width. nint and nuint are 8 everywhere.</summary>
    public static int Width(Scalar scalar) => scalar switch
    {
        Scalar.Boolean or Scalar.SByte or Scalar.Byte => 1,
        Scalar.Char or Scalar.Int16 or Scalar.UInt16 or Scalar.Half => 2,
        Scalar.Int32 or Scalar.UInt32 or Scalar.Single or Scalar.DateOnly => 4,
        Scalar.Int64 or Scalar.UInt64 or Scalar.IntPtr or Scalar.UIntPtr or Scalar.Double => 8,
        Scalar.DateTime or Scalar.TimeSpan or Scalar.TimeOnly => 8,
        Scalar.DateTimeOffset => 10,
        Scalar.Int128 or Scalar.UInt128 or Scalar.Guid => 16,
        // decimal varies: 16 raw bytes would be 39 KB more on the 830 orders (173 against 134), for 10 us less of reading.
        _ => 0,
    };

    /// <summary>
    /// Whether a sequence of these may be copied as it lies in memory: every bit pattern is a value, and the value's memory
    /// is its little-endian form. bool, decimal and the dates have patterns that are no values, so they go item by item.
    /// </summary>
    public static bool IsBulk(Scalar scalar) => scalar switch
    {
        Scalar.Char or Scalar.SByte or Scalar.Int16 or Scalar.UInt16 or Scalar.Int32 or Scalar.UInt32
            or Scalar.Int64 or Scalar.UInt64 or Scalar.Int128 or Scalar.UInt128 or Scalar.Half or Scalar.Single
            or Scalar.Double or Scalar.Guid or Scalar.TimeSpan => true,
        _ => false,
    };

    /// <summary>
    /// Whether text formats have a bound for its length that does not depend on the value, so that it may stand in a run.
    /// </summary>
    public static bool IsRun(Scalar scalar) =>
        scalar == Scalar.Decimal || (Width(scalar) > 0 && scalar is not (Scalar.IntPtr or Scalar.UIntPtr or Scalar.Char));
}
