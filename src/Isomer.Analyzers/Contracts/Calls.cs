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
    static readonly (string Facade, Wire Wire)[] s_facades =
    [
        ("Isomer.Json", Wire.Json), ("Isomer.Compact", Wire.Compact), ("Isomer.Xml", Wire.Xml), ("Isomer.ContractXml", Wire.Contract),
        ("Isomer.ContractJson", Wire.Contract), ("Isomer.Protobuf", Wire.Protobuf),
    ];

    /// <summary>The facades, as this program refers to them; none where it does not refer to Isomer.</summary>
    public static Dictionary<ISymbol, Wire> Facades(Compilation compilation)
    {
        var found = new Dictionary<ISymbol, Wire>(SymbolEqualityComparer.Default);
        foreach (var (name, wire) in s_facades)
            if (compilation.GetTypeByMetadataName(name) is { } facade)
                found[facade] = wire;
        return found;
    }

    public static IEnumerable<Root> Roots(IInvocationOperation call, Dictionary<ISymbol, Wire> facades)
    {
        IMethodSymbol method = call.TargetMethod;
        if (!method.IsStatic || !facades.TryGetValue(method.ContainingType, out Wire wire) || !CarriesValues(method.Name)
            || HasOwnOptions(call))
            yield break;
        bool isRead = IsReading(method.Name);
        foreach (ITypeSymbol type in method.TypeArguments)
            yield return new Root(type, wire, isRead, call.Syntax.GetLocation());
        foreach (IArgumentOperation argument in call.Arguments)
            if (argument.Value is ITypeOfOperation { TypeOperand: { } operand })
                yield return new Root(operand, wire, isRead, call.Syntax.GetLocation());
    }

    /// <summary>What only asks about a type (a schema, warnings) hands nothing over, and JSON of Protobuf has other rules.</summary>
    internal static bool CarriesValues(string name) =>
        !name.StartsWith("Get", StringComparison.Ordinal) && !name.EndsWith("Json", StringComparison.Ordinal)
            && !name.EndsWith("JsonBytes", StringComparison.Ordinal) && name is not "SchemasOf";

    static bool IsReading(string name) =>
        name.StartsWith("Deserialize", StringComparison.Ordinal) || name.StartsWith("From", StringComparison.Ordinal)
            || name.StartsWith("Read", StringComparison.Ordinal) || name.StartsWith("TryDeserialize", StringComparison.Ordinal);

    internal static bool HasOwnOptions(IInvocationOperation call) => call.Arguments.Any(a => a.ArgumentKind == ArgumentKind.Explicit
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

    static readonly (int Flag,
        Wire Wire)[] s_families = [(1, Wire.Json), (2, Wire.Compact), (4, Wire.Contract), (8, Wire.Xml), (16, Wire.Protobuf)];

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
        int flags = families is int said ? said : 3;
        if (type is null || flags == 127)
            yield break;
        Location place = shape.ApplicationSyntaxReference is { } reference
            ? Location.Create(reference.SyntaxTree, reference.Span)
            : bearer.Locations.FirstOrDefault() ?? Location.None;
        foreach (var (flag, wire) in s_families)
            if ((flags & flag) != 0)
                yield return new Root(type, wire, isRead: true, place);
    }
}
