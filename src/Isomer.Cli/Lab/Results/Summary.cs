using System.Globalization;
using System.Text;
using Isomer.Cli.Lab.Features;
using Isomer.Cli.Lab.Report;

namespace Isomer.Cli.Lab.Results;

/// <summary>What the run found, in a table for the terminal: for each case the best, ours, and the article's own.</summary>
static class Summary
{
    public static string Of(LabResults results)
    {
        var text = new StringBuilder();
        if (Conclusion.Headline(results) is { } headline)
        {
            text.Append(CultureInfo.InvariantCulture, $"\n{headline.Title} ({headline.Id}):\n");
            if (Plausibility.Rough(headline) is { } rough)
                text.Append(CultureInfo.InvariantCulture, $"  {rough}\n");
            foreach (var (head, said) in Conclusion.Of(results, headline))
                text.Append(CultureInfo.InvariantCulture, $"  {head}: {said}\n");
            List<string> doubts = Plausibility.Doubts(results);
            text.Append(CultureInfo.InvariantCulture,
                $"  {Plausibility.Said(results)}{(doubts.Count > 0 ? $" {Show.Count(doubts.Count, "doubt")}: see the report." : "")}\n");
        }
        foreach (ScenarioResult scenario in results.Scenarios.Where(s => s.Cases.Count > 0))
        {
            text.Append(CultureInfo.InvariantCulture, $"\n{scenario.Name}: {scenario.Title}\n");
            text.Append(CultureInfo.InvariantCulture, $"  {"",-32} {"bytes",10} {"write us",12} {"read us",12}\n");
            // Of a table that grows, its middle and its end stand for it.
            CaseResult[] cases = scenario.Cases.Count > 4
                ? [.. scenario.Cases.Where(c => c.Rows is 20 or 1000 or 8000)]
                : [.. scenario.Cases];
            foreach (CaseResult c in cases)
            {
                text.Append(CultureInfo.InvariantCulture, $" {c.Title}{(c.Noise is { } n ? $" (noise {Show.Percent(n)})" : "")}\n");
                EntrantResult[] able = [.. c.Entrants.Where(e => e.Reason is null).OrderBy(e => e.Both ?? e.Bytes)];
                foreach (EntrantResult e in able)
                    text.Append(CultureInfo.InvariantCulture,
                        $"  {e.Name,-32} {Show.Bytes(e.Bytes),10} {Show.Us(e.Write?.Median) + (e.Write?.Tie == true ? " =" : "  "),12} {Show.Us(e.Read?.Median) + (e.Read?.Tie == true ? " =" : "  "),12}\n");
                if (c.Entrants.Count > able.Length)
                    text.Append(CultureInfo.InvariantCulture,
                        $"  ({c.Entrants.Count - able.Length} cannot carry it: reasons in the report)\n");
            }
        }
        Matrix(text, results);
        return text.ToString();
    }

    /// <summary>Marks alone, under letters: the words are in the report.</summary>
    static void Matrix(StringBuilder text, LabResults results)
    {
        Probe[] asked = FeatureSection.Asked(results);
        if (asked.Length == 0)
            return;
        text.Append("\nfeatures: what they carry (✓ yes, ~ in part, ✗ no, † the process ends)\n");
        string[] legend = [.. asked.Select((p, i) => $"{(char)('a' + i)} {p.Title}")];
        foreach (string[] line in legend.Chunk(5))
            text.Append("  ").AppendJoin("   ", line).Append('\n');
        text.Append(CultureInfo.InvariantCulture, $"  {"",-32} {string.Join(' ', asked.Select((_, i) => (char)('a' + i)))}\n");
        foreach (FeatureResult f in results.Features)
            text.Append(CultureInfo.InvariantCulture,
                $"  {f.Name,-32} {string.Join(' ', asked.Select(p => f.Answers.Find(a => a.Probe == p.Id) is { } a ? FeatureSection.Mark(a.Verdict).PadRight(1) : " "))}\n");
    }
}
