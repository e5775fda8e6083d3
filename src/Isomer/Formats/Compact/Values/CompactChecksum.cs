using System.Numerics;
using System.Runtime.InteropServices;
using Isomer.Wire;

namespace Isomer.Formats;

/// <summary>CRC-32C (Castagnoli), as processors compute it: initial value and final xor are all ones.</summary>
internal static class CompactChecksum
{
    public const uint Start = uint.MaxValue;
    public const int Size = 4;

    public static uint Of(ReadOnlySpan<byte> bytes) => ~Add(Start, bytes);

    /// <summary>Continues over more bytes. Invert the end result.</summary>
    public static uint Add(uint crc, ReadOnlySpan<byte> bytes)
    {
        foreach (ulong eight in MemoryMarshal.Cast<byte, ulong>(bytes))
            crc = BitOperations.Crc32C(crc, eight);
        foreach (byte one in bytes[(bytes.Length & ~7)..])
            crc = BitOperations.Crc32C(crc, one);
        return crc;
    }
}

/// <summary>Sums what passes on its way to another target.</summary>
internal sealed class ChecksumReceiver(OutputTarget inner) : OutputReceiver
{
    uint _crc = CompactChecksum.Start;

    /// <summary>Behind all that was summed: the sum.</summary>
    public void Finish() => inner.Write(BitConverter.GetBytes(~_crc));

    public override void Write(ReadOnlySpan<byte> bytes)
    {
        _crc = CompactChecksum.Add(_crc, bytes);
        inner.Write(bytes);
    }
}
