using System.Collections;
using Isomer.Conventions;
using Isomer.Model;

namespace Isomer.Shapes;

/// <summary>
/// A set or a map whose keys refer to objects that were being read when they were put in. A key whose hash or order is made of such an object's members has
/// another one when these have come: two keys may have been taken for one, or a key is not found where it was put. When the whole value has been read, the
/// collection is asked for each key, and if one is not found it is filled again, in the order of the input. One that cannot be filled again (frozen, immutable) is
/// refused then.
/// </summary>
/// <remarks>
/// <code>
/// // a set of nodes, one of which is the object that has the set: its name comes behind it
/// {"$id":"1","All":{"$id":"2","$values":[{"$ref":"1"},{"$id":"3","Name":null}]},"Name":"a"}
/// </code>
/// Cost: two reads of a number and a comparison for each key that may refer to something, in formats that track references; nothing for keys that are scalars
/// or text. Keys of one identity (classes without GetHashCode of their own) in the framework's own hash tables are passed over.
/// </remarks>
internal abstract class Rekeyed(CollectionModel model, object target, bool isMade)
{
    protected CollectionModel Model { get; } = model;

    protected object Target { get; } = target;

    /// <summary>Whether it was made of all its items at once, so that it can only be checked.</summary>
    protected bool IsMade { get; } = isMade;

    /// <summary>
    /// Notes an item that is about to be added, if it or one before it needs that. Whether it may be added now too: callbacks see a filled collection, but one that refuses
    /// doubled keys would refuse two that are equal only as long as they are not complete.
    /// </summary>
    public static bool NoteItem<T>(ref Rekeyed? noted, TypeModel model, object target, T item)
    {
        if (noted is null && target is HashSet<T> { Comparer: var comparer } && target.GetType() == typeof(HashSet<T>) && IsOfIdentity(comparer, item))
            return true;
        ((Items<T>)(noted ??= new Items<T>((CollectionModel)model, target, isMade: false).WithWhatIsThere())).Add(item);
        return true;
    }

    /// <inheritdoc cref="NoteItem{T}"/>
    public static bool NoteEntry<TKey, TValue>(ref Rekeyed? noted, TypeModel model, object target, TKey key, TValue value) where TKey : notnull
    {
        if (noted is null && target is Dictionary<TKey, TValue> { Comparer: var comparer } && target.GetType() == typeof(Dictionary<TKey, TValue>) && IsOfIdentity(comparer, key))
            return true;
        var entries = (Entries<TKey, TValue>)(noted ??= new Entries<TKey, TValue>((CollectionModel)model, target, isMade: false).WithWhatIsThere());
        entries.Add(key, value);
        return !entries.HasKey(key);
    }

    /// <summary>Notes what has been made of all its items, to be checked.</summary>
    public static Rekeyed OfItems<T>(TypeModel model, object target, T[] items)
    {
        var result = new Items<T>((CollectionModel)model, target, isMade: true);
        foreach (var item in items)
            result.Add(item);
        return result;
    }

    /// <inheritdoc cref="OfItems{T}"/>
    public static Rekeyed OfEntries<TKey, TValue>(TypeModel model, object target, KeyValuePair<TKey, TValue>[] entries) where TKey : notnull
    {
        var result = new Entries<TKey, TValue>((CollectionModel)model, target, isMade: true);
        foreach (var (key, value) in entries)
            result.Add(key, value);
        return result;
    }

    /// <summary>The whole value has been read: fills or checks each collection, inner ones first.</summary>
    public static void Finish(ref List<Rekeyed>? noted)
    {
        if (noted is not { } all)
            return;
        noted = null;
        foreach (var collection in all)
            if (!collection.FindsAll())
                collection.FillAgain();
    }

    void FillAgain()
    {
        if (IsMade)
            throw Lost();
        Gathering.Empty(Target, Model);
        // What takes items and gives none back keeps them as they are.
        if (!((IEnumerable)Target).GetEnumerator().MoveNext())
            Fill(Adding.To(Model.Build, Target));
    }

    /// <summary>Takes over what was put in before the first that needed to be noted.</summary>
    public abstract Rekeyed WithWhatIsThere();

    /// <summary>An item, or a key and a value. Whether it may be added now too.</summary>
    public abstract bool AddBoxed(object? key, object? value);

    protected abstract void Fill(Action<object?, object?> add);

    /// <summary>Whether each key is found, and there are as many as were read; one that cannot tell is filled again, or was made by code of its own.</summary>
    protected abstract bool FindsAll();

    WireFormatException Lost() => new(
        $"Keys of a '{Model.Type}' refer to objects that were read after it, and have other hashes since: it can be made only once, and does not find them. Declare a HashSet or a Dictionary, which is filled again, or let the keys' Equals and GetHashCode not depend on what contains them.");

    /// <summary>Whether nothing that is read later changes the key's place: its hash is that of the object, and it is asked for no other.</summary>
    static bool IsOfIdentity<T>(IEqualityComparer<T> comparer, T key) => key is null || (ReferenceEquals(comparer, EqualityComparer<T>.Default) && KeyIdentity.IsOf(key));

    internal sealed class Items<T>(CollectionModel model, object target, bool isMade) : Rekeyed(model, target, isMade)
    {
        readonly List<T> _items = [];

        public void Add(T item) => _items.Add(item);

        public override bool AddBoxed(object? key, object? value)
        {
            Add((T)key!);
            return true;
        }

        public override Rekeyed WithWhatIsThere()
        {
            foreach (object? item in (IEnumerable)Target)
                Add((T)item!);
            return this;
        }

        protected override void Fill(Action<object?, object?> add)
        {
            foreach (var item in _items)
                add(item, null);
        }

        protected override bool FindsAll() => Target switch
        {
            IReadOnlySet<T> set => (set.Count == _items.Count || IsMade) && _items.TrueForAll(set.Contains),
            ISet<T> set => (set.Count == _items.Count || IsMade) && _items.TrueForAll(set.Contains),
            _ => IsMade,
        };
    }

    internal sealed class Entries<TKey, TValue>(CollectionModel model, object target, bool isMade) : Rekeyed(model, target, isMade) where TKey : notnull
    {
        readonly List<(TKey Key, TValue Value)> _entries = [];

        public void Add(TKey key, TValue value) => _entries.Add((key, value));

        public override bool AddBoxed(object? key, object? value)
        {
            Add((TKey)key!, (TValue)value!);
            return !HasKey((TKey)key!);
        }

        public bool HasKey(TKey key) => Target is IDictionary<TKey, TValue> map ? map.ContainsKey(key) : Target is IDictionary table && table.Contains(key!);

        public override Rekeyed WithWhatIsThere()
        {
            if (Target is IEnumerable<KeyValuePair<TKey, TValue>> entries)
                foreach (var (key, value) in entries)
                    Add(key, value);
            else
                foreach (DictionaryEntry entry in (IDictionary)Target)
                    Add((TKey)entry.Key, (TValue)entry.Value!);
            return this;
        }

        protected override void Fill(Action<object?, object?> add)
        {
            foreach (var (key, value) in _entries)
                add(key, value);
        }

        protected override bool FindsAll() => Target switch
        {
            IReadOnlyDictionary<TKey, TValue> map => (map.Count == _entries.Count || IsMade) && _entries.TrueForAll(e => map.ContainsKey(e.Key)),
            IDictionary<TKey, TValue> map => (map.Count == _entries.Count || IsMade) && _entries.TrueForAll(e => map.ContainsKey(e.Key)),
            _ => IsMade,
        };
    }
}
