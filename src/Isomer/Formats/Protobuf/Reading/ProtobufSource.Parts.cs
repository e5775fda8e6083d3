using System.Runtime.CompilerServices;

namespace Isomer.Formats;

/// <summary>
/// Values that are scalars here and messages on the wire, where they come in several pieces: those of a Timestamp, a Duration or
/// a wrapper merge, as protobuf has it for messages. The one piece that nearly all have costs a bit in the frame; only when a
/// second one comes is the message looked through for what the first ones said.
/// </summary>
internal ref partial struct ProtobufSource
{
    /// <summary>Among what a frame has seen: one with parts, from whose place on others are to be looked for.</summary>
    const ulong PartsMet = 1UL << 63;

    /// <summary>Whether it is the first piece in the message, as nearly always; notes that there has been one.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    readonly bool IsFirst(ProtobufParts parts)
    {
        ref var frame = ref Frame(_depth - 1);
        if ((frame.State.Seen & parts.Bit) != 0 || Keeps(parts))
            return false;
        if (!parts.IsWrapped)
            MeetParts(ref frame, parts.Number, _how == Natural ? 2 : _how - 1);
        frame.State.Seen |= parts.Bit;
        return true;
    }

    /// <summary>A further piece of a member's value, over what those before it in the same message said.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    ProtobufSmall ReadFurther(ProtobufParts parts)
    {
        ref var frame = ref Frame(_depth - 1);
        if (!parts.IsWrapped)
            MeetParts(ref frame, parts.Number, _how == Natural ? 2 : _how - 1);
        // With the second piece what came before is looked for, once, and kept for a third.
        var kept = frame.Parts ??= [];
        if (!kept.TryGetValue(parts.Number, out var before) && !Keeps(parts))
            before = PartsBefore(ref frame, parts);
        return kept[parts.Number] = ReadAnySmall(before);
    }

    /// <summary>Where there is no bit left for the member, and at the root of a stream, which keeps nothing of what was read.</summary>
    readonly bool Keeps(ProtobufParts parts) => parts.Bit == 0 || (_input is not null && _depth == 1);

    /// <summary>Notes where the first of them stands, at whose value the position is.</summary>
    readonly void MeetParts(ref ProtobufFrame frame, int number, int wire)
    {
        if ((frame.State.Seen & PartsMet) != 0)
            return;
        frame.State.Seen |= PartsMet;
        frame.Parts = null;
        (frame.PartsAt, frame.PartsNumber, frame.PartsWire, frame.PartsPiece) = (_pos, number, wire, frame.Piece);
    }

    /// <summary>Whether the frame has had a piece of this date.</summary>
    static bool HasMet(ref ProtobufFrame frame, ProtobufParts parts) =>
        (frame.State.Seen & parts.Bit) != 0 || frame.Parts?.ContainsKey(parts.Number) == true;

    /// <summary>Whether the frame has had a piece of this member; it has one now.</summary>
    bool IsFurther(ref ProtobufFrame frame, ProtobufParts parts)
    {
        if (parts.Bit != 0)
            return !Take(ref frame.State.Seen, System.Numerics.BitOperations.Log2(parts.Bit));
        frame.Parts ??= [];
        return !frame.Parts.TryAdd(parts.Number, default);
    }

    /// <summary>Another member of its oneof has taken it back: what was there counts no more.</summary>
    static void ForgetParts(ref ProtobufFrame frame, ProtobufParts parts)
    {
        if ((frame.State.Seen & PartsMet) == 0)
            return;
        frame.State.Seen &= ~parts.Bit;
        frame.Parts?.Remove(parts.Number);
    }

    ProtobufSmall PartsBefore(ref ProtobufFrame frame, ProtobufParts parts)
    {
        var (pos, end, piece) = (_pos, _end, frame.Piece);
        var value = default(ProtobufSmall);
        frame.Piece = frame.PartsPiece;
        if (frame.Pieces is { } pieces)
            _end = pieces[frame.Piece].End;
        var (number, wire) = (frame.PartsNumber, frame.PartsWire);
        _pos = frame.PartsAt;
        while (frame.Piece != piece || _pos < pos)
        {
            if (Array.IndexOf(parts.EndedBy, number) >= 0)
                value = default;
            if (number == parts.Number && wire is 2 or 3)
                ReadParts(ref value, ReadPiece(number, wire), parts.IsWrapped);
            else
                SkipValue(number, wire);
            // A piece may be empty.
            while (_pos >= _end && EndsPiece(ref frame))
            {
            }
            if (frame.Piece != piece || _pos < pos)
                (number, wire) = ReadTag();
        }
        frame.Piece = piece;
        (_pos, _end) = (pos, end);
        return value;
    }

    /// <summary>What a piece says, or the messages in field 1 of it.</summary>
    void ReadParts(ref ProtobufSmall value, ProtobufPiece piece, bool isWrapped)
    {
        var (pos, end) = (_pos, _end);
        (_pos, _end) = (piece.Start, piece.End);
        if (!isWrapped)
            ReadParts(ref value, 0);
        while (_pos < _end)
        {
            var (number, wire) = ReadTag();
            if (number == 1 && wire is 2 or 3)
                ReadParts(ref value, ReadPiece(number, wire), false);
            else
                SkipValue(number, wire);
        }
        (_pos, _end) = (pos, end);
    }

    /// <summary>To the end of a message, or of a group: then it is whether that ends.</summary>
    bool ReadParts(ref ProtobufSmall value, int group)
    {
        while (_pos < _end)
        {
            var (number, wire) = ReadTag();
            if (wire == 4 && group != 0 && number == group)
                return true;
            if (wire != 0 || number > 3)
            {
                SkipValue(number, wire);
                continue;
            }
            ulong part = ReadVarint();
            if (number == 1)
                value.First = part;
            else if (number == 2)
                value.Second = part;
            else
                value.Third = part;
        }
        return false;
    }

    /// <summary>Of a value that is looked for before it is read: all its pieces at once.</summary>
    ProtobufSmall ReadGathered(ProtobufSmall value)
    {
        var pieces = _pieces!;
        _pieces = null;
        foreach (var piece in pieces)
            ReadParts(ref value, piece, false);
        return value;
    }
}

/// <summary>The numbers of a small message.</summary>
internal record struct ProtobufSmall(ulong First, ulong Second, ulong Third);

/// <summary>Of a member whose value is a scalar here and a message on the wire, with pieces that merge.</summary>
/// <param name="Number">The number of its field.</param>
/// <param name="Bit">The bit in the frame that says that a piece has come; 0 if there was none left.</param>
/// <param name="IsWrapped">Whether the value stands in a message of its own.</param>
/// <param name="EndedBy">The numbers of the others of its oneof.</param>
internal sealed record ProtobufParts(int Number, ulong Bit, bool IsWrapped, int[] EndedBy);
