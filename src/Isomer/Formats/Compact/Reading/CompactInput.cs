using System.Buffers;

namespace Isomer.Formats;

/// <summary>Input in one piece, in a rented array; a stream's grows with what has really come, whatever was announced.</summary>
internal sealed class CompactInput(Stream stream) : IDisposable
{
    const int FirstSize = 1 << 14;
    const int StepSize = 1 << 20;

    byte[] _bytes = [];
    int _start;
    int _end;

    public ReadOnlySpan<byte> Span => _bytes.AsSpan(_start, _end - _start);

    /// <summary>The offset in the stream of the first byte of <see cref="Span"/>.</summary>
    public long Offset { get; private set; }

    public void Dispose()
    {
        if (_bytes.Length > 0)
            ArrayPool<byte>.Shared.Return(_bytes);
        _bytes = [];
        _start = _end = 0;
    }

    /// <summary>Has at least this many bytes in <see cref="Span"/>, or all that there are: then false.</summary>
    public async ValueTask<bool> FillAsync(int count, CancellationToken cancellationToken)
    {
        while (_end - _start < count)
        {
            int got = await stream.ReadAsync(FreeMemory(), cancellationToken).ConfigureAwait(false);
            if (got == 0)
                return false;
            _end += got;
        }
        return true;
    }

    /// <summary>Drops bytes from the front.</summary>
    public void Skip(int count)
    {
        _start += count;
        Offset += count;
    }

    Memory<byte> FreeMemory()
    {
        if (_end == _bytes.Length)
            Room(1);
        return _bytes.AsMemory(_end);
    }

    void Room(int count)
    {
        int used = _end - _start;
        if (_start > 0 && _bytes.Length - used >= count)
        {
            Buffer.BlockCopy(_bytes, _start, _bytes, 0, used);
        }
        else
        {
            long size = Math.Max(FirstSize, Math.Max((long)used + count, 2L * used));
            byte[] bigger = ArrayPool<byte>.Shared.Rent((int)Math.Min(size, Array.MaxLength));
            if (bigger.Length == used)
                throw TooLong();
            Span.CopyTo(bigger);
            if (_bytes.Length > 0)
                ArrayPool<byte>.Shared.Return(_bytes);
            _bytes = bigger;
        }
        _start = 0;
        _end = used;
    }

    static WireFormatException TooLong() => new("The input is longer than an array can be (2 GB). Write such values as a stream of items.");
}
