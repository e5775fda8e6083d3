using System.Runtime.CompilerServices;
using Isomer.Conventions;
using Isomer.Model;
using Isomer.Shapes;

namespace Isomer.Formats;

/// <summary>Members that are not simply read where they stand: layers of a hierarchy, pieces, wrapped values, unknown fields.</summary>
internal ref partial struct ProtobufSource
{
    [MethodImpl(MethodImplOptions.NoInlining)]
    int NextOther(ProtobufTable own)
    {
        while (true)
        {
            ref var frame = ref _frames[_depth - 1];
            if (frame.State.After != 0)
                LeaveWrapper(ref frame);
            if (_input is not null && _depth == 1)
                EnsureField();
            if (_pos >= _end)
            {
                if (EndsPiece(ref frame))
                    continue;
                if (frame.State.Group != 0)
                    throw new WireFormatException($"The group of field {frame.State.Group} does not end.");
                if (LeaveLayer(own, ref frame))
                    continue;
                return -1;
            }
            var layer = own.Layers[frame.State.Layer];
            if (layer.KeepsBelow && !frame.State.HasKept && LookForUnknown(own, layer))
                return layer.UnknownFields;
            int tagAt = _pos;
            var (number, wire) = ReadTag();
            if (wire == 4)
            {
                if (number != frame.State.Group)
                    throw new WireFormatException(
                        frame.State.Group == 0
                            ? $"A group of field {number} ends that did not begin."
                            : $"The group of field {frame.State.Group} ends as one of field {number}.")
                    { Offset = Offset(tagAt) };
                frame.State.Group = 0;
                if (LeaveLayer(own, ref frame))
                    continue;
                return -1;
            }
            int index = layer.Find(own, number, wire);
            if (index < 0)
            {
                if (layer.Includes.TryGetValue(number, out var include))
                    EnterLayer(own, layer, include.Type, number, wire);
                else if (layer.UnknownFields < 0 || layer.KeepsBelow || !Take(ref frame.State.Done, own.GatherBit[layer.UnknownFields]))
                    SkipValue(number, wire);
                else
                    return GiveUnknown(own, layer, tagAt, number, wire);
                continue;
            }
            int[]? others = own.OneOfs?[index];
            if (others is not null && TakeBack(own, ref frame, index, tagAt) is var other and >= 0)
                return other;
            _record = ref own.Records[index];
            var field = _record.Field;
            _how = ProtobufLayerTable.HowOf(field, wire);
            _jumps = false;
            switch (own.Gathers[index])
            {
                case ProtobufGather.First:
                    if (!Take(ref frame.State.Done, own.GatherBit[index]))
                    {
                        SkipValue(number, wire);
                        continue;
                    }
                    if (field.Kind == ProtobufKind.Message || field.CollectionWrap != ProtobufWrap.None)
                        GatherPieces(number, wire, field, own, others);
                    else
                        Jump();
                    break;
                case ProtobufGather.Second:
                    if (Take(ref frame.State.Seen, own.GatherBit[index]))
                        break;
                    if (!Take(ref frame.State.Done, own.GatherBit[index]))
                    {
                        SkipValue(number, wire);
                        continue;
                    }
                    if (field.CollectionWrap != ProtobufWrap.None)
                        GatherPieces(number, wire, field);
                    else
                        Jump();
                    break;
            }
            if (field.ValueWrap != ProtobufWrap.None && !EnterMember(ref frame, field, wire))
                continue;
            return index;
        }
    }

    void Jump()
    {
        NeedAll();
        _jumps = true;
    }

    /// <summary>Whether the bit was not set before.</summary>
    static bool Take(ref ulong bits, int bit)
    {
        bool free = (bits & (1UL << bit)) == 0;
        bits |= 1UL << bit;
        return free;
    }

    bool EndsPiece(ref ProtobufFrame frame)
    {
        // An entry of a map ends, which is not in pieces itself.
        if (frame.Pieces is not { } pieces || frame.Piece + 1 >= pieces.Count || frame.State.EntryEnd != 0)
            return false;
        frame.Piece++;
        (_pos, _end) = (pieces[frame.Piece].Start, pieces[frame.Piece].End);
        return true;
    }

    bool LeaveLayer(ProtobufTable own, ref ProtobufFrame frame)
    {
        // Only the base's own members have come where a derived type was asked for.
        if (frame.State.Layer < own.Layers.Length - 1 && (frame.State.Done & LayerMet) == 0)
            throw ProtobufErrors.Behind(
                $"The input holds no '{own.Model.Type}', which is expected, but at most a type that it derives from.");
        if (frame.State.Layer == 0)
            return false;
        EndObject(own);
        return true;
    }

    /// <summary>In the frame of the object itself: its derived layer has been met. The bits of gathered members go from below.</summary>
    const ulong LayerMet = 1UL << 63;

    void EnterLayer(ProtobufTable own, ProtobufLayerTable layer, Type type, int number, int wire)
    {
        if (layer.Next is not { } next || next.Number != number)
            throw new WireFormatException($"The input holds a '{type}' as well as a '{own.Model.Type}', or where one is expected.");
        ref var frame = ref _frames[_depth - 1];
        // Where pieces are read as they are met, so is each of them, message or group.
        bool asMet = frame.State.IsSole;
        if ((frame.State.Done & LayerMet) != 0 && !asMet)
        {
            SkipValue(number, wire);
            return;
        }
        frame.State.Done |= LayerMet;
        // All pieces at once, for members may have to be gathered among all of them. What is at hand still is how the object itself came.
        _how = 1 + wire;
        if (!asMet)
            GatherPieces(number, wire, layer.NextField!);
        int index = layer.Layer + 1;
        _record = ref layer.NextField!.Self;
        ref var inner = ref Push();
        BeginOther(ref inner);
        inner.State.Layer = index;
        // A group ends by its tag, which the short way does not look for.
        inner.State.IsSole = asMet && wire == 2;
    }

    /// <summary>
    /// If the field occurs again in the rest of the message, the places of all its values; else the value is left where it stands.
    /// </summary>
    void GatherPieces(int number, int wire, ProtobufField field, ProtobufTable? own = null, int[]? others = null)
    {
        if (wire is not (2 or 3))
            return;
        NeedAll();
        var (start, end) = (_pos, _end);
        int piece = _frames[_depth - 1].Piece;
        List<ProtobufPiece>? pieces = null;
        var first = ReadPiece(number, wire);
        int after = _pos;
        while (FindNext(ref _frames[_depth - 1], field, number, out int nextWire, own, others))
        {
            pieces ??= [first];
            pieces.Add(ReadPiece(number, nextWire));
        }
        _frames[_depth - 1].Piece = piece;
        _end = end;
        _pos = pieces is null ? start : after;
        _pieces = pieces;
        if (pieces is not null)
            _how = Gathered;
    }

    /// <summary>The content of the message whose tag has been read; stands behind it then.</summary>
    ProtobufPiece ReadPiece(int number, int wire)
    {
        int start;
        if (wire == 2)
        {
            int length = ReadLength();
            start = _pos;
            _pos += length;
            return new ProtobufPiece(start, _pos);
        }
        if (wire != 3)
            throw WrongWire("a message");
        start = _pos;
        int end = SkipGroup(number, 0);
        return new ProtobufPiece(start, end);
    }

    /// <summary>Goes on to the next field of this number in the message of the frame, over its pieces, and past its tag.</summary>
    bool FindNext(ref ProtobufFrame frame, ProtobufField field, int number, out int wire, ProtobufTable? own = null, int[]? others = null)
    {
        while (true)
        {
            if (_input is not null && IsAtRoot)
                EnsureField();
            if (_pos >= _end)
            {
                if (EndsPiece(ref frame))
                    continue;
                wire = 0;
                return false;
            }
            int tagAt = _pos;
            (int next, wire) = ReadTag();
            if (wire == 4)
            {
                // In a message it may be its own end, which is met again; around the items of a list there is none.
                if (frame.State.Number != 0)
                    throw new WireFormatException($"A group of field {next} ends that did not begin.") { Offset = Offset(tagAt) };
                return false;
            }
            if (next == number && field.Accepts(wire))
                return true;
            if (others is not null && EndsOneOf(own!, others, next))
                return false;
            SkipValue(next, wire);
        }
    }

    /// <summary>All unknown fields of the message, from the one at hand on, as they stand.</summary>
    int GiveUnknown(ProtobufTable own, ProtobufLayerTable layer, int tagAt, int number, int wire)
    {
        NeedAll(ref tagAt);
        var bytes = new List<byte>();
        SkipValue(number, wire);
        int resume = _pos;
        int end = _end;
        ref var frame = ref _frames[_depth - 1];
        int piece = frame.Piece;
        while (true)
        {
            bytes.AddRange(Bytes(tagAt, _pos - tagAt));
            while (true)
            {
                // A piece may be empty.
                while (_pos >= _end)
                    if (!EndsPiece(ref frame))
                        goto done;
                tagAt = _pos;
                (number, wire) = ReadTag();
                if (wire == 4)
                    goto done;
                SkipValue(number, wire);
                if (layer.Find(own, number, wire) < 0 && !layer.Includes.ContainsKey(number))
                    break;
            }
        }
    done:
        frame.Piece = piece;
        (_pos, _end) = (resume, end);
        _raw = [.. bytes];
        _record = ref own.Records[layer.UnknownFields];
        _how = Natural;
        return layer.UnknownFields;
    }

    readonly ReadOnlySpan<byte> Bytes(int start, int length) =>
        System.Runtime.InteropServices.MemoryMarshal.CreateReadOnlySpan(ref Unsafe.Add(ref _start, start), length);

    /// <summary>Enters the wrapper of a member; false for a further piece that says nothing of the value.</summary>
    bool EnterMember(ref ProtobufFrame frame, ProtobufField field, int wire)
    {
        if (field.Parts is not null)
            MeetParts(ref frame, field.Number, wire);
        EnterWrapper(ref frame, field, wire, Absent);
        // Dates note by themselves that there has been a piece.
        if (field.Parts is not { } parts || (field.HasParts && _how != Absent))
            return true;
        if (field.HasParts ? !HasMet(ref frame, parts) : !IsFurther(ref frame, parts) || _how != Absent)
            return true;
        LeaveWrapper(ref frame);
        return false;
    }

    /// <summary>Stands at the value in the wrapper whose tag has been read, or in its pieces, if these have been gathered.</summary>
    void EnterWrapper(ref ProtobufFrame frame, ProtobufField field, int wire, int ifEmpty)
    {
        var wrappers = _how == Gathered ? _pieces : null;
        var first = wrappers is null ? ReadPiece(field.Number, wire) : wrappers[0];
        frame.State.After = _pos;
        int end = _end;
        bool merges = field.Inner.Field.Kind == ProtobufKind.Message || field.HasParts;
        List<ProtobufPiece>? pieces = null;
        int at = -1;
        int found = 0;
        for (int i = 0; i < (wrappers?.Count ?? 1); i++)
        {
            (_pos, _end) = i == 0 ? (first.Start, first.End) : (wrappers![i].Start, wrappers[i].End);
            while (_pos < _end)
            {
                var (number, inner) = ReadTag();
                int start = _pos;
                bool isValue = number == 1 && field.Inner.Field.Accepts(inner);
                if (isValue && at >= 0 && merges)
                {
                    pieces ??= [PieceAt(at, found)];
                    pieces.Add(ReadPiece(1, inner));
                    continue;
                }
                if (isValue)
                    (at, found) = (start, inner);
                SkipValue(number, inner);
            }
        }
        _end = end;
        _record = ref field.Inner;
        _how = pieces is not null ? Gathered : at < 0 ? ifEmpty : ProtobufLayerTable.HowOf(_record.Field, found);
        _pos = pieces is not null || at < 0 ? frame.State.After : at;
        _pieces = pieces;
    }

    /// <summary>The content of the message whose value stands there; the position stays.</summary>
    ProtobufPiece PieceAt(int at, int wire)
    {
        int pos = _pos;
        _pos = at;
        var piece = ReadPiece(1, wire);
        _pos = pos;
        return piece;
    }

    void LeaveWrapper(ref ProtobufFrame frame)
    {
        if (_pos > frame.State.After)
            throw new WireFormatException("A value reaches beyond the message that it stands in.")
            { Offset = Offset(frame.State.After - 1) };
        _pos = frame.State.After;
        frame.State.After = 0;
    }

    /// <summary>Where the values of a field stand, from here to the end; of a group without its end tag.</summary>
    public void Find(int number, List<(int Start, int End, int Wire)> found)
    {
        while (_pos < _end)
        {
            var (next, wire) = ReadTag();
            int start = _pos;
            int end = 0;
            if (wire == 3)
                end = SkipGroup(next, 0);
            else
                SkipValue(next, wire);
            if (next == number)
                found.Add((start, wire == 3 ? end : _pos, wire));
        }
    }
}
