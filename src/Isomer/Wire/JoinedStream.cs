namespace Isomer.Wire;

/// <summary>One stream behind another, to be read: what was taken from it to be looked at, and the rest.</summary>
internal sealed class JoinedStream(Stream first, Stream second) : Stream
{
    Stream _at = first;

    public override bool CanRead => true;

    public override bool CanSeek => false;

    public override bool CanWrite => false;

    public override long Length => throw new NotSupportedException();

    public override long Position
    {
        get => throw new NotSupportedException();
        set => throw new NotSupportedException();
    }

    public override int Read(Span<byte> buffer)
    {
        int read = _at.Read(buffer);
        if (read > 0 || buffer.IsEmpty || _at == second)
            return read;
        _at = second;
        return _at.Read(buffer);
    }

    public override int Read(byte[] buffer, int offset, int count) => Read(buffer.AsSpan(offset, count));

    public override async ValueTask<int> ReadAsync(Memory<byte> buffer, CancellationToken cancellationToken = default)
    {
        int read = await _at.ReadAsync(buffer, cancellationToken).ConfigureAwait(false);
        if (read > 0 || buffer.IsEmpty || _at == second)
            return read;
        _at = second;
        return await _at.ReadAsync(buffer, cancellationToken).ConfigureAwait(false);
    }

    public override Task<int> ReadAsync(byte[] buffer, int offset, int count, CancellationToken cancellationToken) => ReadAsync(buffer.AsMemory(offset, count), cancellationToken).AsTask();

    public override void Flush()
    {
    }

    public override long Seek(long offset, SeekOrigin origin) => throw new NotSupportedException();

    public override void SetLength(long value) => throw new NotSupportedException();

    public override void Write(byte[] buffer, int offset, int count) => throw new NotSupportedException();
}
