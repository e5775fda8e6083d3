using System.Buffers.Binary;

namespace Isomer.Formats;

/// <summary>
/// One field as it stands: the bits of a number, or where its content is. For what goes by a schema rather than by a type.
/// </summary>
internal readonly record struct ProtoWireField(int Number, int Wire, ulong Bits, int Start, int End);

/// <summary>Reads the fields of a message one after the other, and says what is wrong with them.</summary>
internal ref struct ProtoWire(ReadOnlySpan<byte> bytes)
{
    readonly ReadOnlySpan<byte> _bytes = bytes;
    ProtobufFields _fields = new(bytes, 0, bytes.Length);

    public readonly bool IsAtEnd => _fields.IsAtEnd;

    public ProtoWireField Next()
    {
        if (!_fields.TryNext())
            throw Error(_fields.IsCut ? "The message ends within a field." : "No field begins here, or a group does not end as it began.");
        ulong bits = _fields.Wire switch
        {
            ProtobufWire.Varint => _fields.Value,
            ProtobufWire.Fixed64 => BinaryPrimitives.ReadUInt64LittleEndian(_bytes[_fields.Start..]),
            ProtobufWire.Fixed32 => BinaryPrimitives.ReadUInt32LittleEndian(_bytes[_fields.Start..]),
            _ => 0,
        };
        return _fields.Wire is ProtobufWire.Length or ProtobufWire.StartGroup
            ? new(_fields.Number, (int)_fields.Wire, bits, _fields.Start, _fields.End)
            : new(_fields.Number, (int)_fields.Wire, bits, 0, 0);
    }

    /// <summary>The numbers of a packed field, of this wire type.</summary>
    public static List<ulong> Numbers(ReadOnlySpan<byte> content, int wire)
    {
        var numbers = new List<ulong>();
        int width = wire == 1 ? 8 : 4;
        while (!content.IsEmpty)
        {
            if (wire == 0 ? !ProtobufFields.TryVarint(ref content, out ulong number) : !TryFixed(ref content, width, out number))
                throw Error("A packed field ends within a number.");
            numbers.Add(number);
        }
        return numbers;
    }

    static bool TryFixed(ref ReadOnlySpan<byte> content, int width, out ulong number)
    {
        number = 0;
        if (content.Length < width)
            return false;
        number = width == 8 ? BinaryPrimitives.ReadUInt64LittleEndian(content) : BinaryPrimitives.ReadUInt32LittleEndian(content);
        content = content[width..];
        return true;
    }

    static WireFormatException Error(string problem) => new(problem) { Format = Protobuf.FormatName };
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
