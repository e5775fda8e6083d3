using System.Collections;
using Isomer.Conventions;
using Isomer.Model;

namespace Isomer.Shapes;

/// <summary>
/// A set or a map whose keys refer to objects that were being read when they were put in. A key whose hash or order is made of such an
/// object's members has another one when these have come: two keys may have been taken for one, or a key is not found where it was put.
/// When the whole value has been read, the collection is asked for each key that it has, and is filled again with them if one is not found;
/// then it gets the keys that it did not take before. One that was made of all its items at once (frozen, immutable) is refused if it lost
/// a key.
/// </summary>
/// <remarks>
/// <code>
/// // a set of nodes, one of which is the object that has the set: its name comes behind it
/// {"$id":"1","All":{"$id":"2","$values":[{"$ref":"1"},{"$id":"3","Name":null}]},"Name":"a"}
/// </code>
/// Cost: two reads of a number and a comparison for each key that may refer to something, in formats that track references; nothing for
/// keys that are scalars or text. Keys of one identity (classes without GetHashCode of their own) in the framework's own hash tables are
/// passed over.
/// </remarks>
internal abstract class Rekeyed(CollectionModel model, object target)
{
    protected CollectionModel Model { get; } = model;

    protected object Target { get; } = target;

    /// <summary>Whether it was made of all its items at once, so that it can only be checked.</summary>
    protected bool IsMade { get; private set; }

    /// <summary>
    /// Notes an item that is about to be added, if it needs that. Whether it may be added now: callbacks shall see a filled collection. It
    /// may not if another is equal to it as long as they are not complete, or if its own code throws as long as it is not: then it is added
    /// at the end.
    /// </summary>
    public static bool NoteItem<T>(ref Rekeyed? noted, TypeModel model, object target, T item) =>
        (target is HashSet<T> { Comparer: var comparer } && target.GetType() == typeof(HashSet<T>) && IsOfIdentity(comparer, item))
        || ((RekeyedItems<T>)(noted ??= new RekeyedItems<T>((CollectionModel)model, target))).MayAdd(item);

    /// <inheritdoc cref="NoteItem{T}"/>
    public static bool NoteEntry<TKey, TValue>(ref Rekeyed? noted, TypeModel model, object target, TKey key, TValue value)
        where TKey : notnull =>
        (target is Dictionary<TKey, TValue> { Comparer: var comparer } && target.GetType() == typeof(Dictionary<TKey, TValue>)
            && IsOfIdentity(comparer, key))
        || ((RekeyedEntries<TKey, TValue>)(noted ??= new RekeyedEntries<TKey, TValue>((CollectionModel)model, target))).MayAdd(key, value);

    /// <summary>Notes what has been made of all its items.</summary>
    public static Rekeyed OfItems<T>(TypeModel model, object target, T[] items)
    {
        var result = new RekeyedItems<T>((CollectionModel)model, target) { IsMade = true };
        foreach (var item in items)
            result.Expect(item, default!);
        return result;
    }

    /// <inheritdoc cref="OfItems{T}"/>
    public static Rekeyed OfEntries<TKey, TValue>(TypeModel model, object target, KeyValuePair<TKey, TValue>[] entries) where TKey : notnull
    {
        var result = new RekeyedEntries<TKey, TValue>((CollectionModel)model, target) { IsMade = true };
        foreach (var (key, value) in entries)
            result.Expect(key, value);
        return result;
    }

    /// <summary>The whole value has been read: checks and fills each collection once, inner ones first.</summary>
    public static void Finish(ref List<Rekeyed>? noted)
    {
        if (noted is not { } all)
            return;
        noted = null;
        // One that was read into twice is one, or a text that names it often would be paid for by the square.
        var places = new Dictionary<object, Rekeyed>(ReferenceEqualityComparer.Instance);
        foreach (var collection in all)
            if (!places.TryAdd(collection.Target, collection))
                places[collection.Target].TakeOver(collection);
        foreach (var collection in all)
            if (ReferenceEquals(places[collection.Target], collection))
                collection.Complete();
    }

    void Complete()
    {
        if (IsMade)
        {
            if (!FindsExpected())
                throw Lost();
            return;
        }
        if (!FindsItsOwn())
            FillAgain();
        AddHeldBack();
    }

    /// <summary>An item, or a key and a value, boxed. Whether it may be added now.</summary>
    public abstract bool MayAddBoxed(object? key, object? value);

    /// <summary>An item, or a key and a value, of which the collection was made.</summary>
    public abstract void ExpectBoxed(object? key, object? value);

    /// <summary>For <see cref="OfItems{T}"/> where types are known at run time alone.</summary>
    public Rekeyed AsMade()
    {
        IsMade = true;
        return this;
    }

    protected abstract void TakeOver(Rekeyed other);

    protected abstract bool FindsExpected();

    /// <summary>Whether each item that is in it now is found, and is the one that is found.</summary>
    protected abstract bool FindsItsOwn();

    /// <summary>Takes all out and puts all in.</summary>
    protected abstract void FillAgain();

    protected abstract void AddHeldBack();

    /// <summary>Takes all out of it.</summary>
    protected void Empty()
    {
        Gathering.Empty(Target, Model);
        var left = ((IEnumerable)Target).GetEnumerator();
        using (left as IDisposable)
            if (left.MoveNext())
                throw Lost();
    }

    WireFormatException Lost() => new(
        $"Keys of a '{Model.Type}' refer to objects that were read after it, and have other hashes since: it does not find them, and cannot be filled again. "
        + "Declare a HashSet or a Dictionary, or let the keys' Equals and GetHashCode not depend on what contains them.");

    /// <summary>
    /// Whether nothing that is read later changes the key's place: its hash is that of the object, and it is asked for no other.
    /// </summary>
    static bool IsOfIdentity<T>(IEqualityComparer<T> comparer, T key) =>
        key is null || (ReferenceEquals(comparer, EqualityComparer<T>.Default) && KeyIdentity.IsOf(key));

    /// <summary>What the code of an object that is not complete answers; null if it throws.</summary>
    protected static bool? Ask(Func<bool> question)
    {
        try
        {
            return question();
        }
        // Equals, GetHashCode and CompareTo of a user's class, on an object that is not complete: whatever they throw,
        // it is asked again at the end.
#pragma warning disable CA1031
        catch (Exception e) when (e is not OutOfMemoryException)
#pragma warning restore CA1031
        {
            return null;
        }
    }
}
