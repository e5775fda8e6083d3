using System.Buffers;

namespace Isomer.Formats;

/// <summary>A window on a stream: what has been read and not passed over. It grows only with what has really come.</summary>
internal sealed class ProtobufInput(Stream stream) : IDisposable
{
    const int FirstSize = 1 << 16;

    byte[] _bytes = ArrayPool<byte>.Shared.Rent(FirstSize);
    int _length;

    public ReadOnlySpan<byte> Window => _bytes.AsSpan(0, _length);

    /// <summary>Bytes of the stream before the window.</summary>
    public long Consumed { get; private set; }

    /// <summary>
    /// How many of each number were among the fields before the window: items of a list are numbered in the paths of errors.
    /// </summary>
    public Dictionary<int, int>? Passed { get; private set; }

    /// <summary>Whether the stream threw: whatever that is, it is not the input's error.</summary>
    public bool HasFailed { get; private set; }

    /// <summary>
    /// Reads at least one byte more, dropping what is before the position where there is no room; false at the end of the stream.
    /// </summary>
    public bool Advance(ref int position)
    {
        if (position > 0 && _length == _bytes.Length)
        {
            ProtobufErrors.Count(_bytes.AsSpan(0, position), Passed ??= []);
            _bytes.AsSpan(position, _length - position).CopyTo(_bytes);
            _length -= position;
            Consumed += position;
            position = 0;
        }
        if (_length == _bytes.Length)
        {
            if (_length >= Array.MaxLength)
                throw new WireFormatException("A field is longer than an array can be (2 GB).");
            byte[] bigger = ArrayPool<byte>.Shared.Rent((int)Math.Min(2L * _length, Array.MaxLength));
            _bytes.AsSpan(0, _length).CopyTo(bigger);
            ArrayPool<byte>.Shared.Return(_bytes);
            _bytes = bigger;
        }
        HasFailed = true;
        int count = stream.Read(_bytes.AsSpan(_length));
        HasFailed = false;
        _length += count;
        return count > 0;
    }

    public void Dispose()
    {
        byte[] bytes = _bytes;
        _bytes = [];
        _length = 0;
        if (bytes.Length > 0)
            ArrayPool<byte>.Shared.Return(bytes);
    }
}
