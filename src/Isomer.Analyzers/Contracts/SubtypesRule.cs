using System.Linq;
using Microsoft.CodeAnalysis;

namespace Isomer.Analyzers.Contracts;

/// <summary>
/// ISO0001: an abstract class or interface for which nothing is declared. The set of what may stand where it is declared is closed, and so
/// empty: each value but null is refused. [SubtypeOf] from the other side counts only where a convention registers it, so not for a call
/// without options.
/// </summary>
static class SubtypesRule
{
    public static void Check(Walk walk, INamedTypeSymbol type, Wire wire, ISymbol? bearer)
    {
        if (IsDeclared(walk, type, wire, bearer))
            return;
        string kind = type.TypeKind == TypeKind.Interface ? "an interface" : "abstract";
        walk.Tell(Rules.UnregisteredSubtypes, bearer,
            bearer is null ? $"'{Members.Show(type)}'" : $"'{Members.Show(bearer)}' is declared as '{Members.Show(type)}', which", kind,
            NameOf(wire), Remedy(wire));
    }

    static bool IsDeclared(Walk walk, INamedTypeSymbol type, Wire wire, ISymbol? bearer) => wire switch
    {
        Wire.Json or Wire.Compact => AreDeclaredOn(type),
        // An interface is refused whatever is declared; what a derived type of an [XmlInclude] elsewhere in the graph is, is known there
        // too.
        Wire.Xml =>
            type.TypeKind != TypeKind.Interface
                && (Attributes.Bears(type, Attributes.Xml + "XmlIncludeAttribute") || DerivesAny(walk, type)
                    || (bearer is not null && NamesTypes(bearer))),
        // A method that names known types says which ones only when it runs.
        Wire.Contract => DerivesAny(walk, type) || Attributes.Bears(type, Attributes.Data + "KnownTypeAttribute"),
        _ => Attributes.Bears(type, Attributes.Isomer + "ProtobufIncludeAttribute", Attributes.ProtoBuf + "ProtoIncludeAttribute")
            || (bearer is not null && Attributes.Bears(bearer, Attributes.Isomer + "ProtobufCaseAttribute")) || HasSurrogate(type),
    };

    /// <summary>Whether the type itself says what may stand for it, for Json and Compact.</summary>
    public static bool AreDeclaredOn(INamedTypeSymbol type) => Attributes.Bears(type, Attributes.Isomer + "SubtypeAttribute",
        Attributes.Json + "JsonDerivedTypeAttribute", Attributes.Data + "KnownTypeAttribute", Attributes.Json + "JsonPolymorphicAttribute");

    static bool HasSurrogate(INamedTypeSymbol type) =>
        type.GetAttributes()
            .Any(a =>
                Attributes.NameOf(a) is "Isomer.ProtobufContractAttribute" or "ProtoBuf.ProtoContractAttribute"
                    && Attributes.Set(a, "Surrogate") is not null);

    /// <summary>Whether one of the types that those around it declare as known is one of these.</summary>
    static bool DerivesAny(Walk walk, INamedTypeSymbol type) =>
        walk.Known.Any(k => k.AllInterfaces.Contains(type, SymbolEqualityComparer.Default) || Derives(k, type));

    static bool Derives(ITypeSymbol derived, INamedTypeSymbol type)
    {
        for (INamedTypeSymbol? t = derived.BaseType; t is not null; t = t.BaseType)
            if (SymbolEqualityComparer.Default.Equals(t, type))
                return true;
        return false;
    }

    /// <summary>[XmlElement(typeof(Circle))], [XmlArrayItem(typeof(Circle))] and the like.</summary>
    static bool NamesTypes(ISymbol member) =>
        member.GetAttributes().Any(a => Attributes.NameOf(a).StartsWith(Attributes.Xml, System.StringComparison.Ordinal)
        && (a.ConstructorArguments.Any(c => c.Kind == TypedConstantKind.Type)
            || a.NamedArguments.Any(n => n.Value.Kind == TypedConstantKind.Type)));

    public static string NameOf(Wire wire) => wire switch
    {
        Wire.Contract => "ContractXml (and ContractJson)",
        _ => wire.ToString(),
    };

    static string Remedy(Wire wire) => wire switch
    {
        Wire.Json or Wire.Compact =>
            "Declare it on the base, [Subtype(typeof(...), \"name\")], or pass options with Convention.Plain.WithSubtype",
        Wire.Xml => "Declare a class with [XmlInclude(typeof(...))]",
        Wire.Contract => "Name the types with [KnownType(typeof(...))]",
        _ => "Declare it on the base, [ProtobufInclude(n, typeof(...))], or on the member, [ProtobufCase(n, typeof(...))]",
    };
}
