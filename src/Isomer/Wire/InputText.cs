using System.Buffers;
using System.IO.Pipelines;

namespace Isomer.Wire;

/// <summary>
/// A whole input in one piece, in rented memory: what stream, sequence and pipe have in common.
/// </summary>
internal struct InputText : IDisposable
{
    const int FirstSize = 1 << 14;

    byte[] _array;
    int _length;

    public readonly ReadOnlySpan<byte> Bytes => _array.AsSpan(0, _length);

    public static InputText Read(Stream input)
    {
        ArgumentNullException.ThrowIfNull(input);
        var text = new InputText { _array = ArrayPool<byte>.Shared.Rent(SizeOf(input)) };
        try
        {
            int count;
            while ((count = input.Read(text._array.AsSpan(text._length))) > 0)
                text.Advance(count);
            return text;
        }
        catch
        {
            text.Dispose();
            throw;
        }
    }

    public static async ValueTask<InputText> ReadAsync(Stream input, CancellationToken cancellationToken)
    {
        ArgumentNullException.ThrowIfNull(input);
        var text = new InputText { _array = ArrayPool<byte>.Shared.Rent(SizeOf(input)) };
        try
        {
            int count;
            while ((count = await input.ReadAsync(text._array.AsMemory(text._length), cancellationToken).ConfigureAwait(false)) > 0)
                text.Advance(count);
            return text;
        }
        catch
        {
            text.Dispose();
            throw;
        }
    }

    /// <summary>Everything up to the pipe's end, all of it consumed.</summary>
    public static async ValueTask<InputText> ReadAsync(PipeReader input, CancellationToken cancellationToken)
    {
        ArgumentNullException.ThrowIfNull(input);
        while (true)
        {
            var result = await input.ReadAsync(cancellationToken).ConfigureAwait(false);
            if (result.IsCanceled)
                throw new OperationCanceledException("The pipe's pending read was cancelled.");
            if (result.IsCompleted)
            {
                var text = Copy(result.Buffer);
                input.AdvanceTo(result.Buffer.End);
                return text;
            }
            input.AdvanceTo(result.Buffer.Start, result.Buffer.End);
        }
    }

    /// <summary>Of rented memory, which is given back with it.</summary>
    public static InputText Own(byte[] rented, int length) => new() { _array = rented, _length = length };

    public static InputText Copy(in ReadOnlySequence<byte> input)
    {
        if (input.Length > Array.MaxLength)
            throw TooLong();
        int length = (int)input.Length;
        byte[] array = ArrayPool<byte>.Shared.Rent(Math.Max(length, 1));
        input.CopyTo(array);
        return new InputText { _array = array, _length = length };
    }

    public void Dispose()
    {
        byte[] array = _array;
        _array = [];
        _length = 0;
        if (array.Length > 0)
            ArrayPool<byte>.Shared.Return(array);
    }

    static int SizeOf(Stream input)
    {
        if (!input.CanSeek)
            return FirstSize;
        // One byte more, so that the end is seen without growing.
        return (int)Math.Clamp(input.Length - input.Position + 1, 1, Array.MaxLength);
    }

    void Advance(int count)
    {
        _length += count;
        if (_length < _array.Length)
            return;
        byte[] bigger = ArrayPool<byte>.Shared.Rent((int)Math.Min(2L * _array.Length, Array.MaxLength));
        if (bigger.Length == _length)
            throw TooLong();
        _array.AsSpan(0, _length).CopyTo(bigger);
        ArrayPool<byte>.Shared.Return(_array);
        _array = bigger;
    }

    static WireFormatException TooLong() => new("The input is longer than an array can be (2 GB). Read it item by item (Json.ReadArrayAsync, Json.ReadLinesAsync, Compact.ReadStreamAsync, Protobuf.ReadItemsAsync).");
}
