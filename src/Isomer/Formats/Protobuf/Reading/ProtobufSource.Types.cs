using System.Runtime.CompilerServices;
using Isomer.Conventions;
using Isomer.Model;
using Isomer.Shapes;

namespace Isomer.Formats;

/// <summary>
/// Which type of a hierarchy a message holds: told by the fields that hold what derived types add, which may stand anywhere.
/// </summary>
internal ref partial struct ProtobufSource
{
    /// <summary>
    /// The type of a message whose first byte tells it: protobuf-net writes what a derived type adds before the members of its base.
    /// </summary>
    /// <remarks>
    /// Question: what must be looked at before an object of a hierarchy is read? Where the type that its first tag begins can be read piece
    /// by piece and has no types below, nothing but that tag (<see cref="ProtobufTable.Choice"/>).
    /// </remarks>
    [MethodImpl(MethodImplOptions.NoInlining)]
    Head ExactType(TypeModel model)
    {
        int at = _pos + 1;
        if (_how == Ahead && _depth > _streamed && at + 1 < _end)
        {
            int length = Unsafe.Add(ref _start, at);
            if (length - 1u < 0x7F && length < _end - at)
            {
                int choice = ProtobufTable.Choice(model, Unsafe.Add(ref _start, at + 1));
                if (choice >= 0)
                {
                    _soleAt = at + 1;
                    _subtype = choice;
                    return Shapes.Head.Subtype;
                }
            }
        }
        return FindExactType(model);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    Head FindExactType(TypeModel model)
    {
        if (model is not ObjectModel { Details: ProtobufTypeFacts facts })
            return Shapes.Head.Value;
        _soleAt = -1;
        Settle();
        NeedAll();
        var (pos, end, how) = (_pos, _end, _how);
        if (how is Natural or Root or 1 + 2)
        {
            var whole = how == Root ? new ProtobufPiece(pos, end) : ReadPiece(_record.Field.Number, 2);
            var found = FindInOne(ProtobufTable.Of(model).Root, whole);
            (_pos, _end, _how) = (pos, end, how);
            if (found?.PlaceIn(model) is { } place)
            {
                if (whole.Start < whole.End)
                    ProtobufTable.Of(model).Choose(Unsafe.Add(ref _start, whole.Start), found, place);
                _soleAt = whole.Start;
                _subtype = place;
                return place < 0 ? Shapes.Head.Value : Shapes.Head.Subtype;
            }
            if (found is not null)
                return Is(model, found.Model.Type);
        }
        var pieces = _how switch
        {
            Root => [new ProtobufPiece(_pos, _end)],
            Absent => [],
            Gathered => _pieces!,
            Natural => [ReadPiece(_record.Field.Number, 2)],
            _ => new List<ProtobufPiece> { ReadPiece(_record.Field.Number, _how - 1) },
        };
        var type = FindType(model.Convention, facts.Layers[0].Type, pieces);
        (_pos, _end, _how) = (pos, end, how);
        return Is(model, type);
    }

    Head Is(TypeModel model, Type type)
    {
        if (type == model.Type)
            return Shapes.Head.Value;
        for (int i = 0; i < model.Subtypes.Length; i++)
        {
            if (model.Subtypes[i].Type != type)
                continue;
            _subtype = i;
            return Shapes.Head.Subtype;
        }
        throw new WireFormatException($"The input holds a '{type}', where a '{model.Type}' is expected.");
    }

    /// <summary>
    /// Which type of a hierarchy is held by a message in one piece, whose layers are in one piece each, as nearly all are: without lists of
    /// pieces, which were 152 bytes an object, and past members of the layer without a look-up. Null where another piece comes. Where a
    /// layer begins that can be read piece by piece and has no types below (<see cref="ProtobufTable.TakesPieces"/>), nothing behind it is
    /// looked at: whatever comes there is met at reading.
    /// </summary>
    ProtobufTable? FindInOne(ProtobufTable table, ProtobufPiece piece)
    {
        while (true)
        {
            var layer = table.Layers[^1];
            if (layer.Includes.Count == 0)
                return table;
            int[] small = layer.Small;
            int found = ProtobufLayerTable.Unknown;
            var inner = default(ProtobufPiece);
            (_pos, _end) = (piece.Start, piece.End);
            while (_pos < _end)
            {
                int tag = Unsafe.Add(ref _start, _pos);
                int entry = small[tag];
                int number;
                int wire;
                if (entry != ProtobufLayerTable.Unknown)
                {
                    if (entry < 0 && found == ProtobufLayerTable.Unknown
                        && layer.Below(entry, table.Model.Convention) is { TakesPieces: true } last)
                        return last;
                    _pos++;
                    (number, wire) = (tag >> 3, tag & 7);
                }
                else
                {
                    (number, wire) = ReadTag();
                    entry = layer.IncludeOf(number);
                }
                if (entry >= ProtobufLayerTable.Unknown)
                {
                    SkipValue(number, wire);
                    continue;
                }
                if (found != ProtobufLayerTable.Unknown)
                    return null;
                found = entry;
                inner = ReadPiece(number, wire);
            }
            if (found == ProtobufLayerTable.Unknown)
                return table;
            (table, piece) = (layer.Below(found, table.Model.Convention), inner);
        }
    }

    /// <summary>Goes down from the root base as far as the input does. Each byte is passed over once a layer.</summary>
    Type FindType(Convention convention, Type type, List<ProtobufPiece> pieces)
    {
        while (true)
        {
            var includes = ProtobufTable.Of(convention.ModelOf(type)).Layers[^1].Includes;
            if (includes.Count == 0)
                return type;
            Type? found = null;
            var inner = new List<ProtobufPiece>();
            foreach (var piece in pieces)
            {
                (_pos, _end) = (piece.Start, piece.End);
                while (_pos < _end)
                {
                    var (number, wire) = ReadTag();
                    if (!includes.TryGetValue(number, out var include))
                    {
                        SkipValue(number, wire);
                        continue;
                    }
                    if (found is not null && found != include.Type)
                        throw new WireFormatException($"The input holds both a '{found}' and a '{include.Type}' in one.");
                    found = include.Type;
                    inner.Add(ReadPiece(number, wire));
                }
            }
            if (found is null)
                return type;
            (type, pieces) = (found, inner);
        }
    }
}
