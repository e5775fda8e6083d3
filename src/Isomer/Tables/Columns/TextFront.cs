using System.Buffers;

namespace Isomer.Tabular;

/// <summary>
/// Front coding: how many characters each text shares with the one before it, then the rests. For keys and paths in order.
/// </summary>
internal static class TextFront
{
    const int LeastCount = 2;
    const int Sample = 64;

    /// <summary>
    /// False, with nothing written, where neighbours share less than a third, or where the rests alone are not below so many bytes.
    /// </summary>
    public static bool TryWrite(PackedWriter to, ReadOnlySpan<string?> values, out long chars, long below, bool isForced = false)
    {
        chars = 0;
        if (values.Length < LeastCount && !isForced)
            return false;
        if (!isForced && !Shares(values, below))
            return false;
        long[] lent = ArrayPool<long>.Shared.Rent(Math.Max(1, values.Length));
        var shared = lent.AsSpan(0, values.Length);
        string before = "";
        long rests = 0;
        for (int i = 0; i < values.Length && rests < below; i++)
        {
            string text = values[i]!;
            shared[i] = before.AsSpan().CommonPrefixLength(text);
            rests += text.Length - shared[i];
            chars += text.Length + PackedBounds.CharsPerText;
            before = text;
        }
        bool isLess = rests < below;
        if (isLess)
        {
            to.Byte((int)TextForm.Front);
            Integers.Write(to, shared);
            TextPlain.Write(to, values, shared);
        }
        ArrayPool<long>.Shared.Return(lent);
        return isLess;
    }

    /// <summary>
    /// By some of them: whether they share a third, and the rests may be below so many bytes, or half as many more, as far as some tell.
    /// </summary>
    static bool Shares(ReadOnlySpan<string?> values, long below)
    {
        long shared = 0, all = 0;
        int apart = Math.Max(1, values.Length / Sample);
        for (int i = apart; i < values.Length; i += apart)
        {
            shared += values[i - 1].AsSpan().CommonPrefixLength(values[i]);
            all += values[i]!.Length;
        }
        return shared * 3 > all && (all - shared) * apart * 2 / 3 < below;
    }

    public static void Read(ref PackedReader from, Span<string?> values)
    {
        long most = PackedBounds.MostChars(from.Length), chars = 0;
        long[] lent = ArrayPool<long>.Shared.Rent(Math.Max(1, values.Length));
        try
        {
            var shared = lent.AsSpan(0, values.Length);
            Integers.Read(ref from, shared);
            TextPlain.Read(ref from, values);
            string before = "";
            for (int i = 0; i < values.Length; i++)
            {
                string rest = values[i]!;
                if ((ulong)shared[i] > (ulong)before.Length)
                    throw from.Wrong($"a text shares {shared[i]} characters with one of {before.Length}");
                chars += shared[i] + rest.Length + PackedBounds.CharsPerText;
                if (chars > most)
                    throw from.Wrong($"its texts have more than {most} characters");
                values[i] = before = shared[i] == 0 ? rest : string.Concat(before.AsSpan(0, (int)shared[i]), rest);
            }
        }
        finally
        {
            ArrayPool<long>.Shared.Return(lent);
        }
    }
}
