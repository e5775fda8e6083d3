using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Serialization;
using Isomer.Model;
using Isomer.Shapes;
using Isomer.Wire.Xml;

namespace Isomer.Formats;

/// <summary>
/// ContractXml's reading end. Each value's event finds its element open: its start tag has been taken, with its attributes;
/// the event takes what is in it and its end. This file has objects and members.
/// </summary>
/// <remarks>
/// Members come in the order of the contract; in it, a tag without attributes is one comparison of bytes. What is not
/// expected goes through the scanner: nil, types, other prefixes, unknown elements.
/// </remarks>
/// <typeparam name="TEmit">The emitter of the same form: codecs are of a sink and a source.</typeparam>
/// <typeparam name="TScan">Text or binary XML.</typeparam>
internal ref partial struct ContractXmlSource<TEmit, TScan> : ISource
    where TEmit : struct, IContractEmitter<TEmit>, allows ref struct
    where TScan : struct, IXmlScanner<TScan>, allows ref struct
{
    TScan _scan;
    ContractXmlProfile _profile;
    ContractXmlReading _state;
    int _depth;
    long _items;

    // The innermost object or collection.
    ref ContractXmlReadFrame _top;

    // The root element is the value itself: an XElement where one is declared.
    bool _isBare;

    // The array that is about to be made known was made before its items.
    bool _isEarly;
    // The record of the element that was opened last, if that was without attributes and prefix, and it is not nil; else no reference.
    ref byte _leaf;
    // The element was nil, and has been taken.
    bool _nil;

    // What the start tag said about the value to come.
    string? _identity;
    // The same of a collection that is filled in its place, until it begins.
    string? _filled;
    object? _referenced;
    int _referred;
    List<Rekeyed>? _rekeyed;
    // What carries the value whose identity was asked for comes next; it has none of its own.
    bool _isCarrier;
    // What carries a value whose type was named comes next: the name is the value's, not its own.
    bool _isNamed;

    /// <summary>Begins, in place, what has been cleared: what a constructor makes is copied, which stalls.</summary>
    public void Begin(TScan scan, ContractXmlProfile profile)
    {
        _scan = scan;
        _profile = profile;
        _state = ContractXmlReading.Take();
        _items = 1;
    }

    // What an emitter writes as one record its scanner reads so. A choice here (TScan.IsText ? ... : ...) would not be folded before shapes
    // are compiled.
    public static SourceTraits Traits
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => SourceTraits.TracksReferences | SourceTraits.TracksCarried | (SourceTraits)TEmit.ArrayTraits;
    }

    public readonly bool Merges => false;

    [UnscopedRef]
    public readonly ref readonly TScan Scanner => ref _scan;

    /// <summary>The byte offset that has been reached.</summary>
    public readonly int Position => _scan.Position;

    public readonly void Dispose()
    {
        _scan.Dispose();
        _state?.Return();
    }

    public MemberTable BeginObject(TypeModel model)
    {
        var table = ContractXmlProfile.TableOf(model);
        if ((_nil || _scan.HasAttributes) && model.Type.IsValueType)
        {
            CheckMarks(model);
            if (_scan.HasAttributes && !_isNamed && !_profile.IsNet)
                CheckNamed(model);
        }
        Enter(table, table.Count);
        return table;
    }

    /// <summary>A struct has no head: a type that its tag names is looked at here, and can only be its own.</summary>
    void CheckNamed(TypeModel model)
    {
        if (FindType(model) is { } named && named != model.Type)
            throw _scan.Error($"A '{named}' stands where a '{model.Type}' is expected.");
    }

    /// <summary>The content of the open element is that of an object or collection.</summary>
    void Enter(ContractXmlTable table, int items)
    {
        if (_depth >= _profile.MaxDepth || (_depth & 15) == 15)
            CheckDepth();
        if (_nil)
            throw _scan.Error($"A '{table.Model.Type}' cannot be null.");
        _isCarrier = _isNamed = false;
        Count(items);
        if (_depth == _state.Frames.Length)
            Array.Resize(ref _state.Frames, _depth * 2);
        ref var frame = ref _state.Frames[_depth++];
        _top = ref frame;
        frame.Table = table;
        frame.Extras = null;
        frame.Object = null;
        frame.Seen = null;
        frame.IsInEntry = false;
        _leaf = ref Unsafe.NullRef<byte>();
        frame.PrefixLength = -1;
        if (TScan.IsReader)
            return;
        frame.HasNil = _scan.Resolve("i"u8) == XmlNamespaces.SchemaInstance;
        if (!table.IsUniform)
            return;
        if (!_scan.TryFindPrefix(table.Namespace, out frame.PrefixStart, out frame.PrefixLength))
            frame.PrefixLength = -1;
    }

    /// <summary>The object or collection ends with the element's end tag.</summary>
    void Leave()
    {
        if (--_depth > 0)
            _top = ref _state.Frames[_depth - 1];
        _scan.ReadEnd();
    }

    void Count(int items)
    {
        _items += items;
        if (_items > _profile.Options.MaxItemsInObjectGraph)
            throw _scan.Error(
                $"The graph has more than {_profile.Options.MaxItemsInObjectGraph} items ({nameof(ContractXmlOptions.MaxItemsInObjectGraph)}).");
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    readonly void CheckDepth()
    {
        if (_depth >= _profile.MaxDepth)
            throw _scan.Error($"The document nests deeper than {_profile.MaxDepth} levels (Limits.MaxDepth).");
        if (!RuntimeHelpers.TryEnsureSufficientExecutionStack())
            throw _scan.Error($"The document nests deeper, {_depth} levels so far, than the thread's stack allows.");
    }

    public int NextMember(MemberTable table, int previous)
    {
        var names = Unsafe.As<ContractXmlTable>(table);
        int next = previous + 1;
        if (TScan.IsReader)
            return NextMemberFurther(names, previous);
        if (next < names.Count && _top.PrefixLength == 0 && _top.Seen is null)
        {
            ref byte record = ref names.RecordOf(next);
            if (_scan.TryStart(ref Unsafe.Add(ref record, ContractXmlTable.Name), ContractXmlTable.LengthAt(ref record)))
            {
                _leaf = ref record;
                return next;
            }
        }
        return next == names.Count && _scan.IsAtEnd ? -1 : NextMemberFurther(names, previous);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    int NextMemberFurther(ContractXmlTable names, int previous)
    {
        int next = previous + 1;
        return next < names.Count && _top.Seen is null && TryOpen(names, next) ? next : NextMemberSlowly(names, previous);
    }

    /// <summary>
    /// Opens the expected element, or takes it if it is nil, where its tag has the usual form: behind white space, with a prefix.
    /// </summary>
    bool TryOpen(ContractXmlTable names, int index)
    {
        if (TScan.IsReader)
            return TryOpenByText(names, index);
        ref var frame = ref _top;
        if (frame.PrefixLength < 0 || _scan.Peek() != XmlToken.Start)
            return false;
        ref byte record = ref names.RecordOf(index);
        ref byte name = ref Unsafe.Add(ref record, ContractXmlTable.Name);
        int length = ContractXmlTable.LengthAt(ref record);
        _leaf = ref Unsafe.NullRef<byte>();
        if (frame.PrefixLength > 0)
            return _scan.TryStart(frame.PrefixStart, frame.PrefixLength, MemoryMarshal.CreateReadOnlySpan(ref name, length + 1))
                && HoldLeaf(names, index);
        if (_scan.TryStart(ref name, length))
        {
            _leaf = ref record;
            return true;
        }
        return frame.HasNil && (_nil = _scan.TryNil(ref name, length));
    }

    bool TryOpenByText(ContractXmlTable names, int index)
    {
        ref readonly var texts = ref names.TextsAt(index * names.Stride);
        if (!_scan.TryStart(texts.Name, texts.Namespace))
            return false;
        _leaf = ref Unsafe.NullRef<byte>();
        return HoldLeaf(names, index);
    }

    /// <summary>An element that was not opened the short way is a leaf where ends do not tell names: in binary XML.</summary>
    bool HoldLeaf(ContractXmlTable names, int index)
    {
        if (!TScan.IsText && !_scan.HasAttributes)
            _leaf = ref names.RecordOf(index);
        return true;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    int NextMemberSlowly(ContractXmlTable names, int previous)
    {
        if (names.IsCarrier)
            return NextField(names, previous);
        while (PeekMember() != XmlToken.End)
        {
            _scan.ReadStart();
            _leaf = ref Unsafe.NullRef<byte>();
            ref var frame = ref _top;
            int index = Find(names, previous + 1, names.Count);
            if (index >= 0)
                HoldLeaf(names, index);
            if (_profile.Options.Order == ContractXmlOrder.Any)
            {
                index = index >= 0 ? index : Find(names, 0, previous + 1);
                if (index >= 0 && See(ref frame, index, previous))
                    return index;
            }
            else if (index >= 0)
            {
                return index;
            }
            else if (_profile.Options.Order == ContractXmlOrder.Strict && Find(names, 0, previous + 1) is >= 0 and var earlier)
            {
                throw _scan.Error(
                    $"The member '{((ObjectModel)names.Model).Members[earlier].Name}' comes twice, or behind one that should follow it ({nameof(ContractXmlOrder)}.{nameof(ContractXmlOrder.Strict)}).");
            }
            if (names.KeepsExtensions && !_profile.Options.IgnoreExtensionDataObject)
                (frame.Extras ??= new ContractExtras()).Elements.Add(ReadExtra(previous));
            else
                SkipUnknown();
        }
        return -1;
    }

    /// <summary>The start of a member or the end of its object; anything else is an error.</summary>
    XmlToken PeekMember() => _scan.Peek() switch
    {
        XmlToken.Text => throw _scan.Error("Text stands where an element is expected."),
        XmlToken.Nothing => throw _scan.Error("The document ends too early."),
        var token => token,
    };

    /// <summary>Passes over an element that nothing takes. The original looks at its tag, and so what that says must be right.</summary>
    void SkipUnknown()
    {
        if (_scan.HasAttributes)
        {
            _ = IsNil();
            CheckMark("Id"u8);
            CheckMark("Ref"u8);
        }
        _scan.SkipRest();
    }

    readonly void CheckMark(ReadOnlySpan<byte> name)
    {
        if (_scan.FindAttribute(ContractXmlState.Serialization, name) is >= 0 and var at && _scan.AttributeValue(at).IsEmpty)
            throw _scan.Error(
                $"The attribute {System.Text.Encoding.UTF8.GetString(name)} is empty, so that nothing can be referred to by it.");
    }

    /// <summary>The member whose element was just opened, among these.</summary>
    readonly int Find(ContractXmlTable names, int from, int to)
    {
        if (TScan.IsReader)
        {
            for (int i = from; i < to; i++)
            {
                ref readonly var texts = ref names.TextsAt(i * names.Stride);
                if (_scan.IsStarted(texts.Name, texts.Namespace))
                    return i;
            }
            return -1;
        }
        int ns = _scan.Namespace;
        var name = _scan.LocalName;
        for (int i = from; i < to; i++)
            if (names.Namespaces[i] == ns && names.NameOf(i).SequenceEqual(name))
                return i;
        return -1;
    }

    /// <summary>
    /// Whether the member comes for the first time. Until one came out of its order, those up to the previous one have come and no others.
    /// </summary>
    static bool See(ref ContractXmlReadFrame frame, int index, int previous)
    {
        if (frame.Seen is null)
        {
            frame.Seen = new bool[frame.Table.Count];
            frame.Seen.AsSpan(0, previous + 1).Fill(true);
        }
        bool isFirst = !frame.Seen[index];
        frame.Seen[index] = true;
        return isFirst;
    }

    public void EndObject(MemberTable table)
    {
        if (_top.Extras is { } extras && _top.Object is IExtensibleDataObject target)
            extras.GiveTo(target);
        _top.Object = null;
        Leave();
    }

    public bool Packed(MemberTable table) => false;

    public ref byte Block(int size) => throw new NotSupportedException();

    public bool OptionalMember() => throw new NotSupportedException();

    public string ExtraName() => throw new NotSupportedException();

    public ComparerCode Comparer() => throw new NotSupportedException();

    public int Subtype(TypeModel model) => throw new NotSupportedException();

    public void Skip(TypeModel model)
    {
        if (!_nil)
            _scan.SkipRest();
        _nil = false;
    }
}
