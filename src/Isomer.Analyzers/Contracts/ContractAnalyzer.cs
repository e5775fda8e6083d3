using System.Collections.Concurrent;
using System.Collections.Generic;
using System.Collections.Immutable;
using System.Linq;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Diagnostics;
using Microsoft.CodeAnalysis.Operations;

namespace Isomer.Analyzers.Contracts;

/// <summary>
/// Types that are handed to Isomer, and what it would lose of them or refuse. Calls and initialisers are noted as the compiler comes by
/// them; the types are gone through at the end, each once, for a type says nothing of who hands it over. Field numbers are told at once:
/// they are wrong whoever does.
/// </summary>
[DiagnosticAnalyzer(LanguageNames.CSharp)]
public sealed class ContractAnalyzer : DiagnosticAnalyzer
{
    /// <inheritdoc/>
    public override ImmutableArray<DiagnosticDescriptor> SupportedDiagnostics => Rules.OfContracts;

    /// <inheritdoc/>
    public override void Initialize(AnalysisContext context)
    {
        context.EnableConcurrentExecution();
        context.ConfigureGeneratedCodeAnalysis(GeneratedCodeAnalysisFlags.Analyze);
        context.RegisterCompilationStartAction(static start =>
        {
            Dictionary<ISymbol, Wire> facades = Facades.In(start.Compilation);
            if (facades.Count == 0)
                return;
            var roots = new ConcurrentBag<Root>();
            var initialisers = new Initialisers();
            start.RegisterOperationAction(operation =>
            {
                foreach (Root root in Calls.Roots((IInvocationOperation)operation.Operation, facades))
                    roots.Add(root);
            }, OperationKind.Invocation);
            start.RegisterOperationAction(operation => initialisers.Note((ISymbolInitializerOperation)operation.Operation),
                OperationKind.PropertyInitializer, OperationKind.FieldInitializer);
            start.RegisterSymbolAction(symbol =>
            {
                var type = (INamedTypeSymbol)symbol.Symbol;
                foreach (AttributeData attribute in type.GetAttributes())
                    foreach (Root root in Calls.Roots(attribute, type))
                        roots.Add(root);
                NumbersRule.Check(type, symbol.ReportDiagnostic);
            }, SymbolKind.NamedType);
            start.RegisterCompilationEndAction(end =>
            {
                var walk = new Walk(end.Compilation, initialisers, end.ReportDiagnostic);
                IEnumerable<Root> asked = end.Compilation.Assembly.GetAttributes()
                    .SelectMany(a => Calls.Roots(a, end.Compilation.Assembly));
                // In one order, whichever thread came by first. What is read comes first, for it says more.
                foreach (Root root in roots.Concat(asked).OrderBy(r => r.IsRead ? 0 : 1)
                    .ThenBy(r => r.Place.SourceTree?.FilePath ?? "", System.StringComparer.Ordinal).ThenBy(r => r.Place.SourceSpan.Start))
                    walk.Visit(root);
            });
        });
    }
}
