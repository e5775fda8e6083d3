using System.Buffers.Binary;

namespace Isomer.Formats;

/// <summary>One field as it stands: the bits of a number, or where its content is. For what goes by a schema rather than by a type.</summary>
internal readonly record struct ProtoWireField(int Number, int Wire, ulong Bits, int Start, int End);

/// <summary>Reads the fields of a message one after the other.</summary>
internal ref struct ProtoWire(ReadOnlySpan<byte> bytes, int maxDepth)
{
    readonly ReadOnlySpan<byte> _bytes = bytes;

    public int Position { get; private set; }

    public readonly bool IsAtEnd => Position >= _bytes.Length;

    public ProtoWireField Next()
    {
        var (number, wire) = Tag();
        switch (wire)
        {
            case 0:
                return new(number, wire, Varint(), 0, 0);
            case 1:
                return new(number, wire, Fixed64(), 0, 0);
            case 5:
                return new(number, wire, Fixed32(), 0, 0);
            case 2:
                ulong length = Varint();
                if (length > (ulong)(_bytes.Length - Position))
                    throw Error($"A length of {length} is announced, but only {_bytes.Length - Position} bytes remain.");
                int start = Position;
                Position += (int)length;
                return new(number, wire, 0, start, Position);
            default:
                start = Position;
                return new(number, wire, 0, start, SkipGroup(number, wire, 0));
        }
    }

    public ulong Varint()
    {
        ulong value = 0;
        for (int shift = 0; shift < 70 && Position < _bytes.Length; shift += 7)
        {
            byte next = _bytes[Position++];
            if (shift == 63 && next > 1)
                break;
            value |= (ulong)(next & 0x7F) << shift;
            if (next < 0x80)
                return value;
        }
        throw Error("A number does not end, or is longer than 64 bits.");
    }

    public ulong Fixed64() => BinaryPrimitives.ReadUInt64LittleEndian(Take(8));

    public ulong Fixed32() => BinaryPrimitives.ReadUInt32LittleEndian(Take(4));

    ReadOnlySpan<byte> Take(int count)
    {
        if (_bytes.Length - Position < count)
            throw Error("The input ends within a value.");
        Position += count;
        return _bytes.Slice(Position - count, count);
    }

    (int Number, int Wire) Tag()
    {
        ulong tag = Varint();
        int number = (int)(tag >> 3);
        return tag <= uint.MaxValue && number != 0 ? (number, (int)tag & 7) : throw Error($"{tag >> 3} is not a field number.");
    }

    /// <summary>Passes over a group whose start has been read; returns where its end tag stands.</summary>
    int SkipGroup(int number, int wire, int depth)
    {
        if (wire != 3)
            throw Error(wire == 4 ? $"A group of field {number} ends that did not begin." : $"{wire} is not a wire type.");
        if (depth >= maxDepth)
            throw Error($"The input nests deeper than Limits.MaxDepth ({maxDepth}).");
        System.Runtime.CompilerServices.RuntimeHelpers.EnsureSufficientExecutionStack();
        while (!IsAtEnd)
        {
            int at = Position;
            var (next, nextWire) = Tag();
            if (nextWire == 4)
                return next == number ? at : throw Error($"The group of field {number} ends as one of field {next}.");
            if (nextWire == 3)
            {
                SkipGroup(next, 3, depth + 1);
                continue;
            }
            Position = at;
            Next();
        }
        throw Error($"The group of field {number} does not end.");
    }

    readonly WireFormatException Error(string problem) => new(problem) { Format = Protobuf.FormatName };
}

/// <summary>Writes fields; what has a length is written first and its length put before it afterwards.</summary>
internal sealed class ProtoWireWriter
{
    byte[] _bytes = new byte[256];
    int _length;

    public ReadOnlySpan<byte> Written => _bytes.AsSpan(0, _length);

    public void Tag(int number, int wire) => Varint(((ulong)number << 3) | (uint)wire);

    public void Varint(ulong value)
    {
        var room = Room(10);
        int i = 0;
        for (; value > 0x7F; value >>= 7)
            room[i++] = (byte)(value | 0x80);
        room[i++] = (byte)value;
        _length += i;
    }

    public void Fixed32(uint value)
    {
        BinaryPrimitives.WriteUInt32LittleEndian(Room(4), value);
        _length += 4;
    }

    public void Fixed64(ulong value)
    {
        BinaryPrimitives.WriteUInt64LittleEndian(Room(8), value);
        _length += 8;
    }

    public void Bytes(ReadOnlySpan<byte> value)
    {
        Varint((ulong)value.Length);
        value.CopyTo(Room(value.Length));
        _length += value.Length;
    }

    /// <summary>Where the content begins that <see cref="EndLength"/> puts the length before.</summary>
    public int Begin() => _length;

    /// <summary>Takes back what was written since then.</summary>
    public void Undo(int start) => _length = start;

    public void EndLength(int start)
    {
        int length = _length - start;
        int before = ProtobufVarint.Length((ulong)length);
        Room(before);
        _bytes.AsSpan(start, length).CopyTo(_bytes.AsSpan(start + before));
        _length = start;
        Varint((ulong)length);
        _length += length;
    }

    Span<byte> Room(int count)
    {
        if (_bytes.Length - _length < count)
            Array.Resize(ref _bytes, Math.Max(2 * _bytes.Length, _length + count));
        return _bytes.AsSpan(_length);
    }
}
