using System.Buffers;

namespace Isomer.Tabular;

/// <summary>
/// Texts that differ in their numbers alone, as most do: gone through once, where all others are gone through once for each piece and each
/// number. The bytes are the same.
/// </summary>
internal static partial class TextParts
{
    /// <summary>False, with nothing written, where a piece is another than in the first text, or a number has no place in a list.</summary>
    static bool TryWriteAlike(PackedWriter to, ReadOnlySpan<string?> values, int count, out long chars)
    {
        Span<(int Start, int Length)> pieces = stackalloc (int, int)[MostNumbers + 1];
        chars = 0;
        if (!TryPieces(values[0]!, pieces[..(count + 1)]) || (long)values.Length * count > Array.MaxLength)
            return false;
        // Of each number whether all are without zeros before them, and how many digits all have; -1 where they have not as many.
        uint padded = 0;
        Span<int> digits = stackalloc int[count];
        long[] numbers = ArrayPool<long>.Shared.Rent(values.Length * count);
        bool isOf = true;
        for (int row = 0; row < values.Length && isOf; row++)
        {
            TextFetch.Ahead(values, row);
            isOf = TryNumbers(values[row]!, values[0]!, pieces[..(count + 1)], numbers.AsSpan(0, values.Length * count), row, values.Length,
                digits, ref padded);
            chars += values[row]!.Length + PackedBounds.CharsPerText;
        }
        for (int i = 0; i < count; i++)
            isOf &= (padded & (1u << i)) == 0 || digits[i] > 0;
        if (isOf)
        {
            to.Byte((int)TextForm.Parts);
            to.Byte(count);
            for (int i = 0; i <= count; i++)
            {
                to.Varint(1);
                TextPlain.Write(to, [values[0]!.Substring(pieces[i].Start, pieces[i].Length)], []);
                if (i == count)
                    break;
                to.Byte((padded & (1u << i)) == 0 ? 0 : digits[i]);
                Integers.Write(to, numbers.AsSpan(i * values.Length, values.Length));
            }
        }
        ArrayPool<long>.Shared.Return(numbers);
        return isOf;
    }

    /// <summary>Where the pieces of the first text are, of which there is one more than of numbers.</summary>
    static bool TryPieces(string text, Span<(int Start, int Length)> pieces)
    {
        int at = 0;
        for (int i = 0; i < pieces.Length; i++)
        {
            int number = text.AsSpan(at).IndexOfAnyInRange('0', '9');
            if (number >= 0 == (i == pieces.Length - 1))
                return false;
            pieces[i] = (at, number < 0 ? text.Length - at : number);
            for (at += Math.Max(number, 0); at < text.Length && char.IsAsciiDigit(text[at]);)
                at++;
        }
        return true;
    }

    static bool TryNumbers(string text, string first, ReadOnlySpan<(int Start, int Length)> pieces, Span<long> numbers, int row, int rows,
        Span<int> digits, ref uint padded)
    {
        int at = 0;
        for (int i = 0; i < digits.Length; i++, row += rows)
        {
            int length = pieces[i].Length, start = at + length;
            if (start >= text.Length || !text.AsSpan(at, length).SequenceEqual(first.AsSpan(pieces[i].Start, length)))
                return false;
            long number = 0;
            for (at = start; at < text.Length && (uint)(text[at] - '0') <= 9; at++)
                number = (number * 10) + (text[at] - '0');
            int here = at - start;
            if (here is 0 or > MostDigits)
                return false;
            if (here > 1 && text[start] == '0')
                padded |= 1u << i;
            digits[i] = digits[i] == 0 || digits[i] == here ? here : -1;
            numbers[row] = number;
        }
        return text.AsSpan(at).SequenceEqual(first.AsSpan(pieces[^1].Start, pieces[^1].Length));
    }

    /// <summary>Pieces of text, or numbers of so many digits; without a list it is the first piece for all.</summary>
    readonly record struct Column(string?[]? Pieces, int Digits, long[]? List)
    {
        static readonly long[] s_powers = [.. Enumerable.Range(0, MostDigits + 1).Select(PowerOf)];

        /// <summary>The most characters that it has in one text.</summary>
        public int Widest => Pieces is null ? MostDigits : Pieces.Length == 0 ? 0 : Pieces.Max(static p => p!.Length);

        /// <summary>Puts its characters of a text to where there is room for the widest; how many they are.</summary>
        public int Put(int row, Span<char> to)
        {
            if (Pieces is not null)
            {
                string piece = Pieces[List is null ? 0 : List[row]]!;
                piece.CopyTo(to);
                return piece.Length;
            }
            long number = List![row];
            int length = Digits > 0 ? Digits : DigitsOf(number), i = length - 1;
            for (; number > uint.MaxValue; i--)
            {
                long tenth = number / 10;
                to[i] = (char)('0' + (number - (tenth * 10)));
                number = tenth;
            }
            // Division of 32 bits takes a third of the time.
            for (uint small = (uint)number; i >= 0; i--)
            {
                uint tenth = small / 10;
                to[i] = (char)('0' + (small - (tenth * 10)));
                small = tenth;
            }
            return length;
        }

        static int DigitsOf(long number)
        {
            int digits = 1;
            while (digits < MostDigits && number >= s_powers[digits])
                digits++;
            return digits;
        }
    }

    static void Make(PackedReader from, Column[] columns, Span<string?> values)
    {
        long most = PackedBounds.MostChars(from.Length), made = 0, widest = 0;
        foreach (ref readonly var column in columns.AsSpan())
            widest += column.Widest;
        char[] chars = ArrayPool<char>.Shared.Rent(checked((int)Math.Max(1, widest)));
        for (int row = 0; row < values.Length; row++)
        {
            int at = 0;
            foreach (ref readonly var column in columns.AsSpan())
                at += column.Put(row, chars.AsSpan(at));
            made += at + PackedBounds.CharsPerText;
            if (made > most)
                throw from.Wrong($"its texts have more than {most} characters");
            values[row] = new string(chars, 0, at);
        }
        ArrayPool<char>.Shared.Return(chars);
    }
}
