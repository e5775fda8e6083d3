using Isomer.Conventions;
using Isomer.Model;
using Isomer.Shapes;

namespace Isomer.Formats;

/// <summary>The members of one type under their names in XML.</summary>
internal sealed class XmlTable : MemberTable
{
    static readonly int Slot = ModelSlot.Next();

    readonly XmlTagIndex _elements;
    readonly XmlTagIndex _attributes;

    XmlTable(ObjectModel model) : base(model)
    {
        var members = model.Members;
        Members = new XmlMember[members.Length];
        (AnyElement, AnyAttributes, Text, Namespaces) = (-1, -1, -1, -1);
        bool mayOmit = false;
        for (int i = 0; i < Members.Length; i++)
        {
            var member = Members[i] = new XmlMember(members[i]);
            mayOmit |= members[i].Omit == Omit.WhenDefault;
            if (member.Role == XmlRole.Namespaces)
                Namespaces = i;
            else if (member.Role == XmlRole.AnyAttributes)
                AnyAttributes = i;
            else if (member.Role == XmlRole.ChoiceNames)
                HasNames = true;
            if (member.Text is not null)
                Text = i;
            if (Array.Exists(member.Elements, e => e is { Kind: XmlPlaceKind.Any, Local.Length: 0 }) && AnyElement < 0)
                AnyElement = i;
        }
        foreach (var member in Members)
            if (member.NamedBy >= 0)
                member.Names = Members[member.NamedBy].Names;
        MayOmit = mayOmit;
        IsOrdered = model.Details is XmlTypeFacts { IsOrdered: true };
        TakesNodes = Array.Exists(Members, static m => m.Any is not null);
        _elements = new XmlTagIndex(Members.SelectMany((m, i) => m.Elements.Where(e => e.Local.Length > 0).Select(e => new XmlTag(e, i))));
        _attributes = new XmlTagIndex(Members.SelectMany((m, i) => m.Attribute is { } a ? [new XmlTag(a, i)] : Array.Empty<XmlTag>()));
        var absents = new List<int>();
        for (int i = 0; i < Members.Length; i++)
            if (Members[i].Role == XmlRole.ChoiceNames || Members[i].IsNullIfAbsent
                || (members[i].Specified is null && members[i].CanGet
                    && members[i].Model is SequenceModel { Build.Kind: BuildKind.List or BuildKind.Add } && Members[i].Place is not null))
                absents.Add(i);
        Absents = [.. absents];
        FirstContent = Array.FindIndex(Members, m => m.Role == XmlRole.Content);
        if (FirstContent < 0)
            FirstContent = Members.Length;
        HasAttributes = _attributes.Count > 0 || AnyAttributes >= 0 || Namespaces >= 0;
    }

    public XmlMember[] Members { get; }

    /// <summary>The member that takes the elements of no other, or -1.</summary>
    public int AnyElement { get; }

    public int AnyAttributes { get; }

    public int Text { get; }

    public int Namespaces { get; }

    /// <summary>Whether any member names the elements of a choice.</summary>
    public bool HasNames { get; }

    /// <summary>Whether elements must come in the order of the members.</summary>
    public bool IsOrdered { get; }

    /// <summary>Whether any member takes elements as nodes.</summary>
    public bool TakesNodes { get; }

    /// <summary>The first member that is not in the start tag.</summary>
    public int FirstContent { get; }

    public bool HasAttributes { get; }

    /// <summary>The members that are told of at the end although the input did not have them.</summary>
    public int[] Absents { get; }

    /// <summary>The elements that may come, as XmlSerializer lists them: <c>:A, urn:b:B</c>.</summary>
    public string Expected => ExpectedOf(Members.SelectMany(m => m.Elements));

    /// <summary>The attributes that may come.</summary>
    public string ExpectedAttributes => ExpectedOf(Members.Where(m => m.Attribute is not null).Select(m => m.Attribute!));

    public static string ExpectedOf(IEnumerable<XmlPlace> places) => string.Join(", ", places.Select(p => p.Namespace + ":" + p.Name));

    public static XmlTable Of(TypeModel model) => (XmlTable?)model.GetSlot(Slot) ?? model.SetSlot(Slot, new XmlTable((ObjectModel)model));

    public override bool OmitsDefault(int index) => Members[index].Member.Omit == Omit.WhenDefault;

    /// <summary>The member of an element, or -1.</summary>
    public int FindElement(int ns, ReadOnlySpan<byte> local, out XmlPlace? place) => _elements.Find(ns, local, out place);

    /// <summary>The member of an attribute, or -1.</summary>
    public int FindAttribute(int ns, ReadOnlySpan<byte> local) => _attributes.Find(ns, local, out _);
}

/// <summary>A name, and the member that it belongs to.</summary>
internal sealed record XmlTag(XmlPlace Place, int Member);

/// <summary>Finds a member by its name: open addressing, no allocation at finding.</summary>
internal sealed class XmlTagIndex
{
    readonly XmlTag[] _entries;
    readonly int[] _buckets;

    public XmlTagIndex(IEnumerable<XmlTag> entries)
    {
        _entries = [.. entries];
        int size = 4;
        while (size < _entries.Length * 2)
            size *= 2;
        _buckets = new int[size];
        for (int i = 0; i < _entries.Length; i++)
        {
            int at = Hash(_entries[i].Place.Local) & (size - 1);
            while (_buckets[at] != 0)
                at = (at + 1) & (size - 1);
            _buckets[at] = i + 1;
        }
    }

    public int Count => _entries.Length;

    public int Find(int ns, ReadOnlySpan<byte> local, out XmlPlace? place)
    {
        int mask = _buckets.Length - 1;
        for (int at = Hash(local) & mask; _buckets[at] is > 0 and var number; at = (at + 1) & mask)
        {
            var entry = _entries[number - 1];
            if (entry.Place.Number != ns || !local.SequenceEqual(entry.Place.Local))
                continue;
            place = entry.Place;
            return entry.Member;
        }
        place = null;
        return -1;
    }

    static int Hash(ReadOnlySpan<byte> name)
    {
        uint hash = (uint)name.Length;
        foreach (byte b in name)
            hash = (hash ^ b) * 0x01000193;
        return (int)(hash ^ (hash >> 15));
    }
}
