using System.Collections.Immutable;
using System.Diagnostics.CodeAnalysis;
using System.Reflection;
using System.Runtime.Serialization;
using Isomer.Conventions;
using Isomer.Model;

namespace Isomer;

/// <summary>
/// The convention of .NET's formatters (BinaryFormatter, SoapFormatter): a type marked [Serializable] is its instance fields, of every
/// level and whatever their access (<c>&lt;Name&gt;k__BackingField</c>, <c>Base+field</c>), without those marked [NonSerialized]; an
/// ISerializable is the entries that it names itself. No constructor runs but an ISerializable's.
/// </summary>
/// <remarks>
/// Collections of the framework have the fields and entries of .NET Framework's, whatever this runtime's are. Reading makes them by their
/// public constructors of what was checked, so no input can make a queue with its head outside of its array.
/// </remarks>
[RequiresUnreferencedCode(Trimming.Members), RequiresDynamicCode(Trimming.Code)]
public sealed class FieldsConvention : Convention
{
    internal static FieldsConvention Default { get; } = new(FieldsSettings.Default) { SavedName = "Fields" };

    readonly FieldsSettings _settings;

    internal FieldsConvention(FieldsSettings settings) : base(settings.Tier) => _settings = settings;

    FieldsConvention Switched(FieldsSettings settings) => Switched(_settings, settings, static s => new FieldsConvention(s));

    // What a constructor of a surrogate refuses is told as it is.
    const BindingFlags Creating = BindingFlags.Instance | BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.DoNotWrapExceptions;

    /// <summary>This convention, with shapes made another way.</summary>
    public FieldsConvention WithTier(ShapeTier tier) => Switched(_settings with { Tier = tier });

    /// <summary>This convention, with a surrogate for its type.</summary>
    public FieldsConvention WithSurrogate(Surrogate surrogate)
    {
        ArgumentNullException.ThrowIfNull(surrogate);
        return new(_settings with { Surrogates = _settings.Surrogates.SetItem(surrogate.Type, surrogate) });
    }

    /// <summary>
    /// This convention, where a type need not be marked [Serializable], as none of your own that are new will be. Types of the framework
    /// must, but for numbers, dates and times that are newer than the mark (Half, Int128, DateOnly, TimeOnly, Rune, Index, vectors): its
    /// code trusts their fields. They need a surrogate.
    /// </summary>
    public FieldsConvention WithUnmarkedTypes() => Switched(_settings with { TakesUnmarked = true });

    /// <summary>
    /// This convention, where a field that the input lacks is an error unless it is marked [OptionalField]: FormatterAssemblyStyle.Full.
    /// Otherwise it stays at its default, as FormatterAssemblyStyle.Simple has it, which is what BinaryFormatter does if nothing is said.
    /// </summary>
    public FieldsConvention WithAllFieldsRequired() => Switched(_settings with { RequiresAll = true });

    internal bool RequiresAll => _settings.RequiresAll;

    /// <summary>This convention, where a selector chooses the surrogates of types (of which it is asked before anything else).</summary>
    internal FieldsConvention WithSelector(SurrogateChoice? choice) => new(_settings with { Choice = choice });

    /// <summary>Whether a selector chose a surrogate for the type: its objects are entries then.</summary>
    internal bool IsChosen(Type? type) =>
        _settings.Choice is not null && type is not null && ModelOf(type) is SurrogateModel { Surrogate: IChosenSurrogate };

    internal override bool KeepsRuntimeTypes => true;

    internal override string RemedyFor(Type derived, Type declared) => $"Name '{derived}' among the types of the options.";

    private protected override Surrogate? FindSurrogate(Type type) =>
        _settings.Surrogates.GetValueOrDefault(type) ?? _settings.Choice?.Find(type) ?? WellKnownFields.Find(type, exact: true)
            ?? (_settings.TakesUnmarked ? NewerFields.Find(type) : null);

    private protected override ImmutableArray<Subtype> SubtypesOf(Type type) => [];

    private protected override TypeModel CreateNatural(Type type)
    {
        if (Nullable.GetUnderlyingType(type) is { } value)
            return new OptionalModel(this, type, value, new OptionalAccess(IsNullable: true));
        if (ScalarOf(type) is var scalar and not Scalar.None)
            return new ScalarModel(this, type, scalar);
        if (type.IsEnum)
            return new EnumModel(this, type);
        if (type == typeof(object) || type.IsInterface || type == typeof(SerializationInfo) || type == typeof(FieldValues))
            return new DynamicModel(this, type, []);
        // A field of it may hold null, as that of an event nobody listens to does; any other value is refused. A weak reference names what
        // it refers to, here as its base does.
        if (Refused.WhyNot(type) is not null && !typeof(WeakReference).IsAssignableFrom(type))
            return type.IsClass ? new DynamicModel(this, type, []) : Refuse(type);
        if (type.IsArray)
            return type.IsSZArray
                ? new SequenceModel(this, type, type.GetElementType()!, new Walk(WalkKind.Array), new Build(BuildKind.Array))
                : new DynamicModel(this, type, []);
        if (type.IsAbstract)
            return new DynamicModel(this, type, []);
        Check(type);
        if (typeof(ISerializable).IsAssignableFrom(type))
            return new SurrogateModel(this, type,
                (Surrogate)Activator.CreateInstance(typeof(EntriesSurrogate<>).MakeGenericType(type), Creating, null, [this], null)!);
        if (BaseFields.Of(type) is ({ } level, { } surrogate))
            return new SurrogateModel(this, type,
                (Surrogate)Activator.CreateInstance(
                    typeof(DerivedSurrogate<>).MakeGenericType(type), Creating, null, [this, level, surrogate], null)!);
        return new ObjectModel(this, type, Describe);
    }

    /// <summary>What the formatters' own primitives are; any other of the core's scalars is a struct with fields, such as a Guid.</summary>
    static Scalar ScalarOf(Type type) => Scalars.Of(type) is var scalar
        && scalar is (>= Scalar.Boolean and <= Scalar.UInt64) or Scalar.Single or Scalar.Double or Scalar.Decimal or Scalar.String
            or Scalar.DateTime or Scalar.TimeSpan ? scalar : Scalar.None;

    static TypeModel Refuse(Type type)
    {
        Refused.Check(type);
        throw new NotSupportedException($"'{type}' is no data.");
    }

    void Check(Type type)
    {
        for (var level = type; level is not null && level != typeof(object) && level != typeof(ValueType); level = level.BaseType)
        {
            // What a base of the framework's is written as is known, whether or not this runtime still marks it.
            if (level == typeof(MarshalByRefObject) || Tabular.TableXml.IsItself(level)
                || (level != type && BaseFields.Find(level) is not null))
                return;
#pragma warning disable SYSLIB0050 // the mark of an older age is what this is about
            if (level.IsSerializable || FieldMembers.IsCarrier(level))
                continue;
            if (Trimming.IsOfFramework(level) && !(_settings.TakesUnmarked && NewerFields.AreAnyBits(level)))
                throw new NotSupportedException(
                    $"'{type}' cannot be carried by its fields: {(level == type ? "it" : $"its base '{level}'")} is of the framework, which trusts the fields of its types, and not marked [Serializable]. Register a Surrogate for it.");
            if (!_settings.TakesUnmarked)
                throw new NotSupportedException(
                    $"'{type}' cannot be carried by its fields: {(level == type ? "it" : $"its base '{level}'")} is not marked [Serializable]. Mark it, register a Surrogate for it, or use {nameof(FieldsConvention)}.{nameof(WithUnmarkedTypes)}().");
#pragma warning restore SYSLIB0050
        }
    }

    private protected override ObjectParts Describe(ObjectModel model) => new(
        FieldMembers.Of(this, model.Type), new Construction(null, [], IsUninitialised: true), CallbackMethods.OfFields(model.Type), [],
        UnknownSubtypes.WriteAsRuntimeType);
}
