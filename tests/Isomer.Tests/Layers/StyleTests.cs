using System.Text.RegularExpressions;
using Isomer.Tests.Docs;
using Xunit;

namespace Isomer.Tests.Layers;

/// <summary>What the sources look like.</summary>
public partial class StyleTests
{
    const int Longest = 140;

    static readonly string[] s_others = ["/obj/", "/bin/", "/Docs/DocExamples", "tests/mono/"];

    [GeneratedRegex("\"\"\".*|\"(?:[^\"\\\\]|\\\\.)*\"")]
    private static partial Regex TextRegex();

    /// <summary>A line has at most 140 characters, texts in it not counted.</summary>
    [Theory]
    [InlineData("src")]
    [InlineData("bench")]
    [InlineData("samples")]
    [InlineData("tests")]
    public void Lines_are_short(string folder)
    {
        string root = Path.GetFullPath(Path.Combine(DocFiles.PathOf("design.md"), "../.."));
        var found = new List<string>();
        int lines = 0;
        foreach (string file in Directory.EnumerateFiles(Path.Combine(root, folder), "*.cs", SearchOption.AllDirectories))
        {
            string name = Path.GetRelativePath(root, file).Replace('\\', '/');
            // Examples are lines of the docs' pages, and what mono compiles is what it is committed with.
            if (Array.Exists(s_others, other => name.Contains(other, StringComparison.Ordinal)))
                continue;
            // Within a text of several lines they are as long as what it stands for.
            bool isText = false;
            int number = 0;
            foreach (string line in File.ReadLines(file))
            {
                number++;
                lines++;
                bool wasText = isText;
                if (Regex.Count(line, "\"\"\"") % 2 == 1)
                    isText = !isText;
                if (line.Length > Longest && !wasText && !isText && TextRegex().Replace(line, "").Length > Longest)
                    found.Add($"{name}:{number} has {line.Length}");
            }
        }
        Assert.True(lines > 100, folder);
        Assert.True(found.Count == 0, string.Join("\n", found));
    }

    /// <summary>Whoever reads one in a tooltip has not read the one before: it names its thing.</summary>
    [Fact]
    public void Summaries_stand_alone()
    {
        string root = Path.GetFullPath(Path.Combine(DocFiles.PathOf("design.md"), "../../src"));
        var found = new List<string>();
        int summaries = 0;
        foreach (string file in Directory.EnumerateFiles(root, "*.cs", SearchOption.AllDirectories))
        {
            string text = File.ReadAllText(file);
            summaries += Regex.Count(text, "<summary>");
            found.AddRange(Regex.Matches(text, @"/// <summary>\s*(?:/// )?The same\b[^\n]*").Select(m => $"{Path.GetFileName(file)}: {m.Value}"));
        }
        Assert.True(summaries > 5000, $"{summaries}");
        Assert.True(found.Count == 0, string.Join("\n", found));
    }
}
