namespace Isomer.Wire;

/// <summary>
/// A stream that may only be read asynchronously, read by a thread that waits for it: the request of a web server, a pipe. For what is so
/// long that a thread of its own costs nothing beside it, and is read by code that cannot stop in its midst.
/// </summary>
internal sealed class WaitedStream(Stream inner, CancellationToken cancellationToken) : ForwardStream
{
    /// <summary>Reads on a thread that is no one of the pool's, so that however many wait, the pool goes on.</summary>
    public static Task<T> OnThreadOfItsOwn<T>(Stream inner, Func<Stream, T> read, CancellationToken cancellationToken) =>
        Task.Factory.StartNew(() => read(new WaitedStream(inner, cancellationToken)), CancellationToken.None,
            TaskCreationOptions.LongRunning | TaskCreationOptions.DenyChildAttach, TaskScheduler.Default);

    public override int Read(byte[] buffer, int offset, int count)
    {
        var pending = inner.ReadAsync(buffer.AsMemory(offset, count), cancellationToken);
        return pending.IsCompletedSuccessfully ? pending.Result : pending.AsTask().GetAwaiter().GetResult();
    }

    public override int Read(Span<byte> buffer) => throw new NotSupportedException("Only memory can be waited for.");
}
