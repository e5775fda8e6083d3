using System.Buffers.Binary;
using System.Numerics;

namespace Isomer.Fuzz.Mutating;

/// <summary>
/// The layout (0), the types in it (1), their members (2), the value (3) and runs in it that look like texts (4). The layout's length and
/// the checksum are put right.
/// </summary>
sealed class CompactStructure : Structure
{
    public override IReadOnlyList<byte[]> Words { get; } =
    [
        [0], [1], [2], [3], [4], [0x02, 3], [0x03, 1], [0x03, 0xFF], [0x02, 0xFF], [0xFF], [0x7F], [0x80], [0xFE, 0xFF],
        [0, 255, 255, 255, 255, 255, 255, 255, 255], [0, 0, 0, 0, 0, 0, 0, 0, 128], [0xF0, 255, 255, 255, 255], [0xF8, 255, 255, 255, 15],
        [1, 3], [1, 5], [1, 9], [0x81], [0x83], [4, 1, 129], [7, 1], [8, 0, 129], [6, 0, 0], [1, 0, 7], [2, 0, 41], [0x1C, 255, 255],
        [0xDC, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255], [5, (byte)'a'], [7, 0xC3, 0x28], [3, 3, 0, 0xD8],
    ];

    public override void Find(ReadOnlySpan<byte> input, List<Part> parts)
    {
        int at = 1, schema = input.Length > 0 ? (input[0] >> 4) & 3 : 3;
        int end = input.Length - (input.Length > 4 && (input[0] & 0x80) != 0 ? 4 : 0);
        if (schema < 2)
        {
            if (!Varint(input, ref at, out ulong length) || length > (ulong)Math.Max(end - at, 0))
                return;
            int layout = at;
            at += (int)length;
            parts.Add(new(layout, at, 0, -1, 1));
            Types(input, layout, at, parts);
        }
        else
        {
            at += 8;
        }
        if (at >= end)
            return;
        parts.Add(new(at, end, 3));
        for (int i = at; i < end && parts.Count < 2000; i++)
        {
            int text = i;
            while (i < end && input[i] is >= 32 and < 127)
                i++;
            if (i - text > 2)
                parts.Add(new(Math.Max(text - 1, at), i, 4));
        }
    }

    static void Types(ReadOnlySpan<byte> input, int at, int end, List<Part> parts)
    {
        if (!Varint(input, ref at, out _) || !Varint(input, ref at, out ulong count))
            return;
        for (; count > 0 && at + 2 < end; count--)
        {
            int start = at, members = parts.Count;
            byte kind = input[at], flags = input[at + 1];
            at += 2;
            if ((flags & 8) != 0)
                Text(input, ref at);
            ulong items;
            switch (kind)
            {
                case 1:
                    at++;
                    if ((flags & 16) != 0 && Varint(input, ref at, out items))
                        for (; items > 0 && at < end; items--)
                            if (!Text(input, ref at) || !Varint(input, ref at, out _))
                                return;
                    break;
                case 2 or 3 or 4 or 8:
                    Varint(input, ref at, out _);
                    break;
                case 5:
                    Varint(input, ref at, out _);
                    Varint(input, ref at, out _);
                    break;
                case 6:
                    Subtypes(input, ref at, end, flags);
                    break;
                case 7:
                    if (!Varint(input, ref at, out items))
                        return;
                    for (; items > 0 && at < end; items--)
                    {
                        int member = at;
                        Identity(input, ref at, flags);
                        if (!Varint(input, ref at, out _) || at > end)
                            return;
                        parts.Add(new(member, at, 2, 0));
                    }
                    Subtypes(input, ref at, end, flags);
                    break;
                default:
                    return;
            }
            if (at > end)
            {
                parts.RemoveRange(members, parts.Count - members);
                return;
            }
            parts.Add(new(start, at, 1, 0));
        }
    }

    static void Subtypes(ReadOnlySpan<byte> input, ref int at, int end, byte flags)
    {
        if (!Varint(input, ref at, out ulong count))
            return;
        for (; count > 0 && at < end; count--)
        {
            byte which = input[at++];
            if ((which & 1) != 0)
                Varint(input, ref at, out _);
            if ((which & 2) != 0)
                Identity(input, ref at, flags);
            Varint(input, ref at, out _);
        }
    }

    static void Identity(ReadOnlySpan<byte> input, ref int at, byte flags)
    {
        if ((flags & 4) != 0)
            Text(input, ref at);
        else
            at += 4;
    }

    static bool Text(ReadOnlySpan<byte> input, ref int at)
    {
        if (!Varint(input, ref at, out ulong length) || length > (ulong)Math.Max(input.Length - at, 0))
            return false;
        at += (int)length;
        return true;
    }

    static bool Varint(ReadOnlySpan<byte> input, ref int at, out ulong value)
    {
        value = 0;
        if (at >= input.Length)
            return false;
        int more = BitOperations.TrailingZeroCount((uint)input[at] | 256);
        if (at + more >= input.Length)
            return false;
        if (more == 8)
        {
            value = BinaryPrimitives.ReadUInt64LittleEndian(input[(at + 1)..]);
        }
        else
        {
            for (int i = more; i >= 0; i--)
                value = (value << 8) | input[at + i];
            value >>= more + 1;
        }
        at += more + 1;
        return true;
    }

    public override byte[] Length(int length)
    {
        for (int more = 0; more < 5; more++)
        {
            if ((ulong)(uint)length >> (7 * (more + 1)) != 0)
                continue;
            ulong raw = (((ulong)(uint)length << 1) | 1) << more;
            byte[] result = new byte[more + 1];
            for (int i = 0; i <= more; i++)
                result[i] = (byte)(raw >> (8 * i));
            return result;
        }
        return [0xFF];
    }

    public override int LengthSize(ReadOnlySpan<byte> input, int at) =>
        at < input.Length ? 1 + BitOperations.TrailingZeroCount((uint)input[at] | 256) : 0;

    public override byte[] Nest(ReadOnlySpan<byte> part, int kind, int depth, Rng random) =>
        [.. Enumerable.Repeat((byte)1, depth), .. part];

    /// <summary>CRC-32C of all before it.</summary>
    public override byte[] Finish(byte[] input)
    {
        if (input.Length < 6 || (input[0] & 0x80) == 0)
            return input;
        uint crc = ~0u;
        foreach (byte b in input.AsSpan(0, input.Length - 4))
            crc = BitOperations.Crc32C(crc, b);
        BinaryPrimitives.WriteUInt32LittleEndian(input.AsSpan(input.Length - 4), ~crc);
        return input;
    }
}
