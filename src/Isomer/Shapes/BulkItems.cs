using System.Runtime.CompilerServices;

namespace Isomer.Shapes;

/// <summary>
/// One item of what may come as one block (<see cref="Model.SequenceModel.Block"/>), for formats in which it may also come item by item. Of
/// each chain the JIT keeps the one branch that is T's.
/// </summary>
internal static class BulkItems
{
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void Write<TSink, T>(ref TSink sink, T item) where TSink : struct, ISink, allows ref struct where T : unmanaged
    {
        if (typeof(T) == typeof(int))
            sink.Int32(Unsafe.BitCast<T, int>(item));
        else if (typeof(T) == typeof(double))
            sink.Double(Unsafe.BitCast<T, double>(item));
        else if (typeof(T) == typeof(long))
            sink.Int64(Unsafe.BitCast<T, long>(item));
        else if (typeof(T) == typeof(float))
            sink.Single(Unsafe.BitCast<T, float>(item));
        else if (typeof(T) == typeof(short))
            sink.Int16(Unsafe.BitCast<T, short>(item));
        else if (typeof(T) == typeof(Guid))
            sink.Guid(Unsafe.BitCast<T, Guid>(item));
        else if (typeof(T) == typeof(TimeSpan))
            sink.TimeSpan(Unsafe.BitCast<T, TimeSpan>(item));
        else if (typeof(T) == typeof(char))
            sink.Char(Unsafe.BitCast<T, char>(item));
        else if (typeof(T) == typeof(sbyte))
            sink.SByte(Unsafe.BitCast<T, sbyte>(item));
        else if (typeof(T) == typeof(ushort))
            sink.UInt16(Unsafe.BitCast<T, ushort>(item));
        else if (typeof(T) == typeof(uint))
            sink.UInt32(Unsafe.BitCast<T, uint>(item));
        else if (typeof(T) == typeof(ulong))
            sink.UInt64(Unsafe.BitCast<T, ulong>(item));
        else if (typeof(T) == typeof(Half))
            sink.Half(Unsafe.BitCast<T, Half>(item));
        else if (typeof(T) == typeof(Int128))
            sink.Int128(Unsafe.BitCast<T, Int128>(item));
        else if (typeof(T) == typeof(UInt128))
            sink.UInt128(Unsafe.BitCast<T, UInt128>(item));
        else if (typeof(T) == typeof(bool))
            sink.Boolean(Unsafe.BitCast<T, bool>(item));
        else if (typeof(T) == typeof(decimal))
            sink.Decimal(Unsafe.BitCast<T, decimal>(item));
        else if (typeof(T) == typeof(DateTime))
            sink.DateTime(Unsafe.BitCast<T, DateTime>(item));
        else
            throw new NotSupportedException(typeof(T).ToString());
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static T Read<TSource, T>(ref TSource source) where TSource : struct, ISource, allows ref struct where T : unmanaged
    {
        if (typeof(T) == typeof(int))
            return Unsafe.BitCast<int, T>(source.Int32());
        if (typeof(T) == typeof(double))
            return Unsafe.BitCast<double, T>(source.Double());
        if (typeof(T) == typeof(long))
            return Unsafe.BitCast<long, T>(source.Int64());
        if (typeof(T) == typeof(float))
            return Unsafe.BitCast<float, T>(source.Single());
        if (typeof(T) == typeof(short))
            return Unsafe.BitCast<short, T>(source.Int16());
        if (typeof(T) == typeof(Guid))
            return Unsafe.BitCast<Guid, T>(source.Guid());
        if (typeof(T) == typeof(TimeSpan))
            return Unsafe.BitCast<TimeSpan, T>(source.TimeSpan());
        if (typeof(T) == typeof(char))
            return Unsafe.BitCast<char, T>(source.Char());
        if (typeof(T) == typeof(sbyte))
            return Unsafe.BitCast<sbyte, T>(source.SByte());
        if (typeof(T) == typeof(ushort))
            return Unsafe.BitCast<ushort, T>(source.UInt16());
        if (typeof(T) == typeof(uint))
            return Unsafe.BitCast<uint, T>(source.UInt32());
        if (typeof(T) == typeof(ulong))
            return Unsafe.BitCast<ulong, T>(source.UInt64());
        if (typeof(T) == typeof(Half))
            return Unsafe.BitCast<Half, T>(source.Half());
        if (typeof(T) == typeof(Int128))
            return Unsafe.BitCast<Int128, T>(source.Int128());
        if (typeof(T) == typeof(bool))
            return Unsafe.BitCast<bool, T>(source.Boolean());
        if (typeof(T) == typeof(decimal))
            return Unsafe.BitCast<decimal, T>(source.Decimal());
        if (typeof(T) == typeof(DateTime))
            return Unsafe.BitCast<DateTime, T>(source.DateTime());
        return typeof(T) == typeof(UInt128)
            ? Unsafe.BitCast<UInt128, T>(source.UInt128())
            : throw new NotSupportedException(typeof(T).ToString());
    }
}
