using System.Collections.Immutable;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using Microsoft.CodeAnalysis.Diagnostics;

namespace Isomer.Analyzers.Ahead;

/// <summary>
/// Tells of a handler's <c>IsomerBody&lt;Order&gt;</c> in a program that is trimmed, or compiled ahead of time, and makes no shapes.
/// ASP.NET Core's generator calls what reads it, in code of which the trimmer would tell and that nobody can change.
/// </summary>
[DiagnosticAnalyzer(LanguageNames.CSharp)]
public sealed class BodyAnalyzer : DiagnosticAnalyzer
{
    /// <inheritdoc/>
    public override ImmutableArray<DiagnosticDescriptor> SupportedDiagnostics => [Rules.BodyWithoutShape];

    /// <inheritdoc/>
    public override void Initialize(AnalysisContext context)
    {
        context.EnableConcurrentExecution();
        context.ConfigureGeneratedCodeAnalysis(GeneratedCodeAnalysisFlags.None);
        context.RegisterCompilationStartAction(static start =>
        {
            AnalyzerConfigOptions options = start.Options.AnalyzerConfigOptionsProvider.GlobalOptions;
            // What the SDK says of a project that is published so (PublishAot, PublishTrimmed), or may be.
            if (!ShapedCalls.AreMade(options)
                && (ShapedCalls.Is(options, "EnableAotAnalyzer") || ShapedCalls.Is(options, "EnableTrimAnalyzer")))
                start.RegisterSyntaxNodeAction(Check, SyntaxKind.Parameter);
        });
    }

    static void Check(SyntaxNodeAnalysisContext context)
    {
        if (((ParameterSyntax)context.Node).Type is { } type
            && context.SemanticModel.GetTypeInfo(type, context.CancellationToken).Type is INamedTypeSymbol
            {
                Name: "IsomerBody", IsGenericType: true, ContainingAssembly.Name: "Isomer.AspNetCore", TypeArguments: [var body]
            })
            context.ReportDiagnostic(Diagnostic.Create(Rules.BodyWithoutShape, type.GetLocation(), body.Name));
    }
}
