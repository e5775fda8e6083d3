using System.Buffers;
using System.IO.Pipelines;

namespace Isomer.Fuzz.Targets;

/// <summary>A stream that gives a few bytes at a time, and knows no length.</summary>
sealed class Drip(byte[] bytes, int piece) : Stream
{
    int _at;

    public override bool CanRead => true;

    public override bool CanSeek => false;

    public override bool CanWrite => false;

    public override long Length => throw new NotSupportedException();

    public override long Position { get => throw new NotSupportedException(); set => throw new NotSupportedException(); }

    public override int Read(byte[] buffer, int offset, int count) => Read(buffer.AsSpan(offset, count));

    public override int Read(Span<byte> buffer)
    {
        int count = Math.Min(Math.Min(piece, buffer.Length), bytes.Length - _at);
        bytes.AsSpan(_at, count).CopyTo(buffer);
        _at += count;
        return count;
    }

    public override Task<int> ReadAsync(byte[] buffer, int offset, int count, CancellationToken cancellationToken) =>
        Task.FromResult(Read(buffer.AsSpan(offset, count)));

    public override ValueTask<int> ReadAsync(Memory<byte> buffer, CancellationToken cancellationToken = default) => new(Read(buffer.Span));

    public override void Flush()
    {
    }

    public override long Seek(long offset, SeekOrigin origin) => throw new NotSupportedException();

    public override void SetLength(long value) => throw new NotSupportedException();

    public override void Write(byte[] buffer, int offset, int count) => throw new NotSupportedException();
}

/// <summary>Bytes in pieces.</summary>
sealed class Segment : ReadOnlySequenceSegment<byte>
{
    Segment(ReadOnlyMemory<byte> memory, long at) => (Memory, RunningIndex) = (memory, at);

    /// <summary>Cut once, or into pieces of one size.</summary>
    public static ReadOnlySequence<byte> Cut(byte[] bytes, int first, int then)
    {
        first = Math.Min(first, bytes.Length);
        var head = new Segment(bytes.AsMemory(0, first), 0);
        Segment last = head;
        for (int at = first; at < bytes.Length; at += then)
        {
            var next = new Segment(bytes.AsMemory(at, Math.Min(then, bytes.Length - at)), at);
            last.Next = next;
            last = next;
        }
        return new(head, 0, last, last.Memory.Length);
    }

    public static PipeReader Pipe(byte[] bytes, int first) => PipeReader.Create(Cut(bytes, first, bytes.Length + 1));
}
