using System.Buffers.Text;
using System.Globalization;

namespace Isomer.Wire.Xml;

/// <summary>Durations of XML Schema as .NET's SOAP has them.</summary>
internal static class SoapDurations
{
    /// <summary>As .NET Framework writes a duration: a year has 360 days there, a month 30, and nothing is less than nothing.</summary>
    public static string Write(TimeSpan value)
    {
        // The least span has no positive one.
        ulong ticks = value.Ticks < 0 ? 0 - (ulong)value.Ticks : (ulong)value.Ticks;
        ulong days = ticks / TimeSpan.TicksPerDay, rest = ticks % TimeSpan.TicksPerDay;
        ulong fraction = rest % TimeSpan.TicksPerSecond;
        return string.Create(CultureInfo.InvariantCulture,
            $"{(value.Ticks <= 0 ? "-" : "")}P{days / 360}Y{days % 360 / 30}M{days % 30}DT{rest / TimeSpan.TicksPerHour}H{rest / TimeSpan.TicksPerMinute % 60}M{rest / TimeSpan.TicksPerSecond % 60}{(fraction == 0 ? "" : $".{fraction:D7}")}S");
    }

    /// <summary>A duration of any writer: each part may be missing, seconds have a fraction of up to seven digits.</summary>
    public static bool TryRead(ReadOnlySpan<byte> text, out TimeSpan value)
    {
        value = default;
        bool isNegative = text is [(byte)'-', ..];
        if (isNegative)
            text = text[1..];
        if (text is not [(byte)'P', ..])
            return false;
        // Of nothing mono writes nothing.
        text = text[1..];
        Int128 ticks = 0;
        bool isTime = false;
        for (int part = 0; text.Length > 0;)
        {
            if (!isTime && text[0] == (byte)'T')
            {
                isTime = true;
                text = text[1..];
                if (text.Length == 0)
                    return false;
                continue;
            }
            if (!TryPart(ref text, isTime, ref part, out Int128 more))
                return false;
            ticks += more;
        }
        if (isNegative)
            ticks = -ticks;
        if (ticks < long.MinValue || ticks > long.MaxValue)
            return false;
        value = new TimeSpan((long)ticks);
        return true;
    }

    /// <summary>A number and its unit, which come in their order.</summary>
    static bool TryPart(ref ReadOnlySpan<byte> text, bool isTime, ref int part, out Int128 ticks)
    {
        ticks = 0;
        int digits = text.IndexOfAnyExceptInRange((byte)'0', (byte)'9');
        if (digits is < 1 or > 12)
            return false;
        Utf8Parser.TryParse(text[..digits], out ulong number, out _);
        text = text[digits..];
        long fraction = 0;
        if (isTime && text[0] == (byte)'.')
        {
            int length = text[1..].IndexOfAnyExceptInRange((byte)'0', (byte)'9');
            if (length is < 1 or > 7 || text[length + 1] != (byte)'S')
                return false;
            Utf8Parser.TryParse(text.Slice(1, length), out fraction, out _);
            for (int i = length; i < 7; i++)
                fraction *= 10;
            text = text[(length + 1)..];
        }
        (int place, long unit) = (isTime, (char)text[0]) switch
        {
            (false, 'Y') => (1, TimeSpan.TicksPerDay * 360),
            (false, 'M') => (2, TimeSpan.TicksPerDay * 30),
            (false, 'D') => (3, TimeSpan.TicksPerDay),
            (true, 'H') => (4, TimeSpan.TicksPerHour),
            (true, 'M') => (5, TimeSpan.TicksPerMinute),
            (true, 'S') => (6, TimeSpan.TicksPerSecond),
            _ => (0, 0),
        };
        if (place <= part)
            return false;
        part = place;
        text = text[1..];
        ticks = ((Int128)number * unit) + fraction;
        return true;
    }
}
