using System.Globalization;
using System.Text;
using Isomer.Cli.Lab.Published;
using Isomer.Cli.Lab.Results;
using Isomer.Cli.Lab.Scenarios;

namespace Isomer.Cli.Lab.Report;

/// <summary>One scenario: what it is, its charts, its tables, and what its article published.</summary>
static class ScenarioSection
{
    const int MostBars = 8;

    public static void Append(StringBuilder html, LabResults results, ScenarioResult scenario, Article? article)
    {
        html.Append(CultureInfo.InvariantCulture,
            $"<section id=\"{Svg.Id(scenario.Name)}\"><h2>{Svg.Text(scenario.Title)}</h2>\n<p>{Svg.Text(scenario.What)}</p>\n");
        if (article is not null)
            html.Append(CultureInfo.InvariantCulture,
                $"<p class=\"source\">Article {article.Id}: {Svg.Text(article.Author)}, “{Svg.Text(article.Title)}”, {Svg.Text(article.Date)}; {Svg.Text(article.Source)}. {Svg.Text(article.Machine)}. {Svg.Text(article.Caution)}</p>\n");
        foreach (string said in scenario.Cases.SelectMany(Remoting.Of))
            html.Append(CultureInfo.InvariantCulture, $"<p>{Svg.Text(said)}</p>\n");
        bool grows = scenario.Cases.Count(c => c.Rows > 0) > 3;
        if (grows)
            Growth(html, scenario, article);
        OutsideSection.Append(html, results, scenario);
        bool isFirst = true;
        foreach (CaseResult c in scenario.Cases)
        {
            if (!grows)
                html.Append(CultureInfo.InvariantCulture, $"<h3>{Svg.Text(c.Title)}</h3>\n");
            else
                html.Append(CultureInfo.InvariantCulture, $"<details><summary>{Svg.Text(c.Title)}</summary>\n");
            Case(html, results, c, article, isFirst && !grows);
            isFirst = false;
            html.Append(grows ? "</details>\n" : "");
        }
        html.Append("</section>\n");
    }

    /// <summary>Sentences and one chart are seen; whoever wants the rest unfolds it.</summary>
    static void Case(StringBuilder html, LabResults results, CaseResult c, Article? article, bool hasChart)
    {
        string id = Svg.Id(c.Id);
        EntrantResult[] timed = [.. c.Entrants.Where(e => e.Both is not null).OrderBy(e => e.Both)];
        foreach (var (head, text) in Conclusion.Short(c))
            html.Append(CultureInfo.InvariantCulture, $"<p class=\"verdict\"><strong>{Svg.Text(head)}:</strong> {Svg.Text(text)}</p>\n");
        if (timed.Length > 0 && hasChart)
            html.Append(
                HtmlBars.Of(
                    timed.Length > MostBars ? $"Writing and reading, the first {MostBars} of {timed.Length}" : "Writing and reading", "us",
                    [.. timed.Take(MostBars)
                        .Select(e =>
                            new BarRow(e.Name, Family.Of(e.Name, e.Ours), e.Both!.Value, e.Write!.Low + e.Read!.Low,
                                e.Write.High + e.Read.High, false, $"{Show.Us(e.Both)} us"))]));
        html.Append(CultureInfo.InvariantCulture, $"<details><summary>Bytes, times and memory of {timed.Length} contestants</summary>\n");
        if (c.Noise is { } noise)
            html.Append(CultureInfo.InvariantCulture,
                $"<p>Noise: {Svg.Text(c.Reference!)} against itself differs by up to {Show.Percent(noise)}. {c.Rounds} rounds{Doubts(c)}.</p>\n");
        html.Append(Table(c)).Append("</details>\n");
        if (timed.Length > 0)
        {
            html.Append("<details><summary>Charts: writing, reading, size against time</summary>\n");
            html.Append(HtmlBars.Of("Writing", "us", [.. timed.OrderBy(e => e.Write!.Median).Select(e => BarOf(e, e.Write!))]));
            html.Append(HtmlBars.Of("Reading", "us", [.. timed.OrderBy(e => e.Read!.Median).Select(e => BarOf(e, e.Read!))]));
            string chart = Charts.Pareto(id + "-p", "Size against time: " + c.Title,
                [.. timed.Select(
                    e => new Spot(e.Name, Family.Of(e.Name, e.Ours), e.Bytes!.Value, e.Both!.Value,
                        $"{Show.Bytes(e.Bytes)} bytes, {Show.Us(e.Both)} us"))], out string key);
            html.Append(HtmlFigure.Of("Size against time; lower left is better", chart, key)).Append("</details>\n");
        }
        if (ByContract(c) is { Length: > 0 } contracts)
            html.Append("<details><summary>By contract: buffers, streams, sequences</summary>").Append(contracts).Append("</details>\n");
        Figure[] figures = [.. article?.Figures.Where(f => f.Case == c.Id) ?? []];
        if (figures.Length > 0)
            html.Append(PublishedTable(c, figures, article!));
        html.Append(Refused(c));
    }

    /// <summary>What speaks against the figures of a race.</summary>
    static string Doubts(CaseResult c)
    {
        string doubts = c.Unsettled > 0
            ? string.Create(CultureInfo.InvariantCulture, $"; {c.Unsettled} of {c.Operations} operations had not quite settled")
            : "";
        if (c.Discarded > 0)
            doubts += string.Create(CultureInfo.InvariantCulture, $"; {c.Discarded} more were not kept, for code was compiled in them");
        if (c.CodeMoved)
            doubts += "; code was still being compiled while it was measured: give it more time (--seconds)";
        if (c.Falling > 0)
            doubts += string.Create(CultureInfo.InvariantCulture,
                $"; {c.Falling} of {c.Operations} operations became faster while they were sampled, so their figures are too high");
        if (c.Restless.Count > 0)
            doubts += $"; {string.Join(", ", c.Restless)} compiled code at {(c.Restless.Count == 1 ? "its" : "their")} calls for ever, and {(c.Restless.Count == 1 ? "is" : "are")} measured with it";
        return doubts;
    }

    static BarRow BarOf(EntrantResult e, Timing t) =>
        new(e.Name, Family.Of(e.Name, e.Ours), t.Median, t.Low, t.High, t.Tie, $"{Show.Us(t.Median)} us");

    static string Table(CaseResult c)
    {
        var rows = new List<IReadOnlyList<Cell>>();
        foreach (EntrantResult e in c.Entrants.Where(e => e.Reason is null).OrderBy(e => e.Both ?? e.Bytes))
        {
            rows.Add(
                [new Cell(e.Name + (e.Caveat is null ? "" : " *"), IsHead: true, Css: Family.Of(e.Name, e.Ours).Css + "-t", Hint: e.Caveat),
                    new Cell(e.Version, Hint: e.Options),
                Cell.Of(e.Bytes, Show.Bytes), Cell.Of(e.Gzip, Show.Bytes),
                Median(e.Write), Late(e.Write), Median(e.Read), Late(e.Read),
                Cell.Of(e.Write?.Allocated, Show.Bytes), Cell.Of(e.Read?.Allocated, Show.Bytes)]);
        }
        return HtmlTable.Of(c.Title,
            ["contestant", "version, options", "bytes", "gzip", "write, us", "p95", "read, us", "p95", "write allocates", "read allocates"],
            rows, c.Id.Replace('/', '-'));
    }

    static Cell Median(Timing? t) =>
        t is null
            ? new Cell("-")
            : new Cell(Show.Us(t.Median) + (t.Tie ? " =" : ""), t.Median, Hint: $"{Show.Us(t.Low)}–{Show.Us(t.High)}");

    /// <summary>With what lies far outside: that is kept, counts, and is said.</summary>
    static Cell Late(Timing? t) =>
        t is null
            ? new Cell("-")
            : new Cell(Show.Us(t.P95), t.P95, Hint: t.Outliers > 0 ? $"{t.Outliers} of {t.Samples.Count} far out" : null);

    /// <summary>Who is fast in one contract need not be in another: each by itself.</summary>
    static string ByContract(CaseResult c)
    {
        EntrantResult[] raced = [.. c.Entrants.Where(e => e.Contracts.Count > 0).OrderBy(e => e.Both)];
        if (raced.Length == 0)
            return "";
        Cell Of(EntrantResult e, string name) =>
            e.Contracts.Find(x => x.Name == name) is not { } found ? new Cell("none", Hint: "has no method for it")
            : found.Timing is null ? new Cell("-", Hint: found.Reason) : Median(found.Timing);
        List<IReadOnlyList<Cell>> rows =
            [.. raced.Select(e => (IReadOnlyList<Cell>)[new Cell(e.Name, IsHead: true, Css: Family.Of(e.Name, e.Ours).Css + "-t"),
            Median(e.Write), Of(e, Contracts.Buffer), Of(e, Contracts.ToStream), Median(e.Read), Of(e, Contracts.Sequence),
            Of(e, Contracts.FromStream)])];
        string[] heads = ["contestant", "to new array", "to buffer", "to stream", "from array", "from sequence", "from stream"];
        return "<p>Each contract by itself. A buffer (IBufferWriter) or stream that is written to is kept, so that its memory is not the serializer's; a sequence (ReadOnlySequence) comes in segments of 4 KB.</p>\n"
            + HtmlTable.Of("By contract, us: " + c.Title, heads, rows, "contracts-" + c.Id.Replace('/', '-'));
    }

    static string PublishedTable(CaseResult c, Figure[] figures, Article article)
    {
        var rows = new List<IReadOnlyList<Cell>>();
        foreach (Figure f in figures)
        {
            string successor = Article.Successor(f.Contestant);
            EntrantResult? now = c.Entrants.FirstOrDefault(e => e.Name == successor && e.Reason is null);
            rows.Add(
                [new Cell(f.Contestant, IsHead: true,
                    Hint: successor == f.Contestant || now is null ? f.Note : $"{(f.Note is null ? "" : f.Note + "; ")}now: {successor}"),
                        Cell.Of(f.Bytes, Show.Bytes), Cell.Of(now?.Bytes, Show.Bytes),
                Cell.Of(f.WriteUs, Show.Us), Cell.Of(now?.Write?.Median, Show.Us), Cell.Of(f.ReadUs, Show.Us),
                Cell.Of(now?.Read?.Median, Show.Us),
                Cell.Of(f.BothUs, Show.Us), Cell.Of(now?.Both, Show.Us),
                new Cell(f.TransferMs is null ? "" : $"{Show.Ms(f.TransferMs)} ({f.Link})", f.TransferMs)]);
        }
        string[] heads = ["contestant", "bytes then", "bytes now", "write us then", "now", "read us then", "now", "both us then", "now",
            "transmission ms then"];
        return $"<details><summary>What article {article.Id} published</summary>{HtmlTable.Of($"Article {article.Id} and now: {c.Title}", heads, rows, "article-" + c.Id.Replace('/', '-'))}</details>\n";
    }

    static string Refused(CaseResult c)
    {
        EntrantResult[] refused = [.. c.Entrants.Where(e => e.Reason is not null)];
        if (refused.Length == 0)
            return "";
        List<IReadOnlyList<Cell>> rows =
            [.. refused.Select(e => (IReadOnlyList<Cell>)[new Cell(e.Name, IsHead: true), new Cell(e.Version), new Cell(e.Reason!)])];
        return $"<details><summary>{refused.Length} cannot carry it, and why</summary>{HtmlTable.Of("Not measured: " + c.Title, ["contestant", "version", "reason"], rows, "refused-" + c.Id.Replace('/', '-'))}</details>\n";
    }

    static void Growth(StringBuilder html, ScenarioResult scenario, Article? article)
    {
        CaseResult[] cases = [.. scenario.Cases.Where(c => c.Rows > 0).OrderBy(c => c.Rows)];
        string[] names = [.. cases.SelectMany(c => c.Entrants.Where(e => e.Reason is null).Select(e => e.Name)).Distinct()];
        Series[] Of(Func<EntrantResult, double?> value) =>
        [
            .. names.Select(
                name => (Name: name,
                    Points: cases.Select(c => (c, Entrant: c.Entrants.FirstOrDefault(e => e.Name == name)))
                        .Where(x => x.Entrant is not null && value(x.Entrant) is > 0)
                    .Select(x => ((double)x.c.Rows, value(x.Entrant!)!.Value)).ToArray()))
                .Where(x => x.Points.Length > 1)
                    .Select(x => new Series(x.Name, Family.Of(x.Name, cases[0].Entrants.First(e => e.Name == x.Name).Ours), x.Points)),
        ];
        Series[] published = [
            .. (article?.Figures ?? []).Where(
                f => f.Bytes is not null && f.Link != "internet" && f.Case.StartsWith(scenario.Name + "/", StringComparison.Ordinal))
                    .GroupBy(f => f.Contestant)
            .Select(g =>
                new Series(g.Key + ", 2006", Family.Of(g.Key, false),
                    [.. g.Select(f => (double.Parse(f.Case.Split('/')[1], CultureInfo.InvariantCulture), (double)f.Bytes!.Value))],
                    IsPublished: true)).Where(s => s.Points.Count > 1)];
        Series[] times = Of(e => e.Both);
        html.Append("<details><summary>Charts: bytes and times by rows</summary>");
        html.Append(
            HtmlFigure.Of("Bytes by rows; dotted: as published",
                Charts.Lines(scenario.Name + "-size", "Bytes by rows", "rows", "bytes", [.. Of(e => e.Bytes), .. published],
                    out string sizes), sizes));
        if (times.Length > 0)
            html.Append(
                HtmlFigure.Of("Writing and reading by rows, us",
                    Charts.Lines(scenario.Name + "-time", "Microseconds by rows", "rows", "us", times, out string key), key));
        html.Append("</details>\n");
        var rows = names.Select(
            name => (IReadOnlyList<Cell>)[new Cell(name, IsHead: true),
                .. cases.Select(c => Cell.Of(c.Entrants.FirstOrDefault(e => e.Name == name)?.Bytes, Show.Bytes))]).ToList();
        var timed = names.Where(name => times.Any(t => t.Name == name))
            .Select(name =>
                (IReadOnlyList<Cell>)[new Cell(name, IsHead: true),
                    .. cases.Where(c => !c.SizeOnly).Select(c => Cell.Of(c.Entrants.FirstOrDefault(e => e.Name == name)?.Both, Show.Us))])
                        .ToList();
        html.Append(
            HtmlTable.Of("Bytes by rows", ["contestant", .. cases.Select(c => c.Rows.ToString("#,0", CultureInfo.InvariantCulture))], rows,
                scenario.Name + "-bytes"));
        if (timed.Count > 0)
            html.Append(
                HtmlTable.Of("Writing and reading by rows, us",
                    ["contestant", .. cases.Where(c => !c.SizeOnly).Select(c => c.Rows.ToString("#,0", CultureInfo.InvariantCulture))],
                    timed, scenario.Name + "-times"));
    }
}
