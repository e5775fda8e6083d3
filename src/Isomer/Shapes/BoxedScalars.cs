using System.Numerics;
using System.Runtime.CompilerServices;
using Isomer.Model;

namespace Isomer.Shapes;

/// <summary>
/// Scalars as boxed objects, for the reflection tier and the dynamic edge: events, places in a packed block, and whole
/// sequences. nint and nuint travel as 64 bits and are checked to fit.
/// </summary>
internal static class BoxedScalars
{
    public static void Write<TSink>(ref TSink sink, Scalar scalar, object? value) where TSink : struct, ISink, allows ref struct
    {
        switch (scalar)
        {
            case Scalar.Boolean: sink.Boolean((bool)value!); break;
            case Scalar.Char: sink.Char((char)value!); break;
            case Scalar.SByte: sink.SByte((sbyte)value!); break;
            case Scalar.Byte: sink.Byte((byte)value!); break;
            case Scalar.Int16: sink.Int16((short)value!); break;
            case Scalar.UInt16: sink.UInt16((ushort)value!); break;
            case Scalar.Int32: sink.Int32((int)value!); break;
            case Scalar.UInt32: sink.UInt32((uint)value!); break;
            case Scalar.Int64: sink.Int64((long)value!); break;
            case Scalar.UInt64: sink.UInt64((ulong)value!); break;
            case Scalar.Int128 or Scalar.UInt128: WriteWide(ref sink, value!); break;
            case Scalar.IntPtr: sink.Int64((nint)value!); break;
            case Scalar.UIntPtr: sink.UInt64((nuint)value!); break;
            case Scalar.Half: sink.Half((Half)value!); break;
            case Scalar.Single: sink.Single((float)value!); break;
            case Scalar.Double: sink.Double((double)value!); break;
            case Scalar.Decimal: sink.Decimal((decimal)value!); break;
            case Scalar.BigInteger: sink.BigInteger((BigInteger)value!); break;
            case Scalar.String: sink.String((string?)value); break;
            case Scalar.Guid: sink.Guid((Guid)value!); break;
            case Scalar.DateTime: sink.DateTime((DateTime)value!); break;
            case Scalar.DateTimeOffset: sink.DateTimeOffset((DateTimeOffset)value!); break;
            case Scalar.TimeSpan: sink.TimeSpan((TimeSpan)value!); break;
            case Scalar.DateOnly: sink.DateOnly((DateOnly)value!); break;
            case Scalar.TimeOnly: sink.TimeOnly((TimeOnly)value!); break;
            case Scalar.Bytes: sink.Bytes((byte[]?)value); break;
            default: throw new ArgumentOutOfRangeException(nameof(scalar));
        }
    }

    public static readonly object True = true;
    static readonly object False = false;

    // Of their own, for the ahead-of-time compiler leaves out every method that hands over an Int128: a first call would wait
    // for all scalars to be compiled.
    [MethodImpl(MethodImplOptions.NoInlining)]
    static void WriteWide<TSink>(ref TSink sink, object value) where TSink : struct, ISink, allows ref struct
    {
        if (value is Int128 signed)
            sink.Int128(signed);
        else
            sink.UInt128((UInt128)value);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    static object ReadWide<TSource>(ref TSource source, Scalar scalar) where TSource : struct, ISource, allows ref struct =>
        scalar == Scalar.Int128 ? source.Int128() : source.UInt128();

    [MethodImpl(MethodImplOptions.NoInlining)]
    static void PutWide(ref byte block, int offset, object value)
    {
        if (value is Int128 signed)
            Packed.Put(ref block, offset, signed);
        else
            Packed.Put(ref block, offset, (UInt128)value);
    }

    public static object? Read<TSource>(ref TSource source, Scalar scalar)
        where TSource : struct, ISource, allows ref struct => scalar switch
        {
            Scalar.Boolean => source.Boolean() ? True : False,
            Scalar.Char => source.Char(),
            Scalar.SByte => source.SByte(),
            Scalar.Byte => source.Byte(),
            Scalar.Int16 => source.Int16(),
            Scalar.UInt16 => source.UInt16(),
            Scalar.Int32 => source.Int32(),
            Scalar.UInt32 => source.UInt32(),
            Scalar.Int64 => source.Int64(),
            Scalar.UInt64 => source.UInt64(),
            Scalar.Int128 or Scalar.UInt128 => ReadWide(ref source, scalar),
            Scalar.IntPtr => checked((nint)source.Int64()),
            Scalar.UIntPtr => checked((nuint)source.UInt64()),
            Scalar.Half => source.Half(),
            Scalar.Single => source.Single(),
            Scalar.Double => source.Double(),
            Scalar.Decimal => source.Decimal(),
            Scalar.BigInteger => source.BigInteger(),
            Scalar.String => source.String(),
            Scalar.Guid => source.Guid(),
            Scalar.DateTime => source.DateTime(),
            Scalar.DateTimeOffset => source.DateTimeOffset(),
            Scalar.TimeSpan => source.TimeSpan(),
            Scalar.DateOnly => source.DateOnly(),
            Scalar.TimeOnly => source.TimeOnly(),
            Scalar.Bytes => source.Bytes(),
            _ => throw new ArgumentOutOfRangeException(nameof(scalar)),
        };

    public static void Put(ref byte block, int offset, Scalar scalar, object value)
    {
        if (value is Enum)
            value = System.Convert.ChangeType(value, Enum.GetUnderlyingType(value.GetType()), null);
        switch (scalar)
        {
            case Scalar.Boolean: Packed.Put(ref block, offset, (bool)value); break;
            case Scalar.Char: Packed.Put(ref block, offset, (char)value); break;
            case Scalar.SByte: Packed.Put(ref block, offset, (sbyte)value); break;
            case Scalar.Byte: Packed.Put(ref block, offset, (byte)value); break;
            case Scalar.Int16: Packed.Put(ref block, offset, (short)value); break;
            case Scalar.UInt16: Packed.Put(ref block, offset, (ushort)value); break;
            case Scalar.Int32: Packed.Put(ref block, offset, (int)value); break;
            case Scalar.UInt32: Packed.Put(ref block, offset, (uint)value); break;
            case Scalar.Int64: Packed.Put(ref block, offset, (long)value); break;
            case Scalar.UInt64: Packed.Put(ref block, offset, (ulong)value); break;
            case Scalar.Int128 or Scalar.UInt128: PutWide(ref block, offset, value); break;
            case Scalar.IntPtr: Packed.PutIntPtr(ref block, offset, (nint)value); break;
            case Scalar.UIntPtr: Packed.PutUIntPtr(ref block, offset, (nuint)value); break;
            case Scalar.Half: Packed.Put(ref block, offset, (Half)value); break;
            case Scalar.Single: Packed.Put(ref block, offset, (float)value); break;
            case Scalar.Double: Packed.Put(ref block, offset, (double)value); break;
            case Scalar.Decimal: Packed.Put(ref block, offset, (decimal)value); break;
            case Scalar.Guid: Packed.Put(ref block, offset, (Guid)value); break;
            case Scalar.DateTime: Packed.Put(ref block, offset, (DateTime)value); break;
            case Scalar.DateTimeOffset: Packed.PutDateTimeOffset(ref block, offset, (DateTimeOffset)value); break;
            case Scalar.TimeSpan: Packed.Put(ref block, offset, (TimeSpan)value); break;
            case Scalar.DateOnly: Packed.Put(ref block, offset, (DateOnly)value); break;
            case Scalar.TimeOnly: Packed.Put(ref block, offset, (TimeOnly)value); break;
            default: throw new ArgumentOutOfRangeException(nameof(scalar));
        }
    }

    public static object Get(ref byte block, int offset, Scalar scalar) => scalar switch
    {
        Scalar.Boolean => Packed.GetBoolean(ref block, offset),
        Scalar.Char => Packed.Get<char>(ref block, offset),
        Scalar.SByte => Packed.Get<sbyte>(ref block, offset),
        Scalar.Byte => Packed.Get<byte>(ref block, offset),
        Scalar.Int16 => Packed.Get<short>(ref block, offset),
        Scalar.UInt16 => Packed.Get<ushort>(ref block, offset),
        Scalar.Int32 => Packed.Get<int>(ref block, offset),
        Scalar.UInt32 => Packed.Get<uint>(ref block, offset),
        Scalar.Int64 => Packed.Get<long>(ref block, offset),
        Scalar.UInt64 => Packed.Get<ulong>(ref block, offset),
        Scalar.Int128 => Packed.Get<Int128>(ref block, offset),
        Scalar.UInt128 => Packed.Get<UInt128>(ref block, offset),
        Scalar.IntPtr => Packed.GetIntPtr(ref block, offset),
        Scalar.UIntPtr => Packed.GetUIntPtr(ref block, offset),
        Scalar.Half => Packed.Get<Half>(ref block, offset),
        Scalar.Single => Packed.Get<float>(ref block, offset),
        Scalar.Double => Packed.Get<double>(ref block, offset),
        Scalar.Decimal => Packed.GetDecimal(ref block, offset),
        Scalar.Guid => Packed.Get<Guid>(ref block, offset),
        Scalar.DateTime => Packed.GetDateTime(ref block, offset),
        Scalar.DateTimeOffset => Packed.GetDateTimeOffset(ref block, offset),
        Scalar.TimeSpan => Packed.Get<TimeSpan>(ref block, offset),
        Scalar.DateOnly => Packed.GetDateOnly(ref block, offset),
        Scalar.TimeOnly => Packed.GetTimeOnly(ref block, offset),
        _ => throw new ArgumentOutOfRangeException(nameof(scalar)),
    };

    /// <summary>The 64 bits of an enum value.</summary>
    public static long BitsOf(object value) => Enum.GetUnderlyingType(value.GetType()) == typeof(ulong)
        ? unchecked((long)System.Convert.ToUInt64(value, null))
        : System.Convert.ToInt64(value, null);

    /// <summary>The enum value of 64 bits, refusing what does not fit.</summary>
    public static object EnumOf(Type type, Scalar underlying, long bits) => underlying == Scalar.UInt64
        ? Enum.ToObject(type, unchecked((ulong)bits))
        : Enum.ToObject(type, Narrowed(underlying, bits));

    /// <summary>Refuses what an enum of so few bits does not have, in the words of the conversions that emitted code makes.</summary>
    static long Narrowed(Scalar underlying, long bits) => underlying switch
    {
        Scalar.SByte => checked((sbyte)bits),
        Scalar.Byte or Scalar.Boolean => checked((byte)bits),
        Scalar.Int16 => checked((short)bits),
        Scalar.UInt16 or Scalar.Char => checked((ushort)bits),
        Scalar.Int32 => checked((int)bits),
        Scalar.UInt32 => checked((uint)bits),
        _ => bits,
    };

    public static void WriteBulk<TSink>(ref TSink sink, SequenceModel model, Array items) where TSink : struct, ISink, allows ref struct
    {
        switch (model.Block)
        {
            case Scalar.Char: sink.Bulk<char>(model, (char[])items); break;
            case Scalar.SByte: sink.Bulk<sbyte>(model, (sbyte[])items); break;
            case Scalar.Int16: sink.Bulk<short>(model, (short[])items); break;
            case Scalar.UInt16: sink.Bulk<ushort>(model, (ushort[])items); break;
            case Scalar.Int32: sink.Bulk<int>(model, (int[])items); break;
            case Scalar.UInt32: sink.Bulk<uint>(model, (uint[])items); break;
            case Scalar.Int64: sink.Bulk<long>(model, (long[])items); break;
            case Scalar.UInt64: sink.Bulk<ulong>(model, (ulong[])items); break;
            case Scalar.Int128: sink.Bulk<Int128>(model, (Int128[])items); break;
            case Scalar.UInt128: sink.Bulk<UInt128>(model, (UInt128[])items); break;
            case Scalar.Half: sink.Bulk<Half>(model, (Half[])items); break;
            case Scalar.Single: sink.Bulk<float>(model, (float[])items); break;
            case Scalar.Double: sink.Bulk<double>(model, (double[])items); break;
            case Scalar.Guid: sink.Bulk<Guid>(model, (Guid[])items); break;
            case Scalar.TimeSpan: sink.Bulk<TimeSpan>(model, (TimeSpan[])items); break;
            case Scalar.Boolean: sink.Bulk<bool>(model, (bool[])items); break;
            case Scalar.Decimal: sink.Bulk<decimal>(model, (decimal[])items); break;
            case Scalar.DateTime: sink.Bulk<DateTime>(model, (DateTime[])items); break;
            default: throw new ArgumentOutOfRangeException(nameof(model));
        }
    }

    public static Array ReadBulk<TSource>(ref TSource source, SequenceModel model)
        where TSource : struct, ISource, allows ref struct => model.Block switch
        {
            Scalar.Char => source.Bulk<char>(model),
            Scalar.SByte => source.Bulk<sbyte>(model),
            Scalar.Int16 => source.Bulk<short>(model),
            Scalar.UInt16 => source.Bulk<ushort>(model),
            Scalar.Int32 => source.Bulk<int>(model),
            Scalar.UInt32 => source.Bulk<uint>(model),
            Scalar.Int64 => source.Bulk<long>(model),
            Scalar.UInt64 => source.Bulk<ulong>(model),
            Scalar.Int128 => source.Bulk<Int128>(model),
            Scalar.UInt128 => source.Bulk<UInt128>(model),
            Scalar.Half => source.Bulk<Half>(model),
            Scalar.Single => source.Bulk<float>(model),
            Scalar.Double => source.Bulk<double>(model),
            Scalar.Guid => source.Bulk<Guid>(model),
            Scalar.TimeSpan => source.Bulk<TimeSpan>(model),
            Scalar.Boolean => source.Bulk<bool>(model),
            Scalar.Decimal => source.Bulk<decimal>(model),
            Scalar.DateTime => source.Bulk<DateTime>(model),
            _ => throw new ArgumentOutOfRangeException(nameof(model)),
        };
}
