namespace Isomer.Formats;

/// <summary>The fields of a message, one after the other, without a schema. Lengths are checked against what is there.</summary>
ref struct ProtobufFields(ReadOnlySpan<byte> payload, int start, int end)
{
    const int MaxGroups = 64;

    readonly ReadOnlySpan<byte> _payload = payload;
    readonly int _end = end;
    int _at = start;

    /// <summary>Where the next field begins; where the problem is after <see cref="TryNext"/> gave false.</summary>
    public readonly int Position => _at;

    public readonly bool IsAtEnd => _at == _end;

    /// <summary>Whether the bytes ended within a field, which is otherwise one.</summary>
    public bool IsCut { get; private set; }

    public int Number { get; private set; }

    public ProtobufWire Wire { get; private set; }

    /// <summary>The number that the field has, if it is a varint or of fixed width.</summary>
    public ulong Value { get; private set; }

    /// <summary>Where the content is: without tag, length and end of group.</summary>
    public int Start { get; private set; }

    /// <inheritdoc cref="Start"/>
    public int End { get; private set; }

    public bool TryNext()
    {
        int from = _at;
        if (!TryField() || Wire == ProtobufWire.EndGroup)
        {
            _at = from;
            return false;
        }
        return true;
    }

    bool TryField()
    {
        // The first byte tells that it is no field, also where the bytes end within its tag.
        IsCut = false;
        int from = _at;
        if (_at < _end && (_payload[_at] & 7) > (int)ProtobufWire.Fixed32)
            return false;
        if (!TryVarint(out ulong tag) || tag > uint.MaxValue || tag >> 3 == 0 || _at - from > ProtobufVarint.MaxTag)
            return false;
        (Number, Wire) = ((int)(tag >> 3), (ProtobufWire)(tag & 7));
        Start = _at;
        switch (Wire)
        {
            case ProtobufWire.Varint:
                bool isWhole = TryVarint(out ulong value);
                (Value, End) = (value, _at);
                return isWhole;
            case ProtobufWire.Fixed64:
                return TryPass(8);
            case ProtobufWire.Fixed32:
                return TryPass(4);
            case ProtobufWire.Length:
                bool hasLength = TryVarint(out ulong length);
                Start = _at;
                return hasLength && TryPass(length);
            case ProtobufWire.StartGroup:
                return TryGroup(Number);
            default:
                return Wire == ProtobufWire.EndGroup;
        }
    }

    bool TryPass(ulong length)
    {
        IsCut = length > (ulong)(_end - _at);
        if (IsCut)
            return false;
        End = _at += (int)length;
        return true;
    }

    /// <summary>To behind the end of the group, without recursion.</summary>
    bool TryGroup(int number)
    {
        int start = _at;
        Span<int> open = stackalloc int[MaxGroups];
        open[0] = number;
        for (int depth = 1; depth > 0;)
        {
            int before = _at;
            if (!TryVarint(out ulong tag) || tag > uint.MaxValue || tag >> 3 == 0 || _at - before > ProtobufVarint.MaxTag)
                return false;
            switch ((ProtobufWire)(tag & 7))
            {
                case ProtobufWire.StartGroup when depth < MaxGroups:
                    open[depth++] = (int)(tag >> 3);
                    break;
                case ProtobufWire.EndGroup:
                    if (open[--depth] != (int)(tag >> 3))
                        return false;
                    End = before;
                    break;
                case ProtobufWire.Varint when TryVarint(out _):
                case ProtobufWire.Fixed64 when TryPass(8):
                case ProtobufWire.Fixed32 when TryPass(4):
                case ProtobufWire.Length when TryVarint(out ulong length) && TryPass(length):
                    break;
                default:
                    return false;
            }
        }
        (Number, Wire, Start) = (number, ProtobufWire.StartGroup, start);
        return true;
    }

    bool TryVarint(out ulong value)
    {
        var rest = _payload[_at.._end];
        bool isWhole = TryVarint(ref rest, out value);
        _at = _end - rest.Length;
        IsCut = !isWhole && rest.IsEmpty;
        return isWhole;
    }

    /// <summary>Takes a number of up to 64 bits; false where the bytes end within it, or where it is longer.</summary>
    public static bool TryVarint(ref ReadOnlySpan<byte> bytes, out ulong value)
    {
        value = 0;
        for (int shift = 0; shift < 70 && !bytes.IsEmpty; shift += 7)
        {
            byte next = bytes[0];
            if (shift == 63 && next > 1)
                return false;
            bytes = bytes[1..];
            value |= (ulong)(next & 0x7F) << shift;
            if (next < 0x80)
                return true;
        }
        return false;
    }

    /// <summary>Whether these bytes are fields from the first to the last.</summary>
    public static bool Are(ReadOnlySpan<byte> payload, int start, int end)
    {
        var fields = new ProtobufFields(payload, start, end);
        while (fields.TryNext())
        {
        }
        return fields.IsAtEnd;
    }
}

/// <summary>How a field says where it ends.</summary>
enum ProtobufWire : byte { Varint, Fixed64, Length, StartGroup, EndGroup, Fixed32 }
