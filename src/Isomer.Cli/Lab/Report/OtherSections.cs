using System.Globalization;
using System.Text;
using Isomer.Cli.Lab.Links;
using Isomer.Cli.Lab.Published;
using Isomer.Cli.Lab.Results;

namespace Isomer.Cli.Lab.Report;

/// <summary>What crossed the links.</summary>
static class LinkSection
{
    public static void Append(StringBuilder html, LabResults results)
    {
        if (results.Transfers.Count == 0)
            return;
        html.Append(
            "<section id=\"links\"><h2>Over links</h2>\n<p>From the request to the last byte, on an open connection. Cells that were too slow for the time given are computed from the line, and say so; lines that are too fast to shape are plain loopback plus the line time.</p>\n");
        html.Append(CultureInfo.InvariantCulture, $"<p>{Svg.Text(Transmissions.Said(results))}</p>\n");
        foreach (LinkProfile link in results.Links.Where(l => results.Transfers.Any(t => t.Link == l.Name)))
        {
            html.Append(CultureInfo.InvariantCulture,
                $"<h3>{Svg.Text(link.Name)}{(link.IsLine ? ": " + Svg.Text(link.Described) : "")}</h3>\n<p>{Svg.Text(link.Source)}.</p>\n");
            TransferResult[] here = [.. results.Transfers.Where(t => t.Link == link.Name)];
            Chart(html, link, here);
            Transmissions.Append(html, results, link);
            List<IReadOnlyList<Cell>> rows =
                [.. here.OrderBy(t => t.Case, StringComparer.Ordinal).ThenBy(t => t.Ms).Select(t => (IReadOnlyList<Cell>)
                [new Cell(t.Name + (t.Packing.Length > 0 ? " with " + t.Packing : ""), IsHead: true,
                    Css: Family.Of(t.Name, t.Ours).Css + "-t"), new Cell(t.Case), new Cell(t.Protocol), Cell.Of(t.Bytes, Show.Bytes),
                        Cell.Of(t.Ms, Show.Ms), Cell.Of(t.BoundMs, Show.Ms) with { Hint = link.BoundFormula(t.Bytes) },
                new Cell(t.How == TransferRunner.Measured ? $"{t.Samples.Count} measured" : t.How)])];
            html.Append("<details><summary>").Append(CultureInfo.InvariantCulture, $"{rows.Count} transfers").Append("</summary>")
                .Append(HtmlTable.Of($"Transfers over {link.Name}", ["contestant", "case", "protocol", "bytes", "ms", "bound, ms", "how"],
                    rows, "link-" + link.Name.Replace('/', '-'))).Append("</details>\n");
        }
        html.Append("</section>\n");
    }

    static void Chart(StringBuilder html, LinkProfile link, TransferResult[] here)
    {
        TransferResult[] rows = [
            .. here.Where(
                t => t.Packing.Length == 0 && t.Case.StartsWith("dataset/", StringComparison.Ordinal) && t.Protocol == "HTTP/1.1"
                    && char.IsAsciiDigit(t.Case[8]))];
        double RowsOf(string id) => double.Parse(id.AsSpan(8), CultureInfo.InvariantCulture);
        Series[] now = [
            .. rows.GroupBy(t => (t.Name, t.Ours))
                .Select(g =>
                    new Series(g.Key.Name, Family.Of(g.Key.Name, g.Key.Ours),
                        [.. g.OrderBy(t => RowsOf(t.Case)).Select(t => (RowsOf(t.Case), t.Ms))])).Where(s => s.Points.Count > 1)];
        string? published = link.Name switch { "massi-2006-fit" => "internet", "local" => "local", _ => null };
        Series[] then = published is null ? [] : [.. Article.Of("002")!.Figures.Where(f => f.Link == published).GroupBy(f => f.Contestant)
            .Select(g =>
                new Series(g.Key + ", 2006", Family.Of(g.Key, false), [.. g.Select(f => (RowsOf(f.Case), f.TransferMs!.Value))],
                    IsPublished: true))];
        if (now.Length > 0)
        {
            html.Append(CultureInfo.InvariantCulture, $"<details><summary>Chart: a DataSet over {Svg.Text(link.Name)}</summary>")
                .Append(HtmlFigure.Of($"A DataSet over {link.Name}, ms by rows{(then.Length > 0 ? "; dotted: as published" : "")}",
                Charts.Lines("link-" + link.Name.Replace('/', '-').Replace('.', '-'), "Transmission by rows over " + link.Name, "rows",
                    "ms", [.. now, .. then], out string key), key)).Append("</details>\n");
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
        html.Append(
            "<section id=\"cold\"><h2>First use and memory</h2>\n<p>Fresh processes: set-up, first write and first read. Peak memory is what the process needed beyond one that makes the data and does nothing with it, over ten writes and reads; processor time is that of all its threads, for one write and read of these. What belongs to the framework comes precompiled; Isomer, as it is built here, and other packages are compiled while they run: Isomer's package, which comes precompiled, takes about half or less (docs/performance.md, \"Cold start\", has both).</p>\n");
        foreach (var g in results.Cold.GroupBy(c => c.Case))
        {
            ColdResult[] able = [.. g.Where(c => c.Reason is null).OrderBy(c => c.Median)];
            BarRow[] bars = [
                .. able.Select(
                    c => new BarRow(c.Name, Family.Of(c.Name, c.Ours), c.Median, c.Low, c.High, false, $"{Show.Ms(c.Median)} ms"))];
            string id = Svg.Id("cold-" + g.Key);
            bool isFirst = g.Key == results.Cold[0].Case;
            html.Append(CultureInfo.InvariantCulture,
                $"<details{(isFirst ? " open" : "")}><summary>First write and read: {Svg.Text(g.Key)}</summary>\n")
                    .Append(HtmlBars.Of("First write and read of " + g.Key, "ms", bars));
            List<IReadOnlyList<Cell>> rows = [
                .. able.Select(
                    c => (IReadOnlyList<Cell>)[new Cell(c.Name, IsHead: true, Css: Family.Of(c.Name, c.Ours).Css + "-t"),
                        Cell.Of(c.Median, Show.Ms), new Cell($"{Show.Ms(c.Low)}–{Show.Ms(c.High)}"), Cell.Of(c.CpuMs, Show.Ms),
                        Cell.Of(c.PeakKib, Show.Bytes), Cell.Of(c.FirstUse.Count, Show.Bytes)])];
            html.Append(
                HtmlTable.Of("Fresh processes: " + g.Key,
                    ["contestant", "first use, ms", "95 %", "processor, ms", "peak memory, KiB", "launches"], rows, id))
                        .Append("</details>\n");
        }
        html.Append("</section>\n");
    }
}
