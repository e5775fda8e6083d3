using System.Globalization;

namespace Isomer.Formats;

/// <summary>
/// The texts of google.protobuf.Timestamp (RFC 3339) and Duration (3.5s), with as many digits as are needed of 0, 3, 6, 9.
/// </summary>
internal static class ProtoJsonTimes
{
    const long FirstSecond = -62135596800;

    const long LastSecond = 253402300799;

    const long MaxDuration = 315_576_000_000;

    const int MaxNanos = 999_999_999;

    /// <summary>Null where it is out of range.</summary>
    public static string? Timestamp(long seconds, int nanos) =>
        seconds is < FirstSecond or > LastSecond || nanos is < 0 or > MaxNanos ? null
        : DateTime.UnixEpoch.AddSeconds(seconds).ToString("yyyy-MM-dd'T'HH:mm:ss", CultureInfo.InvariantCulture) + Fraction(nanos) + "Z";

    /// <summary>Null where it is out of range.</summary>
    public static string? Duration(long seconds, int nanos) =>
        Math.Abs((decimal)seconds) > MaxDuration || Math.Abs((long)nanos) > MaxNanos || (seconds < 0 && nanos > 0)
            || (seconds > 0 && nanos < 0) ? null
            : (seconds < 0 || nanos < 0 ? "-" : "") + Math.Abs(seconds).ToString(CultureInfo.InvariantCulture) + Fraction(Math.Abs(nanos))
                + "s";

    public static bool TryTimestamp(string text, out long seconds, out int nanos)
    {
        (seconds, nanos) = (0, 0);
        if (text.Length < 20
            || !DateTime.TryParseExact(text.AsSpan(0, 19), "yyyy-MM-dd'T'HH:mm:ss", CultureInfo.InvariantCulture, DateTimeStyles.None,
                out var date))
            return false;
        int at = 19;
        if (!TryFraction(text, ref at, out nanos) || at >= text.Length)
            return false;
        seconds = (date.Ticks - DateTime.UnixEpoch.Ticks) / TimeSpan.TicksPerSecond;
        if (text[at] is '+' or '-')
        {
            if (text.Length != at + 6
                || !TimeSpan.TryParseExact(text.AsSpan(at + 1), "hh\\:mm", CultureInfo.InvariantCulture, out var offset))
                return false;
            seconds -= (text[at] == '-' ? -1 : 1) * (long)offset.TotalSeconds;
        }
        else if (text[at] != 'Z' || text.Length != at + 1)
            return false;
        return seconds is >= FirstSecond and <= LastSecond;
    }

    public static bool TryDuration(string text, out long seconds, out int nanos)
    {
        (seconds, nanos) = (0, 0);
        bool negative = text.StartsWith('-');
        int start = negative ? 1 : 0;
        int at = start;
        while (at < text.Length && char.IsAsciiDigit(text[at]))
            at++;
        if (at == start || !long.TryParse(text.AsSpan(start, at - start), NumberStyles.None, CultureInfo.InvariantCulture, out seconds)
            || !TryFraction(text, ref at, out nanos)
            || at != text.Length - 1 || text[at] != 's' || seconds > MaxDuration)
            return false;
        if (negative)
            (seconds, nanos) = (-seconds, -nanos);
        return true;
    }

    static string Fraction(int nanos) => nanos == 0 ? ""
        : nanos % 1_000_000 == 0 ? "." + (nanos / 1_000_000).ToString("000", CultureInfo.InvariantCulture)
        : nanos % 1000 == 0 ? "." + (nanos / 1000).ToString("000000", CultureInfo.InvariantCulture)
        : "." + nanos.ToString("000000000", CultureInfo.InvariantCulture);

    static bool TryFraction(string text, ref int at, out int nanos)
    {
        nanos = 0;
        if (at >= text.Length || text[at] != '.')
            return true;
        int digits = 0;
        for (at++; at < text.Length && char.IsAsciiDigit(text[at]) && digits < 10; at++, digits++)
            if (digits < 9)
                nanos = nanos * 10 + (text[at] - '0');
        for (int i = digits; i < 9; i++)
            nanos *= 10;
        return digits is > 0 and <= 9;
    }
}
