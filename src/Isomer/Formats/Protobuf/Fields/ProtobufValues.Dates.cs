using System.Runtime.CompilerServices;

namespace Isomer.Formats;

/// <summary>Dates and durations: messages of bcl.proto, or google.protobuf.Timestamp and Duration, or ticks.</summary>
internal static partial class ProtobufValues
{
    public const long EpochTicks = 621_355_968_000_000_000;

    public const long EpochSeconds = EpochTicks / TimeSpan.TicksPerSecond;

    /// <summary>The scale of bcl.proto that stands for the least and the greatest value.</summary>
    public const int MinMax = 15;

    [MethodImpl(MethodImplOptions.NoInlining)]
    static int PutDateTime(ref byte place, ulong tag, DateTime value)
    {
        int n = PutTag(ref place, tag);
        ref byte body = ref Unsafe.Add(ref place, n + 1);
        int length;
        switch (EncodingOf(tag))
        {
            case ProtobufEncoding.Fixed:
                Unsafe.WriteUnaligned(ref Unsafe.Add(ref place, n), value.Ticks - EpochTicks);
                return n + 8;
            case ProtobufEncoding.WellKnown:
                length = PutTimestamp(ref body, value.Ticks);
                if ((tag & ProtobufRecord.WritesKind) != 0 && value.Kind != DateTimeKind.Utc)
                    length += PutTimestampKind(ref Unsafe.Add(ref body, length), value.Kind);
                break;
            default:
                length = value == DateTime.MinValue ? PutMinMax(ref body, false)
                    : value == DateTime.MaxValue ? PutMinMax(ref body, true)
                    : PutScaled(ref body, value.Ticks - EpochTicks);
                if ((tag & ProtobufRecord.WritesKind) != 0 && value.Kind != DateTimeKind.Unspecified)
                {
                    Unsafe.WriteUnaligned(ref Unsafe.Add(ref body, length), (ushort)(0x18 | ((int)value.Kind << 8)));
                    length += 2;
                }
                break;
        }
        return (tag & ProtobufRecord.IsGroup) != 0 ? CloseGroup(ref place, tag, n, length) : Close(ref place, tag, n, length);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    static int PutTimeSpan(ref byte place, ulong tag, TimeSpan value)
    {
        if (value == default && Omits(tag))
            return 0;
        int n = PutTag(ref place, tag);
        ref byte body = ref Unsafe.Add(ref place, n + 1);
        int length;
        switch (EncodingOf(tag))
        {
            case ProtobufEncoding.Fixed:
                Unsafe.WriteUnaligned(ref Unsafe.Add(ref place, n), value.Ticks);
                return n + 8;
            case ProtobufEncoding.WellKnown:
                length = PutSecondsAndNanos(ref body, value.Ticks / TimeSpan.TicksPerSecond,
                    (int)(value.Ticks % TimeSpan.TicksPerSecond) * 100);
                break;
            default:
                length = value == TimeSpan.MinValue ? PutMinMax(ref body, false)
                    : value == TimeSpan.MaxValue ? PutMinMax(ref body, true)
                    : PutScaled(ref body, value.Ticks);
                break;
        }
        return (tag & ProtobufRecord.IsGroup) != 0 ? CloseGroup(ref place, tag, n, length) : Close(ref place, tag, n, length);
    }

    /// <summary>A Timestamp of the moment, and the offset in minutes as sint32 field 3, which others pass over.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    static int PutDateTimeOffset(ref byte place, ulong tag, DateTimeOffset value)
    {
        int n = PutTag(ref place, tag);
        ref byte body = ref Unsafe.Add(ref place, n + 1);
        int length = PutTimestamp(ref body, value.UtcTicks);
        int minutes = value.TotalOffsetMinutes;
        if (minutes != 0)
        {
            Unsafe.Add(ref body, length) = 0x18;
            length += 1 + ProtobufVarint.Put(ref Unsafe.Add(ref body, length + 1), ProtobufVarint.ZigZag(minutes));
        }
        return Close(ref place, tag, n, length);
    }

    /// <summary>Without it a Timestamp is UTC; with it 1 is unspecified, 2 local.</summary>
    static int PutTimestampKind(ref byte place, DateTimeKind kind)
    {
        Unsafe.WriteUnaligned(ref place, (ushort)(kind == DateTimeKind.Local ? 0x0218 : 0x0118));
        return 2;
    }

    static int PutTimestamp(ref byte body, long ticks) =>
        PutSecondsAndNanos(ref body, (ticks / TimeSpan.TicksPerSecond) - EpochSeconds, (int)(ticks % TimeSpan.TicksPerSecond) * 100);

    static int PutSecondsAndNanos(ref byte body, long seconds, int nanos)
    {
        int at = 0;
        if (seconds != 0)
        {
            body = 0x08;
            at = 1 + ProtobufVarint.Put(ref Unsafe.Add(ref body, 1), (ulong)seconds);
        }
        if (nanos != 0)
        {
            Unsafe.Add(ref body, at) = 0x10;
            at += 1 + ProtobufVarint.Put(ref Unsafe.Add(ref body, at + 1), (ulong)(long)nanos);
        }
        return at;
    }

    /// <summary>{1: sint64 -1 or 1, 2: 15}</summary>
    static int PutMinMax(ref byte body, bool max)
    {
        Unsafe.WriteUnaligned(ref body, max ? 0x0F10_0208 : 0x0F10_0108);
        return 4;
    }

    /// <summary>{1: sint64 value, 2: scale} in the largest unit that divides the ticks.</summary>
    static int PutScaled(ref byte body, long ticks)
    {
        if (ticks == 0)
            return 0;
        long value;
        int scale;
        if (ticks % TimeSpan.TicksPerDay == 0)
            (value, scale) = (ticks / TimeSpan.TicksPerDay, 0);
        else if (ticks % TimeSpan.TicksPerHour == 0)
            (value, scale) = (ticks / TimeSpan.TicksPerHour, 1);
        else if (ticks % TimeSpan.TicksPerMinute == 0)
            (value, scale) = (ticks / TimeSpan.TicksPerMinute, 2);
        else if (ticks % TimeSpan.TicksPerSecond == 0)
            (value, scale) = (ticks / TimeSpan.TicksPerSecond, 3);
        else if (ticks % TimeSpan.TicksPerMillisecond == 0)
            (value, scale) = (ticks / TimeSpan.TicksPerMillisecond, 4);
        else
            (value, scale) = (ticks, 5);
        body = 0x08;
        int at = 1 + ProtobufVarint.Put(ref Unsafe.Add(ref body, 1), ProtobufVarint.ZigZag(value));
        if (scale == 0)
            return at;
        Unsafe.WriteUnaligned(ref Unsafe.Add(ref body, at), (ushort)(0x10 | (scale << 8)));
        return at + 2;
    }
}
