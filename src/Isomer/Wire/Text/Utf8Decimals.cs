// Utf8Decimals: System.Decimal with its scale: 1.50 stays 1.50.
//
// Contract: writing is byte-identical to value.TryFormat(utf8, default, invariant), which System.Text.Json uses; the caller
// has reserved MaxLength. Reading takes JSON's grammar within (ref byte start, int length) and gives bit for bit (sign of
// zero and scale included) what Utf8Parser, hence System.Text.Json, gives.
//
//@DECIMAL@
using System.Buffers.Text;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace Isomer.Wire.Text;

internal static class Utf8Decimals
{
    internal const int MaxLength = 48;

    private const int ScaleShift = 16;

    // The layout of DECIMAL in OLE automation, which System.Decimal is bound to by interop.
    [StructLayout(LayoutKind.Sequential)]
    private struct Parts
    {
        public uint Flags;
        public uint High;
        public ulong Low;
    }

    internal static int Write(ref byte destination, decimal value)
    {
        Parts parts = Unsafe.BitCast<decimal, Parts>(value);
        // A negative zero is written without its sign.
        int sign = (int)(parts.Flags >> 31) & ((parts.High | parts.Low) != 0 ? 1 : 0);
        int scale = (byte)(parts.Flags >> ScaleShift);
        destination = (byte)'-';
        destination = ref Unsafe.Add(ref destination, sign);
        if (parts.High == 0 && parts.Low < 1000000000000000 && scale <= 14)
        {
            return sign + Digits.StorePoint(ref destination, parts.Low, scale, trim: false);
        }
        return sign + WriteLong(ref destination, parts.High, parts.Low, scale);
    }

    internal static bool TryRead(ref byte start, int length, out decimal value, out int consumed)
    {
        int sign = length > 0 && start == (byte)'-' ? 1 : 0;
        if (NumberScan.TryShort(ref Unsafe.Add(ref start, sign), length - sign, out ulong mantissa, out int decimals, out int count))
        {
            consumed = count + sign;
            value = Make(mantissa, decimals, sign);
            return true;
        }
        return TryReadSlowly(ref start, length, sign, out value, out consumed);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static decimal Make(ulong mantissa, int scale, int sign)
        => Unsafe.BitCast<Parts, decimal>(new Parts { Flags = (uint)(scale << ScaleShift) | ((uint)sign << 31), Low = mantissa });

    private static int WriteLong(ref byte destination, uint high, ulong low, int scale)
    {
        Span<byte> digits = stackalloc byte[Utf8Integers.MaxUInt128Length + 8];
        int count = high == 0
            ? Utf8Integers.WriteUInt64(ref digits[0], low)
            : Utf8Integers.WriteUInt128(ref digits[0], new UInt128(high, low));
        Span<byte> text = MemoryMarshal.CreateSpan(ref destination, MaxLength - 1);
        if (scale == 0)
        {
            digits[..count].CopyTo(text);
            return count;
        }
        int whole = count - scale;
        if (whole > 0)
        {
            digits[..whole].CopyTo(text);
            text[whole] = (byte)'.';
            digits[whole..count].CopyTo(text[(whole + 1)..]);
            return count + 1;
        }
        text[..(2 - whole)].Fill((byte)'0');
        text[1] = (byte)'.';
        digits[..count].CopyTo(text[(2 - whole)..]);
        return 2 - whole + count;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static bool TryReadSlowly(ref byte start, int length, int sign, out decimal value, out int consumed)
    {
        value = 0;
        ref byte digits = ref Unsafe.Add(ref start, sign);
        if (!NumberScan.TryAny(ref digits, length - sign, false, out ulong mantissa, out int exponent, out _, out int count))
        {
            consumed = 0;
            return false;
        }
        consumed = count + sign;
        // Up to 19 digits as they stand: no rounding, no overflow, nothing to decide. (A mantissa without leading zeros and
        // an exponent that is just the fraction's length mean that nothing was cut off and that there was no 'e'.)
        bool plain = count <= 29 && !HasExponent(ref digits, count);
        if (plain && count <= 20 && exponent is <= 0 and >= -19)
        {
            value = Make(mantissa, -exponent, sign);
            return true;
        }
        // Up to 28 digits still fit 96 bits whatever they are.
        if (plain && (count <= 28 || MemoryMarshal.CreateReadOnlySpan(ref digits, count).Contains((byte)'.')))
        {
            value = ReadPlain(MemoryMarshal.CreateReadOnlySpan(ref digits, count), sign);
            return true;
        }
        // More digits, exponents, rounding at 28 places, "0e-50", -0: the framework's own rules, exactly.
        return Utf8Parser.TryParse(MemoryMarshal.CreateReadOnlySpan(ref start, consumed), out value, out int parsed) && parsed == consumed;
    }

    private static decimal ReadPlain(ReadOnlySpan<byte> text, int sign)
    {
        ulong first = 0;
        ulong second = 0;
        int count = 0;
        int scale = 0;
        for (int i = 0; i < text.Length; i++)
        {
            if (text[i] == (byte)'.')
            {
                scale = text.Length - i - 1;
                continue;
            }
            // 19 digits in the first word, the rest (at most 9) in the second.
            ulong digit = (ulong)(text[i] - '0');
            if (count < 19)
            {
                first = first * 10 + digit;
            }
            else
            {
                second = second * 10 + digit;
            }
            count++;
        }
        UInt128 mantissa = (UInt128)first * Digits.Power(Math.Max(count - 19, 0)) + second;
        return Unsafe.BitCast<Parts, decimal>(new Parts
        {
            Flags = (uint)(scale << ScaleShift) | ((uint)sign << 31),
            High = (uint)(mantissa >> 64),
            Low = (ulong)mantissa,
        });
    }

    private static bool HasExponent(ref byte digits, int count)
        => MemoryMarshal.CreateReadOnlySpan(ref digits, count).IndexOfAny((byte)'e', (byte)'E') >= 0;
}
