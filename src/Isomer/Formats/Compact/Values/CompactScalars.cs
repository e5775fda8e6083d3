using System.Runtime.CompilerServices;
using Isomer.Model;
using Isomer.Shapes;

namespace Isomer.Formats;

/// <summary>Scalars where their kind is known only as a value.</summary>
internal static class CompactScalars
{
    /// <summary>The integer at a place, sign- or zero-extended.</summary>
    public static long Extend(Scalar scalar, ref byte place) => scalar switch
    {
        Scalar.SByte => (sbyte)place,
        Scalar.Byte or Scalar.Boolean => place,
        Scalar.Int16 => Unsafe.ReadUnaligned<short>(ref place),
        Scalar.UInt16 or Scalar.Char => Unsafe.ReadUnaligned<ushort>(ref place),
        Scalar.Int32 => Unsafe.ReadUnaligned<int>(ref place),
        Scalar.UInt32 => Unsafe.ReadUnaligned<uint>(ref place),
        _ => Unsafe.ReadUnaligned<long>(ref place),
    };

    /// <summary>Whether the bits are a value of a fixed-width scalar. Slow; for messages only.</summary>
    public static bool IsValid(Scalar scalar, ReadOnlySpan<byte> bytes)
    {
        ref byte place = ref System.Runtime.InteropServices.MemoryMarshal.GetReference(bytes);
        try
        {
            _ = scalar switch
            {
                Scalar.Boolean => (object)Packed.GetBoolean(ref place, 0),
                Scalar.DateTime => Packed.GetDateTime(ref place, 0),
                Scalar.DateTimeOffset => Packed.GetDateTimeOffset(ref place, 0),
                Scalar.DateOnly => Packed.GetDateOnly(ref place, 0),
                Scalar.TimeOnly => Packed.GetTimeOnly(ref place, 0),
                _ => 0,
            };
            return true;
        }
        catch (WireFormatException)
        {
            return false;
        }
    }

    /// <summary>The least and greatest value of an integer scalar.</summary>
    public static (Int128 Min, Int128 Max) RangeOf(Scalar scalar) => scalar switch
    {
        Scalar.SByte => (sbyte.MinValue, sbyte.MaxValue),
        Scalar.Byte => (byte.MinValue, byte.MaxValue),
        Scalar.Int16 => (short.MinValue, short.MaxValue),
        Scalar.UInt16 => (ushort.MinValue, ushort.MaxValue),
        Scalar.Int32 => (int.MinValue, int.MaxValue),
        Scalar.UInt32 => (uint.MinValue, uint.MaxValue),
        Scalar.UInt64 => (ulong.MinValue, ulong.MaxValue),
        _ => (long.MinValue, long.MaxValue),
    };

    /// <summary>Reads a scalar as an object; a number that is no scalar's is refused as a bad tag.</summary>
    public static object? Box<TSource>(ref TSource source, Scalar scalar) where TSource : struct, ISource, allows ref struct =>
        scalar is > Scalar.None and <= Scalar.Bytes ? BoxedScalars.Read(ref source, scalar) : throw CompactDynamic.BadTag((ulong)scalar);
}
