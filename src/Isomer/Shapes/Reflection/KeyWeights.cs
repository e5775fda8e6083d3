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
/// <para>
/// One table is bounded by <see cref="Most"/>. Many tables of a few keys are bounded together by what the thread has allocated: a key that
/// stands for itself was made of memory, 24 bytes or more for each value that it leads to, and a reference to one that is there takes two
/// bytes of a payload and leads to a thousand. So each byte that the thread allocates while it reads a payload pays for
/// <see cref="PerByte"/> values, and <see cref="MostOwed"/> of them may be owed (1,000 sets of the same 32 keys, 89 KB, took 4 s
/// before). Each payload begins anew: what a thread had read before must not decide.
/// </para>
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

    /// <summary>
    /// Values that a byte pays for. More than two would let structs without an equality of their own, whose fields are boxed when they are
    /// compared, pay for their own comparisons.
    /// </summary>
    const int PerByte = 2;

    /// <summary>
    /// To walk a value takes as long as to compare eight or more. So some 16,000 keys that lead to 255 values each, and share all of them,
    /// may be owed for.
    /// </summary>
    const int OfWalk = 8;

    /// <summary>100 to 300 ms of a quiet machine.</summary>
    const long MostOwed = 32 * 1024 * 1024;

    /// <summary>What a shorter payload allocates before its first key that is counted pays for little: it is not asked for that.</summary>
    const int Long = 1024;

    static readonly ConditionalWeakTable<object, KeyWeights> s_tables = [];
    static readonly ConditionalWeakTable<Type, StrongBox<MethodInfo?>> s_counts = [];

    [ThreadStatic]
    static int t_fill;

    /// <summary>How many payloads with references are being read on this thread, one within another.</summary>
    [ThreadStatic]
    static int t_within;

    [ThreadStatic]
    static long t_owed;

    /// <summary>What had been allocated when that was last looked at; less than zero where it was not yet.</summary>
    [ThreadStatic]
    static long t_allocated;

    readonly Dictionary<int, long> _weights = [];
    long _asked;
    long _fill;
    int _count;
    (int Hash, int Led) _last;

    /// <summary>Tables that exist are filled: what was counted of them before belongs to another payload.</summary>
    public static void BeginFill() => t_fill++;

    /// <summary>
    /// A payload begins, whose values may be shared by reference. One within another goes on with what the outer one owes. Others pay for
    /// each value by their bytes, and are bounded by <see cref="Most"/> alone.
    /// </summary>
    /// <param name="length">How long it is; 0 where that is not known.</param>
    public static void Enter(int length)
    {
        if (t_within++ > 0)
            return;
        t_owed = 0;
        t_allocated = length is 0 or >= Long ? GC.GetAllocatedBytesForCurrentThread() : -1;
    }

    /// <summary>It ends, well or not.</summary>
    public static void Leave() => t_within--;

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
            _weights[_last.Hash] = _weights.GetValueOrDefault(_last.Hash) + _last.Led;
        }
        int hash = comparer is null ? key.GetHashCode() : KeyComparer.HashOf(comparer, key);
        long asked = Math.Max(0, _weights.GetValueOrDefault(hash) - led);
        if (asked > 0)
            Owe(key, asked);
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

    /// <summary>Charges the walk of a key.</summary>
    /// <param name="key">The key.</param>
    /// <param name="walked">To how many values it led.</param>
    /// <param name="before">What the thread had allocated before the walk, which allocates itself and pays for nothing.</param>
    public static void Walked(object key, long walked, long before)
    {
        if (t_within == 0)
            return;
        if (t_allocated < 0)
            t_allocated = before;
        t_allocated += GC.GetAllocatedBytesForCurrentThread() - before;
        Owe(key, OfWalk * walked);
    }

    static void Owe(object key, long values)
    {
        if (t_within == 0)
            return;
        long allocated = GC.GetAllocatedBytesForCurrentThread();
        t_owed += values - ((allocated - t_allocated) * PerByte);
        t_allocated = allocated;
        if (t_owed <= MostOwed)
            return;
        throw new WireFormatException(
            $"Keys of type '{key.GetType()}' lead to many values each, again and again by reference: to look for them would take seconds. "
            + "Refused as hostile. Where they are not, write GetHashCode and Equals of their type by hand.");
    }

    static int? CountOf(object table) =>
        (int?)s_counts.GetValue(table.GetType(), static type => new(type.GetProperty(nameof(ICollection.Count), typeof(int))?.GetMethod))
            .Value?.Call(table);
}
