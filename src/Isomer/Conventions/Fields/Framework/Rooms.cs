using System.Collections;
using System.Runtime.CompilerServices;

namespace Isomer.Conventions;

/// <summary>
/// How much room a table of hashes has. The order of a table's entries hangs on its room where they are hashed, and the room is an entry of
/// what BinaryFormatter writes: so the payload's is taken, as far as a table of as many entries would have it that grew by itself. More
/// would be a number of four bytes for any amount of memory.
/// </summary>
static class Rooms
{
    /// <summary>How much more than its entries a table has that has just grown: of Dictionary 2.5 times, of Hashtable 3.3 times.</summary>
    const int Most = 4;

    /// <summary>
    /// How many bytes a table may have beyond that: one of a few entries that was made for some, or has lost them. A table is thirty bytes
    /// of input.
    /// </summary>
    const int Spare = 1024;

    /// <summary>What an entry takes beside its key and value.</summary>
    const int Links = 12;

    /// <summary>
    /// How many bytes of empty room an entry may bring at most: a struct of eight kilobytes whose fields a payload leaves out is ten bytes
    /// of it.
    /// </summary>
    const int MostBytes = 128;

    /// <summary>How full a Hashtable may be that was made without another bound.</summary>
    public const float Load = 0.72f;

    /// <summary>How much of that a program may ask for at least: the framework's own bound.</summary>
    public const float LeastPart = 0.1f;

    /// <param name="said">What the payload says.</param>
    /// <param name="count">How many entries there are.</param>
    public static int Of<TEntry>(int said, int count) => Taken(said, count, Unsafe.SizeOf<TEntry>());

    /// <summary>The room of a table of entries of a type that is not known here.</summary>
    public static int Of(int said, Array entries) =>
        Taken(said, entries.Length, RuntimeHelpers.SizeOf(entries.GetType().GetElementType()!.TypeHandle));

    static int Taken(int said, int count, int size)
    {
        size += Links;
        return said > count && said <= ((long)count * Most) + (Spare / size)
            && ((long)said - count) * size <= ((long)count * MostBytes) + Spare ? said : count;
    }

    /// <summary>
    /// How full a Hashtable may be: what the payload says, where the framework takes it and a table of so many entries may have the room
    /// that this asks for.
    /// </summary>
    public static float LoadOf(float said, int count) =>
        said is >= Load * LeastPart and < Load && Needed(count, said) is var needed && Of<DictionaryEntry>(needed, count) == needed
            ? said : Load;

    static int Needed(int count, float load) => (int)(count / load) + 1;

    /// <summary>The room of a Hashtable: a prime number, as every table has, of which three tenths or more stay empty.</summary>
    /// <inheritdoc cref="Of"/>
    public static int OfTable(int said, int count, float load) =>
        Prime(Math.Max(Of<DictionaryEntry>(said, count), Needed(count, LoadOf(load, count))));

    /// <summary>How many buckets a table of the framework's has that is asked for so many.</summary>
    public static int Prime(int least)
    {
        foreach (int prime in Primes)
            if (prime >= least)
                return prime;
        int odd = least | 1;
        while (odd < MostBuckets && !IsPrime(odd))
            odd += 2;
        return odd;
    }

    // Of a table of a payload, which had its size from these or from what comes behind them.
    static bool IsPrime(int odd)
    {
        // A Hashtable steps by a number that this must not divide.
        if ((odd - 1) % Step == 0)
            return false;
        for (int divisor = 3; (long)divisor * divisor <= odd; divisor += 2)
            if (odd % divisor == 0)
                return false;
        return true;
    }

    const int Step = 101, MostBuckets = 0x7FFFFFC3;

    static ReadOnlySpan<int> Primes =>
    [
        3, 7, 11, 17, 23, 29, 37, 47, 59, 71, 89, 107, 131, 163, 197, 239, 293, 353, 431, 521, 631, 761, 919, 1103, 1327, 1597, 1931, 2333,
        2801, 3371, 4049, 4861, 5839, 7013, 8419, 10103, 12143, 14591, 17519, 21023, 25229, 30293, 36353, 43627, 52361, 62851, 75431, 90523,
        108631, 130363, 156437, 187751, 225307, 270371, 324449, 389357, 467237, 560689, 672827, 807403, 968897, 1162687, 1395263, 1674319,
        2009191, 2411033, 2893249, 3471899, 4166287, 4999559, 5999471, 7199369,
    ];

    /// <summary>How much a table begins with that keeps this number, and may not begin with any.</summary>
    /// <inheritdoc cref="Of"/>
    public static int First(int said, int count) =>
        said >= 0 && said <= count ? said : Of<DictionaryEntry>(said, count);
}
