using System.Globalization;
using System.Text;
using Isomer.Cli.Lab.Links;
using Isomer.Cli.Lab.Results;

namespace Isomer.Cli.Lab.Report;

/// <summary>
/// The first screen: what the figures come to, one chart, and the table to choose by. What speaks against the figures stands right behind.
/// </summary>
static class AnswerSection
{
    const int MostBars = 10;

    public static void Append(StringBuilder html, LabResults results)
    {
        html.Append("<section id=\"answer\"><h2>The answer</h2>\n");
        if (Conclusion.Headline(results) is not { } c)
        {
            html.Append("<p>Nothing was timed.</p></section>\n");
            return;
        }
        html.Append(CultureInfo.InvariantCulture,
            $"<p>For {Svg.Text(c.Title)} ({Svg.Text(c.Id)}). {Svg.Text(Units(c))}</p>\n");
        Verdict(html, results, c);
        IReadOnlyList<LinkProfile> links = Conclusion.LinksOf(results);
        if (links.Count > 0)
        {
            Chart(html, results, c, links[0]);
            html.Append(Legend());
            html.Append(
                "<p>Which format, on this data, over which line: the time of one request (writing, compressing where that is quicker, the way, reading), and how many messages a second go through when one core writes, another reads, and the line is between. L: the line is the slowest of the three; W: writing; R: reading.</p>\n");
            html.Append(Table(results, c, links));
        }
        Doubts(html, results);
        CaseResult[] others = [.. Others(results).Where(o => o != c)];
        foreach (CaseResult o in others)
        {
            html.Append(CultureInfo.InvariantCulture, $"<details><summary>The same for {Svg.Text(o.Title)} ({Svg.Text(o.Id)})</summary>\n");
            Verdict(html, results, o);
            html.Append(links.Count > 0 ? Table(results, o, links) : "").Append("</details>\n");
        }
        html.Append("</section>\n");
    }

    /// <summary>What its times are, and how far they can be told apart, for one who reads such a page for the first time.</summary>
    public static string Units(CaseResult c) => "Times are medians, in microseconds (us) or milliseconds (ms)."
        + (c.Noise is { } noise
            ? $" By up to {Show.Percent(noise)} one contestant that ran twice differed from itself: smaller differences mean nothing."
            : "");

    /// <summary>The sentences of a case, behind what makes its figures rough ones.</summary>
    static void Verdict(StringBuilder html, LabResults results, CaseResult c)
    {
        if (Plausibility.Rough(c) is { } rough)
            html.Append(CultureInfo.InvariantCulture, $"<p class=\"rough\">{Svg.Text(rough)}</p>\n");
        foreach (var (head, text) in Conclusion.Of(results, c))
            html.Append(CultureInfo.InvariantCulture, $"<p class=\"verdict\"><strong>{Svg.Text(head)}:</strong> {Svg.Text(text)}</p>\n");
    }

    /// <summary>Cases for which somebody may want to choose; of a table that grows, its middle stands for it.</summary>
    public static IEnumerable<CaseResult> Others(LabResults results) =>
        results.Cases.Where(
            c => LabPlan.Travels(c.Id) && c.Entrants.Any(e => e.Both is not null)
                && (!c.Id.StartsWith("dataset/", StringComparison.Ordinal) || c.Rows is 0 or 1000));

    static void Chart(StringBuilder html, LabResults results, CaseResult c, LinkProfile link)
    {
        IReadOnlyList<Delivery> ranked = Conclusion.Ranked(results, c, link);
        BarRow[] bars = [
            .. ranked.Take(MostBars)
                .Select(d =>
                    new BarRow(Conclusion.NameOf(d.Offer), Family.Of(d.Offer.Entrant.Name, d.Offer.Entrant.Ours), d.RequestMs, d.RequestMs,
                        d.RequestMs, false, $"{Show.Ms(d.RequestMs)} ms"))];
        string more = ranked.Count > MostBars
            ? string.Create(CultureInfo.InvariantCulture, $"; the first {MostBars} of {ranked.Count}")
            : "";
        html.Append(HtmlBars.Of($"One request over {link.Name}{(link.IsLine ? $" ({link.Described})" : "")}{more}", "ms", bars));
    }

    /// <summary>A row for each contestant, a column for each line; lines that make no difference share one.</summary>
    static string Table(LabResults results, CaseResult c, IReadOnlyList<LinkProfile> links)
    {
        EntrantResult[] timed = [.. c.Entrants.Where(e => e.Both is not null)];
        var columns = new List<(string Head, Cell[] Cells)>();
        foreach (LinkProfile link in links)
        {
            Cell[] cells = [.. timed.Select(e => CellOf(Delivery.Best(results, c.Id, e, link)!))];
            int same = columns.FindIndex(k => k.Cells.Select(x => (x.Text, x.Hint)).SequenceEqual(cells.Select(x => (x.Text, x.Hint))));
            if (same >= 0)
                columns[same] = (columns[same].Head + ", " + link.Name, cells);
            else
                columns.Add((link.Name, cells));
        }
        var rows = timed.Select(
            (e, i) =>
                (Order: columns[0].Cells[i].Number,
                    Row: (IReadOnlyList<Cell>)[
                        new Cell(e.Name + (e.Caveat is null ? "" : " *"), IsHead: true, Css: Family.Of(e.Name, e.Ours).Css + "-t"),
            Cell.Of(e.Bytes, Show.Bytes), .. columns.Select(k => k.Cells[i])])).OrderBy(r => r.Order).Select(r => r.Row).ToList();
        return HtmlTable.Of($"{c.Title}: time of one request", ["contestant", "bytes", .. columns.Select(k => k.Head)], rows,
            "answer-" + c.Id.Replace('/', '-'));
    }

    /// <summary>As a cell of text has it.</summary>
    public static string Said(Delivery d) => CellOf(d) is var cell ? $"{cell.Text}: {cell.Hint}" : "";

    static Cell CellOf(Delivery d)
    {
        string packing = d.Offer.Packing.Length > 0 ? $"{d.Offer.Packing} {Show.Bytes(d.Offer.Bytes)} B, " : "";
        return new Cell($"{Show.Ms(d.RequestMs)} ms", Math.Round(d.RequestMs, 4),
            Hint: $"{packing}{Show.Rate(d.PerSecond)}/s {d.Neck}, {d.How}");
    }

    static void Doubts(StringBuilder html, LabResults results)
    {
        List<string> doubts = Plausibility.Doubts(results);
        html.Append(CultureInfo.InvariantCulture, $"<p class=\"source\">{Svg.Text(Plausibility.Said(results))}</p>\n");
        if (doubts.Count == 0)
            return;
        html.Append(CultureInfo.InvariantCulture,
            $"<details class=\"doubts\"><summary>What speaks against figures of this run: {doubts.Count}</summary><ul>");
        foreach (string doubt in doubts)
            html.Append(CultureInfo.InvariantCulture, $"<li>{Svg.Text(doubt)}</li>");
        html.Append("</ul></details>\n");
    }

    static string Legend()
    {
        var html = new StringBuilder("<p class=\"legend\">");
        foreach (Family family in Family.All)
            html.Append(CultureInfo.InvariantCulture,
                $"<span><svg viewBox=\"0 0 14 14\" width=\"14\" height=\"14\" aria-hidden=\"true\">{Mark(family)}</svg> {Svg.Text(family.Title)}</span> ");
        return html.Append("</p>\n").ToString();
    }

    static string Mark(Family family)
    {
        var svg = new Svg("x", "", "", 14, 14);
        svg.Mark(family, 7, 7, family.Title);
        string whole = svg.ToString();
        int start = whole.IndexOf("</desc>", StringComparison.Ordinal) + 7;
        return whole[start..^6];
    }
}
