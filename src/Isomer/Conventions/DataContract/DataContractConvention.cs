using System.Collections.Immutable;
using System.Diagnostics.CodeAnalysis;
using System.Reflection;
using System.Runtime.CompilerServices;
using System.Runtime.Serialization;
using System.Xml;
using Isomer.Conventions;
using Isomer.Model;

namespace Isomer;

/// <summary>
/// The convention of ContractXml and ContractJson: types as the framework's DataContractSerializer sees them.
/// [DataContract] with [DataMember], [Serializable] with all fields, or public types without any attribute; base class
/// first, then by order and ordinal name. Constructors run only of types without attribute.
/// </summary>
/// <remarks>
/// What the framework writes as nothing and so loses in silence is refused by default, naming the type: structs that show no
/// member (Half, Int128, Rune, Memory), collections with settable members of their own.
/// <c>WithLosses()</c> does as the framework does.
/// </remarks>
[RequiresUnreferencedCode(Trimming.Members), RequiresDynamicCode(Trimming.Code)]
public sealed class DataContractConvention : Convention
{
    internal static DataContractConvention Default { get; } = new(DataContractSettings.Default) { SavedName = "DataContract" };

    const BindingFlags Any = BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.Instance;

    readonly DataContractSettings _settings;
    DataContractConvention? _shared;
    DataContractConvention? _named;
    DataContractConvention? _readOnly;
    DataContractConvention? _own;

    // One for each provider: serializers that are made anew, of either format, share their shapes.
    ConditionalWeakTable<ISerializationSurrogateProvider, DataContractConvention>? _provided;

    internal DataContractConvention(DataContractSettings settings) : base(settings.Tier) => _settings = settings;

    internal override bool KeepsRuntimeTypes => true;

    internal override string RemedyFor(Type derived, Type declared) =>
        $"Name it with [KnownType(typeof({PlainSubtypes.NameFor(derived)}))] on the declared or an enclosing type, or among the KnownTypes of the options or of the serializer.";

    /// <summary>Whether properties without a setter are members, of objects that can then be written only.</summary>
    internal bool TakesReadOnly => _settings.ReadOnlyTypes;

    /// <summary>This convention, as NetDataContractSerializer has it: collections are the fields that .NET Framework's have.</summary>
    internal DataContractConvention Shared
    {
        get
        {
            if (_settings.IsShared)
                return this;
            if (_shared is null)
                Interlocked.CompareExchange(ref _shared, new DataContractConvention(_settings with { IsShared = true }), null);
            return _shared;
        }
    }

    /// <summary>This convention, where the keys of dictionaries are names: those of types with a text of their own are that text.</summary>
    internal DataContractConvention Named
    {
        get
        {
            if (_settings.IsNamed)
                return this;
            if (_named is null)
                Interlocked.CompareExchange(ref _named, new DataContractConvention(_settings with { IsNamed = true }), null);
            return _named;
        }
    }

    /// <summary>
    /// This convention, for formats of our own: the items of a collection are what it is read of, and collections by interfaces that
    /// data contracts have no form for (<c>IReadOnlyList</c>, <c>IReadOnlyDictionary</c>, <c>ISet</c>) are collections. Made once.
    /// </summary>
    internal override Convention OfOwn
    {
        get
        {
            if (_settings.IsOwn)
                return this;
            if (_own is null)
                Interlocked.CompareExchange(ref _own, new DataContractConvention(_settings with { IsOwn = true }), null);
            return _own;
        }
    }

    /// <summary>Whether it is for formats of our own.</summary>
    internal bool IsOwn => _settings.IsOwn;

    /// <summary>Whether types are seen as NetDataContractSerializer sees them.</summary>
    internal bool IsShared => _settings.IsShared;

    /// <summary>Whether an attribute without effect is passed over.</summary>
    /// <summary>Whether what the original loses in silence may be lost.</summary>
    internal bool HasLosses => _settings.Losses;

    internal bool PassesOver(Type attribute) => _settings.Losses || ForeignAttributes.IsIgnored(attribute, _settings.Ignored);

    /// <summary>Whether collections without a setter can be filled: only where they are items.</summary>
    internal bool FillsCollections => !_settings.IsShared;

    /// <summary>The types that are known everywhere.</summary>
    internal ImmutableArray<Type> KnownTypes => _settings.KnownTypes;

    DataContractConvention Switched(DataContractSettings settings) =>
        Switched(_settings, settings, static s => new DataContractConvention(s));

    /// <summary>This convention, with shapes made another way.</summary>
    public DataContractConvention WithTier(ShapeTier tier) => Switched(_settings with { Tier = tier });

    /// <summary>This convention, with types that may stand wherever a base of theirs, an interface or object is declared.</summary>
    public DataContractConvention WithKnownTypes(params IEnumerable<Type> types)
    {
        ArgumentNullException.ThrowIfNull(types);
        return new(_settings with { KnownTypes = [.. _settings.KnownTypes, .. types] });
    }

    /// <summary>
    /// This convention, where properties without a setter are members too: such types can be written but not read (SerializeReadOnlyTypes).
    /// </summary>
    public DataContractConvention WithReadOnlyTypes()
    {
        if (_settings.ReadOnlyTypes)
            return this;
        if (_readOnly is null)
            Interlocked.CompareExchange(ref _readOnly, new DataContractConvention(_settings with { ReadOnlyTypes = true }), null);
        return _readOnly;
    }

    /// <summary>This convention, where what the framework loses in silence is lost.</summary>
    public DataContractConvention WithLosses() => Switched(_settings with { Losses = true });

    /// <summary>
    /// This convention, which passes over attributes of these full names, or of these namespaces, where they have no effect on a data
    /// contract: otherwise a type that bears one there is refused.
    /// </summary>
    public DataContractConvention WithIgnoredAttributes(params IEnumerable<string> names) =>
        new(_settings with { Ignored = ForeignAttributes.With(_settings.Ignored, names) });

    /// <summary>This convention, with a surrogate for its type.</summary>
    public DataContractConvention WithSurrogate(Surrogate surrogate)
    {
        ArgumentNullException.ThrowIfNull(surrogate);
        return new(_settings with { Surrogates = _settings.Surrogates.SetItem(surrogate.Type, surrogate) });
    }

    /// <summary>This convention, with the framework's kind of surrogates; for one provider always the same convention.</summary>
    public DataContractConvention WithSurrogateProvider(ISerializationSurrogateProvider? provider)
    {
        if (provider == _settings.Provider)
            return this;
        if (provider is null)
            return new(_settings with { Provider = null });
        if (_provided is null)
            Interlocked.CompareExchange(ref _provided, [], null);
        return _provided.GetValue(provider, p => new DataContractConvention(_settings with { Provider = p }));
    }

    private protected override Surrogate? FindSurrogate(Type type)
    {
        if (_settings.Surrogates.TryGetValue(type, out var own))
            return own;
        // A nullable is asked for as the struct that it holds.
        if (_settings.Provider is not { } provider || ContractNames.BuiltIn(type) is not null || type == typeof(object)
            || Nullable.GetUnderlyingType(type) is not null)
            return Replacing.Of(type);
        var carrier = provider.GetSurrogateType(type);
        if (carrier is not null && carrier != type)
            return ProvidedSurrogate.Of(provider, type, carrier);
        // Asked for each object: it may replace one by another of the same type.
        return Replacing.Of(type)
            ?? (ContractKinds.Of(type, out _, out _) == ContractKind.Class && ContractInfo.Of(type).Refusal is null
                ? ProvidedSurrogate.Of(provider, type)
                : null);
    }

    /// <summary>What took an object's place is not asked for again.</summary>
    internal override TypeModel CarrierOf(SurrogateModel model) =>
        base.CarrierOf(model) is var carrier && model.Surrogate is IProvided
            && carrier is SurrogateModel { Surrogate: IProvidedByItself, Carrier: var itself } ? itself : carrier;

    /// <summary>What the framework's kind of surrogates makes of an object that was read where its type was not declared.</summary>
    internal object Deserialized(object value, Type declared) =>
        _settings.Provider is not { } provider ? value : provider.GetDeserializedObject(value, declared);

    internal bool HasProvider => _settings.Provider is not null;

    /// <summary>Whether a surrogate that the user named carries values of the model.</summary>
    internal bool IsCarriedByUser(TypeModel model) => model is SurrogateModel && _settings.Surrogates.ContainsKey(model.Type);

    /// <summary>
    /// Whether the framework's kind of surrogates carries it: then its carrier may stand where its type is not declared, if that is known.
    /// </summary>
    internal bool IsProvided(TypeModel model) => HasProvider && model is SurrogateModel { Surrogate: IProvided };

    private protected override ImmutableArray<Subtype> SubtypesOf(Type type) => [];

    private protected override TypeModel CreateNatural(Type type)
    {
        if (Nullable.GetUnderlyingType(type) is { } value)
            return new OptionalModel(this, type, value, new OptionalAccess(IsNullable: true));
        if (type == typeof(Uri))
            return new SurrogateModel(this, type, UriSurrogate.Instance);
        if (type == typeof(XmlQualifiedName))
            return new DynamicModel(this, type, []);
        if (type == typeof(DateTimeOffset))
            return new ScalarModel(this, type, Scalar.DateTimeOffset);
        if (_settings.IsShared && WellKnownFields.Find(type, exact: false) is { } fields)
            return new SurrogateModel(this, type, fields);
        if (_settings.IsShared && FieldMembers.IsCarrier(type))
            return new ObjectModel(this, type, Describe);
        var kind = ContractKinds.Of(type, out var item, out var mapped);
        if (_settings.IsOwn && kind == ContractKind.Any && type != typeof(object) && Collections.Create(this, type) is { } unknown)
            return unknown;
        ContractChecks.Check(type, kind, PassesOver);
        if (_settings.IsShared && kind is ContractKind.Collection or ContractKind.Map && !type.IsArray
            && !type.IsDefined(typeof(CollectionDataContractAttribute), false))
            return CreateShared(type);
        switch (kind)
        {
            case ContractKind.BuiltIn:
                return new ScalarModel(this, type, Scalars.Of(type));
            case ContractKind.Enum:
                return new EnumModel(this, type, DataContractEnums.NamesOf(type));
            case ContractKind.Any or ContractKind.Entries or ContractKind.Xml:
                return new DynamicModel(this, type, []);
            case ContractKind.Collection or ContractKind.Map:
                CheckOwnMembers(type);
                return Collections.OfContract(this, type, item!, mapped,
                    _settings.IsNamed && mapped is not null && FindSurrogate(item!) is null && TextKeys.Of(item!) is { } text
                        ? new SurrogateModel(this, item!, text)
                        : null);
            case ContractKind.Refused or ContractKind.Class when ContractInfo.Of(type) is { Refusal: not null } refused:
                if (type.IsPointer || type.IsFunctionPointer || type.IsByRef || type.IsByRefLike || type.ContainsGenericParameters
                    || type == typeof(void))
                    throw new ContractRefusedException(refused.Refusal);
                return new DynamicModel(this, type, []);
            default:
                return new ObjectModel(this, type, Describe);
        }
    }

    /// <summary>A collection that is neither one of the framework's nor marked as one: its fields, if it says so.</summary>
    TypeModel CreateShared(Type type)
    {
        if (type.IsInterface)
            return new DynamicModel(this, type, []);
        if (!ContractKinds.IsSerializable(type) || typeof(ISerializable).IsAssignableFrom(type) || FrameworkBaseOf(type) is not null)
        {
            string why = FrameworkBaseOf(type) is { } parent
                ? $"it derives from '{parent}'"
                : type.Namespace?.StartsWith("System", StringComparison.Ordinal) == true
                    ? "it has none in .NET Framework"
                    : "it is not [Serializable]";
            throw new NotSupportedException(
                $"'{type}' has no form in {nameof(ContractXmlOptions.NetDataContract)}: {why}. Mark it [CollectionDataContract], declare a List, a Dictionary or another collection of .NET Framework, or carry it by a surrogate.");
        }
        return new ObjectModel(this, type, Describe);
    }

    static Type? FrameworkBaseOf(Type type)
    {
        for (var level = type.BaseType; level is not null && level != typeof(object); level = level.BaseType)
            if (level.Namespace?.StartsWith("System", StringComparison.Ordinal) == true)
                return level;
        return null;
    }

    private protected override ObjectParts Describe(ObjectModel model)
    {
        var type = model.Type;
        var members = DataContractMembers.Of(this, type);
        if (members.IsEmpty && type.IsValueType && !_settings.Losses && type.GetFields(Any).Length > 0)
            throw new NotSupportedException(FrameworkStates.WouldBeLost(type));
        var callbacks = CallbackMethods.OfContract(type, m => ContractChecks.CheckKnown(m, PassesOver));
        if (callbacks != Callbacks.None)
            ContractChecks.CheckCallbacks(type);
        if (FrameworkStates.CheckOf(type) is { } check)
            callbacks = callbacks with { Read = callbacks.Read.Insert(0, check) };
        if (members.IsEmpty && !_settings.Losses && FrameworkStates.RefusalOf(type) is { } refusal)
            callbacks = callbacks with { Writing = callbacks.Writing.Insert(0, refusal) };
        return new ObjectParts(members, ConstructionOf(type), callbacks, [], UnknownSubtypes.WriteAsRuntimeType);
    }

    static Construction ConstructionOf(Type type)
    {
        if (type.IsAbstract || type.IsInterface)
            return new Construction(null, [], "it is abstract; a known type must be named");
        bool runs = !type.IsDefined(typeof(DataContractAttribute), false) && !ContractKinds.IsSerializable(type);
        return runs && !type.IsValueType && type.GetConstructor(Any, []) is { } constructor
            ? new Construction(constructor, [])
            : new Construction(null, [], IsUninitialised: true);
    }

    /// <summary>Members that a collection has beside its items are written by no data contract.</summary>
    void CheckOwnMembers(Type type)
    {
        if (_settings.Losses || type.IsArray || type.IsInterface)
            return;
        for (var level = type; level is not null
            && level.Namespace?.StartsWith("System", StringComparison.Ordinal) != true; level = level.BaseType)
            foreach (var property in level.GetProperties(BindingFlags.Public | BindingFlags.Instance | BindingFlags.DeclaredOnly))
                if (property is { SetMethod.IsPublic: true, GetMethod.IsPublic: true } && property.GetIndexParameters().Length == 0
                    && !property.IsDefined(typeof(IgnoreDataMemberAttribute), false)
                    && property.GetMethod.GetBaseDefinition() == property.GetMethod
                    && !IsOfInterface(type, property))
                    throw new NotSupportedException(
                        $"'{type}' is a collection with a member of its own, '{property.Name}', which a data contract does not carry: its value would be lost. Mark it [IgnoreDataMember], or accept that with {nameof(DataContractConvention)}.{nameof(WithLosses)}().");
    }

    static bool IsOfInterface(Type type, PropertyInfo property) =>
        Array.Exists(type.GetInterfaces(),
            i => i.Namespace?.StartsWith("System", StringComparison.Ordinal) == true && i.GetProperty(property.Name) is not null);
}
