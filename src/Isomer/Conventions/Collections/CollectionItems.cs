using System.Collections;
using System.Diagnostics.CodeAnalysis;
using System.Reflection;
using Isomer.Model;
using Isomer.Shapes;

namespace Isomer.Conventions;

/// <summary>The items of a collection as an array that is got and set, as if it were a property.</summary>
[RequiresUnreferencedCode(Trimming.Members), RequiresDynamicCode(Trimming.Code)]
internal static class CollectionItems
{
    /// <summary>Whether items can be put into what a constructor made.</summary>
    public static bool CanAdd(CollectionModel collection) =>
        collection.Type is var type && !IsReadOnlyWrapper(type)
        && (typeof(ICollection<>).MakeGenericType(collection.ItemType).IsAssignableFrom(type)
            || AdderOf(type, collection.ItemType) is not null
            || (collection.IsUntyped && (typeof(IList).IsAssignableFrom(type) || typeof(IDictionary).IsAssignableFrom(type))));

    static bool IsReadOnlyWrapper(Type type)
    {
        for (var level = type; level is not null; level = level.BaseType)
            if (Collections.IsReadOnlyWrapper(level))
                return true;
        return false;
    }

    public static FunctionProperty PropertyOf(CollectionModel collection, string name)
    {
        var type = typeof(CollectionItems<,>).MakeGenericType(collection.Type, collection.ItemType);
        return new FunctionProperty(collection.Type, name, type.GetMethod("Get")!, type.GetMethod("Set")!);
    }

    /// <summary>What a class without ICollection of its items takes them by: a queue, a stack, a bag.</summary>
    public static MethodInfo? AdderOf(Type type, Type item)
    {
        foreach (string name in (ReadOnlySpan<string>)["Add", "Enqueue", "Push"])
            if (type.GetMethod(name, BindingFlags.Public | BindingFlags.Instance, [item]) is { } method && method.ReturnType == typeof(void)
                && method.GetParameters()[0].ParameterType == item)
                return method;
        return null;
    }

    /// <summary>The key of an entry, by which a hash table finds it, and its value.</summary>
    public static (object?, object?) PartsOf<TKey, TValue>(KeyValuePair<TKey, TValue> entry) => (entry.Key, entry.Value);
}

/// <summary>The items of the collections of one type.</summary>
[RequiresUnreferencedCode(Trimming.Members), RequiresDynamicCode(Trimming.Code)]
internal static class CollectionItems<T, TItem> where T : class
{
    static readonly CollectionModel s_model = (CollectionModel)Collections.Create(Convention.Plain, typeof(T))!;
    static readonly bool s_isStack = Collections.IsStack(typeof(T)) || typeof(T).IsAssignableTo(typeof(Stack));

    // The key and the value of an entry; an item and null.
    static readonly Func<TItem, (object?, object?)> s_parts = s_model is MapModel
        ? typeof(CollectionItems).GetMethod(nameof(CollectionItems.PartsOf))!.MakeGenericMethod(typeof(TItem).GetGenericArguments())
            .CreateDelegate<Func<TItem, (object?, object?)>>()
        : item => (item, null);

    // What adding items may change: a sum that the class keeps.
    static readonly Lazy<MemberModel[]> s_own =
        new(() => [.. (Convention.Plain.Lossless.ModelOf(typeof(T)) as ObjectModel)?.Members.Skip(1) ?? []]);

    static readonly Action<T, TItem>? s_add = CollectionItems.AdderOf(typeof(T), typeof(TItem))?.CreateDelegate<Action<T, TItem>>();

    public static TItem[] Get(T collection)
    {
        CollectionComparers.CheckUsualOf(s_model, collection);
        if (collection is IEnumerable<TItem> typed)
            return [.. typed];
        var items = new List<TItem>();
        if (s_model is MapModel)
            foreach (var entry in Walks.UntypedEntries((IDictionary)collection))
                items.Add((TItem)(object)entry);
        else
            foreach (object? item in (IEnumerable)collection)
                items.Add((TItem)item!);
        return [.. items];
    }

    /// <summary>The items and nothing else: a constructor may have made some of its own.</summary>
    public static void Set(T collection, TItem[]? items)
    {
        items ??= [];
        Clear(collection);
        // Formats that write members of fixed width first have set them by now.
        object?[] own = Array.ConvertAll(s_own.Value, m => m.Get(collection));
        if (s_isStack)
            Array.Reverse(items);
        var guard = GuardedAdding.Of(collection, refuses: s_model is not SequenceModel || KeyedItems.BaseOf(typeof(T)) is not null);
        foreach (var item in items)
        {
            var (key, value) = guard is null ? default : s_parts(item);
            guard?.Ask(key, value);
            Add(collection, item);
            guard?.Count(key);
        }
        for (int i = 0; i < own.Length; i++)
            if (own[i] is { } value && !(value is ValueType && value.Equals(Activator.CreateInstance(value.GetType()))))
                s_own.Value[i].Set(collection, value);
    }

    static void Add(T collection, TItem item)
    {
        if (collection is ICollection<TItem> typed)
            typed.Add(item);
        else if (s_add is not null)
            s_add(collection, item);
        else if (collection is IDictionary table && item is KeyValuePair<object, object?> entry)
            table.Add(entry.Key, entry.Value);
        else
            ((IList)collection).Add(item);
    }

    static void Clear(T collection)
    {
        var there = ((IEnumerable)collection).GetEnumerator();
        bool isEmpty = !there.MoveNext();
        (there as IDisposable)?.Dispose();
        if (isEmpty)
            return;
        if (collection is ICollection<TItem> typed)
            typed.Clear();
        else if (collection is IList list)
            list.Clear();
        else if (collection is IDictionary table)
            table.Clear();
        else if (typeof(T).GetMethod("Clear", BindingFlags.Public | BindingFlags.Instance, []) is { } clear)
            clear.Call(collection);
    }
}
