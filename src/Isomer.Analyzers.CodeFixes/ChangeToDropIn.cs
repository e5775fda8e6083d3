using System.Collections.Immutable;
using System.Composition;
using System.Linq;
using System.Threading;
using System.Threading.Tasks;
using Isomer.Analyzers.Originals;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CodeActions;
using Microsoft.CodeAnalysis.CodeFixes;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using Microsoft.CodeAnalysis.Editing;

namespace Isomer.Analyzers.CodeFixes;

/// <summary>
/// "Change to IsomerXmlSerializer": the name of the drop-in where the original's stands, and `using Isomer;`. Where an XmlSerializer is put
/// into something that is declared as one, that is declared anew too. All in a document, a project or a solution at once.
/// </summary>
[ExportCodeFixProvider(LanguageNames.CSharp, Name = nameof(ChangeToDropIn)), Shared]
public sealed class ChangeToDropIn : CodeFixProvider
{
    /// <inheritdoc/>
    public override ImmutableArray<string> FixableDiagnosticIds { get; } = [.. Original.All.Values.Select(o => o.Rule.Id)];

    /// <inheritdoc/>
    public override FixAllProvider GetFixAllProvider() => FixAllProvider.Create(static async (context, document, diagnostics) =>
        await ChangeAsync(document, diagnostics, context.CancellationToken).ConfigureAwait(false));

    /// <inheritdoc/>
    public override Task RegisterCodeFixesAsync(CodeFixContext context)
    {
        foreach (Diagnostic diagnostic in context.Diagnostics)
            if (Original.Of(diagnostic.Id) is { } original)
                context.RegisterCodeFix(
                    CodeAction.Create($"Change to {original.DropIn}", cancelled => ChangeAsync(context.Document, [diagnostic], cancelled),
                        equivalenceKey: original.Rule.Id), diagnostic);
        return Task.CompletedTask;
    }

    static async Task<Document> ChangeAsync(Document document, ImmutableArray<Diagnostic> diagnostics, CancellationToken cancelled)
    {
        DocumentEditor editor = await DocumentEditor.CreateAsync(document, cancelled).ConfigureAwait(false);
        var root = (CompilationUnitSyntax)editor.OriginalRoot;
        var changed = diagnostics.SelectMany(d => Names(root, d)).Distinct().ToDictionary(c => c.Node, c => c.Name);
        SyntaxNode after =
            root.ReplaceNodes(changed.Keys, (before, _) => SyntaxFactory.IdentifierName(changed[before]).WithTriviaFrom(before));
        return document.WithSyntaxRoot(WithUsing((CompilationUnitSyntax)after));
    }

    /// <summary>What is given another name: the type that is told of, and where it is put.</summary>
    static System.Collections.Generic.IEnumerable<(SyntaxNode Node, string Name)> Names(SyntaxNode root, Diagnostic diagnostic)
    {
        SyntaxNode found = root.FindNode(diagnostic.Location.SourceSpan, getInnermostNodeForTie: true);
        Original original = Original.Of(diagnostic.Id)!;
        if (found is TypeSyntax type)
            yield return (Whole(type), original.DropIn);
        if (found.FirstAncestorOrSelf<BaseObjectCreationExpressionSyntax>() is { } creation && Declared(creation) is { } declared
            && NameOf(declared) is { } name && name.Identifier.ValueText == original.Name)
            yield return (Whole(name), original.DropIn);
    }

    /// <summary>With the namespace that stands before it.</summary>
    static TypeSyntax Whole(TypeSyntax name) =>
        name.Parent is QualifiedNameSyntax qualified && qualified.Right == name ? Whole(qualified) : name;

    /// <summary>
    /// How that is declared which the new object is put into: a variable, a field, a property with an initialiser or an arrow, an assigned
    /// name is none.
    /// </summary>
    static TypeSyntax? Declared(BaseObjectCreationExpressionSyntax creation) => creation.Parent switch
    {
        EqualsValueClauseSyntax { Parent: VariableDeclaratorSyntax { Parent: VariableDeclarationSyntax variable } } => variable.Type,
        EqualsValueClauseSyntax { Parent: PropertyDeclarationSyntax property } => property.Type,
        ArrowExpressionClauseSyntax { Parent: PropertyDeclarationSyntax property } => property.Type,
        ArrowExpressionClauseSyntax { Parent: MethodDeclarationSyntax method } => method.ReturnType,
        ReturnStatementSyntax => creation.FirstAncestorOrSelf<MethodDeclarationSyntax>()?.ReturnType,
        _ => null,
    };

    static SimpleNameSyntax? NameOf(TypeSyntax type) => type switch
    {
        NullableTypeSyntax nullable => NameOf(nullable.ElementType),
        QualifiedNameSyntax qualified => qualified.Right,
        SimpleNameSyntax simple => simple,
        _ => null,
    };

    static CompilationUnitSyntax WithUsing(CompilationUnitSyntax root)
    {
        if (root.Usings.Any(u => u.Alias is null && u.Name?.ToString() == "Isomer"))
            return root;
        string line = root.GetText().Lines.Count > 1 && root.ToFullString().Contains("\r\n") ? "\r\n" : "\n";
        UsingDirectiveSyntax added = SyntaxFactory.UsingDirective(SyntaxFactory.IdentifierName("Isomer")).NormalizeWhitespace()
            .WithTrailingTrivia(SyntaxFactory.EndOfLine(line));
        // In its place among the names; System's come first. What stands above the first of all (a licence) stays above.
        int place = 0;
        while (place < root.Usings.Count
            && (root.Usings[place].Name?.ToString() is not { } other || other.StartsWith("System", System.StringComparison.Ordinal)
                || string.CompareOrdinal(other, "Isomer") < 0))
            place++;
        if (place > 0 || root.Usings.Count == 0)
            return root.WithUsings(
                root.Usings.Insert(place,
                    root.Usings.Count == 0
                        ? added.WithTrailingTrivia(SyntaxFactory.EndOfLine(line), SyntaxFactory.EndOfLine(line))
                        : added));
        UsingDirectiveSyntax first = root.Usings[0];
        return root.WithUsings(
            root.Usings.Replace(first, first.WithoutLeadingTrivia()).Insert(0, added.WithLeadingTrivia(first.GetLeadingTrivia())));
    }
}
