// NumberScan: the characters of a JSON number, cut into mantissa and exponent, before anyone decides on a type.
//
// Contract: (ref byte start, int length) is everything that may be read. The grammar is RFC 8259's, without a sign (the
// caller has taken it).
//
// TryShort takes whole numbers of up to 15 characters without an exponent in one go and without a branch on where the point
// is: digits are found by one comparison of 16 bytes, the point is squeezed out and the digits moved to the right by one
// shuffle, and three multiply-adds make the number.
// Measured as part of Utf8Floats and Utf8Decimals; see there.
using System.Numerics;
using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;

namespace Isomer.Wire.Text;

internal static class NumberScan
{
    /// <summary>False means "not this simple"; the number may still be right.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static bool TryShort(ref byte start, int length, out ulong mantissa, out int decimals, out int consumed)
    {
        if (length >= 16)
        {
            Vector128<byte> digits = Vector128.LoadUnsafe(ref start) - Vector128.Create((byte)'0');
            uint others = Vector128.GreaterThan(digits, Vector128.Create((byte)9)).ExtractMostSignificantBits();
            uint points = Vector128.Equals(digits, Vector128.Create(unchecked((byte)('.' - '0')))).ExtractMostSignificantBits();

            int whole = BitOperations.TrailingZeroCount(others | 0x10000);
            uint point = others & (0 - others) & points;
            int end = BitOperations.TrailingZeroCount((others ^ point) | 0x10000);
            decimals = end - whole - (point != 0 ? 1 : 0);
            consumed = end;

            // Wanted: 1 to 15 characters, no zero in front of another digit, a digit behind the point, no exponent.
            byte next = Unsafe.Add(ref start, end & 15);
            if (end < 16 && whole != 0 && (start != (byte)'0' || whole == 1) && (point == 0 || decimals != 0)
                && (next | 0x20) != 'e')
            {
                // Target place i takes source place i - (16 - end); up to the point, one further to the left.
                Vector128<sbyte> from = Vector128<sbyte>.Indices - Vector128.Create((sbyte)(16 - end));
                from += Vector128.LessThanOrEqual(from, Vector128.Create((sbyte)(point != 0 ? whole : -128)));
                mantissa = Digits.Join16(Lanes.Pick(digits, from.AsByte()));
                return true;
            }
        }
        mantissa = 0;
        decimals = 0;
        consumed = 0;
        return false;
    }

    /// <summary>
    /// Any number: the first 19 significant digits as <paramref name="mantissa"/>, to be multiplied by 10^exponent.
    /// <paramref name="inexact"/>: there were more digits than that, and not all of them zero.
    /// </summary>
    internal static bool TryAny(ref byte start, int length, out ulong mantissa, out int exponent, out bool inexact, out int consumed)
    {
        mantissa = 0;
        exponent = 0;
        inexact = false;
        consumed = 0;
        int at = 0;
        int kept = 0;
        while (at < length && (uint)(Unsafe.Add(ref start, at) - '0') is uint digit && digit <= 9)
        {
            Take(digit, ref mantissa, ref kept, ref exponent, ref inexact);
            at++;
        }
        int whole = at;
        if (whole == 0 || (whole > 1 && start == (byte)'0'))
        {
            return false;
        }
        if (at < length && Unsafe.Add(ref start, at) == (byte)'.')
        {
            at++;
            while (at < length && (uint)(Unsafe.Add(ref start, at) - '0') is uint digit && digit <= 9)
            {
                Take(digit, ref mantissa, ref kept, ref exponent, ref inexact);
                exponent--;
                at++;
            }
            if (at == whole + 1)
            {
                return false;
            }
        }
        if (at < length && (Unsafe.Add(ref start, at) | 0x20) == 'e')
        {
            at++;
            bool negative = at < length && Unsafe.Add(ref start, at) == (byte)'-';
            if (negative || (at < length && Unsafe.Add(ref start, at) == (byte)'+'))
            {
                at++;
            }
            int first = at;
            int written = 0;
            while (at < length && (uint)(Unsafe.Add(ref start, at) - '0') is uint digit && digit <= 9)
            {
                // Far beyond what any digits before it could bring back, and far below overflow.
                written = Math.Min(written * 10 + (int)digit, 100_000_000);
                at++;
            }
            if (at == first)
            {
                return false;
            }
            exponent = Math.Clamp(exponent + (long)(negative ? -written : written), -1_000_000_000, 1_000_000_000) is var sum
                ? (int)sum : 0;
        }
        consumed = at;
        return true;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void Take(uint digit, ref ulong mantissa, ref int kept, ref int exponent, ref bool inexact)
    {
        if (kept < 19)
        {
            mantissa = mantissa * 10 + digit;
            kept += mantissa != 0 ? 1 : 0;
        }
        else
        {
            exponent++;
            inexact |= digit != 0;
        }
    }
}
