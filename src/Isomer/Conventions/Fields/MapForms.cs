using System.Collections;
using System.Collections.Concurrent;
using System.Collections.Specialized;
using System.Runtime.Serialization;
using Isomer.Shapes;

namespace Isomer.Conventions;

/// <summary>The fields and entries of maps. Capacities are never taken from the input, and a key that comes twice is refused.</summary>
internal static class MapForms
{
#pragma warning disable SYSLIB0050, SYSLIB0051 // the types of an older age are what this is about
    /// <summary>What a collection says of itself as an ISerializable, in this order.</summary>
    public static object?[] EntriesOf(object value, params ReadOnlySpan<string> names)
    {
        var info = new SerializationInfo(value.GetType(), new FormatterConverter());
        ((ISerializable)value).GetObjectData(info, new StreamingContext(StreamingContextStates.All));
        object?[] entries = new object?[names.Length];
        Array.Fill(entries, FieldForm.Absent);
        foreach (var entry in info)
        {
            int index = names.IndexOf(entry.Name);
            if (index < 0)
                throw new NotSupportedException($"A '{value.GetType()}' has the entry '{entry.Name}', which has no form here. Carry it by a surrogate.");
            entries[index] = entry.Value;
        }
        return entries;
    }
#pragma warning restore SYSLIB0050, SYSLIB0051

    public static FieldForm Dictionary<TKey, TValue>() where TKey : notnull => new(
        typeof(Dictionary<TKey, TValue>),
        [
            new("Version", typeof(int)) { IsOptional = true }, new("Comparer", typeof(IEqualityComparer<TKey>)), new("HashSize", typeof(int)) { IsOptional = true },
            new("KeyValuePairs", typeof(KeyValuePair<TKey, TValue>[])) { IsOptional = true },
        ],
        true,
        static v => new Dictionary<TKey, TValue>((IEqualityComparer<TKey>?)v[1]),
        static o => EntriesOf(o, "Version", "Comparer", "HashSize", "KeyValuePairs"),
        static (target, v) =>
        {
            var map = (Dictionary<TKey, TValue>)target!;
            HashGuard? guard = null;
            foreach (var (key, value) in v.ArrayOrNone<KeyValuePair<TKey, TValue>>(3))
            {
                if (!map.TryAdd(key, value))
                    throw v.Wrong(3, $"has the key '{key}' twice");
                if (map.Count >= HashGuard.Start && typeof(TKey) != typeof(string))
                    HashGuard.Check(ref guard, key, map.Count, map.Capacity);
            }
            return map;
        })
    {
        BeginsAt = 3,
    };

    public static FieldForm ConcurrentDictionary<TKey, TValue>() where TKey : notnull => new(
        typeof(ConcurrentDictionary<TKey, TValue>),
        [
            new("m_comparer", typeof(IEqualityComparer<TKey>)) { Alias = "_comparer" }, new("m_keyRehashCount", typeof(int)) { IsOptional = true },
            new("m_serializationArray", typeof(KeyValuePair<TKey, TValue>[])) { Alias = "_serializationArray" },
            new("m_serializationCapacity", typeof(int)) { IsOptional = true }, new("m_serializationConcurrencyLevel", typeof(int)) { IsOptional = true },
        ],
        false,
        static v => new ConcurrentDictionary<TKey, TValue>((IEqualityComparer<TKey>?)v[0]),
        static o => [((ConcurrentDictionary<TKey, TValue>)o).Comparer, 0, ((ConcurrentDictionary<TKey, TValue>)o).ToArray(), 31, 4],
        static (target, v) =>
        {
            var map = (ConcurrentDictionary<TKey, TValue>)target!;
            HashGuard? guard = null;
            int count = 0;
            foreach (var (key, value) in v.Array<KeyValuePair<TKey, TValue>>(2))
            {
                if (!map.TryAdd(key, value))
                    throw v.Wrong(2, $"has the key '{key}' twice");
                if (++count >= HashGuard.Start && typeof(TKey) != typeof(string))
                    HashGuard.Check(ref guard, key, count, 0);
            }
            return map;
        })
    {
        BeginsAt = 2,
        Name = new ClrName("System.Collections.Concurrent.ConcurrentDictionary`2", [typeof(TKey), typeof(TValue)]),
    };

    public static FieldForm SortedDictionary<TKey, TValue>() where TKey : notnull => new(
        typeof(SortedDictionary<TKey, TValue>), [new("_set", typeof(TreeForm<TKey, TValue>))], false, null,
        static o => [new TreeForm<TKey, TValue>((SortedDictionary<TKey, TValue>)o)],
        static (_, v) => (v[0] as TreeForm<TKey, TValue> ?? throw v.Wrong(0, "is null")).Map);

    public static FieldForm Tree<TKey, TValue>() where TKey : notnull => new(
        typeof(TreeForm<TKey, TValue>),
        [
            new("Count", typeof(int)), new("Comparer", typeof(PairOrderForm<TKey, TValue>)), new("Version", typeof(int)) { IsOptional = true },
            new("Items", typeof(KeyValuePair<TKey, TValue>[])) { IsOptional = true },
        ],
        true,
        null,
        static o =>
        {
            var map = ((TreeForm<TKey, TValue>)o).Map;
            return [map.Count, new PairOrderForm<TKey, TValue>(map.Comparer), map.Count, map.Count == 0 ? FieldForm.Absent : Items(map)];
        },
        static (_, v) =>
        {
            var map = new SortedDictionary<TKey, TValue>((v[1] as PairOrderForm<TKey, TValue>)?.Keys);
            foreach (var (key, value) in v.ArrayOrNone<KeyValuePair<TKey, TValue>>(3))
                if (!map.TryAdd(key, value))
                    throw v.Wrong(3, $"has the key '{key}' twice");
            return v.Count(0, map.Count) == map.Count ? new TreeForm<TKey, TValue>(map) : throw v.Wrong(3, "has more entries than are said to be there");
        })
    {
        Name = new ClrName("System.Collections.Generic.TreeSet`1", [typeof(KeyValuePair<TKey, TValue>)], ClrName.System),
    };

    static KeyValuePair<TKey, TValue>[] Items<TKey, TValue>(SortedDictionary<TKey, TValue> map) where TKey : notnull
    {
        var items = new KeyValuePair<TKey, TValue>[map.Count];
        map.CopyTo(items, 0);
        return items;
    }

    public static FieldForm PairOrder<TKey, TValue>() where TKey : notnull => new(
        typeof(PairOrderForm<TKey, TValue>), [new("keyComparer", typeof(IComparer<TKey>))], false, null,
        static o => [((PairOrderForm<TKey, TValue>)o).Keys ?? Comparer<TKey>.Default],
        static (_, v) => new PairOrderForm<TKey, TValue>((IComparer<TKey>?)v[0]))
    {
        Name = new ClrName("System.Collections.Generic.SortedDictionary`2+KeyValuePairComparer", [typeof(TKey), typeof(TValue)], ClrName.System),
        IsComparer = true,
    };

    /// <summary>Keys must be in order, as they are where it was written: adding them in any other would be quadratic.</summary>
    public static FieldForm SortedList<TKey, TValue>() where TKey : notnull => new(
        typeof(SortedList<TKey, TValue>),
        [
            new("_size", typeof(int)), new("comparer", typeof(IComparer<TKey>)), new("keyList", typeof(object)) { IsOptional = true, CacheOf = "System.Collections.Generic" },
            new("keys", typeof(TKey[])), new("valueList", typeof(object)) { IsOptional = true, CacheOf = "System.Collections.Generic" }, new("values", typeof(TValue[])),
            new("version", typeof(int)) { IsOptional = true },
        ],
        false,
        static v => new SortedList<TKey, TValue>((IComparer<TKey>?)v[1]),
        static o =>
        {
            var map = (SortedList<TKey, TValue>)o;
            return [map.Count, map.Comparer, null, map.Keys.ToArray(), null, map.Values.ToArray(), map.Count];
        },
        static (target, v) =>
        {
            var (keys, values) = (v.Array<TKey>(3), v.Array<TValue>(5));
            var map = (SortedList<TKey, TValue>)target!;
            for (int size = v.Count(0, Math.Min(keys.Length, values.Length)), i = 0; i < size; i++)
            {
                if (i > 0 && map.Comparer.Compare(keys[i - 1], keys[i]) >= 0)
                    throw v.Wrong(3, "is not in the order of its comparer");
                map.Add(keys[i], values[i]);
            }
            return map;
        })
    {
        BeginsAt = 3,
    };

    public static FieldForm UntypedSortedList() => new(
        typeof(SortedList),
        [
            new("_size", typeof(int)), new("comparer", typeof(IComparer)), new("keyList", typeof(object)) { IsOptional = true, CacheOf = "System.Collections" },
            new("keys", typeof(object[])), new("valueList", typeof(object)) { IsOptional = true, CacheOf = "System.Collections" }, new("values", typeof(object[])),
            new("version", typeof(int)) { IsOptional = true },
        ],
        false,
        static v => new SortedList((IComparer?)v[1] ?? Comparer.Default),
        static o =>
        {
            var map = (SortedList)o;
            object?[] keys = new object?[map.Count];
            object?[] values = new object?[map.Count];
            map.Keys.CopyTo(keys, 0);
            map.Values.CopyTo(values, 0);
            return [map.Count, ComparerForms.OrderOf(map), null, keys, null, values, map.Count];
        },
        static (target, v) =>
        {
            var (keys, values) = (v.Array<object?>(3), v.Array<object?>(5));
            var comparer = (IComparer?)v[1] ?? Comparer.Default;
            var map = (SortedList)target!;
            for (int size = v.Count(0, Math.Min(keys.Length, values.Length)), i = 0; i < size; i++)
            {
                if (i > 0 && comparer.Compare(keys[i - 1], keys[i]) >= 0)
                    throw v.Wrong(3, "is not in the order of its comparer");
                map.Add(keys[i]!, values[i]);
            }
            return map;
        })
    {
        BeginsAt = 3,
    };

    /// <summary>Old tables have a comparer and a provider of hash codes, which are both null in all that can be read here.</summary>
    public static FieldForm Hashtable() => new(
        typeof(Hashtable),
        [
            new("LoadFactor", typeof(float)) { IsOptional = true }, new("Version", typeof(int)) { IsOptional = true }, new("Comparer", typeof(IComparer)) { IsOptional = true },
            new("HashCodeProvider", typeof(object)) { IsOptional = true }, new("KeyComparer", typeof(IEqualityComparer)) { IsOptional = true }, new("HashSize", typeof(int)) { IsOptional = true },
            new("Keys", typeof(object[])), new("Values", typeof(object[])),
        ],
        true,
        static v => new Hashtable((IEqualityComparer?)v[4]),
        static o => EntriesOf(o, "LoadFactor", "Version", "Comparer", "HashCodeProvider", "KeyComparer", "HashSize", "Keys", "Values"),
        static (target, v) =>
        {
            if (v[2] is not null || v[3] is not null)
                throw v.Wrong(2, "is one of an age before KeyComparer, which is not made here");
            var (keys, values) = (v.Array<object?>(6), v.Array<object?>(7));
            if (keys.Length != values.Length)
                throw v.Wrong(7, "are not as many as its keys");
            var map = (Hashtable)target!;
            HashGuard? guard = null;
            for (int i = 0; i < keys.Length; i++)
            {
                map.Add(keys[i]!, values[i]);
                if (i >= HashGuard.Start && keys[i] is not string)
                    HashGuard.Check(ref guard, keys[i], i + 1, 0);
            }
            return map;
        })
    {
        BeginsAt = 6,
    };

    public static FieldForm OrderedDictionary() => new(
        typeof(OrderedDictionary),
        [
            new("KeyComparer", typeof(IEqualityComparer)) { IsOptional = true }, new("ReadOnly", typeof(bool)) { IsOptional = true }, new("InitialCapacity", typeof(int)) { IsOptional = true },
            new("ArrayList", typeof(object[])),
        ],
        true,
        null,
        static o => EntriesOf(o, "KeyComparer", "ReadOnly", "InitialCapacity", "ArrayList"),
        static (_, v) =>
        {
            var map = new OrderedDictionary((IEqualityComparer?)v[0]);
            HashGuard? guard = null;
            foreach (object? item in v.Array<object?>(3))
            {
                if (item is not DictionaryEntry { Key: { } key } entry)
                    throw v.Wrong(3, "holds something else than entries");
                map.Add(key, entry.Value);
                if (map.Count >= HashGuard.Start && key is not string)
                    HashGuard.Check(ref guard, key, map.Count, 0);
            }
            return v[1] is true ? map.AsReadOnly() : map;
        });
}

/// <summary>Stands in for the tree of a SortedDictionary.</summary>
internal sealed class TreeForm<TKey, TValue>(SortedDictionary<TKey, TValue> map) where TKey : notnull
{
    public SortedDictionary<TKey, TValue> Map { get; } = map;
}

/// <summary>Stands in for the comparer of that tree's entries.</summary>
internal sealed class PairOrderForm<TKey, TValue>(IComparer<TKey>? keys) where TKey : notnull
{
    public IComparer<TKey>? Keys { get; } = keys;
}
