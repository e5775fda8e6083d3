using System.Text.RegularExpressions;
using Isomer.Analyzers;
using Isomer.Tests.Cli;
using Xunit;

namespace Isomer.Tests.Analyzers;

/// <summary>
/// The page of each rule is its first test: the first program on it is told of, and loses or is refused when it runs; the second is not,
/// and keeps. Of the originals the second is what the code fix makes of the first.
/// </summary>
public partial class AnalyzerPages
{
    static string Folder => Path.Combine(Tool.Root, "docs", "analyzers");

    public static TheoryData<string> Contracts => new(Rules.All.Select(r => r.Id).Where(i => string.CompareOrdinal(i, "ISO0100") < 0));

    public static TheoryData<string> Originals => new(
        Rules.All.Select(r => r.Id).Where(i => string.CompareOrdinal(i, "ISO0100") > 0 && string.CompareOrdinal(i, "ISO0200") < 0));

    static string[] Blocks(string id) =>
        [.. CodeBlock().Matches(File.ReadAllText(Path.Combine(Folder, id + ".md")).ReplaceLineEndings("\n"))
            .Select(m => m.Groups[1].Value)];

    [Fact]
    public void Each_rule_has_a_page_and_each_page_a_rule()
    {
        string list = File.ReadAllText(Path.Combine(Tool.Root, "docs", "analyzers.md"));
        Assert.Equal(Rules.All.Select(r => r.Id).Order(StringComparer.Ordinal),
            Directory.GetFiles(Folder).Select(Path.GetFileNameWithoutExtension).Order(StringComparer.Ordinal)!);
        foreach (var rule in Rules.All)
        {
            Assert.Contains($"[{rule.Id}](analyzers/{rule.Id}.md)", list, StringComparison.Ordinal);
            Assert.StartsWith($"# {rule.Id}: ", File.ReadAllText(Path.Combine(Folder, rule.Id + ".md")), StringComparison.Ordinal);
        }
    }

    [Fact]
    public void Links_lead_somewhere()
    {
        foreach (string page in Directory.GetFiles(Folder))
            foreach (Match link in Link().Matches(File.ReadAllText(page)))
                Assert.True(File.Exists(Path.GetFullPath(Path.Combine(Folder, link.Groups[1].Value))), $"{page}: {link.Value}");
    }

    [Theory, MemberData(nameof(Contracts))]
    public async Task The_first_program_is_told_of_and_loses_and_the_second_keeps(string id)
    {
        string[] blocks = Blocks(id);
        Assert.Equal(2, blocks.Length);
        var loses = new Analyzed(blocks[0]);
        Assert.Empty(loses.Errors);
        Assert.Equal([id], await loses.IdsAsync());
        Assert.False(loses.Keeps());
        var keeps = new Analyzed(blocks[1]);
        Assert.Empty(keeps.Errors);
        Assert.Empty(await keeps.IdsAsync());
        Assert.True(keeps.Keeps());
    }

    [Theory, MemberData(nameof(Originals))]
    public async Task The_code_fix_makes_the_second_of_the_first(string id)
    {
        string[] blocks = Blocks(id);
        Assert.Equal(2, blocks.Length);
        var before = new Analyzed(blocks[0], usesIsomer: false);
        Assert.Equal([id], await before.IdsAsync());
        Assert.Equal(blocks[1], await Fixed.AllAsync(blocks[0], id));
        var after = new Analyzed(blocks[1], usesIsomer: false);
        Assert.Empty(after.Errors);
        Assert.Empty(await after.IdsAsync());
    }

    [GeneratedRegex(@"^```csharp\n(.*?)^```", RegexOptions.Singleline | RegexOptions.Multiline)]
    private static partial Regex CodeBlock();

    [GeneratedRegex(@"\]\((?!https?:)([^)#]+)(?:#[^)]*)?\)")]
    private static partial Regex Link();
}
