namespace Isomer.Shapes;

/// <summary>
/// What a payload owes for keys that lead to many values: the time of walking them (<see cref="KeyWalk"/>) and of comparing those of one
/// hash (<see cref="KeyWeights"/>), which many small tables of a few keys add up beyond any bound of one table.
/// </summary>
/// <remarks>
/// A key that stands for itself was made of memory, 24 bytes or more for each value that it leads to, and a reference to one that is there
/// takes two bytes of a payload and leads to a thousand. So each byte that the thread allocates while it reads a payload with references
/// pays for <see cref="PerByte"/> values, and <see cref="MostOwed"/> of them may be owed (1,000 sets of the same 32 keys, 89 KB, took 4 s
/// before). Each payload begins anew: what a thread had read before must not decide. Compact and JSON without references, which have a
/// way of their own for a single value, begin none and owe nothing: each value pays by its bytes, and one table is bounded in any case.
/// </remarks>
internal static class KeyDebt
{
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

    /// <summary>How many payloads with references are being read on this thread, one within another.</summary>
    [ThreadStatic]
    static int t_within;

    /// <summary>How many the thread has begun to read.</summary>
    [ThreadStatic]
    static int t_begun;

    [ThreadStatic]
    static long t_owed;

    /// <summary>What had been allocated when that was last looked at; less than zero where it was not yet.</summary>
    [ThreadStatic]
    static long t_allocated;

    /// <summary>
    /// A payload begins, whose values may be shared by reference. One within another goes on with what the outer one owes.
    /// </summary>
    /// <param name="length">How long it is; 0 where that is not known.</param>
    public static void Enter(int length)
    {
        if (t_within++ > 0)
            return;
        t_begun++;
        t_owed = 0;
        t_allocated = length is 0 or >= Long ? GC.GetAllocatedBytesForCurrentThread() : -1;
    }

    /// <summary>It ends, well or not.</summary>
    public static void Leave() => t_within--;

    /// <summary>Which payload is being read, of all threads': another number for each that begins.</summary>
    public static long Payload => ((long)Environment.CurrentManagedThreadId << 32) | (uint)t_begun;

    /// <summary>What the thread has allocated, asked before a key is walked; where nothing is owed it is not asked.</summary>
    public static long Allocated => t_within == 0 ? 0 : GC.GetAllocatedBytesForCurrentThread();

    /// <summary>Charges the walk of a key.</summary>
    /// <param name="key">The key.</param>
    /// <param name="walked">To how many values it led.</param>
    /// <param name="before"><see cref="Allocated"/> before the walk, which allocates itself and pays for nothing.</param>
    public static void Walked(object key, long walked, long before)
    {
        if (t_within == 0)
            return;
        if (t_allocated < 0)
            t_allocated = before;
        t_allocated += Allocated - before;
        Owe(key, OfWalk * walked);
    }

    /// <summary>Charges values that are asked for, and refuses the key with which the payload owes too many.</summary>
    /// <param name="key">The key.</param>
    /// <param name="values">How many.</param>
    public static void Owe(object key, long values)
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
}
