using System;
using System.Collections.Generic;
using System.Linq;
using Microsoft.CodeAnalysis;

namespace Isomer.Analyzers.Contracts;

/// <summary>
/// Which constructor the plain convention makes an object by (src/Isomer/Conventions/Constructions.cs): the one that is marked, else the
/// public one without parameters, else the only public one, else a hidden one without parameters.
/// </summary>
static class Constructors
{
    public static IMethodSymbol? Chosen(INamedTypeSymbol type, out string? refusal)
    {
        refusal = null;
        List<IMethodSymbol> all = [.. type.InstanceConstructors];
        if (all.Find(IsMarked) is { } marked)
            return marked;
        List<IMethodSymbol> open =
            all.FindAll(c => c.DeclaredAccessibility == Accessibility.Public && !(type.IsValueType && c.IsImplicitlyDeclared));
        if (open.Find(c => c.Parameters.Length == 0) is { } simple)
            return simple;
        // A struct always has its default, so that it is never refused; its one constructor serves where that can be bound.
        if (open.Count == 1 || type.IsValueType)
            return open.Count == 1 ? open[0] : null;
        if (all.Find(c => c.Parameters.Length == 0) is { } hidden)
            return hidden;
        refusal = open.Count == 0
            ? "it has no usable constructor. Add one without parameters, or mark one with [Creator]."
            : $"it has {open.Count} public constructors and none without parameters. Mark the one to use with [Creator].";
        return null;
    }

    public static bool IsMarked(IMethodSymbol constructor) =>
        Attributes.Bears(constructor, Attributes.Isomer + "CreatorAttribute", Attributes.Json + "JsonConstructorAttribute");

    /// <summary>Whether the constructor that is chosen takes the member by its name and type.</summary>
    public static bool Takes(INamedTypeSymbol type, ISymbol member) =>
        Chosen(type, out _) is { } constructor && constructor.Parameters.Any(p => Fits(p, member));

    public static bool Fits(IParameterSymbol parameter, ISymbol member) =>
        string.Equals(parameter.Name, member.Name, StringComparison.OrdinalIgnoreCase)
            && SymbolEqualityComparer.Default.Equals(parameter.Type, Members.TypeOf(member));
}
