using System.Buffers;

namespace Isomer.Formats;

/// <summary>
/// Finds where an item of an array ends, over pieces of text: the first comma or closing bracket that is neither in a
/// string, a comment nor a nested value. Looks at each byte once; whether the item is valid is its reader's business.
/// </summary>
internal struct JsonBoundary(JsonLeniency leniency)
{
    static readonly SearchValues<byte> Strict = SearchValues.Create("\"[]{},"u8);
    static readonly SearchValues<byte> Lenient = SearchValues.Create("\"'/[]{},"u8);

    readonly bool _singleQuotes = (leniency & JsonLeniency.SingleQuotes) != 0;
    readonly bool _comments = (leniency & JsonLeniency.Comments) != 0;
    int _depth;
    State _state;
    byte _quote;

    enum State : byte
    {
        Value,
        String,
        Escaped,
        Slash,
        LineComment,
        BlockComment,
        BlockCommentStar,
    }

    /// <summary>The index of the byte that ends the item; -1 if that is not in this piece, and the next one goes on here.</summary>
    public int Find(ReadOnlySpan<byte> piece)
    {
        var interesting = leniency == JsonLeniency.None ? Strict : Lenient;
        for (int i = 0; i < piece.Length; i++)
        {
            int skip = _state switch
            {
                State.Value => piece[i..].IndexOfAny(interesting),
                State.String => piece[i..].IndexOfAny(_quote, (byte)'\\'),
                _ => 0,
            };
            if (skip < 0)
                return -1;
            i += skip;
            if (Take(piece[i]))
                return i;
        }
        return -1;
    }

    bool Take(byte next)
    {
        switch (_state)
        {
            case State.Slash when next is (byte)'/' or (byte)'*':
                _state = next == (byte)'/' ? State.LineComment : State.BlockComment;
                return false;
            case State.Slash or State.Value:
                _state = State.Value;
                return TakeInValue(next);
            case State.String:
                _state = next == (byte)'\\' ? State.Escaped : State.Value;
                return false;
            case State.Escaped:
                _state = State.String;
                return false;
            case State.LineComment:
                if (next is (byte)'\n' or (byte)'\r')
                    _state = State.Value;
                return false;
            default:
                _state = next == (byte)'*' ? State.BlockCommentStar
                    : next == (byte)'/' && _state == State.BlockCommentStar ? State.Value
                    : State.BlockComment;
                return false;
        }
    }

    bool TakeInValue(byte next)
    {
        switch (next)
        {
            case (byte)'"':
            case (byte)'\'' when _singleQuotes:
                _quote = next;
                _state = State.String;
                return false;
            case (byte)'/' when _comments:
                _state = State.Slash;
                return false;
            case (byte)'[' or (byte)'{':
                _depth++;
                return false;
            case (byte)']' or (byte)'}':
                return _depth-- == 0;
            default:
                return next == (byte)',' && _depth == 0;
        }
    }
}
