using System.Collections.Immutable;
using System.Diagnostics.CodeAnalysis;
using System.Reflection;
using System.Text.Json;
using System.Text.Json.Serialization;
using Isomer.Model;

namespace Isomer.Conventions;

/// <summary>
/// Which converter of System.Text.Json's a type or member has: the member's own, one of the convention's, the type's own, in the order of
/// System.Text.Json. A converter is a surrogate, so that no format knows of it.
/// </summary>
[RequiresUnreferencedCode(Trimming.Members), RequiresDynamicCode(Trimming.Code)]
internal static class Converters
{
    /// <summary>
    /// The surrogate of a type that a converter of the convention's, or its own, takes; null if none does, or it only names the values of
    /// an enum.
    /// </summary>
    /// <param name="type">The type.</param>
    /// <param name="sets">The convention's converters.</param>
    /// <param name="options">What its own converter is called with; null where these are passed over.</param>
    public static Surrogate? SurrogateOf(Type type, ImmutableArray<ConverterSet> sets, JsonSerializerOptions? options) =>
        Find(type, sets, options) is var (converter, with) && !ConverterEnums.IsOfNames(converter)
            ? SurrogateOf(converter, type, with)
            : null;

    /// <summary>The enum whose values a converter of the convention's, or its own, names; null if none does.</summary>
    public static EnumModel? NamedEnum(Convention convention, Type type, ImmutableArray<ConverterSet> sets,
        JsonSerializerOptions? options) =>
        type.IsEnum && Find(type, sets, options) is var (converter, _) && ConverterEnums.IsOfNames(converter)
            ? ConverterEnums.Of(convention, type, converter)
            : null;

    static (JsonConverter Converter, JsonSerializerOptions Options)? Find(Type type, ImmutableArray<ConverterSet> sets,
        JsonSerializerOptions? options)
    {
        foreach (var set in sets)
            foreach (var converter in set.Converters)
                if (converter is not IsomerJsonConverter && converter.CanConvert(type))
                    return (converter, set.Options);
        return options is not null && Marks.IsMarked(type) && AttributeOf(type) is { } attribute
            && EnumModel.IsByName(attribute.ConverterType) is null
            ? (Make(attribute, type), options) : null;
    }

    /// <summary>What leads back to here is no converter.</summary>
    static JsonConverterAttribute? AttributeOf(MemberInfo member) =>
        member.GetCustomAttribute<JsonConverterAttribute>(false) is { } attribute && attribute.ConverterType != typeof(IsomerJsonConverter)
            ? attribute
            : null;

    /// <summary>
    /// What a member is whose attribute asks for a converter: of its type, or of what a nullable holds; null if there is none, or it stands
    /// for an enum's names or numbers.
    /// </summary>
    /// <param name="convention">The convention.</param>
    /// <param name="member">The member.</param>
    /// <param name="type">Its type.</param>
    /// <param name="options">What the converter is called with; null where converters are passed over.</param>
    public static TypeModel? OfMember(Convention convention, MemberInfo member, Type type, JsonSerializerOptions? options)
    {
        if (AttributeOf(member) is not { } attribute)
            return null;
        if (EnumModel.OfMember(convention, type, attribute.ConverterType) is { } usual)
            return usual;
        if (options is null)
            return null;
        return OfMember(convention, type, Make(attribute, type), options);
    }

    /// <summary>What a member is that this converter stands for.</summary>
    public static TypeModel OfMember(Convention convention, Type type, JsonConverter converter, JsonSerializerOptions options)
    {
        if (ConverterEnums.IsOfNames(converter) && (Nullable.GetUnderlyingType(type) ?? type) is { IsEnum: true } named)
            return EnumModel.OfMember(convention, type, ConverterEnums.Of(convention, named, converter));
        if (converter.CanConvert(type) || Nullable.GetUnderlyingType(type) is not { } inside)
            return new SurrogateModel(convention, type, SurrogateOf(converter, type, options));
        return new OptionalModel(convention, type, inside, new OptionalAccess(IsNullable: true))
        { Value = new SurrogateModel(convention, inside, SurrogateOf(converter, inside, options)) };
    }

    static JsonConverter Make(JsonConverterAttribute attribute, Type type)
    {
        if (attribute.ConverterType is not { } chosen)
            return attribute.CreateConverter(type)
                ?? throw new NotSupportedException($"'{attribute.GetType()}' made no converter for '{type}'.");
        if (chosen.IsGenericTypeDefinition && type.IsGenericType
            && chosen.GetGenericArguments().Length == type.GetGenericArguments().Length)
            chosen = chosen.MakeGenericType(type.GetGenericArguments());
        return !typeof(JsonConverter).IsAssignableFrom(chosen) || chosen.GetConstructor([]) is not { } constructor
            ? throw new NotSupportedException(
                $"'{chosen}' cannot convert '{type}': it must derive from JsonConverter and have a public constructor without parameters.")
            : (JsonConverter)constructor.Invoke(null);
    }

    static Surrogate SurrogateOf(JsonConverter converter, Type type, JsonSerializerOptions options)
    {
        string given = converter.GetType().ToString();
        if (!converter.CanConvert(type))
            throw new NotSupportedException($"The converter '{given}' says that it cannot convert '{type}'. Name another, or none.");
        while (converter is JsonConverterFactory factory)
            converter = factory.CreateConverter(type, options)
                ?? throw new NotSupportedException($"The factory '{given}' made no converter for '{type}'.");
        var converted = converter.Type!;
        if (!converted.IsAssignableFrom(type) && !type.IsAssignableFrom(converted))
            throw new NotSupportedException($"The converter '{given}' converts '{converted}', which '{type}' is not.");
        return (Surrogate)Activator.CreateInstance(typeof(ConverterSurrogate<,>).MakeGenericType(type, converted), converter, options)!;
    }
}

/// <summary>Converters that a convention was given, with the options that they are called with.</summary>
internal sealed record ConverterSet(ImmutableArray<JsonConverter> Converters, JsonSerializerOptions Options);
