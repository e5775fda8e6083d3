using System.Buffers;

namespace Isomer.Battery;

/// <summary>Bytes as a sequence of segments, each with memory of its own: who reads past the end of one finds nothing.</summary>
public static class Pieces
{
    /// <summary>Segments of one size; the last has what is left.</summary>
    public static ReadOnlySequence<byte> Of(byte[] bytes, int size)
    {
        ArgumentOutOfRangeException.ThrowIfNegativeOrZero(size);
        return Of(bytes, _ => size);
    }

    /// <summary>Cut once, behind the first byte or later.</summary>
    public static ReadOnlySequence<byte> CutAt(byte[] bytes, int first)
    {
        ArgumentOutOfRangeException.ThrowIfNegativeOrZero(first);
        return Of(bytes, at => at == 0 ? first : bytes.Length);
    }

    /// <summary>Segments of one byte, behind an empty one.</summary>
    public static ReadOnlySequence<byte> Single(byte[] bytes)
    {
        int next = 0;
        return Of(bytes, _ => Math.Min(next++, 1));
    }

    /// <summary>Segments of the size that is asked for each place. At least one, also of no bytes.</summary>
    public static ReadOnlySequence<byte> Of(byte[] bytes, Func<int, int> sizeAt)
    {
        ArgumentNullException.ThrowIfNull(bytes);
        ArgumentNullException.ThrowIfNull(sizeAt);
        Segment? first = null, last = null;
        for (int at = 0; at < bytes.Length || first is null;)
        {
            int size = Math.Min(sizeAt(at), bytes.Length - at);
            last = new Segment(bytes.AsSpan(at, size).ToArray(), last);
            first ??= last;
            at += size;
        }
        return new(first, 0, last!, last!.Memory.Length);
    }

    sealed class Segment : ReadOnlySequenceSegment<byte>
    {
        public Segment(ReadOnlyMemory<byte> memory, Segment? before)
        {
            Memory = memory;
            if (before is null)
                return;
            RunningIndex = before.RunningIndex + before.Memory.Length;
            before.Next = this;
        }
    }
}
