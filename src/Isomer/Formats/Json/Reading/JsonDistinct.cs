using Isomer.Shapes;

namespace Isomer.Formats;

/// <summary>The names of one object, or the keys of one map, that the text has had so far, where none may come twice.</summary>
internal sealed class JsonDistinct
{
    readonly ISet<object> _seen;

    /// <param name="comparer">What the map compares its keys by, over boxed keys
    /// (<see cref="Conventions.CollectionComparers.BoxedComparerOf"/>); null for the equality of their own.</param>
    public JsonDistinct(object? comparer) => _seen = comparer switch
    {
        IEqualityComparer<object> equality => new HashSet<object>(equality),
        IComparer<object> order => new SortedSet<object>(order),
        _ => new HashSet<object>(),
    };

    HashGuard? _guard;

    /// <summary>
    /// Whether it had not come before. Keys that are chosen to collide are refused here, for the map may be made of all of them at the end.
    /// </summary>
    public bool Add(object key)
    {
        if (!_seen.Add(key))
            return false;
        if (key is not string && _seen is HashSet<object> { Count: >= HashGuard.Start } set)
            HashGuard.Check(ref _guard, key, set.Count, set.Capacity);
        return true;
    }
}
