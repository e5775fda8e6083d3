using System.Data;
using System.Globalization;
using System.Security.Cryptography;
using System.Text;
using Isomer.Cli.Lab;
using Isomer.Cli.Lab.Contestants;
using Isomer.Cli.Lab.Data;
using Isomer.Cli.Lab.Links;
using Isomer.Cli.Lab.Published;
using Isomer.Cli.Lab.Results;
using Isomer.Cli.Lab.Scenarios;
using Xunit;

namespace Isomer.Tests.Cli;

/// <summary>The lab's data is the same everywhere and always; its gate and its sums are right.</summary>
[JudgedAlone("times over a link")]
public class LabDataTests
{
    static string Digest(IEnumerable<object?[]> rows)
    {
        static string Text(object? value) =>
            value is DateTime t
                ? t.Ticks.ToString(CultureInfo.InvariantCulture)
                : Convert.ToString(value, CultureInfo.InvariantCulture) ?? "~";
        string text = string.Join('\n', rows.Select(r => string.Join('|', r.Select(Text))));
        return Convert.ToHexStringLower(SHA256.HashData(Encoding.UTF8.GetBytes(text)));
    }

    [Fact]
    public void Generators_give_the_same_rows_for_ever()
    {
        List<object?[]> employees = Employees.Create();
        Assert.Equal((Employees.Rows, 18), (employees.Count, employees[0].Length));
        Assert.Equal(290, employees.Select(r => r[0]).Distinct().Count());
        Assert.Single(employees, r => r[4] is null);
        Assert.Equal("9fe21ae3ee63d02fbf3c655012917107de3b29d30a64316bf16521d57ae47723", Digest(employees));
        Assert.Equal("0a87c52f2bcd0a43abe1e1b8ccd4b4c6bcde3509c133424849ace819b2030389", Digest(WideRows.Create(1000)));
    }

    /// <summary>Through the database and back: every value, its type and a decimal's scale.</summary>
    [Fact]
    public void The_database_gives_what_the_generators_made()
    {
        using LabData embedded = LabData.Embedded(), generated = LabData.Generated();
        Assert.Equal(Canonical.Digest(generated.Orders()), Canonical.Digest(embedded.Orders()));
        Assert.Null(DeepCompare.Difference(generated.Rows(), embedded.Rows()));
        Assert.Null(DeepCompare.Difference(generated.Wide(500), embedded.Wide(500)));
        Assert.Equal(19, embedded.Wide(2).Tables[0].Columns.Count);
    }

    [Fact]
    public void The_gate_sees_types_order_and_states()
    {
        Assert.NotNull(DeepCompare.Difference(new object[] { 1 }, new object[] { 1L }));
        Assert.NotNull(DeepCompare.Difference(new List<int> { 1, 2 }, new List<int> { 1 }));
        Assert.NotNull(DeepCompare.Difference(new Test1 { A = 1 }, new Test1 { A = 2 }));
        Assert.NotNull(DeepCompare.Difference(new DateTime(1, DateTimeKind.Utc), new DateTime(1, DateTimeKind.Local)));
        using LabData data = LabData.Generated();
        DataSet left = data.Wide(3), right = left.Copy();
        Assert.Null(DeepCompare.Difference(left, right));
        right.Tables[0].Rows[1].Delete();
        Assert.NotNull(DeepCompare.Difference(left, right));
        var forgiven = new HashSet<string>();
        Assert.Null(DeepCompare.Difference(new DateTime(1), new DateTime(1, DateTimeKind.Utc), forgiven));
        Assert.Single(forgiven);
        Assert.NotNull(DeepCompare.Difference(new object[] { 1 }, new object[] { 1L }, forgiven));
    }

    /// <summary>The articles' tables as they were printed, in a few places of each.</summary>
    [Fact]
    public void Published_figures_are_those_of_the_articles()
    {
        Figure Of(string article, string id, string contestant, string? link = null) =>
            Article.Of(article)!.Figures.First(f => f.Case == id && f.Contestant == contestant && f.Link == link);
        Assert.Equal((31253, null),
            (Of("000", "datacontract/children", "JSON as XML infoset").Bytes,
                Of("000", "datacontract/children", "JSON as XML infoset").BothUs));
        Assert.Equal(14000, Of("001", "rows/employees", "BinaryFormatter").BothUs);
        Assert.Equal((1521110, 9687.50),
            (Of("002", "dataset/8000", "BinaryFormatter surrogate", "internet").Bytes,
                Of("002", "dataset/8000", "BinaryFormatter surrogate", "internet").TransferMs));
        Assert.Equal(9 * 3 * 2, Article.Of("002")!.Figures.Count);
        Assert.Equal((3, 0.268, 1.881),
            (Of("003", "messages/test1", "protobuf-net").Bytes, Of("003", "messages/test1", "protobuf-net").WriteUs,
                Of("003", "messages/test1", "protobuf-net").ReadUs));
        Assert.Equal((928, 47.179, 79.218),
            (Of("003", "messages/test3", "SoapFormatter").Bytes, Of("003", "messages/test3", "SoapFormatter").WriteUs,
                Of("003", "messages/test3", "SoapFormatter").ReadUs));
        Assert.Equal(177410, Of("003", "northwind/orders", "XmlSerializer around protobuf").Bytes);
        string[] cases = [.. Scenario.All.SelectMany(s => s.Cases(LabData.Generated(), true)).Select(c => c.Id)];
        Assert.All(Article.All.SelectMany(a => a.Figures), f => Assert.Contains(f.Case, cases));
        Assert.All(Article.All, a => Assert.False(string.IsNullOrEmpty(a.Source)));
    }

    /// <summary>Her tables fit this line: the profile, and what it was recovered from, agree.</summary>
    [Fact]
    public void The_articles_transmissions_fit_the_profile()
    {
        LinkProfile link = LinkProfile.Parse("massi-2006-fit");
        foreach (var pair in Article.Of("002")!.Figures.GroupBy(f => (f.Case, f.Contestant)))
        {
            Figure local = pair.Single(f => f.Link == "local"), internet = pair.Single(f => f.Link == "internet");
            double fitted = link.RttMs + (local.Bytes!.Value * 8 / (link.DownMbit * 1000));
            Assert.InRange(internet.TransferMs!.Value - local.TransferMs!.Value, fitted * 0.80, fitted * 1.20);
        }
    }

    [Fact]
    public void The_bound_is_a_round_trip_and_the_line_time_of_packets()
    {
        LinkProfile link = LinkProfile.Parse("6/0.384/30");
        Assert.Equal(30 + (8 * (216_285 + (149 * 58)) / 6000.0), link.BoundMs(216_285), 9);
        Assert.True(link.CanBeShaped);
        Assert.False(LinkProfile.Parse("lan").CanBeShaped);
        Assert.False(LinkProfile.Parse("100/20/30").CanBeShaped);
        Assert.Equal(99, TransferRunner.Faster([120, 99, 130], link, 100));
        Assert.Null(TransferRunner.Faster([100, 130], link, 100));
        Assert.Throws<Isomer.Cli.CliException>(() => LinkProfile.Parse("1/2"));
        Assert.Throws<Isomer.Cli.CliException>(() => LinkProfile.Parse("-1/2/3"));
    }

    /// <summary>The figures of the spec: over a satellite slow start is most of the time, over a cable hardly any.</summary>
    [Fact]
    public void Slow_start_waits_for_its_window()
    {
        LinkProfile geo = LinkProfile.Parse("geo"), slow = geo with { InitialWindow = LinkProfile.UsualWindow };
        Assert.Equal((636, 2420), (Math.Round(geo.BoundMs(216_000)), Math.Round(slow.BoundMs(216_000) / 5) * 5));
        LinkProfile cable = LinkProfile.Parse("6/0.384/30");
        Assert.InRange((cable with { InitialWindow = LinkProfile.UsualWindow }).BoundMs(216_000) - cable.BoundMs(216_000), 8, 12);
        Assert.Equal(geo.BoundMs(14_600), slow.BoundMs(14_600));
        Assert.Equal(geo.BoundMs(14_601) + 600 - geo.LineMs(14_600), slow.BoundMs(14_601), 9);
        Assert.EndsWith("waiting 3× for the window", slow.BoundFormula(216_000), StringComparison.Ordinal);

        // The transmitter keeps to it, however large the first window: never before the bound, and not long behind it.
        foreach (int window in (int[])[0, 4380, 14_600, 20_000])
        {
            foreach (int bytes in (int[])[1000, 20_000, 216_000])
            {
                LinkProfile link = geo with { InitialWindow = window };
                var line = new Transmitter(link.DownMbit, link.RttMs / 2, window);
                line.Send(5000);
                line.Restart(); // what went before does not count
                long start = System.Diagnostics.Stopwatch.GetTimestamp(), last = start;
                for (int left = bytes; left > 0; left -= LinkProfile.Mss)
                    last = line.Send(Math.Min(left, LinkProfile.Mss));
                double ms = (link.RttMs / 2) + ((last - start) * 1000.0 / System.Diagnostics.Stopwatch.Frequency);
                // of that no whole packets are made
                Assert.InRange(ms, link.BoundMs(bytes), (link.BoundMs(bytes) * 1.01) + (window == 20_000 ? 2 * link.RttMs : 0));
            }
        }
    }

    /// <summary>
    /// A line that is not there: transfers are faster than the bound of the one that was asked for (on a busy machine not each), and the
    /// run fails.
    /// </summary>
    [Fact]
    public async Task Without_its_line_a_transfer_is_a_problem()
    {
        LinkProfile link = LinkProfile.Parse("12/3/60");
        var cargo = new Cargo("messages/test1", "A", true, new byte[2000]);
        LabResults wrong;
        // On a machine that has no time for it at all, all five of a protocol may take longer than that.
        int attempts = 0;
        do
        {
            wrong = new LabResults { Links = { link } };
            await TransferRunner.RunAsync(link, [cargo], 5, 2, wrong, CancellationToken.None, isShaped: false);
        }
        while (wrong.Problems.Count < 2 && ++attempts < 20);
        Assert.Equal(2, wrong.Problems.Count); // one for each protocol
        Assert.All(wrong.Transfers, t => Assert.Contains(t.Samples, s => s < t.BoundMs));
        var right = new LabResults { Links = { link } };
        await TransferRunner.RunAsync(link, [cargo], 5, 2, right, CancellationToken.None);
        Assert.Empty(right.Problems);
        Assert.Equal(["HTTP/1.1", "HTTP/2"], right.Transfers.Select(t => t.Protocol));
        Assert.Equal("60 + 8·(2000 + 2·58)/12000", link.BoundFormula(2000));
    }

    /// <summary>Which of writer, line and reader is the slowest, and how many messages that lets through.</summary>
    [Fact]
    public void The_slowest_of_three_is_the_bottleneck()
    {
        static EntrantResult Of(double write, double read, long bytes) =>
            new()
            {
                Name = "A",
                Version = "1",
                Options = "",
                Bytes = bytes,
                Write = new Timing { Median = write, Low = write, High = write },
                Read = new Timing { Median = read, Low = read, High = read }
            };
        LinkProfile link = LinkProfile.Parse("8/8/10");
        Delivery Over(EntrantResult e) => Delivery.Best(new LabResults(), "x", e, link)!;
        Assert.Equal((1000.0, 'W'), (Over(Of(1000, 500, 100)).PerSecond, Over(Of(1000, 500, 100)).Neck));
        Assert.Equal((500.0, 'R'), (Over(Of(1000, 2000, 100)).PerSecond, Over(Of(1000, 2000, 100)).Neck));
        Assert.Equal(1_000_000.0 / (10_000 + (7 * 58)), Over(Of(10, 10, 10_000)).PerSecond, 9);
        Assert.Equal('L', Over(Of(10, 10, 10_000)).Neck);
    }

    /// <summary>A deadline is shared out among what is left; what one step takes too long, the others have less.</summary>
    [Fact]
    public void A_budget_gives_each_step_its_share()
    {
        var budget = new Budget(100, 4);
        Assert.InRange(budget.Take(1), 39, 40); // 60 are kept for the other three
        Assert.InRange(budget.Take(2), 79, 80);
        Assert.InRange(budget.Take(1), 99, 100);
        var shared = new Budget(100, 4);
        Assert.InRange(shared.Fair(1), 24, 25); // and what others can spare is beyond that
        shared.Take(2);
        Assert.InRange(shared.Fair(1), 49, 50);
        var late = new Budget(0.1, 4);
        Thread.Sleep(80);
        Assert.InRange(late.Take(1), 0, 0.02 / 4); // a fair part of what is left
        Assert.Equal(0, new Budget(0.0, 1).Take(1));
        Assert.Equal(double.PositiveInfinity, new Budget(double.PositiveInfinity, 3).Take(1));
    }

    /// <summary>Whoever is on the list is in every case: measured, or with the reason why not.</summary>
    [Fact]
    public void Every_contestant_of_the_list_is_in_every_case()
    {
        string[] list = [.. Isomer.Cli.Payloads.ToolFormats.Values.Select(f => "Isomer " + f.Name), "System.Text.Json generated",
            "System.Text.Json reflection", "Json.NET", "ServiceStack.Text",
            "DataContractSerializer", "DataContractSerializer binary", "DataContractJsonSerializer", "XmlSerializer", "BinaryFormatter",
            "Google.Protobuf"];
        using LabData data = LabData.Generated();
        Isomer.Cli.Lab.Contestants.LabPeer[] peers = [.. Isomer.Cli.Lab.Contestants.LabPeers.All];
        foreach (LabCase c in Scenario.All.SelectMany(s => s.Cases(data, true)).Where(c => c.Rows < 1000 || c.Rows == 2985))
        {
            string[] there = [.. peers.Where(p => p.TakesPart(c)).Select(p => p.Name)];
            Assert.Equal([], list.Except(there));
            Assert.Equal(c.Id.StartsWith("datacontract", StringComparison.Ordinal),
                there.Contains("Isomer JsonInfoset") && there.Contains("JSON as XML infoset"));
            foreach (Isomer.Cli.Lab.Contestants.LabPeer peer in peers.Where(p => p.TakesPart(c) && p.WhyNot(c) is not null))
                Assert.NotEmpty(c.Enter(peer).Reason!);
        }
    }

    [Fact]
    public void A_run_with_a_transfer_faster_than_its_line_is_a_failure()
    {
        CaseResult c = new() { Id = "messages/test1", Title = "x" };
        var wrong = new LabResults
        { Problems = { "too fast" }, Scenarios = { new ScenarioResult("messages", "003", "t", "w") { Cases = { c } } } };
        Assert.Contains("too fast", Isomer.Cli.Lab.Report.HtmlReport.Of(wrong), StringComparison.Ordinal);
    }

    [Fact]
    public void Runs_differ_only_beyond_the_noise()
    {
        static LabResults Run(double median, double noise, long bytes) => new()
        {
            Scenarios =
            {
                new ScenarioResult("s", "", "", "")
                {
                    Cases = { new CaseResult
                        { Id = "s/c", Title = "", Noise = noise,
                            Entrants = { new EntrantResult
                                { Name = "A", Version = "1", Options = "", Bytes = bytes, Write = Of(median), Read = Of(5) } } } },
                },
            },
        };
        static Timing Of(double median) =>
            new()
            {
                Median = median,
                Low = median * 0.99,
                High = median * 1.01,
                Samples = [.. Enumerable.Range(0, 21).Select(i => median * (0.98 + (i * 0.002)))]
            };
        Change worse = Assert.Single(Comparison.Of(Run(10, 0.02, 100), Run(12, 0.02, 100)).Worse(0.05));
        Assert.Equal(("write", 1.2), (worse.What, Math.Round(worse.Ratio, 2)));
        Assert.Empty(Comparison.Of(Run(10, 0.3, 100), Run(12, 0.02, 100)).Worse(0.05));
        Assert.Empty(Comparison.Of(Run(12, 0.02, 100), Run(10, 0.02, 100)).Worse(0.05));
        Assert.Equal("bytes", Assert.Single(Comparison.Of(Run(10, 0.02, 100), Run(10, 0.02, 120)).Worse(0.05)).What);
        // A contract that became slower is a change of its own.
        static LabResults With(LabResults run, double median)
        {
            run.Cases.First().Entrants[0].Contracts.Add(new ContractResult { Name = Contracts.ToStream, Timing = Of(median) });
            return run;
        }
        Assert.Equal(Contracts.ToStream,
            Assert.Single(Comparison.Of(With(Run(10, 0.02, 100), 10), With(Run(10, 0.02, 100), 12)).Worse(0.05)).What);
        Assert.Equal(0.05, Comparison.Threshold("worse:5%"));
        Assert.Throws<Isomer.Cli.CliException>(() => Comparison.Threshold("5%"));
    }

    /// <summary>
    /// Article 002's ways, and the dates and schemas that its readers asked about: each comes back, and has a size. A typed set without its
    /// schema in XML did not: its class made its columns twice.
    /// </summary>
    [Fact]
    public void Each_way_of_a_DataSet_comes_back()
    {
        LabCase @case = Scenario.All.SelectMany(static s => s.Cases(LabData.Generated(), true)).First(static c => c.Id == "dataset/20");
        var sizes = new Dictionary<string, long>();
        foreach (DataSetPeer peer in DataSetPeer.All)
        {
            Assert.True(peer.TakesPart(@case));
            Entrant entrant = @case.Enter(peer);
            Assert.Null(entrant.Reason);
            var entry = new Isomer.Measuring.Entry(entrant.Contestant!);
            Assert.True(entry.Failure is null, $"{peer.Name}: {entry.Failure}");
            sizes.Add(peer.Name, entry.Bytes!.Value);
        }
        Assert.Equal(9, sizes.Count);
        foreach (string form in (string[])["binary", "XML"])
            Assert.True(sizes[$"BinaryFormatter {form}, typed, without schema"] < sizes[$"BinaryFormatter {form}, typed"]);
    }
}
