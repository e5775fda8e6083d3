using System.Buffers;
using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;
using Isomer.Conventions;
using Isomer.Model;
using Isomer.Shapes;
using Isomer.Wire;

namespace Isomer.Formats;

/// <summary>
/// The writing end of Protobuf. A member's announcement only says which record is current; the value's event stores tag
/// and value at once, or nothing. What has a length is written first and its length patched in afterwards.
/// </summary>
internal ref partial struct ProtobufSink : ISink
{
    ProtobufOptions _options;
    ProtobufField _root;
    OutputBuffer _out;
    ref ProtobufRecord _record;
    ProtobufScratch? _scratch;
    ProtobufOpen[] _open;
    bool _borrows;
    int _openLimit;
    int _depth;
    int _lengths;

    /// <summary>
    /// Begins, in place: made by a constructor it was copied, in other widths than it had just been stored in, which stalled
    /// for 5 of the 25 ns of the smallest message. A buffer writer's own memory is written to, and what the thread keeps is taken when a
    /// message within the first one begins: the smallest message needs neither.
    /// </summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void Begin(OutputTarget target, ProtobufOptions options, ProtobufField root)
    {
        _options = options;
        _record = ref root.Self;
        _root = root;
        if (target.Writer is not null)
        {
            _borrows = true;
            _out.Begin(target, isHeld: true);
            _open = [];
            return;
        }
        // What is kept in locals is not read again from where it was stored: the way through memory takes five cycles each time.
        var scratch = ProtobufScratch.Take();
        var open = scratch.Open;
        _scratch = scratch;
        _out.Begin(target, scratch.TakeBytes());
        _open = open;
        _openLimit = Math.Min(Math.Min(open.Length, ProtobufOpen.FirstSize), options.Limits.MaxDepth);
    }

    public static SinkTraits Traits => SinkTraits.Runs | SinkTraits.OmitsDefaults | SinkTraits.Bulks;

    /// <summary>The bytes, for the facade.</summary>
    [UnscopedRef]
    public ref OutputBuffer Output => ref _out;

    /// <summary>What is at the root turns out to be of this type.</summary>
    public void BeginAs(TypeModel model)
    {
        _root = ProtobufRoot.Of(model, _options);
        _record = ref _root.Self;
    }

    /// <summary>Sends what is left to the target.</summary>
    public void Flush() => _out.Drain();

    /// <summary>The bytes, in a new array.</summary>
    public readonly byte[] ToArray() => _out.ToArray();

    /// <summary>Gives back what was lent. Last of all.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void Release()
    {
        if (_scratch is not { } scratch)
        {
            _out.Dispose();
            return;
        }
        byte[] bytes = scratch.Bytes;
        if (_borrows)
            _out.Dispose();
        else
            bytes = _out.Detach();
        if (!ReferenceEquals(bytes, scratch.Bytes) || !ReferenceEquals(_open, scratch.Open) || _root.IsCollectible)
            scratch.Return(bytes, _open, scratch.Frames, _root);
        scratch.Return();
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public MemberTable BeginObject(TypeModel model)
    {
        var table = ProtobufTable.Of(model);
        if (_depth == 0)
            _depth = 1;
        else
            OpenMessage();
        if (table.IsSpecial)
            BeginSpecial(table);
        return table;
    }

    public readonly void Foretell(MemberTable table, int index, Type? type)
    {
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void Member(MemberTable table, int index)
    {
        var own = Unsafe.As<ProtobufTable>(table);
        _record = ref own.RecordAt(index);
        // Of a hierarchy without oneofs only the first member of a layer has anything to close.
        if (own.IsSpecial && (own.Exclusive is not null || OpenAt(_depth - 1).Layer != own.LayerOf[index]))
            MemberOfSpecial(own, index);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public readonly void NullMember(MemberTable table, int index)
    {
    }

    public bool OptionalMember(MemberTable table, int index, bool present)
    {
        if (present)
            Member(table, index);
        return present;
    }

    public readonly void ExtraMember(MemberTable table, string name) =>
        throw new NotSupportedException("Protobuf writes an extension dictionary as a member of its own.");

    public readonly ref byte Block(int size) => throw new NotSupportedException("Protobuf has no packed blocks.");

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void EndObject(MemberTable table)
    {
        if (Unsafe.As<ProtobufTable>(table).IsSpecial)
            EndSpecial(Unsafe.As<ProtobufTable>(table));
        if (_depth == 1)
            _depth = 0;
        else
            Close();
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    public void BeginArray(TypeModel model, int count)
    {
        var field = _record.Field;
        bool wrapped = field.CollectionWrap != ProtobufWrap.None;
        if (wrapped)
            OpenWrapper(field, chained: false);
        if (field.IsPacked && (count > 1 || field.PacksAlways(count, _options)))
        {
            Open(field, field.Whole.Tag, ProtobufOpenKind.Length, wrapped).Item = field.PackedItem;
            return;
        }
        Open(field, 0, ProtobufOpenKind.None, wrapped).Item = field.Item;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void Item(int index) => _record = ref _open[_depth - 1].Item;

    public void EndArray(TypeModel model) => Close();

    [MethodImpl(MethodImplOptions.NoInlining)]
    public void BeginMap(TypeModel model, int count)
    {
        var field = _record.Field;
        bool wrapped = field.CollectionWrap != ProtobufWrap.None;
        if (wrapped)
            OpenWrapper(field, chained: false);
        Open(field, 0, ProtobufOpenKind.None, wrapped);
    }

    public void Key(TypeModel model, int index)
    {
        if (index > 0)
            Close();
        var field = _open[_depth - 1].Field;
        ulong tag = field.Whole.Tag;
        Open(field, tag, (tag & 7) == 3 ? ProtobufOpenKind.Group : ProtobufOpenKind.Length, chained: false);
        _record = ref field.Key;
    }

    public void MapValue(TypeModel model) => _record = ref _open[_depth - 1].Field.Value;

    public void EndMap(TypeModel model, int count)
    {
        if (count > 0)
            Close();
        Close();
    }

    public readonly void Comparer(ComparerCode comparer)
    {
    }

    /// <summary>A null member, key, value or root is not written; an item has to be there.</summary>
    public void Null()
    {
        if ((_record.Tag & ProtobufRecord.IsItem) != 0)
            NullItem();
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    void NullItem()
    {
        var field = _record.Field;
        if (field.ValueWrap == ProtobufWrap.None)
            throw new NotSupportedException(
                $"Field '{field.Name}' holds a null item, for which protobuf has no form. Mark the member with [ProtobufNullWrappedValue], or take the null out.");
        OpenWrapper(field, chained: false);
        Close();
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public readonly void Present()
    {
    }

    /// <summary>The table of the exact type has all the layers.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public readonly void Subtype(TypeModel declared, int index)
    {
        if (declared is ObjectModel { Details: not ProtobufTypeFacts })
            RefuseSubtype(declared);
    }

    static void RefuseSubtype(TypeModel declared) =>
        throw new NotSupportedException(
            $"A type that derives from '{declared.Type}' needs a number in protobuf, which only the convention Protobuf has: declare it with [ProtobufInclude], or Convention.Protobuf.WithSubtype.");

    public readonly bool BeginCarried(TypeModel model, object? value) => throw new NotSupportedException();

    public readonly void EndCarried(TypeModel model) => throw new NotSupportedException();

    public readonly bool Reference(object value) => false;

    public readonly void Dynamic(object? value, TypeModel declared) =>
        throw new NotSupportedException(
            $"A value declared as '{declared.Type}' has no form in protobuf. Declare its type, or a base with [ProtobufInclude].");
}
