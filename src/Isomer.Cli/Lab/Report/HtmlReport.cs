using System.Globalization;
using System.Reflection;
using System.Security.Cryptography;
using System.Text;
using Isomer.Cli.Lab.Published;
using Isomer.Cli.Lab.Results;

namespace Isomer.Cli.Lab.Report;

/// <summary>The report: one file, which needs no network and no script.</summary>
static class HtmlReport
{
    public static string Of(LabResults results)
    {
        string css = Resource("report.css"), script = Resource("report.js");
        var html = new StringBuilder();
        string hash = Convert.ToBase64String(SHA256.HashData(Encoding.UTF8.GetBytes(script)));
        html.Append(
            "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n");
        html.Append(CultureInfo.InvariantCulture,
            $"<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'; img-src data:; script-src 'sha256-{hash}'\">\n");
        html.Append("<link rel=\"icon\" href=\"data:,\">\n<title>Isomer lab</title>\n<style>\n").Append(css)
            .Append("</style>\n</head>\n<body>\n<a class=\"skip\" href=\"#main\">To the results</a>\n");
        Head(html, results);
        html.Append("<main id=\"main\">\n");
        Problems(html, results);
        AnswerSection.Append(html, results);
        foreach (ScenarioResult scenario in results.Scenarios.Where(s => s.Cases.Count > 0))
            ScenarioSection.Append(html, results, scenario, Article.Of(scenario.Article));
        FeatureSection.Append(html, results);
        LinkSection.Append(html, results);
        ColdSection.Append(html, results);
        Method(html, results);
        html.Append("</main>\n<script>").Append(script).Append("</script>\n</body>\n</html>\n");
        return html.ToString();
    }

    static string Resource(string name)
    {
        using var reader = new StreamReader(Assembly.GetExecutingAssembly().GetManifestResourceStream(name)!);
        return reader.ReadToEnd().ReplaceLineEndings("\n");
    }

    static void Head(StringBuilder html, LabResults results)
    {
        html.Append("<header>\n<h1>Isomer lab</h1>\n<p>");
        html.Append(CultureInfo.InvariantCulture,
            $"{results.Started:yyyy-MM-dd HH:mm} UTC, {Show.Duration(results.Seconds)}{(results.Partial ? ", stopped early: not everything is here" : "")}. ");
        html.Append(
            Svg.Text(
                string.Join(", ",
                    new[] { "cpu", "cores", "os", "runtime" }.Where(results.Environment.ContainsKey)
                        .Select(k => k == "cores" ? results.Environment[k] + " cores" : results.Environment[k]))));
        html.Append(".</p>\n<nav aria-label=\"Sections\"><details><summary>Contents</summary><ul>");
        var sections = new List<(string Id, string Title)> { ("answer", "The answer") };
        sections.AddRange(results.Scenarios.Where(s => s.Cases.Count > 0).Select(s => (s.Name, s.Title)));
        if (results.Features.Count > 0)
            sections.Add(("features", "What they carry"));
        if (results.Transfers.Count > 0)
            sections.Add(("links", "Over links"));
        if (results.Cold.Count > 0)
            sections.Add(("cold", "First use and memory"));
        sections.Add(("method", "How it was measured"));
        foreach (var (id, title) in sections)
            html.Append(CultureInfo.InvariantCulture, $"<li><a href=\"#{Svg.Id(id)}\">{Svg.Text(title)}</a></li>");
        html.Append("</ul></details></nav>\n</header>\n");
    }

    static void Problems(StringBuilder html, LabResults results)
    {
        if (results.Problems.Count == 0)
            return;
        html.Append("<section class=\"problem\" role=\"alert\"><h2>This run is wrong</h2><ul>");
        foreach (string problem in results.Problems)
            html.Append(CultureInfo.InvariantCulture, $"<li>{Svg.Text(problem)}</li>");
        html.Append("</ul></section>\n");
    }

    static void Method(StringBuilder html, LabResults results)
    {
        html.Append("<section id=\"method\"><h2>How it was measured</h2>\n<ul>");
        foreach (string line in (string[])
        [
            "Every contestant writes a new array and reads one; where other contracts are measured, they stand in a table of their own. Before any clock starts it must give back what it was given; if not, it is listed with the reason. Small losses that are common (the kind of a DateTime, null collections, line ends) are let pass and noted by *.",
            "Contestants run interleaved, in an order that is random anew in each round; warm-up goes on until medians stand still or its time is gone. Times are medians, with the 95 % interval by bootstrap. Samples far outside (three times the distance of the quartiles beyond them) are counted beside p95; none is dropped.",
            "Streams in memory that stand for arrays begin as long as the payload, so that who knows streams alone does not pay for their growing; System.Text.Json's writer is kept.",
            "The races come in an order that is random; those in which code was still compiled are run once more at the end. Some figures of the first screen are measured again in a fresh process, and what does not agree is told.",
            "One request over a line is writing, compressing where that is quicker (gzip 6 or brotli 4), the transfer, decompressing and reading. A cell says how the transfer is known: measured, for the payload crossed the line, as often as "
                + "its table says; loopback + line time, for this machine cannot slow a line down so exactly; or computed, by the line's arithmetic.",
            "One contestant runs twice in each race. How far its two selves may be apart is the noise; what differs less from the fastest is a tie (=).",
            "Allocation is measured in a pass of its own; first use, processor time and peak memory in fresh processes that load nothing else.",
            "Links: payloads cross a socket through a shaper by next free time. A round trip and the line time are the bound; a transfer faster than that fails the run. The window is taken as ideal but with --slow-start; there is no loss.",
            "The articles' figures are of other machines, runtimes and data; they stand beside for the proportions.",
        ])
            if (results.Links.Count > 0 || !IsOfLinks(line))
                html.Append(CultureInfo.InvariantCulture, $"<li>{Svg.Text(line)}</li>");
        html.Append("</ul>\n");
        List<IReadOnlyList<Cell>> rows =
            [.. results.Environment.Select(e => (IReadOnlyList<Cell>)[new Cell(e.Key, IsHead: true), new Cell(e.Value)])];
        rows.Add([new Cell("seed", IsHead: true), new Cell(results.Seed.ToString(CultureInfo.InvariantCulture))]);
        rows.Add([new Cell("isomer", IsHead: true), new Cell(results.Tool)]);
        html.Append(HtmlTable.Of("Environment", ["what", "value"], rows, "environment")).Append("</section>\n");
    }

    /// <summary>What has nothing to say of a run without lines.</summary>
    static bool IsOfLinks(string sentence) =>
        sentence.StartsWith("One request over a line", StringComparison.Ordinal) || sentence.StartsWith("Links:", StringComparison.Ordinal);
}
