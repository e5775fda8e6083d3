using System.Collections.Concurrent;
using System.Text;
using Isomer.Conventions;
using Isomer.Model;
using Isomer.Wire.Xml;

namespace Isomer.Formats;

/// <summary>As what a value is written where it stands.</summary>
internal enum XmlPlaceKind : byte
{
    Element,
    Attribute,
    Text,
    /// <summary>One of the items of an attribute that is a list.</summary>
    ListItem,
    /// <summary>XML as it is: the name is that of the node.</summary>
    Any,
}

/// <summary>The form of a scalar that DataType asks for.</summary>
internal enum XmlForm : byte
{
    Usual,
    Date,
    Time,
    Hex,
    /// <summary>A string whose white space is collapsed at reading.</summary>
    Token,
    Name,
    NmTokens,
}

/// <summary>Where a value stands, ready to be copied and compared: the name as bytes, its namespace as a number.</summary>
internal sealed class XmlPlace
{
    /// <summary>Room behind each tag, so that it can be copied 32 bytes at a time.</summary>
    const int Slack = 32;

    readonly XmlElementFacts _facts;
    XmlPlace[]? _items;
    XmlPlace? _listItem;
    byte[]? _typedOpen;
    ConcurrentDictionary<TypeModel, XmlPlace>? _others;

    public XmlPlace(XmlElementFacts facts, XmlPlaceKind kind)
    {
        _facts = facts;
        Kind = facts.IsAny && kind == XmlPlaceKind.Element ? XmlPlaceKind.Any : kind;
        Model = facts.Model;
        Number = XmlNamespaces.Number(facts.Namespace);
        Local = Encoding.UTF8.GetBytes(facts.Name);
        Open = Padded([(byte)'<', .. Local, (byte)'>']);
        Close = Padded([(byte)'<', (byte)'/', .. Local, (byte)'>']);
        Form = FormOf(facts.DataType);
    }

    public XmlPlaceKind Kind { get; }

    public TypeModel Model { get; }

    public XmlForm Form { get; }

    public string Name => _facts.Name;

    public string Namespace => _facts.Namespace;

    public string DataType => _facts.DataType;

    /// <summary>For any-elements: whether only the place's own namespace is taken.</summary>
    public bool IsOfNamespace => _facts.IsAnyOfNamespace;

    /// <summary>The number of the namespace.</summary>
    public int Number { get; }

    /// <summary>Whether null is written as xsi:nil.</summary>
    public bool IsNullable => _facts.IsNullable;

    /// <summary>The local name as UTF-8.</summary>
    public byte[] Local { get; }

    /// <summary>The start tag without prefix and attributes, with slack behind it.</summary>
    public byte[] Open { get; }

    public int OpenLength => Local.Length + 2;

    /// <summary>The end tag without prefix, with slack behind it.</summary>
    public byte[] Close { get; }

    public int CloseLength => Local.Length + 3;

    /// <summary>The start tag of a cell that names a type of XML Schema, up to that.</summary>
    public byte[] TypedOpen => _typedOpen ??= [(byte)'<', .. Local, .. " xsi:type=\"xsd:"u8];

    public ReadOnlySpan<byte> OpenTag => Open.AsSpan(0, OpenLength);

    /// <summary>Where the items stand, for what is an array.</summary>
    public XmlPlace[] Items =>
        _items ??= Model.Details is XmlArrayFacts array ? [.. array.Items.Select(i => new XmlPlace(i, XmlPlaceKind.Element))] : [];

    /// <summary>Where the items stand of an attribute that is a list.</summary>
    public XmlPlace ListItem => _listItem ??= new XmlPlace(_facts, XmlPlaceKind.ListItem);

    /// <summary>This place with another type in it: what xsi:type names.</summary>
    public XmlPlace With(TypeModel model)
    {
        if (ReferenceEquals(model, Model))
            return this;
        _others ??= new ConcurrentDictionary<TypeModel, XmlPlace>(ReferenceEqualityComparer.Instance);
        return _others.GetOrAdd(model, static (m, facts) => new XmlPlace(facts with { Model = m, IsAny = false }, XmlPlaceKind.Element),
            _facts);
    }

    static byte[] Padded(ReadOnlySpan<byte> tag)
    {
        byte[] result = new byte[tag.Length + Slack];
        tag.CopyTo(result);
        return result;
    }

    static XmlForm FormOf(string dataType) => dataType switch
    {
        "date" => XmlForm.Date,
        "time" => XmlForm.Time,
        "hexBinary" => XmlForm.Hex,
        "Name" or "NCName" or "NMTOKEN" => XmlForm.Name,
        "NMTOKENS" => XmlForm.NmTokens,
        "" or "string" or "normalizedString" or "dateTime" or "base64Binary" => XmlForm.Usual,
        _ => XmlForm.Token,
    };
}

/// <summary>A member, in the form that sink and source use.</summary>
internal sealed class XmlMember
{
    public XmlMember(MemberModel member)
    {
        var facts = (XmlMemberFacts)member.Details!;
        Member = member;
        Role = facts.Role;
        IsFlat = facts.IsFlat;
        IsChoice = facts.IsChoice || member.Model.Details is XmlSpecialFacts { Kind: XmlSpecial.Choice }
            || (facts.IsFlat && member.Model is SequenceModel { Element.Details: XmlSpecialFacts { Kind: XmlSpecial.Choice } });
        NamedBy = facts.NamedBy;
        Names = facts.ChoiceValues;
        Elements = [.. facts.Elements.Select(e => new XmlPlace(e, XmlPlaceKind.Element))];
        Any = Array.Find(Elements, static e => e.Kind == XmlPlaceKind.Any);
        Text = facts.Text is { } text ? new XmlPlace(text, XmlPlaceKind.Text) : null;
        Attribute = facts.Attribute is { } attribute ? new XmlPlace(attribute, XmlPlaceKind.Attribute) : null;
        Place = Attribute ?? (Elements.Length > 0 ? Elements[0] : Text);
        // An array is made anew each time, so it must be read whole; what can be added to is filled further.
        IsPlain = Role == XmlRole.Content && Place is { Kind: XmlPlaceKind.Element };
        KeepsEmpty = facts.KeepsEmpty && member.Specified is null;
        Merges = member.Model is CollectionModel;
        Adds = member.Model is SequenceModel { Build.Kind: BuildKind.List or BuildKind.Add };
        IsNullIfAbsent = member is { Specified: null, CanSet: true, Model: SequenceModel { Build.Kind: BuildKind.Array } }
            && (IsFlat || Attribute is not null || Role is XmlRole.AnyAttributes or XmlRole.ChoiceNames);
        IsGathered = IsFlat && member.Model is SequenceModel { Build.Kind: BuildKind.Array or BuildKind.Convert };
    }

    public MemberModel Member { get; }

    public XmlRole Role { get; }

    public bool IsFlat { get; }

    public bool IsGathered { get; }

    /// <summary>
    /// Whether it is null where the input has nothing of it, whatever a constructor put there: an array without an element of its own,
    /// which XmlSerializer gathers beside the object and sets at its end. Where a companion says whether it was there, it is left
    /// alone, as a list is.
    /// </summary>
    public bool IsNullIfAbsent { get; }

    /// <summary>Whether its first element has a tag that can be compared as it is.</summary>
    public bool IsPlain { get; }

    /// <summary>Whether an element without content leaves it as it is.</summary>
    public bool KeepsEmpty { get; }

    /// <summary>Whether it is a collection that items can be added to.</summary>
    public bool Adds { get; }

    /// <summary>Whether what is there is read into.</summary>
    public bool Merges { get; }

    public bool IsChoice { get; }

    public int NamedBy { get; }

    /// <summary>For a choice, and for the member that names it: the value for each of the elements.</summary>
    public long[] Names { get; set; }

    public XmlPlace[] Elements { get; }

    /// <summary>Its place for nodes, of any name or of one; null if it has none.</summary>
    public XmlPlace? Any { get; }

    public XmlPlace? Text { get; }

    public XmlPlace? Attribute { get; }

    /// <summary>Where it stands, if that is one place.</summary>
    public XmlPlace? Place { get; }
}
