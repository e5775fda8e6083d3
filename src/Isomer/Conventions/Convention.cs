using System.Collections.Concurrent;
using System.Collections.Immutable;
using Isomer.Model;

namespace Isomer.Conventions;

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

    private protected Convention(ShapeTier tier) => Tier = tier;

    /// <summary>No ceremony: public properties and fields, with System.Text.Json's attributes and Isomer's own.</summary>
    public static PlainConvention Plain { get; } = new(PlainSettings.Default);

    /// <summary>How shapes are made of this convention's models.</summary>
    public ShapeTier Tier { get; }

    /// <summary>Taken only while something is seen for the first time.</summary>
    internal Lock Gate { get; } = new();

    /// <summary>The model of a type. Throws <see cref="NotSupportedException"/>, with the remedy, for one that has none.</summary>
    public TypeModel ModelOf(Type type) => _models.TryGetValue(type, out var model) ? model : _models.GetOrAdd(type, Create(type));

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
        if (Scalars.Of(type) is var scalar and not Scalar.None)
            return new ScalarModel(this, type, scalar);
        Refuse(type);
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

    static void Refuse(Type type)
    {
        string? why =
            type.IsPointer || type.IsFunctionPointer || type.IsByRef || type.IsByRefLike ? "it exists only on the stack or as an address"
            : type.ContainsGenericParameters ? "it is an open generic type"
            : type == typeof(void) ? "it has no values"
            : typeof(Delegate).IsAssignableFrom(type) ? "a delegate is code, not data"
            : typeof(Type).IsAssignableFrom(type) || typeof(System.Reflection.MemberInfo).IsAssignableFrom(type) ? "naming code in data is unsafe"
            : typeof(Task).IsAssignableFrom(type) ? "await it first"
            : type.Namespace is "System.Text.Json" or "System.Text.Json.Nodes" && type.Assembly == typeof(System.Text.Json.JsonElement).Assembly ? "it belongs to another library; Isomer's untyped tree is Node"
            : typeof(Stream).IsAssignableFrom(type) ? "read it into a byte[] first"
            : null;
        if (why is not null)
            throw new NotSupportedException(
                $"Type '{type}' cannot be serialized: {why}. Leave the member out ([Skip]) or register a Surrogate<{type.Name}, ...> that carries it as something else.");
    }
}
