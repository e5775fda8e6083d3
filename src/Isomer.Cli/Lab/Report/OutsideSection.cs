using System.Globalization;
using System.Text;
using Isomer.Cli.Lab.Outside;
using Isomer.Cli.Lab.Results;

namespace Isomer.Cli.Lab.Report;

/// <summary>What a program of others measured of itself, beside ours; or how to have it.</summary>
static class OutsideSection
{
    public const string Scenario = "dataset", Ours = "Isomer Compact";

    const string How = "Written, read and timed by the program itself, warm, in a process of its own, from columns that it holds as arrays: no contestant of a race. Bytes can be compared, times by their order.";

    static readonly string[] s_heads = ["rows", "by", "bytes", "write, us", "read, us"];

    static IEnumerable<(string Rows, string By, string? Options, long? Bytes, Timing? Write, Timing? Read, string? Reason,
        bool Ours)> Lines(LabResults results, ScenarioResult scenario)
    {
        foreach (OutsideResult o in results.Outside)
        {
            CaseResult? c = scenario.Cases.Find(c => c.Id == o.Case);
            string rows = c?.Title ?? o.Case;
            yield return (rows, o.Name, o.Options, o.Bytes, o.Write, o.Read, o.Reason, false);
            if (c?.Entrants.Find(e => e.Name == Ours && e.Reason is null) is { } ours)
                yield return (rows, ours.Name, ours.Options, ours.Bytes, ours.Write, ours.Read, null, true);
        }
    }

    public static void Append(StringBuilder html, LabResults results, ScenarioResult scenario)
    {
        if (scenario.Name != Scenario)
            return;
        if (results.Outside.Count == 0)
        {
            html.Append(CultureInfo.InvariantCulture, $"<p>{Svg.Text(OutsideParquet.HowTo)}</p>\n");
            return;
        }
        List<IReadOnlyList<Cell>> rows = [.. Lines(results, scenario).Select(l => (IReadOnlyList<Cell>)
        [
            new Cell(l.Rows, IsHead: true), new Cell(l.By, Css: Family.Of(l.By, l.Ours).Css + "-t", Hint: l.Options),
            Cell.Of(l.Bytes, Show.Bytes), l.Reason is null ? Cell.Of(l.Write?.Median, Show.Us) : new Cell(l.Reason),
            Cell.Of(l.Read?.Median, Show.Us),
        ])];
        html.Append(CultureInfo.InvariantCulture, $"<details><summary>Apache Parquet, by another program</summary><p>{Svg.Text(How)}</p>\n")
            .Append(HtmlTable.Of("Apache Parquet by another program, and Compact", s_heads, rows, "parquet")).Append("</details>\n");
    }

    /// <summary>The section as text.</summary>
    public static void AppendText(StringBuilder text, LabResults results, ScenarioResult scenario)
    {
        if (scenario.Name != Scenario)
            return;
        if (results.Outside.Count == 0)
        {
            text.Append(CultureInfo.InvariantCulture, $"\n{OutsideParquet.HowTo}\n");
            return;
        }
        text.Append(CultureInfo.InvariantCulture,
            $"\n### Apache Parquet, by another program\n\n{How}\n\n| {string.Join(" | ", s_heads)} |\n|---|---|---:|---:|---:|\n");
        foreach (var l in Lines(results, scenario))
            text.Append(CultureInfo.InvariantCulture,
                $"| {l.Rows} | {(l.Ours ? $"**{l.By}**" : Plain(l.By))} | {Show.Bytes(l.Bytes)} | {(l.Reason is null ? Show.Us(l.Write?.Median) : Plain(l.Reason))} | {Show.Us(l.Read?.Median)} |\n");
    }

    static string Plain(string said) => said.Replace("|", "\\|", StringComparison.Ordinal).ReplaceLineEndings(" ");
}
