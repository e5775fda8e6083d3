using System.Globalization;
using System.Text;
using Isomer.Cli.Lab.Links;
using Isomer.Cli.Lab.Published;
using Isomer.Cli.Lab.Results;

namespace Isomer.Cli.Lab.Report;

/// <summary>The answer that people came for: on this data, over this line, so many messages a second, and what holds them back.</summary>
static class Throughput
{
    static readonly string[] s_usual = ["massi-2006-fit", "3g", "4g", "fibre", "lan"];

    public static void Append(StringBuilder html, LabResults results)
    {
        CaseResult[] cases = Cases(results);
        html.Append("<section id=\"throughput\"><h2>Messages a second</h2>\n<p>One core writes, another reads, the line is between: the slowest of the three decides. L: the line; W: the writer's processor; R: the reader's.</p>\n");
        LinkProfile[] links = Links(results);
        foreach (CaseResult c in cases)
        {
            var rows = c.Entrants.Where(e => e.Both is not null).OrderByDescending(e => Best(e, links[^1]).PerSecond)
                .Select(e => (IReadOnlyList<Cell>)[new Cell(e.Name, IsHead: true, Css: Family.Of(e.Name, e.Ours).Css + "-t"), Cell.Of(e.Bytes, Show.Bytes), .. links.Select(l => new Cell(Said(e, l), Math.Round(Best(e, l).PerSecond, 2)))]).ToList();
            html.Append(HtmlTable.Of($"{c.Title} ({c.Id.Split('/')[0]}), messages a second", ["contestant", "bytes", .. links.Select(l => l.Name)], rows, "throughput-" + c.Id.Replace('/', '-')));
        }
        if (cases.Length == 0)
            html.Append("<p>Nothing was timed that would travel.</p>");
        html.Append("</section>\n");
    }

    /// <summary>The lines that throughput is told for: a few usual ones, and those of the run.</summary>
    public static LinkProfile[] Links(LabResults results) => [.. LinkProfile.All.Where(l => s_usual.Contains(l.Name)), .. results.Links.Where(l => !s_usual.Contains(l.Name))];

    public static CaseResult[] Cases(LabResults results) =>
        [.. results.Cases.Where(c => LabPlan.Travels(c.Id) && (c.Rows is 0 or 1000 or 296 or 2985 || c.Id.EndsWith("/query", StringComparison.Ordinal)) && c.Entrants.Any(e => e.Both is not null))];

    /// <summary>Messages a second and the bottleneck as a cell has them: "1,234 L".</summary>
    public static string Said(EntrantResult e, LinkProfile link) => Best(e, link) is var (perSecond, neck) ? $"{Number(perSecond)} {neck}" : "";

    /// <summary>Messages a second, and the bottleneck.</summary>
    public static (double PerSecond, char Bottleneck) Best(EntrantResult e, LinkProfile link)
    {
        double write = 1e6 / e.Write!.Median, read = 1e6 / e.Read!.Median, line = 1000 / link.LineMs(e.Bytes!.Value);
        double least = Math.Min(line, Math.Min(write, read));
        return (least, least == line ? 'L' : least == write ? 'W' : 'R');
    }

    static string Number(double value) => value < 10 ? value.ToString("0.00", CultureInfo.InvariantCulture) : value.ToString("#,0", CultureInfo.InvariantCulture);
}

/// <summary>What crossed the links.</summary>
static class LinkSection
{
    public static void Append(StringBuilder html, LabResults results)
    {
        if (results.Transfers.Count == 0)
            return;
        html.Append("<section id=\"links\"><h2>Over links</h2>\n<p>From the request to the last byte, on an open connection. Cells that were too slow for the time given are computed from the line, and say so; lines that are too fast to shape are plain loopback plus the line time.</p>\n");
        foreach (LinkProfile link in results.Links.Where(l => results.Transfers.Any(t => t.Link == l.Name)))
        {
            html.Append(CultureInfo.InvariantCulture, $"<h3>{Svg.Text(link.Name)}{(link.IsLine ? ": " + Svg.Text(link.Described) : "")}</h3>\n<p>{Svg.Text(link.Source)}.</p>\n");
            TransferResult[] here = [.. results.Transfers.Where(t => t.Link == link.Name)];
            Chart(html, link, here);
            List<IReadOnlyList<Cell>> rows = [.. here.OrderBy(t => t.Case, StringComparer.Ordinal).ThenBy(t => t.Ms).Select(t => (IReadOnlyList<Cell>)
                [new Cell(t.Name, IsHead: true, Css: Family.Of(t.Name, t.Ours).Css + "-t"), new Cell(t.Case), new Cell(t.Protocol), Cell.Of(t.Bytes, Show.Bytes), Cell.Of(t.Ms, Show.Ms), Cell.Of(t.BoundMs, Show.Ms) with { Hint = link.BoundFormula(t.Bytes) },
                new Cell(t.How == TransferRunner.Measured ? $"{t.Samples.Count} measured" : t.How)])];
            html.Append("<details><summary>").Append(CultureInfo.InvariantCulture, $"{rows.Count} transfers").Append("</summary>")
                .Append(HtmlTable.Of($"Transfers over {link.Name}", ["contestant", "case", "protocol", "bytes", "ms", "bound, ms", "how"], rows, "link-" + link.Name.Replace('/', '-'))).Append("</details>\n");
        }
        html.Append("</section>\n");
    }

    static void Chart(StringBuilder html, LinkProfile link, TransferResult[] here)
    {
        TransferResult[] rows = [.. here.Where(t => t.Case.StartsWith("dataset/", StringComparison.Ordinal) && t.Protocol == "HTTP/1.1" && char.IsAsciiDigit(t.Case[8]))];
        double RowsOf(string id) => double.Parse(id.AsSpan(8), CultureInfo.InvariantCulture);
        Series[] now = [.. rows.GroupBy(t => (t.Name, t.Ours)).Select(g => new Series(g.Key.Name, Family.Of(g.Key.Name, g.Key.Ours), [.. g.OrderBy(t => RowsOf(t.Case)).Select(t => (RowsOf(t.Case), t.Ms))])).Where(s => s.Points.Count > 1)];
        string? published = link.Name switch { "massi-2006-fit" => "internet", "local" => "local", _ => null };
        Series[] then = published is null ? [] : [.. Article.Of("002")!.Figures.Where(f => f.Link == published).GroupBy(f => f.Contestant)
            .Select(g => new Series(g.Key + ", 2006", Family.Of(g.Key, false), [.. g.Select(f => (RowsOf(f.Case), f.TransferMs!.Value))], IsPublished: true))];
        if (now.Length > 0)
        {
            html.Append(HtmlFigure.Of($"A DataSet over {link.Name}, ms by rows{(then.Length > 0 ? "; dotted: as published" : "")}",
                Charts.Lines("link-" + link.Name.Replace('/', '-').Replace('.', '-'), "Transmission by rows over " + link.Name, "rows", "ms", [.. now, .. then])));
        }
        TransferResult[] single = [.. here.Where(t => t.Case is "northwind/orders" or "rows/employees" || t.Case.StartsWith("own/", StringComparison.Ordinal) || t.Case.EndsWith("/query", StringComparison.Ordinal)).Where(t => t.Protocol == "HTTP/1.1")];
        foreach (var g in single.GroupBy(t => t.Case))
        {
            BarRow[] bars = [.. g.OrderBy(t => t.Ms).Select(t => new BarRow(t.Name, Family.Of(t.Name, t.Ours), t.Ms, t.Samples.Count == 0 ? t.Ms : t.Samples.Min(), t.Samples.Count == 0 ? t.Ms : t.Samples.Max(), false, $"{Show.Ms(t.Ms)} ms, {t.How}"))];
            string id = Svg.Id("link-" + link.Name + "-" + g.Key);
            html.Append(HtmlFigure.Of($"{g.Key} over {link.Name}, ms", Charts.Bars(id, g.Key + " over " + link.Name, "ms", bars, isLog: false)));
        }
    }
}

/// <summary>First use, processor time and memory of fresh processes.</summary>
static class ColdSection
{
    public static void Append(StringBuilder html, LabResults results)
    {
        if (results.Cold.Count == 0)
            return;
        html.Append("<section id=\"cold\"><h2>First use and memory</h2>\n<p>Fresh processes: set-up, first write and first read. Peak memory is what the process needed beyond one that makes the data and does nothing with it, over twenty writes and reads; processor time is that of all its threads, for one write and read of these. What belongs to the framework comes precompiled; Isomer and other packages are compiled while they run.</p>\n");
        foreach (var g in results.Cold.GroupBy(c => c.Case))
        {
            ColdResult[] able = [.. g.Where(c => c.Reason is null).OrderBy(c => c.Median)];
            BarRow[] bars = [.. able.Select(c => new BarRow(c.Name, Family.Of(c.Name, c.Ours), c.Median, c.Low, c.High, false, $"{Show.Ms(c.Median)} ms ({Show.Ms(c.Low)} to {Show.Ms(c.High)})"))];
            string id = Svg.Id("cold-" + g.Key);
            html.Append(CultureInfo.InvariantCulture, $"<h3>{Svg.Text(g.Key)}</h3>\n").Append(HtmlFigure.Of("First write and read, ms", Charts.Bars(id, "First use: " + g.Key, "ms", bars, isLog: false)));
            List<IReadOnlyList<Cell>> rows = [.. able.Select(c => (IReadOnlyList<Cell>)[new Cell(c.Name, IsHead: true, Css: Family.Of(c.Name, c.Ours).Css + "-t"), Cell.Of(c.Median, Show.Ms), new Cell($"{Show.Ms(c.Low)}–{Show.Ms(c.High)}"), Cell.Of(c.CpuMs, Show.Ms), Cell.Of(c.PeakKib, Show.Bytes), Cell.Of(c.FirstUse.Count, Show.Bytes)])];
            html.Append(HtmlTable.Of("Fresh processes: " + g.Key, ["contestant", "first use, ms", "95 %", "processor, ms", "peak memory, KiB", "launches"], rows, id));
        }
        html.Append("</section>\n");
    }
}
