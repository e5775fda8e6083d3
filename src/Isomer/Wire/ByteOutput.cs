using System.Buffers;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace Isomer.Wire;

/// <summary>
/// Memory for writers that are classes: what <see cref="OutputBuffer"/> is for those that are ref structs, by the same rules.
/// </summary>
internal sealed class ByteOutput
{
    const int ChunkSize = 1 << 16;

    OutputTarget _target;
    OutputScratch? _scratch;
    byte[] _array = [];
    int _position;

    /// <summary>Begins; emptied into the target, or kept whole if that is null.</summary>
    public void Begin(OutputTarget target)
    {
        _target = target;
        _scratch = OutputScratch.Take();
        _array = _scratch.Bytes;
        _position = 0;
    }

    /// <summary>The byte that was written last; only if one was.</summary>
    public byte Last
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => _array[_position - 1];
    }

    /// <summary>Room for at least this many bytes at the current position; good until the next call.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public ref byte Reserve(int count)
    {
        if (_array.Length - _position < count)
            Grow(count);
        return ref Unsafe.Add(ref MemoryMarshal.GetArrayDataReference(_array), (nint)(uint)_position);
    }

    /// <summary>The room behind the position.</summary>
    public Memory<byte> Free => _array.AsMemory(_position);

    /// <summary>All that is in the array: without a target, all that was written.</summary>
    public Span<byte> Written => _array.AsSpan(0, _position);

    /// <summary>Moves on, over bytes that were reserved and written.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void Advance(int count) => _position += count;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void Put(byte value)
    {
        Reserve(1) = value;
        _position++;
    }

    public void Write(ReadOnlySpan<byte> bytes)
    {
        bytes.CopyTo(MemoryMarshal.CreateSpan(ref Reserve(bytes.Length), bytes.Length));
        _position += bytes.Length;
    }

    /// <summary>Empties the buffer into its target.</summary>
    public void Flush()
    {
        if (_target.IsNone || _position == 0)
            return;
        _target.Write(_array.AsSpan(0, _position));
        _position = 0;
    }

    /// <summary>All that was written, in a new array.</summary>
    public byte[] ToArray()
    {
        byte[] result = GC.AllocateUninitializedArray<byte>(_position);
        _array.AsSpan(0, _position).CopyTo(result);
        return result;
    }

    /// <summary>Gives the memory back.</summary>
    public void End()
    {
        if (_scratch is not { } scratch)
            return;
        scratch.Return(_array);
        (_target, _scratch, _array, _position) = (default, null, [], 0);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    void Grow(int count)
    {
        if (!_target.IsNone && _position >= ChunkSize / 2)
        {
            // The last byte stays: writers look back at it to know whether a separator is due.
            byte last = _array[_position - 1];
            _position--;
            Flush();
            _array[0] = last;
            _position = 1;
            if (_array.Length - 1 >= count)
                return;
        }
        long needed = (long)_position + count;
        if (needed > Array.MaxLength)
            throw new NotSupportedException(
                "The result would be longer than an array can be (2 GB). Write to a Stream or an IBufferWriter<byte>.");
        byte[] bigger = ArrayPool<byte>.Shared.Rent((int)Math.Min(Math.Max(needed, 2L * _array.Length), Array.MaxLength));
        _array.AsSpan(0, _position).CopyTo(bigger);
        ArrayPool<byte>.Shared.Return(_array);
        _array = bigger;
    }
}
