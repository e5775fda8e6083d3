using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;
using System.Runtime.Serialization;
using Isomer.Shapes;

namespace Isomer.Conventions;

#pragma warning disable IDE1006, CA1051, SYSLIB0050 // entries bear the names that .NET Framework's have

// The entries of HashSet, SortedSet and LinkedList: each is an ISerializable. Empty ones have no items. Of capacities no more is
// taken from the input than items are worth (Rooms).

[Entries]
struct HashSetFields<T>
{
    [OptionalField] public int Version;
    public IEqualityComparer<T>? Comparer;
    [OptionalField] public int Capacity;
    [OptionalField] public T[]? Elements;

    /// <summary>Whom a set asks that was handed its entries.</summary>
    [NonSerialized] public FillGuard<T>? Guard;

    public readonly bool HasElements() => Elements is not null;
}

sealed class HashSetSurrogate<T> : InPlaceSurrogate<HashSet<T>, HashSetFields<T>>
{
    internal override bool WaitsForGraph => true;

    internal override bool FillsItself(object carrier) => true;

    internal override bool WaitsFor(object carrier) => !Keys.AreWhole(typeof(T), ((HashSetFields<T>)carrier).Comparer);

    public override HashSetFields<T> ToCarrier(HashSet<T> value)
    {
        var entries = EntriesOf(value);
        return new()
        {
            Version = entries.GetInt32(nameof(HashSetFields<>.Version)),
            Comparer = value.Comparer,
            Capacity = entries.GetInt32(nameof(HashSetFields<>.Capacity)),
            Elements = Keys.Entry<T[]>(entries, nameof(HashSetFields<>.Elements)),
        };
    }

    internal override bool Prepare(object target, object carrier)
    {
        var set = (HashSet<T>)target;
        ref var fields = ref Unsafe.Unbox<HashSetFields<T>>(carrier);
        var (items, comparer) = (fields.Elements ?? [], fields.Comparer);
        if (!Keys.MayBeAsked(items, comparer))
            return false;
        Construct(set, comparer);
        if (items.Length == 0)
        {
            Version(set) = fields.Version;
            return true;
        }
        var usual = Comparer(set);
        // Objects that stand for others may be one by now: a set of them holds it once, as the framework's does. Null is asked nothing.
        fields.Guard = new(comparer, Keys.AreWhole(typeof(T)) ? typeof(HashSet<T>) : null, () => items.Count(static i => i is not null),
            () => CheckUnchanged(set.Count), () => Comparer(set) = usual);
        var entries = fields.Guard.Entries(typeof(HashSet<T>), fields.Version, nameof(fields.Capacity),
            Rooms.Of<T>(fields.Capacity, items.Length));
        entries.AddValue(nameof(fields.Elements), items, typeof(T[]));
        Hand(set, entries, default);
        return true;
    }

    internal override void Complete(object target, object carrier)
    {
        var (set, fields) = ((HashSet<T>)target, (HashSetFields<T>)carrier);
        if (fields.Guard?.IsFilled != false)
            return;
        if (fields.Guard.IsBegun)
            throw Wrong(nameof(fields.Elements), "were taken in part, by who passed over the error");
        CheckUnchanged(set.Count);
        set.OnDeserialization(null);
    }

    internal override void Make(HashSet<T> target, HashSetFields<T> fields)
    {
        Construct(target, fields.Comparer);
        var items = fields.Elements ?? [];
        target.EnsureCapacity(Rooms.Of<T>(fields.Capacity, items.Length));
        HashGuard? guard = null;
        foreach (var item in items)
        {
            HashGuard.CheckEnds(item, target);
            if (!target.Add(item))
            {
                if (Keys.AreWhole(typeof(T)))
                    throw Wrong(nameof(fields.Elements), "holds an item twice");
                continue;
            }
            if (target.Count >= HashGuard.Start && typeof(T) != typeof(string))
                HashGuard.Check(ref guard, item, target.Count, target.Capacity, target);
        }
        Version(target) = fields.Version;
    }

    [UnsafeAccessor(UnsafeAccessorKind.Method, Name = ".ctor")]
    static extern void Construct(HashSet<T> target, IEqualityComparer<T>? comparer);

    [UnsafeAccessor(UnsafeAccessorKind.Method, Name = ".ctor")]
    static extern void Hand(HashSet<T> target, SerializationInfo entries, StreamingContext context);

    [UnsafeAccessor(UnsafeAccessorKind.Field, Name = "_comparer")]
    static extern ref IEqualityComparer<T>? Comparer(HashSet<T> target);

    [UnsafeAccessor(UnsafeAccessorKind.Field, Name = "_version")]
    static extern ref int Version(HashSet<T> target);
}

[Entries]
struct SortedSetFields<T>
{
    public int Count;
    public IComparer<T>? Comparer;
    [OptionalField] public int Version;
    [OptionalField] public T[]? Items;

    /// <summary>Whom a set asks that was handed its entries.</summary>
    [NonSerialized] public HandedSet<T>? Handed;

    public readonly bool HasItems() => Items is not null;
}

/// <summary>A SortedSet, and the tree of a SortedDictionary, which is a class of its own that derives from it.</summary>
[UnconditionalSuppressMessage("Trimming", "IL2091", Justification = "The set exists, or its type was declared.")]
sealed class SortedSetSurrogate<TSet, T>(bool exact) : InPlaceSurrogate<TSet, SortedSetFields<T>> where TSet : SortedSet<T>
{
    internal override bool WaitsForGraph => true;

    internal override bool FillsItself(object carrier) => true;

    internal override bool WaitsFor(object carrier) => !Keys.AreWhole(typeof(T), ((SortedSetFields<T>)carrier).Comparer);

    public override SortedSetFields<T> ToCarrier(TSet value)
    {
        var entries = EntriesOf(value);
        return new()
        {
            Count = value.Count,
            Comparer = value.Comparer,
            // A tree has no version where maps have none but their count.
            Version = exact || typeof(TSet) == typeof(SortedSet<T>) ? entries.GetInt32(nameof(SortedSetFields<>.Version)) : value.Count,
            Items = Keys.Entry<T[]>(entries, nameof(SortedSetFields<>.Items)),
        };
    }

    // Empty, with its entries beside it: it fills itself when it is called back, by whomever.
    internal override bool Prepare(object target, object carrier)
    {
        ref var fields = ref Unsafe.Unbox<SortedSetFields<T>>(carrier);
        var (set, items) = ((SortedSet<T>)target, fields.Items ?? []);
        if (typeof(TSet) != typeof(SortedSet<T>) || fields.Count != items.Length || !Keys.MayBeAsked(items, fields.Comparer))
            return false;
        var (given, comparer) = (fields, fields.Comparer ?? Comparer<T>.Default);
        fields.Handed = new(comparer, () =>
        {
            SortedSets<T>.Comparer(set) = comparer;
            Make((TSet)Begin(), given);
        });
        SortedSets<T>.Hand(set, fields.Handed, fields);
        return true;
    }

    internal override void Complete(object target, object carrier)
    {
        var set = (SortedSet<T>)target;
        if (((SortedSetFields<T>)carrier).Handed is { IsRefused: true })
            throw Wrong(nameof(SortedSetFields<>.Items), "were refused, and who had them taken passed over the error");
        // Somebody has called it back, and may have changed it since.
        if (set.Comparer is not null)
            return;
        CheckUnchanged(set.Count);
        // Made at once, and not by a call back, which would have its items compared a second time.
        SortedSets<T>.Entries(set) = null;
        base.Complete(target, carrier);
    }

    internal override void Make(TSet target, SortedSetFields<T> fields)
    {
        SortedSets<T>.Construct(target, fields.Comparer);
        var items = fields.Items ?? [];
        bool mayGoOn = AskedFields.MayGoOn(typeof(T)), mayTell = AskedFields.MayGoOn(typeof(T), Asked.Text);
        if (Count(fields.Count, items.Length, nameof(fields.Count)) != items.Length)
            throw Wrong(nameof(fields.Items), $"has {items.Length} items, more than are said to be there");
        foreach (var item in items)
        {
            if (mayGoOn)
                KeyWalk.CheckInTree(item, fields.Comparer);
            // The tree of a SortedDictionary throws by the text of the pair, which may not end.
            if ((mayTell && !KeyWalk.Ends(item, Asked.Text) && target.Contains(item)) || !target.Add(item))
                throw Wrong(nameof(fields.Items), "holds an item twice");
        }
        SortedSets<T>.Version(target) = fields.Version;
    }
}

/// <summary>A class of its own, for an accessor's parameters of type must be those of the class that it goes into.</summary>
static class SortedSets<T>
{
    [UnsafeAccessor(UnsafeAccessorKind.Method, Name = ".ctor")]
    public static extern void Construct(SortedSet<T> target, IComparer<T>? comparer);

    [UnsafeAccessor(UnsafeAccessorKind.Method, Name = ".ctor")]
    static extern void Hand(SortedSet<T> target, SerializationInfo entries, StreamingContext context);

    [UnsafeAccessor(UnsafeAccessorKind.Field, Name = "comparer")]
    public static extern ref IComparer<T>? Comparer(SortedSet<T> target);

    [UnsafeAccessor(UnsafeAccessorKind.Field, Name = "version")]
    public static extern ref int Version(SortedSet<T> target);

    [UnsafeAccessor(UnsafeAccessorKind.Field, Name = "siInfo")]
    public static extern ref SerializationInfo? Entries(SortedSet<T> target);

    /// <summary>Hands a set its entries, with whom it asks at first.</summary>
    public static void Hand(SortedSet<T> target, HandedSet<T> handed, in SortedSetFields<T> fields)
    {
        var (items, entries) = (fields.Items ?? [], new SerializationInfo(typeof(SortedSet<T>), new FormatterConverter()));
        entries.AddValue(nameof(fields.Count), items.Length);
        // A single item is compared with none, and would leave it in the set.
        entries.AddValue(nameof(fields.Comparer),
            items.Length > 1 ? handed : fields.Comparer ?? System.Collections.Generic.Comparer<T>.Default, typeof(IComparer<T>));
        entries.AddValue(nameof(fields.Version), fields.Version);
        entries.AddValue(nameof(fields.Items), items, typeof(T[]));
        Hand(target, entries, default);
    }
}

[Entries]
struct LinkedListFields<T>
{
    [OptionalField] public int Version;
    public int Count;
    [OptionalField] public T[]? Data;

    public readonly bool HasData() => Data is not null;
}

sealed class LinkedListSurrogate<T> : InPlaceSurrogate<LinkedList<T>, LinkedListFields<T>>
{
    public override LinkedListFields<T> ToCarrier(LinkedList<T> value)
    {
        var entries = EntriesOf(value);
        return new()
        {
            Version = entries.GetInt32(nameof(LinkedListFields<>.Version)),
            Count = value.Count,
            Data = Keys.Entry<T[]>(entries, nameof(LinkedListFields<>.Data))
        };
    }

    internal override void Make(LinkedList<T> target, LinkedListFields<T> fields)
    {
        Construct(target);
        var items = fields.Data ?? [];
        if (Count(fields.Count, items.Length, nameof(fields.Count)) != items.Length)
            throw Wrong(nameof(fields.Data), $"has {items.Length} items, more than are said to be there");
        foreach (var item in items)
            target.AddLast(item);
        Version(target) = fields.Version;
    }

    [UnsafeAccessor(UnsafeAccessorKind.Field, Name = "version")]
    static extern ref int Version(LinkedList<T> target);

    [UnsafeAccessor(UnsafeAccessorKind.Method, Name = ".ctor")]
    static extern void Construct(LinkedList<T> target);
}

/// <summary>What the keyed collections share.</summary>
static class Keys
{
    /// <summary>
    /// Whether a key's hash and order are known as soon as the key is: of other keys they may depend on objects that are read later.
    /// </summary>
    public static bool AreWhole(Type key)
    {
        key = Nullable.GetUnderlyingType(key) ?? key;
        return key.IsPrimitive || key.IsEnum || key == typeof(string) || key == typeof(decimal) || key == typeof(DateTime)
            || key == typeof(TimeSpan) || key == typeof(Guid) || key == typeof(DateTimeOffset);
    }

    /// <summary>
    /// Whether a table of such keys can be made as soon as these and its comparer are known: what a comparer of the program's own hangs on
    /// may come later, or be made ready by its [OnDeserialized].
    /// </summary>
    public static bool AreWhole(Type key, object? comparer) => AreWhole(key) && !KeyComparer.IsOwn(comparer);

    /// <inheritdoc cref="AreWhole(Type, object?)"/>
    public static bool AreWhole(IEnumerable<object?> keys, object? comparer)
    {
        if (KeyComparer.IsOwn(comparer))
            return false;
        foreach (object? key in keys)
            if (key is null || !AreWhole(key.GetType()))
                return false;
        return true;
    }

    /// <summary>
    /// Whether who looks at a table before the whole graph has been read may ask these keys: they are there, stand for no others, and their
    /// hash, equality and order end, whatever they come to hold. (Of a tuple that leads to itself none does.)
    /// </summary>
    public static bool MayBeAsked<TKey>(IEnumerable<TKey> keys, object? comparer)
    {
        if (KeyComparer.IsStructural(comparer) || KeyComparer.IsOfSets(comparer))
            return false;
        foreach (var key in keys)
            if (key is null or IObjectReference || AskedFields.Of(key.GetType(), Asked.Hash).Length > 0
                || AskedFields.Of(key.GetType(), Asked.Order).Length > 0)
                return false;
        return true;
    }

#pragma warning disable SYSLIB0050 // the types of an older age are what this is about
    /// <summary>An entry; null if there is none of that name.</summary>
    public static TValue? Entry<TValue>(SerializationInfo entries, string name) where TValue : class
    {
        foreach (var entry in entries)
            if (entry.Name == name)
                return (TValue?)entry.Value;
        return null;
    }
#pragma warning restore SYSLIB0050
}
