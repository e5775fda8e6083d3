using Isomer.Model;

namespace Isomer.Formats;

/// <summary>Objects, collections and scalars as nodes.</summary>
internal ref partial struct CompactNodeReader
{
    NodeObject Object(CompactType type, CompactSubtype? subtype, NodeObject result)
    {
        string[] names = _names.Of(type, out long length);
        Repeat(length);
        if (subtype is not null && CompactNodeNames.Of(subtype) is { } said && !names.Contains(CompactNodeNames.TypeName))
            Say(result, 0, said);
        int block = _source.Position;
        _source.Block(type.BlockSize);
        for (int i = 0; i < names.Length; i++)
        {
            var member = type.Members[i];
            if (member.IsPacked)
                result.Append(names[i], Packed(member, block));
            else if (!member.IsOptional || _source.Boolean())
                result.Append(names[i], Value(member.Type, null));
        }
        return result;
    }

    /// <summary>A member of the packed block, which lies before the others: they keep the order in which they are declared.</summary>
    Node? Packed(CompactMember member, int block)
    {
        int next = _source.Position;
        var type = member.Type;
        if (member.Bit >= 0)
        {
            _source.Position = block + (member.Bit >> 3);
            bool isNull = (_source.Byte() & (1 << (member.Bit & 7))) == 0;
            type = type.Item!;
            if (isNull)
            {
                _source.Position = next;
                return null;
            }
        }
        _source.Position = block + member.Offset;
        var result = Value(type, null);
        _source.Position = next;
        return result;
    }

    NodeArray? Sequence(CompactType type)
    {
        if (type.MayBeNoArray && _source.TryNoArray())
            return null;
        int count = Count(type);
        var result = new NodeArray();
        for (int i = 0; i < count; i++)
            result.Items.Add(Value(type.Item!, null));
        return result;
    }

    NodeObject Map(CompactType type, CompactSubtype? subtype, NodeObject result)
    {
        int count = Count(type);
        for (int i = 0; i < count; i++)
            result.Append(CompactNodeValues.NewName(_source.String(), result), Value(type.Item!, null));
        if (subtype is not null && CompactNodeNames.Of(subtype) is { } said && !result.Contains(CompactNodeNames.TypeName))
            Say(result, 0, said);
        return result;
    }

    /// <summary>Names the type of an object.</summary>
    void Say(NodeObject result, int at, NodeValue type)
    {
        if (type.Value is string name)
            Repeat(name.Length);
        result.Insert(at, CompactNodeNames.TypeName, type);
    }

    NodeArray Pairs(CompactType type)
    {
        int count = Count(type);
        var result = new NodeArray();
        for (int i = 0; i < count; i++)
        {
            var pair = new NodeObject();
            pair.Append("Key", Value(type.Key!, null));
            pair.Append("Value", Value(type.Item!, null));
            result.Items.Add(pair);
        }
        return result;
    }

    int Count(CompactType type)
    {
        if (type.HasComparer)
            _source.Byte();
        else if (type.MayTellComparer)
            _ = _source.TryToldComparer();
        int size = CompactItem.SizeOf(type);
        int count = _source.Count(size);
        if (size == 0)
            _source.Block(count);
        return count;
    }

    /// <summary>What a dynamic value says it is; null for null.</summary>
    CompactType? Tagged()
    {
        int start = _source.Position;
        if (_source.Byte() == CompactMark.Null)
            return null;
        _source.Position = start;
        ulong tag = _source.Varint();
        CompactType? type = null;
        if (tag >= CompactType.FirstIndex)
            type = tag - CompactType.FirstIndex < (ulong)_layout.Table.Count ? _layout.Table[(int)(tag - CompactType.FirstIndex)] : null;
        else if (tag is > 0 and <= (ulong)Model.Scalar.Bytes)
            type = CompactType.OfScalar[(int)tag];
        else
            type = CompactDynamic.TypeOf((int)tag, CompactDynamic.HasItem((int)tag) ? (Scalar)_source.Byte() : default);
        return type ?? throw CompactDynamic.BadTag(tag);
    }

    NodeValue Enum(CompactType type)
    {
        int start = _source.Position;
        long value = CompactScalars.Extend(type.Scalar, ref _source.Block(Scalars.Width(type.Scalar)));
        if (_names.Of(type, value) is { } name)
        {
            Repeat(name.Length);
            return new NodeValue(name);
        }
        _source.Position = start;
        return Scalar(type.Scalar)!;
    }

    NodeValue? Scalar(Scalar scalar) => CompactScalars.Box(ref _source, scalar) is { } value ? new NodeValue(value) : null;
}
