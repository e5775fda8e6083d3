using System.Globalization;
using System.Text;
using Isomer.Cli.Lab.Results;

namespace Isomer.Cli.Lab.Report;

/// <summary>A cell: what is read, and what is sorted and saved by.</summary>
sealed record Cell(string Text, double? Number = null, bool IsHead = false, string? Css = null, string? Hint = null)
{
    public static Cell Of(double? number, Func<double?, string> show, string? css = null) => new(show(number), number, Css: css);
}

/// <summary>A table with a caption and its CSV beside it; sorting and filtering are added by the script, if it runs.</summary>
static class HtmlTable
{
    public static string Of(string caption, IReadOnlyList<string> heads, IReadOnlyList<IReadOnlyList<Cell>> rows, string file)
    {
        var html = new StringBuilder();
        var csv = new StringBuilder();
        Csv.Line(csv, heads);
        html.Append(CultureInfo.InvariantCulture,
            $"<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"{Svg.Text(caption)}\"><table><caption>{Svg.Text(caption)}</caption><thead><tr>");
        for (int i = 0; i < heads.Count; i++)
            html.Append(CultureInfo.InvariantCulture,
                $"<th scope=\"col\"{(rows.Any(r => r.Count > i && r[i].Number is not null) ? " class=\"n\"" : "")}>{Svg.Text(heads[i])}</th>");
        html.Append("</tr></thead><tbody>");
        foreach (IReadOnlyList<Cell> row in rows)
        {
            html.Append("<tr>");
            foreach (Cell cell in row)
                Append(html, cell);
            html.Append("</tr>");
            Csv.Line(csv, row.Select(c => c.Number is { } number ? Show.Raw(number) : c.Text));
        }
        html.Append(CultureInfo.InvariantCulture,
            $"</tbody></table></div><p class=\"save\"><a download=\"{Svg.Text(file)}.csv\" href=\"data:text/csv;charset=utf-8,{Uri.EscapeDataString(csv.ToString())}\">{Svg.Text(file)}.csv</a></p>");
        return html.ToString();
    }

    static void Append(StringBuilder html, Cell cell)
    {
        string tag = cell.IsHead ? "th scope=\"row\"" : "td";
        string css = (cell.Number is not null ? "n " : "") + cell.Css;
        html.Append(CultureInfo.InvariantCulture,
            $"<{tag}{(css.Trim().Length > 0 ? $" class=\"{css.Trim()}\"" : "")}{(cell.Number is { } number ? $" data-v=\"{Show.Raw(number)}\"" : "")}>");
        html.Append(Svg.Text(cell.Text));
        if (cell.Hint is not null)
            html.Append(CultureInfo.InvariantCulture, $"<small>{Svg.Text(cell.Hint)}</small>");
        html.Append(CultureInfo.InvariantCulture, $"</{tag.AsSpan(0, 2)}>");
    }
}

/// <summary>A picture with its caption and its key.</summary>
static class HtmlFigure
{
    /// <param name="key">Which number in the picture is whose: names have no room in one that a phone can show.</param>
    public static string Of(string caption, string svg, string key) =>
        $"<figure><figcaption>{Svg.Text(caption)}</figcaption>{svg}{key}</figure>\n";
}
