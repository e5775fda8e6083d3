using System.Collections;
using System.Numerics;
using System.Runtime.CompilerServices;
using Isomer.Conventions;

namespace Isomer.Shapes;

/// <summary>
/// Keeps hash tables linear on hostile input. Keys such as int hash without a secret, so input can choose keys that all
/// fall into one bucket and make n insertions cost n squared. The guard counts, for each bucket the table would use, how
/// many keys fell into it, and refuses the input when the table's chains grow far beyond what chance gives.
/// </summary>
/// <remarks>
/// <para>
/// Cost: nothing below 256 keys; above, one hash, one byte increment and one store a key. When the table grows the chains are
/// counted anew, for keys may be chosen so that they fall together only then, and be looked up ever after by repeating one.
/// The framework's tables have a prime number of buckets, at least as many as keys, so for keys that are not chosen the
/// longest chain of n keys stays near ln n / ln ln n: below 16 for any n that fits in memory. Refused above 100
/// (Nerdbank.MessagePack's figure too).
/// </para>
/// <para>
/// Of a table that does not tell its buckets (capacity 0) only keys of one and the same hash are found: the guard then has
/// buckets of its own, and a secret by which it chooses them.
/// </para>
/// </remarks>
internal sealed class HashGuard(object? ownComparer)
{
    /// <summary>From this many keys on, each further one is checked.</summary>
    public const int Start = 256;

    const int Longest = 100;

    /// <summary>
    /// An ExpandoObject looks for a name among all that it has, and with each new one makes its list of names anew: 16,000 names of 220 KB
    /// took 1.2 s and 1.2 GB. So many, from a text of 5 KB, cost 2 ms and 1.4 MB.
    /// </summary>
    const int MostExpando = 512;

    /// <summary>Set while a copy is made: its input is an object that exists.</summary>
    [ThreadStatic]
    internal static bool t_copies;

    static readonly uint Secret = (uint)Random.Shared.Next() | 1;

    int[] _hashes = new int[Start];
    int _hashCount;
    byte[] _chains = [];
    int _capacity;
    int _count;

    /// <summary>Refuses a key whose hash or order would not end, before the table asks for it: see <see cref="KeyWalk"/>.</summary>
    /// <param name="key">What is to be added.</param>
    /// <param name="keeper">The table, or the comparer that it has.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void CheckEnds<TKey>(TKey key, object? keeper)
    {
        if (Ends<TKey>.MayGoOn)
            KeyWalk.CheckAdded(key, keeper);
    }

    /// <summary>As <see cref="CheckEnds"/>, of a key that is looked for and not added.</summary>
    public static void CheckAsked<TKey>(TKey key, object? keeper)
    {
        if (Ends<TKey>.MayGoOn)
            KeyWalk.Check(key, keeper);
    }

    /// <summary>Of an item of a KeyedCollection the key is asked that the collection knows.</summary>
    public static void CheckKeyed<TItem>(TItem item, object keyed) => KeyWalk.CheckKeyed(item, keyed);

    /// <inheritdoc cref="UntypedAdding.CheckFits(object?, IList)"/>
    public static void CheckFits(object? item, IList list) => UntypedAdding.CheckFits(item, list);

    /// <inheritdoc cref="UntypedAdding.CheckFits(object?, object?, IDictionary)"/>
    public static void CheckEntryFits(object? key, object? value, IDictionary map) => UntypedAdding.CheckFits(key, value, map);

    /// <summary>Refuses a key that comes twice and whose text would not end: see <see cref="KeyWalk.CheckTold"/>.</summary>
    public static void CheckTold<TKey, TValue>(TKey key, TValue? value, object table) => KeyWalk.CheckTold(key, value, table);

    /// <summary>Counts the key of an item that was added to a KeyedCollection, which may have put it in another's place.</summary>
    public static void CountKeyed<TItem>(ref HashGuard? guard, TItem item, object keyed)
    {
        var items = KeyedItems.Of(keyed.GetType())!;
        if (item is not null && items.KeyOf(keyed, item) is { } key and not string)
            Check(ref guard, key, ((ICollection)keyed).Count, items.CapacityOf(keyed), keyed);
    }

    static class Ends<TKey>
    {
        public static readonly bool MayGoOn = AskedFields.MayGoOn(typeof(TKey));
    }

    /// <summary>Counts a key that has just been added to a table.</summary>
    /// <param name="guard">Of this table, or null before the first of its keys that is counted.</param>
    /// <param name="key">The key.</param>
    /// <param name="count">How many keys the table has now.</param>
    /// <param name="capacity">How many buckets it has; 0 where that is not known.</param>
    /// <param name="table">The table, which may have a comparer of somebody's own: that one is asked then, and the key is not.</param>
    public static void Check<TKey>(ref HashGuard? guard, TKey key, int count, int capacity, object? table = null)
    {
        if (typeof(TKey) == typeof(string))
        {
            // Tables of strings are safe by the framework; what comes here is an ExpandoObject.
            if (count > MostExpando && !t_copies)
                FailExpando();
            return;
        }
        // What is copied is there already, whatever its keys are.
        if (t_copies)
            return;
        guard ??= new HashGuard(KeyComparer.OwnOf(table));
        int hash = guard.HashOf(key);
        if (capacity > 0)
            guard.Count(hash, count, capacity);
        else
            guard.Count((int)((uint)hash * Secret >> 8), count, (int)BitOperations.RoundUpToPowerOf2((uint)count) * 2 - 1);
    }

    int HashOf<TKey>(TKey key) => key is null ? 0
        : ownComparer is not null ? KeyComparer.HashOf(ownComparer, key)
        // A comparer that is not known keeps it from being asked: see KeyWalk.
        : Ends<TKey>.MayGoOn && !KeyWalk.Ends(key) ? RuntimeHelpers.GetHashCode(key)
        : EqualityComparer<TKey>.Default.GetHashCode(key);

    static void FailExpando() => throw new WireFormatException(
        $"An ExpandoObject would get more than {MostExpando} members, which takes it time and memory in the square of their number. Declare a Dictionary<string, object> in its place.");

    void Count(int hash, int count, int capacity)
    {
        // A key that was there already, as a set's items may well be, makes no chain longer.
        if (count == _count)
            return;
        _count = count;
        if (_hashCount == _hashes.Length)
            Array.Resize(ref _hashes, 2 * _hashCount);
        _hashes[_hashCount++] = hash;
        if (capacity == _capacity)
        {
            Add(hash);
            return;
        }
        _capacity = capacity;
        _chains = new byte[capacity];
        foreach (int known in _hashes.AsSpan(0, _hashCount))
            Add(known);
    }

    void Add(int hash)
    {
        ref byte chain = ref _chains[(uint)hash % (uint)_chains.Length];
        if (++chain > Longest)
            throw new WireFormatException(
                $"The keys of a hash table collide: more than {Longest} of {_count} fall into one bucket, which makes reading quadratic. Refused as hostile.");
    }
}

/// <summary>
/// HashGuard for a key type that is known only at run time. A boxed key has the hash that it has unboxed, so that no generic code over its
/// type is needed: Native AOT may have none.
/// </summary>
internal sealed class KeyGuard(Type key, object table)
{
    HashGuard? _guard;

    public void Check(object? added, int count, int capacity)
    {
        if (key == typeof(string))
            HashGuard.Check(ref _guard, (string?)added, count, capacity);
        else
            HashGuard.Check(ref _guard, added, count, capacity, table);
    }
}
