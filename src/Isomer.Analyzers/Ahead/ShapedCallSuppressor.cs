using System.Collections.Immutable;
using System.Linq;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using Microsoft.CodeAnalysis.Diagnostics;

namespace Isomer.Analyzers.Ahead;

/// <summary>
/// Takes back what the SDK's analyzers say of a call that a shape serves. They look at the call as it is written, and not at the method
/// that <see cref="CallInterceptor"/> leads it through.
/// </summary>
[DiagnosticAnalyzer(LanguageNames.CSharp)]
public sealed class ShapedCallSuppressor : DiagnosticSuppressor
{
    static readonly SuppressionDescriptor s_members = Of("IL2026"), s_code = Of("IL3050");

    /// <inheritdoc/>
    public override ImmutableArray<SuppressionDescriptor> SupportedSuppressions => [s_members, s_code];

    /// <inheritdoc/>
    public override void ReportSuppressions(SuppressionAnalysisContext context)
    {
        if (!ShapedCalls.AreMade(context.Options.AnalyzerConfigOptionsProvider.GlobalOptions))
            return;
        foreach (Diagnostic diagnostic in context.ReportedDiagnostics)
            if (diagnostic.Location.SourceTree is { } tree && ShapedCalls.AreLed(tree.Options)
                && tree.GetRoot(context.CancellationToken).FindNode(diagnostic.Location.SourceSpan, getInnermostNodeForTie: true)
                    .AncestorsAndSelf().OfType<InvocationExpressionSyntax>().FirstOrDefault() is { } call
                && call.Expression.Span.Contains(diagnostic.Location.SourceSpan.Start)
                && ShapedCalls.MayBe(call)
                && ShapedCalls.Of(context.GetSemanticModel(tree), call, context.CancellationToken) is { Method: not null })
                context.ReportSuppression(Suppression.Create(diagnostic.Id == "IL2026" ? s_members : s_code, diagnostic));
    }

    static SuppressionDescriptor Of(string id) =>
        new("ISO" + id, id, ShapedCalls.Reason);
}
