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

    /// <summary>Bytes after the head.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static int LengthOf(byte head) => (0x0C_06_03_02 >> ((head >> 6) * 8)) & 0xFF;

    /// <summary>Writes at a place with room for <see cref="MaxLength"/>; returns the length.</summary>
    public static int Put(ref byte place, decimal value)
    {
        // In memory: flags (scale in bits 16 to 20, sign in bit 31), high 32 bits, low 64 bits.
        ref int flags = ref Unsafe.As<decimal, int>(ref value);
        uint high = (uint)Unsafe.Add(ref flags, 1);
        ulong low = Unsafe.ReadUnaligned<ulong>(ref Unsafe.As<int, byte>(ref Unsafe.Add(ref flags, 2)));
        int code = high != 0 || low >> 48 != 0 ? 3 : low >> 24 != 0 ? 2 : low >> 16 != 0 ? 1 : 0;
        place = (byte)(((flags >> 16) & 0x1F) | ((flags >> 26) & 0x20) | (code << 6));
        Unsafe.WriteUnaligned(ref Unsafe.Add(ref place, 1), low);
        if (code == 3)
            Unsafe.WriteUnaligned(ref Unsafe.Add(ref place, 9), high);
        return 1 + LengthOf(place);
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
