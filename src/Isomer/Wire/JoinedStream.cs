namespace Isomer.Wire;

/// <summary>One stream behind another, to be read: what was taken from it to be looked at, and the rest.</summary>
internal sealed class JoinedStream(Stream first, Stream second) : ForwardStream
{
    Stream _at = first;

    public override int Read(Span<byte> buffer)
    {
        int read = _at.Read(buffer);
        if (read > 0 || buffer.IsEmpty || _at == second)
            return read;
        _at = second;
        return _at.Read(buffer);
    }

    public override async ValueTask<int> ReadAsync(Memory<byte> buffer, CancellationToken cancellationToken = default)
    {
        int read = await _at.ReadAsync(buffer, cancellationToken).ConfigureAwait(false);
        if (read > 0 || buffer.IsEmpty || _at == second)
            return read;
        _at = second;
        return await _at.ReadAsync(buffer, cancellationToken).ConfigureAwait(false);
    }

    public override Task<int> ReadAsync(byte[] buffer, int offset, int count, CancellationToken cancellationToken) =>
        ReadAsync(buffer.AsMemory(offset, count), cancellationToken).AsTask();
}
