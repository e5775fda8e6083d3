using System.Globalization;
using System.Runtime.CompilerServices;
using Isomer.Wire.Text;

namespace Isomer.Formats;

/// <summary>
/// fastJSON's dates. Written <c>"2021-03-04T05:06:07Z"</c>, local ones without Z, never with an offset; DateTimeOffset always with
/// seven decimals. Read also with a space for the T, any number of decimals, an offset, and what its bugs have written.
/// </summary>
internal static class FastJsonDates
{
    const int WholeSeconds = 19;

    public static int Write(ref byte to, DateTime value, FastJsonRules rules)
    {
        if (rules.UtcDates)
            value = value.ToUniversalTime();
        int length = WriteSeconds(ref to, value.Ticks);
        if (rules.Milliseconds)
            length = WriteFraction(ref to, length, (int)(value.Ticks / TimeSpan.TicksPerMillisecond % 1000), 3);
        return Close(ref to, length, rules.UtcDates);
    }

    public static int Write(ref byte to, DateTimeOffset value, FastJsonRules rules)
    {
        long ticks = rules.UtcDates ? value.UtcTicks : value.Ticks;
        int length = WriteFraction(ref to, WriteSeconds(ref to, ticks), (int)(ticks % TimeSpan.TicksPerSecond), 7);
        if (rules.UtcDates)
            return Close(ref to, length, true);
        // Zero is -00:00, as fastJSON has it; below zero it writes --03:-30, which nothing can read.
        int minutes = value.TotalOffsetMinutes;
        Unsafe.Add(ref to, length) = minutes > 0 ? (byte)'+' : (byte)'-';
        minutes = Math.Abs(minutes);
        Digits.StorePair(ref Unsafe.Add(ref to, length + 1), (uint)(minutes / 60));
        Unsafe.Add(ref to, length + 3) = (byte)':';
        Digits.StorePair(ref Unsafe.Add(ref to, length + 4), (uint)(minutes % 60));
        return Close(ref to, length + 6, false);
    }

    static int WriteSeconds(ref byte to, long ticks)
    {
        to = (byte)'"';
        return 1 + Utf8Dates.WriteDateTime(ref Unsafe.Add(ref to, 1), new DateTime(ticks - (ticks % TimeSpan.TicksPerSecond)));
    }

    static int WriteFraction(ref byte to, int length, int value, int digits)
    {
        Unsafe.Add(ref to, length) = (byte)'.';
        for (int i = digits; i > 0; i--, value /= 10)
            Unsafe.Add(ref to, length + i) = (byte)('0' + (value % 10));
        return length + digits + 1;
    }

    static int Close(ref byte to, int length, bool utc)
    {
        if (utc)
            Unsafe.Add(ref to, length++) = (byte)'Z';
        Unsafe.Add(ref to, length) = (byte)'"';
        return length + 1;
    }

    /// <summary>The date and time as they stand there, and the offset if one does.</summary>
    public static bool TryRead(ReadOnlySpan<byte> text, out DateTime value, out TimeSpan? offset)
    {
        offset = null;
        value = default;
        if (text.Length < WholeSeconds || text[10] is not ((byte)'T' or (byte)' ' or (byte)'t'))
            return TryReadDate(text, out value);
        Span<byte> seconds = stackalloc byte[WholeSeconds];
        text[..WholeSeconds].CopyTo(seconds);
        seconds[10] = (byte)'T';
        if (!Utf8Dates.TryReadDateTime(ref seconds[0], WholeSeconds, out value, out int consumed) || consumed != WholeSeconds)
            return false;
        text = text[WholeSeconds..];
        if (!TryTakeFraction(ref text, out int fraction) || DateTime.MaxValue.Ticks - value.Ticks < fraction)
            return false;
        value = value.AddTicks(fraction);
        while (!text.IsEmpty && text[0] == (byte)' ')
            text = text[1..];
        if (text.IsEmpty)
            return true;
        if (text.Length == 1 && text[0] is (byte)'Z' or (byte)'z')
        {
            offset = TimeSpan.Zero;
            return true;
        }
        return TryReadOffset(text, out offset);
    }

    static bool TryReadDate(ReadOnlySpan<byte> text, out DateTime value)
    {
        value = default;
        return text.Length > 0
            && DateTime.TryParseExact(System.Text.Encoding.ASCII.GetString(text), ["yyyy-MM-dd", "yyyy-MM-ddTHH:mm", "yyyy-MM-dd HH:mm"],
                CultureInfo.InvariantCulture, DateTimeStyles.None, out value);
    }

    /// <summary>.1 to .1234567 and longer, in ticks.</summary>
    static bool TryTakeFraction(ref ReadOnlySpan<byte> text, out int ticks)
    {
        ticks = 0;
        if (text.IsEmpty || text[0] != (byte)'.')
            return true;
        int digits = 1;
        for (; digits < text.Length && char.IsAsciiDigit((char)text[digits]); digits++)
            ticks = digits <= 7 ? (ticks * 10) + (text[digits] - '0') : ticks;
        for (int i = digits; i <= 7; i++)
            ticks *= 10;
        text = text[digits..];
        return digits > 1;
    }

    /// <summary>
    /// +03:30, +03, -0330; and what fastJSON itself has written: --03:-30 west of Greenwich, +04:0 in versions that padded no minutes.
    /// </summary>
    static bool TryReadOffset(ReadOnlySpan<byte> text, out TimeSpan? offset)
    {
        offset = null;
        int sign = text[0] == (byte)'-' ? -1 : text[0] == (byte)'+' ? 1 : 0;
        if (sign == 0)
            return false;
        text = text[(text.StartsWith("--"u8) ? 2 : 1)..];
        int colon = text.IndexOf((byte)':');
        var hours = colon >= 0 ? text[..colon] : text[..Math.Min(text.Length, 2)];
        var rest = colon >= 0 ? text[(colon + 1)..] : text[hours.Length..];
        if (rest.Length > 0 && rest[0] == (byte)'-')
            rest = rest[1..];
        int minutes = 0;
        if (!TryReadPair(hours, out int whole) || (colon < 0 && hours.Length != 2)
            || ((colon >= 0 || !rest.IsEmpty) && !TryReadPair(rest, out minutes)) || minutes > 59 || (whole * 60) + minutes > 14 * 60)
            return false;
        offset = TimeSpan.FromMinutes(sign * ((whole * 60) + minutes));
        return true;
    }

    /// <summary>One or two digits and nothing else.</summary>
    static bool TryReadPair(ReadOnlySpan<byte> text, out int value)
    {
        value = 0;
        foreach (byte digit in text)
        {
            if (!char.IsAsciiDigit((char)digit))
                return false;
            value = (value * 10) + (digit - '0');
        }
        return text.Length is 1 or 2;
    }
}
