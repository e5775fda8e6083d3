using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace Isomer.Shapes;

/// <summary>
/// Loads and stores of a packed block (<see cref="Model.PackedLayout"/>): little-endian, unaligned, at constant offsets.
/// Types whose every bit pattern is a value go through <c>Put</c> and <c>Get</c>; the others are checked at reading.
/// </summary>
internal static class Packed
{
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void Put<T>(ref byte block, int offset, T value) where T : unmanaged =>
        Unsafe.WriteUnaligned(ref Unsafe.Add(ref block, offset), value);

    /// <summary>Stores the value, or zero; returns the presence bit.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static int PutNullable<T>(ref byte block, int offset, T? value) where T : unmanaged
    {
        Unsafe.WriteUnaligned(ref Unsafe.Add(ref block, offset), value.GetValueOrDefault());
        return value.HasValue ? 1 : 0;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static T Get<T>(ref byte block, int offset) where T : unmanaged =>
        Unsafe.ReadUnaligned<T>(ref Unsafe.Add(ref block, offset));

    /// <summary>nint and nuint travel as 64 bits.</summary>
    public static void PutIntPtr(ref byte block, int offset, nint value) => Put<long>(ref block, offset, value);

    public static void PutUIntPtr(ref byte block, int offset, nuint value) => Put<ulong>(ref block, offset, value);

    public static nint GetIntPtr(ref byte block, int offset) => checked((nint)Get<long>(ref block, offset));

    public static nuint GetUIntPtr(ref byte block, int offset) => checked((nuint)Get<ulong>(ref block, offset));

    /// <summary>Local ticks, then the offset in minutes as 16 bits.</summary>
    public static void PutDateTimeOffset(ref byte block, int offset, DateTimeOffset value)
    {
        Put(ref block, offset, value.Ticks);
        Put(ref block, offset + 8, (short)value.TotalOffsetMinutes);
    }

    public static DateTimeOffset GetDateTimeOffset(ref byte block, int offset)
    {
        long ticks = Get<long>(ref block, offset);
        int minutes = Get<short>(ref block, offset + 8);
        if ((ulong)ticks > (ulong)System.DateTime.MaxValue.Ticks || minutes is < -840 or > 840
            || (ulong)(ticks - (minutes * System.TimeSpan.TicksPerMinute)) > (ulong)System.DateTime.MaxValue.Ticks)
            Throw("a DateTimeOffset");
        return new DateTimeOffset(ticks, new TimeSpan(minutes * System.TimeSpan.TicksPerMinute));
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool GetBoolean(ref byte block, int offset)
    {
        byte value = Unsafe.Add(ref block, offset);
        if (value > 1)
            Throw("a bool");
        return value != 0;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static DateTime GetDateTime(ref byte block, int offset)
    {
        ulong value = Get<ulong>(ref block, offset);
        // Two bits of kind above 62 bits of ticks.
        if ((value & 0x3FFF_FFFF_FFFF_FFFF) > (ulong)3155378975999999999)
            Throw("a DateTime");
        return Unsafe.BitCast<ulong, DateTime>(value);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static DateOnly GetDateOnly(ref byte block, int offset)
    {
        int day = Get<int>(ref block, offset);
        if ((uint)day > (uint)System.DateOnly.MaxValue.DayNumber)
            Throw("a DateOnly");
        return System.DateOnly.FromDayNumber(day);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static TimeOnly GetTimeOnly(ref byte block, int offset)
    {
        long ticks = Get<long>(ref block, offset);
        if ((ulong)ticks >= (ulong)System.TimeSpan.TicksPerDay)
            Throw("a TimeOnly");
        return new TimeOnly(ticks);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static decimal GetDecimal(ref byte block, int offset)
    {
        int flags = Get<int>(ref block, offset);
        // Only the sign (bit 31) and a scale of at most 28 (bits 16 to 20) may be set.
        if ((flags & 0x7FE0_FFFF) != 0 || (flags & 0x00FF_0000) > (28 << 16))
            Throw("a decimal");
        return Get<decimal>(ref block, offset);
    }

    static void Throw(string what) => throw new WireFormatException($"The bits here are not {what}.");
}
