using System;
using System.Linq;
using System.Threading;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using Microsoft.CodeAnalysis.Diagnostics;
using Microsoft.CodeAnalysis.Operations;

namespace Isomer.Analyzers.Ahead;

/// <summary>
/// Calls of facades that are served by a shape which the build makes (&lt;IsomerShapes&gt;): <c>Json.Serialize(order)</c>, whose type
/// argument is known here. The tool finds each of these in the compiled code (CallRoots) and says ISO0000 of one whose type can have no
/// shape, so that nothing is left to warn of at the call.
/// </summary>
/// <remarks>
/// Not among them: what hands on a type parameter; a call with options of its own, whose convention may have no shape; a type that no
/// other class can name (private, of one file, anonymous), for which no method can be written.
/// </remarks>
static class ShapedCalls
{
    static readonly string[] s_facades =
        ["Json", "Compact", "ContractXml", "ContractJson", "Xml", "Protobuf", "Nrbf", "Soap"];

    // What carries values. Asked by the text of each call of a program before anything is bound.
    static readonly string[] s_beginnings =
        ["Serialize", "Deserialize", "TryDeserialize", "Read", "Write", "Fill", "Merge", "ToText", "FromText", "ToNode", "FromNode"];

    /// <summary>Where the methods are by which calls go.</summary>
    public const string Space = "Isomer.Generated";

    /// <summary>Why nothing is to be warned of.</summary>
    public const string Reason = "Isomer makes a shape of the type when the application is built.";

    /// <summary>Whether the build makes shapes (said by Isomer.targets).</summary>
    public static bool AreMade(AnalyzerConfigOptions options) =>
        options.TryGetValue("build_property.IsomerShapes", out string? made) && made.Equals("true", StringComparison.OrdinalIgnoreCase);

    /// <summary>
    /// Whether the compiler leads calls elsewhere, which Isomer.targets asks of it where shapes are made; classes of one file are C# 11's.
    /// </summary>
    public static bool AreLed(ParseOptions options) =>
        options is CSharpParseOptions { LanguageVersion: >= LanguageVersion.CSharp11 }
        && options.Features.TryGetValue("InterceptorsNamespaces", out string? spaces) && spaces.Split(';').Contains(Space);

    public static bool MayBe(InvocationExpressionSyntax call)
    {
        SimpleNameSyntax? name = call.Expression switch
        {
            MemberAccessExpressionSyntax member => member.Name,
            SimpleNameSyntax simple => simple,
            _ => null,
        };
        return name is not null && s_beginnings.Any(b => name.Identifier.ValueText.StartsWith(b, StringComparison.Ordinal));
    }

    /// <summary>The method that is called, if a shape serves this call; null if not.</summary>
    public static IMethodSymbol? Of(SemanticModel model, InvocationExpressionSyntax call, CancellationToken cancellation)
    {
        if (model.GetOperation(call, cancellation) is not IInvocationOperation
            {
                TargetMethod: { IsStatic: true, IsGenericMethod: true, MethodKind: MethodKind.Ordinary } method
            } invocation
            || !IsOfFacade(method) || Contracts.Calls.HasOwnOptions(invocation) || IsInExpression(invocation))
            return null;
        var types = method.Parameters.Select(p => p.Type).Concat(method.TypeArguments).Append(method.ReturnType);
        return types.All(t => IsNamed(t, model.Compilation)) ? method : null;
    }

    static bool IsOfFacade(IMethodSymbol method) =>
        method.ContainingType is
        {
            ContainingType: null,
            ContainingNamespace: { Name: "Isomer", ContainingNamespace.IsGlobalNamespace: true }
        }
        && method.ContainingAssembly.Name == "Isomer" && s_facades.Contains(method.ContainingType.Name)
        && Contracts.Calls.CarriesValues(method.Name);

    /// <summary>In a tree of expressions the call is data, which names the facade's method.</summary>
    static bool IsInExpression(IOperation operation)
    {
        for (IOperation? around = operation.Parent; around is not null; around = around.Parent)
            if (around is IAnonymousFunctionOperation { Parent: IConversionOperation { Type: { Name: "Expression" } } })
                return true;
        return false;
    }

    /// <summary>Whether a class of the assembly can write this type's name.</summary>
    static bool IsNamed(ITypeSymbol type, Compilation compilation)
    {
        switch (type)
        {
            case IArrayTypeSymbol array:
                return IsNamed(array.ElementType, compilation);
            case INamedTypeSymbol named:
                for (INamedTypeSymbol? part = named; part is not null; part = part.ContainingType)
                    if (part.IsAnonymousType || part.IsFileLocal || part.TypeKind == TypeKind.Error
                        || !part.TypeArguments.All(a => IsNamed(a, compilation)))
                        return false;
                return compilation.IsSymbolAccessibleWithin(named, compilation.Assembly);
            default:
                return type.TypeKind == TypeKind.Dynamic;
        }
    }
}
