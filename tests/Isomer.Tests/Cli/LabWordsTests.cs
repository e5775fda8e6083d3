using System.Net;
using System.Xml.Serialization;
using Isomer.Cli.Lab.Report;
using Isomer.Cli.Lab.Results;
using Isomer.Measuring;
using Xunit;
using static Isomer.Tests.Cli.LabVerdictTests;

namespace Isomer.Tests.Cli;

/// <summary>What a report says, as one reads it who has never seen one: nothing as certain that is not, and what its words mean.</summary>
public sealed class LabWordsTests
{
    /// <summary>
    /// Who has too few samples to have been seen falling is not counted among those that did not fall, and a tolerance is told as it was.
    /// </summary>
    [Fact]
    public void Nothing_is_said_of_what_was_not_looked_at()
    {
        EntrantResult seen = Entrant("Isomer A", 1, 1, 1), slow = Entrant("Slow", 1, 1, 1);
        slow = slow with { Write = slow.Write! with { Samples = [1, 1] }, Read = slow.Read! with { Samples = [1, 1] } };
        LabResults results = Results(Case("northwind/orders", seen, slow) with { Operations = 6 });
        Assert.Contains("0 of 4 operations became faster while they were sampled (2 others had too few samples to tell)",
            Plausibility.Said(results), StringComparison.Ordinal);
        results = Results(Case("northwind/orders", seen) with { Operations = 4 });
        Assert.Contains("0 of 4 operations became faster while they were sampled;", Plausibility.Said(results), StringComparison.Ordinal);
        results = Results(Case("northwind/orders", seen) with { Operations = 4, Rounds = 5 });
        Assert.Contains("0 of 0 operations became faster while they were sampled (4 others", Plausibility.Said(results),
            StringComparison.Ordinal);

        results.Rechecks.Add(new RecheckResult("northwind/orders", "Isomer A", "write", 10, 11, 0.02));
        Assert.StartsWith("1 of 1 figures that were measured again in a fresh process came out within 25.0 % of them;",
            Plausibility.Said(results), StringComparison.Ordinal);
        results.Rechecks.Add(new RecheckResult("northwind/orders", "Isomer A", "read", 10, 15, 0.61));
        Assert.StartsWith(
            "2 of 2 figures that were measured again in a fresh process came out within 61.0 %, which is the noise of these races;",
            Plausibility.Said(results), StringComparison.Ordinal);
    }

    /// <summary>Each verdict of a race without quiet has that before it, in the folds for other cases too.</summary>
    [Fact]
    public void Rough_figures_are_called_rough_in_folds_too()
    {
        LabResults results = Results(Case("northwind/orders", Entrant("Isomer A", 1, 1, 1)));
        CaseResult other = Case("datacontract/children", Entrant("Isomer A", 2, 1, 1)) with { Rounds = 5 };
        results.Scenarios[0].Cases.Add(other);
        string html = WebUtility.HtmlDecode(HtmlReport.Of(results)), said = Plausibility.Rough(other)!;
        string fold = html[html.IndexOf("The same for", StringComparison.Ordinal)..];
        Assert.InRange(fold.IndexOf(said, StringComparison.Ordinal), 1, fold.IndexOf("Fastest", StringComparison.Ordinal));
    }

    [Fact]
    public void Units_and_noise_are_explained_before_the_verdict()
    {
        LabResults results = Results(Case("northwind/orders", Entrant("Isomer A", 1, 1, 1)));
        const string Said = "Times are medians, in microseconds (us) or milliseconds (ms). By up to 2.0 % one contestant that ran twice "
            + "differed from itself: smaller differences mean nothing.";
        foreach (string form in (string[])[WebUtility.HtmlDecode(HtmlReport.Of(results)), Markdown.Of(results)])
            Assert.InRange(form.IndexOf(Said, StringComparison.Ordinal), 1, form.IndexOf("Fastest", StringComparison.Ordinal));
    }

    public sealed class HasTags
    {
        public Dictionary<string, int> Tags { get; set; } = [];
    }

    /// <summary>
    /// Why one cannot carry a value is what it says innermost: "there was an error reflecting type" told nobody anything.
    /// </summary>
    [Fact]
    public void The_reason_is_the_innermost_one()
    {
        Exception e = Assert.Throws<InvalidOperationException>(() => new XmlSerializer(typeof(List<HasTags>)));
        var entry = new Entry(new Contestant("XmlSerializer", "1", () => throw e, null, _ => true));
        Assert.StartsWith("NotSupportedException: Cannot serialize member", entry.Failure, StringComparison.Ordinal);
        Assert.Contains("IDictionary", entry.Failure, StringComparison.Ordinal);
        // What says where it was keeps that.
        var outer = new NotSupportedException("Member 'A.B': no", new ArgumentException("no"));
        Assert.Equal("NotSupportedException: Member 'A.B': no", Contestant.WhyNot(outer));
    }
}
