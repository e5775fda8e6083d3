using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using Isomer.Model;
using Isomer.Shapes;

namespace Isomer.Formats;

/// <summary>Markers, references, and what is skipped.</summary>
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
                return Enter(Shapes.Head.Value, declared);
            case CompactMark.Subtype:
                var subtype = SubtypeOf(declared);
                int own = _plan.Match(declared, model).Subtypes[Array.IndexOf(declared.Subtypes, subtype)];
                if (own < 0)
                    throw new WireFormatException(
                        $"The writer has the subtype {subtype} here, which '{model.Type}' does not have{Where()}.");
                _subtype = own;
                AnnounceExact(subtype.Type);
                return Enter(Shapes.Head.Subtype, declared);
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

    public readonly void Register(int identity, object value)
    {
        if (identity < 0)
            return;
        ref var entry = ref CollectionsMarshal.AsSpan(_objects)[identity];
        entry.Value = value;
        entry.IsSkipped = false;
    }

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
                Count(type);
                return true;
            case CompactMark.Subtype:
                AnnounceExact(SubtypeOf(type).Type);
                Count(type);
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

    // ---- references

    /// <summary>Gives an object that is written whole its number.</summary>
    void Count(CompactType declared)
    {
        if (_objects is null || !declared.HasIdentity)
            return;
        int id = _nextId++;
        if (id == _objects.Count)
            _objects.Add(default);
        _identity = id;
    }

    Head Enter(Head head, CompactType declared)
    {
        _identity = -1;
        Count(declared);
        if (_identity < 0 || _objects![_identity].Value is not { } known)
            return head;
        // On a detour through an object of which this part was made before.
        _reference = known;
        _identity = -1;
        SkipExact(_type!);
        _type = null;
        return Shapes.Head.Reference;
    }

    Head Recall(CompactType declared, TypeModel model)
    {
        ulong id = Varint();
        if (id >= (ulong)_objects!.Count)
            throw new WireFormatException($"A reference points to object {id} of {_objects.Count}.");
        var entry = _objects[(int)id];
        _reference = entry.Value;
        _type = null;
        if (!entry.IsSkipped)
            return Shapes.Head.Reference;
        // It was skipped where it stands: read it there, then come back.
        _redirects!.Push(new Redirect(_position, _top, _nextId));
        _nextId = (int)id + 1;
        _position = entry.Position;
        CollectionsMarshal.AsSpan(_objects)[(int)id].IsSkipped = false;
        AnnounceExact(entry.Type);
        _identity = (int)id;
        int subtype = Array.FindIndex(declared.Subtypes, s => s.Type == entry.Type);
        if (entry.Type == declared || subtype < 0)
            return Shapes.Head.Value;
        _subtype = _plan.Match(declared, model).Subtypes[subtype];
        return _subtype >= 0 ? Shapes.Head.Subtype
            : throw new WireFormatException(
                $"The writer has the subtype {declared.Subtypes[subtype]} here, which '{model.Type}' does not have{Where()}.");
    }

    /// <summary>At the end of an object or collection: back from a detour that began with it.</summary>
    void Return()
    {
        if (_redirects is null || !_redirects.TryPeek(out var redirect) || redirect.Top != _top)
            return;
        _redirects.Pop();
        _position = redirect.Position;
        _nextId = redirect.NextId;
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
