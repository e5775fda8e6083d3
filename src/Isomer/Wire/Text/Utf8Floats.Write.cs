// Utf8Floats, writing: double, float and Half in their shortest form that reads back to the same bits.
//
// Contract: byte-identical to value.TryFormat(utf8, default, invariant), which is what System.Text.Json writes: plain
// notation while the point stands at most 3 zeros before the digits and at most 17 (double), 9 (float), 5 (Half) places
// behind their start; otherwise 1.5E+18, 1E-05. The value must be finite. Reserve the Max...Length; stores may overrun the
// text within it.
// One known difference: for 2^-25 and 2^-958 (and their negatives) .NET 10 writes a form that reads back as the number
// below (2.980232238769531E-08), because it takes the gap below a power of two for as wide as the one above. Here they
// are written so that they come back (2.9802322387695312E-08): not losing a bit goes before being identical.
//
// Two ways. Most numbers that people store were short decimals once. For them: m = round(|v| * 10^K), with K chosen from
// the exponent so that m stays small, and a division m / 10^K that gives v back exactly. Why that is the shortest form:
// m and 10^K are exact in the type, so the division is correctly rounded and the test says "the decimal m/10^K reads as v".
// And while m < 2^(bits of significand - 1), K-digit decimals lie further apart than doubles, so at most one of them reads as
// v; any shorter decimal is also a K-digit decimal, hence the same number, hence m without its trailing zeros. The product
// |v| * 10^K may be rounded: its error is below 2^-3 while m < 2^49, so that rounding to an integer finds the same m.
// Everything else goes to ShortestDecimal.
//
// Measured (2-core AMD EPYC with AVX-512, .NET 10.0.12, 32,768 values a round, medians of 61 interleaved rounds; each
// write begins where the one before ended). Time of the framework's function divided by ours:
//   Question: is the framework's shortest form worth replacing? Candidates: TryFormat; short decimals + Schubfach.
//   double: 0.05 or 0.15 2.9 (35 ns to 12), prices with 0-4 decimals 5.1 (66 to 13), 17 digits 2.6 (86 to 34), random bits 3.1
//   float: 0.05 or 0.15 2.6 (35 to 14), 9 digits 2.4. Verdict: replace. Half is not raced; it takes the same code.
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;

namespace Isomer.Wire.Text;

internal static partial class Utf8Floats
{
    internal const int MaxDoubleLength = 48;
    internal const int MaxSingleLength = 48;
    internal const int MaxHalfLength = 48;

    // m stays below 2^49 (15 digits, so that it fits sixteen bytes with its point) and below 2^23.
    private const int DoubleBits = 48;
    private const int SingleBits = 22;

    private static ReadOnlySpan<double> DoublePowers =>
    [
        1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20,
        1e21, 1e22
    ];

    private static ReadOnlySpan<float> SinglePowers => [1e0f, 1e1f, 1e2f, 1e3f, 1e4f, 1e5f, 1e6f, 1e7f, 1e8f, 1e9f, 1e10f];

    internal static int WriteDouble(ref byte destination, double value)
    {
        ulong bits = BitConverter.DoubleToUInt64Bits(value);
        int sign = (int)(bits >> 63);
        destination = (byte)'-';
        destination = ref Unsafe.Add(ref destination, sign);

        bits &= 0x7FFFFFFFFFFFFFFF;
        int biased = (int)(bits >> 52);
        if ((biased >= 1023 - 13 && biased <= 1023 + DoubleBits) || bits == 0)
        {
            double magnitude = BitConverter.UInt64BitsToDouble(bits);
            // At most four digits that divide back to the value are its shortest form.
            double hundredths = Math.Floor(magnitude * 100 + 0.5);
            if (hundredths < 10000 && hundredths / 100 == magnitude)
            {
                return sign + Digits.StoreHundredths(ref destination, (uint)hundredths, trim: true);
            }
            int decimals = Math.Min(8, ((DoubleBits + 1023 - biased) * 1233) >> 12);
            double power = DoublePower(decimals);
            long scaled = (long)(magnitude * power + 0.5);
            // 2^-13 is a little above 0.0001: everything here is in the range of plain notation.
            if (scaled / power == magnitude)
            {
                return sign + Digits.StorePoint(ref destination, (ulong)scaled, decimals, trim: true);
            }
        }
        ulong fraction = bits & 0xFFFFFFFFFFFFF;
        return sign + (biased == 0
            ? WriteShortest(ref destination, fraction, -1074, false, 17)
            : WriteShortest(ref destination, fraction | (1UL << 52), biased - 1075, fraction == 0 && biased > 1, 17));
    }

    internal static int WriteSingle(ref byte destination, float value)
    {
        uint bits = BitConverter.SingleToUInt32Bits(value);
        int sign = (int)(bits >> 31);
        destination = (byte)'-';
        destination = ref Unsafe.Add(ref destination, sign);

        bits &= 0x7FFFFFFF;
        if (bits == 0)
        {
            destination = (byte)'0';
            return sign + 1;
        }
        int biased = (int)(bits >> 23);
        if (biased >= 127 - 13 && biased <= 127 + SingleBits)
        {
            float magnitude = BitConverter.UInt32BitsToSingle(bits);
            // Rates and prices. The product is exact in a double, so no shorter form is missed.
            int hundredths = (int)((double)magnitude * 100 + 0.5);
            if (hundredths < 10000 && hundredths / 100f == magnitude)
            {
                return sign + Digits.StoreHundredths(ref destination, (uint)hundredths, trim: true);
            }
            int decimals = Math.Min(8, ((SingleBits + 127 - biased) * 1233) >> 12);
            // The product of 24 and 19 significant bits is exact in a double.
            int scaled = (int)((double)magnitude * DoublePower(decimals) + 0.5);
            if (scaled / SinglePowers[decimals] == magnitude)
            {
                return sign + Digits.StorePoint(ref destination, (uint)scaled, decimals, trim: true);
            }
        }
        uint fraction = bits & 0x7FFFFF;
        return sign + (biased == 0
            ? WriteShortest(ref destination, fraction, -149, false, 9)
            : WriteShortest(ref destination, fraction | (1U << 23), biased - 150, fraction == 0 && biased > 1, 9));
    }

    internal static int WriteHalf(ref byte destination, Half value)
    {
        int bits = BitConverter.HalfToUInt16Bits(value);
        int sign = bits >> 15;
        destination = (byte)'-';
        destination = ref Unsafe.Add(ref destination, sign);

        int biased = (bits >> 10) & 0x1F;
        uint fraction = (uint)bits & 0x3FF;
        if (biased == 0)
        {
            if (fraction == 0)
            {
                destination = (byte)'0';
                return sign + 1;
            }
            return sign + WriteShortest(ref destination, fraction, -24, false, 5);
        }
        return sign + WriteShortest(ref destination, fraction | (1U << 10), biased - 25, fraction == 0 && biased > 1, 5);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static double DoublePower(int exponent) => DoublePowers[exponent];

    private static int WriteShortest(ref byte destination, ulong significand, int exponent, bool closer, int plainLimit)
    {
        ulong digits = ShortestDecimal.Find(significand, exponent, closer, out int power);
        while (true)
        {
            ulong tenth = digits / 10;
            if (tenth * 10 != digits)
            {
                break;
            }
            digits = tenth;
            power++;
        }

        int count;
        int point;
        if (power is >= -20 and < 0 && (count = Digits.Count(digits)) + power is > -4 and <= 0)
        {
            // 0.000ddd
            point = count + power;
            Unsafe.WriteUnaligned(ref destination, 0x3030303030302E30UL);
            return 2 - point + Utf8Integers.WriteUInt64(ref Unsafe.Add(ref destination, 2 - point), digits);
        }

        count = Utf8Integers.WriteUInt64(ref destination, digits);
        point = count + power;
        if (point > 0 && point <= plainLimit)
        {
            if (power >= 0)
            {
                Unsafe.InitBlockUnaligned(ref Unsafe.Add(ref destination, count), (byte)'0', (uint)power);
                return point;
            }
            InsertPoint(ref destination, point);
            return count + 1;
        }

        // d.dddE+XX
        int length = count;
        if (count > 1)
        {
            InsertPoint(ref destination, 1);
            length++;
        }
        point--;
        Unsafe.Add(ref destination, length) = (byte)'E';
        Unsafe.Add(ref destination, length + 1) = point < 0 ? (byte)'-' : (byte)'+';
        uint scale = (uint)Math.Abs(point);
        length += 2;
        if (scale >= 100)
        {
            Unsafe.Add(ref destination, length++) = (byte)('0' + scale / 100);
            scale %= 100;
        }
        Digits.StorePair(ref Unsafe.Add(ref destination, length), scale);
        return length + 2;
    }

    /// <summary>Moves at most 16 digits behind the point by one place; at most 17 digits means that they are at most 16.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void InsertPoint(ref byte destination, int point)
    {
        ref byte fraction = ref Unsafe.Add(ref destination, point);
        Vector128.LoadUnsafe(ref fraction).StoreUnsafe(ref Unsafe.Add(ref fraction, 1));
        fraction = (byte)'.';
    }
}
