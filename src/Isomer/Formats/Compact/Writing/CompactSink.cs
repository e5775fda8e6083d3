using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using Isomer.Model;
using Isomer.Shapes;
using Isomer.Wire;

namespace Isomer.Formats;

/// <summary>
/// The writing end of Compact. All that describes types is in the layout, written before the value; here are only values,
/// by position: markers where null is possible, packed blocks, lengths, bytes. docs/compact.md is the wire.
/// </summary>
internal ref partial struct CompactSink : ISink
{
    CompactRoot _root;
    CompactReferences? _references;
    OutputBuffer _out;
    int _depth;

    /// <summary>In place: see <see cref="OutputBuffer.Begin(OutputTarget, bool)"/>.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void Begin(CompactRoot root, CompactOptions options, OutputTarget target)
    {
        _root = root;
        _out.Begin(target);
        _depth = options.Limits.MaxDepth;
        _references = options.References == References.Preserve ? CompactReferences.Take() : null;
    }

    public static SinkTraits Traits =>
        SinkTraits.TracksReferences | SinkTraits.Packs | SinkTraits.Bulks | SinkTraits.KeepsComparers | SinkTraits.Columns
            | SinkTraits.KeepsDefaultArrays;

    /// <summary>The bytes, for the facade.</summary>
    [UnscopedRef]
    public ref OutputBuffer Output => ref _out;

    /// <summary>Gives back what was lent. Last of all.</summary>
    public void Release()
    {
        _out.Dispose();
        _references?.Return();
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public MemberTable BeginObject(TypeModel model)
    {
        Enter();
        return null!;
    }

    public readonly void Foretell(MemberTable table, int index, Type? type)
    {
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public readonly void Member(MemberTable table, int index)
    {
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void NullMember(MemberTable table, int index) => _out.Put(CompactMark.Null);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool OptionalMember(MemberTable table, int index, bool present)
    {
        _out.Put(present ? (byte)1 : (byte)0);
        return present;
    }

    public readonly void ExtraMember(MemberTable table, string name) =>
        throw new NotSupportedException("Compact keeps an extension dictionary as a member of its own.");

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public ref byte Block(int size) => ref _out.Take(size);

    public readonly ref byte BeginRun(MemberTable table, int first) => throw NoRuns();

    public readonly ref byte Put<T>(ref byte cursor, MemberTable table, int index, T value) where T : unmanaged => throw NoRuns();

    public readonly ref byte PutNull(ref byte cursor, MemberTable table, int index) => throw NoRuns();

    public readonly void EndRun(ref byte cursor) => throw NoRuns();

    static NotSupportedException NoRuns() => new("Compact takes fixed-width members as a packed block, not as a run.");

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void EndObject(MemberTable table) => _depth++;

    public void BeginArray(TypeModel model, int count) => BeginCollection(model, count);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public readonly void Item(int index)
    {
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void EndArray(TypeModel model) => _depth++;

    public void BeginMap(TypeModel model, int count) => BeginCollection(model, count);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public readonly void Key(TypeModel model, int index)
    {
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public readonly void MapValue(TypeModel model)
    {
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void EndMap(TypeModel model, int count) => _depth++;

    public void Bulk<T>(TypeModel model, ReadOnlySpan<T> items) where T : unmanaged
    {
        Varint((ulong)items.Length);
        var bytes = MemoryMarshal.AsBytes(items);
        if (bytes.Length >= OutputBuffer.LargeSize)
            _out.WriteLarge(bytes);
        else
            _out.Write(bytes);
    }

    public void Comparer(ComparerCode comparer) => _out.Put((byte)comparer);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void Null() => _out.Put(CompactMark.Null);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void Present() => _out.Put(CompactMark.Value);

    public void Subtype(TypeModel declared, int index)
    {
        _out.Put(CompactMark.Subtype);
        Varint((ulong)index);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public readonly bool BeginCarried(TypeModel model, object? value) => throw new NotSupportedException();

    public readonly void EndCarried(TypeModel model) => throw new NotSupportedException();

    public bool Reference(object value) => _references is not null && WriteReference(value);

    [MethodImpl(MethodImplOptions.NoInlining)]
    bool WriteReference(object value)
    {
        int id = _references!.Find(value);
        if (id < 0)
            return false;
        _out.Put(CompactMark.Reference);
        Varint((ulong)id);
        return true;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    void BeginCollection(TypeModel model, int count)
    {
        if (count == Absence.NoArray)
        {
            _out.Put(CompactMark.Null);
            return;
        }
        if (Absence.IsTold(count))
        {
            _out.Put(CompactMark.Null);
            _out.Put((byte)Absence.ComparerOf(count));
            return;
        }
        Enter();
        Varint((ulong)count);
        if (count > 0 && CompactRoot.ItemOf(model).MinSize == 0)
            MemoryMarshal.CreateSpan(ref _out.Take(count), count).Clear();
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    void Enter()
    {
        // Both the limit and, every 16 levels, the stack: one comparison finds -1 as well as 15, 31, ...
        if ((--_depth & 15) == 15)
            EnterSlow(_depth);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    static void EnterSlow(int depth)
    {
        if (depth < 0)
            throw new NotSupportedException(
                "Compact: the value nests deeper than Limits.MaxDepth, or contains itself. Raise the limit, or keep cycles with References.Preserve.");
        if (!RuntimeHelpers.TryEnsureSufficientExecutionStack())
            throw new NotSupportedException(
                "Compact: the value nests deeper than the stack of this thread allows. Write it from a thread with a larger one.");
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    void Varint(ulong value)
    {
        if (value < 128)
            _out.Put((byte)((value << 1) | 1));
        else
            _out.Advance(CompactVarint.Put(ref _out.Reserve(CompactVarint.MaxLength), value));
    }
}

/// <summary>The byte before a value that may be null, or a reference, or of a subtype.</summary>
internal static class CompactMark
{
    public const byte Null = 0;
    public const byte Value = 1;
    public const byte Reference = 2;
    public const byte Subtype = 3;

    /// <summary>The count that says a comparer by its code (<see cref="Absence.ToldBy"/>).</summary>
    public static int Told(byte code) => Absence.ToldBy((ComparerCode)code) is var count && code != 0 && Absence.IsTold(count) ? count
        : throw new WireFormatException($"{code} is not the code of a comparer.");
}
