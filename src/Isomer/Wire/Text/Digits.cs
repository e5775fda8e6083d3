// Digits: the arithmetic that turns a number into decimal digits and back, eight at a time, inside one register.
//
// Contract: pure functions, no bounds. A "digit block" is a ulong whose bytes are digit values 0..9, the most significant
// digit in the lowest byte, so that a little-endian store writes them in reading order. Everything in Isomer.Wire.Text
// assumes a little-endian machine, as every platform that this library targets is.
//
// Why blocks and not a loop over pairs: the lengths of real numbers vary from one to the next, so a loop (or a ladder of
// compares) mispredicts about once per number, which costs more than all of the arithmetic here.
using System.Numerics;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.X86;

namespace Isomer.Wire.Text;

internal static class Digits
{
    internal const ulong AsciiZeros = 0x3030303030303030;

    /// <summary>"00" to "99", for what always has two digits.</summary>
    internal static ReadOnlySpan<byte> Pairs =>
        "0001020304050607080910111213141516171819202122232425262728293031323334353637383940414243444546474849"u8 +
        "5051525354555657585960616263646566676869707172737475767778798081828384858687888990919293949596979899"u8;

    /// <summary>10^0 to 10^19.</summary>
    internal static ReadOnlySpan<ulong> Powers =>
    [
        1, 10, 100, 1000, 10000, 100000, 1000000, 10000000, 100000000, 1000000000, 10000000000, 100000000000,
        1000000000000, 10000000000000, 100000000000000, 1000000000000000, 10000000000000000, 100000000000000000,
        1000000000000000000, 10000000000000000000
    ];

    /// <summary>By the position of the highest set bit: a number that, added, carries into bit 32 exactly the digit count.</summary>
    private static ReadOnlySpan<ulong> CountTable =>
    [
        0x1_00000000, 0x1_00000000, 0x1_00000000, 0x2_00000000 - 10, 0x2_00000000, 0x2_00000000, 0x3_00000000 - 100, 0x3_00000000,
        0x3_00000000, 0x4_00000000 - 1000, 0x4_00000000, 0x4_00000000, 0x4_00000000, 0x5_00000000 - 10000, 0x5_00000000, 0x5_00000000,
        0x6_00000000 - 100000, 0x6_00000000, 0x6_00000000, 0x7_00000000 - 1000000, 0x7_00000000, 0x7_00000000, 0x7_00000000,
        0x8_00000000 - 10000000, 0x8_00000000, 0x8_00000000, 0x9_00000000 - 100000000, 0x9_00000000, 0x9_00000000,
        0xA_00000000 - 1000000000, 0xA_00000000, 0xA_00000000
    ];

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static ulong Power(int exponent) => Unsafe.Add(ref MemoryMarshal.GetReference(Powers), exponent);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static int Count(uint value)
        => (int)((value + Unsafe.Add(ref MemoryMarshal.GetReference(CountTable), BitOperations.Log2(value))) >> 32);

    internal static int Count(ulong value)
    {
        if (value <= uint.MaxValue)
        {
            return Count((uint)value);
        }
        int guess = ((BitOperations.Log2(value) + 1) * 1233) >> 12;
        return guess + (value >= Power(guess) ? 1 : 0);
    }

    /// <summary>Four digit values of a number below 10,000.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static uint Split4(uint value)
    {
        uint hundreds = (value * 5243) >> 19;
        uint pairs = hundreds | ((value - hundreds * 100) << 16);
        uint tens = ((pairs * 103) >> 10) & 0x000F000F;
        return tens | ((pairs - tens * 10) << 8);
    }

    /// <summary>Eight digit values of a number below 100,000,000.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static ulong Split8(uint value)
    {
        ulong high = ((ulong)value * 3518437209) >> 45;
        ulong fours = high | ((value - high * 10000) << 32);
        ulong hundreds = ((fours * 5243) >> 19) & 0x0000007F0000007F;
        ulong pairs = hundreds | ((fours - hundreds * 100) << 16);
        ulong tens = ((pairs * 103) >> 10) & 0x000F000F000F000F;
        return tens | ((pairs - tens * 10) << 8);
    }

    /// <summary>The number that a block of eight digit values stands for.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static uint Join8(ulong block)
    {
        block = (block * 10 + (block >> 8)) & 0x00FF00FF00FF00FF;
        block = (block * 100 + (block >> 16)) & 0x0000FFFF0000FFFF;
        return (uint)(block * 10000 + (block >> 32));
    }

    /// <summary>The number that sixteen digit values, most significant first, stand for.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static ulong Join16(Vector128<byte> digits)
    {
        if (Sse41.IsSupported)
        {
            Vector128<short> pairs = Ssse3.MultiplyAddAdjacent(digits, Vector128.Create((ushort)0x010A).AsSByte());
            Vector128<int> fours = Sse2.MultiplyAddAdjacent(pairs, Vector128.Create(0x00010064).AsInt16());
            Vector128<short> packed = Sse41.PackUnsignedSaturate(fours, fours).AsInt16();
            ulong eights = Sse2.MultiplyAddAdjacent(packed, Vector128.Create(0x00012710).AsInt16()).AsUInt64().ToScalar();
            return (uint)eights * 100000000UL + (eights >> 32);
        }
        return Join8(digits.AsUInt64().ToScalar()) * 100000000UL + Join8(digits.AsUInt64().GetElement(1));
    }

    /// <summary>The high bit of every byte that is not a digit. Only the lowest such bit may be relied on.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static ulong NonDigits(ulong valuesXorZeros)
        => (valuesXorZeros | (valuesXorZeros + 0x7676767676767676)) & 0x8080808080808080;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static void StorePair(ref byte destination, uint value)
        => Unsafe.WriteUnaligned(ref destination,
            Unsafe.ReadUnaligned<ushort>(ref Unsafe.Add(ref MemoryMarshal.GetReference(Pairs), value * 2)));

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static void Store8(ref byte destination, uint value)
        => Unsafe.WriteUnaligned(ref destination, Split8(value) | AsciiZeros);

    /// <summary>
    /// Writes <paramref name="mantissa"/> (below 10^15) with <paramref name="decimals"/> (at most 14) digits after the point.
    /// Stores sixteen bytes whatever the length. With <paramref name="trim"/>, zeros at the end of the fraction are dropped.
    /// No branch depends on the digits: the point is put in by a byte shuffle whose indexes are computed.
    /// </summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static int StorePoint(ref byte destination, ulong mantissa, int decimals, bool trim)
    {
        uint high = (uint)(mantissa / 100000000);
        uint low = (uint)(mantissa - high * 100000000UL);
        Vector128<byte> digits = Vector128.Create(Split8(high), Split8(low)).AsByte();
        uint nonZero = ~Vector128.Equals(digits, Vector128<byte>.Zero).ExtractMostSignificantBits() & 0xFFFF;

        int skip = Math.Min(BitOperations.TrailingZeroCount(nonZero | 0x10000), 15 - decimals);
        int whole = 16 - decimals - skip;
        int fraction = trim ? Math.Max(decimals - 16 + (32 - BitOperations.LeadingZeroCount(nonZero)), 0) : decimals;

        Vector128<byte> place = Vector128<byte>.Indices;
        Vector128<byte> point = Vector128.Create((byte)whole);
        Vector128<byte> from = place + Vector128.Create((byte)skip)
            + Vector128.GreaterThan(place.AsSByte(), point.AsSByte()).AsByte();
        Vector128<byte> text = Lanes.Pick(digits | Vector128.Create((byte)'0'), from);
        text = Vector128.ConditionalSelect(Vector128.Equals(place, point), Vector128.Create((byte)'.'), text);
        text.StoreUnsafe(ref destination);
        return whole + fraction + (fraction != 0 ? 1 : 0);
    }

    /// <summary>
    /// Writes hundredths (below 10,000) as units with two decimals: 5 as 0.05, 1250 as 12.50. Stores eight bytes. Prices
    /// and rates mostly look so: 4 ns where StorePoint takes 10.
    /// </summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static int StoreHundredths(ref byte destination, uint hundredths, bool trim)
    {
        uint digits = Split4(hundredths);
        int skip = hundredths < 1000 ? 1 : 0;
        ulong text = (digits & 0xFFFF) | ((ulong)(digits >> 16) << 24) | 0x3030003030 | ((ulong)'.' << 16);
        Unsafe.WriteUnaligned(ref destination, text >> (skip * 8));
        // Without the last zero, or without both and the point.
        int drop = !trim || digits >> 24 != 0 ? 0 : digits >> 16 != 0 ? 1 : 3;
        return 5 - skip - drop;
    }

    /// <summary>
    /// As StorePoint, for at most eight digits of which at most seven are decimals: three plain stores instead of a shuffle.
    /// Stores up to seventeen bytes.
    /// </summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static int StoreShortPoint(ref byte destination, uint mantissa, int decimals)
    {
        ulong digits = Split8(mantissa);
        int skip = Math.Min(BitOperations.TrailingZeroCount(digits) >> 3, 7 - decimals);
        int whole = 8 - decimals - skip;
        ulong text = digits | AsciiZeros;
        Unsafe.WriteUnaligned(ref destination, text >> (skip * 8));
        ref byte point = ref Unsafe.Add(ref destination, whole);
        point = (byte)'.';
        Unsafe.WriteUnaligned(ref Unsafe.Add(ref point, 1), text >> ((8 - decimals) * 8));
        return whole + 1 + decimals;
    }
}
