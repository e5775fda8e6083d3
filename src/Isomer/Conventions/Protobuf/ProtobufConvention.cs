using System.Collections.Immutable;
using System.Diagnostics.CodeAnalysis;
using System.Reflection;
using Isomer.Conventions;
using Isomer.Model;

namespace Isomer;

/// <summary>
/// The convention of Protobuf: members by field number. Understands protobuf-net's attributes by name, without its package,
/// [DataMember(Order)] of data contracts and [XmlElement(Order)] of XML types as protobuf-net does, and Isomer's own of the
/// same meaning; <see cref="ProtobufModel"/> registers in code what cannot be annotated.
/// </summary>
[RequiresUnreferencedCode(Trimming.Members), RequiresDynamicCode(Trimming.Code)]
public sealed class ProtobufConvention : Convention
{
    internal static ProtobufConvention Default { get; } = new(ProtobufSettings.Default) { SavedName = "Protobuf" };

    readonly ProtobufSettings _settings;
    readonly TypeTable<ProtobufContract> _contracts = new();

    internal ProtobufConvention(ProtobufSettings settings) : base(settings.Tier) => _settings = settings;

    internal ProtobufSettings Settings => _settings;

    internal override string RemedyFor(Type derived, Type declared)
    {
        var (name, baseName) = (PlainSubtypes.NameFor(derived), PlainSubtypes.NameFor(declared));
        return $"Declare it with [ProtobufInclude(n, typeof({name}))] on the base, n a number of the base's, or set the Convention option to Convention.Protobuf.WithSubtype<{baseName}, {name}>(n).";
    }

    ProtobufConvention Switched(ProtobufSettings settings) => Switched(_settings, settings, static s => new ProtobufConvention(s));

    /// <summary>This convention, with shapes made another way.</summary>
    public ProtobufConvention WithTier(ShapeTier tier) => Switched(_settings with { Tier = tier });

    /// <summary>This convention, with another form of dates, durations, decimals and Guids where no attribute says one.</summary>
    public ProtobufConvention WithLevel(ProtobufLevel level) => Switched(_settings with { Level = level });

    /// <summary>
    /// This convention, but zeros are written. Without this a member that its constructor sets to something else comes back as that
    /// where it was zero: <c>bool Enabled = true</c>, written as false, is read as true. [DefaultValue] still counts.
    /// </summary>
    public ProtobufConvention WithZeros() => Switched(_settings with { OmitsZeros = false });

    /// <summary>
    /// This convention, but the Kind of a DateTime is written. At level 200 as protobuf-net can write it; above that as a field of the
    /// Timestamp that others pass over, for without it a Timestamp is UTC.
    /// </summary>
    public ProtobufConvention WithDateTimeKind() => Switched(_settings with { WritesKind = true });

    /// <summary>
    /// This convention, but each collection stands in a message of its own, as if it were marked [ProtobufNullWrappedCollection]: so null
    /// and empty differ. Both sides have to know.
    /// </summary>
    public ProtobufConvention WithEmptyCollections() => Switched(_settings with { WrapsCollections = true });

    /// <summary>
    /// This convention, with Google's generated code as the example where it and protobuf-net differ: a number that is wider than its field
    /// is cut to it rather than refused, and one item of a packed list is packed, none is not written. Classes made of a .proto say so
    /// themselves.
    /// </summary>
    public ProtobufConvention WithGoogleRules() => Switched(_settings with { IsGoogle = true });

    /// <summary>This convention, with only Protobuf attributes counting, and not those of data contracts and XML types.</summary>
    public ProtobufConvention WithProtobufAttributesOnly() => Switched(_settings with { ProtobufOnly = true });

    /// <summary>
    /// This convention, but what these attributes of protobuf-net say and is not obeyed here (a Serializer, AsReference) is passed over
    /// rather than refused. Full names, as <c>ProtoBuf.ProtoMemberAttribute</c>, or whole namespaces.
    /// </summary>
    public ProtobufConvention WithIgnoredAttributes(params IEnumerable<string> names) =>
        new(_settings with { IgnoredAttributes = ForeignAttributes.With(_settings.IgnoredAttributes, names) });

    /// <summary>
    /// This convention, where types without any contract have one none the less: their public members, numbered as they are declared.
    /// For tools and tests: the numbers change with the declaration.
    /// </summary>
    public ProtobufConvention WithNumberedMembers() => Switched(_settings with { NumbersMembers = true });

    /// <summary>This convention, with a derived type in this field of the base.</summary>
    public ProtobufConvention WithSubtype<TBase, TDerived>(int number, ProtobufFormat format = ProtobufFormat.Default)
        where TDerived : TBase =>
        WithSubtype(typeof(TBase), typeof(TDerived), number, format);

    /// <summary>
    /// This convention, with what the type's <see cref="ProtobufSubtypeOfAttribute"/>s declare: registration from the derived side.
    /// </summary>
    public ProtobufConvention WithSubtypesOf(Type derived)
    {
        ArgumentNullException.ThrowIfNull(derived);
        return derived.GetCustomAttributes<ProtobufSubtypeOfAttribute>(false)
            .Aggregate(this, (convention, a) => convention.WithSubtype(a.BaseType, derived, a.Number, ProtobufFormat.Default));
    }

    /// <summary>This convention, with what the attributes of all types of an assembly declare.</summary>
    public ProtobufConvention WithSubtypesOf(Assembly assembly)
    {
        ArgumentNullException.ThrowIfNull(assembly);
        return assembly.GetTypes().Aggregate(this, (convention, type) => convention.WithSubtypesOf(type));
    }

    /// <summary>This convention, with a surrogate for its type.</summary>
    public ProtobufConvention WithSurrogate(Surrogate surrogate)
    {
        ArgumentNullException.ThrowIfNull(surrogate);
        return new(_settings with { Surrogates = _settings.Surrogates.SetItem(surrogate.Type, surrogate) });
    }

    /// <summary>
    /// This convention, with a generic surrogate for all types of an open generic one, such as <c>typeof(MySurrogate&lt;&gt;)</c>.
    /// </summary>
    public ProtobufConvention WithSurrogate(Type openSurrogate)
    {
        ArgumentNullException.ThrowIfNull(openSurrogate);
        var target = SurrogateTypes.OpenTarget(openSurrogate)
            ?? throw new ArgumentException(
                $"'{openSurrogate}' is not an open generic class that derives from Surrogate<T, TCarrier> with a generic T.",
                nameof(openSurrogate));
        return new(_settings with { OpenSurrogates = _settings.OpenSurrogates.SetItem(target, openSurrogate) });
    }

    ProtobufConvention WithSubtype(Type baseType, Type derived, int number, ProtobufFormat format)
    {
        if (!baseType.IsAssignableFrom(derived))
            throw new ArgumentException($"'{derived}' cannot be a subtype of '{baseType}': it does not derive from it or implement it.");
        var include = new ProtobufInclude(number, derived, format == ProtobufFormat.Group);
        return With(baseType, c => c with { Includes = c.Includes.Add(include) });
    }

    internal ProtobufConvention With(Type type, Func<ProtobufContract, ProtobufContract> rule) =>
        new(_settings with { Rules = _settings.Rules.Add(new ProtobufRule(type, rule)) });

    /// <summary>What attributes and registrations say about a type.</summary>
    internal ProtobufContract ContractOf(Type type) => _contracts.GetOrAdd(type, static (t, self) => self.MakeContract(t), this);

    ProtobufContract MakeContract(Type type)
    {
        var contract = ProtobufMarks.ContractOf(type);
        if (_settings.ProtobufOnly)
            contract = contract with { IsDataContract = false, IsXmlType = false };
        var open = type.IsGenericType ? type.GetGenericTypeDefinition() : null;
        foreach (var (about, rule) in _settings.Rules)
            if (about == type || about == open)
                contract = rule(contract) with { IsProto = true };
        foreach (var include in contract.Includes)
            if (!type.IsAssignableFrom(include.Type) || include.Type == type)
                throw new NotSupportedException(
                    $"Type '{type}' declares '{include.Type}' as derived from it (field {include.Number}), which it is not. Remove the declaration.");
        return contract;
    }

    /// <summary>The type that declares this one as derived from it.</summary>
    internal Type? ParentOf(Type type)
    {
        for (var t = type.BaseType; t is not null && t != typeof(object) && t != typeof(ValueType); t = t.BaseType)
            if (ContractOf(t).Includes.Any(i => i.Type == type))
                return t;
        foreach (var t in type.GetInterfaces())
            if (t.Namespace?.StartsWith("System", StringComparison.Ordinal) != true && ContractOf(t).Includes.Any(i => i.Type == type))
                return t;
        return null;
    }

    /// <summary>
    /// The convention for what a member of this level holds. A tuple has no level of its own: as with protobuf-net it has that of the
    /// member in which it stands, so there is a model of it for each level, by a convention of its own. All other types are this one's.
    /// </summary>
    internal ProtobufConvention WithTuplesAt(ProtobufLevel level, Type type) =>
        Known(level) == Known(_settings.TupleLevel != ProtobufLevel.NotSpecified ? _settings.TupleLevel : _settings.Level)
            || !ProtobufTuples.HaveLevel(this, type)
            ? this
            : Switched(_settings with { TupleLevel = Known(level) });

    static ProtobufLevel Known(ProtobufLevel level) => level == ProtobufLevel.NotSpecified ? ProtobufLevel.Level200 : level;

    private protected override TypeModel? Elsewhere(Type type) =>
        _settings.TupleLevel == ProtobufLevel.NotSpecified || ProtobufTuples.HaveLevel(this, type)
            ? null
            : Switched(_settings with { TupleLevel = ProtobufLevel.NotSpecified }).ModelOf(type);

    private protected override TypeModel CreateNatural(Type type) =>
        type.IsEnum ? new EnumModel(this, type, ProtobufMarks.NamesOf(type)) : base.CreateNatural(type);

    private protected override bool IsObject(Type type) => !type.IsArray && !IsFramework(type) && ContractOf(type).IgnoresListHandling;

    private protected override Surrogate? FindSurrogate(Type type)
    {
        if (type == typeof(UnknownFields))
            return UnknownFieldsSurrogate.Instance;
        if (SurrogateTypes.Find(type, _settings.Surrogates, _settings.OpenSurrogates) is { } found)
            return found;
        if (IsFramework(type))
            return null;
        return ContractOf(type).Surrogate is { } carrier ? OperatorSurrogates.Create(type, carrier) : null;
    }

    private protected override void CheckAttributes(Type type)
    {
        CheckAttributes((MemberInfo)type);
        if (type.IsEnum)
            foreach (var value in type.GetFields(BindingFlags.Public | BindingFlags.Static))
                CheckAttributes(value);
    }

    /// <summary>Refuses what protobuf-net's attributes say and is not obeyed here.</summary>
    internal void CheckAttributes(MemberInfo member) =>
        ForeignAttributes.Check(member, _settings.IgnoredAttributes, ProtobufForeign.RemedyOf, "Convention.Protobuf");

    /// <summary>Types on which no contract can stand; registered ones are found before.</summary>
    bool IsFramework(Type type) => type.HasElementType || type.IsGenericParameter
        || (type.Namespace?.StartsWith("System", StringComparison.Ordinal) == true && _settings.Rules.IsEmpty);

    private protected override ImmutableArray<Subtype> SubtypesOf(Type type)
    {
        var found = new List<Subtype>();
        Add(type);
        return [.. found];

        void Add(Type parent)
        {
            foreach (var include in ContractOf(parent).Includes)
            {
                if (found.Exists(s => s.Type == include.Type))
                    throw new NotSupportedException(
                        $"Type '{include.Type}' is declared as derived more than once below '{type}'. It can have one place only.");
                found.Add(new Subtype(this, include.Type, include.Number, PlainSubtypes.NameFor(include.Type)));
                Add(include.Type);
            }
        }
    }

    private protected override ObjectParts Describe(ObjectModel model)
    {
        var type = model.Type;
        var contract = ContractOf(type);
        if (!contract.IsAny && !IsIncluded(type))
            return Tuple(type) ?? (_settings.NumbersMembers || IsCarrier(type) ? Numbered(type) : null) ?? throw new NotSupportedException(
                $"Type '{type}' has no Protobuf contract: nothing says which number its members have. Mark it with [ProtobufContract] and its members with [ProtobufMember(n)], or register it: new ProtobufModel().Add<{PlainSubtypes.NameFor(type)}>(\"A\", \"B\").");
        var layers = new List<ProtobufLayer>();
        for (Type? t = type; t is not null; t = ParentOf(t))
            layers.Insert(0, new ProtobufLayer(t, ContractOf(t).Includes));
        // The most derived layer first: it is written first.
        var members = ImmutableArray.CreateBuilder<MemberModel>();
        for (int i = layers.Count - 1; i >= 0; i--)
            members.AddRange(ProtobufMembers.Of(this, ContractOf(layers[i].Type), _settings, i));
        var all = members.ToImmutable();
        return new ObjectParts(
            all,
            ConstructionOf(type, contract, all),
            ProtobufCallbacks.Of(type, contract),
            SubtypesOf(type),
            contract.IgnoresUnknownSubtypes || ContractOf(layers[0].Type).IgnoresUnknownSubtypes
                ? UnknownSubtypes.WriteAsNearest
                : UnknownSubtypes.Refuse,
            Details: new ProtobufTypeFacts(type, [.. layers], contract.IsGroup, contract.Name)
            { Reserved = contract.Reserved, IsGoogle = contract.IsGoogle });
    }

    /// <summary>
    /// A derived type without a contract that its base declares: it adds nothing, as with protobuf-net; unless it seems to, which would be
    /// lost.
    /// </summary>
    bool IsIncluded(Type type)
    {
        if (ParentOf(type) is not { } parent)
            return false;
        if (ProtobufMembers.HasAny(ContractOf(type)))
            throw new NotSupportedException(
                $"Type '{type}', which '{parent}' declares as derived from it, has numbered members and no contract, so they would be lost. Mark it with [ProtobufContract].");
        return true;
    }

    /// <summary>What the library itself carries tables in: no one can mark it, and no one else's bytes are to be met.</summary>
    static bool IsCarrier(Type type) => type.Assembly == typeof(ProtobufConvention).Assembly;

    ObjectParts Numbered(Type type)
    {
        var plain = PlainMembers.Of(this, type, PlainSettings.OfMembers, requiredByKeyword: false, []).Where(m => m.CanGet && !m.IsExtra)
            .ToList();
        ImmutableArray<MemberModel> members = [.. plain.Select((m, i) => new MemberModel(this, m.Member, m.Type)
        {
            Name = m.Name,
            CanSet = m.CanSet,
            ShouldWrite = m.ShouldWrite,
            Specified = m.Specified,
            Details = ProtobufMembers.Numbered(m, i, _settings),
        })];
        return new ObjectParts(members, Constructions.Choose(type, members), CallbackMethods.Of(type), [],
            Details: new ProtobufTypeFacts(type, [new ProtobufLayer(type, [])], false, null));
    }

    ObjectParts? Tuple(Type type)
    {
        if (type.Assembly == typeof(ProtobufConvention).Assembly && type.IsValueType
            && type.GetFields(BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.Instance).Length == 0)
            return new ObjectParts([], new Construction(null, []), Callbacks.None, [],
                Details: new ProtobufTypeFacts(type, [new ProtobufLayer(type, [])], false, null));
        if (ProtobufTuples.Find(type) is not { } tuple)
            return null;
        var members = ProtobufMembers.OfTuple(this, tuple.Members, _settings);
        return new ObjectParts(
            members,
            ProtobufTuples.ConstructionOf(type, tuple.Constructor, members),
            Callbacks.None,
            [],
            Details: new ProtobufTypeFacts(type, [new ProtobufLayer(type, [])], false, null) { IsTuple = true });
    }

    static Construction ConstructionOf(Type type, ProtobufContract contract, ImmutableArray<MemberModel> members)
    {
        if (contract.Factory is { } factory)
            return new Construction(factory, []);
        if (type.IsAbstract || type.IsInterface)
            return new Construction(null, [],
                $"'{type}' is {(type.IsInterface ? "an interface" : "abstract")}: declare what may stand there with [ProtobufInclude(n, typeof(...))]");
        if (contract.SkipsConstructor && !type.IsValueType)
            return new Construction(Uninitialized.Maker(type), []);
        // Before one with parameters, also if it is private.
        return type.GetConstructor(BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.Instance, []) is { } plain
            && !type.IsValueType
            && !type.GetConstructors(BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.Instance)
                .Any(c => c.IsDefined(typeof(CreatorAttribute), false))
            ? new Construction(plain, [])
            : Constructions.Choose(type, members);
    }
}
