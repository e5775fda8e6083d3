using System.Collections.Generic;
using System.Collections.Immutable;
using System.Composition;
using System.Linq;
using System.Threading.Tasks;
using Isomer.Analyzers.Originals;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CodeActions;
using Microsoft.CodeAnalysis.CodeFixes;

namespace Isomer.Analyzers.CodeFixes;

/// <summary>
/// "Change to IsomerXmlSerializer": the name of the drop-in where the original's stands, and `using Isomer;`. What the new object flows to
/// is declared anew too. Offered only where the program compiles afterwards as well as before. All in a document, a project or a solution
/// at once.
/// </summary>
[ExportCodeFixProvider(LanguageNames.CSharp, Name = nameof(ChangeToDropIn)), Shared]
public sealed class ChangeToDropIn : CodeFixProvider
{
    /// <inheritdoc/>
    public override ImmutableArray<string> FixableDiagnosticIds { get; } = [.. Original.All.Values.Select(o => o.Rule.Id)];

    /// <inheritdoc/>
    public override FixAllProvider GetFixAllProvider() => new All();

    /// <inheritdoc/>
    public override async Task RegisterCodeFixesAsync(CodeFixContext context)
    {
        foreach (Diagnostic diagnostic in context.Diagnostics)
            if (Original.Of(diagnostic.Id) is { } original)
            {
                var change = new DropInChange(context.Document.Project.Solution, original, context.CancellationToken);
                if (await change.AddAsync([diagnostic]).ConfigureAwait(false)
                    && await change.ResultAsync().ConfigureAwait(false) is { } after)
                    context.RegisterCodeFix(Action(original, after), diagnostic);
            }
    }

    static CodeAction Action(Original original, Solution after) =>
        CodeAction.Create($"Change to {original.DropIn}", _ => Task.FromResult(after), equivalenceKey: original.Rule.Id);

    sealed class All : FixAllProvider
    {
        public override async Task<CodeAction?> GetFixAsync(FixAllContext context)
        {
            if (context.CodeActionEquivalenceKey is not { } key || Original.Of(key) is not { } original)
                return null;
            var change = new DropInChange(context.Solution, original, context.CancellationToken);
            await AddAsync(change, await FoundAsync(context).ConfigureAwait(false)).ConfigureAwait(false);
            return await change.ResultAsync().ConfigureAwait(false) is { } after ? Action(original, after) : null;
        }

        static async Task<ImmutableArray<Diagnostic>> FoundAsync(FixAllContext context)
        {
            if (context.Scope == FixAllScope.Document)
                return await context.GetDocumentDiagnosticsAsync(context.Document!).ConfigureAwait(false);
            var found = new List<Diagnostic>();
            foreach (Project project in context.Scope == FixAllScope.Solution ? context.Solution.Projects : [context.Project])
                found.AddRange(await context.GetAllDiagnosticsAsync(project).ConfigureAwait(false));
            return [.. found.Distinct()];
        }

        /// <summary>All at once, for a program is compiled each time; where one of them cannot be, the halves.</summary>
        static async Task AddAsync(DropInChange change, ImmutableArray<Diagnostic> found)
        {
            if (found.IsEmpty || await change.AddAsync(found).ConfigureAwait(false) || found.Length == 1)
                return;
            await AddAsync(change, found.RemoveRange(found.Length / 2, found.Length - found.Length / 2)).ConfigureAwait(false);
            await AddAsync(change, found.RemoveRange(0, found.Length / 2)).ConfigureAwait(false);
        }
    }
}
