using System.Buffers;

namespace Isomer.Tabular;

/// <summary>
/// Texts that repeat: the different ones, in the order in which they came, and for each text its place among them. What is read is one
/// object for each different one.
/// </summary>
internal static class TextPlaces
{
    const int LeastCount = 4;

    /// <summary>After so many texts, and each time twice as many, it is looked whether they repeat.</summary>
    const int Sample = 256;

    /// <summary>
    /// The different ones, and the place of each text among them; null where they hardly repeat: as soon as that is seen.
    /// </summary>
    /// <param name="values">The texts.</param>
    /// <param name="places">The place of each.</param>
    /// <param name="length">How many characters all of them have.</param>
    /// <param name="isForced">Whether the places are wanted whether texts repeat or not.</param>
    public static string[]? Index(ReadOnlySpan<string?> values, Span<long> places, out long length, bool isForced = false)
    {
        length = 0;
        int seen = 0;
        var different = Index(values, places, isForced, ref length, ref seen);
        foreach (string? value in values[seen..])
            length += value!.Length;
        return different;
    }

    static string[]? Index(ReadOnlySpan<string?> values, Span<long> places, bool isForced, ref long length, ref int seen)
    {
        if (values.Length < LeastCount && !isForced)
            return null;
        using var table = new TextTable(values.Length, values.Length);
        int look = Sample;
        for (int i = 0; i < values.Length; i++)
        {
            TextFetch.Ahead(values, i);
            string text = values[i]!;
            length += text.Length;
            seen = i + 1;
            // The same object as before: rows that were read from somewhere else.
            int place = i > 0 && ReferenceEquals(text, values[i - 1]) ? (int)places[i - 1] : table.PlaceOf(text, 0, text.Length);
            if (place < 0)
                return null;
            places[i] = place;
            if (i != look || isForced)
                continue;
            if (table.Count > i * (look == Sample ? 0.95 : 0.85))
                return null;
            look *= 2;
        }
        return !isForced && table.Count > values.Length * 3 / 4 ? null : table.ToArray();
    }

    public static void Read(ref PackedReader from, Span<string?> values)
    {
        int count = from.Count(values.Length, "different texts");
        string?[] different = new string?[count];
        TextCoding.Read(ref from, from.Byte(), different);
        long[] lent = ArrayPool<long>.Shared.Rent(Math.Max(1, values.Length));
        try
        {
            var places = lent.AsSpan(0, values.Length);
            Integers.Read(ref from, places);
            for (int i = 0; i < values.Length; i++)
                values[i] = (ulong)places[i] < (ulong)count
                    ? different[places[i]]
                    : throw from.Wrong($"there is no text {places[i]} among {count} different ones");
        }
        finally
        {
            ArrayPool<long>.Shared.Return(lent);
        }
    }
}
