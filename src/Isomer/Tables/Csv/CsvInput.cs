using System.Numerics;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;
using System.Text;
using System.Text.Unicode;
using Isomer.Wire;

namespace Isomer.Tabular;

/// <summary>A field of the record at hand.</summary>
/// <param name="Start">Where its text begins in the window, behind its quote.</param>
/// <param name="Length">Of its text.</param>
/// <param name="IsQuoted">Whether it stands in quotes: nothing in them is an empty text, nothing without them is null.</param>
/// <param name="HasQuotes">Whether quotes in it are doubled.</param>
internal readonly record struct CsvField(int Start, int Length, bool IsQuoted, bool HasQuotes);

/// <summary>
/// Records of CSV, one at a time, out of a window over a stream, which grows only where one record is longer. A quote within a field that
/// does not begin with one is a character like others.
/// </summary>
internal sealed class CsvInput(Stream input, CsvOptions options, int window = CsvInput.Window)
{
    // As that of documents (DocumentBatches).
    const int Window = 1 << 18;

    /// <summary>Spreadsheets have so many columns, databases fewer.</summary>
    public const int MostColumns = 16_384;

    // So many bytes are looked at at a time.
    const int Block = 32;

    /// <summary>
    /// Bytes that may be read behind any text: of the window, or nobody's. Numbers are read faster where their end is not the end of
    /// memory.
    /// </summary>
    public const int InSight = Block;

    readonly byte _separator = (byte)options.Separator;
    CsvField[] _fields = new CsvField[16];
    int _count;
    Stream _input = input;
    byte[] _buffer = new byte[window + Block];
    byte[] _scratch = [];
    int _position;
    int _start;
    int _end;
    bool _isAtEnd;
    bool _isTranscoded;
    long _gone;
    // Where the block begins whose separators, quotes and line ends are the bits of the mask, and the next one. Those behind the record at
    // hand are found already: the next goes on with them.
    int _block;
    int _next;
    uint _mask;

    /// <summary>How many lines stand before the record at hand.</summary>
    public long Line { get; private set; }

    long _nextLine;

    /// <summary>The fields of the record at hand.</summary>
    public ReadOnlySpan<CsvField> Fields => _fields.AsSpan(0, _count);

    /// <summary>The text of a field of the record at hand, until the next is asked for.</summary>
    public ReadOnlySpan<byte> TextOf(in CsvField field)
    {
        var text = _buffer.AsSpan(field.Start, field.Length);
        return field.HasQuotes ? Single(text) : text;
    }

    ReadOnlySpan<byte> Single(ReadOnlySpan<byte> text)
    {
        if (_scratch.Length < text.Length + InSight)
            _scratch = new byte[text.Length + InSight];
        int length = 0;
        for (int at; (at = text.IndexOf((byte)'"')) >= 0; text = text[(at + 2)..])
        {
            text[..(at + 1)].CopyTo(_scratch.AsSpan(length));
            length += at + 1;
        }
        text.CopyTo(_scratch.AsSpan(length));
        return _scratch.AsSpan(0, length + text.Length);
    }

    /// <summary>Goes to the next record, if it is in the window as a whole.</summary>
    /// <param name="most">How many fields it may have.</param>
    public bool TryNext(int most)
    {
        (_start, Line) = (_position, _nextLine);
        _count = 0;
        if (_position == _end || !TryRecord(most, out int behind, out bool hasQuoted))
        {
            Rescan(_start);
            return false;
        }
        var record = _buffer.AsSpan(_start, behind - _start);
        if (!Utf8.IsValid(record))
            throw Placed("The text is not UTF-8: CsvOptions.Encoding says which it is.", _start);
        _nextLine += 1 + (hasQuoted ? CountLines() : 0);
        _position = behind;
        return true;
    }

    void Rescan(int from) => (_next, _mask) = (from, 0);

    /// <summary>Goes back to before the record at hand, which is the next then.</summary>
    public void Again()
    {
        (_position, _nextLine) = (_start, Line);
        Rescan(_start);
    }

    /// <summary>Lines that end within the quotes of fields.</summary>
    long CountLines()
    {
        long count = 0;
        foreach (ref readonly var field in Fields)
            if (field.IsQuoted)
                count += _buffer.AsSpan(field.Start, field.Length).Count((byte)'\n');
        return count;
    }

    /// <summary>The next separator, quote or line end; the end of the window if there is none.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    int Special(ref byte start)
    {
        while (_mask == 0)
        {
            if (_next >= _end)
                return _end;
            (_block, _next) = (_next, _next + Block);
            var bytes = Vector256.LoadUnsafe(ref start, (nuint)(uint)_block);
            var found = Vector256.Equals(bytes, Vector256.Create(_separator)) | Vector256.Equals(bytes, Vector256.Create((byte)'"'))
                | Vector256.Equals(bytes, Vector256.Create((byte)'\n')) | Vector256.Equals(bytes, Vector256.Create((byte)'\r'));
            _mask = found.ExtractMostSignificantBits();
            if (_next > _end)
                _mask &= (1u << (_end - _block)) - 1;
        }
        int at = _block + BitOperations.TrailingZeroCount(_mask);
        _mask &= _mask - 1;
        return at;
    }

    /// <remarks>
    /// By the bits of blocks and not by IndexOfAny for each field, whose call costs more than a short field:
    /// bench/results/2026-11-23-csv.txt.
    /// </remarks>
    bool TryRecord(int most, out int at, out bool hasQuoted)
    {
        ref byte start = ref MemoryMarshal.GetArrayDataReference(_buffer);
        int end = _end;
        at = _position;
        hasQuoted = false;
        while (true)
        {
            int field = at;
            int special = Special(ref start);
            if (special == field && special < end && Unsafe.Add(ref start, special) == '"')
            {
                hasQuoted = true;
                if (!TryQuoted(ref start, field, out special))
                    return false;
            }
            else
            {
                // A quote that does not begin a field is a character like others.
                while (special < end && Unsafe.Add(ref start, special) == '"')
                    special = Special(ref start);
                Add(new(field, special - field, false, false));
            }
            if (_count > most)
                throw Placed($"The record has more than {most} fields.", special);
            at = special;
            if (special == end)
                return _isAtEnd;
            at++;
            byte mark = Unsafe.Add(ref start, special);
            if (mark == _separator)
                continue;
            if (mark == '\n')
                return true;
            if (at == end)
                return _isAtEnd;
            if (Unsafe.Add(ref start, at) == '\n')
                at = Special(ref start) + 1;
            return true;
        }
    }

    bool TryQuoted(ref byte start, int quote, out int special)
    {
        bool hasQuotes = false;
        int at;
        while (true)
        {
            do
                at = Special(ref start);
            while (at < _end && Unsafe.Add(ref start, at) != '"');
            if (at == _end)
            {
                special = at;
                return _isAtEnd ? throw Placed("A quoted field has no end.", quote) : false;
            }
            if (at + 1 == _end || Unsafe.Add(ref start, at + 1) != '"')
                break;
            hasQuotes = true;
            Special(ref start);
        }
        Add(new(quote + 1, at - quote - 1, true, hasQuotes));
        special = Special(ref start);
        return special == at + 1
            ? true
            : throw Placed("Something stands between the closing quote of a field and the next separator.", at + 1);
    }

    void Add(CsvField field)
    {
        if (_count == _fields.Length)
            Array.Resize(ref _fields, _count * 2);
        _fields[_count++] = field;
    }

    /// <summary>Takes more of the stream into the window; false if there is no more.</summary>
    public async ValueTask<bool> FillAsync(CancellationToken cancellationToken)
    {
        if (_isAtEnd)
            return false;
        bool isFirst = _gone == 0 && _end == 0;
        Drop(_start);
        int room = _buffer.Length - Block;
        if (_end > room / 2)
            Array.Resize(ref _buffer, (room *= 2) + Block);
        try
        {
            _end += await _input.ReadAtLeastAsync(_buffer.AsMemory(_end, room - _end), room - _end, throwOnEndOfStream: false,
                cancellationToken).ConfigureAwait(false);
        }
        catch (DecoderFallbackException e)
        {
            throw Placed($"The text is not valid in its encoding: {e.Message}", _end);
        }
        _isAtEnd = _end < room;
        Rescan(_position);
        if (isFirst)
            await DecodeAsync(cancellationToken).ConfigureAwait(false);
        return true;
    }

    /// <summary>What is not UTF-8 becomes it as it is read.</summary>
    async ValueTask DecodeAsync(CancellationToken cancellationToken)
    {
        var text = _buffer.AsSpan(0, _end);
        if (!_isTranscoded && (options.Encoding ?? MarkOf(text)) is { } encoding and not UTF8Encoding)
        {
            encoding = (Encoding)encoding.Clone();
            encoding.DecoderFallback = DecoderFallback.ExceptionFallback;
            var rest = new MemoryStream(_buffer, 0, _end);
            _input = Encoding.CreateTranscodingStream(_isAtEnd ? rest : new JoinedStream(rest, _input), encoding, new UTF8Encoding(false));
            (_buffer, _end, _isAtEnd, _isTranscoded) = (new byte[window + Block], 0, false, true);
            await FillAsync(cancellationToken).ConfigureAwait(false);
            return;
        }
        if (text.StartsWith("\uFEFF"u8))
        {
            _position = _start = 3;
            Rescan(3);
        }
    }

    static Encoding? MarkOf(ReadOnlySpan<byte> text) => text switch
    {
        // Before that of UTF-16, whose mark it begins with.
        [0xFF, 0xFE, 0, 0, ..] => Encoding.UTF32,
        [0, 0, 0xFE, 0xFF, ..] => new UTF32Encoding(bigEndian: true, byteOrderMark: true),
        [0xFF, 0xFE, ..] => Encoding.Unicode,
        [0xFE, 0xFF, ..] => Encoding.BigEndianUnicode,
        _ => null,
    };

    void Drop(int count)
    {
        _buffer.AsSpan(count, _end - count).CopyTo(_buffer);
        _end -= count;
        _gone += count;
        _position -= count;
        _start = 0;
    }

    /// <summary>An error at a place of the window; without one, at the record at hand.</summary>
    public WireFormatException Placed(string message, int at = -1) =>
        // Of what was another encoding places are not known.
        new($"Line {Line + 1}: {message}") { Format = CsvBatches.FormatName, Offset = _isTranscoded ? -1 : _gone + (at < 0 ? _start : at) };
}
