using System.Buffers;
using System.IO.Compression;
using Isomer.Wire;

namespace Isomer.Cli.Payloads;

/// <summary>What is in brotli, refused where it is cut off: the framework's stream ends there as if that were all.</summary>
sealed class CheckedBrotli(Stream inner) : ForwardStream
{
    readonly byte[] _input = new byte[1 << 14];
    BrotliDecoder _decoder;
    int _start;
    int _end;
    bool _ended;
    long _length;

    /// <summary>Whether it has ended before its end.</summary>
    public bool IsCut { get; private set; }

    public override int Read(Span<byte> buffer)
    {
        while (!_ended && !buffer.IsEmpty)
        {
            OperationStatus status = _decoder.Decompress(_input.AsSpan(_start.._end), buffer, out int consumed, out int written);
            _start += consumed;
            _length += written;
            switch (status)
            {
                case OperationStatus.InvalidData:
                    throw new InvalidDataException("The brotli is damaged.");
                case OperationStatus.Done:
                    _ended = true;
                    break;
                case OperationStatus.NeedMoreData when written == 0 && !Fill():
                    IsCut = true;
                    throw new InvalidDataException($"The brotli is cut off, behind {_length} bytes of what is in it.");
            }
            if (written > 0)
                return written;
        }
        return 0;
    }

    bool Fill()
    {
        _input.AsSpan(_start.._end).CopyTo(_input);
        (_start, _end) = (0, _end - _start);
        int read = inner.Read(_input, _end, _input.Length - _end);
        _end += read;
        return read > 0;
    }

    protected override void Dispose(bool disposing)
    {
        _decoder.Dispose();
        if (disposing)
            inner.Dispose();
        base.Dispose(disposing);
    }
}
