using System.IO.Pipelines;
using System.Net.Sockets;

namespace Isomer.Cli.Lab.Links;

/// <summary>The server's end of a connection: what it sends goes over the line.</summary>
sealed class ShapedTransport : IDuplexPipe
{
    readonly Pipe _sent =
        new(new PipeOptions(pauseWriterThreshold: 1 << 18, resumeWriterThreshold: 1 << 17, useSynchronizationContext: false));
    readonly Task _pump;

    public ShapedTransport(IDuplexPipe inner, Transmitter transmitter)
    {
        Input = inner.Input;
        _pump = PumpAsync(inner.Output, transmitter);
    }

    public PipeReader Input { get; }

    public PipeWriter Output => _sent.Writer;

    async Task PumpAsync(PipeWriter target, Transmitter transmitter)
    {
        var line = new Line(transmitter, async (packet, stop) => await target.WriteAsync(packet, stop).ConfigureAwait(false),
            CancellationToken.None);
        while (true)
        {
            ReadResult read = await _sent.Reader.ReadAsync().ConfigureAwait(false);
            foreach (ReadOnlyMemory<byte> part in read.Buffer)
                await line.SendAsync(part, CancellationToken.None).ConfigureAwait(false);
            _sent.Reader.AdvanceTo(read.Buffer.End);
            if (read.IsCompleted)
                break;
        }
        await line.CompleteAsync().ConfigureAwait(false);
    }

    /// <summary>After the connection has ended: what is on its way still arrives.</summary>
    public async Task EndAsync()
    {
        await _sent.Writer.CompleteAsync().ConfigureAwait(false);
        try
        {
            await _pump.ConfigureAwait(false);
        }
        catch (Exception e) when (e is IOException or InvalidOperationException or OperationCanceledException)
        {
            // The other end has gone.
        }
    }
}

/// <summary>The client's end: what it sends goes over the line, what it receives has already been.</summary>
sealed class ShapedStream : Stream
{
    readonly NetworkStream _inner;
    readonly Line _line;

    public ShapedStream(NetworkStream inner, Transmitter transmitter)
    {
        _inner = inner;
        _line = new Line(transmitter, inner.WriteAsync, CancellationToken.None);
    }

    public override ValueTask<int> ReadAsync(Memory<byte> buffer, CancellationToken cancellationToken = default) =>
        _inner.ReadAsync(buffer, cancellationToken);

    public override Task<int> ReadAsync(byte[] buffer, int offset, int count, CancellationToken cancellationToken) =>
        _inner.ReadAsync(buffer, offset, count, cancellationToken);

    public override ValueTask WriteAsync(ReadOnlyMemory<byte> buffer, CancellationToken cancellationToken = default) =>
        _line.SendAsync(buffer, cancellationToken);

    public override Task WriteAsync(byte[] buffer, int offset, int count, CancellationToken cancellationToken) =>
        WriteAsync(buffer.AsMemory(offset, count), cancellationToken).AsTask();

    public override Task FlushAsync(CancellationToken cancellationToken) => Task.CompletedTask;

    public override bool CanRead => true;

    public override bool CanWrite => true;

    public override bool CanSeek => false;

    public override int Read(byte[] buffer, int offset, int count) => _inner.Read(buffer, offset, count);

    public override void Write(byte[] buffer, int offset, int count) =>
        WriteAsync(buffer, offset, count, CancellationToken.None).GetAwaiter().GetResult();

    public override void Flush()
    {
    }

    public override long Length => throw new NotSupportedException();

    public override long Position { get => throw new NotSupportedException(); set => throw new NotSupportedException(); }

    public override long Seek(long offset, SeekOrigin origin) => throw new NotSupportedException();

    public override void SetLength(long value) => throw new NotSupportedException();

    protected override void Dispose(bool disposing)
    {
        if (disposing)
        {
            _line.CompleteAsync();
            _inner.Dispose();
        }
        base.Dispose(disposing);
    }
}
