using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using Isomer.Wire.Text;

namespace Isomer.Formats;

/// <summary>The values of members that are written in runs, through a cursor that stays in a register.</summary>
internal ref partial struct JsonSink
{
    /// <summary>Only plain tables take runs, so numbers need no quotes here and dates are ISO 8601.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal readonly ref byte Put<T>(ref byte cursor, T value) where T : unmanaged
    {
        if (typeof(T) == typeof(int))
            return ref Unsafe.Add(ref cursor, Utf8Integers.WriteInt32(ref cursor, Unsafe.BitCast<T, int>(value)));
        if (typeof(T) == typeof(short))
            return ref Unsafe.Add(ref cursor, Utf8Integers.WriteInt32(ref cursor, Unsafe.BitCast<T, short>(value)));
        return ref PutOther(ref cursor, value);
    }

    /// <summary>A negative zero has its sign only where nothing may be lost: System.Text.Json writes none.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    readonly ref byte PutDecimal(ref byte cursor, decimal value)
    {
        if (_keepsTypes && value == 0 && decimal.IsNegative(value))
        {
            cursor = (byte)'-';
            cursor = ref Unsafe.Add(ref cursor, 1);
        }
        return ref Unsafe.Add(ref cursor, Utf8Decimals.Write(ref cursor, value));
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    readonly ref byte PutOther<T>(ref byte cursor, T value) where T : unmanaged
    {
        int length;
        if (typeof(T) == typeof(decimal))
            return ref PutDecimal(ref cursor, Unsafe.BitCast<T, decimal>(value));
        else if (typeof(T) == typeof(long))
            length = Utf8Integers.WriteInt64(ref cursor, Unsafe.BitCast<T, long>(value));
        else if (typeof(T) == typeof(double))
            length = double.IsFinite(Unsafe.BitCast<T, double>(value))
                ? Utf8Floats.WriteDouble(ref cursor, Unsafe.BitCast<T, double>(value))
                : PutNamed(ref cursor, Unsafe.BitCast<T, double>(value));
        else if (typeof(T) == typeof(float))
            length = float.IsFinite(Unsafe.BitCast<T, float>(value))
                ? Utf8Floats.WriteSingle(ref cursor, Unsafe.BitCast<T, float>(value))
                : PutNamed(ref cursor, Unsafe.BitCast<T, float>(value));
        else if (typeof(T) == typeof(bool))
            length = PutBoolean(ref cursor, Unsafe.BitCast<T, bool>(value));
        else if (typeof(T) == typeof(byte))
            length = Utf8Integers.WriteUInt32(ref cursor, Unsafe.BitCast<T, byte>(value));
        else if (typeof(T) == typeof(sbyte))
            length = Utf8Integers.WriteInt32(ref cursor, Unsafe.BitCast<T, sbyte>(value));
        else if (typeof(T) == typeof(ushort))
            length = Utf8Integers.WriteUInt32(ref cursor, Unsafe.BitCast<T, ushort>(value));
        else if (typeof(T) == typeof(uint))
            length = Utf8Integers.WriteUInt32(ref cursor, Unsafe.BitCast<T, uint>(value));
        else if (typeof(T) == typeof(ulong))
            length = Utf8Integers.WriteUInt64(ref cursor, Unsafe.BitCast<T, ulong>(value));
        else if (typeof(T) == typeof(Int128))
            length = Utf8Integers.WriteInt128(ref cursor, Unsafe.BitCast<T, Int128>(value));
        else if (typeof(T) == typeof(UInt128))
            length = Utf8Integers.WriteUInt128(ref cursor, Unsafe.BitCast<T, UInt128>(value));
        else if (typeof(T) == typeof(Half))
            length = System.Half.IsFinite(Unsafe.BitCast<T, Half>(value))
                ? Utf8Floats.WriteHalf(ref cursor, Unsafe.BitCast<T, Half>(value))
                : PutNamed(ref cursor, (double)Unsafe.BitCast<T, Half>(value));
        else
            length = PutQuoted(ref cursor, value);
        return ref Unsafe.Add(ref cursor, length);
    }

    /// <summary>Dates, times and Guids.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    static int PutQuoted<T>(ref byte cursor, T value) where T : unmanaged
    {
        ref byte content = ref Unsafe.Add(ref cursor, 1);
        int length;
        if (typeof(T) == typeof(DateTime))
            length = Utf8Dates.WriteDateTime(ref content, Unsafe.BitCast<T, DateTime>(value));
        else if (typeof(T) == typeof(Guid))
            length = Utf8Guids.Write(ref content, Unsafe.BitCast<T, Guid>(value));
        else if (typeof(T) == typeof(DateTimeOffset))
            length = Utf8Dates.WriteDateTimeOffset(ref content, Unsafe.BitCast<T, DateTimeOffset>(value));
        else if (typeof(T) == typeof(TimeSpan))
            length = Utf8Dates.WriteTimeSpan(ref content, Unsafe.BitCast<T, TimeSpan>(value));
        else if (typeof(T) == typeof(DateOnly))
            length = Utf8Dates.WriteDateOnly(ref content, Unsafe.BitCast<T, DateOnly>(value));
        else if (typeof(T) == typeof(TimeOnly))
            length = Utf8Dates.WriteTimeOnly(ref content, Unsafe.BitCast<T, TimeOnly>(value));
        else
            throw new NotSupportedException($"{typeof(T)} does not stand in runs.");
        cursor = (byte)'"';
        Unsafe.Add(ref content, length) = (byte)'"';
        return length + 2;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static int PutBoolean(ref byte cursor, bool value)
    {
        Unsafe.WriteUnaligned(ref cursor, value ? 0x65757274ul : 0x65736C6166ul);
        return value ? 4 : 5;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    readonly int PutNamed(ref byte cursor, double value)
    {
        string name = NameOf(value);
        cursor = (byte)'"';
        System.Text.Encoding.ASCII.GetBytes(name, MemoryMarshal.CreateSpan(ref Unsafe.Add(ref cursor, 1), name.Length));
        Unsafe.Add(ref cursor, name.Length + 1) = (byte)'"';
        return name.Length + 2;
    }
}
