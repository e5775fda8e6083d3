using System.Buffers;

namespace Isomer.Tabular;

/// <summary>
/// Texts that are numbers with something around them: "(407) 555-0199", "12 Palm Street", "CUST17". All have the same number of numbers;
/// each of these is a list of integers, each of the pieces before, between and behind them a list of places among few different ones.
/// </summary>
internal static partial class TextParts
{
    const int MostNumbers = 8, MostDigits = 18;

    /// <summary>Of numbers, and of pieces that are not all the same: what a reader holds until the texts are put together.</summary>
    const int MostLists = 9;

    const int Sample = 16;

    /// <summary>The pieces in one place may be so many: a quarter of the texts.</summary>
    static int MostPieces(int count) => Math.Max(1, count / 4);

    /// <summary>False, with nothing written, where the texts are not of this kind.</summary>
    public static bool TryWrite(PackedWriter to, ReadOnlySpan<string?> values, out long chars)
    {
        chars = 0;
        if (values.Length < 2 || !HasNumbers(values, out int count))
            return false;
        if (TryWriteAlike(to, values, count, out chars))
            return true;
        chars = 0;
        int rows = values.Length, lists = 0;
        long[] list = ArrayPool<long>.Shared.Rent(rows);
        int[] next = ArrayPool<int>.Shared.Rent(rows);
        next.AsSpan(0, rows).Clear();
        int start = to.Count;
        to.Byte((int)TextForm.Parts);
        to.Byte(count);
        bool isOf = true;
        for (int column = 0; isOf && column <= count * 2; column++)
            isOf = column % 2 == 0
                ? TryPieces(to, values, next, list.AsSpan(0, rows), isLast: column == count * 2, ref lists)
                : TryNumbers(to, values, next, list.AsSpan(0, rows), ref lists);
        ArrayPool<int>.Shared.Return(next);
        ArrayPool<long>.Shared.Return(list);
        if (!isOf || lists > MostLists)
        {
            to.CutTo(start);
            return false;
        }
        foreach (string? value in values)
            chars += value!.Length + PackedBounds.CharsPerText;
        return true;
    }

    /// <summary>As many in some of the texts, and not none.</summary>
    static bool HasNumbers(ReadOnlySpan<string?> values, out int count)
    {
        count = -1;
        int apart = Math.Max(1, values.Length / Sample);
        for (int i = 0; i < values.Length; i += apart)
        {
            int here = 0;
            bool wasDigit = false;
            foreach (char c in values[i]!)
            {
                bool isDigit = char.IsAsciiDigit(c);
                here += isDigit && !wasDigit ? 1 : 0;
                wasDigit = isDigit;
            }
            if (here is 0 or > MostNumbers || (count >= 0 && here != count))
                return false;
            count = here;
        }
        return true;
    }

    /// <summary>
    /// Most pieces are those of the first text (the points of a date), which is compared; from the first other on they are looked up. 8,000
    /// dates with a time took 2.4 ms, and take 1.0.
    /// </summary>
    static bool TryPieces(PackedWriter to, ReadOnlySpan<string?> values, int[] next, Span<long> places, bool isLast, ref int lists)
    {
        if (End(values[0]!, next[0], isLast) is not (>= 0 and var firstEnd))
            return false;
        int firstStart = next[0], length = firstEnd - firstStart;
        var first = values[0].AsSpan(firstStart, length);
        int like = 0;
        for (; like < values.Length; like++)
        {
            var rest = values[like].AsSpan(next[like]);
            if (rest.Length < length || (isLast ? rest.Length != length : rest.Length == length || !char.IsAsciiDigit(rest[length]))
                || !rest.StartsWith(first))
                break;
            next[like] += length;
        }
        if (like == values.Length)
        {
            to.Varint(1);
            TextPlain.Write(to, [first.ToString()], []);
            return true;
        }
        using var table = new TextTable(MostPieces(values.Length), values.Length);
        places[..like].Fill(table.PlaceOf(values[0]!, firstStart, length));
        for (int i = like; i < values.Length; i++)
        {
            string text = values[i]!;
            int from = next[i], end = End(text, from, isLast);
            places[i] = end < 0 ? -1 : table.PlaceOf(text, from, end - from);
            if (places[i] < 0)
                return false;
            next[i] = end;
        }
        // The first and another.
        lists++;
        to.Varint((ulong)table.Count);
        TextPlain.Write(to, table.ToArray(), []);
        Integers.Write(to, places);
        return true;
    }

    /// <summary>Where a piece ends: before a number, or with the text; -1 where the other comes.</summary>
    static int End(string text, int from, bool isLast)
    {
        int number = text.AsSpan(from).IndexOfAnyInRange('0', '9');
        return number >= 0 == isLast ? -1 : isLast ? text.Length : from + number;
    }

    static bool TryNumbers(PackedWriter to, ReadOnlySpan<string?> values, int[] next, Span<long> numbers, ref int lists)
    {
        lists++;
        int digits = -1;
        bool areShort = true, areAlike = true;
        for (int i = 0; i < values.Length; i++)
        {
            string text = values[i]!;
            int from = next[i], at = from;
            long number = 0;
            for (; at < text.Length && char.IsAsciiDigit(text[at]); at++)
            {
                if (at - from == MostDigits)
                    return false;
                number = (number * 10) + (text[at] - '0');
            }
            int length = at - from;
            areShort &= text[from] != '0' || length == 1;
            areAlike &= digits < 0 || digits == length;
            if (!areShort && !areAlike)
                return false;
            digits = length;
            numbers[i] = number;
            next[i] = at;
        }
        to.Byte(areShort ? 0 : digits);
        Integers.Write(to, numbers);
        return true;
    }

    public static void Read(ref PackedReader from, Span<string?> values)
    {
        int count = from.Byte();
        if (count is 0 or > MostNumbers)
            throw from.Wrong($"{count} numbers in each text");
        var columns = new Column[(count * 2) + 1];
        try
        {
            int lists = 0;
            for (int i = 0; i < columns.Length; i++)
            {
                string?[]? pieces = null;
                int digits = 0;
                if (i % 2 == 0)
                    TextPlain.Read(ref from, pieces = new string?[from.Count(values.Length, "different pieces of text")]);
                else
                    digits = from.Byte();
                columns[i] =
                    new Column(pieces, digits, pieces?.Length == 1 ? null : ArrayPool<long>.Shared.Rent(Math.Max(1, values.Length)));
                if (columns[i].List is not { } list)
                    continue;
                if (++lists > MostLists || digits > MostDigits)
                    throw from.Wrong(digits > MostDigits ? $"a number of {digits} digits" : $"texts of more than {MostLists} lists");
                Integers.Read(ref from, list.AsSpan(0, values.Length));
                Check(from, list.AsSpan(0, values.Length), pieces?.Length ?? PowerOf(digits == 0 ? MostDigits : digits));
            }
            Make(from, columns, values);
        }
        finally
        {
            foreach (var column in columns)
                if (column.List is not null)
                    ArrayPool<long>.Shared.Return(column.List);
        }
    }

    static void Check(PackedReader from, ReadOnlySpan<long> numbers, long bound)
    {
        foreach (long number in numbers)
            if ((ulong)number >= (ulong)bound)
                throw from.Wrong($"a part {number} of a text is not below {bound}");
    }

    static long PowerOf(int digits)
    {
        long power = 1;
        for (int i = 0; i < digits; i++)
            power *= 10;
        return power;
    }
}
