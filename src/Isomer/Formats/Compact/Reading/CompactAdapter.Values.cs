using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using Isomer.Model;
using Isomer.Shapes;

namespace Isomer.Formats;

/// <summary>Markers, and what is skipped.</summary>
internal ref partial struct CompactAdapter
{
    public Head Head(TypeModel model)
    {
        _subtype = -1;
        var declared = Unwrap();
        if (declared is null)
        {
            _type = null;
            return Shapes.Head.Null;
        }
        if (!declared.IsReference || _announced)
            return HeadOfPlain(declared);
        byte mark = Take(1);
        switch (mark)
        {
            case CompactMark.Null:
                _type = null;
                return Shapes.Head.Null;
            case CompactMark.Reference when _objects is not null:
                return Recall(declared, model);
            case CompactMark.Value:
                _announced = true;
                return Enter(Shapes.Head.Value, declared, declared, model);
            case CompactMark.Subtype:
                var subtype = SubtypeOf(declared);
                int own = _plan.Match(declared, model).Subtypes[Array.IndexOf(declared.Subtypes, subtype)];
                if (own < 0)
                    throw new WireFormatException(
                        $"The writer has the subtype {subtype} here, which '{model.Type}' does not have{Where()}.");
                _subtype = own;
                AnnounceExact(subtype.Type);
                return Enter(Shapes.Head.Subtype, declared, subtype.Type, model);
            default:
                throw new WireFormatException($"{mark} is no marker of a value here.");
        }
    }

    /// <summary>Where the writer has no marker: a struct, or a string or array of which the reader has made something else.</summary>
    Head HeadOfPlain(CompactType declared)
    {
        if ((declared is { Kind: CompactKind.Scalar, Scalar: Scalar.String or Scalar.Bytes } || (declared.MayBeNoArray && !_announced))
            && TakeNull())
        {
            _type = null;
            return Shapes.Head.Null;
        }
        return Shapes.Head.Value;
    }

    public readonly int Subtype(TypeModel model) => _subtype;

    public readonly Head BeginCarried(TypeModel model) => throw new NotSupportedException();

    public readonly void EndCarried(TypeModel model, int identity, object? value) => throw new NotSupportedException();

    public object Reference()
    {
        _referred++;
        return _reference
            ?? throw new WireFormatException("A cycle leads through a constructor: the object is needed before it can exist.");
    }

    public readonly int Referred() => _referred;

    public int Identity()
    {
        int identity = _identity;
        _identity = -1;
        return identity;
    }

    public readonly object? Awaited() => null;

    public void Completed(TypeModel model, object value, object? carrier) => (_rekeyed ??= []).Add((Rekeyed)carrier!);

    public bool TryNull()
    {
        if (Open() && !(_type is { Kind: CompactKind.Scalar, Scalar: Scalar.String or Scalar.Bytes } && TakeNull()))
            return false;
        _type = null;
        return true;
    }

    /// <summary>
    /// Unwraps what is to be read down to a scalar, enum, collection or object without a marker before it; false if null
    /// stands here (a string and a byte[] tell that themselves).
    /// </summary>
    bool Open()
    {
        var type = Unwrap();
        if (type is null)
            return false;
        if (!type.IsReference || _announced)
            return true;
        byte mark = Take(1);
        switch (mark)
        {
            case CompactMark.Null:
                return false;
            case CompactMark.Value:
                _announced = true;
                Count(type, type, isShared: false);
                return true;
            case CompactMark.Subtype:
                var exact = SubtypeOf(type).Type;
                AnnounceExact(exact);
                Count(type, exact, isShared: false);
                return Open();
            case CompactMark.Reference when _objects is not null:
                Detour(IdOfReference());
                return Open();
            default:
                throw new WireFormatException($"{mark} is no marker of a value here{Where()}.");
        }
    }

    /// <summary>Through aliases, optionals and dynamic values; null if one of them is null.</summary>
    CompactType? Unwrap()
    {
        while (true)
        {
            var type = _type ?? throw new InvalidOperationException("Nothing has been announced.");
            switch (type.Kind)
            {
                case CompactKind.Alias:
                    _type = type.Item;
                    break;
                case CompactKind.Dynamic:
                    if (TakeNull())
                        return null;
                    Announce(TakeTag(out _));
                    break;
                case CompactKind.Nullable when _field >= 0:
                    if ((_bytes[_block + (_bit >> 3)] & (1 << (_bit & 7))) == 0)
                        return null;
                    _type = type.Item;
                    break;
                case CompactKind.Nullable or CompactKind.Option when !_announced:
                    byte mark = Take(1);
                    if (mark > 1)
                        throw new WireFormatException($"{mark} is no marker of an optional value.");
                    if (mark == CompactMark.Null)
                        return null;
                    Announce(type.Item!);
                    break;
                case CompactKind.Nullable or CompactKind.Option:
                    // Announced as a subtype: the carrier of a surrogate, without a marker of its own.
                    Announce(type.Item!);
                    break;
                default:
                    return type;
            }
        }
    }

    /// <summary>A value whose marker has been read; a surrogate's carrier has one of its own.</summary>
    void AnnounceExact(CompactType type)
    {
        Announce(type.Kind is CompactKind.Alias or CompactKind.Option ? type.Item! : type);
        _announced = type.Kind is not (CompactKind.Alias or CompactKind.Option);
    }

    CompactSubtype SubtypeOf(CompactType declared)
    {
        ulong index = Varint();
        return index < (ulong)declared.Subtypes.Length
            ? declared.Subtypes[(int)index]
            : throw new WireFormatException($"The writer's type {declared} has no subtype at {index}.");
    }

    readonly bool Remains(byte mark) => _position < _bytes.Length && _bytes[_position] == mark;

    bool TakeNull()
    {
        if (_field >= 0 || !Remains(CompactMark.Null))
            return false;
        _position++;
        return true;
    }

    CompactType TakeTag(out Type? clrType)
    {
        ulong tag = Varint();
        clrType = null;
        if (tag is > 0 and <= (ulong)Scalar.Bytes)
            return CompactType.OfScalar[(int)tag];
        if (tag >= CompactType.FirstIndex)
        {
            return tag - CompactType.FirstIndex < (ulong)_plan.Writer.Table.Count
                ? _plan.Writer.Table[(int)(tag - CompactType.FirstIndex)] : throw CompactDynamic.BadTag(tag);
        }
        var item = CompactDynamic.HasItem((int)tag) ? (Scalar)Take(1) : default;
        clrType = CompactDynamic.ClrTypeOf((int)tag, item);
        return CompactDynamic.TypeOf((int)tag, item) ?? throw CompactDynamic.BadTag(tag);
    }

    // ---- skipping

    void Skip(CompactType type) => Skip(type, exact: false);

    void SkipExact(CompactType type) => Skip(type, exact: true);

    void Skip(CompactType type, bool exact)
    {
        if (_objects is not null && _nextId < _objects.Count)
        {
            // On a detour the objects that are passed have their numbers already.
            var passed = new List<CompactEntry>();
            var again = new CompactWalker(_plan.Writer, _bytes, _position, _depth, _limits, passed);
            Walk(ref again, type, exact);
            _nextId += passed.Count;
            return;
        }
        var walker = new CompactWalker(_plan.Writer, _bytes, _position, _depth, _limits, _objects);
        Walk(ref walker, type, exact);
        _nextId = _objects?.Count ?? 0;
    }

    void Walk(ref CompactWalker walker, CompactType type, bool exact)
    {
        if (exact)
            walker.Exact(type);
        else
            walker.Value(type);
        _position = walker.Position;
    }
}
