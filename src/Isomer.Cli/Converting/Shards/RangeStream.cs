using Isomer.Wire;

namespace Isomer.Cli.Converting.Shards;

/// <summary>Some bytes of a file, as if they were all.</summary>
sealed class RangeStream : ForwardStream
{
    readonly FileStream _file;
    long _rest;

    public RangeStream(string path, long start, long end)
    {
        _file = new FileStream(path, FileMode.Open, FileAccess.Read, FileShare.Read, 1 << 16) { Position = start };
        _rest = end - start;
    }

    public override int Read(Span<byte> buffer)
    {
        int read = _file.Read(buffer[..(int)Math.Min(buffer.Length, _rest)]);
        _rest -= read;
        return read;
    }

    public override async ValueTask<int> ReadAsync(Memory<byte> buffer, CancellationToken cancellationToken = default)
    {
        int read = await _file.ReadAsync(buffer[..(int)Math.Min(buffer.Length, _rest)], cancellationToken).ConfigureAwait(false);
        _rest -= read;
        return read;
    }

    public override Task<int> ReadAsync(byte[] buffer, int offset, int count, CancellationToken cancellationToken) =>
        ReadAsync(buffer.AsMemory(offset, count), cancellationToken).AsTask();

    protected override void Dispose(bool disposing)
    {
        if (disposing)
            _file.Dispose();
        base.Dispose(disposing);
    }
}
