using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace Isomer.Formats;

/// <summary>
/// The objects of a payload by their numbers. Numbers are those of a counter in every payload that a formatter wrote, so they are places in
/// pieces of an array, which are made where a number falls into them. A number that the payload cannot have counted to (each step of the
/// counter took five bytes at least) goes to a dictionary: so a payload of n bytes takes no more than 12 n and one piece.
/// </summary>
/// <remarks>
/// A million nodes (numbers 1 to 2,000,001, 33 MB): a dictionary of places and one of objects took 0.5 s of 1.4 s; pieces of an array take
/// 0.06 s.
/// </remarks>
internal sealed class NrbfObjects
{
    const int PieceBits = 7, PieceSize = 1 << PieceBits, BytesPerNumber = 4, SomeNumbers = 256;

    /// <summary>So many pieces stay with the thread: 0.8 MB.</summary>
    const int KeptPieces = 256;

    NrbfObject[]?[] _pieces = [];
    NrbfObject[]?[] _negative = [];
    readonly Dictionary<int, NrbfObject> _others = new(NrbfIds.Instance);
    readonly Stack<NrbfObject[]> _kept = [];

    /// <summary>The object of this number, which is entered if it is new.</summary>
    /// <param name="id">The number.</param>
    /// <param name="offset">Where in the payload it is met.</param>
    /// <param name="isNew">Whether it was not there.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public ref NrbfObject Enter(int id, int offset, out bool isNew)
    {
        // What nearly all are: the next number of the counter, in a piece that is there.
        var pieces = _pieces;
        int piece = id >> PieceBits;
        if ((uint)piece < (uint)pieces.Length && (uint)id <= (uint)offset / BytesPerNumber && pieces[piece] is { } objects
            && _others.Count == 0)
        {
            ref var entered = ref objects[id & (PieceSize - 1)];
            isNew = !entered.IsThere;
            return ref entered;
        }
        return ref EnterOther(id, offset, out isNew);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    ref NrbfObject EnterOther(int id, int offset, out bool isNew)
    {
        long number = Math.Abs((long)id);
        if (number > offset / BytesPerNumber + SomeNumbers)
        {
            ref var other = ref CollectionsMarshal.GetValueRefOrAddDefault(_others, id, out bool exists);
            isNew = !exists;
            return ref other;
        }
        ref var found = ref Piece(ref id > 0 ? ref _pieces : ref _negative, (int)number >> PieceBits)[(int)number & (PieceSize - 1)];
        // An index entry that was told in the dictionary before the payload was long enough for its number stays there.
        if (!found.IsThere && _others.Count > 0 && _others.ContainsKey(id))
        {
            isNew = false;
            return ref CollectionsMarshal.GetValueRefOrNullRef(_others, id);
        }
        isNew = !found.IsThere;
        return ref found;
    }

    NrbfObject[] Piece(ref NrbfObject[]?[] pieces, int piece)
    {
        if (piece >= pieces.Length)
            Array.Resize(ref pieces, Math.Max(pieces.Length * 2, piece + 4));
        return pieces[piece] ??= _kept.TryPop(out var kept) ? kept : new NrbfObject[PieceSize];
    }

    /// <summary>The object of this number; a null reference if there is none.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public ref NrbfObject Find(int id)
    {
        var pieces = _pieces;
        int piece = id >> PieceBits;
        if ((uint)piece < (uint)pieces.Length && pieces[piece] is { } objects)
        {
            ref var found = ref objects[id & (PieceSize - 1)];
            if (found.IsThere)
                return ref found;
        }
        return ref FindOther(id);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    ref NrbfObject FindOther(int id)
    {
        int piece = -id >> PieceBits;
        if (id < 0 && piece >= 0 && piece < _negative.Length && _negative[piece] is { } objects && objects[-id & (PieceSize - 1)].IsThere)
            return ref objects[-id & (PieceSize - 1)];
        return ref CollectionsMarshal.GetValueRefOrNullRef(_others, id);
    }

    /// <summary>The object of this number, if it has been made.</summary>
    public bool TryFindValue(int id, [NotNullWhen(true)] out object? value)
    {
        ref var found = ref Find(id);
        value = Unsafe.IsNullRef(ref found) ? null : found.Value;
        return value is not null;
    }

    /// <summary>The numbers of all objects.</summary>
    public IEnumerable<int> Ids
    {
        get
        {
            for (int i = 0; i < _pieces.Length << PieceBits; i++)
                if (_pieces[i >> PieceBits] is { } objects && objects[i & (PieceSize - 1)].IsObject)
                    yield return i;
            for (int i = 0; i < _negative.Length << PieceBits; i++)
                if (_negative[i >> PieceBits] is { } objects && objects[i & (PieceSize - 1)].IsObject)
                    yield return -i;
            foreach (var (id, other) in _others)
                if (other.IsObject)
                    yield return id;
        }
    }

    /// <summary>Forgets the objects of the last payload.</summary>
    public void Clear()
    {
        Clear(ref _pieces);
        Clear(ref _negative);
        if (_others.Count > 0)
            _others.Clear();
    }

    void Clear(ref NrbfObject[]?[] pieces)
    {
        foreach (ref var piece in pieces.AsSpan())
        {
            if (piece is null)
                continue;
            if (_kept.Count < KeptPieces)
            {
                Array.Clear(piece);
                _kept.Push(piece);
            }
            piece = null;
        }
        if (pieces.Length > KeptPieces)
            pieces = [];
    }
}

/// <summary>What is known of a number: where its record stands, its class, and the object once it is made.</summary>
internal struct NrbfObject
{
    /// <summary>Where the record stands: behind the header, so never at 0. The complement of that for a library.</summary>
    public int Offset;

    /// <summary>Whether reading it has begun. What is an object only when it is whole may be met again within itself.</summary>
    public bool IsBegun;

    /// <summary>How many collections have been made of it beside the first.</summary>
    public byte Taken;

    /// <summary>Whether it is a text of less than 128 bytes, all of them ASCII, which the index has looked at.</summary>
    public bool IsShortAscii;

    object? _info;

    /// <summary>The class that the object is of.</summary>
    public NrbfClassInfo? Class
    {
        readonly get => _info as NrbfClassInfo;
        set => _info = value;
    }

    /// <summary>What the record of an array says of its items.</summary>
    public NrbfArrayInfo? Array
    {
        readonly get => _info as NrbfArrayInfo;
        set => _info = value;
    }

    /// <summary>The object that has the identity; null until it is made.</summary>
    public object? Value;

    /// <summary>Whether the number is given at all.</summary>
    public readonly bool IsThere => Offset != 0;

    /// <summary>Whether it is an object's, and not a library's.</summary>
    public readonly bool IsObject => Offset > 0;
}

/// <summary>Numbers that a payload chose, spread by a secret: it cannot choose them so that all fall into one bucket.</summary>
internal sealed class NrbfIds : IEqualityComparer<int>
{
    readonly uint _secret = (uint)Random.Shared.Next() | 1;

    public static NrbfIds Instance { get; } = new();

    public bool Equals(int x, int y) => x == y;

    public int GetHashCode(int id)
    {
        uint mixed = (uint)id * _secret;
        return (int)(mixed ^ (mixed >> 15));
    }
}
