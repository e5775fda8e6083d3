using System.Collections.Immutable;
using Isomer.Analyzers.CodeFixes;
using Isomer.Analyzers.Originals;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CodeActions;
using Microsoft.CodeAnalysis.CodeFixes;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.Diagnostics;
using Microsoft.CodeAnalysis.Text;
using Xunit;

namespace Isomer.Tests.Analyzers;

/// <summary>Code fixes applied as an editor does it: one by one, or all of one kind in a project.</summary>
static class Fixed
{
    static Project Project(params string[] codes)
    {
        Solution solution = new AdhocWorkspace().CurrentSolution;
        ProjectId id = ProjectId.CreateNewId();
        solution = solution.AddProject(
            ProjectInfo.Create(id, VersionStamp.Default, "P", "P", LanguageNames.CSharp,
                parseOptions: new CSharpParseOptions(LanguageVersion.Preview),
            compilationOptions: new CSharpCompilationOptions(OutputKind.DynamicallyLinkedLibrary,
                nullableContextOptions: NullableContextOptions.Enable),
            metadataReferences: Analyzed.References));
        solution = solution.AddDocument(DocumentId.CreateNewId(id), "Usings.cs",
            SourceText.From("global using System; global using System.Collections.Generic; global using System.IO;"));
        for (int i = 0; i < codes.Length; i++)
            solution = solution.AddDocument(DocumentId.CreateNewId(id), $"File{i}.cs", SourceText.From(codes[i]));
        return solution.GetProject(id)!;
    }

    static async Task<ImmutableArray<Diagnostic>> DiagnosticsAsync(Project project, string id)
    {
        Compilation compilation = (await project.GetCompilationAsync(TestContext.Current.CancellationToken))!;
        return [.. (await compilation.WithAnalyzers([new OriginalsAnalyzer()])
            .GetAnalyzerDiagnosticsAsync(TestContext.Current.CancellationToken)).Where(d => d.Id == id)
                .OrderBy(d => d.Location.SourceTree!.FilePath, StringComparer.Ordinal).ThenBy(d => d.Location.SourceSpan.Start)];
    }

    public static async Task<string> AllAsync(string code, string id) => (await AllAsync([code], id))[0];

    /// <summary>"Fix all in solution", from the first one on.</summary>
    public static async Task<string[]> AllAsync(string[] codes, string id)
    {
        Project project = Project(codes);
        ImmutableArray<Diagnostic> found = await DiagnosticsAsync(project, id);
        Assert.NotEmpty(found);
        var provider = new ChangeToDropIn();
        var context = new FixAllContext(project.Documents.First(d => d.Name.StartsWith("File", StringComparison.Ordinal)), provider,
            FixAllScope.Solution, id, [id], new Found(found), TestContext.Current.CancellationToken);
        CodeAction action = (await provider.GetFixAllProvider().GetFixAsync(context))!;
        return await TextsAsync(project, action, codes.Length);
    }

    /// <summary>The light bulb at the first of them.</summary>
    public static async Task<string> OneAsync(string code, string id)
    {
        Project project = Project(code);
        Diagnostic first = (await DiagnosticsAsync(project, id))[0];
        var actions = new List<CodeAction>();
        await new ChangeToDropIn().RegisterCodeFixesAsync(
            new CodeFixContext(project.Documents.Single(d => d.Name == "File0.cs"), first, (action, _) => actions.Add(action),
                TestContext.Current.CancellationToken));
        return (await TextsAsync(project, Assert.Single(actions), 1))[0];
    }

    /// <summary>
    /// What the light bulb at each of them and "fix all" make, with the errors that the program did not have before; no text where no fix
    /// is offered.
    /// </summary>
    public static async Task<List<(string? Text, string[] Errors)>> EveryWayAsync(string code, string id)
    {
        Project project = Project(code);
        ImmutableArray<Diagnostic> found = await DiagnosticsAsync(project, id);
        var provider = new ChangeToDropIn();
        Document document = project.Documents.Single(d => d.Name == "File0.cs");
        var actions = new List<CodeAction?>();
        foreach (Diagnostic one in found)
        {
            int count = actions.Count;
            await provider.RegisterCodeFixesAsync(
                new CodeFixContext(document, one, (action, _) => actions.Add(action), TestContext.Current.CancellationToken));
            if (actions.Count == count)
                actions.Add(null);
        }
        actions.Add(await provider.GetFixAllProvider().GetFixAsync(new FixAllContext(document, provider, FixAllScope.Document, id, [id],
            new Found(found), TestContext.Current.CancellationToken)));
        string[] before = await ErrorsAsync(project);
        var results = new List<(string?, string[])>();
        foreach (CodeAction? action in actions)
            if (action is null)
                results.Add((null, []));
            else
            {
                string text = (await TextsAsync(project, action, 1))[0];
                results.Add((text, [.. (await ErrorsAsync(Project(text))).Except(before)]));
            }
        return results;
    }

    static async Task<string[]> ErrorsAsync(Project project) =>
        [.. (await project.GetCompilationAsync(TestContext.Current.CancellationToken))!
            .GetDiagnostics(TestContext.Current.CancellationToken)
            .Where(d => d.Severity == DiagnosticSeverity.Error).Select(d => d.Id + ": " + d.GetMessage()).Distinct()];

    static async Task<string[]> TextsAsync(Project project, CodeAction action, int count)
    {
        var operations = await action.GetOperationsAsync(TestContext.Current.CancellationToken);
        Solution changed = operations.OfType<ApplyChangesOperation>().Single().ChangedSolution;
        var texts = new string[count];
        for (int i = 0; i < count; i++)
            texts[i] = (await changed.GetProject(project.Id)!.Documents.Single(d => d.Name == $"File{i}.cs")
                .GetTextAsync(TestContext.Current.CancellationToken)).ToString();
        return texts;
    }

    sealed class Found(ImmutableArray<Diagnostic> all) : FixAllContext.DiagnosticProvider
    {
        public override async Task<IEnumerable<Diagnostic>> GetDocumentDiagnosticsAsync(Document document,
            CancellationToken cancellationToken)
        {
            SyntaxTree? tree = await document.GetSyntaxTreeAsync(cancellationToken);
            return all.Where(d => d.Location.SourceTree == tree);
        }

        public override Task<IEnumerable<Diagnostic>> GetProjectDiagnosticsAsync(Project project, CancellationToken cancellationToken) =>
            Task.FromResult<IEnumerable<Diagnostic>>([]);

        public override Task<IEnumerable<Diagnostic>> GetAllDiagnosticsAsync(Project project, CancellationToken cancellationToken) =>
            Task.FromResult<IEnumerable<Diagnostic>>(all);
    }
}
