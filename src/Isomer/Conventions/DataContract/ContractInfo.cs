using System.Collections.Immutable;
using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;
using System.Runtime.Serialization;
using System.Xml;
using Isomer.Model;

namespace Isomer.Conventions;

/// <summary>What a type is to the framework's data contracts.</summary>
internal enum ContractKind
{
    /// <summary>A scalar that has a name of its own: int, string, guid, ...</summary>
    BuiltIn,
    /// <summary>object, or an interface: any known type may stand there.</summary>
    Any,
    /// <summary>An enum.</summary>
    Enum,
    /// <summary>Members by attribute, by field or by public property.</summary>
    Class,
    /// <summary>A sequence of items.</summary>
    Collection,
    /// <summary>A map of keys and values.</summary>
    Map,
    /// <summary>ISerializable: entries that it names itself.</summary>
    Entries,
    /// <summary>IXmlSerializable, XmlElement, XmlNode[]: XML that it writes itself.</summary>
    Xml,
    /// <summary>A type that is no data contract.</summary>
    Refused,
}

/// <summary>
/// The data contract of a type: kind, name and namespace, the names of items, known types. Found once for each type; what
/// its members are is the convention's business (<see cref="DataContractMembers"/>).
/// </summary>
internal sealed class ContractInfo
{
    public const string Defaults = "http://schemas.datacontract.org/2004/07/";
    public const string Serialization = "http://schemas.microsoft.com/2003/10/Serialization/";
    public const string Arrays = Serialization + "Arrays";
    public const string Schema = "http://www.w3.org/2001/XMLSchema";

    static readonly ConditionalWeakTable<Type, ContractInfo> Known = [];

    /// <summary>How many collections within one another have a name.</summary>
    public const int DeepestName = 48;

    [ThreadStatic]
    static int t_depth;

    ImmutableArray<Type> _knownTypes;

    [UnconditionalSuppressMessage("Trimming", "IL2026", Justification = Trimming.OfModel)]
    [UnconditionalSuppressMessage("AOT", "IL3050", Justification = Trimming.OfModel)]
    ContractInfo(Type type)
    {
        Type = type;
        Kind = ContractKinds.Of(type, out var item, out var value);
        (ItemType, ValueType) = (item, value);
        var names = ContractNames.Of(type, Kind, item, value);
        (Name, Namespace, ItemName, KeyName, ValueName) = (names.Name, names.Namespace, names.Item, names.Key, names.Value);
        (RootName, RootNamespace) = ContractNames.OfRoot(type, this);
        IsReference = ContractKinds.IsReference(type);
        Refusal = Kind == ContractKind.Refused || (Kind == ContractKind.Class && Refused.IsNoContract(type)) ? Refused.WhyNotContract(type)
            : Kind == ContractKind.Class ? ContractKinds.WithoutGetter(type) : null;
        if (IsReference)
            AnyReference = true;
    }

    /// <summary>Whether any contract that has been met is <see cref="IsReference"/>; until then no object need be asked.</summary>
    public static bool AnyReference { get; private set; }

    /// <summary>The CLR type that the contract describes.</summary>
    public Type Type { get; }

    /// <summary>Which kind of contract the type has.</summary>
    public ContractKind Kind { get; }

    /// <summary>The name, encoded for XML.</summary>
    public string Name { get; }

    /// <summary>The namespace; "" for none.</summary>
    public string Namespace { get; }

    /// <summary>The name of its element as a root; null for one that brings an element of its own, as an XElement does.</summary>
    public string? RootName { get; }

    /// <summary>The namespace of its element as a root: of scalars that of Serialization, not the schema's.</summary>
    public string RootNamespace { get; }

    /// <summary>The base class, if it is described alike.</summary>
    public Type? Above =>
        Type.BaseType is { } parent && parent != typeof(object) && parent != typeof(ValueType) && Of(parent).Kind == Kind ? parent : null;

    /// <summary>The name of an item's element; of an entry's for a map.</summary>
    public string ItemName { get; }

    /// <summary>The name of a key's element.</summary>
    public string KeyName { get; }

    /// <summary>The name of a value's element.</summary>
    public string ValueName { get; }

    /// <summary>The type of the items, or of the keys.</summary>
    public Type? ItemType { get; }

    /// <summary>The type of the values.</summary>
    public Type? ValueType { get; }

    /// <summary>Whether objects of it are written once and referred to after that ([DataContract(IsReference = true)]).</summary>
    public bool IsReference { get; }

    /// <summary>Why values of it can be neither written nor read; null if they can.</summary>
    public string? Refusal { get; }

    /// <summary>The types that its attributes, and those of its bases, make known while it is being written or read.</summary>
    [UnconditionalSuppressMessage("Trimming", "IL2026", Justification = Trimming.OfModel)]
    [UnconditionalSuppressMessage("AOT", "IL3050", Justification = Trimming.OfModel)]
    public ImmutableArray<Type> KnownTypes => _knownTypes.IsDefault ? _knownTypes = ContractKnownTypes.Of(Type) : _knownTypes;

    /// <summary>The contract of a type; of what is in a Nullable.</summary>
    public static ContractInfo Of(Type type)
    {
        type = Nullable.GetUnderlyingType(type) ?? type;
        if (Known.TryGetValue(type, out var info))
            return info;
        if (t_depth == DeepestName)
            throw new ContractRefusedException(
                $"'{type}' is a collection of itself: its name would not end. Give it [CollectionDataContract] with Name and ItemName.");
        t_depth++;
        try
        {
            return Known.GetValue(type, static t => new ContractInfo(t));
        }
        finally
        {
            t_depth--;
        }
    }

    /// <summary>
    /// The type, and the type of its items if it is a collection, of theirs, and so on; where maps end it, there is none of theirs.
    /// </summary>
    public IEnumerable<Type> WithItems()
    {
        var info = this;
        for (int depth = 0; depth < DeepestName; depth++, info = Of(info.ItemType!))
        {
            yield return info.Type;
            if (info.Kind != ContractKind.Collection)
                break;
        }
    }

    /// <summary>The name of the contract with its namespace.</summary>
    public XmlQualifiedName QualifiedName => new(Name, Namespace);

    /// <summary>Refuses two known types of one name, of which one would be read as the other.</summary>
    public static void CheckAlike(ContractInfo type, ContractInfo other)
    {
        if (!AreAlike(type, other))
            throw new NotSupportedException(
                $"The known types '{type.Type}' and '{other.Type}' have the same contract name '{type}'. Give one of them another.");
    }

    /// <summary>Collections of one item type are one contract.</summary>
    public static bool AreAlike(ContractInfo a, ContractInfo b) =>
        a.Kind == b.Kind && a.Kind is ContractKind.Collection or ContractKind.Map && a.ItemType == b.ItemType && a.ValueType == b.ValueType;

    /// <summary>Whether the contract has the name of the declared type's, so that no type is told and none need be known.</summary>
    public bool HasNameOf(TypeModel declared) =>
        declared is ObjectModel or CollectionModel && Of(declared.Type) is var other && other.Name == Name && other.Namespace == Namespace;

    /// <summary>Whether the contract is that of the collection which is declared, so that nothing is lost.</summary>
    public bool IsSameCollection(TypeModel declared) =>
        Kind is ContractKind.Collection or ContractKind.Map && declared is CollectionModel && HasNameOf(declared);

    /// <summary>Refuses an object whose reader makes one of the declared type, which has that contract name, too.</summary>
    public void CheckReadAs(TypeModel declared, DataContractConvention convention)
    {
        if (!convention.HasLosses)
            throw new NotSupportedException(
                $"A '{Type}' stands where '{declared.Type}' is declared, which has the contract name '{this}' as well: it would be read as that. Give one of them another, or accept that with {nameof(DataContractConvention)}.{nameof(DataContractConvention.WithLosses)}().");
    }

    /// <inheritdoc/>
    public override string ToString() => $"{Name}:{Namespace}";
}
