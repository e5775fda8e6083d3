using System.Collections.Generic;
using System.Linq;
using Microsoft.CodeAnalysis;

namespace Isomer.Analyzers.Ahead;

/// <summary>A call that shapes serve.</summary>
/// <param name="method">The method that is called; null of what cannot be led elsewhere, and asks for shapes all the same.</param>
/// <param name="types">The types that it hands over.</param>
/// <param name="families">Under which conventions they have shapes.</param>
/// <param name="own">The property that gives a convention of the program's own.</param>
/// <param name="isAsked">Whether the tool has to be told, for the compiled code does not say it in its tables.</param>
/// <param name="answers">How ASP.NET Core asks for the types, where a handler returns them; one a line.</param>
sealed class ShapedCall(
    IMethodSymbol? method, IReadOnlyList<ITypeSymbol> types, Families families, IPropertySymbol? own, bool isAsked, string answers = "")
{
    public IMethodSymbol? Method => method;

    public string Answers => answers;

    /// <summary><c>[assembly: IsomerShape(typeof(Order), Families = (ShapeFamilies)32, OfCall = true)]</c></summary>
    public string Asked => !isAsked ? "" : string.Concat(types.Where(t => !HasDynamic(t)).Select(type =>
        "[assembly: global::Isomer.IsomerShape(typeof(" + type.ToDisplayString(SymbolDisplayFormat.FullyQualifiedFormat)
            + "), Families = (global::Isomer.ShapeFamilies)" + (int)families
            + (own is null ? "" : ", ConventionOf = typeof(" + own.ContainingType.ToDisplayString(SymbolDisplayFormat.FullyQualifiedFormat)
                + "), Convention = \"" + own.Name + "\"")
            + ", OfCall = true)]\n"));

    /// <summary>Of a stream of items each is written by itself, for which the tool makes shapes too.</summary>
    public static ITypeSymbol ItemOf(ITypeSymbol type) => type is INamedTypeSymbol { Name: "IAsyncEnumerable", TypeArguments: [var item] } ? item : type;

    /// <summary>Which attributes cannot name; it is object.</summary>
    static bool HasDynamic(ITypeSymbol type) => type switch
    {
        IArrayTypeSymbol array => HasDynamic(array.ElementType),
        INamedTypeSymbol named => named.TypeArguments.Any(HasDynamic),
        _ => type.TypeKind == TypeKind.Dynamic,
    };
}
