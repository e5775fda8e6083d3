// Utf8Integers, reading.
//
// Contract: (ref byte start, int length) is everything that may be read, beginning at the number; true with the value and
// the bytes consumed, or false if there is no integer of this grammar there or it does not fit the type. Reading stops at
// the first byte that is not a digit; whether that byte may follow ('.' and 'e' may not) is the caller's to decide.
// The grammar is JSON's: an optional '-', no '+', no leading zeros; "-0" is zero for signed types, refused for unsigned ones
// (but accepted for UInt128: System.Text.Json is like that).
//
// Measured (2-core AMD EPYC with AVX-512, .NET 10.0.12, 32,768 values a round, medians of 61 interleaved rounds; comma-
// separated). Time of the framework's function divided by ours:
//   Question: how to read integers? Candidates: Utf8Parser; eight bytes at once in a register.
//   int of 1-5 digits 1.6 (8.6 ns to 5.4), long of any length 1.0 (a digit loop for the end: 0.76). Verdict: eight at once.
using System.Numerics;
using System.Runtime.CompilerServices;

namespace Isomer.Wire.Text;

internal static partial class Utf8Integers
{
    internal static bool TryReadInt32(ref byte start, int length, out int value, out int consumed)
    {
        int sign = length > 0 && start == (byte)'-' ? 1 : 0;
        bool read = TryReadDigits(ref Unsafe.Add(ref start, sign), length - sign, out ulong digits, out int count);
        value = (int)((digits ^ (ulong)-sign) + (ulong)sign);
        consumed = count + sign;
        return read && digits <= (ulong)int.MaxValue + (ulong)sign;
    }

    internal static bool TryReadUInt32(ref byte start, int length, out uint value, out int consumed)
    {
        bool read = TryReadDigits(ref start, length, out ulong digits, out consumed);
        value = (uint)digits;
        return read && digits <= uint.MaxValue;
    }

    internal static bool TryReadInt64(ref byte start, int length, out long value, out int consumed)
    {
        int sign = length > 0 && start == (byte)'-' ? 1 : 0;
        bool read = TryReadDigits(ref Unsafe.Add(ref start, sign), length - sign, out ulong digits, out int count);
        value = (long)((digits ^ (ulong)-sign) + (ulong)sign);
        consumed = count + sign;
        return read && digits <= (ulong)long.MaxValue + (ulong)sign;
    }

    internal static bool TryReadUInt64(ref byte start, int length, out ulong value, out int consumed)
        => TryReadDigits(ref start, length, out value, out consumed);

    internal static bool TryReadInt128(ref byte start, int length, out Int128 value, out int consumed)
    {
        int sign = length > 0 && start == (byte)'-' ? 1 : 0;
        if (sign == 1 && length > 1 && Unsafe.Add(ref start, 1) == (byte)'-')
        {
            value = 0;
            consumed = 0;
            return false;
        }
        bool read = TryReadUInt128(ref Unsafe.Add(ref start, sign), length - sign, out UInt128 digits, out int count);
        value = sign == 0 ? (Int128)digits : (Int128)(UInt128.Zero - digits);
        consumed = count + sign;
        return read && digits <= (UInt128)Int128.MaxValue + (uint)sign;
    }

    internal static bool TryReadUInt128(ref byte start, int length, out UInt128 value, out int consumed)
    {
        int count = 0;
        value = 0;
        if (length >= 2 && start == (byte)'-' && Unsafe.Add(ref start, 1) == (byte)'0')
        {
            consumed = 2;
            return length == 2 || (uint)(Unsafe.Add(ref start, 2) - '0') > 9;
        }
        // 38 digits always fit; a 39th is checked, a 40th never fits.
        while (count < length && count < 40 && (uint)(Unsafe.Add(ref start, count) - '0') is uint digit && digit <= 9)
        {
            if (count >= 38 && (count == 39 || value > (UInt128.MaxValue - digit) / 10))
            {
                consumed = 0;
                return false;
            }
            value = value * 10 + digit;
            count++;
        }
        consumed = count;
        return count == 1 || (count > 1 && start != (byte)'0');
    }

    /// <summary>Up to seven digits without a branch on their number, as long as eight bytes may be loaded.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static bool TryReadDigits(ref byte start, int length, out ulong value, out int consumed)
    {
        if (length >= 8)
        {
            ulong block = Unsafe.ReadUnaligned<ulong>(ref start) ^ Digits.AsciiZeros;
            ulong stop = Digits.NonDigits(block);
            if (stop != 0)
            {
                int bits = BitOperations.TrailingZeroCount(stop) & 0x38;
                if (bits <= 8 || (byte)block != 0)
                {
                    consumed = bits >> 3;
                    // Shifting left puts zeros in front; the shift by 64 of an empty block is shift by 0, refused below.
                    value = Digits.Join8(block << (64 - bits));
                    return bits != 0;
                }
            }
        }
        return TryReadDigitsSlowly(ref start, length, out value, out consumed);
    }

    private static bool TryReadDigitsSlowly(ref byte start, int length, out ulong value, out int consumed)
    {
        value = 0;
        consumed = 0;
        int count = 0;
        while (length - count >= 8 && count <= 8)
        {
            ulong block = Unsafe.ReadUnaligned<ulong>(ref Unsafe.Add(ref start, count)) ^ Digits.AsciiZeros;
            ulong stop = Digits.NonDigits(block);
            if (stop != 0)
            {
                // The last block: what it has of digits, without counting them one by one. (It may have none.)
                int bits = BitOperations.TrailingZeroCount(stop) & 0x38;
                value = value * Digits.Power(bits >> 3) + Digits.Join8(bits == 0 ? 0 : block << (64 - bits));
                consumed = count + (bits >> 3);
                return consumed == 1 || (consumed > 1 && start != (byte)'0');
            }
            value = value * 100000000 + Digits.Join8(block);
            count += 8;
        }
        while (count < length && (uint)(Unsafe.Add(ref start, count) - '0') is uint digit && digit <= 9)
        {
            // 19 digits always fit; the 20th is checked, a 21st never fits.
            if (count >= 19 && (count == 20 || value > (ulong.MaxValue - digit) / 10))
            {
                return false;
            }
            value = value * 10 + digit;
            count++;
        }
        consumed = count;
        return count == 1 || (count > 1 && start != (byte)'0');
    }
}
