using System.Runtime.CompilerServices;

namespace Isomer.Formats;

/// <summary>
/// Unknown fields of a hierarchy whose derived layers have no member for them: the nearest base's keeps them, each layer's in the field
/// that the layer itself stands in. Written again, that field comes twice in the base, and whoever reads it merges the two.
/// </summary>
internal ref partial struct ProtobufSource
{
    /// <summary>
    /// Looks through the whole layer and those below before anything of it is read, as what is unknown is given once. Whether there is any.
    /// </summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    bool LookForUnknown(ProtobufTable own, ProtobufLayerTable layer)
    {
        NeedAll();
        ref var frame = ref _frames[_depth - 1];
        frame.State.HasKept = true;
        var (pos, end, piece) = (_pos, _end, frame.Piece);
        var found = new List<byte>();
        do
        {
            AddUnknown(found, own, layer);
        }
        while (EndsPiece(ref frame));
        frame.Piece = piece;
        (_pos, _end) = (pos, end);
        if (found.Count == 0)
            return false;
        _raw = [.. found];
        _record = ref own.Records[layer.UnknownFields];
        _how = Natural;
        return true;
    }

    /// <summary>From the position to the end of the message.</summary>
    void AddUnknown(List<byte> found, ProtobufTable own, ProtobufLayerTable layer)
    {
        while (_pos < _end)
        {
            int at = _pos;
            var (number, wire) = ReadTag();
            // The end of a group, or one too many: that is told when it is read.
            if (wire == 4)
                return;
            if (layer.Find(own, number, wire) >= 0)
            {
                SkipValue(number, wire);
            }
            else if (!layer.Includes.ContainsKey(number))
            {
                SkipValue(number, wire);
                found.AddRange(Bytes(at, _pos - at));
            }
            else if (layer.Next?.Number != number || own.Layers[layer.Layer + 1].UnknownFields >= 0)
            {
                SkipValue(number, wire);
            }
            else
            {
                var content = ReadPiece(number, wire);
                var (after, end) = (_pos, _end);
                (_pos, _end) = (content.Start, content.End);
                var below = new List<byte>();
                AddUnknown(below, own, own.Layers[layer.Layer + 1]);
                (_pos, _end) = (after, end);
                if (below.Count > 0)
                    AddMessage(found, number, below);
            }
        }
    }

    static void AddMessage(List<byte> bytes, int number, List<byte> content)
    {
        Span<byte> head = stackalloc byte[16];
        int length = ProtobufVarint.Put(ref head[0], ((ulong)number << 3) | 2);
        length += ProtobufVarint.Put(ref head[length], (ulong)content.Count);
        bytes.AddRange(head[..length]);
        bytes.AddRange(content);
    }
}
