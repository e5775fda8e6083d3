using System.Globalization;
using System.Numerics;
using Isomer.Printing;

namespace Isomer.Formats;

/// <summary>Defaults of numbers and of bool as C#: read, not copied, for what stands there in a .proto may be anything.</summary>
internal static class ProtoCSharpDefaults
{
    /// <summary>The default of a field as a C# constant.</summary>
    /// <exception cref="WireFormatException">It is none of the field's type.</exception>
    public static string Of(ProtoField field, string written) => field.Type switch
    {
        ProtoType.Bool => written is "true" or "false" ? written : null,
        ProtoType.Float => OfFloat(written, "float", "f"),
        ProtoType.Double => OfFloat(written, "double", "d"),
        ProtoType.Int32 or ProtoType.SInt32 or ProtoType.SFixed32 => OfInteger(written, int.MinValue, int.MaxValue),
        ProtoType.UInt32 or ProtoType.Fixed32 => OfInteger(written, uint.MinValue, uint.MaxValue),
        ProtoType.Int64 or ProtoType.SInt64 or ProtoType.SFixed64 => OfInteger(written, long.MinValue, long.MaxValue),
        ProtoType.UInt64 or ProtoType.Fixed64 => OfInteger(written, ulong.MinValue, ulong.MaxValue),
        _ => null,
    } ?? throw new WireFormatException(
        $"{Quoting.CSharp(written)} is no default of '{field.Name}', which is {ProtoTypes.NameOf(field.Type)}.")
    { Format = ".proto" };

    static string? OfFloat(string written, string type, string suffix)
    {
        switch (written)
        {
            case "inf":
                return type + ".PositiveInfinity";
            case "-inf":
                return type + ".NegativeInfinity";
            case "nan" or "-nan":
                return type + ".NaN";
        }
        string digits = written.EndsWith('f') && !written.Contains('x', StringComparison.OrdinalIgnoreCase) ? written[..^1] : written;
        if (Integer(digits) is { } integer)
            return integer.ToString(CultureInfo.InvariantCulture) + suffix;
        if (!double.TryParse(digits, NumberStyles.AllowLeadingSign | NumberStyles.AllowDecimalPoint | NumberStyles.AllowExponent,
            CultureInfo.InvariantCulture, out double value))
            return null;
        // The digits as they were written, if that is how C# writes them.
        bool isPlain = char.IsAsciiDigit(digits.TrimStart('-')[0]) && digits[^1] != '.'
            && !digits.Contains(".e", StringComparison.OrdinalIgnoreCase);
        return (isPlain ? digits : value.ToString("R", CultureInfo.InvariantCulture)) + suffix;
    }

    static string? OfInteger(string written, BigInteger least, BigInteger most) =>
        Integer(written) is { } value && value >= least && value <= most ? value.ToString(CultureInfo.InvariantCulture) : null;

    /// <summary>Decimal, 0x or octal.</summary>
    static BigInteger? Integer(string written)
    {
        bool isNegative = written.StartsWith('-');
        string digits = isNegative ? written[1..] : written;
        const int Longest = 40;
        if (digits.Length is 0 or > Longest)
            return null;
        BigInteger value = 0;
        int radix = digits.StartsWith("0x", StringComparison.OrdinalIgnoreCase) ? 16 : digits.Length > 1 && digits[0] == '0' ? 8 : 10;
        foreach (char c in radix == 16 ? digits.AsSpan(2) : digits)
        {
            int digit = char.IsAsciiHexDigit(c) ? Convert.ToInt32(c.ToString(), 16) : 16;
            if (digit >= radix)
                return null;
            value = (value * radix) + digit;
        }
        return digits.Length == 2 && radix == 16 ? null : isNegative ? -value : value;
    }
}
