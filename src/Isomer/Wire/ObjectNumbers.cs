using System.Runtime.CompilerServices;

namespace Isomer.Wire;

/// <summary>
/// Objects by identity (or, as fastJSON has it, by Equals), each with the number of its first appearance: an open hash table that
/// the thread lends, so that a call that refers to nothing allocates nothing. Looking up and entering are two steps, for what
/// is looked up may turn out to be no object at all.
/// </summary>
/// <remarks>
/// A slot holds a hash and a number and no object, so that it need not be cleared: numbers run on from one call to the next, and a slot
/// whose number is of a former call is free. (Cleared whole, the table cost 21 us for the smallest value behind a graph of 3,000 objects.)
/// Only the objects are let go, as many as there were.
/// </remarks>
internal sealed class ObjectNumbers : Lent<ObjectNumbers>
{
    const int FirstSize = 64;
    const int KeepSize = 1 << 16;

    /// <summary>From this size on the table doubles; before, it becomes four times as large.</summary>
    const int LargeSize = 1 << 16;

    Slot[] _slots = new Slot[FirstSize];
    object?[] _objects = new object?[FirstSize / 2];

    /// <summary>The numbers up to this one are those of former calls.</summary>
    int _former;
    bool _byEquals;

    struct Slot
    {
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
        if (_slots.Length > KeepSize || _former > int.MaxValue / 2)
        {
            _slots = new Slot[FirstSize];
            _objects = new object?[FirstSize / 2];
            _former = 0;
        }
        else
        {
            Array.Clear(_objects, 0, Count);
            _former += Count;
        }
        Count = 0;
        GiveBack();
    }

    /// <summary>The object of this number.</summary>
    public object this[int number] => _objects[number - 1]!;

    /// <summary>The number of the object, or 0; the place where it would stand.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public int Find(object value, out int place, out int hash)
    {
        hash = _byEquals ? value.GetHashCode() : RuntimeHelpers.GetHashCode(value);
        var slots = _slots;
        for (place = Mix(hash) & (slots.Length - 1); ; place = (place + 1) & (slots.Length - 1))
        {
            var slot = slots[place];
            int number = slot.Number - _former;
            if (number <= 0)
                return 0;
            if (slot.Hash == hash && _objects[number - 1] is var known
                && (ReferenceEquals(known, value) || (_byEquals && known!.Equals(value))))
                return number;
        }
    }

    /// <summary>Enters an object that was not found, at the place that was found for it; returns its number, from 1.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public int Add(object value, int place, int hash)
    {
        int number = Count + 1;
        if (number > _objects.Length)
            Grow(ref place, hash);
        _slots[place] = new Slot { Hash = hash, Number = _former + number };
        _objects[number - 1] = value;
        return Count = number;
    }

    /// <summary>Makes room; the place of what is entered is another then.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    void Grow(ref int place, int hash)
    {
        var old = _slots;
        var slots = new Slot[old.Length * (old.Length < LargeSize ? 4 : 2)];
        foreach (var slot in old)
            if (slot.Number > _former)
                slots[Free(slots, slot.Hash)] = new Slot { Hash = slot.Hash, Number = slot.Number - _former };
        _former = 0;
        _slots = slots;
        Array.Resize(ref _objects, slots.Length / 2);
        place = Free(slots, hash);
    }

    static int Free(Slot[] slots, int hash)
    {
        int place = Mix(hash) & (slots.Length - 1);
        while (slots[place].Number != 0)
            place = (place + 1) & (slots.Length - 1);
        return place;
    }

    /// <summary>Hashes of equal content may differ in their upper bits only.</summary>
    static int Mix(int hash) => (int)((uint)hash * 0x9E3779B1u >> 8);
}
