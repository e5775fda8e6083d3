// Utf8Dates, reading times without a date: TimeSpan and TimeOnly. Contract and measurement: Utf8Dates.Read.cs.
using System.Buffers.Text;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace Isomer.Wire.Text;

internal static partial class Utf8Dates
{
    // System.Text.Json's limits: six times the longest text, in case that all of it is escaped.
    private const int MaxTimeOnlyText = 96;
    private const int MaxTimeSpanText = 156;

    internal static bool TryReadTimeOnly(ref byte start, int length, out TimeOnly value, out int consumed)
    {
        bool read = TryReadTimeSpan(ref start, length, out TimeSpan span, out consumed);
        ReadOnlySpan<byte> text = MemoryMarshal.CreateReadOnlySpan(ref start, consumed);
        int separator = text.IndexOfAny((byte)'.', (byte)':');
        read = read && consumed <= MaxTimeOnlyText && start != (byte)'-' && separator >= 0 && text[separator] == (byte)':'
            && (ulong)span.Ticks < TimeSpan.TicksPerDay;
        value = read ? new TimeOnly(span.Ticks) : default;
        return read;
    }

    internal static bool TryReadTimeSpan(ref byte start, int length, out TimeSpan value, out int consumed)
    {
        // hh:mm:ss and hh:mm:ss.fffffff, which is all that writers write below a day; the rest is the framework's.
        if (length >= 8 && TryReadTime(ref start, out int seconds))
        {
            int next = length > 8 ? Unsafe.Add(ref start, 8) : 0;
            if (next != '.' && next != ':' && (uint)(next - '0') > 9)
            {
                value = new TimeSpan(seconds * TimeSpan.TicksPerSecond);
                consumed = 8;
                return true;
            }
            if (next == '.' && length >= 16 && (length == 16 || (uint)(Unsafe.Add(ref start, 16) - '0') > 9))
            {
                ulong block = Unsafe.ReadUnaligned<ulong>(ref Unsafe.Add(ref start, 8)) ^ Digits.AsciiZeros;
                if (Digits.NonDigits(block >> 8) == 0)
                {
                    value = new TimeSpan(seconds * TimeSpan.TicksPerSecond + Digits.Join8(block & ~0xFFUL));
                    consumed = 16;
                    return true;
                }
            }
        }
        value = default;
        consumed = 0;
        ReadOnlySpan<byte> text = MemoryMarshal.CreateReadOnlySpan(ref start, Math.Min(length, MaxTimeSpanText + 1));
        int end = text.IndexOfAnyExcept("0123456789:.-"u8);
        text = end < 0 ? text : text[..end];
        return text.Length is > 0 and <= MaxTimeSpanText && text[0] is not ((byte)':' or (byte)'.')
            && Utf8Parser.TryParse(text, out value, out consumed, 'c');
    }

    private static bool TryReadTime(ref byte start, out int seconds)
    {
        int hour = ReadPair(ref start);
        int minute = ReadPair(ref Unsafe.Add(ref start, 3));
        int second = ReadPair(ref Unsafe.Add(ref start, 6));
        seconds = (hour * 60 + minute) * 60 + second;
        return Unsafe.Add(ref start, 2) == (byte)':' && Unsafe.Add(ref start, 5) == (byte)':' && hour <= 23 && minute <= 59 && second <= 59;
    }
}
