using System.Text;

namespace Isomer.Formats;

/// <summary>
/// $map of older builds, <c>{"id":"MyIRAFVEd2aImaq7zN3u/w==","$map":{"id":"System.Guid"}}</c>: which strings of object members are Guids.
/// It stands behind them, so one pass over the text finds all of them: by the offset of the quote.
/// </summary>
internal static class FastJsonMaps
{
    static readonly HashSet<int> None = [];

    public static HashSet<int> Find(ReadOnlySpan<byte> text)
    {
        if (text.IndexOf("$map"u8) < 0 || text.IndexOf("System.Guid"u8) < 0)
            return None;
        var found = new HashSet<int>();
        // Members so far of all open objects, and where those of each begin; -1 for an array.
        var members = new List<(string Name, int Value)>();
        var open = new List<int>();
        bool expectsName = false;
        for (int i = 0; i < text.Length; i++)
        {
            switch (text[i])
            {
                case (byte)'{':
                    open.Add(members.Count);
                    expectsName = true;
                    break;
                case (byte)'[':
                    open.Add(-1);
                    expectsName = false;
                    break;
                case (byte)'}' or (byte)']':
                    if (open.Count > 0 && open[^1] >= 0)
                        members.RemoveRange(open[^1], members.Count - open[^1]);
                    if (open.Count > 0)
                        open.RemoveAt(open.Count - 1);
                    expectsName = false;
                    break;
                case (byte)',':
                    expectsName = open.Count > 0 && open[^1] >= 0;
                    break;
                case (byte)'/':
                    i = FastJsonLateTypes.EndOfComment(text, i);
                    break;
                case (byte)'"' or (byte)'\'':
                    int end = FastJsonLateTypes.EndOfString(text, i);
                    int value = expectsName ? ValueAt(text, end + 1) : -1;
                    if (value >= 0 && text[value] is (byte)'"' or (byte)'\'')
                    {
                        members.Add((Encoding.UTF8.GetString(text[(i + 1)..end]), value));
                    }
                    else if (value >= 0 && text[value] == (byte)'{' && text[(i + 1)..end].SequenceEqual("$map"u8))
                    {
                        end = ReadMap(text, value + 1, members[open[^1]..], found);
                        // What it has told is told: another one is about what follows it.
                        members.RemoveRange(open[^1], members.Count - open[^1]);
                    }
                    expectsName = false;
                    i = end;
                    break;
            }
        }
        return found;
    }

    /// <summary>Pairs of member and type up to the closing brace, whose offset is returned.</summary>
    static int ReadMap(ReadOnlySpan<byte> text, int at, List<(string Name, int Value)> members, HashSet<int> found)
    {
        var byName = new Dictionary<string, int>(StringComparer.OrdinalIgnoreCase);
        foreach (var (name, value) in members)
            byName[name] = value;
        while (at < text.Length && text[at] != (byte)'}')
        {
            if (text[at] is not ((byte)'"' or (byte)'\''))
            {
                at++;
                continue;
            }
            int end = FastJsonLateTypes.EndOfString(text, at);
            int type = ValueAt(text, end + 1);
            if (type < 0 || text[type] is not ((byte)'"' or (byte)'\''))
                return end;
            int typeEnd = FastJsonLateTypes.EndOfString(text, type);
            if (text[(type + 1)..typeEnd] is var named && (named.SequenceEqual("System.Guid"u8) || named.StartsWith("System.Guid,"u8))
                && byName.TryGetValue(Encoding.UTF8.GetString(text[(at + 1)..end]), out int member))
                found.Add(member);
            at = typeEnd + 1;
        }
        return at;
    }

    /// <summary>Where the value behind a name begins, or -1.</summary>
    static int ValueAt(ReadOnlySpan<byte> text, int at)
    {
        bool colon = false;
        for (; at < text.Length; at++)
        {
            if (text[at] == (byte)':' && !colon)
                colon = true;
            else if (text[at] is not ((byte)' ' or (byte)'\t' or (byte)'\r' or (byte)'\n'))
                return colon ? at : -1;
        }
        return -1;
    }
}
