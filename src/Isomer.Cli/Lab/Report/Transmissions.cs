using System.Globalization;
using System.Text;
using Isomer.Cli.Lab.Links;
using Isomer.Cli.Lab.Published;
using Isomer.Cli.Lab.Results;

namespace Isomer.Cli.Lab.Report;

/// <summary>
/// Article 002's tables, done again: a DataSet of so many rows over a line, in each form, its size and its time; what was printed in 2006
/// beside it.
/// </summary>
static class Transmissions
{
    /// <summary>How many cells of the page were measured, in a sentence.</summary>
    public static string Said(LabResults results)
    {
        int[] counts = [.. results.Transfers.Where(t => t.Samples.Count > 0).Select(t => t.Samples.Count).Order()];
        if (counts.Length == 0)
            return string.Create(CultureInfo.InvariantCulture,
                $"All {results.Transfers.Count} are computed: there was no time to send any.");
        int local = results.Transfers.Count(t => t.How == TransferRunner.Loopback), shaped = counts.Length - local;
        string times = counts[0] == counts[^1] ? $"{counts[0]}" : $"{counts[0]} to {counts[^1]}";
        string besides = local == 0
            ? ""
            : string.Create(CultureInfo.InvariantCulture, $" and {local} over the loopback alone, to which the line's time is added");
        return string.Create(CultureInfo.InvariantCulture,
            $"Of {results.Transfers.Count}, {shaped} were sent over the line{besides}, {times} times each; the others are computed.");
    }

    public static void Append(StringBuilder html, LabResults results, LinkProfile link)
    {
        TransferResult[] here = [
            .. results.Transfers.Where(
                t => t.Link == link.Name && t.Protocol == "HTTP/1.1" && t.Packing.Length == 0 && RowsOf(t.Case) > 0)];
        int[] sizes = [.. here.Select(t => RowsOf(t.Case)).Distinct().Order()];
        if (sizes.Length < 2)
            return;
        string? then = link.Name switch { "massi-2006-fit" => "internet", "local" => "local", _ => null };
        Figure[] published = then is null ? [] : [.. Article.Of("002")!.Figures.Where(f => f.Link == then)];
        var rows = new List<IReadOnlyList<Cell>>();
        foreach (var form in here.GroupBy(t => (t.Name, t.Ours)))
        {
            rows.Add(
                [new Cell(form.Key.Name, IsHead: true, Css: Family.Of(form.Key.Name, form.Key.Ours).Css + "-t"),
                    .. sizes.Select(n => CellOf(form.FirstOrDefault(t => RowsOf(t.Case) == n)))]);
            if (published.Any(f => f.Contestant == form.Key.Name))
                rows.Add(
                    [new Cell(form.Key.Name + ", 2006", IsHead: true),
                        .. sizes.Select(
                            n => Array.Find(published,
                                f => f.Contestant == form.Key.Name && RowsOf(f.Case) == n) is { TransferMs: { } ms } f
                    ? new Cell(Show.Ms(ms), ms, Hint: $"{Show.Bytes(f.Bytes)} B, published") : new Cell(""))]);
        }
        html.Append(CultureInfo.InvariantCulture,
            $"<details{(then == "internet" ? " open" : "")}><summary>A DataSet over {Svg.Text(link.Name)}, as article 002 told it: ms and bytes by rows</summary>")
            .Append(HtmlTable.Of(
                $"A DataSet of so many rows over {link.Name}, ms of the transfer alone{(published.Length > 0 ? "; those of 2006 are whole calls with their query" : "")}",
                ["form", .. sizes.Select(n => n.ToString("#,0", CultureInfo.InvariantCulture))], rows,
                "dataset-" + link.Name.Replace('/', '-'))).Append("</details>\n");
    }

    static Cell CellOf(TransferResult? t) => t is null ? new Cell("") : new Cell(Show.Ms(t.Ms), t.Ms,
        Hint: string.Create(CultureInfo.InvariantCulture,
            $"{Show.Bytes(t.Bytes)} B, {(t.Samples.Count > 0 ? $"{t.Samples.Count} {(t.How == TransferRunner.Loopback ? "over the loopback + line time" : t.How)}" : t.How)}"));

    static int RowsOf(string id) =>
        id.StartsWith("dataset/", StringComparison.Ordinal)
            && int.TryParse(id.AsSpan(8), NumberStyles.None, CultureInfo.InvariantCulture, out int rows) ? rows : 0;
}
