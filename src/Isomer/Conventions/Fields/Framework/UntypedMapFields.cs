using System.Collections;
using System.Collections.Specialized;
using System.Runtime.CompilerServices;
using System.Runtime.Serialization;
using Isomer.Shapes;

namespace Isomer.Conventions;

#pragma warning disable CS0618, IDE1006, CA1051 // entries bear the names that .NET Framework's have

// The entries of maps of objects. Of load factors and capacities no more is taken from the input than entries are worth (Rooms), and a key
// that comes twice is refused.

[Entries]
struct HashtableFields
{
    [OptionalField] public float LoadFactor;
    [OptionalField] public int Version;
    [OptionalField] public IComparer? Comparer;
    [OptionalField] public IHashCodeProvider? HashCodeProvider;
    [OptionalField] public IEqualityComparer? KeyComparer;
    [OptionalField] public int HashSize;
    public object?[]? Keys;
    public object?[]? Values;

    /// <summary>A table has one comparer, or a comparer and a provider of hash codes, as those of the first edition had.</summary>
    [NonSerialized] public bool IsOfFirstEdition;

    /// <summary>Whom a table asks that was handed its entries.</summary>
    [NonSerialized] public HandedTable? Handed;

    public readonly bool HasComparer() => IsOfFirstEdition;
    public readonly bool HasHashCodeProvider() => IsOfFirstEdition;
    public readonly bool HasKeyComparer() => !IsOfFirstEdition;
}

/// <summary>
/// Tables of the first edition have a comparer and a provider of hash codes: both null, or one that ignores case and its provider.
/// </summary>
sealed class HashtableSurrogate : InPlaceSurrogate<Hashtable, HashtableFields>
{
    internal override bool WaitsForGraph => true;

    internal override bool FillsItself(object carrier) => true;

    // What is made of it may be made before the graph is whole: a DataSet of its properties and errors.
    internal override bool WaitsFor(object carrier)
    {
        var fields = (HashtableFields)carrier;
        return fields.Keys is null || KeyComparer.IsOwn(fields.HashCodeProvider)
            || !Isomer.Conventions.Keys.AreWhole(fields.Keys, fields.KeyComparer ?? (object?)fields.Comparer);
    }

    public override HashtableFields ToCarrier(Hashtable value)
    {
        var fields = new HashtableFields { IsOfFirstEdition = true };
        foreach (var entry in EntriesOf(value))
        {
            switch (entry.Name)
            {
                case nameof(fields.LoadFactor): fields.LoadFactor = (float)entry.Value!; break;
                case nameof(fields.Version): fields.Version = (int)entry.Value!; break;
                case nameof(fields.Comparer): fields.Comparer = (IComparer?)entry.Value; break;
                case nameof(fields.HashCodeProvider): fields.HashCodeProvider = (IHashCodeProvider?)entry.Value; break;
                case nameof(fields.KeyComparer):
                    (fields.KeyComparer, fields.IsOfFirstEdition) = ((IEqualityComparer?)entry.Value, false); break;
                case nameof(fields.HashSize): fields.HashSize = (int)entry.Value!; break;
                case nameof(fields.Keys): fields.Keys = (object?[]?)entry.Value; break;
                case nameof(fields.Values): fields.Values = (object?[]?)entry.Value; break;
                default:
                    throw new NotSupportedException(
                    $"A '{typeof(Hashtable)}' of this runtime has the entry '{entry.Name}', which is not known here. Carry it by a surrogate.");
            }
        }
        return fields;
    }

    // With its entries beside it: it fills itself when it is called back, by whomever. Until then it has no buckets, as with
    // BinaryFormatter, for one that has some takes itself for filled: it can be counted, and nothing else. One whose keys nobody may ask
    // yet, or that is within another, is empty.
    internal override bool Prepare(object target, object carrier)
    {
        ref var fields = ref Unsafe.Unbox<HashtableFields>(carrier);
        var table = (Hashtable)target;
        if (!HandedTable.HasBuckets(table) && !HasTwoComparers(fields)
            && fields is { Keys: { Length: > 0 } keys, Values: { } values } && keys.Length == values.Length
            && Isomer.Conventions.Keys.MayBeAsked(keys, fields.KeyComparer))
        {
            fields.Handed = new(table, fields);
            fields.Handed.Hand();
        }
        else
            Construct(table, fields, 0);
        return true;
    }

    internal override void Complete(object target, object carrier)
    {
        var (table, fields) = ((Hashtable)target, (HashtableFields)carrier);
        if (fields.Handed is { IsBegun: true } begun)
        {
            if (!begun.IsChecked)
                throw Wrong(nameof(fields.Keys), "were refused, and who had them taken passed over the error");
            begun.End();
            return;
        }
        CheckUnchanged(table.Count);
        // What a class that derives from it has is handed over from a table beside, which knows of no entries.
        if (fields.Handed is { } handed && ReferenceEquals(handed.Table, table) && !HandedTable.HasBuckets(table))
        {
            table.OnDeserialization(null);
            handed.End();
        }
        else
        {
            base.Complete(target, carrier);
        }
    }

    /// <summary>
    /// Makes a table empty that has nothing yet, and fills itself later: one within a HybridDictionary, which nobody calls back, and which
    /// is asked as one that has no table yet with BinaryFormatter.
    /// </summary>
    public static void MakeAskable(Hashtable table)
    {
        if (!HandedTable.HasBuckets(table))
            Construct(table, 0, 1, null);
    }

    /// <summary>Refuses entries that a table cannot have, or that was added to before. Tells the hash of each key.</summary>
    public static int[] Check(Hashtable table, in HashtableFields fields)
    {
        CheckUnchanged(table.Count);
        object?[] keys = fields.Keys!;
        int[] hashes = new int[keys.Length];
        var once = new AskedOnce(fields.KeyComparer);
        var beside = new Hashtable(keys.Length, once);
        HashGuard? guard = null;
        for (int i = 0; i < keys.Length; i++)
        {
            object key = Given(keys[i], nameof(fields.Keys));
            HashGuard.CheckEnds(key, fields.KeyComparer);
            beside[key] = null;
            if (beside.Count == i)
                throw Wrong(nameof(fields.Keys), $"has the key '{PlainEntryConverter.Shown(key)}' twice");
            hashes[i] = once.Hash;
            if (i >= HashGuard.Start && key is not string)
                HashGuard.Check(ref guard, once.Hash, i + 1, 0);
        }
        return hashes;
    }

    /// <summary>Keeps the hash that a table has asked for, so that nobody need ask for it again.</summary>
    sealed class AskedOnce(IEqualityComparer? comparer) : IEqualityComparer
    {
        public int Hash { get; private set; }

        public int GetHashCode(object key) => Hash = comparer?.GetHashCode(key) ?? key.GetHashCode();

        bool IEqualityComparer.Equals(object? a, object? b) => comparer?.Equals(a, b) ?? Equals(a, b);
    }

    static bool HasTwoComparers(in HashtableFields fields) =>
        fields.KeyComparer is null && (fields.Comparer is not null || fields.HashCodeProvider is not null);

    static void Construct(Hashtable target, in HashtableFields fields, int count)
    {
        float load = Rooms.LoadOf(fields.LoadFactor, count), part = Math.Clamp(load / Rooms.Load, Rooms.LeastPart, 1);
        int capacity = Math.Max(count, (int)(Rooms.Of<DictionaryEntry>(fields.HashSize, count) * load));
        if (HasTwoComparers(fields))
            ConstructFirst(target, capacity, part, fields.HashCodeProvider, fields.Comparer);
        else
            Construct(target, capacity, part, fields.KeyComparer);
        // The constructor's product may be another number by its last bit.
        LoadFactor(target) = load;
    }

    internal override void Make(Hashtable target, HashtableFields fields) => Fill(target, fields);

    static void Fill(Hashtable target, in HashtableFields fields)
    {
        var (keys, values) = (Given(fields.Keys, nameof(fields.Keys)), Given(fields.Values, nameof(fields.Values)));
        if (keys.Length != values.Length)
            throw Wrong(nameof(fields.Values), "are not as many as its keys");
        Construct(target, fields, keys.Length);
        var provider = fields.KeyComparer is null ? fields.HashCodeProvider : null;
        // The table does not show the two that it has from .NET Framework 1.
        object asked = fields.KeyComparer is null ? fields.Comparer ?? (object?)provider ?? target : target;
        HashGuard? guard = null;
        for (int i = 0; i < keys.Length; i++)
        {
            object key = Given(keys[i], nameof(fields.Keys));
            HashGuard.CheckEnds(key, asked);
            // Not asked for beforehand, which would hash each key twice.
            target[key] = values[i];
            if (target.Count == i)
                throw Wrong(nameof(fields.Keys), $"has the key '{PlainEntryConverter.Shown(key)}' twice");
            if (i >= HashGuard.Start)
                CheckHash(ref guard, key, provider, i + 1, target);
        }
        Version(target) = fields.Version;
    }

    /// <summary>
    /// Counts a key. Strings are safe by their own hash, and not by that of a provider which ignores case where the comparer beside it does
    /// not: "aA" and "Aa" are two keys of one hash then.
    /// </summary>
    public static void CheckHash(ref HashGuard? guard, object key, IHashCodeProvider? provider, int count, object? table)
    {
        if (provider is not null)
            HashGuard.Check(ref guard, provider.GetHashCode(key), count, 0);
        else if (key is not string)
            HashGuard.Check(ref guard, key, count, 0, table);
    }

    [UnsafeAccessor(UnsafeAccessorKind.Method, Name = ".ctor")]
    static extern void Construct(Hashtable target, int capacity, float load, IEqualityComparer? comparer);

    [UnsafeAccessor(UnsafeAccessorKind.Method, Name = ".ctor")]
    static extern void ConstructFirst(Hashtable target, int capacity, float load, IHashCodeProvider? provider, IComparer? comparer);

    [UnsafeAccessor(UnsafeAccessorKind.Field, Name = "_loadFactor")]
    static extern ref float LoadFactor(Hashtable target);

    [UnsafeAccessor(UnsafeAccessorKind.Field, Name = "_version")]
    static extern ref int Version(Hashtable target);
}

[Entries]
struct OrderedDictionaryFields
{
    [OptionalField] public IEqualityComparer? KeyComparer;
    [OptionalField] public bool ReadOnly;
    [OptionalField] public int InitialCapacity;
    public object?[]? ArrayList;
}

sealed class OrderedDictionarySurrogate : InPlaceSurrogate<OrderedDictionary, OrderedDictionaryFields>
{
    internal override bool WaitsForGraph => true;

    internal override bool FillsItself(object carrier) => true;

    internal override bool WaitsFor(object carrier)
    {
        var fields = (OrderedDictionaryFields)carrier;
        return fields.ArrayList is null || !Isomer.Conventions.Keys.AreWhole(
            fields.ArrayList.Select(static i => EntryOf(i)?.Key), fields.KeyComparer);
    }

    public override OrderedDictionaryFields ToCarrier(OrderedDictionary value)
    {
        var entries = EntriesOf(value);
        return new()
        {
            KeyComparer = Isomer.Conventions.Keys.Entry<IEqualityComparer>(entries, nameof(OrderedDictionaryFields.KeyComparer)),
            ReadOnly = entries.GetBoolean(nameof(OrderedDictionaryFields.ReadOnly)),
            InitialCapacity = entries.GetInt32(nameof(OrderedDictionaryFields.InitialCapacity)),
            ArrayList = Isomer.Conventions.Keys.Entry<object?[]>(entries, nameof(OrderedDictionaryFields.ArrayList)),
        };
    }

    // Empty, and no table without entries: a callback may ask it.
    internal override bool Prepare(object target, object carrier)
    {
        Construct((OrderedDictionary)target, (OrderedDictionaryFields)carrier);
        return true;
    }

    // Its entries are added to what is there, as the framework adds them.
    internal override void Complete(object target, object carrier) => Fill((OrderedDictionary)target, (OrderedDictionaryFields)carrier);

    internal override void Make(OrderedDictionary target, OrderedDictionaryFields fields)
    {
        Construct(target, fields);
        Fill(target, fields);
    }

    static void Construct(OrderedDictionary target, in OrderedDictionaryFields fields) =>
        Construct(target, Rooms.First(fields.InitialCapacity, fields.ArrayList?.Length ?? 0), fields.KeyComparer);

    /// <summary>An entry; a text without types has in its place an object of the entry's two fields.</summary>
    static DictionaryEntry? EntryOf(object? item) => item switch
    {
        DictionaryEntry entry => entry,
        NodeObject { Members: [{ Key: "_key", Value: NodeValue key }, { Key: "_value", Value: var value }] } =>
            new DictionaryEntry(key.Value, value is NodeValue scalar ? scalar.Value : value),
        _ => null,
    };

    static void Fill(OrderedDictionary target, in OrderedDictionaryFields fields)
    {
        HashGuard? guard = null;
        foreach (object? item in Given(fields.ArrayList, nameof(fields.ArrayList)))
        {
            if (EntryOf(item) is not { Key: { } key } entry)
                throw Wrong(nameof(fields.ArrayList), "holds something else than entries");
            HashGuard.CheckEnds(key, target);
            if (target.Contains(key))
                throw Wrong(nameof(fields.ArrayList), $"has the key '{PlainEntryConverter.Shown(key)}' twice");
            target.Add(key, entry.Value);
            if (target.Count >= HashGuard.Start && key is not string)
                HashGuard.Check(ref guard, key, target.Count, 0, target);
        }
        ReadOnly(target) = fields.ReadOnly;
    }

    [UnsafeAccessor(UnsafeAccessorKind.Method, Name = ".ctor")]
    static extern void Construct(OrderedDictionary target, int capacity, IEqualityComparer? comparer);

    // What cannot be changed once it is made: a view of it (AsReadOnly) would be another object than the one that exists.
    [UnsafeAccessor(UnsafeAccessorKind.Field, Name = "_readOnly")]
    static extern ref bool ReadOnly(OrderedDictionary value);
}
