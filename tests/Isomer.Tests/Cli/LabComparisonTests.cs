using Isomer.Cli;
using Isomer.Cli.Lab.Results;
using Isomer.Cli.Lab.Scenarios;
using Xunit;

namespace Isomer.Tests.Cli;

/// <summary>
/// Two runs of the lab beside each other: a check that could not look has not passed, and what it could not see is said. All figures are
/// made up, so that what must be said is known.
/// </summary>
public sealed class LabComparisonTests : IDisposable
{
    readonly TemporaryFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    static Timing Of(double us, double? allocated = 1000, double spread = 0.02) => new()
    {
        Median = us,
        Low = us * (1 - spread),
        High = us * (1 + spread),
        Allocated = allocated,
        Samples = [.. Enumerable.Range(0, 21).Select(i => us * (1 - spread + (i * spread / 10)))],
    };

    static EntrantResult Entrant(string name, double write = 10, double read = 20, double? allocated = 1000) => new()
    { Name = name, Version = "1", Options = "", Bytes = 100, Write = Of(write, allocated), Read = Of(read, allocated) };

    static CaseResult Case(string id, params EntrantResult[] entrants) =>
        new() { Id = id, Title = "", Noise = 0.01, Rounds = 40, Operations = 6, Reference = "A", Entrants = [.. entrants] };

    static LabResults Run(params CaseResult[] cases)
    {
        var results = new LabResults();
        foreach (var scenario in cases.GroupBy(c => c.Id.Split('/')[0]))
            results.Scenarios.Add(new ScenarioResult(scenario.Key, "", "", "") { Cases = [.. scenario] });
        return results;
    }

    static ColdResult Cold(string name, params double[] launches) => new()
    { Case = "s/c", Name = name, FirstUse = [.. launches], Median = Statistics.Median(launches), Low = launches.Min(), High = launches.Max() };

    static LabResults With(LabResults results, params ColdResult[] cold)
    {
        results.Cold.AddRange(cold);
        return results;
    }

    ToolResult Compare(LabResults before, LabResults after, params string[] more) => Tool.Run(
        ["lab", "compare", _folder.Write("before.json", before.ToJson()), _folder.Write("after.json", after.ToJson()), .. more]);

    static readonly LabResults s_before = Run(Case("s/c", Entrant("A"), Entrant("B")));

    [Fact]
    public void The_same_passes_and_says_how_much_it_looked_at()
    {
        ToolResult run = Compare(s_before, s_before, "--fail-if", "worse:5%");
        Assert.Equal((0, ""), (run.Code, run.Error));
        // Two sizes, four times, and what four operations allocate.
        Assert.EndsWith("0 of 10 figures changed beyond the noise.\n", run.Output, StringComparison.Ordinal);
    }

    /// <summary>A machine that has become slower is no regression of what runs on it; what is slower beside it is one.</summary>
    [Theory]
    [InlineData(1, 100, 4, true)]
    [InlineData(1.3, 100, 4, false)]
    [InlineData(0.7, 100, 4, true)] // it did not become faster with all the rest: 1.8 of 1.8
    [InlineData(1, 101, 4, false)] // other bytes: it may be the data
    [InlineData(1, 100, 2, false)] // too few to tell
    public void A_slower_machine(double ours, int bytes, int rivals, bool passes)
    {
        LabResults Of(double machine, double ours, int bytes) => With(Run(Case("s/c",
            [Entrant("Ours", 10 * machine * ours, 20 * machine * ours) with { Ours = true },
                .. Enumerable.Range(0, rivals).Select(i => Entrant($"R{i}", 10 * machine, (20 + i) * machine) with { Bytes = bytes })])),
            [.. Enumerable.Range(-1, rivals + 1).Select(i => Cold(i < 0 ? "Ours" : $"R{i}", [.. Enumerable.Repeat(machine * 10, 4)]))]);
        foreach (double machine in (double[])[1.8, 0.5])
        {
            ToolResult run = Compare(Of(1, 1, 100), Of(machine, ours, bytes), "--fail-if", "worse:20%");
            bool tells = rivals == 4 && bytes == 100;
            Assert.Equal(passes || (!tells && machine < 1) ? 0 : 1, run.Code);
            Assert.Equal(tells, run.Output.Contains(FormattableString.Invariant($"took {machine:0.00} times as long"), StringComparison.Ordinal));
        }
    }

    /// <summary>Runs with too few libraries in common have their races' yardsticks to tell the machine by.</summary>
    [Theory]
    [InlineData(1, 60, 108, true)]
    [InlineData(1.3, 60, 108, false)]
    [InlineData(1, 60, 60, false)] // the machine is what it was
    [InlineData(1, null, 108, false)] // the earlier run does not tell
    public void A_slower_machine_by_its_yardstick(double ours, int? before, int after, bool passes)
    {
        LabResults Of(double times, int? pace) =>
            Run(Case("s/c", Entrant("Ours", 10 * times, 20 * times) with { Ours = true }) with { Pace = pace });
        ToolResult run = Compare(Of(1, before), Of(1.8 * ours, after), "--fail-if", "worse:20%");
        Assert.Equal(passes ? 0 : 1, run.Code);
        Assert.Equal(before == 60 && after == 108, run.Output.Contains(
            "took 1.80 times as long in the later run for a calculation that is always the same, in the median of 1 races.",
            StringComparison.Ordinal));
    }

    [Theory]
    [InlineData("s/other", "A", "The earlier one has s/c, the later one s/other.")]
    [InlineData("t/c", "A", "The earlier one has s/c, the later one t/c.")]
    public void Runs_without_a_figure_in_common_fail(string id, string name, string said)
    {
        foreach (string[] rule in (string[][])[[], ["--fail-if", "worse:5%"]])
        {
            ToolResult run = Compare(s_before, Run(Case(id, Entrant(name))), rule);
            Assert.Equal(1, run.Code);
            Assert.Contains("Nothing could be compared: the runs have no figure in common. " + said, run.Error, StringComparison.Ordinal);
        }
        Assert.Equal(1, Compare(Run(), s_before).Code);
        Assert.Equal(1, Compare(s_before, Run()).Code);
    }

    [Fact]
    public void Who_is_gone_fails_and_is_named()
    {
        EntrantResult refused = Entrant("B") with { Write = null, Read = null, Bytes = null, Reason = "it threw" };
        (LabResults After, string Said)[] gone =
        [
            (Run(Case("s/c", Entrant("A"), refused)), "gone: s/c, B: no longer carries it: it threw"),
            (Run(Case("s/c", Entrant("A"))), "gone: s/c, B: the later run has no such contestant"),
            (Run(Case("s/c", Entrant("A"), Entrant("B") with { Read = null })), "gone: s/c, B, read: no figure any more"),
            (Run(Case("s/d", Entrant("A"))), "gone: s/c: the later run has no such case"),
        ];
        Assert.All(gone, g =>
        {
            ToolResult run = Compare(s_before, g.After);
            Assert.Equal(1, run.Code);
            Assert.Contains(g.Said, run.Error, StringComparison.Ordinal);
        });
        // A way of writing that fails now; and one that failed before, too, or is new.
        static LabResults Ways(Timing? timing, string? reason) => Run(Case("s/c", Entrant("A") with
        { Contracts = [new ContractResult { Name = Contracts.ToStream, Timing = timing, Reason = reason }] }));
        Assert.Equal([$"s/c, A, {Contracts.ToStream}: it threw"], Comparison.Of(Ways(Of(5), null), Ways(null, "it threw")).Gone);
        Assert.Empty(Comparison.Of(Ways(null, "it threw"), Ways(null, "it threw")).Gone);
        Assert.Empty(Comparison.Of(Run(Case("s/c", refused, Entrant("A"))), s_before).Gone);
    }

    /// <summary>Who asks for less by an option has not lost it; he is told that it was not looked at.</summary>
    [Fact]
    public void What_the_later_run_was_not_asked_for_is_told_and_passes()
    {
        LabResults wide = Run(Case("s/c", Entrant("Isomer A"), Entrant("Other")), Case("t/c", Entrant("Isomer A")));
        LabResults only = Run(Case("s/c", Entrant("Isomer A")));
        only.Only.Add("isomer");
        ToolResult run = Compare(wide, only, "--fail-if", "worse:5%");
        Assert.True(run.Code == 0, run.Error);
        Assert.Contains("Not looked at, for the later run was not asked for it: s/c, Other; scenario t.", run.Output,
            StringComparison.Ordinal);
        Assert.Empty(Comparison.Of(Run(Case("s/c", Entrant("A"), Entrant("B"))) with { All = true }, Run(Case("s/c", Entrant("A")))).Gone);
        Assert.Equal(2, Comparison.Of(s_before, Run(Case("s/c", Entrant("A") with { Write = null, Read = null }), Case("s/d"))).Gone
            .Count(g => g.StartsWith("s/c, A,", StringComparison.Ordinal)));
    }

    /// <summary>Counted, in calls of another number in each run: a few bytes, or a twelfth, are nobody's doing.</summary>
    [Theory]
    [InlineData(1000, 1200, true)]
    [InlineData(100, 150, false)]
    [InlineData(100_000, 109_000, false)]
    [InlineData(100_000, 115_000, true)]
    [InlineData(0, 40, false)]
    [InlineData(0, 4000, true)]
    [InlineData(null, 4000, false)]
    public void What_is_allocated_counts(object? before, int after, bool isWorse)
    {
        double? was = before is int count ? count : null;
        ToolResult run = Compare(Run(Case("s/c", Entrant("A", allocated: was))), Run(Case("s/c", Entrant("A", allocated: after))),
            "--fail-if", "worse:5%");
        Assert.Equal(isWorse ? 1 : 0, run.Code);
        Assert.Equal(isWorse, run.Error.Contains("worse: s/c, A, write allocates", StringComparison.Ordinal));
        Assert.Equal(was is null, run.Output.Contains("did not count what is allocated", StringComparison.Ordinal));
    }

    [Fact]
    public void First_use_counts_where_enough_launches_lie_apart()
    {
        LabResults Of(params double[] launches) => With(Run(Case("s/c", Entrant("A"))), Cold("A", launches));
        LabResults before = Of(50, 51, 52, 53);
        Change worse = Assert.Single(Comparison.Of(before, Of(80, 81, 82, 83)).Worse(0.05));
        Assert.Equal(("first use", 51.5, 81.5), (worse.What, worse.Before, worse.After));
        Assert.Empty(Comparison.Of(before, Of(52, 81, 82, 83)).Worse(0.05)); // one was as fast
        Assert.Empty(Comparison.Of(before, Of(54, 55, 55, 56)).Worse(0.05)); // all slower, by less than a tenth
        Comparison few = Comparison.Of(before, Of(80, 81, 82));
        Assert.Empty(few.Worse(0.05));
        Assert.Contains("First use: 1 of 1 had fewer than 4 launches", few.ToText(all: false, 0.05), StringComparison.Ordinal);
        LabResults dead = With(Run(Case("s/c", Entrant("A"))), new ColdResult { Case = "s/c", Name = "A", Reason = "the process gave no answer" });
        Assert.Equal(["s/c, A, first use: the process gave no answer"], Comparison.Of(before, dead).Gone);
        Assert.Empty(Comparison.Of(before, Run(Case("s/c", Entrant("A")))).Gone); // --launches 0
    }

    /// <summary>That nothing was seen is another thing than that there is nothing.</summary>
    [Fact]
    public void A_change_that_could_not_be_seen_is_told()
    {
        LabResults rough = Run(Case("s/c", Entrant("A")) with { Noise = 0.427 });
        ToolResult run = Compare(rough, Run(Case("s/c", Entrant("A", write: 13)) with { Noise = 0.02 }), "--fail-if", "worse:5%");
        Assert.True(run.Code == 0, run.Error);
        Assert.Contains("s/c: a change of 42.7 % could not be seen: 42.7 % and more are noise in 2 of its 2 times.", run.Output,
            StringComparison.Ordinal);
        // Few samples that lie far apart hide as much as noise does, also where no rule was given.
        LabResults wide = Run(Case("s/c", Entrant("A") with { Write = Of(10, spread: 0.9) }));
        Assert.Matches(@"s/c: a change of \d\d.\d % could not be seen: \d\d.\d % and more are noise in 1 of its 2 times", Compare(wide, wide).Output);
        Assert.DoesNotContain("could not be seen", Compare(s_before, s_before).Output, StringComparison.Ordinal);
    }

    static LabResults Asked(params (string Name, Verdict Cycles)[] all)
    {
        LabResults results = Run(Case("s/c", Entrant("A"), Entrant("B")));
        results.Features.AddRange(all.Select(a => new FeatureResult
        { Name = a.Name, Version = "1", Options = "", Answers = [new FeatureAnswer("cycles", a.Cycles, "seen")] }));
        return results;
    }

    /// <summary>What a contestant no longer carries fails as one that is gone does; what it carries now is told.</summary>
    [Fact]
    public void What_they_carry_is_compared()
    {
        LabResults all = Asked(("A", Verdict.Yes), ("B", Verdict.Partly));
        ToolResult lost = Compare(all, Asked(("A", Verdict.No), ("B", Verdict.Yes)));
        Assert.Equal(1, lost.Code);
        Assert.Contains("gone: features, A, ", lost.Error, StringComparison.Ordinal);
        Assert.Contains("it was yes, and is no (seen)", lost.Error, StringComparison.Ordinal);
        Assert.Contains("Of 2 answers about what they carry 1 became worse and 1 better.", lost.Output, StringComparison.Ordinal);
        Assert.Equal(0, Compare(all, all).Code);
        Assert.Equal(1, Compare(all, Asked(("A", Verdict.Yes))).Code);
        // Not asked, by the run or for want of time.
        Assert.Equal(0, Compare(all, Asked()).Code);
        Assert.Equal(0, Compare(all, Asked(("A", Verdict.NotAsked), ("B", Verdict.Partly))).Code);
        Assert.Equal(0, Compare(Asked(), all).Code);
        // A run of the matrix alone has no figure, and has something to compare.
        LabResults Alone(Verdict verdict)
        {
            var results = new LabResults();
            results.Features.AddRange(Asked(("A", verdict)).Features);
            return results;
        }
        Assert.Equal(0, Compare(Alone(Verdict.Yes), Alone(Verdict.Yes)).Code);
        Assert.Equal(1, Compare(Alone(Verdict.Yes), Alone(Verdict.Ends)).Code);
    }

    /// <summary>Sizes, peaks and transfers beyond thresholds count, and less does not; runs without them are compared without.</summary>
    [Theory]
    [InlineData(1000, 9000, 100, false)]
    [InlineData(1009, 9000, 100, false)]
    [InlineData(1020, 9000, 100, true)]
    [InlineData(1000, 12000, 100, false)]
    [InlineData(1000, 14000, 100, true)]
    [InlineData(1000, 9000, 103, false)]
    [InlineData(1000, 9000, 110, true)]
    public void Sizes_peaks_and_transfers_are_compared(int packed, int peak, int ms, bool isWorse)
    {
        static LabResults Of(int packed, int peak, int ms)
        {
            LabResults results = With(Run(Case("s/c", Entrant("A") with { Packed = [new PackedResult("gzip", packed, 1, 1)] })),
                Cold("A", 10, 10, 10, 10) with { PeakKib = peak });
            results.Links.Add(Isomer.Cli.Lab.Links.LinkProfile.Parse("4g"));
            results.Transfers.Add(new TransferResult
            {
                Link = "4g",
                Case = "s/c",
                Name = "A",
                Protocol = "h1",
                How = "measured",
                Bytes = ms * 100,
                Ms = ms,
                BoundMs = 70,
                Samples = [ms, ms - 1, ms + 1],
            });
            return results;
        }
        LabResults before = Of(1000, 9000, 100), after = Of(packed, peak, ms);
        Assert.Equal(isWorse ? 1 : 0, Compare(before, after, "--fail-if", "worse:1%").Code);
        Assert.Equal(0, Compare(after, before, "--fail-if", "worse:1%").Code);
        LabResults plain = With(Run(Case("s/c", Entrant("A"))), Cold("A", 10, 10, 10, 10));
        Assert.Equal(0, Compare(plain, after, "--fail-if", "worse:1%").Code);
        Assert.Equal(0, Compare(before, plain, "--fail-if", "worse:1%").Code);
        // Of another line by the same name nothing is said but that.
        LabResults other = Of(1000, 9000, 200);
        other.Links[0] = other.Links[0] with { RttMs = 170 };
        ToolResult told = Compare(before, other, "--fail-if", "worse:1%");
        Assert.Equal(0, told.Code);
        Assert.Contains("link 4g, which was another line", told.Output, StringComparison.Ordinal);
    }

    /// <summary>What differs from itself by a factor has to differ from what it was by more, with its whole interval.</summary>
    [Theory]
    [InlineData(false, 12.0, 30.0, 31.0, 33.0, 15.0)]
    [InlineData(true, 30.0, 30.0, 31.0, 31.0, 30.0)]
    public void A_rough_race_has_to_be_clear_of_its_noise(bool counts, params double[] after)
    {
        LabResults Rough(params double[] samples)
        {
            var write = Of(Statistics.Median(samples)) with { Samples = [.. samples] };
            return Run(Case("s/c", Entrant("A") with { Write = write }) with { Noise = 1 });
        }

        Assert.Equal(counts, Comparison.Of(Rough(10, 10, 10.1, 9.9, 10), Rough(after)).Changes.Single(c => c.What == "write").IsReal);
    }

    /// <summary>First uses likewise, where those of libraries that are the same differ by a factor among themselves.</summary>
    [Theory]
    [InlineData(false, 6.0, 7.0, 7.0, 8.0)]
    [InlineData(true, 9.0, 9.0, 9.1, 9.0)]
    public void First_uses_have_to_be_clear_of_what_others_differ_by(bool counts, params double[] after)
    {
        LabResults Of(double[] ours, params double[] machine) => With(
            Run(Case("s/c", [Entrant("Ours") with { Ours = true }, .. machine.Select((_, i) => Entrant($"R{i}"))])),
            [Cold("Ours", ours), .. machine.Select((m, i) => Cold($"R{i}", m, m, m, m))]);
        Assert.Equal(counts, Comparison.Of(Of([10, 10, 10, 10], 10, 10, 10, 10), Of(after, 2, 3.7, 3.7, 9))
            .Changes.Single(c => c is { What: "first use", Name: "Ours" }).IsReal);
    }

    /// <summary>
    /// The same bytes over the same line are the machine's time, whatever it is; bytes that are others have to differ by more than these.
    /// As two runs of one program did, of which eleven transfers "changed".
    /// </summary>
    [Theory]
    [InlineData(2496, 57.8, 106.8, false)]
    [InlineData(2738, 51.8, 59.7, false)]
    [InlineData(5000, 57.8, 106.8, false)]
    [InlineData(5000, 57.8, 260, true)]
    public void Transfers_of_the_same_bytes_tell_the_machine(long bytes, double ms, double then, bool isWorse)
    {
        static TransferResult Sent(string name, long bytes, double ms) => new()
        {
            Link = "4g",
            Case = "s/c",
            Name = name,
            Protocol = "h1",
            How = "measured",
            Bytes = bytes,
            Ms = ms,
            BoundMs = 40,
            Samples = [ms, ms - 0.1, ms + 0.1],
        };
        LabResults Of(params TransferResult[] transfers)
        {
            LabResults results = With(Run(Case("s/c", Entrant("A"), Entrant("B"))));
            results.Links.Add(Isomer.Cli.Lab.Links.LinkProfile.Parse("4g"));
            results.Transfers.AddRange(transfers);
            return results;
        }
        ToolResult run = Compare(Of(Sent("A", 2496, 57.8), Sent("A", 2738, 51.8) with { Packing = "gzip" }, Sent("B", 2421, 57.1)),
            Of(Sent("A", bytes == 2738 ? 2496 : bytes, bytes == 2738 ? 57.8 : then),
                Sent("A", 2738, bytes == 2738 ? then : ms) with { Packing = "gzip" }, Sent("B", 2421, 199.6)), "--fail-if", "worse:5%");
        Assert.Equal(isWorse ? 1 : 0, run.Code);
        Assert.Contains("transfers of the same bytes took", run.Output, StringComparison.Ordinal);
        Assert.Contains("to 3.50 times as long", run.Output, StringComparison.Ordinal);
    }

    /// <summary>Where no line was asked for nothing is said of one, in no form of the report.</summary>
    [Fact]
    public void Without_links_nothing_is_said_of_lines()
    {
        LabResults none = Run(Case("s/c", Entrant("A"), Entrant("B")));
        Assert.Empty(Conclusion.LinksOf(none));
        Assert.DoesNotContain(Conclusion.Of(none, none.Cases.First()), s => s.Head == "On your line");
        _folder.Write("results.json", none.ToJson());
        ToolResult run = Tool.Run("lab", "report", _folder.Path);
        Assert.True(run.Code == 0, run.Error);
        foreach (string name in (string[])["report.html", "results.md"])
        {
            string text = File.ReadAllText(_folder[name]);
            Assert.DoesNotContain("4g", text, StringComparison.Ordinal);
            Assert.DoesNotContain("over which line", text, StringComparison.Ordinal);
            Assert.DoesNotContain("One request over", text, StringComparison.Ordinal);
            Assert.DoesNotContain("messages a second", text, StringComparison.Ordinal);
        }
    }
}
