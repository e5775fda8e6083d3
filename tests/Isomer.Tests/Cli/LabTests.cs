using System.Globalization;
using System.Text.RegularExpressions;
using System.Xml.Linq;
using Isomer.Cli.Lab.Features;
using Isomer.Cli.Lab.Results;
using Xunit;

namespace Isomer.Tests.Cli;

/// <summary>One short run, of which everything is looked at.</summary>
public sealed class LabRunFixture : IDisposable
{
    public TemporaryFolder Folder { get; } = new();

    public ToolResult Result { get; }

    internal LabResults Results { get; }

    public string Html { get; }

    public LabRunFixture()
    {
        Result = Tool.Run("lab", "-s", "datacontract", "-s", "polymorphic", "-s", "features", "--only", "Isomer", "--only", "System.Text",
            "--only", "DataContract", "--only", "Google", "--seconds", "2", "--launches", "1",
            "--link", "12/3/20", "--link", "lan", "--slow-start", "--seed", "7", "--out", Folder["out"]);
        Results = LabResults.Load(Folder["out"]);
        Html = File.ReadAllText(Folder["out/report.html"]);
    }

    public void Dispose() => Folder.Dispose();
}

/// <summary>What one run says, writes down and shows.</summary>
[BeginsEarly]
[JudgedAlone("races of contestants")]
public sealed partial class LabTests(LabRunFixture run) : IClassFixture<LabRunFixture>
{
    [Fact]
    public void It_runs_and_says_where_the_report_is()
    {
        Assert.True(run.Result.Code == 0, run.Result.Error);
        Assert.Contains("seed 7", run.Result.Error, StringComparison.Ordinal);
        Assert.Contains("Report: " + run.Folder["out/report.html"], run.Result.Error, StringComparison.Ordinal);
        Assert.Contains("Isomer Json", run.Result.Output, StringComparison.Ordinal);
        Assert.DoesNotContain('\u001b', run.Result.Output + run.Result.Error);
        Assert.Equal(["report.html", "results.csv", "results.json", "results.md"],
            Directory.GetFiles(run.Folder["out"]).Select(Path.GetFileName).Order(StringComparer.Ordinal));
    }

    /// <summary>
    /// How long it takes is said before; races come in the seed's order, so that none is always the first; and what the verdict speaks of
    /// is measured again elsewhere.
    /// </summary>
    [Fact]
    public void Its_length_is_told_its_order_is_the_seed_s_and_a_fresh_process_measures_again()
    {
        Assert.Matches(@"5 cases, \d+ contestants, 2 lines: about \d", run.Result.Error);
        string[] declared = [.. run.Results.Cases.Select(c => c.Id)];
        string[] order =
            [.. Regex.Matches(run.Result.Error, @"(?m)^\[\d+/\d+\] ((?:datacontract|polymorphic)/\w+);").Select(m => m.Groups[1].Value)];
        Assert.Equal(declared.Order(StringComparer.Ordinal), order.Order(StringComparer.Ordinal));
        Assert.NotEqual(declared, order);
        Assert.NotEmpty(run.Results.Rechecks);
        Assert.All(run.Results.Rechecks, r => Assert.True(r.Here > 0 && r.Fresh > 0 && r.Case == "datacontract/children", r.Name));
    }

    [Fact]
    public void Every_contestant_is_measured_or_has_a_reason()
    {
        Assert.Equal(["datacontract/parents", "datacontract/children", "polymorphic/plain", "polymorphic/exotic", "polymorphic/dataset"],
            run.Results.Cases.Select(c => c.Id));
        foreach (CaseResult c in run.Results.Cases)
        {
            Assert.NotNull(c.Noise);
            Assert.Contains(c.Entrants, e => e.Ours && e.Reason is null);
            foreach (EntrantResult e in c.Entrants)
            {
                Assert.False(string.IsNullOrEmpty(e.Version));
                if (e.Reason is not null)
                {
                    Assert.Null(e.Write);
                    continue;
                }
                Assert.True(e.Bytes > 0 && e.Gzip > 0);
                foreach (Timing t in (Timing[])[e.Write!, e.Read!])
                {
                    Assert.True(t.Low <= t.Median && t.Median <= t.High && t.Min <= t.Low, e.Name);
                    Assert.True(t.Samples.Count >= 2 && t.Allocated >= 0);
                    Assert.InRange(t.P95, Statistics.Quantile([.. t.Samples], 0.95) - 0.001,
                        Statistics.Quantile([.. t.Samples], 0.95) + 0.001);
                    Assert.Equal(Statistics.FarOut([.. t.Samples]), t.Outliers);
                }
                Assert.False(string.IsNullOrEmpty(e.Options));
            }
            Assert.Contains(c.Entrants, e => e.Write?.Tie == true);
        }
        Assert.NotNull(run.Results.Cases.Single(c => c.Id == "polymorphic/plain").Entrants.Single(e => e.Name == "Google.Protobuf").Reason);
        Assert.NotNull(run.Results.Cases.First().Entrants.Single(e => e.Name == "DataContractJsonSerializer").Caveat);
    }

    [Fact]
    public void Transfers_keep_to_the_bound_and_near_it()
    {
        TransferResult[] shaped = [.. run.Results.Transfers.Where(t => t.Link == "12/3/20")];
        Assert.NotEmpty(shaped);
        Assert.Equal(["HTTP/1.1", "HTTP/2"], shaped.Select(t => t.Protocol).Distinct().Order(StringComparer.Ordinal));
        TransferResult[] measured = [.. shaped.Where(t => t.How == "measured")];
        Assert.True(measured.Length > 10);
        Assert.All(measured, t => Assert.All(t.Samples, s => Assert.True(s >= t.BoundMs - 0.001, $"{t.Name}: {s} < {t.BoundMs}")));
        // Other work on the machine makes most of them late when there is much of it, but not the best sample of every one.
        foreach (var protocol in measured.GroupBy(t => t.Protocol))
            Assert.True(protocol.Any(t => t.Samples.Min() < t.BoundMs + 12),
                string.Join(", ", protocol.Select(t => $"{t.Samples.Min()}/{t.BoundMs}")));
        Assert.All(run.Results.Transfers.Where(t => t.Link == "lan"), t => Assert.Equal("loopback + line time", t.How));
        Assert.Empty(run.Results.Problems);
    }

    [Fact]
    public void First_use_is_that_of_fresh_processes()
    {
        ColdResult[] cold = [.. run.Results.Cold.Where(c => c.Reason is null)];
        Assert.Contains(cold, c => c.Name == "Isomer Json");
        Assert.All(cold, c => Assert.True(c.Median > 0.1 && c.PeakKib is not null && c.CpuMs > 0, c.Name));
        Assert.Contains(cold, c => c.PeakKib > 1000); // who loads more than the data needs
    }

    /// <summary>Asked by doing: every contestant answers every question, and ours are safe whatever the data is.</summary>
    [Fact]
    public void Everyone_is_asked_what_it_carries()
    {
        string[] asked = [.. Probe.All.Select(p => p.Id)];
        string Of(string name, string probe) =>
            run.Results.Features.Single(f => f.Name == name).Answers.Single(a => a.Probe == probe).Verdict.ToString();
        Assert.Equal(Isomer.Cli.Payloads.ToolFormats.Values.Where(f => f != Soap.Format).Select(f => "Isomer " + f.Name),
            run.Results.Features.Where(f => f.Ours && f.Options == "defaults").Select(f => f.Name));
        foreach (FeatureResult f in run.Results.Features)
        {
            Assert.Equal(asked, f.Answers.Select(a => a.Probe));
            Assert.All(f.Answers, a => Assert.False(a.Verdict == Verdict.NotAsked || string.IsNullOrEmpty(a.Said), f.Name));
            if (f.Ours)
                Assert.All(f.Answers.Where(a => a.Probe is "types" or "deep" or "damage" or "newer" or "older" or "subtype"),
                    a => Assert.True(a.Verdict == Verdict.Yes, $"{f.Name}, {a.Probe}: {a.Said}"));
        }
        Assert.Equal(("Yes", "No", "No"),
            (Of("Isomer Json references", "cycle"), Of("Isomer Json", "cycle"), Of("System.Text.Json reflection", "cycle")));
        Assert.Equal(("Yes", "No"), (Of("Isomer Json Graph", "shared"), Of("DataContractSerializer", "shared")));
        Assert.Equal(("Yes", "No"), (Of("Isomer Xml", "names"), Of("Google.Protobuf", "names")));
        Assert.Equal(("Yes", "Partly"), (Of("DataContractSerializer", "null"), Of("Google.Protobuf", "null")));
        // Json has a window behind the first megabyte; Compact collects a value whole.
        Assert.Equal(("Yes", "Yes", "No"), (Of("Isomer Protobuf", "in"), Of("Isomer Json", "in"), Of("Isomer Compact", "in")));
        // The process that asks has ended, and another went on.
        Assert.Equal(("Ends", "Yes"), (Of("DataContractSerializer", "deep"), Of("DataContractSerializer", "damage")));
        string html = System.Net.WebUtility.HtmlDecode(run.Html);
        Assert.Contains("† ends the process", html, StringComparison.Ordinal);
        // They are asked with the options with which they race, and each form of the report says these.
        Assert.All(run.Results.Features, f => Assert.All(run.Results.Cases.SelectMany(c => c.Entrants).Where(e => e.Name == f.Name),
            e => Assert.Equal(e.Options, f.Options)));
        Assert.Contains("Isomer Json references<small>References.Preserve</small>", html, StringComparison.Ordinal);
        Assert.DoesNotContain("with its defaults, and what came back", html, StringComparison.Ordinal);
        Assert.Contains("| **Isomer Json references** (References.Preserve) |", File.ReadAllText(run.Folder["out/results.md"]),
            StringComparison.Ordinal);
        Assert.Contains("✗ refused (JsonException)", html, StringComparison.Ordinal);
        Assert.Contains("features,features/deep,0,DataContractSerializer,", File.ReadAllText(run.Folder["out/results.csv"]),
            StringComparison.Ordinal);
        Assert.Matches(@"\| DataContractSerializer \| ✗ refused \(SerializationException\) \|",
            File.ReadAllText(run.Folder["out/results.md"]));
        Assert.Matches(@"(?m)^  DataContractSerializer +✗ ✗ ✓ ~", run.Result.Output);
    }

    /// <summary>Timed twice, one payload would have two figures.</summary>
    [Fact]
    public void One_payload_of_several_contestants_is_compressed_once()
    {
        CaseResult c = run.Results.Cases.Single(c => c.Id == "datacontract/children");
        EntrantResult Of(string name) => c.Entrants.Single(e => e.Name == name);
        Assert.Equal(Of("Isomer ContractXml").Bytes, Of("DataContractSerializer").Bytes);
        Assert.NotEmpty(Of("Isomer ContractXml").Packed);
        Assert.Equal(Of("Isomer ContractXml").Packed, Of("DataContractSerializer").Packed);
        Assert.NotEqual(Of("Isomer ContractXml").Packed, Of("Isomer Compact").Packed);
    }

    [Fact]
    public void The_table_files_have_a_row_for_each()
    {
        string[] lines = File.ReadAllLines(run.Folder["out/results.csv"]);
        Assert.Equal(1 + run.Results.Cases.Sum(c => c.Entrants.Count) + run.Results.Features.Sum(f => f.Answers.Count), lines.Length);
        int cells = lines[0].Split(',').Length;
        Assert.All(lines, l => Assert.Equal(cells, Regex.Count(Regex.Replace(l, "\"[^\"]*\"", ""), ",") + 1));
        Assert.StartsWith("scenario,case,rows,contestant,version", lines[0], StringComparison.Ordinal);
        string markdown = File.ReadAllText(run.Folder["out/results.md"]);
        Assert.Contains("## The answer: 20 orders with their details", markdown, StringComparison.Ordinal);
        Assert.Matches(@"\| 20 \+ 8·\(\d+ \+ \d+·58\)/12000 = [\d.,]+ \| measured", markdown);
        Assert.Matches(@"\| 20 \+ 8·\(\d+ \+ \d+·58\)/12000 \+ [\d.]+ waiting 1× for the window = [\d.,]+ \| measured", markdown);
        Assert.Contains("What article 000 published", run.Html, StringComparison.Ordinal); // beside the figures of now
        Assert.Contains("20 + 8·(", System.Net.WebUtility.HtmlDecode(run.Html), StringComparison.Ordinal);
        Assert.Contains("| **Isomer Json** |", File.ReadAllText(run.Folder["out/results.md"]), StringComparison.Ordinal);
    }

    [Fact]
    public void The_report_needs_nothing_from_outside()
    {
        Assert.DoesNotMatch(OutsideReference(), run.Html);
        Assert.Contains("Content-Security-Policy", run.Html, StringComparison.Ordinal);
        Assert.DoesNotMatch(new Regex("\\son[a-z]+="), run.Html);
        Assert.InRange(run.Html.Length, 10_000, 5_000_000);
    }

    [Fact]
    public void Pictures_are_well_formed_named_and_in_bounds()
    {
        MatchCollection pictures = Picture().Matches(run.Html);
        Assert.Equal(run.Results.Cases.Count(), pictures.Count); // one for each case; bars are lists
        Assert.True(Regex.Count(run.Html, "<ol class=\"bars\">") > 10);
        foreach (Match picture in pictures)
        {
            XElement svg = XElement.Parse(picture.Value.Replace("&nbsp;", " ", StringComparison.Ordinal));
            Assert.Equal("img", (string?)svg.Attribute("role"));
            Assert.False(string.IsNullOrWhiteSpace(svg.Element("title")!.Value) || string.IsNullOrWhiteSpace(svg.Element("desc")!.Value));
            Assert.Equal($"{(string)svg.Element("title")!.Attribute("id")!} {(string)svg.Element("desc")!.Attribute("id")!}",
                (string?)svg.Attribute("aria-labelledby"));
            double[] box = [.. ((string)svg.Attribute("viewBox")!).Split(' ').Select(v => double.Parse(v, CultureInfo.InvariantCulture))];
            foreach (XAttribute place in svg.Descendants().Attributes()
                .Where(a => a.Name.LocalName is "x" or "y" or "x1" or "x2" or "y1" or "y2" or "cx" or "cy"))
                Assert.InRange(double.Parse(place.Value, CultureInfo.InvariantCulture), -1,
                    (place.Name.LocalName[^1] == 'y' || place.Name.LocalName[0] == 'y' ? box[3] : box[2]) + 1);
        }
        string[] ids = [.. Id().Matches(run.Html).Select(m => m.Groups[1].Value)];
        Assert.Equal(ids.Distinct().Count(), ids.Length);
    }

    [Fact]
    public void Tables_and_links_are_for_everyone()
    {
        foreach (Match table in Table().Matches(run.Html))
        {
            Assert.Contains("<caption>", table.Value, StringComparison.Ordinal);
            Assert.Contains("scope=\"col\"", table.Value, StringComparison.Ordinal);
            Assert.Contains("scope=\"row\"", table.Value, StringComparison.Ordinal);
        }
        Assert.DoesNotMatch(new Regex("<div class=\"scroll[^\"]*\">"), run.Html); // what scrolls can be reached by keys
        string[] ids = [.. Id().Matches(run.Html).Select(m => m.Groups[1].Value)];
        foreach (Match link in InnerLink().Matches(run.Html))
            Assert.Contains(link.Groups[1].Value, ids);
        Assert.Contains("<html lang=\"en\">", run.Html, StringComparison.Ordinal);
        Assert.Equal(Table().Matches(run.Html).Count, Regex.Count(run.Html, "<a download="));
        int last = 1;
        foreach (Match heading in Heading().Matches(run.Html))
        {
            int level = heading.Groups[1].Value[0] - '0';
            Assert.True(level <= last + 1, heading.Value);
            last = level;
        }
    }

    /// <summary>WCAG: 4.5 for text, 3 for what is drawn; in both schemes and on paper.</summary>
    [Fact]
    public void Colours_have_contrast_in_light_and_dark()
    {
        MatchCollection schemes = Scheme().Matches(run.Html);
        Assert.Equal(3, schemes.Count);
        foreach (Match scheme in schemes)
        {
            var colours = Variable().Matches(scheme.Value).ToDictionary(m => m.Groups[1].Value, m => m.Groups[2].Value);
            foreach (string text in (string[])["text", "soft", "ours", "link"])
            {
                if (colours.TryGetValue(text, out string? colour))
                    Assert.True(Contrast(colour, colours["back"]) >= 4.5, $"{text} {colour} on {colours["back"]}");
            }
            foreach (string drawn in (string[])["ours", "json", "xml", "bin", "proto"])
                Assert.True(Contrast(colours[drawn], colours["back"]) >= 3, $"{drawn} on {colours["back"]}");
        }
    }

    static double Contrast(string a, string b)
    {
        static double Light(string colour)
        {
            double Part(int at) =>
                int.Parse(colour.AsSpan(at, 2), NumberStyles.HexNumber, CultureInfo.InvariantCulture) / 255.0 is var c && c <= 0.04045
                    ? c / 12.92
                    : Math.Pow((c + 0.055) / 1.055, 2.4);
            return (0.2126 * Part(1)) + (0.7152 * Part(3)) + (0.0722 * Part(5));
        }
        double x = Light(a), y = Light(b);
        return (Math.Max(x, y) + 0.05) / (Math.Min(x, y) + 0.05);
    }

    [Fact]
    public void A_run_compared_with_itself_is_unchanged_and_the_report_can_be_made_anew()
    {
        string results = run.Folder["out/results.json"];
        ToolResult same = Tool.Run("lab", "compare", results, run.Folder["out"], "--fail-if", "worse:0%");
        Assert.Equal(0, same.Code);
        Assert.Contains("0 of ", same.Output, StringComparison.Ordinal);
        using var folder = new TemporaryFolder();
        File.Copy(results, folder["results.json"]);
        Assert.Equal(0, Tool.Run("lab", "report", folder["results.json"]).Code);
        Assert.Equal(run.Html, File.ReadAllText(folder["report.html"]));
        // A transfer that no line could have made is a failure, whoever says so.
        LabResults wrong = LabResults.Load(results);
        TransferResult fast = wrong.Transfers.First(t => t.How == "measured");
        wrong.Transfers[wrong.Transfers.IndexOf(fast)] = fast with { Samples = [fast.BoundMs / 2] };
        folder.Write("wrong.json", wrong.ToJson());
        ToolResult refused = Tool.Run("lab", "report", folder["wrong.json"]);
        Assert.Equal(1, refused.Code);
        Assert.Contains("faster than the bound", refused.Error, StringComparison.Ordinal);
        LabResults slower = LabResults.Load(results);
        EntrantResult first = slower.Cases.First().Entrants[0];
        slower.Cases.First().Entrants[0] = first with { Bytes = first.Bytes * 2 };
        folder.Write("slower.json", slower.ToJson());
        ToolResult worse = Tool.Run("lab", "compare", results, folder["slower.json"], "--fail-if", "worse:5%");
        Assert.Equal(1, worse.Code);
        Assert.Contains("bytes: 100.0 % more", worse.Error, StringComparison.Ordinal);
    }

    /// <summary>
    /// One line that is drawn anew on a terminal; a line for each step elsewhere: done, of how many, what, how long still.
    /// </summary>
    [Fact]
    public void Progress_is_told()
    {
        Assert.Matches(@"(?m)^\[1/\d+\] features; about \d+:\d\d left\r?$", run.Result.Error);
        Assert.Matches(@"(?m)^\[2/\d+\] code of all races; about \d+:\d\d left\r?$", run.Result.Error);
        Assert.Matches(@"(?m)^\[3/\d+\] [a-z]+/[a-z0-9-]+; about \d+:\d\d left\r?$", run.Result.Error);
        Assert.Matches(@"(?m)^\[(\d+)/\1\] link lan; about \d+:\d\d left\r?$", run.Result.Error);
        if (!OperatingSystem.IsLinux() || Tool.Shell("command -v script").Code != 0)
            return;
        using var folder = new TemporaryFolder();
        ToolResult terminal = Tool.Shell(
            $"script -qec \"dotnet '{Tool.Dll}' lab -s rows -s datacontract --only 'Isomer Compact' --seconds 0.2 --launches 0 --link none --out '{folder["out"]}'\" /dev/null");
        Assert.Equal(0, terminal.Code);
        Assert.Matches(@"\r\[1/4\] code of all races; about", terminal.Output);
        // Races come in an order of their own.
        Assert.Matches(@"\r\[4/4\] [a-z]+/[a-z]+; about", terminal.Output);
        Assert.DoesNotContain("\u001b[3", terminal.Output, StringComparison.Ordinal); // colours; the runtime itself sets the terminal up
    }

    [GeneratedRegex("""(?:src|href|action)="(?!#|data:)|url\(|@import""")]
    private static partial Regex OutsideReference();

    [GeneratedRegex("""<svg viewBox="[^"]*" role="img".*?</svg>""", RegexOptions.Singleline)]
    private static partial Regex Picture();

    [GeneratedRegex("""<table>.*?</table>""", RegexOptions.Singleline)]
    private static partial Regex Table();

    [GeneratedRegex("\\sid=\"([^\"]+)\"")]
    private static partial Regex Id();

    [GeneratedRegex("href=\"#([^\"]+)\"")]
    private static partial Regex InnerLink();

    [GeneratedRegex("""<h([1-6])[ >]""")]
    private static partial Regex Heading();

    [GeneratedRegex(""":root \{[^}]*--back[^}]*\}""")]
    private static partial Regex Scheme();

    [GeneratedRegex("""--([a-z]+): (#[0-9a-f]{6})""")]
    private static partial Regex Variable();
}
