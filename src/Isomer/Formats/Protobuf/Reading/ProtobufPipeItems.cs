using System.Buffers;
using System.Diagnostics.CodeAnalysis;
using Isomer.Model;

namespace Isomer.Formats;

/// <summary>Takes values one by one from what a pipe has so far, and reads each synchronously.</summary>
[RequiresUnreferencedCode(Trimming.Members), RequiresDynamicCode(Trimming.Code)]
internal sealed class ProtobufPipeItems(ProtobufPrefix prefix, int field, ProtobufOptions options)
{
    const int LongestPrefix = 16;

    long _offset;
    long _good;

    /// <summary>Takes the next value, if it is there whole; the buffer starts behind it then.</summary>
    public bool TryTake<T>(ref ReadOnlySequence<byte> buffer, bool isLast, out T value)
    {
        value = default!;
        Span<byte> head = stackalloc byte[LongestPrefix];
        while (!buffer.IsEmpty)
        {
            int length;
            int number = 0;
            int consumed = 0;
            if (prefix == ProtobufPrefix.None)
            {
                if (!isLast)
                    return false;
                length = checked((int)buffer.Length);
            }
            else
            {
                int some = (int)Math.Min(buffer.Length, LongestPrefix);
                buffer.Slice(0, some).CopyTo(head);
                if (!TryPrefix(head[..some], out number, out length, out consumed))
                    return !isLast ? false : throw Error("The stream ends within the length of a value.");
            }
            if (length > options.Limits.MaxStreamItem)
                throw Error($"A value of {length} bytes is longer than Limits.MaxStreamItem ({options.Limits.MaxStreamItem}).");
            if (buffer.Length - consumed < length)
                return !isLast ? false : throw Error($"The stream ends after {buffer.Length - consumed} bytes of a value of {length}.");
            var body = buffer.Slice(consumed, length);
            if (prefix != ProtobufPrefix.Base128 || number == field)
                value = Read<T>(body, consumed);
            buffer = buffer.Slice(consumed + (long)length);
            _offset += consumed + (long)length;
            if (prefix != ProtobufPrefix.Base128 || number == field)
                return true;
        }
        return false;
    }

    bool TryPrefix(ReadOnlySpan<byte> head, out int number, out int length, out int consumed)
    {
        try
        {
            return Protobuf.TryReadPrefix(head, prefix, field > 0, out number, out length, out consumed);
        }
        catch (WireFormatException e)
        {
            throw Place(e, 0);
        }
    }

    T Read<T>(in ReadOnlySequence<byte> body, int before)
    {
        try
        {
            var value = Protobuf.Deserialize<T>(body, options);
            _good++;
            return value;
        }
        catch (WireFormatException e)
        {
            throw Place(e, before);
        }
    }

    WireFormatException Error(string problem) => Place(new WireFormatException(problem), 0);

    WireFormatException Place(WireFormatException e, int before)
    {
        e.Format = Protobuf.FormatName;
        e.Offset = _offset + before + Math.Max(e.Offset, 0);
        e.Path = $"$[{_good}]{e.Path?[1..]}";
        e.GoodItems = _good;
        return e;
    }
}
