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
/// <param name="behind">The types of values that it hands over as <see cref="object"/>, and which are written as what they are: the tool
/// has to be told of these in any case.</param>
/// <param name="answers">How ASP.NET Core asks for the types, where a handler returns them; one a line.</param>
sealed class ShapedCall(
    IMethodSymbol? method, IReadOnlyList<ITypeSymbol> types, Families families, IPropertySymbol? own, bool isAsked, string answers = "",
    IReadOnlyList<ITypeSymbol>? behind = null)
{
    /// <summary>
    /// The conventions that write a value behind <see cref="object"/> as what it is. Others take but what is declared or registered, which
    /// is part of the shape of <see cref="object"/>.
    /// </summary>
    public const Families ByRuntimeType = Families.Plain | Families.FastJson | Families.Fields | Families.DeepCopy;

    public IMethodSymbol? Method => method;

    public string Answers => answers;

    /// <summary><c>[assembly: IsomerShape(typeof(Order), Families = (ShapeFamilies)32, OfCall = true)]</c></summary>
    public string Asked => string.Concat((isAsked ? types : []).Concat(behind ?? []).Where(t => !HasDynamic(t)).Select(type =>
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
