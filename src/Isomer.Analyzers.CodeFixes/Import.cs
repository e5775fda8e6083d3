using System;
using System.Linq;
using System.Threading;
using System.Threading.Tasks;
using Isomer.Analyzers.Originals;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using Microsoft.CodeAnalysis.Text;

namespace Isomer.Analyzers.CodeFixes;

/// <summary>`using Isomer;` in its place among the names of a document; System's come first.</summary>
static class Import
{
    /// <summary>Whether the document imports Isomer already, itself or by what all documents import.</summary>
    public static async Task<bool> IsThereAsync(Document document, Original original, CancellationToken cancelled)
    {
        var root = (CompilationUnitSyntax)(await document.GetSyntaxRootAsync(cancelled).ConfigureAwait(false))!;
        if (root.Usings.Any(IsIsomer))
            return true;
        SemanticModel model = (await document.GetSemanticModelAsync(cancelled).ConfigureAwait(false))!;
        return model.LookupNamespacesAndTypes(root.EndOfFileToken.SpanStart, name: original.DropIn)
            .Any(s => s.ContainingNamespace?.ToDisplayString() == "Isomer");
    }

    /// <summary>The directive to add; null where it is there, or where directives of the preprocessor stand between the names.</summary>
    public static async Task<TextChange?> ChangeAsync(Document document, Original original, CancellationToken cancelled)
    {
        if (await IsThereAsync(document, original, cancelled).ConfigureAwait(false))
            return null;
        var root = (CompilationUnitSyntax)(await document.GetSyntaxRootAsync(cancelled).ConfigureAwait(false))!;
        SourceText text = await document.GetTextAsync(cancelled).ConfigureAwait(false);
        string line = text.Lines.Count > 1 && text.ToString(text.Lines[0].SpanIncludingLineBreak).EndsWith("\r\n", StringComparison.Ordinal)
            ? "\r\n"
            : "\n";
        if (IsBranched(root))
            return null;
        if (root.Usings.Count == 0)
            return new TextChange(new TextSpan(AfterDefines(root), 0), "using Isomer;" + line + line);
        int place = 0;
        while (place < root.Usings.Count && IsBefore(root.Usings[place]))
            place++;
        // What stands above the first of all (a licence, `#define`) stays above. A comment above another goes with that.
        return place == 0
            ? new TextChange(new TextSpan(root.Usings[0].SpanStart, 0), "using Isomer;" + line)
            : new TextChange(new TextSpan(EndOf(root.Usings[place - 1]), 0), Ended(text, root.Usings[place - 1], line));
    }

    static bool IsIsomer(UsingDirectiveSyntax directive) =>
        directive.Alias is null && !directive.StaticKeyword.IsKind(SyntaxKind.StaticKeyword) && directive.Name?.ToString() == "Isomer";

    static bool IsBefore(UsingDirectiveSyntax directive) =>
        directive.GlobalKeyword.IsKind(SyntaxKind.GlobalKeyword)
        || (directive.Alias is null && directive.Name?.ToString() is { } other
            && (other.StartsWith("System", StringComparison.Ordinal) || string.CompareOrdinal(other, "Isomer") < 0));

    static int EndOf(UsingDirectiveSyntax directive) => directive.FullSpan.End;

    /// <summary>The line itself, after an end of line where the one before it has none.</summary>
    static string Ended(SourceText text, UsingDirectiveSyntax before, string line) =>
        text.Lines.GetLineFromPosition(EndOf(before)).Start == EndOf(before) ? "using Isomer;" + line : line + "using Isomer;" + line;

    /// <summary>`#if` around one of the names, or up to the first thing after them: what is added could be in one branch alone.</summary>
    static bool IsBranched(CompilationUnitSyntax root)
    {
        if (root.Usings.Count == 0)
            return false;
        int end = root.Usings.Last().GetLastToken().GetNextToken(includeZeroWidth: true).SpanStart;
        return root.DescendantTrivia(t => t.FullSpan.Start < end, descendIntoTrivia: false)
            .Any(t => t.SpanStart < end && t.Kind() is SyntaxKind.IfDirectiveTrivia or SyntaxKind.ElifDirectiveTrivia
                or SyntaxKind.ElseDirectiveTrivia or SyntaxKind.EndIfDirectiveTrivia);
    }

    /// <summary>
    /// The start of a document that imports nothing: before a comment, but after `extern alias`, `#define` and what is open there.
    /// </summary>
    static int AfterDefines(CompilationUnitSyntax root)
    {
        if (root.Externs.Count > 0)
            return root.Externs.Last().FullSpan.End;
        int place = 0, open = 0;
        bool isPast = true;
        foreach (SyntaxTrivia trivia in root.GetLeadingTrivia())
        {
            SyntaxKind kind = trivia.Kind();
            open += kind is SyntaxKind.IfDirectiveTrivia or SyntaxKind.RegionDirectiveTrivia ? 1
                : kind is SyntaxKind.EndIfDirectiveTrivia or SyntaxKind.EndRegionDirectiveTrivia ? -1 : 0;
            isPast &= kind is not (SyntaxKind.DefineDirectiveTrivia or SyntaxKind.UndefDirectiveTrivia);
            if (!isPast && open == 0)
                (place, isPast) = (trivia.FullSpan.End, true);
        }
        return place;
    }
}
