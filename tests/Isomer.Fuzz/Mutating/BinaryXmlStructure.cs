using System.Buffers.Binary;

namespace Isomer.Fuzz.Mutating;

/// <summary>[MC-NBFX]: elements (0), attributes (1), texts (2).</summary>
sealed class BinaryXmlStructure : Structure
{
    public override IReadOnlyList<byte[]> Words { get; } =
    [
        [0x01], [0x02, 1, (byte)'x'], [0x03, 0x40, 1, (byte)'a', 0x01, 0x8B, 2, 1, 0, 2, 0], [0x04, 1, (byte)'a', 0xA8], [0x08, 0],
        [0x0A, 2], [0x40, 1, (byte)'a'], [0x42, 2], [0x44, 2], [0x5E, 1, (byte)'a'], [0x80], [0x81], [0x82], [0x83], [0x84], [0x85],
        [0x86], [0x88, 255], [0x89, 255], [0x8A, 1, 0], [0x8C, 1, 0, 0, 0], [0x8D, 255, 255, 255, 127], [0x8E, 0, 0, 0, 0, 0, 0, 0, 128],
        [0x90, 0, 0, 192, 127], [0x92, 0, 0, 0, 0, 0, 0, 248, 127],
        [0x94, 0, 0, 28, 0, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255],
        [0x96, 255, 255, 255, 255, 255, 255, 255, 255], [0x98, 1, (byte)'x'], [0x99, 5, (byte)'a'], [0x9A, 255, 255],
        [0x9C, 255, 255, 255, 127], [0x9E, 1, 0], [0xA0, 4, 0, 1, 2], [0xA2, 255, 255, 255, 127], [0xA4], [0xA6], [0xA8], [0xA9], [0xAA, 0],
        [0xAB, 250], [0xAC, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16],
        [0xAE, 0, 0, 0, 0, 0, 0, 0, 128], [0xB0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16],
        [0xB2, 255, 255, 255, 255, 255, 255, 255, 255], [0xB4, 1], [0xB5, 2], [0xB6, 2, (byte)'a', 0], [0xB8, 3, (byte)'a', 0],
        [0xBC, 0, 2], [0xBD, 1, 2, 3], [0xFF, 0xFF, 0xFF, 0xFF, 7], [0x80, 0x80, 0x80, 0x80, 0x80, 1],
    ];

    public override void Find(ReadOnlySpan<byte> input, List<Part> parts)
    {
        var open = new Stack<int>();
        for (int at = 0; at < input.Length && parts.Count < 4000;)
        {
            int start = at;
            byte record = input[at++];
            if (record == 0x01)
            {
                if (open.TryPop(out int element))
                    parts.Add(new(element, at, 0));
                continue;
            }
            if (record is >= 0x40 and <= 0x77)
            {
                open.Push(start);
                at = Names(input, at, record switch { 0x40 => "s", 0x41 => "ss", 0x42 => "d", 0x43 => "sd", <= 0x5D => "d", _ => "s" });
            }
            else if (record is >= 0x04 and <= 0x3F)
            {
                at = Names(input, at,
                    record switch
                    {
                        0x04 => "s",
                        0x05 => "ss",
                        0x06 => "d",
                        0x07 => "sd",
                        0x08 => "s",
                        0x09 => "ss",
                        0x0A => "d",
                        0x0B => "sd",
                        <= 0x25 => "d",
                        _ => "s"
                    });
                if (record is < 0x08 or > 0x0B && at < input.Length)
                    at = Text(input, at);
                parts.Add(new(start, Math.Min(at, input.Length), 1));
            }
            else if (record >= 0x80)
            {
                at = Text(input, start);
                parts.Add(new(start, Math.Min(at, input.Length), 2));
                if ((record & 1) != 0 && open.TryPop(out int element))
                    parts.Add(new(element, Math.Min(at, input.Length), 0));
            }
            else if (record == 0x02)
            {
                at = Names(input, at, "s");
            }
            if (at > input.Length)
                return;
        }
    }

    static int Names(ReadOnlySpan<byte> input, int at, string kinds)
    {
        foreach (char kind in kinds)
        {
            int value = 0;
            for (int shift = 0; at < input.Length && shift < 35; shift += 7)
            {
                value |= (input[at] & 127) << shift;
                if (input[at++] < 128)
                    break;
            }
            at += kind == 's' ? Math.Clamp(value, 0, input.Length) : 0;
        }
        return at;
    }

    static int Text(ReadOnlySpan<byte> input, int at)
    {
        int record = input[at++] & 0xFE;
        ReadOnlySpan<byte> rest = at < input.Length ? input[at..] : default;
        return at + record switch
        {
            0x88 => 1,
            0x8A => 2,
            0x8C or 0x90 => 4,
            0x8E or 0x92 or 0x96 or 0xAE or 0xB2 => 8,
            0x94 or 0xAC or 0xB0 => 16,
            0x98 or 0x9E or 0xB6 => rest.Length > 0 ? 1 + rest[0] : 1,
            0x9A or 0xA0 or 0xB8 => rest.Length > 1 ? 2 + BinaryPrimitives.ReadUInt16LittleEndian(rest) : 2,
            0x9C or 0xA2 or 0xBA => rest.Length > 3 ? 4 + Math.Clamp(BinaryPrimitives.ReadInt32LittleEndian(rest), 0, rest.Length) : 4,
            0xAA => Names(input, at, "d") - at,
            0xB4 => 1,
            0xBC => Names(input, at + 1, "d") - at,
            _ => 0,
        };
    }

    public override byte[] Nest(ReadOnlySpan<byte> part, int kind, int depth, Rng random)
    {
        string name = random.Of(["a", "Next", "Self", "Any"]);
        var result = new List<byte>();
        for (int i = 0; i < depth; i++)
            result.AddRange([0x40, (byte)name.Length, .. System.Text.Encoding.ASCII.GetBytes(name)]);
        result.AddRange(part);
        result.AddRange(Enumerable.Repeat((byte)1, depth));
        return [.. result];
    }
}
