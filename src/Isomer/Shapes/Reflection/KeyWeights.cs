using System.Collections;
using System.Diagnostics.CodeAnalysis;
using System.Reflection;
using System.Runtime.CompilerServices;

namespace Isomer.Shapes;

/// <summary>
/// Keys of one table that have one hash and lead to many values each: a table compares each with all before it, and each comparison goes
/// through all that both lead to. 255 keys that lead to 1,023 values, in a payload of 11 KB, took a second; input arranges that by the
/// sharing of a few objects, and by a hash that its author made of a number.
/// </summary>
/// <remarks>
/// Counted are keys that lead to <see cref="Light"/> values or more, by their hashes. Cost: nothing for others; for these another hash and
/// a look-up, beside the walk (<see cref="KeyWalk"/>) of at least a microsecond.
/// </remarks>
[UnconditionalSuppressMessage("Trimming", "IL2070", Justification = "The class of a table that exists.")]
internal sealed class KeyWeights
{
    /// <summary>Keys that lead to fewer values are not counted; of 255 such, HashGuard counts on.</summary>
    public const int Light = 64;

    /// <summary>To so many values may the keys of one hash lead together: a comparison with all of them takes 0.3 ms.</summary>
    const int Most = 256 * Light;

    /// <summary>To so many values lead together what a table compares its keys with, also those that are there already.</summary>
    const long MostAsked = 256L * Most;

    static readonly ConditionalWeakTable<object, KeyWeights> s_tables = [];
    static readonly ConditionalWeakTable<Type, StrongBox<MethodInfo?>> s_counts = [];

    [ThreadStatic]
    static int t_fill;

    readonly Dictionary<int, int> _weights = [];
    long _asked;
    long _fill;
    int _count;
    (int Hash, int Led) _last;

    /// <summary>Tables that exist are filled: what was counted of them before belongs to another payload.</summary>
    public static void BeginFill() => t_fill++;

    /// <summary>Counts a key that is to be added, and refuses it where those of its hash lead to too many values.</summary>
    /// <param name="table">The table.</param>
    /// <param name="key">The key.</param>
    /// <param name="comparer">The comparer of the table, or null.</param>
    /// <param name="led">To how many values the key leads.</param>
    public static void Add(object table, object key, object? comparer, int led)
    {
        // Sorted tables ask few.
        if (comparer is IComparer and not IEqualityComparer || CountOf(table) is not { } count)
            return;
        s_tables.GetOrCreateValue(table).Add(key, comparer, led, count);
    }

    void Add(object key, object? comparer, int led, int count)
    {
        long fill = ((long)Environment.CurrentManagedThreadId << 32) | (uint)t_fill;
        if (fill != _fill || count < _count)
        {
            _weights.Clear();
            (_asked, _fill) = (0, fill);
        }
        // The last one was added: what was there already makes no chain longer.
        else if (count > _count)
        {
            int weight = _weights.GetValueOrDefault(_last.Hash);
            if (weight > 0 && weight + _last.Led > Most)
                throw Refusal(key);
            _weights[_last.Hash] = weight + _last.Led;
        }
        int hash = comparer is IEqualityComparer typed ? typed.GetHashCode(key) : key.GetHashCode();
        _asked += Math.Max(0, _weights.GetValueOrDefault(hash) - led);
        if (_asked > MostAsked)
            throw Refusal(key);
        (_last, _count) = ((hash, led), count);
    }

    static WireFormatException Refusal(object key) => new(
        $"Keys of type '{key.GetType()}' have one hash, and lead to more than {Most} values together: comparing each with the others "
        + "would take seconds. Refused as hostile. Where they are not, write GetHashCode and Equals of their type by hand.");

    static int? CountOf(object table) =>
        (int?)s_counts.GetValue(table.GetType(), static type => new(type.GetProperty(nameof(ICollection.Count), typeof(int))?.GetMethod))
            .Value?.Call(table);
}
