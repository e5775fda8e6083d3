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
/// a look-up, beside the walk (<see cref="KeyWalk"/>) of at least a microsecond. Many tables of a few keys are bounded together by
/// <see cref="KeyDebt"/>.
/// </remarks>
[UnconditionalSuppressMessage("Trimming", "IL2070", Justification = "The class of a table that exists.")]
internal sealed class KeyWeights
{
    /// <summary>Keys that lead to fewer values are not counted; of 255 such, HashGuard counts on.</summary>
    public const int Light = 64;

    /// <summary>
    /// To so many values may the keys lead together with which a table compares others: 16 to 40 ms. (A bound of 16,384 values to which the
    /// keys of one hash lead was tried, too. It refused 150 honest structs without a hash of their own, of which ValueType asks the first
    /// field alone, that lead to 127 values each.)
    /// </summary>
    const long Most = 4 * 1024 * 1024;

    static readonly ConditionalWeakTable<object, KeyWeights> s_tables = [];
    static readonly ConditionalWeakTable<Type, StrongBox<MethodInfo?>> s_counts = [];

    readonly Dictionary<int, long> _weights = [];
    long _asked;
    long _payload;
    int _count;
    (int Hash, int Led) _last;

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
        // What was counted of a table that is filled again belongs to another payload.
        long payload = KeyDebt.Payload;
        if (payload != _payload || count < _count)
        {
            _weights.Clear();
            (_asked, _payload) = (0, payload);
        }
        // The last one was added: what was there already makes no chain longer.
        else if (count > _count)
            _weights[_last.Hash] = _weights.GetValueOrDefault(_last.Hash) + _last.Led;
        int hash = comparer is null ? key.GetHashCode() : KeyComparer.HashOf(comparer, key);
        long asked = Math.Max(0, _weights.GetValueOrDefault(hash) - led);
        if (asked > 0)
            KeyDebt.Owe(key, asked);
        _asked += asked;
        if (_asked <= Most)
        {
            (_last, _count) = ((hash, led), count);
            return;
        }
        throw new WireFormatException(
            $"Keys of type '{key.GetType()}' have one hash, and lead to many values: comparing each with the others would ask more than "
            + $"{Most} values in one table. Refused as hostile. Where they are not, write GetHashCode and Equals of their type by hand.");
    }

    static int? CountOf(object table) =>
        (int?)s_counts.GetValue(table.GetType(), static type => new(type.GetProperty(nameof(ICollection.Count), typeof(int))?.GetMethod))
            .Value?.Call(table);
}
