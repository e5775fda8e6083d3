using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;
using Isomer.Model;
using Isomer.Shapes;
using Isomer.Wire;
using Isomer.Wire.Xml;

namespace Isomer;

/// <summary>
/// ContractXml's writing end: what DataContractSerializer writes, byte for byte:
/// <c>&lt;Order xmlns="http://schemas.datacontract.org/2004/07/Shop" xmlns:i="..."&gt;&lt;Id&gt;1&lt;/Id&gt;&lt;Note i:nil="true"/&gt;&lt;/Order&gt;</c>.
/// This file has objects and members; .Tags has elements and namespaces, .Scalars the values.
/// </summary>
/// <remarks>
/// What announces a value (Member, Item, Key) writes <c>&lt;Name</c> and leaves the tag open; the value's event writes attributes,
/// then declarations of namespaces, which always come last, then <c>&gt;</c>, the text and the end tag in one piece. An
/// element that holds an object keeps its tag open until the first member comes: without one it ends in <c>/&gt;</c>.
/// </remarks>
internal ref partial struct ContractXmlSink : ISink
{
    OutputBuffer _out;
    readonly ContractXmlProfile _profile;
    readonly ContractXmlState _state;

    // The element that was opened last: its name is a record of a table.
    ContractXmlTable _names;
    int _record;
    byte[] _prefix;
    int _outside;
    bool _tagOpen;

    // Declarations in scope, those of them that are written, and the number of the default namespace.
    int _prefixes;
    int _declared;
    int _default;

    int _depth;
    long _items;

    // The object that was announced last; and that the next collection was numbered just now, so that it tells its size too.
    object? _object;
    bool _sized;

    public ContractXmlSink(OutputBuffer output, ContractXmlProfile profile)
    {
        _out = output;
        _profile = profile;
        _state = ContractXmlState.Take();
        _names = ContractXmlTable.Nameless;
        _prefix = ContractXmlState.NoPrefix;
        _items = 1;
    }

    public static bool TracksReferences => true;

    public static bool Packs => false;

    public static bool Bulks => false;

    public static bool Runs => false;

    public static bool OmitsDefaults => true;

    public static bool KeepsComparers => false;

    public static bool FlattensExtras => false;

    public static bool KeepsRuntimeTypes => true;

    [UnscopedRef]
    public ref OutputBuffer Output => ref _out;

    public readonly void Dispose() => _state.Return();

    public MemberTable BeginObject(TypeModel model)
    {
        var table = ContractXmlProfile.TableOf(model);
        Enter(table, table.Count);
        if (table.Namespace != _default && table.Info.Namespace.Length > 0)
            Declare(table.Namespace);
        return table;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void Member(MemberTable table, int index)
    {
        var names = Unsafe.As<ContractXmlTable>(table);
        if (names.IsUniform && names.Namespace == _default)
            OpenPlain(names, index * names.Stride);
        else
            MemberSlowly(names, index);
    }

    /// <summary>Opens an element that has no prefix and declares nothing.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    void OpenPlain(ContractXmlTable names, int record)
    {
        if (_tagOpen)
            CloseTag();
        _outside = _prefixes;
        _names = names;
        _record = record;
        _prefix = ContractXmlState.NoPrefix;
        _tagOpen = true;
        ref byte from = ref Unsafe.Add(ref MemoryMarshal.GetArrayDataReference(names.Records), record);
        int length = ContractXmlTable.LengthAt(ref from);
        ref byte to = ref _out.Reserve(names.Stride);
        // The slash of </Name is written over.
        Copy(ref Unsafe.Add(ref from, ContractXmlTable.Name - 1), ref to, length + 1);
        to = (byte)'<';
        _out.Advance(length + 1);
    }

    /// <summary>Copies at least this many bytes, 32 at a time.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    static void Copy(ref byte from, ref byte to, int length)
    {
        Vector256.LoadUnsafe(ref from).StoreUnsafe(ref to);
        for (int i = 32; i < length; i += 32)
            Vector256.LoadUnsafe(ref from, (nuint)i).StoreUnsafe(ref to, (nuint)i);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    void MemberSlowly(ContractXmlTable names, int index)
    {
        if (_depth > 0 && _state.Frames[_depth - 1].Extras is { } extras)
            WriteExtras(extras, index);
        bool isQName = names.HasQNames && ((ObjectModel)names.Model).Members[index].Type == typeof(System.Xml.XmlQualifiedName);
        Open(names, index, names.Namespaces[index], isQName);
        if (names.Declared[index] >= 0)
            Declare(names.Declared[index]);
        if (names.ChecksOmitted)
            _state.Frames[_depth - 1].Written |= 1UL << index;
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
            CheckWritten(names, frame.Written);
        if (frame.Extras is { } extras)
            WriteExtras(extras, names.Count);
        Leave();
    }

    static void CheckWritten(ContractXmlTable names, ulong written)
    {
        var members = ((ObjectModel)names.Model).Members;
        for (int i = 0; i < members.Length; i++)
            if (members[i].IsRequired && (written & (1UL << i)) == 0)
                throw new NotSupportedException($"'{members[i]}' is required and holds its default value, which EmitDefaultValue = false leaves out. Set it, or take one of the two back.");
    }

    public void ExtraMember(MemberTable table, string name) => throw new NotSupportedException();

    public ref byte Block(int size) => throw new NotSupportedException();

    public ref byte BeginRun(MemberTable table, int first) => throw new NotSupportedException();

    public ref byte RunMember(ref byte cursor, MemberTable table, int index) => throw new NotSupportedException();

    public ref byte Put<T>(ref byte cursor, T value) where T : unmanaged => throw new NotSupportedException();

    public ref byte PutNull(ref byte cursor) => throw new NotSupportedException();

    public void EndRun(ref byte cursor) => throw new NotSupportedException();

    public void Bulk<T>(TypeModel model, ReadOnlySpan<T> items) where T : unmanaged => throw new NotSupportedException();

    public void Comparer(ComparerCode comparer) => throw new NotSupportedException();

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void Present()
    {
    }

    public void Subtype(TypeModel declared, int index) => throw new NotSupportedException();

    /// <summary>The element that was opened last will hold an object or collection of this many members or items.</summary>
    void Enter(ContractXmlTable table, long items)
    {
        if (_depth >= _profile.MaxDepth || (_depth & 63) == 63)
            CheckDepth();
        _items += items;
        if (_items > _profile.Options.MaxItemsInObjectGraph)
            throw new NotSupportedException($"The graph has more than {_profile.Options.MaxItemsInObjectGraph} items ({nameof(ContractXmlOptions.MaxItemsInObjectGraph)}).");
        if (_depth == _state.Frames.Length)
            Array.Resize(ref _state.Frames, _depth * 2);
        ref var frame = ref _state.Frames[_depth++];
        frame.Element = _names;
        frame.Record = _record;
        frame.Prefix = _prefix;
        frame.Outside = _outside;
        frame.Table = table;
        frame.Written = 0;
        frame.Extras = table.KeepsExtensions ? TakeExtras() : null;
        frame.NextExtra = 0;
        frame.HasScope = table.Scope is not null;
        if (frame.HasScope)
            _state.Scopes.Push(table.Scope!);
    }

    /// <summary>Ends the element that the object or collection is in.</summary>
    void Leave()
    {
        ref var frame = ref _state.Frames[--_depth];
        _names = frame.Element;
        _record = frame.Record;
        _prefix = frame.Prefix;
        _outside = frame.Outside;
        if (frame.HasScope)
            _state.Scopes.Pop();
        if (_tagOpen)
            EndEmpty();
        else
            EndElement();
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
