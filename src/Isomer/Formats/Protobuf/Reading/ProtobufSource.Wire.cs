using System.Runtime.CompilerServices;

namespace Isomer.Formats;

/// <summary>What stands on the wire: numbers, lengths, tags, and passing over a field that nobody wants.</summary>
internal ref partial struct ProtobufSource
{
    /// <summary>The length of what comes, which is all there.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    int ReadLength() => ReadLength(_pos);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    int ReadLength(int at)
    {
        ulong length = ReadVarint(at);
        if (length > (ulong)(_end - _pos))
            throw TooLong(length);
        return (int)length;
    }

    /// <summary>Of a stream the bytes that remain are those that it has given so far, where no more are asked for.</summary>
    readonly WireFormatException TooLong(ulong length) => new(length > (ulong)Array.MaxLength
        ? $"A length of {length} is announced, which is more than an array can be (2 GB)."
        : $"A length of {length} is announced, but only {_end - _pos} bytes remain.");

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    ulong ReadVarint() => ReadVarint(_pos);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    ulong ReadVarint(int at)
    {
        if (at < _end)
        {
            uint first = Unsafe.Add(ref _start, at);
            if (first < 0x80)
            {
                _pos = at + 1;
                return first;
            }
            if (at < _end - 1 && Unsafe.Add(ref _start, at + 1) is < 0x80 and var second)
            {
                _pos = at + 2;
                return (first & 0x7F) | ((uint)second << 7);
            }
        }
        return ReadLongVarint(at);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    ulong ReadLongVarint(int at)
    {
        // Where it begins, whoever reads it: what fails here is told by the position.
        _pos = at;
        ulong value = Varint(ref _start, ref at, _end, _dropsBits);
        _pos = at;
        return value;
    }

    static ulong Varint(ref byte start, ref int place, int end, bool dropsBits)
    {
        ulong value = 0;
        int at = place;
        for (int shift = 0; shift < 70; shift += 7)
        {
            if (at >= end)
                throw new WireFormatException("The input ends within a number.");
            byte next = Unsafe.Add(ref start, at++);
            // Of the tenth byte only one bit is left; Google's code drops the others.
            if (shift == 63 && next > 1 && !dropsBits)
                break;
            value |= (ulong)(next & 0x7F) << shift;
            if (next >= 0x80)
                continue;
            place = at;
            return value;
        }
        throw new WireFormatException("A number is longer than 64 bits.");
    }

    (int Number, int Wire) ReadTag()
    {
        int at = _pos;
        ulong tag = ReadVarint();
        int number = (int)(tag >> 3);
        if (tag > uint.MaxValue || number == 0)
            throw new WireFormatException($"{tag >> 3} is not a field number.") { Offset = Offset(at) };
        if (_pos - at > ProtobufVarint.MaxTag)
            throw new WireFormatException($"The tag of field {number} is longer than {ProtobufVarint.MaxTag} bytes.")
            { Offset = Offset(at) };
        return (number, (int)tag & 7);
    }

    void SkipValue(int number, int wire)
    {
        switch (wire)
        {
            case 0:
                ReadVarint();
                break;
            case 1:
                SkipBytes(8);
                break;
            case 2:
                int length = ReadLength();
                _pos += length;
                break;
            case 3:
                SkipGroup(number, 0);
                break;
            case 5:
                SkipBytes(4);
                break;
            default:
                throw ProtobufErrors.Behind(
                    wire == 4 ? $"A group of field {number} ends that did not begin." : $"{wire} is not a wire type.");
        }
    }

    void SkipBytes(int count)
    {
        if (_end - _pos < count)
            throw new WireFormatException("The input ends within a value.");
        _pos += count;
    }

    /// <summary>Passes over a group whose start has been read; returns where its end tag stands.</summary>
    int SkipGroup(int number, int depth)
    {
        if (_depth + depth >= _options.Limits.MaxDepth)
            throw new WireFormatException($"The input nests deeper than Limits.MaxDepth ({_options.Limits.MaxDepth}).");
        if (!RuntimeHelpers.TryEnsureSufficientExecutionStack())
            throw new WireFormatException("The input nests deeper than the stack of this thread allows.");
        int start = _pos;
        if (_groupEnds is not null && _groupEnds.TryGetValue(start, out int known))
        {
            _pos = known;
            ReadTag();
            return known;
        }
        while (_pos < _end)
        {
            int at = _pos;
            var (next, wire) = ReadTag();
            if (wire == 4)
                return next == number
                    ? Ends(start, at)
                    : throw new WireFormatException($"The group of field {number} ends as one of field {next}.") { Offset = Offset(at) };
            if (wire == 3)
                SkipGroup(next, depth + 1);
            else
                SkipValue(next, wire);
        }
        throw new WireFormatException($"The group of field {number} does not end.");
    }

    /// <summary>Short ones cost less to pass over again than to remember.</summary>
    const int ShortGroup = 64;

    int Ends(int start, int at)
    {
        if (at - start >= ShortGroup)
            (_groupEnds ??= [])[start] = at;
        return at;
    }

    readonly long Offset(int at) => at + (_input?.Consumed ?? 0);
}
