using System.Buffers.Binary;
using System.Text;

namespace Isomer.Formats;

/// <summary>
/// A place in a container, from which its parts are read as .NET's BinaryWriter wrote them: each checks that it is there.
/// </summary>
internal ref struct ContainerBytes(ReadOnlySpan<byte> bytes, int at = 0, NrbfIndex? bounds = null)
{
    /// <summary>What payloads within the whole may have together.</summary>
    public readonly NrbfIndex Bounds { get; } = bounds ?? NrbfIndex.OfContainer(bytes.Length);

    static readonly UTF8Encoding Strict = new(false, true);

    public readonly ReadOnlySpan<byte> All { get; } = bytes;

    public int At = at;

    public readonly int Remaining => All.Length - At;

    public ReadOnlySpan<byte> Take(long count)
    {
        if (count < 0 || count > Remaining)
            throw Fail($"{count} bytes are said to be here, where {Remaining} are left.");
        At += (int)count;
        return All.Slice(At - (int)count, (int)count);
    }

    public byte Byte() => Take(1)[0];

    public short Int16() => BinaryPrimitives.ReadInt16LittleEndian(Take(2));

    public int Int32() => BinaryPrimitives.ReadInt32LittleEndian(Take(4));

    public long Int64() => BinaryPrimitives.ReadInt64LittleEndian(Take(8));

    public double Double() => BinaryPrimitives.ReadDoubleLittleEndian(Take(8));

    public float Single() => BinaryPrimitives.ReadSingleLittleEndian(Take(4));

    /// <summary>A number in groups of seven bits, the lowest first.</summary>
    public int Packed()
    {
        uint value = 0;
        for (int shift = 0; shift < 35; shift += 7)
        {
            byte next = Byte();
            if (shift == 28 && next > 15)
                break;
            value |= (uint)(next & 127) << shift;
            if (next < 128)
                return (int)value;
        }
        throw Fail("A number of seven bits a byte is longer than five bytes.");
    }

    /// <summary>A count of what takes a byte at least.</summary>
    public int Count(string what) =>
        Packed() is var count && (uint)count <= (uint)Remaining
            ? count
            : throw Fail($"{count} {what} are said to be here, where {Remaining} bytes are left.");

    public string Text() => Text(Packed());

    public string Text(int length)
    {
        int start = At;
        try
        {
            return Strict.GetString(Take(length));
        }
        catch (DecoderFallbackException)
        {
            throw new WireFormatException("A text is not UTF-8.") { Offset = start };
        }
    }

    public char Char()
    {
        int start = At;
        if (Rune.DecodeFromUtf8(All[At..], out var rune, out int length) != System.Buffers.OperationStatus.Done || !rune.IsBmp)
            throw new WireFormatException("A character is not UTF-8.") { Offset = start };
        At += length;
        return (char)rune.Value;
    }

    public DateTime Date()
    {
        long bits = Int64();
        try
        {
            return DateTime.FromBinary(bits);
        }
        catch (ArgumentException)
        {
            throw Fail("A date is beyond those that there are.");
        }
    }

    public decimal Decimal()
    {
        int low = Int32(), middle = Int32(), high = Int32(), flags = Int32();
        return (flags & 0x7F00FFFF) == 0 && ((flags >> 16) & 0xFF) <= 28
            ? new decimal([low, middle, high, flags])
            : throw Fail("A decimal has other bits than one has.");
    }

    public readonly WireFormatException Fail(string problem) => new(problem) { Offset = At };
}
