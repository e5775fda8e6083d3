using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;
using Isomer.Conventions;
using Isomer.Model;
using Isomer.Shapes;
using Isomer.Wire;
using Isomer.Wire.Xml;

namespace Isomer.Formats;

/// <summary>
/// ContractXml's writing end: what DataContractSerializer writes, byte for byte:
/// <c>&lt;Order xmlns="http://schemas.datacontract.org/2004/07/Shop" xmlns:i="..."&gt;&lt;Id&gt;1&lt;/Id&gt;&lt;Note
/// i:nil="true"/&gt;&lt;/Order&gt;</c>. This file has objects and members; .Tags has elements and namespaces, .References
/// identities, .Scalars the values.
/// </summary>
/// <remarks>
/// What announces a value (Member, Item, Key) writes <c>&lt;Name</c> and leaves the tag open; the value's event writes attributes,
/// then declarations of namespaces, which always come last, then <c>&gt;</c>, the text and the end tag in one piece. An
/// element that holds an object keeps its tag open until the first member comes: without one it ends in <c>/&gt;</c>.
/// </remarks>
/// <typeparam name="TEmit">Text or binary XML.</typeparam>
/// <typeparam name="TScan">The scanner of the same form: codecs are of a sink and a source.</typeparam>
internal ref partial struct ContractXmlSink<TEmit, TScan> : ISink
    where TEmit : struct, IContractEmitter<TEmit>, allows ref struct
    where TScan : struct, IXmlScanner<TScan>, allows ref struct
{
    TEmit _emit;
    ContractXmlProfile _profile;
    ContractXmlState _state;

    // The element that was opened last, and how many declarations are in scope outside of it.
    ContractTag _tag;
    int _outside;
    bool _tagOpen;

    // Declarations in scope, those of them that are written, and the number of the default namespace.
    int _prefixes;
    int _declared;
    int _default;

    // Whether a prefix was declared that another declaration around has too.
    bool _hides;

    int _depth;
    long _items;

    // The object that was announced last; and that the next collection was numbered just now, so that it tells its size too.
    object? _object;
    bool _sized;

    // What carries the value that was numbered just now comes next.
    bool _isCarrier;

    // The object that comes next is an entry: it says its type, whatever is declared.
    bool _isEntry;

    // The place of a qualified name: its element has a prefix of its own, unless it is null.
    ContractXmlTable? _names;
    int _name;

    // There is no root element but the value itself.
    bool _isBare;

    /// <summary>Begins in place: see <see cref="OutputBuffer.Begin(OutputTarget, bool)"/>.</summary>
    public void Begin(OutputTarget target, ContractXmlProfile profile)
    {
        _emit.Begin(target, profile);
        Begin(profile);
    }

    /// <summary>Begins with an emitter that has begun.</summary>
    public void Begin(TEmit emit, ContractXmlProfile profile)
    {
        _emit = emit;
        Begin(profile);
    }

    [MemberNotNull(nameof(_profile), nameof(_state))]
    void Begin(ContractXmlProfile profile)
    {
        _profile = profile;
        _state = ContractXmlState.Take();
        _tag.Names = ContractXmlTable.Nameless;
        _tag.Prefix = ContractXmlState.NoPrefix;
        _items = 1;
    }

    [UnscopedRef]
    public ref TEmit Emitter => ref _emit;

    public static SinkTraits Traits
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => SinkTraits.TracksReferences | SinkTraits.TracksCarried | SinkTraits.KeepsRuntimeTypes | SinkTraits.OmitsDefaults
            | TEmit.ArrayTraits;
    }

    /// <summary>All that was written: in the target, or without one as an array.</summary>
    public byte[]? Finish(OutputTarget target)
    {
        if (target.IsNone)
            return _emit.ToArray();
        _emit.Flush();
        return null;
    }

    public void Dispose()
    {
        _emit.Dispose();
        _state?.Return();
    }

    public MemberTable BeginObject(TypeModel model)
    {
        var table = ContractXmlProfile.TableOf(model);
        Enter(table, table.Count);
        return table;
    }

    public readonly void Foretell(MemberTable table, int index, Type? type)
    {
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void Member(MemberTable table, int index)
    {
        var names = Unsafe.As<ContractXmlTable>(table);
        if (names.IsUniform && (TEmit.IsWriter || names.Namespace == _default))
            OpenPlain(names, index * names.Stride);
        else
            MemberSlowly(names, index);
    }

    /// <summary>Opens the element of a qualified name, now that it is known whether it is null.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    void OpenQName(bool isNull)
    {
        var names = _names!;
        _names = null;
        Open(names, _name, names.Namespaces[_name], !isNull);
    }

    /// <summary>Opens an element that has no prefix and declares nothing.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    void OpenPlain(ContractXmlTable names, int record)
    {
        if (_tagOpen)
            CloseTag();
        _outside = _prefixes;
        // A writer knows itself what is open.
        if (!TEmit.IsWriter || _profile.Preserves)
        {
            _tag.Names = names;
            _tag.Record = record;
            _tag.Prefix = ContractXmlState.NoPrefix;
        }
        _tagOpen = true;
        _emit.Start(names, record);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    void MemberSlowly(ContractXmlTable names, int index)
    {
        if (_depth > 0 && _state.Frames[_depth - 1].Extras is { } extras)
            WriteExtras(extras, index);
        names.CheckMember(index);
        if (names.HasQNames && ((ObjectModel)names.Model).Members[index].Type == typeof(System.Xml.XmlQualifiedName))
        {
            (_names, _name) = (names, index);
        }
        else
        {
            Open(names, index, names.Namespaces[index], false);
            if (names.Declared[index] >= 0)
                Declare(names.Declared[index]);
            if (names.IsEntries)
                BeginEntry(((ObjectModel)names.Model).Members[index]);
        }
        if (names.ChecksOmitted)
            _state.Frames[_depth - 1].Written![index] = true;
    }

    public void NullMember(MemberTable table, int index)
    {
        if (Unsafe.As<ContractXmlTable>(table).OmitsDefault(index))
            return;
        Member(table, index);
        Null();
    }

    public bool OptionalMember(MemberTable table, int index, bool present)
    {
        if (present)
            Member(table, index);
        return present;
    }

    public void EndObject(MemberTable table)
    {
        var names = Unsafe.As<ContractXmlTable>(table);
        ref var frame = ref _state.Frames[_depth - 1];
        if (names.ChecksOmitted)
            CheckWritten(names, frame.Written!);
        if (frame.Extras is { } extras)
            WriteExtras(extras, names.Count);
        Leave();
    }

    static void CheckWritten(ContractXmlTable names, bool[] written)
    {
        var members = ((ObjectModel)names.Model).Members;
        for (int i = 0; i < members.Length; i++)
            if (members[i].IsRequired && !written[i])
                throw new NotSupportedException(
                    $"'{members[i]}' is required and holds its default value, which EmitDefaultValue = false leaves out. Set it, or take one of the two back.");
    }

    public void ExtraMember(MemberTable table, string name) => throw new NotSupportedException();

    public ref byte Block(int size) => throw new NotSupportedException();

    public ref byte BeginRun(MemberTable table, int first) => throw new NotSupportedException();

    public ref byte Put<T>(ref byte cursor, MemberTable table, int index, T value) where T : unmanaged => throw new NotSupportedException();

    public ref byte PutNull(ref byte cursor, MemberTable table, int index) => throw new NotSupportedException();

    public void EndRun(ref byte cursor) => throw new NotSupportedException();

    public void Comparer(ComparerCode comparer) => throw new NotSupportedException();

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void Present()
    {
    }

    public void Subtype(TypeModel declared, int index) => throw new NotSupportedException();

    /// <summary>The element that was opened last will hold an object or collection of this many members or items.</summary>
    void Enter(ContractXmlTable table, long items)
    {
        if (_depth >= _profile.MaxDepth || (_depth & 15) == 15)
            CheckDepth();
        _isCarrier = false;
        _items += items;
        CountRoot();
        if (_depth == _state.Frames.Length)
            Array.Resize(ref _state.Frames, _depth * 2);
        ref var frame = ref _state.Frames[_depth++];
        frame.Element = _tag;
        frame.Outside = _outside;
        frame.Table = table;
        frame.Written = table.ChecksOmitted ? new bool[table.Count] : null;
        frame.Extras = table.KeepsExtensions ? TakeExtras() : null;
        frame.NextExtra = 0;
        frame.HasScope = table.Scope is not null;
        if (frame.HasScope)
            _state.Scopes.Push(table.Scope!);
    }

    /// <summary>Refuses a graph that has more items than it may.</summary>
    readonly void CountRoot()
    {
        if (_items > _profile.Options.MaxItemsInObjectGraph)
            throw new NotSupportedException(
                $"The graph has more than {_profile.Options.MaxItemsInObjectGraph} items ({nameof(ContractXmlOptions.MaxItemsInObjectGraph)}).");
    }

    /// <summary>Ends the element that the object or collection is in.</summary>
    void Leave()
    {
        ref var frame = ref _state.Frames[--_depth];
        _tag = frame.Element;
        _outside = frame.Outside;
        if (frame.HasScope)
            _state.Scopes.Pop();
        if (_tagOpen)
            EndEmpty();
        else
            EndElement();
    }

    /// <summary>The end of an element that ends in text: in binary they are one record.</summary>
    void LeaveWith(string text)
    {
        ref var frame = ref _state.Frames[--_depth];
        _tag = frame.Element;
        _outside = frame.Outside;
        _emit.LastRun(text, in _tag);
        EndValue();
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    readonly void CheckDepth()
    {
        if (_depth >= _profile.MaxDepth)
            throw new NotSupportedException(
                $"The value nests deeper than {_profile.MaxDepth} levels, or contains itself. Raise Limits.MaxDepth, or keep cycles with [DataContract(IsReference = true)] or PreserveObjectReferences.");
        if (!RuntimeHelpers.TryEnsureSufficientExecutionStack())
            throw new NotSupportedException($"The value nests deeper, {_depth} levels so far, than the thread's stack allows.");
    }
}
