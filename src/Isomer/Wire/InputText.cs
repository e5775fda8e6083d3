using System.Buffers;
using System.IO.Pipelines;

namespace Isomer.Wire;

/// <summary>
/// A whole input in one piece, in rented memory: what stream, sequence and pipe have in common. Or, where the reader says how many bytes it
/// wants at most, the beginning of a longer one.
/// </summary>
internal struct InputText : IDisposable
{
    const int FirstSize = 1 << 14;

    byte[] _array;
    int _length;

    public readonly ReadOnlySpan<byte> Bytes => _array.AsSpan(0, _length);

    /// <summary>Whether the input has ended with these bytes; if not there may be more.</summary>
    public bool IsWhole { get; private set; }

    public static InputText Read(Stream input, int most = int.MaxValue)
    {
        ArgumentNullException.ThrowIfNull(input);
        (int size, most) = Begin(input, most);
        var text = new InputText { _array = ArrayPool<byte>.Shared.Rent(size) };
        try
        {
            while (text._length < most)
            {
                int count = input.Read(text._array.AsSpan(text._length));
                if (count <= 0)
                {
                    text.IsWhole = true;
                    break;
                }
                text.Advance(count, most);
            }
            return text;
        }
        catch
        {
            text.Dispose();
            throw;
        }
    }

    public static async ValueTask<InputText> ReadAsync(Stream input, int most, CancellationToken cancellationToken)
    {
        ArgumentNullException.ThrowIfNull(input);
        (int size, most) = Begin(input, most);
        var text = new InputText { _array = ArrayPool<byte>.Shared.Rent(size) };
        try
        {
            while (text._length < most)
            {
                int count = await input.ReadAsync(text._array.AsMemory(text._length), cancellationToken).ConfigureAwait(false);
                if (count <= 0)
                {
                    text.IsWhole = true;
                    break;
                }
                text.Advance(count, most);
            }
            return text;
        }
        catch
        {
            text.Dispose();
            throw;
        }
    }

    /// <summary>
    /// Everything up to the pipe's end, or as soon as the pipe holds as much as is wanted all that it holds; all of it consumed.
    /// </summary>
    public static async ValueTask<InputText> ReadAsync(PipeReader input, int most, CancellationToken cancellationToken)
    {
        ArgumentNullException.ThrowIfNull(input);
        while (true)
        {
            var result = await input.ReadAsync(cancellationToken).ConfigureAwait(false);
            if (result.IsCanceled)
                throw new OperationCanceledException("The pipe's pending read was cancelled.");
            if (result.IsCompleted || result.Buffer.Length >= most)
            {
                var text = Copy(result.Buffer);
                text.IsWhole = result.IsCompleted;
                input.AdvanceTo(result.Buffer.End);
                return text;
            }
            input.AdvanceTo(result.Buffer.Start, result.Buffer.End);
        }
    }

    /// <summary>Of rented memory, which is given back with it.</summary>
    public static InputText Own(byte[] rented, int length) => new() { _array = rented, _length = length, IsWhole = true };

    /// <summary>Hands over the rented memory, which the caller gives back.</summary>
    public byte[] Disown(out int length)
    {
        byte[] array = _array;
        length = _length;
        _array = [];
        _length = 0;
        return array;
    }

    public static InputText Copy(in ReadOnlySequence<byte> input)
    {
        if (input.Length > Array.MaxLength)
            throw TooLong();
        int length = (int)input.Length;
        byte[] array = ArrayPool<byte>.Shared.Rent(Math.Max(length, 1));
        input.CopyTo(array);
        return new InputText { _array = array, _length = length, IsWhole = true };
    }

    public void Dispose()
    {
        byte[] array = _array;
        _array = [];
        _length = 0;
        if (array.Length > 0)
            ArrayPool<byte>.Shared.Return(array);
    }

    /// <summary>
    /// How much memory to begin with, and how many bytes to collect at most: a stream that says that it is longer is left to its reader
    /// after the first.
    /// </summary>
    static (int Size, int Most) Begin(Stream input, int most)
    {
        if (!input.CanSeek)
            return (FirstSize, most);
        // One byte more, so that the end is seen without growing.
        long size = Math.Max(input.Length - input.Position, 0) + 1;
        if (size > most)
            return most < int.MaxValue ? (FirstSize, FirstSize) : throw TooLong();
        return ((int)Math.Min(size, Array.MaxLength), most);
    }

    void Advance(int count, int most)
    {
        _length += count;
        if (_length < _array.Length || _length >= most)
            return;
        byte[] bigger = ArrayPool<byte>.Shared.Rent((int)Math.Min(2L * _array.Length, Array.MaxLength));
        if (bigger.Length == _length)
            throw TooLong();
        _array.AsSpan(0, _length).CopyTo(bigger);
        ArrayPool<byte>.Shared.Return(_array);
        _array = bigger;
    }

    static WireFormatException TooLong() =>
        new("The input is longer than an array can be (2 GB). Read it item by item (Json.ReadArrayAsync, Json.ReadLinesAsync, Compact.ReadStreamAsync, Protobuf.ReadItemsAsync).");
}
