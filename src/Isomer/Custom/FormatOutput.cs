using System.Buffers;
using System.Runtime.CompilerServices;
using Isomer.Wire;

namespace Isomer.Custom;

/// <summary>
/// Where a format of your own writes to: memory that the thread lends, emptied into the caller's stream or buffer as it fills. It ends with
/// the call.
/// </summary>
public sealed class FormatOutput : IBufferWriter<byte>
{
    readonly ByteOutput _bytes = new();
    readonly bool _keeps;
    int _depth;

    internal FormatOutput(OutputTarget target, Limits limits, bool keeps)
    {
        Limits = limits;
        _keeps = keeps;
        _bytes.Begin(keeps ? default : target);
    }

    /// <summary>How deep what is written may nest.</summary>
    public Limits Limits { get; }

    /// <summary>
    /// How many bytes were written; only of a format that goes back to what it wrote (<see cref="CustomFormat{TOptions}.WritesBack"/>).
    /// </summary>
    public int Length => Kept.Length;

    /// <summary>
    /// All that was written, to be changed; good until more is written. Only of a format that goes back to what it wrote.
    /// </summary>
    public Span<byte> Written => Kept;

    Span<byte> Kept =>
        _keeps
            ? _bytes.Written
            : throw new InvalidOperationException($"What was written may have left already: override {nameof(CustomFormat<>.WritesBack)}.");

    /// <summary>Writes one byte.</summary>
    public void WriteByte(byte value) => _bytes.Put(value);

    /// <summary>Writes all of the bytes.</summary>
    public void Write(ReadOnlySpan<byte> bytes) => _bytes.Write(bytes);

    /// <summary>Room for at least this many bytes, of which <see cref="Advance"/> says how many were used.</summary>
    public Span<byte> GetSpan(int sizeHint = 0)
    {
        ArgumentOutOfRangeException.ThrowIfNegative(sizeHint);
        _bytes.Reserve(Math.Max(sizeHint, 1));
        return _bytes.Free.Span;
    }

    /// <inheritdoc cref="GetSpan"/>
    public Memory<byte> GetMemory(int sizeHint = 0)
    {
        ArgumentOutOfRangeException.ThrowIfNegative(sizeHint);
        _bytes.Reserve(Math.Max(sizeHint, 1));
        return _bytes.Free;
    }

    /// <summary>So many bytes of the room were written.</summary>
    public void Advance(int count)
    {
        if ((uint)count > (uint)_bytes.Free.Length)
            throw new ArgumentOutOfRangeException(nameof(count));
        _bytes.Advance(count);
    }

    /// <summary>
    /// Makes room for so many bytes before what stands at this place, for a head whose length is known late. Only of a format that goes
    /// back to what it wrote.
    /// </summary>
    public Span<byte> Insert(int at, int count)
    {
        ArgumentOutOfRangeException.ThrowIfNegative(count);
        int moved = Kept[at..].Length;
        _bytes.Reserve(count);
        _bytes.Advance(count);
        Kept.Slice(at, moved).CopyTo(Kept[(at + count)..]);
        return Kept.Slice(at, count);
    }

    /// <summary>An object or collection is opened: a value that nests too deep, or contains itself, is refused.</summary>
    public void Enter()
    {
        if (++_depth > Limits.MaxDepth)
            throw new NotSupportedException(
                $"The value nests deeper than {Limits.MaxDepth} levels, or contains itself. Raise Limits.MaxDepth.");
        if ((_depth & 15) == 0 && !RuntimeHelpers.TryEnsureSufficientExecutionStack())
            throw new NotSupportedException($"The value nests deeper, {_depth} levels so far, than the thread's stack allows.");
    }

    /// <summary>Says that an object or collection has ended.</summary>
    public void Leave() => _depth--;

    /// <summary>Everything goes to the target, or into the array.</summary>
    internal byte[]? Finish(OutputTarget target)
    {
        if (target.IsNone)
            return _bytes.ToArray();
        if (_keeps)
            target.Write(_bytes.Written);
        else
            _bytes.Flush();
        return null;
    }

    internal void End() => _bytes.End();
}
