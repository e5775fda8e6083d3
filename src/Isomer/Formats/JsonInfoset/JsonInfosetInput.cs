using System.Buffers;
using System.Text;
using System.Xml;

namespace Isomer.Formats;

/// <summary>
/// The text under a reader: an array, or a window that moves over a stream. UTF-16 is recognized by its zero bytes, as in
/// the original, and becomes UTF-8 on the way in.
/// </summary>
internal sealed class JsonInfosetInput
{
    const int FirstSize = 4096;
    const int LeastRoom = 16;

    readonly Stream? _stream;
    readonly bool _leaveOpen;
    readonly Encoding? _expected;
    Decoder? _decoder;
    Encoder? _encoder;
    byte[]? _raw;
    char[]? _characters;
    bool _begun;
    bool _ended;

    /// <param name="bytes">Bytes, of which some are the text.</param>
    /// <param name="start">Where the text begins.</param>
    /// <param name="count">How long it is.</param>
    /// <param name="expected">The encoding that the text must have; null for any of the three.</param>
    public JsonInfosetInput(byte[] bytes, int start, int count, Encoding? expected = null)
    {
        _expected = expected;
        Bytes = bytes;
        Start = Position = start;
        End = start + count;
        _ended = true;
        if (EncodingOf(bytes.AsSpan(start, count), out int mark) is { } utf16)
        {
            Bytes = Transcoded(utf16, bytes.AsSpan(start + mark, count - mark));
            Start = Position = 0;
            End = Bytes.Length;
        }
        else
        {
            Position += mark;
        }
    }

    public JsonInfosetInput(Stream stream, bool leaveOpen, Encoding? expected = null)
    {
        _expected = expected;
        _stream = stream;
        _leaveOpen = leaveOpen;
        Bytes = ArrayPool<byte>.Shared.Rent(FirstSize);
    }

    /// <summary>What is in memory; the text goes from <see cref="Position"/> to <see cref="End"/>.</summary>
    public byte[] Bytes { get; private set; }

    public int Position { get; set; }

    public int End { get; private set; }

    /// <summary>Where in <see cref="Bytes"/> the text begins, if nothing has been dropped.</summary>
    int Start { get; set; }

    /// <summary>How many bytes of the text have left the window.</summary>
    long Dropped { get; set; }

    /// <summary>The offset of the position in the whole text.</summary>
    public long Offset => Dropped + Position - Start;

    public ReadOnlySpan<byte> Rest => Bytes.AsSpan(Position, End - Position);

    /// <summary>
    /// Reads more behind <see cref="End"/>; the bytes from the position on stay, at another place maybe. False at the end.
    /// </summary>
    public bool More()
    {
        if (_ended)
            return false;
        if (Bytes.Length - End < LeastRoom)
            MakeRoom(End - Position);
        int count = Read(Bytes.AsSpan(End));
        End += count;
        if (!_begun)
            Begin();
        return End > Position;
    }

    public void Close()
    {
        _ended = true;
        if (_stream is not null && Bytes.Length > 0)
        {
            ArrayPool<byte>.Shared.Return(Bytes);
            if (!_leaveOpen)
                _stream.Dispose();
        }
        Bytes = [];
        Position = End = Start = 0;
    }

    void MakeRoom(int kept)
    {
        byte[] target = kept > Bytes.Length / 2 ? ArrayPool<byte>.Shared.Rent(checked(Bytes.Length * 2)) : Bytes;
        Bytes.AsSpan(Position, kept).CopyTo(target);
        Dropped += Position;
        Position = 0;
        End = kept;
        if (target != Bytes)
        {
            ArrayPool<byte>.Shared.Return(Bytes);
            Bytes = target;
        }
    }

    /// <summary>The first bytes are there: the encoding can be told.</summary>
    void Begin()
    {
        while (End < 4 && Read(Bytes.AsSpan(End)) is > 0 and var count)
            End += count;
        _begun = true;
        var utf16 = EncodingOf(Bytes.AsSpan(0, End), out int mark);
        Position = mark;
        if (utf16 is null)
            return;
        _decoder = utf16.GetDecoder();
        _encoder = Encoding.UTF8.GetEncoder();
        byte[] first = Bytes.AsSpan(mark, End - mark).ToArray();
        Position = 0;
        if (Bytes.Length < (first.Length * 2) + LeastRoom)
        {
            ArrayPool<byte>.Shared.Return(Bytes);
            Bytes = ArrayPool<byte>.Shared.Rent((first.Length * 2) + LeastRoom);
        }
        End = Decode(first, Bytes);
    }

    int Read(Span<byte> target)
    {
        if (_decoder is null)
        {
            int count = _stream!.Read(target);
            _ended = count == 0;
            return count;
        }
        // Two bytes of UTF-16 are at most three here, and half a pair may wait in the encoder.
        // A stream may give a few bytes at a time: what they go through is kept.
        var raw = (_raw ??= new byte[FirstSize]).AsSpan(0, Math.Min(target.Length / 2, FirstSize));
        int written = 0;
        while (written == 0 && !_ended)
        {
            int count = _stream!.Read(raw);
            _ended = count == 0;
            written = Decode(raw[..count], target);
        }
        return written;
    }

    int Decode(ReadOnlySpan<byte> raw, Span<byte> target)
    {
        int most = (raw.Length / 2) + 2;
        if (_characters is null || _characters.Length < most)
            _characters = new char[Math.Max(most, (FirstSize / 2) + 2)];
        Span<char> characters = _characters;
        int count = _decoder!.GetChars(raw, characters, flush: _ended);
        return _encoder!.GetBytes(characters[..count], target, flush: _ended);
    }

    static byte[] Transcoded(UnicodeEncoding utf16, ReadOnlySpan<byte> text)
    {
        try
        {
            return Encoding.UTF8.GetBytes(utf16.GetString(text));
        }
        catch (DecoderFallbackException e)
        {
            var error = new WireFormatException("The text is not valid UTF-16.", e)
            { Format = nameof(JsonInfoset), Offset = Math.Max(e.Index, 0), Path = "$" };
            throw new XmlException(error.Message, error);
        }
    }

    /// <summary>UTF-16, told by its mark or its zero bytes; null for UTF-8. One that is not the expected encoding is refused.</summary>
    UnicodeEncoding? EncodingOf(ReadOnlySpan<byte> text, out int mark)
    {
        var found = Find(text, out mark);
        if (_expected is not null && _expected.WebName != (found?.WebName ?? "utf-8"))
        {
            var error = new WireFormatException($"The text is in {found?.WebName ?? "utf-8"}, not in {_expected.WebName}.")
            { Format = nameof(JsonInfoset), Offset = 0, Path = "$" };
            throw new XmlException(error.Message, error);
        }
        return found;
    }

    static UnicodeEncoding? Find(ReadOnlySpan<byte> text, out int mark)
    {
        mark = text is [0xEF, 0xBB, 0xBF, ..] ? 3 : text is [0xFE, 0xFF, ..] or [0xFF, 0xFE, ..] ? 2 : 0;
        if (mark == 2)
            return new UnicodeEncoding(bigEndian: text[0] == 0xFE, byteOrderMark: false, throwOnInvalidBytes: true);
        if (mark == 3 || text.Length < 2 || (text[0] == 0) == (text[1] == 0))
            return null;
        return new UnicodeEncoding(bigEndian: text[0] == 0, byteOrderMark: false, throwOnInvalidBytes: true);
    }
}
