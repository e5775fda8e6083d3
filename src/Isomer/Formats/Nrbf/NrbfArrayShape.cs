namespace Isomer.Formats;

/// <summary>The dimensions of an array.</summary>
internal readonly struct NrbfArrayShape(int[]? lengths, int[]? bounds, int count)
{
    const int MostDimensions = 32;

    /// <summary>How many dimensions the array has.</summary>
    public int Rank => lengths?.Length ?? 1;

    public int[] Lengths => lengths ?? [Count];

    /// <summary>The numbers of the first items; null where all are 0.</summary>
    public int[]? Bounds { get; } = bounds;

    /// <summary>The items in all.</summary>
    public int Count { get; } = count;

    /// <summary>The length of an array of one dimension, which stands here.</summary>
    public static int Length(ref NrbfBytes bytes, int start) =>
        bytes.Int32() is >= 0 and var length && length <= Array.MaxLength ? length : throw NoLength(start);

    static WireFormatException NoLength(int start) =>
        new("The lengths of an array are negative or more than any array has.") { Offset = start };

    /// <summary>From the byte behind the array's number on.</summary>
    public static NrbfArrayShape Read(ref NrbfBytes bytes)
    {
        int start = bytes.At;
        byte kind = bytes.Byte();
        int rank = bytes.Int32();
        if (kind > (byte)NrbfArrayKind.RectangularOffset || rank is < 1 or > MostDimensions
            || rank > 1 != ((NrbfArrayKind)(kind % 3) == NrbfArrayKind.Rectangular))
            throw new WireFormatException($"An array of kind {kind} with {rank} dimensions is none.") { Offset = start };
        int[]? lengths = rank == 1 ? null : new int[rank];
        long count = 1;
        for (int i = 0; i < rank; i++)
        {
            int length = bytes.Int32();
            if (lengths is not null)
                lengths[i] = length;
            if (length < 0 || (count *= length) > Array.MaxLength)
                throw NoLength(start);
        }
        int[]? bounds = null;
        if (kind >= (byte)NrbfArrayKind.SingleOffset)
        {
            bounds = new int[rank];
            for (int i = 0; i < rank; i++)
                if ((bounds[i] = bytes.Int32()) + (lengths is null ? count : lengths[i]) - 1 > int.MaxValue)
                    throw new WireFormatException("An array ends behind the greatest index.") { Offset = start };
        }
        return new NrbfArrayShape(lengths, bounds, (int)count);
    }
}
