using System.Buffers;
using System.Globalization;
using System.Text;
using System.Xml;
using Isomer.Wire;

namespace Isomer.Formats;

/// <summary>Text of an envelope: characters as SoapFormatter escapes them, names that XML has no place for, durations.</summary>
internal static class SoapText
{
    const int Piece = 1024;

    // A reference is eight bytes at most (&#65535;), a character three.
    const int BytesPerChar = 8;

    static readonly SearchValues<char> s_special = SearchValues.Create(
        "&<>\"'\0\u0001\u0002\u0003\u0004\u0005\u0006\u0007\b\v\f\u000e\u000f\u0010\u0011\u0012\u0013\u0014\u0015\u0016\u0017\u0018\u0019\u001a\u001b\u001c\u001d\u001e\u001f\ufffe\uffff");

    public static string ToString(ReadOnlySpan<byte> text) => Wire.Xml.XmlScanner.ToUtf16(text);

    /// <summary>
    /// Character data. What means something in XML is a reference by number, and so are the characters that XML 1.0 has no place for, halves of pairs included: SoapFormatter's reader takes these, and writes
    /// most of them raw, which nothing reads. Line ends stay what they are.
    /// </summary>
    public static void Write(ref OutputBuffer output, scoped ReadOnlySpan<char> text)
    {
        while (text.Length > 0)
        {
            int clean = text.IndexOfAny(s_special);
            var run = clean < 0 ? text : text[..clean];
            text = text[run.Length..];
            Run(ref output, run);
            if (clean >= 0)
            {
                Reference(ref output, text[0]);
                text = text[1..];
            }
        }
    }

    static void Run(ref OutputBuffer output, scoped ReadOnlySpan<char> text)
    {
        while (text.Length > 0)
        {
            var piece = text.Length <= Piece ? text : text[..Piece];
            var destination = System.Runtime.InteropServices.MemoryMarshal.CreateSpan(ref output.Reserve(piece.Length * BytesPerChar), piece.Length * BytesPerChar);
            var status = System.Text.Unicode.Utf8.FromUtf16(piece, destination, out int read, out int written, replaceInvalidSequences: false, isFinalBlock: piece.Length == text.Length);
            output.Advance(written);
            text = text[read..];
            if (status == OperationStatus.InvalidData)
            {
                Reference(ref output, text[0]);
                text = text[1..];
            }
        }
    }

    static void Reference(ref OutputBuffer output, char c)
    {
        var destination = System.Runtime.InteropServices.MemoryMarshal.CreateSpan(ref output.Reserve(16), 16);
        "&#"u8.CopyTo(destination);
        System.Buffers.Text.Utf8Formatter.TryFormat((uint)c, destination[2..], out int length);
        destination[length + 2] = (byte)';';
        output.Advance(length + 3);
    }

    /// <summary>A name as an element can have it: + is _x002B_.</summary>
    public static byte[] NameOf(string name) => Encoding.UTF8.GetBytes(XmlConvert.EncodeLocalName(name)!);

    /// <summary>The name that an element's stands for.</summary>
    public static string NameOf(ReadOnlySpan<byte> element)
    {
        string name = ToString(element);
        return name.Contains("_x", StringComparison.Ordinal) ? XmlConvert.DecodeName(name)! : name;
    }

    /// <summary>As .NET Framework writes a duration: a year has 360 days there, a month 30, and nothing is less than nothing.</summary>
    public static string DurationOf(TimeSpan value)
    {
        // The least span has no positive one.
        ulong ticks = value.Ticks < 0 ? 0 - (ulong)value.Ticks : (ulong)value.Ticks;
        ulong days = ticks / TimeSpan.TicksPerDay, rest = ticks % TimeSpan.TicksPerDay;
        ulong fraction = rest % TimeSpan.TicksPerSecond;
        return string.Create(CultureInfo.InvariantCulture,
            $"{(value.Ticks <= 0 ? "-" : "")}P{days / 360}Y{days % 360 / 30}M{days % 30}DT{rest / TimeSpan.TicksPerHour}H{rest / TimeSpan.TicksPerMinute % 60}M{rest / TimeSpan.TicksPerSecond % 60}{(fraction == 0 ? "" : $".{fraction:D7}")}S");
    }

    /// <summary>A duration of any writer: each part may be missing, seconds have a fraction of up to seven digits.</summary>
    public static bool TryDuration(ReadOnlySpan<byte> text, out TimeSpan value)
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
        System.Buffers.Text.Utf8Parser.TryParse(text[..digits], out ulong number, out _);
        text = text[digits..];
        long fraction = 0;
        if (isTime && text[0] == (byte)'.')
        {
            int length = text[1..].IndexOfAnyExceptInRange((byte)'0', (byte)'9');
            if (length is < 1 or > 7 || text[length + 1] != (byte)'S')
                return false;
            System.Buffers.Text.Utf8Parser.TryParse(text.Slice(1, length), out fraction, out _);
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
