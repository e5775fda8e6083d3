using System.Collections.Immutable;
using Isomer.Model;

namespace Isomer.Conventions;

/// <summary>One element that a value may stand in: its name, and what is in it.</summary>
/// <param name="Name">The local name, encoded.</param>
/// <param name="Namespace">Its namespace; empty for none.</param>
/// <param name="Model">What is in it.</param>
/// <param name="IsNullable">Whether null is written as xsi:nil rather than left out.</param>
/// <param name="DataType">The XSD type that the attribute asks for; empty for the usual one.</param>
/// <param name="IsAny">Whether it stands for all elements of no other member; Name and Namespace then restrict it.</param>
internal sealed record XmlElementFacts(string Name, string Namespace, TypeModel Model, bool IsNullable, string DataType = "",
    bool IsAny = false)
{
    /// <summary>For any-elements: whether only this namespace is taken.</summary>
    public bool IsAnyOfNamespace { get; init; }

    /// <summary>Of an array's items: whether they say that they are in no namespace, which tells arrays apart.</summary>
    public bool IsUnqualified { get; init; }
}

/// <summary>How a member stands in the XML of its owner.</summary>
internal sealed record XmlMemberFacts
{
    /// <summary>As what it is written.</summary>
    public required XmlRole Role { get; init; }

    /// <summary>For an attribute: its name. Model and nullability are not used.</summary>
    public XmlElementFacts? Attribute { get; init; }

    /// <summary>For elements: those that its value, or each of its items, may stand in.</summary>
    public ImmutableArray<XmlElementFacts> Elements { get; init; } = [];

    /// <summary>
    /// Whether an element without content leaves the member as it is, as XmlSerializer does where a struct has a [DefaultValue].
    /// </summary>
    public bool KeepsEmpty { get; init; }

    /// <summary>For text: what it is, or of what type its text items are.</summary>
    public XmlElementFacts? Text { get; init; }

    /// <summary>Whether it is a collection whose items stand directly in the owner.</summary>
    public bool IsFlat { get; init; }

    /// <summary>The position that Order asks for, or -1.</summary>
    public int Order { get; init; } = -1;

    /// <summary>For a choice: the index of the member that names the element; -1 for none.</summary>
    public int NamedBy { get; set; } = -1;

    /// <summary>For the member that names the element of a choice: the value that stands for each of its elements.</summary>
    public long[] ChoiceValues { get; init; } = [];

    /// <summary>Whether more than one thing may stand here, so that the value itself decides.</summary>
    public bool IsChoice => Elements.Length + (Text is null ? 0 : 1) > 1;
}

/// <summary>As what a member is written.</summary>
internal enum XmlRole : byte
{
    /// <summary>Namespace declarations.</summary>
    Namespaces,
    /// <summary>The member that names the elements of a choice: not written itself.</summary>
    ChoiceNames,
    /// <summary>One attribute.</summary>
    Attribute,
    /// <summary>All attributes of no other member.</summary>
    AnyAttributes,
    /// <summary>Elements, text, or both mixed.</summary>
    Content,
}

/// <summary>The name of a type in XML Schema.</summary>
/// <param name="Name">Its name, encoded; null for an anonymous one, which xsi:type cannot name.</param>
/// <param name="Namespace">Its namespace.</param>
/// <param name="ElementName">How an element is called that holds it and has no name of its own.</param>
internal record XmlTypeFacts(string? Name, string Namespace, string ElementName)
{
    /// <summary>Whether elements must stand in the order of the members.</summary>
    public bool IsOrdered { get; set; }
}

/// <summary>What stands in an array.</summary>
internal sealed record XmlArrayFacts(string? Given, string Namespace, XmlWorld World, Func<ImmutableArray<XmlElementFacts>> Find)
    : XmlTypeFacts(Given, Namespace, Given ?? "")
{
    const int DeepestName = 64;

    ImmutableArray<XmlElementFacts> _items;

    /// <summary>The elements that an item may stand in; found late, for a type may contain itself.</summary>
    public ImmutableArray<XmlElementFacts> Items => _items.IsDefault ? _items = Find() : _items;

    /// <summary>The name of the array: as given, or ArrayOf and the item's, or that and a number where another array has it.</summary>
    public string NameOf(int depth = 0) => Given ?? World.NameOf(UsualName(depth), Namespace, Items);

    /// <summary>ArrayOf and the item's name.</summary>
    public string UsualName(int depth = 0)
    {
        if (depth > DeepestName)
            throw new NotSupportedException("A collection that is its own item has no name in XML. Give it one with [XmlType].");
        return Items.Length != 1 ? "ArrayOfChoice1"
            : XmlTypeNames.ArrayOf(Items[0].DataType.Length > 0 ? Items[0].DataType : XmlTypes.ElementNameOf(Items[0].Model, depth + 1));
    }
}

/// <summary>What is handed to the format as an object: the model cannot describe it.</summary>
/// <param name="Kind">Which of them.</param>
/// <param name="Name">The type's name in XML Schema.</param>
/// <param name="Namespace">Its namespace.</param>
/// <param name="ElementName">How an element is called that holds it and has no name of its own.</param>
internal sealed record XmlSpecialFacts(XmlSpecial Kind, string? Name, string Namespace, string ElementName)
    : XmlTypeFacts(Name, Namespace, ElementName);

internal enum XmlSpecial : byte
{
    /// <summary>object: xsi:type tells.</summary>
    Anything,
    /// <summary>One of the elements that the member lists.</summary>
    Choice,
    /// <summary>XmlNode and derived classes: XML as it is.</summary>
    Node,
    /// <summary>XmlAttribute[]: attributes as they are.</summary>
    Attributes,
    /// <summary>XmlSerializerNamespaces.</summary>
    Namespaces,
    /// <summary>IXmlSerializable: writes and reads itself.</summary>
    Serializable,
    /// <summary>XmlQualifiedName.</summary>
    QualifiedName,
}
