using System.Buffers.Binary;
using System.Numerics;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace Isomer.Formats;

/// <summary>
/// The variable-length integer of Compact: the number of zero bits below the lowest one bit of the first byte is the number
/// of bytes that follow, so that the length is known from one byte and the value is one load and two shifts, not a loop.
/// </summary>
/// <remarks>1 byte holds 7 bits of value, n bytes 7n; a first byte of 0 is followed by all 8 bytes of the value.</remarks>
internal static class CompactVarint
{
    public const int MaxLength = 9;

    /// <summary>How many bytes the value takes.</summary>
    public static int Length(ulong value)
    {
        int bits = 64 - BitOperations.LeadingZeroCount(value | 1);
        return bits > 56 ? 9 : (bits + 6) / 7;
    }

    /// <summary>How many bytes a varint takes that begins with this one.</summary>
    public static int LengthFrom(byte first) => first == 0 ? 9 : BitOperations.TrailingZeroCount(first) + 1;

    /// <summary>Writes at a place with room for <see cref="MaxLength"/> bytes; returns the length.</summary>
    public static int Put(ref byte place, ulong value)
    {
        int length = Length(value);
        if (length == 9)
        {
            place = 0;
            Unsafe.WriteUnaligned(ref Unsafe.Add(ref place, 1), value);
        }
        else
        {
            Unsafe.WriteUnaligned(ref place, ((value << 1) | 1) << (length - 1));
        }
        return length;
    }

    /// <summary>Writes exactly this many bytes and touches none after them.</summary>
    public static void PutExact(ref byte place, ulong value, int length)
    {
        if (length == 9)
        {
            Put(ref place, value);
            return;
        }
        ulong raw = ((value << 1) | 1) << (length - 1);
        for (int i = 0; i < length; i++)
            Unsafe.Add(ref place, i) = (byte)(raw >> (8 * i));
    }

    /// <summary>Reads from the start of the bytes; the length that it took, or 0 if they end before it does.</summary>
    public static int Get(ReadOnlySpan<byte> bytes, out ulong value)
    {
        value = 0;
        if (bytes.IsEmpty)
            return 0;
        int length = LengthFrom(bytes[0]);
        if (length > bytes.Length)
            return 0;
        if (length == 9)
        {
            value = BinaryPrimitives.ReadUInt64LittleEndian(bytes[1..]);
            return 9;
        }
        ulong raw = 0;
        if (bytes.Length >= 8)
            raw = MemoryMarshal.Read<ulong>(bytes);
        else
            bytes[..length].CopyTo(MemoryMarshal.AsBytes(new Span<ulong>(ref raw)));
        value = raw << (64 - (8 * length)) >> (64 - (7 * length));
        return length;
    }
}
