using System;
using System.Collections.Generic;
using System.Linq;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Operations;

namespace Isomer.Analyzers.Contracts;

/// <summary>
/// Which types are handed to Isomer: by calls of the facades, as type arguments or typeof(...), and by [IsomerShape]. A call with options
/// of its own is passed over: a convention in them may declare what the type does not.
/// </summary>
static class Calls
{
    public static IEnumerable<Root> Roots(IInvocationOperation call, Dictionary<ISymbol, Wire> facades)
    {
        IMethodSymbol method = call.TargetMethod;
        if (!method.IsStatic || !facades.TryGetValue(method.ContainingType, out Wire wire) || !Facades.CarriesValues(method.Name)
            || HasOwnOptions(call))
            yield break;
        bool isRead = IsReading(method.Name);
        foreach (ITypeSymbol type in method.TypeArguments)
            yield return new Root(type, wire, isRead, call.Syntax.GetLocation());
        foreach (IArgumentOperation argument in call.Arguments)
            if (argument.Value is ITypeOfOperation { TypeOperand: { } operand })
                yield return new Root(operand, wire, isRead, call.Syntax.GetLocation());
    }

    static bool IsReading(string name) =>
        name.StartsWith("Deserialize", StringComparison.Ordinal) || name.StartsWith("From", StringComparison.Ordinal)
            || name.StartsWith("Read", StringComparison.Ordinal) || name.StartsWith("TryDeserialize", StringComparison.Ordinal);

    static bool HasOwnOptions(IInvocationOperation call) => call.Arguments.Any(a => a.ArgumentKind == ArgumentKind.Explicit
        && a.Parameter?.Type is { Name: var name } && name.EndsWith("Options", StringComparison.Ordinal) && !IsUsual(a.Value));

    /// <summary>Nothing at all, or a preset that changes no rule of these.</summary>
    static bool IsUsual(IOperation options)
    {
        while (options is IConversionOperation conversion)
            options = conversion.Operand;
        return options is ILiteralOperation { ConstantValue: { HasValue: true, Value: null } } or IDefaultValueOperation
            || (options is IMemberReferenceOperation
            {
                Member:
                {
                    IsStatic: true, Name: "Default" or "Web" or "Pretty",
                    ContainingType: { } owner
                }
            }
                && owner.Name.EndsWith("Options", StringComparison.Ordinal)
                && owner.ContainingNamespace is { Name: "Isomer", ContainingNamespace.IsGlobalNamespace: true });
    }

    /// <summary>
    /// Of [IsomerShape] on a type, or on the assembly for one that it names. Under All a family that refuses the type is passed over, so
    /// nothing is told of it.
    /// </summary>
    public static IEnumerable<Root> Roots(AttributeData shape, ISymbol bearer)
    {
        if (shape.AttributeClass?.ToDisplayString() != "Isomer.IsomerShapeAttribute")
            yield break;
        ITypeSymbol? type = Attributes.Arguments(shape).OfType<ITypeSymbol>().FirstOrDefault() ?? bearer as ITypeSymbol;
        object? families = Attributes.Set(shape, "Families");
        var asked = families is int said ? (Families)said : Families.Plain | Families.Lossless;
        if (type is null || (asked & Families.All) == Families.All)
            yield break;
        Location place = shape.ApplicationSyntaxReference is { } reference
            ? Location.Create(reference.SyntaxTree, reference.Span)
            : bearer.Locations.FirstOrDefault() ?? Location.None;
        foreach (Wire wire in Facades.All.Where(f => (f.Families & asked) != 0).Select(f => f.Wire).OfType<Wire>().Distinct())
            yield return new Root(type, wire, isRead: true, place);
    }
}
