using System.IO.Pipelines;

namespace Isomer.AspNetCore;

/// <summary>
/// The pipe of an answer, which gets bytes when they are flushed and none before: what was advanced in the server's own pipe when a value
/// turned out not to be writable is sent behind the head of the 500, and whoever reads the connection takes it for the next answer.
/// </summary>
internal sealed class HeldAnswer(PipeWriter answer) : PipeWriter, IDisposable
{
    readonly AnswerBuffer _held = new();

    public override bool CanGetUnflushedBytes => true;

    public override long UnflushedBytes => _held.Written.Length;

    public override void Advance(int bytes) => _held.Advance(bytes);

    public override Memory<byte> GetMemory(int sizeHint = 0) => _held.GetMemory(sizeHint);

    public override Span<byte> GetSpan(int sizeHint = 0) => _held.GetSpan(sizeHint);

    public override async ValueTask<FlushResult> FlushAsync(CancellationToken cancellationToken = default)
    {
        var result = await answer.WriteAsync(_held.Written, cancellationToken).ConfigureAwait(false);
        _held.Clear();
        return result;
    }

    public override void CancelPendingFlush() => answer.CancelPendingFlush();

    /// <summary>The server completes its pipe itself.</summary>
    public override void Complete(Exception? exception = null)
    {
    }

    public void Dispose() => _held.Dispose();
}
