using System.Text;

namespace Isomer.Tests.Cli;

/// <summary>The scripts of docs/scale.md, which tests run as they stand there: indented blocks that begin as scripts do.</summary>
static class ScaleScripts
{
    /// <summary>The one that has some words in it.</summary>
    public static string About(string words) =>
        All(File.ReadAllText(Path.Combine(Tool.Root, "docs", "scale.md"))).Single(s => s.Contains(words, StringComparison.Ordinal));

    static IEnumerable<string> All(string page)
    {
        StringBuilder? script = null;
        foreach (string line in page.Split('\n').Append("end"))
        {
            if (line.StartsWith("    #!", StringComparison.Ordinal))
                script = new StringBuilder();
            if (script is not null && line.Length > 0 && !line.StartsWith("    ", StringComparison.Ordinal))
            {
                yield return script.ToString();
                script = null;
            }
            script?.Append(line.Length > 4 ? line[4..] : line).Append('\n');
        }
    }
}
