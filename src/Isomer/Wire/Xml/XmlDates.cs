using System.Buffers;
using System.Globalization;
using System.Runtime.CompilerServices;
using System.Text;
using System.Xml;
using Isomer.Wire.Text;

namespace Isomer.Wire.Xml;

/// <summary>Dates and durations as XML Schema writes them; what Utf8Dates has already is not here.</summary>
internal static class XmlDates
{
    /// <summary>P1DT2H3M4.005S; PT0S for nothing.</summary>
    public static int WriteDuration(ref byte destination, TimeSpan value)
    {
        ref byte to = ref destination;
        ulong ticks = (ulong)value.Ticks;
        if (value.Ticks < 0)
        {
            to = (byte)'-';
            to = ref Unsafe.Add(ref to, 1);
            ticks = 0 - ticks;
        }
        to = (byte)'P';
        to = ref Unsafe.Add(ref to, 1);
        ulong days = ticks / TimeSpan.TicksPerDay;
        ulong rest = ticks % TimeSpan.TicksPerDay;
        if (days > 0)
            to = ref Put(ref to, (uint)days, (byte)'D');
        if (rest > 0 || days == 0)
        {
            to = (byte)'T';
            to = ref Unsafe.Add(ref to, 1);
            uint hours = (uint)(rest / TimeSpan.TicksPerHour);
            uint minutes = (uint)(rest / TimeSpan.TicksPerMinute % 60);
            ulong seconds = rest % TimeSpan.TicksPerMinute;
            if (hours > 0)
                to = ref Put(ref to, hours, (byte)'H');
            if (minutes > 0)
                to = ref Put(ref to, minutes, (byte)'M');
            if (seconds > 0 || (hours == 0 && minutes == 0 && days == 0))
                to = ref PutSeconds(ref to, seconds);
        }
        return (int)Unsafe.ByteOffset(ref destination, ref to);
    }

    static ref byte Put(ref byte to, uint value, byte unit)
    {
        to = ref Unsafe.Add(ref to, Utf8Integers.WriteUInt32(ref to, value));
        to = unit;
        return ref Unsafe.Add(ref to, 1);
    }

    static ref byte PutSeconds(ref byte to, ulong ticks)
    {
        uint whole = (uint)(ticks / TimeSpan.TicksPerSecond);
        uint fraction = (uint)(ticks % TimeSpan.TicksPerSecond);
        to = ref Unsafe.Add(ref to, Utf8Integers.WriteUInt32(ref to, whole));
        if (fraction > 0)
        {
            to = (byte)'.';
            to = ref Unsafe.Add(ref to, 1);
            for (uint unit = (uint)TimeSpan.TicksPerSecond / 10; fraction > 0; fraction %= unit, unit /= 10)
            {
                to = (byte)('0' + (fraction / unit));
                to = ref Unsafe.Add(ref to, 1);
            }
        }
        to = (byte)'S';
        return ref Unsafe.Add(ref to, 1);
    }

    /// <summary>hh:mm:ss, with as much of the fraction as there is.</summary>
    public static int WriteTimeOnly(ref byte destination, TimeOnly value)
    {
        var clock = new DateTime(value.Ticks + TimeSpan.TicksPerDay);
        Span<byte> text = stackalloc byte[Utf8Dates.MaxDateTimeLength];
        int length = Utf8Dates.WriteDateTime(ref text[0], clock);
        // Behind the date and its T.
        text[11..length].CopyTo(System.Runtime.InteropServices.MemoryMarshal.CreateSpan(ref destination, length - 11));
        return length - 11;
    }

    /// <summary>What xs:dateTime, xs:date and the like say; the framework's own reader for forms that are not usual.</summary>
    public static bool TryReadDateTime(ReadOnlySpan<byte> text, out DateTime value)
    {
        // The usual form, which both readers take alike: seconds are there, and no more than seven digits of a fraction.
        if (text.Length is >= 19 and <= 33 && (text.Length == 19 || text[19] is not (byte)'.' || CountFraction(text) <= 7)
            && Utf8Dates.TryReadDateTime(ref System.Runtime.InteropServices.MemoryMarshal.GetReference(text), text.Length, out value,
                out int used) && used == text.Length
            && text[10] == (byte)'T')
            return true;
        try
        {
            value = XmlConvert.ToDateTime(Encoding.UTF8.GetString(text), XmlDateTimeSerializationMode.RoundtripKind);
            return true;
        }
        catch (Exception e) when (e is FormatException or ArgumentException or OverflowException)
        {
            value = default;
            return false;
        }
    }

    static int CountFraction(ReadOnlySpan<byte> text)
    {
        int length = text[20..].IndexOfAnyExceptInRange((byte)'0', (byte)'9');
        return length < 0 ? text.Length - 20 : length;
    }

    public static bool TryReadDuration(ReadOnlySpan<byte> text, out TimeSpan value)
    {
        try
        {
            value = XmlConvert.ToTimeSpan(Encoding.UTF8.GetString(text));
            return true;
        }
        catch (Exception e) when (e is FormatException or OverflowException)
        {
            value = default;
            return false;
        }
    }

    public static bool TryReadDateOnly(ReadOnlySpan<byte> text, out DateOnly value) =>
        DateOnly.TryParseExact(Encoding.UTF8.GetString(text), "yyyy-MM-dd", CultureInfo.InvariantCulture, DateTimeStyles.None, out value);

    public static bool TryReadTimeOnly(ReadOnlySpan<byte> text, out TimeOnly value) =>
        TryReadTimeOnly(Encoding.UTF8.GetString(text), out value);

    /// <summary>
    /// A time as XML Schema has it: digits beyond ticks are rounded, a zone must be one and says nothing, as under the framework's data
    /// contracts.
    /// </summary>
    public static bool TryReadTimeOnly(string text, out TimeOnly value)
    {
        value = default;
        text = text.Trim(' ', '\t', '\r', '\n');
        if (text.Length < 8 || text[2] != ':')
            return false;
        int zone = text.AsSpan(8).IndexOfAny('Z', '+', '-') is >= 0 and var at ? 8 + at : text.Length;
        if (zone < text.Length && text[zone..] != "Z"
            && !(TimeOnly.TryParseExact(text.AsSpan(zone + 1), "HH:mm", CultureInfo.InvariantCulture, DateTimeStyles.None, out var offset)
                && offset <= new TimeOnly(14, 0)))
            return false;
        text = text[..zone];
        if (text[^1] != '.'
            && TimeOnly.TryParseExact(text, "HH:mm:ss.FFFFFFF", CultureInfo.InvariantCulture, DateTimeStyles.None, out value))
            return true;
        try
        {
            value = TimeOnly.FromDateTime(XmlConvert.ToDateTime(text, XmlDateTimeSerializationMode.RoundtripKind));
            return true;
        }
        catch (FormatException)
        {
            return false;
        }
    }
}
