using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using Isomer.Model;
using Isomer.Shapes;

namespace Isomer.Formats;

/// <summary>
/// The reading end for payloads whose layout is exactly the reader's own: everything by position, nothing looked up. For
/// all others there is <see cref="CompactAdapter"/>.
/// </summary>
/// <remarks>Hot: two references into the input, one comparison a read. Every read checks against the end.</remarks>
internal ref partial struct CompactSource : ISource
{
    readonly ref byte _start;
    readonly CompactRoot _root;
    readonly Limits _limits;
    readonly bool _merges;
    List<object?>? _objects;
    ref byte _current;
    ref byte _end;
    int _depth;
    /// <summary>Levels of the depth that are values behind object, not objects or collections.</summary>
    int _dynamics;
    int _identity;
    int _referred;
    List<Rekeyed>? _rekeyed;

    public CompactSource(CompactRoot root, CompactOptions options, ReadOnlySpan<byte> payload, int valueAt, bool references)
    {
        _root = root;
        _limits = options.Limits;
        _merges = options.MergeNested;
        _objects = references ? [] : null;
        _depth = _limits.MaxDepth;
        _identity = -1;
        _start = ref MemoryMarshal.GetReference(payload);
        _current = ref Unsafe.Add(ref _start, valueAt);
        _end = ref Unsafe.Add(ref _start, payload.Length);
    }

    public static SourceTraits Traits =>
        SourceTraits.TracksReferences | SourceTraits.Packs | SourceTraits.Bulks | SourceTraits.KeepsComparers
            | SourceTraits.KeepsDefaultArrays;

    public readonly bool Merges => _merges;

    /// <summary>Where in the payload the next byte stands.</summary>
    public int Position
    {
        readonly get => (int)Unsafe.ByteOffset(ref _start, ref _current);
        // Only ever to a place that has been passed.
        set => _current = ref Unsafe.Add(ref _start, value);
    }

    /// <summary>How many objects and collections are open about the innermost; -1 where none is.</summary>
    public readonly int OpenDepth => _limits.MaxDepth - _depth - _dynamics - 1;

    public readonly int Remaining => (int)Unsafe.ByteOffset(ref _current, ref _end);

    /// <summary>Nothing may follow the value.</summary>
    public void End()
    {
        if (Remaining > 0)
            throw new WireFormatException($"{Remaining} bytes follow the value.") { Offset = CompactErrors.AtPosition };
        Rekeyed.Finish(ref _rekeyed);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public Head Head(TypeModel model)
    {
        byte mark = Take(1);
        if (mark == CompactMark.Value && _objects is null)
            return Shapes.Head.Value;
        return mark == CompactMark.Null ? Shapes.Head.Null : HeadSlow(mark, model);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    Head HeadSlow(byte mark, TypeModel model)
    {
        switch (mark)
        {
            case CompactMark.Reference when _objects is not null:
                CheckPlace(model);
                return Shapes.Head.Reference;
            // Where a type has none, a reader does not ask for the subtype: it would take the object for null.
            case CompactMark.Subtype when model.Subtypes.IsEmpty:
                throw new WireFormatException($"'{model.Type}' has no subtypes.");
            case CompactMark.Value or CompactMark.Subtype:
                if (_objects is not null && !model.Type.IsValueType)
                {
                    _identity = _objects.Count;
                    _objects.Add(null);
                }
                return mark == CompactMark.Value ? Shapes.Head.Value : Shapes.Head.Subtype;
            default:
                throw BadMark(mark);
        }
    }

    /// <summary>
    /// One object may stand in an IEnumerable&lt;int&gt;, where a list is made of it, and in an int[]: the adapter reads it once for each.
    /// </summary>
    void CheckPlace(TypeModel model)
    {
        ref byte place = ref _current;
        ulong id = Varint();
        _current = ref place;
        if (id < (ulong)_objects!.Count && _objects[(int)id] is { } known && !CompactEntry.Fits(known, model.Type))
            throw new CompactElsewhereException(known.GetType(), model.Type);
    }

    static WireFormatException BadMark(byte mark) => new($"{mark} is no marker of a value here.");

    public int Subtype(TypeModel model)
    {
        ulong index = Varint();
        return index < (ulong)model.Subtypes.Length
            ? (int)index
            : throw new WireFormatException($"'{model.Type}' has no subtype at {index}.");
    }

    public readonly Head BeginCarried(TypeModel model) => throw new NotSupportedException();

    public readonly void EndCarried(TypeModel model, int identity, object? value) => throw new NotSupportedException();

    public object Reference()
    {
        _referred++;
        ulong id = Varint();
        if (id >= (ulong)_objects!.Count)
            throw new WireFormatException($"A reference points to object {id} of {_objects.Count}.");
        return _objects[(int)id]
            ?? throw new WireFormatException("A cycle leads through a constructor: the object is needed before it can exist.");
    }

    public readonly int Referred() => _referred;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public int Identity()
    {
        int identity = _identity;
        _identity = -1;
        return identity;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public readonly object? Awaited() => null;

    public void Completed(TypeModel model, object value, object? carrier) => (_rekeyed ??= []).Add((Rekeyed)carrier!);

    public readonly void Register(int identity, object value)
    {
        if (identity >= 0)
            _objects![identity] = value;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool TryNull()
    {
        byte mark = Take(1);
        return mark <= 1 ? mark == CompactMark.Null : throw BadMark(mark);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public MemberTable BeginObject(TypeModel model)
    {
        Enter();
        return null!;
    }

    public readonly bool Packed(MemberTable table) => true;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public ref byte Block(int size) => ref Take(size);

    public bool OptionalMember() => Isomer.Shapes.Packed.GetBoolean(ref Take(1), 0);

    public readonly int NextMember(MemberTable table, int previous) => throw new InvalidOperationException("Members are read by position.");

    public readonly void Skip(TypeModel model) => throw new InvalidOperationException("The adapter reads types with members to pass over.");

    public readonly string ExtraName() =>
        throw new InvalidOperationException("Compact keeps an extension dictionary as a member of its own.");

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void EndObject(MemberTable table) => _depth++;

    public int BeginArray(TypeModel model)
    {
        if (model is SequenceModel { MayBeNoArray: true } && TryNoArray())
            return Absence.NoArray;
        if (Remaining > 0 && _current == CompactMark.Null && ((CollectionModel)model).TellsComparer)
            return TryToldComparer();
        Enter();
        int size = CompactRoot.ItemOf(model).MinSize;
        int count = Count(size);
        if (size == 0)
            Take(count);
        return count;
    }

    /// <summary>The byte 0 before a count, which is no count (<see cref="TryNoArray"/>), and the code of a comparer.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    public int TryToldComparer() =>
        Remaining > 0 && _current == CompactMark.Null ? CompactMark.Told(Unsafe.Add(ref Take(2), 1)) : 0;

    /// <summary>The byte 0 in place of a count is no array: as a number it would be more than 2^56, which no count is.</summary>
    public bool TryNoArray()
    {
        if (Remaining == 0 || _current != CompactMark.Null)
            return false;
        _current = ref Unsafe.Add(ref _current, 1);
        return true;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public readonly bool NextItem(int index, int count) => index < count;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void EndArray(TypeModel model) => _depth++;

    public T[] Bulk<T>(TypeModel model) where T : unmanaged
    {
        if (model is SequenceModel { MayBeNoArray: true } && TryNoArray())
            return null!;
        int count = Count(Unsafe.SizeOf<T>());
        // Also of no items: the runtime's one for all would be one item of a set that holds several.
        var items = GC.AllocateUninitializedArray<T>(count);
        CopyTo(MemoryMarshal.AsBytes(items.AsSpan()));
        return items;
    }

    public void Bulk<T>(TypeModel model, List<T> target) where T : unmanaged
    {
        int count = Count(Unsafe.SizeOf<T>());
        int before = target.Count;
        if (before == 0 && target.Capacity < count)
            target.Capacity = count; // exactly: SetCount makes room for four at least
        CollectionsMarshal.SetCount(target, checked(before + count));
        CopyTo(MemoryMarshal.AsBytes(CollectionsMarshal.AsSpan(target)[before..]));
    }

    void CopyTo(Span<byte> target) =>
        MemoryMarshal.CreateReadOnlySpan(ref Take(target.Length), target.Length).CopyTo(target);

    public int BeginMap(TypeModel model) => BeginArray(model);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public readonly bool NextKey(TypeModel model, int index, int count) => index < count;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public readonly void MapValue(TypeModel model)
    {
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void EndMap(TypeModel model) => _depth++;

    public ComparerCode Comparer() => (ComparerCode)Take(1);

    /// <summary>A count of things of at least this many bytes each, which the rest of the input can hold.</summary>
    public int Count(int size)
    {
        ulong count = Varint();
        int remaining = Remaining;
        if (count > (ulong)(remaining / Math.Max(size, 1)) || count > (ulong)_limits.MaxItems)
            throw CompactLimits.BadCount(count, size, remaining, _limits);
        return (int)count;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    ref byte Take(int count)
    {
        ref byte place = ref _current;
        if (Unsafe.ByteOffset(ref place, ref _end) < count)
            CompactLimits.ThrowEnd();
        _current = ref Unsafe.Add(ref place, (nint)(uint)count);
        return ref place;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public ulong Varint()
    {
        byte first = Take(1);
        return (first & 1) != 0 ? (ulong)first >> 1 : VarintSlow();
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    ulong VarintSlow()
    {
        _current = ref Unsafe.Subtract(ref _current, 1);
        int length = CompactVarint.Get(MemoryMarshal.CreateReadOnlySpan(ref _current, Remaining), out ulong value);
        if (length == 0)
            CompactLimits.ThrowEnd();
        _current = ref Unsafe.Add(ref _current, length);
        return value;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    void Enter()
    {
        if ((--_depth & 15) == 15)
            CompactLimits.EnterSlow(_depth);
    }
}
