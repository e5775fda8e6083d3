using Isomer.Cli;
using Isomer.Cli.Lab;
using Isomer.Cli.Lab.Features;
using Isomer.Cli.Lab.Fresh;
using Isomer.Cli.Lab.Links;
using Isomer.Cli.Lab.Report;
using Isomer.Cli.Lab.Results;
using Xunit;

namespace Isomer.Tests.Cli;

/// <summary>
/// What the lab says about figures: the verdict in sentences, and what speaks against it. All figures are made up, so that what must be
/// said is known.
/// </summary>
public sealed class LabVerdictTests
{
    static Timing Of(double us, bool tie = false, double spread = 0.01) =>
        new()
        {
            Median = us,
            Low = us * (1 - spread),
            High = us * (1 + spread),
            Min = us * (1 - spread),
            Tie = tie,
            Samples = [.. Enumerable.Repeat(us, 8)]
        };

    internal static EntrantResult Entrant(string name, long bytes, double write, double read, bool tie = false,
        params PackedResult[] packed) =>
        new()
        {
            Name = name,
            Version = "1",
            Options = "",
            Ours = name.StartsWith("Isomer", StringComparison.Ordinal),
            Bytes = bytes,
            Write = Of(write, tie),
            Read = Of(read, tie),
            Packed = [.. packed]
        };

    internal static LabResults Results(CaseResult c, params string[] links)
    {
        var results = new LabResults { Links = [.. links.Select(LinkProfile.Parse)] };
        results.Scenarios.Add(new ScenarioResult("northwind", "003", "Northwind", ""));
        results.Scenarios[0].Cases.Add(c);
        return results;
    }

    internal static CaseResult Case(string id, params EntrantResult[] entrants) =>
        new()
        {
            Id = id,
            Title = "orders",
            Noise = 0.02,
            Reference = "Isomer A",
            Rounds = 40,
            Operations = 2 * entrants.Length,
            Entrants = [.. entrants]
        };

    static string Said(LabResults results, string head) => Conclusion.Of(results, results.Cases.First()).Single(s => s.Head == head).Text;

    [Fact]
    public void The_smallest_and_the_fastest_are_those_of_the_figures_whoever_they_are()
    {
        LabResults ours = Results(
            Case("northwind/orders", Entrant("Theirs", 200, 30, 30), Entrant("Isomer A", 100, 10, 10), Entrant("Isomer B", 150, 15, 16)));
        Assert.Equal("Isomer A, 100 bytes; Isomer B needs 50 % more; Theirs needs 2 times as much.", Said(ours, "Smallest"));
        Assert.Equal("Isomer A, 20.0 us to write and read it; Isomer B takes 55 % more; Theirs takes 3 times as much.",
            Said(ours, "Fastest"));
        LabResults theirs = Results(
            Case("northwind/orders", Entrant("Theirs", 100, 10, 10), Entrant("Isomer A", 100, 11, 11), Entrant("Isomer B", 99, 40, 40)));
        Assert.Equal("Theirs, 20.0 us to write and read it; Isomer A takes 10 % more.", Said(theirs, "Fastest"));
        Assert.Equal("Isomer B, 99 bytes; Theirs needs 1 % more.", Said(theirs, "Smallest"));
    }

    [Fact]
    public void Who_is_equal_is_named_beside_the_winner()
    {
        PackedResult same = new("gzip", 60, 5, 5);
        LabResults results = Results(
            Case("northwind/orders", Entrant("Isomer A", 100, 10, 10, packed: same), Entrant("Theirs", 100, 10.1, 10.1, packed: same),
                Entrant("Other", 300, 99, 99)));
        Assert.Equal(
            "Isomer A and Theirs, 100 bytes; Other needs 3 times as much. Compressed, the smallest are Isomer A and Theirs by gzip, 60 bytes.",
            Said(results, "Smallest"));
        Assert.StartsWith("Isomer A and Theirs, which cannot be told apart: about 20.0 us", Said(results, "Fastest"),
            StringComparison.Ordinal);
        // Within the noise of the race nobody is the faster one, however the samples lie.
        CaseResult noisy = Case("northwind/orders", Entrant("Isomer A", 100, 10, 10), Entrant("Theirs", 100, 14, 14)) with { Noise = 0.5 };
        Assert.Contains("cannot be told apart", Said(Results(noisy), "Fastest"), StringComparison.Ordinal);
    }

    /// <summary>
    /// What a winner does not carry stands behind its name: what it was asked and could not, what it refused in this run, what it changes.
    /// </summary>
    [Fact]
    public void What_the_winner_does_not_carry_is_said()
    {
        CaseResult first =
            Case("northwind/orders", Entrant("Isomer A", 100, 10, 10) with { Caveat = "line ends" }, Entrant("Theirs", 200, 30, 30));
        LabResults results = Results(first);
        results.Scenarios[0].Cases.Add(
            Case("rows/employees",
                new EntrantResult { Name = "Isomer A", Version = "1", Options = "", Ours = true, Reason = "has no object" }));
        results.Features.Add(
            new FeatureResult
            {
                Name = "Isomer A",
                Version = "1",
                Options = "",
                Ours = true,
                Answers = [new("cycle", Verdict.No, "x"), new("deep", Verdict.Ends, "x"), new("null", Verdict.Partly, "x"),
                        new("names", Verdict.Yes, "x")]
            });
        Assert.EndsWith(" It does without cycles, surviving deep nesting; cannot carry rows/employees; changes: line ends.",
            Said(results, "Smallest"), StringComparison.Ordinal);
    }

    /// <summary>A formatter around our Protobuf is no rival of ours: it would stand for others' speed with our own.</summary>
    [Fact]
    public void Bridges_are_not_the_others()
    {
        LabResults results = Results(
            Case("northwind/orders", Entrant("Isomer A", 100, 10, 10), Entrant("BinaryFormatter around protobuf", 101, 20, 20),
                Entrant("Theirs", 200, 50, 50)), "4g");
        Assert.Equal("Isomer A, 20.0 us to write and read it; Theirs takes 5 times as much.", Said(results, "Fastest"));
        Assert.DoesNotContain("around protobuf", Said(results, "On your line"), StringComparison.Ordinal);
        results.Cases.First().Entrants.Add(Entrant("BinaryFormatter", 300, 60, 60));
        Assert.Equal(
            ["orders, there and back as remoting sends it: BinaryFormatter alone 120 us and 300 bytes, around the bytes of protocol buffers 40.0 us and 101 bytes: 3.0 times as fast."], Remoting.Of(results.Cases.First()));
    }

    /// <summary>
    /// Over a slow line compressed text beats bare binary, over a quick one it does not; and each part says whether it was measured.
    /// </summary>
    [Fact]
    public void Compression_is_taken_where_it_wins()
    {
        EntrantResult text = Entrant("Text", 10_000, 50, 50,
            packed: [new PackedResult("gzip", 1_000, 300, 100), new PackedResult("brotli", 900, 3_000, 100)]);
        EntrantResult binary = Entrant("Isomer A", 4_000, 10, 10,
            packed: [new PackedResult("gzip", 3_900, 200, 100), new PackedResult("brotli", 3_900, 2_000, 100)]);
        LabResults results = Results(Case("northwind/orders", text, binary), "0.5/0.5/100", "1000/1000/0.2");
        Delivery slow = Delivery.Best(results, "northwind/orders", text, results.Links[0])!,
            quick = Delivery.Best(results, "northwind/orders", text, results.Links[1])!;
        Assert.Equal(("gzip", false), (slow.Offer.Packing, slow.IsMeasured));
        Assert.Equal(0.05 + 0.05 + 0.3 + 0.1 + results.Links[0].BoundMs(1_000), slow.RequestMs, 9);
        Assert.Equal("", quick.Offer.Packing);
        Assert.StartsWith("Over 0.5/0.5/100 Text with gzip, 117 ms a request (Isomer A with gzip 40", Said(results, "On your line"),
            StringComparison.Ordinal);
        // A transfer that took place takes the place of the arithmetic.
        results.Transfers.Add(
            new TransferResult
            {
                Link = "0.5/0.5/100",
                Case = "northwind/orders",
                Name = "Text",
                Packing = "gzip",
                Protocol = "HTTP/1.1",
                Bytes = 1_000,
                How = TransferRunner.Measured,
                Ms = 117,
                BoundMs = 116,
                Samples = [117, 117, 117]
            });
        Delivery sent = Delivery.Best(results, "northwind/orders", text, results.Links[0])!;
        Assert.Equal((117.5, true), (sent.RequestMs, sent.IsMeasured));
        string html = System.Net.WebUtility.HtmlDecode(HtmlReport.Of(results)), markdown = Markdown.Of(results);
        Assert.Contains("gzip 1,000 B, 59/s L, measured", html, StringComparison.Ordinal);
        Assert.Contains("computed", html, StringComparison.Ordinal);
        Assert.Contains("measured", markdown, StringComparison.Ordinal);
        // What went over the loopback did not go over the line, and no cell says that it was measured there.
        results.Transfers.Add(
            new TransferResult
            {
                Link = "1000/1000/0.2",
                Case = "northwind/orders",
                Name = "Text",
                Protocol = "HTTP/1.1",
                Bytes = 10_000,
                How = TransferRunner.Loopback,
                Ms = 0.5,
                BoundMs = 0.3,
                Samples = [0.2, 0.2]
            });
        Delivery local = Delivery.Best(results, "northwind/orders", text, results.Links[1])!;
        Assert.Equal((0.6, false), (local.RequestMs, local.IsMeasured));
        html = System.Net.WebUtility.HtmlDecode(HtmlReport.Of(results));
        Assert.Contains("L, loopback + line time", html, StringComparison.Ordinal);
        Assert.Contains("Of 2, 1 were sent over the line and 1 over the loopback alone", Isomer.Cli.Lab.Report.Transmissions.Said(results),
            StringComparison.Ordinal);
    }

    [Fact]
    public void Payloads_are_compressed_and_come_back()
    {
        byte[] payload = [.. Enumerable.Range(0, 20_000).Select(i => (byte)(i % 7))];
        var packed = Packing.Measure(payload, 0.01);
        Assert.Equal(["gzip", "brotli"], packed.Select(p => p.Result.Name));
        foreach (var (result, bytes) in packed)
        {
            Assert.Equal(bytes.Length, result.Bytes);
            Assert.True(bytes.Length < 500 && result.PackUs > 0 && result.UnpackUs > 0);
            Assert.Equal(payload, Packing.Unpack(result.Name, bytes, payload.Length));
        }
    }

    /// <summary>Where the way is all and nobody can be told apart, no format decides, and the sentence says so.</summary>
    [Fact]
    public void A_line_that_decides_alone_is_told()
    {
        LabResults results = Results(Case("northwind/orders", Entrant("Isomer A", 100, 1, 1), Entrant("Theirs", 100, 1.01, 1.01)), "geo");
        Assert.Contains("over geo Isomer A and Theirs, which cannot be told apart, about ", Said(results, "On your line"),
            StringComparison.OrdinalIgnoreCase);
        Assert.EndsWith("a request: the line decides, no format does.", Said(results, "On your line"), StringComparison.Ordinal);
    }

    /// <summary>Two lines that come to the same stand in one column.</summary>
    [Fact]
    public void The_same_column_stands_once()
    {
        LabResults results = Results(Case("northwind/orders", Entrant("Isomer A", 100, 1000, 1000)), "1000/500/4", "1000/400/4", "4g");
        string html = HtmlReport.Of(results);
        Assert.Contains("1000/500/4, 1000/400/4", html, StringComparison.Ordinal);
    }

    [Fact]
    public void A_part_that_takes_longer_than_the_whole_is_a_doubt()
    {
        LabResults results = Results(Case("datacontract/parents", Entrant("Isomer A", 1, 30, 10)));
        results.Scenarios[0].Cases.Add(Case("datacontract/children", Entrant("Isomer A", 1, 20, 40)));
        string doubt = Assert.Single(Plausibility.Doubts(results));
        Assert.Equal(
            "datacontract/parents: Isomer A, write: 30.0 us, which is more than the 20.0 us of datacontract/children, of which it is a part.",
            doubt);
        Assert.Contains("1 took longer for a part than for the whole", Plausibility.Said(results), StringComparison.Ordinal);
        Assert.Contains(doubt, System.Net.WebUtility.HtmlDecode(HtmlReport.Of(results)), StringComparison.Ordinal);
        Assert.Contains(doubt, Markdown.Of(results), StringComparison.Ordinal);
        Assert.Contains("1 doubt: see the report", Summary.Of(results), StringComparison.Ordinal);
        // Beside the machine it is none, where that was slower in the part's race; where it was faster there, it is one all the more.
        CaseResult whole = results.Scenarios[0].Cases[1], part = results.Scenarios[0].Cases[0];
        foreach (double pace in (double[])[130, 50])
        {
            LabResults paced = Results(part with { Pace = pace });
            paced.Scenarios[0].Cases.Add(whole with { Pace = 60 });
            Assert.Equal(pace < 60, Plausibility.Doubts(paced).Count > 0);
        }
        // Within the noise it is none, nor where the intervals overlap.
        results.Scenarios[0].Cases[0] = results.Scenarios[0].Cases[0] with { Noise = 0.6 };
        Assert.DoesNotContain(Plausibility.Doubts(results), d => d.Contains("is a part", StringComparison.Ordinal));
        LabResults grows = Results(Case("dataset/20", Entrant("Isomer A", 1, 30, 10)) with { Rows = 20 });
        grows.Scenarios[0].Cases.Add(Case("dataset/1000", Entrant("Isomer A", 1, 3, 40)) with { Rows = 1000 });
        Assert.Contains("dataset/20: Isomer A, write", Assert.Single(Plausibility.Doubts(grows)), StringComparison.Ordinal);
    }

    [Fact]
    public void Samples_that_fell_are_a_doubt()
    {
        EntrantResult fell = Entrant("Theirs", 1, 51, 20) with { Write = Of(51) with { Fell = true } };
        LabResults results = Results(Case("northwind/orders", fell) with { Falling = 1 });
        Assert.Equal("northwind/orders: Theirs, write: became faster while it was sampled: its median, 51.0 us, is more than it takes in the end.",
            Assert.Single(Plausibility.Doubts(results)));
        Assert.Contains("1 of 2 operations became faster", Plausibility.Said(results), StringComparison.Ordinal);
    }

    /// <summary>A race without quiet says so before its verdict, in every form of the report.</summary>
    [Fact]
    public void Rough_figures_are_called_rough()
    {
        CaseResult quiet = Case("northwind/orders", Entrant("Isomer A", 1, 1, 1));
        Assert.Null(Plausibility.Rough(quiet));
        Assert.Contains("Isomer A against itself differs by up to 155.0 %", Plausibility.Rough(quiet with { Noise = 1.55 })!,
            StringComparison.Ordinal);
        Assert.Contains("code was still being compiled", Plausibility.Rough(quiet with { CodeMoved = true })!, StringComparison.Ordinal);
        Assert.Contains("2 of 2 operations had not settled", Plausibility.Rough(quiet with { Unsettled = 2 })!, StringComparison.Ordinal);
        LabResults results = Results(quiet with { Rounds = 5 });
        string said = Plausibility.Rough(results.Cases.First())!;
        Assert.Contains("5 rounds only", said, StringComparison.Ordinal);
        Assert.Contains(said, Plausibility.Doubts(results));
        foreach (string form in (string[])[System.Net.WebUtility.HtmlDecode(HtmlReport.Of(results)), Markdown.Of(results),
            Summary.Of(results)])
            Assert.True(
                form.IndexOf(said, StringComparison.Ordinal) is var at and > 0 && at < form.IndexOf("Fastest", StringComparison.Ordinal));
        Assert.Contains("0 of 1 races were quiet", Plausibility.Said(results), StringComparison.Ordinal);
        Assert.Null(Plausibility.Rough(quiet with { SizeOnly = true, Rounds = 0 }));
    }

    /// <summary>"126 of 48 operations" was once printed: such results are wrong, and a run or report with them fails.</summary>
    [Theory]
    [InlineData(126, 0, "northwind/orders: 126 of 48 operations had not settled: there are not so many.")]
    [InlineData(0, 49, "northwind/orders: 49 of 48 operations became faster while they were sampled: there are not so many.")]
    [InlineData(48, 48, null)]
    public void More_operations_than_there_are_is_a_fault(int unsettled, int falling, string? problem)
    {
        LabResults results = Results(
            Case("northwind/orders", Entrant("Isomer A", 1, 1, 1)) with { Operations = 48, Unsettled = unsettled, Falling = falling });
        results.Judge();
        Assert.Equal(problem is null ? [] : [problem], results.Problems);
        using var folder = new TemporaryFolder();
        results.Environment["cpu"] = "none";
        ToolResult report = Tool.Run("lab", "report", folder.Write("results.json", results.ToJson()));
        Assert.Equal(problem is null ? 0 : 1, report.Code);
        if (problem is not null)
            Assert.Contains(problem, report.Error, StringComparison.Ordinal);
    }

    /// <summary>A fresh process that comes to another figure is a doubt; one within a quarter, or within the noise, agrees.</summary>
    [Fact]
    public void A_fresh_process_that_disagrees_is_a_doubt()
    {
        CaseResult here = Case("northwind/orders", Entrant("Isomer A", 1, 10, 100), Entrant("Theirs", 1, 50, 50),
            Entrant("Other", 1, 60, 60), Entrant("Isomer B", 1, 99, 99));
        Assert.Equal(["Isomer A", "Theirs", "Other"], AgainProcess.NamesFor(here));
        List<RecheckResult> found =
            AgainProcess.Compare(here, Case("northwind/orders", Entrant("Isomer A", 1, 12.4, 130), Entrant("Theirs", 1, 14.6, 50)));
        Assert.Equal([("Isomer A", "write", true), ("Isomer A", "read", false), ("Theirs", "write", false), ("Theirs", "read", true)],
            found.Select(r => (r.Name, r.What, r.Agrees)));
        LabResults results = Results(here);
        results.Rechecks.AddRange(found);
        Assert.Equal(
            ["northwind/orders: Isomer A, read: 100 us here, 130 us in a fresh process.",
                "northwind/orders: Theirs, write: 50.0 us here, 14.6 us in a fresh process."], Plausibility.Doubts(results));
        Assert.Contains("2 of 4 figures that were measured again in a fresh process came out within 25", Plausibility.Said(results),
            StringComparison.Ordinal);
        Assert.True(
            Assert.Single(AgainProcess.Compare(here with { Noise = 0.4 }, Case("northwind/orders", Entrant("Isomer A", 1, 10, 130))),
                r => r.What == "read").Agrees);
        using var folder = new TemporaryFolder();
        Assert.Equal(results.Rechecks, LabResults.Load(folder.Write("results.json", results.ToJson())).Rechecks);
    }

    /// <summary>
    /// A machine that ran at half its speed while the fresh process raced is no doubt; one that hid a slower contestant is.
    /// </summary>
    [Fact]
    public void A_fresh_process_is_looked_at_beside_the_machine()
    {
        CaseResult here = Case("northwind/orders", Entrant("Isomer A", 1, 10, 100), Entrant("Theirs", 1, 50, 60)) with { Pace = 60 };
        CaseResult fresh = Case("northwind/orders", Entrant("Isomer A", 1, 20, 105), Entrant("Theirs", 1, 90, 170)) with { Pace = 120 };
        LabResults results = Results(here);
        results.Rechecks.AddRange(AgainProcess.Compare(here, fresh));
        Assert.Equal([true, false, true, false], results.Rechecks.Select(r => r.Agrees));
        Assert.Equal(
            ["northwind/orders: Isomer A, read: 100 us here, 105 us in a fresh process, 52.5 us beside the machine.",
                "northwind/orders: Theirs, read: 60.0 us here, 170 us in a fresh process, 85.0 us beside the machine."],
            Plausibility.Doubts(results));
        Assert.StartsWith("2 of 4 figures that were measured again in a fresh process came out within 25.0 % of them, beside the machine, which took 2.00 times as long there for what is always the same;",
            Plausibility.Said(results), StringComparison.Ordinal);
        using var folder = new TemporaryFolder();
        results.Environment["cpu"] = "none";
        LabResults loaded = LabResults.Load(folder.Write("results.json", results.ToJson()));
        Assert.Equal(results.Rechecks, loaded.Rechecks);
        Assert.Equal(60, loaded.Cases.First().Pace);
        // Results of before have no pace, and what either does not tell is not taken out.
        Assert.All(AgainProcess.Compare(here, fresh with { Pace = null }), r => Assert.Equal(r.Fresh, r.Beside));
        foreach (LabResults wrong in (LabResults[])[Results(here with { Pace = -1 }), Results(here)])
        {
            wrong.Environment["cpu"] = "none";
            if (wrong.Cases.First().Pace > 0)
                wrong.Rechecks.Add(new RecheckResult("northwind/orders", "Isomer A", "read", 1, 1, 0, Slower: 0));
            Assert.Throws<CliException>(() => LabResults.Load(folder.Write("results.json", wrong.ToJson())));
        }
    }

    [Fact]
    public void Nobody_waits_for_a_run_whose_length_is_not_told()
    {
        string said =
            LabRun.Announcement(19, 32, 215, new LabPlan { Scenarios = [], Data = () => null!, Links = [LinkProfile.Parse("4g")] });
        Assert.Equal("19 cases, 32 contestants, 1 line: about 3:35. Ctrl-C stops, and keeps what is done. --all has more contestants.",
            said);
    }

    /// <summary>Within a deadline only the first screen's case is started more than once for each contestant.</summary>
    [Fact]
    public void First_uses_are_counted_out()
    {
        var plan = new LabPlan { Scenarios = [], Data = () => null!, Launches = 3 };
        Assert.Equal((3, 3), (plan.LaunchesFor(LabPlan.HeadlineCase), plan.LaunchesFor("rows/employees")));
        plan = plan with { TotalSeconds = 200 };
        Assert.Equal((3, 1), (plan.LaunchesFor(LabPlan.HeadlineCase), plan.LaunchesFor("rows/employees")));
        Assert.Equal(0, (plan with { Launches = 0 }).LaunchesFor("rows/employees"));
    }

    /// <summary>
    /// A machine that takes four times as long as planned is not told that four times as much is left, where a deadline ends the run.
    /// </summary>
    [Fact]
    public void No_more_is_left_than_until_the_deadline()
    {
        var free = new Progress(100, 4, quiet: true);
        var bound = new Progress(100, 4, quiet: true, deadline: 120);
        foreach (Progress progress in (Progress[])[free, bound])
            progress.Begin("x", 20, 20);
        Assert.Equal((320.0, 40.0), (free.Left(80), bound.Left(80)));
        Assert.Equal(0, bound.Left(130));
    }

    /// <summary>Each payload several times or not at all; those of the first screen before others, then the quick ones.</summary>
    [Fact]
    public void Transfers_are_planned_several_of_each()
    {
        LinkProfile link = LinkProfile.Parse("12/3/100");
        (long, bool)[] payloads = [(1_000_000, false), (1_000, false), (500_000, true), (2_000, false)];
        List<int> planned = TransferRunner.Plan(link, payloads, lanes: 1, seconds: 3, repeats: 3);
        Assert.Equal([2, 2, 2, 1, 1, 1, 3, 3, 3], planned);
        Assert.Equal([], TransferRunner.Plan(link, payloads, 1, 0.05, 3));
        Assert.Equal((6, 1, 24),
            (TransferRunner.LanesOf(link), TransferRunner.LanesOf(LinkProfile.Parse("lan")),
                TransferRunner.LanesOf(LinkProfile.Parse("dial"))));
    }
}
