using System.Text.RegularExpressions;
using Isomer.Cli.Ahead.AsCSharp;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace Isomer.Tests.Ahead;

/// <summary>A saved assembly as C#, and compiled again from that.</summary>
static partial class Recompiled
{
    /// <summary>A name that the library shows its internals to and that no test loads: the code of shapes calls these.</summary>
    public const string Name = "Isomer.Bench";

    public static byte[] Of(byte[] saved)
    {
        // What runs when an assembly is loaded has no name in C#.
        string text = Module().Replace(ShapesText.Whole(saved, [AppContext.BaseDirectory]),
            "static class Start\n{\n\t[System.Runtime.CompilerServices.ModuleInitializer]\n\tinternal static void Run()")
            // Shapes are public for the runtime's sake; in C# what they are made of would have to be public, too.
            .Replace("\npublic struct ", "\ninternal struct ", StringComparison.Ordinal);
        var tree = CSharpSyntaxTree.ParseText(text, new CSharpParseOptions(LanguageVersion.Preview));
        for (int i = 0; ; i++)
        {
            var compilation = CSharpCompilation.Create(Name, [tree], CompilerReferences.Where(_ => true),
                new CSharpCompilationOptions(OutputKind.DynamicallyLinkedLibrary, optimizationLevel: OptimizationLevel.Release,
                    allowUnsafe: true));
            var stream = new MemoryStream();
            var result = compilation.Emit(stream);
            if (result.Success)
                return stream.ToArray();
            Diagnostic[] errors = [.. result.Diagnostics.Where(d => d.Severity == DiagnosticSeverity.Error)];
            // IL begins with all locals at zero; in C# a jump past a local's line leaves it without a value.
            var jumped = errors.Where(e => e.Id == "CS0165").Select(e => LocalOf(tree, e)).Distinct().ToArray();
            if (i > 0 || jumped.Length == 0)
                throw new InvalidOperationException(string.Join("\n", errors.Take(20)) + "\n" + text);
            tree = tree.WithRootAndOptions(WithLocalsFirst(tree.GetRoot(), jumped), tree.Options);
        }
    }

    static LocalDeclarationStatementSyntax LocalOf(SyntaxTree tree, Diagnostic error)
    {
        var use = tree.GetRoot().FindNode(error.Location.SourceSpan);
        return use.FirstAncestorOrSelf<MethodDeclarationSyntax>()!.DescendantNodes().OfType<LocalDeclarationStatementSyntax>()
            .Single(d => d.Declaration.Variables.Any(v => v.Identifier.Text == use.ToString()));
    }

    static SyntaxNode WithLocalsFirst(SyntaxNode root, LocalDeclarationStatementSyntax[] locals)
    {
        static MethodDeclarationSyntax MethodOf(SyntaxNode local) => local.FirstAncestorOrSelf<MethodDeclarationSyntax>()!;

        var tracked = root.TrackNodes(locals.Cast<SyntaxNode>().Concat(locals.Select(MethodOf)));
        foreach (var local in locals)
        {
            var method = tracked.GetCurrentNode(MethodOf(local))!;
            var changed = method.RemoveNode(tracked.GetCurrentNode(local)!, SyntaxRemoveOptions.KeepNoTrivia)!;
            tracked = tracked.ReplaceNode(method, changed.WithBody(changed.Body!.WithStatements(changed.Body.Statements.Insert(0, local))));
        }
        return tracked;
    }

    [GeneratedRegex(@"internal class \S*Module\S*\s*\{\s*static \S+\(\)")]
    private static partial Regex Module();
}
