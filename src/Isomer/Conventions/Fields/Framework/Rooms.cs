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

    /// <summary>How full a Hashtable may be that was made without another bound.</summary>
    public const float Load = 0.72f;

    /// <param name="said">What the payload says.</param>
    /// <param name="count">How many entries there are.</param>
    public static int Of<TEntry>(int said, int count) =>
        said > count && said <= ((long)count * Most) + (Spare / (Unsafe.SizeOf<TEntry>() + Links)) ? said : count;

    /// <summary>The room of a table of entries of a type that is not known here.</summary>
    public static int Of(int said, Array entries) =>
        said <= (long)entries.Length * Most ? Of<object>(said, entries.Length) : entries.Length;

    /// <summary>The room of a Hashtable: a prime number, as every table has, of which three tenths stay empty.</summary>
    /// <inheritdoc cref="Of"/>
    public static int OfTable(int said, int count) =>
        new HashSet<int>(Math.Max(Of<DictionaryEntry>(said, count), (int)(count / Load) + 1)).Capacity;

    /// <summary>How much a table begins with that keeps this number, and may not begin with any.</summary>
    /// <inheritdoc cref="Of"/>
    public static int First(int said, int count) =>
        said >= 0 && said <= count ? said : Of<DictionaryEntry>(said, count);
}
