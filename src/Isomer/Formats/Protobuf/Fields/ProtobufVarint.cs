using System.Numerics;
using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics.X86;

namespace Isomer.Formats;

/// <summary>Base-128 integers: seven bits a byte, the lowest first, the eighth bit set on all but the last.</summary>
internal static class ProtobufVarint
{
    public const int MaxLength = 10;

    /// <summary>Bytes that a tag may take, which is a number of 32 bits: both originals refuse longer ones.</summary>
    public const int MaxTag = 5;

    /// <summary>Bytes of the varint.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static int Length(ulong value) => ((BitOperations.Log2(value | 1) * 9) + 73) >> 6;

    /// <summary>Stores the varint, maybe with bytes of no meaning up to <see cref="MaxLength"/>; returns its length.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static int Put(ref byte place, ulong value)
    {
        if (value < 0x80)
        {
            place = (byte)value;
            return 1;
        }
        if (value < 0x4000)
        {
            Unsafe.WriteUnaligned(ref place, (ushort)((value & 0x7F) | 0x80 | (value >> 7 << 8)));
            return 2;
        }
        return PutLong(ref place, value);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    static int PutLong(ref byte place, ulong value)
    {
        int length = Length(value);
        if (length <= 8 && Bmi2.X64.IsSupported)
        {
            ulong spread = Bmi2.X64.ParallelBitDeposit(value, 0x7F7F_7F7F_7F7F_7F7F);
            Unsafe.WriteUnaligned(ref place, spread | (0x8080_8080_8080_8080 & ((1UL << ((8 * length) - 8)) - 1)));
            return length;
        }
        PutExact(ref place, value, length);
        return length;
    }

    /// <summary>Stores exactly this many bytes, which are as many as the value needs.</summary>
    public static void PutExact(ref byte place, ulong value, int length)
    {
        for (int i = 0; i < length - 1; i++, value >>= 7)
            Unsafe.Add(ref place, i) = (byte)(value | 0x80);
        Unsafe.Add(ref place, length - 1) = (byte)value;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static ulong ZigZag(long value) => (ulong)((value << 1) ^ (value >> 63));

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static long UnZigZag(ulong value) => (long)(value >> 1) ^ -(long)(value & 1);
}
