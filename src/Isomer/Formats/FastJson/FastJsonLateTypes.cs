using System.Runtime.InteropServices;

namespace Isomer;

/// <summary>
/// Finds, in one pass over a text, every object whose $type is not its first member: by the offset of its brace, the offset of the
/// type's name. So it may stand anywhere, and no part of the text is looked at again for each level that it is in.
/// </summary>
internal static class FastJsonLateTypes
{
    static readonly Dictionary<int, int> None = [];

    public static Dictionary<int, int> Find(ReadOnlySpan<byte> text)
    {
        if (text.IndexOf("$type"u8) < 0)
            return None;
        var found = new Dictionary<int, int>();
        // Open brackets; of an object its offset, of an array -1.
        var open = new List<int>();
        bool expectsName = false;
        for (int i = 0; i < text.Length; i++)
        {
            switch (text[i])
            {
                case (byte)'{':
                    open.Add(i);
                    expectsName = true;
                    break;
                case (byte)'[':
                    open.Add(-1);
                    expectsName = false;
                    break;
                case (byte)'}' or (byte)']':
                    if (open.Count > 0)
                        open.RemoveAt(open.Count - 1);
                    expectsName = false;
                    break;
                case (byte)',':
                    expectsName = open.Count > 0 && open[^1] >= 0;
                    break;
                case (byte)'/':
                    i = EndOfComment(text, i);
                    break;
                case (byte)'"' or (byte)'\'':
                    int end = EndOfString(text, i);
                    if (expectsName && end - i == 6 && text[(i + 1)..end].SequenceEqual("$type"u8) && ValueAt(text, end + 1) is var value and >= 0)
                        found.TryAdd(open[^1], value);
                    expectsName = false;
                    i = end;
                    break;
            }
        }
        return found.Count == 0 ? None : found;
    }

    static int ValueAt(ReadOnlySpan<byte> text, int at)
    {
        at += CountSpace(text, at);
        if (at >= text.Length || text[at] != (byte)':')
            return -1;
        at++;
        at += CountSpace(text, at);
        return at < text.Length && text[at] is (byte)'"' or (byte)'\'' ? at : -1;
    }

    static int CountSpace(ReadOnlySpan<byte> text, int at)
    {
        if (at >= text.Length)
            return 0;
        int count = text[at..].IndexOfAnyExcept(" \t\r\n"u8);
        return count < 0 ? text.Length - at : count;
    }

    internal static int EndOfString(ReadOnlySpan<byte> text, int start)
    {
        byte quote = text[start];
        int at = start + 1;
        while (at < text.Length && text[at] != quote)
            at += text[at] == (byte)'\\' ? 2 : 1;
        return Math.Min(at, text.Length);
    }

    internal static int EndOfComment(ReadOnlySpan<byte> text, int start)
    {
        if (start + 1 >= text.Length)
            return start;
        int end = text[start + 1] switch
        {
            (byte)'/' => text[start..].IndexOfAny((byte)'\n', (byte)'\r'),
            (byte)'*' => text[(start + 2)..].IndexOf("*/"u8) is var close and >= 0 ? close + 3 : -1,
            _ => 0,
        };
        return end < 0 ? text.Length : start + end;
    }
}
