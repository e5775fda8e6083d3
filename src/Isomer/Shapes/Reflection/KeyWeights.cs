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

    static readonly ConditionalWeakTable<object, KeyWeights> s_tables = [];
    static readonly ConditionalWeakTable<Type, StrongBox<MethodInfo?>> s_counts = [];

    readonly Dictionary<int, int> _weights = [];
    int _count;

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
        var known = s_tables.GetOrCreateValue(table);
        // It was emptied, and is filled once more.
        if (count < known._count)
            known._weights.Clear();
        known._count = count;
        int hash = comparer is IEqualityComparer typed ? typed.GetHashCode(key) : key.GetHashCode();
        int weight = known._weights.GetValueOrDefault(hash) + led;
        if (weight > Most)
            throw new WireFormatException(
                $"Keys of type '{key.GetType()}' have one hash, and lead to more than {Most} values together: comparing each with the others would "
                + "take seconds. Refused as hostile. Where they are not, write GetHashCode and Equals of their type by hand.");
        known._weights[hash] = weight;
    }

    static int? CountOf(object table) =>
        (int?)s_counts.GetValue(table.GetType(), static type => new(type.GetProperty(nameof(ICollection.Count), typeof(int))?.GetMethod))
            .Value?.Call(table);
}
