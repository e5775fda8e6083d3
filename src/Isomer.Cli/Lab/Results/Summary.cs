using System.Globalization;
using System.Text;

namespace Isomer.Cli.Lab.Results;

/// <summary>What the run found, in a table for the terminal: for each case the best, ours, and the article's own.</summary>
static class Summary
{
    public static string Of(LabResults results)
    {
        var text = new StringBuilder();
        foreach (ScenarioResult scenario in results.Scenarios.Where(s => s.Cases.Count > 0))
        {
            text.Append(CultureInfo.InvariantCulture, $"\n{scenario.Name}: {scenario.Title}\n");
            text.Append(CultureInfo.InvariantCulture, $"  {"",-32} {"bytes",10} {"write us",12} {"read us",12}\n");
            // Of a table that grows, its middle and its end stand for it.
            CaseResult[] cases = scenario.Cases.Count > 4 ? [.. scenario.Cases.Where(c => c.Rows is 20 or 1000 or 8000)] : [.. scenario.Cases];
            foreach (CaseResult c in cases)
            {
                text.Append(CultureInfo.InvariantCulture, $" {c.Title}{(c.Noise is { } n ? $" (noise {Show.Percent(n)})" : "")}\n");
                EntrantResult[] able = [.. c.Entrants.Where(e => e.Reason is null).OrderBy(e => e.Both ?? e.Bytes)];
                foreach (EntrantResult e in able)
                    text.Append(CultureInfo.InvariantCulture, $"  {e.Name,-32} {Show.Bytes(e.Bytes),10} {Show.Us(e.Write?.Median) + (e.Write?.Tie == true ? " =" : "  "),12} {Show.Us(e.Read?.Median) + (e.Read?.Tie == true ? " =" : "  "),12}\n");
                if (c.Entrants.Count > able.Length)
                    text.Append(CultureInfo.InvariantCulture, $"  ({c.Entrants.Count - able.Length} cannot carry it: reasons in the report)\n");
            }
        }
        return text.ToString();
    }
}
