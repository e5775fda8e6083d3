using System.Collections.Immutable;
using System.Linq;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using Microsoft.CodeAnalysis.Diagnostics;
using Microsoft.CodeAnalysis.Operations;

namespace Isomer.Analyzers.Originals;

/// <summary>
/// Mentions of serializers that have a drop-in here. Two of them are no longer in .NET, so code that names them does not compile: they are
/// told of by their names alone. XmlSerializer is told of only where a constructor is called that makes an assembly each time (all but two
/// do) and what it makes is not kept in a static field.
/// </summary>
[DiagnosticAnalyzer(LanguageNames.CSharp)]
public sealed class OriginalsAnalyzer : DiagnosticAnalyzer
{
    /// <inheritdoc/>
    public override ImmutableArray<DiagnosticDescriptor> SupportedDiagnostics => Rules.OfOriginals;

    /// <inheritdoc/>
    public override void Initialize(AnalysisContext context)
    {
        context.EnableConcurrentExecution();
        context.ConfigureGeneratedCodeAnalysis(GeneratedCodeAnalysisFlags.None);
        context.RegisterCompilationStartAction(static start =>
        {
            if (start.Compilation.GetTypeByMetadataName("Isomer.IsomerXmlSerializer") is null)
                return;
            // By the text first: a name costs one look into a table of six, and nothing is bound.
            start.RegisterSyntaxNodeAction(Mentioned, SyntaxKind.IdentifierName);
            start.RegisterOperationAction(Created, OperationKind.ObjectCreation);
        });
    }

    static void Mentioned(SyntaxNodeAnalysisContext context)
    {
        var name = (IdentifierNameSyntax)context.Node;
        if (!Original.All.TryGetValue(name.Identifier.ValueText, out Original? original) || original.Rule.Id == Rules.XmlSerializer.Id
            || IsOther(name))
            return;
        SymbolInfo info = context.SemanticModel.GetSymbolInfo(name, context.CancellationToken);
        ISymbol? symbol = info.Symbol ?? info.CandidateSymbols.FirstOrDefault();
        INamedTypeSymbol? type = symbol as INamedTypeSymbol ?? (symbol as IMethodSymbol)?.ContainingType;
        // A class of the user's that is called so is none of ours; one that is nowhere is the framework's that has gone.
        if (type is { TypeKind: not TypeKind.Error }
            ? type.ContainingNamespace.ToDisplayString() == original.Space
            : symbol is null && IsType(name))
            context.ReportDiagnostic(Diagnostic.Create(original.Rule, name.GetLocation()));
    }

    /// <summary>In a using directive, in nameof, in a comment: nothing is used there.</summary>
    static bool IsOther(IdentifierNameSyntax name) =>
        name.FirstAncestorOrSelf<UsingDirectiveSyntax>() is not null || name.IsPartOfStructuredTrivia()
        || (name.Parent is MemberAccessExpressionSyntax access && access.Name == name)
        || (name.FirstAncestorOrSelf<ArgumentSyntax>()?.Parent?.Parent is InvocationExpressionSyntax { Expression: IdentifierNameSyntax of }
            && of.Identifier.ValueText == "nameof");

    /// <summary>Whether only a type can stand there: `new X()`, `X x = ...`, `(X)y`, typeof(X), a parameter, a base.</summary>
    static bool IsType(IdentifierNameSyntax name)
    {
        SyntaxNode type = name.Parent is QualifiedNameSyntax or NullableTypeSyntax or ArrayTypeSyntax ? name.Parent : name;
        return type.Parent is ObjectCreationExpressionSyntax or VariableDeclarationSyntax or ParameterSyntax or PropertyDeclarationSyntax
            or MethodDeclarationSyntax or CastExpressionSyntax
            or TypeOfExpressionSyntax or TypeArgumentListSyntax or LocalFunctionStatementSyntax or BaseTypeSyntax or BinaryExpressionSyntax
            or DeclarationPatternSyntax;
    }

    static void Created(OperationAnalysisContext context)
    {
        var creation = (IObjectCreationOperation)context.Operation;
        if (creation.Constructor is not { } constructor || constructor.ContainingType is not { Name: "XmlSerializer" } type
            || type.ContainingNamespace.ToDisplayString() != "System.Xml.Serialization"
            || IsCached(constructor) || IsKept(creation))
            return;
        SyntaxNode place = creation.Syntax is ObjectCreationExpressionSyntax full ? full.Type : creation.Syntax;
        context.ReportDiagnostic(Diagnostic.Create(Rules.XmlSerializer, place.GetLocation()));
    }

    /// <summary>XmlSerializer(Type) and XmlSerializer(Type, string): the framework keeps what it made for those.</summary>
    static bool IsCached(IMethodSymbol constructor) => constructor.Parameters.Length == 0 || (constructor.Parameters[0].Type.Name == "Type"
        && (constructor.Parameters.Length == 1
            || (constructor.Parameters.Length == 2 && constructor.Parameters[1].Type.SpecialType == SpecialType.System_String)));

    /// <summary>Made once for the program: the initialiser of a static field or property, or a static constructor.</summary>
    static bool IsKept(IObjectCreationOperation creation)
    {
        for (IOperation? around = creation.Parent; around is not null; around = around.Parent)
            switch (around)
            {
                case IAnonymousFunctionOperation:
                    return IsLazy(around);
                case IFieldInitializerOperation field:
                    return field.InitializedFields.All(f => f.IsStatic);
                case IPropertyInitializerOperation property:
                    return property.InitializedProperties.All(p => p.IsStatic);
                case IAssignmentOperation { Target: IMemberReferenceOperation { Member.IsStatic: true } }:
                    return true;
            }
        return creation.Syntax.FirstAncestorOrSelf<ConstructorDeclarationSyntax>()?.Modifiers.Any(SyntaxKind.StaticKeyword) == true;
    }

    /// <summary>What a static Lazy makes is made once.</summary>
    static bool IsLazy(IOperation function)
    {
        for (IOperation? around = function.Parent; around is not null; around = around.Parent)
            if (around is IObjectCreationOperation { Type: { Name: "Lazy" } } lazy)
                return IsKept(lazy);
            else if (around is IObjectCreationOperation or IInvocationOperation)
                return false;
        return false;
    }
}
