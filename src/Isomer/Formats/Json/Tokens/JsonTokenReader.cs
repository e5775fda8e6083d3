using System.Buffers;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using Isomer.Wire.Text;

namespace Isomer;

/// <summary>
/// JSON token by token, forward only, over UTF-8: <c>{"a":[1]}</c> is BeginObject, Name, BeginArray, Number, EndArray, EndObject. Tokens
/// allocate nothing; strings that are asked for do, levels beyond 64, and a sequence in pieces, which is copied. Data may come in parts
/// (pipes): then the last token that is not whole is left to the next reader, which gets <see cref="State"/>.
/// </summary>
/// <remarks>
/// Question: how does a reader stop within a token, at the end of a part, and go on with the next? Candidates: states within tokens (each
/// byte of each token pays), or no change of state until a token is whole. The second: a token is read with locals, and what is not whole
/// has not happened. This file has the structure, .Scan what stands in a token, .Values what it is.
/// </remarks>
public ref partial struct JsonTokenReader
{
    readonly ref byte _start;
    readonly int _length;
    readonly bool _isFinal;
    readonly int _maxDepth;
    readonly JsonTokenOptions _options;
    readonly bool _isLenient;
    readonly long _before;
    byte[]? _rented;
    int _at;
    int _valueStart;
    int _valueLength;
    bool _hasEscapes;
    JsonTokenKind _kind;
    Expected _next;
    // Which of the open containers are objects: one bit each, the innermost lowest; those beyond 64 in an array.
    ulong _objects;
    ulong[]? _deeper;
    int _depth;

    /// <summary>What may come next.</summary>
    enum Expected : byte
    {
        Value,
        ItemOrEnd,
        NameOrEnd,
        CommaOrEnd,
        // Behind a comma, where a comment or a trailing comma may follow.
        ItemAfterComma,
        NameAfterComma,
        Nothing,
    }

    /// <summary>A reader of a whole text.</summary>
    public JsonTokenReader(ReadOnlySpan<byte> utf8, JsonTokenOptions options = default) : this(utf8, isFinal: true, default, options)
    {
    }

    /// <summary>A reader of a part of a text, going on where another stopped.</summary>
    /// <param name="utf8">What the one before has left, and what has come since.</param>
    /// <param name="isFinal">Whether this is the end of the text.</param>
    /// <param name="state">Of the reader before.</param>
    /// <param name="options">How to read.</param>
    public JsonTokenReader(ReadOnlySpan<byte> utf8, bool isFinal, JsonTokenState state, JsonTokenOptions options = default)
    {
        _start = ref MemoryMarshal.GetReference(utf8);
        _length = utf8.Length;
        _isFinal = isFinal;
        _options = options;
        _isLenient = options.AllowsComments || options.KeepsComments || options.AllowsTrailingCommas;
        _maxDepth = options.MaxDepth > 0 ? options.MaxDepth : 64;
        (_kind, _next, _depth, _objects, _deeper) = (state.Kind, (Expected)state.Next, state.Depth, state.Objects,
            (ulong[]?)state.Deeper?.Clone());
        _before = state.Consumed;
    }

    /// <summary>
    /// A reader of a whole text in pieces; what is in several is copied into lent memory, to be given back by <see cref="Dispose"/>.
    /// </summary>
    public JsonTokenReader(in ReadOnlySequence<byte> utf8, JsonTokenOptions options = default) : this(utf8, isFinal: true, default, options)
    {
    }

    /// <summary>
    /// A reader of a part of a text that is in pieces, as a pipe gives it; what is in several is copied into lent memory, to be given back
    /// by <see cref="Dispose"/>.
    /// </summary>
    public JsonTokenReader(in ReadOnlySequence<byte> utf8, bool isFinal, JsonTokenState state, JsonTokenOptions options = default)
        : this(SpanOf(utf8, out byte[]? rented), isFinal, state, options) => _rented = rented;

    static ReadOnlySpan<byte> SpanOf(scoped in ReadOnlySequence<byte> utf8, out byte[]? rented)
    {
        rented = null;
        if (utf8.IsSingleSegment)
            return utf8.FirstSpan;
        int length = checked((int)utf8.Length);
        rented = ArrayPool<byte>.Shared.Rent(length);
        utf8.CopyTo(rented);
        return rented.AsSpan(0, length);
    }

    /// <summary>What kind of token it stands at.</summary>
    public readonly JsonTokenKind Kind => _kind;

    /// <summary>Where the token begins, from the beginning of the text; that of a string or name is its quote.</summary>
    public readonly long Start => _before + TokenStart;

    readonly int TokenStart => _kind switch
    {
        JsonTokenKind.String or JsonTokenKind.Name => _valueStart - 1,
        JsonTokenKind.Comment => _valueStart - 2,
        _ => _valueStart,
    };

    /// <summary>Where the token ends, from the beginning of the text.</summary>
    public readonly long Consumed => _before + _at;

    /// <summary>How many bytes of the data that this reader was given have been read: what a pipe is advanced by.</summary>
    public readonly int BytesRead => _at;

    /// <summary>How many objects and arrays are open around the token; a bracket is as deep as what it stands in.</summary>
    public readonly int Depth => _kind is JsonTokenKind.BeginObject or JsonTokenKind.BeginArray ? _depth - 1 : _depth;

    /// <summary>What the next reader is given where the data of this one were not all.</summary>
    public readonly JsonTokenState State =>
        new()
        {
            Kind = _kind,
            Next = (byte)_next,
            Depth = _depth,
            Objects = _objects,
            Deeper = (ulong[]?)_deeper?.Clone(),
            Consumed = Consumed
        };

    /// <summary>
    /// Goes to the next token. False at the end of the text, or where the data end and more are to come: then nothing has changed.
    /// </summary>
    /// <exception cref="WireFormatException">The text is no JSON.</exception>
    public bool Read()
    {
        int at = _at;
        ref byte start = ref _start;
        if ((uint)at >= (uint)_length)
            return AtEnd(at);
        byte next = Unsafe.Add(ref start, at);
        if (next <= (byte)' ')
        {
            at = SkipSpace(at);
            if (at >= _length)
                return AtEnd(at);
            next = Unsafe.Add(ref start, at);
        }
        if (next == (byte)'/' && _isLenient)
        {
            if (_options.KeepsComments)
                return ReadComment(at);
            at = SkipComments(at);
            if (at < 0)
                return false;
            if (at >= _length)
                return AtEnd(at);
            next = Unsafe.Add(ref start, at);
        }
        if (_next == Expected.CommaOrEnd)
        {
            if (next != (byte)',')
                return ReadEnd(at, next);
            bool inObject = (_objects & 1) != 0;
            if (++at >= _length)
                return AfterComma(at, inObject);
            next = Unsafe.Add(ref start, at);
            if (next <= (byte)' ')
            {
                at = SkipSpace(at);
                if (at >= _length)
                    return AfterComma(at, inObject);
                next = Unsafe.Add(ref start, at);
            }
            if (_isLenient && next is (byte)'/' or (byte)'}' or (byte)']')
                return AfterComma(at, inObject);
            return inObject ? ReadName(at, next) : ReadValue(at, next);
        }
        if (_next == Expected.Value)
            return ReadValue(at, next);
        switch (_next)
        {
            case Expected.NameOrEnd:
                return next == (byte)'}' ? ReadEnd(at, next) : ReadName(at, next);
            case Expected.ItemOrEnd:
                return next == (byte)']' ? ReadEnd(at, next) : ReadValue(at, next);
            case Expected.NameAfterComma:
                return next == (byte)'}' && _options.AllowsTrailingCommas ? ReadEnd(at, next) : ReadName(at, next);
            case Expected.ItemAfterComma:
                return next == (byte)']' && _options.AllowsTrailingCommas ? ReadEnd(at, next) : ReadValue(at, next);
            default:
                throw Error(at, "The text goes on behind its value.");
        }
    }

    /// <summary>Behind a comma stands what is no name or item: a comment, a bracket that may be forgiven, or nothing yet.</summary>
    bool AfterComma(int at, bool inObject)
    {
        if (at >= _length)
            return _isFinal ? throw Error(at, "The text ends behind a comma.") : false;
        // The comma counts from here on: whatever follows is read once more from its place, and cannot come here again.
        (int before, _at) = (_at, at);
        _next = inObject ? Expected.NameAfterComma : Expected.ItemAfterComma;
        if (Read())
            return true;
        (_at, _next) = (before, Expected.CommaOrEnd);
        return false;
    }

    /// <summary>
    /// Passes over what the token begins: the rest of an object or array, the value of a name. False, and nothing has changed, where the
    /// data end before that does and more are to come.
    /// </summary>
    public bool TrySkip()
    {
        // Levels beyond the 64th that were noted are not those of what is around.
        var before = this;
        bool isWhole = _kind != JsonTokenKind.Name || ReadBeyondComments();
        if (isWhole && _kind is JsonTokenKind.BeginObject or JsonTokenKind.BeginArray)
            for (int outer = _depth - 1; isWhole && _depth > outer;)
                isWhole = Read();
        if (!isWhole)
            this = before;
        return isWhole;
    }

    bool ReadBeyondComments()
    {
        while (Read())
            if (_kind != JsonTokenKind.Comment)
                return true;
        return false;
    }

    /// <summary>Gives back memory that the pieces of a sequence were copied into; spans of values are not to be used any more.</summary>
    public void Dispose()
    {
        byte[]? rented = _rented;
        _rented = null;
        if (rented is not null)
            ArrayPool<byte>.Shared.Return(rented);
    }
}
