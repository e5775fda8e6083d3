using System.Globalization;
using System.Text;
using System.Text.RegularExpressions;
using Isomer.Cli.Lab.Report;
using Isomer.Cli.Lab.Results;
using Xunit;

namespace Isomer.Tests.Cli;

/// <summary>Names of contestants, types, files and links that try to become markup in the report, or formulas in its tables.</summary>
public class ReportInjectionTests
{
    const string Element = "\"><i0 onclick=i1()>'&</script><script>i2()</script>", Attribute = "\" onclick=\"i3()\" x='";

    /// <summary>Every text of the results that is not looked up by another, with something hostile before and behind it.</summary>
    static LabResults Hostile(string before, string behind)
    {
        LabResults results = ReportBrowserTests.Large();
        string H(string text) => before + text + behind;
        foreach (string key in results.Environment.Keys.ToList())
            results.Environment[key] = H(results.Environment[key]);
        results.Environment[H("more")] = H("value");
        results.Problems.Add(H("problem"));
        results.Links.ForEach(l => Assert.NotNull(l.Source));
        for (int i = 0; i < results.Links.Count; i++)
        {
            string old = results.Links[i].Name;
            results.Links[i] = results.Links[i] with { Name = H(old), Source = H(results.Links[i].Source) };
            for (int t = 0; t < results.Transfers.Count; t++)
                if (results.Transfers[t].Link == old)
                    results.Transfers[t] = results.Transfers[t] with
                    {
                        Link = H(old),
                        Name = H(results.Transfers[t].Name),
                        Protocol = H("HTTP"),
                        How = H("how")
                    };
        }
        for (int s = 0; s < results.Scenarios.Count; s++)
        {
            ScenarioResult scenario = results.Scenarios[s];
            List<CaseResult> cases = [.. scenario.Cases.Select(c => c with
            {
                Title = H(c.Title),
                Id = c.Rows == 0 ? H(c.Id) : c.Id,
                Reference = H(c.Reference!),
                Entrants = [
                    .. c.Entrants.Select(
                        e => e with { Name = H(e.Name), Version = H(e.Version), Options = H(e.Options),
                            Reason = e.Reason is null ? null : H(e.Reason), Caveat = e.Caveat is null ? null : H(e.Caveat) })],
            })];
            results.Scenarios[s] = new ScenarioResult(scenario.Name == "dataset" ? scenario.Name : H(scenario.Name), scenario.Article,
                H(scenario.Title), H(scenario.What))
            { Cases = cases };
        }
        for (int i = 0; i < results.Cold.Count; i++)
            results.Cold[i] = results.Cold[i] with { Case = H(results.Cold[i].Case), Name = H(results.Cold[i].Name) };
        for (int i = 0; i < results.Features.Count; i++)
            results.Features[i] = results.Features[i] with
            {
                Name = H(results.Features[i].Name),
                Version = H("v"),
                Options = H("o"),
                Answers = [.. results.Features[i].Answers.Select(a => a with { Said = H(a.Said) })]
            };
        return results;
    }

    static readonly string[] s_void = ["meta", "link", "br", "hr", "img", "input", "col", "wbr"];
    static readonly string[] s_blocks = ["p", "ul", "ol", "table", "div", "section", "details", "h1", "h2", "h3", "h4", "header", "main"];

    /// <summary>
    /// Each element that begins ends, within the one in which it began; no block stands in a paragraph, which it would end; and no element
    /// has an attribute twice. So every parser makes the same page of it.
    /// </summary>
    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void The_page_is_well_formed(bool hostile)
    {
        string html = HtmlReport.Of(hostile ? Hostile(Element, Attribute) : ReportBrowserTests.Large());
        Assert.StartsWith("<!doctype html>", html, StringComparison.OrdinalIgnoreCase);
        // What stands in these is no markup.
        html = Regex.Replace(html["<!doctype html>".Length..], "(<(script|style)[^>]*>).*?(</\\2>)", "$1$3", RegexOptions.Singleline);
        var open = new Stack<string>();
        int last = 0, elements = 0;
        foreach (Match tag in Regex.Matches(html, "<(/?)([a-zA-Z][a-zA-Z0-9]*)((?:\\s+[^\\s=>/\"]+(?:=\"[^\"<]*\")?)*)\\s*(/?)>"))
        {
            Assert.DoesNotMatch("[<>]", html[last..tag.Index]);
            last = tag.Index + tag.Length;
            string name = tag.Groups[2].Value;
            if (tag.Groups[1].Length > 0)
            {
                Assert.Equal(open.Pop(), name);
                continue;
            }
            elements++;
            string[] attributes = [.. Regex.Matches(tag.Groups[3].Value, "\\s([^\\s=]+)(?:=\"[^\"]*\")?").Select(a => a.Groups[1].Value)];
            Assert.Equal(attributes.Distinct(), attributes);
            Assert.False(s_blocks.Contains(name) && open.Contains("p"), $"{name} in a paragraph: {html[Math.Max(0, last - 200)..last]}");
            // Elements of SVG may end where they begin.
            if (tag.Groups[4].Length == 0 && !s_void.Contains(name))
                open.Push(name);
            else
                Assert.True(s_void.Contains(name) || open.Contains("svg"), tag.Value);
        }
        Assert.DoesNotMatch("[<>]", html[last..]);
        Assert.Empty(open);
        Assert.True(elements > 1000, $"{elements}");
        // Nothing is fetched, from anywhere.
        Assert.DoesNotMatch("(?:src|srcset|poster|action)=|url\\(|@import|<(?:iframe|object|embed|base)\\b|href=\"(?!#|data:)", html);
    }

    [Fact]
    public void Names_do_not_become_markup()
    {
        string clean = HtmlReport.Of(ReportBrowserTests.Large());
        foreach (string hostile in (string[])[Element, Attribute])
        {
            string html = HtmlReport.Of(Hostile("", hostile));
            Assert.Contains(System.Net.WebUtility.HtmlEncode("problem" + hostile), html, StringComparison.Ordinal);
            Assert.DoesNotContain("<i0", html, StringComparison.Ordinal);
            Assert.DoesNotContain(Attribute, html, StringComparison.Ordinal);
            // As many scripts as before, and no attribute that is not the report's.
            Assert.Equal(Regex.Count(clean, "<script"), Regex.Count(html, "<script"));
            string[] known = [.. Attributes(clean)];
            Assert.DoesNotContain("onclick", known);
            Assert.Empty(Attributes(html).Except(known));
        }
    }

    /// <summary>The names of all attributes of all tags.</summary>
    static IEnumerable<string> Attributes(string html) =>
        Regex.Matches(Regex.Replace(html, "(?s)<(script|style)>.*?</\\1>", ""),
            "<[a-zA-Z][^\\s>]*((?:\\s+[^\\s=>]+(?:=\"[^\"]*\")?)*)\\s*/?>")
                .SelectMany(m => Regex.Matches(m.Groups[1].Value, "([^\\s=\"]+)(=\"[^\"]*\")?").Select(a => a.Groups[1].Value)).Distinct();

    [Theory]
    [InlineData("=")]
    [InlineData("+")]
    [InlineData("-")]
    [InlineData("@")]
    [InlineData("\t=")]
    [InlineData("\r=")]
    [InlineData("=1+\",\n=")]
    public void Names_do_not_become_formulas(string begin)
    {
        LabResults results = Hostile(begin + "cmd|' /C calc'!A0", "");
        string html = HtmlReport.Of(results);
        string[] tables = [Csv.Of(results),
            .. Regex.Matches(html, "href=\"data:text/csv;charset=utf-8,([^\"]*)\"").Select(m => Uri.UnescapeDataString(m.Groups[1].Value))];
        Assert.True(tables.Length > 3);
        int hostile = 0;
        foreach (string cell in tables.SelectMany(Cells))
        {
            hostile += cell.Contains("calc", StringComparison.Ordinal) ? 1 : 0;
            Assert.True(
                cell is not ['=' or '+' or '-' or '@' or '\t' or '\r', ..]
                    || double.TryParse(cell, NumberStyles.Float, CultureInfo.InvariantCulture, out _) || cell == "-", cell);
        }
        Assert.True(hostile > 50);
    }

    [Fact]
    public void Numbers_stay_numbers()
    {
        var text = new StringBuilder();
        Csv.Line(text, ["-5", "+1.5", "-1e-9", "a=b", "", "-x", "\"q"]);
        Assert.Equal("-5,+1.5,-1e-9,a=b,,'-x,\"\"\"q\"\n", text.ToString());
    }

    static IEnumerable<string> Cells(string csv)
    {
        var cell = new StringBuilder();
        bool quoted = false;
        for (int i = 0; i < csv.Length; i++)
        {
            if (quoted ? csv[i] == '"' && !(i + 1 < csv.Length && csv[i + 1] == '"') : csv[i] == '"')
                quoted = !quoted;
            else if (!quoted && csv[i] is ',' or '\n')
            {
                yield return cell.ToString();
                cell.Clear();
            }
            else
            {
                i += quoted && csv[i] == '"' ? 1 : 0;
                cell.Append(csv[i]);
            }
        }
    }
}
