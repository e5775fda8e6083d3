using System.Linq;
using Microsoft.CodeAnalysis;

namespace Isomer.Analyzers.Contracts;

/// <summary>
/// ISO0007: an attribute of an original that a convention knows and does not obey, so that it refuses the type at its first use. The table
/// is that of src/Isomer/Conventions/Plain/PlainForeign.cs and ProtobufForeign.cs; a test compares what the two say.
/// </summary>
static class NotObeyedRule
{
    public static void Check(Walk walk, INamedTypeSymbol owner, ISymbol bearer, Wire wire)
    {
        foreach (AttributeData attribute in bearer.GetAttributes())
        {
            string? remedy = wire switch
            {
                Wire.Json or Wire.Compact => OfNewtonsoft(bearer, attribute),
                Wire.Protobuf => OfProtoBuf(attribute),
                _ => null,
            };
            if (remedy is not null)
                walk.Tell(Rules.NotObeyed, bearer, bearer is ITypeSymbol ? Members.Show(owner) : Members.Show(bearer),
                    attribute.AttributeClass!.Name.Replace("Attribute", ""), wire.ToString(), remedy);
        }
    }

    static string? OfNewtonsoft(ISymbol bearer, AttributeData attribute)
    {
        if (attribute.AttributeClass?.ContainingNamespace?.ToDisplayString() != "Newtonsoft.Json")
            return null;
        bool Beside(params string[] names) => Attributes.Bears(bearer, names);
        const string Stj = Attributes.Json, Own = Attributes.Isomer;
        return attribute.AttributeClass!.Name switch
        {
            "JsonPropertyAttribute" =>
                (IsBare(attribute) && IsPublic(bearer))
                    || Beside(Stj + "JsonPropertyNameAttribute", Stj + "JsonIncludeAttribute", Own + "MemberAttribute",
                        Stj + "JsonIgnoreAttribute", Own + "SkipAttribute")
                ? null : "Use [JsonPropertyName] or [Member].",
            "JsonIgnoreAttribute" =>
                Beside(Stj + "JsonIgnoreAttribute", Own + "SkipAttribute") ? null : "Use System.Text.Json's [JsonIgnore], or [Skip].",
            "JsonRequiredAttribute" =>
                Beside(Stj + "JsonRequiredAttribute", Own + "MemberAttribute")
                    || bearer is IPropertySymbol { IsRequired: true } or IFieldSymbol { IsRequired: true }
                    ? null
                    : "Use System.Text.Json's [JsonRequired], or [Member(Required = true)].",
            "JsonExtensionDataAttribute" =>
                Beside(Stj + "JsonExtensionDataAttribute") ? null : "Use System.Text.Json's [JsonExtensionData].",
            "JsonConverterAttribute" =>
                Beside(Stj + "JsonConverterAttribute")
                    ? null
                    : "Use a Surrogate; for an enum by name System.Text.Json's [JsonConverter(typeof(JsonStringEnumConverter))].",
            "JsonObjectAttribute" =>
                IsBare(attribute)
                    ? null
                    : "Mark the members themselves: [JsonIgnore] or [Skip] what is left out, [JsonRequired] what must come.",
            "JsonArrayAttribute" or "JsonDictionaryAttribute" => "Use a Surrogate.",
            _ => null,
        };
    }

    /// <summary>Whether it says nothing but what a schema may show.</summary>
    static bool IsBare(AttributeData attribute) =>
        Attributes.Arguments(attribute).All(a => a is 0) && attribute.NamedArguments.All(a => a.Key is "Id" or "Title" or "Description");

    static bool IsPublic(ISymbol member) => member is IFieldSymbol { DeclaredAccessibility: Accessibility.Public, IsReadOnly: false }
        or IPropertySymbol { GetMethod.DeclaredAccessibility: Accessibility.Public, SetMethod.DeclaredAccessibility: Accessibility.Public };

    const string NoReferences = "References have no form in protobuf: remove it, or write the graph with JsonOptions.Graph.";

    static string? OfProtoBuf(AttributeData attribute)
    {
        if (attribute.AttributeClass?.ContainingNamespace?.ToDisplayString() != "ProtoBuf")
            return null;
        return attribute.AttributeClass!.Name switch
        {
            "ProtoContractAttribute" when Attributes.Set(attribute, "Serializer") is not null =>
                "A Serializer is code of protobuf-net's: use a Surrogate, a type with conversions to and from this one.",
            "ProtoContractAttribute" when Attributes.Set(attribute, "AsReferenceDefault") is true => NoReferences,
            "ProtoMemberAttribute" when Attributes.Set(attribute, "AsReference") is true => NoReferences,
            "ProtoMemberAttribute" when Attributes.Set(attribute, "DynamicType") is true =>
                "A DynamicType is named in the data, from which no type is made: declare what may stand there with [ProtobufInclude] on its base.",
            _ => null,
        };
    }
}
