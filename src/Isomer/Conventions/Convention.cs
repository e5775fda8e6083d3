using System.Collections.Concurrent;
using System.Collections.Immutable;
using System.Runtime.CompilerServices;
using Isomer.Conventions;
using Isomer.Model;

namespace Isomer;

/// <summary>How shapes are made of models.</summary>
public enum ShapeTier
{
    /// <summary>Emitted as IL where dynamic code is supported, else by reflection.</summary>
    Auto,
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
    readonly ConcurrentDictionary<Type, TypeModel> _models = new();
    // Types of collectible contexts, which a model must not keep alive.
    readonly ConditionalWeakTable<Type, TypeModel> _collectible = [];

    private protected Convention(ShapeTier tier) => Tier = tier;

    /// <summary>No ceremony: public properties and fields, with System.Text.Json's attributes and Isomer's own.</summary>
    public static PlainConvention Plain { get; } = new(PlainSettings.Default);

    /// <summary>XmlSerializer's: public members, with the attributes of System.Xml.Serialization.</summary>
    public static XmlAttributesConvention XmlAttributes { get; } = new XmlFamily(XmlSettings.Default).In("");

    /// <summary>How shapes are made of this convention's models.</summary>
    public ShapeTier Tier { get; }

    /// <summary>Taken only while something is seen for the first time.</summary>
    internal Lock Gate { get; } = new();

    /// <summary>The model of a type. Throws <see cref="NotSupportedException"/>, with the remedy, for one that has none.</summary>
    public TypeModel ModelOf(Type type) => _models.TryGetValue(type, out var model) ? model : AddModelOf(type);

    TypeModel AddModelOf(Type type)
    {
        ArgumentNullException.ThrowIfNull(type);
        if (BuiltInSurrogates.PublicTypeOf(type) is { } standard)
            return ModelOf(standard);
        if (Elsewhere(type) is { } other)
            return type.IsCollectible ? other : _models.GetOrAdd(type, other);
        return type.IsCollectible
            ? _collectible.TryGetValue(type, out var known) ? known : _collectible.GetOrAdd(type, Create(type))
            : _models.GetOrAdd(type, Create(type));
    }

    /// <summary>The model that a type has without its surrogate: what a surrogate of T by T is carried as.</summary>
    internal TypeModel ModelBehindSurrogate(Type type) => CreateNatural(type);

    /// <summary>The model of a type that belongs to another convention of the same family (one for each XML namespace); null for its own.</summary>
    private protected virtual TypeModel? Elsewhere(Type type) => null;

    /// <summary>What is in a type with members.</summary>
    private protected abstract ObjectParts Describe(ObjectModel model);

    /// <summary>The surrogate that the convention or the type itself asks for, before anything else is looked at.</summary>
    private protected abstract Surrogate? FindSurrogate(Type type);

    /// <summary>The declared subtypes of a type.</summary>
    private protected abstract ImmutableArray<Subtype> SubtypesOf(Type type);

    TypeModel Create(Type type)
    {
        if (FindSurrogate(type) is { } chosen)
            return new SurrogateModel(this, type, chosen);
        return CreateNatural(type);
    }

    /// <summary>What kind of thing the type is. A convention of another family may see it otherwise.</summary>
    private protected virtual TypeModel CreateNatural(Type type)
    {
        if (Scalars.Of(type) is var scalar and not Scalar.None)
            return new ScalarModel(this, type, scalar);
        Refused.Check(type);
        if (type.IsEnum)
            return new EnumModel(this, type);
        if (Nullable.GetUnderlyingType(type) is { } value)
            return new OptionalModel(this, type, value, new OptionalAccess(IsNullable: true));
        if (type == typeof(object) || typeof(Node).IsAssignableFrom(type))
            return new DynamicModel(this, type, SubtypesOf(type));
        if (BuiltInSurrogates.Find(type) is { } builtIn)
            return new SurrogateModel(this, type, builtIn);
        if (FSharpTypes.Create(this, type) is { } fsharp)
            return fsharp;
        if (Collections.Create(this, type) is { } collection)
            return collection;
        return new ObjectModel(this, type, Describe);
    }
}
