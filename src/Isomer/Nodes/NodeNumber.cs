using System.Globalization;
using System.Numerics;
using System.Text;

namespace Isomer.Nodes;

/// <summary>
/// A number of a text format that is not, digit for digit, what a long, decimal or double would be written as: kept as its
/// text, so that nothing is lost however large or fine it is, and it is written as it came.
/// </summary>
internal sealed class NodeNumber(string text)
{
    object? _nearest;

    public string Text { get; } = text;

    public object Nearest => _nearest ??= Find(Text);

    /// <summary>The CLR value that is exactly this text (RFC 8259's grammar), or a NodeNumber.</summary>
    public static object Parse(ReadOnlySpan<byte> text)
    {
        if (TryParseFixed(text) is { } number)
            return number;
        bool isInteger = text.IndexOfAny((byte)'.', (byte)'e', (byte)'E') < 0;
        if (isInteger && text.Length <= 20 && !text.SequenceEqual("-0"u8)
            && long.TryParse(text, NumberStyles.AllowLeadingSign, CultureInfo.InvariantCulture, out long integer))
            return integer;
        Span<byte> written = stackalloc byte[40];
        if (text.Length <= 30
            && decimal.TryParse(text, NumberStyles.AllowLeadingSign | NumberStyles.AllowDecimalPoint, CultureInfo.InvariantCulture,
                out decimal exact)
            && exact.TryFormat(written, out int length, default, CultureInfo.InvariantCulture) && written[..length].SequenceEqual(text))
            return exact;
        if (text.Length <= 32 && double.TryParse(text, NumberStyles.Float, CultureInfo.InvariantCulture, out double near)
            && double.IsFinite(near)
            && near.TryFormat(written, out length, default, CultureInfo.InvariantCulture) && written[..length].SequenceEqual(text))
            return near;
        return new NodeNumber(Encoding.ASCII.GetString(text));
    }

    /// <summary>
    /// A number of at most 18 digits without an exponent, which a long or a decimal holds with all of its digits; null for others, for
    /// zeros that are written in more than one character, and for a zero before other digits.
    /// </summary>
    /// <remarks>
    /// The way behind it parses a fraction by the framework, writes it again and compares. 10,000 fractions of six digits as an array of
    /// nodes, least of two runs of 3 s: 1.64 ms that way, 0.59 by this one; 10,000 integers 0.48 and 0.40.
    /// </remarks>
    public static object? TryParseFixed(ReadOnlySpan<byte> text)
    {
        bool isNegative = !text.IsEmpty && text[0] == '-';
        var digits = isNegative ? text[1..] : text;
        if (digits.Length is 0 or > 19 || (digits[0] == '0' && digits.Length > 1 && digits[1] != '.'))
            return null;
        ulong value = 0;
        int point = -1;
        for (int i = 0; i < digits.Length; i++)
        {
            uint digit = digits[i] - (uint)'0';
            if (digit <= 9)
                value = (value * 10) + digit;
            else if (digits[i] == '.' && point < 0)
                point = i;
            else
                return null;
        }
        // A point behind the last digit, or before the first one, is no number of the grammar. A decimal zero has no sign.
        if (value == 0 || point == 0 || point == digits.Length - 1)
            return text.Length == 1 && value == 0 && point < 0 ? 0L : null;
        if (point >= 0)
            return new decimal((int)value, (int)(value >> 32), 0, isNegative, (byte)(digits.Length - 1 - point));
        return digits.Length <= 18 ? isNegative ? -(long)value : (long)value : null;
    }

    public static bool IsNumber(object value) =>
        value is sbyte or byte or short or ushort or int or uint or long or ulong or Int128 or UInt128 or nint or nuint or Half or float
            or double or decimal or BigInteger;

    public static string? TextOf(object value) =>
        value is NodeNumber number
            ? number.Text
            : IsNumber(value) ? ((IFormattable)value).ToString(null, CultureInfo.InvariantCulture) : null;

    /// <summary>One text for all equal numbers: digits without zeros at either end, and the exponent of the last.</summary>
    public static string Canonical(string text)
    {
        bool negative = text.StartsWith('-');
        int exponentAt = text.IndexOfAny(['e', 'E']);
        string mantissa = text[(negative ? 1 : 0)..(exponentAt < 0 ? text.Length : exponentAt)];
        if (mantissa.Length == 0 || !char.IsAsciiDigit(mantissa[0]))
            return text;
        var exponent = exponentAt < 0
            ? BigInteger.Zero
            : BigInteger.Parse(text.AsSpan(exponentAt + 1), NumberStyles.AllowLeadingSign, CultureInfo.InvariantCulture);
        int point = mantissa.IndexOf('.', StringComparison.Ordinal);
        if (point >= 0)
        {
            exponent -= mantissa.Length - point - 1;
            mantissa = mantissa.Remove(point, 1);
        }
        string digits = mantissa.TrimEnd('0');
        exponent += mantissa.Length - digits.Length;
        digits = digits.TrimStart('0');
        return digits.Length == 0 ? "0" : string.Create(CultureInfo.InvariantCulture, $"{(negative ? "-" : "")}{digits}e{exponent}");
    }

    /// <summary>The order of two numbers; exact where both are decimals or integers of at most 28 digits, else that of doubles.</summary>
    public static int Compare(string left, string right)
    {
        if (Canonical(left) == Canonical(right))
            return 0;
        if (left.Length <= 28 && right.Length <= 28
            && decimal.TryParse(left, NumberStyles.Float, CultureInfo.InvariantCulture, out decimal a)
            && decimal.TryParse(right, NumberStyles.Float, CultureInfo.InvariantCulture, out decimal b) && a != b)
            return a.CompareTo(b);
        return double.Parse(left, CultureInfo.InvariantCulture).CompareTo(double.Parse(right, CultureInfo.InvariantCulture));
    }

    static object Find(string text)
    {
        if (text.AsSpan().IndexOfAny('.', 'e', 'E') < 0 && text != "-0" && text.Length <= 100_000)
            return BigInteger.Parse(text, CultureInfo.InvariantCulture);
        return double.Parse(text, CultureInfo.InvariantCulture);
    }
}
