using System.Globalization;
using System.Text;
using Isomer.Cli.Lab.Published;
using Isomer.Cli.Lab.Results;
using Isomer.Cli.Lab.Scenarios;

namespace Isomer.Cli.Lab.Report;

/// <summary>One scenario: what it is, its charts, its tables, and what its article published.</summary>
static class ScenarioSection
{
    public static void Append(StringBuilder html, ScenarioResult scenario, Article? article)
    {
        html.Append(CultureInfo.InvariantCulture, $"<section id=\"{scenario.Name}\"><h2>{Svg.Text(scenario.Title)}</h2>\n<p>{Svg.Text(scenario.What)}</p>\n");
        if (article is not null)
            html.Append(CultureInfo.InvariantCulture, $"<p class=\"source\">Article {article.Id}: {Svg.Text(article.Author)}, “{Svg.Text(article.Title)}”, {Svg.Text(article.Date)}; {Svg.Text(article.Source)}. {Svg.Text(article.Machine)}. {Svg.Text(article.Caution)}</p>\n");
        bool grows = scenario.Cases.Count(c => c.Rows > 0) > 3;
        if (grows)
            Growth(html, scenario, article);
        foreach (CaseResult c in scenario.Cases)
        {
            if (!grows)
            {
                html.Append(CultureInfo.InvariantCulture, $"<h3>{Svg.Text(c.Title)}</h3>\n");
                Case(html, c, article);
                continue;
            }
            html.Append(CultureInfo.InvariantCulture, $"<details><summary>{Svg.Text(c.Title)}</summary>\n");
            Case(html, c, article);
            html.Append("</details>\n");
        }
        html.Append("</section>\n");
    }

    static void Case(StringBuilder html, CaseResult c, Article? article)
    {
        string id = c.Id.Replace('/', '-');
        EntrantResult[] timed = [.. c.Entrants.Where(e => e.Both is not null)];
        if (timed.Length > 0)
        {
            Switch(html, id + "-w", "Writing", "us", [.. timed.OrderBy(e => e.Write!.Median).Select(e => BarOf(e, e.Write!))]);
            Switch(html, id + "-r", "Reading", "us", [.. timed.OrderBy(e => e.Read!.Median).Select(e => BarOf(e, e.Read!))]);
            string chart = Charts.Pareto(id + "-p", "Size against time: " + c.Title,
                [.. timed.Select(e => new Spot(e.Name, Family.Of(e.Name, e.Ours), e.Bytes!.Value, e.Both!.Value, $"{Show.Bytes(e.Bytes)} bytes, {Show.Us(e.Both)} us"))], out IReadOnlyList<string> nameless);
            html.Append(HtmlFigure.Of("Size against time; lower left is better", chart));
            if (nameless.Count > 0)
                html.Append(CultureInfo.InvariantCulture, $"<p class=\"source\">No room for the names of: {Svg.Text(string.Join(", ", nameless))}.</p>\n");
        }
        if (c.Noise is { } noise)
            html.Append(CultureInfo.InvariantCulture, $"<p>Noise: {Svg.Text(c.Reference!)} against itself differs by up to {Show.Percent(noise)}. {c.Rounds} rounds{Doubts(c)}.</p>\n");
        html.Append(Table(c));
        html.Append(ByContract(c));
        Figure[] figures = [.. article?.Figures.Where(f => f.Case == c.Id) ?? []];
        if (figures.Length > 0)
            html.Append(PublishedTable(c, figures, article!));
        html.Append(Refused(c));
    }

    /// <summary>What speaks against the figures of a race.</summary>
    static string Doubts(CaseResult c)
    {
        string doubts = c.Unsettled > 0 ? string.Create(CultureInfo.InvariantCulture, $"; {c.Unsettled} of {c.Operations} operations had not quite settled") : "";
        if (c.Discarded > 0)
            doubts += string.Create(CultureInfo.InvariantCulture, $"; {c.Discarded} more were not kept, for code was compiled in them");
        if (c.CodeMoved)
            doubts += "; code was still being compiled when the race began: give it more time (--seconds)";
        if (c.Falling > 0)
            doubts += string.Create(CultureInfo.InvariantCulture, $"; {c.Falling} operations became faster while they were sampled, so their figures are too high");
        return doubts;
    }

    static BarRow BarOf(EntrantResult e, Timing t) => new(e.Name, Family.Of(e.Name, e.Ours), t.Median, t.Low, t.High, t.Tie, $"{Show.Us(t.Median)} us ({Show.Us(t.Low)} to {Show.Us(t.High)})");

    /// <summary>Both scales are in the page; which one is seen is up to two radio buttons, without a script.</summary>
    static void Switch(StringBuilder html, string id, string title, string unit, BarRow[] rows)
    {
        // Beside one that takes thirty times as long, bars of the fast ones cannot be told apart.
        bool isWide = rows.Length > 1 && rows.Max(r => r.Value) > 30 * rows.Min(r => r.Value);
        html.Append(CultureInfo.InvariantCulture, $"<figure class=\"scales\"><figcaption>{title}, {unit}</figcaption>");
        html.Append(CultureInfo.InvariantCulture, $"<input type=\"radio\" name=\"{id}\" id=\"{id}-1\"{(isWide ? "" : " checked")}><label for=\"{id}-1\">linear</label><input type=\"radio\" name=\"{id}\" id=\"{id}-2\"{(isWide ? " checked" : "")}><label for=\"{id}-2\">logarithmic</label>");
        html.Append(HtmlFigure.Framed(Charts.Bars(id + "-lin", title, unit, rows, isLog: false), "Chart, linear", "scroll one"))
            .Append(HtmlFigure.Framed(Charts.Bars(id + "-log", title, unit, rows, isLog: true), "Chart, logarithmic", "scroll two")).Append("</figure>\n");
    }

    static string Table(CaseResult c)
    {
        var rows = new List<IReadOnlyList<Cell>>();
        foreach (EntrantResult e in c.Entrants.Where(e => e.Reason is null).OrderBy(e => e.Both ?? e.Bytes))
        {
            rows.Add([new Cell(e.Name + (e.Caveat is null ? "" : " *"), IsHead: true, Css: Family.Of(e.Name, e.Ours).Css + "-t", Hint: e.Caveat), new Cell(e.Version, Hint: e.Options),
                Cell.Of(e.Bytes, Show.Bytes), Cell.Of(e.Gzip, Show.Bytes),
                Median(e.Write), Late(e.Write), Median(e.Read), Late(e.Read),
                Cell.Of(e.Write?.Allocated, Show.Bytes), Cell.Of(e.Read?.Allocated, Show.Bytes)]);
        }
        return HtmlTable.Of(c.Title, ["contestant", "version, options", "bytes", "gzip", "write, us", "p95", "read, us", "p95", "write allocates", "read allocates"], rows, c.Id.Replace('/', '-'));
    }

    static Cell Median(Timing? t) => t is null ? new Cell("-") : new Cell(Show.Us(t.Median) + (t.Tie ? " =" : ""), t.Median, Hint: $"{Show.Us(t.Low)}–{Show.Us(t.High)}");

    /// <summary>With what lies far outside: that is kept, counts, and is said.</summary>
    static Cell Late(Timing? t) => t is null ? new Cell("-") : new Cell(Show.Us(t.P95), t.P95, Hint: t.Outliers > 0 ? $"{t.Outliers} of {t.Samples.Count} far out" : null);

    /// <summary>Who is fast in one contract need not be in another: each by itself.</summary>
    static string ByContract(CaseResult c)
    {
        EntrantResult[] raced = [.. c.Entrants.Where(e => e.Contracts.Count > 0).OrderBy(e => e.Both)];
        if (raced.Length == 0)
            return "";
        Cell Of(EntrantResult e, string name) => e.Contracts.Find(x => x.Name == name) is not { } found ? new Cell("none", Hint: "has no method for it")
            : found.Timing is null ? new Cell("-", Hint: found.Reason) : Median(found.Timing);
        List<IReadOnlyList<Cell>> rows = [.. raced.Select(e => (IReadOnlyList<Cell>)[new Cell(e.Name, IsHead: true, Css: Family.Of(e.Name, e.Ours).Css + "-t"),
            Median(e.Write), Of(e, Contracts.Buffer), Of(e, Contracts.ToStream), Median(e.Read), Of(e, Contracts.Sequence), Of(e, Contracts.FromStream)])];
        string[] heads = ["contestant", "to new array", "to buffer", "to stream", "from array", "from sequence", "from stream"];
        return "<p>Each contract by itself. A buffer (IBufferWriter) or stream that is written to is kept, so that its memory is not the serializer's; a sequence (ReadOnlySequence) comes in segments of 4 KB.</p>\n"
            + HtmlTable.Of("By contract, us: " + c.Title, heads, rows, "contracts-" + c.Id.Replace('/', '-'));
    }

    static string PublishedTable(CaseResult c, Figure[] figures, Article article)
    {
        var rows = new List<IReadOnlyList<Cell>>();
        foreach (Figure f in figures)
        {
            EntrantResult? now = c.Entrants.FirstOrDefault(e => e.Name == f.Contestant && e.Reason is null);
            rows.Add([new Cell(f.Contestant, IsHead: true, Hint: f.Note), Cell.Of(f.Bytes, Show.Bytes), Cell.Of(now?.Bytes, Show.Bytes),
                Cell.Of(f.WriteUs, Show.Us), Cell.Of(now?.Write?.Median, Show.Us), Cell.Of(f.ReadUs, Show.Us), Cell.Of(now?.Read?.Median, Show.Us),
                Cell.Of(f.BothUs, Show.Us), Cell.Of(now?.Both, Show.Us), new Cell(f.TransferMs is null ? "" : $"{Show.Ms(f.TransferMs)} ({f.Link})", f.TransferMs)]);
        }
        string[] heads = ["contestant", "bytes then", "bytes now", "write us then", "now", "read us then", "now", "both us then", "now", "transmission ms then"];
        return $"<details open><summary>What article {article.Id} published</summary>{HtmlTable.Of($"Article {article.Id} and now: {c.Title}", heads, rows, "article-" + c.Id.Replace('/', '-'))}</details>\n";
    }

    static string Refused(CaseResult c)
    {
        EntrantResult[] refused = [.. c.Entrants.Where(e => e.Reason is not null)];
        if (refused.Length == 0)
            return "";
        List<IReadOnlyList<Cell>> rows = [.. refused.Select(e => (IReadOnlyList<Cell>)[new Cell(e.Name, IsHead: true), new Cell(e.Version), new Cell(e.Reason!)])];
        return $"<details><summary>{refused.Length} cannot carry it, and why</summary>{HtmlTable.Of("Not measured: " + c.Title, ["contestant", "version", "reason"], rows, "refused-" + c.Id.Replace('/', '-'))}</details>\n";
    }

    static void Growth(StringBuilder html, ScenarioResult scenario, Article? article)
    {
        CaseResult[] cases = [.. scenario.Cases.Where(c => c.Rows > 0).OrderBy(c => c.Rows)];
        string[] names = [.. cases.SelectMany(c => c.Entrants.Where(e => e.Reason is null).Select(e => e.Name)).Distinct()];
        Series[] Of(Func<EntrantResult, double?> value) =>
        [
            .. names.Select(name => (Name: name, Points: cases.Select(c => (c, Entrant: c.Entrants.FirstOrDefault(e => e.Name == name))).Where(x => x.Entrant is not null && value(x.Entrant) is > 0)
                    .Select(x => ((double)x.c.Rows, value(x.Entrant!)!.Value)).ToArray()))
                .Where(x => x.Points.Length > 1).Select(x => new Series(x.Name, Family.Of(x.Name, cases[0].Entrants.First(e => e.Name == x.Name).Ours), x.Points)),
        ];
        Series[] published = [.. (article?.Figures ?? []).Where(f => f.Bytes is not null && f.Link != "internet" && f.Case.StartsWith(scenario.Name + "/", StringComparison.Ordinal)).GroupBy(f => f.Contestant)
            .Select(g => new Series(g.Key + ", 2006", Family.Of(g.Key, false), [.. g.Select(f => (double.Parse(f.Case.Split('/')[1], CultureInfo.InvariantCulture), (double)f.Bytes!.Value))], IsPublished: true)).Where(s => s.Points.Count > 1)];
        html.Append(HtmlFigure.Of("Bytes by rows; dotted: as published", Charts.Lines(scenario.Name + "-size", "Bytes by rows", "rows", "bytes", [.. Of(e => e.Bytes), .. published])));
        Series[] times = Of(e => e.Both);
        if (times.Length > 0)
            html.Append(HtmlFigure.Of("Writing and reading by rows, us", Charts.Lines(scenario.Name + "-time", "Microseconds by rows", "rows", "us", times)));
        var rows = names.Select(name => (IReadOnlyList<Cell>)[new Cell(name, IsHead: true), .. cases.Select(c => Cell.Of(c.Entrants.FirstOrDefault(e => e.Name == name)?.Bytes, Show.Bytes))]).ToList();
        var timed = names.Where(name => times.Any(t => t.Name == name)).Select(name => (IReadOnlyList<Cell>)[new Cell(name, IsHead: true), .. cases.Where(c => !c.SizeOnly).Select(c => Cell.Of(c.Entrants.FirstOrDefault(e => e.Name == name)?.Both, Show.Us))]).ToList();
        if (timed.Count > 0)
            html.Append(HtmlTable.Of("Writing and reading by rows, us", ["contestant", .. cases.Where(c => !c.SizeOnly).Select(c => c.Rows.ToString("#,0", CultureInfo.InvariantCulture))], timed, scenario.Name + "-times"));
        html.Append(HtmlTable.Of("Bytes by rows", ["contestant", .. cases.Select(c => c.Rows.ToString("#,0", CultureInfo.InvariantCulture))], rows, scenario.Name + "-bytes"));
    }
}
