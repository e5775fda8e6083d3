using System.Text.Json.Nodes;
using Isomer.Cli.Lab.Features;
using Isomer.Cli.Lab.Links;
using Isomer.Cli.Lab.Report;
using Isomer.Cli.Lab.Results;
using Isomer.Cli.Lab.Scenarios;
using Xunit;

namespace Isomer.Tests.Cli;

/// <summary>
/// The report in a real Chromium: names, contrast, focus and order in light, dark and narrow; nothing in the console; sorting and
/// filtering; without scripts; on paper. Screenshots go to ISOMER_SCREENSHOTS, to be looked at.
/// </summary>
public sealed class ReportBrowserTests : IDisposable
{
    readonly TemporaryFolder _folder = new();
    readonly string _page;

    public ReportBrowserTests() => _page = _folder.Write("report.html", HtmlReport.Of(Large()));

    public void Dispose() => _folder.Dispose();

    static async Task<Browser> StartAsync()
    {
        string? program = Browser.Find();
        if (program is null)
            Assert.Skip("no Chromium here: install Debian's, or name one with ISOMER_CHROMIUM");
        return await Browser.StartAsync(program);
    }

    [Theory]
    [InlineData("light", 1280)]
    [InlineData("dark", 1280)]
    [InlineData("light", 380)]
    public async Task It_is_readable_by_everyone(string scheme, int width)
    {
        await using Browser browser = await StartAsync();
        await browser.OpenAsync(_page, scheme, width);
        string audit = await File.ReadAllTextAsync(Path.Combine(Tool.Root, "tests/Isomer.Tests/Cli/report-audit.js"));
        // What is folded is looked at too.
        await browser.EvaluateAsync("document.querySelectorAll('details').forEach(d => d.open = true)");
        Assert.Empty((await browser.EvaluateAsync(audit))!.AsArray().Select(c => (string)c!));
        if (Environment.GetEnvironmentVariable("ISOMER_SCREENSHOTS") is { Length: > 0 } folder)
        {
            Directory.CreateDirectory(folder);
            int height = Math.Min((int)(await browser.EvaluateAsync("document.documentElement.scrollHeight"))!, 9000);
            await File.WriteAllBytesAsync(Path.Combine(folder, $"{scheme}-{width}.png"), await browser.ScreenshotAsync(width, height));
        }
        byte[] picture = await browser.ScreenshotAsync(width, 1000);
        Assert.True(picture.Length > 10_000);
        Assert.Empty(browser.Complaints);
    }

    /// <summary>As many contestants, sizes and lines as a full run has; figures made up, some of them close together.</summary>
    internal static LabResults Large()
    {
        var random = new Random(3);
        LinkProfile[] links = [LinkProfile.Parse("massi-2006-fit"), LinkProfile.Parse("4g")];
        var results = new LabResults
        {
            Started = new DateTime(2026, 1, 2),
            Links = [.. links],
            Environment = new() { ["cpu"] = "none", ["cores"] = "2", ["os"] = "none", ["runtime"] = "none" },
            Problems = { "one that is made up" }
        };
        Timing Of(double us) =>
            new()
            {
                Median = us,
                Low = us * 0.97,
                High = us * 1.05,
                P95 = us * 1.2,
                Min = us * 0.9,
                Allocated = us * 100,
                Tie = us < 20,
                Samples = [us, us]
            };
        Isomer.Cli.Lab.Contestants.LabPeer[] peers = [.. Isomer.Cli.Lab.Contestants.LabPeers.All];
        var dataset = new ScenarioResult("dataset", "002", "An untyped DataSet", "Made up.");
        var orders = new ScenarioResult("datacontract", "000", "Orders", "Made up.");
        foreach (int rows in (int[])[0, .. Scenario.DataSetRows.Where((_, i) => i % 2 == 0)])
        {
            ScenarioResult scenario = rows == 0 ? orders : dataset;
            var c = new CaseResult
            {
                Id = rows == 0 ? "datacontract/children" : $"dataset/{rows}",
                Title = $"{rows} rows",
                Rows = rows,
                Noise = 0.02,
                Reference = peers[0].Name,
                Rounds = 9
            };
            for (int i = 0; i < peers.Length; i++)
            {
                bool able = i % 6 != 5;
                c.Entrants.Add(new EntrantResult
                {
                    Name = peers[i].Name,
                    Version = peers[i].Version,
                    Options = peers[i].Options,
                    Ours = peers[i].IsOurs,
                    Reason = able ? null : "made up",
                    Caveat = i % 7 == 1 ? "a null collection comes back empty" : null,
                    Bytes = able ? 500 + i + (rows * (100 + (i / 2 * 20))) : null,
                    Gzip = able ? 300 + (rows * 50) : null,
                    Write = able ? Of((rows + 5) * (1 + (i / 3))) : null,
                    Read = able ? Of((rows + 5) * (1.5 + (i / 4))) : null,
                    Contracts = able && rows == 0
                        ? [.. Contracts.All.Select(
                            (n, k) =>
                                new ContractResult
                                    { Name = n, Timing = (i + k) % 5 == 0 ? null : Of(i + k + 1),
                                        Reason = (i + k) % 5 == 0 ? "made up" : null }).Skip(i % 2)]
                        : [],
                });
            }
            scenario.Cases.Add(c);
            foreach (LinkProfile link in links)
                results.Transfers.AddRange(
                    c.Entrants.Where(e => e.Bytes is not null)
                        .Select(e =>
                            new TransferResult
                            {
                                Link = link.Name,
                                Case = c.Id,
                                Name = e.Name,
                                Ours = e.Ours,
                                Protocol = "HTTP/1.1",
                                Bytes = e.Bytes!.Value,
                                BoundMs = link.BoundMs(e.Bytes.Value),
                                Ms = link.BoundMs(e.Bytes.Value) + random.NextDouble(),
                                How = "measured",
                                Samples = [1000]
                            }));
        }
        results.Scenarios.AddRange([orders, dataset]);
        results.Cold.AddRange(
            peers.Select(
                (p, i) =>
                    new ColdResult
                    {
                        Case = "polymorphic/plain",
                        Name = p.Name,
                        Ours = p.IsOurs,
                        FirstUse = [20 + i],
                        Median = 20 + i,
                        Low = 19 + i,
                        High = 22 + i,
                        PeakKib = 1000 * i,
                        CpuMs = i
                    }));
        string[] said = ["kept", "not kept: empty list, null in a list refused (NotSupportedException)",
            "refused (InvalidProtocolBufferException)", "ends the process", "no time was left"];
        results.Features.AddRange(
            peers.Select(
                (p, i) =>
                    new FeatureResult
                    {
                        Name = p.Name,
                        Version = p.Version,
                        Options = p.Options,
                        Ours = p.IsOurs,
                        Answers =
                                [.. Probe.All.Select((q, k) => new FeatureAnswer(q.Id, (Verdict)((i + k) % 5), said[(i + k) % 5]))]
                    }));
        return results;
    }

    [Fact]
    public async Task Tables_sort_and_filter_by_keys_alone()
    {
        await using Browser browser = await StartAsync();
        await browser.OpenAsync(_page, "light", 1280);
        const string Bytes = "[...document.querySelector('#datacontract table').tBodies[0].rows].filter(r => !r.hidden).map(r => Number(r.cells[2].dataset.v))";
        await browser.EvaluateAsync("document.querySelectorAll('details').forEach(d => d.open = true)");
        await browser.EvaluateAsync("document.querySelectorAll('#datacontract table thead button')[2].focus()");
        await browser.PressAsync("Enter", 13);
        double[] ascending = [.. (await browser.EvaluateAsync(Bytes))!.AsArray().Select(n => (double)n!)];
        Assert.True(ascending.Length > 5);
        Assert.Equal(ascending.Order(), ascending);
        Assert.Equal("ascending",
            (string?)await browser.EvaluateAsync("document.querySelectorAll('#datacontract table thead th')[2].getAttribute('aria-sort')"));
        await browser.PressAsync("Enter", 13);
        Assert.Equal(ascending.OrderDescending(), (await browser.EvaluateAsync(Bytes))!.AsArray().Select(n => (double)n!));
        await browser.EvaluateAsync(
            "(() => { const i = document.querySelector('#datacontract .filter input'); i.value = 'json isomer'; i.dispatchEvent(new Event('input')); })()");
        string[] left = [
            .. (await browser.EvaluateAsync(
                "[...document.querySelector('#datacontract table').tBodies[0].rows].filter(r => !r.hidden).map(r => r.cells[0].firstChild.textContent.replace(' *', ''))"))!.AsArray()
                    .Select(n => (string)n!)];
        Assert.InRange(left.Length, 2, ascending.Length - 1);
        Assert.All(left, name => Assert.Matches("(?i)isomer.*json", name));

        // From the first key on: the way past the navigation, each stop seen, and every stop has an outline.
        await browser.OpenAsync(_page, "light", 1280);
        for (int i = 0; i < 25; i++)
        {
            await browser.PressAsync("Tab", 9);
            JsonNode stop = (await browser.EvaluateAsync(
                "(() => { const e = document.activeElement, s = getComputedStyle(e), r = e.getBoundingClientRect(); return { tag: e.tagName, text: e.textContent.slice(0, 40), outline: parseFloat(s.outlineWidth) * (s.outlineStyle === 'none' ? 0 : 1), width: r.width }; })()"))!;
            if (i == 0)
                Assert.Equal("To the results", (string?)stop["text"]);
            Assert.NotEqual("BODY", (string?)stop["tag"]);
            Assert.True((double)stop["outline"]! >= 2, stop.ToJsonString());
        }
        Assert.Empty(browser.Complaints);
    }

    [Fact]
    public async Task It_is_whole_without_scripts_and_on_paper()
    {
        await using Browser browser = await StartAsync();
        await browser.OpenAsync(_page, "light", 1280, scripts: false);
        byte[] still = await browser.ScreenshotAsync(1280, 1000);
        Assert.True(still.Length > 10_000);
        await browser.OpenAsync(_page, "dark", 794, media: "print");
        // Paper is white whatever the screen is, and nothing on it is wider than the page.
        Assert.Equal("rgb(255, 255, 255)", (string?)await browser.EvaluateAsync("getComputedStyle(document.body).backgroundColor"));
        Assert.Equal("none", (string?)await browser.EvaluateAsync("getComputedStyle(document.querySelector('nav')).display"));
        byte[] paper = await browser.PdfAsync();
        Assert.True(paper.AsSpan().StartsWith("%PDF"u8) && paper.Length > 50_000);
        Assert.Empty(browser.Complaints);
    }

    /// <summary>The audit finds what it is there to find: a report with holes in it fails.</summary>
    [Fact]
    public async Task The_audit_finds_what_is_wrong()
    {
        await using Browser browser = await StartAsync();
        using var folder = new TemporaryFolder();
        string page = folder.Write("bad.html",
            "<!doctype html><html><body><a href='#x'></a><p style='color:#aaa'>pale</p><svg></svg><figure><svg width='50' height='20' viewBox='0 0 500 200'><text y='50' font-size='20'>tiny</text></svg></figure><button style='width:9px;height:9px;padding:0'>x</button><div id='a'></div><div id='a'></div><table><tr><th>head</th></tr></table><div style='width:3000px'>wide</div></body></html>");
        await browser.OpenAsync(page, "light", 1280);
        string[] found = [
            .. (await browser.EvaluateAsync(
                await File.ReadAllTextAsync(Path.Combine(Tool.Root, "tests/Isomer.Tests/Cli/report-audit.js"))))!.AsArray()
                    .Select(c => (string)c!)];
        foreach (string rule in (string[])["no name", "contrast", "neither named nor hidden", "id twice", "without scope", "one h1",
            "no title", "scrolls sideways", "less than 24 px", "letters too small"])
            Assert.Contains(found, f => f.Contains(rule, StringComparison.Ordinal));
    }
}
