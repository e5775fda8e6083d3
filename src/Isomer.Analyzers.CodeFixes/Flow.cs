using System.Collections.Generic;
using System.Collections.Immutable;
using System.Linq;
using System.Threading;
using System.Threading.Tasks;
using Isomer.Analyzers.Originals;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace Isomer.Analyzers.CodeFixes;

/// <summary>Where the original's name stands that has to do with a place: in it, and where what it names is declared.</summary>
sealed class Flow(Solution solution, Original original, CancellationToken cancelled)
{
    /// <summary>Where a diagnostic is; for `new(...)`, which has no name, how that is declared which it is put into.</summary>
    public async Task<ImmutableHashSet<Place>> SeedsAsync(Diagnostic diagnostic)
    {
        if (solution.GetDocument(diagnostic.Location.SourceTree) is not { } document)
            return [];
        SyntaxNode root = (await document.GetSyntaxRootAsync(cancelled).ConfigureAwait(false))!;
        SyntaxNode found = root.FindNode(diagnostic.Location.SourceSpan, getInnermostNodeForTie: true);
        var seeds = new HashSet<Place>();
        if (found is TypeSyntax)
            seeds.Add((document.Id, Whole(found).Span));
        SemanticModel model = (await document.GetSemanticModelAsync(cancelled).ConfigureAwait(false))!;
        // A type that is nowhere makes no errors of its own that could be followed.
        if (found.FirstAncestorOrSelf<BaseObjectCreationExpressionSyntax>()?.Parent is EqualsValueClauseSyntax { Parent: { } put })
            Mentions(put is VariableDeclaratorSyntax { Parent: VariableDeclarationSyntax variable } ? variable.Type
                : (put as PropertyDeclarationSyntax)?.Type, model, seeds);
        return seeds.Count > 0 ? [.. seeds] : await AroundAsync(document.Id, found.SpanStart, []).ConfigureAwait(false);
    }

    /// <summary>
    /// The nearest around a position that are not known yet: of the nodes around it the first that has some, first without the arguments,
    /// lambdas and blocks in them, for these are ends of other flows.
    /// </summary>
    public async Task<ImmutableHashSet<Place>> AroundAsync(DocumentId id, int position, ImmutableHashSet<Place> known)
    {
        Document document = solution.GetDocument(id)!;
        SyntaxNode root = (await document.GetSyntaxRootAsync(cancelled).ConfigureAwait(false))!;
        SemanticModel model = (await document.GetSemanticModelAsync(cancelled).ConfigureAwait(false))!;
        foreach (bool isWide in new[] { false, true })
            foreach (SyntaxNode node in root.FindToken(position).Parent!.AncestorsAndSelf())
            {
                if (node is BaseNamespaceDeclarationSyntax or CompilationUnitSyntax or BlockSyntax or BaseArgumentListSyntax)
                    continue;
                var found = new HashSet<Place>();
                In(node, isWide, model, found);
                if (node is ArgumentSyntax argument)
                    await ParametersAsync(argument, model, found).ConfigureAwait(false);
                foreach (ISymbol symbol in Named(node, isWide, model).Distinct<ISymbol>(SymbolEqualityComparer.Default))
                    await DeclarationsAsync(symbol, found).ConfigureAwait(false);
                ImmutableHashSet<Place> more = ImmutableHashSet.CreateRange(found).Except(known);
                if (!more.IsEmpty)
                    return more;
            }
        return [];
    }

    void In(SyntaxNode node, bool isWide, SemanticModel model, HashSet<Place> found)
    {
        foreach (SyntaxNode inner in Inner(node, isWide))
            Mentions(inner as IdentifierNameSyntax, model, found);
    }

    static IEnumerable<SyntaxNode> Inner(SyntaxNode node, bool isWide) =>
        node.DescendantNodesAndSelf(n => n == node || isWide || n is not (BaseArgumentListSyntax or BlockSyntax
            or AnonymousFunctionExpressionSyntax or MemberDeclarationSyntax or ArrowExpressionClauseSyntax));

    void Mentions(SyntaxNode? of, SemanticModel model, HashSet<Place> found)
    {
        foreach (IdentifierNameSyntax name in of?.DescendantNodesAndSelf().OfType<IdentifierNameSyntax>() ?? [])
            if (IsOriginal(name, model) && solution.GetDocumentId(name.SyntaxTree) is { } document)
                found.Add((document, Whole(name).Span));
    }

    bool IsOriginal(IdentifierNameSyntax name, SemanticModel model)
    {
        bool isAlias = name.Identifier.ValueText != original.Name;
        if ((isAlias && (name.IsVar || model.GetAliasInfo(name, cancelled) is null))
            || name.FirstAncestorOrSelf<UsingDirectiveSyntax>() is not null)
            return false;
        SymbolInfo info = model.GetSymbolInfo(name, cancelled);
        return info.Symbol is INamedTypeSymbol { TypeKind: not TypeKind.Error } type
            ? type.Name == original.Name && type.ContainingNamespace.ToDisplayString() == original.Space
            // Two of the originals are no longer in .NET.
            : !isAlias && info.Symbol is null && info.CandidateSymbols.IsEmpty;
    }

    /// <summary>With the namespace that stands before it.</summary>
    static SyntaxNode Whole(SyntaxNode name) => name.Parent switch
    {
        QualifiedNameSyntax qualified when qualified.Right == name => Whole(qualified),
        AliasQualifiedNameSyntax qualified when qualified.Name == name => Whole(qualified),
        MemberAccessExpressionSyntax access when access.Name == name => Whole(access),
        _ => name,
    };

    /// <summary>What is named there, what is returned from, and what a member that stands there implements.</summary>
    IEnumerable<ISymbol> Named(SyntaxNode node, bool isWide, SemanticModel model)
    {
        foreach (SimpleNameSyntax name in Inner(node, isWide).OfType<SimpleNameSyntax>())
        {
            SymbolInfo info = model.GetSymbolInfo(name, cancelled);
            foreach (ISymbol symbol in info.Symbol is { } one ? [one] : info.CandidateSymbols)
                yield return symbol;
        }
        if (node is ReturnStatementSyntax or YieldStatementSyntax or ArrowExpressionClauseSyntax)
            foreach (SyntaxNode around in node.Ancestors())
                if (around is AnonymousFunctionExpressionSyntax)
                    yield break;
                else if (around is LocalFunctionStatementSyntax or BaseMethodDeclarationSyntax or BasePropertyDeclarationSyntax)
                {
                    if (model.GetDeclaredSymbol(around, cancelled) is { } returning)
                        yield return returning;
                    yield break;
                }
        if (node is MemberDeclarationSyntax and not BaseTypeDeclarationSyntax && model.GetDeclaredSymbol(node, cancelled) is { } declared)
            yield return declared;
    }

    /// <summary>The type of the parameter that an argument is for.</summary>
    async Task ParametersAsync(ArgumentSyntax argument, SemanticModel model, HashSet<Place> found)
    {
        if (argument.Parent is not BaseArgumentListSyntax { Parent: { } call } list)
            return;
        SymbolInfo info = model.GetSymbolInfo(call, cancelled);
        foreach (ISymbol symbol in info.Symbol is { } one ? [one] : info.CandidateSymbols)
        {
            ImmutableArray<IParameterSymbol> parameters = symbol switch
            {
                IMethodSymbol method => method.Parameters,
                IPropertySymbol indexer => indexer.Parameters,
                _ => [],
            };
            int index = argument.NameColon is { } named
                ? parameters.IndexOf(parameters.FirstOrDefault(p => p.Name == named.Name.Identifier.ValueText)!)
                : list.Arguments.IndexOf(argument);
            index = index >= parameters.Length && parameters.Length > 0 && parameters.Last().IsParams ? parameters.Length - 1 : index;
            if (index >= 0 && index < parameters.Length)
                await DeclarationsAsync(parameters[index], found).ConfigureAwait(false);
        }
    }

    /// <summary>How that is declared: its type, types of parameters, and values that it has there; not what it does.</summary>
    async Task DeclarationsAsync(ISymbol symbol, HashSet<Place> found)
    {
        symbol = (symbol as IMethodSymbol)?.ReducedFrom ?? symbol;
        IEnumerable<ISymbol> all = [symbol.OriginalDefinition];
        if (symbol is IMethodSymbol or IPropertySymbol or IEventSymbol && symbol.ContainingType is { } owner)
            all = all.Concat(owner.AllInterfaces.SelectMany(i => i.GetMembers(symbol.Name)).Select(m => m.OriginalDefinition));
        for (ISymbol? above = Overridden(symbol); above is not null; above = Overridden(above))
            all = all.Append(above.OriginalDefinition);
        if (symbol is IMethodSymbol { AssociatedSymbol: { } property })
            all = all.Append(property);
        // A variable of one of the program's delegates: what that returns.
        if (TypeOf(symbol) is INamedTypeSymbol { TypeKind: TypeKind.Delegate } called)
            all = all.Append(called.OriginalDefinition);
        foreach (SyntaxReference reference in all.Where(s => s is not INamedTypeSymbol { TypeKind: not TypeKind.Delegate })
            .SelectMany(s => s.DeclaringSyntaxReferences))
        {
            SyntaxNode node = await reference.GetSyntaxAsync(cancelled).ConfigureAwait(false);
            if (node is VariableDeclaratorSyntax { Parent: VariableDeclarationSyntax variable })
                node = variable;
            else if (node is SingleVariableDesignationSyntax { Parent: { } declaration })
                node = declaration;
            if (solution.GetDocument(node.SyntaxTree) is { } document)
                In(node, isWide: false, (await document.GetSemanticModelAsync(cancelled).ConfigureAwait(false))!, found);
        }
    }

    static ISymbol? Overridden(ISymbol symbol) => symbol switch
    {
        IMethodSymbol method => method.OverriddenMethod,
        IPropertySymbol property => property.OverriddenProperty,
        _ => null,
    };

    static ITypeSymbol? TypeOf(ISymbol symbol) => symbol switch
    {
        ILocalSymbol local => local.Type,
        IFieldSymbol field => field.Type,
        IPropertySymbol property => property.Type,
        IParameterSymbol parameter => parameter.Type,
        _ => null,
    };
}
