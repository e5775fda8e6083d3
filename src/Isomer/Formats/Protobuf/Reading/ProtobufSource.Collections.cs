using System.Runtime.CompilerServices;
using Isomer.Conventions;
using Isomer.Model;

namespace Isomer.Formats;

/// <summary>Collections: items in a row, packed or not, both in one if need be; the entries of maps.</summary>
internal ref partial struct ProtobufSource
{
    [MethodImpl(MethodImplOptions.NoInlining)]
    public int BeginArray(TypeModel model)
    {
        BeginCollection();
        return -1;
    }

    public int BeginMap(TypeModel model)
    {
        BeginCollection();
        return -1;
    }

    void BeginCollection()
    {
        var field = _record.Field;
        if (field.Facts.IsOfCarrier && field.Core is SequenceModel { Element: DynamicModel })
            throw new WireFormatException(
                $"Field '{field.Name}' (number {field.Number}) holds values of any type, for which protobuf has no form.");
        ref var frame = ref Push();
        frame.Field = field;
        frame.State.Number = field.ItemNumber;
        frame.ItemTag = -1;
        frame.AtHand = -1;
        frame.PackedEnd = 0;
        frame.IsWrapped = false;
        frame.Jumps = _jumps;
        frame.Resume = -1;
        frame.End = _end;
        _jumps = false;
        if (_how == Root)
        {
            frame.Jumps = true;
            frame.IsWrapped = true;
        }
        else if (_how == Gathered)
        {
            frame.IsWrapped = frame.Jumps = true;
            frame.Resume = _pos;
            frame.Pieces = _pieces;
            frame.Piece = 0;
            (_pos, _end) = (_pieces![0].Start, _pieces[0].End);
            _pieces = null;
        }
        else if (_how >= Absent)
        {
            frame.State.Number = 0;
            frame.Jumps = false;
        }
        else if (field.CollectionWrap != ProtobufWrap.None)
        {
            var piece = ReadPiece(field.Number, _how - 1);
            frame.IsWrapped = frame.Jumps = true;
            frame.Resume = _pos;
            (_pos, _end) = (piece.Start, piece.End);
        }
        else
        {
            frame.AtHand = _how - 1;
        }
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool NextItem(int index, int count)
    {
        ref var frame = ref _frames[_depth - 1];
        if ((uint)index < (uint)_maxItems)
        {
            if (_pos < frame.PackedEnd)
                return true;
            if (_depth > 2 * _streamed && frame.ItemTag >= 0)
            {
                if (_pos >= _end)
                {
                    if (!frame.Jumps)
                        return false;
                }
                else
                {
                    int tag = Unsafe.Add(ref _start, _pos);
                    if (tag == frame.ItemTag)
                    {
                        _record = ref frame.Field.Item;
                        _how = frame.ItemHow;
                        if (_how != Ahead)
                            _pos++;
                        return true;
                    }
                    // Another field, or the end of a group: so many lists end here that the way round is worth sparing.
                    if (tag < 0x80 && tag >> 3 != frame.State.Number && !frame.Jumps)
                        return false;
                }
            }
        }
        return NextOtherItem(ref frame, index);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    bool NextOtherItem(ref ProtobufFrame frame, int index)
    {
        frame.PackedEnd = 0;
        if (frame.State.After != 0)
            LeaveWrapper(ref frame);
        if (_input is not null && index < _maxItems && TryItemInWindow(ref frame))
            return true;
        var item = frame.Field.Item.Field;
        while (NextTag(ref frame, out int wire))
        {
            if (index >= _maxItems)
                throw TooMany();
            if (wire == 2 && item.IsPackable)
            {
                int length = ReadLength();
                if (length == 0)
                    continue;
                if (!EndsWithItem(item.WireType, length))
                    throw new WireFormatException("Packed items end within an item.");
                frame.PackedEnd = _pos + length;
                frame.ItemTag = -1;
                _record = ref frame.Field.PackedItem;
                _how = ProtobufLayerTable.HowOf(item, item.WireType);
                return true;
            }
            if (item.ValueWrap != ProtobufWrap.None)
            {
                EnterWrapper(ref frame, item, wire, IsNull);
                return true;
            }
            _record = ref frame.Field.Item;
            _how = ProtobufLayerTable.HowOf(item, wire);
            frame.ItemTag = frame.State.Number < 16 ? (frame.State.Number << 3) | wire : -1;
            frame.ItemHow = _how == Natural ? Ahead : _how;
            return true;
        }
        return false;
    }

    /// <summary>
    /// Whether the last of packed items ends where they do, so that reading one after the other neither passes their end nor meets another
    /// one in a stream, of which no more than these items may have come.
    /// </summary>
    readonly bool EndsWithItem(int wire, int length) => wire switch
    {
        0 => Unsafe.Add(ref _start, _pos + length - 1) < 0x80,
        1 => length % 8 == 0,
        _ => length % 4 == 0,
    };

    /// <summary>
    /// Of a list in a stream: one more message or text after another, whole in the window, without asking what to do with it.
    /// </summary>
    bool TryItemInWindow(ref ProtobufFrame frame)
    {
        int at = _pos;
        if ((frame.ItemTag & 7) != 2 || at + 4 > _end || Unsafe.Add(ref _start, at) != frame.ItemTag)
            return false;
        int length = Unsafe.Add(ref _start, at + 1);
        int size = 2;
        if (length >= 0x80)
        {
            int high = Unsafe.Add(ref _start, at + 2);
            length = (length & 0x7F) | (high << 7);
            size = 3;
            if (high >= 0x80)
                return false;
        }
        if (length > _end - at - size)
            return false;
        _record = ref frame.Field.Item;
        _how = frame.ItemHow;
        if (_how != Ahead)
            _pos = at + 1;
        return true;
    }

    readonly WireFormatException TooMany() => new($"A collection has more than {_maxItems} items (Limits.MaxItems).");

    bool NextTag(ref ProtobufFrame frame, out int wire)
    {
        wire = frame.AtHand;
        if (wire >= 0)
        {
            frame.AtHand = -1;
            return true;
        }
        if (_input is not null && IsAtRoot)
            EnsureField();
        if (_pos < _end)
        {
            int at = _pos;
            (int number, wire) = ReadTag();
            if (number == frame.State.Number && wire != 4 && frame.Field.Accepts(wire))
                return true;
            _pos = at;
        }
        if (!frame.Jumps)
            return false;
        if (frame.IsWrapped)
            return FindNext(ref frame, frame.Field, frame.State.Number, out wire);
        ref var owner = ref _frames[_depth - 2];
        if (frame.Resume < 0)
            (frame.Resume, frame.ResumePiece, frame.End) = (_pos, owner.Piece, _end);
        return FindNext(ref owner, frame.Field, frame.State.Number, out wire);
    }

    public void EndArray(TypeModel model) => EndCollection();

    void EndCollection()
    {
        ref var frame = ref _frames[--_depth];
        if (frame.Resume < 0)
            return;
        _pos = frame.Resume;
        _end = frame.End;
        if (!frame.IsWrapped)
            _frames[_depth - 1].Piece = frame.ResumePiece;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    public bool NextKey(TypeModel model, int index, int count)
    {
        ref var frame = ref _frames[_depth - 1];
        if (index > 0)
        {
            frame.State.After = 0;
            (_pos, _end) = (frame.State.EntryEnd, frame.EntryOuter);
            frame.State.EntryEnd = 0;
        }
        if (!NextTag(ref frame, out int wire))
            return false;
        if (index >= _maxItems)
            throw TooMany();
        var piece = ReadPiece(frame.State.Number, wire);
        (frame.State.EntryEnd, frame.EntryOuter) = (_pos, _end);
        (_pos, _end) = (piece.Start, piece.End);
        int keyAt = -1;
        int keyWire = 0;
        frame.ValueAt = -1;
        while (_pos < _end)
        {
            var (number, inner) = ReadTag();
            if (number == 1 && frame.Field.Key.Field.Accepts(inner) && (keyAt < 0 || frame.Field.Key.Field.IsReplaced))
                (keyAt, keyWire) = (_pos, inner);
            else if (number == 2 && frame.Field.Value.Field.Accepts(inner) && (frame.ValueAt < 0 || frame.Field.Value.Field.IsReplaced))
                (frame.ValueAt, frame.ValueWire) = (_pos, inner);
            SkipValue(number, inner);
        }
        _record = ref frame.Field.Key;
        StandAt(keyAt, keyWire);
        return true;
    }

    public void MapValue(TypeModel model)
    {
        ref var frame = ref _frames[_depth - 1];
        _record = ref frame.Field.Value;
        var field = _record.Field;
        StandAt(frame.ValueAt, frame.ValueWire);
        if (frame.ValueAt < 0 || field.ValueWrap == ProtobufWrap.None)
            return;
        GatherPieces(field.Number, frame.ValueWire, field);
        EnterWrapper(ref frame, field, frame.ValueWire, IsNull);
    }

    /// <summary>At the key or value of an entry, or at none: then it is the default, or null of a nullable.</summary>
    void StandAt(int at, int wire)
    {
        var field = _record.Field;
        _jumps = false;
        if (at < 0)
        {
            _how = field.IsOptional || field.ValueWrap != ProtobufWrap.None ? IsNull : Absent;
            return;
        }
        _pos = at;
        _how = ProtobufLayerTable.HowOf(field, wire);
        if (field.ValueWrap != ProtobufWrap.None)
            return;
        if (field.Kind == ProtobufKind.Message || field.HasParts)
            GatherPieces(field.Number, wire, field);
        else
            _jumps = field.Kind != ProtobufKind.Scalar;
    }

    public void EndMap(TypeModel model) => EndCollection();
}
