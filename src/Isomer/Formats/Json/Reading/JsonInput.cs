using System.Buffers;
using Isomer.Wire;

namespace Isomer.Formats;

/// <summary>
/// A window that moves along a stream of JSON: what has been read of the stream and not been passed over. A value of any length is read in
/// it, and what stays in memory is the window.
/// </summary>
/// <remarks>
/// The window ends behind the last comma between values that has come, so that no name, string, number or word is cut by its end, and
/// reading code needs to look for more only where it looks for the next token. It grows where there is no comma (one long string), and
/// while a value is kept that a converter takes as text. Before it moves, what it holds is looked over once for what stays open
/// (<see cref="JsonStructure"/>): the paths, lines and offsets of errors are those of the whole text.
/// </remarks>
internal sealed class JsonInput : IDisposable
{
    /// <summary>What is collected before a window moves, in bytes: less is read whole.</summary>
    public const int MostWhole = 1 << 20;

    /// <summary>What is collected where going on costs a thread.</summary>
    public const int MostWaited = 1 << 24;

    const int WindowSize = 1 << 17;

    // A read that is waited for costs two changes of threads: 200 MB took 365 ms of the
    // processor by 128 KB at a time and take 240 by 1 MB.
    const int WaitedSize = 1 << 20;

    readonly Stream _rest;
    readonly int _most;
    byte[] _bytes;
    int _filled;
    int _end;
    bool _hasEnded;
    JsonCommas _commas;
    JsonStructure _structure;

    // What has left the window: bytes, lines, and the bytes of the line that the window begins in.
    long _passed;
    int _lines;
    long _column;

    /// <param name="begun">The first bytes, whose memory the window takes over.</param>
    /// <param name="rest">What comes behind them.</param>
    public JsonInput(InputText begun, Stream rest)
    {
        _rest = rest;
        _most = rest is WaitedStream ? WaitedSize : WindowSize;
        _bytes = begun.Disown(out _filled);
        if (_bytes.Length < _most)
            Grow(_most);
        if (_bytes.AsSpan(0, _filled).StartsWith("\uFEFF"u8))
        {
            // The mark counts in offsets, not in columns.
            Drop(3);
            _column = 0;
        }
        FindEnd(0);
        if (_end == 0)
            Fetch();
    }

    /// <summary>Whether these options let a text be read that is not there whole: nothing is looked for ahead in it, or behind.</summary>
    public static bool Serves(JsonOptions options) =>
        options is
        {
            FastJsonRules: null, KeepsTypes: false, References: References.None, TypeNames: JsonTypeNames.None,
            TypeAnywhere: false, Leniency: JsonLeniency.None, MaxErrors: <= 1
        };

    public ReadOnlySpan<byte> Window => _bytes.AsSpan(0, _end);

    /// <summary>Whether the stream threw, for which the text is not to blame.</summary>
    public bool HasFailed { get; private set; }

    /// <summary>
    /// Drops what is before this place of the window, and adds to it up to the last comma of what comes; false where nothing comes any
    /// more.
    /// </summary>
    public bool Advance(int from)
    {
        if (_hasEnded)
            return false;
        _structure.Pass(Window);
        Drop(from);
        return Fetch();
    }

    void Drop(int count)
    {
        // What is kept at the beginning of the window is not moved each time that more comes.
        if (count == 0)
            return;
        var passed = _bytes.AsSpan(0, count);
        int line = passed.LastIndexOf((byte)'\n');
        _lines += line < 0 ? 0 : passed.Count((byte)'\n');
        _column = line < 0 ? _column + count : count - line - 1;
        _passed += count;
        _bytes.AsSpan(count, _filled - count).CopyTo(_bytes);
        _filled -= count;
        _end = Math.Max(_end - count, 0);
        _structure.Dropped(count);
    }

    bool Fetch()
    {
        int before = _end;
        while (_end == before && !_hasEnded)
        {
            if (_filled == _bytes.Length)
                Grow(_filled < Array.MaxLength ? (int)Math.Min(2L * _filled, Array.MaxLength)
                    : throw new WireFormatException("A string, or a value that a converter takes, is longer than an array can be (2 GB)."));
            int count = Read(_bytes, _filled, Math.Min(_bytes.Length - _filled, _most));
            _filled += Math.Max(count, 0);
            if (count <= 0)
                (_hasEnded, _end) = (true, _filled);
            else
                FindEnd(_filled - count);
        }
        return _end > before;
    }

    int Read(byte[] bytes, int offset, int count)
    {
        HasFailed = true;
        // By array: a WaitedStream cannot read into a span.
        int read = _rest.Read(bytes, offset, count);
        HasFailed = false;
        return read;
    }

    void FindEnd(int from)
    {
        int comma = _commas.Last(_bytes.AsSpan(from, _filled - from));
        if (comma >= 0)
            _end = from + comma + 1;
    }

    void Grow(int size)
    {
        byte[] bigger = ArrayPool<byte>.Shared.Rent(size);
        _bytes.AsSpan(0, _filled).CopyTo(bigger);
        ArrayPool<byte>.Shared.Return(_bytes);
        _bytes = bigger;
    }

    /// <summary>The exception of what went wrong at this place of the window, with its place in the whole text.</summary>
    public WireFormatException Place(Exception e, int position)
    {
        var error = TextErrors.Place(e, nameof(Json), Window, position);
        int offset = (int)error.Offset;
        error.Path = JsonErrors.PathTo(Window, _structure.Known, offset, _structure.Levels());
        if (error.Line == 1)
            error.Column = (int)Math.Min(error.Column + _column, int.MaxValue);
        error.Line += _lines;
        error.Offset = offset + _passed;
        return error;
    }

    public void Dispose()
    {
        byte[] bytes = _bytes;
        (_bytes, _filled, _end) = ([], 0, 0);
        if (bytes.Length > 0)
            ArrayPool<byte>.Shared.Return(bytes);
    }
}
