using System.Globalization;
using System.Text;
using Isomer.Cli.Lab.Scenarios;

namespace Isomer.Cli.Lab.Results;

/// <summary>One row for each contestant and case.</summary>
static class Csv
{
    static readonly string[] s_head = ["scenario", "case", "rows", "contestant", "version", "options", "isomer", "bytes", "gzip",
        "write_us", "write_low", "write_high", "write_p95", "write_min", "write_allocated", "read_us", "read_low", "read_high", "read_p95",
        "read_min", "read_allocated", "noise", "caveat", "reason",
        .. Contracts.All.SelectMany(c => ColumnsOf(c.ToLowerInvariant().Replace(' ', '_'))), "verdict", "answer"];

    static string[] ColumnsOf(string contract) => [contract + "_us", contract + "_low", contract + "_high", contract + "_allocated"];

    public static string Of(LabResults results)
    {
        var text = new StringBuilder();
        Line(text, s_head);
        foreach (ScenarioResult scenario in results.Scenarios)
        {
            foreach (CaseResult c in scenario.Cases)
            {
                foreach (EntrantResult e in c.Entrants)
                {
                    Line(text,
                        [scenario.Name, c.Id, c.Rows.ToString(CultureInfo.InvariantCulture), e.Name, e.Version, e.Options,
                            e.Ours ? "1" : "0",
                        Show.Raw(e.Bytes), Show.Raw(e.Gzip), .. TimingOf(e.Write), .. TimingOf(e.Read), Show.Raw(c.Noise), e.Caveat ?? "",
                        e.Reason ?? "",
                        .. Contracts.All.SelectMany(n => ContractOf(e.Contracts.Find(x => x.Name == n)?.Timing)), "", ""]);
                }
            }
        }
        foreach (FeatureResult f in results.Features)
        {
            string[] nothing = [.. Enumerable.Repeat("", s_head.Length - 9)];
            foreach (FeatureAnswer a in f.Answers)
                Line(text,
                    ["features", "features/" + a.Probe, "0", f.Name, f.Version, f.Options, f.Ours ? "1" : "0", .. nothing,
                        a.Verdict.ToString(), a.Said]);
        }
        return text.ToString();
    }

    static string[] TimingOf(Timing? t) =>
        [Show.Raw(t?.Median), Show.Raw(t?.Low), Show.Raw(t?.High), Show.Raw(t?.P95), Show.Raw(t?.Min), Show.Raw(t?.Allocated)];

    static string[] ContractOf(Timing? t) => [Show.Raw(t?.Median), Show.Raw(t?.Low), Show.Raw(t?.High), Show.Raw(t?.Allocated)];

    public static void Line(StringBuilder text, IEnumerable<string> cells) => text.AppendJoin(',', cells.Select(Cell)).Append('\n');

    static string Cell(string value)
    {
        string text = IsFormula(value) ? "'" + value : value;
        return text.AsSpan().IndexOfAny("\",\r\n") < 0 ? text : "\"" + text.Replace("\"", "\"\"", StringComparison.Ordinal) + "\"";
    }

    /// <summary>What a spreadsheet would compute rather than show; a number it may.</summary>
    static bool IsFormula(string value) =>
        value is ['=' or '+' or '-' or '@' or '\t' or '\r' or '\n', _, ..]
            && !double.TryParse(value, NumberStyles.Float, CultureInfo.InvariantCulture, out _);
}
