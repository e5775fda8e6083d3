namespace Isomer.Formats;

/// <summary>
/// The tokens of a text that has been read already, in whatever lenient form that was: where they are is enough. Commas, colons, comments
/// and white space stand between them.
/// </summary>
internal ref struct JsonTextTokens(ReadOnlySpan<byte> text)
{
    readonly ReadOnlySpan<byte> _text = text;

    /// <summary>What the token is; Null stands for all that is neither bracket, name nor string.</summary>
    public JsonTokenKind Kind { get; private set; }

    public int Start { get; private set; }

    public int End { get; private set; }

    /// <summary>Moves to the next token.</summary>
    /// <param name="isName">Whether a name follows, or the end of the object.</param>
    public bool Read(bool isName)
    {
        int at = End;
        while (at < _text.Length && Between(at) is var length and > 0)
            at += length;
        Start = at;
        if (at >= _text.Length)
            return false;
        Kind = _text[at] switch
        {
            (byte)'{' => JsonTokenKind.BeginObject,
            (byte)'[' => JsonTokenKind.BeginArray,
            (byte)'}' => JsonTokenKind.EndObject,
            (byte)']' => JsonTokenKind.EndArray,
            _ when isName => JsonTokenKind.Name,
            (byte)'"' or (byte)'\'' => JsonTokenKind.String,
            _ => JsonTokenKind.Null,
        };
        End = Kind switch
        {
            JsonTokenKind.Name or JsonTokenKind.String when _text[at] is (byte)'"' or (byte)'\'' => Quoted(at),
            JsonTokenKind.Name => Bare(at, ":\r\n"u8),
            JsonTokenKind.Null => Bare(at, ", \t\r\n]}"u8),
            _ => at + 1,
        };
        return true;
    }

    readonly int Between(int at) => _text[at] switch
    {
        (byte)' ' or (byte)'\t' or (byte)'\r' or (byte)'\n' or (byte)',' or (byte)':' => 1,
        (byte)'/' => JsonBeautifier.CommentLength(_text[at..]),
        0xEF when at == 0 && _text.StartsWith("\uFEFF"u8) => 3,
        _ => 0,
    };

    readonly int Quoted(int at)
    {
        byte quote = _text[at];
        for (at++; at < _text.Length && _text[at] != quote; at++)
            if (_text[at] == (byte)'\\')
                at++;
        return Math.Min(at + 1, _text.Length);
    }

    /// <summary>Up to one of these, or to a comment.</summary>
    readonly int Bare(int at, ReadOnlySpan<byte> ends)
    {
        int end = at;
        while (end < _text.Length && !ends.Contains(_text[end])
            && !(_text[end] == (byte)'/' && end + 1 < _text.Length && _text[end + 1] is (byte)'/' or (byte)'*'))
            end++;
        return end;
    }
}
