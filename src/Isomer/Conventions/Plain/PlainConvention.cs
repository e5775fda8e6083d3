using System.Collections.Immutable;
using System.Diagnostics.CodeAnalysis;
using System.Reflection;
using System.Text.Json;
using System.Text.Json.Serialization;
using Isomer.Conventions;
using Isomer.Model;

namespace Isomer;

/// <summary>
/// The convention of Json and Compact: public properties and public fields, derived class first, in declared order, as
/// System.Text.Json orders them. Its attributes (JsonPropertyName, JsonIgnore, JsonInclude, ...) and Isomer's own count.
/// </summary>
/// <remarks>
/// One difference from System.Text.Json's defaults, on purpose: public fields are members, for leaving them out would lose
/// data silently. <c>WithoutFields()</c> gives its behaviour.
/// </remarks>
[RequiresUnreferencedCode(Trimming.Members), RequiresDynamicCode(Trimming.Code)]
public sealed class PlainConvention : Convention
{
    readonly PlainSettings _settings;
    PlainConvention? _rows;
    PlainConvention? _lossless;
    PlainConvention? _open;
    PlainConvention? _losslessOf;

    internal PlainConvention(PlainSettings settings) : base(settings.Tier) => _settings = settings;

    internal static PlainConvention Default { get; } = new(PlainSettings.Default) { SavedName = "Plain" };

    internal override TableForm Tables => _settings.Tables;

    /// <summary>This convention, with public fields left out unless an attribute includes them.</summary>
    public PlainConvention WithoutFields() => Switched(_settings with { Fields = false });

    /// <summary>
    /// This convention, where what has no public setter is not written, as System.Text.Json's IgnoreReadOnlyProperties and
    /// IgnoreReadOnlyFields have it: not collections, and not members with [JsonIgnore] of any condition.
    /// </summary>
    public PlainConvention WithoutReadOnlyMembers(bool properties = true, bool fields = true) =>
        Switched(_settings with { OmitsReadOnlyProperties = properties, OmitsReadOnlyFields = fields });

    /// <summary>
    /// This convention, where the absence at reading of what a constructor's parameter without a default takes is an error.
    /// </summary>
    public PlainConvention WithRequiredParameters() => Switched(_settings with { RequiresParameters = true });

    /// <summary>
    /// This convention, where nothing counts that System.Text.Json does not know: no <c>ShouldSerializeX()</c>, no <c>XSpecified</c>, no
    /// [NonSerialized], and of the methods that run around serialization those of its interfaces alone, not those that [OnSerializing] and
    /// its like mark.
    /// </summary>
    public PlainConvention WithoutForeignRules() => Switched(_settings with { IsTheirsAlone = true });

    /// <summary>
    /// This convention, where private, protected and internal setters, get-only auto-properties and readonly fields can be set at reading
    /// too, or not. Not said, it is so in Compact, <see cref="JsonOptions.Graph"/> and <see cref="DeepCopy"/>, which give back all that
    /// they took; in other JSON System.Text.Json's rule holds: what has no public setter is written and not read.
    /// </summary>
    public PlainConvention WithHiddenSetters(bool hidden = true) => Switched(_settings with { HiddenSetters = hidden });

    /// <summary>
    /// This convention, passing over attributes of System.Text.Json and Newtonsoft.Json that it does not obey, which are an error
    /// otherwise; those that it obeys are obeyed all the same, but for [JsonConverter] of other converters than those for enums.
    /// </summary>
    /// <param name="names">Full names of attributes, or whole namespaces: "Newtonsoft.Json".</param>
    public PlainConvention WithIgnoredAttributes(params IEnumerable<string> names) =>
        new(_settings with { IgnoredAttributes = ForeignAttributes.With(_settings.IgnoredAttributes, names) });

    PlainConvention Switched(PlainSettings settings) => Switched(_settings, settings, static s => new PlainConvention(s));

    /// <summary>This convention, with shapes made another way.</summary>
    public PlainConvention WithTier(ShapeTier tier) => Switched(_settings with { Tier = tier });

    /// <summary>This convention, with another answer to a run-time type that is not registered.</summary>
    public PlainConvention WithUnknownSubtypes(UnknownSubtypes behaviour) => Switched(_settings with { UnknownSubtypes = behaviour });

    /// <summary>
    /// This convention, with a subtype that may stand where <typeparamref name="TBase"/> (also object or an interface) is declared.
    /// </summary>
    public PlainConvention WithSubtype<TBase, TDerived>(string name, int? number = null) where TDerived : TBase =>
        WithSubtype(typeof(TBase), typeof(TDerived), number, name);

    /// <summary>This convention with a subtype that is known by a number only: the smallest form for binary formats.</summary>
    public PlainConvention WithSubtype<TBase, TDerived>(int number) where TDerived : TBase =>
        WithSubtype(typeof(TBase), typeof(TDerived), number, null);

    /// <summary>
    /// This convention, with what the type's <see cref="SubtypeOfAttribute"/>s declare: registration from the derived side.
    /// </summary>
    public PlainConvention WithSubtypesOf(Type derived)
    {
        ArgumentNullException.ThrowIfNull(derived);
        var result = this;
        foreach (var attribute in derived.GetCustomAttributes<SubtypeOfAttribute>(false))
            result = result.WithSubtype(attribute.BaseType, derived, attribute.Number, attribute.Name);
        return result;
    }

    /// <summary>This convention, with what the <see cref="SubtypeOfAttribute"/>s of all types of an assembly declare.</summary>
    public PlainConvention WithSubtypesOf(Assembly assembly)
    {
        ArgumentNullException.ThrowIfNull(assembly);
        return assembly.GetTypes().Aggregate(this, (convention, type) => convention.WithSubtypesOf(type));
    }

    /// <summary>This convention, with a surrogate for its type.</summary>
    public PlainConvention WithSurrogate(Surrogate surrogate)
    {
        ArgumentNullException.ThrowIfNull(surrogate);
        return new(_settings with { Surrogates = _settings.Surrogates.SetItem(surrogate.Type, surrogate) });
    }

    /// <summary>
    /// This convention, with a generic surrogate for all types of an open generic one, such as <c>typeof(MySurrogate&lt;&gt;)</c>.
    /// </summary>
    public PlainConvention WithSurrogate(Type openSurrogate)
    {
        ArgumentNullException.ThrowIfNull(openSurrogate);
        var target = SurrogateTypes.OpenTarget(openSurrogate)
            ?? throw new ArgumentException(
                $"'{openSurrogate}' is not an open generic class that derives from Surrogate<T, TCarrier> with a generic T.",
                nameof(openSurrogate));
        return new(_settings with { OpenSurrogates = _settings.OpenSurrogates.SetItem(target, openSurrogate) });
    }

    /// <summary>
    /// This convention, with converters of System.Text.Json's own, run as they are for the types that they take: in JSON over its text, in
    /// other formats over the JSON that stands for the value. Types and members with [JsonConverter] need none of this.
    /// </summary>
    /// <param name="options">The options whose converters are taken, and that these are called with.</param>
    public PlainConvention WithConverters(JsonSerializerOptions options)
    {
        ArgumentNullException.ThrowIfNull(options);
        return new(_settings with { Converters = _settings.Converters.Add(new ConverterSet([.. options.Converters], options)) });
    }

    /// <summary>The options that came with converters, if some did.</summary>
    internal JsonSerializerOptions? ConverterOptions => _settings.GivenConverterOptions;

    /// <summary>
    /// This convention, where a function says something of members: another name or place, whether they are left out, when, what carries
    /// them. It is asked once for each property and field of a type, private ones too; of several functions the last that answers counts.
    /// </summary>
    /// <param name="rule">What is said of a member; null for nothing.</param>
    public PlainConvention WithMembers(Func<MemberInfo, MemberRule?> rule)
    {
        ArgumentNullException.ThrowIfNull(rule);
        return new(_settings with { Rules = _settings.Rules.Add(rule) });
    }

    /// <summary>This convention, where a collection without a setter stays as it is.</summary>
    internal PlainConvention WithoutFilling() => Switched(_settings with { FillsWithoutSetter = false });

    internal override bool KeepsRuntimeTypes => _settings.UnknownSubtypes == UnknownSubtypes.WriteAsRuntimeType;

    /// <summary>Made once, for models are kept with their convention.</summary>
    internal override Convention WithTables(TableForm form)
    {
        if (form == Tables)
            return this;
        if (form == TableForm.Full)
            return new PlainConvention(_settings with { Tables = form });
        return _rows ?? Interlocked.CompareExchange(ref _rows, new(_settings with { Tables = form }), null) ?? _rows;
    }

    /// <summary>Made once, for models are kept with their convention.</summary>
    internal override Convention Lossless => _settings.KeepsAll ? this
        : _lossless
            ?? Interlocked.CompareExchange(ref _lossless,
                new(_settings with { HiddenSetters = _settings.HiddenSetters ?? true, KeepsAll = true }) { _losslessOf = this }, null)
            ?? _lossless;

    internal override string? SavedName
    {
        get => base.SavedName ?? (_losslessOf?.SavedName is { } name ? name + ".Lossless" : null);
        set => base.SavedName = value;
    }

    internal override bool IsStandard => _losslessOf is { } of ? of.IsStandard : base.IsStandard;

    internal override bool LosesNothing => _settings.KeepsAll;

    internal override void Tell(string name)
    {
        base.Tell(name);
        if (!_settings.KeepsAll)
            Lossless.Tell(ToldName + ".Lossless");
    }

    /// <summary>Made once, for models are kept with their convention.</summary>
    internal override Convention Open =>
        KeepsRuntimeTypes
            ? this
            : _open ?? Interlocked.CompareExchange(ref _open, WithUnknownSubtypes(UnknownSubtypes.WriteAsRuntimeType), null) ?? _open;

    private protected override bool IsObjectOfItems(CollectionModel collection) =>
        _settings.KeepsAll && CollectionMembers.CanHave(collection.Type)
            && Members(collection.Type, requiredByKeyword: false, []) is [{ Member: FunctionProperty }, ..];

    private protected override void CheckAttributes(Type type)
    {
        if (!Marks.IsMarked(type))
            return;
        Check(type);
        PlainFacts.Note(type);
    }

    void Check(MemberInfo member) =>
        ForeignAttributes.Check(member, _settings.IgnoredAttributes, PlainForeign.RemedyOf, "Convention.Plain");

    PlainConvention WithSubtype(Type baseType, Type derived, int? number, string? name)
    {
        if (!baseType.IsAssignableFrom(derived))
            throw new ArgumentException($"'{derived}' cannot be a subtype of '{baseType}': it does not derive from it or implement it.");
        return new(_settings with { Subtypes = _settings.Subtypes.Add(new SubtypeRule(baseType, derived, number, name)) });
    }

    private protected override Surrogate? FindSurrogate(Type type) =>
        SurrogateTypes.Find(type, _settings.Surrogates, _settings.OpenSurrogates)
            ?? Converters.SurrogateOf(type, _settings.Converters, _settings.ConverterOptions)
            ?? (type.Namespace?.StartsWith("System", StringComparison.Ordinal) == true
                ? ElementSurrogates.Find(type, _settings.KeepsAll)
                : TokenSurrogates.Find(type));

    private protected override Surrogate? FindStandardSurrogate(Type type) =>
        (_settings.KeepsAll ? BuiltInSurrogates.FindWhole(type) : null) ?? base.FindStandardSurrogate(type) ?? AsyncItems.Find(type)
            ?? (_settings.KeepsAll ? ReadOnlyValues.Find(type) : null);

    /// <summary>Whether some surrogate carries a type, of the program's or of ours.</summary>
    internal bool IsCarried(Type type) => FindSurrogate(type) is not null || FindStandardSurrogate(type) is not null;

    private protected override TypeModel CreateNatural(Type type) =>
        _settings.KeepsAll && ReadOnlyValues.WhyRefused(type) is { } why ? throw new NotSupportedException(why)
            : Converters.NamedEnum(this, type, _settings.Converters, _settings.ConverterOptions) ?? base.CreateNatural(type);

    private protected override ImmutableArray<Subtype> SubtypesOf(Type type) =>
        PlainSubtypes.Of(this, type, _settings.Subtypes,
            byDepth: Marks.IsMarked(type) && PlainFacts.UnknownSubtypesOf(type) == UnknownSubtypes.WriteAsNearest);

    /// <summary>What may stand where the type is declared, but for itself.</summary>
    internal IEnumerable<Type> DerivedOf(Type type) => SubtypesOf(type).Select(static s => s.Type).Where(t => t != type);

    private protected override bool SaysOfUndeclared(Type declared) =>
        Marks.IsMarked(declared) && PlainFacts.UnknownSubtypesOf(declared) is not null;

    private protected override ObjectParts Describe(ObjectModel model)
    {
        foreach (var constructor in model.Type.GetConstructors(BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.Instance))
            if (Marks.IsMarked(constructor))
                Check(constructor);
        var ignored = new List<MemberModel>();
        var (members, construction) = Look(byKeyword: true);
        bool setsRequired = construction.Method?.IsDefined(typeof(SetsRequiredMembersAttribute), false) == true;
        if (setsRequired)
            (members, construction) = Look(byKeyword: false);
        if (_settings.RequiresParameters && RequiredOf(construction, members) is { Count: > 0 } required)
            (members, construction) = Look(!setsRequired, required);
        if (construction.IsParameterised)
            PlainFacts.CheckPopulated(members, _settings.IgnoredAttributes);
        return new ObjectParts(
            members,
            construction,
            _settings.IsTheirsAlone ? CallbackMethods.OfInterfaces(model.Type, Check) : CallbackMethods.Of(model.Type, Check),
            SubtypesOf(model.Type),
            Marks.IsMarked(model.Type) && PlainFacts.UnknownSubtypesOf(model.Type) is { } unknown ? unknown : _settings.UnknownSubtypes,
            ExtraIndex(members),
            DiscriminatorName: Marks.IsMarked(model.Type) ? DiscriminatorOf(model.Type) : "$type",
            Details: PlainFacts.Of(model.Type, ignored));

        // What must be there depends on the constructor, which is chosen by the members.
        (ImmutableArray<MemberModel>, Construction) Look(bool byKeyword, HashSet<MemberInfo>? required = null)
        {
            ignored.Clear();
            var found = Members(model.Type, byKeyword, ignored, required);
            var chosen = Constructions.Choose(model.Type, found, ignored);
            if (_settings is { KeepsAll: true, HiddenSetters: true, Fields: true })
            {
                if (ignored.Count == 0 && StructState.FieldsOf(this, model.Type, found, chosen) is { IsEmpty: false } fields)
                    (found, chosen) = StructState.With(this, fields, found, chosen, ignored);
                else if ((StructState.WhyLost(this, model.Type, found, chosen, ignored) ?? ReadOnlyValues.WhyLost(model.Type)) is { } why)
                    chosen = chosen with { Refusal = why, LosesState = true };
            }
            if (_settings is { KeepsAll: true, HiddenSetters: true })
                chosen = ChangedArguments.Mark(found, chosen);
            return (found, chosen);
        }
    }

    /// <summary>The members that parameters without a default are filled from.</summary>
    static HashSet<MemberInfo> RequiredOf(Construction construction, ImmutableArray<MemberModel> members)
    {
        var required = new HashSet<MemberInfo>();
        foreach (var argument in construction.Arguments)
            if (argument.MemberIndex >= 0 && !argument.Parameter.HasDefaultValue)
                required.Add(members[argument.MemberIndex].Member);
        return required;
    }

    ImmutableArray<MemberModel> Members(Type type, bool requiredByKeyword, List<MemberModel> ignored, HashSet<MemberInfo>? required = null)
    {
        var members = PlainMembers.Of(this, type, _settings, requiredByKeyword, ignored, required);
        return _settings.KeepsAll && CollectionMembers.CanHave(type) ? CollectionMembers.With(this, type, members) : members;
    }

    static string DiscriminatorOf(Type type) =>
        type.GetCustomAttribute<JsonPolymorphicAttribute>(false)?.TypeDiscriminatorPropertyName ?? "$type";

    static int ExtraIndex(ImmutableArray<MemberModel> members)
    {
        for (int i = 0; i < members.Length; i++)
            if (members[i].IsExtra)
                return i;
        return -1;
    }
}
