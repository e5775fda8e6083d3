using System.Runtime.CompilerServices;

namespace Isomer.Formats;

/// <summary>
/// decimal on Compact's wire: a head byte of scale (bits 0 to 4), sign (bit 5) and length (bits 6 and 7: 2, 3, 6 or 12
/// bytes), then that many bytes of the integer without its sign. Scale and sign are kept, also of zero.
/// </summary>
/// <remarks>Prices take 3 or 4 bytes instead of 16, and both directions are a load, a mask and a store.</remarks>
internal static class CompactDecimal
{
    /// <summary>Of the longest, written or read by whole words.</summary>
    public const int MaxLength = 17;

    public const int MinLength = 3;

    const uint Lengths = 0x0C_06_03_02;

    /// <summary>A decimal as it lies in memory: scale in bits 16 to 20 of the flags, sign in bit 31.</summary>
    readonly record struct Parts(uint Flags, uint High, ulong Low);

    /// <summary>Bytes after the head.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static int LengthOf(byte head) => (int)((Lengths >> ((head >> 6) * 8)) & 0xFF);

    /// <summary>Writes at a place with room for <see cref="MaxLength"/>; returns the length.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static int Put(ref byte place, decimal value)
    {
        var parts = Unsafe.BitCast<decimal, Parts>(value);
        ulong low = parts.Low;
        uint code = 3;
        // Prices of 2 and of 3 bytes follow each other at random, which would mislead a branch; a high part is rare.
        if (parts.High == 0)
            code = (low > 0xFFFF ? 1u : 0) + (low > 0xFF_FFFF ? 1u : 0) + (low > 0xFFFF_FFFF_FFFF ? 1u : 0);
        place = (byte)(((parts.Flags >> 16) & 0x1F) | ((parts.Flags >> 26) & 0x20) | (code << 6));
        Unsafe.WriteUnaligned(ref Unsafe.Add(ref place, 1), low);
        Unsafe.WriteUnaligned(ref Unsafe.Add(ref place, 9), parts.High);
        return (int)(1 + ((Lengths >> (int)(code * 8)) & 0xFF));
    }

    /// <summary>Reads what stands after a head; <paramref name="beyond"/> bytes of the input follow it.</summary>
    public static decimal Get(ref byte head, ref byte place, int beyond)
    {
        int scale = head & 0x1F;
        int length = LengthOf(head);
        if (scale > 28)
            throw new WireFormatException($"A decimal has at most 28 decimal places, not {scale}.");
        ulong low;
        uint high = 0;
        if (length + beyond >= 8)
        {
            low = Unsafe.ReadUnaligned<ulong>(ref place);
            if (length == 12)
                high = Unsafe.ReadUnaligned<uint>(ref Unsafe.Add(ref place, 8));
            else
                low &= (1UL << (8 * length)) - 1;
        }
        else
        {
            low = 0;
            for (int i = 0; i < length; i++)
                low |= (ulong)Unsafe.Add(ref place, i) << (8 * i);
        }
        return new decimal((int)low, (int)(low >> 32), (int)high, (head & 0x20) != 0, (byte)scale);
    }
}
