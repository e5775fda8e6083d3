namespace Isomer.Formats;

/// <summary>
/// The types of the arrays of a payload, by what their records say of their items: each list has an array whose class stands there by name,
/// and finding a type by its name once for each is what most of the time of reading lists would go to.
/// </summary>
internal sealed class NrbfArrayTypes
{
    const int Bits = 4;

    readonly Known[] _known = new Known[1 << Bits];
    bool _isUsed;

    struct Known
    {
        public int At;
        public int Length;
        public int Rank;
        public Type? Type;
    }

    /// <summary>Forgets the types of the last payload.</summary>
    public void Clear()
    {
        if (_isUsed)
            Array.Clear(_known);
        _isUsed = false;
    }

    /// <summary>
    /// The type that was found for a record that says the same bytes, with as many dimensions (0: one that does not begin at 0).
    /// </summary>
    public Type? Find(ReadOnlySpan<byte> payload, int at, int length, int rank)
    {
        ref var known = ref _known[Place(payload, at, length)];
        return known.Type is { } type && known.Rank == rank && known.Length == length
            && payload.Slice(known.At, length).SequenceEqual(payload.Slice(at, length)) ? type : null;
    }

    /// <summary>Keeps the type of a record.</summary>
    public Type Keep(ReadOnlySpan<byte> payload, int at, int length, int rank, Type type)
    {
        _isUsed = true;
        _known[Place(payload, at, length)] = new Known { At = at, Length = length, Rank = rank, Type = type };
        return type;
    }

    /// <summary>By the length of what is said and a byte in its midst.</summary>
    static int Place(ReadOnlySpan<byte> payload, int at, int length) => (length + payload[at + (length / 2)]) & ((1 << Bits) - 1);
}
