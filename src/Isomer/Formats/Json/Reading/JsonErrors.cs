using System.Buffers;
using System.Text;
using Isomer.Wire;
using Isomer.Wire.Text;

namespace Isomer.Formats;

/// <summary>
/// Makes the one exception of what went wrong. Nothing keeps the path while reading: it is found afterwards, by going over
/// the text once more up to the offset.
/// </summary>
internal static class JsonErrors
{
    public static WireFormatException Place(Exception e, ReadOnlySpan<byte> text, int position, string format = nameof(Json))
    {
        var error = TextErrors.Place(e, format, text, position);
        error.Path = PathTo(text, (int)error.Offset);
        return error;
    }

    /// <summary>In a name, what System.Text.Json puts it in quotes for: $['a b'].c</summary>
    static readonly SearchValues<char> s_special = SearchValues.Create(". '/\"[]()\t\n\r\f\b\\\u0085\u2028\u2029");

    /// <summary>The name without its escapes, where they are valid.</summary>
    static string NameOf(ReadOnlySpan<byte> name)
    {
        byte[] plain = new byte[name.Length];
        return name.Contains((byte)'\\') && Utf8Strings.TryUnescape(name, plain, out int written)
            ? Encoding.UTF8.GetString(plain, 0, written)
            : Encoding.UTF8.GetString(name);
    }

    /// <summary>The name of the member whose value comes behind this text.</summary>
    public static string? NameBefore(ReadOnlySpan<byte> text)
    {
        // Within a string each quote is escaped, so the nearest that is not is the one that opens it.
        int end = text.LastIndexOf((byte)'"');
        for (int at = end - 1; at >= 0; at--)
        {
            if (text[at] != (byte)'"')
                continue;
            int escapes = text[..at].Length - 1 - text[..at].LastIndexOfAnyExcept((byte)'\\');
            if (escapes % 2 == 0)
                return NameOf(text[(at + 1)..end]);
        }
        return null;
    }

    /// <summary>The path to what stands at the offset: $.orders[3].freight</summary>
    public static string PathTo(ReadOnlySpan<byte> text, int offset) => PathTo(text, 0, offset, []);

    /// <summary>
    /// The path to what stands at the offset, where the levels say what is open before the place from which on the text is looked over.
    /// </summary>
    /// <param name="text">The text.</param>
    /// <param name="from">Where looking begins: at its beginning, or behind a comma.</param>
    /// <param name="offset">What the path leads to.</param>
    /// <param name="levels">What is open there: of each level an index, or a name (index -1).</param>
    public static string PathTo(ReadOnlySpan<byte> text, int from, int offset, List<(int Index, string? Name)> levels)
    {
        bool expectsName = levels.Count > 0 && levels[^1].Index < 0;
        for (int i = from; i < offset && i < text.Length; i++)
        {
            switch (text[i])
            {
                case (byte)'{':
                    levels.Add((-1, null));
                    expectsName = true;
                    break;
                case (byte)'[':
                    levels.Add((0, null));
                    expectsName = false;
                    break;
                case (byte)'}' or (byte)']':
                    if (levels.Count > 0)
                        levels.RemoveAt(levels.Count - 1);
                    expectsName = false;
                    break;
                case (byte)',':
                    if (levels.Count > 0)
                    {
                        expectsName = levels[^1].Index < 0;
                        levels[^1] = expectsName ? (-1, null) : (levels[^1].Index + 1, null);
                    }
                    break;
                case (byte)'"':
                    int end = i + 1;
                    while (end < text.Length && text[end] != (byte)'"')
                        end += text[end] == (byte)'\\' ? 2 : 1;
                    if (expectsName && levels.Count > 0)
                    {
                        levels[^1] = (-1, NameOf(text[(i + 1)..Math.Min(end, text.Length)]));
                        expectsName = false;
                    }
                    i = end;
                    break;
            }
        }
        var path = new StringBuilder("$");
        foreach (var (index, name) in levels.Take(64))
        {
            if (index >= 0)
                path.Append('[').Append(index).Append(']');
            else if (name is not null && name.AsSpan().ContainsAny(s_special))
                path.Append("['").Append(name).Append("']");
            else if (name is not null)
                path.Append('.').Append(name);
        }
        return path.ToString();
    }
}
