using System.Runtime.CompilerServices;
using Isomer.Model;

namespace Isomer.Formats;

/// <summary>
/// Finds its way through a payload by its layout alone: to skip what a reader does not know, and to say where in the value
/// an offset lies.
/// </summary>
internal ref struct CompactWalker
{
    readonly ReadOnlySpan<byte> _bytes;
    readonly List<CompactEntry>? _objects;
    readonly CompactLayout _layout;
    readonly Limits _limits;
    readonly int _stop;
    int _depth;

    public CompactWalker(CompactLayout layout, ReadOnlySpan<byte> bytes, int position, int depth, Limits limits,
        List<CompactEntry>? objects, int stop = int.MaxValue)
    {
        _layout = layout;
        _bytes = bytes;
        Position = position;
        _depth = depth;
        _limits = limits;
        _objects = objects;
        _stop = stop;
        if (stop != int.MaxValue)
            Path = [];
    }

    /// <summary>Where the next byte stands.</summary>
    public int Position { get; private set; }

    /// <summary>Where the walk is: member names (CompactMember) and indexes (int); only with a stop.</summary>
    public List<object>? Path { get; }

    /// <summary>Whether the offset to stop at lies in what was walked last; the path then leads to it.</summary>
    public readonly bool Stopped => Position > _stop;

    /// <summary>Walks over one value as it is declared.</summary>
    public void Value(CompactType type)
    {
        switch (type.Kind)
        {
            case CompactKind.Scalar:
                Scalar(type.Scalar);
                break;
            case CompactKind.Enum:
                Take(Isomer.Model.Scalars.Width(type.Scalar));
                break;
            case CompactKind.Nullable or CompactKind.Option:
                if (Mark(1) == CompactMark.Value && !Stopped)
                    Nested(type.Item!);
                break;
            case CompactKind.Alias:
                Value(type.Item!);
                break;
            case CompactKind.Dynamic:
                Dynamic();
                break;
            default:
                if (type.IsReference)
                    Referenced(type);
                else
                    Exact(type);
                break;
        }
    }

    void Referenced(CompactType type)
    {
        byte mark = Mark(3);
        var exact = type;
        switch (mark)
        {
            case CompactMark.Null:
                return;
            case CompactMark.Reference:
                Varint();
                return;
            case CompactMark.Subtype:
                ulong index = Varint();
                if (index >= (ulong)type.Subtypes.Length)
                    throw new WireFormatException($"The writer's type {type} has no subtype at {index}.");
                exact = type.Subtypes[(int)index].Type;
                break;
        }
        if (type.HasIdentity)
            _objects?.Add(new CompactEntry { Position = Position, Type = exact, IsSkipped = true });
        if (!Stopped)
            Exact(exact);
    }

    /// <summary>Walks over a value whose marker has been read.</summary>
    public void Exact(CompactType type)
    {
        if ((--_depth & 15) == 15)
            CompactLimits.EnterSlow(_depth);
        switch (type.Kind)
        {
            case CompactKind.Object:
                Object(type);
                break;
            case CompactKind.Sequence or CompactKind.Map:
                Collection(type);
                break;
            default:
                // A surrogate is written by its carrier as that is declared, without a marker of its own.
                Value(type.Kind is CompactKind.Alias or CompactKind.Option ? type.Item! : type);
                break;
        }
        _depth++;
    }

    void Object(CompactType type)
    {
        int block = Position;
        Take(type.BlockSize);
        if (Stopped)
        {
            // The offset may also be that of the marker before the object.
            if (block <= _stop)
                Path!.Add(Suspect(type, block));
            return;
        }
        foreach (var member in type.Members)
        {
            if (member.IsPacked)
                continue;
            Path?.Add(member);
            if (!member.IsOptional || (Mark(1) == 1 && !Stopped))
                Value(member.Type);
            if (Stopped)
                return;
            Path?.RemoveAt(Path.Count - 1);
        }
    }

    /// <summary>
    /// The packed member to blame, of those up to the offset: the first whose bits are no value, else the one that lies there.
    /// </summary>
    readonly CompactMember Suspect(CompactType type, int block)
    {
        CompactMember? at = null;
        foreach (var member in type.Members)
        {
            if (!member.IsPacked)
                continue;
            // What lies behind was not read; the presence bits before all of them were.
            if (at is not null && block + member.Offset > _stop)
                break;
            bool isNull = member.Bit >= 0 && (_bytes[block + (member.Bit >> 3)] & (1 << (member.Bit & 7))) == 0;
            if (!isNull && !CompactScalars.IsValid(member.Scalar, _bytes[(block + member.Offset)..]))
                return member;
            at = member;
        }
        return at!;
    }

    void Collection(CompactType type)
    {
        if (type.HasComparer)
            Take(1);
        if (type.MayTellComparer && _bytes.Length > Position && _bytes[Position] == CompactMark.Null)
            Take(2);
        if (type.MayBeNoArray && _bytes.Length > Position && _bytes[Position] == CompactMark.Null)
        {
            Position++;
            return;
        }
        int size = CompactItem.SizeOf(type);
        ulong count = Varint();
        if (count > (ulong)((_bytes.Length - Position) / Math.Max(size, 1)))
            throw CompactLimits.BadCount(count, size, _bytes.Length - Position, _limits);
        if (size == 0)
            Take((int)count);
        if (Path is null && type.Key is null && type.Item!.IsFixed)
        {
            Take((int)count * size);
            return;
        }
        for (int i = 0; i < (int)count && !Stopped; i++)
        {
            Path?.Add(i);
            if (type.Key is not null)
                Value(type.Key);
            if (Stopped)
                return;
            Value(type.Item!);
            if (Stopped)
                return;
            Path?.RemoveAt(Path.Count - 1);
        }
    }

    void Dynamic()
    {
        if (_bytes.Length > Position && _bytes[Position] == CompactMark.Null)
        {
            Position++;
            return;
        }
        ulong tag = Varint();
        var type = tag >= CompactType.FirstIndex
            ? tag - CompactType.FirstIndex < (ulong)_layout.Table.Count ? _layout.Table[(int)(tag - CompactType.FirstIndex)] : null
            : tag is > 0 and <= (ulong)Isomer.Model.Scalar.Bytes ? CompactType.OfScalar[(int)tag]
            : CompactDynamic.TypeOf((int)tag, CompactDynamic.HasItem((int)tag) ? (Scalar)Take(1)[0] : default);
        if (!Stopped)
            Nested(type ?? throw CompactDynamic.BadTag(tag));
    }

    void Nested(CompactType type)
    {
        if ((--_depth & 15) == 15)
            CompactLimits.EnterSlow(_depth);
        Value(type);
        _depth++;
    }

    void Scalar(Scalar scalar)
    {
        int width = Isomer.Model.Scalars.Width(scalar);
        if (width > 0)
        {
            Take(width);
            return;
        }
        if (scalar is Isomer.Model.Scalar.String or Isomer.Model.Scalar.Bytes && _bytes.Length > Position
            && _bytes[Position] == CompactMark.Null)
        {
            Position++;
            return;
        }
        if (scalar == Isomer.Model.Scalar.Decimal)
        {
            Take(CompactDecimal.LengthOf(Take(1)[0]));
            return;
        }
        ulong length = Varint();
        if (scalar == Isomer.Model.Scalar.String)
        {
            ulong units = length == CompactStrings.Utf16Header ? Varint() : 0;
            length = length == CompactStrings.Utf16Header ? (units > int.MaxValue ? units : units * 2) : length >> 1;
        }
        if (length > (ulong)(_bytes.Length - Position))
            throw CompactLimits.BadLength(length, _bytes.Length - Position, _limits);
        Take((int)length);
    }

    byte Mark(int max)
    {
        byte mark = Take(1)[0];
        return mark <= max ? mark : throw new WireFormatException($"{mark} is no marker of a value here.");
    }

    ulong Varint()
    {
        int length = CompactVarint.Get(_bytes[Position..], out ulong value);
        if (length == 0)
            CompactLimits.ThrowEnd();
        Position += length;
        return value;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    ReadOnlySpan<byte> Take(int count)
    {
        int position = Position;
        if (_bytes.Length - position < count)
            CompactLimits.ThrowEnd();
        Position = position + count;
        return _bytes.Slice(position, count);
    }
}
