using System.Collections.Immutable;
using System.Runtime.CompilerServices;
using System.Xml;
using Isomer.Conventions;
using Isomer.Model;
using Isomer.Shapes;
using Isomer.Wire;
using Isomer.Wire.Xml;

namespace Isomer.Formats;

/// <summary>
/// The reading end of XmlSerializer's XML, over one document in UTF-8. This file has the state and what stands before a
/// value; XmlSource.Members finds members, Lists the collections, Scalars the values, Dynamic what the input decides.
/// </summary>
/// <remarks>
/// A member or item is announced with its element already open (or its attribute or text at hand): <c>_place</c> says where
/// the value is and <c>_origin</c> how it is taken. The value takes the end tag too.
/// </remarks>
internal ref partial struct XmlSource : ISource
{
    XmlScanner _scanner;
    XmlProfile _profile;
    XmlRootFacts _root;
    bool _keepsState;
    XmlSourceState _state;
    XmlEvents? _events;

    XmlPlace _place;
    XmlMember? _member;
    Origin _origin;
    // The element that was opened last: where its tag begins, and whether it came by the short way, without attributes.
    int _openedAt;
    bool _isBare;

    // The name of an enum is trimmed: it stands where object is declared.
    bool _isNameTrimmed;
    // Where the value that was taken last begins, for errors.
    int _valueAt;
    int _attribute;
    int _subtype;
    bool _merges;
    // What is left of an attribute or text that is a list.
    ReadOnlySpan<byte> _list;
    bool _listEnded;
    // The type that the cell names which was opened last, if it came by the short way.
    XmlScalarName? _cell;

    /// <summary>Where the next value is.</summary>
    enum Origin : byte
    {
        Element,
        Attribute,
        Text,
        ListItem,
        /// <summary>Nothing: an empty list for a member that the input does not have.</summary>
        Absent,
        /// <summary>The names of the elements of a choice.</summary>
        Names,
        /// <summary>Attributes, or declarations, of the element that was opened last.</summary>
        StartTag,
    }

    /// <summary>Begins, in place, what has been cleared: what a constructor makes is copied, which stalls.</summary>
    public void Begin(ReadOnlySpan<byte> document, XmlProfile profile, XmlRootFacts root, XmlPlace place, XmlEvents? events)
    {
        _profile = profile;
        _root = root;
        _place = place;
        _keepsState = !place.Model.IsCollectible;
        _events = events;
        _scanner = new XmlScanner(document, profile.Rules);
        _state = XmlSourceState.Take();
    }

    /// <summary>There are no references in XML; whoever asks for events is told the objects that they are of.</summary>
    public static SourceTraits Traits => SourceTraits.TracksReferences;

    /// <summary>Lists are filled further; objects are replaced.</summary>
    public readonly bool Merges => _merges;

    /// <summary>Whether the root is an object that was there before: what the input does not have stays in it as it is.</summary>
    public bool FillsRoot { get; set; }

    /// <summary>How far the document was read.</summary>
    public readonly int Position => _scanner.Position;

    public readonly int ErrorOffset => _valueAt > 0 ? _valueAt : _scanner.Position;

    public readonly void Dispose()
    {
        _scanner.Dispose();
        _state?.Return(_keepsState);
    }

    /// <summary>Opens the root element, which must be the expected one.</summary>
    public void Begin()
    {
        if (_scanner.Peek() != XmlToken.Start)
            throw _scanner.Error("There is no root element.");
        Open();
        if (_place.Kind == XmlPlaceKind.Element && (_scanner.Namespace != _place.Number || !_scanner.LocalName.SequenceEqual(_place.Local)))
            throw new WireFormatException(
                $"The root element <{XmlScanner.ToUtf16(_scanner.LocalName)} xmlns='{_scanner.NamespaceText(_scanner.Namespace)}'> was not expected: '{_place.Name}' of the namespace '{_place.Namespace}' was.")
            { Offset = _openedAt };
    }

    /// <summary>Nothing may follow the root element.</summary>
    public void End() => _scanner.End();

    void Open()
    {
        _openedAt = _scanner.Position;
        _scanner.ReadStart();
        _isBare = _scanner.Attributes.IsEmpty;
        _origin = Origin.Element;
    }

    public Head Head(TypeModel model)
    {
        if (_origin != Origin.Element || (_member is { IsFlat: true } && model is CollectionModel))
            return _origin == Origin.Absent && IsNullIfAbsent(model) ? Shapes.Head.Null : Shapes.Head.Value;
        if (_isBare)
            return Shapes.Head.Value;
        // A nil list is an empty one, as XmlSerializer has it; a nil array is null.
        if ((_place.IsNullable || model is CollectionModel) && IsNil()
            && model is not SequenceModel { Build.Kind: BuildKind.List or BuildKind.Add })
        {
            // What is nil names no more than what is not.
            if (model is not CollectionModel && FindType(out int nilNs, out var nilLocal))
                HeadOf(model, nilNs, nilLocal);
            SkipElement();
            return Shapes.Head.Null;
        }
        // An array may bear the name of any type; its items tell.
        return model is not CollectionModel && FindType(out int ns, out var local) ? HeadOf(model, ns, local) : Shapes.Head.Value;
    }

    /// <summary>What the input does not have: a list is an empty one, an array and all else is null.</summary>
    static bool IsNullIfAbsent(TypeModel model) => model is not CollectionModel or SequenceModel { Build.Kind: BuildKind.Array };

    Head HeadOf(TypeModel model, int ns, ReadOnlySpan<byte> local)
    {
        if (TryHead(model, ns, local, out var head))
            return head;
        // The name of a type without a namespace is written without a prefix, even where that means something else.
        if (ns != XmlNamespaces.None && IsUnprefixedType() && TryHead(model, XmlNamespaces.None, local, out head))
            return head;
        if (IsBesideBase(model, ns, local))
            return Shapes.Head.Subtype;
        throw new WireFormatException(
            $"The type '{XmlScanner.ToUtf16(local)}' of the namespace '{_scanner.NamespaceText(ns)}' is not one that may stand where '{model.Type}' is declared.")
        { Offset = _openedAt };
    }

    bool TryHead(TypeModel model, int ns, ReadOnlySpan<byte> local, out Head head)
    {
        head = Shapes.Head.Value;
        if (XmlTypeName.Of(model)?.Is(ns, local) == true)
            return true;
        var subtypes = model.Subtypes;
        for (int i = 0; i < subtypes.Length; i++)
        {
            if (XmlTypeName.Of(subtypes[i].Model)?.Is(ns, local) != true)
                continue;
            _subtype = IsUnprefixedType() ? WrittenAs(subtypes, i) : i;
            head = Shapes.Head.Subtype;
            return true;
        }
        return false;
    }

    /// <summary>
    /// A class that is without a namespace too is written as that, without a prefix, whatever that means where it stands.
    /// </summary>
    static int WrittenAs(ImmutableArray<Subtype> subtypes, int index)
    {
        for (int i = 0; i < index; i++)
            if (subtypes[i].Type == subtypes[index].Type && XmlTypeName.Of(subtypes[i].Model)?.Number == XmlNamespaces.None)
                return i;
        return index;
    }

    /// <summary>
    /// Whether it is a subtype in its base's namespace: included, it is in the default one, which a member of the same type need not be.
    /// </summary>
    bool IsBesideBase(TypeModel model, int ns, ReadOnlySpan<byte> local)
    {
        if (XmlTypeName.Of(model)?.Number != ns)
            return false;
        var subtypes = model.Subtypes;
        for (int i = 0; i < subtypes.Length; i++)
        {
            if (XmlTypeName.Of(subtypes[i].Model)?.Local is not { } name || !local.SequenceEqual(name))
                continue;
            _subtype = i;
            return true;
        }
        return false;
    }

    public readonly int Subtype(TypeModel model) => _subtype;

    public readonly Head BeginCarried(TypeModel model) => throw new NotSupportedException();

    public readonly void EndCarried(TypeModel model, int identity, object? value) => throw new NotSupportedException();

    public readonly object Reference() => throw Never();

    public readonly int Referred() => 0;

    public readonly int Identity() => -1;

    public readonly object? Awaited() => null;

    public readonly void Completed(TypeModel model, object value, object? carrier)
    {
    }

    public readonly void Register(int identity, object value) => _events?.Made(_state.Count - 1, value);

    /// <summary>The object whose content is read: of a list that stands directly in its owner, the owner.</summary>
    readonly object? Target()
    {
        int level = _state.Count - 1;
        while (level > 0 && _state.Levels[level].Kind == XmlLevelKind.Flat)
            level--;
        return _events!.TargetAt(level);
    }

    public bool TryNull()
    {
        if (_origin == Origin.Element && !_isBare && IsNil())
        {
            SkipElement();
            return true;
        }
        return _origin == Origin.Absent;
    }

    /// <summary>xsi:nil of the element that was opened last.</summary>
    readonly bool IsNil()
    {
        bool isNil = SaysNil(out int unknown);
        return unknown < 0
            ? isNil
            : throw new WireFormatException("xsi:nil must be true, false, 1 or 0.") { Offset = _scanner.Attributes[unknown].ValueStart };
    }

    /// <summary>Whether xsi:nil says so; where it says neither true nor false, which attribute that is, else -1.</summary>
    readonly bool SaysNil(out int unknown)
    {
        unknown = -1;
        int index = _scanner.FindAttribute(XmlNamespaces.SchemaInstance, "nil"u8);
        if (index < 0)
            return false;
        var value = XmlChars.Trim(_scanner.ValueOf(_scanner.Attributes[index]));
        if (value.SequenceEqual("true"u8) || value.SequenceEqual("1"u8))
            return true;
        if (!value.SequenceEqual("false"u8) && !value.SequenceEqual("0"u8))
            unknown = index;
        return false;
    }

    /// <summary>xsi:type of the element that was opened last; false if it has none.</summary>
    readonly bool FindType(out int ns, out ReadOnlySpan<byte> local)
    {
        int index = _scanner.FindAttribute(XmlNamespaces.SchemaInstance, "type"u8);
        if (index < 0)
        {
            ns = 0;
            local = default;
            return false;
        }
        // White space around it is part of the name, as in XmlSerializer.
        local = Split(_scanner.ValueOf(_scanner.Attributes[index]), out ns);
        return true;
    }

    /// <summary>Whether xsi:type of the element that was opened last names a type without a prefix.</summary>
    readonly bool IsUnprefixedType() =>
        _scanner.FindAttribute(XmlNamespaces.SchemaInstance, "type"u8) is >= 0 and var index
            && _scanner.ValueOf(_scanner.Attributes[index]).IndexOf((byte)':') < 0;

    /// <summary>The local part of a qualified name, and the number of its namespace.</summary>
    readonly ReadOnlySpan<byte> Split(ReadOnlySpan<byte> text, out int ns)
    {
        // A colon with nothing before it is part of the name.
        int colon = text.LastIndexOf((byte)':') is > 0 and var at ? at : -1;
        ns = _scanner.Resolve(colon < 0 ? default : text[..colon]);
        return ns != XmlNamespaces.Undeclared
            ? text[(colon + 1)..]
            : throw new WireFormatException("The prefix of a qualified name is not declared.") { Offset = _openedAt };
    }

    readonly (string Name, string Namespace) QualifiedName(ReadOnlySpan<byte> text)
    {
        string local = XmlScanner.ToUtf16(Split(text, out int ns));
        return (local, _scanner.NamespaceText(ns));
    }

    void SkipElement()
    {
        _scanner.SkipRest();
        _member = null;
    }

    public void Skip(TypeModel model)
    {
        if (_origin == Origin.Element)
            SkipElement();
        else if (_origin == Origin.Text)
            _scanner.ReadText();
    }

    public readonly bool Packed(MemberTable table) => false;

    public readonly ref byte Block(int size) => throw Never();

    public readonly bool OptionalMember() => throw Never();

    public readonly string ExtraName() => throw Never();

    public readonly T[] Bulk<T>(TypeModel model) where T : unmanaged => throw Never();

    public readonly void Bulk<T>(TypeModel model, List<T> target) where T : unmanaged => throw Never();

    public readonly ComparerCode Comparer() => throw Never();

    static InvalidOperationException Never([CallerMemberName] string name = "") => new($"{name} is not an event of XML.");
}

/// <summary>What a source needs beside its scanner, kept by the thread from one document to the next.</summary>
internal sealed class XmlSourceState : Lent<XmlSourceState>
{
    public XmlLevel[] Levels = new XmlLevel[16];
    public int Count;
    XmlTreeNames? _names;
    XmlDomBuilder? _nodes;
    XLinqBuilder? _linq;

    /// <summary>What makes nodes of elements that are kept.</summary>
    public XmlDomBuilder Nodes => _nodes ??= new(_names ??= new());

    /// <summary>What makes an XElement of elements that are kept.</summary>
    public XLinqBuilder Linq => _linq ??= new(_names ??= new());

    /// <summary>The owner of nodes that are read, as in XmlSerializer.</summary>
    public XmlDocument Document => Nodes.Document;

    /// <summary>Its levels are not kept where they name types that can be unloaded.</summary>
    public void Return(bool keeps)
    {
        Count = 0;
        (_names, _nodes, _linq) = (null, null, null);
        if (!keeps || Levels.Length > 1024)
            Levels = new XmlLevel[16];
        GiveBack();
    }

    public ref XmlLevel Push()
    {
        if (Count == Levels.Length)
            Array.Resize(ref Levels, Count * 2);
        ref var level = ref Levels[Count++];
        level = default;
        return ref level;
    }
}

/// <summary>An object or list that is being read.</summary>
internal struct XmlLevel
{
    public XmlTable? Table;
    /// <summary>Members that have been read, one bit each.</summary>
    public ulong Seen;
    public ulong[]? SeenMore;
    /// <summary>Where the content begins.</summary>
    public int ContentAt;
    /// <summary>The next attribute to look at; -1 when they are done.</summary>
    public int Attribute;
    /// <summary>The namespace of names without prefix.</summary>
    public int DefaultNamespace;
    /// <summary>A member whose element is open already, and -1 for none.</summary>
    public int Opened;
    /// <summary>With enforced order: the first member that may still come.</summary>
    public int OrderAt;

    /// <summary>That of the content's second reading, while a member is gathered.</summary>
    public int GatherAt;
    /// <summary>The next member whose absence matters, once the content is at its end.</summary>
    public int AbsentAt;
    /// <summary>The names of the elements of choices: member that takes them, and value.</summary>
    public List<(int Member, long Value)>? Names;

    /// <summary>For lists: what its items are.</summary>
    public XmlLevelKind Kind;
    public XmlMember? Member;
    public int MemberIndex;
    public XmlPlace[] Items;
    /// <summary>While a member is gathered from all of the object's content: where to go on afterwards, else -1.</summary>
    public int ResumeAt;
    /// <summary>For arrays of objects: whether xsi and xsd mean here what they usually mean.</summary>
    public bool HasUsualPrefixes;
    /// <summary>For lists in an attribute: whether the items are strings.</summary>
    public bool IsOfStrings;
    /// <summary>While what no other member takes is gathered: the members that have been met on the way.</summary>
    public ulong[]? SeenAgain;
    /// <summary>The members that have been gathered.</summary>
    public List<int>? Gathered;
}

internal enum XmlLevelKind : byte
{
    Object,
    Array,
    Flat,
    List,
    Names,
    Attributes,
    Absent,
    Map,
}

/// <summary>What a caller is told of what no member takes. An offset is that of what the reader comes to next.</summary>
internal abstract class XmlEvents
{
    /// <summary>Whose the nodes are.</summary>
    public XmlDocument Document { get; } = new();

    // By level; what is awaited is the object that the shape makes next.
    object?[] _targets = new object?[16];
    static readonly object s_awaited = new();

    /// <summary>An object or a list is opened at this level; objects of classes are awaited.</summary>
    public void Open(int level, bool isAwaited)
    {
        if (level >= _targets.Length)
            Array.Resize(ref _targets, level * 2);
        _targets[level] = isAwaited ? s_awaited : null;
    }

    /// <summary>Something was made: the object of this level, if that is awaited.</summary>
    public void Made(int level, object value)
    {
        if (level >= 0 && _targets[level] == s_awaited)
            _targets[level] = value;
    }

    public object? TargetAt(int level) => level >= 0 && _targets[level] is { } target && target != s_awaited ? target : null;

    public abstract void UnknownElement(XmlElement element, object? target, ReadOnlySpan<byte> document, int offset, string names);

    public abstract void UnknownAttribute(XmlAttribute attribute, object? target, ReadOnlySpan<byte> document, int offset, string names);

    public abstract void UnknownText(XmlNode text, object? target, ReadOnlySpan<byte> document, int offset);
}
