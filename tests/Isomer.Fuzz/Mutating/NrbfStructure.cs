using System.Buffers.Binary;

namespace Isomer.Fuzz.Mutating;

/// <summary>
/// Records (0), from where one may begin to the next, and runs that look like names (1). A record is told by its first byte and the small
/// number behind it: most that is found is one, and what is not makes inputs too.
/// </summary>
sealed class NrbfStructure : Structure
{
    const int HeaderLength = 17;

    public override IReadOnlyList<byte[]> Words { get; } =
    [
        [0x0A], [0x0D, 2], [0x0D, 255], [0x0D, 0], [0x0E, 255, 255, 255, 0x7F], [0x0E, 3, 0, 0, 0], [0x09, 1, 0, 0, 0], [0x09, 2, 0, 0, 0],
        [0x09, 3, 0, 0, 0], [0x09, 99, 0, 0, 0], [0x0B],
        [0x06, 50, 0, 0, 0, 1, (byte)'a'], [0x06, 1, 0, 0, 0, 0], [0x08, 8, 5, 0, 0, 0], [0x08, 5, 3, (byte)'1', (byte)'.', (byte)'5'],
        [0x01, 51, 0, 0, 0, 1, 0, 0, 0], [0x01, 251, 255, 255, 255, 1, 0, 0, 0],
        [0x10, 52, 0, 0, 0, 2, 0, 0, 0], [0x10, 53, 0, 0, 0, 0, 0, 0, 0], [0x11, 54, 0, 0, 0, 1, 0, 0, 0],
        [0x0F, 55, 0, 0, 0, 1, 0, 0, 0, 8, 7, 0, 0, 0], [0x0F, 56, 0, 0, 0, 255, 255, 255, 0x7F, 2], [0x0C, 57, 0, 0, 0, 1, (byte)'L'],
        [0x07, 58, 0, 0, 0, 2, 2, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 0, 8, 1, 0, 0, 0],
        [0x07, 59, 0, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 2, 0x0A], [255, 255, 255, 255], [255, 255, 255, 0x7F], [0, 0, 0, 0x80], [0, 0, 0, 0],
        .. Texts("\u0010System.DayOfWeek", "\u000DSystem.Object", "\u000CSystem.Int32", "\u000DSystem.String",
            "\u001CSystem.Collections.Hashtable", "\u001DSystem.Collections.ArrayList", "\u000B_items", "\u0005_size", "\u0008Comparer"),
    ];

    public override void Find(ReadOnlySpan<byte> input, List<Part> parts)
    {
        int last = -1;
        for (int i = HeaderLength; i < input.Length && parts.Count < 2000; i++)
        {
            if (IsRecord(input, i))
            {
                if (last >= 0)
                    parts.Add(new(last, i, 0));
                last = i;
            }
            int text = i;
            while (i < input.Length && input[i] is >= 32 and < 127)
                i++;
            if (i - text > 2)
                parts.Add(new(Math.Max(text - 1, 0), i, 1));
            else
                i = text;
        }
        if (last >= 0)
            parts.Add(new(last, input.Length, 0));
    }

    static bool IsRecord(ReadOnlySpan<byte> input, int at)
    {
        if (input[at] is 10 or 11 or 13)
            return true;
        return input[at] is 1 or 4 or 5 or 6 or 7 or 8 or 9 or 12 or 14 or 15 or 16 or 17 && at + 5 <= input.Length
            && BinaryPrimitives.ReadInt32LittleEndian(input[(at + 1)..]) is > -1000 and < 1000;
    }

    /// <summary>Arrays of objects in each other, each in its place.</summary>
    public override byte[] Nest(ReadOnlySpan<byte> part, int kind, int depth, Rng random)
    {
        byte[] nested = new byte[(depth * 9) + part.Length];
        for (int i = 0; i < depth; i++)
        {
            nested[i * 9] = 0x10;
            BinaryPrimitives.WriteInt32LittleEndian(nested.AsSpan((i * 9) + 1), 1000 + i);
            BinaryPrimitives.WriteInt32LittleEndian(nested.AsSpan((i * 9) + 5), 1);
        }
        part.CopyTo(nested.AsSpan(depth * 9));
        return nested;
    }
}
