namespace Isomer.Formats;

/// <summary>
/// Finds, in one pass over a text, what does not stand first in its object: every $type, by the offset of the object's brace, and every
/// $types table. So they may stand anywhere (a database that keeps JSON sorts its names), and no part of the text is looked at again for
/// each level that it is in.
/// </summary>
internal sealed class FastJsonLateTypes
{
    static readonly FastJsonLateTypes None = new();

    // By the offset of a brace, that of the value of its $type.
    readonly Dictionary<int, int> _types = [];
    readonly List<int> _tables = [];

    /// <summary>Where the brace of each table of types is.</summary>
    public IReadOnlyList<int> Tables => _tables;

    /// <summary>
    /// Whether a table stands behind what fastJSON writes behind it: so the objects are not in the order in which they were numbered.
    /// </summary>
    public bool IsReordered { get; private set; }

    /// <summary>Where the name of the type is of the object that begins with this brace; -1 if it has none.</summary>
    public int TypeOf(int brace) => _types.TryGetValue(brace, out int at) ? at : -1;

    public static FastJsonLateTypes Find(ReadOnlySpan<byte> text)
    {
        if (text.IndexOf("$type"u8) < 0)
            return None;
        var found = new FastJsonLateTypes();
        // Open brackets; of an object its offset, of an array -1. And whether a name stood in it that fastJSON writes behind the table.
        var open = new List<Level>();
        bool expectsName = false;
        for (int i = 0; i < text.Length; i++)
        {
            switch (text[i])
            {
                case (byte)'{':
                    open.Add(new Level(i));
                    expectsName = true;
                    break;
                case (byte)'[':
                    open.Add(new Level(-1));
                    expectsName = false;
                    break;
                case (byte)'}' or (byte)']':
                    if (open.Count > 0)
                        open.RemoveAt(open.Count - 1);
                    expectsName = false;
                    break;
                case (byte)',':
                    expectsName = open.Count > 0 && open[^1].Brace >= 0;
                    break;
                case (byte)'/':
                    i = EndOfComment(text, i);
                    break;
                case (byte)'"' or (byte)'\'':
                    int end = EndOfString(text, i);
                    if (expectsName && open.Count > 0)
                        found.Take(text, open[^1], text[(i + 1)..end], end + 1);
                    expectsName = false;
                    i = end;
                    break;
            }
        }
        return found;
    }

    sealed class Level(int brace)
    {
        public int Brace => brace;

        public bool HasMembers { get; set; }
    }

    void Take(ReadOnlySpan<byte> text, Level level, ReadOnlySpan<byte> name, int behind)
    {
        bool isTable = name.SequenceEqual("$types"u8);
        bool isType = name.SequenceEqual("$type"u8);
        int value = isTable || isType ? ValueAt(text, behind) : -1;
        if (isType && value >= 0 && text[value] is (byte)'"' or (byte)'\'')
            _types.TryAdd(level.Brace, value);
        if (isTable && value >= 0 && text[value] == (byte)'{')
        {
            _tables.Add(value);
            IsReordered |= level.HasMembers;
        }
        // $circular of 2.1.0 stood before it too.
        level.HasMembers |= isType || name is not [(byte)'$', ..];
    }

    static int ValueAt(ReadOnlySpan<byte> text, int at)
    {
        at += CountSpace(text, at);
        if (at >= text.Length || text[at] != (byte)':')
            return -1;
        at++;
        at += CountSpace(text, at);
        return at < text.Length ? at : -1;
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
