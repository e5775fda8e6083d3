using System.Collections.Generic;
using System.Collections.Immutable;
using System.Linq;
using System.Threading;
using System.Threading.Tasks;
using Isomer.Analyzers.Originals;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Text;

namespace Isomer.Analyzers.CodeFixes;

/// <summary>
/// Places where the drop-in's name is to stand, and all that must change with them. Which those are, the compiler tells: after a change
/// each new error is a place that the drop-in flows to and that expects the original, so the names around it are changed as well, until no
/// error is left that was not there before. What cannot be followed (a parameter of a library's) is left as it was.
/// </summary>
sealed class DropInChange(Solution solution, Original original, CancellationToken cancelled)
{
    /// <summary>Each round follows one step of a flow at all of its ends.</summary>
    const int MostRounds = 60;

    readonly Flow _flow = new(solution, original, cancelled);
    readonly Dictionary<ProjectId, HashSet<(DocumentId?, string, int)>> _before = [];

    ImmutableHashSet<Place> _places = [];
    ImmutableHashSet<DocumentId> _qualified = [];

    /// <summary>Takes these in, with what must change with them; false if that cannot be, and nothing is taken in.</summary>
    public async Task<bool> AddAsync(ImmutableArray<Diagnostic> diagnostics)
    {
        ImmutableHashSet<Place> places = _places;
        ImmutableHashSet<DocumentId> qualified = _qualified;
        foreach (Diagnostic diagnostic in diagnostics)
        {
            ImmutableHashSet<Place> seeds = await _flow.SeedsAsync(diagnostic).ConfigureAwait(false);
            if (seeds.IsEmpty)
                return false;
            places = places.Union(seeds);
        }
        for (int round = 0; round < MostRounds; round++)
        {
            List<(DocumentId? Document, string Id, int Position)> errors = await NewErrorsAsync(places, qualified).ConfigureAwait(false);
            if (errors.Count == 0)
            {
                (_places, _qualified) = (places, qualified);
                return true;
            }
            ImmutableHashSet<Place> more = places;
            // `using Isomer;` brings names that others have too, or there is another Isomer: then the name alone is changed.
            ImmutableHashSet<DocumentId> longer =
                qualified.Union(errors.Where(e => e.Id is "CS0104" or "CS0121" or "CS0234" or "CS0246" or "CS1032").Select(e => e.Document)
                    .OfType<DocumentId>().Where(d => places.Any(p => p.Document == d)));
            if (longer.Count == qualified.Count)
            {
                foreach ((DocumentId? document, string _, int position) in errors)
                    if (document is not null && position >= 0)
                        more = more.Union(await _flow.AroundAsync(document, position, more).ConfigureAwait(false));
                if (more.Count == places.Count)
                    longer = longer.Union(places.Select(p => p.Document));
            }
            if (more.Count == places.Count && longer.Count == qualified.Count)
                return false;
            (places, qualified) = (more, longer);
        }
        return false;
    }

    /// <summary>The solution with all that was taken in, or null if that is nothing.</summary>
    public async Task<Solution?> ResultAsync() =>
        _places.IsEmpty ? null : (await ChangedAsync(_places, _qualified).ConfigureAwait(false)).After;

    async Task<(Solution After, Dictionary<DocumentId, ImmutableArray<TextChange>> Changes)> ChangedAsync(ImmutableHashSet<Place> places,
        ImmutableHashSet<DocumentId> qualified)
    {
        Solution after = solution;
        var changes = new Dictionary<DocumentId, ImmutableArray<TextChange>>();
        foreach (IGrouping<DocumentId, Place> group in places.GroupBy(p => p.Document))
        {
            Document document = solution.GetDocument(group.Key)!;
            SourceText text = await document.GetTextAsync(cancelled).ConfigureAwait(false);
            TextChange? imported = qualified.Contains(group.Key)
                ? null
                : await Import.ChangeAsync(document, original, cancelled).ConfigureAwait(false);
            bool isLong = imported is null && !await Import.IsThereAsync(document, original, cancelled).ConfigureAwait(false);
            string name = (isLong || qualified.Contains(group.Key) ? "global::Isomer." : "") + original.DropIn;
            IEnumerable<TextChange> all = group.Select(p => new TextChange(p.Span, name));
            if (imported is { } import)
                all = all.Append(import);
            ImmutableArray<TextChange> sorted = [.. all.OrderBy(c => c.Span.Start)];
            changes.Add(group.Key, sorted);
            after = after.WithDocumentText(group.Key, text.WithChanges(sorted));
        }
        return (after, changes);
    }

    /// <summary>Errors of the changed program that are none of the program's before, by their places in that.</summary>
    async Task<List<(DocumentId?, string, int)>> NewErrorsAsync(ImmutableHashSet<Place> places, ImmutableHashSet<DocumentId> qualified)
    {
        (Solution after, Dictionary<DocumentId, ImmutableArray<TextChange>> changes) =
            await ChangedAsync(places, qualified).ConfigureAwait(false);
        var found = new List<(DocumentId?, string, int)>();
        ProjectDependencyGraph graph = solution.GetProjectDependencyGraph();
        foreach (ProjectId id in places.Select(p => p.Document.ProjectId).Distinct()
            .SelectMany(p => graph.GetProjectsThatTransitivelyDependOnThisProject(p).Prepend(p)).Distinct())
        {
            if (!_before.TryGetValue(id, out HashSet<(DocumentId?, string, int)>? before))
                _before.Add(id, before = [.. await ErrorsAsync(solution.GetProject(id)!, []).ConfigureAwait(false)]);
            foreach ((DocumentId?, string, int) error in await ErrorsAsync(after.GetProject(id)!, changes).ConfigureAwait(false))
                if (!before.Contains(error))
                    found.Add(error);
        }
        return found;
    }

    async Task<List<(DocumentId?, string, int)>> ErrorsAsync(Project project, Dictionary<DocumentId, ImmutableArray<TextChange>> changes)
    {
        var errors = new List<(DocumentId?, string, int)>();
        if (await project.GetCompilationAsync(cancelled).ConfigureAwait(false) is { } compilation)
            foreach (Diagnostic diagnostic in compilation.GetDiagnostics(cancelled))
                if (diagnostic.Severity == DiagnosticSeverity.Error)
                {
                    DocumentId? document = project.Solution.GetDocumentId(diagnostic.Location.SourceTree);
                    int position = diagnostic.Location.SourceSpan.Start;
                    errors.Add((document, diagnostic.Id,
                        document is not null && changes.TryGetValue(document, out ImmutableArray<TextChange> of)
                            ? Before(position, of)
                            : position));
                }
        return errors;
    }

    /// <summary>Where that was before the changes; -1 within what was put in.</summary>
    static int Before(int position, ImmutableArray<TextChange> changes)
    {
        int moved = 0;
        foreach (TextChange change in changes)
        {
            int start = change.Span.Start + moved, length = change.NewText!.Length;
            if (position < start)
                break;
            if (position < start + length)
                return change.Span.IsEmpty ? -1 : change.Span.Start;
            moved += length - change.Span.Length;
        }
        return position - moved;
    }
}
