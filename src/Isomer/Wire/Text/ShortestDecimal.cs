// ShortestDecimal: the shortest decimal that reads back as the same binary floating point number, and of those the closest.
//
// Contract: for value = significand * 2^exponent (both as stored, significand not zero) gives digits * 10^power. The idea is
// Raffaello Giulietti's (Schubfach, 2020): scale the number and the two ends of its rounding interval by one 128-bit power
// of ten, keeping a sticky bit, and look which multiples of 10 and of 1 lie inside. Serves double, float and Half alike.
//
// Measured as part of Utf8Floats; see there.
using System.Runtime.CompilerServices;

namespace Isomer.Wire.Text;

internal static class ShortestDecimal
{
    // closer: the number below is half as far away as the one above, as for every power of two but the smallest.
    internal static ulong Find(ulong significand, int exponent, bool closer, out int power)
    {
        // k = floor(log10(interval width)); shift brings the scaled number to two bits of fraction.
        int k = (exponent * 1262611 - (closer ? 524031 : 0)) >> 22;
        int shift = exponent + ((-k * 1741647) >> 19) + 1;
        PowersOfTen.Get(-k, out ulong high, out ulong low);
        // The algorithm wants the power rounded up; it is exact from 10^0 to 10^55.
        if ((uint)-k > 55)
        {
            low++;
            high += low == 0 ? 1UL : 0;
        }

        ulong center = significand * 4;
        ulong below = Scale(high, low, (center - 2 + (closer ? 1UL : 0)) << shift);
        ulong scaled = Scale(high, low, center << shift);
        ulong above = Scale(high, low, (center + 2) << shift);

        // The ends belong to the interval when the significand is even: reading rounds ties to even.
        ulong odd = significand & 1;
        ulong lower = below + odd;
        ulong upper = above - odd;

        ulong ones = scaled / 4;
        if (ones >= 10)
        {
            ulong tens = ones / 10;
            bool floorInside = lower <= tens * 40;
            bool ceilingInside = tens * 40 + 40 <= upper;
            if (floorInside != ceilingInside)
            {
                power = k + 1;
                return tens + (ceilingInside ? 1UL : 0);
            }
        }
        power = k;
        bool floorFits = lower <= ones * 4;
        bool ceilingFits = ones * 4 + 4 <= upper;
        if (floorFits != ceilingFits)
        {
            return ones + (ceilingFits ? 1UL : 0);
        }
        ulong middle = ones * 4 + 2;
        return ones + (scaled > middle || (scaled == middle && (ones & 1) != 0) ? 1UL : 0);
    }

    /// <summary>The product's top word, its lowest bit set if anything below was lost.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static ulong Scale(ulong high, ulong low, ulong value)
    {
        ulong carry = Math.BigMul(low, value, out _);
        ulong top = Math.BigMul(high, value, out ulong rest);
        rest += carry;
        top += rest < carry ? 1UL : 0;
        return top | (rest > 1 ? 1UL : 0);
    }
}
