// ContractDates: DateTime as DataContractJsonSerializer has it, between the quotes: \/Date(1234567890123)\/ for Utc,
// \/Date(1234567890123+0200)\/ for Local and Unspecified. Milliseconds since 1970 in UTC, what is below them cut off. The
// offset is said for people: at reading any sign there only means that the value is local.
//
// Unspecified means local, as DateTime.ToUniversalTime has it: such a value comes back as Local. The zone is asked of the
// framework, which takes 60 to 100 ns where it has daylight saving, less than the digits where it has none.
using System.Globalization;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Text;

namespace Isomer.Wire.Text;

internal static class ContractDates
{
    internal const int MaxLength = 48;

    /// <summary>\/Date(...)\/; false if the moment lies outside of what a DateTime in UTC can hold.</summary>
    internal static bool TryWrite(ref byte destination, DateTime value, out int length)
    {
        long ticks = value.Ticks;
        length = 0;
        int minutes = 0;
        if (value.Kind != DateTimeKind.Utc)
        {
            long offset = TimeZoneInfo.Local.GetUtcOffset(value).Ticks;
            ticks -= offset;
            if ((ulong)ticks > (ulong)DateTime.MaxValue.Ticks)
            {
                return false;
            }
            // Where clocks go back an hour comes twice: the moment knows which, the value maybe not.
            ticks = value.ToUniversalTime().Ticks;
            // The original's own rule: an Unspecified one shows the offset that its digits would have as UTC, which differs around a
            // change.
            minutes = (int)(TimeZoneInfo.Local.GetUtcOffset(value.ToLocalTime()).Ticks / TimeSpan.TicksPerMinute);
        }
        "\\/Date("u8.CopyTo(MemoryMarshal.CreateSpan(ref destination, 7));
        int at = 7
            + Utf8Integers.WriteInt64(ref Unsafe.Add(ref destination, 7),
                (ticks - DateTime.UnixEpoch.Ticks) / TimeSpan.TicksPerMillisecond);
        if (value.Kind != DateTimeKind.Utc)
        {
            Unsafe.Add(ref destination, at) = minutes < 0 ? (byte)'-' : (byte)'+';
            uint size = (uint)Math.Abs(minutes);
            Digits.StorePair(ref Unsafe.Add(ref destination, at + 1), size / 60);
            Digits.StorePair(ref Unsafe.Add(ref destination, at + 3), size % 60);
            at += 5;
        }
        ")\\/"u8.CopyTo(MemoryMarshal.CreateSpan(ref Unsafe.Add(ref destination, at), 3));
        length = at + 3;
        return true;
    }

    /// <summary>The usual form at the start of the text: digits and nothing else between the brackets, quote behind.</summary>
    internal static bool TryRead(ref byte start, int length, out DateTime value, out int consumed)
    {
        value = default;
        consumed = 0;
        ReadOnlySpan<byte> text = MemoryMarshal.CreateReadOnlySpan(ref start, Math.Min(length, MaxLength));
        int at = text.StartsWith("\\/Date("u8) ? 7 : text.StartsWith("/Date("u8) ? 6 : 0;
        if (at == 0 || at >= text.Length
            || !Utf8Integers.TryReadInt64(ref Unsafe.Add(ref start, at), text.Length - at, out long milliseconds, out int digits))
        {
            return false;
        }
        at += digits;
        bool isLocal = at < text.Length && text[at] is (byte)'+' or (byte)'-';
        if (isLocal)
        {
            at += 5;
        }
        int end = at < text.Length && text[at..].StartsWith(")\\/\""u8) ? 3 : at < text.Length && text[at..].StartsWith(")/\""u8) ? 2 : 0;
        if (end == 0
            || (isLocal
                && !(char.IsAsciiDigit((char)text[at - 4]) && char.IsAsciiDigit((char)text[at - 3]) && char.IsAsciiDigit((char)text[at - 2])
                    && char.IsAsciiDigit((char)text[at - 1]))) || !TryMake(milliseconds, isLocal, out value))
        {
            return false;
        }
        consumed = at + end;
        return true;
    }

    /// <summary>Any form that the original takes, in its unescaped text.</summary>
    internal static bool TryParse(string text, out DateTime value)
    {
        value = default;
        // White space of any kind, as the original.
        text = text.Trim();
        if (!text.StartsWith("/Date(", StringComparison.Ordinal) || !text.EndsWith(")/", StringComparison.Ordinal) || text.Length < 8)
        {
            return false;
        }
        ReadOnlySpan<char> inside = text.AsSpan(6, text.Length - 8);
        int sign = inside.Length > 1 ? inside[1..].IndexOfAny('+', '-') : -1;
        ReadOnlySpan<char> number = sign < 0 ? inside : inside[..(sign + 1)];
        return long.TryParse(number, NumberStyles.Integer, CultureInfo.InvariantCulture, out long milliseconds)
            && TryMake(milliseconds, sign >= 0, out value);
    }

    static bool TryMake(long milliseconds, bool isLocal, out DateTime value)
    {
        value = default;
        const long Least = -62135596800000;
        const long Most = 253402300799999;
        if (milliseconds is < Least or > Most)
        {
            return false;
        }
        value = new DateTime(DateTime.UnixEpoch.Ticks + (milliseconds * TimeSpan.TicksPerMillisecond), DateTimeKind.Utc);
        if (isLocal)
        {
            value = value.ToLocalTime();
        }
        return true;
    }
}
