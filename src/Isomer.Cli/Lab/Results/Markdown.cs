using System.Globalization;
using System.Text;
using Isomer.Cli.Lab.Features;
using Isomer.Cli.Lab.Links;
using Isomer.Cli.Lab.Report;
using Isomer.Cli.Lab.Scenarios;

namespace Isomer.Cli.Lab.Results;

/// <summary>The summary, as text that can be pasted.</summary>
static class Markdown
{
    public static string Of(LabResults results)
    {
        var text = new StringBuilder("# Isomer lab\n\n");
        text.Append(CultureInfo.InvariantCulture,
            $"{results.Started:yyyy-MM-dd HH:mm} UTC, {Show.Duration(results.Seconds)}, seed {results.Seed}{(results.Partial ? ", stopped early" : "")}. {string.Join(" · ", results.Environment.Values)}\n");
        if (Conclusion.Headline(results) is { } headline)
        {
            Answer(text, results, headline);
            text.Append(CultureInfo.InvariantCulture, $"\n{Plausibility.Said(results)}\n");
            foreach (string doubt in Plausibility.Doubts(results))
                text.Append(CultureInfo.InvariantCulture, $"- {doubt}\n");
            foreach (CaseResult c in Report.AnswerSection.Others(results).Where(c => c != headline))
                Answer(text, results, c);
        }
        foreach (ScenarioResult scenario in results.Scenarios)
        {
            text.Append(CultureInfo.InvariantCulture, $"\n## {scenario.Title}\n\n{scenario.What}\n");
            foreach (CaseResult c in scenario.Cases)
                Case(text, c);
            OutsideSection.AppendText(text, results, scenario);
        }
        Matrix(text, results);
        if (results.Cold.Count > 0)
        {
            text.Append("\n## First use\n\n| case | contestant | first write and read, ms | peak memory, KiB |\n|---|---|---:|---:|\n");
            foreach (ColdResult c in results.Cold.Where(c => c.Reason is null).OrderBy(c => c.Case, StringComparer.Ordinal)
                .ThenBy(c => c.Median))
                text.Append(CultureInfo.InvariantCulture,
                    $"| {c.Case} | {c.Name} | {Show.Ms(c.Median)} ({Show.Ms(c.Low)}–{Show.Ms(c.High)}) | {Show.Bytes(c.PeakKib)} |\n");
        }
        if (results.Transfers.Count > 0)
        {
            text.Append(
                "\n## Over links\n\n| link | case | contestant | protocol | bytes | ms | bound, ms | |\n|---|---|---|---|---:|---:|---:|---|\n");
            foreach (TransferResult t in results.Transfers)
                text.Append(CultureInfo.InvariantCulture,
                    $"| {t.Link} | {t.Case} | {t.Name}{(t.Packing.Length > 0 ? " with " + t.Packing : "")} | {t.Protocol} | {Show.Bytes(t.Bytes)} | {Show.Ms(t.Ms)} | {results.Links.FirstOrDefault(l => l.Name == t.Link)?.BoundFormula(t.Bytes)} = {Show.Ms(t.BoundMs)} | {t.How} |\n");
        }
        return text.ToString();
    }

    static void Answer(StringBuilder text, LabResults results, CaseResult c)
    {
        IReadOnlyList<LinkProfile> links = Conclusion.LinksOf(results);
        text.Append(CultureInfo.InvariantCulture, $"\n## The answer: {c.Title}\n\n{Report.AnswerSection.Units(c)}\n\n");
        if (Plausibility.Rough(c) is { } rough)
            text.Append(CultureInfo.InvariantCulture, $"{rough}\n\n");
        foreach (var (head, said) in Conclusion.Of(results, c))
            text.Append(CultureInfo.InvariantCulture, $"**{head}:** {said}\n\n");
        if (links.Count == 0)
            return;
        text.Append(CultureInfo.InvariantCulture,
            $"Time of one request and messages a second. L: the line holds it back; W: the writer's processor; R: the reader's.\n\n| contestant | {string.Join(" | ", links.Select(l => l.Name))} |\n|---|{string.Concat(links.Select(_ => "---:|"))}\n");
        foreach (Delivery d in Conclusion.Ranked(results, c, links[0]))
            text.Append(CultureInfo.InvariantCulture,
                $"| {d.Offer.Entrant.Name} | {string.Join(" | ", links.Select(l => Report.AnswerSection.Said(Delivery.Best(results, c.Id, d.Offer.Entrant, l)!)))} |\n");
    }

    static void Case(StringBuilder text, CaseResult c)
    {
        text.Append(CultureInfo.InvariantCulture, $"\n### {c.Title}\n\n");
        if (c.Noise is { } noise)
            text.Append(CultureInfo.InvariantCulture,
                $"{c.Reference} against itself: {Show.Percent(noise)}; who differs less than that from the fastest is a tie (=). In brackets the 95 % interval of the median.\n\n");
        text.Append("| contestant | version | bytes | gzip | write, us | read, us | allocates, bytes |\n|---|---|---:|---:|---:|---:|---:|\n");
        foreach (EntrantResult e in c.Entrants.Where(e => e.Reason is null).OrderBy(e => e.Both ?? e.Bytes))
            text.Append(CultureInfo.InvariantCulture,
                $"| {NameOf(e)} | {e.Version} | {Show.Bytes(e.Bytes)} | {Show.Bytes(e.Gzip)} | {Time(e.Write)} | {Time(e.Read)} | {Show.Bytes(e.Write?.Allocated + e.Read?.Allocated)} |\n");
        foreach (EntrantResult e in c.Entrants.Where(e => e.Reason is not null))
            text.Append(CultureInfo.InvariantCulture,
                $"| {e.Name} | {e.Version} | | | | | {e.Reason!.Replace("|", "\\|", StringComparison.Ordinal)} |\n");
        Contract(text, c);
        foreach (string caveat in c.Entrants.Where(e => e.Caveat is not null).Select(e => $"{e.Name}: {e.Caveat}"))
            text.Append(CultureInfo.InvariantCulture, $"\n\\* {caveat}\n");
    }

    /// <summary>The matrix on its side: contestants are more than questions.</summary>
    static void Matrix(StringBuilder text, LabResults results)
    {
        if (results.Features.Count == 0)
            return;
        Probe[] asked = FeatureSection.Asked(results);
        text.Append("\n## What they carry\n\nEach was asked by giving it a value or a payload, as it races: with its defaults, or the options behind its name.\n\n");
        foreach (Probe p in asked)
            text.Append(CultureInfo.InvariantCulture, $"- {p.Title}: {p.What}\n");
        text.Append(CultureInfo.InvariantCulture,
            $"\n| contestant | {string.Join(" | ", asked.Select(p => p.Title))} |\n|---|{string.Concat(asked.Select(_ => "---|"))}\n");
        foreach (FeatureResult f in results.Features)
            text.Append(CultureInfo.InvariantCulture,
                $"| {(f.Ours ? $"**{f.Name}**" : f.Name)}{(f.Options == "defaults" ? "" : $" ({f.Options})")} | {string.Join(" | ", asked.Select(p => FeatureSection.Said(f.Answers.Find(a => a.Probe == p.Id))))} |\n");
    }

    /// <summary>The other contracts beside the arrays'.</summary>
    static void Contract(StringBuilder text, CaseResult c)
    {
        EntrantResult[] raced = [.. c.Entrants.Where(e => e.Contracts.Count > 0).OrderBy(e => e.Both)];
        if (raced.Length == 0)
            return;
        text.Append(CultureInfo.InvariantCulture,
            $"\nBy contract, us:\n\n| contestant | new array | {string.Join(" | ", Contracts.All.Take(2))} | from array | {string.Join(" | ", Contracts.All.Skip(2))} |\n|---|---:|---:|---:|---:|---:|---:|\n");
        foreach (EntrantResult e in raced)
        {
            string Of(int i) => Time(e.Contracts.Find(x => x.Name == Contracts.All[i])?.Timing);
            text.Append(CultureInfo.InvariantCulture,
                $"| {NameOf(e)} | {Time(e.Write)} | {Of(0)} | {Of(1)} | {Time(e.Read)} | {Of(2)} | {Of(3)} |\n");
        }
    }

    static string NameOf(EntrantResult e) => (e.Ours ? $"**{e.Name}**" : e.Name) + (e.Caveat is null ? "" : " *");

    static string Time(Timing? t) => t is null ? "-" : $"{Show.Us(t.Median)}{(t.Tie ? " =" : "")} ({Show.Us(t.Low)}–{Show.Us(t.High)})";
}
