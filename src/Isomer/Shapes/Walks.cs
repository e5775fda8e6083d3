using System.Collections;
using System.Runtime.InteropServices;

namespace Isomer.Shapes;

/// <summary>
/// Collections as spans: an array and a list lie in memory already; anything else is copied, which also fixes the count of
/// one that others may be changing.
/// </summary>
internal static class Walks
{
    /// <summary>The items of any sequence.</summary>
    public static ReadOnlySpan<T> Items<T>(IEnumerable<T> items) => items switch
    {
        // Not AsSpan: that refuses an array of a derived type.
        T[] array => new ReadOnlySpan<T>(array),
        List<T> list => CollectionsMarshal.AsSpan(list),
        _ => items.ToArray(),
    };

    /// <summary>The items of an untyped sequence.</summary>
    public static ReadOnlySpan<object?> UntypedItems(IEnumerable items) => items as object?[] ?? [.. items.Cast<object?>()];

    /// <summary>The items of an untyped sequence, each of a known type.</summary>
    public static ReadOnlySpan<T> CastItems<T>(IEnumerable items) => items.Cast<T>().ToArray();

    /// <summary>The entries of a map.</summary>
    public static ReadOnlySpan<KeyValuePair<TKey, TValue>> Entries<TKey, TValue>(IEnumerable<KeyValuePair<TKey, TValue>> entries) =>
        entries.ToArray();

    /// <summary>
    /// The entries of an untyped map. By the enumerator's Entry: its Current is an object, and the one of a class that hands on the
    /// enumerator of its Dictionary is a KeyValuePair.
    /// </summary>
    public static ReadOnlySpan<KeyValuePair<object, object?>> UntypedEntries(IDictionary entries)
    {
        var result = new List<KeyValuePair<object, object?>>(entries.Count);
        var enumerator = entries.GetEnumerator();
        try
        {
            while (enumerator.MoveNext())
            {
                var entry = enumerator.Entry;
                result.Add(new(entry.Key, entry.Value));
            }
        }
        finally
        {
            (enumerator as IDisposable)?.Dispose();
        }
        return CollectionsMarshal.AsSpan(result);
    }
}
