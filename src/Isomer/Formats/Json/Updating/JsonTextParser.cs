namespace Isomer.Formats;

/// <summary>Reads a text into <see cref="JsonTextValue"/>, without recursion, by its tokens: what is between two of them is kept.</summary>
internal static class JsonTextParser
{
    /// <summary>
    /// An object or array that is being read, and what is known of its next part. Of a name that stands twice the last counts, as in a
    /// node.
    /// </summary>
    sealed class Open(JsonTextValue value)
    {
        public readonly JsonTextValue Value = value;
        public readonly Dictionary<string, int>? Places = value.Node is NodeObject ? [] : null;
        public string? Name;
        public ReadOnlyMemory<byte> Key;
        public ReadOnlyMemory<byte> Lead;
        public int KeyStart;
    }

    /// <summary>The value, and what stands before and behind it.</summary>
    public static (ReadOnlyMemory<byte> Before, JsonTextValue Value, ReadOnlyMemory<byte> Behind) Parse(
        ReadOnlyMemory<byte> text, JsonOptions options)
    {
        // Refuses all that is no text of these options, so that what follows need not.
        JsonWithin.ParseNode(text.Span, options);
        var reader = new JsonTextTokens(text.Span);
        var open = new Stack<Open>();
        JsonTextValue? root = null;
        int start = 0, end = 0;
        while (reader.Read(open.TryPeek(out var inner) && inner is { Places: not null, Name: null }))
        {
            int at = reader.Start;
            switch (reader.Kind)
            {
                case JsonTokenKind.Name:
                    Between(open.Peek(), text[end..at]);
                    (open.Peek().Name, open.Peek().KeyStart) = (NameOf(text.Span[at..reader.End], options), at);
                    break;
                case JsonTokenKind.EndObject or JsonTokenKind.EndArray:
                    Close(open.Pop(), text[end..at]);
                    break;
                default:
                    var value = new JsonTextValue
                    {
                        Node = reader.Kind switch
                        {
                            JsonTokenKind.BeginObject => new NodeObject(),
                            JsonTokenKind.BeginArray => new NodeArray(),
                            _ => JsonWithin.ParseNode(text.Span[at..reader.End], options),
                        },
                    };
                    if (open.TryPeek(out var around))
                    {
                        if (around.Name is null)
                            Between(around, text[end..at]);
                        else
                            around.Key = text[around.KeyStart..at];
                        Add(around, value);
                    }
                    else
                        (root, start) = (value, at);
                    if (reader.Kind is JsonTokenKind.BeginObject or JsonTokenKind.BeginArray)
                    {
                        value.Parts = [];
                        open.Push(new(value));
                    }
                    else
                        value.Text = text[at..reader.End];
                    break;
            }
            end = reader.End;
        }
        return (text[..start], root!, text[end..]);
    }

    /// <summary>A name as it stands in the text, in quotes of either kind or in none.</summary>
    static string NameOf(ReadOnlySpan<byte> name, JsonOptions options) => name[0] == (byte)'"' && !name.Contains((byte)'\\')
        ? System.Text.Encoding.UTF8.GetString(name[1..^1])
        : ((NodeObject)JsonWithin.ParseNode((byte[])[(byte)'{', .. name, .. ":0}"u8], options)!).Members[0].Key;

    static void Add(Open around, JsonTextValue value)
    {
        var parts = around.Value.Parts!;
        var part = new JsonTextPart(around.Name, value) { Key = around.Key, Lead = around.Lead };
        if (around.Name is { } name)
        {
            ((NodeObject)around.Value.Node!)[name] = value.Node;
            if (!around.Places!.TryAdd(name, parts.Count))
            {
                parts[around.Places[name]].IsRepeated = true;
                around.Places[name] = parts.Count;
            }
        }
        else
            ((NodeArray)around.Value.Node!).Add(value.Node);
        parts.Add(part);
        (around.Name, around.Key, around.Lead) = (null, default, default);
    }

    /// <summary>What stands between a bracket or value and the next name or item.</summary>
    static void Between(Open around, ReadOnlyMemory<byte> gap)
    {
        if (around.Value.Parts is [.., var before])
        {
            int comma = CommaIn(gap.Span);
            before.After = gap[..comma];
            (before.Line, around.Lead) = AtLineEnd(gap[(comma + 1)..]);
        }
        else
            (around.Value.Head, around.Lead) = AtLineEnd(gap);
    }

    /// <summary>What stands before the closing bracket.</summary>
    static void Close(Open around, ReadOnlyMemory<byte> gap)
    {
        var value = around.Value;
        if (value.Parts is not [.., var last])
        {
            value.Tail = gap;
            return;
        }
        if (CommaIn(gap.Span) is var comma and >= 0)
        {
            value.EndsWithComma = true;
            last.After = gap[..comma];
            gap = gap[(comma + 1)..];
        }
        (last.Line, value.Tail) = AtLineEnd(gap);
        value.Parts.RemoveAll(part => part.IsRepeated);
    }

    /// <summary>Whether a comment in it goes to the end of its line.</summary>
    public static bool HasLineComment(ReadOnlySpan<byte> gap)
    {
        for (int i = 0; i < gap.Length; i = BehindComment(gap, i))
            if (gap[i] == (byte)'/' && gap[i + 1] == (byte)'/')
                return true;
        return false;
    }

    /// <summary>The comma that stands in no comment, or -1.</summary>
    static int CommaIn(ReadOnlySpan<byte> gap)
    {
        for (int i = 0; i < gap.Length; i++)
        {
            if (gap[i] == (byte)',')
                return i;
            i = BehindComment(gap, i) - 1;
        }
        return -1;
    }

    /// <summary>A gap, parted before its first line end; all of it belongs to what follows if there is none.</summary>
    static (ReadOnlyMemory<byte> Line, ReadOnlyMemory<byte> Behind) AtLineEnd(ReadOnlyMemory<byte> gap)
    {
        var span = gap.Span;
        for (int i = 0; i < span.Length; i++)
        {
            if (span[i] is (byte)'\r' or (byte)'\n')
                return (gap[..i], gap[i..]);
            i = BehindComment(span, i) - 1;
        }
        return (default, gap);
    }

    /// <summary>Behind the comment that begins here, which may be the end of its line; or the next byte.</summary>
    static int BehindComment(ReadOnlySpan<byte> gap, int at) => at + Math.Max(1, JsonBeautifier.CommentLength(gap[at..]));
}
