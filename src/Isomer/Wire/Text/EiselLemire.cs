// EiselLemire: mantissa * 10^exponent to the nearest binary floating point number, from one or two 64-bit multiplications.
//
// Contract: true with the bits (without a sign) when the result is certain, which it is for all but about one number in
// 10^18 chosen at random; false means "ask something slower". Handles subnormals, zero and infinity. The idea is Michael
// Eisel's and Daniel Lemire's ("Number parsing at a gigabyte per second", 2021); the tie rule follows their proof.
using System.Numerics;

namespace Isomer.Wire.Text;

internal static class EiselLemire
{
    internal static bool TryDouble(ulong mantissa, int exponent, out ulong bits)
        => TryFind(mantissa, exponent, 52, 1023, -342, 308, -4, 23, out bits);

    internal static bool TrySingle(ulong mantissa, int exponent, out uint bits)
    {
        bool found = TryFind(mantissa, exponent, 23, 127, -65, 38, -17, 10, out ulong wide);
        bits = (uint)wide;
        return found;
    }

    private static bool TryFind(ulong mantissa, int exponent, int fractionBits, int bias, int smallest, int largest,
        int tieFrom, int tieTo, out ulong bits)
    {
        ulong infinity = (ulong)(2 * bias + 1) << fractionBits;
        if (mantissa == 0 || exponent < smallest || exponent > largest)
        {
            bits = mantissa == 0 || exponent < smallest ? 0 : infinity;
            return true;
        }

        int zeros = BitOperations.LeadingZeroCount(mantissa);
        mantissa <<= zeros;
        PowersOfTen.Get(exponent, out ulong powerHigh, out ulong powerLow);
        ulong high = Math.BigMul(mantissa, powerHigh, out ulong low);
        int spare = 64 - fractionBits - 3;
        ulong mask = (1UL << spare) - 1;
        if ((high & mask) == mask)
        {
            // The bits that decide are all ones: a carry from below could still change them. For small negative powers the
            // table's entry has to be the one rounded up, so that exact quotients are seen as exact.
            powerLow += exponent is < 0 and >= -27 ? 1UL : 0;
            ulong carry = Math.BigMul(mantissa, powerLow, out _);
            low += carry;
            high += low < carry ? 1UL : 0;
            if (low == ulong.MaxValue && exponent is < -27 or > 55)
            {
                bits = 0;
                return false;
            }
        }

        int upper = (int)(high >> 63);
        ulong fraction = high >> (upper + spare);
        int power = ((exponent * 217706) >> 16) + 63 + upper - zeros + bias;
        if (power <= 0)
        {
            if (1 - power >= 64)
            {
                bits = 0;
                return true;
            }
            fraction >>= 1 - power;
            fraction = (fraction + (fraction & 1)) >> 1;
            // Rounding up to the smallest normal number sets its exponent by itself.
            bits = fraction;
            return true;
        }
        // Exactly between two: possible only for small powers. Round to even.
        if (low <= 1 && exponent >= tieFrom && exponent <= tieTo && (fraction & 3) == 1 && fraction << (upper + spare) == high)
        {
            fraction &= ~1UL;
        }
        fraction = (fraction + (fraction & 1)) >> 1;
        if (fraction >= 2UL << fractionBits)
        {
            fraction = 1UL << fractionBits;
            power++;
        }
        bits = power >= 2 * bias + 1 ? infinity : ((ulong)power << fractionBits) | (fraction & ~(1UL << fractionBits));
        return true;
    }
}
