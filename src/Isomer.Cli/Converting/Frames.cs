using System.Buffers.Binary;
using System.Buffers.Text;
using Isomer.Formats;

namespace Isomer.Cli.Converting;

/// <summary>How one record is told from the next.</summary>
enum Framing
{
    /// <summary>Ended by a line feed; what is not text is in base64.</summary>
    Lines,

    /// <summary>The length before it, seven bits to a byte, as protocol buffers delimit messages.</summary>
    Varint,

    /// <summary>The length before it, four bytes, the highest first.</summary>
    Be32,

    /// <summary>The length before it as Compact writes numbers: what `Compact.ReadStreamAsync` reads.</summary>
    Compact,
}

/// <summary>Records from a stream, one at a time; memory is that of the largest.</summary>
sealed class FrameReader(Stream input, Framing framing, bool isText, int maxRecord) : IDisposable
{
    // Of a line, which has four letters for three bytes where they are base64.
    readonly long _maxLine = isText ? maxRecord : ((long)maxRecord + 2) / 3 * 4;
    byte[] _buffer = new byte[1 << 16];
    byte[] _decoded = [];
    int _start;
    int _end;
    bool _ended;

    public long Count { get; private set; }

    /// <summary>
    /// The next record, if it is here already or <paramref name="wait"/>; empty lines are none. False at the end, or when it would have to
    /// wait.
    /// </summary>
    public bool TryRead(bool wait, out ReadOnlySpan<byte> record)
    {
        while (true)
        {
            if (TryTake(out record))
            {
                // A file of lines may begin with a mark of its encoding.
                if (Count == 0 && isText && framing == Framing.Lines && record.StartsWith("\uFEFF"u8))
                    record = record[3..];
                if (record.IsEmpty && framing == Framing.Lines)
                    continue;
                if (framing == Framing.Lines && record.Length > _maxLine)
                    throw TooLong();
                Count++;
                record = framing == Framing.Lines && !isText ? Decode(record) : record;
                return true;
            }
            if (_ended || !wait)
                return false;
            Refill();
        }
    }

    bool TryTake(out ReadOnlySpan<byte> record)
    {
        ReadOnlySpan<byte> rest = _buffer.AsSpan(_start, _end - _start);
        record = default;
        if (framing == Framing.Lines)
        {
            int length = rest.IndexOf((byte)'\n');
            if (length < 0 && !(_ended && rest.Length > 0))
                return false;
            record = length < 0 ? rest : rest[..length];
            _start += length < 0 ? rest.Length : length + 1;
            record = record.TrimEnd((byte)'\r');
            return true;
        }
        if (!TryLength(rest, out int head, out uint size))
            return rest.Length > 0 && _ended ? throw Cut() : false;
        if (size > maxRecord)
            throw new CliException(ExitCode.Limit,
                $"Record {Count + 1} says that it has {size} bytes; {maxRecord} are allowed (--max-record).");
        if (rest.Length - head < size)
            return _ended ? throw Cut() : false;
        record = rest.Slice(head, (int)size);
        _start += head + (int)size;
        return true;
    }

    bool TryLength(ReadOnlySpan<byte> rest, out int head, out uint size)
    {
        (head, size) = (4, 0);
        if (framing == Framing.Be32)
            return BinaryPrimitives.TryReadUInt32BigEndian(rest, out size);
        if (framing == Framing.Compact)
        {
            head = CompactVarint.Get(rest, out ulong value);
            size = (uint)Math.Min(value, uint.MaxValue);
            return head > 0;
        }
        for (head = 0; head < rest.Length; head++)
        {
            if (head == 5 || (head == 4 && rest[head] > 15))
                throw new CliException(ExitCode.Corrupt, $"Record {Count + 1}: the length before it is none.");
            size |= (uint)(rest[head] & 127) << 7 * head;
            if (rest[head] < 128)
            {
                head++;
                return true;
            }
        }
        return false;
    }

    CliException TooLong() => new(ExitCode.Limit, $"Record {Count + 1} has more than {maxRecord} bytes (--max-record).");

    CliException Cut() => new(ExitCode.Corrupt, $"The input ends in the middle of record {Count + 1}.");

    ReadOnlySpan<byte> Decode(ReadOnlySpan<byte> line)
    {
        if (_decoded.Length < line.Length)
            _decoded = new byte[line.Length];
        return Base64.DecodeFromUtf8(line, _decoded, out _, out int written) == System.Buffers.OperationStatus.Done
            ? _decoded.AsSpan(0, written)
            : throw new WireFormatException("The line is no base64.");
    }

    void Refill()
    {
        if (_start > 0)
        {
            _buffer.AsSpan(_start, _end - _start).CopyTo(_buffer);
            (_start, _end) = (0, _end - _start);
        }
        if (_end == _buffer.Length)
        {
            // Beside the line itself there may be a mark before it and an end behind it. Other frames say their length before.
            long most = framing == Framing.Lines ? _maxLine + 6 : Array.MaxLength;
            if (_end >= most)
                throw TooLong();
            Array.Resize(ref _buffer, (int)Math.Min(_end * 2L, most));
        }
        int read = input.Read(_buffer, _end, _buffer.Length - _end);
        _end += read;
        _ended = read == 0;
    }

    public void Dispose() => input.Dispose();
}

/// <summary>Records to a stream.</summary>
sealed class FrameWriter(Stream output, Framing framing, bool isText) : IDisposable
{
    readonly byte[] _buffer = new byte[1 << 16];
    int _count;
    long _records;

    public void Write(ReadOnlySpan<byte> record)
    {
        _records++;
        Span<byte> head = stackalloc byte[CompactVarint.MaxLength];
        switch (framing)
        {
            case Framing.Lines when isText:
                if (record.Contains((byte)'\n'))
                    throw new CliException(ExitCode.Usage,
                        $"Record {_records}, as it is written, has line breaks of its own: choose other frames with --out-frames.");
                Put(record);
                Put("\n"u8);
                return;
            case Framing.Lines:
                // An empty line is passed over at reading.
                if (record.IsEmpty)
                    throw new CliException(ExitCode.Usage,
                        $"Record {_records}, as it is written, has no bytes, and an empty line is none: choose other frames with --out-frames.");
                byte[] text = new byte[Base64.GetMaxEncodedToUtf8Length(record.Length)];
                Base64.EncodeToUtf8(record, text, out _, out int written);
                Put(text.AsSpan(0, written));
                Put("\n"u8);
                return;
            case Framing.Compact:
                Put(head[..CompactVarint.Put(ref head[0], (ulong)record.Length)]);
                break;
            case Framing.Be32:
                BinaryPrimitives.WriteInt32BigEndian(head, record.Length);
                Put(head[..4]);
                break;
            default:
                int length = 0;
                for (uint rest = (uint)record.Length; ; rest >>= 7)
                {
                    head[length++] = (byte)(rest < 128 ? rest : rest & 127 | 128);
                    if (rest < 128)
                        break;
                }
                Put(head[..length]);
                break;
        }
        Put(record);
    }

    void Put(ReadOnlySpan<byte> bytes)
    {
        if (bytes.Length > _buffer.Length - _count)
            Drain();
        if (bytes.Length > _buffer.Length)
        {
            output.Write(bytes);
            return;
        }
        bytes.CopyTo(_buffer.AsSpan(_count));
        _count += bytes.Length;
    }

    void Drain()
    {
        output.Write(_buffer, 0, _count);
        _count = 0;
    }

    public void Flush()
    {
        if (_count == 0)
            return;
        Drain();
        output.Flush();
    }

    public void Dispose()
    {
        Flush();
        output.Dispose();
    }
}
