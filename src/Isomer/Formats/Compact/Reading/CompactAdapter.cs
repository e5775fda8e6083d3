using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using Isomer.Model;
using Isomer.Shapes;

namespace Isomer.Formats;

/// <summary>
/// The reading end for payloads of a layout that is not the reader's own: led by the writer's types, it hands the shape the
/// members that it knows, converts what can be converted, and skips the rest.
/// </summary>
/// <remarks>
/// <see cref="_type"/> is what the writer has at the place that is read next; <see cref="Open"/> unwraps it down to a
/// scalar, collection or object. It is null between a value that was consumed and the next that is announced, so that a
/// member which the shape leaves unread is skipped.
/// </remarks>
internal ref partial struct CompactAdapter : ISource
{
    readonly ReadOnlySpan<byte> _bytes;
    readonly CompactPlan _plan;
    readonly Limits _limits;
    readonly bool _merges;
    readonly List<CompactEntry>? _objects;
    readonly Stack<Redirect>? _redirects;
    Level[] _levels;
    int _top;
    int _position;
    int _depth;
    CompactType? _type;
    /// <summary>For a packed member the place of its bytes; else -1.</summary>
    int _field;
    /// <summary>For a packed member that was consumed last the place of its bytes; else -1.</summary>
    int _lastField;
    /// <summary>For a nullable packed member the place of its block and the number of its bit.</summary>
    int _block;
    int _bit;
    bool _announced;
    bool _comparerRead;
    int _identity;
    int _nextId;
    /// <summary>The bytes that detours have read again.</summary>
    long _again;
    int _subtype;
    object? _reference;
    int _referred;
    List<Rekeyed>? _rekeyed;

    public CompactAdapter(CompactPlan plan, CompactOptions options, ReadOnlySpan<byte> payload, int valueAt, bool references)
    {
        _plan = plan;
        _bytes = payload;
        _limits = options.Limits;
        _merges = options.MergeNested;
        _position = valueAt;
        _depth = _limits.MaxDepth;
        _objects = references ? [] : null;
        _redirects = references ? [] : null;
        _levels = new Level[8];
        _top = -1;
        _type = plan.Writer.Root;
        _field = -1;
        _lastField = -1;
        _identity = -1;
    }

    /// <summary>An object or collection that is open.</summary>
    struct Level
    {
        public CompactType Type;
        public CompactMatch? Match;
        public int Cursor;
        public int Block;
    }

    public static SourceTraits Traits => SourceTraits.TracksReferences | SourceTraits.Bulks | SourceTraits.KeepsComparers
        | SourceTraits.KeepsDefaultArrays;

    public readonly bool Merges => _merges;

    /// <summary>Where the input was read last, for messages.</summary>
    public readonly int Position => _field >= 0 ? _field + 1 : _lastField >= 0 ? _lastField + 1 : _position;

    /// <summary>How many objects and collections are open about the innermost.</summary>
    public readonly int OpenDepth => _top;

    public void End()
    {
        if (_position < _bytes.Length)
            throw new WireFormatException($"{_bytes.Length - _position} bytes follow the value.") { Offset = CompactErrors.AtPosition };
        Rekeyed.Finish(ref _rekeyed);
    }

    public MemberTable BeginObject(TypeModel model)
    {
        if (!Open())
            throw Null(model.Type.ToString());
        if (_type!.Kind != CompactKind.Object)
            throw Mismatch(model.Type.ToString());
        var match = _plan.Match(_type, model);
        Push(match);
        _levels[_top].Block = _position;
        Take(_type.BlockSize);
        _type = null;
        return match;
    }

    public readonly bool Packed(MemberTable table) => false;

    public readonly ref byte Block(int size) => throw new InvalidOperationException("Members are read one by one.");

    public readonly bool OptionalMember() => throw new InvalidOperationException("Members are read one by one.");

    public readonly string ExtraName() =>
        throw new InvalidOperationException("Compact keeps an extension dictionary as a member of its own.");

    public int NextMember(MemberTable table, int previous)
    {
        SkipUnread();
        ref var level = ref _levels[_top];
        var match = level.Match!;
        while (level.Cursor < match.Order.Length)
        {
            int index = match.Order[level.Cursor++];
            var member = match.Writer.Members[index];
            int own = match.Members[index];
            if (member.IsPacked)
            {
                if (own < 0)
                    continue;
                Announce(member.Type);
                _field = level.Block + member.Offset;
                _block = level.Block;
                _bit = member.Bit;
                return own;
            }
            if (member.IsOptional && !Isomer.Shapes.Packed.GetBoolean(ref Take(1), 0))
                continue;
            if (own < 0)
            {
                Skip(member.Type);
                continue;
            }
            Announce(member.Type);
            return own;
        }
        return -1;
    }

    public void Skip(TypeModel model) => SkipUnread();

    public void EndObject(MemberTable table)
    {
        SkipUnread();
        Pop();
    }

    public int BeginArray(TypeModel model)
    {
        if (OpenCollection(model) is not 0 and var told)
            return told;
        if (TryNoArray(model))
            return Absence.NoArray;
        if (_type!.Kind == CompactKind.Scalar && _type.Scalar == Scalar.Bytes)
            return BeginBytes(model);
        return _type.Kind == CompactKind.Sequence ? BeginItems() : throw Mismatch(model.Type.ToString());
    }

    public bool NextItem(int index, int count)
    {
        if (index >= count)
            return false;
        Announce(_levels[_top].Type.Item!);
        return true;
    }

    public void EndArray(TypeModel model) => Pop();

    public int BeginMap(TypeModel model)
    {
        if (OpenCollection(model) is not 0 and var told)
            return told;
        return _type!.Kind == CompactKind.Map ? BeginItems() : throw Mismatch(model.Type.ToString());
    }

    public bool NextKey(TypeModel model, int index, int count)
    {
        if (index >= count)
            return false;
        Announce(_levels[_top].Type.Key!);
        return true;
    }

    public void MapValue(TypeModel model) => Announce(_levels[_top].Type.Item!);

    public void EndMap(TypeModel model) => Pop();

    public ComparerCode Comparer()
    {
        if (!Open())
            return ComparerCode.Default;
        if (TryToldComparer() is not 0 and var told)
            return Absence.ComparerOf(told);
        if (!_type!.HasComparer)
            return ComparerCode.Default;
        _comparerRead = true;
        return (ComparerCode)Take(1);
    }

    /// <summary>The count that says a comparer to a reader that may be told one; 0 where the collection's own count comes next.</summary>
    int OpenCollection(TypeModel model)
    {
        if (!Open())
            throw Null(model.Type.ToString());
        int told = 0;
        if (_type!.HasComparer && !_comparerRead)
        {
            byte code = Take(1);
            // To a reader that is told only of what is not usual.
            if (model is CollectionModel { TellsComparer: true } && code != 0)
            {
                _comparerRead = true;
                return CompactMark.Told(code);
            }
        }
        else
        {
            told = TryToldComparer();
        }
        _comparerRead = false;
        return model is CollectionModel { TellsComparer: true } ? told : 0;
    }

    int TryToldComparer()
    {
        if (!_type!.MayTellComparer || !Remains(CompactMark.Null))
            return 0;
        Take(1);
        return CompactMark.Told(Take(1));
    }

    int BeginItems()
    {
        int size = CompactItem.SizeOf(_type!);
        int count = Count(size);
        if (size == 0)
            Take(count);
        Push(null);
        _type = null;
        return count;
    }

    /// <summary>Whether the writer had no array here, which is null to a reader that has none.</summary>
    bool TryNoArray(TypeModel model)
    {
        if (!_type!.MayBeNoArray || !TakeNull())
            return false;
        _type = null;
        return model is SequenceModel { MayBeNoArray: true } ? true : throw Null(model.Type.ToString());
    }

    static readonly CompactType SequenceOfBytes = new(CompactKind.Sequence) { Item = CompactType.OfScalar[(int)Scalar.Byte] };

    /// <summary>A byte[] read as another sequence.</summary>
    int BeginBytes(TypeModel model)
    {
        if (_bytes.Length > _position && _bytes[_position] == CompactMark.Null)
            throw Null(model.Type.ToString());
        _type = SequenceOfBytes;
        return BeginItems();
    }

    void Push(CompactMatch? match)
    {
        if ((--_depth & 15) == 15)
            CompactLimits.EnterSlow(_depth);
        if (++_top == _levels.Length)
            Array.Resize(ref _levels, 2 * _top);
        _levels[_top] = new Level { Type = _type!, Match = match };
    }

    void Pop()
    {
        _top--;
        _depth++;
        Return();
    }

    /// <summary>A value of this type comes next.</summary>
    void Announce(CompactType type)
    {
        _type = type;
        _field = -1;
        _lastField = -1;
        _announced = false;
    }

    void SkipUnread()
    {
        if (_type is { } type && _field < 0)
        {
            if (_announced)
                SkipExact(type);
            else
                Skip(type);
        }
        _type = null;
    }
}
