using System.Text;

namespace Isomer.Cli.Lab.Results;

/// <summary>The files of a run.</summary>
static class ResultFiles
{
    public static void Write(string folder, LabResults results)
    {
        Directory.CreateDirectory(folder);
        File.WriteAllBytes(Path.Combine(folder, LabResults.FileName), results.ToJson());
        File.WriteAllText(Path.Combine(folder, "results.csv"), Csv.Of(results), s_utf8);
        File.WriteAllText(Path.Combine(folder, "results.md"), Markdown.Of(results), s_utf8);
        File.WriteAllText(Path.Combine(folder, "report.html"), Report.HtmlReport.Of(results), s_utf8);
    }

    /// <summary>
    /// Tells before the run where its results cannot be written: afterwards all would be lost. A folder that was not there is not there
    /// afterwards either.
    /// </summary>
    public static void RefuseUnlessWritable(string folder)
    {
        // What is made for this goes again, from the innermost on.
        var made = new Stack<string>();
        for (string? part = Path.GetFullPath(folder); part is not null && !Directory.Exists(part); part = Path.GetDirectoryName(part))
            made.Push(part);
        string[] inner = [.. made.Reverse()];
        try
        {
            Directory.CreateDirectory(folder);
            string probe = Path.Combine(folder, $".{Guid.NewGuid():N}.part");
            File.WriteAllBytes(probe, [0]);
            File.Delete(probe);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException or ArgumentException or NotSupportedException)
        {
            throw new CliException(ExitCode.Usage, $"--out {folder}: no results can be written there: {e.Message}", e);
        }
        finally
        {
            foreach (string part in inner)
                if (Directory.Exists(part) && !Directory.EnumerateFileSystemEntries(part).Any())
                    Directory.Delete(part);
        }
    }

    static readonly UTF8Encoding s_utf8 = new(false);
}
