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

    static readonly UTF8Encoding s_utf8 = new(false);
}
