using System.Globalization;
using Isomer.Wire.Text;

namespace Isomer.Tabular;

/// <summary>Which digits of a number that is text another number keeps.</summary>
internal static class NumberDigits
{
    /// <summary>A number of so many digits is written again as it was, once it is the nearest double.</summary>
    public const int OfEveryDouble = 15;

    /// <summary>An integer of so many digits is a decimal.</summary>
    public const int OfEveryDecimal = 28;

    /// <summary>The number as what says all of it: a double, a decimal, or the text.</summary>
    public static object Exact(string number) =>
        AreOfDouble(System.Text.Encoding.ASCII.GetBytes(number)) ? double.Parse(number, CultureInfo.InvariantCulture)
        : decimal.TryParse(number, NumberStyles.AllowLeadingSign | NumberStyles.AllowDecimalPoint, CultureInfo.InvariantCulture,
            out var exact) && exact.ToString(CultureInfo.InvariantCulture) == number ? exact
        : number;

    /// <summary>Whether a double says all that the number says: it has few digits, or is what the double is written as.</summary>
    public static bool AreOfDouble(ReadOnlySpan<byte> number)
    {
        Span<byte> own = stackalloc byte[64];
        int count = Significant(number, out bool isPlain);
        // Nothing so short is beyond the range without an exponent.
        if (isPlain && count <= OfEveryDouble && number.Length < 64)
            return true;
        return double.TryParse(number, NumberStyles.Float, CultureInfo.InvariantCulture, out double near) && double.IsFinite(near)
            && (near != 0 || count == 0)
            && (count <= OfEveryDouble || number.SequenceEqual(own[..Utf8Floats.WriteDouble(ref own[0], near)]));
    }

    /// <summary>How many digits there are from the first that is not 0, before an exponent.</summary>
    /// <param name="number">The number, or what may be one.</param>
    /// <param name="isPlain">Whether there are digits and a point, and nothing else but a sign.</param>
    static int Significant(ReadOnlySpan<byte> number, out bool isPlain)
    {
        int count = 0, points = 0;
        isPlain = true;
        for (int i = number is [(byte)'-', ..] ? 1 : 0; i < number.Length; i++)
        {
            byte b = number[i];
            if (b is (byte)'e' or (byte)'E')
            {
                isPlain = false;
                break;
            }
            if (b is >= (byte)'0' and <= (byte)'9')
                count += count > 0 || b != '0' ? 1 : 0;
            else if (b != '.' || ++points > 1)
                isPlain = false;
        }
        return count;
    }
}
