using System.Runtime.CompilerServices;

namespace Isomer.Wire;

/// <summary>
/// Objects by identity (or, as fastJSON has it, by Equals), each with the number of its first appearance: an open hash table that
/// the thread lends, so that a call that refers to nothing allocates nothing. Looking up and entering are two steps, for what
/// is looked up may turn out to be no object at all.
/// </summary>
internal sealed class ObjectNumbers : Lent<ObjectNumbers>
{
    const int FirstSize = 64;
    const int KeepSize = 1 << 14;

    Entry[] _entries = new Entry[FirstSize];
    bool _byEquals;

    struct Entry
    {
        public object? Value;
        public int Hash;
        public int Number;
    }

    /// <summary>How many objects are known.</summary>
    public int Count { get; private set; }

    public static ObjectNumbers Take(bool byEquals)
    {
        var table = Take();
        table._byEquals = byEquals;
        return table;
    }

    public void Return()
    {
        if (_entries.Length > KeepSize)
            _entries = new Entry[FirstSize];
        else if (Count > 0)
            Array.Clear(_entries);
        Count = 0;
        GiveBack();
    }

    /// <summary>The number of the object, or 0; the place where it would stand.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public int Find(object value, out int place, out int hash)
    {
        hash = _byEquals ? value.GetHashCode() : RuntimeHelpers.GetHashCode(value);
        var entries = _entries;
        for (place = Mix(hash) & (entries.Length - 1); ; place = (place + 1) & (entries.Length - 1))
        {
            ref var entry = ref entries[place];
            if (entry.Value is null)
                return 0;
            if (ReferenceEquals(entry.Value, value) || (_byEquals && entry.Hash == hash && entry.Value.Equals(value)))
                return entry.Number;
        }
    }

    /// <summary>Enters an object that was not found, at the place that was found for it; returns its number, from 1.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public int Add(object value, int place, int hash)
    {
        int number = ++Count;
        ref var entry = ref _entries[place];
        entry.Value = value;
        entry.Hash = hash;
        entry.Number = number;
        if (number * 2 > _entries.Length)
            Grow();
        return number;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    void Grow()
    {
        var old = _entries;
        var entries = new Entry[old.Length * 4];
        foreach (ref var entry in old.AsSpan())
        {
            if (entry.Value is null)
                continue;
            int place = Mix(entry.Hash) & (entries.Length - 1);
            while (entries[place].Value is not null)
                place = (place + 1) & (entries.Length - 1);
            entries[place] = entry;
        }
        _entries = entries;
    }

    /// <summary>Hashes of equal content may differ in their upper bits only.</summary>
    static int Mix(int hash) => (int)((uint)hash * 0x9E3779B1u >> 8);
}
