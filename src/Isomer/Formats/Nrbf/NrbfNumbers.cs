using System.Runtime.CompilerServices;

namespace Isomer.Formats;

/// <summary>
/// Which numbers a payload has given, where nothing else is asked of an object: one bit each, in place of the 32 bytes of
/// <see cref="NrbfObjects"/>. Numbers that the payload cannot have counted to are in a set, as there.
/// </summary>
internal sealed class NrbfNumbers
{
    /// <summary>So many words of 64 bits stay with who counts on, of each kind; and so many numbers that stand in the set.</summary>
    const int Kept = 1 << 16;

    ulong[] _positive = new ulong[64];
    ulong[] _negative = [];
    HashSet<int> _others = new(NrbfIds.Instance);

    /// <summary>Takes the number; false if it is given already.</summary>
    /// <param name="id">The number.</param>
    /// <param name="offset">Where in the payload it is met.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool TryEnter(int id, int offset)
    {
        if ((uint)id <= (uint)offset && (uint)id >> 6 < (uint)_positive.Length && _others.Count == 0)
        {
            ref ulong word = ref _positive[id >> 6];
            ulong bit = 1UL << (id & 63);
            bool isNew = (word & bit) == 0;
            word |= bit;
            return isNew;
        }
        return TryEnterOther(id, offset);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    bool TryEnterOther(int id, int offset)
    {
        long number = Math.Abs((long)id);
        if (number > offset)
            return !IsIn(id > 0 ? _positive : _negative, number) && _others.Add(id);
        // One that was told before the payload was long enough for it stays there.
        if (_others.Contains(id))
            return false;
        ref var words = ref id > 0 ? ref _positive : ref _negative;
        if (number >> 6 >= words.Length)
            Array.Resize(ref words, (int)Math.Max(words.Length * 2L, (number >> 6) + 64));
        bool isNew = !IsIn(words, number);
        words[number >> 6] |= 1UL << (int)(number & 63);
        return isNew;
    }

    static bool IsIn(ulong[] words, long number) => number >> 6 < words.Length && (words[number >> 6] & (1UL << (int)(number & 63))) != 0;

    /// <summary>Forgets the objects of the last payload.</summary>
    public void Clear()
    {
        if (_positive.Length > Kept)
            _positive = new ulong[64];
        else
            Array.Clear(_positive);
        if (_negative.Length > Kept)
            _negative = [];
        else
            Array.Clear(_negative);
        // Clearing takes time for all the room that there is.
        if (_others.Capacity > Kept)
            _others = new(NrbfIds.Instance);
        else
            _others.Clear();
    }
}
