using System.Collections;
using System.Reflection;
using System.Text.Json.Serialization;

namespace Isomer.Conventions;

/// <summary>
/// The attributes of System.Text.Json and Newtonsoft.Json that the plain convention does not obey, each with what to do instead. One of
/// Newtonsoft's is passed over where one of System.Text.Json or Isomer that says the same stands beside it.
/// </summary>
internal static class PlainForeign
{
    const string SystemTextJson = "System.Text.Json.Serialization";
    const string Newtonsoft = "Newtonsoft.Json";

    /// <summary>What to do instead of the attribute; null for one that is obeyed or harmless.</summary>
    public static string? RemedyOf(MemberInfo member, CustomAttributeData attribute)
    {
        for (var type = attribute.AttributeType; type is not null && type != typeof(Attribute); type = type.BaseType)
        {
            if (type.Namespace == SystemTextJson)
                return RemedyOf(type.Name);
            if (type.Namespace == Newtonsoft)
                return RemedyOfNewtonsoft(member, type.Name, attribute);
            // Others within it (Newtonsoft.Json.Schema's) say nothing of the form.
            if (type.Namespace == Newtonsoft + ".Serialization")
                return RemedyOfWithin(type.Name);
        }
        return null;
    }

    static string? RemedyOf(string name) => name switch
    {
        // Obeyed.
        "JsonPropertyNameAttribute" or "JsonPropertyOrderAttribute" or "JsonIgnoreAttribute" or "JsonIncludeAttribute"
            or "JsonRequiredAttribute"
            or "JsonConstructorAttribute" or "JsonExtensionDataAttribute" or "JsonPolymorphicAttribute" or "JsonDerivedTypeAttribute"
            or "JsonStringEnumMemberNameAttribute" or "JsonNumberHandlingAttribute" or "JsonObjectCreationHandlingAttribute"
            or "JsonUnmappedMemberHandlingAttribute" or "JsonConverterAttribute" => null,
        // They stand on contexts of its source generator, and say nothing about a type that is written.
        "JsonSerializableAttribute" or "JsonSourceGenerationOptionsAttribute" => null,
        _ => "It is not known here.",
    };

    static string? RemedyOfNewtonsoft(MemberInfo member, string name, CustomAttributeData attribute) => name switch
    {
        "JsonPropertyAttribute" =>
            IsBare(attribute) && IsPublic(member)
                || BearsAny(member, "JsonPropertyNameAttribute", "JsonIncludeAttribute", "MemberAttribute", "JsonIgnoreAttribute",
                    "SkipAttribute")
            ? null : "Use [JsonPropertyName] or [Member].",
        "JsonIgnoreAttribute" =>
            BearsAny(member, "JsonIgnoreAttribute", "SkipAttribute") ? null : "Use System.Text.Json's [JsonIgnore], or [Skip].",
        "JsonRequiredAttribute" =>
            BearsAny(member, "JsonRequiredAttribute", "MemberAttribute", "RequiredMemberAttribute")
                ? null
                : "Use System.Text.Json's [JsonRequired], or [Member(Required = true)].",
        "JsonConstructorAttribute" =>
            BearsAny(member, "JsonConstructorAttribute", "CreatorAttribute")
                ? null
                : "Use System.Text.Json's [JsonConstructor], or [Creator].",
        "JsonExtensionDataAttribute" =>
            BearsAny(member, "JsonExtensionDataAttribute") ? null : "Use System.Text.Json's [JsonExtensionData].",
        "JsonConverterAttribute" => BearsAny(member, "JsonConverterAttribute") ? null
            : "Use a Surrogate; for an enum by name System.Text.Json's [JsonConverter(typeof(JsonStringEnumConverter))].",
        "JsonObjectAttribute" => member is Type t && !typeof(IEnumerable).IsAssignableFrom(t) && IsBare(attribute) ? null
            : "Mark the members themselves: [JsonIgnore] or [Skip] what is left out, [JsonRequired] what must come.",
        "JsonArrayAttribute" =>
            member is Type t && typeof(IEnumerable).IsAssignableFrom(t) && !typeof(IDictionary).IsAssignableFrom(t) && IsBare(attribute)
                ? null
                : "Use a Surrogate.",
        "JsonDictionaryAttribute" =>
            member is Type t && typeof(IDictionary).IsAssignableFrom(t) && IsBare(attribute) ? null : "Use a Surrogate.",
        _ => "It is not known here.",
    };

    /// <summary>Of the namespace of its serialization: one attribute at present, of a method that may say that an error is none.</summary>
    static string RemedyOfWithin(string name) => name switch
    {
        "OnErrorAttribute" =>
            "No error is passed over here: catch the exception, or have all errors of a text told at once (JsonOptions.MaxErrors).",
        _ => "It is not known here.",
    };

    /// <summary>Whether it says nothing but what a schema may show.</summary>
    static bool IsBare(CustomAttributeData attribute) =>
        attribute.ConstructorArguments.All(a => a.Value is 0)
            && attribute.NamedArguments.All(a => a.MemberName is "Id" or "Title" or "Description");

    static bool IsPublic(MemberInfo member) =>
        member is FieldInfo { IsPublic: true, IsInitOnly: false } or PropertyInfo { GetMethod.IsPublic: true, SetMethod.IsPublic: true };

    static bool BearsAny(MemberInfo member, params string[] names)
    {
        foreach (var attribute in member.CustomAttributes)
            if (attribute.AttributeType.Namespace is SystemTextJson or nameof(Isomer) or "System.Runtime.CompilerServices"
                && names.Contains(attribute.AttributeType.Name))
                return true;
        return false;
    }
}
