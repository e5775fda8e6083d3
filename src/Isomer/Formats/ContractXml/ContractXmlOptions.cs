using System.Runtime.Serialization;
using System.Xml;
using Isomer.Calls;
using Isomer.Formats;

namespace Isomer;

/// <summary>How <see cref="ContractXml"/> reads members that do not come in their order.</summary>
public enum ContractXmlOrder
{
    /// <summary>As DataContractSerializer: a member that comes after one that should follow it is passed over.</summary>
    AsOriginal,
    /// <summary>A member that comes too late, or twice, is an error: nothing is lost in silence.</summary>
    Strict,
    /// <summary>Members are taken in any order; of two, the first one.</summary>
    Any,
}

/// <summary>The form of a <see cref="ContractXml"/> document: the same elements either way.</summary>
public enum ContractXmlForm
{
    /// <summary>Text XML in UTF-8.</summary>
    Text,
    /// <summary>Binary XML, as of XmlDictionaryWriter.CreateBinaryWriter ([MC-NBFX]).</summary>
    Binary,
}

/// <summary>
/// How <see cref="ContractXml"/> writes and reads. Immutable; derive variants by <c>with</c> and keep them. The defaults
/// write what DataContractSerializer writes, byte for byte.
/// </summary>
public sealed record ContractXmlOptions
{
    Derived<ContractXmlProfile> _profile;

    /// <summary>The options that apply where a call names none.</summary>
    public static ContractXmlOptions Default { get; } = new();

    /// <summary>The defaults with binary XML.</summary>
    public static ContractXmlOptions Binary { get; } = new() { Form = ContractXmlForm.Binary };

    /// <summary>Whether documents are text or binary XML.</summary>
    public ContractXmlForm Form { get; init; }

    /// <summary>
    /// Names that the reader of a binary document knows too: what is in it is written as a number. Fill it before it is used; with
    /// none, or for names that it does not have, the document has them as text.
    /// </summary>
    public IXmlDictionary? Dictionary { get; init; }

    /// <summary>
    /// Gives names of binary documents a number when they are first written, for as long as it lives: one for each receiver, with options
    /// of its own, used by one thread at a time. What it gets, the receiver must be told (override
    /// <see cref="XmlBinaryWriterSession.TryAdd"/>).
    /// </summary>
    public XmlBinaryWriterSession? WriterSession { get; init; }

    /// <summary>The names that the sender's session has given numbers.</summary>
    public XmlBinaryReaderSession? ReaderSession { get; init; }

    /// <summary>How CLR types are seen.</summary>
    public DataContractConvention Convention { get; init; } = Isomer.Convention.DataContract;

    /// <summary>
    /// Types that may stand wherever a base of theirs, an interface or object is declared, beside those that the convention knows.
    /// </summary>
    public IEnumerable<Type> KnownTypes { get; init => field = [.. value ?? []]; } = [];

    /// <summary>The name of the root element; null for that of the contract.</summary>
    public string? RootName { get; init; }

    /// <summary>The namespace of the root element, where it has a name of its own; null for none.</summary>
    public string? RootNamespace { get; init; }

    /// <summary>
    /// The root's name and namespace as strings of a caller's dictionary: a binary writer over that dictionary writes their numbers.
    /// </summary>
    internal (XmlDictionaryString Name, XmlDictionaryString Namespace)? RootTexts { get; init; }

    /// <summary>These options, with a root element named by strings of a dictionary; null names none.</summary>
    internal ContractXmlOptions Rooted(XmlDictionaryString? name, XmlDictionaryString? ns) =>
        this with { RootName = name?.Value, RootNamespace = ns?.Value, RootTexts = name is null || ns is null ? null : (name, ns) };

    /// <summary>Whether the root element must have the expected name and namespace.</summary>
    public bool VerifyRootName { get; init; } = true;

    /// <summary>Whether every object is written once and referred to after that (PreserveObjectReferences).</summary>
    public bool PreserveObjectReferences { get; init; }

    /// <summary>
    /// Whether documents are those of NetDataContractSerializer: every object has an identity, the root and what is not of its declared
    /// type the CLR type's name, and collections are the fields that .NET Framework's have. Names are looked up among the known types, in
    /// any version; no type is loaded for them.
    /// </summary>
    public bool NetDataContract { get; init; }

    /// <summary>Whether unknown elements are dropped also where the type can keep them (IExtensibleDataObject).</summary>
    public bool IgnoreExtensionDataObject { get; init; }

    /// <summary>The most items in one graph: the root, members of objects, items of collections; two for an entry of a map.</summary>
    public int MaxItemsInObjectGraph { get; init; } = int.MaxValue;

    /// <summary>Chooses names of types, and types of names, before the known types do.</summary>
    public DataContractResolver? Resolver { get; init; }

    /// <summary>Members that do not come in their order, at reading.</summary>
    public ContractXmlOrder Order { get; init; }

    /// <summary>What untrusted input may cost.</summary>
    public Limits Limits { get; init; } = Limits.Default;

    /// <summary>The options that mean what these settings mean to the original.</summary>
    public static ContractXmlOptions Of(DataContractSerializerSettings settings)
    {
        ArgumentNullException.ThrowIfNull(settings);
        return new ContractXmlOptions
        {
            Convention = settings.SerializeReadOnlyTypes
                ? Isomer.Convention.DataContract.WithReadOnlyTypes()
                : Isomer.Convention.DataContract,
            KnownTypes = settings.KnownTypes ?? [],
            PreserveObjectReferences = settings.PreserveObjectReferences,
            IgnoreExtensionDataObject = settings.IgnoreExtensionDataObject,
            MaxItemsInObjectGraph = settings.MaxItemsInObjectGraph,
            Resolver = settings.DataContractResolver,
        }.Rooted(settings.RootName, settings.RootNamespace);
    }

    /// <summary>Of NetDataContractSerializer's drop-in: names types, and finds them, before the closed set is looked at.</summary>
    internal SerializationBinder? Binder { get; init; }

    /// <summary>Whether a value of any type may be written, as by NetDataContractSerializer; reading takes those that are known.</summary>
    internal bool WritesAnyType { get; init; }

    internal ContractXmlProfile Profile => _profile.Get(this, static o => new ContractXmlProfile(o));
}
