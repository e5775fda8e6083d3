using System.Globalization;
using System.Text;
using Isomer.Cli.Lab.Features;
using Isomer.Cli.Lab.Results;

namespace Isomer.Cli.Lab.Report;

/// <summary>The matrix beside the speeds: who is fast because it does less, shows here.</summary>
static class FeatureSection
{
    public static void Append(StringBuilder html, LabResults results)
    {
        if (results.Features.Count == 0)
            return;
        Probe[] asked = Asked(results);
        html.Append(
            "<section id=\"features\"><h2>What they carry</h2>\n<p>Nothing here is from documentation: each contestant was given a value or a payload, as it races (with its defaults, or the options below its name), and what came back was looked at, in a process of its own where that may end it. ✓ yes; ~ in part; ✗ no; † the process ends, or no answer comes.</p>\n<details><summary>The answers of all</summary>\n");
        List<IReadOnlyList<Cell>> rows = [
            .. results.Features.Select(
                f => (IReadOnlyList<Cell>)[
                    new Cell(f.Name, IsHead: true, Css: Family.Of(f.Name, f.Ours).Css + "-t",
                        Hint: f.Options == "defaults" ? null : f.Options),
            .. asked.Select(p => CellOf(f.Answers.Find(a => a.Probe == p.Id)))])];
        html.Append(HtmlTable.Of("What contestants carry", ["contestant", .. asked.Select(p => p.Title)], rows, "features"));
        html.Append("<details><summary>What was asked</summary><dl>");
        foreach (Probe p in asked)
            html.Append(CultureInfo.InvariantCulture, $"<dt>{Svg.Text(p.Title)}</dt><dd>{Svg.Text(p.What)}</dd>");
        html.Append("</dl></details>\n</details>\n</section>\n");
    }

    /// <summary>The questions that this run put; results of another version may have others.</summary>
    public static Probe[] Asked(LabResults results) =>
        [.. Probe.All.Where(p => results.Features.Exists(f => f.Answers.Exists(a => a.Probe == p.Id)))];

    public static string Said(FeatureAnswer? answer) => answer is null ? "" : $"{Mark(answer.Verdict)} {answer.Said}";

    public static string Mark(Verdict verdict) =>
        verdict switch { Verdict.Yes => "✓", Verdict.Partly => "~", Verdict.No => "✗", Verdict.Ends => "†", _ => "" };

    static Cell CellOf(FeatureAnswer? answer) =>
        new(Said(answer), Css: answer is null ? null : "v-" + answer.Verdict.ToString().ToLowerInvariant());
}
