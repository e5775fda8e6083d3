using System.Collections.Immutable;
using System.Diagnostics.CodeAnalysis;
using Isomer.Conventions;
using Isomer.Model;
using Isomer.Nodes;
using Isomer.Tabular;

namespace Isomer;

/// <summary>How shapes are made of models.</summary>
public enum ShapeTier
{
    /// <summary>
    /// <see cref="Promoted"/> where dynamic code is supported, else <see cref="Reflection"/>. The host can choose
    /// <see cref="Emitted"/> instead by the runtime configuration option <c>Isomer.EmitAtOnce</c>.
    /// </summary>
    Auto,
    /// <summary>
    /// Interpreted at first, which is the cheapest first call; emitted as IL on a thread beside, once the type has proved to
    /// be used.
    /// </summary>
    Promoted,
    /// <summary>Emitted as IL at first use: the first call takes longer, and every other is as fast as it gets.</summary>
    Emitted,
    /// <summary>Interpreted over reflection: the cheapest first call, many times slower after that.</summary>
    Reflection,
}

/// <summary>
/// How one family of serializers reads a CLR type: which members, in which order, under which names. Immutable; keeps the
/// models it has made, so create one and keep it. Knows nothing of bytes.
/// </summary>
/// <remarks>
/// What kind of thing a type is (scalar, collection, optional, ...) is the same for every family and decided here; a
/// derived convention says what the members of a type are (<see cref="Describe"/>).
/// </remarks>
public abstract class Convention
{
    readonly TypeTable<TypeModel> _models = new();
    TypeModel? _textModel;
    SwitchedConventions? _switched;

    private protected Convention(ShapeTier tier) => Tier = tier;

    /// <summary>No ceremony: public properties and fields, with System.Text.Json's attributes and Isomer's own.</summary>
    public static PlainConvention Plain
    {
        [UnconditionalSuppressMessage("Trimming", "IL2026", Justification = Trimming.Checked)]
        [UnconditionalSuppressMessage("AOT", "IL3050", Justification = Trimming.Checked)]
        get => PlainConvention.Default;
    }

    /// <summary>fastJSON's: every type is written as what it is, with the members that fastJSON sees, in its order.</summary>
    public static FastJsonConvention FastJson
    {
        [UnconditionalSuppressMessage("Trimming", "IL2026", Justification = Trimming.Checked)]
        [UnconditionalSuppressMessage("AOT", "IL3050", Justification = Trimming.Checked)]
        get => FastJsonConvention.Default;
    }

    /// <summary>The framework's data contracts: what DataContractSerializer and DataContractJsonSerializer see of a type.</summary>
    public static DataContractConvention DataContract
    {
        [UnconditionalSuppressMessage("Trimming", "IL2026", Justification = Trimming.Checked)]
        [UnconditionalSuppressMessage("AOT", "IL3050", Justification = Trimming.Checked)]
        get => DataContractConvention.Default;
    }

    /// <summary>Field numbers: protobuf-net's attributes by name, DataMember(Order), XmlElement(Order), Isomer's own.</summary>
    public static ProtobufConvention Protobuf
    {
        [UnconditionalSuppressMessage("Trimming", "IL2026", Justification = Trimming.Checked)]
        [UnconditionalSuppressMessage("AOT", "IL3050", Justification = Trimming.Checked)]
        get => ProtobufConvention.Default;
    }

    /// <summary>.NET's formatters': all instance fields of types marked [Serializable], and the entries of an ISerializable.</summary>
    public static FieldsConvention Fields
    {
        [UnconditionalSuppressMessage("Trimming", "IL2026", Justification = Trimming.Checked)]
        [UnconditionalSuppressMessage("AOT", "IL3050", Justification = Trimming.Checked)]
        get => FieldsConvention.Default;
    }

    /// <summary>XmlSerializer's: public members, with the attributes of System.Xml.Serialization.</summary>
    public static XmlAttributesConvention XmlAttributes
    {
        [UnconditionalSuppressMessage("Trimming", "IL2026", Justification = Trimming.Checked)]
        [UnconditionalSuppressMessage("AOT", "IL3050", Justification = Trimming.Checked)]
        get => XmlAttributesConvention.Default;
    }

    /// <summary>How shapes are made of this convention's models.</summary>
    public ShapeTier Tier { get; }

    /// <summary>
    /// What saved shapes call it: one that formats have by default (<see cref="Ahead.Families"/>), or that is made of such by switches
    /// alone, which are its name then; null of one that they know nothing of, which is any that was changed otherwise.
    /// </summary>
    internal virtual string? SavedName { get => field ??= _switched?.NameOf(this); set; }

    /// <summary>
    /// What saved shapes call a convention of an application's own, whose property an [IsomerShape] names; null until that is told.
    /// </summary>
    internal string? ToldName { get; private set; }

    /// <summary>What saved shapes call it, by whatever way; null if they know nothing of it.</summary>
    internal virtual string? ShapesName => SavedName ?? ToldName;

    /// <summary>Tells it, and what belongs to it, what saved shapes call it. Who was told before keeps that.</summary>
    internal virtual void Tell(string name) => ToldName ??= name;

    /// <summary>Whether it is what a format has by default.</summary>
    internal virtual bool IsStandard => !IsSwitched && SavedName is not null;

    /// <summary>Whether it came of another by switches.</summary>
    private protected bool IsSwitched => _switched is { } all && !all.BeganWith(this);

    /// <summary>Whether collections, too, keep a run-time type that is not the declared one.</summary>
    internal virtual bool KeepsRuntimeTypes => false;

    /// <summary>How DataSets and DataTables are seen.</summary>
    internal virtual TableForm Tables => TableForm.Full;

    /// <summary>This convention that sees DataSets and DataTables in this form; itself if it has a form of its own.</summary>
    internal virtual Convention WithTables(TableForm form) => this;

    /// <summary>This convention for formats that give back all that they took; itself if it has no other rule for them.</summary>
    internal virtual Convention Lossless => OfOwn;

    /// <summary>Whether it is for formats that give back all that they took.</summary>
    internal virtual bool LosesNothing => false;

    /// <summary>
    /// This convention for formats of our own, which are no original's: what an original leaves out or has no form for is carried there, or
    /// refused where it is written. Itself if it has no other rule for them.
    /// </summary>
    internal virtual Convention OfOwn => this;

    /// <summary>This convention for formats whose texts tell the types of values; itself if it has no other rule for them.</summary>
    internal virtual Convention Open => this;

    /// <summary>
    /// This convention with a switch set otherwise, made once: who says <c>Convention.Fields.WithTier(...)</c> for each call gets the
    /// shapes that are there. (Made anew for each call, reading a cookie took 28 ms and left its code behind for good; 0.1 ms so.)
    /// </summary>
    /// <remarks>
    /// Only for settings of which there are few and that name nothing of a user's, for what is given here is kept as long as any of them.
    /// All that come of one by switches share one table, so that going to and fro ends where it began.
    /// </remarks>
    private protected TConvention Switched<TSettings, TConvention>(TSettings own, TSettings settings, Func<TSettings, TConvention> make)
        where TSettings : notnull where TConvention : Convention
    {
        if (_switched is null)
            Interlocked.CompareExchange(ref _switched, new(this, own), null);
        return (TConvention)_switched.With(settings, s =>
        {
            var made = make((TSettings)s);
            made._switched = _switched;
            return made;
        });
    }

    /// <summary>
    /// Refuses a type that bears an attribute which the convention knows and cannot obey (<see cref="ForeignAttributes"/>).
    /// </summary>
    private protected virtual void CheckAttributes(Type type)
    {
    }

    /// <summary>Taken only while something is seen for the first time.</summary>
    internal Lock Gate { get; } = new();

    /// <summary>The model of a type. Throws <see cref="NotSupportedException"/>, with the remedy, for one that has none.</summary>
    public TypeModel ModelOf(Type type) => _models.OfLasting(type) ?? AddModelOf(type);

    [UnconditionalSuppressMessage("Trimming", "IL2026", Justification = Trimming.Checked)]
    [UnconditionalSuppressMessage("AOT", "IL3050", Justification = Trimming.Checked)]
    TypeModel AddModelOf(Type type)
    {
        ArgumentNullException.ThrowIfNull(type);
        if ((BuiltInSurrogates.PublicTypeOf(type) ?? ElementSurrogates.PublicTypeOf(type)) is { } standard)
            return ModelOf(standard);
        return _models.GetOrAdd(type, static (t, self) => self.Elsewhere(t) ?? self.Create(t), this);
    }

    /// <summary>The model that a type has without its surrogate: what a surrogate of T by T is carried as.</summary>
    [RequiresUnreferencedCode(Trimming.Members), RequiresDynamicCode(Trimming.Code)]
    internal TypeModel ModelBehindSurrogate(Type type) => CreateNatural(type);

    /// <summary>How what a surrogate carries is seen.</summary>
    [UnconditionalSuppressMessage("Trimming", "IL2026", Justification = Trimming.Checked)]
    [UnconditionalSuppressMessage("AOT", "IL3050", Justification = Trimming.Checked)]
    internal virtual TypeModel CarrierOf(SurrogateModel model) => model.Surrogate.CarriesText ? TextModel
        : model.Surrogate.CarrierType == model.Type ? ModelBehindSurrogate(model.Type) : ModelOf(model.Surrogate.CarrierType);

    /// <summary>A node whose text will do.</summary>
    TypeModel TextModel =>
        _textModel
            ?? Interlocked.CompareExchange(ref _textModel, new DynamicModel(this, typeof(Node), []) { Details = ForeignNode.AsText }, null)
            ?? _textModel;

    /// <summary>
    /// The model of a type that belongs to another convention of the same family (one for each XML namespace); null for its own.
    /// </summary>
    private protected virtual TypeModel? Elsewhere(Type type) => null;

    /// <summary>What is in a type with members.</summary>
    private protected abstract ObjectParts Describe(ObjectModel model);

    /// <summary>The surrogate that the convention or the type itself asks for, before anything else is looked at.</summary>
    private protected abstract Surrogate? FindSurrogate(Type type);

    /// <summary>The declared subtypes of a type.</summary>
    private protected abstract ImmutableArray<Subtype> SubtypesOf(Type type);

    /// <summary>
    /// What makes a run-time type known where another is declared, in the words of an error: each family has its own attributes.
    /// </summary>
    internal virtual string RemedyFor(Type derived, Type declared)
    {
        var (name, baseName) = (PlainSubtypes.NameFor(derived), PlainSubtypes.NameFor(declared));
        return $"Declare it with [Subtype(typeof({name}), \"name\")] on the base, or set the Convention option to Convention.Plain.WithSubtype<{baseName}, {name}>(\"name\"). "
            +
            "Convention.Plain.WithUnknownSubtypes(UnknownSubtypes.WriteAsBase) drops what the base does not have.";
    }

    /// <summary>The subtypes that are declared of a type that a surrogate carries, whose model has none.</summary>
    internal ImmutableArray<Subtype> DeclaredSubtypes(Type type) => SubtypesOf(type);

    /// <summary>
    /// The nearest base class or interface that declares subtypes, if this type is one of them and declares none of its own, or is none of
    /// them and the base says what is to become of such: by it the type is told also where object is declared. Of several interfaces the
    /// most derived; none where none is.
    /// </summary>
    [UnconditionalSuppressMessage("Trimming", "IL2070",
        Justification = "An interface that declares subtypes is kept, with the attributes that declare them, by the shape that names it.")]
    internal TypeModel? NamedBy(Type type)
    {
        if (!SubtypesOf(type).IsEmpty)
            return null;
        Type? nearest = null;
        for (var parent = type.BaseType; parent is not null && parent != typeof(object) && nearest is null; parent = parent.BaseType)
            if (!SubtypesOf(parent).IsEmpty)
                nearest = parent;
        foreach (var contract in type.GetInterfaces())
        {
            if (SubtypesOf(contract).IsEmpty || contract.IsAssignableFrom(nearest))
                continue;
            if (nearest is not null && !nearest.IsAssignableFrom(contract))
                return null;
            nearest = contract;
        }
        if (nearest is null)
            return null;
        foreach (var subtype in SubtypesOf(nearest))
            if (subtype.Type == type)
                return ModelOf(nearest);
        return SaysOfUndeclared(nearest) ? ModelOf(nearest) : null;
    }

    /// <summary>Whether a type with subtypes says itself what is to become of derived objects that it does not declare.</summary>
    private protected virtual bool SaysOfUndeclared(Type declared) => false;

    /// <summary>How a type of the framework is carried that no convention says anything of.</summary>
    [RequiresUnreferencedCode(Trimming.Members), RequiresDynamicCode(Trimming.Code)]
    private protected virtual Surrogate? FindStandardSurrogate(Type type) =>
        TableSurrogates.Find(type, this) ?? BuiltInSurrogates.Find(type);

    /// <summary>Whether the members of a type count although it is a collection or otherwise known.</summary>
    private protected virtual bool IsObject(Type type) => false;

    /// <summary>
    /// Whether a collection has members of its own that count: it is an object then, and its items are one of its members.
    /// </summary>
    private protected virtual bool IsObjectOfItems(CollectionModel collection) => false;

    [RequiresUnreferencedCode(Trimming.Members), RequiresDynamicCode(Trimming.Code)]
    TypeModel Create(Type type)
    {
        try
        {
            return Made(type);
        }
        catch (NullReferenceException e) when (Trimming.WasDone)
        {
            // What is looked for in a class of the framework's is there, but where it was trimmed.
            throw Trimming.Refusal(type, e);
        }
    }

    [RequiresUnreferencedCode(Trimming.Members), RequiresDynamicCode(Trimming.Code)]
    TypeModel Made(Type type)
    {
        if (FindSurrogate(type) is { } chosen)
            return new SurrogateModel(this, type, chosen);
        if (Trimming.IsUnnamed(type) && Scalars.Of(type) == Scalar.None && FindStandardSurrogate(type) is null)
            throw Trimming.Refusal(type);
        CheckAttributes(type);
        return CreateNatural(type);
    }

    /// <summary>None but ours derive from it; to ask of other types would load System.Linq.Expressions, which its base is of.</summary>
    internal static bool IsNode(Type type) => type.Assembly == typeof(Convention).Assembly && typeof(Node).IsAssignableFrom(type);

    /// <summary>What kind of thing the type is. A convention of another family may see it otherwise.</summary>
    [RequiresUnreferencedCode(Trimming.Members), RequiresDynamicCode(Trimming.Code)]
    private protected virtual TypeModel CreateNatural(Type type)
    {
        if (Scalars.Of(type) is var scalar and not Scalar.None)
            return new ScalarModel(this, type, scalar);
        Refused.Check(type);
        if (type.IsEnum)
            return new EnumModel(this, type);
        if (Nullable.GetUnderlyingType(type) is { } value)
            return new OptionalModel(this, type, value, new OptionalAccess(IsNullable: true));
        if (type == typeof(object) || IsNode(type) || type == typeof(Tabular.IRowsCarrier))
            return new DynamicModel(this, type, SubtypesOf(type));
        if (IsObject(type))
            return new ObjectModel(this, type, Describe);
        if (FindStandardSurrogate(type) is { } builtIn)
            return new SurrogateModel(this, type, builtIn);
        if (FSharpTypes.Create(this, type) is { } fsharp)
            return fsharp;
        if (Collections.Create(this, type) is { } collection && !(collection is CollectionModel items && IsObjectOfItems(items)))
            return collection;
        return new ObjectModel(this, type, Describe);
    }
}
