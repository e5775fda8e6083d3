using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace Isomer.Tabular;

/// <summary>The least and greatest values of a column, where they say something.</summary>
internal static class ColumnMeasure
{
    /// <summary>Text that is longer is not kept in an index.</summary>
    const int LongText = 64;

    /// <param name="items">One for each record that is not null; of classes one for each record.</param>
    /// <param name="records">How many records there are.</param>
    /// <param name="isPlain">Whether the items are the column's values, and not others that carry them.</param>
    public static ColumnBounds Of<T>(ReadOnlySpan<T> items, int records, bool isPlain)
    {
        if (typeof(T).IsValueType)
            return isPlain && items.Length > 0 && typeof(IComparable).IsAssignableFrom(typeof(T))
                ? OfValues(items, records)
                : new ColumnBounds(null, null, records - items.Length, records);
        int nulls = 0;
        foreach (var item in items)
            nulls += item is null ? 1 : 0;
        return isPlain && typeof(T) == typeof(string)
            ? OfTexts(MemoryMarshal.CreateReadOnlySpan(ref Unsafe.As<T, string?>(ref MemoryMarshal.GetReference(items)), items.Length),
                nulls)
            : new ColumnBounds(null, null, nulls, records);
    }

    static ColumnBounds OfValues<T>(ReadOnlySpan<T> items, int records)
    {
        T least = items[0], greatest = least;
        foreach (var item in items)
        {
            // NaN is no place in an order.
            if (item is double.NaN or float.NaN || (item is Half half && Half.IsNaN(half)))
                return new ColumnBounds(null, null, records - items.Length, records);
            if (Comparer<T>.Default.Compare(item, least) < 0)
                least = item;
            if (Comparer<T>.Default.Compare(item, greatest) > 0)
                greatest = item;
        }
        return new ColumnBounds(least, greatest, records - items.Length, records);
    }

    static ColumnBounds OfTexts(ReadOnlySpan<string?> items, int nulls)
    {
        string? least = null, greatest = null;
        foreach (string? item in items)
        {
            if (item is null || ReferenceEquals(item, least))
                continue;
            if (least is null || string.CompareOrdinal(item, least) < 0)
                least = item;
            if (greatest is null || string.CompareOrdinal(item, greatest) > 0)
                greatest = item;
        }
        return new ColumnBounds(least?.Length > LongText ? null : least, greatest?.Length > LongText ? null : greatest, nulls,
            items.Length);
    }
}
