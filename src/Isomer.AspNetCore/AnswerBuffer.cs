using System.Buffers;

namespace Isomer.AspNetCore;

/// <summary>
/// An answer while it is written: whole, in memory of the pool, so that one that cannot be written is an error with a status of its own. An
/// array of its own for each answer was 60 KB a request of 60 KB (bench/results, web).
/// </summary>
internal sealed class AnswerBuffer : IBufferWriter<byte>, IDisposable
{
    const int Least = 1024;

    byte[] _bytes = [];
    int _count;

    public ReadOnlyMemory<byte> Written => _bytes.AsMemory(0, _count);

    public void Advance(int count)
    {
        ArgumentOutOfRangeException.ThrowIfGreaterThan((uint)count, (uint)(_bytes.Length - _count), nameof(count));
        _count += count;
    }

    public Memory<byte> GetMemory(int sizeHint = 0)
    {
        Reserve(sizeHint);
        return _bytes.AsMemory(_count);
    }

    public Span<byte> GetSpan(int sizeHint = 0)
    {
        Reserve(sizeHint);
        return _bytes.AsSpan(_count);
    }

    void Reserve(int sizeHint)
    {
        ArgumentOutOfRangeException.ThrowIfNegative(sizeHint);
        if (_bytes.Length - _count >= Math.Max(1, sizeHint))
            return;
        long wanted = Math.Max(Math.Max(Least, _bytes.Length * 2L), _count + (long)sizeHint);
        byte[] larger = ArrayPool<byte>.Shared.Rent((int)Math.Min(Array.MaxLength, wanted));
        if (larger.Length - _count < Math.Max(1, sizeHint))
            throw new NotSupportedException($"An answer is longer than {Array.MaxLength} bytes: send its items as an IAsyncEnumerable.");
        Written.Span.CopyTo(larger);
        Return();
        _bytes = larger;
    }

    /// <summary>Forgets what was written, and keeps the memory.</summary>
    public void Clear() => _count = 0;

    void Return()
    {
        if (_bytes.Length > 0)
            ArrayPool<byte>.Shared.Return(_bytes);
    }

    public void Dispose()
    {
        Return();
        (_bytes, _count) = ([], 0);
    }
}
