using System.Buffers;
using System.Diagnostics.CodeAnalysis;
using Isomer.Model;

namespace Isomer.Formats;

/// <summary>
/// Takes values one by one from a stream, each with its length before it: only one is held at a time. Where others go on with
/// the stream it reads not a byte further than it needs. A value that the stream ends within is an error, also at the
/// border of one of its fields.
/// </summary>
[RequiresUnreferencedCode(Trimming.Members), RequiresDynamicCode(Trimming.Code)]
internal sealed class ProtobufItems(Stream stream, ProtobufPrefix prefix, ProtobufOptions options, bool hasField, bool readsAhead)
    : IDisposable
{
    const int FirstSize = 1 << 12;

    byte[] _bytes = ArrayPool<byte>.Shared.Rent(FirstSize);
    int _start;
    int _end;
    long _offset;
    int _length;
    bool _ended;

    // Bytes of the stream: all that were read, and those up to behind the last value.
    long _read;
    long _behind;

    public long GoodItems { get; private set; }

    /// <summary>How many bytes were read behind the last value that was made or passed over; of another the half may be there.</summary>
    public long Unread => _read - _behind;

    /// <summary>Reads what stands before the next value; false at the end of the stream.</summary>
    public bool Next(out int field)
    {
        field = 0;
        if (_ended)
            return false;
        if (prefix == ProtobufPrefix.None)
            return NextToEnd();
        for (int have = 1; ; have++)
        {
            if (!Fill(prefix == ProtobufPrefix.Base128 ? have : 4, out int count))
            {
                _ended = true;
                return count == 0 ? false : throw Error("The stream ends within the length of a value.");
            }
            try
            {
                if (!Protobuf.TryReadPrefix(_bytes.AsSpan(_start, prefix == ProtobufPrefix.Base128 ? have : 4), prefix, hasField, out field,
                    out _length, out int consumed))
                    continue;
                Pass(consumed);
            }
            catch (WireFormatException e)
            {
                throw Place(e);
            }
            if (_length > options.Limits.MaxStreamItem)
                throw Error($"A value of {_length} bytes is longer than Limits.MaxStreamItem ({options.Limits.MaxStreamItem}).");
            return true;
        }
    }

    bool NextToEnd()
    {
        _ended = true;
        while (Fill(_end - _start + 1, out _))
        {
        }
        _length = _end - _start;
        return _length > 0;
    }

    public T Read<T>()
    {
        var bytes = Take();
        try
        {
            var value = Protobuf.Deserialize<T>(bytes, options);
            Done();
            return value;
        }
        catch (WireFormatException e)
        {
            _offset -= bytes.Length;
            throw Place(e);
        }
    }

    public object? Read(Type type)
    {
        var bytes = Take();
        try
        {
            object? value = Protobuf.Deserialize(bytes, type, options);
            Done();
            return value;
        }
        catch (WireFormatException e)
        {
            _offset -= bytes.Length;
            throw Place(e);
        }
    }

    public void Skip()
    {
        while (_length > 0)
        {
            int some = Math.Min(_length, FirstSize);
            if (!Fill(some, out _))
                throw Error("The stream ends within a value.");
            Pass(some);
            _length -= some;
        }
        _behind = _read - (_end - _start);
    }

    void Done()
    {
        GoodItems++;
        _behind = _read - (_end - _start);
    }

    ReadOnlySpan<byte> Take()
    {
        if (!Fill(_length, out int count))
            throw Error($"The stream ends after {count} bytes of a value of {_length}.");
        var bytes = _bytes.AsSpan(_start, _length);
        Pass(_length);
        return bytes;
    }

    void Pass(int count)
    {
        _start += count;
        _offset += count;
    }

    /// <summary>Whether so many bytes are there. Memory grows only with what has really come.</summary>
    bool Fill(int needed, out int count)
    {
        while ((count = _end - _start) < needed)
        {
            if (_start > 0)
            {
                _bytes.AsSpan(_start, count).CopyTo(_bytes);
                (_start, _end) = (0, count);
            }
            if (_end == _bytes.Length)
            {
                byte[] bigger = ArrayPool<byte>.Shared.Rent((int)Math.Min(2L * _bytes.Length, Array.MaxLength));
                _bytes.AsSpan(0, _end).CopyTo(bigger);
                ArrayPool<byte>.Shared.Return(_bytes);
                _bytes = bigger;
            }
            int room = _bytes.Length - _end;
            int read = stream.Read(_bytes, _end, readsAhead ? room : Math.Min(room, needed - count));
            if (read == 0)
                return false;
            _end += read;
            _read += read;
        }
        return true;
    }

    WireFormatException Error(string problem) => Place(new WireFormatException(problem) { Offset = 0 });

    WireFormatException Place(WireFormatException e)
    {
        e.Format = Protobuf.FormatName;
        e.Offset = _offset + Math.Max(e.Offset, 0);
        e.Path = $"$[{GoodItems}]{e.Path?[1..]}";
        e.GoodItems = GoodItems;
        return e;
    }

    public static bool TryVarint(ReadOnlySpan<byte> bytes, ref int at, out ulong value)
    {
        value = 0;
        for (int shift = 0; shift < 70; shift += 7)
        {
            if (at >= bytes.Length)
                return false;
            byte next = bytes[at++];
            value |= (ulong)(next & 0x7F) << shift;
            if (next < 0x80)
                return true;
        }
        throw new WireFormatException("A length is no number of 64 bits.") { Offset = at };
    }

    public void Dispose()
    {
        byte[] bytes = _bytes;
        _bytes = [];
        _start = _end = 0;
        if (bytes.Length > 0)
            ArrayPool<byte>.Shared.Return(bytes);
    }
}
