using System.Globalization;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Text;
using Isomer.Wire.Text;

namespace Isomer.Formats;

/// <summary>Dates in other forms than ISO 8601, and in the zone that options ask for: all as Json.NET has them.</summary>
internal static class JsonDateForms
{
    /// <summary>Longer than what any form makes of a date; what is longer is no date.</summary>
    const int Longest = 256;

    /// <summary>The date in the zone that Json.NET's DateTimeZoneHandling asks for.</summary>
    public static DateTime InZone(DateTime value, JsonZone zone) => zone switch
    {
        JsonZone.Utc => value.Kind == DateTimeKind.Local ? value.ToUniversalTime() : DateTime.SpecifyKind(value, DateTimeKind.Utc),
        JsonZone.Local => value.Kind == DateTimeKind.Utc ? value.ToLocalTime() : DateTime.SpecifyKind(value, DateTimeKind.Local),
        JsonZone.Unspecified => DateTime.SpecifyKind(value, DateTimeKind.Unspecified),
        _ => value,
    };

    /// <summary><c>\/Date(1577934245000)\/</c>, and with an offset unless it is UTC; the least and the greatest date have none.</summary>
    public static int Write(ref byte to, DateTime value)
    {
        if (value.Kind == DateTimeKind.Utc)
            return Write(ref to, value.Ticks, null);
        var offset = TimeZoneInfo.Local.GetUtcOffset(value);
        bool isEnd = value == DateTime.MinValue || value == DateTime.MaxValue;
        return Write(ref to, isEnd ? value.Ticks : Math.Clamp(value.Ticks - offset.Ticks, 0, DateTime.MaxValue.Ticks),
            isEnd && value.Kind == DateTimeKind.Unspecified ? null : offset);
    }

    public static int Write(ref byte to, DateTimeOffset value) => Write(ref to, value.UtcTicks, value.Offset);

    static int Write(ref byte to, long utcTicks, TimeSpan? offset)
    {
        "\\/Date("u8.CopyTo(MemoryMarshal.CreateSpan(ref to, 7));
        int at = 7
            + Utf8Integers.WriteInt64(ref Unsafe.Add(ref to, 7), (utcTicks - DateTime.UnixEpoch.Ticks) / TimeSpan.TicksPerMillisecond);
        if (offset is { } difference)
        {
            Unsafe.Add(ref to, at) = difference < TimeSpan.Zero ? (byte)'-' : (byte)'+';
            Digits.StorePair(ref Unsafe.Add(ref to, at + 1), (uint)Math.Abs(difference.Hours));
            Digits.StorePair(ref Unsafe.Add(ref to, at + 3), (uint)Math.Abs(difference.Minutes));
            at += 5;
        }
        ")\\/"u8.CopyTo(MemoryMarshal.CreateSpan(ref Unsafe.Add(ref to, at), 3));
        return at + 3;
    }

    /// <summary>Whether dates can be written in this format and are read back.</summary>
    public static bool IsFormat(string format)
    {
        try
        {
            string text = new DateTime(2020, 1, 2, 3, 4, 5, DateTimeKind.Utc).ToString(format, CultureInfo.InvariantCulture);
            return format.Length > 0 && Encoding.UTF8.GetByteCount(text) <= Longest
                && DateTime.TryParseExact(text, format, CultureInfo.InvariantCulture, DateTimeStyles.RoundtripKind, out _);
        }
        catch (FormatException)
        {
            return false;
        }
    }

    /// <summary>A date in the format, in ISO 8601 or as <c>/Date(...)/</c>.</summary>
    public static bool TryRead(ReadOnlySpan<byte> content, string? format, out DateTime value)
    {
        if (format is not null && content.Length <= Longest
            && DateTime.TryParseExact(Encoding.UTF8.GetString(content), format, CultureInfo.InvariantCulture, DateTimeStyles.RoundtripKind,
                out value))
            return true;
        if (Utf8Dates.TryReadDateTime(ref MemoryMarshal.GetReference(content), content.Length, out value, out int consumed)
            && consumed == content.Length)
            return true;
        if (!TryRead(content, out value, out var offset))
            return false;
        // An offset says no more than that it is local.
        value = offset is null ? value : value.ToLocalTime();
        return true;
    }

    /// <summary>A date with its offset, in the format, in ISO 8601 or as <c>/Date(...)/</c>.</summary>
    public static bool TryRead(ReadOnlySpan<byte> content, string? format, out DateTimeOffset value)
    {
        if (format is not null && content.Length <= Longest
            && DateTimeOffset.TryParseExact(Encoding.UTF8.GetString(content), format, CultureInfo.InvariantCulture,
                DateTimeStyles.RoundtripKind, out value))
            return true;
        if (Utf8Dates.TryReadDateTimeOffset(ref MemoryMarshal.GetReference(content), content.Length, out value, out int consumed)
            && consumed == content.Length)
            return true;
        if (!TryRead(content, out DateTime utc, out var offset))
            return false;
        long ticks = utc.Ticks + (offset?.Ticks ?? 0);
        if (ticks < 0 || ticks > DateTime.MaxValue.Ticks)
            return false;
        value = new DateTimeOffset(ticks, offset ?? TimeSpan.Zero);
        return true;
    }

    /// <summary><c>/Date(1577934245000+0100)/</c>, as the escapes have left it.</summary>
    static bool TryRead(ReadOnlySpan<byte> content, out DateTime utc, out TimeSpan? offset)
    {
        (utc, offset) = (default, null);
        if (content.Length is < 9 or > Longest || !content.StartsWith("/Date("u8) || !content.EndsWith(")/"u8))
            return false;
        content = content[6..^2];
        int sign = content[1..].IndexOfAny((byte)'+', (byte)'-') + 1;
        if (sign > 0)
        {
            if (content.Length - sign is not (3 or 5)
                || !int.TryParse(content[(sign + 1)..], NumberStyles.None, CultureInfo.InvariantCulture, out int digits))
                return false;
            var (hours, minutes) = content.Length - sign == 3 ? (digits, 0) : Math.DivRem(digits, 100);
            if (hours > 14 || minutes > 59 || hours == 14 && minutes > 0)
                return false;
            offset = new TimeSpan(hours, minutes, 0) * (content[sign] == (byte)'-' ? -1 : 1);
            content = content[..sign];
        }
        if (!long.TryParse(content, NumberStyles.AllowLeadingSign, CultureInfo.InvariantCulture, out long milliseconds)
            || milliseconds < -62135596800000 || milliseconds > 253402300799999)
            return false;
        utc = DateTime.UnixEpoch.AddTicks(milliseconds * TimeSpan.TicksPerMillisecond);
        return true;
    }
}
