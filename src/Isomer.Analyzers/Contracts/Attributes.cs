using System.Collections.Immutable;
using System.Linq;
using Microsoft.CodeAnalysis;

namespace Isomer.Analyzers.Contracts;

/// <summary>Attributes by their full names: what is looked for may not be referred to at all.</summary>
static class Attributes
{
    public const string Isomer = "Isomer.", Json = "System.Text.Json.Serialization.", Xml = "System.Xml.Serialization.",
        Data = "System.Runtime.Serialization.", ProtoBuf = "ProtoBuf.";

    /// <summary>The full name, as the library knows it.</summary>
    public static string NameOf(AttributeData attribute) => attribute.AttributeClass?.ToDisplayString() ?? "";

    public static AttributeData? Find(ISymbol bearer, string name)
    {
        ImmutableArray<AttributeData> attributes = bearer.GetAttributes();
        foreach (AttributeData attribute in attributes)
            if (NameOf(attribute) == name)
                return attribute;
        return null;
    }

    public static bool Bears(ISymbol bearer, params string[] names)
    {
        ImmutableArray<AttributeData> attributes = bearer.GetAttributes();
        foreach (AttributeData attribute in attributes)
            if (names.Contains(NameOf(attribute)))
                return true;
        return false;
    }

    /// <summary>What stands in an attribute, and null for what stands there by mistake: an array, while one types.</summary>
    public static object? ValueOf(TypedConstant constant) => constant.Kind == TypedConstantKind.Array ? null : constant.Value;

    /// <summary>What an attribute is made with.</summary>
    public static object?[] Arguments(AttributeData attribute) => [.. attribute.ConstructorArguments.Select(ValueOf)];

    /// <summary>What the attribute sets a property to; null if it does not.</summary>
    public static object? Set(AttributeData attribute, string property)
    {
        foreach (var argument in attribute.NamedArguments)
            if (argument.Key == property)
                return argument.Value.Kind == TypedConstantKind.Array ? argument.Value.Values : argument.Value.Value;
        return null;
    }

    /// <summary>Whether code of the user's decides how a type or member is written: then nothing is known of it.</summary>
    public static bool IsReplaced(ISymbol symbol) =>
        // Unions and records of F# are known to the library by themselves.
        Bears(symbol, Isomer + "CarriedByAttribute", Json + "JsonConverterAttribute", "Microsoft.FSharp.Core.CompilationMappingAttribute")
            || (Find(symbol, Isomer + "MemberAttribute") is { } member && Set(member, "Surrogate") is not null);
}
