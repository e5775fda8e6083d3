using System;
using System.Collections.Generic;
using System.Linq;
using System.Threading;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using Microsoft.CodeAnalysis.Diagnostics;
using Microsoft.CodeAnalysis.Operations;

namespace Isomer.Analyzers.Ahead;

/// <summary>
/// Calls that are served by a shape which the build makes (&lt;IsomerShapes&gt;): <c>Json.Serialize(order)</c>, whose type is known here.
/// The tool finds most of these in the compiled code (CallRoots), and is told the others by attributes (<see cref="ShapedCall.Asked"/>). It
/// says ISO0000 of one whose type can have no shape, so that nothing is left to warn of at the call.
/// </summary>
/// <remarks>
/// Not among them: what hands on a type parameter; options whose convention is not to be seen (<see cref="ShapedOptions"/>); a type that no
/// other class can name (private, of one file, anonymous), for which no method can be written. A handle (<c>Json.Format</c>) warns where it
/// is taken, which is a property, and a drop-in where it is made: the compiler leads neither elsewhere.
/// </remarks>
static class ShapedCalls
{
    // What carries values. Asked by the text of each call of a program before anything is bound.
    static readonly string[] s_beginnings =
        ["Serialize", "Deserialize", "TryDeserialize", "Read", "Write", "Fill", "Merge", "ToText", "FromText", "ToNode", "FromNode", "Of",
            "Ok", "Status", "WithIsomer", "MapIsomerOpenApi", "AddIsomer"];

    static readonly string[] s_dropIns = ["ContractXmlSerializer", "ContractJsonSerializer"];

    /// <summary>Where the methods are by which calls go.</summary>
    public const string Space = "Isomer.Generated";

    /// <summary>Why nothing is to be warned of.</summary>
    public const string Reason = "Isomer makes a shape of the type when the application is built.";

    /// <summary>Whether the build makes shapes (said by Isomer.targets).</summary>
    public static bool AreMade(AnalyzerConfigOptions options) => Is(options, "IsomerShapes");

    /// <summary>Whether the project says true of a property that the compiler is told.</summary>
    public static bool Is(AnalyzerConfigOptions options, string property) =>
        options.TryGetValue("build_property." + property, out string? said) && said.Equals("true", StringComparison.OrdinalIgnoreCase);

    /// <summary>
    /// Whether the compiler leads calls elsewhere, which Isomer.targets asks of it where shapes are made; classes of one file are C# 11's.
    /// </summary>
    public static bool AreLed(ParseOptions options) =>
        options is CSharpParseOptions { LanguageVersion: >= LanguageVersion.CSharp11 }
        && options.Features.TryGetValue("InterceptorsNamespaces", out string? spaces) && spaces.Split(';').Contains(Space);

    /// <summary>
    /// Whether this is a library, which says what it hands over though no shapes are made with it: the application that it is part of may.
    /// </summary>
    public static bool AreTold(Compilation compilation) =>
        compilation.Options.OutputKind == OutputKind.DynamicallyLinkedLibrary
            && compilation.GetTypeByMetadataName("Isomer.IsomerShapeAttribute")?.GetMembers("OfCall").IsEmpty == false;

    /// <summary>A value alone has its type in the tables of the compiled code, unless it is called an <see cref="object"/>.</summary>
    public static bool MayHaveToBeTold(SyntaxNode node) =>
        node is not InvocationExpressionSyntax { ArgumentList.Arguments.Count: < 2 } call || ShapedHandlers.MayBe(node)
            || (NameOf(call.Expression) is GenericNameSyntax { TypeArgumentList.Arguments: [var type] }
                && (type is NullableTypeSyntax nullable ? nullable.ElementType : type) is PredefinedTypeSyntax named
                && named.Keyword.IsKind(SyntaxKind.ObjectKeyword));

    public static bool MayBe(SyntaxNode node) => node switch
    {
        InvocationExpressionSyntax call => NameOf(call.Expression) is { } name
            && s_beginnings.Any(b => name.Identifier.ValueText.StartsWith(b, StringComparison.Ordinal)),
        ObjectCreationExpressionSyntax made => NameOf(made.Type) is { } name && s_dropIns.Contains(name.Identifier.ValueText),
        ImplicitObjectCreationExpressionSyntax made => made.ArgumentList.Arguments is [{ Expression: TypeOfExpressionSyntax }, ..],
        _ => false,
    };

    static SimpleNameSyntax? NameOf(ExpressionSyntax expression) => expression switch
    {
        MemberAccessExpressionSyntax member => member.Name,
        QualifiedNameSyntax qualified => qualified.Right,
        SimpleNameSyntax simple => simple,
        _ => null,
    };

    /// <summary>What is called, and what shapes it asks for; null if no shape serves it.</summary>
    public static ShapedCall? Of(SemanticModel model, SyntaxNode node, CancellationToken cancellation) =>
        model.GetOperation(node, cancellation) switch
        {
            IInvocationOperation { TargetMethod: { IsStatic: true, MethodKind: MethodKind.Ordinary } } call when !IsInExpression(call) =>
                Of(call, model, cancellation),
            IObjectCreationOperation { Constructor.ContainingType: { } type } made when Facades.IsOfIsomer(type)
                && s_dropIns.Contains(type.Name) && TypesIn(made.Arguments) is { Count: > 0 } types && AreNamed(types, model) =>
                new(null, types, Families.DataContract, null, true),
            _ => null,
        };

    static ShapedCall? Of(IInvocationOperation call, SemanticModel model, CancellationToken cancellation)
    {
        IMethodSymbol method = call.TargetMethod;
        if (ShapedHandlers.AreServedBy(method))
            return AreNamed(method.Parameters.Select(p => p.Type).Append(method.ReturnType), model)
                ? new(method, [.. ShapedHandlers.DescribedBy(method, model.Compilation)], 0, null, true) : null;
        if (Served(call, model, cancellation) is not var (families, own, isFound))
            return null;
        List<ITypeSymbol> types = method.IsGenericMethod ? [.. method.TypeArguments] : TypesIn(call.Arguments);
        // Each type that is handed over as such has to stand in the call.
        if (types.Count == 0 || !(method.IsGenericMethod || types.Count == method.Parameters.Count(p => p.Type.Name == "Type"))
            || !AreNamed(method.Parameters.Select(p => p.Type).Concat(types).Append(method.ReturnType), model))
            return null;
        List<ITypeSymbol> behind = Behind(call, families, model);
        // Of an answer in a format that the client chooses: but for Json, those that are chosen so take nothing undeclared.
        return new(method, types, families == 0 && behind.Count > 0 ? Families.Plain : families, own, !isFound || !method.IsGenericMethod,
            behind: behind);
    }

    /// <summary>
    /// What the values are that the call hands over as <see cref="object"/>, under conventions that write them as what they are.
    /// </summary>
    static List<ITypeSymbol> Behind(IInvocationOperation call, Families families, SemanticModel model) =>
        (families & ~ShapedCall.ByRuntimeType) != 0 ? []
        :
        [
            .. call.Arguments.Where(a => a.Parameter is
                { Type.SpecialType: SpecialType.System_Object, OriginalDefinition.Type.TypeKind: TypeKind.TypeParameter })
                .SelectMany(a => ReturnedValues.Behind(a.Value)).Where(t => AreNamed([t], model)),
        ];

    /// <summary>By what shapes a call is served, and whether the tool finds that itself in the compiled code.</summary>
    static (Families Families, IPropertySymbol? Own, bool IsFound)? Served(
        IInvocationOperation call, SemanticModel model, CancellationToken cancellation)
    {
        INamedTypeSymbol owner = call.TargetMethod.ContainingType;
        // Which formats are spoken is said elsewhere: the tool makes shapes under all that are.
        if (owner is { Name: "IsomerResults", ContainingAssembly.Name: "Isomer.AspNetCore" })
            return (0, null, true);
        bool isCopy = Facades.IsOfIsomer(owner) && owner.Name == "DeepCopy";
        Families usual = isCopy ? Families.DeepCopy : Facades.Of(owner);
        if (usual == 0 || (!isCopy && !Facades.CarriesValues(call.TargetMethod.Name)))
            return null;
        foreach (IArgumentOperation argument in call.Arguments)
        {
            if (argument.ArgumentKind != ArgumentKind.Explicit || argument.Parameter?.Type.Name is not { } name)
                continue;
            if (isCopy && name == "Convention")
                return ShapedOptions.OfCopy(argument.Value) is var (copied, seen) ? (copied, seen, seen is null) : null;
            if (name.EndsWith("Options", StringComparison.Ordinal))
                return ShapedOptions.Of(argument.Value, usual, model, cancellation) is var (families, own)
                    ? (families, own, families == usual && own is null) : null;
        }
        return (usual, null, true);
    }

    static List<ITypeSymbol> TypesIn(IEnumerable<IArgumentOperation> arguments) =>
        [.. arguments.Select(a => a.Value).OfType<ITypeOfOperation>().Select(t => t.TypeOperand)];

    /// <summary>Whether a class of the assembly can write the names of all these types.</summary>
    public static bool AreNamed(IEnumerable<ITypeSymbol> types, SemanticModel model) => types.All(t => IsNamed(t, model.Compilation));

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
            case INamedTypeSymbol { IsUnboundGenericType: false } named:
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
