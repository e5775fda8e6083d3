using System.Collections;
using System.Collections.Concurrent;
using System.Collections.Frozen;
using System.Collections.Immutable;
using System.Collections.ObjectModel;
using System.Diagnostics.CodeAnalysis;
using System.Runtime.InteropServices;
using Isomer.Model;

namespace Isomer.Shapes;

/// <summary>
/// Collections that cannot be added to one by one: each is made, once, of an array of its items (or entries). The methods
/// bear the names of the collections and take the array over.
/// </summary>
internal static class Builders
{
    static readonly Dictionary<Type, string> Sequences = new()
    {
        [typeof(Stack<>)] = nameof(Stack),
        [typeof(ConcurrentStack<>)] = nameof(ConcurrentStack),
        [typeof(ConcurrentBag<>)] = nameof(ConcurrentBag),
        [typeof(BlockingCollection<>)] = nameof(BlockingCollection),
        [typeof(ReadOnlyCollection<>)] = nameof(ReadOnlyCollection),
        [typeof(ReadOnlyObservableCollection<>)] = nameof(ReadOnlyObservableCollection),
        [typeof(ReadOnlySet<>)] = nameof(ReadOnlySet),
        [typeof(ImmutableArray<>)] = nameof(ImmutableArray),
        [typeof(ImmutableList<>)] = nameof(ImmutableList),
        [typeof(IImmutableList<>)] = nameof(ImmutableList),
        [typeof(ImmutableQueue<>)] = nameof(ImmutableQueue),
        [typeof(IImmutableQueue<>)] = nameof(ImmutableQueue),
        [typeof(ImmutableStack<>)] = nameof(ImmutableStack),
        [typeof(IImmutableStack<>)] = nameof(ImmutableStack),
        [typeof(ImmutableHashSet<>)] = nameof(ImmutableHashSet),
        [typeof(IImmutableSet<>)] = nameof(ImmutableHashSet),
        [typeof(ImmutableSortedSet<>)] = nameof(ImmutableSortedSet),
        [typeof(FrozenSet<>)] = nameof(FrozenSet),
    };

    static readonly Dictionary<Type, string> Maps = new()
    {
        [typeof(ImmutableDictionary<,>)] = nameof(ImmutableDictionary),
        [typeof(IImmutableDictionary<,>)] = nameof(ImmutableDictionary),
        [typeof(ImmutableSortedDictionary<,>)] = nameof(ImmutableSortedDictionary),
        [typeof(FrozenDictionary<,>)] = nameof(FrozenDictionary),
    };

    internal static string? ForSequence(Type open) => Sequences.GetValueOrDefault(open);

    internal static string? ForMap(Type open) => Maps.GetValueOrDefault(open);

    /// <summary>A stack is enumerated, and so written, top first.</summary>
    public static Stack<T> Stack<T>(T[] items)
    {
        Array.Reverse(items);
        return new Stack<T>(items);
    }

    public static ConcurrentStack<T> ConcurrentStack<T>(T[] items)
    {
        Array.Reverse(items);
        return new ConcurrentStack<T>(items);
    }

    /// <summary>A class that derives from one of the two.</summary>
    [UnconditionalSuppressMessage("Trimming", "IL2087", Justification = Trimming.OfModel)]
    public static TStack Pushed<TStack, T>(T[] items)
    {
        object stack = Activator.CreateInstance(typeof(TStack), nonPublic: true)!;
        for (int i = items.Length - 1; i >= 0; i--)
        {
            if (stack is Stack<T> plain)
                plain.Push(items[i]);
            else
                ((ConcurrentStack<T>)stack).Push(items[i]);
        }
        return (TStack)stack;
    }

    /// <summary>A bag is enumerated last in, first out.</summary>
    public static ConcurrentBag<T> ConcurrentBag<T>(T[] items)
    {
        Array.Reverse(items);
        return new ConcurrentBag<T>(items);
    }

    public static Stack UntypedStack(object?[] items)
    {
        Array.Reverse(items);
        return new Stack(items);
    }

    /// <summary>A class that derives from it.</summary>
    [UnconditionalSuppressMessage("Trimming", "IL2087", Justification = Trimming.OfModel)]
    public static TStack UntypedPushed<TStack>(object?[] items) where TStack : Stack
    {
        var stack = (TStack)Activator.CreateInstance(typeof(TStack), nonPublic: true)!;
        for (int i = items.Length - 1; i >= 0; i--)
            stack.Push(items[i]);
        return stack;
    }

    public static BlockingCollection<T> BlockingCollection<T>(T[] items) => new(new ConcurrentQueue<T>(items));

    public static ReadOnlyCollection<T> ReadOnlyCollection<T>(T[] items) => new(items);

    public static ReadOnlyObservableCollection<T> ReadOnlyObservableCollection<T>(T[] items) => new(new ObservableCollection<T>(items));

    public static ReadOnlySet<T> ReadOnlySet<T>(T[] items, ComparerCode comparer) =>
        new(HashSet(items, (IEqualityComparer<T>?)Comparers.Of(comparer)));

    public static ImmutableArray<T> ImmutableArray<T>(T[] items) => ImmutableCollectionsMarshal.AsImmutableArray(items);

    public static ImmutableList<T> ImmutableList<T>(T[] items) => System.Collections.Immutable.ImmutableList.Create(items);

    public static ImmutableQueue<T> ImmutableQueue<T>(T[] items) => System.Collections.Immutable.ImmutableQueue.Create(items);

    public static ImmutableStack<T> ImmutableStack<T>(T[] items)
    {
        Array.Reverse(items);
        return System.Collections.Immutable.ImmutableStack.Create(items);
    }

    public static ImmutableHashSet<T> ImmutableHashSet<T>(T[] items, ComparerCode comparer)
    {
        var builder = System.Collections.Immutable.ImmutableHashSet.CreateBuilder((IEqualityComparer<T>?)Comparers.Of(comparer));
        HashGuard? guard = null;
        foreach (var item in items)
        {
            HashGuard.CheckEnds(item, builder);
            builder.Add(item);
            if (builder.Count >= HashGuard.Start && typeof(T) != typeof(string))
                HashGuard.Check(ref guard, item, builder.Count, 0);
        }
        return builder.ToImmutable();
    }

    public static ImmutableSortedSet<T> ImmutableSortedSet<T>(T[] items, ComparerCode comparer)
    {
        foreach (var item in items)
            HashGuard.CheckEnds(item, Comparer<T>.Default);
        return System.Collections.Immutable.ImmutableSortedSet.Create((IComparer<T>?)Comparers.Of(comparer), items);
    }

    public static FrozenSet<T> FrozenSet<T>(T[] items, ComparerCode comparer) =>
        HashSet(items, (IEqualityComparer<T>?)Comparers.Of(comparer)).ToFrozenSet((IEqualityComparer<T>?)Comparers.Of(comparer));

    public static ImmutableDictionary<TKey, TValue> ImmutableDictionary<TKey, TValue>(KeyValuePair<TKey, TValue>[] entries,
        ComparerCode comparer) where TKey : notnull
    {
        var builder =
            System.Collections.Immutable.ImmutableDictionary.CreateBuilder<TKey, TValue>(
                (IEqualityComparer<TKey>?)Comparers.Of(comparer), Another<TValue>.Always);
        HashGuard? guard = null;
        foreach (var entry in entries)
        {
            HashGuard.CheckEnds(entry.Key, builder);
            builder[entry.Key] = entry.Value;
            if (builder.Count >= HashGuard.Start && typeof(TKey) != typeof(string))
                HashGuard.Check(ref guard, entry.Key, builder.Count, 0);
        }
        builder.ValueComparer = EqualityComparer<TValue>.Default;
        return builder.ToImmutable();
    }

    public static ImmutableSortedDictionary<TKey, TValue> ImmutableSortedDictionary<TKey, TValue>(KeyValuePair<TKey, TValue>[] entries,
        ComparerCode comparer) where TKey : notnull
    {
        var builder =
            System.Collections.Immutable.ImmutableSortedDictionary.CreateBuilder<TKey, TValue>(
                (IComparer<TKey>?)Comparers.Of(comparer), Another<TValue>.Always);
        foreach (var entry in entries)
        {
            HashGuard.CheckEnds(entry.Key, Comparer<TKey>.Default);
            builder[entry.Key] = entry.Value;
        }
        builder.ValueComparer = EqualityComparer<TValue>.Default;
        return builder.ToImmutable();
    }

    public static FrozenDictionary<TKey, TValue> FrozenDictionary<TKey, TValue>(KeyValuePair<TKey, TValue>[] entries, ComparerCode comparer)
        where TKey : notnull
    {
        var map = Dictionary(entries, (IEqualityComparer<TKey>?)Comparers.Of(comparer));
        return map.ToFrozenDictionary(map.Comparer);
    }

    /// <summary>F#'s map, whose constructor takes tuples.</summary>
    [UnconditionalSuppressMessage("Trimming", "IL2087", Justification = Trimming.OfModel)]
    public static TMap FSharpMap<TMap, TKey, TValue>(KeyValuePair<TKey, TValue>[] entries)
    {
        foreach (var entry in entries)
            HashGuard.CheckEnds(entry.Key, KeyWalk.Unknown);
        return (TMap)Activator.CreateInstance(typeof(TMap), new object[] { Array.ConvertAll(entries, e => Tuple.Create(e.Key, e.Value)) })!;
    }

    /// <summary>A map that wraps another, such as ReadOnlyDictionary.</summary>
    [UnconditionalSuppressMessage("Trimming", "IL2087", Justification = Trimming.OfModel)]
    public static TMap Wrapped<TMap, TKey, TValue>(KeyValuePair<TKey, TValue>[] entries, ComparerCode comparer) where TKey : notnull =>
        (TMap)Activator.CreateInstance(typeof(TMap), Dictionary(entries, (IEqualityComparer<TKey>?)Comparers.Of(comparer)))!;

    /// <summary>Items of which somebody else's code makes a table: each is refused whose hash or order would not end.</summary>
    public static T[] Ending<T>(T[] items)
    {
        foreach (var item in items)
            HashGuard.CheckEnds(item, KeyWalk.Unknown);
        return items;
    }

    /// <inheritdoc cref="Ending{T}"/>
    public static KeyValuePair<TKey, TValue>[] EndingKeys<TKey, TValue>(KeyValuePair<TKey, TValue>[] entries)
    {
        foreach (var entry in entries)
            HashGuard.CheckEnds(entry.Key, KeyWalk.Unknown);
        return entries;
    }

    /// <summary>
    /// Keys that come twice have the last one's value, whatever it is. The framework's builders compare it with the first one's, which does
    /// not end where both hold themselves.
    /// </summary>
    sealed class Another<T> : EqualityComparer<T>
    {
        public static readonly Another<T> Always = new();

        public override bool Equals(T? x, T? y) => false;

        public override int GetHashCode(T obj) => 0;
    }

    static HashSet<T> HashSet<T>(T[] items, IEqualityComparer<T>? comparer)
    {
        var set = new HashSet<T>(items.Length, comparer);
        HashGuard? guard = null;
        foreach (var item in items)
        {
            HashGuard.CheckEnds(item, set);
            set.Add(item);
            if (set.Count >= HashGuard.Start && typeof(T) != typeof(string))
                HashGuard.Check(ref guard, item, set.Count, set.Capacity);
        }
        return set;
    }

    static Dictionary<TKey, TValue> Dictionary<TKey, TValue>(KeyValuePair<TKey, TValue>[] entries, IEqualityComparer<TKey>? comparer)
        where TKey : notnull
    {
        var map = new Dictionary<TKey, TValue>(entries.Length, comparer);
        HashGuard? guard = null;
        foreach (var entry in entries)
        {
            HashGuard.CheckEnds(entry.Key, map);
            map[entry.Key] = entry.Value;
            if (map.Count >= HashGuard.Start && typeof(TKey) != typeof(string))
                HashGuard.Check(ref guard, entry.Key, map.Count, map.Capacity);
        }
        return map;
    }
}
