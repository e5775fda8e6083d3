using System.Reflection;
using System.Text.RegularExpressions;
using Xunit;

namespace Isomer.Tests.Docs;

/// <summary>The pages themselves: their code is code that is compiled and run here, their links lead somewhere.</summary>
public partial class DocFiles
{
    static readonly string Root = FindRoot();

    internal static string PathOf(string page) => Path.Combine(Root, "docs", page);

    public static TheoryData<string> Pages => new(Directory.GetFiles(Root, "*.md").Concat(Directory.GetFiles(Path.Combine(Root, "docs"), "*.md"))
        .Select(path => Path.GetRelativePath(Root, path).Replace('\\', '/')).Order(StringComparer.Ordinal));

    [Theory, MemberData(nameof(Pages))]
    public void Code_is_compiled(string page)
    {
        string compiled = "\n" + string.Join("\n", Directory.GetFiles(Path.Combine(Root, "tests/Isomer.Tests/Docs"), "DocExamples*.cs")
            .Append(Path.Combine(Root, "samples/QuickStart/Program.cs"))
            .Concat(Directory.GetFiles(Path.Combine(Root, "samples/OwnFormat"), "*.cs")).Concat(Directory.GetFiles(Path.Combine(Root, "tests/Isomer.Tests/OwnFormat"), "*.cs")).Select(path => Normal(File.ReadAllText(path)))) + "\n";
        foreach (Match block in CodeBlock().Matches(Read(page)))
            Assert.True(compiled.Contains("\n" + Normal(block.Groups[1].Value) + "\n", StringComparison.Ordinal), $"{page}: no test has this code:\n{block.Value}");
    }

    [Theory, MemberData(nameof(Pages))]
    public void Links_lead_somewhere(string page)
    {
        foreach (Match link in Link().Matches(Read(page)))
        {
            string file = link.Groups[1].Value, anchor = link.Groups[2].Value;
            string target = file.Length == 0 ? Path.Combine(Root, page) : Path.GetFullPath(Path.Combine(Root, Path.GetDirectoryName(page)!, file));
            Assert.True(Path.Exists(target), $"{page}: {link.Value}");
            if (anchor.Length > 0)
                Assert.Contains(anchor, Heading().Matches(File.ReadAllText(target)).Select(h => h.Groups[1].Value.Trim().ToLowerInvariant().Replace(' ', '-')));
        }
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

    [GeneratedRegex(@"^#+ (.*)$", RegexOptions.Multiline)]
    private static partial Regex Heading();

    [GeneratedRegex(@"(^|\s)//.*$")]
    private static partial Regex LineComment();
}
