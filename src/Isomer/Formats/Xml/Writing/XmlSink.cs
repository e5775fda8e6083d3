using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;
using System.Xml.Serialization;
using Isomer.Conventions;
using Isomer.Model;
using Isomer.Shapes;
using Isomer.Wire;

namespace Isomer.Formats;

/// <summary>
/// The writing end of XmlSerializer's XML, byte for byte:
/// <c>&lt;Order xmlns:xsi="..." xmlns:xsd="..." Id="1"&gt;&lt;Line&gt;...</c>. This file has the events of objects and
/// members; XmlSink.Tags the tags, Lists the collections, Scalars the values, Dynamic what is decided at run time.
/// </summary>
/// <remarks>
/// An event of a member or item only says where the next value stands (<c>_place</c>); the value writes its own tags, for
/// it alone knows whether it is null or empty. Most places are plain: an element in the namespace that is the default one.
/// Then line break, indentation, tag, value and end tag are five copies with one reservation.
/// </remarks>
internal ref partial struct XmlSink : ISink
{
    /// <summary>Bytes that the longest scalar of fixed width takes.</summary>
    const int Room = 64;

    OutputBuffer _out;
    XmlProfile _profile;
    XmlRootFacts _root;
    bool _keepsState;
    XmlSinkState _state;
    byte[] _line;
    int _newLine;

    XmlPlace _place;
    XmlMember? _member;
    int _depth;
    // The number of the namespace whose elements need neither prefix nor declaration here, or -1.
    int _plain;
    // Bytes of line break and indentation before a child, 0 where there is text beside elements.
    int _break;
    Tag _tag;
    bool _scalarIsPlain;
    // The type that the next value must name, for its place does not say it.
    XmlTypeName? _typeName;

    /// <summary>What the innermost start tag still needs.</summary>
    enum Tag : byte
    {
        Closed,
        /// <summary>The closing bracket.</summary>
        Open,
        /// <summary>Declarations first.</summary>
        Due,
    }

    /// <summary>Begins in place: see <see cref="OutputBuffer.Begin(OutputTarget, bool)"/>.</summary>
    public void Begin(OutputTarget target, XmlProfile profile, XmlRootFacts root, XmlPlace place)
    {
        _out.Begin(target);
        _profile = profile;
        _root = root;
        _place = place;
        _keepsState = !place.Model.IsCollectible;
        _state = XmlSinkState.Take(profile);
        _line = profile.Line;
        _newLine = profile.NewLineLength;
        _plain = -1;
        _break = _newLine;
        _out.Reserve(Room);
        if (profile.Options.Declaration)
            _out.Write("<?xml version=\"1.0\" encoding=\"utf-8\"?>"u8);
    }

    public static SinkTraits Traits => SinkTraits.OmitsDefaults;

    [UnscopedRef]
    public ref OutputBuffer Output => ref _out;

    public void Dispose()
    {
        _out.Dispose();
        _state?.Return(_keepsState);
    }

    public MemberTable BeginObject(TypeModel model)
    {
        var table = XmlTable.Of(model);
        if (table.Namespaces >= 0)
            // The start tag waits for the declarations, which are the first member.
            _state.Waiting = _place;
        else
            StartTag(_place, null);
        return table;
    }

    public readonly void Foretell(MemberTable table, int index, Type? type)
    {
    }

    public void Member(MemberTable table, int index)
    {
        var member = Unsafe.As<XmlTable>(table).Members[index];
        _member = member;
        _place = member.Place!;
        if (member.Role == XmlRole.ChoiceNames)
            _state.Companion = index;
    }

    public void NullMember(MemberTable table, int index)
    {
        var member = Unsafe.As<XmlTable>(table).Members[index];
        switch (member.Role)
        {
            case XmlRole.Namespaces:
                StartTag(_state.Waiting!, null);
                break;
            case XmlRole.Content when !member.IsFlat && member.Elements is [{ IsNullable: true } place]:
                WriteNil(place);
                break;
        }
    }

    public bool OptionalMember(MemberTable table, int index, bool present)
    {
        if (present)
            Member(table, index);
        else if (Unsafe.As<XmlTable>(table).Members[index].Role == XmlRole.Namespaces)
            StartTag(_state.Waiting!, null);
        return present;
    }

    public void EndObject(MemberTable table) => EndTag();

    public void Present()
    {
    }

    public void Null()
    {
        if (_place is { IsNullable: true, Kind: XmlPlaceKind.Element } place && _member is not { IsFlat: true })
        {
            if (_state.Count == 0 && place.Model is ScalarModel or { Details: XmlSpecialFacts { Kind: XmlSpecial.QualifiedName } })
                ForgetUsual(place);
            WriteNil(place);
        }
        else if (_state.Count == 0)
        {
            StartTag(_place, null);
            EndTag();
        }
        _member = null;
    }

    public void Subtype(TypeModel declared, int index)
    {
        var model = declared.Subtypes[index].Model;
        _typeName = XmlTypeName.Of(model)
            ?? throw new NotSupportedException(
                $"'{model.Type}' is an anonymous type in XML ([XmlType(AnonymousType = true)]), which xsi:type cannot name where '{declared.Type}' is declared.");
    }

    public readonly bool BeginCarried(TypeModel model, object? value) => throw new NotSupportedException();

    public readonly void EndCarried(TypeModel model) => throw new NotSupportedException();

    public readonly bool Reference(object value) => false;

    void WriteNil(XmlPlace place)
    {
        StartTag(place, null);
        WriteAttribute("nil", XmlNames.Xsi, "true");
        EndTag();
    }

    public readonly void ExtraMember(MemberTable table, string name) => throw Never();

    public readonly ref byte Block(int size) => throw Never();

    public readonly ref byte BeginRun(MemberTable table, int first) => throw Never();

    public readonly ref byte Put<T>(ref byte cursor, MemberTable table, int index, T value) where T : unmanaged => throw Never();

    public readonly ref byte PutNull(ref byte cursor, MemberTable table, int index) => throw Never();

    public readonly void EndRun(ref byte cursor) => throw Never();

    public readonly void Bulk<T>(TypeModel model, ReadOnlySpan<T> items) where T : unmanaged => throw Never();

    public readonly void Comparer(ComparerCode comparer) => throw Never();

    static InvalidOperationException Never([CallerMemberName] string name = "") => new($"{name} is not an event of XML.");
}

/// <summary>What a sink needs beside its buffer, kept by the thread from one document to the next.</summary>
internal sealed class XmlSinkState : Lent<XmlSinkState>
{
    public XmlFrame[] Frames = new XmlFrame[32];
    public int Count;
    public XmlPrefixes Prefixes = null!;
    /// <summary>The place of an object whose start tag waits for its declarations.</summary>
    public XmlPlace? Waiting;
    /// <summary>The index of the member that names the elements of a choice, while it is taken.</summary>
    public int Companion;
    /// <summary>The number of the item that comes next.</summary>
    public int ItemIndex;
    /// <summary>The caller's prefixes, until the root has them.</summary>
    public XmlSerializerNamespaces? Given;
    /// <summary>Whether the root declares xsi and xsd, for the caller gave no prefixes.</summary>
    public bool GivesUsual;
    /// <summary>Whether xsi and xsd are the prefixes of their namespaces wherever the sink is.</summary>
    public bool IsUsual;
    public HashSet<string>? Used;

    public static XmlSinkState Take(XmlProfile profile)
    {
        var state = Take();
        state.Prefixes = XmlPrefixes.Take(profile.Options.Outer);
        state.Given = profile.Options.Namespaces is { Count: > 0 } given ? given : null;
        state.GivesUsual = state.Given is null;
        state.IsUsual = false;
        return state;
    }

    /// <summary>Its frames are not kept where they name types that can be unloaded.</summary>
    public void Return(bool keeps)
    {
        Prefixes.Return();
        Count = 0;
        Waiting = null;
        Given = null;
        Used = null;
        if (!keeps || Frames.Length > 1024)
            Frames = new XmlFrame[32];
        GiveBack();
    }

    public ref XmlFrame Push()
    {
        if (Count == Frames.Length)
            Array.Resize(ref Frames, Count * 2);
        return ref Frames[Count++];
    }
}

/// <summary>What is open: an element, or a list without one.</summary>
internal struct XmlFrame
{
    public XmlFrameKind Kind;
    public XmlPlace Place;
    public string Prefix;
    /// <summary>Prefixes in scope outside.</summary>
    public int Outside;
    /// <summary>What was so outside.</summary>
    public int Plain;
    public int Break;
    /// <summary>For lists: where the items stand.</summary>
    public XmlPlace[] Items;
    public XmlPlace? Text;
    public XmlMember? Member;
    /// <summary>For lists of qualified names in an attribute: what will be in it.</summary>
    public System.Text.StringBuilder? List;
    /// <summary>For objects: the values that name the elements of choices, by the index of their member.</summary>
    public Dictionary<int, List<long>>? Names;

    public void AddName(int member, long value)
    {
        Names ??= [];
        if (!Names.TryGetValue(member, out var values))
            Names.Add(member, values = []);
        values.Add(value);
    }

    public readonly List<long> NamesOf(int member) => Names?.GetValueOrDefault(member) ?? [];
}

internal enum XmlFrameKind : byte
{
    Element,
    /// <summary>Items that stand directly in the object.</summary>
    Flat,
    /// <summary>Items in one attribute or text, separated by spaces.</summary>
    List,
    /// <summary>Names of choices: kept, not written.</summary>
    Names,
    /// <summary>XmlAttribute[].</summary>
    Attributes,
}
