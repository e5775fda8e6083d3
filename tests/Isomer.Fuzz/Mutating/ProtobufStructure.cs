namespace Isomer.Fuzz.Mutating;

/// <summary>Fields (0) and what they hold (1); lengths around a part are put right.</summary>
sealed class ProtobufStructure : Structure
{
    public override IReadOnlyList<byte[]> Words { get; } =
    [
        [0], [1], [0x7F], [0x80, 1], [0xFF, 0xFF, 0xFF, 0xFF, 0x0F], [0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 1],
        [0x80, 0x80, 0x80, 0x80, 0x08], [0xFF, 0xFF, 0xFF, 0xFF, 0x07], [0x80, 0],
        [0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 1],
        [0x08, 0], [0x0A, 0], [0x0A, 0x80, 1], [0x0D, 0, 0, 192, 127], [0x09, 0, 0, 0, 0, 0, 0, 240, 127], [0x0B], [0x0C], [0x4B], [0x4C],
        [0x13], [0x14], [0xA2, 6, 0], [0xA2, 6, 2, 8, 1], [0xA2, 6, 0x80, 1], [0xFA, 0xFF, 0xFF, 0xFF, 0x0F, 0],
        [0xF8, 0xFF, 0xFF, 0xFF, 0x0F, 1], [0x07], [0x06],
        [0x0A, 2, 0xC3, 0x28], [0x0A, 3, 0xED, 0xA0, 0x80], [0x52, 2, 8, 1], [0x62, 2, 8, 1], [0x6A, 2, 8, 1],
        [0x5A, 18, 9, 1, 2, 3, 4, 5, 6, 7, 8, 17, 1, 2, 3, 4, 5, 6, 7, 8],
    ];

    public override void Find(ReadOnlySpan<byte> input, List<Part> parts) => Fields(input, 0, input.Length, -1, 0, parts);

    static bool Fields(ReadOnlySpan<byte> input, int at, int end, int around, int depth, List<Part> parts)
    {
        int first = parts.Count;
        while (at < end && parts.Count < 4000)
        {
            int start = at;
            if (!Varint(input, ref at, end, out ulong tag) || tag >> 3 == 0 || tag > uint.MaxValue)
                return Undo(parts, first, depth);
            int content = at;
            switch (tag & 7)
            {
                case 0 when Varint(input, ref at, end, out _):
                    break;
                case 1 when at + 8 <= end:
                    at += 8;
                    break;
                case 5 when at + 4 <= end:
                    at += 4;
                    break;
                case 3 or 4:
                    break;
                case 2:
                    int lengthAt = at;
                    if (!Varint(input, ref at, end, out ulong length) || length > (ulong)(end - at))
                        return Undo(parts, first, depth);
                    content = at;
                    at += (int)length;
                    parts.Add(new(content, at, 1, around, lengthAt));
                    if (depth < 8 && length > 1)
                        Fields(input, content, at, parts.Count - 1, depth + 1, parts);
                    parts.Add(new(start, at, 0, around));
                    continue;
                default:
                    return Undo(parts, first, depth);
            }
            parts.Add(new(start, at, 0, around));
            parts.Add(new(content, at, 1, around));
        }
        return true;
    }

    /// <summary>What is no message inside is text; outside it is what there is.</summary>
    static bool Undo(List<Part> parts, int first, int depth)
    {
        if (depth > 0)
            parts.RemoveRange(first, parts.Count - first);
        return false;
    }

    static bool Varint(ReadOnlySpan<byte> input, ref int at, int end, out ulong value)
    {
        value = 0;
        for (int shift = 0; at < end && shift < 70; shift += 7)
        {
            value |= (ulong)(input[at] & 127) << shift;
            if (input[at++] < 128)
                return true;
        }
        return false;
    }

    public override byte[] Length(int length)
    {
        var result = new List<byte>();
        uint rest = (uint)Math.Max(length, 0);
        for (; rest > 127; rest >>= 7)
            result.Add((byte)(rest | 128));
        result.Add((byte)rest);
        return [.. result];
    }

    public override int LengthSize(ReadOnlySpan<byte> input, int at)
    {
        int size = 1;
        while (at < input.Length && input[at] >= 128 && size < 10)
            (at, size) = (at + 1, size + 1);
        return size;
    }

    public override byte[] Nest(ReadOnlySpan<byte> part, int kind, int depth, Rng random)
    {
        // 21 is Common.Next, 20 a child, 100 the derived part; 9 a group of Rich.
        byte[] tag = random.Of<byte[]>([[0xAA, 1], [0xA2, 1], [0xA2, 6], [0x4B], [0x0A], [0x12], [0x22]]);
        byte[] inner = part.ToArray();
        if (tag[0] == 0x4B)
            return [.. Enumerable.Repeat((byte)0x4B, depth), .. inner, .. Enumerable.Repeat((byte)0x4C, depth)];
        for (int i = 0; i < Math.Min(depth, 700); i++)
            inner = [.. tag, .. Length(inner.Length), .. inner];
        return inner;
    }
}
