using System.Reflection;
using System.Text.RegularExpressions;
using Xunit;

namespace Isomer.Tests.Docs;

/// <summary>The pages themselves: their code is code that is compiled and run here, their links lead somewhere.</summary>
public partial class DocFiles
{
    internal static readonly string Root = FindRoot();

    internal static string PathOf(string page) => Path.Combine(Root, "docs", page);

    // The pages of analyzers have tests of their own, for their code is programs that lose data.
    static readonly string[] s_folders = ["", "docs", "docs/decisions", "docs/open"];

    static IEnumerable<string> All => s_folders.SelectMany(folder => Directory.GetFiles(Path.Combine(Root, folder), "*.md"))
        .Select(path => Path.GetRelativePath(Root, path).Replace('\\', '/')).Order(StringComparer.Ordinal);

    public static TheoryData<string> Pages => new(All);

    /// <summary>Without what tells of former versions, and so of files that have gone since.</summary>
    public static TheoryData<string> PagesOfToday => new(All.Where(page => page != "CHANGELOG.md"));

    [Theory, MemberData(nameof(Pages))]
    public void Code_is_compiled(string page)
    {
        string compiled = "\n" + string.Join("\n", Directory.GetFiles(Path.Combine(Root, "tests/Isomer.Tests/Docs"), "DocExamples*.cs")
            .Append(Path.Combine(Root, "samples/QuickStart/Program.cs"))
            .Concat(Directory.GetFiles(Path.Combine(Root, "samples/OwnFormat"), "*.cs"))
                .Concat(Directory.GetFiles(Path.Combine(Root, "tests/Isomer.Tests/OwnFormat"), "*.cs"))
                    .Select(path => Normal(File.ReadAllText(path)))) + "\n";
        foreach (Match block in CodeBlock().Matches(Read(page)))
            Assert.True(compiled.Contains("\n" + Normal(block.Groups[1].Value) + "\n", StringComparison.Ordinal),
                $"{page}: no test has this code:\n{block.Value}");
    }

    [Theory, MemberData(nameof(Pages))]
    public void Links_lead_somewhere(string page)
    {
        foreach (Match link in Link().Matches(Read(page)))
        {
            string file = link.Groups[1].Value, anchor = link.Groups[2].Value;
            string target = file.Length == 0
                ? Path.Combine(Root, page)
                : Path.GetFullPath(Path.Combine(Root, Path.GetDirectoryName(page)!, file));
            Assert.True(Path.Exists(target), $"{page}: {link.Value}");
            if (anchor.Length > 0)
                Assert.Contains(anchor,
                    Heading().Matches(File.ReadAllText(target)).Select(h => h.Groups[1].Value.Trim().ToLowerInvariant().Replace(' ', '-')));
        }
    }

    /// <summary>Files of the repository that pages name beside their links.</summary>
    [Theory, MemberData(nameof(PagesOfToday))]
    public void Paths_lead_somewhere(string page)
    {
        foreach (Match path in RepositoryPath().Matches(Read(page)))
            Assert.True(Path.Exists(Path.Combine(Root, path.Value)), $"{page}: {path.Value}");
    }

    [Fact]
    public void The_index_has_each_decision()
    {
        string index = Read("docs/design.md");
        Assert.All(Directory.GetFiles(PathOf("decisions"), "*.md"),
            path => Assert.Contains($"](decisions/{Path.GetFileName(path)})", index, StringComparison.Ordinal));
    }

    [Fact]
    public void The_readme_begins_with_the_quick_start()
    {
        string block = CodeBlock().Match(Read("README.md")).Groups[1].Value;
        Assert.Equal(block, Read("samples/QuickStart/Program.cs"));
    }

    [Fact]
    public void The_quick_start_runs() => Assembly.Load("QuickStart").EntryPoint!.Invoke(null, [Array.Empty<string>()]);

    static string Read(string path) => File.ReadAllText(Path.Combine(Root, path)).ReplaceLineEndings("\n");

    /// <summary>The lines without indentation and comments, and no empty ones.</summary>
    static string Normal(string code) => string.Join('\n', code.Split('\n')
        .Select(line => LineComment().Replace(line, "").Trim()).Where(line => line.Length > 0));

    static string FindRoot()
    {
        string? folder = AppContext.BaseDirectory;
        while (folder is not null && !File.Exists(Path.Combine(folder, "Isomer.slnx")))
            folder = Path.GetDirectoryName(folder);
        return folder ?? throw new InvalidOperationException("The tests do not lie in the repository.");
    }

    [GeneratedRegex("```csharp\n(.*?)```", RegexOptions.Singleline)]
    private static partial Regex CodeBlock();

    [GeneratedRegex(@"\]\((?!https?:)([^)#\s]*)#?([^)\s]*)\)")]
    private static partial Regex Link();

    // A name with a star is none, nor is what stands within another path or address.
    [GeneratedRegex(@"(?<![\w/.~-])(?:src|tests|bench|samples)/[\w./~-]*\w(?![\w./~-]*[*])")]
    private static partial Regex RepositoryPath();

    [GeneratedRegex(@"^#+ (.*)$", RegexOptions.Multiline)]
    private static partial Regex Heading();

    [GeneratedRegex(@"(^|\s)//.*$")]
    private static partial Regex LineComment();
}
