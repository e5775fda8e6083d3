using System.Buffers;
using Isomer.Formats;

namespace Isomer.Tabular;

/// <summary>
/// The bytes of packed columns as they come. Cleared and used again from column to column. Its memory is lent by the pool until
/// <see cref="Release"/>: with an array of its own for each set of 8,000 rows every sixth write was a collection of the whole heap.
/// </summary>
internal sealed class PackedWriter
{
    byte[] _bytes = [];

    public int Count { get; private set; }

    public ReadOnlySpan<byte> Written => _bytes.AsSpan(0, Count);

    public void Clear() => Count = 0;

    /// <summary>Gives its memory back; the next byte lends other.</summary>
    public void Release()
    {
        if (_bytes.Length > 0)
            ArrayPool<byte>.Shared.Return(_bytes);
        _bytes = [];
        Count = 0;
    }

    /// <summary>What was written, as an array of its own. Each byte of it is set here, so it is not cleared before.</summary>
    public byte[] ToArray()
    {
        byte[] bytes = GC.AllocateUninitializedArray<byte>(Count);
        Written.CopyTo(bytes);
        return bytes;
    }

    /// <summary>Takes back what was written after this many bytes.</summary>
    public void CutTo(int count) => Count = count;

    /// <summary>Takes back what lies between these: what was written after it moves there.</summary>
    public void KeepLast(int from, int to)
    {
        _bytes.AsSpan(to, Count - to).CopyTo(_bytes.AsSpan(from));
        Count -= to - from;
    }

    /// <summary>Room for this many bytes, which are counted as written.</summary>
    public Span<byte> Take(int length)
    {
        if (_bytes.Length - Count < length)
            Grow(length);
        var room = _bytes.AsSpan(Count, length);
        Count += length;
        return room;
    }

    void Grow(int length)
    {
        byte[] larger = ArrayPool<byte>.Shared.Rent(
            Math.Max(checked(Count + length), (int)Math.Min(Array.MaxLength, Math.Max(256, _bytes.Length * 2L))));
        Written.CopyTo(larger);
        if (_bytes.Length > 0)
            ArrayPool<byte>.Shared.Return(_bytes);
        _bytes = larger;
    }

    public void Byte(int value) => Take(1)[0] = (byte)value;

    public void Varint(ulong value)
    {
        int length = CompactVarint.Length(value);
        CompactVarint.PutExact(ref Take(length)[0], value, length);
    }

    public void Signed(long value) => Varint(Zigzag(value));

    public void Write(ReadOnlySpan<byte> bytes) => bytes.CopyTo(Take(bytes.Length));

    /// <summary>Zeros up to this many bytes: a column that is too small for what it holds (<see cref="PackedBounds"/>).</summary>
    public void PadTo(int count)
    {
        if (count > Count)
            Take(count - Count).Clear();
    }

    public static ulong Zigzag(long value) => (ulong)((value << 1) ^ (value >> 63));

    public static int SizeOfSigned(long value) => CompactVarint.Length(Zigzag(value));
}
