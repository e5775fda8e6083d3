using System.Collections;
using System.Collections.Immutable;
using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;
using Isomer.Model;

namespace Isomer.Shapes;

/// <summary>
/// Puts items that were read into a collection that is there already and could not be read into directly: a member without
/// a setter whose object needs its constructor first, or whose declared interface hides a class of its own.
/// </summary>
internal static class Gathering
{
    /// <summary>Adds the items of one to the other; nothing where that is missing, the same, or takes no items.</summary>
    public static void Pour(object? from, object? into, TypeModel model)
    {
        if (from is not null && into is not null && !ReferenceEquals(from, into))
            TryPour(from, into, model);
    }

    /// <summary>
    /// Adds the items of one to the other for a member that nothing may be lost of (<see cref="MemberModel.TakesAll"/>): an array takes
    /// items in the places that it has.
    /// </summary>
    public static void PourAll(object? from, object? into, TypeModel model, string member)
    {
        if (from is null || ReferenceEquals(from, into) || (from is IEnumerable items && !items.GetEnumerator().MoveNext()))
            return;
        if (into is null)
            throw new WireFormatException(
                $"There are items for '{member}', which has no setter and holds null, so that they would be lost. Let its getter make the collection, or give it a setter.");
        if (into is Array places && from is Array given)
        {
            if (given.Length > places.Length)
                throw new WireFormatException(
                    $"There are {given.Length} items for '{member}', which has no setter and holds an array of {places.Length}. Let it hold a longer one, or give it a setter.");
            Array.Copy(given, places, given.Length);
        }
        else if (!TryPour(from, into, model))
        {
            throw new WireFormatException(
                $"There are items for '{member}', which has no setter and holds a '{into.GetType()}', to which nothing can be added. Let it hold a collection that grows, or give it a setter.");
        }
    }

    /// <summary>
    /// Takes all items out of a collection that is there and takes others: nothing where there is none, or none in it, and what refuses to
    /// be emptied keeps them. It is emptied by the interface by which it takes items, so that nothing is taken out that could not be put
    /// in.
    /// </summary>
    [UnconditionalSuppressMessage("Trimming", "IL2075", Justification = Trimming.OfModel)]
    public static void Empty(object? collection, TypeModel model)
    {
        if (collection is null or Array or ICollection { Count: 0 })
            return;
        try
        {
            if (model is MapModel map && collection is not IDictionary)
                Emptier.Of(map.ItemType).Empty(collection);
            else if (collection is IDictionary { IsReadOnly: false, IsFixedSize: false } entries && model is MapModel)
                entries.Clear();
            else if (collection is IList { IsReadOnly: false, IsFixedSize: false } list)
                list.Clear();
            else if (model is SequenceModel sequence && !Emptier.Of(sequence.ElementType).Empty(collection)
                && AdderOf(collection, sequence) is not null)
                collection.GetType().GetMethod("Clear", [])?.Call(collection);
        }
        catch (NotSupportedException)
        {
            // A log that only grows: it takes the items behind those that it has.
        }
    }

    /// <summary>
    /// Whether a table that is there is read into whatever its class, where no class is declared: through one that stands for the interface
    /// the entries would lose their order.
    /// </summary>
    public static bool TakesEntries(TypeModel model, object? existing) =>
        model.Type == typeof(IDictionary) && existing is IDictionary { IsReadOnly: false, IsFixedSize: false };

    /// <summary>What an entry is put in by, with the guard of the table's own class.</summary>
    public static void PutEntry(IDictionary table, GuardedAdding? guard, object key, object? value)
    {
        guard?.Ask(key, value);
        UntypedAdding.CheckFits(key, value, table);
        table[key] = value;
        guard?.Count(key);
    }

    /// <summary>The guard of a table whose entries are replaced where a key comes twice.</summary>
    public static GuardedAdding? GuardOf(IDictionary table) => GuardedAdding.Of(table, refuses: false);

    /// <summary>
    /// What a member shall hold that has a collection of its own, which was read into if it could be: that collection with the items, where
    /// it is of a class that could not; else what was read, which may be an object that was there before.
    /// </summary>
    public static object? Keep(object? read, object? existing, TypeModel model, bool empties) =>
        read is null || existing is null || ReferenceEquals(read, existing) || Merging.TargetOf(model).IsInstanceOfType(existing)
            // Whether it takes items is seen by adding one, and there is none.
            || (!empties && read is ICollection { Count: 0 } && existing is IList { IsReadOnly: true } or IList { IsFixedSize: true })
            || !PourOrRefill(read, existing, model, empties) ? read : existing;

    /// <summary>
    /// As <see cref="Keep"/>, for members that come in pieces: where the collection that is there takes no items, a new one of those that
    /// it has and those that were read. Not of what tells no count, which may never end.
    /// </summary>
    public static object? KeepOrJoin(object? read, object? existing, TypeModel model)
    {
        var collection = (CollectionModel)model;
        if (read is null || existing is null || ReferenceEquals(read, existing) || Merging.TargetOf(model).IsInstanceOfType(existing)
            || !IsCounted(existing, collection.ItemType))
            return read;
        if ((Merging.MayBeOther(model) || !model.Type.IsInterface) && TryPour(read, existing, model))
            return existing;
        object joined = collection.Build.Constructor?.Make() ?? Emptier.Of(collection.ItemType).NewList();
        return TryPour(existing, joined, model) && TryPour(read, joined, model) ? joined : read;
    }

    [UnconditionalSuppressMessage("AOT", "IL3050", Justification = Trimming.OfModel)]
    static bool IsCounted(object collection, Type item) => collection is ICollection
        || typeof(ICollection<>).MakeGenericType(item).IsInstanceOfType(collection)
        || typeof(IReadOnlyCollection<>).MakeGenericType(item).IsInstanceOfType(collection);

    /// <summary>Adds the items of one to the other, which is emptied before that if it is to be; whether that was possible.</summary>
    public static bool PourOrRefill(object? from, object? into, TypeModel model, bool empties)
    {
        if (from is null || into is null || ReferenceEquals(from, into))
            return true;
        if (empties)
            Empty(into, model);
        return TryPour(from, into, model);
    }

    /// <summary>
    /// What such a member shall hold when another was read apart from it: its own with those items, or the other if it has none or can take
    /// none.
    /// </summary>
    public static object? Refill(object? read, object? existing, TypeModel model) =>
        read is null || existing is null || ReferenceEquals(read, existing) || !PourOrRefill(read, existing, model, empties: true)
            ? read
            : existing;

    /// <summary>Whether the collection takes items; then it has them.</summary>
    static bool TryPour(object from, object into, TypeModel model) => model switch
    {
        MapModel map => PourMap((IEnumerable)from, into, map),
        SequenceModel sequence => PourItems((IEnumerable)from, into, sequence),
        ObjectModel { Members: [{ IsItems: true }, ..] members } => PourMembers(from, into, members),
        _ => false,
    };

    /// <summary>The items, which replace those that are there, and what else the collection's class has.</summary>
    static bool PourMembers(object from, object into, ImmutableArray<MemberModel> members)
    {
        foreach (var member in members)
            if (member is { CanGet: true, CanSet: true, IsExtra: false })
                member.Set(into, member.Get(from));
        return true;
    }

    static bool PourItems(IEnumerable from, object into, SequenceModel model)
    {
        var guard = GuardedAdding.Of(into, refuses: true);
        // Whether it takes items is seen by adding one: a list of a user's own may not tell, and the originals do not ask.
        if (into is IList list)
        {
            int added = 0;
            try
            {
                foreach (object? item in from)
                {
                    var (key, value) = guard?.PartsOf(item) ?? default;
                    guard?.Ask(key, value);
                    UntypedAdding.CheckFits(item, list);
                    list.Add(item);
                    guard?.Count(key);
                    added++;
                }
            }
            catch (NotSupportedException) when (added == 0)
            {
                return false;
            }
            return true;
        }
        if (AdderOf(into, model) is not { } add)
            return false;
        foreach (object? item in from)
        {
            var (key, value) = guard?.PartsOf(item) ?? default;
            guard?.Ask(key, value);
            add.Call(into, item);
            guard?.Count(key);
        }
        return true;
    }

    [UnconditionalSuppressMessage("Trimming", "IL2075", Justification = Trimming.OfModel)]
    [UnconditionalSuppressMessage("AOT", "IL3050", Justification = Trimming.OfModel)]
    static System.Reflection.MethodInfo? AdderOf(object into, SequenceModel model)
    {
        var collection = typeof(ICollection<>).MakeGenericType(model.ElementType);
        var add = collection.IsInstanceOfType(into)
            ? (bool)collection.GetProperty("IsReadOnly")!.GetMethod!.Call(into)! ? null : collection.GetMethod("Add")
            : model.Build.Add ?? into.GetType().GetMethod("Add", [model.ElementType]);
        return add?.DeclaringType!.IsInstanceOfType(into) == true ? add : null;
    }

    [UnconditionalSuppressMessage("Trimming", "IL2075", Justification = Trimming.OfModel)]
    [UnconditionalSuppressMessage("AOT", "IL3050", Justification = Trimming.OfModel)]
    static bool PourMap(IEnumerable from, object into, MapModel model)
    {
        var pair = model.ItemType;
        var collection = typeof(ICollection<>).MakeGenericType(pair);
        var set = into is IDictionary untyped
            ? untyped.IsReadOnly ? null : typeof(IDictionary).GetMethod("set_Item")
            : collection.IsInstanceOfType(into) && !(bool)collection.GetProperty("IsReadOnly")!.GetMethod!.Call(into)!
                ? typeof(IDictionary<,>).MakeGenericType(model.KeyType, model.ValueType).GetMethod("set_Item")
                : null;
        if (set?.DeclaringType!.IsInstanceOfType(into) != true)
            return false;
        var guard = GuardedAdding.Of(into, refuses: false);
        foreach (object entry in from)
        {
            // Its own type: a copy of an IDictionary has pairs of objects.
            var type = entry.GetType();
            var (key, value) = entry is DictionaryEntry e
                ? (e.Key, e.Value)
                : (type.GetProperty("Key")!.GetMethod!.Call(entry)!, type.GetProperty("Value")!.GetMethod!.Call(entry));
            guard?.Ask(key, value);
            if (UntypedAdding.IsUntyped(set))
                UntypedAdding.CheckFits(key, value, (IDictionary)into);
            set.Call(into, key, value);
            guard?.Count(key);
        }
        return true;
    }
}

/// <summary>
/// Empties collections of one type of item by <see cref="ICollection{T}"/>, and makes lists of it, without reflection after the first.
/// </summary>
internal abstract class Emptier
{
    static readonly ConditionalWeakTable<Type, Emptier> s_known = [];

    [UnconditionalSuppressMessage("AOT", "IL3050", Justification = Trimming.OfModel)]
    public static Emptier Of(Type item) =>
        s_known.GetValue(item, static t => (Emptier)Activator.CreateInstance(typeof(Emptier<>).MakeGenericType(t))!);

    /// <summary>Whether it is such a collection that takes items; then it has none.</summary>
    public abstract bool Empty(object collection);

    public abstract IList NewList();
}

internal sealed class Emptier<T> : Emptier
{
    public override bool Empty(object collection)
    {
        if (collection is not ICollection<T> { IsReadOnly: false } typed)
            return false;
        if (typed.Count > 0)
            typed.Clear();
        return true;
    }

    public override IList NewList() => new List<T>();
}
