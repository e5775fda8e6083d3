using System.Collections;

namespace Isomer;

/// <summary>The names of one object, or the keys of one map, that the text has had so far, where none may come twice.</summary>
internal sealed class JsonDistinct
{
    readonly ISet<object> _seen;

    /// <param name="comparer">
    /// What the map compares its keys by; null for the equality of their own. One that is neither <see cref="IEqualityComparer"/> nor <see cref="IComparer"/>,
    /// as those of users may be, is not asked: keys that only it takes for equal are not refused.
    /// </param>
    public JsonDistinct(object? comparer) => _seen = comparer switch
    {
        IEqualityComparer equality => new HashSet<object>(new Untyped(equality)),
        IComparer order => new SortedSet<object>(Comparer<object>.Create(order.Compare)),
        _ => new HashSet<object>(),
    };

    /// <summary>Whether it had not come before.</summary>
    public bool Add(object key) => _seen.Add(key);

    sealed class Untyped(IEqualityComparer comparer) : IEqualityComparer<object>
    {
        bool IEqualityComparer<object>.Equals(object? x, object? y) => comparer.Equals(x, y);

        int IEqualityComparer<object>.GetHashCode(object obj) => comparer.GetHashCode(obj);
    }
}
