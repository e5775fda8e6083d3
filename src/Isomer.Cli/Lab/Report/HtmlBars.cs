using System.Globalization;
using System.Text;

namespace Isomer.Cli.Lab.Report;

/// <summary>
/// Bars as a list, not as a picture: the names stay as large as text is on any screen, and a phone shows each name above its bar. Where the
/// longest is thirty times the shortest, places on a logarithmic scale, which has no zero for a bar to begin at.
/// </summary>
static class HtmlBars
{
    const double Wide = 30;

    public static string Of(string caption, string unit, IReadOnlyList<BarRow> rows)
    {
        if (rows.Count == 0)
            return "";
        double least = rows.Min(r => Math.Min(r.Value, r.Low)), most = rows.Max(r => Math.Max(r.Value, r.High));
        bool isLog = least > 0 && most > Wide * least;
        double At(double value) =>
            Math.Clamp(isLog ? 2 + (98 * Math.Log(value / least) / Math.Log(most / least)) : most > 0 ? 100 * value / most : 0, 0, 100);
        var html = new StringBuilder();
        html.Append(CultureInfo.InvariantCulture,
            $"<figure><figcaption>{Svg.Text(caption)}, {Svg.Text(unit)}{(isLog ? " (logarithmic: equal steps are equal factors)" : "")}</figcaption><ol class=\"bars\">");
        foreach (BarRow r in rows)
        {
            html.Append(CultureInfo.InvariantCulture,
                $"<li><span class=\"name {r.Family.Css}-t\">{Svg.Text(r.Name)}</span><span class=\"track\">");
            html.Append(
                isLog ? string.Create(CultureInfo.InvariantCulture,
                    $"<span class=\"dot {r.Family.Css}-b\" style=\"left:{At(r.Value):0.#}%\"></span>")
                : string.Create(CultureInfo.InvariantCulture,
                    $"<span class=\"bar {r.Family.Css}-b\" style=\"width:{At(r.Value):0.#}%\"></span>"));
            if (r.High > r.Low)
                html.Append(CultureInfo.InvariantCulture,
                    $"<span class=\"range\" style=\"left:{At(r.Low):0.#}%;width:{Math.Max(0.2, At(r.High) - At(r.Low)):0.#}%\"></span>");
            html.Append(CultureInfo.InvariantCulture, $"</span><span class=\"value\">{Svg.Text(r.Hint)}{(r.Tie ? " =" : "")}</span></li>");
        }
        return html.Append("</ol></figure>\n").ToString();
    }
}
