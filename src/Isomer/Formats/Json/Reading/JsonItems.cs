using System.Buffers;

namespace Isomer.Formats;

/// <summary>
/// Takes items one by one from what a pipe has so far, and reads each synchronously. Keeps the place in the whole text, so
/// that an error tells it, with the number of items that were read before.
/// </summary>
internal sealed class JsonItems(JsonOptions options, bool isArray)
{
    static readonly SearchValues<byte> WhiteSpace = SearchValues.Create(" \t\r\n"u8);

    JsonBoundary _boundary = new(options.Leniency);
    long _scanned;
    bool _started;
    bool _closed;
    bool _afterComma;
    long _index;
    long _offset;
    int _line = 1;
    long _lineStart;

    /// <summary>Takes the next item, if it is there whole; the buffer starts behind it then.</summary>
    public bool TryTake<T>(ref ReadOnlySequence<byte> buffer, bool isLast, out T item)
    {
        item = default!;
        if (!_started && !Start(ref buffer, isLast))
            return false;
        while (!_closed)
        {
            if (!FindEnd(buffer, isLast, out var text, out byte end))
                return false;
            bool isBlank = IsBlank(text);
            if (isBlank && (isArray ? end == (byte)']' && (!_afterComma || (options.Leniency & JsonLeniency.TrailingCommas) != 0) : true))
            {
                Pass(ref buffer, text.Length + (end == 0 ? 0 : 1));
                _closed = isArray || end == 0;
                continue;
            }
            item = Read<T>(text);
            if (end == (byte)'}')
                throw Place(new WireFormatException("Expected ',' or ']', found '}'.") { Offset = text.Length }, text);
            Pass(ref buffer, text.Length + (end == 0 ? 0 : 1));
            _index++;
            _afterComma = end == (byte)',';
            _closed = end is (byte)']' or 0;
            return true;
        }
        // A comment is judged when it is there whole.
        if (!isLast && (options.Leniency & JsonLeniency.Comments) != 0 && buffer.Length <= options.Limits.MaxStreamItem)
            return false;
        if (!IsBlank(buffer))
            throw Place(new WireFormatException("Expected the end of the text behind the array.") { Offset = 0 }, buffer);
        Pass(ref buffer, buffer.Length);
        return false;
    }

    /// <summary>The byte order mark, and the bracket of an array.</summary>
    bool Start(ref ReadOnlySequence<byte> buffer, bool isLast)
    {
        if (buffer.Length < 3 && !isLast)
            return false;
        Span<byte> head = stackalloc byte[3];
        if (buffer.Length >= 3)
        {
            buffer.Slice(0, 3).CopyTo(head);
            if (head.SequenceEqual("\uFEFF"u8) && _offset == 0)
                Pass(ref buffer, 3);
        }
        if (!isArray)
            return _started = true;
        var reader = new SequenceReader<byte>(buffer);
        reader.AdvancePastAny(" \t\r\n"u8);
        Pass(ref buffer, reader.Consumed);
        if (buffer.IsEmpty && !isLast)
            return false;
        if (buffer.IsEmpty || buffer.FirstSpan[0] != (byte)'[')
            throw Place(
                new WireFormatException($"Expected '[', found {(buffer.IsEmpty ? "the end of the text" : "another value")}.")
                { Offset = 0 }, buffer);
        Pass(ref buffer, 1);
        return _started = true;
    }

    bool FindEnd(in ReadOnlySequence<byte> buffer, bool isLast, out ReadOnlySequence<byte> text, out byte end)
    {
        end = 0;
        text = buffer;
        var at = buffer.GetPosition(_scanned);
        while (buffer.TryGet(ref at, out var piece))
        {
            int found = isArray ? _boundary.Find(piece.Span) : piece.Span.IndexOf((byte)'\n');
            if (found >= 0)
            {
                end = piece.Span[found];
                _scanned += found;
                CheckSize(buffer);
                text = buffer.Slice(0, _scanned);
                return true;
            }
            _scanned += piece.Length;
            CheckSize(buffer);
        }
        if (!isLast)
            return false;
        return isArray
            ? throw Place(new WireFormatException("The text ends within the array.") { Offset = buffer.Length }, buffer)
            : true;
    }

    void CheckSize(in ReadOnlySequence<byte> buffer)
    {
        if (_scanned > options.Limits.MaxStreamItem)
            throw Place(
                new WireFormatException($"An item is longer than {options.Limits.MaxStreamItem} bytes (Limits.MaxStreamItem).")
                { Offset = 0 }, buffer);
    }

    T Read<T>(in ReadOnlySequence<byte> text)
    {
        try
        {
            return JsonWithin.Deserialize<T>(text, options);
        }
        catch (WireFormatException e)
        {
            throw Place(e, text);
        }
    }

    /// <summary>Makes a place in an item one in the whole text.</summary>
    WireFormatException Place(WireFormatException e, in ReadOnlySequence<byte> text)
    {
        long inside = Math.Max(e.Offset, 0);
        var before = text.Slice(0, Math.Min(inside, text.Length));
        e.Format = "Json";
        e.Offset = _offset + inside;
        e.Line = CountLines(before, out long lineStart);
        e.Column = (int)Math.Min(e.Offset - lineStart + 1, int.MaxValue);
        e.Path = $"$[{_index}]{e.Path?[1..]}";
        e.GoodItems = _index;
        return e;
    }

    void Pass(ref ReadOnlySequence<byte> buffer, long count)
    {
        _line = CountLines(buffer.Slice(0, count), out _lineStart);
        _offset += count;
        buffer = buffer.Slice(count);
        _scanned = 0;
        _boundary = new JsonBoundary(options.Leniency);
    }

    /// <summary>The number of the line that the text ends in, and where in the whole that line starts.</summary>
    int CountLines(in ReadOnlySequence<byte> text, out long lineStart)
    {
        int line = _line;
        long at = _offset;
        lineStart = _lineStart;
        foreach (var piece in text)
        {
            int last = piece.Span.LastIndexOf((byte)'\n');
            if (last >= 0)
            {
                line += piece.Span.Count((byte)'\n');
                lineStart = at + last + 1;
            }
            at += piece.Length;
        }
        return line;
    }

    bool IsBlank(in ReadOnlySequence<byte> text)
    {
        foreach (var piece in text)
            if (piece.Span.ContainsAnyExcept(WhiteSpace))
                return (options.Leniency & JsonLeniency.Comments) != 0 && IsComment(text);
        return true;
    }

    bool IsComment(in ReadOnlySequence<byte> text)
    {
        var source = new JsonSource(text.IsSingleSegment ? text.FirstSpan : text.ToArray(), options.Profile);
        try
        {
            source.End();
            return true;
        }
        catch (WireFormatException)
        {
            return false;
        }
    }
}
