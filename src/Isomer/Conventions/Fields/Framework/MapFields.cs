using System.Collections.Concurrent;
using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;
using System.Runtime.Serialization;
using Isomer.Model;
using Isomer.Shapes;

namespace Isomer.Conventions;

#pragma warning disable IDE1006, CA1051, SYSLIB0050 // fields and entries bear the names that .NET Framework's have

// The fields and entries of typed maps. Of capacities no more is taken from the input than entries are worth (Rooms), and a key
// that comes twice is refused.

[Entries]
struct DictionaryFields<TKey, TValue> where TKey : notnull
{
    [OptionalField] public int Version;
    public IEqualityComparer<TKey>? Comparer;
    [OptionalField] public int HashSize;
    [OptionalField] public KeyValuePair<TKey, TValue>[]? KeyValuePairs;

    /// <summary>Whom a table asks that was handed its entries.</summary>
    [NonSerialized] public FillGuard<TKey>? Guard;

    public readonly bool HasKeyValuePairs() => KeyValuePairs is not null;
}

sealed class DictionarySurrogate<TKey, TValue> : InPlaceSurrogate<Dictionary<TKey, TValue>, DictionaryFields<TKey, TValue>>
    where TKey : notnull
{
    internal override bool WaitsForGraph => true;

    internal override bool FillsItself(object carrier) => true;

    internal override bool WaitsFor(object carrier) =>
        !Keys.AreWhole(typeof(TKey), ((DictionaryFields<TKey, TValue>)carrier).Comparer);

    public override DictionaryFields<TKey, TValue> ToCarrier(Dictionary<TKey, TValue> value)
    {
        var entries = EntriesOf(value);
        return new()
        {
            Version = entries.GetInt32(nameof(DictionaryFields<,>.Version)),
            Comparer = value.Comparer,
            HashSize = entries.GetInt32(nameof(DictionaryFields<,>.HashSize)),
            KeyValuePairs = Keys.Entry<KeyValuePair<TKey, TValue>[]>(entries, nameof(DictionaryFields<,>.KeyValuePairs)),
        };
    }

    internal override bool Prepare(object target, object carrier)
    {
        var map = (Dictionary<TKey, TValue>)target;
        ref var fields = ref Unsafe.Unbox<DictionaryFields<TKey, TValue>>(carrier);
        var (pairs, comparer) = (fields.KeyValuePairs ?? [], fields.Comparer);
        if (!Keys.MayBeAsked(pairs.Select(static p => p.Key), comparer))
            return false;
        Construct(map, comparer);
        if (pairs.Length == 0)
        {
            Version(map) = fields.Version;
            return true;
        }
        var usual = Comparer(map);
        fields.Guard = new(comparer, typeof(Dictionary<TKey, TValue>), () => pairs.Length, () => CheckUnchanged(map.Count),
            () => Comparer(map) = usual);
        var entries = fields.Guard.Entries(typeof(Dictionary<TKey, TValue>), fields.Version, nameof(fields.HashSize),
            Rooms.Of<KeyValuePair<TKey, TValue>>(fields.HashSize, pairs.Length));
        entries.AddValue(nameof(fields.KeyValuePairs), pairs, typeof(KeyValuePair<TKey, TValue>[]));
        Hand(map, entries, default);
        return true;
    }

    internal override void Complete(object target, object carrier)
    {
        var (map, fields) = ((Dictionary<TKey, TValue>)target, (DictionaryFields<TKey, TValue>)carrier);
        if (fields.Guard?.IsFilled != false)
            return;
        if (fields.Guard.IsBegun)
            throw Wrong(nameof(fields.KeyValuePairs), "was taken in part, by who passed over the error");
        CheckUnchanged(map.Count);
        if (Array.Exists(fields.KeyValuePairs!, static p => p.Key is null))
            throw Wrong(nameof(fields.KeyValuePairs), "has a key that is null");
        map.OnDeserialization(null);
    }

    internal override void Make(Dictionary<TKey, TValue> target, DictionaryFields<TKey, TValue> fields)
    {
        Construct(target, fields.Comparer);
        var pairs = fields.KeyValuePairs ?? [];
        target.EnsureCapacity(Rooms.Of<KeyValuePair<TKey, TValue>>(fields.HashSize, pairs.Length));
        HashGuard? guard = null;
        foreach (var (key, value) in pairs)
        {
            HashGuard.CheckEnds(key, target);
            if (!target.TryAdd(key, value))
                throw Wrong(nameof(fields.KeyValuePairs), $"has the key '{PlainEntryConverter.Shown(key)}' twice");
            if (target.Count >= HashGuard.Start && typeof(TKey) != typeof(string))
                HashGuard.Check(ref guard, key, target.Count, target.Capacity, target);
        }
        Version(target) = fields.Version;
    }

    [UnsafeAccessor(UnsafeAccessorKind.Method, Name = ".ctor")]
    static extern void Construct(Dictionary<TKey, TValue> target, IEqualityComparer<TKey>? comparer);

    [UnsafeAccessor(UnsafeAccessorKind.Method, Name = ".ctor")]
    static extern void Hand(Dictionary<TKey, TValue> target, SerializationInfo entries, StreamingContext context);

    [UnsafeAccessor(UnsafeAccessorKind.Field, Name = "_comparer")]
    static extern ref IEqualityComparer<TKey>? Comparer(Dictionary<TKey, TValue> target);

    [UnsafeAccessor(UnsafeAccessorKind.Field, Name = "_version")]
    static extern ref int Version(Dictionary<TKey, TValue> target);
}

[FieldsOf(typeof(ConcurrentDictionary<,>))]
struct ConcurrentDictionaryFields<TKey, TValue> where TKey : notnull
{
    [FieldAlias("_serializationArray")] public KeyValuePair<TKey, TValue>[]? m_serializationArray;
    [OptionalField] public int m_serializationConcurrencyLevel;
    [OptionalField] public int m_serializationCapacity;
    [FieldAlias("_comparer")] public IEqualityComparer<TKey>? m_comparer;
    [OptionalField] public int m_keyRehashCount;
}

sealed class ConcurrentDictionarySurrogate<TKey, TValue>
    : InPlaceSurrogate<ConcurrentDictionary<TKey, TValue>, ConcurrentDictionaryFields<TKey, TValue>> where TKey : notnull
{
    public override ClrName? Name => new("System.Collections.Concurrent.ConcurrentDictionary`2", [typeof(TKey), typeof(TValue)]);

    internal override bool WaitsForGraph => true;

    internal override bool FillsItself(object carrier) => true;

    internal override bool WaitsFor(object carrier) =>
        !Keys.AreWhole(typeof(TKey), ((ConcurrentDictionaryFields<TKey, TValue>)carrier).m_comparer);

    public override ConcurrentDictionaryFields<TKey, TValue> ToCarrier(ConcurrentDictionary<TKey, TValue> value) =>
        new()
        {
            m_comparer = value.Comparer,
            m_serializationArray = value.ToArray(),
            m_serializationCapacity = 31,
            m_serializationConcurrencyLevel = 4
        };

    internal override void Make(ConcurrentDictionary<TKey, TValue> target, ConcurrentDictionaryFields<TKey, TValue> fields)
    {
        var items = Given(fields.m_serializationArray, nameof(fields.m_serializationArray));
        Construct(target, fields.m_comparer);
        HashGuard? guard = null;
        for (int i = 0; i < items.Length; i++)
        {
            HashGuard.CheckEnds(items[i].Key, target);
            if (!target.TryAdd(items[i].Key, items[i].Value))
                throw Wrong(nameof(fields.m_serializationArray), $"has the key '{PlainEntryConverter.Shown(items[i].Key)}' twice");
            if (i >= HashGuard.Start && typeof(TKey) != typeof(string))
                HashGuard.Check(ref guard, items[i].Key, i + 1, 0, target);
        }
    }

    [UnsafeAccessor(UnsafeAccessorKind.Method, Name = ".ctor")]
    static extern void Construct(ConcurrentDictionary<TKey, TValue> target, IEqualityComparer<TKey>? comparer);
}

[FieldsOf(typeof(SortedDictionary<,>))]
struct SortedDictionaryFields<TKey, TValue> where TKey : notnull
{
    public SortedSet<KeyValuePair<TKey, TValue>>? _set;
}

/// <summary>Its tree is an object of its own, a TreeSet, which is written as one and read as one.</summary>
[RequiresUnreferencedCode(Trimming.Members), RequiresDynamicCode(Trimming.Code)]
sealed class SortedDictionarySurrogate<TKey, TValue>
    : InPlaceSurrogate<SortedDictionary<TKey, TValue>, SortedDictionaryFields<TKey, TValue>> where TKey : notnull
{
    internal override bool WaitsForGraph => true;

    internal override bool FillsItself(object carrier) => true;

    // Empty, and no table without a tree: a callback may ask it, and what is in it.
    internal override void Start(object target) => Construct((SortedDictionary<TKey, TValue>)target, null);

    internal override bool Prepare(object target, object carrier) => true;

    internal override void Complete(object target, object carrier)
    {
        CheckUnchanged(((SortedDictionary<TKey, TValue>)target).Count);
        base.Complete(target, carrier);
    }

    public override SortedDictionaryFields<TKey, TValue> ToCarrier(SortedDictionary<TKey, TValue> value) =>
        new() { _set = PairOrders.TreeOf(value) };

    internal override void Make(SortedDictionary<TKey, TValue> target, SortedDictionaryFields<TKey, TValue> fields)
    {
        var tree = Given(fields._set, nameof(fields._set));
        Construct(target, PairOrders.KeyOrderOf<TKey>(tree.Comparer));
        foreach (var (key, value) in tree)
            target.Add(key, value);
        SortedSets<KeyValuePair<TKey, TValue>>.Version(PairOrders.TreeOf(target)) = SortedSets<KeyValuePair<TKey, TValue>>.Version(tree);
    }

    [UnsafeAccessor(UnsafeAccessorKind.Method, Name = ".ctor")]
    static extern void Construct(SortedDictionary<TKey, TValue> target, IComparer<TKey>? comparer);
}
