using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;
using Isomer.Conventions;
using Isomer.Model;
using Isomer.Shapes;
using Isomer.Wire;

namespace Isomer.Formats;

/// <summary>
/// JSON's writing end. RFC 8259, byte for byte what System.Text.Json writes for what it supports:
/// <c>{"Id":1,"Tags":["a","b"],"By":{"k":2.5}}</c>. This file has the structure, .Scalars,
/// .Text and .Runs the values, .Collections arrays and maps, .Dynamic what is of no declared type, .Metadata $type and $id, .Graph and
/// .Carried identities that are put in afterwards, .Items arrays that are written item by item.
/// </summary>
/// <remarks>
/// What announces a value (Member, Item, Key, Begin...) reserves <see cref="Room"/> behind itself, so that a scalar, which
/// is never longer, is written without a check of its own. Names are copied with their comma, quotes and colon, 32 bytes at
/// a time whatever their length. Where members may be missing or white space is due, a separator looks back at the byte
/// before: behind an opening bracket there is no comma.
/// </remarks>
internal ref partial struct JsonSink : ISink
{
    /// <summary>Bytes that the longest scalar of fixed width takes, with quotes, comma and closing bracket.</summary>
    internal const int Room = 72;

    OutputBuffer _out;
    JsonProfile _profile;
    bool _plain;
    bool _quotesNumbers;
    bool _namesFloats;
    bool _hasOwnNumbers;
    JsonNumbers? _ownNumbers;
    Stack<OuterNumbers>? _outerNumbers;
    ReferenceTracker? _references;
    int _depth;
    Pending _pending;
    int _pendingId;
    object? _pendingObject;
    string? _pendingName;
    object? _pendingType;
    ComparerCode _pendingComparer;
    JsonKeys _key;
    Stack<bool>? _wrapped;

    // Where types are kept and identities are put in afterwards (JsonSink.Graph).
    bool _keepsTypes;
    TypeModel? _root;
    ObjectNumbers? _numbers;
    GraphScratch? _scratch;
    Stack<int>? _wrappedNumbers;
    GraphEntry[]? _entries;
    // The name of a member of a map is being written: there is no room for an identity.
    bool _isName, _isNameFixed;
    // What Subtype has announced is carried, so made when its carrier is complete.
    bool _isCarried;
    int _ids;
    int _place;
    int _hash;

    // The objects that are open, where one within itself is null (JsonOptions.CyclesAsNull).
    JsonObjectPath? _path;

    // Which values tell their types (JsonSink.Names); none within a node.
    JsonTypeNames _typeNames;

    // A tree of another library's is being written.
    bool _keepsKeys;

    // The keys so far of each map that is open; only if keys are renamed.
    Stack<HashSet<string>>? _renamed;

    // With identities: an entry of extension data comes next; a node of it is being written, whose names are no metadata to whoever reads
    // it.
    bool _isExtra, _keepsNames;

    // Where items are put in later (JsonLater); null where nobody would do it.
    List<JsonLater>? _later;

    [Flags]
    enum Pending : byte
    {
        None = 0,
        Id = 1,
        Type = 2,
        Lazy = 4,
        Comparer = 8,
    }

    /// <summary>In place: see <see cref="OutputBuffer.Begin(OutputTarget, bool)"/>.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void Begin(OutputTarget target, JsonProfile profile, TypeModel? root = null)
    {
        _out.Begin(target);
        _profile = profile;
        _plain = !profile.Indents;
        _quotesNumbers = profile.QuotesNumbers;
        _namesFloats = (profile.Options.Numbers & (JsonNumbers.NamedFloats | JsonNumbers.WriteAsString)) != 0;
        _key = JsonKeys.Strings;
        if (profile.Options.References == References.Preserve)
            BeginReferences(root);
        else if (profile.Options.CyclesAsNull)
            _path = new JsonObjectPath();
        _keepsTypes = profile.Options.KeepsTypes && root is not null;
        _root = root;
        if (profile.TellsMore)
            BeginNames();
        _out.Reserve(Room);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    void BeginReferences(TypeModel? root)
    {
        if (_profile.IsLazy && root is not null)
        {
            _numbers = ObjectNumbers.Take(byEquals: false);
            _scratch = GraphScratch.Take();
            (_wrappedNumbers, _wrapped, _entries) = (_scratch.Numbers, _scratch.Wrapped, _scratch.Entries);
        }
        else
        {
            _wrapped = new Stack<bool>();
            _references = new ReferenceTracker();
        }
    }

    public static SinkTraits Traits =>
        SinkTraits.TracksReferences | SinkTraits.TracksCarried | SinkTraits.KeepsRuntimeTypes | SinkTraits.Runs | SinkTraits.OmitsDefaults
            | SinkTraits.FlattensExtras | SinkTraits.KeepsDefaultArrays | SinkTraits.DefaultArraysAreNull;

    [UnscopedRef]
    public ref OutputBuffer Output => ref _out;

    public void Dispose()
    {
        _numbers?.Return();
        _scratch?.Return(_entries!);
        _out.Dispose();
    }

    public MemberTable BeginObject(TypeModel model)
    {
        if (_path is not null)
            BeginsInPath(model);
        Enter();
        var table = _profile.TableOf(model);
        if (_hasOwnNumbers)
            PutNumbersAside();
        if (table.LikeMetadata is not null)
            CheckNames(table);
        if (_pending != Pending.None)
        {
            if ((_pending & Pending.Lazy) != 0)
                Enter(GraphPart.Object, table.IsMadeLate);
            if (_pending != Pending.None)
            {
                if (_profile.TellsMore)
                    BeginsNamed(model);
                if ((_pending & Pending.Type) != 0 && _pendingName is not null)
                    table.CheckDiscriminator(_pendingName);
                _out.Put((byte)'{');
                if (_pending != Pending.None)
                    WriteMetadata();
                return table.AfterMetadata;
            }
        }
        if (!table.IsFast)
        {
            _out.Put((byte)'{');
            if (_profile.TellsMore && BeginsNamed(model))
                WriteMetadata();
        }
        return table;
    }

    /// <summary>A member that is called like metadata would be read back as that.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    readonly void CheckNames(JsonTable table)
    {
        var options = _profile.Options;
        if (options.FastJsonRules is not null)
            return;
        foreach (string name in table.LikeMetadata!)
            if (name == table.Discriminator
                || (name == "$type" ? _keepsTypes || options.TypeNames != JsonTypeNames.None : options.References == References.Preserve))
                table.RefuseLikeMetadata(name);
    }

    public readonly void Foretell(MemberTable table, int index, Type? type)
    {
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void Member(MemberTable table, int index)
    {
        var names = Unsafe.As<JsonTable>(table);
        if (names.IsFast)
            _out.Advance(CopyName(ref _out.Reserve(JsonTable.Stride + Room), names, index));
        else
            MemberSlowly(names, index);
    }

    /// <summary>Copies a name with what goes before and behind it; returns its length.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    static int CopyName(ref byte to, JsonTable names, int index)
    {
        ref byte record = ref Unsafe.Add(ref MemoryMarshal.GetArrayDataReference(names.Records), index * JsonTable.Stride);
        int length = Unsafe.ReadUnaligned<int>(ref record);
        Vector256.LoadUnsafe(ref record, JsonTable.Text).StoreUnsafe(ref to);
        if (length > 32)
            Vector256.LoadUnsafe(ref record, JsonTable.Text + 32).StoreUnsafe(ref to, 32);
        return length;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    void MemberSlowly(JsonTable table, int index)
    {
        int from = _out.Position;
        Separate('{');
        // The text without its comma; the colon may need a space behind it.
        _out.Write(table.TextOf(index)[1..^1]);
        Colon();
        _path?.Named(table, index, from, _out.Position);
        if (table.Numbers is { } numbers)
            UseNumbers(numbers[index]);
    }

    /// <summary>How numbers are written from here on: as an attribute says, or as the options say.</summary>
    void UseNumbers(JsonNumbers? own)
    {
        var numbers = own ?? _profile.Options.Numbers;
        (_quotesNumbers, _namesFloats, _hasOwnNumbers) = ((numbers & JsonNumbers.WriteAsString) != 0,
            (numbers & (JsonNumbers.NamedFloats | JsonNumbers.WriteAsString)) != 0, own is not null);
        _ownNumbers = own;
    }

    /// <summary>An object behind object has its own numbers; behind it those of the member are written on.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    void PutNumbersAside()
    {
        (_outerNumbers ??= new Stack<OuterNumbers>()).Push(new OuterNumbers(_depth, _ownNumbers));
        UseNumbers(null);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public ref byte BeginRun(MemberTable table, int first) => ref _out.Reserve(Unsafe.As<JsonTable>(table).RunSize(first));

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public readonly ref byte Put<T>(ref byte cursor, MemberTable table, int index, T value) where T : unmanaged =>
        ref Put(ref PutName(ref cursor, table, index), value);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public readonly ref byte PutNull(ref byte cursor, MemberTable table, int index) => ref PutNull(ref PutName(ref cursor, table, index));

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal readonly ref byte PutName(ref byte cursor, MemberTable table, int index) =>
        ref Unsafe.Add(ref cursor, CopyName(ref cursor, Unsafe.As<JsonTable>(table), index));

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal readonly ref byte PutNull(ref byte cursor)
    {
        Unsafe.WriteUnaligned(ref cursor, 0x6C6C756Eu);
        return ref Unsafe.Add(ref cursor, 4);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void EndRun(ref byte cursor)
    {
        _out.AdvanceTo(ref cursor);
        _out.Reserve(Room);
    }

    public void NullMember(MemberTable table, int index)
    {
        var names = Unsafe.As<JsonTable>(table);
        if (names.OmitsNull(index))
            return;
        names.CheckNull(index);
        Member(table, index);
        Null();
    }

    public bool OptionalMember(MemberTable table, int index, bool present)
    {
        if (present)
            Member(table, index);
        return present;
    }

    public void ExtraMember(MemberTable table, string name)
    {
        if (Unsafe.As<JsonTable>(table).Find(System.Text.Encoding.UTF8.GetBytes(name)) >= 0)
            throw new NotSupportedException(
                $"The extension dictionary of '{table.Model.Type}' has an entry '{name}', which is the name of a member: it would be read back as that.");
        if ((_wrapped is not null && name is "$id" or "$ref" or "$values") || (_keepsTypes && name == "$type")
            || name == Unsafe.As<JsonTable>(table).Discriminator)
            throw new NotSupportedException(
                $"The extension dictionary of '{table.Model.Type}' has an entry '{name}', which would be read back as metadata.");
        Separate('{');
        WriteText(name);
        Colon();
        _isExtra = _wrapped is not null;
        // As the type says, not as the member before it.
        if (_hasOwnNumbers || table.Model.Details is PlainFacts { Numbers: not null })
            UseNumbers((table.Model.Details as PlainFacts)?.Numbers);
    }

    public ref byte Block(int size) => throw new NotSupportedException();

    public void Bulk<T>(TypeModel model, ReadOnlySpan<T> items) where T : unmanaged => throw new NotSupportedException();

    public void Comparer(ComparerCode comparer) => throw new NotSupportedException();

    public void EndObject(MemberTable table)
    {
        if (_hasOwnNumbers)
            UseNumbers(null);
        if (_outerNumbers is not null && _outerNumbers.TryPeek(out var outer) && outer.Depth == _depth)
            UseNumbers(_outerNumbers.Pop().Numbers);
        Close('{', '}');
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void Present()
    {
    }

    public void Null()
    {
        Unsafe.WriteUnaligned(ref _out.Reserve(4), 0x6C6C756Eu);
        _out.Advance(4);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal void Enter()
    {
        if (++_depth > _profile.MaxDepth || (_depth & 15) == 0)
            CheckDepth();
    }

    /// <summary>One level up, where the bracket has been written.</summary>
    internal void Leave() => _depth--;

    [MethodImpl(MethodImplOptions.NoInlining)]
    readonly void CheckDepth()
    {
        if (_depth > _profile.MaxDepth)
            throw new NotSupportedException(
                $"The value nests deeper than {_profile.MaxDepth} levels, or contains itself. Raise Limits.MaxDepth, or keep cycles with References.Preserve.");
        if (!RuntimeHelpers.TryEnsureSufficientExecutionStack())
            throw new NotSupportedException($"The value nests deeper, {_depth} levels so far, than the thread's stack allows.");
    }

    /// <summary>Goes before a member or item: a comma unless it is the first, and a new line if indented.</summary>
    internal void Separate(char open)
    {
        ref byte to = ref _out.Reserve(1);
        if (Unsafe.Subtract(ref to, 1) != (byte)open)
            _out.Put((byte)',');
        if (!_plain)
            BreakLine();
        _out.Reserve(Room);
    }

    internal void Colon()
    {
        _out.Put((byte)':');
        if (!_plain)
            _out.Put((byte)' ');
        _out.Reserve(Room);
    }

    /// <summary>Closes an object or array; an empty one stays on its line.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal void Close(char open, char close)
    {
        _depth--;
        ref byte to = ref _out.Reserve(Room);
        if (!_plain && Unsafe.Subtract(ref to, 1) != (byte)open)
        {
            BreakLine();
            to = ref _out.Reserve(Room);
        }
        to = (byte)close;
        _out.Advance(1);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    void BreakLine()
    {
        _out.Write(_profile.NewLine);
        int width = _depth * _profile.Options.IndentSize;
        MemoryMarshal.CreateSpan(ref _out.Take(width), width).Fill((byte)_profile.Options.IndentCharacter);
    }
}
