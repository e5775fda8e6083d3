using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace Isomer.Formats;

/// <summary>The root: what is no message there, and reading it from a stream one field after the other.</summary>
internal ref partial struct ProtobufSource
{
    /// <summary>
    /// Before anything: a scalar of the root is looked for, the last of several counts; messages and collections look themselves.
    /// </summary>
    public void Begin()
    {
        var field = _record.Field;
        if (field.Kind != ProtobufKind.Scalar)
            return;
        NeedAll();
        int at = -1;
        int found = 0;
        List<ProtobufPiece>? pieces = null;
        while (_pos < _end)
        {
            var (number, wire) = ReadTag();
            int start = _pos;
            if (number == 1 && at >= 0 && field.HasParts && wire is 2 or 3 && found is 2 or 3)
            {
                pieces ??= [PieceAt(at, found)];
                pieces.Add(ReadPiece(1, wire));
                continue;
            }
            if (number == 1 && wire != 4)
                (at, found, pieces) = (start, wire, null);
            SkipValue(number, wire);
        }
        if (at < 0)
        {
            _how = field.IsOptional ? IsNull : Absent;
            return;
        }
        _rootScalar = true;
        _pieces = pieces;
        _how = pieces is null ? ProtobufLayerTable.HowOf(field, found) : Gathered;
        if (pieces is null)
            _pos = at;
    }

    /// <summary>After everything: nothing is left.</summary>
    public readonly void Finish()
    {
        if (_pos < _length && !_rootScalar)
            throw new WireFormatException("A group ends here that did not begin.");
    }

    /// <summary>Whether the fields at hand are those of the root, so that no place in the window is remembered anywhere.</summary>
    readonly bool IsAtRoot => _depth == 0 || (_depth == 1 && _frames[0].State.EntryEnd == 0)
        || (_depth == 2 && _frames[0].State.Number == 0 && _frames[1].State.Number != 0 && !_frames[1].IsWrapped
            && _frames[1].State.EntryEnd == 0);

    /// <summary>Makes sure that the next field is in the window whole, or that the stream has ended.</summary>
    void EnsureField()
    {
        while (!_isWhole && !HasField())
        {
            int begun = _length - _pos;
            bool isGroup = begun > 0 && (Unsafe.Add(ref _start, _pos) & 7) == 3;
            bool more = _input!.Advance(ref _pos);
            _groupEnds?.Clear();
            // A group is looked through from its beginning each time: not for each bit of it that a slow stream gives.
            while (more && isGroup && _input.Window.Length - _pos - begun < begun / 4)
                more = _input.Advance(ref _pos);
            _start = ref MemoryMarshal.GetReference(_input.Window);
            _length = _end = _input.Window.Length;
            if (!more)
                return;
        }
    }

    /// <summary>Whether a whole field stands at the position. Nothing is thrown: what is malformed is found when it is read.</summary>
    readonly bool HasField()
    {
        int at = _pos;
        return TryPass(ref at, 0);
    }

    readonly bool TryPass(ref int at, int depth)
    {
        if (!TryVarint(ref at, out ulong tag))
            return at < 0;
        switch ((int)tag & 7)
        {
            case 0:
                return TryVarint(ref at, out _) || at < 0;
            case 1:
                return (at += 8) <= _length;
            case 2:
                if (!TryVarint(ref at, out ulong length))
                    return at < 0;
                if (length > (ulong)Array.MaxLength)
                    return true;
                long end = at + (long)length;
                at = (int)Math.Min(end, int.MaxValue);
                return end <= _length;
            case 5:
                return (at += 4) <= _length;
            case 3:
                if (depth >= _options.Limits.MaxDepth || !RuntimeHelpers.TryEnsureSufficientExecutionStack())
                    return true;
                while (true)
                {
                    int start = at;
                    if (!TryVarint(ref at, out ulong inner))
                        return at < 0;
                    if (((int)inner & 7) == 4)
                        return true;
                    at = start;
                    if (!TryPass(ref at, depth + 1))
                        return at < 0;
                    if (at < 0)
                        return true;
                }
            default:
                return true;
        }
    }

    /// <summary>False at the end of the window; and with -1 for the place if it is no varint at all.</summary>
    readonly bool TryVarint(ref int at, out ulong value)
    {
        value = 0;
        for (int shift = 0; shift < 70; shift += 7)
        {
            if (at >= _length)
                return false;
            byte next = Unsafe.Add(ref _start, at++);
            value |= (ulong)(next & 0x7F) << shift;
            if (next < 0x80)
                return true;
        }
        at = -1;
        return false;
    }

    /// <summary>Where all the rest of the root has to be looked through: reads the stream to its end.</summary>
    void NeedAll()
    {
        int at = _pos;
        NeedAll(ref at);
    }

    /// <summary>Reads the stream to its end, and a place before the position stays what it is.</summary>
    void NeedAll(ref int at)
    {
        if (_input is null || _isWhole || !IsAtRoot)
            return;
        _isWhole = true;
        _groupEnds?.Clear();
        int first = Math.Min(at, _pos);
        bool more;
        do
        {
            int kept = first;
            more = _input.Advance(ref kept);
            at -= first - kept;
            _pos -= first - kept;
            first = kept;
        }
        while (more);
        _start = ref MemoryMarshal.GetReference(_input.Window);
        _length = _end = _input.Window.Length;
    }
}
