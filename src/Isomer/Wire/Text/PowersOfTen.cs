// PowersOfTen: 10^-351 to 10^350 as 128-bit fractions, for shortest printing and for exact reading of floating point.
//
// Contract: Get(k) gives the top 128 bits of 10^k, the highest bit set, rounded down. Exact for 0 <= k <= 55; for every other
// k the true value lies strictly between this and this + 1. (10^k = fraction * 2^(floor(log2 10^k) - 127).)
//
// The table of all 702 is 11 KB. Here 26 of them are kept, to 192 bits, and the rest follow from one multiplication by an
// exact power of five: the product's error is below 2^63 in 2^128 discarded bits, and that no entry is touched by it is
// proven by a test which compares all of them with BigInteger. Built once, at the first number that needs it (about 20 us).
using System.Numerics;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace Isomer.Wire.Text;

internal static class PowersOfTen
{
    internal const int Min = -351;
    internal const int Max = 350;

    private const int Step = 27;

    private static readonly ulong[] Table = Build();

    private static ReadOnlySpan<ulong> Bases =>
    [
        0x8049A4AC0C5811AE, 0x205B896D777D6278, 0xAC261E9F5141430B, // 10^-351
        0xCF42894A5DCE35EA, 0x52064CAC828675B9, 0x475F2B7D7DF1AD7A, // 10^-324
        0xA76C582338ED2621, 0xAF2AF2B80AF6F24E, 0x657C8F4D43323A36, // 10^-297
        0x873E4F75E2224E68, 0x5A7744A6E804A291, 0xCC35EDDFCF0996D7, // 10^-270
        0xDA7F5BF590966848, 0xAF39A475506A899E, 0xA30294CC2934E662, // 10^-243
        0xB080392CC4349DEC, 0xBD8D794D96AACFB3, 0xFE13A5C86AF64418, // 10^-216
        0x8E938662882AF53E, 0x547EB47B7282EE9C, 0x41B0230E1421487D, // 10^-189
        0xE65829B3046B0AFA, 0x0CB4A5A3112A5112, 0xA3B561B1CB208396, // 10^-162
        0xBA121A4650E4DDEB, 0x92F34D62616CE413, 0x21A0183E10583CD3, // 10^-135
        0x964E858C91BA2655, 0x3A6A07F8D510F86F, 0xE9082F25E9C5E9EC, // 10^-108
        0xF2D56790AB41C2A2, 0xFAE27299423FB9C3, 0x3695DAD7E8858901, // 10^-81
        0xC428D05AA4751E4C, 0xAA97E14C3C26B886, 0x96842DC95323F5A8, // 10^-54
        0x9E74D1B791E07E48, 0x775EA264CF55347D, 0xCA49F1C05120C9C7, // 10^-27
        0x8000000000000000, 0x0000000000000000, 0x0000000000000000, // 10^0
        0xCECB8F27F4200F3A, 0x0000000000000000, 0x0000000000000000, // 10^27
        0xA70C3C40A64E6C51, 0x999090B65F67D924, 0x0000000000000000, // 10^54
        0x86F0AC99B4E8DAFD, 0x69A028BB3DED71A3, 0xDF9F915627C04E28, // 10^81
        0xDA01EE641A708DE9, 0xE80E6F4820CC9495, 0xD74BAAD03BC1D8D3, // 10^108
        0xB01AE745B101E9E4, 0x5EC05DCFF72E7F8F, 0xC04C79FFE324301F, // 10^135
        0x8E41ADE9FBEBC27D, 0x14588F13BE847307, 0x23BD6A2059C002F5, // 10^162
        0xE5D3EF282A242E81, 0x8F1668C8A86DA5FA, 0xF0B5CCF5176ECC7C, // 10^189
        0xB9A74A0637CE2EE1, 0x6D953E2BD7173692, 0x88EFB0037AC08BDE, // 10^216
        0x95F83D0A1FB69CD9, 0x4ABDAF101564F98E, 0x0D5A4AF7B3A98E47, // 10^243
        0xF24A01A73CF2DCCF, 0xBC633B39673C8CEC, 0x3D9C44CD2F36917C, // 10^270
        0xC3B8358109E84F07, 0x0A862F80EC4700C8, 0x02606EA01029DC37, // 10^297
        0x9E19DB92B4E31BA9, 0x6C07A2C26A8346D1, 0x4944D9F52CD0DEC2, // 10^324
    ];

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static void Get(int exponent, out ulong high, out ulong low)
    {
        ref ulong entry = ref Unsafe.Add(ref MemoryMarshal.GetArrayDataReference(Table), (exponent - Min) * 2);
        high = entry;
        low = Unsafe.Add(ref entry, 1);
    }

    private static ulong[] Build()
    {
        var table = new ulong[(Max - Min + 1) * 2];
        for (int i = 0; i < table.Length / 2; i++)
        {
            ReadOnlySpan<ulong> digits = Bases.Slice(i / Step * 3, 3);
            ulong five = 1;
            for (int j = i % Step; j > 0; j--)
            {
                five *= 5;
            }
            five <<= BitOperations.LeadingZeroCount(five);

            // 192 by 64 bits; the lowest of the four words only ever matters as a carry.
            ulong top = Math.BigMul(digits[0], five, out ulong second);
            ulong carryHigh = Math.BigMul(digits[1], five, out ulong third);
            ulong carryLow = Math.BigMul(digits[2], five, out _);
            third += carryLow;
            carryHigh += third < carryLow ? 1UL : 0;
            second += carryHigh;
            top += second < carryHigh ? 1UL : 0;

            bool normal = (long)top < 0;
            table[i * 2] = normal ? top : (top << 1) | (second >> 63);
            table[i * 2 + 1] = normal ? second : (second << 1) | (third >> 63);
        }
        return table;
    }
}
